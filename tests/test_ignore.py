"""Rules that a deck ignores: told with the reason, never what is wrong with the file or its cards."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from kit import Table, shipped, tiny

from deckcheck.build.fill import Aim, Filler
from deckcheck.build.fix import Repairer
from deckcheck.cards.pool import Pool
from deckcheck.cli import run
from deckcheck.decks.deck import Deck, Entry, Ignore
from deckcheck.editing.ask import home
from deckcheck.report import BUILT_IN, Place, Problem, Report, Severity
from deckcheck.reports import REPORTS
from deckcheck.reports.look import Look
from deckcheck.reports.text import headline
from deckcheck.rules.check import Checker
from deckcheck.views.overview import section_room
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


# --- what may be added, moved and built ---------------------------------------------------------------------------

SCHEMA = """\
card:
  required: [name, kind]
  properties: {name: {type: string}, kind: {enum: [a, b]}}
sections: {main: {title: Main}, side: {title: Side}}
rules:
  main-size: {size: {in: main, min: 3, max: 6}, assumed: a test}
  side-size: {size: {in: side, max: 3}, assumed: a test}
  copies: {copies: {in: [main, side], max: 3}, assumed: a test}
  kinds: {count: {in: main, of: kind == b, max: 2}, assumed: a test}
  side-kind: {only: {in: side, of: kind == b}, assumed: a test}
  few: {copies: {in: main, max: 1}, severity: warning, assumed: a test}
"""
RULES = ("main-size", "side-size", "copies", "kinds", "side-kind", "few")
CARDS = "name,kind\nA,a\nB,a\nC,b\nD,b\nE,a\n"
LINES = st.lists(st.tuples(st.integers(1, 4), st.sampled_from("ABCDE")), max_size=4)


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Table:
    return tiny(tmp_path_factory.mktemp("small"), SCHEMA, CARDS)


def answers(checker: Checker, deck: Deck, pool: Pool) -> dict[str, object]:
    """What every place says that is asked where a card goes, or how many more do."""
    repair, filled = Repairer(checker, pool).repair(deck), Filler(checker, pool, Aim()).fill(deck)
    found = {
        "room of the sections": section_room(deck, checker),
        "headroom of the cards": checker.headroom(deck),
        "headroom of a draft": checker.check(deck, draft=True).headroom,
        "headroom of any": [
            checker.headroom_of([Entry(1, card.name, section, card)], deck)
            for card in pool
            for section in ("main", "side")
        ],
        "home": [home(card, count, deck, checker) for card in pool for count in (1, 2)],
        "fix": [replace(change, rules=()) for change in repair.changes],
        "fill": [replace(change, rules=()) for change in filled.changes],
        "legal": checker.check(deck).legal,
        "mended": checker.check(repair.deck).legal,
    }
    problems = checker.check(deck).problems
    return {**found, "fixes": [(p.rule, p.fix) for p in problems if p.ignored is None and p.rule in RULES]}


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(main=LINES, side=LINES, ignored=st.sets(st.sampled_from(RULES)))
def test_an_ignored_rule_is_heeded_nowhere_and_every_rule_where_none_may_be_ignored(
    small: Table, main: list[tuple[int, str]], side: list[tuple[int, str]], ignored: set[str]
) -> None:
    """As if the rule were off; and with --no-ignore as if the deck asked for nothing."""
    lines = {"main": tuple(f"{n} {c}" for n, c in main), "side": tuple(f"{n} {c}" for n, c in side)}
    plain = replace(small.deck(lines), problems=())
    asking = ignoring(plain, *((rule, WHY) for rule in sorted(ignored)))
    checker = small.checker()
    held = replace(checker, ignores=False)
    rules = tuple(rule for rule in checker.ruleset.rules if rule.id not in ignored)
    off = replace(checker, ruleset=replace(checker.ruleset, rules=rules))
    assert answers(checker, asking, small.pool) == answers(off, plain, small.pool)
    assert answers(held, asking, small.pool) == answers(checker, plain, small.pool)


def test_add_goes_where_the_deck_allows_it_and_says_what_check_says(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """A full main deck whose size is ignored: the next card goes there too, unless nothing may be ignored."""
    names = [card.name for card in shipped("venture").pool if card.fields.get("rarity") == "commune"][:18]
    ignore = "ignore: [{rule: main-size, reason: why not}, {rule: rarity-copies, reason: too}]\n"
    text = f"game: venture\n{ignore}main: [{', '.join(f'3 {name}' for name in names[:17])}]\n"
    for options, section, more in (([], "main", "64 more copies"), (["--no-ignore"], "side", "2 more copies")):
        deck = tmp_path / "deck.yaml"
        deck.write_text(text, encoding="utf-8")
        assert run(["add", str(deck), f"1 {names[17]}", *options]) == 0
        told = capfd.readouterr().out
        assert f"{more} of {names[17]} may be added to {section}" in told
        run(["check", str(deck), *options])
        verdict = capfd.readouterr().out.partition(": ")[2].partition(" (venture")[0]
        assert any(line.startswith((f"{verdict} (", f"{verdict};")) for line in told.splitlines()), told
