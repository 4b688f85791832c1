"""What is to be written into the file of a deck, and the line grammar it is written by."""

from __future__ import annotations

import re
from collections.abc import Iterable

from deckcheck.cards.pool import Card, Pool
from deckcheck.decks.deck import Deck, DeckFile, Line
from deckcheck.decks.lines import copies
from deckcheck.decks.named import find_line
from deckcheck.decks.resolve import resolve
from deckcheck.files.source import MARKS, wide
from deckcheck.formats import read_deck
from deckcheck.record import dataclass
from deckcheck.report import DeckcheckError, Place
from deckcheck.rules.game import Game

_BREAK = re.compile("(\r\n|\r|[\n\x85\u2028\u2029])")


@dataclass(slots=True)
class Page:
    """The lines without their ends, and the ends; numbers count from 0, as columns do."""

    path: str
    mark: bytes
    encoding: str
    lines: list[str]
    ends: list[str]

    @property
    def text(self) -> str:
        """The text as readers see it: every line ended alike."""
        return "\n".join(self.lines)

    @property
    def end(self) -> str:
        """How lines of this file end."""
        return next((end for end in self.ends if end), "\n")

    @property
    def last_filled(self) -> int:
        """The number of the last line on which something stands; 0 where nothing does."""
        return max((number for number, line in enumerate(self.lines) if line.strip()), default=0)

    def data(self) -> bytes:
        """The bytes of the file.

        :raises DeckcheckError: a new name has letters that the file's encoding lacks.
        """
        text = "".join(line + end for line, end in zip(self.lines, self.ends, strict=True))
        try:
            return self.mark + text.encode(self.encoding)
        except UnicodeEncodeError as error:
            char = text[error.start]
            raise DeckcheckError("usage.not-encodable", path=self.path, char=char, encoding=self.encoding) from None

    def replace(self, first: tuple[int, int], last: tuple[int, int], text: str) -> None:
        """Put one line's text in place of what lies between two spots (line, column)."""
        (top, left), (bottom, right) = first, last
        self.lines[top : bottom + 1] = [self.lines[top][:left] + text + self.lines[bottom][right:]]
        self.ends[top : bottom + 1] = [self.ends[bottom]]

    def delete(self, first: int, last: int) -> None:
        """Delete whole lines; a file whose last line has no end stays one."""
        end = self.ends[last]
        del self.lines[first : last + 1], self.ends[first : last + 1]
        if not self.lines:
            self.lines, self.ends = [""], [""]
        elif not end:
            self.ends[-1] = ""

    def insert(self, after: int, lines: list[str]) -> None:
        """Whole new lines after a line."""
        if not self.ends[after]:
            self.ends[after] = self.end
            ends = [self.end] * (len(lines) - 1) + [""]
        else:
            ends = [self.end] * len(lines)
        self.lines[after + 1 : after + 1] = lines
        self.ends[after + 1 : after + 1] = ends


def page(path: str, data: bytes) -> Page:
    """The page of a file that can be read.

    :raises DeckcheckError: it holds something that would not come back as it is.
    """
    mark, encoding = next(((m, name) for m, name in MARKS if data.startswith(m)), (b"", ""))
    if not encoding:
        encoding = wide(data) or "utf-8" if b"\0" in data else "utf-8"
        try:
            data.decode(encoding)
        except UnicodeDecodeError:
            encoding = "cp1252"
    text = data[len(mark) :].decode(encoding, "surrogateescape")
    parts = [*_BREAK.split(text), ""]
    found = Page(path, mark, encoding, parts[0::2], parts[1::2])
    if "\ufeff" in text or found.data() != data:
        raise DeckcheckError("usage.not-editable", path=path)
    return found


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
        return find_line(text, self.pool, self.game.beside_deck).cards

    def recounted(self, text: str, count: int) -> str:
        """The line with another count, written the way it was if that can be.

        :raises DeckcheckError: it cannot be, and names no card.
        """
        found = find_line(text, self.pool, self.game.beside_deck)
        old = found.reading.count
        if old is None:
            tried = [f"{count} {text}"]
        else:
            tried = [text[:at] + str(count) + text[at + len(old) :] for at in _places(text, old)]
        for new in tried:
            again = find_line(new, self.pool, self.game.beside_deck)
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
