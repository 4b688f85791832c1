"""Files → text, and YAML → nodes that know their place; nothing here raises on bad input.

YAML is read by its nodes because no loader tells a repeated key from a single one, or the card `No`
from a falsehood: every value is the text that was written, and `plain` types it by YAML 1.2.
"""

from __future__ import annotations

import errno
import math
import os
import re
from collections.abc import Sequence as Items
from os import PathLike
from stat import S_ISREG

from deckcheck.files.decode import decode
from deckcheck.record import dataclass
from deckcheck.report import NOWHERE, Place, Problem


@dataclass(frozen=True, slots=True)
class Source:
    """A file's text, its lines ended by "\\n"; `problems` are those of reading and decoding it."""

    path: str
    text: str
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class Scalar:
    """A value. `comment` is what follows " #" on its line; `last` is the number of its last line."""

    text: str
    quoted: bool
    place: Place
    comment: str | None = None
    last: int = 0


@dataclass(frozen=True, slots=True)
class Sequence:
    """A list of values."""

    items: tuple[Node, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Mapping:
    """Values by their keys, every key as written; `keys` are the places of the keys."""

    items: dict[str, Node]
    keys: dict[str, Place]
    place: Place


Node = Scalar | Sequence | Mapping
Plain = str | int | float | bool | None | list["Plain"] | dict[str, "Plain"]


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


_WORDS = {"": None, "~": None} | {
    spelling: value
    for word, value in (("null", None), ("true", True), ("false", False))
    for spelling in (word, word.capitalize(), word.upper())
}
# Whole numbers and decimals of YAML 1.2, but for a leading zero (a passcode, a set number) and for
# more digits than any count has: those stay text.
_NUMBER = re.compile(r"[-+]?(?:0|[1-9][0-9]{0,17})(\.[0-9]*)?(?:[eE][-+]?[0-9]{1,3})?\Z|[-+]?\.[0-9]+\Z")
_BASES = re.compile(r"0x[0-9a-fA-F]{1,15}\Z|0o[0-7]{1,20}\Z")


def plain(node: Node) -> Plain:
    """The node as plain data: only unquoted words are typed, by the core rules of YAML 1.2."""
    if isinstance(node, Scalar):
        return node.text if node.quoted else _typed(node.text)
    if isinstance(node, Sequence):
        return [plain(item) for item in node.items]
    return {key: plain(value) for key, value in node.items.items()}


def _typed(text: str) -> Plain:
    if text in _WORDS:
        return _WORDS[text]
    if text[0] not in "+-.0123456789":
        return text
    if _NUMBER.match(text):
        if text.lstrip("+-").isdigit():
            return int(text)
        value = float(text)
        return value if math.isfinite(value) else text
    return int(text, 0) if _BASES.match(text) else text


def size(node: Node, most: int) -> int:
    """How many values a node holds, itself among them; no more than `most` are counted."""
    found = 1
    inner = () if isinstance(node, Scalar) else node.items.values() if isinstance(node, Mapping) else node.items
    for value in inner:
        if found >= most:
            break
        found += 1 if isinstance(value, Scalar) else size(value, most - found)
    return min(found, most)


def at(node: Node | None, path: Items[str | int]) -> Place:
    """The place of the value at a path of keys and indexes, or of the nearest value that holds it."""
    place = node.place if node else NOWHERE
    for step in path:
        match node, step:
            case Mapping(items=values), str() if step in values:
                node = values[step]
            case Sequence(items=values), int() if step < len(values):
                node = values[step]
            case _:
                break
        place = node.place
    return place
