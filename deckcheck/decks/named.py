"""The card that a line of a deck names: the readings of the line, longest name first, held against the pool."""

from __future__ import annotations

import re
from collections.abc import Iterable
from weakref import WeakKeyDictionary

from deckcheck.cards.names import normalise
from deckcheck.cards.pool import Card, Pool
from deckcheck.decks.lines import OPENING, CountedName, readings, split_count, tidy, without_set
from deckcheck.record import dataclass


@dataclass(frozen=True, slots=True)
class Named:
    """What a line's text is: a count and a name, and the cards that bear it (none: unknown)."""

    reading: CountedName
    cards: tuple[Card, ...] = ()
    beside_deck: bool = False


# Text of a line, names beside the deck, whether its count stands elsewhere → what it is.
Seen = dict[tuple[str, frozenset[str], bool], Named]
# The same lines come again and again in a batch of decks.
_SEEN: WeakKeyDictionary[Pool, Seen] = WeakKeyDictionary()
_SEEN_AT_MOST = 100_000
# What sets something apart that is no part of a name, unless the name itself is written with it.
_SIGNS = re.compile(r"[\[\](){}<>|*#]|//")
_SURE = frozenset("[]{}<>|*")
_AND = re.compile(r"\s(?:and|et|und|y|e|en)\s", re.IGNORECASE)  # for "&"


def find_line(text: str, pool: Pool, beside_deck: frozenset[str] = frozenset(), *, counted: bool = False) -> Named:
    """The longest name in the line that is a card's, or that lies `beside_deck`; else none.

    `counted`: the count stands elsewhere, the whole text is the name.
    """
    seen = seen_lines(pool)
    found = seen.get((text, beside_deck, counted))
    if found is None:
        if len(seen) >= _SEEN_AT_MOST:
            seen.clear()
        whole = CountedName(None, tidy(text)) if counted else None
        found = _first((whole,) if whole else readings(text), pool, beside_deck) or Named(whole or split_count(text))
        seen[text, beside_deck, counted] = found
    return found


def seen_lines(pool: Pool) -> Seen:
    """The lines that were looked up before among these cards."""
    return _SEEN.setdefault(pool, {})


def _first(meanings: Iterable[CountedName], pool: Pool, beside_deck: frozenset[str]) -> Named | None:
    others: list[CountedName] = []
    joined: Named | None = None  # a name only together with what stands beside it
    for reading in meanings:
        if beside_deck and normalise(reading.name) in beside_deck:
            return Named(reading, beside_deck=True)
        cards, behind = pool.find(reading.name), without_set(reading.name)
        if behind is not None:
            others.append(CountedName(reading.count, behind))
            cards = tuple(card for card in cards if any(name[:1] in OPENING for name in card.names))
        if cards and joined is None and not _as_written(reading.name, cards):
            joined = Named(reading, _preferred(cards, reading.name))
        elif cards:
            return _one_of(joined, Named(reading, _preferred(cards, reading.name)))
        if _AND.search(reading.name):
            others.append(CountedName(reading.count, _AND.sub(" & ", reading.name)))
    if joined is not None and "|" not in joined.reading.name:
        return joined
    found = ((reading, pool.find(reading.name)) for reading in others)
    return next((Named(reading, _preferred(cards, reading.name)) for reading, cards in found if cards), None)


def _one_of(joined: Named | None, apart: Named) -> Named:
    """Of a name joined with what stands beside it and the name alone: that one, or both where it is not sure."""
    if joined is None or not _SURE.isdisjoint(joined.reading.name):
        return apart
    if joined.cards != apart.cards:
        return Named(joined.reading, (*joined.cards, *apart.cards))
    return Named(CountedName(apart.reading.count or joined.reading.count, apart.reading.name), apart.cards)


def _as_written(name: str, cards: tuple[Card, ...]) -> bool:
    """Whether the signs in a name are those of a card's."""
    signs = {sign[0] for sign in _SIGNS.findall(name)}
    return not signs or any(signs.issubset(own) for card in cards for own in card.names)


def _preferred(cards: tuple[Card, ...], name: str) -> tuple[Card, ...]:
    """Of several cards of one name the one that bears it in the game's own language."""
    if len(cards) == 1:
        return cards
    key = normalise(name)
    own = tuple(card for card in cards if normalise(card.name) == key)
    return own if len(own) == 1 else cards
