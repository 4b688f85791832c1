"""Expressions of the table → functions that give one value for all games, or a row with one a game.

A word's cell `row` in the table of operators names a function of this module or one of NumPy. What differs in no game
is worked out by its closure.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, reduce
from typing import Any

import numpy as np

from deckcheck.chance.calls import Call
from deckcheck.engine.calls import OF_NO_CARD, row
from deckcheck.engine.games import Games
from deckcheck.engine.records import HAND
from deckcheck.engine.scope import reads_rows
from deckcheck.engine.tape import Row
from deckcheck.expr import Expr, Type
from deckcheck.expr.operators import COMPARISONS, OPERATORS, Form, supported
from deckcheck.rules.view import NOBODY

# A number, a truth or a word for all games; or an array of shape (games,).
Value = Any
Read = Callable[[], Value]
# A value, and where there is one; where there is none, as of what is divided by nothing, the value says nothing.
Pair = tuple[Value, Value]
Pairs = Callable[[], Pair]


def reader(tb: Games, expr: Expr) -> Read:
    """How to read the value of an expression now, 0 for a number that is none. A row is not to be written to."""
    if not reads_rows(expr, tb.row_names) and expr.type is not Type.NUMBER:
        view, run = tb.view, expr.run
        return lambda: run(NOBODY, view)
    read = _pairs(tb, expr)

    def value() -> Value:
        found, there = read()
        if there is True:
            return found
        rows = isinstance(there, np.ndarray) or isinstance(found, np.ndarray)
        return np.where(there, found, 0) if rows else found if there else 0

    return value


def condition(tb: Games, expr: Expr | None) -> Read:
    """Whether a step is due; without a condition it always is."""
    return reader(tb, expr) if expr is not None else (lambda: True)


def mask(value: Value, tb: Games) -> Row:
    """A truth for all games, or a row of them, as a row."""
    return value if isinstance(value, np.ndarray) else np.full(tb.count, bool(value))


def _pairs(tb: Games, expr: Expr) -> Pairs:
    if not reads_rows(expr, tb.row_names):
        view, run = tb.view, expr.run

        def plain() -> Pair:
            value = run(NOBODY, view)
            return (0, False) if value is None else (value, True)

        return plain
    if expr.op == "define":
        return _pairs(tb, expr.parts[0])
    work_out = form_of(expr.op)
    if OPERATORS[expr.op].form in (Form.NAME, Form.COUNT, Form.MEASURE):
        return work_out(tb, expr)  # type: ignore[no-any-return]
    parts = [_pairs(tb, part) for part in expr.parts]
    if expr.op in COMPARISONS and any(part.type is Type.NONE for part in expr.parts):
        return _against_none(parts, expr.op)
    return lambda: work_out(*[part() for part in parts])


def _against_none(parts: list[Pairs], word: str) -> Pairs:
    """`x == none`: whether it is not there."""

    def run() -> Pair:
        there = reduce(np.logical_or, [part()[1] for part in parts])
        return (np.logical_not(there) if word == "==" else there), True

    return run


@cache
def form_of(word: str) -> Callable[..., Any]:
    """The function that a word's cell names: of names and calls, from the table; else from the pairs of its parts.

    :raises ExprError: it has none.
    """
    if (base := OPERATORS[word].opposite_of) is not None:
        return _turned(form_of(base))
    cell = supported(word, "row")
    own = globals().get(cell)
    if own is not None:
        return own  # type: ignore[no-any-return]
    return (_compared if word in COMPARISONS else _combined)(getattr(np, cell))


def _combined(work_out: Callable[..., Value]) -> Callable[..., Pair]:
    """A function of NumPy, of values that must all be there."""

    def run(*parts: Pair) -> Pair:
        values = [_wide(value) for value, _ in parts]
        return reduce(work_out, values) if values[1:] else work_out(*values), reduce(_both, [at for _, at in parts])

    return run


def _compared(work_out: Callable[..., Value]) -> Callable[..., Pair]:
    """A comparison, false of what is not there."""
    combined = _combined(work_out)
    return lambda left, right: (_both(*combined(left, right)), True)


def _turned(test: Callable[..., Pair]) -> Callable[..., Pair]:
    return lambda *parts: (np.logical_not(test(*parts)[0]), True)


def _both(one: Value, other: Value) -> Value:
    if one is True or other is True:
        return other if one is True else one
    return np.logical_and(one, other)


def _wide(value: Value) -> Value:
    """Room for what arithmetic makes of it."""
    return value.astype(np.int64) if isinstance(value, np.ndarray) and value.dtype != np.bool_ else value


# -- what the cells name -------------------------------------------------------------------------------


def held(tb: Games, expr: Expr) -> Pairs:
    """A pool or a total."""
    found = tb.pools.get(expr.word, tb.totals.get(expr.word))
    return lambda: (found, True)


def size(tb: Games, expr: Expr) -> Pairs:
    zone = tb.zones[expr.owner or HAND]
    return lambda: (zone.size_now(), True)


def over_cards(tb: Games, expr: Expr) -> Pairs:
    """A call over the cards of a zone."""
    read = row(tb, Call.of(expr))
    if not OPERATORS[expr.op].gone:
        return lambda: (read(), True)

    def run() -> Pair:
        found = read()
        return found, found != OF_NO_CARD

    return run


def quotient(left: Pair, right: Pair) -> Pair:
    return _by(np.floor_divide, left, right)


def rest(left: Pair, right: Pair) -> Pair:
    return _by(np.remainder, left, right)


def _by(divide: Callable[..., Value], left: Pair, right: Pair) -> Pair:
    """What is divided by nothing is none."""
    by = _wide(right[0])
    value, there = _combined(divide)(left, (np.where(np.equal(by, 0), 1, by), right[1]))
    nonzero = np.not_equal(by, 0)
    return value, _both(there, nonzero if isinstance(nonzero, np.ndarray) else bool(nonzero))


def stand_in(first: Pair, second: Pair) -> Pair:
    (value, there), (other, also) = first, second
    if there is True:
        return first
    return np.where(there, _wide(value), _wide(other)), True if also is True else np.logical_or(there, also)
