"""Attacks: what lies in play adds up to damage, against life points or against walls."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from deckcheck.engine.arrays import Event
from deckcheck.engine.games import Games
from deckcheck.engine.ordered_row import LENDS, PASSES, STRIKES, OrderedRow
from deckcheck.engine.play_plan import FALLEN, Attack
from deckcheck.engine.rows import reader
from deckcheck.engine.zones import Zone

Run = Callable[[int, int], bool]


def attack(tb: Games, step: Attack) -> Run:
    out, strikes = tb.totals[step.into], _strikes(tb, step)
    add = _against_walls(tb, step) if step.walls else None
    plus = reader(tb, step.plus) if step.plus is not None else None
    less = reader(tb, step.less) if step.less is not None else None
    signed = less is not None or plus is not None or min(_values(tb, step), default=0) < 0

    def run(turn: int, again: int) -> bool:
        rows = strikes(turn)
        if add is not None:
            add(rows)
        elif not signed:
            dealt = []
            for row in rows:
                np.add(out, row, out=out, casting="unsafe")
                dealt.append(row)
            _tell(tb, step, dealt)
        else:
            total = np.zeros(tb.count, np.int64)
            for row in rows:
                total += row
            if plus is not None:
                total += plus()
            if less is not None:
                total -= less()
            np.maximum(total, 0, out=total)
            np.add(out, total, out=out, casting="unsafe")
            _tell(tb, step, [total])
        return True

    return run


def _values(tb: Games, step: Attack) -> list[int]:
    """What a card of each class strikes for."""
    assert step.amount is not None
    layout = tb.layout
    return [(layout.number(step.amount, t) or 0) if layout.test(step.of, t) else 0 for t in range(tb.types)]


def _strikes(tb: Games, step: Attack) -> Callable[[int], Iterable[Any]]:
    """The strength of all strikes of a turn, as rows: at once, or one after another where they are settled."""
    zones, values = [tb.zone(name) for name in step.zones], _values(tb, step)
    if not step.settled:
        keys = [(zone, zone.ask_sum(values)) for zone in zones if any(values[t] for t in zone.ids)]
        return lambda turn: [zone.sums[key] for zone, key in keys]
    values = [max(0, value) for value in values]
    line = _line(tb, step, zones[0], values)
    if line is not None:
        return lambda turn: line.strikes()
    kept = [zone.ask_arrivals(dict(enumerate(values)), each=bool(step.walls)) for zone in zones]

    def settled(turn: int) -> list[Any]:
        return [row for arrivals in kept for when, row in reversed(arrivals.rows) if when < turn]

    return settled


def _line(tb: Games, step: Attack, zone: Zone, values: Sequence[int]) -> OrderedRow | None:
    """A line where a card of the deck passes others; else it does not matter who stands where."""
    tests = ((step.of, STRIKES), (step.passes, PASSES), (step.lends, LENDS))
    flags = {
        t: sum(flag for test, flag in tests if (test is not None or flag == STRIKES) and tb.layout.test(test, t))
        for t in zone.ids
    }
    if not any(flag & (PASSES | LENDS) for flag in flags.values()):
        return None
    return zone.ask_line(OrderedRow(tb, flags, dict(enumerate(values))))


def _against_walls(tb: Games, step: Attack) -> Callable[[Iterable[Any]], None]:
    """Strike by strike against the wall in front: what exceeds it is lost, and behind the last one all is."""
    out, fallen = tb.totals[step.into], tb.totals[FALLEN]
    heights = [max(0, int(reader(tb, wall)() or 0)) for wall in step.walls]
    standing = [i for i, height in enumerate(heights) if height]
    table = np.array([*(heights[i] for i in standing), 0], np.uint32)
    down_by = np.array([*standing, len(heights)], np.uint32)  # walls down: one of no height falls with the one before
    front = np.zeros(tb.count, np.uint32)  # which of the standing ones is in front
    left = np.zeros(tb.count, np.uint32)  # what it still takes
    part = np.zeros(tb.count, np.uint32)

    def begin() -> None:
        front.fill(0)
        left.fill(table[0])
        np.add(fallen, down_by[0], out=fallen)

    tb.on_reset.append(begin)

    def add(rows: Iterable[Any]) -> None:
        dealt, moved = [], []
        for row in rows:
            np.minimum(row, left, out=part)
            np.subtract(left, part, out=left)
            np.add(out, part, out=out)
            down = np.flatnonzero((left == 0) & (part != 0))
            fallen[down] += down_by[front[down] + 1] - down_by[front[down]]
            front[down] += 1
            left[down] = table[front[down]]
            if tb.log is not None:
                dealt.append(row)
                moved.append(part.copy())
        _tell(tb, step, moved, dealt)

    return add


def _tell(tb: Games, step: Attack, rows: Sequence[Any], dealt: Sequence[Any] | None = None) -> None:
    """`rows`: what was added to the total; `dealt`: the strikes that came to it, where some was lost."""
    if tb.log is not None:
        added, whole = (sum(int(row[tb.log.column]) for row in some) for some in (rows, dealt or rows))
        tb.log.events.append(Event(tb.now, "attack", step.name, (), step, added, whole - added))
