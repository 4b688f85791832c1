"""What the words compute, of the closures of their parts; a function for each kind of word. Names are in `names.py`.

Of a value that is none `== < in has` are false, `!=`, `not in` and `not` true, `within` true. UNKNOWN follows
Kleene's logic (false and unknown is false).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from deckcheck.decks.deck import Entry
from deckcheck.expr.names import spread, values_of
from deckcheck.expr.values import UNKNOWN, Expr, Result, Run, Unknown, View

Making = Callable[[Expr], Run]
T = TypeVar("T")

_MOST = 10**18  # what is larger is none, as what is divided by nothing


def multiplied(a: int, b: int) -> int | None:
    product = a * b
    return product if -_MOST < product < _MOST else None


def divided(a: int, b: int) -> int | None:
    return a // b if b else None


def remainder(a: int, b: int) -> int | None:
    return a % b if b else None


def of_numbers(calculate: Callable[..., int | None]) -> Making:
    """A number of numbers; none where one of them is none."""

    def make(expr: Expr) -> Run:
        runs = [part.run for part in expr.parts]

        def run(entry: Entry, view: View) -> Result:
            values = [one(entry, view) for one in runs]
            if UNKNOWN in values:
                return UNKNOWN
            return None if None in values else calculate(*values)

        return run

    return make


def ordered(test: Callable[[Any, Any], bool]) -> Making:
    """A comparison of numbers or days; false where one of them is none."""

    def make(expr: Expr) -> Run:
        left, right = (part.run for part in expr.parts)

        def run(entry: Entry, view: View) -> Result:
            a, b = left(entry, view), right(entry, view)
            if a is UNKNOWN or b is UNKNOWN:
                return UNKNOWN
            return a is not None and b is not None and test(a, b)

        return run

    return make


def equal(expr: Expr) -> Run:
    """One value against another, or one of several."""
    left, right = expr.parts
    if right.many or left.names or right.names:
        return shared(expr)
    a_of, b_of = left.run, right.run
    missing = "none" in (left.op, right.op)  # two values that are not there are equal only to that word

    def run(entry: Entry, view: View) -> Result:
        a, b = a_of(entry, view), b_of(entry, view)
        if a is UNKNOWN or b is UNKNOWN:
            return UNKNOWN
        return a == b and (missing or a is not None)

    return run


def _of_sets(test: Callable[[frozenset[object], frozenset[object]], bool]) -> Making:
    def make(expr: Expr) -> Run:
        left, right = expr.parts
        spelled = left.names or right.names

        def run(entry: Entry, view: View) -> Result:
            a = values_of(left, entry, view, spelled=spelled)
            b = values_of(right, entry, view, spelled=spelled)
            return UNKNOWN if isinstance(a, Unknown) or isinstance(b, Unknown) else test(a, b)

        return run

    return make


shared = _of_sets(lambda a, b: not a.isdisjoint(b))
inside = _of_sets(lambda a, b: a <= b)


def joined(stop: bool) -> Making:
    """`and`, `or`: the value `stop` of one part decides at once."""

    def make(expr: Expr) -> Run:
        runs = [part.run for part in expr.parts]

        def run(entry: Entry, view: View) -> Result:
            result: Result = not stop
            for one in runs:
                value = one(entry, view)
                if value is UNKNOWN:
                    result = UNKNOWN
                elif bool(value) is stop:
                    return stop
            return result

        return run

    return make


def denied(expr: Expr) -> Run:
    return turned(expr.parts[0].run)


def turned(inner: Run) -> Run:
    """Yes for no, and none, and no for yes; what is not known stays so."""

    def run(entry: Entry, view: View) -> Result:
        value = inner(entry, view)
        return value if value is UNKNOWN else not value

    return run


def alternatives(expr: Expr) -> Run:
    """`a | b`: several values. Beside a name it is compared part by part, see `values_of`."""
    parts = expr.parts

    def run(entry: Entry, view: View) -> Result:
        values = [part.run(entry, view) for part in parts]
        return UNKNOWN if UNKNOWN in values else frozenset().union(*map(spread, values))  # type: ignore[arg-type]

    return run


def stand_in(expr: Expr) -> Run:
    first, second = (part.run for part in expr.parts)

    def run(entry: Entry, view: View) -> Result:
        value = first(entry, view)
        return second(entry, view) if value is None else value

    return run


def given(expr: Expr) -> Run:
    """Whether there is a value; of the cards of a section, whether one of them has any."""
    inner = expr.parts[0].run

    def run(entry: Entry, view: View) -> Result:
        value = inner(entry, view)
        return value if value is UNKNOWN else value is not None and value != frozenset()

    return run


def by_row(expr: Expr) -> Run:
    """A table: the first part is the value that chooses among the others, whose keys are the choices."""
    by = expr.parts[0].run
    rows = {key: part.run for key, part in zip(expr.choices or (), expr.parts[1:], strict=True)}

    def run(entry: Entry, view: View) -> Result:
        value = by(entry, view)
        row = None if value is UNKNOWN else row_of(rows, value)
        return row(entry, view) if row else UNKNOWN

    return run


def row_of(rows: Mapping[str, T], value: Result) -> T | None:
    """The row of a table for a value, as tables write it; the row `else` for any other, and for none."""
    written = str(value).lower() if isinstance(value, bool) else str(value)
    return rows.get("else") if value is None else rows.get(written, rows.get("else"))


# -- over the deck: the parts are what is measured, if anything, and a test, if there is one -----------


def matching(owner: str | None, test: Expr | None = None) -> Callable[[Entry, View], Sequence[Entry]]:
    """The entries that surely match; those that may match leave a doubt."""

    def pick(entry: Entry, view: View) -> Sequence[Entry]:
        entries = view.entries(owner)
        if test is None:
            return list(entries)
        found, before, view.it = [], view.it, entry
        for other in entries:
            value = test.run(other, view)
            if value is UNKNOWN:
                view.doubt()
            elif value:
                found.append(other)
        view.it = before
        return found

    return pick


def count(expr: Expr) -> Run:
    pick = matching(expr.owner, *expr.parts)
    return lambda entry, view: sum(other.count for other in pick(entry, view))


def different(expr: Expr) -> Run:
    pick = matching(expr.owner, *expr.parts)

    def run(entry: Entry, view: View) -> Result:
        found: set[Result] = set()
        for other in pick(entry, view):
            if other.card is None:
                view.doubt()  # it may be one of the others, misspelt
            else:
                found.update(spread(view.key(other)))
        return len(found)

    return run


def measured(combine: Callable[[list[tuple[int, int]]], int | None], *, needed: bool = False) -> Making:
    """A number of the values of the cards and their copies. `needed`: each card must have one."""

    def make(expr: Expr) -> Run:
        what, *test = expr.parts
        pick = matching(expr.owner, *test)

        def run(entry: Entry, view: View) -> Result:
            values: list[tuple[int, int]] = []
            for other in pick(entry, view):
                value = what.run(other, view)
                if isinstance(value, int):
                    values.append((value, other.count))
                elif value is UNKNOWN:
                    return UNKNOWN
                elif needed:
                    view.lacks(other, what.fields | what.lists)
                    return UNKNOWN
            return combine(values)

        return run

    return make


def total(values: list[tuple[int, int]]) -> int:
    return sum(value * copies for value, copies in values)


def largest(values: list[tuple[int, int]]) -> int | None:
    return max((value for value, _ in values), default=None)


def smallest(values: list[tuple[int, int]]) -> int | None:
    return min((value for value, _ in values), default=None)
