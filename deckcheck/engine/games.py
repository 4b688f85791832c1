"""The state of many games: zones, pools, totals, and what else a step may read and change."""

from __future__ import annotations

from typing import Any

from deckcheck.engine.arrays import Arrays, Rows
from deckcheck.engine.tape import CHUNK, Row, Tape

import numpy as np  # isort: skip

from deckcheck.engine.bounds import Bounds
from deckcheck.engine.effects import allotted, gained
from deckcheck.engine.layout import Layout, as_set_up
from deckcheck.engine.records import Repeat
from deckcheck.engine.zones import Zone


class Games(Arrays):
    """What steps are made of and played on; `Table` puts zones, pile and steps together.

    `hand.rows[t]`, `zones[name].rows[t]`: copies of class t.
    `pools`, `totals`, `lost` (no card left to draw), `mulligans` (cards tossed): one value a game.
    `filled`, `granted`: what the pool whose use is told was set to, and what cards added to it.
    `even`: what it was set to, where that is the same in all games.
    `played`, `endless`: classes that a step may play; those it never does, as there would be no end to it.
    `loops`: whether a `repeat` may find something to do once more.
    `discarded`: what left the hand without being played, where a step discards.
    `attached`: zone → what its cards bear.
    """

    hand: Any
    urn: Any
    tape: Tape
    orders: Any

    def __init__(self, layout: Layout, turns: int, count: int = CHUNK, *, told: bool = False) -> None:
        super().__init__(layout, count, told=told)
        plan, self.turns = layout.plan, turns
        self.view = as_set_up(plan)
        self.row_names = frozenset((*plan.pools, *plan.totals))
        self.endless: list[int] = []
        self.played: set[int] = set()
        self.discarded: Rows | None = None
        self.attached: dict[str, Any] = {}
        bounds = Bounds(layout, turns)
        self.pools: dict[str, Any] = {name: np.zeros(count, self._pool_type(bounds, name)) for name in plan.pools}
        self.totals: dict[str, Any] = {name: np.zeros(count, np.uint32) for name in plan.totals}
        self.granted = {plan.spent: np.zeros_like(self.pools[plan.spent])} if plan.spent else {}
        self.filled = {plan.spent: np.zeros_like(self.pools[plan.spent])} if plan.spent else {}
        self.even: int | None = 0
        self.gained = gained(layout, plan.steps()) | allotted(plan)
        again = tuple(inner for step in plan.turn if isinstance(step, Repeat) for inner in step.steps)
        self.loops = bool(gained(layout, again))
        self.lost = np.zeros(count, np.bool_)
        self.mulligans = self.zeros_row()
        self.zones: dict[str, Any] = {}

    def _pool_type(self, bounds: Bounds, name: str) -> Any:
        found = bounds.pool(name)
        return self.dtype if found and found[0] >= 0 and found[1] <= np.iinfo(self.dtype).max else np.dtype(np.int64)

    def zone(self, name: str) -> Zone:
        """A zone other than the hand."""
        found: Zone = self.zones[name]
        return found

    def pile(self, t: int) -> Row:
        """Copies of a class in the pile."""
        row: Row = self.urn.copies(t)
        return row

    def note_refill(self, name: str, even: int | None) -> None:
        """A pool was set, to a number that is the same in all games or None: it is spent from here on."""
        if name in self.filled:
            self.even = even
            np.copyto(self.filled[name], self.pools[name])
            self.granted[name].fill(0)
