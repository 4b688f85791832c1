"""Files → bytes → text, and YAML → nodes that know their place; nothing here raises on bad input but `contents`.

YAML is read by its nodes because no loader tells a repeated key from a single one.
"""

from __future__ import annotations

import codecs
import errno
import gc
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from os import PathLike
from stat import S_ISREG

from deckcheck.files.nodes import ListNode, MapNode, Node, Scalar, Source, at, plain
from deckcheck.report import Place, Problem, Severity

MARKS = (  # the 32-bit mark begins with the 16-bit one
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_BREAKS = re.compile("\r\n?|[\x85\u2028\u2029]")
_CONTROL = re.compile("[\x00-\x08\x0e-\x1f\x7f]")


# Nearly every deck of numbers or of English names: nothing to decode, nothing to look for.
_PLAIN = bytes(range(0x20, 0x7F)) + b"\t\n"


def decode(data: bytes, path: str) -> tuple[str, tuple[Problem, ...]]:
    """The text with "\\n" for every line break and without byte-order marks; "" where there is none."""
    if not data.translate(None, _PLAIN):
        return data.decode("ascii"), ()
    text, problems = _characters(data, path)
    if 2 < len(_CONTROL.findall(text)) > len(text) // 20:
        return "", (Problem("encoding", "encoding.binary", place=Place(path)),)
    return _BREAKS.sub("\n", text).replace("\ufeff", ""), problems


def _characters(data: bytes, path: str) -> tuple[str, tuple[Problem, ...]]:
    for mark, name in MARKS:
        if data.startswith(mark):
            return _exactly(data[len(mark) :], name, path)
    if b"\0" in data:
        if guessed := wide(data):
            return _exactly(data, guessed, path)
        return "", (Problem("encoding", "encoding.binary", place=Place(path)),)
    try:
        return data.decode("utf-8"), ()
    except UnicodeDecodeError as error:
        before = data[: error.start]
        place = Place(path, before.count(b"\n") + 1, error.start - before.rfind(b"\n"))
        byte = f"0x{data[error.start]:02X}"
    try:
        text = data.decode("cp1252")
    except UnicodeDecodeError:
        return "", (Problem("encoding", "encoding.unknown", place=place, facts={"byte": byte}),)
    facts = {"byte": byte, "read_as": bytes([int(byte, 16)]).decode("cp1252")}
    return text, (Problem("encoding", "encoding.windows", Severity.WARNING, place, facts=facts),)


def _exactly(data: bytes, name: str, path: str) -> tuple[str, tuple[Problem, ...]]:
    try:
        return data.decode(name), ()
    except UnicodeDecodeError as error:
        facts = {"encoding": name.upper(), "offset": error.start}
        return "", (Problem("encoding", "encoding.broken", place=Place(path), facts=facts),)


def wide(data: bytes) -> str | None:
    """UTF-16 without a mark: nearly every other byte is zero, and hardly any of the rest."""
    even, odd = data[0::2], data[1::2]
    if len(data) % 2:
        return None
    for zeros, letters, name in ((odd, even, "utf-16-le"), (even, odd, "utf-16-be")):
        if zeros.count(0) * 2 > len(zeros) and not letters.count(0):
            return name
    return None


__all__ = ["ListNode", "MapNode", "Node", "Scalar", "Source", "at", "contents", "length", "parse", "plain", "read"]

MAX_READ = 100_000_000  # bytes of cards, lists, schemas and settings


def contents(path: str, most: int = MAX_READ, *, pipes: bool = False) -> bytes:
    """The bytes of a file. `pipes`: it may be a pipe or a device; no more than `most` + 1 bytes are read of it.

    :raises OSError: it cannot be read; or, without `pipes`, it is no regular file or larger than `most`.
    """
    waits = 0 if pipes else getattr(os, "O_NONBLOCK", 0)  # a pipe that nobody writes to would keep us waiting
    with open(path, "rb", opener=lambda name, flags: os.open(name, flags | waits)) as file:
        if not pipes and not S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OSError(errno.ENOTSUP, os.strerror(errno.ENOTSUP))
        data = file.read(most + 1)
    if len(data) > most and not pipes:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
    return data


def length(path: str | PathLike[str]) -> int:
    """The bytes of a file; 0 where it is gone, which reading it tells."""
    try:
        return os.stat(path).st_size  # noqa: PTH116
    except OSError:
        return 0


def read(path: str, data: bytes | None = None, most: int = MAX_READ, *, pipes: bool = False) -> Source:
    """The text of a file, or of `data` that is known as `path`; `most` and `pipes` as `contents`."""
    if data is None:
        try:
            data = contents(path, most, pipes=pipes)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            pattern = isinstance(error, FileNotFoundError) and any(sign in path for sign in "*?[")
            sentence = "missing.pattern" if pattern else "missing"
            problem = Problem("missing", sentence, place=Place(path), facts={"reason": reason})
            return Source(path, "", (problem,))
    text, problems = decode(data, path)
    return Source(path, text, problems)


def parse(source: Source) -> tuple[Node | None, tuple[Problem, ...]]:
    """The nodes of a YAML text, or None where it holds none or cannot be read; and what is wrong.

    Refused, each a `syntax` problem: repeated keys, anchors and aliases, tags, keys that are no single
    value, a second document, nesting deeper than 40, control characters. After a repeated key, an
    anchor or a tag the nodes are still given: the first value of a key, or both where they are lists, the text
    without the sign, and the text that an alias stands for.
    """
    from deckcheck.files.yaml_nodes import nodes  # text lists do without yaml

    return nodes(source)


@contextmanager
def uncollected() -> Iterator[None]:
    """No such search meanwhile: reading makes millions of objects and no circle, so it would find nothing."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
