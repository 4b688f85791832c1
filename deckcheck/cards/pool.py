"""Card records and the pool of a game's cards."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Protocol

from deckcheck.cards.names import normalise
from deckcheck.record import dataclass, field
from deckcheck.report import NOWHERE, Note, Place, Problem

# A field's value: text, whole number, truth, or several texts (in the order of the file).
Value = str | int | bool | tuple[str, ...]

_LEADING_ZEROS = re.compile(r"(?<![0-9])0+(?=[0-9])")


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """A record of the card database; two cards are the same only if they are one record.

    `name` is the name to print, `names` every name accepted in a deck, that one first. `fields` hold
    the record's values in the schema's spelling, `name` among them; a missing field is not a key.
    `unreadable` are fields that the schema requires (or whose value it refuses) and the record lacks:
    what reads them is UNKNOWN. `faults` say so, at the place of the record.
    """

    name: str
    names: tuple[str, ...]
    fields: Mapping[str, Value]
    place: Place = NOWHERE
    unreadable: frozenset[str] = frozenset()
    faults: tuple[Problem, ...] = field(default=())


def identifier_key(text: str) -> str:
    """An identifier without case, punctuation and leading zeros: SOR_005 and "sor 5" are the same."""
    return _LEADING_ZEROS.sub("", normalise(text))


class CardIndex(Protocol):
    """The cards of a pool and how they are found, in memory or in a compiled file."""

    @property
    def cards(self) -> Sequence[Card]: ...

    @property
    def keys(self) -> Sequence[str]: ...

    def named(self, text: str) -> tuple[Card, ...]:
        """The cards of exactly this name."""

    def by_key(self, key: str) -> tuple[Card, ...]: ...

    def by_code(self, code: str, *, hint: bool) -> tuple[Card, ...]:
        """The cards with this identifier, as `identifier_key` spells it."""

    def number(self, card: Card) -> int: ...


class Pool:
    """The cards of one game, found by name or by identifier.

    `identifiers` are the fields that may stand for a card, `hints` those that once did: they find a card
    only where nothing else does, and the deck is told. `demo`: the cards are invented. `sources` are the
    titles of the sets. `problems` are those of the files rather than of one card (a card's own are its
    `faults`); `notes` say what was left out. `index` is where the cards are, else they are in memory.
    """

    def __init__(
        self,
        cards: Iterable[Card] = (),
        *,
        identifiers: Sequence[str] = (),
        hints: Sequence[str] = (),
        demo: bool = False,
        sources: Sequence[str] = (),
        problems: Sequence[Problem] = (),
        notes: Sequence[Note] = (),
        index: CardIndex | None = None,
    ) -> None:
        self._index = index if index is not None else _Memory(tuple(cards), tuple(identifiers), tuple(hints))
        self.identifiers = tuple(identifiers)
        self.hints = tuple(hints)
        self.demo = demo
        self.sources = tuple(sources)
        self.problems = tuple(problems)
        self.notes = tuple(notes)

    def __len__(self) -> int:
        return len(self._index.cards)

    def __iter__(self) -> Iterator[Card]:
        return iter(self._index.cards)

    def find(self, text: str) -> tuple[Card, ...]:
        """The cards called `text`: by exact name, else by normalised name, else by identifier.

        Several only where several cards bear the name; empty where none does.
        """
        index = self._index
        found = index.named(text) or index.by_key(normalise(text))
        if found or not self.identifiers:
            return found
        return index.by_code(identifier_key(text), hint=False)

    def hinted(self, text: str) -> tuple[Card, ...]:
        """The cards that had the identifier `text` before they got their own (a preview number)."""
        return self._index.by_code(identifier_key(text), hint=True) if self.hints else ()

    def number(self, card: Card) -> int:
        """The card's place in the pool, from 0."""
        return self._index.number(card)

    @property
    def keys(self) -> Sequence[str]:
        """All normalised names, each once, in the order of the cards."""
        return self._index.keys

    def by_key(self, key: str) -> tuple[Card, ...]:
        """The cards that have a name whose normalised form is `key`."""
        return self._index.by_key(key)


@dataclass(frozen=True)
class _Memory:
    """An index of cards in memory; each table is made at first need."""

    cards: tuple[Card, ...]
    identifiers: tuple[str, ...]
    hints: tuple[str, ...]

    def named(self, text: str) -> tuple[Card, ...]:
        return self._by_name.get(text, ())

    def by_key(self, key: str) -> tuple[Card, ...]:
        return self._by_key.get(key, ())

    def by_code(self, code: str, *, hint: bool) -> tuple[Card, ...]:
        return (self._by_hint if hint else self._by_code).get(code, ())

    def number(self, card: Card) -> int:
        return self._numbers[id(card)]

    @cached_property
    def keys(self) -> tuple[str, ...]:
        return tuple(self._by_key)

    @cached_property
    def _numbers(self) -> dict[int, int]:
        return {id(card): number for number, card in enumerate(self.cards)}

    @cached_property
    def _by_name(self) -> dict[str, tuple[Card, ...]]:
        return _index((name, card) for card in self.cards for name in card.names)

    @cached_property
    def _by_key(self) -> dict[str, tuple[Card, ...]]:
        return _index((normalise(name), card) for card in self.cards for name in card.names)

    @cached_property
    def _by_code(self) -> dict[str, tuple[Card, ...]]:
        return _index((code, card) for card in self.cards for code in codes(card, self.identifiers))

    @cached_property
    def _by_hint(self) -> dict[str, tuple[Card, ...]]:
        return _index((code, card) for card in self.cards for code in codes(card, self.hints))


def codes(card: Card, fields: Iterable[str]) -> Iterator[str]:
    """The identifiers that a card has in these fields, as `identifier_key` spells them."""
    for name in fields:
        value = card.fields.get(name)
        if value is not None:
            yield from map(identifier_key, value if isinstance(value, tuple) else (str(value),))


def _index(pairs: Iterable[tuple[str, Card]]) -> dict[str, tuple[Card, ...]]:
    """Key → its distinct cards, in order; an empty key finds nothing."""
    found: dict[str, list[Card]] = {}
    for key, card in pairs:
        if key:
            cards = found.setdefault(key, [])
            if not cards or cards[-1] is not card:  # one card's pairs come one after another
                cards.append(card)
    return {key: tuple(cards) for key, cards in found.items()}
