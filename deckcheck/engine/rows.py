"""Expressions of the table over many games at once. Both ways of it rest on `row`, a call as one number a game.

`reader` → one value for all games, or a row with one a game. A word's cell `row` in the table of operators names a
function of this module or one of NumPy. What differs in no game is worked out by its closure.

`holds` → a test in which every operator may stand: games with the same numbers have the same value, so that the
expression is worked out once for each set of numbers that is met. It serves the tests of a mulligan, asked once a
game of few small numbers. In its place for the totals and pools of every turn it would be too slow: of a sum of
damage there are as many sets as games.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, reduce
from typing import TYPE_CHECKING, Any

import numpy as np

from deckcheck.chance.calls import Call, Keys, TableExpr
from deckcheck.engine.games import Games
from deckcheck.engine.play_plan import HAND
from deckcheck.engine.scope import reads_rows
from deckcheck.engine.tape import Row
from deckcheck.expr import Expr, Type
from deckcheck.expr.operators import COMPARISONS, OPERATORS, Form, supported
from deckcheck.expr.values import Result
from deckcheck.rules.view import NOBODY

if TYPE_CHECKING:
    from deckcheck.engine.games import Games


OF_NO_CARD = -(2**40)  # stands for the largest of no card; no number of a deck is so far from 0
_FEW = 2**16  # sets of numbers up to which a table of all is smaller than sorting those that are met
Rows = Callable[[], Row]


def holds(tb: Games, test: TableExpr) -> Callable[[], Row]:
    """A test of the table as a row of truths, one a game, worked out when it is called."""
    view = tb.view
    calls = [row(tb, call) for call in test.calls.values()]
    counted = {**tb.pools, **tb.totals}
    pools = {word: counted[word] for word in test.words() if word in counted}

    def value(numbers: Sequence[int]) -> bool:
        values: list[Result] = [None if number == OF_NO_CARD else number for number in numbers]
        view.params = {**view.params, **dict(zip(pools, values[len(calls) :], strict=True))}
        return test.value(values[: len(calls)], view) is True

    def run() -> Row:
        rows = [*(call() for call in calls), *pools.values()]
        code, places = _codes(rows, tb.count)
        found = [value([int(row[place]) for row in rows]) for place in places]
        return np.array(found, np.bool_)[code]

    return run


def _codes(rows: Sequence[Row], count: int) -> tuple[Row, Sequence[int]]:
    """Of each game which set of numbers it has, and a game for each set."""
    code, sets = np.zeros(count, np.int64), 1
    for row in rows:
        part = row.astype(np.int64) - int(row.min())
        wide = int(part.max()) + 1
        if sets * wide > _FEW:
            (code, sets), (part, wide) = _dense(code), _dense(part)
        code, sets = code * wide + part, sets * wide
    code, sets = _dense(code)
    places = np.zeros(sets, np.int64)
    places[code] = np.arange(count)
    return code, places.tolist()


def _dense(code: Row) -> tuple[Row, int]:
    """The same sets numbered without gaps."""
    if int(code.max()) < _FEW:
        met = np.bincount(code) > 0
        number = np.cumsum(met) - 1
        return number[code], int(number[-1]) + 1
    values, dense = np.unique(code, return_inverse=True)
    return dense, values.size


def row(tb: Games, call: Call) -> Rows:
    """A call as a row, over the classes that count in it. It is not to be written to."""
    zone, layout = tb.zones[call.zone], tb.layout
    if call.plain:
        return zone.size_now  # type: ignore[no-any-return]
    readings = {t: call.reading(layout.card(t), layout.view) for t in zone.ids}
    ids = [t for t in zone.ids if readings[t] is not None]
    if call.word == "count":
        return lambda: _sum(tb, [(zone.row_now(t), 1) for t in ids], tb.dtype)
    what = call.what
    numbers = {t: value for t in ids if what is not None and (value := layout.number(what, t)) is not None}
    if call.word == "sum":
        return lambda: _sum(tb, [(zone.row_now(t), weight) for t, weight in numbers.items()], np.int64)
    if call.word == "different":
        keys: dict[Result, list[int]] = {}
        for t, reading in readings.items():
            for key in reading.shared if isinstance(reading, Keys) else ():
                keys.setdefault(key, []).append(t)
        groups = [*keys.values()]
        return lambda: _sum(tb, [(_some(tb, [zone.row_now(t) for t in same]), 1) for same in groups], tb.dtype)
    # The last one written is the largest, or the smallest.
    rising = sorted(numbers, key=numbers.__getitem__, reverse=call.word == "smallest")

    def extreme() -> Row:
        found = np.full(tb.count, OF_NO_CARD, np.int64)
        for t in rising:
            np.copyto(found, numbers[t], where=zone.row_now(t) > 0)
        return found

    return extreme


def _sum(tb: Games, rows: Sequence[tuple[Row, int]], kind: Any) -> Row:
    total = np.zeros(tb.count, kind)
    for row, weight in rows:
        if weight == 1:
            np.add(total, row, out=total, casting="unsafe")
        else:
            total += row.astype(np.int64) * weight
    return total


def _some(tb: Games, rows: Sequence[Row]) -> Row:
    found = np.zeros(tb.count, np.bool_)
    for row in rows:
        np.logical_or(found, row, out=found)
    return found


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
