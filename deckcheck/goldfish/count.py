"""The numbers of a table at the end of a turn, counted over its games."""

from __future__ import annotations

from typing import Any

from deckcheck.engine.ordered import OrderedHand
from deckcheck.engine.rows import mask, reader
from deckcheck.engine.table import Table
from deckcheck.engine.tape import Row
from deckcheck.goldfish.tally import TENTHS, Tally, TurnTally

import numpy as np  # isort: skip

_FEW = 48  # levels are counted one by one up to here, beyond it by a histogram


class Counter:
    """`after` is what a table calls at the end of each turn; `tally` holds the counts of one run."""

    def __init__(self, tb: Table) -> None:
        plan = tb.plan
        self.tb = tb
        self.tally = Tally()
        self._won = reader(tb, plan.won) if plan.won is not None else None
        self._life = int(reader(tb, plan.life)() or 0) if plan.life is not None else 0
        self._zones = [tb.zone(name) for name in plan.board]
        self._done = np.zeros(tb.count, np.bool_)
        self._perfect = np.zeros(tb.count, np.bool_)
        self._copies = [group.count for group in tb.layout.classes]
        placed = {t for _, t in tb.layout.placed}
        self._playable = [t in tb.played or t in placed for t in range(tb.types)]
        self._pile = tb.zeros_row()
        self._flags = np.zeros(tb.count, np.bool_)
        self._wide = np.zeros(tb.count, np.float64)

    def start(self) -> Tally:
        """Forget what was counted before; the tally of the run to come."""
        self.tally = Tally(self.tb.count)
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
        now.hand = levels(tb.hand.size_now())
        if self._zones:
            size: Any = self._zones[0].size
            for zone in self._zones[1:]:
                size = size + zone.size
            now.board = levels(size)
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
        spent = tb.filled[name] + tb.granted[name]
        np.subtract(spent, left, out=spent)
        now.spent, now.wasted = levels(spent), levels(left)
        np.logical_and(self._perfect, left == 0, out=self._perfect)
        now.perfect = int(np.count_nonzero(self._perfect))

    def _damage(self, now: TurnTally) -> None:
        if self.tb.plan.damage is None:
            return
        row, wide = self.tb.totals[self.tb.plan.damage], self._wide
        np.copyto(wide, row)
        # Whole numbers below 2**53, so that the order of adding does not matter.
        now.damage, now.squares = int(np.add.reduce(wide)), int(np.dot(wide, wide))
        for tenth in range(1, TENTHS + 1) if self._life else ():
            number = int(np.count_nonzero(np.greater_equal(row, np.uint32(-(-self._life * tenth // TENTHS)))))
            if not number:
                break
            now.over.append(number)

    def _cards(self, now: TurnTally) -> None:
        tb, pile, flags = self.tb, self._pile, self._flags
        if isinstance(tb.hand, OrderedHand):
            now.seen = [[tb.count] * min(1, copies) for copies in self._copies]
            now.played = [levels(row) for row in tb.hand.ever]
            return
        hand, gone = tb.hand.all, tb.discarded
        # Class by class, so that the rows at work stay in the nearest cache.
        for t, copies in enumerate(self._copies):
            np.copyto(pile, tb.cum[t])
            if t:
                np.subtract(pile, tb.cum[t - 1], out=pile)
            number = tb.dtype.type(copies)
            np.less(pile, number, out=flags)
            now.seen.append(self._levels(t, pile, flags))
            if not self._playable[t]:
                now.played.append([])
                continue
            np.add(pile, hand[t], out=pile)
            if gone is not None:
                np.add(pile, gone[t], out=pile)
            np.less(pile, number, out=flags)
            now.played.append(self._levels(t, pile, flags))

    def _levels(self, t: int, rest: Row, some: Row) -> list[int]:
        """Levels of the copies that are not among the rest; of a class of one card the first is enough."""
        first = int(np.count_nonzero(some))
        found = [first] if first else []
        if len(self.tb.layout.classes[t].cards) > 1:
            copies = self._copies[t]
            while found and len(found) < copies:
                number = int(np.count_nonzero(rest < copies - len(found)))
                if not number:
                    break
                found.append(number)
        return found


def levels(row: Row) -> list[int]:
    """In how many games a number is at least 1, 2, 3, …"""
    found: list[int] = []
    number = int(np.count_nonzero(row))
    while number and len(found) < _FEW:
        found.append(number)
        number = int(np.count_nonzero(row > len(found)))
    if number:
        least = np.bincount(row.astype(np.int64))[::-1].cumsum()[::-1]
        return [int(n) for n in least[1:]]
    return found
