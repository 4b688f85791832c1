"""A plan and a deck as arrays: many games in lockstep, or one of them alone.

Counts are unsigned, as narrow as the deck allows, shape (games,) a class; no row needs another game's.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from deckcheck.engine.tape import CHUNK, Key, Row, Tape  # before numpy: it sets what numpy reads at its import

import numpy as np  # isort: skip

from deckcheck.engine.bounds import Bounds
from deckcheck.engine.layout import Layout
from deckcheck.engine.ordered import OrderedHand
from deckcheck.engine.records import HAND, SEAT, Attack, Draw, Gain, Mulligan, Play, Repeat, Step, Use
from deckcheck.engine.rows import Read, reader
from deckcheck.engine.scope import reads_rows, view_of
from deckcheck.engine.steps import Run, make
from deckcheck.engine.zones import Hand, Rows, Zone
from deckcheck.expr import Expr

Effect = Callable[[Row], Any]
Orders = np.ndarray[tuple[int, int], np.dtype[np.generic]]


@dataclass(frozen=True, slots=True)
class Event:
    """What a step did in the game that is told: `cards` are classes with the copies that moved.

    `what`: draw keep toss play returns replaced tribute use swap steps-down discard attack. `step` is the
    record of a play, so that what paid for it can be told; `number` the points of an attack.
    """

    turn: int
    what: str
    name: str
    cards: tuple[tuple[int, int], ...] = ()
    step: Step | None = None
    number: int = 0


@dataclass(slots=True)
class Log:
    """Collects the events of one column."""

    column: int = 0
    events: list[Event] = field(default_factory=list)


class Table:
    """`run` plays all games. Afterwards, or at the end of each turn, the rows hold the state.

    `hand.rows[t]`, `zones[name].rows[t]` and `pile(t)` are copies of class t; `pools`, `totals`, `lost`
    (no card left to draw), `mulligans` (cards tossed) hold one value a game.
    """

    def __init__(self, layout: Layout, turns: int, count: int = CHUNK, *, told: bool = False) -> None:
        plan = layout.plan
        self.layout, self.plan, self.turns, self.count = layout, plan, turns, count
        self.types = len(layout.classes)
        self.cards = sum(layout.left)
        whole = sum(group.count for group in layout.classes)
        self.dtype: Any = np.dtype(np.uint8 if whole <= 255 else np.uint16)
        self.log = Log() if told else None
        self.now = 0
        self.view = view_of({**plan.values, "turn": 0, "phase": ""})
        self.row_names = frozenset((*plan.pools, *plan.totals))
        self.endless: list[int] = []
        self.played: set[int] = set()
        self.on_reset: list[Callable[[], Any]] = []
        self._full: dict[int, Row] = {}
        self._scratch: dict[Any, Row] = {}
        self._discarded: Rows | None = None
        bounds = Bounds(layout, turns)
        self.pools: dict[str, Any] = {name: np.zeros(count, self._pool_type(bounds, name)) for name in plan.pools}
        self.totals: dict[str, Any] = {name: np.zeros(count, np.uint32) for name in plan.totals}
        self.granted = {plan.spent: self._like_pool(plan.spent)} if plan.spent else {}
        self.filled = {plan.spent: self._like_pool(plan.spent)} if plan.spent else {}
        self.even: int | None = 0
        self.gained = self._gained(plan.steps())
        again = tuple(inner for step in plan.turn if isinstance(step, Repeat) for inner in step.steps)
        self.loops = bool(self._gained(again))
        self.vary = self._varies()
        self.lost = np.zeros(count, np.bool_)
        self.mulligans = self.zeros_row()
        self.zones: dict[str, Any] = {HAND: OrderedHand(self) if plan.ordered else Hand(self)}
        for name, test in plan.zones.items():
            self.zones[name] = Zone(self, layout.ranked(test))
        for name, t in layout.placed:
            self.zones[name].start.append(t)
        self.hand: Any = self.zones[HAND]
        self._setup = [run for step in plan.setup if (run := make(self, step)) is not None]
        self._turn = [run for step in plan.turn if (run := make(self, step)) is not None]
        for zone in self.zones.values():
            zone.build()
        self._start = np.cumsum(layout.left).astype(self.dtype)[:, None] if layout.left else self.zeros(0)
        self.cum, self._before = self.zeros(self.types), self.zeros(self.types)
        self._hit = np.zeros((self.types, count), np.bool_)
        self._left = self.cards
        self._at: list[Row] = []
        self._below = self.empty_row(), self.empty_row()

    # Arrays.
    def zeros(self, rows: int) -> Rows:
        return np.zeros((rows, self.count), self.dtype)

    def zeros_row(self) -> Row:
        return np.zeros(self.count, self.dtype)

    def empty_row(self) -> Row:
        """A row of one's own to work in."""
        return np.empty(self.count, self.dtype)

    def full(self, value: int) -> Row:
        """A constant as a row, never to be written to: `minimum` with a number is ten times slower."""
        if value not in self._full:
            self._full[value] = np.full(self.count, min(max(value, 0), np.iinfo(self.dtype).max), self.dtype)
        return self._full[value]

    def row(self, value: Any) -> Row:
        """A number for all games, or a row of any type, as a row of counts; below zero is zero."""
        if not isinstance(value, np.ndarray):
            return self.full(int(value or 0))
        if value.dtype == self.dtype:
            return value
        row: Row = np.clip(value, 0, np.iinfo(self.dtype).max).astype(self.dtype)
        return row

    def scratch(self, kind: Any) -> Row:
        if kind not in self._scratch:
            self._scratch[kind] = np.empty(self.count, kind)
        return self._scratch[kind]

    def sum_type(self, values: Sequence[int]) -> Any:
        """The type of a sum of a number over cards of the deck."""
        most = sum(abs(v) * group.count for v, group in zip(values, self.layout.classes, strict=True))
        if min(values, default=0) < 0:
            return np.dtype(np.int64)
        if most <= np.iinfo(self.dtype).max:
            return self.dtype
        return np.dtype(np.uint16 if most < 2**16 else np.uint32 if most < 2**32 else np.uint64)

    def _pool_type(self, bounds: Bounds, name: str) -> Any:
        found = bounds.pool(name)
        return self.dtype if found and found[0] >= 0 and found[1] <= np.iinfo(self.dtype).max else np.dtype(np.int64)

    def _like_pool(self, name: str) -> Any:
        return np.zeros(self.count, self.pools[name].dtype)

    # What the deck makes of the plan.
    def _gained(self, steps: Sequence[Step]) -> frozenset[str]:
        """Pools that cards of this deck add to, and `search` where one searches."""
        found: set[str] = set()
        for step in steps:
            for t in range(self.types) if isinstance(step, Play | Use) else ():
                if isinstance(step, Play | Use) and self.layout.test(step.of, t):
                    found.update(g.pool for g in step.gains if self.layout.number(g.amount, t))
                    if isinstance(step, Play) and step.search and self._selectors(step, t):
                        found.add("search")
        return frozenset(found)

    def _varies(self) -> bool:
        """Whether games may differ in how many cards are left in the pile."""
        steps = self.plan.steps()
        pools = any(isinstance(s, Draw) and s.pool in self.gained for s in steps)
        parts = any(isinstance(s, Draw) and s.when is not None and reads_rows(s.when, self.row_names) for s in steps)
        # A pile too small for a mulligan: games that toss more are left with more.
        small = any(isinstance(s, Mulligan) for s in steps) and self.cards < 60 and 2 * self._opening() > self.cards
        return pools or parts or small or "search" in self.gained

    def _opening(self) -> int:
        found = 0
        for step in self.plan.setup:
            if isinstance(step, Draw) and step.count is not None:
                found += max(0, int(reader(self, step.count)() or 0))
        return found

    def _selectors(self, step: Play, t: int) -> list[Expr]:
        assert step.search is not None
        texts = self.layout.texts(step.search.by, t)
        return [self.layout.searches[text] for text in texts if text in self.layout.searches]

    def zone(self, name: str) -> Zone:
        found: Zone = self.zones[name]
        return found

    def condition(self, expr: Expr | None) -> Read:
        return reader(self, expr) if expr is not None else (lambda: True)

    # Effects.
    def gains(self, gains: Sequence[Gain], t: int) -> list[Effect]:
        """What a class adds to pools, by copies."""
        found: list[Effect] = []
        for gain in gains:
            value = self.layout.number(gain.amount, t)
            if value:
                found.append(self._gain(gain.pool, value))
        return found

    def _gain(self, name: str, value: int) -> Effect:
        pool, granted = self.pools[name], self.granted.get(name)

        def effect(k: Row) -> None:
            more = k.astype(pool.dtype) * pool.dtype.type(value)
            np.add(pool, more, out=pool)
            if granted is not None:
                np.add(granted, more, out=granted)

        return effect

    def effects(self, step: Play, t: int) -> list[Effect]:
        found = self.gains(step.gains, t)
        if step.search is not None:
            for test in self._selectors(step, t):
                found.append(self._search(step, self.layout.ranked(test, step.search.order)))
        return found

    def _search(self, step: Play, ids: Sequence[int]) -> Effect:
        fetched, owed = self.empty_row(), self.empty_row()

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
                np.add(self.hand.rows[t], fetched, out=self.hand.rows[t])
                self.tell("search", step.name, [(t, fetched)])

        return effect

    def note_refill(self, name: str, even: int | None) -> None:
        """A pool was set, to a number that is the same in all games or None: it is spent from here on."""
        if name in self.filled:
            self.even = even
            np.copyto(self.filled[name], self.pools[name])
            self.granted[name].fill(0)

    def ask_gone(self) -> None:
        """Keep what left the hand without being played."""
        self._discarded = self.zeros(self.types)

    def gone(self, t: int, k: Row) -> None:
        assert self._discarded is not None
        np.add(self._discarded[t], k, out=self._discarded[t])

    @property
    def discarded(self) -> Rows | None:
        return self._discarded

    # Draws.
    def lose(self, how: str | None, number: int) -> None:
        """All games are due so many draws."""
        if how is not None and self.vary:
            np.logical_or(self.lost, self.cum[-1] < (number if how == "short" else 1), out=self.lost)
        elif how is not None and self._left < (number if how == "short" else 1):
            self.lost.fill(True)

    def lose_where(self, how: str | None, wanted: Row) -> None:
        if how is not None:
            least = wanted if how == "short" else np.minimum(wanted, self.full(1))
            np.logical_or(self.lost, self.cum[-1] < least, out=self.lost)

    def draw(self, key: Key, number: int, wanted: Row | None = None, back: Rows | None = None) -> None:
        """So many cards into the hand, in each game the first `wanted`; then `back` goes into the pile."""
        if self.plan.ordered:
            self._deal(key)
            return
        before, few = self._before, None
        if wanted is not None:
            some = np.flatnonzero(wanted)
            few = some if some.size * 10 < self.count else None
        if few is not None and wanted is not None:
            self._draw_few(key, number, wanted[few], few)
        else:
            self._draw_all(key, number, wanted)
        if self.log is not None:
            rows = [before[0], *(before[t] - before[t - 1] for t in range(1, self.types))]
            self.tell("draw", "draw", list(enumerate(rows)))
        if back is not None:
            total = self.zeros_row()
            for t in range(self.types):
                np.add(total, back[t], out=total)
                np.add(self.cum[t], total, out=self.cum[t])
        else:
            self._left = max(self._left - number, 0)

    def _draw_all(self, key: Key, number: int, wanted: Row | None) -> None:
        """Positions first: they depend on nothing but how many cards are left. Then class by class, in cache."""
        while len(self._at) < number:
            self._at.append(self.empty_row())
        places = self._at[:number]
        self.tape.positions(key, self._lefts(number, wanted, self.cum[-1]), places)
        if wanted is not None:
            for j, at in enumerate(places):
                _pass_over(at, wanted <= j)
        hit, hand = self._hit[0], self.hand.all
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
            if self.log is not None:
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
        places = [np.empty(size, self.dtype) for size in due]
        lefts = self._lefts(number, None, cum[-1])
        parts = [left if isinstance(left, int) else left[:size] for left, size in zip(lefts, due, strict=True)]
        self.tape.positions(key, parts, places, games)
        for at in places:
            some, flags = cum[:, : at.size], hit[:, : at.size]
            np.greater(some, at, out=flags)
            np.subtract(some, flags.view(np.uint8), out=some)
        np.subtract(before, cum, out=before)
        for t, row in enumerate(self.cum):
            row[games] = cum[t]
            drawn = before[t] - before[t - 1] if t else before[0]
            if drawn.any():
                self.hand.all[t][games] += drawn
        if self.log is not None:
            self._before.fill(0)
            self._before[:, games] = before

    def _deal(self, key: Key) -> None:
        """All cards into an ordered hand, from the left."""
        if self.orders is not None:
            for place, row in enumerate(self.orders):
                self.hand.deal(place, row)
            return
        kinds = np.empty(self.count, np.uint16)
        taken = self._hit.view(np.uint8)
        places = [self.empty_row() for _ in range(self.cards)]
        self.tape.positions(key, [self.cards - place for place in range(self.cards)], places)
        for place, at in enumerate(places):
            np.greater(self.cum, at, out=self._hit)
            np.subtract(self.cum, taken, out=self.cum)
            np.add.reduce(self._hit, axis=0, dtype=np.uint16, out=kinds)
            # The classes from the one drawn on are above the position.
            np.subtract(np.uint16(self.types), kinds, out=kinds)
            self.hand.deal(place, kinds)
        if self.log is not None:
            self.tell("draw", "draw", [(t, self.full(1)) for t in self.hand.order(self.log.column)])

    def pile(self, t: int) -> Row:
        """Copies of a class in the pile."""
        row: Row = self.cum[t] - self.cum[t - 1] if t else self.cum[t].copy()
        return row

    # Telling one game.
    def tell(self, what: str, name: str, moved: Sequence[tuple[int, Row]], step: Step | None = None) -> None:
        if self.log is None:
            return
        column = self.log.column
        cards = tuple((t, int(k[column])) for t, k in moved if k[column])
        if cards or what == "keep":
            self.log.events.append(Event(self.now, what, name, cards, step))

    def tell_attack(self, step: Attack, rows: Sequence[Any]) -> None:
        if self.log is not None:
            points = sum(int(row[self.log.column]) for row in rows)
            self.log.events.append(Event(self.now, "attack", step.name, (), step, points))

    # Playing.
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
            self.view.params = {**self.plan.values, "turn": turn, "phase": self.phase(turn)}
            if turn:
                for zone in self.zones.values():
                    zone.fresh(turn)
            for step in self._turn if turn else self._setup:
                step(turn, 0)
            if after is not None:
                after(self, turn)

    def _reset(self) -> None:
        self.cum[:] = self._start
        self._left = self.cards
        self.lost.fill(False)
        self.mulligans.fill(0)
        rows = [*self.pools.values(), *self.totals.values(), *self.filled.values(), *self.granted.values()]
        for row in rows if self._discarded is None else [*rows, self._discarded]:
            row.fill(0)
        for zone in self.zones.values():
            zone.reset()
        for again in self.on_reset:
            again()

    def phase(self, turn: int) -> str:
        """The phase of a turn of this seat; "" where the game has none, or before the first turn."""
        phases, values = self.plan.phases, self.plan.values
        if not phases or not turn:
            return ""
        first = values.get(self.plan.first_phase or "", phases[0])
        seat = values.get(SEAT, 1)
        shift = phases.index(first) if isinstance(first, str) and first in phases else 0
        return phases[(turn - 1 + shift + (int(seat) - 1 if isinstance(seat, int) else 0)) % len(phases)]


def _pass_over(at: Row, where: Row) -> None:
    """No count is above the greatest number, so nothing is drawn there."""
    np.bitwise_or(at, np.negative(where.view(np.uint8).astype(at.dtype, copy=False)), out=at)


__all__ = ["Event", "Log", "Run", "Table"]
