"""What a YAML file says of itself, and a schema of its game, without being read in full."""

from __future__ import annotations

import re
from pathlib import Path

from deckcheck.files.source import contents, read
from deckcheck.report import DeckcheckError

# An item that begins with a count, as those of decks do and no others.
COUNTED = re.compile(r"^[ \t]*-[ \t]*[\"']?\d+x?[ \t]+[^\W\d]|\[[ \t]*[\"']?\d+x?[ \t]+[^\W\d]", re.MULTILINE)
_READERS = re.compile(r"^readers:(?:[ \t]*\[([^\]\n]*)\])?", re.MULTILINE)
_TITLE = re.compile(r"""^title:[ \t]*(?:"([^"\n]*)"|'([^'\n]*)'|([^#\n]*))""", re.MULTILINE)
_GAME = re.compile(r"""^game:[ \t]*+["']?([^"'#\n]*[^"'#\s])""", re.MULTILINE)


def game_in(path: Path) -> str | None:
    """The text behind `game:` of a YAML file of any kind; None where there is none.

    :raises OSError: the file cannot be read.
    """
    found = _GAME.search(read(str(path), contents(str(path))).text)
    return found[1] if found else None


def game_of_schema(path: Path) -> str:
    """The game that a schema file names, else the file's own name.

    :raises DeckcheckError: the file cannot be read.
    """
    try:
        return game_in(path) or path.stem
    except OSError as error:
        raise DeckcheckError("usage.os-error", path=str(path), reason=error.strerror) from error


def title_in(path: Path) -> str | None:
    """The title of the game; None where it has none."""
    found = _TITLE.search(read(str(path)).text)
    return next(filter(None, found.groups()), "").strip() if found else None


def readers_in(path: Path) -> tuple[str, ...] | None:
    """The forms of deck file that belong to the game alone; None where the loader alone can read them."""
    found = _READERS.search(read(str(path)).text)
    if found is None:
        return ()
    if found[1] is None:
        return None
    return tuple(word.strip(" \t'\"") for word in found[1].split(",") if word.strip())
