"""The arrays in which many games are played in lockstep: how many games, how narrow a count, what is told.

Counts are unsigned, as narrow as the deck allows, shape (games,) a class; no row needs another game's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from deckcheck.engine.tape import CHUNK, Row  # before numpy: it sets what numpy reads at its import

import numpy as np  # isort: skip

from deckcheck.engine.layout import Layout
from deckcheck.engine.play_plan import Step
from deckcheck.record import dataclass, field


@dataclass(frozen=True, slots=True)
class Event:
    """What a step did in the game that is told.

    `what`: draw keep toss play returns replaced tribute bears falls use swap steps-down discard attack.
    `cards`: classes with the copies that moved.
    `step`: the record of a play, so that what paid for it can be told.
    `number`, `lost`: the points that an attack added to a total, and those of it that nothing took.
    """

    turn: int
    what: str
    name: str
    cards: tuple[tuple[int, int], ...] = ()
    step: Step | None = None
    number: int = 0
    lost: int = 0


@dataclass(slots=True)
class Log:
    """Collects the events of one column."""

    column: int = 0
    events: list[Event] = field(default_factory=list)


Rows = np.ndarray[Any, np.dtype[Any]]  # shape (classes, games)


def summed(rows: Iterable[Row], out: Row) -> Row:
    """The sum of rows, written to `out`."""
    out.fill(0)
    for row in rows:
        np.add(out, row, out=out)
    return out


class Arrays:
    """`now`: the turn that is played. `on_reset`: called before a run, by those who keep arrays of their own."""

    def __init__(self, layout: Layout, count: int = CHUNK, *, told: bool = False) -> None:
        self.layout, self.plan, self.count = layout, layout.plan, count
        self.types = len(layout.classes)
        self.cards = sum(layout.left)
        whole = sum(group.count for group in layout.classes)
        self.dtype: Any = np.dtype(np.uint8 if whole <= 255 else np.uint16)
        self.log = Log() if told else None
        self.now = 0
        self.on_reset: list[Callable[[], Any]] = []
        self._full: dict[int, Row] = {}
        self._scratch: dict[Any, Row] = {}

    def zeros(self, rows: int) -> Rows:
        return np.zeros((rows, self.count), self.dtype)

    def zeros_row(self) -> Row:
        return np.zeros(self.count, self.dtype)

    def empty_row(self) -> Row:
        """A row of one's own to work in."""
        return np.empty(self.count, self.dtype)

    def full(self, value: int) -> Row:
        """A constant as a row, never to be written to: `minimum` with a number is ten times slower."""
        if value not in self._full:
            self._full[value] = np.full(self.count, min(max(value, 0), np.iinfo(self.dtype).max), self.dtype)
        return self._full[value]

    def row(self, value: Any) -> Row:
        """A number for all games, or a row of any type, as a row of counts; below zero is zero."""
        if not isinstance(value, np.ndarray):
            return self.full(int(value or 0))
        if value.dtype == self.dtype:
            return value
        row: Row = np.clip(value, 0, np.iinfo(self.dtype).max).astype(self.dtype)
        return row

    def scratch(self, kind: Any) -> Row:
        if kind not in self._scratch:
            self._scratch[kind] = np.empty(self.count, kind)
        return self._scratch[kind]

    def sum_type(self, values: Sequence[int]) -> Any:
        """The type of a sum of a number over cards of the deck."""
        most = sum(abs(v) * group.count for v, group in zip(values, self.layout.classes, strict=True))
        if min(values, default=0) < 0:
            return np.dtype(np.int64)
        if most <= np.iinfo(self.dtype).max:
            return self.dtype
        return np.dtype(np.uint16 if most < 2**16 else np.uint32 if most < 2**32 else np.uint64)

    def tell(self, what: str, name: str, moved: Sequence[tuple[int, Row]], step: Step | None = None) -> None:
        """Note what happened in the game that is told, if one is."""
        if self.log is None:
            return
        column = self.log.column
        cards = tuple((t, int(k[column])) for t, k in moved if k[column])
        if cards or what == "keep":
            self.log.events.append(Event(self.now, what, name, cards, step))
