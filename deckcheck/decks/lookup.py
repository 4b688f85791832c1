"""A line of a deck list → the card that it names, by the longest name that the pool knows."""

from __future__ import annotations

from collections.abc import Iterable
from weakref import WeakKeyDictionary

from deckcheck.cards.names import normalise
from deckcheck.cards.pool import Card, Pool
from deckcheck.decks.lines import CountedName, readings, split_count, tidy
from deckcheck.record import dataclass


@dataclass(frozen=True, slots=True)
class Named:
    """What a line's text is: a count and a name, and the cards that bear it (none: unknown)."""

    reading: CountedName
    cards: tuple[Card, ...] = ()
    outside: bool = False


# Text of a line, names beside the deck, whether its count stands elsewhere → what it is.
Seen = dict[tuple[str, frozenset[str], bool], Named]
# The same lines come again and again in a batch of decks.
_SEEN: WeakKeyDictionary[Pool, Seen] = WeakKeyDictionary()
_SEEN_AT_MOST = 100_000


def find_line(text: str, pool: Pool, outside: frozenset[str] = frozenset(), *, counted: bool = False) -> Named:
    """The longest name in the line that is a card's, or that lies `outside` the deck; else none.

    `counted`: the count stands elsewhere, the whole text is the name.
    """
    seen = seen_lines(pool)
    found = seen.get((text, outside, counted))
    if found is None:
        if len(seen) >= _SEEN_AT_MOST:
            seen.clear()
        whole = CountedName(None, tidy(text)) if counted else None
        found = _first((whole,) if whole else readings(text), pool, outside) or Named(whole or split_count(text))
        seen[text, outside, counted] = found
    return found


def seen_lines(pool: Pool) -> Seen:
    """The lines that were looked up before among these cards."""
    return _SEEN.setdefault(pool, {})


def _first(meanings: Iterable[CountedName], pool: Pool, outside: frozenset[str]) -> Named | None:
    for reading in meanings:
        if outside and normalise(reading.name) in outside:
            return Named(reading, outside=True)
        if cards := pool.find(reading.name):
            return Named(reading, _preferred(cards, reading.name))
    return None


def _preferred(cards: tuple[Card, ...], name: str) -> tuple[Card, ...]:
    """Of several cards of one name the one that bears it in the game's own language."""
    if len(cards) == 1:
        return cards
    key = normalise(name)
    own = tuple(card for card in cards if normalise(card.name) == key)
    return own if len(own) == 1 else cards
