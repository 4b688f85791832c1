"""The state of many games: zones, pools, totals, and what else a step may read and change.

How large its numbers can get is worked out before, so that arrays are as narrow as they may be and nothing overflows;
so is what the cards of the deck may add to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import Any

from deckcheck.engine.arrays import Arrays, Rows
from deckcheck.engine.tape import CHUNK, Row, Tape

import numpy as np  # isort: skip

from deckcheck.engine.layout import Layout, as_set_up
from deckcheck.engine.play_plan import HAND, Draw, Mulligan, Plan, Play, Refill, Repeat, Step, Use
from deckcheck.engine.price_records import Attach
from deckcheck.engine.scope import reads_rows
from deckcheck.engine.zones import Zone
from deckcheck.expr import Expr
from deckcheck.expr.operators import OPERATORS
from deckcheck.expr.values import ANY_NUMBER, Range
from deckcheck.record import dataclass
from deckcheck.report import DeckcheckError

MOST_BYTES = 1_000_000_000  # of the games that are played at a time
Whole = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Bounds:
    """The least and greatest value of expressions of the table; None where it cannot be told."""

    layout: Layout
    turns: int

    @property
    def cards(self) -> int:
        return sum(group.count for group in self.layout.classes)

    def of(self, expr: Expr, busy: frozenset[str] = frozenset()) -> Whole | None:
        """0 is always in it, as a number that is none. `busy`: the pools whose own range is being worked out."""
        low, high = self._of(expr, busy)
        return (int(min(low, 0)), int(max(high, 0))) if isfinite(low) and isfinite(high) else None

    def _of(self, expr: Expr, busy: frozenset[str]) -> Range:
        if expr.op == "param":
            return self._named(expr.word, busy) or ANY_NUMBER
        work_out = OPERATORS[expr.op].range
        if work_out is None:
            return expr.range
        return work_out([self._of(part, busy) for part in expr.parts], self.cards)

    def _named(self, word: str, busy: frozenset[str]) -> Whole | None:
        plan = self.layout.plan
        if word == "turn":
            return 0, self.turns
        if word in plan.pools:
            return None if word in busy else self.pool(word, busy)
        value = plan.values.get(word)
        return (int(value), int(value)) if isinstance(value, int) and word not in plan.totals else None

    def pool(self, word: str, busy: frozenset[str] = frozenset()) -> Whole | None:
        """What a pool may hold: the most it is filled to and all that the deck's cards can add."""
        plan = self.layout.plan
        low = high = 0
        filled = False
        for step in plan.steps():
            for pool, amount in step.amounts if isinstance(step, Refill) else ():
                found = self.of(amount, busy | {word}) if pool == word else (0, 0)
                if found is None:
                    return None
                high = max(high, found[1])
                filled = filled or (pool == word and step.when is None and step in plan.turn)
        for inner in plan.steps():
            if isinstance(inner, Play | Use):
                times = self._times(inner, 1 if filled else self.turns)
                for gain in inner.gains:
                    for i, group in enumerate(self.layout.classes) if gain.pool == word else ():
                        value = self.layout.number(gain.amount, i) or 0
                        if self.layout.test(inner.of, i):
                            low += min(0, value) * group.count * times
                            high += max(0, value) * group.count * times
        return low, high

    def _times(self, step: Play | Use, turns: int) -> int:
        """How often one copy may give what the step gives, in so many turns."""
        if isinstance(step, Use):
            return turns
        if step.source == HAND or step.to is None:
            return 1
        # Out of one zone into another, and back by another step.
        again = (outer.most for outer in self.layout.plan.turn if isinstance(outer, Repeat) and step in outer.steps)
        return max(1, turns) * next(again, 1)


SEARCH = "search"  # stands among the pools that a deck adds to where one of its cards searches
FALL = "fall"  # and this where one is attached to what may leave, so that it may leave too and make room


def gained(layout: Layout, steps: Sequence[Step]) -> frozenset[str]:
    """Pools that cards of this deck add to in these steps, and `SEARCH` and `FALL`."""
    found: set[str] = set()
    left = layout.plan.left()
    for step in steps:
        for t in range(len(layout.classes)) if isinstance(step, Play | Use) else ():
            if isinstance(step, Play | Use) and layout.test(step.of, t):
                found.update(gain.pool for gain in step.gains if layout.number(gain.amount, t))
                if isinstance(step, Play) and selectors(layout, step, t):
                    found.add(SEARCH)
                if isinstance(step, Play) and any(isinstance(p, Attach) and p.zone in left for p in step.prices):
                    found.add(FALL)
    return frozenset(found)


def allotted(plan: Plan) -> frozenset[str]:
    """Pools that are drawn from and that a `refill` sets, whatever the cards of the deck give."""
    drawn = {step.pool for step in plan.steps() if isinstance(step, Draw)}
    filled = {name for step in plan.steps() if isinstance(step, Refill) for name, _ in step.amounts}
    return frozenset(name for name in drawn if name in filled and name is not None)


def selectors(layout: Layout, step: Play, t: int) -> list[Expr]:
    """What a class searches for when the step plays it."""
    if step.search is None:
        return []
    return [layout.searches[text] for text in layout.texts(step.search.by, t) if text in layout.searches]


def varies(plan: Plan, found: frozenset[str], cards: int, opening: int) -> bool:
    """Whether games may differ in how many cards are left in the pile; `opening` are drawn in the set-up."""
    steps, rows = plan.steps(), frozenset((*plan.pools, *plan.totals))
    pools = any(isinstance(s, Draw) and s.pool in found for s in steps)
    parts = any(isinstance(s, Draw) and s.when is not None and reads_rows(s.when, rows) for s in steps)
    # A pile too small for a mulligan: games that toss more are left with more.
    small = any(isinstance(s, Mulligan) for s in steps) and 2 * opening > cards
    return pools or parts or small or SEARCH in found


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

    def room(self, rows: int) -> None:
        """:raises DeckcheckError: so many rows, of a value a game, take too much memory."""
        if rows * self.count * self.dtype.itemsize > MOST_BYTES:
            kinds, most = self.types, MOST_BYTES // 1_000_000
            raise DeckcheckError("usage.play-memory", games=self.count, cards=self.cards, kinds=kinds, most=most)

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
