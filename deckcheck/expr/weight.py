"""How much work an expression is: its parts with the definitions written out, and the calls inside one another."""

from __future__ import annotations

from deckcheck.expr.grammar import ExprError, Tree
from deckcheck.expr.values import Expr

MOST_PARTS = 2000
MOST_LEVELS = 250
MOST_COUNTS = 3  # each goes through the deck for each card that the one around it looks at
OVER_DECK = ("count", "different", "sum", "largest", "smallest")


def check_weight(expr: Expr, tree: Tree) -> None:
    """Definitions that are made of definitions grow fast. Raises `ExprError`."""
    parts, levels = _weight(expr, {})
    if parts > MOST_PARTS:
        raise ExprError("expr.defines-large", tree.column, limit=MOST_PARTS)
    if levels > MOST_LEVELS:
        raise ExprError("expr.defines-deep", tree.column, limit=MOST_LEVELS)


def _weight(expr: Expr, known: dict[int, tuple[int, int]]) -> tuple[int, int]:
    if not expr.parts:
        return 1, 1
    found = known.get(id(expr))
    if found is None:
        size, depth = 1, 0
        for part in expr.parts:
            parts, levels = _weight(part, known)
            size += parts
            depth = max(depth, levels)
        found = known[id(expr)] = size, depth + 1
    return found


def check_counts(tree: Tree, parts: tuple[Expr, ...]) -> None:
    """Whether a call over the deck may stand around these parts. Raises `ExprError`."""
    known: dict[int, int] = {}
    if any(part.deck and _counts(part, known) >= MOST_COUNTS for part in parts):
        raise ExprError("expr.counts-deep", tree.column, word=tree.word, limit=MOST_COUNTS)


def _counts(expr: Expr, known: dict[int, int]) -> int:
    if not expr.deck or not expr.parts:
        return int(expr.op in OVER_DECK)
    found = known.get(id(expr))
    if found is None:
        found = known[id(expr)] = max(_counts(part, known) for part in expr.parts) + (expr.op in OVER_DECK)
    return found
