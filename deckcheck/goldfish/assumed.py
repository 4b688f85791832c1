"""What a result rests on: the options in force, the readings of the book, what was not played."""

from __future__ import annotations

from deckcheck.chance.classes import is_blank
from deckcheck.engine.layout import Layout
from deckcheck.engine.records import Placed, Plan
from deckcheck.report import Note


def assumptions(layout: Layout, turns: int, *, sampled: str | None = None) -> tuple[Note, ...]:
    """As notes, in the order in which to tell them. `sampled`: why orders of a hand were drawn, a key."""
    from deckcheck.engine.table import Table

    plan = layout.plan
    table = Table(layout, turns, 1)
    placed = {t for _, t in layout.placed}
    told = [t for t in range(table.types) if not is_blank(layout.card(t))]
    idle = [t for t in told if t not in table.played and t not in placed and t not in table.endless]
    merged = [layout.name(t) for t in told if len(layout.classes[t].cards) > 1 and t not in idle]
    found = [_option(plan, layout, name) for name in plan.options]
    found += [Note("goldfish.reading", {"text": text}) for text in plan.assumed]
    if sampled is not None:
        found.append(Note(sampled))
    if merged:
        found.append(Note("goldfish.merged", {"cards": tuple(merged)}))
    names = tuple(card.name for t in idle for card, _ in layout.classes[t].cards)
    if names:
        found.append(Note("goldfish.idle", {"cards": names}))
    if table.endless:
        found.append(Note("goldfish.endless", {"cards": tuple(layout.name(t) for t in table.endless)}))
    return tuple(found)


def _option(plan: Plan, layout: Layout, name: str) -> Note:
    """An option with its value; of one that names a card, the card that was placed."""
    value = plan.values[name]
    zones = [step.to for step in plan.setup if isinstance(step, Placed) and step.option == name]
    for zone, t in layout.placed:
        if zone in zones:
            value = layout.name(t)
    return Note("goldfish.option", {"name": name, "value": value, "assumed": plan.options[name].assumed})
