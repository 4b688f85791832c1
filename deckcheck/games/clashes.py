"""Names of a schema that would hide one another, or a word of the expressions."""

from __future__ import annotations

from collections.abc import Iterable

from deckcheck.expr import Scope
from deckcheck.expr.grammar import RESERVED
from deckcheck.files.shape import Shape
from deckcheck.files.source import Mapping
from deckcheck.report import Place


def told_apart(shape: Shape, schema: Mapping, scope: Scope) -> None:
    """An error at every name that is declared a second time, or that an expression could not speak of."""
    seen: dict[str, str] = {}
    defines = schema.items.get("define")
    named: tuple[tuple[str, str, Iterable[str]], ...] = (
        ("section", "sections", scope.sections),
        ("field", "card", scope.fields),
        ("param", "params", scope.params),
        ("list", "lists", scope.lists),
        ("definition", "define", defines.items if isinstance(defines, Mapping) else ()),
    )
    for what, key, names in named:
        for name in names:
            place = _declared(schema, key, name)
            if name in RESERVED or (what == "field" and name == "size"):
                shape.error("schema.reserved", place, what=what, name=name)
            if what == "section":
                continue  # stands before a dot or after `in:` alone
            if name in seen:
                shape.error("schema.name-twice", place, name=name, what=what, other=seen[name])
            seen[name] = what


def _declared(schema: Mapping, key: str, name: str) -> Place:
    """Where a name is declared."""
    node = schema.items.get(key)
    if key == "card" and isinstance(node, Mapping):
        node = node.items.get("properties")
    return node.keys.get(name, node.place) if isinstance(node, Mapping) else schema.place
