"""Deck files in and out: the tables of readers and writers are all that the program knows.

The functions of a form are found by its name, so that no caller of them is to be seen: `head_yaml` and `read_yaml` of
`formats/yaml.py` are called by `open_deck` and `DeckSource.read`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from importlib import import_module
from os.path import splitext
from typing import Any, cast

from deckcheck.decks.deck import Deck, DeckFile, Ignore, Line
from deckcheck.decks.headings import Sections
from deckcheck.files.source import Source, read
from deckcheck.formats.sections import HEAD, INFO, SCHEME, in_remark
from deckcheck.record import dataclass, field
from deckcheck.report import Note, Place, Problem

MAX_BYTES = 500_000  # ten thousand lines; what is larger is no deck
MOST_READ = 4 * MAX_BYTES  # as much in the widest encoding


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
def _function(verb: str, form: str) -> Callable[..., object]:
    """What heads, reads or writes a form of deck file."""
    found: Callable[..., object] = getattr(import_module(f"deckcheck.formats.{form}"), f"{verb}_{form}")
    return found


@dataclass(slots=True)
class DeckSource:
    """A deck file of a known form. Its head is read; its lines wait until the sections of its game are known.

    texts: what the head says, by the keys of deck files.
    places: where the keys, and later the headings of sections stand.
    body: what the reader has made of the cards while it read the head.
    remarks: keys of the head that stand in comments, which another program may have written.
    readable: there is anything to read lines of.
    identifiers: gives the words, normalised, for what may stand for a card of the game in place of its name.
    """

    source: Source
    reader: Reader
    problems: list[Problem]
    texts: dict[str, str] = field(default_factory=dict)
    places: dict[str, Place] = field(default_factory=dict)
    ignore: list[Ignore] = field(default_factory=list)
    body: Any = None
    remarks: frozenset[str] = frozenset()
    readable: bool = True
    identifiers: Callable[[], frozenset[str]] = frozenset

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
        return cast(DeckFile, _function("read", self.reader.name)(self, sections))

    def deck_file(self, lines: Iterable[Line], notes: Iterable[Note] = (), *, salvaged: bool = False) -> DeckFile:
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
            salvaged,
            self.reader.by_hand,
            self.reader.by_number,
        )


@dataclass(frozen=True, slots=True)
class Writer:
    """A form to write decks in, by the module of that name.

    keys: what of the deck's head it has room for.
    numbers: it holds numbers of cards and nothing else.
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


_COMMENT = r"\s*(?://|#|;)[/#;]*(?P<body>.*)"

# A text of unknown form is of the first one whose look it has; the last one takes what is left.
READERS: dict[str, Reader] = {
    "ydk": Reader(
        "ydk",
        (".ydk",),
        decks_alone=True,
        look=(r"\A\s*#(?i:created by|main)",),
        by_number=True,
        comment=r"\s*#(?!main\b|extra\b|created by\b)",
    ),
    "ydke": Reader("ydke", (".ydke",), decks_alone=True, link=SCHEME, comment=r"\s*(?://|#|;)"),
    "json": Reader("json", (".json",), look=(r'\A\s*\{\s*"',), game_key='"game": "…"'),
    "yaml": Reader(
        "yaml",
        (".yaml", ".yml"),
        look=(r"^[\w -]+:(?:\s|$)", r"^ *- \S", r"\A(?!# )(?!\|)"),
        game_key="game: …",
        comment=r"\s*#|(?=[^\"']*\Z).*\s#\s",
    ),
    "csv": Reader("csv", (".csv", ".tsv")),
    "dek": Reader("dek", (".dek",), decks_alone=True, begins="<", look=(r"\A\s*(?:<\?xml[^>]*>\s*)?<Deck\b",)),
    "cod": Reader(
        "cod", (".cod",), decks_alone=True, begins="<", look=(r"\A\s*(?:<\?xml[^>]*>\s*)?<cockatrice_deck\b",)
    ),
    "o8d": Reader("o8d", (".o8d",), decks_alone=True, begins="<", look=(r"\A\s*(?:<\?xml[^>]*>\s*)?<deck\b",)),
    "dck": Reader("dck", (".dck", ".mwdeck"), decks_alone=True, game_key="game: …", by_hand=True, comment=_COMMENT),
    "text": Reader("text", (".txt", ".text", ".md", ".markdown"), game_key="game: …", by_hand=True, comment=_COMMENT),
}
PLAIN = READERS["text"]  # what is of no other form

