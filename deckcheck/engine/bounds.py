"""How large the numbers of a table can get, so that arrays are as narrow as they may be and nothing overflows."""

from __future__ import annotations

from math import isfinite

from deckcheck.engine.layout import Layout
from deckcheck.engine.records import HAND, Play, Refill, Repeat, Use
from deckcheck.expr import Expr
from deckcheck.expr.operators import OPERATORS
from deckcheck.expr.values import ANY_NUMBER, Range
from deckcheck.record import dataclass

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
