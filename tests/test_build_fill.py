"""Filled decks pass the check, meet the wishes and the curve, and come out the same every time."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from kit import Table, shipped, tiny

from deckcheck.build.collection import read_collection
from deckcheck.build.fill import Aim, Filler
from deckcheck.build.search import Repair
from deckcheck.cards.pool import Pool
from deckcheck.decks.deck import Deck
from deckcheck.editing.changes import ADD
from deckcheck.expr import Expr, Type, compile_text
from deckcheck.report import DeckcheckError, Severity

GAMES = [
    ("venture", None),
    ("tresors-de-geek", None),
    ("clash-of-decks", "constructed"),
    ("clash-of-decks", "draft"),
    ("clash-of-decks", "preconstructed"),
    ("yugioh", "tcg"),
    ("yugioh", "goat"),
    ("yugioh", "2003"),
]


def wish(table: Table, text: str) -> Expr:
    return compile_text(text, table.game.scope, Type.TRUTH)


def filled(table: Table, aim: Aim, format_id: str | None = None, **sections: list[str]) -> Repair:
    deck = table.deck(sections) if sections else Deck("deck", table.game.id, format_id, None, ())
    return Filler(table.checker(format_id), table.pool, aim).fill(deck)


def main(repair: Repair, field: str) -> Counter[object]:
    found: Counter[object] = Counter()
    for entry in repair.deck.entries:
        if entry.section == "main" and entry.card is not None:
            found[entry.card.fields.get(field)] += entry.count
    return found


@pytest.mark.parametrize(("game", "format_id"), GAMES)
def test_from_nothing(game: str, format_id: str | None) -> None:
    """A deck from nothing is legal without a warning, and has no card too many."""
    table = shipped(game)
    repair = filled(table, Aim(), format_id)
    report = table.checker(format_id).check(repair.deck)
    assert report.legal
    assert not [p.rule for p in report.problems if p.severity is Severity.WARNING]
    assert all(change.action == ADD and change.rules for change in repair.changes)
    assert filled(table, Aim(), format_id) == repair


@pytest.mark.parametrize("order", [1, -1])
def test_the_order_of_wishes_decides_nothing(order: int) -> None:
    """The same wishes of another order give the same deck."""
    table = shipped("venture")
    wants = ("count(kind == monstre) >= 24", "count(kind == piege) == 4", "different() >= 18")
    aim = Aim(tuple(wish(table, want) for want in wants[::order]), {1: 6, 2: 8, 3: 9}, None)
    again = Aim(tuple(wish(table, want) for want in wants), {3: 9, 2: 8, 1: 6})
    assert filled(table, aim).deck == filled(table, again).deck


def test_wishes_and_curve() -> None:
    table = shipped("venture")
    wants = (wish(table, "count(kind == monstre) >= 24"), wish(table, "count(kind == piege) == 4"))
    repair = filled(table, Aim(wants, {1: 6, 2: 8, 3: 9}))
    assert table.checker().check(repair.deck).legal
    kinds, costs = main(repair, "kind"), main(repair, "cost")
    assert kinds["monstre"] >= 24
    assert kinds["piege"] == 4
    assert (costs[1], costs[2], costs[3]) == (6, 8, 9)
    assert sum(costs.values()) == 40


def test_the_most_of_a_field(tmp_path: Path) -> None:
    """By hand: three of the strongest, three of the next, one of the third."""
    schema = """
card: {properties: {name: {type: string}, atk: {type: integer, minimum: 0}}}
sections: {main: {title: Main}}
rules:
  size: {size: {in: main, exactly: 7}, assumed: test}
  three: {copies: {in: main, max: 3}, assumed: test}
"""
    table = tiny(tmp_path, schema, "name,atk\nAnt,1\nBee,5\nCat,4\nDog,9\nElk,\n")
    aim = Aim(maximize=compile_text("atk", table.game.scope, Type.NUMBER))
    assert main(filled(table, aim), "name") == {"Dog": 3, "Bee": 3, "Cat": 1}
    less = Aim(maximize=compile_text("-atk", table.game.scope, Type.NUMBER))
    assert main(filled(table, less), "name") == {"Elk": 3, "Ant": 3, "Cat": 1}


def test_a_deck_in_progress_keeps_its_cards() -> None:
    table = shipped("venture")
    names = [card.name for card in table.pool]
    repair = filled(table, Aim(), main=[f"1 {name}" for name in names[:30]], side=[f"1 {names[0]}"])
    assert {change.action for change in repair.changes} == {ADD}
    assert repair.size == 10
    whole = [f"{e.count} {e.shown}" for e in repair.deck.entries if e.section == "main"]
    assert not filled(table, Aim(), main=whole).changes


def test_a_deck_that_adding_cannot_complete() -> None:
    table = shipped("venture")
    unique = next(card.name for card in table.pool if card.fields["rarity"] == "unique")
    repair = filled(table, Aim(), main=[f"2 {unique}"])
    assert repair.collision == ("rarity-copies",)
    impossible = Aim((wish(table, "count(kind == monstre) >= 60"),))
    assert filled(table, impossible).collision == ("main-size", "want count(kind == monstre) >= 60")


def collection(tmp_path: Path, table: Table, text: str) -> Aim:
    file = tmp_path / "mine.csv"
    file.write_text(text, encoding="utf-8")
    found = read_collection(str(file), table.game, table.pool)
    return Aim(owned=found.copies)


def owned_text(pool: Pool, copies: int, most: int) -> str:
    return "Count;Name\n" + "".join(f"{copies};{card.name}\n" for card in list(pool)[:most])


def test_only_what_is_owned(tmp_path: Path) -> None:
    table = shipped("venture")
    aim = collection(tmp_path, table, owned_text(table.pool, 1, 45))
    repair = filled(table, aim)
    assert table.checker().check(repair.deck).legal
    assert max(main(repair, "name").values()) == 1
    too_few = collection(tmp_path, table, owned_text(table.pool, 1, 39))
    assert filled(table, too_few).collision == ("main-size",)


def test_a_collection_counts_copies_over_lines_and_tells_what_it_left_out(tmp_path: Path) -> None:
    table = shipped("venture")
    file = tmp_path / "mine.csv"
    file.write_text("name,quantity\nVeilleur,2\nVeilleur,1\nNobody at all,4\n", encoding="utf-8")
    found = read_collection(str(file), table.game, table.pool)
    assert {card.name: count for card, count in found.copies.items()} == {"Veilleur": 3}
    assert [problem.rule for problem in found.problems] == ["unknown-card"]
    file.write_text("name,quantity\nNobody at all,4\n", encoding="utf-8")
    with pytest.raises(DeckcheckError):
        read_collection(str(file), table.game, table.pool)
