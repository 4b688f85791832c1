"""Expressions of the table → functions that give one value for all games, or a row with one a game."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from deckcheck.chance.calls import Call
from deckcheck.engine.calls import row
from deckcheck.engine.records import HAND
from deckcheck.engine.scope import ROW_CALLS, reads_rows
from deckcheck.engine.tape import Row
from deckcheck.expr import Expr, Type
from deckcheck.rules.view import NOBODY

if TYPE_CHECKING:
    from deckcheck.engine.table import Table

# A number, a truth or a word for all games; or an array of shape (games,).
Value = Any
Read = Callable[[], Value]


def reader(tb: Table, expr: Expr) -> Read:
    """How to read the value of an expression now. A row is not to be written to."""
    if not reads_rows(expr, tb.row_names):
        view, run = tb.view, expr.run
        if expr.type is Type.NUMBER:
            return lambda: run(NOBODY, view) or 0  # what is divided by nothing is none
        return lambda: run(NOBODY, view)
    if expr.op == "size":
        zone = tb.zones[expr.owner or HAND]
        return zone.size_now  # type: ignore[no-any-return]
    if expr.op in ROW_CALLS:
        return _call(tb, expr)
    if expr.op == "param":
        found = tb.pools.get(expr.word, tb.totals.get(expr.word))
        return lambda: found
    parts = [reader(tb, part) for part in expr.parts]
    if expr.op == "define":
        return parts[0]
    if expr.op in ("not", "negative"):
        (only,) = parts
        one = np.logical_not if expr.op == "not" else np.negative
        return lambda: one(_wide(only()))
    combine = _COMBINE[expr.op]

    def run_all() -> Value:
        value = _wide(parts[0]())
        for part in parts[1:]:
            value = combine(value, _wide(part()))
        return value

    return run_all


def _wide(value: Value) -> Value:
    """Room for what arithmetic makes of it."""
    if isinstance(value, np.ndarray) and value.dtype != np.bool_:
        return value.astype(np.int64)
    return 0 if value is None else value


def _call(tb: Table, expr: Expr) -> Read:
    what, *test = expr.parts if expr.op == "sum" else (None, *expr.parts)
    return row(tb, Call(expr.op, what, test[0] if test else None, expr.owner or HAND))


def mask(value: Value, tb: Table) -> Row:
    """A truth for all games, or a row of them, as a row."""
    return value if isinstance(value, np.ndarray) else np.full(tb.count, bool(value))


_COMBINE: dict[str, Callable[[Value, Value], Value]] = {
    "+": np.add,
    "-": np.subtract,
    "*": np.multiply,
    "//": lambda a, b: np.floor_divide(a, np.where(np.equal(b, 0), 1, b)) * np.not_equal(b, 0),
    "%": lambda a, b: np.remainder(a, np.where(np.equal(b, 0), 1, b)) * np.not_equal(b, 0),
    "min": np.minimum,
    "max": np.maximum,
    "==": np.equal,
    "!=": np.not_equal,
    "<": np.less,
    "<=": np.less_equal,
    ">": np.greater,
    ">=": np.greater_equal,
    "and": np.logical_and,
    "or": np.logical_or,
}
