"""Records as JSON and back.

A record is written as the number of its class in `TABLE` and its fields in order, without the last ones that have their
default; one that occurs again in a block is written once and referred to. Reading makes records of these classes and
plain values, nothing else, so that a file of somebody else's can do no more than lie.

Files are numbers in a table of paths; those of the project's own data are written from its root, so that what was
compiled elsewhere says where the files are here.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from enum import Enum
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from deckcheck.report import Place

Json = Any

# Module → its classes. A module is imported when one of its records is met.
_TABLE = {
    "deckcheck.report": ("Place", "Severity", "Problem", "Origin", "Citation", "Fix", "Note"),
    "deckcheck.expr.values": ("Expr", "Type", "Trend"),
    "deckcheck.expr.scope": ("Scope", "Slot"),
    "deckcheck.cards.pool": ("Card",),
    "deckcheck.cards.card_schema": ("CardSchema", "FieldType"),
    "deckcheck.files.nodes": ("Scalar", "ListNode", "MapNode"),
    "deckcheck.rules.rule": ("Ruleset", "Rule", "Bound"),
    "deckcheck.decks.headings": ("Section",),
    "deckcheck.rules.game": ("Game", "ListSlot", "Siding"),
    "deckcheck.lists.dated": ("DatedList", "ListEntry"),
}
TABLE = tuple((module, name) for module, names in _TABLE.items() for name in names)
_TUPLE, _LIST, _SET, _AGAIN = -1, -2, -3, -4
_PLAIN = (str, int, float, bool, type(None))
_ROOT = "{root}/"


class Codec:
    """Writes and reads the blocks of one file. `names`: the files that places name, by their numbers."""

    def __init__(self, root: Path | None, names: Sequence[str | None] = ()) -> None:
        self._root = root
        self._names = [_here(name, root) for name in names]
        self._numbers: dict[str | None, int] = {}
        self._classes: list[Any] = [None] * len(TABLE)

    @property
    def paths(self) -> list[str | None]:
        return [None if name is None else moved(name, self._root) for name in self._names]

    def encode(self, block: object) -> Json:
        """A value as JSON; raises TypeError for what is no plain value and no record of the table."""
        return self._encoded(block, {})

    def _encoded(self, value: Any, seen: dict[int, int]) -> Json:
        kind: type = type(value)
        inner = partial(self._encoded, seen=seen)
        if kind in _PLAIN:
            return value
        if kind is dict:
            if not all(type(key) is str for key in value):
                raise TypeError(value)
            return {key: inner(one) for key, one in value.items()}
        if id(value) in seen:
            return [_AGAIN, seen[id(value)]]
        if kind in (tuple, list, frozenset):
            tag = _TUPLE if kind is tuple else _LIST if kind is list else _SET
            return [tag, *map(inner, value if kind is not frozenset else sorted(value))]
        try:
            found = [TABLE.index((kind.__module__, kind.__qualname__))]
        except ValueError:
            raise TypeError(value) from None
        if kind is Place:
            found += [self._number(value.file), value.line, value.column]
        elif isinstance(value, Enum):
            found.append(value.value)
        else:
            found += map(inner, _told(value))
        seen[id(value)] = len(seen)
        return found

    def _number(self, path: str | None) -> int:
        if path not in self._numbers:
            self._numbers[path] = len(self._names)
            self._names.append(path)
        return self._numbers[path]

    def decode(self, block: Json) -> Any:
        """The value that was encoded; an error of some kind where the block was not made by `encode`."""
        seen: list[Any] = []
        classes = self._classes

        def decoded(found: Json) -> Any:
            if type(found) is dict:
                return {key: decoded(one) for key, one in found.items()}
            if type(found) is not list:
                return found
            tag = found[0]
            if tag == _AGAIN:
                return seen[found[1]]
            inner = map(decoded, found[1:])
            if tag < 0:
                return tuple(inner) if tag == _TUPLE else list(inner) if tag == _LIST else frozenset(inner)
            made = (classes[tag] or self._made(tag))(*inner)
            seen.append(made)
            return made

        return decoded(block)

    def _made(self, tag: int) -> Any:
        """What makes the records of a class."""
        module, name = TABLE[tag]
        kind = getattr(import_module(module), name)
        self._classes[tag] = self._place if kind is Place else kind
        return self._classes[tag]

    def _place(self, path: int, line: int | None, column: int | None) -> Place:
        return Place(self._names[path], line, column)


def _told(record: Any) -> list[Any]:
    """The fields of a record, without the last ones that have their default."""
    kind = type(record)
    values = [getattr(record, name) for name in kind.__match_args__]
    fields = [kind.__record__[name] for name in kind.__match_args__]
    while values and _is_default(values[-1], fields[-1]):
        del values[-1], fields[-1]
    return values


def _is_default(value: object, field: Any) -> bool:
    default = field.factory() if callable(field.factory) else field.default
    return type(value) is type(default) and value == default


def moved(path: str, root: Path | None) -> str:
    """A path as it is written down: below the root from there, else as it is."""
    if root is not None and path.startswith(f"{root}{os.sep}"):
        return _ROOT + path[len(str(root)) + 1 :].replace(os.sep, "/")
    return path


def _here(name: str | None, root: Path | None) -> str | None:
    if name is None or root is None or not name.startswith(_ROOT):
        return name
    return str(root / name.removeprefix(_ROOT))
