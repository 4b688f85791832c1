"""What names mean in a play section, and which expressions can be worked out for many games at once."""

from __future__ import annotations

from collections.abc import Iterator

from deckcheck.engine.play_plan import DAMAGE, FALLEN, Names
from deckcheck.expr import Expr, ExprError, Scope, Type, compile_text
from deckcheck.expr.operators import OVER_CARDS, supported, unsupported
from deckcheck.files.source import ListNode, MapNode, Node, Scalar
from deckcheck.record import replace

COMMON = ("name", "when", "assumed")


def pools_and_totals(node: Node | None) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The names that steps fill: pools by `refill`, `gain` and `pay`, totals by `attack`."""
    pools: dict[str, None] = {}
    totals: dict[str, None] = {}
    for key, value in _pairs(node):
        if not isinstance(value, MapNode):
            continue
        if key in ("refill", "gain", "pay"):
            pools.update(dict.fromkeys(word for word in value.items if word not in COMMON))
        if key == "attack":
            into = value.items.get("into")
            totals[into.text if isinstance(into, Scalar) else DAMAGE] = None
            if "walls" in value.items:
                totals[FALLEN] = None
    return tuple(pools), tuple(totals)


def _pairs(node: Node | None) -> Iterator[tuple[str, Node]]:
    if isinstance(node, MapNode):
        for key, value in node.items.items():
            yield key, value
            yield from _pairs(value)
    if isinstance(node, ListNode):
        for value in node.items:
            yield from _pairs(value)


def compile_card(text: str, names: Names, want: Type) -> Expr:
    """An expression about one card; raises `ExprError`."""
    expr = compile_text(text, names.card, want)
    if expr.deck or expr.lists:
        raise ExprError("schema.play-of-card", 1)
    return expr


def compile_table(text: str, names: Names, want: Type) -> Expr:
    """An expression about the table, one value a game; raises `ExprError`."""
    expr = compile_text(text, names.table, want)
    if expr.card:
        raise ExprError("schema.play-of-table", 1, fields=tuple(sorted(expr.fields)))
    for part in row_parts(expr, names.rows):
        supported(part.op, "row")
        if part.owner == "deck":  # all cards, in whatever zone, are no zone
            raise unsupported(f"deck.{part.word}", "row")
    return expr


def reads_rows(expr: Expr, rows: frozenset[str]) -> bool:
    """Whether the value may differ from game to game."""
    if expr.op == "param":
        return expr.word in rows
    return expr.deck or any(reads_rows(part, rows) for part in expr.parts)


def row_parts(expr: Expr, rows: frozenset[str]) -> Iterator[Expr]:
    """The parts that are worked out as rows: not what is one value for all, nor what is inside a call."""
    if reads_rows(expr, rows):
        yield expr
        if expr.op not in OVER_CARDS:
            for part in expr.parts:
                yield from row_parts(part, rows)


def card_parts(expr: Expr) -> Iterator[Expr]:
    """The tests and numbers of a card inside an expression of the table."""
    for part in expr.parts:
        if expr.op in OVER_CARDS:
            yield part
        else:
            yield from card_parts(part)


def with_phase(scope: Scope, phases: tuple[str, ...]) -> Scope:
    """`phase` as a word of its own: what it is compared with stands bare."""
    if not phases:
        return scope
    phase = Expr("param", Type.TEXT, word="phase", choices=phases)
    return replace(scope, defines={**scope.defines, "phase": phase})
