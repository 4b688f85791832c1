"""What the cards of a deck give when they are played or used, and what follows from it for a table."""

from __future__ import annotations

from collections.abc import Sequence

from deckcheck.engine.layout import Layout
from deckcheck.engine.price_records import Attach
from deckcheck.engine.records import Draw, Mulligan, Plan, Play, Refill, Step, Use
from deckcheck.engine.scope import reads_rows
from deckcheck.expr import Expr

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
