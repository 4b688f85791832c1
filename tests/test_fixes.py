"""The one-line fix of every kind of finding: the smallest change that mends it, or none where no line says it."""

from __future__ import annotations

from pathlib import Path

import pytest
from kit import Sections
from test_findings import found, game

from deckcheck.rules.fixes import applied

# (rule, deck, action, copies, cards, section, what else is said)
FIXES: list[tuple[str, Sections, tuple[object, ...] | None]] = [
    # Cards: of the section where the limit is passed, if it holds as many.
    ("{size: {in: main, max: 3}}", {"main": ["5 Ant"]}, ("remove", 2, (), "main")),
    ("{size: {in: main, min: 3}}", {"main": ["1 Ant"]}, ("add", 2, (), "main")),
    ("{size: {in: main, exactly: 3}}", {"main": ["4 Ant"]}, ("remove", 1, (), "main")),
    ("{size: {in: main, exactly: 3}}", {"main": ["1 Ant"]}, ("add", 2, (), "main")),
    ("{size: {in: [main, side], max: 1}}", {"main": ["1 Ant"], "side": ["5 Bee"]}, ("remove", 5, (), "side")),
    ("{size: {in: [main, side], max: 2}}", {"main": ["3 Ant"], "side": ["1 Bee"]}, ("remove", 2, (), "main")),
    ("{size: {in: [main, side], max: 0}}", {"main": ["3 Ant"], "side": ["1 Bee"]}, ("remove", 4, (), None)),
    # Of several allowed numbers the nearest, of two as near the larger.
    ("{size: {in: main, one_of: [0, 4]}}", {"main": ["1 Ant"]}, ("remove", 1, (), "main")),
    ("{size: {in: main, one_of: [0, 4]}}", {"main": ["2 Ant"]}, ("add", 2, (), "main")),
    ("{size: {in: main, one_of: [0, 4]}}", {"main": ["9 Ant"]}, ("remove", 5, (), "main")),
    ("{size: {in: main, max: cap - 5}}", {"main": ["3 Ant"]}, ("remove", 3, (), "main")),
    # A limit that moves with the deck: what is taken out must mend it, what is added may not.
    ("{size: {in: main, max: side.size}}", {"main": ["3 Ant"], "side": ["1 Bee"]}, ("remove", 2, (), "main")),
    ("{size: {in: main, max: main.size - 1}}", {"main": ["3 Ant"]}, None),
    ("{size: {in: main, min: side.size}}", {"main": ["1 Ant"], "side": ["3 Bee"]}, None),
    ("{count: {in: main, of: count() >= 4, max: 3}}", {"main": ["4 Ant"]}, ("remove", 1, ("Ant",), "main")),
    (
        "{count: {in: main, of: kind == a, max: 1}}",
        {"main": ["2 Ant", "1 Bee", "9 Cat"]},
        ("remove", 2, ("Ant", "Bee"), "main"),
    ),
    (
        "{count: {in: main, of: kind == a, per: tags, max: 1}}",
        {"main": ["2 Ant", "9 Cat"]},
        ("remove", 1, ("Ant",), "main"),
    ),
    (
        "{copies: {in: [main, side], max: 2}}",
        {"main": ["1 Ant"], "side": ["3 Ant", "2 Egg"]},
        ("remove", 2, ("Ant",), "side"),
    ),
    ("{count: {in: main, of: kind == a, min: 3}}", {"main": ["1 Ant"]}, ("add", 2, (), "main")),
    ("{copies: {in: main, min: 3}}", {"main": ["1 Ant"]}, ("add", 2, ("Ant",), "main")),
    (
        "{forbid: {in: [main, side, leader], of: kind == b}}",
        {"main": ["1 Ant"], "side": ["2 Cat"]},
        ("remove", 2, ("Cat",), "side"),
    ),
    # What is missing is added, if all of it may be.
    (
        "{forbid: {in: [main, side, leader], of: not needs within deck.name}}",
        {"main": ["1 Cat", "1 Dog"]},
        ("add", 1, ("Ant",), "main"),
    ),
    (
        "{forbid: {in: [main, side, leader], of: not needs within side.name}}",
        {"main": ["1 Cat"]},
        ("add", 2, ("Ant", "Dog"), "side"),
    ),
    # A card that may lie elsewhere is moved.
    ("{forbid: {in: main, of: kind == b}}", {"main": ["2 Cat"]}, ("move", 2, ("Cat",), "main")),
    # Values: those of the fewest copies, of equals the later.
    (
        "{different: {in: main, what: cost, max: 1}}",
        {"main": ["3 Ant", "1 Bee", "1 Cat"]},
        ("drop", 2, ("Cat", "Bee"), "main"),
    ),
    (
        "{different: {in: main, what: cost, max: 2}}",
        {"main": ["3 Ant", "1 Bee", "1 Cat"]},
        ("drop", 1, ("Cat",), "main"),
    ),
    (
        "{different: {in: main, what: cost, max: 2}}",
        {"main": ["1 Ant", "2 Bee", "2 Cat"]},
        ("drop", 1, ("Ant",), "main"),
    ),
    ("{different: {in: main, what: tags, max: 1}}", {"main": ["2 Ant", "1 Bee"]}, ("drop", 1, ("Bee",), "main")),
    ("{different: {in: main, what: tags, max: 1}}", {"main": ["3 Bee"]}, ("drop", 3, ("Bee",), "main")),
    (
        "{different: {in: [main, side], what: cost, max: 1}}",
        {"main": ["3 Ant", "1 Bee"], "side": ["1 Bee"]},
        ("drop", 2, ("Bee",), None),
    ),
    (
        "{different: {in: [main, side], of: section == main, what: cost, max: 1}}",
        {"main": ["3 Ant", "1 Bee"], "side": ["2 Bee"]},
        ("drop", 1, ("Bee",), "main"),
    ),
    ("{different: {in: main, what: cost, min: 2}}", {"main": ["3 Ant"]}, None),
    # Sums: the heaviest first, of each no more copies than it takes.
    (
        "{sum: {in: main, what: cost, max: 6}}",
        {"main": ["3 Bee", "2 Cat", "1 Dog"]},
        ("remove", 2, ("Dog", "Cat"), None),
    ),
    ("{sum: {in: main, what: cost, max: 2}}", {"main": ["3 Cat", "4 Ant"]}, ("remove", 2, ("Cat",), None)),
    (
        "{sum: {in: main, what: cost, max: 1}}",
        {"main": ["1 Cat", "1 Dog", "1 Cat"]},
        ("remove", 3, ("Dog", "Cat"), None),
    ),
    ("{sum: {in: main, what: power, max: 0}}", {"main": ["1 Dog", "1 Bee"]}, ("remove", 1, ("Dog",), None)),
    ("{sum: {in: main, what: power, max: cap - 5}}", {"main": ["1 Dog"]}, None),  # 0 is too much yet
    ("{sum: {in: main, what: cost, min: 3}}", {"main": ["1 Cat"]}, None),
    # No single line says how groups are mended.
    ("{groups: {in: main, over: name, having: count() >= 2, max: 1}}", {"main": ["2 Ant", "2 Cat"]}, None),
    ("{sum: {in: main, over: name, what: cost, max: 1}}", {"main": ["2 Cat"]}, None),
]


