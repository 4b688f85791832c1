"""The cards of a deck that are shuffled: its main deck, less those that lie in play from the start."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from deckcheck.cards.pool import Card
from deckcheck.decks.deck import Deck, Entry
from deckcheck.engine.layout import lay_out
from deckcheck.engine.records import Placed, Plan
from deckcheck.expr import Scope
from deckcheck.report import Note


@dataclass(frozen=True, slots=True)
class Pile:
    """The shuffled cards; `notes` say which cards were taken out before. Unknown cards are among them."""

    entries: tuple[Entry, ...]
    notes: tuple[Note, ...] = ()

    @property
    def size(self) -> int:
        return sum(entry.count for entry in self.entries)


def shuffled(deck: Deck, plan: Plan, scope: Scope) -> Pile:
    """The pile of a deck, without the cards that the engine places.

    :raises DeckcheckError: an option names a card that the deck does not hold.
    """
    entries = [entry for entry in deck.entries if entry.section in plan.deck]
    layout = lay_out(plan, deck.entries, scope, merge=False)
    placed = dict(layout.placed)
    notes = []
    for step in (step for step in plan.setup if isinstance(step, Placed)):
        if step.to not in placed:
            notes.append(Note("odds.not-placed", {"zone": step.to}))
            continue
        card = layout.classes[placed[step.to]].cards[0][0]
        at = _where(card, step.section, entries)
        how = "declared" if entries[at].section == step.section else "first"
        how = "asked" if step.option is not None and plan.values.get(step.option) is not None else how
        notes.append(Note(f"odds.placed-{how}", {"card": card.name, "zone": step.to}))
        entries[at] = replace(entries[at], count=entries[at].count - 1)
        entries = [entry for entry in entries if entry.count]
    return Pile(tuple(entries), tuple(notes))


def _where(card: Card, section: str | None, entries: Sequence[Entry]) -> int:
    """The place of the entry that gives the card, in its own section if it lies there."""
    held = [at for at, entry in enumerate(entries) if entry.card is card]
    return next((at for at in held if entries[at].section == section), held[0])
