"""What a name that no card bears, or a heading that is no section's, may have meant."""

from __future__ import annotations

from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from deckcheck.cards.names import LONGEST, close_names, likeliest, names_with, normalise, same_numbers
from deckcheck.cards.pool import Pool
from deckcheck.decks.headings import (
    CATEGORIES,
    Sections,
    heading_key,
    heading_words,
    is_category,
    kind_words,
    nearest,
)
from deckcheck.record import dataclass, field

if TYPE_CHECKING:
    from deckcheck.cards.shape import CardShape

MAX_GUESSED = 100  # unknown names of a deck that are compared with the pool; nonsense holds thousands

# What was guessed among the same cards before: the decks of a folder lack the same ones.
_MADE: WeakKeyDictionary[Pool, dict[str, Guess]] = WeakKeyDictionary()
_MADE_AT_MOST = 10_000


@dataclass(frozen=True, slots=True)
class Guess:
    """`parts`: the several names that the text is a part of. `near`: names like it, the likeliest first.

    `sure`: there is but one that is spelt nearly so, and it has the same numbers.
    """

    parts: tuple[str, ...] = ()
    near: tuple[str, ...] = ()
    sure: bool = False


@dataclass(slots=True)
class Guesses:
    """The guesses about the names of one deck."""

    pool: Pool
    made: dict[str, Guess] = field(default_factory=dict)
    spelt: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def close(self, name: str) -> tuple[str, ...]:
        """The names that differ from a text by a slip or two; none once too many were asked for."""
        if name not in self.spelt:
            if len(self.spelt) >= MAX_GUESSED:
                return ()
            self.spelt[name] = close_names(name, self.pool)
        return self.spelt[name]

    def of(self, name: str) -> Guess:
        """The guess about a name; none once too many were asked for."""
        if name not in self.made:
            if len(self.made) >= MAX_GUESSED:
                return Guess()
            known = _MADE.setdefault(self.pool, {})
            if name not in known:
                if len(known) >= _MADE_AT_MOST:
                    known.clear()
                known[name] = _guess(name, self.pool)
            self.made[name] = known[name]
        return self.made[name]


def _guess(name: str, pool: Pool) -> Guess:
    close, parts = close_names(name, pool), names_with(name, pool)
    if not close and len(parts) > 1:
        return Guess(parts)
    return Guess((), likeliest(name, pool, close, parts), len(close) == 1 and same_numbers(name, close[0]))


def begun_name(text: str, pool: Pool) -> str | None:
    """The longest name of several words that the text goes on from ("Dark Magician foil")."""
    words = text[:LONGEST].split()  # the rest is longer than any name
    for end in range(len(words) - 1, 1, -1):
        cards = pool.find(" ".join(words[:end]))
        if cards:
            return cards[0].name
    return None


@dataclass(slots=True)
class Titles:
    """The headings of a game's lists, as one deck asks for them."""

    sections: Sections
    card: CardShape
    kinds: frozenset[str] | None = None
    known: tuple[str, ...] | None = None
    nearest: dict[str, str | None] = field(default_factory=dict)

    def is_kind(self, words: str) -> bool:
        """Whether a text is a kind of cards, in this game or any."""
        if self.kinds is None:
            also = (word for section in self.sections.values() for word in section.also)
            self.kinds = kind_words(self.card) | frozenset(map(heading_key, also))
        return is_category(words) or heading_key(words) in self.kinds

    def near(self, words: str) -> str | None:
        """The heading that a text was probably meant for; none once too many were asked for."""
        if words not in self.nearest:
            if len(self.nearest) >= MAX_GUESSED:
                return None
            if self.known is None:
                self.known = (*heading_words(self.sections), *map(normalise, CATEGORIES))
            self.nearest[words] = nearest(words, self.known)
        return self.nearest[words]
