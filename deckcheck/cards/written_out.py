"""The JSON Schema of a `card:` section written out: every `$ref` as what it names, so that nothing is looked up later.

What it may name stands in the section: `#/$defs/NAME`, another way into it, or an `$anchor`. A schema that names
parts of itself without end, or by doubling, is refused: what is written out is counted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import unquote

from deckcheck.cards.patterns import PatternError, found_in

MOST_PARTS = 20_000  # of a section that is written out, as many as values may stand in one
_DEEPEST = 100
_ONE = frozenset(
    {
        *("items", "contains", "additionalProperties", "unevaluatedItems", "unevaluatedProperties"),
        *("propertyNames", "not", "if", "then", "else", "contentSchema"),
    }
)
_SEVERAL = frozenset({"allOf", "anyOf", "oneOf", "prefixItems"})
_NAMED = frozenset({"properties", "patternProperties", "dependentSchemas"})
_LEFT_OUT = frozenset({"$ref", "$defs", "definitions", "$id", "$anchor", "$dynamicAnchor"})
_ELSEWHERE = ("$dynamicRef", "$recursiveRef")  # what they name hangs on where they are met
# Beside a `$ref` these say nothing of a value.
_REMARKS = frozenset({"title", "description", "$comment", "default", "examples", "deprecated", "readOnly", "writeOnly"})
_OURS = frozenset({"also", "words", "identifier", "printing_of"})
_OF_FIELD = ("type", "enum", "items", "format", "minimum")  # by which a field is known

Path = tuple[str | int, ...]


class WrittenOutError(Exception):
    """What is wrong, as a sentence of `wording`, and where in the section."""

    def __init__(self, sentence: str, path: Path, **facts: object) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.path = path
        self.facts = facts


def written_out(section: Mapping[str, Any]) -> dict[str, Any]:
    """The schema without references, and with patterns that are known to be such.

    :raises WrittenOutError: a reference names nothing, leads round in a circle or to too much; a pattern is none.
    """
    found: dict[str, Any] = _Writer(section).part(section, (), ())
    return found


class _Writer:
    def __init__(self, section: Mapping[str, Any]) -> None:
        self.section = section
        self.count = 0
        every = list(_every(section))
        self.keys = tuple(dict.fromkeys(key for value in every for key in value))
        self.anchors = {str(value["$anchor"]): value for value in every if "$anchor" in value}

    def part(self, schema: Any, path: Path, trail: Sequence[str]) -> Any:
        """A schema within the section; `trail` are the references that led there."""
        self.counted(1)
        if not isinstance(schema, Mapping):
            return schema
        if len(path) + len(trail) > _DEEPEST:
            raise WrittenOutError("schema.card-deep", path, most=_DEEPEST)
        for word in _ELSEWHERE:
            if word in schema:
                raise WrittenOutError("schema.card-ref", (*path, word), ref=schema[word])
        found = {key: self.value(key, value, (*path, key), trail) for key, value in schema.items()}
        own = {key: value for key, value in found.items() if key not in _LEFT_OUT}
        return _both(self.named(schema["$ref"], (*path, "$ref"), trail), own) if "$ref" in schema else own

    def value(self, key: str, value: Any, path: Path, trail: Sequence[str]) -> Any:
        """The value of a key of a schema."""
        if key in _ONE:
            return self.part(value, path, trail)
        if key in _SEVERAL and isinstance(value, list):
            return [self.part(item, (*path, number), trail) for number, item in enumerate(value)]
        if key in _NAMED and isinstance(value, Mapping):
            parts = {name: self.part(item, (*path, name), trail) for name, item in value.items()}
            return self.by_name(parts, path) if key == "patternProperties" else parts
        if key == "pattern" and isinstance(value, str):
            _pattern(value, path)
        if isinstance(value, list):
            self.counted(len(value))
        return value

    def counted(self, more: int) -> None:
        self.count += more
        if self.count > MOST_PARTS:
            raise WrittenOutError("schema.card-large", (), most=MOST_PARTS)

    def by_name(self, parts: Mapping[str, Any], path: Path) -> dict[str, Any]:
        """`patternProperties` by the names that they are of: a card has no other keys than stand in its section."""
        found: dict[str, Any] = {}
        for pattern, part in parts.items():
            holds = _pattern(pattern, (*path, pattern))
            names = "|".join(re.escape(name) for name in self.keys if holds(name))
            found.setdefault(f"^(?:{names})\\Z" if names else "(?!)", {"allOf": []})["allOf"].append(part)
        return found

    def named(self, ref: Any, path: Path, trail: Sequence[str]) -> Any:
        """What a reference names, written out."""
        target = self.target(ref) if isinstance(ref, str) else None
        if not isinstance(target, Mapping | bool):
            raise WrittenOutError("schema.card-ref", path, ref=ref)
        if ref in trail:
            raise WrittenOutError("schema.card-circle", path, ref=ref)
        return self.part(target, path, (*trail, ref))

    def target(self, ref: str) -> Any:
        mark, _, pointer = ref.partition("#")
        if mark:
            return None
        if pointer and not pointer.startswith("/"):
            return self.anchors.get(pointer)
        steps = [unquote(step).replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:]]
        if steps[:1] == ["items"] and "items" not in self.section:  # as if the section stood within a list of cards
            steps = steps[1:]
        here: Any = self.section
        for step in steps:
            if isinstance(here, Mapping) and step in here:
                here = here[step]
            elif isinstance(here, list) and step.isdecimal() and int(step[:9]) < len(here):
                here = here[int(step[:9])]
            else:
                return None
        return here


def _both(named: Any, own: dict[str, Any]) -> Any:
    """What a reference names and what stands beside it; both hold."""
    if not isinstance(named, Mapping):
        return own if named else {**own, "allOf": [*own.get("allOf", []), named]}
    if own.keys() <= _REMARKS | _OURS:
        return {**named, **own}
    known = {key: named[key] for key in (*_OF_FIELD, *_REMARKS, *_OURS) if key in named}
    more = own.get("allOf", [])
    return {**known, **own, "allOf": [*more, named] if isinstance(more, list) else more}


def _pattern(pattern: str, path: Path) -> Any:
    try:
        return found_in(pattern)
    except PatternError as error:
        raise WrittenOutError(error.sentence, path, **error.facts) from error


def _every(value: Any) -> Iterator[Mapping[str, Any]]:
    """Every mapping that stands in a value."""
    waiting = [value]
    while waiting:
        here = waiting.pop()
        if isinstance(here, Mapping):
            yield here
        waiting += here.values() if isinstance(here, Mapping) else here if isinstance(here, list) else ()
