"""The values of a YAML file as nodes that know their place, and as plain data.

Every value is the text that was written, as no loader tells the card `No` from a falsehood; `plain` types it as
YAML 1.2 does.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence as Items
from functools import cache

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
class ListNode:
    """A list of values."""

    items: tuple[Node, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class MapNode:
    """Values by their keys, every key as written; `keys` are the places of the keys."""

    items: dict[str, Node]
    keys: dict[str, Place]
    place: Place


Node = Scalar | ListNode | MapNode
Plain = str | int | float | bool | None | list["Plain"] | dict[str, "Plain"]

_WORDS = {"": None, "~": None} | {
    spelling: value
    for word, value in (("null", None), ("true", True), ("false", False))
    for spelling in (word, word.capitalize(), word.upper())
}
# Whole numbers and decimals of YAML 1.2, but for a leading zero (a passcode, a set number) and for
# more digits than any count has: those stay text.
_NUMBER = r"[-+]?(?:0|[1-9][0-9]{0,17})(\.[0-9]*)?(?:[eE][-+]?[0-9]{1,3})?\Z|[-+]?\.[0-9]+\Z"
_BASES = r"0x[0-9a-fA-F]{1,15}\Z|0o[0-7]{1,20}\Z"
_compiled = cache(re.compile)  # at need: a check of a game that is compiled reads no values


def plain(node: Node) -> Plain:
    """The node as plain data: only unquoted words are typed, by the core rules of YAML 1.2."""
    if isinstance(node, Scalar):
        return node.text if node.quoted else _typed(node.text)
    if isinstance(node, ListNode):
        return [plain(item) for item in node.items]
    return {key: plain(value) for key, value in node.items.items()}


def _typed(text: str) -> Plain:
    if text in _WORDS:
        return _WORDS[text]
    if text[0] not in "+-.0123456789":
        return text
    if _compiled(_NUMBER).match(text):
        if text.lstrip("+-").isdigit():
            return int(text)
        value = float(text)
        return value if math.isfinite(value) else text
    return int(text, 0) if _compiled(_BASES).match(text) else text


def size(node: Node, most: int) -> int:
    """How many values a node holds, itself among them; no more than `most` are counted."""
    found = 1
    inner = () if isinstance(node, Scalar) else node.items.values() if isinstance(node, MapNode) else node.items
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
            case MapNode(items=values), str() if step in values:
                node = values[step]
            case ListNode(items=values), int() if step < len(values):
                node = values[step]
            case _:
                break
        place = node.place
    return place