_BY_SUFFIX = {suffix: reader for reader in READERS.values() for suffix in reader.suffixes}
_LINKS = tuple((reader.link, reader) for reader in READERS.values() if reader.link)

WRITERS: dict[str, Writer] = {
    "yaml": Writer("yaml", (".yaml", ".yml"), HEAD),
    "text": Writer("text", (".txt", ".text"), HEAD),
    "json": Writer("json", (".json",), HEAD),
    "ydk": Writer("ydk", (".ydk",), ("game",), numbers=True),
    "ydke": Writer("ydke", (".ydke",), ("game",), numbers=True),
    "csv": Writer("csv", (".csv",)),
    "cod": Writer("cod", (".cod",), ("name", "notes")),
}


def open_deck(path: str, data: bytes | None = None, form: str | None = None) -> DeckSource:
    """A deck file, or `data` that is known as `path`, with its form and its head; never raises on what it holds.

    `form` is a key of READERS; else the suffix decides, else the look of the text.
    """
    link = _linked(path, at=0)
    source = read(
        path, path.encode("utf-8", "surrogateescape") if link and data is None else data, MOST_READ, pipes=True
    )
    text = source.text
    reader = READERS[form] if form else link or _form(path, text)
    opened = DeckSource(source, reader, [*source.problems])
    if not text.strip():
        opened.readable = False
    elif len(text) > MAX_BYTES:
        facts = {"most": MAX_BYTES // 1000}
        opened.problems.append(Problem("shape", "shape.too-large", place=Place(path), facts=facts))
        opened.readable = False
    elif reader.game_key is not None:
        _function("head", reader.name)(opened)
    return opened


def read_deck(
    path: str,
    sections: Sections | None,
    data: bytes | None = None,
    form: str | None = None,
    identifiers: Callable[[], frozenset[str]] = frozenset,
) -> DeckFile:
    """Open and read a deck file whose game is settled; see `open_deck` and `DeckSource`."""
    opened = open_deck(path, data, form)
    opened.identifiers = identifiers
    return opened.read(sections)


def _form(path: str, text: str) -> Reader:
    reader = _BY_SUFFIX.get(splitext(path)[1].lower()) or _by_look(text)  # noqa: PTH122 - asked for each deck of a batch
    if reader.begins and not text.lstrip().startswith(reader.begins):
        reader = PLAIN
    elif (reader is PLAIN or reader.begins) and text.lstrip().startswith("<"):
        found = _by_look(text)
        reader = found if found.begins else reader
    return (_linked(text) if reader is PLAIN else None) or reader


def looks_alone(text: str, *, plain: bool) -> bool:
    """Whether a text of whatever suffix is of a form that holds nothing but decks: by its look, or as a link.

    `plain`: the link may stand anywhere in the text.
    """
    return _by_look(text).decks_alone or _linked(text.lstrip(), at=None if plain else 0) is not None


def _by_look(text: str) -> Reader:
    import re

    flags = re.MULTILINE
    looks = (r for r in READERS.values() if r.look and all(re.search(pattern, text, flags) for pattern in r.look))
    return next(looks, PLAIN)


def _linked(text: str, *, at: int | None = None) -> Reader | None:
    """The form whose link a text holds outside of its comments, or begins with."""
    small = text.lower()
    found = next((r for link, r in _LINKS if (small.startswith(link) if at == 0 else link in small)), None)
    if found is None or at == 0:
        return found
    parts = (line.partition(found.link or "") for line in small.split("\n"))
    return found if any(link and not in_remark(before) for before, link, _ in parts) else None
