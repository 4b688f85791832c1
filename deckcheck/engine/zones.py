"""Zones: how many copies of each class lie there, and what steps ask a zone to keep besides."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from deckcheck.engine.arrays import Arrays
from deckcheck.engine.ordered_row import OrderedRow
from deckcheck.engine.tape import Row
from deckcheck.record import dataclass, field

Change = Callable[..., Any]  # np.add or np.subtract


@dataclass(slots=True)
class Arrivals:
    """What arrived in a zone, newest last: the turn, and the strength by class; `each` copy by itself."""

    strength: Mapping[int, int]
    each: bool
    rows: list[tuple[int, Row]] = field(default_factory=list)

    def come(self, turn: int, t: int, k: Row) -> None:
        """So many copies of a class."""
        strength, copies = self.strength.get(t, 0), int(k.max()) if self.each else 1
        for copy in range(copies if strength else 0):
            row = (k > copy).astype(np.uint32) if self.each else k.astype(np.uint32)
            self.rows.append((turn, row * np.uint32(strength)))


class Zone:
    """Copies by class: `rows[t]` is a row. `ids`: the classes that may lie here.

    Totals are kept only where a step asks for them (`ask_…`) while the table is built; `build` makes
    the arrays afterwards, since a step may ask for what an earlier one has to keep.
    """

    def __init__(self, tb: Arrays, ids: Sequence[int]) -> None:
        self.tb = tb
        self.ids = tuple(ids)
        self.start: list[int] = []
        self.arrivals: list[Arrivals] = []
        self.line: OrderedRow | None = None
        self.on_leave: list[Callable[[int], Any]] = []  # called with a class of which copies left
        self._sums: dict[tuple[int, ...], Any] = {}
        self._host_by: dict[int, int] = {}
        self._levels: set[int] = set()
        self._waits: dict[int, int] = {}
        self._settles: set[int] = set()

    # What steps ask for.
    def ask_sum(self, values: Sequence[int]) -> tuple[int, ...]:
        """Keep the sum of a number of the cards here (by class); gives the key for `sums`."""
        key = tuple(values)
        self._sums[key] = None
        return key

    def ask_hosts(self, by: dict[int, int], level: int) -> None:
        """Keep how many cards here, worth `by` each, may host what costs `level`."""
        self._host_by = by
        self._levels.add(level)

    def ask_cooldown(self, t: int, turns: int) -> None:
        """Keep which copies are in cooldown, for so many turns at most."""
        self._waits[t] = max(turns, self._waits.get(t, 0))

    def ask_settled(self, t: int) -> None:
        """Keep how many copies lay here when the turn began."""
        self._settles.add(t)

    def ask_arrivals(self, strength: Mapping[int, int], *, each: bool) -> Arrivals:
        """Keep the strength that arrives."""
        self.arrivals.append(Arrivals(strength, each))
        return self.arrivals[-1]

    def ask_line(self, line: OrderedRow) -> OrderedRow:
        """Keep who stands where."""
        self.line = line
        return line

    def build(self) -> None:
        tb = self.tb
        self.rows: dict[int, Row] = dict(zip(self.ids, tb.zeros(len(self.ids)), strict=True))
        self.size = tb.zeros_row()
        self.levels = sorted(self._levels)
        self.free = tb.zeros(len(self.levels))
        self.ready = {t: tb.zeros_row() for t in self._waits}
        self.ring = {t: tb.zeros(turns + 1) for t, turns in self._waits.items()}
        self.settled = {t: tb.zeros_row() for t in self._settles}
        self.sums = {key: np.zeros(tb.count, tb.sum_type(key)) for key in self._sums}
        self._level_of = {level: i for i, level in enumerate(self.levels)}
        able: list[list[Row]] = [[] for _ in self.levels]  # the cards that may host this level and no higher one
        self._able = able
        self._moves: dict[int, list[Any]] = {}
        self._weights: dict[int, list[tuple[Any, Any, Any]]] = {}
        for t in self.ids:
            moves: list[Any] = [self.rows[t], self.size]
            if t in self.ready:
                moves.append(self.ready[t])
            up = sum(level <= self._host_by.get(t, -1) for level in self.levels)
            moves.extend(self.free[:up])
            if up:
                able[up - 1].append(self.rows[t])
            self._moves[t] = moves
            self._weights[t] = [
                (row, row.dtype.type(key[t]), tb.scratch(row.dtype)) for key, row in self.sums.items() if key[t]
            ]

    def reset(self) -> None:
        """Empty, but for what lies here from the start."""
        for row in (*self.rows.values(), self.size, *self.free, *self.sums.values()):
            row.fill(0)
        for rows in (self.ready, self.settled, self.ring):
            for row in rows.values():
                row.fill(0)
        for arrivals in self.arrivals:
            arrivals.rows.clear()
        if self.line is not None:
            self.line.reset()
        for t in self.start:
            self.move(t, self.tb.full(1))

    def fresh(self, turn: int) -> None:
        """A turn begins: hosts are free, cooldowns that end are over."""
        above = None
        for free, hosts in zip(self.free[::-1], self._able[::-1], strict=True):
            np.copyto(free, 0 if above is None else above)
            for row in hosts:
                np.add(free, row, out=free)
            above = free
        for t, ring in self.ring.items():
            row = ring[turn % len(ring)]
            np.add(self.ready[t], row, out=self.ready[t])
            row.fill(0)
        for t, row in self.settled.items():
            np.copyto(row, self.rows[t])
        if self.line is not None:
            self.line.fresh()

    # Moves.
    def move(self, t: int, k: Row, change: Change = np.add, *, arrive: bool = True) -> None:
        """So many copies of a class come here, or leave (`np.subtract`)."""
        for row in self._moves[t]:
            change(row, k, out=row)
        for row, value, scratch in self._weights[t]:
            if k.dtype != row.dtype:
                np.copyto(scratch, k)
                np.multiply(scratch, value, out=scratch)
            else:
                np.multiply(k, value, out=scratch)
            change(row, scratch, out=row)
        if change is np.subtract:
            for follow in self.on_leave:
                follow(t)
        elif arrive:
            for arrivals in self.arrivals:
                arrivals.come(self.tb.now, t, k)
            if self.line is not None:
                self.line.come(t, k)

    def leave(self, t: int, k: Row) -> None:
        """So many copies go, used or not: those first that would wake last."""
        ring, owed = self.ring.get(t, ()), k.copy()
        for turns in range(len(ring), 0, -1):
            row = ring[(self.tb.now + turns) % len(ring)]
            part = np.minimum(row, owed)
            np.subtract(row, part, out=row)
            np.subtract(owed, part, out=owed)
            np.add(self.ready[t], part, out=self.ready[t])
        self.move(t, k, np.subtract)

    def engage(self, t: int, k: Row, turn: int, cooldown: int) -> None:
        """All ready copies are used, `k` becomes how many; they wake when their cooldown is over."""
        np.copyto(k, self.ready[t])
        self.ready[t].fill(0)
        ring = self.ring[t]
        row = ring[(turn + cooldown + 1) % len(ring)]
        np.add(row, k, out=row)

    def use_host(self, level: int, k: Row) -> None:
        """So many cards host what costs `level`: the cheapest that suffice."""
        free, i = self.free, self._level_of[level]
        for row in free[: i + 1]:
            np.subtract(row, k, out=row)
        for row in free[i + 1 :]:
            np.minimum(row, free[i], out=row)

    def free_hosts(self, level: int) -> Row:
        row: Row = self.free[self._level_of[level]]
        return row

    def free_copies(self, t: int) -> Row:
        """Copies that are not in cooldown."""
        return self.ready.get(t, self.rows[t])

    # What expressions read.
    def size_now(self) -> Row:
        return self.size

    def row_now(self, t: int) -> Row:
        return self.rows[t]


class Hand:
    """The hand: copies by class, shape (classes, games). Draws do not keep its size."""

    def __init__(self, tb: Arrays) -> None:
        self.tb = tb
        self.ids = tuple(range(tb.types))
        self.all = tb.zeros(tb.types)
        self.rows: dict[int, Row] = dict(enumerate(self.all))

    def build(self) -> None:
        """Nothing is asked of a hand."""

    def reset(self) -> None:
        self.all.fill(0)

    def fresh(self, turn: int) -> None:
        """Nothing changes in the hand as a turn begins."""

    def size_now(self) -> Row:
        row: Row = np.add.reduce(self.all, axis=0, dtype=self.tb.dtype)
        return row

    def row_now(self, t: int) -> Row:
        return self.rows[t]
