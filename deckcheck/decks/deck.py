"""A deck as its file says it (`DeckFile`), and the same with every card looked up (`Deck`).

Parsing never looks a card up and looking up never parses YAML: a reader in `formats` makes a
`DeckFile`, `decks/resolve.py` turns its lines into entries.
"""

from __future__ import annotations

from collections.abc import Mapping

from deckcheck.cards.pool import Card
from deckcheck.record import dataclass, field
from deckcheck.report import NOWHERE, Note, Place, Problem


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a deck file that should hold a card.

    section: a section of the game, or None where the file names none (the first section).
    text: the item as written ("3x Name (SET) 12").
    count: None where the count stands in the text and is still to be read off it, else the copies.
    comment: what YAML cut off after " #", so that a name with "#" in it can be recognised.
    maybe: what the line is if its text is no card's name: a "comment", a "heading" or "quoted" in a letter.
        A "title" stands apart at the top of a list, and may name the deck whether a card is called so or not; a "row"
        is one of a table whose count cannot be read, a "bare row" one whose count is empty.
    """

    section: str | None
    text: str
    count: int | None = None
    place: Place = NOWHERE
    comment: str | None = None
    maybe: str | None = None


@dataclass(frozen=True, slots=True)
class Ignore:
    """A rule that the deck's author asks to ignore, and why."""

    rule: str
    reason: str | None
    place: Place = NOWHERE


@dataclass(frozen=True, slots=True)
class DeckFile:
    """What a deck file says, before any card is looked up.

    reader: the form of file, a key of READERS.
    info: player, id, event, date, notes.
    places: where the keys and the headings of sections stand.
    torn: the file is broken, and these are the lines that can be read all the same: no deck to judge.
    by_hand: people type such files as they like: a line may be a heading, a title or a remark.
    by_number: the lines are meant to be identifiers of cards.
    """

    path: str
    reader: str
    game: str | None = None
    format: str | None = None
    name: str | None = None
    info: Mapping[str, str] = field(default_factory=dict)
    ignore: tuple[Ignore, ...] = ()
    lines: tuple[Line, ...] = ()
    places: Mapping[str, Place] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()
    notes: tuple[Note, ...] = ()
    salvaged: bool = False
    by_hand: bool = False
    by_number: bool = False


@dataclass(frozen=True, slots=True)
class Entry:
    """So many copies of a card in a section. `card` is None where the name is unknown or ambiguous.

    `name` is the item as written without its count; `count` is in copies, at least 1.
    """

    count: int
    name: str
    section: str
    card: Card | None
    place: Place = NOWHERE

    @property
    def shown(self) -> str:
        """The name to print: the card's own, else as written."""
        return self.card.name if self.card else self.name


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck of a known game, its cards looked up.

    places: where the heading of a section stands, for the sections that have one.
    unread: the lines of which no entry could be made; a problem tells of each.
    problems: those of reading and of look-up.
    identifiers: the fields of the cards that may stand for them, the first one first.
    reader: the form of file that it was read from, a key of READERS; "" where it was not read.
    """

    path: str
    game: str
    format: str | None
    name: str | None
    entries: tuple[Entry, ...]
    info: Mapping[str, str] = field(default_factory=dict)
    ignore: tuple[Ignore, ...] = ()
    places: Mapping[str, Place] = field(default_factory=dict)
    unread: tuple[Line, ...] = ()
    problems: tuple[Problem, ...] = ()
    notes: tuple[Note, ...] = ()
    identifiers: tuple[str, ...] = ()
    reader: str = ""
