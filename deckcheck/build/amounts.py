"""The numbers that an expression asks of the deck, as sums of variables; one function for each operator."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from deckcheck.build.model import INFINITE, Linear, all_of, any_of, number, opposite, total
from deckcheck.build.space import NotLinearError, Space
from deckcheck.decks.deck import Entry
from deckcheck.expr import Expr
from deckcheck.expr.values import Result
from deckcheck.rules.tables import row_of

Amount = Linear | None


def _size(space: Space, expr: Expr, entry: Entry) -> Amount:
    return total(cell.copies for cell in space.owned(expr.owner))


def _test(expr: Expr, place: int) -> Expr | None:
    return expr.parts[place] if len(expr.parts) > place else None


def _count(space: Space, expr: Expr, entry: Entry) -> Amount:
    return total(space.counted(cell, flag) for cell, flag in space.matching(expr.owner, _test(expr, 0), entry))


def _different(space: Space, expr: Expr, entry: Entry) -> Amount:
    groups: dict[Result, list[Linear]] = {}
    for cell, flag in space.matching(expr.owner, _test(expr, 0), entry):
        here = all_of(space.model, [flag, space.present([cell])])
        groups.setdefault(space.view.key(cell.entry), []).append(here)
    return total(any_of(space.model, flags) for flags in groups.values())


def _sum(space: Space, expr: Expr, entry: Entry) -> Amount:
    what = expr.parts[0]
    lines = []
    for cell, flag in space.matching(expr.owner, _test(expr, 1), entry):
        value = _weight(space, what, cell.entry)
        if value is None:
            raise NotLinearError(expr.text or "sum")
        lines.append(space.counted(cell, flag).times(value))
    return total(lines)


def _weight(space: Space, what: Expr, entry: Entry) -> int | None:
    if space.reads_deck(what):
        raise NotLinearError(what.text or what.op)
    value = space.plain(what, entry)
    if value is not None and not isinstance(value, int):
        raise NotLinearError(what.text or what.op)
    return value


def _largest(space: Space, expr: Expr, entry: Entry) -> Amount:
    """By steps: the largest is the sum of the gaps between the values that are reached; 0 of nothing."""
    line, before = number(0), 0
    holders = _by_value(space, expr, entry)
    for place, value in enumerate(reached := sorted(holders)):
        if value < 0:
            raise NotLinearError(expr.text or expr.op)
        flags = [flag for one in reached[place:] for flag in holders[one]]
        line = line.plus(any_of(space.model, flags), value - before)
        before = value
    return line


def _smallest(space: Space, expr: Expr, entry: Entry) -> Amount:
    """From the top: each value that is reached from below takes its gap off; the top of nothing."""
    holders = _by_value(space, expr, entry)
    reached = sorted(holders)
    line = number(reached[-1] if reached else 0)
    for place, (value, above) in enumerate(pairwise(reached), start=1):
        flags = [flag for one in reached[:place] for flag in holders[one]]
        line = line.plus(any_of(space.model, flags), value - above)
    return line


def _by_value(space: Space, expr: Expr, entry: Entry) -> dict[int, list[Linear]]:
    holders: dict[int, list[Linear]] = {}
    for cell, flag in space.matching(expr.owner, _test(expr, 1), entry):
        value = _weight(space, expr.parts[0], cell.entry)
        if value is not None:
            holders.setdefault(value, []).append(all_of(space.model, [flag, space.present([cell])]))
    return holders


def _pair(space: Space, expr: Expr, entry: Entry) -> tuple[Linear, Linear] | None:
    left, right = (space.amount(part, entry) for part in expr.parts)
    return None if left is None or right is None else (left, right)


def _added(space: Space, expr: Expr, entry: Entry) -> Amount:
    pair = _pair(space, expr, entry)
    return pair[0].plus(pair[1], 1 if expr.op == "+" else -1) if pair else None


def _multiplied(space: Space, expr: Expr, entry: Entry) -> Amount:
    pair = _pair(space, expr, entry)
    if pair is None:
        return None
    left, right = pair
    if left.fixed:
        return right.times(left.constant)
    if right.fixed:
        return left.times(right.constant)
    raise NotLinearError(expr.text or "*")


def _divided(space: Space, expr: Expr, entry: Entry) -> Amount:
    pair = _pair(space, expr, entry)
    if pair is None:
        return None
    line, by = pair
    if not by.fixed or by.constant <= 0:
        raise NotLinearError(expr.text or expr.op)
    low, high = space.model.range(line)
    quotient = space.model.variable(low // by.constant, high // by.constant)
    rest = line.plus(Linear({quotient: by.constant}), -1)
    space.model.hold(rest, 0, by.constant - 1)
    return Linear({quotient: 1}) if expr.op == "//" else rest


def _extreme(space: Space, expr: Expr, entry: Entry) -> Amount:
    """min(a, b) is a where a <= b, else b; the choice is a binary."""
    pair = _pair(space, expr, entry)
    if pair is None:
        return None
    left, right = pair
    first = space.ordered("<=" if expr.op == "min" else ">=", left, right)
    if first.fixed:
        return left if first.constant else right
    ends = (*space.model.range(left), *space.model.range(right))
    low, high = min(ends), max(ends)
    value = space.model.variable(low, high)
    slack = high - low
    for line, chosen in ((left, first), (right, opposite(first))):
        gap = Linear({value: 1}).plus(line, -1)
        space.model.hold(gap.plus(chosen, slack), -INFINITE, slack)
        space.model.hold(gap.plus(chosen, -slack), -slack, INFINITE)
    return Linear({value: 1})


def _negative(space: Space, expr: Expr, entry: Entry) -> Amount:
    line = space.amount(expr.parts[0], entry)
    return None if line is None else line.times(-1)


def _defined(space: Space, expr: Expr, entry: Entry) -> Amount:
    return space.amount(expr.parts[0], entry)


def _else(space: Space, expr: Expr, entry: Entry) -> Amount:
    first, second = expr.parts
    if space.reads_deck(first):
        raise NotLinearError(expr.text or expr.op)
    line = space.amount(first, entry)
    return space.amount(second, entry) if line is None else line


def _table(space: Space, expr: Expr, entry: Entry) -> Amount:
    by, *limits = expr.parts
    if space.reads_deck(by):
        raise NotLinearError(expr.text or expr.op)
    row = row_of(dict(zip(expr.choices or (), limits, strict=True)), space.plain(by, entry))
    if row is None:
        raise NotLinearError(expr.text or expr.op)
    return space.amount(row, entry)


AMOUNTS: dict[str, Callable[[Space, Expr, Entry], Amount]] = {
    "size": _size,
    "count": _count,
    "different": _different,
    "sum": _sum,
    "largest": _largest,
    "smallest": _smallest,
    "+": _added,
    "-": _added,
    "*": _multiplied,
    "//": _divided,
    "%": _divided,
    "min": _extreme,
    "max": _extreme,
    "negative": _negative,
    "define": _defined,
    "else": _else,
    "table": _table,
}
