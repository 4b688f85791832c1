"""What JSON Schema says against a card record, as problems at the place of the faulty value."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from itertools import islice
from typing import TYPE_CHECKING, Any

from deckcheck.cards.card_schema import CardSchema
from deckcheck.files.schema_reader import MOST_PROBLEMS
from deckcheck.files.source import Node, Scalar, at, plain
from deckcheck.report import Place, Problem, Severity
from deckcheck.spelling import Nearest, nearest

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError

_TYPES = {
    "number": "card.type-number",
    "text": "card.type-text",
    "truth": "card.type-truth",
}
_LIMITS = {"minimum": "card.minimum", "maximum": "card.maximum"}


def field_of(error: ValidationError) -> str | None:
    """The field at fault; None where it is the record as a whole. The path is index, field, item."""
    path = error.absolute_path
    return str(path[1]) if len(path) > 1 else None


def missing_fields(error: ValidationError) -> list[str]:
    """The fields that a `required` error misses, by name."""
    asked: Any = error.validator_value
    record: Any = error.instance
    return sorted(name for name in asked if name not in record)


def misspelt(unknown: Mapping[str, Place], filled: Collection[object], schema: CardSchema) -> list[Problem]:
    """Of keys or columns that are no fields of the game those that are like one that nothing fills."""
    open_fields = tuple(name for name in schema.fields if name not in filled)
    found = []
    for name, place in islice(unknown.items(), MOST_PROBLEMS):
        if (near := nearest(name, open_fields)) is not None:
            facts = {"column": name, "nearest": near}
            found.append(Problem("card-data", "cards.misspelt", Severity.WARNING, place, facts=facts))
    return found


def problem_of(
    error: ValidationError,
    card: str,
    nodes: Mapping[str, Node],
    place: Place,
    schema: CardSchema,
    suggest: Nearest,
    *,
    matters: bool,
) -> Problem:
    """The problem that a JSON Schema error is, with what was expected and found.

    `card`, `nodes` and `place` are of the record at fault: its name, its values by field, and where it stands.
    """
    name = field_of(error)
    node = nodes.get(name) if name is not None else None
    rest = tuple(error.absolute_path)[2:]
    sentence, facts = _told(error, schema, name, _shown(node, error.instance, rest), suggest)
    return Problem(
        "card-data",
        sentence,
        Severity.ERROR if matters else Severity.WARNING,
        place if node is None else at(node, rest),
        (card,),
        facts=facts,
    )


def _shown(node: Node | None, value: object, rest: tuple[Any, ...]) -> str:
    """The faulty value as the file writes it, else as JSON; long ones are cut."""
    if isinstance(node, Scalar) and not rest:
        text = node.text
    elif isinstance(value, str):
        text = value
    else:
        text = _json(value if node is None or rest else plain(node))
    return text if len(text) <= 60 else text[:59] + "…"


def _told(
    error: ValidationError, schema: CardSchema, name: str | None, value: str, suggest: Nearest
) -> tuple[str, dict[str, object]]:
    """The sentence of an error and its facts."""
    keyword = str(error.validator)
    expected: Any = error.validator_value
    if name is None or name not in schema.fields:
        return "card.record", {"keyword": keyword, "expected": _json(expected)}
    kind = schema.fields[name]
    facts: dict[str, object] = {"field": name, "value": value}
    whole = len(error.absolute_path) == 2  # the value itself, not an item of it
    if keyword == "type" and kind.many and whole:
        return "card.type-list", facts | {"expected": "list"}
    if keyword == "enum" or (keyword == "type" and kind.enum):
        values = tuple(str(item) for item in kind.enum or expected)
        return "card.enum", facts | {"expected": ", ".join(values), "nearest": suggest.of(name, value, values)}
    if keyword == "type":
        return _TYPES[kind.kind], facts | {"expected": kind.kind}
    if keyword in _LIMITS:
        return _LIMITS[keyword], facts | {"expected": expected}
    if keyword == "format" and kind.date:
        return "card.date", facts | {"expected": "YYYY-MM-DD"}
    return "card.constraint", facts | {"keyword": keyword, "expected": _json(expected)}


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)
