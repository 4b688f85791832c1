"""A small integer program: sums of whole variables, rows that hold them, and truths about them as variables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from deckcheck.record import dataclass, field

INFINITE = float("inf")


@dataclass(frozen=True, slots=True)
class Linear:
    """A sum of variables times whole numbers, plus a constant."""

    terms: Mapping[int, int] = field(default_factory=dict)
    constant: int = 0

    def plus(self, other: Linear, times: int = 1) -> Linear:
        terms = dict(self.terms)
        for variable, factor in other.terms.items():
            terms[variable] = terms.get(variable, 0) + factor * times
        return Linear({v: f for v, f in terms.items() if f}, self.constant + other.constant * times)

    def times(self, factor: int) -> Linear:
        return Linear({v: f * factor for v, f in self.terms.items() if factor}, self.constant * factor)

    @property
    def fixed(self) -> bool:
        return not self.terms


def total(lines: Iterable[Linear]) -> Linear:
    """The sum of sums."""
    terms: dict[int, int] = {}
    constant = 0
    for line in lines:
        constant += line.constant
        for variable, factor in line.terms.items():
            terms[variable] = terms.get(variable, 0) + factor
    return Linear({v: f for v, f in terms.items() if f}, constant)


def number(value: int) -> Linear:
    return Linear({}, value)


class Model:
    """Whole variables between bounds, rows `low <= sum <= high`; solved to the proved minimum."""

    def __init__(self) -> None:
        self.low: list[int] = []
        self.high: list[int] = []
        self.rows: list[tuple[dict[int, int], float, float]] = []

    def variable(self, low: int, high: int) -> int:
        self.low.append(low)
        self.high.append(high)
        return len(self.low) - 1

    def binary(self) -> int:
        return self.variable(0, 1)

    def hold(self, line: Linear, low: float, high: float) -> None:
        """Hold a sum between two numbers (either may be infinite)."""
        self.rows.append((dict(line.terms), low - line.constant, high - line.constant))

    def range(self, line: Linear) -> tuple[int, int]:
        """The least and the largest value that the bounds of the variables leave a sum."""
        low = high = line.constant
        for variable, factor in line.terms.items():
            ends = (self.low[variable] * factor, self.high[variable] * factor)
            low, high = low + min(ends), high + max(ends)
        return low, high

    def solve(self, goals: Sequence[Linear], limit_seconds: float = 60.0) -> list[int] | None:
        """The values of all variables where the first goal is least, among those the second, and so on.

        None where nothing satisfies all rows.

        :raises DeckcheckError: the solver is not installed, or gives up within the time.
        """
        from deckcheck.build.solver import Solver

        if not self.low:
            return [] if all(low <= 0 <= high for _, low, high in self.rows) else None
        solver = Solver(self.low, self.high, self.rows, limit_seconds)
        values: list[int] | None = None
        for goal in goals or (number(0),):
            values = solver.least(goal)
            if values is None:
                return None
            solver.hold(goal, value_of(goal, values))
        return values


def value_of(line: Linear, values: Sequence[int]) -> int:
    """What a sum comes to."""
    return line.constant + sum(values[variable] * factor for variable, factor in line.terms.items())


def indicator(model: Model, line: Linear, least: int) -> int:
    """A binary that is 1 exactly where `line >= least`."""
    low, high = model.range(line)
    flag = model.binary()
    # flag = 1 forces line >= least, flag = 0 forces line <= least - 1.
    model.hold(line.plus(Linear({flag: low - least})), low, INFINITE)
    model.hold(line.plus(Linear({flag: least - 1 - high})), -INFINITE, least - 1)
    return flag


def product(model: Model, line: Linear, flag: Linear) -> Linear:
    """`line` where the flag is 1, else 0."""
    if flag.fixed:
        return line if flag.constant else number(0)
    if line.fixed:
        return flag.times(line.constant)
    low, high = model.range(line)
    if low == high == 0:
        return number(0)
    part = Linear({model.variable(min(low, 0), max(high, 0)): 1})
    model.hold(part.plus(flag, -high), -INFINITE, 0)
    model.hold(part.plus(flag, -low), 0, INFINITE)
    model.hold(part.plus(line, -1).plus(flag, -low), -INFINITE, -low)
    model.hold(part.plus(line, -1).plus(flag, -high), -high, INFINITE)
    return part


def any_of(model: Model, flags: Sequence[Linear]) -> Linear:
    """1 where one of the flags is 1."""
    open_flags = [flag for flag in flags if not flag.fixed]
    if any(flag.constant for flag in flags if flag.fixed):
        return number(1)
    if not open_flags:
        return number(0)
    if len(open_flags) == 1:
        return open_flags[0]
    return Linear({indicator(model, total(open_flags), 1): 1})


def all_of(model: Model, flags: Sequence[Linear]) -> Linear:
    """1 where every flag is 1."""
    return opposite(any_of(model, [opposite(flag) for flag in flags]))


def opposite(flag: Linear) -> Linear:
    return number(1).plus(flag, -1)
