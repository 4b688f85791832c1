"""What a schema declares and nothing reads: most often a slip, or a rule that was forgotten."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from deckcheck.expr import Expr
from deckcheck.expr.operators import SETTINGS
from deckcheck.files.schema_reader import SchemaReader
from deckcheck.files.source import ListNode, MapNode, Node, Scalar
from deckcheck.report import Place
from deckcheck.rules.rule import Rule

_WORD = re.compile(r"[^\W\d]\w*(?:-\w+)*")


def warn_unused(reader: SchemaReader, schema: MapNode, rules: Iterable[Rule], others: Iterable[Expr]) -> None:
    """A warning at every param, definition, list and section that no rule and no other expression reads.

    `rules` are those of all formats. What stands in `play:` and `print:` counts as read by its name.
    """
    rules = tuple(rules)
    exprs = [*others, *(expr for rule in rules for expr in rule.exprs)]
    words = {part.word for expr in exprs for part in expr.walk() if part.op == "define" or part.op in SETTINGS}
    words |= {word for key in ("play", "print") for word in _texts(schema.items.get(key))}
    for what in ("params", "define", "lists"):
        for name, place in _declared(schema, what):
            if name not in words:
                reader.warn("schema.unused", place, what=_ONE[what], name=name)
    sections = {section for rule in rules for section in rule.sections}
    sections |= {expr.owner for whole in exprs for expr in whole.walk() if expr.owner}
    declared = schema.items.get("sections")
    for name, place in _keys(declared):
        node = declared.items[name] if isinstance(declared, MapNode) else None
        beside = isinstance(node, MapNode) and "outside" in node.items
        if name not in sections | words and not beside:
            reader.warn("schema.unused", place, what="section", name=name)


_ONE = {"params": "param", "define": "definition", "lists": "list"}


def _declared(schema: MapNode, what: str) -> Iterator[tuple[str, Place]]:
    """The names that the game and its formats declare; what a format only sets anew is not declared there."""
    seen = set()
    formats = schema.items.get("formats")
    bodies = [schema, *(formats.items.values() if isinstance(formats, MapNode) else ())]
    for body in bodies if what != "lists" else [schema]:
        for name, place in _keys(body.items.get(what) if isinstance(body, MapNode) else None):
            if name not in seen:
                seen.add(name)
                yield name, place


def _keys(node: Node | None) -> Iterable[tuple[str, Place]]:
    return node.keys.items() if isinstance(node, MapNode) else ()


def _texts(node: Node | None) -> Iterator[str]:
    """Every word of a part of the schema that is not read here."""
    if isinstance(node, Scalar):
        yield from _WORD.findall(node.text)
    elif isinstance(node, ListNode):
        for item in node.items:
            yield from _texts(item)
    elif isinstance(node, MapNode):
        for key, item in node.items.items():
            yield key
            yield from _texts(item)
