"""Bytes from and to the disk: read within bounds, written whole or not at all, put only over what was read."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from stat import S_ISREG
from typing import BinaryIO

from deckcheck.files.folders import is_below
from deckcheck.files.source import contents
from deckcheck.report import DeckcheckError


def bytes_of(path: str, most: int, *, pipes: bool = False) -> bytes:
    """The bytes of a file; `most` and `pipes` as `contents`.

    :raises DeckcheckError: it cannot be read, is no regular file, or is too large.
    """
    try:
        return contents(path, most, pipes=pipes)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise DeckcheckError("usage.os-error", path=path, reason=reason) from error


def write(path: str, pieces: Iterable[bytes], *, through_link: bool = True) -> None:
    """Write a file whole or not at all: through a temporary file beside it. A device or a pipe is written to.

    A link stays, and what it leads to is written, as where a deck is edited that was read so. Without `through_link` it
    gives way to the file: who made it may have meant another file to be lost.

    :raises DeckcheckError: it cannot be written, or a folder on the way to it leads out of the working directory.
    """
    import tempfile

    if (found := _open_as_is(path)) is not None:
        _into(found, path, pieces)
        return
    target = Path(os.path.realpath(path)) if through_link else _beside_links(path)
    made: str | None = None
    try:
        # A link gives way; of a file, whoever owns the folder could give the name away.
        if not target.is_symlink() and target.exists() and not os.access(target, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        handle, made = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name[:40]}.")
        with os.fdopen(handle, "wb") as file:
            file.writelines(pieces)
            file.flush()
            os.fsync(file.fileno())  # a disk may be full, or switched off, after all is said to be written
        _give_back(made, target)
        os.chmod(made, _mode(target))  # noqa: PTH101
        os.replace(made, target)  # noqa: PTH105
        made = None
    except OSError as error:
        if isinstance(error, FileNotFoundError) and not target.parent.exists():
            raise DeckcheckError("usage.no-folder", path=path, folder=os.path.dirname(path)) from error  # noqa: PTH120
        raise DeckcheckError("usage.not-written", path=path, reason=error.strerror) from error
    finally:  # an interruption too leaves nothing behind
        if made is not None:
            with suppress(OSError):
                Path(made).unlink()


def _beside_links(path: str) -> Path:
    """The file of that name itself, whatever it may be a link to.

    :raises DeckcheckError: the path lies below the working directory, and a link on the way leads out of it.
    """
    try:
        folder, name = os.path.split(os.path.abspath(path))  # noqa: PTH100
        here, real = os.getcwd(), os.path.realpath(folder)  # noqa: PTH109
    except OSError as error:  # the working directory is gone
        raise DeckcheckError("usage.not-written", path=path, reason=error.strerror) from error
    if is_below(folder, here) and not is_below(real, os.path.realpath(here)):
        raise DeckcheckError("usage.link-out", path=path, right=os.path.join(real, name))  # noqa: PTH118
    return Path(real, name)


def _give_back(made: str, target: Path) -> None:
    """The file stays its owner's, whoever writes it."""
    if hasattr(os, "chown"):
        with suppress(OSError):
            there = target.lstat()
            os.chown(made, there.st_uid, there.st_gid)


def _open_as_is(path: str) -> int | str | None:
    """What is opened and written to, as no other file may take its place; None for a file, or none at all."""
    try:
        there = os.stat(path)  # noqa: PTH116 - through the links, those of /dev/stdout too
    except OSError:
        return None
    for number in (1, 2):
        with suppress(OSError):
            if os.path.samestat(there, os.fstat(number)):
                return number
    return None if S_ISREG(there.st_mode) else path


def _into(target: int | str, path: str, pieces: Iterable[bytes]) -> None:
    try:
        if isinstance(target, int):
            (sys.stdout if target == 1 else sys.stderr).flush()
        with open(target, "wb", closefd=isinstance(target, str)) as file:
            file.writelines(pieces)
    except OSError as error:
        raise DeckcheckError("usage.not-written", path=path, reason=error.strerror) from error


def _mode(path: Path) -> int:
    """The rights of the file that is replaced, else those of a new file."""
    try:
        there = path.lstat().st_mode
    except OSError:
        there = 0
    if not S_ISREG(there):
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask
    return there & 0o7777


def write_over(path: str, before: bytes, after: bytes) -> None:
    """Put `after` in place of `before`; what another program has written meanwhile is kept.

    :raises DeckcheckError: it cannot be written, or is no longer `before`.
    """
    try:
        with open(path, "rb") as held:  # noqa: PTH123 - a path of the shell, kept as it is written
            _lock(held)  # two runs on one file come one after another
            with open(path, "rb") as now:  # noqa: PTH123 - by its name again: it may be another file by now
                if now.read(len(before) + 1) != before:
                    raise DeckcheckError("usage.changed-meanwhile", path=path)
            write(path, (after,))
    except OSError as error:
        raise DeckcheckError("usage.not-written", path=path, reason=error.strerror) from error


def _lock(file: BinaryIO) -> None:
    """Held until the file is closed; without it, on systems that have none, the moment for a slip is short."""
    with suppress(ImportError, OSError):
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX)
