"""Which files are decks: what the arguments name, and what lies in the folders among them."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable
from glob import glob
from itertools import chain
from pathlib import Path

from deckcheck.cards.names import normalise
from deckcheck.decks.headings import heading_words
from deckcheck.files.folders import PROJECT_FILE, walk
from deckcheck.formats import READERS
from deckcheck.formats.sections import names_game
from deckcheck.games.peek import COUNTED
from deckcheck.record import dataclass

STDIN = "-"

# Whether a path is passed over, and whether it is a folder.
Stops = Callable[[str, bool], bool]

_YAML = frozenset(READERS["yaml"].suffixes)
_TEXT = frozenset(READERS["text"].suffixes)
_JSON = frozenset(READERS["json"].suffixes)
_TABLE = frozenset(READERS["csv"].suffixes)
_OWN = frozenset(suffix for reader in READERS.values() if reader.decks_alone for suffix in reader.suffixes)

_SNIFFED = 65_536  # bytes; a deck shows its game and first section at the top
_TOP = 20  # lines of a plain list above its cards, where its game may be named
_KEY = re.compile(
    r"^([^\W\d][\w-]*(?: [\w-]+)*)[ \t]*:[ \t]*(\[|(?:#.*)?\n(?:[ \t]*(?:#.*)?\n)*[ \t]*- )?", re.MULTILINE
)
_TEXT_GAME = re.compile(r"[ \t]*+(?:(?://|#|;)++[ \t]*+)?(?:game|jeu)[ \t]*+:[ \t]*+\S", re.IGNORECASE)
_JSON_DECK = re.compile(r"\s*\{\s*\"game\"\s*:")
# A file with one of these is a schema, a card file or a dated list.
_OTHER = frozenset({"card", "cards", "sections", "rules", "list", "versions"})


@dataclass(frozen=True, slots=True)
class Found:
    """A deck to read: its path as given, or as it lies below a folder as given; `data` of the standard input."""

    path: str
    data: bytes | None = None


@dataclass(frozen=True, slots=True)
class Search:
    """The decks found, the files of the folders that are none, and those that are decks if only their game is known.

    Each file once.
    """

    decks: tuple[Found, ...]
    skipped: tuple[str, ...] = ()
    gameless: tuple[str, ...] = ()


def find_decks(
    paths: Iterable[str],
    *,
    lists: bool = False,
    stdin: bytes | None = None,
    stdin_name: str | None = None,
    stops: Stops = lambda path, folder: False,
    sift: bool = False,
    tell: Callable[[int], None] = lambda done: None,
) -> Search:
    """The decks among the paths, in their order; those of a folder by name, with the folders below.

    A path that is named is taken for a deck whatever it is, so that a missing one is told; one with `*`, `?`
    or `[` that is no file stands for all that it matches. `lists`: the game of files that name none is known,
    so that plain lists (`.txt`) in folders are decks, tables as our own writer makes them, and YAML with items
    under a heading. `stops` says which files and folders of a folder are passed over. `sift`: named files are
    looked at like those of a folder. `tell` is told how many files of a folder were looked at.
    """
    found: dict[str, Found] = {}
    others: dict[str, str] = {}
    for path in chain.from_iterable(map(_matching, paths)):
        if path == STDIN:
            found.setdefault(STDIN, Found(stdin_name or STDIN, stdin or b""))
        elif not os.path.isdir(path):  # noqa: PTH112 - a path of the shell, kept as it is written
            if sift and stops(path, False):
                continue
            if sift and not (_is_plain(path) and _is_deck(path, lists=lists)):
                others.setdefault(os.path.realpath(path), path)
            else:
                found.setdefault(os.path.realpath(path), Found(path))
        else:
            for done, (below, error) in enumerate(walk(path, stops), 1):
                tell(done)
                if error is not None or (_is_plain(below) and _is_deck(below, lists=lists)):  # reading tells the error
                    found.setdefault(os.path.realpath(below), Found(below))
                else:
                    others.setdefault(os.path.realpath(below), below)
    left = [path for real, path in others.items() if real not in found]
    gameless = tuple(path for path in left if not lists and _is_plain(path) and _is_deck(path, lists=True))
    waiting = set(gameless)
    skipped = [path for path in left if path not in waiting]
    skipped.sort(key=lambda path: Path(path).suffix.lower() not in _YAML)
    return Search(tuple(found.values()), tuple(skipped), gameless)


def _matching(path: str) -> list[str]:
    """The path, or the paths that it matches; a shell that does not match patterns itself hands them on."""
    if not any(sign in path for sign in "*?[") or "://" in path or os.path.lexists(path):
        return [path]

    return sorted(glob(path, recursive=True)) or [path]  # noqa: PTH207 - kept as it is written


def _is_plain(path: str) -> bool:
    """Whether it is a file, or none at all, which reading tells: a pipe or a device would never end."""
    return os.path.isfile(path) or not os.path.exists(path)  # noqa: PTH110, PTH113


def _is_deck(path: str, *, lists: bool) -> bool:
    suffix = Path(path).suffix.lower()
    if suffix in _YAML:
        return _is_yaml_deck(path, lists=lists)
    if suffix in _JSON:
        return _JSON_DECK.match(_beginning(path) or "") is not None
    if suffix in _TABLE:  # cards of a game and collections are tables too
        from deckcheck.formats.csv import heads_a_deck

        return lists and heads_a_deck((_beginning(path) or "").split("\n", 1)[0])
    return suffix in _OWN or (suffix in _TEXT and (lists or _names_game(path)))


def _names_game(path: str) -> bool:
    """Whether a plain list says at its top which game it is of, as our own writer does."""
    top = (_beginning(path) or "").split("\n", _TOP)[:_TOP]
    return any(map(_TEXT_GAME.match, top))


def _is_yaml_deck(path: str, *, lists: bool = False) -> bool:
    """A game at the margin, however it is spelt, or a section with items.

    Told by the text, so that a broken deck is one too: what may be a deck is judged, and no folder is green
    because of a slip.
    """
    text = _beginning(path)
    if text is None:
        return True  # a link to nowhere too: reading it tells why not
    keys = {normalise(key): bool(items) for key, items in _KEY.findall(text)}
    if not keys.keys().isdisjoint(_OTHER):
        return False
    words = heading_words(None)
    if os.path.basename(path) == PROJECT_FILE:  # noqa: PTH119 - its lists are settings
        return "game" in keys and not keys.keys().isdisjoint(words)
    if "game" in keys or "jeu" in keys:
        return True
    listed = any(items and key in words for key, items in keys.items())
    entries = COUNTED.search(text) is not None
    return (listed and (lists or entries)) or (entries and (lists or any(map(names_game, keys))))


def is_project_file(path: str) -> bool:
    """Whether a file of the name PROJECT_FILE holds settings, and is not a deck that is called so."""
    return not _is_yaml_deck(path)


def _beginning(path: str) -> str | None:
    """The text of a file as far as it is looked at; None where it cannot be read."""
    if not os.path.isfile(path):  # noqa: PTH113 - a pipe can be read only once
        return None
    try:
        with open(path, "rb") as file:  # noqa: PTH123
            data = file.read(_SNIFFED)
    except OSError:
        return None
    return data.decode("utf-8-sig", "replace").replace("\r\n", "\n").replace("\r", "\n")
