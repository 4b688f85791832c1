"""Records as JSON and back: nodes of a schema, cards, places, problems.

Files are numbers in a table of paths; those of the project's own data are written from its root, so that
what was compiled elsewhere says where the files are here.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from deckcheck.cards.pool import Card
from deckcheck.files.source import Mapping, Node, Scalar
from deckcheck.files.source import Sequence as Items
from deckcheck.record import dataclass, field
from deckcheck.report import Place, Problem, Severity

Json = Any
_ROOT = "{root}/"


@dataclass(slots=True)
class Paths:
    """The files that places name, in the order of their numbers."""

    root: Path | None
    names: list[str | None] = field(default_factory=list)
    numbers: dict[str | None, int] = field(default_factory=dict)

    def number(self, path: str | None) -> int:
        if path not in self.numbers:
            self.numbers[path] = len(self.names)
            self.names.append(path)
        return self.numbers[path]

    def encoded(self) -> list[str | None]:
        return [None if name is None else moved(name, self.root) for name in self.names]

    @classmethod
    def decoded(cls, names: Sequence[str | None], root: Path | None) -> Paths:
        return cls(root, [_here(name, root) for name in names])


def moved(path: str, root: Path | None) -> str:
    """A path as it is written down: below the root from there, else as it is."""
    if root is not None and path.startswith(f"{root}{os.sep}"):
        return _ROOT + path[len(str(root)) + 1 :].replace(os.sep, "/")
    return path


def _here(name: str | None, root: Path | None) -> str | None:
    if name is None or root is None or not name.startswith(_ROOT):
        return name
    return str(root / name.removeprefix(_ROOT))


def encode_place(place: Place, paths: Paths) -> Json:
    return [paths.number(place.file), place.line, place.column]


def decode_place(found: Json, paths: Paths) -> Place:
    return Place(paths.names[found[0]], found[1], found[2])


def encode_problem(problem: Problem, paths: Paths) -> Json:
    """What cards and lists have of problems: no measure, no bound."""
    place = encode_place(problem.place, paths)
    return [problem.rule, problem.sentence, problem.severity.value, place, problem.cards, dict(problem.facts)]


def decode_problem(found: Json, paths: Paths) -> Problem:
    rule, sentence, severity, place, cards, facts = found
    facts = {name: tuple(value) if isinstance(value, list) else value for name, value in facts.items()}
    return Problem(rule, sentence, Severity(severity), decode_place(place, paths), tuple(cards), facts=facts)


def encode_card(card: Card, paths: Paths) -> Json:
    """Name, other names, fields but for the name, place; the rest only of a record with faults."""
    fields = {name: value for name, value in card.fields.items() if name != "name"}
    place = encode_place(card.place, paths)
    found: list[Json] = [card.name, card.names[1:], fields, *place]
    if card.unreadable or card.faults:
        found += [sorted(card.unreadable), [encode_problem(fault, paths) for fault in card.faults]]
    return found


def decode_card(found: Json, paths: Paths) -> Card:
    name, others, fields, *place = found[:6]
    fields = {key: tuple(value) if isinstance(value, list) else value for key, value in fields.items()}
    unreadable, faults = found[6:] or ((), ())
    return Card(
        name,
        (name, *others),
        {"name": name, **fields},
        decode_place(place, paths),
        frozenset(unreadable),
        tuple(decode_problem(fault, paths) for fault in faults),
    )


def encode_node(node: Node) -> Json:
    """A node of one file: a kind, its line and column, then what it holds."""
    where = [node.place.line, node.place.column]
    if isinstance(node, Scalar):
        return ["", *where, node.text, int(node.quoted), node.comment, node.last]
    if isinstance(node, Items):
        return ["-", *where, [encode_node(item) for item in node.items]]
    keys = {key: [place.line, place.column] for key, place in node.keys.items()}
    return [":", *where, [[key, *keys[key], encode_node(value)] for key, value in node.items.items()]]


def decode_node(found: Json, file: str) -> Node:
    kind, line, column, *rest = found
    return _KINDS[kind](file, Place(file, line, column), rest)


def _scalar(file: str, place: Place, rest: Json) -> Node:
    text, quoted, comment, last = rest
    return Scalar(text, bool(quoted), place, comment, last)


def _items(file: str, place: Place, rest: Json) -> Node:
    return Items(tuple(decode_node(item, file) for item in rest[0]), place)


def _mapping(file: str, place: Place, rest: Json) -> Node:
    keys = {key: Place(file, line, column) for key, line, column, _ in rest[0]}
    return Mapping({key: decode_node(value, file) for key, _, _, value in rest[0]}, keys, place)


_KINDS: dict[str, Callable[[str, Place, Json], Node]] = {"": _scalar, "-": _items, ":": _mapping}
