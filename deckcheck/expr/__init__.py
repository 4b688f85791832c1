"""The one-line expression language of schemas, searches, policies and odds.

`parse` turns text into a tree, `compile_expr` gives it meaning in a `Scope` (which names are fields,
sections, params …). There are no loops and no user code; text is at most 400 characters, depth 40.
"""

from typing import TYPE_CHECKING, Any

from deckcheck.expr.operators import OPERATORS  # it says what each expression computes
from deckcheck.expr.values import UNKNOWN, Expr, ExprError, Trend, Type, Unknown

if TYPE_CHECKING:
    from deckcheck.expr.compile import compile_expr, compile_text
    from deckcheck.expr.grammar import parse
    from deckcheck.expr.scope import Field, Scope, Slot

__all__ = [
    "OPERATORS",
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


def __getattr__(name: str) -> Any:
    """What reads text is imported when it is asked for: a game that was compiled holds its expressions ready."""
    if name not in __all__:
        raise AttributeError(name)
    from deckcheck.expr import compile as compiling
    from deckcheck.expr import grammar, scope

    return getattr(grammar if name == "parse" else compiling if name.startswith("compile") else scope, name)
