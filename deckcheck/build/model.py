"""A small integer program, and the library that solves it (HiGHS, the extra `solve`)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from deckcheck.report import DeckcheckError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

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


def number(value: int) -> Linear:
    return Linear({}, value)


class Model:
    """Integer variables with bounds and costs, rows `low <= sum <= high`; solved to the proved minimum."""

    def __init__(self) -> None:
        self.low: list[int] = []
        self.high: list[int] = []
        self.cost: list[int] = []
        self.rows: list[tuple[dict[int, int], float, float]] = []

    def variable(self, low: int, high: int, cost: int = 0) -> int:
        self.low.append(low)
        self.high.append(high)
        self.cost.append(cost)
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

    def solve(self, limit_seconds: float = 20.0) -> list[int] | None:
        """The values of all variables at the least cost; None where nothing satisfies all rows.

        Raises `DeckcheckError` where the solver is not installed or gives up within the time.
        """
        try:
            import highspy
        except ImportError:
            raise DeckcheckError("usage.extra-missing", extra="solve", what="repairing and filling decks") from None
        import numpy as np

        highs = highspy.Highs()  # type: ignore[no-untyped-call]
        for option, value in _OPTIONS.items():
            highs.setOptionValue(option, value)
        highs.setOptionValue("time_limit", limit_seconds)
        program = highspy.HighsModel()
        lp = program.lp_
        lp.num_col_, lp.num_row_ = len(self.low), len(self.rows)
        lp.col_cost_ = np.array(self.cost, dtype=np.double)
        lp.col_lower_ = np.array(self.low, dtype=np.double)
        lp.col_upper_ = np.array(self.high, dtype=np.double)
        lp.row_lower_ = np.array([row[1] for row in self.rows], dtype=np.double)
        lp.row_upper_ = np.array([row[2] for row in self.rows], dtype=np.double)
        lp.integrality_ = [highspy.HighsVarType.kInteger] * len(self.low)
        matrix = lp.a_matrix_
        matrix.format_ = highspy.MatrixFormat.kRowwise
        matrix.start_ = np.cumsum([0, *(len(row[0]) for row in self.rows)])
        matrix.index_ = np.array([v for row in self.rows for v in row[0]], dtype=np.int32)
        matrix.value_ = np.array([f for row in self.rows for f in row[0].values()], dtype=np.double)
        highs.passModel(program)
        highs.run()
        status = highs.getModelStatus()
        if status in (highspy.HighsModelStatus.kInfeasible, highspy.HighsModelStatus.kUnboundedOrInfeasible):
            return None
        if status != highspy.HighsModelStatus.kOptimal:
            raise DeckcheckError("usage.solver-gave-up", status=str(status).rpartition(".")[2])
        return [round(value) for value in highs.getSolution().col_value]


# One thread and a fixed seed: the same answer every time. No gap: the minimum is proved.
_OPTIONS: dict[str, bool | int | float] = {
    "output_flag": False,
    "threads": 1,
    "random_seed": 1,
    "mip_rel_gap": 0.0,
    "mip_abs_gap": 0.5,
    "mip_feasibility_tolerance": 1e-7,
}


def indicator(model: Model, line: Linear, least: int) -> int:
    """A binary that is 1 exactly where `line >= least`."""
    low, high = model.range(line)
    flag = model.binary()
    # flag = 1 forces line >= least, flag = 0 forces line <= least - 1.
    model.hold(line.plus(Linear({flag: low - least})), low, INFINITE)
    model.hold(line.plus(Linear({flag: least - 1 - high})), -INFINITE, least - 1)
    return flag


def product(model: Model, line: Linear, flag: Linear) -> Linear:
    """`line` where the flag is 1, else 0; the line is never below zero."""
    if flag.fixed:
        return line if flag.constant else number(0)
    if line.fixed:
        return flag.times(line.constant)
    _, high = model.range(line)
    part = model.variable(0, max(high, 0))
    model.hold(Linear({part: 1}).plus(flag.times(high), -1), -INFINITE, 0)
    model.hold(Linear({part: 1}).plus(line, -1), -INFINITE, 0)
    model.hold(Linear({part: 1}).plus(line, -1).plus(flag.times(high), -1), -high, INFINITE)
    return Linear({part: 1})


def any_of(model: Model, flags: Sequence[Linear]) -> Linear:
    """1 where one of the flags is 1."""
    open_flags = [flag for flag in flags if not flag.fixed]
    if any(flag.constant for flag in flags if flag.fixed):
        return number(1)
    if not open_flags:
        return number(0)
    if len(open_flags) == 1:
        return open_flags[0]
    total = number(0)
    for flag in open_flags:
        total = total.plus(flag)
    return Linear({indicator(model, total, 1): 1})


def all_of(model: Model, flags: Sequence[Linear]) -> Linear:
    """1 where every flag is 1."""
    return opposite(any_of(model, [opposite(flag) for flag in flags]))


def opposite(flag: Linear) -> Linear:
    return number(1).plus(flag, -1)
