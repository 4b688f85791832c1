"""Deck files in and out: the tables of readers and writers are all that the program knows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from os.path import splitext

from deckcheck.deck import Deck, DeckFile
from deckcheck.formats.csv import read_csv, write_csv
from deckcheck.formats.json import write_json
from deckcheck.formats.text import read_text, write_text
from deckcheck.formats.yaml import looks_like_yaml, read_yaml, write_yaml
from deckcheck.formats.ydk import read_ydk, write_ydk
from deckcheck.formats.ydke import SCHEME, holds_link, read_ydke, write_ydke
from deckcheck.headings import SectionsOf
from deckcheck.report import Place, Problem
from deckcheck.source import Source, read

MAX_BYTES = 500_000  # ten thousand lines; what is larger is no deck


@dataclass(frozen=True, slots=True)
class Reader:
    """A form of deck file; `suffixes` with their dot, in small letters.

    `decks_alone`: a file of such a suffix is a deck wherever it lies.
    """

    suffixes: tuple[str, ...]
    read: Callable[[Source, SectionsOf], DeckFile]
    decks_alone: bool = False


@dataclass(frozen=True, slots=True)
class Writer:
    """A form to write decks in; the text ends with a line break."""

    suffixes: tuple[str, ...]
    write: Callable[[Deck], str]


READERS: dict[str, Reader] = {
    "yaml": Reader((".yaml", ".yml"), read_yaml),
    "text": Reader((".txt", ".text"), read_text),
    "ydk": Reader((".ydk",), read_ydk, decks_alone=True),
    "ydke": Reader((".ydke",), read_ydke, decks_alone=True),
    "csv": Reader((".csv",), read_csv),
}

_BY_SUFFIX = {suffix: name for name, reader in READERS.items() for suffix in reader.suffixes}

WRITERS: dict[str, Writer] = {
    "yaml": Writer((".yaml", ".yml"), write_yaml),
    "text": Writer((".txt", ".text"), write_text),
    "json": Writer((".json",), write_json),
    "ydk": Writer((".ydk",), write_ydk),
    "ydke": Writer((".ydke",), write_ydke),
    "csv": Writer((".csv",), write_csv),
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
    source = read(path, path.encode() if data is None and path.lower().startswith(SCHEME) else data)
    name = reader or reader_of(path) or _by_look(source.text)
    if name == "text" and reader is None and holds_link(source.text):
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
    return "yaml" if looks_like_yaml(text) else "text"
