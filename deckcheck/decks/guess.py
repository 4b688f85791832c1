"""What a name that no card bears may have meant."""

from __future__ import annotations

from deckcheck.cards.names import LONGEST, close_names, names_with, same_numbers, suggest
from deckcheck.cards.pool import Pool
from deckcheck.record import dataclass, field

MAX_GUESSED = 100  # unknown names of a deck that are compared with the pool; nonsense holds thousands


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
            self.made[name] = self._guess(name)
        return self.made[name]

    def _guess(self, name: str) -> Guess:
        close = close_names(name, self.pool)
        if close:
            return Guess((), suggest(name, self.pool), len(close) == 1 and same_numbers(name, close[0]))
        parts = names_with(name, self.pool)
        return Guess(parts) if len(parts) > 1 else Guess((), suggest(name, self.pool))


def begun_name(text: str, pool: Pool) -> str | None:
    """The longest name of several words that the text goes on from ("Dark Magician foil")."""
    words = text[:LONGEST].split()  # the rest is longer than any name
    for end in range(len(words) - 1, 1, -1):
        cards = pool.find(" ".join(words[:end]))
        if cards:
            return cards[0].name
    return None
