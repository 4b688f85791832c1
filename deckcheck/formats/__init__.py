"""Deck files in and out: the tables of readers and writers are all that the program knows."""

from __future__ import annotations

from os.path import splitext
from typing import cast

from deckcheck.decks.deck import Deck, DeckFile
from deckcheck.decks.headings import Sections
from deckcheck.files.source import read
from deckcheck.formats.opened import DeckSource, Reader, function
from deckcheck.formats.sections import HEAD, SCHEME
from deckcheck.record import dataclass
from deckcheck.report import Place, Problem

MAX_BYTES = 500_000  # ten thousand lines; what is larger is no deck
MOST_READ = 4 * MAX_BYTES  # as much in the widest encoding


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
        return cast(str, function("write", self.name)(deck))


_COMMENT = r"\s*(?://|#|;)[/#;]*(?P<body>.*)"

# A text of unknown form is of the first one whose look it has; the last one takes what is left.
READERS: dict[str, Reader] = {
    "ydk": Reader(
        "ydk",
        (".ydk",),
        decks_alone=True,
        look=(r"\A\s*#(?:created by|main)",),
        by_number=True,
        comment=r"\s*#(?!main\b|extra\b|created by\b)",
    ),
    "ydke": Reader("ydke", (".ydke",), decks_alone=True, link=SCHEME, comment=r"\s*(?://|#|;)"),
    "json": Reader("json", (".json",), look=(r'\A\s*\{\s*"',), game_key='"game": "…"'),
    "yaml": Reader(
        "yaml",
        (".yaml", ".yml"),
        look=(r"^[\w -]+:(?:\s|$)", r"^ *- \S"),
        game_key="game: …",
        comment=r"\s*#|(?=[^\"']*\Z).*\s#\s",
    ),
    "csv": Reader("csv", (".csv",)),
    "dek": Reader("dek", (".dek",), decks_alone=True, begins="<"),
    "text": Reader("text", (".txt", ".text"), game_key="game: …", by_hand=True, comment=_COMMENT),
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
        function("head", reader.name)(opened)
    return opened


def read_deck(path: str, sections: Sections | None, data: bytes | None = None, form: str | None = None) -> DeckFile:
    """Open and read a deck file whose game is settled; see `open_deck` and `DeckSource.read`."""
    return open_deck(path, data, form).read(sections)


def _form(path: str, text: str) -> Reader:
    reader = _BY_SUFFIX.get(splitext(path)[1].lower()) or _by_look(text)  # noqa: PTH122 - asked for each deck of a batch
    if reader.begins and not text.lstrip().startswith(reader.begins):
        reader = PLAIN
    return (_linked(text) if reader is PLAIN else None) or reader


def _by_look(text: str) -> Reader:
    import re

    flags = re.IGNORECASE | re.MULTILINE
    looks = (r for r in READERS.values() if r.look and all(re.search(pattern, text, flags) for pattern in r.look))
    return next(looks, PLAIN)


def _linked(text: str, *, at: int | None = None) -> Reader | None:
    """The form whose link a text holds, or begins with."""
    small = text.lower()
    return next((r for link, r in _LINKS if (small.startswith(link) if at == 0 else link in small)), None)
