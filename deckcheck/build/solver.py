"""The library that solves integer programs: HiGHS, the extra `solve`. The only module that imports it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from deckcheck.build.model import Linear, value_of
from deckcheck.report import DeckcheckError

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

    def __init__(
        self,
        low: Sequence[int],
        high: Sequence[int],
        rows: Sequence[tuple[dict[int, int], float, float]],
        limit_seconds: float,
    ) -> None:
        """:raises DeckcheckError: the library is not installed."""
        try:
            import highspy
        except ImportError:
            raise DeckcheckError("usage.extra-missing", extra="solve", what="repairing and filling decks") from None
        import numpy as np

        self.low, self.high, self.rows = low, high, list(rows)
        self.highs: Any = highspy.Highs()  # type: ignore[no-untyped-call]
        self.library = highspy
        self.limit = limit_seconds
        for option, value in _OPTIONS.items():
            self.highs.setOptionValue(option, value)
        program = highspy.HighsModel()
        lp = program.lp_
        lp.num_col_, lp.num_row_ = len(low), len(self.rows)
        lp.col_cost_ = np.zeros(len(low))
        lp.col_lower_ = np.array(low, dtype=np.double)
        lp.col_upper_ = np.array(high, dtype=np.double)
        lp.row_lower_ = np.array([row[1] for row in self.rows], dtype=np.double)
        lp.row_upper_ = np.array([row[2] for row in self.rows], dtype=np.double)
        lp.integrality_ = [highspy.HighsVarType.kInteger] * len(low)
        matrix = lp.a_matrix_
        matrix.format_ = highspy.MatrixFormat.kRowwise
        matrix.start_ = np.cumsum([0, *(len(row[0]) for row in self.rows)])
        matrix.index_ = np.array([v for row in self.rows for v in row[0]], dtype=np.int32)
        matrix.value_ = np.array([f for row in self.rows for f in row[0].values()], dtype=np.double)
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
