"""Which files are decks: what the arguments name, and what lies in the folders among them."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from deckcheck.formats import READERS
from deckcheck.headings import heading_words
from deckcheck.names import normalise

STDIN = "-"

_YAML = frozenset(READERS["yaml"].suffixes)
_TEXT = frozenset(READERS["text"].suffixes)
_OWN = frozenset(suffix for reader in READERS.values() if reader.decks_alone for suffix in reader.suffixes)

_SNIFFED = 65_536  # bytes; a deck shows its game and first section at the top
_GAME = re.compile(r"^game[ \t]*:[ \t]*\S", re.MULTILINE)
_KEY = re.compile(
    r"^([^\W\d][\w-]*(?: [\w-]+)*)[ \t]*:[ \t]*(\[|(?:#.*)?\n(?:[ \t]*(?:#.*)?\n)*[ \t]*- )?", re.MULTILINE
)
# A file with one of these is a schema, a card file or a dated list.
_OTHER = frozenset({"card", "cards", "sections", "rules", "list", "versions"})


@dataclass(frozen=True, slots=True)
class Found:
    """A deck to read: its path as given, or as it lies below a folder as given; `data` of the standard input."""

    path: str
    data: bytes | None = None


@dataclass(frozen=True, slots=True)
class Search:
    """The decks found, each once, how many files of the folders are none, and how many of those plain lists."""

    decks: tuple[Found, ...]
    skipped: int = 0
    lists: int = 0


def find_decks(
    paths: Iterable[str], *, lists: bool = False, stdin: bytes | None = None, stdin_name: str | None = None
) -> Search:
    """The decks among the paths, in their order; those of a folder by name, with the folders below.

    A path that is named is taken for a deck whatever it is, so that a missing one is told. `lists`: plain
    lists (`.txt`) in folders are decks, since their game is known.
    """
    found: dict[str, Found] = {}
    skipped: list[str] = []
    for path in paths:
        if path == STDIN:
            found.setdefault(STDIN, Found(stdin_name or STDIN, stdin or b""))
        elif not os.path.isdir(path):  # noqa: PTH112 - a path of the shell, kept as it is written
            found.setdefault(os.path.realpath(path), Found(path))
        else:
            for below, is_deck in _below(path, lists=lists):
                if is_deck:
                    found.setdefault(os.path.realpath(below), Found(below))
                else:
                    skipped.append(below)
    plain = sum(Path(path).suffix.lower() in _TEXT for path in skipped)
    return Search(tuple(found.values()), len(skipped), plain)


def _below(folder: str, *, lists: bool) -> Iterator[tuple[str, bool]]:
    """The files below a folder, each with whether it is a deck; hidden ones are passed over."""
    seen: set[tuple[int, int]] = set()
    waiting = [folder]
    while waiting:
        here = waiting.pop()
        try:
            status = os.stat(here)  # noqa: PTH116
            entries = sorted(os.scandir(here), key=lambda entry: entry.name)
        except OSError:
            yield here, True  # reading it tells why not
            continue
        if (status.st_dev, status.st_ino) in seen:
            continue  # a link back
        seen.add((status.st_dev, status.st_ino))
        inner = []
        for entry in entries:
            if entry.name.startswith("."):
                continue
            if entry.is_dir():
                inner.append(entry.path)
            else:
                plain = entry.is_file() or entry.is_symlink()  # a pipe or a device would never end
                yield entry.path, plain and _is_deck(entry.path, lists=lists)
        waiting.extend(reversed(inner))


def _is_deck(path: str, *, lists: bool) -> bool:
    suffix = Path(path).suffix.lower()
    if suffix in _YAML:
        return _is_yaml_deck(path)
    return suffix in _OWN or (suffix in _TEXT and lists)


def _is_yaml_deck(path: str) -> bool:
    """A game and a section at the margin; told by the text, so that a broken deck is one too."""
    try:
        with open(path, "rb") as file:  # noqa: PTH123
            data = file.read(_SNIFFED)
    except OSError:
        return True  # a link to nowhere too: reading it tells why not
    text = data.decode("utf-8-sig", "replace").replace("\r\n", "\n").replace("\r", "\n")
    keys = {normalise(key): bool(items) for key, items in _KEY.findall(text)}
    if not _GAME.search(text) or not keys.keys().isdisjoint(_OTHER):
        return False
    return any(items or key in heading_words(None) for key, items in keys.items())
