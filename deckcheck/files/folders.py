"""The files that paths name: folders in the order of their names, hidden files left out."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from deckcheck.report import DeckcheckError

YAML_SUFFIXES = frozenset({".yaml", ".yml"})
TABLE_SUFFIXES = frozenset({".csv", ".tsv"})
CARD_SUFFIXES = YAML_SUFFIXES | TABLE_SUFFIXES

PROJECT_FILE = "deckcheck.yaml"

# Folders beside the card files that hold something else.
OTHER_FOLDERS = frozenset({"lists", "decks"})


# What is kept for the user → the variable that says where, and the platform's places: below LOCALAPPDATA on Windows,
# below the home on a Mac, the variable and the folder below the home elsewhere.
_OF_USER = {
    "cache": ("DECKCHECK_CACHE", "cache", "Library/Caches", "XDG_CACHE_HOME", ".cache"),
    "data": ("DECKCHECK_DATA", "data", "Library/Application Support", "XDG_DATA_HOME", ".local/share"),
}


def user_folder(kind: str) -> Path | None:
    """The folder of the user's own "cache" or "data"; None where it is "off", or the user has no home."""
    variable, windows, mac, shared, home = _OF_USER[kind]
    own = os.environ.get(variable)
    if own is not None:
        return None if own in ("", "off") else Path(own)
    try:
        if sys.platform == "win32":
            return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "deckcheck" / windows
        if sys.platform == "darwin":
            return Path.home() / mac / "deckcheck"
        told = Path(os.environ.get(shared, ""))
        return (told if told.is_absolute() else Path.home() / home) / "deckcheck"
    except RuntimeError:
        return None


def card_files(paths: Iterable[str | Path]) -> tuple[Path, ...]:
    """The card files that the paths name or hold, each once, folders in the order of their names.

    :raises DeckcheckError: a path is missing, is no card file, or a folder cannot be opened.
    """
    files: dict[Path, None] = {}
    for path in map(Path, paths):
        if path.is_dir():
            files |= dict.fromkeys(files_below(path, CARD_SUFFIXES, OTHER_FOLDERS))
        elif not path.exists() and not path.is_symlink():  # reading says what is wrong with a link
            raise DeckcheckError("usage.no-path", path=str(path))
        elif path.suffix.lower() not in CARD_SUFFIXES:
            expected = ", ".join(sorted(CARD_SUFFIXES))
            raise DeckcheckError("usage.not-a-card-file", path=str(path), expected=expected)
        else:
            files[path] = None
    return tuple(files)


def is_below(path: str, folder: str) -> bool:
    """Whether a path is the folder or lies below it, by their names alone."""
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)


def files_below(folder: Path, suffixes: frozenset[str], without: frozenset[str] = frozenset()) -> Iterator[Path]:
    """The files below a folder by suffix, but for settings, and the folders named in `without`.

    :raises DeckcheckError: a folder cannot be opened.
    """

    def passes(path: str, is_folder: bool) -> bool:
        name = os.path.basename(path)  # noqa: PTH119
        return name == PROJECT_FILE or (name in without and is_folder)

    for name, error in walk(str(folder), passes):
        path = Path(name)
        if error is not None:
            raise DeckcheckError("usage.os-error", path=name, reason=error.strerror) from error
        if path.suffix.lower() in suffixes and (path.is_file() or not path.exists()):
            yield path  # a link to nowhere too: reading it says so


def walk(
    folder: str,
    passes: Callable[[str, bool], bool],
    hidden: Callable[[str, bool], None] = lambda path, is_folder: None,
) -> Iterator[tuple[str, OSError | None]]:
    """What is no folder below a folder, by name, that of a folder before its folders; hidden ones are passed over.

    `passes` says what else is, by its path and whether it is a folder; `hidden` is told of the hidden ones. A folder
    that is reached again by a link is not entered twice; one that cannot be opened comes with the error.
    """
    seen: set[tuple[int, int]] = set()
    waiting = [folder]
    while waiting:
        here = waiting.pop()
        try:
            status = os.stat(here)  # noqa: PTH116 - paths are kept as they are written
            entries = sorted(os.scandir(here), key=lambda entry: entry.name)
        except OSError as error:
            yield here, error
            continue
        if (status.st_dev, status.st_ino) in seen:
            continue
        seen.add((status.st_dev, status.st_ino))
        below = []
        for entry in entries:
            is_folder = os.path.isdir(entry.path)  # noqa: PTH112 - the entry's own way fails on a link to itself
            if entry.name.startswith("."):
                hidden(entry.path, is_folder)
                continue
            if passes(entry.path, is_folder):
                continue
            if is_folder:
                below.append(entry.path)
            else:
                yield entry.path, None
        waiting.extend(reversed(below))
