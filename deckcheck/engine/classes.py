"""Cards that a question cannot tell apart are one class; shared by the engine and by exact odds."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from deckcheck.cards.pool import Card

# What a question reads off a card; nothing but these, and tuples of them, so that readings can be sorted.
Reading = int | str | None | tuple["Reading", ...]


@dataclass(frozen=True, slots=True)
class CardClass:
    """Cards with the same reading. `cards`: each card with its copies, sorted by name; `count`: all copies."""

    reading: Reading
    cards: tuple[tuple[Card, int], ...]

    @property
    def count(self) -> int:
        return sum(copies for _, copies in self.cards)


def classes(cards: Iterable[tuple[Card, int]], readings: Callable[[Card], Reading]) -> tuple[CardClass, ...]:
    """The classes of a deck, given as cards with their copies (a card may come several times).

    Sorted by reading, then by name, and never by the order of the deck's lines: moving a line changes
    nothing. Readings are compared by their text (`repr`), so None and numbers may stand side by side.
    """
    copies: dict[Card, int] = {}
    for card, count in cards:
        copies[card] = copies.get(card, 0) + count
    groups: dict[Reading, list[tuple[Card, int]]] = {}
    for card, count in sorted(copies.items(), key=lambda pair: (pair[0].name, repr(sorted(pair[0].fields.items())))):
        groups.setdefault(readings(card), []).append((card, count))
    return tuple(CardClass(reading, tuple(groups[reading])) for reading in sorted(groups, key=repr))
