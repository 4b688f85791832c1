"""The one-line expression language of schemas, searches, policies and odds.

`parse` turns text into a tree, `compile_expr` gives it meaning in a `Scope` (which names are fields,
sections, params …). There are no loops and no user code; text is at most 400 characters, depth 40.
"""

from deckcheck.expr.compile import compile_expr, compile_text
from deckcheck.expr.grammar import ExprError, parse
from deckcheck.expr.scope import Field, Scope, Slot
from deckcheck.expr.values import UNKNOWN, Expr, Trend, Type, Unknown

__all__ = [
    "UNKNOWN",
    "Expr",
    "ExprError",
    "Field",
    "Scope",
    "Slot",
    "Trend",
    "Type",
    "Unknown",
    "compile_expr",
    "compile_text",
    "parse",
]
