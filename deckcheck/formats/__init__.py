"""Deck files in and out: the tables of readers and writers are all that the program knows."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from os.path import splitext
from typing import cast

from deckcheck.decks.deck import Deck, DeckFile
from deckcheck.decks.headings import SectionsOf
from deckcheck.files.source import Source, read
from deckcheck.formats.sections import HEAD, SCHEME
from deckcheck.record import dataclass
from deckcheck.report import Place, Problem

MAX_BYTES = 500_000  # ten thousand lines; what is larger is no deck
MOST_READ = 4 * MAX_BYTES  # as much in the widest encoding


@dataclass(frozen=True, slots=True)
class Reader:
    """A form of deck file: the module of that name reads it, and is imported when it does.

    `suffixes` with their dot, in small letters. `decks_alone`: a file of such a suffix is a deck wherever
    it lies.
    """

    name: str
    suffixes: tuple[str, ...]
    decks_alone: bool = False

    def read(self, source: Source, sections_of: SectionsOf) -> DeckFile:
        """The deck that the text holds; never raises on what that is."""
        return cast(DeckFile, _function("read", self.name)(source, sections_of))


@dataclass(frozen=True, slots=True)
class Writer:
    """A form to write decks in, by the module of that name.

    `keys`: what of the deck's head it has room for. `numbers`: it holds numbers of cards and nothing else.
    """

    name: str
    suffixes: tuple[str, ...]
    keys: tuple[str, ...] = ()
    numbers: bool = False

    def write(self, deck: Deck) -> str:
        """The deck as text that ends with a line break.

        What the form has no room for is left out, as `losses` tells.

        :raises DeckcheckError: the form cannot hold any of the deck.
        """
        return cast(str, _function("write", self.name)(deck))


@cache
def _function(verb: str, form: str) -> Callable[..., object]:
    """What reads or writes a form of deck file."""
    function: Callable[..., object] = getattr(import_module(f"deckcheck.formats.{form}"), f"{verb}_{form}")
    return function


READERS: dict[str, Reader] = {
    "yaml": Reader("yaml", (".yaml", ".yml")),
    "text": Reader("text", (".txt", ".text")),
    "ydk": Reader("ydk", (".ydk",), decks_alone=True),
    "ydke": Reader("ydke", (".ydke",), decks_alone=True),
    "csv": Reader("csv", (".csv",)),
    "json": Reader("json", (".json",)),
    "dek": Reader("dek", (".dek",), decks_alone=True),
}

# How a form of file names its game; the others have no room for it.
KEYS_OF_GAMES = {"yaml": "game: …", "text": "game: …", "json": '"game": "…"'}

_BY_SUFFIX = {suffix: name for name, reader in READERS.items() for suffix in reader.suffixes}

WRITERS: dict[str, Writer] = {
    "yaml": Writer("yaml", (".yaml", ".yml"), HEAD),
    "text": Writer("text", (".txt", ".text"), HEAD),
    "json": Writer("json", (".json",), HEAD),
    "ydk": Writer("ydk", (".ydk",), ("game",), numbers=True),
    "ydke": Writer("ydke", (".ydke",), ("game",), numbers=True),
    "csv": Writer("csv", (".csv",)),
}


def reader_of(path: str) -> str | None:
    """The name of the reader for a link, or for a file's suffix."""
    if path.lower().startswith(SCHEME):
        return "ydke"
    return _BY_SUFFIX.get(splitext(path)[1].lower())  # noqa: PTH122 - asked for each deck of a batch


def read_deck(path: str, sections_of: SectionsOf, data: bytes | None = None, reader: str | None = None) -> DeckFile:
    """Read a deck file, or `data` that is known as `path`; never raises on what it holds.

    `sections_of` is asked once, with the id of the game that the file names (None: it names none), and
    gives the sections of the game to read it for, or None where the game is not known; then every list
    of a YAML deck is a section. `reader` is a key of READERS; else the suffix decides, else the look
    of the text.
    """
    if data is None and path.lower().startswith(SCHEME):
        data = path.encode("utf-8", "surrogateescape")
    source = read(path, data, MOST_READ, pipes=True)
    name = reader or reader_of(path) or _by_look(source.text)
    if name == "text" and reader is None and SCHEME in source.text.lower():
        name = "ydke"
    if not source.text.strip():
        return DeckFile(path, name, problems=source.problems)
    if len(source.text) > MAX_BYTES:
        problem = Problem("shape", "shape.too-large", place=Place(path), facts={"most": MAX_BYTES // 1000})
        return DeckFile(path, name, problems=(*source.problems, problem))
    return READERS[name].read(source, sections_of)


def _by_look(text: str) -> str:
    if text.lstrip().lower().startswith(("#created by", "#main")):
        return "ydk"
    if text.lstrip().startswith("{") and text.lstrip()[1:].lstrip().startswith('"'):
        return "json"
    from deckcheck.formats.yaml import looks_like_yaml

    return "yaml" if looks_like_yaml(text) else "text"
