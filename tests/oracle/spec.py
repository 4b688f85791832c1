"""A game as plain records, from which its schema file is written and by which the oracle judges.

Expressions are tuples, `("count", "main", test)`; `text` writes them as a schema does, `judge` works them out.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

Ast = tuple[Any, ...]
# A bound: one expression, several (`one_of`), or a table by an expression.
Bound = Ast | list[Ast]


@dataclass(frozen=True)
class Field:
    """The type of a card field."""

    kind: str  # text, number or truth
    many: bool = False
    words: tuple[str, ...] = ()
    minimum: int | None = None


FIELDS = {
    "name": Field("text"),
    "kind": Field("text", words=("imp", "elf", "orc")),
    "cost": Field("number", minimum=0),
    "power": Field("number"),
    "elite": Field("truth"),
    "tags": Field("text", many=True, words=("red", "blue", "green")),
    "families": Field("text", many=True),
    "partners": Field("text", many=True),
    "counts_as": Field("text"),
}


@dataclass(frozen=True, eq=False)
class Card:
    """A record as written. `wrong`: fields whose written value the schema refuses."""

    name: str
    other: str | None
    written: Mapping[str, Any]
    wrong: frozenset[str] = frozenset()

    @property
    def names(self) -> tuple[str, ...]:
        return (self.name, self.other) if self.other else (self.name,)


@dataclass(frozen=True)
class Line:
    """So many copies of a card in a section; `card` is None where nobody knows the name."""

    count: int
    name: str
    section: str
    card: Card | None


@dataclass(frozen=True)
class Rule:
    """A rule as a schema says it."""

    id: str
    kind: str
    sections: tuple[str, ...]
    everywhere: bool = False
    of: Ast | None = None
    key: Ast | None = None
    what: Ast | None = None
    having: Ast | None = None
    bounds: Mapping[str, Bound] = field(default_factory=dict)
    when: Ast | None = None
    severity: str = "error"


@dataclass(frozen=True)
class Slot:
    """A dated list and its place: versions by their first day, each value → names and tests."""

    value: str
    words: Mapping[str, int]
    stand_in: int | None
    versions: Mapping[str, Mapping[str, Sequence[str | Ast]]]


@dataclass(frozen=True)
class Game:
    """Everything that a schema, its cards and its lists say. `sections`: id → what is said of it."""

    sections: Mapping[str, Mapping[str, Any]]
    required: frozenset[str]
    copy: Ast
    params: Mapping[str, Any]
    defines: Mapping[str, Ast]
    slots: Mapping[str, Slot]
    rules: tuple[Rule, ...]
    cards: tuple[Card, ...]
    curve: str | None = None

    @property
    def inside(self) -> tuple[str, ...]:
        return tuple(name for name, said in self.sections.items() if not said.get("outside"))

    def single(self, section: str) -> bool:
        return self.sections[section].get("cards") == 1


def walk(ast: object) -> Iterator[Ast]:
    """An expression and all that it is made of, definitions not written out."""
    if isinstance(ast, tuple) and ast and isinstance(ast[0], str):
        yield ast
        for part in ast[1:]:
            yield from walk(part)
    elif isinstance(ast, list | tuple):
        for part in ast:
            yield from walk(part)
    elif isinstance(ast, dict):
        for part in ast.values():
            yield from walk(part)


def text(ast: Ast, other: Ast | None = None) -> str:
    """An expression as a schema writes it; `other` is what it is compared with."""
    op, *parts = ast
    match op:
        case "num":
            return str(parts[0])
        case "text":
            return parts[0] if other is not None and _words(other) else json.dumps(parts[0])
        case "none" | "section" | "as_of":
            return str(op)
        case "field" | "param" | "list" | "define":
            return str(parts[0])
        case "it":
            return f"it.{parts[0]}"
        case "given" | "on":
            return f"{op}({parts[0]})"
        case "size":
            return f"{parts[0]}.size"
        case "member":
            return f"{parts[0]}.{parts[1]}"
        case "count" | "different":
            return f"{_owner(parts[0])}{op}({text(parts[1]) if parts[1] else ''})"
        case "sum" | "largest" | "smallest":
            where = f" where {text(parts[2])}" if parts[2] else ""
            return f"{_owner(parts[0])}{op}({text(parts[1])}{where})"
        case "min" | "max":
            return f"{op}({text(parts[0])}, {text(parts[1])})"
        case "not":
            return f"not ({text(parts[0])})"
        case "neg":
            return f"-({text(parts[0])})"
        case "|":
            return " | ".join(text(part, other) for part in parts[0])
    left, right = parts
    return f"({text(left, right)}) {op} ({text(right, left)})" if op not in _COMPARED else _comparison(op, left, right)


_COMPARED = ("==", "!=", "<", "<=", ">", ">=", "in", "not in", "has", "within")


def _comparison(op: str, left: Ast, right: Ast) -> str:
    sides = [text(left, right), text(right, left)]
    atoms = ("num", "text", "field", "param", "list", "member", "it", "size", "|", "section", "as_of", "none")
    return f" {op} ".join(
        side if ast[0] in atoms else f"({side})" for side, ast in zip(sides, (left, right), strict=True)
    )


def _words(ast: Ast) -> bool:
    if ast[0] in ("field", "it"):
        return bool(FIELDS[ast[1]].words)
    return ast[0] == "section" or (ast[0] == "member" and bool(FIELDS[ast[2]].words))


def _owner(owner: str | None) -> str:
    return f"{owner}." if owner else ""


def _bound(bound: Bound) -> object:
    if isinstance(bound, list):
        return [_number(one) for one in bound]
    if bound[0] == "table":
        return {"by": text(bound[1])} | {key: _number(limit) for key, limit in bound[2].items()}
    return _number(bound)


def _number(ast: Ast) -> object:
    return ast[1] if ast[0] == "num" else text(ast)


def schema(game: Game) -> str:
    """The schema file, as JSON, which is YAML too."""
    return json.dumps(
        {
            "game": "tiny",
            "title": "Tiny",
            "copy": text(game.copy),
            "card": {"required": sorted({"name", *game.required}), "properties": {n: _property(n) for n in FIELDS}},
            "params": game.params,
            "define": {name: text(ast) for name, ast in game.defines.items()},
            "sections": {name: {"title": name, **said} for name, said in game.sections.items()},
            "lists": {
                name: {"value": slot.value, "words": slot.words, "uses": name}
                | ({"else": slot.stand_in} if slot.stand_in is not None else {})
                for name, slot in game.slots.items()
            },
            "rules": {rule.id: _rule(rule) for rule in game.rules},
        }
        | ({"curve": game.curve} if game.curve else {})
    )


def _property(name: str) -> dict[str, object]:
    one = FIELDS[name]
    kind = {"text": "string", "number": "integer", "truth": "boolean"}[one.kind]
    said: dict[str, object] = {"enum": list(one.words)} if one.words else {"type": kind}
    if one.minimum is not None:
        said["minimum"] = one.minimum
    return {"type": "array", "items": said} if one.many else said


def _rule(rule: Rule) -> dict[str, object]:
    options: dict[str, object] = {"in": "all" if rule.everywhere else list(rule.sections)}
    key = {"count": "per", "different": "per", "sum": "over", "groups": "over"}.get(rule.kind, "")
    for option, ast in (("of", rule.of), (key, rule.key), ("what", rule.what), ("having", rule.having)):
        if ast is not None:
            options[option] = text(ast)
    options |= {op: _bound(bound) for op, bound in rule.bounds.items()}
    said: dict[str, object] = {rule.kind: options, "assumed": "random", "severity": rule.severity}
    return said | ({"when": text(rule.when)} if rule.when is not None else {})


def cards_file(game: Game) -> str:
    """The cards as a file of records."""
    records = [
        {"name": card.name, **({"names": {"fr": card.other}} if card.other else {}), **card.written}
        for card in game.cards
    ]
    return json.dumps({"game": "tiny", "set": "tiny", "cards": records})


def list_files(game: Game) -> dict[str, str]:
    """List → its file."""
    return {
        name: json.dumps(
            {
                "list": name,
                "title": name,
                "versions": [
                    {
                        "from": day,
                        "entries": {
                            value: [one if isinstance(one, str) else {"of": text(one)} for one in ones]
                            for value, ones in entries.items()
                        },
                    }
                    for day, entries in slot.versions.items()
                ],
            }
        )
        for name, slot in game.slots.items()
    }


def as_text(game: Game) -> str:
    """The game for a person to read, where it gave a difference."""
    lists = "".join(f"\n{content}" for content in list_files(game).values())
    return f"{schema(game)}\n{cards_file(game)}{lists}"
