"""A plan and a deck as games to play: zones, pile and steps put together, many games in lockstep or one alone.

The pile is an urn: how many cards of the classes up to each are left. Nothing is ever shuffled.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from deckcheck.engine.games import Games, varies
from deckcheck.engine.tape import CHUNK, Key, Row, Tape

import numpy as np  # isort: skip

from deckcheck.engine.arrays import Rows
from deckcheck.engine.layout import Layout
from deckcheck.engine.ordered import OrderedHand
from deckcheck.engine.play_plan import HAND, Draw
from deckcheck.engine.rows import reader
from deckcheck.engine.steps import make
from deckcheck.engine.zones import Hand, Zone


class Urn:
    """`cum[t]` is what is left of classes 0 to t, so that `cum -= cum > position` draws a card in every game.

    `vary`: games may differ in how many cards are left. Draws go into the hand of the table.
    """

    def __init__(self, tb: Games, *, vary: bool) -> None:
        self.tb = tb
        self.vary = vary
        left = tb.layout.left
        self._start = np.cumsum(left).astype(tb.dtype)[:, None] if left else tb.zeros(0)
        self.cum, self._before = tb.zeros(tb.types), tb.zeros(tb.types)
        self._hit = np.zeros((tb.types, tb.count), np.bool_)
        self._left = tb.cards
        self._at: list[Row] = []
        self._below = tb.empty_row(), tb.empty_row()

    def reset(self) -> None:
        self.cum[:] = self._start
        self._left = self.tb.cards

    def copies(self, t: int) -> Row:
        """Copies of a class in the pile."""
        row: Row = self.cum[t] - self.cum[t - 1] if t else self.cum[t].copy()
        return row

    def search(self, name: str, ids: Sequence[int]) -> Callable[[Row], None]:
        """Fetches so many cards into the hand, of the first of these classes that are left."""
        fetched, owed, hand = self.tb.empty_row(), self.tb.empty_row(), self.tb.hand

        def effect(k: Row) -> None:
            np.copyto(owed, k)
            for t in ids:
                np.copyto(fetched, self.cum[t])
                if t:
                    np.subtract(fetched, self.cum[t - 1], out=fetched)
                np.minimum(fetched, owed, out=fetched)
                np.subtract(owed, fetched, out=owed)
                for row in self.cum[t:]:
                    np.subtract(row, fetched, out=row)
                np.add(hand.rows[t], fetched, out=hand.rows[t])
                self.tb.tell("search", name, [(t, fetched)])

        return effect

    def lose(self, how: str | None, number: int) -> None:
        """All games are due so many draws."""
        if how is not None and self.vary:
            np.logical_or(self.tb.lost, self.cum[-1] < (number if how == "short" else 1), out=self.tb.lost)
        elif how is not None and self._left < (number if how == "short" else 1):
            self.tb.lost.fill(True)

    def lose_where(self, how: str | None, wanted: Row) -> None:
        if how is not None:
            least = wanted if how == "short" else np.minimum(wanted, self.tb.full(1))
            np.logical_or(self.tb.lost, self.cum[-1] < least, out=self.tb.lost)

    def draw(self, key: Key, number: int, wanted: Row | None = None, back: Rows | None = None) -> None:
        """So many cards into the hand, in each game the first `wanted`; then `back` goes into the pile."""
        if self.tb.plan.ordered:
            self._deal(key)
            return
        before, few = self._before, None
        if wanted is not None:
            some = np.flatnonzero(wanted)
            few = some if some.size * 10 < self.tb.count else None
        if few is not None and wanted is not None:
            self._draw_few(key, number, wanted[few], few)
        else:
            self._draw_all(key, number, wanted)
        if self.tb.log is not None:
            rows = [before[0], *(before[t] - before[t - 1] for t in range(1, self.tb.types))]
            self.tb.tell("draw", "draw", list(enumerate(rows)))
        if back is not None:
            total = self.tb.zeros_row()
            for t in range(self.tb.types):
                np.add(total, back[t], out=total)
                np.add(self.cum[t], total, out=self.cum[t])
        else:
            self._left = max(self._left - number, 0)

    def _draw_all(self, key: Key, number: int, wanted: Row | None) -> None:
        """Positions first: they depend on nothing but how many cards are left. Then class by class, in cache."""
        self.tb.room(number)
        while len(self._at) < number:
            self._at.append(self.tb.empty_row())
        places = self._at[:number]
        self.tb.tape.positions(key, self._lefts(number, wanted, self.cum[-1]), places)
        if wanted is not None:
            for j, at in enumerate(places):
                _pass_over(at, wanted <= j)
        hit, hand = self._hit[0], self.tb.hand.all
        taken = hit.view(np.uint8)
        below, drawn = self._below
        for t, row in enumerate(self.cum):
            np.copyto(drawn, row)
            for at in places:
                np.greater(row, at, out=hit)
                np.subtract(row, taken, out=row)
            np.subtract(drawn, row, out=drawn)  # of this class and those before it
            np.add(hand[t], drawn, out=hand[t])
            if t:
                np.subtract(hand[t], below, out=hand[t])
            if self.tb.log is not None:
                np.copyto(self._before[t], drawn)
            below, drawn = drawn, below

    def _lefts(self, number: int, wanted: Row | None, left: Row) -> list[int | Row]:
        """How many cards are left before each draw of a step."""
        if not self.vary:
            return [max(self._left - j, 0) for j in range(number)]
        found: list[int | Row] = []
        for j in range(number):
            found.append(left)
            drawn = left > 0 if wanted is None else np.logical_and(left > 0, wanted > j)
            left = left - drawn.view(np.uint8)
        return found

    def _draw_few(self, key: Key, number: int, wanted: Row, games: Row) -> None:
        """Draws that few games are due: their columns are taken out, drawn from, and put back.

        Those that are due most come first, so that each draw is about the first so many columns.
        """
        order = np.argsort(number - wanted.astype(np.int64), kind="stable")
        games, wanted = games[order], wanted[order]
        due = [int(np.count_nonzero(wanted > j)) for j in range(number)]
        cum = np.take(self.cum, games, axis=1)
        before, hit = cum.copy(), np.empty(cum.shape, np.bool_)
        places = [np.empty(size, self.tb.dtype) for size in due]
        lefts = self._lefts(number, None, cum[-1])
        parts = [left if isinstance(left, int) else left[:size] for left, size in zip(lefts, due, strict=True)]
        self.tb.tape.positions(key, parts, places, games)
        for at in places:
            some, flags = cum[:, : at.size], hit[:, : at.size]
            np.greater(some, at, out=flags)
            np.subtract(some, flags.view(np.uint8), out=some)
        np.subtract(before, cum, out=before)
        for t, row in enumerate(self.cum):
            row[games] = cum[t]
            drawn = before[t] - before[t - 1] if t else before[0]
            if drawn.any():
                self.tb.hand.all[t][games] += drawn
        if self.tb.log is not None:
            self._before.fill(0)
            self._before[:, games] = before

    def _deal(self, key: Key) -> None:
        """All cards into an ordered hand, from the left."""
        if self.tb.orders is not None:
            for place, row in enumerate(self.tb.orders):
                self.tb.hand.deal(place, row)
            return
        kinds = np.empty(self.tb.count, np.uint16)
        taken = self._hit.view(np.uint8)
        places = [self.tb.empty_row() for _ in range(self.tb.cards)]
        self.tb.tape.positions(key, [self.tb.cards - place for place in range(self.tb.cards)], places)
        for place, at in enumerate(places):
            np.greater(self.cum, at, out=self._hit)
            np.subtract(self.cum, taken, out=self.cum)
            np.add.reduce(self._hit, axis=0, dtype=np.uint16, out=kinds)
            # The classes from the one drawn on are above the position.
            np.subtract(np.uint16(self.tb.types), kinds, out=kinds)
            self.tb.hand.deal(place, kinds)
        if self.tb.log is not None:
            self.tb.tell("draw", "draw", [(t, self.tb.full(1)) for t in self.tb.hand.order(self.tb.log.column)])


def _pass_over(at: Row, where: Row) -> None:
    """No count is above the greatest number, so nothing is drawn there."""
    np.bitwise_or(at, np.negative(where.view(np.uint8).astype(at.dtype, copy=False)), out=at)


Orders = np.ndarray[tuple[int, int], np.dtype[np.generic]]


class Table(Games):
    """`run` plays all games. Afterwards, or at the end of each turn, the rows hold the state."""

    def __init__(self, layout: Layout, turns: int, count: int = CHUNK, *, told: bool = False) -> None:
        super().__init__(layout, turns, count, told=told)
        plan = layout.plan
        self.room(self.types * (len(plan.zones) + 4))
        self.hand = self.zones[HAND] = OrderedHand(self) if plan.ordered else Hand(self)
        for name, test in plan.zones.items():
            self.zones[name] = Zone(self, layout.ranked(test))
        for name, t in layout.placed:
            self.zones[name].start.append(t)
        self.urn = Urn(self, vary=varies(plan, self.gained, self.cards, self._opening()))
        self._setup = [run for step in plan.setup if (run := make(self, step)) is not None]
        self._turn = [run for step in plan.turn if (run := make(self, step)) is not None]
        for zone in self.zones.values():
            zone.build()

    def _opening(self) -> int:
        """Cards drawn in the set-up."""
        draws = [step.count for step in self.plan.setup if isinstance(step, Draw) and step.count is not None]
        return sum(max(0, int(reader(self, count)() or 0)) for count in draws)

    def run(
        self, tape: Tape | None, after: Callable[[Table, int], Any] | None = None, orders: Orders | None = None
    ) -> None:
        """Set up and play all turns; `after` is called with turn 0 when set up, then at the end of each turn.

        `orders`: what lies at each place of an ordered hand, shape (places, games), instead of the tape.
        """
        assert tape is not None or orders is not None
        if tape is not None:
            self.tape = tape
        self.orders = orders
        self._reset()
        for turn in range(self.turns + 1):
            self.now = turn
            self.view.params = {**self.plan.values, "turn": turn, "phase": self.plan.phase(turn)}
            if turn:
                for zone in self.zones.values():
                    zone.fresh(turn)
            for step in self._turn if turn else self._setup:
                step(turn, 0)
            if after is not None:
                after(self, turn)

    def _reset(self) -> None:
        self.urn.reset()
        self.lost.fill(False)
        self.mulligans.fill(0)
        rows = [*self.pools.values(), *self.totals.values(), *self.filled.values(), *self.granted.values()]
        for row in rows if self.discarded is None else [*rows, self.discarded]:
            row.fill(0)
        for zone in self.zones.values():
            zone.reset()
        for again in self.on_reset:
            again()
