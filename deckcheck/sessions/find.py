"""Which files are decks: what the arguments name, and what lies in the folders among them."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterable
from glob import glob
from itertools import chain, islice
from pathlib import Path

from deckcheck.cards.names import normalise
from deckcheck.decks.headings import heading_words
from deckcheck.files.folders import PROJECT_FILE, is_below, walk
from deckcheck.files.source import decode
from deckcheck.formats import MOST_READ, READERS, looks_alone
from deckcheck.games.peek import COUNTED
from deckcheck.record import dataclass
from deckcheck.report import Place, Problem, Skipped

STDIN = "-"

# Why a path is passed over, by whether it is a folder; None: it is not.
Stops = Callable[[str, bool], str | None]

_YAML = frozenset(READERS["yaml"].suffixes)
_TEXT = frozenset({".txt", ".text"})  # a page in Markdown is a deck only where it is named
_JSON = frozenset(READERS["json"].suffixes)
_TABLE = frozenset(READERS["csv"].suffixes)
_MAY_BE = frozenset(suffix for reader in READERS.values() for suffix in reader.suffixes)
_OWN = frozenset(suffix for reader in READERS.values() if reader.decks_alone for suffix in reader.suffixes)

_SNIFFED = 65_536  # bytes; a deck shows its game and first section at the top
_SAYS = rb"(?m)^[ \t]*[^#;/\s]"  # a line that is no remark; compiled at need, as the next one, by few runs
_TOP = 20  # lines of a plain list above its cards, where its game may be named
_KEY = re.compile(
    r"^([^\W\d][\w-]*(?: [\w-]+)*)[ \t]*:[ \t]*(\[|(?:#.*)?\n(?:[ \t]*(?:#.*)?\n)*[ \t]*- )?", re.MULTILINE
)
_TEXT_GAME = re.compile(r"[ \t]*+(?:(?://|#|;)++[ \t]*+)?(?:game|jeu)[ \t]*+:[ \t]*+\S", re.IGNORECASE)
_JSON_DECK = re.compile(r"\s*\{\s*\"game\"\s*:")
# A file with one of these, and without lines of cards, is a schema, a card file or a dated list.
_OTHER = frozenset({"card", "cards", "sections", "rules", "list", "versions"})
_LIST_FILE = frozenset({"list", "versions"})
_COUNTED_LINE = (
    r"[ \t]*(?:[-*•][ \t]+|SB:[ \t]*)?\d{1,3}[ \t]*[xX×]?[ \t]+[\[(]?[^\W\d]"
    r"|[^\W\d].{1,80}[ \t][xX×][ \t]?\d{1,2}[ \t]*$"
)
_FEW = 3  # lines of cards that make a text a list, or the half of its lines
_PAGES = frozenset({".md", ".markdown"})  # decks only where they are named
_GLANCE = 4_096  # bytes of a file whose suffix is that of no deck
_LOOKED_AT = 5_000  # files of a folder that is passed over
_VERSIONED = frozenset({".git", ".hg", ".svn", ".jj"})  # folders of version control; they hold what lies beside them


@dataclass(frozen=True, slots=True)
class Found:
    """A deck to read: its path as given, or as it lies below a folder as given; `data` of the standard input.

    `problem`: why it is not read at all; it is reported as a deck that cannot be judged.
    """

    path: str
    data: bytes | None = None
    problem: Problem | None = None


@dataclass(frozen=True, slots=True)
class Search:
    """The decks found, and what was passed over; each file once."""

    decks: tuple[Found, ...]
    skipped: tuple[Skipped, ...] = ()


def find_decks(
    paths: Iterable[str],
    *,
    lists: bool = False,
    stdin: bytes | None = None,
    stdin_name: str | None = None,
    stops: Stops = lambda path, folder: None,
    sift: bool = False,
    tell: Callable[[int], None] = lambda done: None,
) -> Search:
    """The decks among the paths, in their order; those of a folder by name, with the folders below.

    A path that is named is taken for a deck whatever it is, so that a missing one is told; one with `*`, `?`
    or `[` that is no file stands for all that it matches. In folders, what reads as a deck is one, whether its game is
    known or not: nothing is green because it was passed over. `lists`: the game of files that name none is known, so
    that each text is a deck. `stops` says which files and folders of a folder are passed over. `sift`: named files are
    looked at like those of a folder. `tell` is told how many files of a folder were looked at.

    A link below a folder that leads out of it is not followed: if it may be a deck, it is one that cannot be judged.
    """
    looking = _Looking(lists, stops)
    for path in chain.from_iterable(map(_matching, paths)):
        if path == STDIN:
            looking.found.setdefault(STDIN, Found(stdin_name or STDIN, stdin or b""))
        elif not os.path.isdir(path):  # noqa: PTH112 - a path of the shell, kept as it is written
            if not sift or not os.path.lexists(path):
                looking.found.setdefault(os.path.realpath(path), Found(path))
            elif not looking.passes(path, False):
                looking.look(path, _root_of(path))
        else:
            root = looking.root = os.path.realpath(path)
            for done, (below, error) in enumerate(walk(path, looking.passes, looking.hidden), 1):
                tell(done)
                if error is not None:  # reading tells it
                    looking.found.setdefault(os.path.realpath(below), Found(below))
                else:
                    looking.look(below, root)
    return looking.search()


class _Looking:
    """What was found so far, and what was passed over, by their real paths."""

    def __init__(self, lists: bool, stops: Stops) -> None:
        self.lists = lists
        self.stops = stops
        self.root = ""  # real path of the folder that is walked
        self.found: dict[str, Found] = {}
        self.others: dict[str, Skipped] = {}

    def look(self, path: str, root: str) -> None:
        """Sort in a file that no pattern names, of a folder whose real path is `root`."""
        real = os.path.realpath(path)
        if not is_below(real, root):
            if Path(path).suffix.lower() in _MAY_BE or Path(real).suffix.lower() in _MAY_BE:
                self.found.setdefault(real, _led_out(path))
            else:
                self.others.setdefault(real, Skipped(path, "no-deck"))
        elif _may_be_deck(path, lists=self.lists):
            self.found.setdefault(real, Found(path))
        else:
            settings = os.path.basename(path) == PROJECT_FILE  # noqa: PTH119
            self.others.setdefault(real, Skipped(path, "settings" if settings else "no-deck", deck=settings))

    def passes(self, path: str, is_folder: bool) -> bool:
        """Whether patterns pass over a path; it is noted where it may be a deck."""
        reason = self.stops(path, is_folder)
        if reason is not None:
            self.note(path, is_folder, reason)
        elif is_folder and os.path.islink(path) and not is_below(real := os.path.realpath(path), self.root):  # noqa: PTH114
            self.found.setdefault(real, _led_out(path))
            return True
        return reason is not None

    def hidden(self, path: str, is_folder: bool) -> None:
        """Note a hidden path that may be a deck, and that no pattern names."""
        if os.path.basename(path) not in _VERSIONED and self.stops(path, is_folder) is None:  # noqa: PTH119
            self.note(path, is_folder, "hidden")

    def note(self, path: str, is_folder: bool, reason: str) -> None:
        if _holds_decks(path) if is_folder else _may_be_deck(path, lists=False):
            self.others.setdefault(os.path.realpath(path), Skipped(path, reason, deck=True))

    def search(self) -> Search:
        left = (one for real, one in self.others.items() if real not in self.found)
        return Search(tuple(self.found.values()), tuple(left))


def _led_out(path: str) -> Found:
    """A link that leads out of the folder: nobody knows what is behind it."""
    return Found(path, problem=Problem("shape", "shape.link", place=Place(path)))


def _root_of(path: str) -> str:
    """What a link at a named path must not lead out of: the working directory, where it lies below that."""
    here = os.path.realpath(os.getcwd())  # noqa: PTH109
    folder = os.path.realpath(os.path.dirname(os.path.abspath(path)))  # noqa: PTH100, PTH120
    return here if is_below(os.path.abspath(path), os.getcwd()) else folder  # noqa: PTH100, PTH109


def _holds_decks(folder: str) -> bool:
    """Whether one of the first files below a folder that is passed over may be a deck."""
    below = islice(walk(folder, lambda path, is_folder: False), _LOOKED_AT)
    return any(error is None and _may_be_deck(path, lists=False) for path, error in below)


def _matching(path: str) -> list[str]:
    """The path, or the paths that it matches; a shell that does not match patterns itself hands them on."""
    if not any(sign in path for sign in "*?[") or "://" in path or os.path.lexists(path):
        return [path]

    return sorted(glob(path, recursive=True)) or [path]  # noqa: PTH207 - kept as it is written


def _may_be_deck(path: str, *, lists: bool) -> bool:
    """Whether a file reads as a deck. `lists`: every text does, as its game is known."""
    if os.path.exists(path) and not os.path.isfile(path):  # noqa: PTH110, PTH113 - a pipe or a device would never end
        return False
    suffix = Path(path).suffix.lower()
    if suffix in _YAML:
        return _is_yaml_deck(path, lists=lists)
    if suffix in _JSON:
        return _is_json_deck(_beginning(path) or "")
    if suffix in _TABLE:  # cards of a game are tables too
        from deckcheck.formats.csv import counts_cards, heads_a_deck

        text = _beginning(path) or ""
        return heads_a_deck(text) or counts_cards(text) or _is_list(text)
    if suffix in _OWN or (suffix in _TEXT and lists):
        return True
    if suffix in _PAGES:
        return False
    plain = suffix in _TEXT
    text = _beginning(path, _SNIFFED if plain else _GLANCE) or ""
    return (_is_list if plain else _is_plainly_list)(text) or looks_alone(text, plain=plain)


def _counted(text: str) -> tuple[list[str], int]:
    """The lines of a text, and how many of them read as counts and names."""
    lines = [line for line in text.split("\n") if line.strip()]
    return lines, sum(map(bool, map(re.compile(_COUNTED_LINE).match, lines)))


def _is_list(text: str) -> bool:
    """Whether a text says at its top which game it is of, as our own writer does, or reads as counts and names."""
    lines, counted = _counted(text)
    return any(map(_TEXT_GAME.match, lines[:_TOP])) or counted >= _FEW or 0 < len(lines) <= 2 * counted


def _is_plainly_list(text: str) -> bool:
    """The same of a file that any program may have written: most of its lines are so, or some and it names a game."""
    lines, counted = _counted(text)
    return counted >= _FEW and (3 * counted >= 2 * len(lines) or any(map(_TEXT_GAME.match, lines[:_TOP])))


def _is_json_deck(text: str) -> bool:
    """An object that names a game and has sections, or lists under the names of sections, whatever stands first."""
    if _JSON_DECK.match(text):
        return True
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return False
    keys = {normalise(key): value for key, value in found.items()} if isinstance(found, dict) else {}
    listed = any(isinstance(value, list) and key in heading_words(None) for key, value in keys.items())
    return listed or ({"game", "sections"} <= keys.keys() and "card" not in keys)


def _is_yaml_deck(path: str, *, lists: bool = False) -> bool:
    """A game at the margin, however it is spelt, or a section with items, or items that read as counts and names.

    Told by the text, so that a broken deck is one too: what may be a deck is judged, and no folder is green
    because of a typing error.
    """
    text = _beginning(path)
    if text is None:
        return True  # a link to nowhere too: reading it tells why not
    keys = {normalise(key): bool(items) for key, items in _KEY.findall(text)}
    words = heading_words(None)
    listed = any(items and key in words for key, items in keys.items())
    entries = COUNTED.search(text) is not None
    if not keys.keys().isdisjoint(_OTHER):
        return entries and (listed or keys.keys().isdisjoint(_LIST_FILE)) and not keys.keys() >= {"sections", "card"}
    if os.path.basename(path) == PROJECT_FILE:  # noqa: PTH119 - its lists are settings
        return "game" in keys and not keys.keys().isdisjoint(words)
    if "game" in keys or "jeu" in keys:
        return True
    return entries or (listed and lists)


def is_project_file(path: str) -> bool:
    """Whether a file of the name PROJECT_FILE holds settings, and is not a deck that is called so."""
    return not _is_yaml_deck(path)


def _beginning(path: str, most: int = _SNIFFED) -> str | None:
    """The text of a file as far as it is looked at; None where it cannot be read."""
    if not os.path.isfile(path):  # noqa: PTH113 - a pipe can be read only once
        return None
    try:
        with open(path, "rb") as file:  # noqa: PTH123
            data = file.read(most)
            if len(data) == most:
                if not re.search(_SAYS, data):  # remarks alone so far
                    data += file.read(MOST_READ)
                data = data[: data.rfind(b"\n") + 1 or None]
    except OSError:
        return None
    return decode(data, path)[0]
