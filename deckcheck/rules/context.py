"""What the expressions of a schema are read against, and how one is read at its node; a rule in its own words."""

from __future__ import annotations

from collections.abc import Mapping
from string import Formatter

from deckcheck.expr import Expr, ExprError, Scope, Type, compile_text
from deckcheck.expr.operators import LISTS, OPERATORS, SETTINGS, TOLD, Form
from deckcheck.files.schema_reader import SchemaReader
from deckcheck.files.source import Node, Scalar, plain
from deckcheck.record import dataclass
from deckcheck.rules.rule import Rule
from deckcheck.spelling import nearest


@dataclass(frozen=True, slots=True)
class Context:
    """What a rule is read against. `setter`: the format that says it, None for the game itself.

    `identities`: the fields that tell one card from every other.
    """

    reader: SchemaReader
    scope: Scope
    sections: tuple[str, ...]
    everywhere: tuple[str, ...]
    book: str
    book_sections: tuple[str, ...] = ()
    setter: str | None = None
    identities: tuple[str, ...] = ("name",)


def read_expression(node: Node, context: Context, want: Type | None, what: str, *, none: bool = False) -> Expr | None:
    """The compiled text of a node, or None after its error is noted. `none`: no limit at all may be said."""
    reader = context.reader
    if not isinstance(node, Scalar):
        reader.error("schema.not-an-expression", node.place, what=what)
        return None
    text = node.text if plain(node) is not True and plain(node) is not False else node.text.lower()
    if text == "none" and not none:
        reader.error("schema.bare-none", node.place, what=what)
        return None
    if node.comment is not None and not node.quoted:
        reader.warn("schema.comment-cut", node.place, what=what, text=node.text)
    try:
        expr = compile_text(text, context.scope, want)
    except ExprError as error:
        lone = error.sentence == "expr.unknown-name" and error.facts.get("word") == text
        if want is Type.NUMBER and lone and not error.facts.get("nearest"):
            error = ExprError("expr.no-number", error.column, **error.facts)
        reader.expression(error, node)
        return None
    if expr.parts and _only_numbers(expr):
        reader.error("schema.plain-arithmetic", node.place, what=what, text=text)
        return None
    return expr


def card_alone(expr: Expr) -> bool:
    """Whether it hangs on the card alone: not on the deck, a list, the day, or what an event sets."""
    return not expr.deck and all(part.op not in SETTINGS for part in expr.walk())


def _only_numbers(expr: Expr) -> bool:
    """`40-60` is minus twenty, and surely not meant."""
    signs = expr.op in OPERATORS and OPERATORS[expr.op].form == Form.NUMBERS and OPERATORS[expr.op].args is None
    return expr.op == "number" or (signs and all(map(_only_numbers, expr.parts)))


def titles_in(*exprs: Expr) -> tuple[tuple[str, str], ...]:
    """Definition → its title, of those in the expressions that have one."""
    parts = (part for expr in exprs for part in expr.walk())
    return tuple({part.word: part.title for part in parts if part.op == "define" and part.title is not None}.items())


def terms_in(titles: Mapping[str, str], *exprs: Expr) -> tuple[tuple[str, str], ...]:
    """Field or list → what people call it, of those that the expressions read."""
    words = (part.word for expr in exprs for part in expr.walk() if part.op == "field" or part.op in LISTS)
    return tuple({word: titles[word] for word in words if word in titles}.items())


def read_says(rule: Rule, node: Node | None, reader: SchemaReader) -> str | None:
    """What is true of the cards at fault; {NAME} stands for the card's field, or the param, that the rule reads."""
    text = reader.text(node, "says")
    if text is None or node is None:
        return None
    parts = rule.of.walk() if rule.of is not None and rule.singly else ()
    known = tuple(dict.fromkeys(part.word for part in parts if part.op in TOLD))
    try:
        named = [name for _, name, _, _ in Formatter().parse(text) if name is not None]
    except ValueError:
        reader.error("schema.says-brace", node.place, rule=rule.id)
        return None
    for name in named:
        if name not in known:
            near = nearest(name, known)
            reader.error("schema.says-name", node.place, rule=rule.id, name=name, nearest=near, known=known)
    return text
