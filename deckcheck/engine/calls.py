"""Expressions of the table taken apart, over many games at once.

Each call becomes a row, one number a game. Games with the same numbers have the same value, so that the
expression itself, whatever its operators, is worked out once for each set of numbers that is met.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from deckcheck.chance.calls import Call, TableExpr
from deckcheck.engine.tape import Row
from deckcheck.expr.values import Result

if TYPE_CHECKING:
    from deckcheck.engine.table import Table

_NONE = -(2**40)  # stands for the largest of no card; no number of a deck is so far from 0
_FEW = 2**16  # sets of numbers up to which a table of all is smaller than sorting those that are met
Rows = Callable[[], Row]


def holds(tb: Table, test: TableExpr) -> Callable[[], Row]:
    """A test of the table as a row of truths, one a game, worked out when it is called."""
    view = tb.view
    calls = [row(tb, call) for call in test.calls.values()]
    counted = {**tb.pools, **tb.totals}
    pools = {word: counted[word] for word in test.words() if word in counted}

    def value(numbers: Sequence[int]) -> bool:
        values: list[Result] = [None if number == _NONE else number for number in numbers]
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


def row(tb: Table, call: Call) -> Rows:
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
        keys = [[t for t in ids if readings[t] == key] for key in dict.fromkeys(readings[t] for t in ids)]
        return lambda: _sum(tb, [(_some(tb, [zone.row_now(t) for t in same]), 1) for same in keys], tb.dtype)
    # The last one written is the largest, or the smallest.
    rising = sorted(numbers, key=numbers.__getitem__, reverse=call.word == "smallest")

    def extreme() -> Row:
        found = np.full(tb.count, _NONE, np.int64)
        for t in rising:
            np.copyto(found, numbers[t], where=zone.row_now(t) > 0)
        return found

    return extreme


def _sum(tb: Table, rows: Sequence[tuple[Row, int]], kind: Any) -> Row:
    total = np.zeros(tb.count, kind)
    for row, weight in rows:
        if weight == 1:
            np.add(total, row, out=total, casting="unsafe")
        else:
            total += row.astype(np.int64) * weight
    return total


def _some(tb: Table, rows: Sequence[Row]) -> Row:
    found = np.zeros(tb.count, np.bool_)
    for row in rows:
        np.logical_or(found, row, out=found)
    return found
