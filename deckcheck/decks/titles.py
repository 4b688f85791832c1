"""What a line may be called by that is no card: the sections of the game, and the kinds of cards it sorts by."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckcheck.cards.names import normalise
from deckcheck.decks.guess import MAX_GUESSED
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
