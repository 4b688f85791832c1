"""The numbers of a table at the end of a turn, counted over its games."""

from __future__ import annotations

from typing import Any

from deckcheck.engine.ordered import OrderedHand
from deckcheck.engine.rows import mask, reader
from deckcheck.engine.table import Table
from deckcheck.engine.tape import Row
from deckcheck.goldfish.result import TENTHS, Tally, TurnTally, life

import numpy as np  # isort: skip

_FEW = 48  # levels are counted one by one where they are no more, else by a histogram


class Counter:
    """`after` is what a table calls at the end of each turn; `tally` holds the counts of one run."""

    def __init__(self, tb: Table) -> None:
        plan = tb.plan
        self.tb = tb
        self.tally = Tally()
        self._won = reader(tb, plan.won) if plan.won is not None else None
        self._life = life(plan) or 0
        self._zones = [tb.zone(name) for name in plan.board]
        self._done = np.zeros(tb.count, np.bool_)
        self._perfect = np.zeros(tb.count, np.bool_)
        self._copies = [group.count for group in tb.layout.classes]
        placed = {t for _, t in tb.layout.placed}
        self._playable = [t in tb.played or t in placed for t in range(tb.types)]
        self._row = tb.zeros_row()
        self._flags = np.zeros(tb.count, np.bool_)
        self._wide = np.zeros(tb.count, np.float64)

    def start(self) -> Tally:
        """Forget what was counted before; the tally of the run to come."""
        self.tally = Tally(self.tb.count, played=frozenset(self.tb.played), endless=tuple(self.tb.endless))
        self._done.fill(False)
        self._perfect.fill(True)
        return self.tally

    def after(self, tb: Table, turn: int) -> None:
        if turn == 0:
            taken = int(np.count_nonzero(tb.mulligans))
            self.tally.mulligans = [tb.count - taken, taken] if taken else [tb.count]
            return
        now = TurnTally()
        self.tally.turns.append(now)
        self._resources(now)
        now.hand = self._all_levels(tb.hand.size_now())
        if self._zones:
            size: Any = self._zones[0].size
            for zone in self._zones[1:]:
                size = size + zone.size
            now.board = self._all_levels(size)
        self._damage(now)
        if self._won is not None:
            np.logical_or(self._done, np.logical_and(mask(self._won(), tb), ~tb.lost), out=self._done)
        now.won = int(np.count_nonzero(self._done))
        now.lost = int(np.count_nonzero(tb.lost & ~self._done))
        self._cards(now)

    def _resources(self, now: TurnTally) -> None:
        tb, name = self.tb, self.tb.plan.spent
        if name is None:
            return
        left = tb.pools[name]
        now.wasted = self._all_levels(left)
        if tb.even is not None and name not in tb.gained:  # then the one tells the other
            few = [tb.count, *now.wasted] + [0] * tb.even
            now.spent = [n for level in range(tb.even) if (n := tb.count - few[tb.even - level])]
        else:
            spent = tb.filled[name] + tb.granted[name]
            np.subtract(spent, left, out=spent)
            now.spent = self._all_levels(spent)
        np.logical_and(self._perfect, left == 0, out=self._perfect)
        now.perfect = int(np.count_nonzero(self._perfect))

    def _damage(self, now: TurnTally) -> None:
        if self.tb.plan.damage is None:
            return
        row = self.tb.totals[self.tb.plan.damage]
        now.damage, now.squares = self._sums(row)
        for tenth in range(1, TENTHS + 1) if self._life else ():
            number = int(np.count_nonzero(np.greater_equal(row, np.uint32(-(-self._life * tenth // TENTHS)))))
            if not number:
                break
            now.over.append(number)

    def _sums(self, row: Row) -> tuple[int, int]:
        """The sum of a row and of its squares, exact, so that neither the order of adding nor the processor shows."""
        most, wide = int(row.max()), self._wide
        if most * most * row.size < 2**53:  # all whole numbers of a float
            np.copyto(wide, row)
            return int(np.add.reduce(wide)), int(np.dot(wide, wide))
        total = int(np.add.reduce(row, dtype=np.uint64))
        if most * most * row.size < 2**64:
            return total, int(np.add.reduce(np.multiply(row, row, dtype=np.uint64)))
        return total, sum(value * value for value in row.tolist())

    def _cards(self, now: TurnTally) -> None:
        tb, out = self.tb, self._row
        if isinstance(tb.hand, OrderedHand):
            now.seen = [[tb.count] * min(1, copies) for copies in self._copies]
            now.played = [[n] if (n := int(np.count_nonzero(row))) else [] for row in tb.hand.ever]
            return
        hand, gone = tb.hand.all, tb.discarded
        # Class by class, so that the rows at work stay in the nearest cache.
        for t, copies in enumerate(self._copies):
            np.subtract(tb.urn.cum[t], tb.urn.cum[t - 1] if t else tb.full(0), out=out)
            np.subtract(tb.full(copies), out, out=out)
            now.seen.append(self._levels(t, out))
            if not self._playable[t]:
                now.played.append([])
                continue
            np.subtract(out, hand[t], out=out)
            if gone is not None:
                np.subtract(out, gone[t], out=out)
            now.played.append(self._levels(t, out))

    def _levels(self, t: int, row: Row) -> list[int]:
        """Levels of a number of copies; of a class of one card the first is enough."""
        if len(self.tb.layout.classes[t].cards) > 1:
            return self._all_levels(row)
        number = int(np.count_nonzero(row))
        return [number] if number else []

    def _all_levels(self, row: Row) -> list[int]:
        """In how many games a number is at least 1, 2, 3, …"""
        if row.dtype != self.tb.dtype:
            return levels(row)
        least, most = int(row.min()), int(row.max())
        if most - least > _FEW:
            return levels(row)
        found = [row.size] * least
        for level in range(least, most):
            np.greater(row, self.tb.full(level), out=self._flags)
            found.append(int(np.count_nonzero(self._flags)))
        return found


def levels(row: Row) -> list[int]:
    """In how many games a number, of whatever type and size, is at least 1, 2, 3, …"""
    least = np.bincount(row.astype(np.int64))[::-1].cumsum()[::-1]
    return [int(number) for number in least[1:]]
