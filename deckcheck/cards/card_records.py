"""Card records: from the nodes of a file to typed, validated `Card`s.

YAML and CSV records come in as the same nodes, so that one place types the values (text in the file's
own spelling, whole numbers, truth), holds them to the game's JSON Schema, and says what is wrong where.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

from deckcheck.cards.card_schema import CardSchema, FieldType
from deckcheck.cards.faults import field_of, missing_fields, problem_of
from deckcheck.cards.names import normalise
from deckcheck.cards.pool import Card, Value
from deckcheck.files.schema_reader import CappedProblems
from deckcheck.files.source import ListNode, MapNode, Node, Scalar, plain
from deckcheck.record import dataclass, field
from deckcheck.report import NOWHERE, DeckcheckError, Place, Problem, Severity
from deckcheck.spelling import Nearest

MOST_CARDS = 150_000  # of a game; the largest has some 110,000, with all printings
_MISSING = frozenset({"", "~", "null", "Null", "NULL"})
_WHOLE = re.compile(r"[+-]?[0-9]{1,18}")  # 18 digits fit the 64 bits of a compiled database
_NUMBERED = re.compile(r"[0-9]+")  # "Jar #2": YAML takes the number of an unquoted name for a comment
_TRUTH = {
    **dict.fromkeys(("true", "yes", "oui", "1"), True),
    **dict.fromkeys(("false", "no", "non", "0"), False),
}


@dataclass(slots=True)
class Record:
    """A record on its way to a `Card`: its values as JSON Schema sees them, and where each stands."""

    name: str
    names: tuple[str, ...]
    place: Place
    values: dict[str, object]
    nodes: dict[str, Node]
    faults: list[Problem] = field(default_factory=list)
    refused: set[str] = field(default_factory=set)


class Columns:
    """Which field a key or a column name means; remembers the names that mean none."""

    def __init__(self, schema: CardSchema) -> None:
        self._schema = schema
        self._known: dict[str, str | None] = {}
        self.unknown: dict[str, Place] = {}

    @property
    def filled(self) -> frozenset[str]:
        """The fields that any record gave."""
        return frozenset(filter(None, self._known.values()))

    def field(self, name: str, place: Place = NOWHERE) -> str | None:
        """The field (or "names") that `name` means: its id, else its title or another name of it."""
        if name not in self._known:
            known = name if name in self._schema.fields or name == "names" else None
            self._known[name] = known or self._schema.also.get(normalise(name))
        found = self._known[name]
        if found is None:
            self.unknown.setdefault(name, place)
        return found


def read_record(
    node: MapNode, schema: CardSchema, columns: Columns, language: str | None, problems: CappedProblems
) -> Record | None:
    """The record of one node; without a name it is a problem of the file, and None."""
    nodes: dict[str, Node] = {}
    twice: dict[str, Place] = {}
    for key, value in node.items.items():
        name = columns.field(key, node.keys[key])
        if name is not None and name in nodes:
            twice[name] = node.keys[key]
        elif name is not None:
            nodes[name] = value
    others, wrong = _names(nodes.pop("names", None))
    given = nodes.get("name")
    name = _text(given).strip() if isinstance(given, Scalar) else ""
    name = name or others.get(language or "") or next(iter(others.values()), "")
    if not name:
        problems.append(Problem("card-data", "cards.no-name", place=node.place))
        return None
    values: dict[str, object] = {"name": name}
    for key, value in nodes.items():
        if key != "name" and (typed := _typed(value, schema, key)) is not None:
            values[key] = typed
    names = tuple(dict.fromkeys([name, *others.values()]))
    record = Record(name, names, node.place, values, nodes)
    if isinstance(given, Scalar) and _NUMBERED.fullmatch(given.comment or ""):
        facts: dict[str, object] = {"name": name, "comment": given.comment}
        fault = Problem("card-data", "card.name-cut", Severity.WARNING, given.place, (name,), facts=facts)
        record.faults.append(fault)
    if wrong is not None:
        fault = Problem("card-data", "card.names", Severity.WARNING, wrong, (name,), facts={"field": "names"})
        record.faults.append(fault)
    for key, place in twice.items():
        severity = Severity.ERROR if _matters(schema, key) else Severity.WARNING
        fault = Problem("card-data", "card.field-twice", severity, place, (name,), facts={"field": key})
        record.faults.append(fault)
        record.refused.add(key)
    return record


def _text(node: Scalar) -> str:
    """A name as written: only an empty value or "~" is none, "null" might be a card."""
    return "" if node.text == "~" and not node.quoted else node.text


def _names(node: Node | None) -> tuple[dict[str, str], Place | None]:
    """The names by language; the place of what is no such thing."""
    if node is None or (isinstance(node, Scalar) and not node.quoted and node.text in _MISSING):
        return {}, None
    if not isinstance(node, MapNode):
        return {}, node.place
    found: dict[str, str] = {}
    wrong = None
    for language, value in node.items.items():
        if not isinstance(value, Scalar):
            wrong = value.place
        elif text := _text(value).strip():
            found[language] = text
    return found, wrong


def _typed(node: Node, schema: CardSchema, name: str) -> object:
    """The value as the field's type reads it; None where it is missing, raw where it does not fit."""
    kind = schema.fields[name]
    if isinstance(node, Scalar):
        return _scalar(node, kind, schema, name)
    if kind.many and isinstance(node, ListNode):
        return [_scalar(item, kind, schema, name) if isinstance(item, Scalar) else plain(item) for item in node.items]
    return plain(node)


