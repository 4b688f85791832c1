"""What a name that no card bears, or a heading that is no section's, may have meant."""

from __future__ import annotations

import re
from weakref import WeakKeyDictionary

from deckcheck.cards.card_schema import CardSchema
from deckcheck.cards.names import normalise
from deckcheck.cards.pool import Card, Pool
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

_ALIKE = 80  # of 100: two slips in a name of usual length
_CLOSE = 88  # one slip in a short name
LONGEST = 100  # letters; no name is as long, and the comparison takes as long as the text
_MOST = 3  # suggestions
_DIGITS = re.compile(r"\d+")
_SHORTEST = 3  # letters; fewer are no part of a name but noise
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
    card: CardSchema
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


def suggest(text: str, pool: Pool) -> tuple[str, ...]:
    """Names that a text which is no name may have meant, the likeliest first; often none."""
    return likeliest(text, pool, close_names(text, pool), names_with(text, pool))


def likeliest(text: str, pool: Pool, close: tuple[str, ...], parts: tuple[str, ...]) -> tuple[str, ...]:
    """The same of a text whose `close_names` and `names_with` are known."""
    return tuple(dict.fromkeys((*close, *(parts or _near(text, pool, _ALIKE)))))[:_MOST]


def close_names(text: str, pool: Pool) -> tuple[str, ...]:
    """The names that differ from the text by a slip or two of the keyboard, the likeliest first."""
    mended = _unmangled(text)
    names = [] if mended is None else [_spelling(normalise(mended), card) for card in pool.find(mended)]
    return tuple(dict.fromkeys((*names, *_near(text, pool, _CLOSE))))


def names_with(text: str, pool: Pool) -> tuple[str, ...]:
    """The names, one a card, in which every word of the text begins a word; the shortest first."""
    key = normalise(text)
    words = key.split()
    if not _SHORTEST <= len("".join(words)) <= len(key) <= LONGEST:
        return ()
    longest = max(words, key=len)
    starts = [" " + word for word in words]
    found: dict[int, str] = {}
    for name in pool.keys:
        if longest in name and all(start in " " + name for start in starts):
            for card in pool.by_key(name):
                found.setdefault(id(card), _spelling(name, card))
    return tuple(sorted(found.values(), key=len))


def same_numbers(text: str, other: str) -> bool:
    """Whether two names hold the same digits: "Fairchild 2.0" is no slip for "Fairchild 1.0"."""
    return _DIGITS.findall(normalise(text)) == _DIGITS.findall(normalise(other))


def _near(text: str, pool: Pool, least: int) -> list[str]:
    from rapidfuzz import fuzz, process

    key = normalise(text)
    if len(key) > LONGEST:
        return []
    near = process.extract(key, pool.keys, scorer=fuzz.ratio, score_cutoff=least, limit=_MOST)
    return [_spelling(match, card) for match, _, _ in near for card in pool.by_key(match)]


def _spelling(key: str, card: Card) -> str:
    """The card's name that was looked up, as printed; it may be known under several."""
    return next((name for name in card.names if normalise(name) == key), card.name)


def _unmangled(text: str) -> str | None:
    """What UTF-8 says that was read as Latin-1 ("JunÃºn" is "Junún"); None where it was not."""
    if text.isascii():
        return None
    for encoding in ("cp1252", "latin-1"):
        try:
            return text.encode(encoding).decode("utf-8")
        except UnicodeError:
            continue
    return None
