"""The verdict on a deck as a whole: legal, complete, what is left open, its sizes and its code."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from kit import Sections, deck_of
from test_findings import game

from deckcheck.cards.pool import Card
from deckcheck.decks.deck import Entry
from deckcheck.record import replace
from deckcheck.report import Place, Severity
from deckcheck.rules.check import fingerprint, section_sizes
from deckcheck.rules.headroom import room
from deckcheck.wording import message

LEAST, MOST = "{size: {in: main, min: 2}}", "{size: {in: main, max: 2}}"
WARN = "{severity: warning, size: {in: main, min: 2}}"
MOVING = "{size: {in: main, max: side.size}}"

# (rule, deck, draft, legal, complete)
VERDICTS: list[tuple[str, Sections, bool, bool, bool]] = [
    (LEAST, {"main": ["2 Ant"]}, False, True, True),
    (LEAST, {"main": ["1 Ant"]}, False, False, False),
    (LEAST, {"main": ["1 Ant"]}, True, True, False),
    (MOST, {"main": ["3 Ant"]}, False, False, True),
    (MOST, {"main": ["3 Ant"]}, True, False, True),
    (MOVING, {"main": ["1 Ant"]}, False, False, False),  # a card more in the side deck mends it
    (MOVING, {"main": ["1 Ant"]}, True, True, False),
    (WARN, {"main": ["1 Ant"]}, False, True, True),
    ("{size: {in: main, min: main.size + 1}}", {"main": ["1 Ant"]}, False, False, False),
    ("{sum: {in: main, what: cost, max: 9}}", {"main": ["1 Egg"]}, False, False, False),  # its cost is not known
    (MOST, {"main": ["1 Nobody"]}, False, False, False),
    ("{size: {in: main, max: leader.cost}}", {"main": ["1 Ant"]}, False, True, False),
]


@pytest.mark.parametrize(
    ("rule", "deck", "draft", "legal", "complete"), VERDICTS, ids=[f"{v[0]} {v[1]} {v[2]}" for v in VERDICTS]
)
def test_legal_and_complete(
    rule: str, deck: Sections, draft: bool, legal: bool, complete: bool, tmp_path: Path
) -> None:
    report = game(tmp_path, rule).check(deck, draft=draft)
    assert (report.legal, report.complete) == (legal, complete)


def test_in_a_draft_what_cards_may_mend_is_no_fault(tmp_path: Path) -> None:
    (problem,) = game(tmp_path, LEAST).check({"main": ["1 Ant"]}, draft=True).problems
    assert problem.severity is Severity.INFO


def test_room_is_told_of_a_draft_alone_for_each_card_where_it_lies(tmp_path: Path) -> None:
    table = game(tmp_path, "{copies: {in: [main, side], max: 3}}")
    deck: Sections = {"main": ["1 Ant", "1 Bee"], "side": ["1 Ant", "1 Nobody"]}
    assert table.check(deck).headroom == ()
    room = [(one.card, one.section, one.more) for one in table.check(deck, draft=True).headroom]
    assert room == [("Ant", "main", 1), ("Bee", "main", 2), ("Ant", "side", 1)]


def test_room_is_what_the_rules_leave_up_to_the_most_that_is_asked_for(tmp_path: Path) -> None:
    for cap in range(9):
        table = game(tmp_path, f"{{size: {{in: main, max: {cap}}}}}")
        checker, ant = table.checker(), table.deck({"main": ["1 Ant"]}).entries[0]
        for most in range(1, 9):
            assert room(checker, (), ant, most=most) == min(cap, most), (cap, most)


def test_what_leaves_rules_open_is_named_once(tmp_path: Path) -> None:
    table = game(tmp_path, "{sum: {in: main, what: cost, max: 9}}")
    report = table.check({"main": ["1 Egg", "1 Nobody", "1 Ant", "1 Egg"]})
    assert report.undecided == ("r",)
    assert report.unsettled == ("Nobody", "Egg")
    assert table.check({"main": ["1 Ant"], "side": ["1 Nobody"]}).unsettled == ()


def test_the_sizes_of_all_sections(tmp_path: Path) -> None:
    table = game(tmp_path, MOST)
    deck = table.deck({"side": ["2 Ant", "1 Nobody"], "main": ["1 Ant"]})
    assert section_sizes(deck, table.game) == {"leader": 0, "main": 1, "side": 3}
    assert table.checker().check(deck).sections == {"leader": 0, "main": 1, "side": 3}


def test_decks_of_the_same_cards_share_a_code(tmp_path: Path) -> None:
    table = game(tmp_path, MOST)

    def code(**sections: list[str]) -> str:
        return fingerprint(deck_of(sections, table.game, table.pool))

    one = code(main=["2 Ant", "1 Cat"], side=["1 Bee"])
    assert re.fullmatch(r"[0-9A-F]{4}-[0-9A-F]{4}", one)
    assert code(side=["1 Bee"], main=["1 Cat", "1 Ant", "1 ant"]) == one
    others = {
        code(main=["2 Ant", "1 Cat"]),
        code(main=["2 Ant", "1 Cat"], side=["2 Bee"]),
        code(main=["2 Ant", "1 Bee"], side=["1 Cat"]),
        code(main=["2 Ant", "1 Cat"], side=["1 Bee of the hive"]),
        code(main=["2 Ant", "1 Cat"], side=["1 Nobody"]),
    }
    assert len(others | {one}) == 6
    assert code(main=["1 Nobody", "1 NOBODY"]) == code(main=["2 nobody"])


def test_a_problem_calls_a_card_as_its_line_does(tmp_path: Path) -> None:
    """By the name on its line, if that is another one; one that is the same but for its spelling is not told."""
    table = game(tmp_path, "{copies: {in: main, max: 3}}")
    fields = {"name": "Wasp", "kind": "a", "cost": 1}
    wasp = Card("Wasp", ("Wasp", "Guêpe"), fields)
    for written, spelt in (("Guêpe", "Wasp (Guêpe)"), ("guepe", "Wasp (guepe)"), ("Wasp", "Wasp"), ("WASP", "Wasp")):
        entry = Entry(4, written, "main", wasp, Place("deck", 1, 1))
        report = table.checker().check(replace(table.deck({}), entries=(entry,)))
        (problem,) = (problem for problem in report.problems if problem.rule == "r")
        assert message(problem) == f"4 copies of {spelt} in main, at most 3 allowed"
