"""A rule in its schema's own words: `says:`, and the titles of the definitions that it refers to."""

from __future__ import annotations

from collections.abc import Mapping
from string import Formatter

from deckcheck.expr import Expr
from deckcheck.expr.operators import LISTS, TOLD
from deckcheck.files.shape import Shape
from deckcheck.files.source import Node
from deckcheck.near import nearest
from deckcheck.rules.records import Rule


def titles_in(*exprs: Expr) -> tuple[tuple[str, str], ...]:
    """Definition → its title, of those in the expressions that have one."""
    parts = (part for expr in exprs for part in expr.walk())
    return tuple({part.word: part.title for part in parts if part.op == "define" and part.title is not None}.items())


def terms_in(titles: Mapping[str, str], *exprs: Expr) -> tuple[tuple[str, str], ...]:
    """Field or list → what people call it, of those that the expressions read."""
    words = (part.word for expr in exprs for part in expr.walk() if part.op == "field" or part.op in LISTS)
    return tuple({word: titles[word] for word in words if word in titles}.items())


def read_says(rule: Rule, node: Node | None, shape: Shape) -> str | None:
    """What is true of the cards at fault; {NAME} stands for the card's field, or the param, that the rule reads."""
    text = shape.text(node, "says")
    if text is None or node is None:
        return None
    parts = rule.of.walk() if rule.of is not None and rule.singly else ()
    known = tuple(dict.fromkeys(part.word for part in parts if part.op in TOLD))
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