@pytest.mark.parametrize(("rule", "deck", "fix"), FIXES, ids=[f"{r[0]} {r[1]}" for r in FIXES])
def test_fix(rule: str, deck: Sections, fix: tuple[object, ...] | None, tmp_path: Path) -> None:
    (problem,) = found(game(tmp_path, rule), deck)
    made = problem.fix
    assert (None if made is None else (made.action, made.count, made.cards, made.section)) == fix


@pytest.mark.parametrize(
    ("deck", "left"),
    [
        (["1 Cat", "1 Cat", "1 Cat"], ["1 Cat"]),
        (["2 Cat", "1 Dog", "2 Cat"], ["1 Cat"]),
        (["5 Cat", "3 Ant", "2 Bee"], ["3 Ant", "2 Bee"]),
        (["2 Cat", "1 Bee"], ["1 Bee"]),
    ],
)
def test_what_is_left_after_a_fix(deck: list[str], left: list[str], tmp_path: Path) -> None:
    """Of each card so many copies, however many lines they stand in, from the end."""
    table = game(tmp_path, "{sum: {in: main, what: cost, max: 2}}")
    (problem,) = found(table, {"main": deck})
    assert problem.fix is not None
    entries = applied(problem.fix, table.deck({"main": deck}).entries, ("main",))
    assert [f"{entry.count} {entry.shown}" for entry in entries] == left


def test_what_a_fix_says_besides(tmp_path: Path) -> None:
    """The cards that a change is about, the copies of each card, where a card is moved."""
    for number, (rule, deck, facts) in enumerate(
        (
            ("{count: {in: main, of: dear, max: 1}}", ["2 Cat"], {"of": "dear", "titles": (("dear", "a dear card"),)}),
            ("{count: {in: main, of: dear, min: 1}}", ["2 Ant"], {"of": "dear", "titles": (("dear", "a dear card"),)}),
            ("{sum: {in: main, what: cost, max: 2}}", ["2 Cat", "1 Dog", "1 Cat"], {"each": (1, 2)}),
            ("{forbid: {in: main, of: kind == b}}", ["2 Cat"], {"to": "side"}),
        )
    ):
        folder = tmp_path / str(number)
        folder.mkdir()
        (problem,) = found(game(folder, rule), {"main": deck})
        assert problem.fix is not None
        assert dict(problem.fix.facts) == facts
