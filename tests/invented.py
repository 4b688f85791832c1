"""Invented games for tests of the engine: a play section as text, decks of cards made up, games told by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from kit import Table, tiny

from deckcheck.cards.pool import Card, Value
from deckcheck.decks.deck import Entry
from deckcheck.engine.layout import Layout, lay_out
from deckcheck.engine.read import play_problems, read_plan
from deckcheck.goldfish.trace import State, replay

HEAD = """
sections: {main: {title: Deck}, side: {title: Side}, throne: {title: Throne}}
card:
  required: [name]
  properties:
    name: {type: string}
    kind: {enum: [imp, bolt, lord]}
    cost: {type: integer}
    atk: {type: integer}
    wait: {type: integer}
    gives: {type: integer}
    seek: {type: string}
    needs: {type: array, items: {type: string}}
rules: {size: {size: {in: main, min: 1}, assumed: a deck holds a card}}
"""


def card(name: str, kind: str = "imp", **fields: Value) -> Card:
    return Card(name, (name,), {"name": name, "kind": kind, **fields})


IMP, OGRE, GIANT = (card(name, cost=n, atk=n) for name, n in (("Imp", 1), ("Ogre", 3), ("Giant", 5)))
BOLT, FLASH = card("Bolt", "bolt", cost=1), card("Flash", "bolt", cost=2)
RUNNER, LENDER = card("Runner", atk=2, cost=2, wait=1), card("Lender", atk=0, cost=1, gives=1)
WALL = card("Wall", atk=0, cost=3)
Deck = Mapping[Card, int]


@dataclass(frozen=True)
class Case:
    """`told`: zone, pool, total, "lost" or "won" → what it is after the set-up and after each turn."""

    play: str
    deck: Deck
    told: Mapping[str, Sequence[object]]
    options: Mapping[str, str] = field(default_factory=dict)
    aside: tuple[tuple[str, Card], ...] = ()


def game(folder: Path, play: str) -> Table:
    return tiny(folder, f"{HEAD}play:\n{play}", "name\nNobody\n")


def laid(folder: Path, case: Case, *, merge: bool = False) -> Layout:
    table = game(folder, case.play)
    assert play_problems(table.game) == ()
    plan = read_plan(table.game, table.game.ruleset(None), case.options)
    entries = [Entry(n, one.name, "main", one) for one, n in case.deck.items()]
    entries += [Entry(1, one.name, section, one) for section, one in case.aside]
    return lay_out(plan, entries, table.game.scope, merge=merge)


def seen(layout: Layout, state: State, what: str) -> object:
    if what in ("lost", "won", "phase"):
        return getattr(state, what)
    if what in state.zones:
        held = sorted((layout.name(t), n) for t, n in state.zones[what])
        return " ".join(name if n == 1 else f"{n} {name}" for name, n in held)
    return state.pools[what] if what in state.pools else state.totals[what]


def check(folder: Path, case: Case) -> None:
    layout = laid(folder, case)
    turns = max(len(values) for values in case.told.values()) - 1
    states = replay(layout, turns, 1, 0)
    found = {what: [seen(layout, state, what) for state in states] for what in case.told}
    assert found == {what: list(values) for what, values in case.told.items()}
