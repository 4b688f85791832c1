"""How large the numbers of a table can get, so that arrays are as narrow as they may be and nothing overflows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from deckcheck.engine.layout import Layout
from deckcheck.engine.records import HAND, Play, Refill, Repeat, Use
from deckcheck.expr import Expr

Range = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Bounds:
    """The least and greatest value of expressions of the table; None where it cannot be told."""

    layout: Layout
    turns: int

    @property
    def cards(self) -> int:
        return sum(group.count for group in self.layout.classes)

    def of(self, expr: Expr, busy: frozenset[str] = frozenset()) -> Range | None:
        """`busy`: the pools whose own range is being worked out."""
        if expr.op == "number":
            return int(expr.word), int(expr.word)
        if expr.op == "param":
            return self._named(expr.word, busy)
        if expr.op in ("size", "count", "different"):
            return 0, self.cards
        parts = [self.of(part, busy) for part in expr.parts]
        known = [part for part in parts if part is not None]
        if expr.op == "define" and len(known) == 1:
            return known[0]
        if expr.op not in _CORNERS or len(known) != 2 or len(parts) != 2:
            return None
        if expr.op == "//" and known[1][0] <= 0:
            return None
        corners = [_CORNERS[expr.op](a, b) for a in known[0] for b in known[1]]
        return min(corners), max(corners)

    def _named(self, word: str, busy: frozenset[str]) -> Range | None:
        plan = self.layout.plan
        if word == "turn":
            return 0, self.turns
        if word in plan.pools:
            return None if word in busy else self.pool(word, busy)
        value = plan.values.get(word)
        return (int(value), int(value)) if isinstance(value, int) and word not in plan.totals else None

    def pool(self, word: str, busy: frozenset[str] = frozenset()) -> Range | None:
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


_CORNERS: dict[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "//": lambda a, b: a // b,
    "min": min,
    "max": max,
}
