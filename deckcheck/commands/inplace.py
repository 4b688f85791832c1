"""A file that is changed in place: read within bounds, written only while it still is what was read."""

from __future__ import annotations

from contextlib import suppress
from os.path import isfile
from typing import BinaryIO

from deckcheck.commands.output import write_file
from deckcheck.files.source import contents
from deckcheck.formats import MOST_READ
from deckcheck.report import DeckcheckError
from deckcheck.run.find import Found


def bytes_of(path: str, most: int = MOST_READ, *, pipes: bool = False) -> bytes:
    """The bytes of a file; `most` and `pipes` as `contents`.

    :raises DeckcheckError: it cannot be read, is no regular file, or is too large.
    """
    try:
        return contents(path, most, pipes=pipes)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise DeckcheckError("usage.os-error", path=path, reason=reason) from error


def before_edit(found: Found) -> bytes | None:
    """The bytes of a deck that may be changed, to be read once; None where loading it says why there are none."""
    if found.data is not None or not isfile(found.path):  # noqa: PTH113
        return found.data
    try:
        return contents(found.path, MOST_READ)
    except (OSError, ValueError):
        return None


def write_over(path: str, before: bytes, after: bytes) -> None:
    """Put `after` in place of `before`; what another program has written meanwhile is kept.

    :raises DeckcheckError: it cannot be written, or is no longer `before`.
    """
    try:
        with open(path, "rb") as held:  # noqa: PTH123 - a path of the shell, kept as it is written
            _lock(held)  # two runs on one file come one after another
            if bytes_of(path) != before:
                raise DeckcheckError("usage.changed-meanwhile", path=path)
            write_file(path, after)
    except OSError as error:
        raise DeckcheckError("usage.not-written", path=path, reason=error.strerror) from error


def _lock(file: BinaryIO) -> None:
    """Held until the file is closed; without it, on systems that have none, the moment for a slip is short."""
    with suppress(ImportError, OSError):
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX)
