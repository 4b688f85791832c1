"""Rules that a deck ignores: told with the reason, never what is wrong with the file or its cards."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest
from kit import Table, shipped

from deckcheck.decks.deck import Deck, Ignore
from deckcheck.report import BUILT_IN, Place, Problem, Report, Severity
from deckcheck.reports import REPORTS
from deckcheck.reports.look import Look
from deckcheck.reports.text import headline
from deckcheck.wording import message

WHY = "the organiser allows it"
PLACE = Place("deck", 3, 5)


@pytest.fixture
def venture() -> Table:
    return shipped("venture")


def ignoring(deck: Deck, *ignores: tuple[str, str | None]) -> Deck:
    return replace(deck, ignore=tuple(Ignore(rule, reason, PLACE) for rule, reason in ignores))


def checked(table: Table, lines: Iterable[str], *ignores: tuple[str, str | None], draft: bool = False) -> Report:
    deck = ignoring(table.deck({"main": tuple(lines)}), *ignores)
    return table.checker().check(deck, draft=draft)


def of(report: Report, rule: str) -> list[Problem]:
    return [problem for problem in report.problems if problem.rule == rule]


def test_an_ignored_rule_is_told_but_is_no_error(venture: Table) -> None:
    plain = checked(venture, ["39 Veilleur"])
    report = checked(venture, ["39 Veilleur"], ("main-size", WHY), ("rarity-copies", WHY))
    assert not plain.legal
    assert report.legal
    assert report.complete
    assert not of(report, "ignore")
    for problem in report.problems:
        assert problem.severity is Severity.INFO
        assert problem.ignored == WHY
    assert [(p.rule, p.found, p.limit) for p in plain.problems] == [(p.rule, p.found, p.limit) for p in report.problems]


def test_the_others_stay(venture: Table) -> None:
    report = checked(venture, ["39 Veilleur"], ("main-size", WHY))
    assert not report.legal
    assert {p.rule for p in report.problems if p.severity is Severity.ERROR} == {"rarity-copies"}


def test_the_reason_stands_in_the_report(venture: Table) -> None:
    report = checked(venture, ["39 Veilleur"], ("main-size", WHY))
    for form in ("text", "json", "junit", "sarif", "github", "markdown"):
        assert WHY in "".join(REPORTS[form]((report,), Look())), form


@pytest.mark.parametrize("form", REPORTS)
def test_a_deck_is_never_called_legal_without_naming_what_it_ignores(venture: Table, form: str) -> None:
    """Whoever reads the verdict alone must not take the deck for one that holds to every rule; quiet or not."""
    report = checked(venture, ["39 Veilleur"], ("main-size", WHY), ("rarity-copies", WHY))
    text = "".join(REPORTS[form]((report,), Look(quiet=True)))
    assert all(rule in text for rule in ("main-size", "rarity-copies"))
    assert text.count(WHY) >= 2
    if form in ("markdown", "junit"):
        assert "main-size and rarity-copies" in text or "main-size, rarity-copies" in text


def test_the_verdict_names_what_is_ignored(venture: Table) -> None:
    report = checked(venture, ["39 Veilleur"], ("main-size", WHY), ("rarity-copies", WHY))
    assert headline(report, Look()).startswith("deck: legal, 2 remarks; the deck ignores main-size and rarity-copies (")


def test_one_that_nothing_breaks_is_told(venture: Table) -> None:
    (problem,) = of(checked(venture, ["3 Veilleur"], ("side-size", WHY)), "ignore")
    assert (problem.sentence, problem.severity, problem.place) == ("ignore.unused", Severity.WARNING, PLACE)
    assert message(problem) == "side-size is ignored, but nothing breaks it; leave that out"


@pytest.mark.parametrize("reason", [None, ""])
def test_one_without_a_reason_does_not_count(venture: Table, reason: str | None) -> None:
    report = checked(venture, ["39 Veilleur"], ("main-size", reason), ("rarity-copies", WHY))
    assert [p.sentence for p in of(report, "ignore")] == ["ignore.no-reason"]
    assert of(report, "ignore")[0].severity is Severity.ERROR
    assert of(report, "main-size")[0].severity is Severity.ERROR


def test_one_of_no_rule(venture: Table) -> None:
    (problem,) = of(checked(venture, ["3 Veilleur"], ("main-sise", WHY)), "ignore")
    assert problem.sentence == "ignore.unknown"
    assert problem.facts["nearest"] == "main-size"


def test_twice(venture: Table) -> None:
    report = checked(venture, ["3 Veilleur"], ("main-size", WHY), ("main-size", "again"))
    assert [p.sentence for p in of(report, "ignore")] == ["ignore.twice"]
    assert of(report, "main-size")[0].ignored == WHY


@pytest.mark.parametrize("rule", sorted(BUILT_IN))
def test_what_is_no_rule_is_never_ignored(venture: Table, rule: str) -> None:
    report = checked(venture, ["0 Veilleur", "3 Veileur", "3 Braise vive"], (rule, WHY), ("main-size", WHY))
    assert [p.sentence for p in of(report, "ignore")] == ["ignore.never"]
    assert {p.rule for p in report.problems if p.severity is Severity.ERROR} == {"count", "unknown-card"}


def test_an_undecided_rule_that_is_ignored_is_used(venture: Table) -> None:
    lines = ["40 Inconnue"]
    assert "rarity-copies" in checked(venture, lines).undecided
    report = checked(venture, lines, ("rarity-copies", WHY))
    assert "rarity-copies" not in report.undecided
    assert not of(report, "ignore")
    assert not report.legal


def test_in_a_draft(venture: Table) -> None:
    (problem,) = of(checked(venture, ["3 Veilleur"], ("main-size", WHY), draft=True), "main-size")
    assert (problem.severity, problem.ignored) == (Severity.INFO, WHY)