def _scalar(node: Scalar, kind: FieldType, schema: CardSchema, name: str) -> object:
    text = node.text
    if text in _MISSING and not node.quoted:
        return None
    if kind.kind == "text":
        if kind.enum is None or text in kind.enum:
            return text
        return schema.words.get(name, {}).get(normalise(text), text)
    if node.quoted:
        return text
    if kind.kind == "number":
        if _WHOLE.fullmatch(text):
            return int(text)
        value = plain(node)
        return value if isinstance(value, float) else text
    return _TRUTH.get(text.casefold(), text)


def make_cards(records: Sequence[Record], schema: CardSchema, game: str) -> list[Card]:
    """The cards of the records, in order; what the schema refuses is left out and told in `faults`.

    :raises DeckcheckError: the `card:` section is no JSON Schema.
    """
    from deckcheck.cards.patterns import PatternError
    from deckcheck.cards.validating import validator

    suggest = Nearest()
    cards: list[Card] = []
    try:
        values: Any = [record.values for record in records]
        errors = validator(schema, game).iter_errors(values)  # those of one record stand together, in order
        for index, faults in groupby(errors, lambda error: int(error.absolute_path[0])):
            cards += [_card(record, (), schema, suggest) for record in records[len(cards) : index]]
            cards.append(_card(records[index], faults, schema, suggest))
    except PatternError as error:
        raise DeckcheckError(error.sentence, game=game) from error
    return cards + [_card(record, (), schema, suggest) for record in records[len(cards) :]]


def _card(record: Record, errors: Iterable[Any], schema: CardSchema, suggest: Nearest) -> Card:
    refused = record.refused
    missing: dict[str, bool] = dict.fromkeys(sorted(schema.required - record.values.keys()), False)
    for error in errors:
        if error.validator == "required":
            missing |= {name: True for name in missing_fields(error) if name not in missing}
            continue
        name = field_of(error)
        if name is None or name not in refused:  # one fault of a value is enough
            matters = name is None or _matters(schema, name)
            at = record.name, record.nodes, record.place
            record.faults.append(problem_of(error, *at, schema, suggest, matters=matters))
        if name is not None:
            refused.add(name)
    refused.discard("name")  # by whatever name, the card is known by it
    for name, asked in missing.items():
        if asked and schema.conditions & (refused | missing.keys()) - {name}:
            continue  # whether it is needed hangs on a value that is itself at fault
        record.faults.append(_missing(record, schema, name, asked=asked))
    unreadable = refused | missing.keys()
    if schema.conditions & unreadable:
        unreadable |= schema.conditional - record.values.keys()
    fields: dict[str, Value] = {
        name: tuple(value) if isinstance(value, list) else value  # type: ignore[misc]
        for name, value in record.values.items()
        if name not in refused
    }
    faults = sorted(record.faults, key=lambda fault: (fault.place.line or 0, fault.place.column or 0))
    return Card(record.name, record.names, fields, record.place, frozenset(unreadable), tuple(faults))


def _missing(record: Record, schema: CardSchema, name: str, *, asked: bool) -> Problem:
    facts: dict[str, object] = {"field": name}
    sentence = "card.missing"
    read = sorted(schema.conditions & record.values.keys())
    if asked and read:
        sentence = "card.missing-if"
        facts["because"] = ", ".join(f"{key} {record.values[key]}" for key in read)
    elif asked and schema.conditions:
        sentence = "card.missing-unless"
        facts["other"] = ", ".join(sorted(schema.conditions))
    return Problem("card-data", sentence, place=record.place, cards=(record.name,), facts=facts)


def _matters(schema: CardSchema, name: str) -> bool:
    """Whether a rule of construction may hang on the field, so that its fault is an error."""
    return name in schema.required | schema.conditional | schema.conditions
