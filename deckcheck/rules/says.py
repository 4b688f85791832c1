"""A rule in its schema's own words: `says:`, and the titles of the definitions that it refers to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from string import Formatter

from deckcheck.expr import Expr
from deckcheck.files.shape import Shape
from deckcheck.files.source import Node
from deckcheck.near import nearest
from deckcheck.rules.records import Rule


def titles_in(*exprs: Expr) -> tuple[tuple[str, str], ...]:
    """Definition → its title, of those in the expressions that have one."""
    found: dict[str, str] = {}

    def walk(expr: Expr) -> None:
        if expr.op == "define" and expr.title is not None:
            found[expr.word] = expr.title
        for part in expr.parts:
            walk(part)

    for expr in exprs:
        walk(expr)
    return tuple(found.items())


def terms_in(titles: Mapping[str, str], *exprs: Expr) -> tuple[tuple[str, str], ...]:
    """Field or list → what people call it, of those that the expressions read."""
    found: dict[str, str] = {}

    def walk(expr: Expr) -> None:
        if expr.op in ("field", "list", "on") and expr.word in titles:
            found[expr.word] = titles[expr.word]
        for part in expr.parts:
            walk(part)

    for expr in exprs:
        walk(expr)
    return tuple(found.items())


def read_says(rule: Rule, node: Node | None, shape: Shape) -> str | None:
    """What is true of the cards at fault; {NAME} stands for the card's field, or the param, that the rule reads."""
    text = shape.text(node, "says")
    if text is None or node is None:
        return None
    known = tuple(dict.fromkeys(_names(rule.of))) if rule.of is not None and rule.singly else ()
    try:
        named = [name for _, name, _, _ in Formatter().parse(text) if name is not None]
    except ValueError:
        shape.error("schema.says-brace", node.place, rule=rule.id)
        return None
    for name in named:
        if name not in known:
            near = nearest(name, known)
            shape.error("schema.says-name", node.place, rule=rule.id, name=name, nearest=near, known=known)
    return text


def _names(expr: Expr) -> Iterator[str]:
    """The fields, params and lists that an expression reads, and the day."""
    if expr.op in ("field", "param", "list", "as_of"):
        yield expr.word
    for part in expr.parts:
        yield from _names(part)
