"""What is to be written into the file of a deck, and the line grammar it is written by."""

from __future__ import annotations

from collections.abc import Iterable

from deckcheck.cards.pool import Card, Pool
from deckcheck.decks.clues import find_line
from deckcheck.decks.deck import Deck, DeckFile, Line
from deckcheck.decks.lines import copies
from deckcheck.decks.resolve import resolve
from deckcheck.formats import read_deck
from deckcheck.record import dataclass
from deckcheck.report import DeckcheckError, Place
from deckcheck.rules.game import Game


@dataclass(frozen=True, slots=True)
class Added:
    """Copies that come to a section.

    `line`: the line that holds just these copies and goes, as they move: what is written beside them moves along.
    """

    count: int
    name: str
    line: Line | None = None


@dataclass(frozen=True, slots=True)
class Edits:
    """What to do to the lines of a file.

    `counts`: the place of a line → how many copies it holds from now on; a line of none goes.
    `added`: section → what comes to it.
    """

    counts: dict[Place, int]
    added: dict[str, list[Added]]

    def lines(self, file: DeckFile) -> list[tuple[Line, int]]:
        """The lines that change and their counts, the last first, so that a change moves none that is still to come."""
        found = [line for line in file.lines if line.place in self.counts]
        found.sort(key=lambda line: (line.place.line or 0, line.place.column or 0), reverse=True)
        return [(line, self.counts[line.place]) for line in found]


@dataclass(frozen=True, slots=True)
class Editor:
    """The file of a deck that is to be changed."""

    path: str
    data: bytes
    game: Game
    pool: Pool

    def read(self, data: bytes) -> DeckFile:
        return read_deck(self.path, self.game.sections, data)

    def deck(self, data: bytes) -> Deck:
        """The deck that the data hold, its cards looked up."""
        return resolve(self.read(data), self.game, self.pool)

    def names(self, text: str) -> tuple[Card, ...]:
        """The cards that a line of text names."""
        return find_line(text, self.pool, self.game.outside).cards

    def recounted(self, text: str, count: int) -> str:
        """The line with another count, written the way it was if that can be.

        :raises DeckcheckError: it cannot be, and names no card.
        """
        found = find_line(text, self.pool, self.game.outside)
        old = found.reading.count
        if old is None:
            tried = [f"{count} {text}"]
        else:
            tried = [text[:at] + str(count) + text[at + len(old) :] for at in _places(text, old)]
        for new in tried:
            again = find_line(new, self.pool, self.game.outside)
            if again.cards == found.cards and copies(again.reading.count) == count and again.reading.count is not None:
                return new
        if not found.cards:
            raise DeckcheckError("usage.not-editable", path=self.path)
        return f"{count} {found.cards[0].name}"


def _places(text: str, part: str) -> Iterable[int]:
    at = text.find(part)
    while at >= 0:
        yield at
        at = text.find(part, at + 1)
