"""A form of deck file, and a file of that form whose lines are still to be read."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from importlib import import_module
from typing import Any, cast

from deckcheck.decks.deck import DeckFile, Ignore, Line
from deckcheck.decks.headings import Sections
from deckcheck.files.source import Source
from deckcheck.formats.sections import INFO
from deckcheck.record import dataclass, field
from deckcheck.report import Note, Place, Problem


@dataclass(frozen=True, slots=True)
class Reader:
    """A form of deck file: the module of that name reads it, and is imported when it does.

    suffixes: with their dot, in small letters.
    decks_alone: a file of such a suffix is a deck wherever it lies.
    begins: what a file of such a suffix begins with; one that does not is a plain list.
    look: patterns; a text of unknown form in which all are found is of this one.
    link: what a deck of this form begins with, as a path or within a plain list.
    game_key: how a file names its game, which `head_FORM` of the module reads; None: it has no room for it.
    by_hand, by_number: of `DeckFile`.
    comment: a pattern of lines that are or end in a comment; its group `body` may be a key or a heading all the same.
    """

    name: str
    suffixes: tuple[str, ...]
    decks_alone: bool = False
    begins: str = ""
    look: tuple[str, ...] = ()
    link: str | None = None
    game_key: str | None = None
    by_hand: bool = False
    by_number: bool = False
    comment: str | None = None


@cache
def function(verb: str, form: str) -> Callable[..., object]:
    """What heads, reads or writes a form of deck file."""
    found: Callable[..., object] = getattr(import_module(f"deckcheck.formats.{form}"), f"{verb}_{form}")
    return found


@dataclass(slots=True)
class DeckSource:
    """A deck file of a known form. Its head is read; its lines wait until the sections of its game are known.

    texts: what the head says, by the keys of deck files.
    places: where the keys, and later the headings of sections stand.
    body: what the reader has made of the cards while it read the head.
    readable: there is anything to read lines of.
    """

    source: Source
    reader: Reader
    problems: list[Problem]
    texts: dict[str, str] = field(default_factory=dict)
    places: dict[str, Place] = field(default_factory=dict)
    ignore: list[Ignore] = field(default_factory=list)
    body: Any = None
    readable: bool = True

    @property
    def game(self) -> str | None:
        """The game that the file names."""
        return self.texts.get("game")

    def read(self, sections: Sections | None) -> DeckFile:
        """The deck, for the sections of its game; None: no game is known, and every list of a YAML deck is a section.

        Never raises on what the file holds.
        """
        if not self.readable:
            return self.deck_file(())
        return cast(DeckFile, function("read", self.reader.name)(self, sections))

    def deck_file(self, lines: Iterable[Line], notes: Iterable[Note] = (), *, torn: bool = False) -> DeckFile:
        """The file with what was read of it."""
        texts = self.texts
        return DeckFile(
            self.source.path,
            self.reader.name,
            texts.get("game"),
            texts.get("format"),
            texts.get("name"),
            {key: texts[key] for key in INFO if key in texts} if texts else {},
            tuple(self.ignore),
            tuple(lines),
            self.places,
            tuple(self.problems),
            tuple(notes),
            torn,
            self.reader.by_hand,
            self.reader.by_number,
        )
