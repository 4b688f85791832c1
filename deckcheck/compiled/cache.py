"""Where compiled games are kept, and when one may be used.

A file is found by what it was made of: the package's own modules, all of them, as any may have a say in what cards
mean; and every byte of the schema, card files and lists. So nothing has to be trusted but the file's own sum. Whatever
goes wrong with the cache (no folder, no room, no right to write) costs time and nothing else.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from stat import S_ISREG

from deckcheck import __version__
from deckcheck.compiled.blocks import MOST, Blocks, unpack
from deckcheck.compiled.codec import moved
from deckcheck.files.folders import user_folder

SUFFIX = ".compiled"
_KEEP = 24  # files in the folder; the oldest go
STAMP = "_data/compiled/code.sum"  # of an installed package: the sum of its modules, made with the wheel


def key_of(files: Iterable[str | Path], root: Path | None) -> str | None:
    """What a compiled game is found by; None where one is no file that can be read twice."""
    package = os.path.dirname(os.path.dirname(__file__))  # noqa: PTH120 - every check comes by: `Path` is slow
    found = sha256(f"{__version__} {sys.version_info.major}\n".encode())
    try:
        found.update(_modules(package))
        for name, path in ((moved(str(file), root), str(file)) for file in files):
            with open(path, "rb", buffering=0, opener=_without_waiting) as file:
                if not S_ISREG(os.fstat(file.fileno()).st_mode):
                    return None
                data = file.readall()
            found.update(f"{name}\n{len(data)}\n".encode("utf-8", "surrogatepass"))
            found.update(data)
    except OSError:
        return None
    return found.hexdigest()


def _modules(package: str) -> bytes:
    """What tells these modules from any others: the stamp; where there is none, as in a checkout, sizes and times.

    Their bytes would tell it too, but to read them all at each check takes longer than to look.
    """
    try:
        with open(f"{package}/{STAMP}", "rb") as file:  # noqa: PTH123
            return file.read()
    except OSError:
        return repr(sorted((path, at.st_size, at.st_mtime_ns) for path, at in _sources(package))).encode()


def _sources(folder: str) -> Iterator[tuple[str, os.stat_result]]:
    """The modules below a folder."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.endswith(".py"):
                yield entry.path, entry.stat()
            elif "." not in entry.name and entry.name[0] != "_" and entry.is_dir():
                yield from _sources(entry.path)


def stamp(package: str) -> str:
    """The sum of the modules' names and bytes."""
    found = sha256()
    for path in sorted(path for path, _ in _sources(package)):
        data = Path(path).read_bytes()
        found.update(f"{Path(path).relative_to(package).as_posix()}\n{len(data)}\n".encode() + data)
    return found.hexdigest()


def _without_waiting(path: str, flags: int) -> int:
    """Open a file; a pipe that nobody writes to would keep the program waiting."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def folder() -> Path | None:
    """The folder of the user's compiled games: DECKCHECK_CACHE, else the platform's; None where it is "off"."""
    return user_folder("cache")


def file_name(game_id: str, key: str) -> str:
    return f"{game_id}-{key[:16]}{SUFFIX}"


def load(game_id: str, key: str, shipped: Path | None) -> Blocks | None:
    """The compiled game of this key: the one that came with the program, else the user's."""
    if shipped is not None and (blocks := _read(shipped / f"{game_id}{SUFFIX}", key)):
        return blocks
    own = folder()
    if own is None:
        return None
    path = own / file_name(game_id, key)
    blocks = _read(path, key, mine=True)
    if blocks is not None:
        with contextlib.suppress(OSError):
            os.utime(path)  # what is used is not among the oldest, which go
    return blocks


def _read(path: Path, key: str, *, mine: bool = False) -> Blocks | None:
    try:
        with open(path, "rb", opener=_without_waiting) as file:
            status = os.fstat(file.fileno())
            if not S_ISREG(status.st_mode) or status.st_size > MOST:
                return None
            if mine and not _is_mine(file.fileno()):
                return None
            return unpack(key, file.read())
    except (OSError, ValueError):
        return None


def _is_mine(descriptor: int) -> bool:
    """Whether nobody but this user (or the system's) can have written the file."""
    if os.name != "posix":
        return True
    status = os.fstat(descriptor)
    return status.st_uid in (os.geteuid(), 0) and not status.st_mode & 0o022


def save(game_id: str, key: str, data: bytes) -> bool:
    """Keep a compiled game for the next time; False where that is not possible.

    The file comes into being whole or not at all, so two processes may do so at once.
    """
    import tempfile  # slow to import, and needed once

    where = folder()
    if where is None:
        return False
    try:
        where.mkdir(parents=True, exist_ok=True, mode=0o700)
        descriptor, name = tempfile.mkstemp(prefix=".", suffix=".part", dir=where)
        try:
            with os.fdopen(descriptor, "wb") as file:
                file.write(data)
            Path(name).replace(where / file_name(game_id, key))
        except BaseException:
            with contextlib.suppress(OSError):
                Path(name).unlink()
            raise
    except OSError:
        return False
    _prune(where)
    return True


def _prune(where: Path) -> None:
    """Remove the oldest files, and what a process that died left behind."""
    with contextlib.suppress(OSError):
        files = sorted(_aged(where, f"*{SUFFIX}"), reverse=True)[_KEEP:]
        newest = max((age for age, _ in _aged(where, f"*{SUFFIX}")), default=0.0)
        files += [(age, path) for age, path in _aged(where, ".*.part") if age < newest - 3600]
        for _, path in files:
            path.unlink(missing_ok=True)


def _aged(where: Path, pattern: str) -> Iterator[tuple[float, Path]]:
    for path in where.glob(pattern):
        with contextlib.suppress(OSError):
            yield path.stat().st_mtime, path
