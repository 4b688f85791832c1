"""Comparisons and alternatives.

One value: `==`, `!=`, `<` …, `in`. Many values: `has` (any of them), `within` (all of them).
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from deckcheck.cards.names import normalise
from deckcheck.decks.deck import Entry
from deckcheck.expr.grammar import ExprError, Tree
from deckcheck.expr.values import UNKNOWN, Expr, Result, Run, Trend, Type, View, merged

_ORDER: dict[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_DENIED = {"!=": "==", "not in": "in"}


def either(tree: Tree, parts: list[Expr]) -> Expr:
    """`a | b`: a set of values to compare with."""
    first = parts[0]
    for part, at in zip(parts, tree.parts, strict=True):
        if part.type is not first.type:
            raise ExprError("expr.two-types", at.column, left=first.type.value, right=part.type.value)
    runs = [_spread(part) for part in parts]

    def run(entry: Entry, view: View) -> Result:
        found: set[str] = set()
        for one in runs:
            values = one(entry, view)
            if values is UNKNOWN:
                return UNKNOWN
            found |= values  # type: ignore[arg-type]
        return frozenset(found)

    trend = Trend.CONSTANT
    for part in parts:
        trend = trend.join(part.trend)
    choices = next((p.choices for p in parts if p.choices), None)
    return merged("|", first.type, run, parts, trend, many=True, choices=choices, names=any(p.names for p in parts))


def _spread(expr: Expr) -> Run:
    """The value as a set: empty for none, one element for a single value."""
    inner = expr.run

    def run(entry: Entry, view: View) -> Result:
        value = inner(entry, view)
        if value is UNKNOWN or isinstance(value, frozenset):
            return value
        if value is None:
            return frozenset()
        return frozenset(value) if isinstance(value, tuple) else frozenset({value})  # type: ignore[arg-type]

    return run


def _spelled(expr: Expr) -> Run:
    """A set of names in the look-up's spelling; a card answers to each of its names."""
    inner = _spread(expr)
    if expr.op in ("field", "it", "member") and expr.names and not expr.many:

        def names(entry: Entry, view: View) -> Result:
            if (value := inner(entry, view)) is UNKNOWN:
                return value  # as written it is no card's name: it may be any card, misspelt
            whose = view.it if expr.op == "it" else entry if expr.op == "field" else view.entries(expr.owner)[0]
            return frozenset(map(normalise, whose.card.names)) if whose and whose.card else UNKNOWN

        return names

    def run(entry: Entry, view: View) -> Result:
        values = inner(entry, view)
        return frozenset(map(normalise, values)) if isinstance(values, frozenset) else values

    return run


def compare(tree: Tree, left: Expr, right: Expr) -> Expr:
    """A test of two expressions, with their types checked; raises `ExprError`."""
    op = tree.op
    _check(tree, left, right)
    base = _DENIED.get(op, op)
    run = _ordered(_ORDER[base], left.run, right.run) if base in _ORDER else _membership(base, left, right)
    if op in _DENIED:
        run = denied(run)
    return merged(op, Type.TRUTH, run, (left, right), _trend(op, left, right))


def _check(tree: Tree, left: Expr, right: Expr) -> None:
    op, column = tree.op, tree.column
    if Type.NONE not in (left.type, right.type) and left.type is not right.type:
        for word, number in ((left, tree.parts[1]), (right, tree.parts[0])):
            if word.type is Type.TEXT and word.choices is None and (text := _as_written(number)) is not None:
                raise ExprError("expr.unquoted", _begin(number), word=word.word, text=text)
        raise ExprError("expr.two-types", column, left=left.type.value, right=right.type.value)
    if op in _ORDER and any(
        one.many or one.type is Type.TRUTH or one.choices is not None or one.op == "none" for one in (left, right)
    ):
        raise ExprError("expr.no-order", column, op=op, word=left.word or right.word)
    if op in ("==", "!=", "in", "not in") and left.many:
        raise ExprError("expr.many", column, op=op, word=left.word)
    if op in ("==", "!=") and right.many and right.op != "|":
        raise ExprError("expr.many-right", column, op=op, word=right.word)
    if op in ("has", "within") and not left.many:
        raise ExprError("expr.single", column, op=op, word=left.word)


def _as_written(tree: Tree) -> str | None:
    """The text of what is a number, or a day without its quotes, and surely meant as a text; else None."""
    if tree.op == "number":
        return tree.word
    parts = [_as_written(part) for part in tree.parts] if tree.op == "-" else []
    return "-".join(filter(None, parts)) if parts and None not in parts else None


def _begin(tree: Tree) -> int:
    """Where the text of a tree of numbers begins; a subtraction's own column may be that of its sign."""
    return min([tree.column, *map(_begin, tree.parts)])


def _ordered(test: Callable[[Any, Any], bool], left: Run, right: Run) -> Run:
    def run(entry: Entry, view: View) -> Result:
        a, b = left(entry, view), right(entry, view)
        if a is UNKNOWN or b is UNKNOWN:
            return UNKNOWN
        return a is not None and b is not None and test(a, b)

    return run


def _membership(op: str, left: Expr, right: Expr) -> Run:
    spelled = left.names or right.names
    if op == "==" and not right.many and not spelled:
        return _equal(left.run, right.run, missing=right.op == "none" or left.op == "none")
    a_of, b_of = (_spelled(left), _spelled(right)) if spelled else (_spread(left), _spread(right))
    every = op == "within"

    def run(entry: Entry, view: View) -> Result:
        a, b = a_of(entry, view), b_of(entry, view)
        if a is UNKNOWN or b is UNKNOWN:
            return UNKNOWN
        return a <= b if every else not a.isdisjoint(b)  # type: ignore[union-attr, operator, arg-type]

    return run


def _equal(left: Run, right: Run, *, missing: bool) -> Run:
    """`missing`: one side is the word none, so that two absent values are equal."""

    def run(entry: Entry, view: View) -> Result:
        a, b = left(entry, view), right(entry, view)
        if a is UNKNOWN or b is UNKNOWN:
            return UNKNOWN
        return a == b and (missing or a is not None)

    return run


def denied(inner: Run) -> Run:
    """Yes for no, and none, and no for yes; what is not known stays so."""

    def run(entry: Entry, view: View) -> Result:
        value = inner(entry, view)
        return value if value is UNKNOWN else not value

    return run


def _trend(op: str, one: Expr, other: Expr) -> Trend:
    left, right = one.trend, other.trend
    if op in _ORDER or op == "within":
        trend = left.join(right.flip()) if op in (">", ">=") else left.flip().join(right)
        # Of nothing there is no largest: the test is false until the first card comes.
        vanishing = trend is Trend.DOWN and (_may_vanish(one) or _may_vanish(other))
        return Trend.MIXED if vanishing else trend
    if left is right is Trend.CONSTANT:
        return Trend.CONSTANT
    if op == "has":
        return left.join(right)
    if left is Trend.CONSTANT and op in ("in", "not in"):
        return right if op == "in" else right.flip()
    return Trend.MIXED


def _may_vanish(expr: Expr) -> bool:
    """Whether it has no value as long as the deck holds no card for it."""
    return expr.op in ("largest", "smallest") or (
        expr.op in ("+", "-", "*", "//", "%", "negative", "min", "max", "define") and any(map(_may_vanish, expr.parts))
    )
