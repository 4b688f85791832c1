"""The cards of a deck that are shuffled: the main deck, less those that lie in play from the start."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from deckcheck.deck import Deck, Entry
from deckcheck.engine.records import Placed
from deckcheck.expr import Expr
from deckcheck.expr.values import Result
from deckcheck.names import normalise
from deckcheck.report import Note
from deckcheck.rules.view import DeckView


@dataclass(frozen=True, slots=True)
class Pile:
    """The shuffled cards; `placed`: place in play → name of the card that lies there; `notes` say how."""

    entries: tuple[Entry, ...]
    placed: Mapping[str, str]
    notes: tuple[Note, ...] = ()

    @property
    def size(self) -> int:
        return sum(entry.count for entry in self.entries)


def shuffled(
    deck: Deck, sections: Sequence[str], steps: Sequence[Placed], values: Mapping[str, Result], view: DeckView
) -> Pile:
    """The pile of a deck.

    :param sections: those of the game, the one that is shuffled first.
    :param steps: what is placed before; a card declared in the step's section lies there.
    :param values: options in force, one of which may name the card of a step.
    """
    entries = [entry for entry in deck.entries if entry.section == sections[0]] if sections else []
    declared = {step.section for step in steps if step.section in sections}
    entries += [entry for entry in deck.entries if entry.section in declared]
    placed: dict[str, str] = {}
    notes: list[Note] = []
    for step in steps:
        found = _chosen(step, entries, values, view)
        if found is None:
            notes.append(Note("odds.not-placed", {"zone": step.to}))
            continue
        at, how = found
        entry = entries[at]
        placed[step.to] = entry.shown
        notes.append(Note(f"odds.placed-{how}", {"card": entry.shown, "zone": step.to}))
        entries[at] = replace(entry, count=entry.count - 1)
        entries = [entry for entry in entries if entry.count]
    return Pile(tuple(entries), placed, tuple(notes))


def _chosen(
    step: Placed, entries: Sequence[Entry], values: Mapping[str, Result], view: DeckView
) -> tuple[int, str] | None:
    """The place of the card that is taken out, and how it was found."""
    wanted = values.get(step.option) if step.option else None
    if isinstance(wanted, str) and wanted:
        key = normalise(wanted)
        for at, entry in enumerate(entries):
            if key in map(normalise, entry.card.names if entry.card else (entry.name,)):
                return at, "asked"
    for at, entry in enumerate(entries):
        if entry.section == step.section and step.section is not None:
            return at, "declared"
    fitting = [at for at, entry in enumerate(entries) if step.of is None or step.of.run(entry, view) is True]
    if not fitting:
        return None
    return min(fitting, key=lambda at: (order_key(step.order, entries[at], view), entries[at].shown)), "first"


def order_key(order: Sequence[Expr], entry: Entry, view: DeckView) -> tuple[int, ...]:
    """What a card is sorted by; a field it lacks counts as 0."""
    values = (expr.run(entry, view) for expr in order)
    return tuple(value if isinstance(value, int) else 0 for value in values)
