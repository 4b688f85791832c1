"""A plan and a deck as arrays: many games in lockstep, or one of them alone.

Counts are unsigned, as narrow as the deck allows, shape (games,) a class; no row needs another game's.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from deckcheck.engine.tape import CHUNK, Row, Tape  # before numpy: it sets what numpy reads at its import

import numpy as np  # isort: skip

from deckcheck.engine.bounds import Bounds
from deckcheck.engine.effects import allotted, gained, varies
from deckcheck.engine.events import Event, Log
from deckcheck.engine.layout import Layout, as_set_up
from deckcheck.engine.ordered import OrderedHand
from deckcheck.engine.records import HAND, Attack, Draw, Repeat, Step
from deckcheck.engine.rows import Read, reader
from deckcheck.engine.steps import make
from deckcheck.engine.urn import Urn
from deckcheck.engine.zones import Hand, Rows, Zone
from deckcheck.expr import Expr

Orders = np.ndarray[tuple[int, int], np.dtype[np.generic]]


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
        self.view = as_set_up(plan)
        self.row_names = frozenset((*plan.pools, *plan.totals))
        self.endless: list[int] = []
        self.played: set[int] = set()
        self.on_reset: list[Callable[[], Any]] = []
        self._full: dict[int, Row] = {}
        self._scratch: dict[Any, Row] = {}
        self.discarded: Rows | None = None  # what left the hand without being played, where a step discards
        bounds = Bounds(layout, turns)
        self.pools: dict[str, Any] = {name: np.zeros(count, self._pool_type(bounds, name)) for name in plan.pools}
        self.totals: dict[str, Any] = {name: np.zeros(count, np.uint32) for name in plan.totals}
        self.granted = {plan.spent: self._like_pool(plan.spent)} if plan.spent else {}
        self.filled = {plan.spent: self._like_pool(plan.spent)} if plan.spent else {}
        self.even: int | None = 0
        self.gained = gained(layout, plan.steps()) | allotted(plan)
        again = tuple(inner for step in plan.turn if isinstance(step, Repeat) for inner in step.steps)
        self.loops = bool(gained(layout, again))
        self.lost = np.zeros(count, np.bool_)
        self.mulligans = self.zeros_row()
        self.zones: dict[str, Any] = {HAND: OrderedHand(self) if plan.ordered else Hand(self)}
        for name, test in plan.zones.items():
            self.zones[name] = Zone(self, layout.ranked(test))
        for name, t in layout.placed:
            self.zones[name].start.append(t)
        self.hand: Any = self.zones[HAND]
        self.urn = Urn(self, vary=varies(plan, self.gained, self.cards, self._opening()))
        self._setup = [run for step in plan.setup if (run := make(self, step)) is not None]
        self._turn = [run for step in plan.turn if (run := make(self, step)) is not None]
        for zone in self.zones.values():
            zone.build()

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

    def _opening(self) -> int:
        """Cards drawn in the set-up."""
        draws = [step.count for step in self.plan.setup if isinstance(step, Draw) and step.count is not None]
        return sum(max(0, int(reader(self, count)() or 0)) for count in draws)

    def zone(self, name: str) -> Zone:
        found: Zone = self.zones[name]
        return found

    def condition(self, expr: Expr | None) -> Read:
        return reader(self, expr) if expr is not None else (lambda: True)

    def note_refill(self, name: str, even: int | None) -> None:
        """A pool was set, to a number that is the same in all games or None: it is spent from here on."""
        if name in self.filled:
            self.even = even
            np.copyto(self.filled[name], self.pools[name])
            self.granted[name].fill(0)

    def pile(self, t: int) -> Row:
        """Copies of a class in the pile."""
        return self.urn.copies(t)

    # Telling one game.
    def tell(self, what: str, name: str, moved: Sequence[tuple[int, Row]], step: Step | None = None) -> None:
        if self.log is None:
            return
        column = self.log.column
        cards = tuple((t, int(k[column])) for t, k in moved if k[column])
        if cards or what == "keep":
            self.log.events.append(Event(self.now, what, name, cards, step))

    def tell_attack(self, step: Attack, rows: Sequence[Any], dealt: Sequence[Any] | None = None) -> None:
        """`rows`: what was added to the total; `dealt`: the strikes that came to it, where some was lost."""
        if self.log is not None:
            added, whole = (sum(int(row[self.log.column]) for row in some) for some in (rows, dealt or rows))
            self.log.events.append(Event(self.now, "attack", step.name, (), step, added, whole - added))

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
