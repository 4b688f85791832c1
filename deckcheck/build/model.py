"""A small integer program: sums of whole variables, rows that hold them, and truths about them as variables.

It is solved by HiGHS, the extra `solve`, which is imported here alone, when a model is solved.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from deckcheck.record import dataclass, field
from deckcheck.report import DeckcheckError

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
        if not self.low:
            return [] if all(low <= 0 <= high for _, low, high in self.rows) else None
        solver = Solver(self, limit_seconds)
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


# One thread and a fixed seed: the same answer every time. No gap: the minimum is proved.
_OPTIONS: dict[str, bool | int | float | str] = {
    "output_flag": False,
    "threads": 1,
    "random_seed": 1,
    "mip_rel_gap": 0.0,
    "mip_abs_gap": 0.5,
    "mip_feasibility_tolerance": 1e-7,
}


class Solver:
    """One program, solved for one goal after another. Everything in it is a whole number."""

    def __init__(self, model: Model, limit_seconds: float) -> None:
        """:raises DeckcheckError: the library is not installed."""
        try:
            import highspy
        except ImportError:
            raise DeckcheckError("usage.extra-missing", extra="solve", what="repairing and filling decks") from None
        import numpy as np

        low, high, rows = self.low, self.high, self.rows = model.low, model.high, [*model.rows]
        self.highs: Any = highspy.Highs()  # type: ignore[no-untyped-call]
        self.library = highspy
        self.limit = limit_seconds
        for option, value in _OPTIONS.items():
            self.highs.setOptionValue(option, value)
        program = highspy.HighsModel()
        lp = program.lp_
        lp.num_col_, lp.num_row_ = len(low), len(rows)
        lp.col_cost_ = np.zeros(len(low))
        lp.col_lower_ = np.array(low, dtype=np.double)
        lp.col_upper_ = np.array(high, dtype=np.double)
        lp.row_lower_ = np.array([row[1] for row in rows], dtype=np.double)
        lp.row_upper_ = np.array([row[2] for row in rows], dtype=np.double)
        lp.integrality_ = [highspy.HighsVarType.kInteger] * len(low)
        matrix = lp.a_matrix_
        matrix.format_ = highspy.MatrixFormat.kRowwise
        matrix.start_ = np.cumsum([0, *(len(row[0]) for row in rows)])
        matrix.index_ = np.array([v for row in rows for v in row[0]], dtype=np.int32)
        matrix.value_ = np.array([f for row in rows for f in row[0].values()], dtype=np.double)
        self.highs.passModel(program)

    def least(self, goal: Linear) -> list[int] | None:
        """The values at which the goal is least, proved; None where nothing satisfies the rows.

        :raises DeckcheckError: the solver gives up within its time.
        """
        import numpy as np

        cost = np.zeros(len(self.low))
        for variable, factor in goal.terms.items():
            cost[variable] = factor
        self.highs.changeColsCost(len(cost), np.arange(len(cost), dtype=np.int32), cost)
        self.highs.setOptionValue("time_limit", self.highs.getRunTime() + self.limit)  # its clock runs on
        self.highs.run()
        found, states = self.highs.getModelStatus(), self.library.HighsModelStatus
        if found in (states.kInfeasible, states.kUnboundedOrInfeasible):
            return None
        values = [round(value) for value in self.highs.getSolution().col_value]
        if found != states.kOptimal or not self.satisfied(values):
            raise DeckcheckError("usage.solver-gave-up", status=str(found).rpartition(".")[2])
        return values

    def hold(self, goal: Linear, least: int) -> None:
        """From now on the goal is at its least."""
        self.rows.append((dict(goal.terms), -float("inf"), least - goal.constant))
        self.highs.addRow(
            -self.library.kHighsInf,
            float(least - goal.constant),
            len(goal.terms),
            list(goal.terms),
            [float(factor) for factor in goal.terms.values()],
        )

    def satisfied(self, values: Sequence[int]) -> bool:
        """Whether the rounded values keep every bound and row, in whole numbers."""
        inside = all(low <= value <= high for low, value, high in zip(self.low, values, self.high, strict=True))
        return inside and all(low <= value_of(Linear(terms), values) <= high for terms, low, high in self.rows)
