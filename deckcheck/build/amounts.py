"""What the words of expressions come to over the variables of a model: the cells `linear` of the table of operators.

Each function takes the cells and what the parts of its expression come to: amounts of numbers, flags of tests, and of
sets each value with the flag that says whether it is there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from deckcheck.build import model as m
from deckcheck.build.cells import Cell, Cells, Members, NotLinearError
from deckcheck.build.model import INFINITE, Linear, number, opposite, total
from deckcheck.expr import Expr
from deckcheck.expr.closures import row_of
from deckcheck.expr.names import spell, spread, values_of_card
from deckcheck.expr.values import Result, Unknown
from deckcheck.record import dataclass

YES, NO = number(1), number(0)
_MOST = 10**15  # beyond it the solver's numbers are not whole


@dataclass(frozen=True, slots=True)
class Amount:
    """A number as a sum of variables; `there` is 1 where there is one, and where it is 0 the sum says nothing."""

    line: Linear
    there: Linear = YES

    @property
    def missing(self) -> bool:
        """Whether there is none whatever the deck."""
        return self.there == NO


NEVER = Amount(NO, NO)
Later = Callable[[], Amount]
Spelled = Mapping[object, Linear]
Weighed = Sequence[tuple[Cell, Linear, int | None]]

# -- names ---------------------------------------------------------------------------------------------


def size(cells: Cells, expr: Expr) -> Amount:
    return Amount(total(cell.copies for cell in cells.owned(expr.owner)))


def holders(cells: Cells, expr: Expr, spelled: bool) -> Spelled:
    """The values of a field in a section, each with whether a card there has it."""
    found: dict[object, list[Cell]] = {}
    for cell in cells.owned(expr.owner):
        if cell.entry.card is not None:
            values = values_of_card(cell.entry, expr.word)
            if isinstance(values, Unknown):
                raise NotLinearError(expr.word)
            for value in values:
                found.setdefault(spell(value, names=spelled), []).append(cell)
    return {value: cells.present(having) for value, having in found.items()}


# -- numbers of numbers --------------------------------------------------------------------------------


def _of(cells: Cells, line: Linear, *parts: Amount) -> Amount:
    return Amount(line, m.all_of(cells.model, [part.there for part in parts]))


def added(cells: Cells, left: Amount, right: Amount) -> Amount:
    return _of(cells, left.line.plus(right.line), left, right)


def subtracted(cells: Cells, left: Amount, right: Amount) -> Amount:
    return _of(cells, left.line.plus(right.line, -1), left, right)


def multiplied(cells: Cells, left: Amount, right: Amount) -> Amount:
    if not left.line.fixed and not right.line.fixed:
        raise NotLinearError("*")
    line, by = (right.line, left.line) if left.line.fixed else (left.line, right.line)
    found = line.times(by.constant)
    if max(map(abs, cells.model.range(found))) >= _MOST:
        raise NotLinearError("*")
    return _of(cells, found, left, right)


def divided(cells: Cells, left: Amount, right: Amount) -> Amount:
    return _divided(cells, left, right)[0]


def remainder(cells: Cells, left: Amount, right: Amount) -> Amount:
    return _divided(cells, left, right)[1]


def _divided(cells: Cells, left: Amount, right: Amount) -> tuple[Amount, Amount]:
    line, by = left.line, right.line
    if not by.fixed or by.constant < 0:
        raise NotLinearError("//")
    if not by.constant:
        return NEVER, NEVER
    low, high = cells.model.range(line)
    quotient = Linear({cells.model.variable(low // by.constant, high // by.constant): 1})
    rest = line.plus(quotient, -by.constant)
    cells.model.hold(rest, 0, by.constant - 1)
    return _of(cells, quotient, left, right), _of(cells, rest, left, right)


def negative(cells: Cells, part: Amount) -> Amount:
    return Amount(part.line.times(-1), part.there)


def smaller(cells: Cells, left: Amount, right: Amount) -> Amount:
    return _chosen(cells, at_most(cells, left.line, right.line), left, right)


def larger(cells: Cells, left: Amount, right: Amount) -> Amount:
    return _chosen(cells, at_least(cells, left.line, right.line), left, right)


def absolute(cells: Cells, part: Amount) -> Amount:
    return larger(cells, part, negative(cells, part))


def _chosen(cells: Cells, first: Linear, left: Amount, right: Amount) -> Amount:
    """The left where the flag is 1, else the right; both have to be there."""
    return _of(cells, _switched(cells, first, left.line, right.line), left, right)


def _switched(cells: Cells, first: Linear, left: Linear, right: Linear) -> Linear:
    if first.fixed:
        return left if first.constant else right
    ends = (*cells.model.range(left), *cells.model.range(right))
    value = Linear({cells.model.variable(min(ends), max(ends)): 1})
    slack = max(ends) - min(ends)
    for line, chosen in ((left, first), (right, opposite(first))):
        gap = value.plus(line, -1)
        cells.model.hold(gap.plus(chosen, slack), -INFINITE, slack)
        cells.model.hold(gap.plus(chosen, -slack), -slack, INFINITE)
    return value


def stand_in(cells: Cells, first: Later, second: Later) -> Amount:
    one = first()
    if one.there == YES:
        return one
    other = second()
    there = m.any_of(cells.model, [one.there, other.there])
    return Amount(_switched(cells, one.there, one.line, other.line), there)


def by_row(cells: Cells, value: Result, rows: Mapping[str, Later]) -> Amount:
    row = row_of(rows, value)
    if row is None:
        raise NotLinearError("table")
    return row()


# -- tests ---------------------------------------------------------------------------------------------


def at_least(cells: Cells, left: Linear, right: Linear, by: int = 0) -> Linear:
    """1 where the left is not below the right, by so many."""
    line = left.plus(right, -1)
    low, high = cells.model.range(line)
    if low >= by or high < by:
        return number(int(low >= by))
    return Linear({m.indicator(cells.model, line, by): 1})


def above(cells: Cells, left: Linear, right: Linear) -> Linear:
    return at_least(cells, left, right, 1)


def at_most(cells: Cells, left: Linear, right: Linear) -> Linear:
    return at_least(cells, right, left)


def below(cells: Cells, left: Linear, right: Linear) -> Linear:
    return above(cells, right, left)


def equal(cells: Cells, left: Linear | Spelled, right: Linear | Spelled) -> Linear:
    if isinstance(left, Linear) and isinstance(right, Linear):
        return m.all_of(cells.model, [at_most(cells, left, right), at_least(cells, left, right)])
    return shared(cells, left, right)  # type: ignore[arg-type]


def shared(cells: Cells, left: Spelled, right: Spelled) -> Linear:
    """Whether the two have a value in common."""
    both = [m.all_of(cells.model, [here, right[value]]) for value, here in left.items() if value in right]
    return m.any_of(cells.model, both)


def inside(cells: Cells, left: Spelled, right: Spelled) -> Linear:
    """Whether each value of the left is one of the right."""
    held = [m.any_of(cells.model, [opposite(here), right.get(value, NO)]) for value, here in left.items()]
    return m.all_of(cells.model, held)


def either(cells: Cells, parts: Iterable[Spelled]) -> Spelled:
    found: dict[object, list[Linear]] = {}
    for values in parts:
        for value, here in values.items():
            found.setdefault(value, []).append(here)
    return {value: m.any_of(cells.model, flags) for value, flags in found.items()}


def given(cells: Cells, values: Spelled) -> Linear:
    return m.any_of(cells.model, list(values.values()))


def denied(cells: Cells, flags: Iterable[Linear]) -> Linear:
    (flag,) = flags
    return opposite(flag)


def any_of(cells: Cells, flags: Iterable[Linear]) -> Linear:
    """The flags are worked out one by one: the first that is sure spares the others."""
    found: list[Linear] = []
    for flag in flags:
        if flag == YES:
            return flag
        found.append(flag)
    return m.any_of(cells.model, found)


def all_of(cells: Cells, flags: Iterable[Linear]) -> Linear:
    return opposite(any_of(cells, map(opposite, flags)))


# -- over the deck: the cells that pass a test, each with its flag, and what is measured of it ----------


def counted(cells: Cells, members: Members) -> Amount:
    return Amount(total(cells.counted(cell, flag) for cell, flag in members))


def different(cells: Cells, members: Members) -> Amount:
    groups: dict[Result, list[Linear]] = {}
    for cell, flag in members:
        if cell.entry.card is not None:  # it may be one of the others, misspelt
            for key in spread(cells.view.key(cell.entry)):
                groups.setdefault(key, []).append(_here(cells, cell, flag))
    return Amount(total(m.any_of(cells.model, flags) for flags in groups.values()))


def summed(cells: Cells, members: Weighed) -> Amount:
    lines = []
    for cell, flag, value in members:
        if value is None:
            raise NotLinearError("sum")
        lines.append(cells.counted(cell, flag).times(value))
    return Amount(total(lines))


def largest(cells: Cells, members: Weighed) -> Amount:
    """By steps: the least, and the gaps up to each value that is reached."""
    by_value: dict[int, list[Linear]] = {}
    for cell, flag, value in members:
        if value is not None:
            by_value.setdefault(value, []).append(_here(cells, cell, flag))
    if not by_value:
        return NEVER
    reached = sorted(by_value)
    line, before = number(reached[0]), reached[0]
    there = m.any_of(cells.model, [flag for flags in by_value.values() for flag in flags])
    for place, value in enumerate(reached[1:], start=1):
        flags = [flag for one in reached[place:] for flag in by_value[one]]
        line = line.plus(m.any_of(cells.model, flags), value - before)
        before = value
    return Amount(line, there)


def smallest(cells: Cells, members: Weighed) -> Amount:
    turned = largest(cells, [(cell, flag, None if value is None else -value) for cell, flag, value in members])
    return negative(cells, turned)


def _here(cells: Cells, cell: Cell, flag: Linear) -> Linear:
    return m.all_of(cells.model, [flag, cells.present([cell])])
