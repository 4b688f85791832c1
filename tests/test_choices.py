"""What a check is asked with: format, day, the event's params, and how bad each rule is."""

from __future__ import annotations

from pathlib import Path

import pytest
from kit import DAY, Table, tiny, told

from deckcheck.games.choices import Choices, checker
from deckcheck.record import replace
from deckcheck.report import DeckcheckError, Severity

SCHEMA = """
card: {properties: {name: {type: string}}}
sections: {main: {title: Main}, side: {title: Side}}
params: {cap: 3, strict: false, until: "2003", sets: [a, b]}
rules:
  size: {size: {in: main, max: cap}, assumed: case}
  side: {size: {in: side, max: 0}, when: strict, assumed: case}
  late: {size: {in: main, max: 1}, when: as_of >= "2025-01-01", assumed: case}
default: usual
formats:
  usual: {title: Usual}
  small: {title: Small format, base: usual, params: {cap: 2}, note: mind the gap, since: "2024-05-01"}
  smaller: {title: Smaller, base: small, params: {cap: 1}}
"""


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return tiny(tmp_path, SCHEMA, "name\nAnt\n")


@pytest.mark.parametrize(
    ("param", "given", "value"),
    [
        *(("strict", text, True) for text in ("true", "TRUE", "yes", "1")),
        *(("strict", text, False) for text in ("false", "No", "0")),
        ("strict", True, True),
        ("cap", "5", 5),
        ("cap", "-5", -5),
        ("cap", 7, 7),
        ("cap", "9" * 18, int("9" * 18)),
        ("until", "2010-01-01", "2010-01-01"),
        ("until", "7", "7"),
        ("sets", "x", ("x",)),
        ("sets", "x, y z ,w", ("x", "y z", "w")),
    ],
)
def test_a_param_keeps_its_type(table: Table, param: str, given: object, value: object) -> None:
    rules = table.checker(params={param: given}).ruleset
    assert rules.params == {"cap": 3, "strict": False, "until": "2003", "sets": ("a", "b")} | {param: value}
    assert rules.setters == {param: "--param"}


@pytest.mark.parametrize(
    ("param", "given", "sentence"),
    [
        *(("strict", text, "usage.param-truth") for text in ("", "maybe", "2")),
        *(("cap", text, "usage.param-number") for text in ("", "-", "--5", "5-", "3.5", "three", "9" * 5000)),
        ("capp", "3", "usage.unknown-param"),
    ],
)
def test_a_param_that_cannot_be(table: Table, param: str, given: str, sentence: str) -> None:
    with pytest.raises(DeckcheckError) as error:
        table.checker(params={param: given})
    assert (error.value.sentence, error.value.facts["param"]) == (sentence, param)
    if param == "capp":
        assert error.value.facts["nearest"] == "cap"
        assert error.value.facts["known"] == ("cap", "strict", "until", "sets")


def test_a_format_sets_a_param_and_the_event_after_it(table: Table) -> None:
    deck = {"main": ["4 Ant"]}
    for form, params, problem in (
        (None, {}, "size 4 max 3"),
        ("small", {}, "size 4 max 2"),
        ("small", {"cap": "1"}, "size 4 max 1"),
    ):
        rules = table.checker(form, "2024-12-31", params)
        (found,) = rules.check(table.deck(deck)).problems
        assert told(found) == problem
        (origin,) = found.origin
        assert origin.facts["setter"] == ("--param" if params else form)


def test_a_guard_of_a_param_or_the_day_is_settled_once(table: Table) -> None:
    """What it rules out is no rule of the check at all."""
    assert [rule.id for rule in table.checker(None, "2024-12-31").ruleset.rules] == ["size"]
    assert [rule.id for rule in table.checker(None, "2025-01-01").ruleset.rules] == ["size", "late"]
    assert [r.id for r in table.checker(None, "2024-12-31", {"strict": "true"}).ruleset.rules] == ["size", "side"]


@pytest.mark.parametrize(("form", "meant"), [(None, "usual"), ("usual", "usual"), ("SMALL", "small")])
def test_a_format_is_the_default_or_named(table: Table, form: str | None, meant: str) -> None:
    assert table.checker(form).ruleset.format == meant


def test_a_format_that_is_not_there(table: Table) -> None:
    with pytest.raises(DeckcheckError) as error:
        table.checker("smal")
    facts = error.value.facts
    assert (error.value.sentence, facts["nearest"], facts["known"]) == (
        "usage.unknown-format",
        "small",
        ("usual", "small", "smaller"),
    )


@pytest.mark.parametrize(
    ("day", "sentences"),
    [("2024-04-30", ["note.rules-newer", "note.format"]), ("2024-05-01", ["note.format"])],
)
def test_notes_of_a_format(table: Table, day: str, sentences: list[str]) -> None:
    notes = table.checker("small", day).notes
    assert [note.sentence for note in notes] == sentences
    assert dict(notes[-1].facts) == {"note": "mind the gap", "format": "Small format"}
    if len(notes) > 1:
        assert dict(notes[0].facts) == {"format": "Small format", "since": "2024-05-01", "as_of": day}
    assert table.checker("usual", day).notes == ()
    assert [note.sentence for note in table.checker("smaller", day).notes] == sentences, "as the one it is based on"


def test_rules_weigh_as_the_project_says(table: Table) -> None:
    def weighed(severities: dict[str, str]) -> list[tuple[str, Severity]]:
        rules = checker(table.game, table.pool, {}, Choices(DAY, severity=severities))
        return [(p.rule, p.severity) for p in rules.check(table.deck({"main": ["9 Ant"]})).problems]

    error, warning = Severity.ERROR, Severity.WARNING
    assert weighed({}) == [("size", error), ("late", error)]
    assert weighed({"size": "warning"}) == [("size", warning), ("late", error)]
    assert weighed({"size": "off", "late": "warning"}) == [("late", warning)]
    settings = Choices(DAY, severity={"size": "off", "late": "info"})
    weak = checker(table.game, table.pool, {}, settings)
    told = [("judged.off", ("size",)), ("judged.milder", ("late",))]
    assert [(note.sentence, note.facts["names"]) for note in weak.judged_by] == told
    assert weak.weakened == ("size", "late")
    held = checker(table.game, table.pool, {}, replace(settings, ignores=False))
    assert [(p.rule, p.severity) for p in held.check(table.deck({"main": ["9 Ant"]})).problems] == weighed({})
    assert (held.judged_by, held.weakened) == ((), ())
