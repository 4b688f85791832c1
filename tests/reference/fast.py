"""The same games by the engine, its states put as the reference puts them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from kit import shipped

from deckcheck.engine.layout import Layout, lay_out
from deckcheck.engine.read import read_plan, with_policy
from deckcheck.engine.table import Table
from deckcheck.engine.tape import CHUNK, Tape, again_word
from deckcheck.rules.check import Checker
from reference.copies import State
from reference.trials import Trial


@cache
def settled(game: str, form: str | None) -> Checker:
    return shipped(game).checker(form)


def layout_of(trial: Trial, *, merge: bool) -> Layout:
    rules = settled(trial.game, trial.format)
    given = {name: str(value) for name, value in trial.options.items()}
    plan = read_plan(rules.game, rules.ruleset, given)
    if trial.keep or trial.toss:
        plan = with_policy(plan, trial.keep, trial.toss)
    return lay_out(plan, trial.entries, rules.game.scope, merge=merge)


@dataclass(frozen=True)
class Played:
    """`states[game][turn]`. `alias`: the name that stands for a card's class."""

    states: tuple[tuple[State, ...], ...]
    alias: Mapping[str, str]


def play(trial: Trial, *, merge: bool) -> Played:
    layout = layout_of(trial, merge=merge)
    shown = [one.cards[0][0].name for one in layout.classes]
    taken: list[list[State]] = [[] for _ in range(trial.games)]
    table = Table(layout, trial.turns, trial.games)
    ordered = hasattr(table.hand, "order")
    by_name = sorted(range(len(shown)), key=shown.__getitem__)

    def zone(rows: Mapping[int, Any]) -> list[tuple[str, ...]]:
        there = [(shown[t], rows[t].tolist()) for t in by_name if t in rows and rows[t].any()]
        return [tuple(name for name, row in there for _ in range(row[game])) for game in range(trial.games)]

    def after(table: Table, turn: int) -> None:
        zones = {name: zone(one.rows) for name, one in table.zones.items() if name != "hand"}
        if ordered:
            zones["hand"] = [tuple(shown[t] for t in table.hand.order(game)) for game in range(trial.games)]
            if line := table.zones["board"].line:
                zones["line"] = [tuple(shown[t] for t in line.order(game)) for game in range(trial.games)]
        else:
            zones["hand"] = zone(table.hand.rows)
            zones["pile"] = zone({t: table.pile(t) for t in range(len(shown))})
        pools = {name: row.tolist() for name, row in table.pools.items()}
        totals = {name: row.tolist() for name, row in table.totals.items()}
        lost, tossed = table.lost.tolist(), table.mulligans.tolist()
        for game, states in enumerate(taken):
            states.append(
                State(
                    turn,
                    {name: lists[game] for name, lists in zones.items()},
                    {name: row[game] for name, row in pools.items()},
                    {name: row[game] for name, row in totals.items()},
                    lost[game],
                    tossed[game],
                )
            )

    chunk, column = divmod(trial.first, CHUNK)
    table.run(Tape(trial.seed, chunk, column, trial.games), after)
    alias = {card.name: name for one, name in zip(layout.classes, shown, strict=True) for card, _ in one.cards}
    return Played(tuple(map(tuple, taken)), alias)


def position(seed: int, game: int, key: tuple[int, int, int], draw: int, left: int) -> int:
    """One position of one game, the plain way: what `Tape.positions` gives in that column."""
    chunk, column = divmod(game, CHUNK)
    if left == 0:
        return 0
    word = int(Tape(seed, chunk, column, 1).words(key, draw + 1)[draw, 0])
    attempt = 0
    while (word * left) % 65536 < 65536 % left:
        attempt += 1
        word = again_word(seed, chunk, key, draw, column, attempt)
    return word * left >> 16
