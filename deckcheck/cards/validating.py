"""The validator of card records: that of JSON Schema, with words of its own where those are slow."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from deckcheck.cards.card_schema import CardSchema
from deckcheck.cards.patterns import found_in
from deckcheck.report import DeckcheckError

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError
    from jsonschema.protocols import Validator

_Keyword = Callable[[Any, Any, Any, Any], "Iterator[ValidationError]"]


def validator(schema: CardSchema, game: str) -> Validator:
    """The validator of a list of records.

    :raises DeckcheckError: the `card:` section is no JSON Schema.
    """
    from jsonschema import Draft202012Validator, FormatChecker  # slow to import
    from jsonschema.exceptions import SchemaError
    from jsonschema.validators import extend
    from referencing import Registry

    json_schema: dict[str, Any] = {"type": "array", "items": {**schema.schema, "type": "object"}}
    try:
        Draft202012Validator.check_schema(json_schema)
    except SchemaError as error:
        path = ".".join(str(part) for part in list(error.absolute_path)[1:])
        raise DeckcheckError("schema.card-json-schema", game=game, at=path, reason=error.message) from error
    # JSON Schema takes 5.0 for an integer; a whole number of ours is written as one.
    types = Draft202012Validator.TYPE_CHECKER.redefine("integer", lambda _, value: type(value) is int)
    words = {"pattern": _pattern(), "enum": _enum(), "uniqueItems": _unique}
    whole: type[Validator] = extend(Draft202012Validator, words, type_checker=types)  # type: ignore[no-untyped-call]
    # A registry of its own: the default one would fetch a `$ref` from the network.
    return whole(json_schema, format_checker=FormatChecker(["date"]), registry=Registry())


def _pattern() -> _Keyword:
    matcher = cache(found_in)

    def pattern(_validator: Any, value: Any, instance: Any, _schema: Any) -> Iterator[ValidationError]:
        if isinstance(instance, str) and not matcher(value)(instance):
            yield _error(f"{instance!r} does not match {value!r}")

    return pattern


def _enum() -> _Keyword:
    known: dict[int, frozenset[Hashable]] = {}  # of the lists of one schema, which outlives this

    def enum(_validator: Any, values: Any, instance: Any, _schema: Any) -> Iterator[ValidationError]:
        if id(values) not in known:
            known[id(values)] = frozenset(map(_key, values))
        if _key(instance) not in known[id(values)]:
            yield _error(f"{instance!r} is not one of {values!r}")

    return enum


def _unique(_validator: Any, asked: Any, instance: Any, _schema: Any) -> Iterator[ValidationError]:
    if asked and isinstance(instance, list) and len(set(map(_key, instance))) < len(instance):
        yield _error(f"{instance!r} has non-unique elements")


def _key(value: Any) -> Hashable:
    """What two values have in common if they are one to JSON Schema: 1 is 1.0, and no truth."""
    if isinstance(value, str | int | float) or value is None:
        return type(value) is bool, value
    if isinstance(value, Mapping):
        return frozenset((key, _key(item)) for key, item in value.items())
    return tuple(map(_key, value))


def _error(message: str) -> ValidationError:
    from jsonschema.exceptions import ValidationError

    return ValidationError(message)
