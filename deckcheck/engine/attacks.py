"""Attacks: what lies in play adds up to damage, against life points or against walls."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from deckcheck.engine.records import FALLEN, Attack, Step
from deckcheck.engine.rows import reader

if TYPE_CHECKING:
    from deckcheck.engine.table import Table

Run = Callable[[int, int], bool]


def attack(tb: Table, step: Step) -> Run:
    assert isinstance(step, Attack)
    assert step.amount is not None
    layout, due, out = tb.layout, tb.condition(step.when), tb.totals[step.into]
    zones = [tb.zone(name) for name in step.zones]
    values = [
        (layout.number(step.amount, t) or 0) if layout.test(step.of, t) else 0 for t in range(len(layout.classes))
    ]
    plus = reader(tb, step.plus) if step.plus is not None else None
    less = reader(tb, step.less) if step.less is not None else None
    walls = reader(tb, step.walls) if step.walls is not None else None
    keys = [] if step.settled else [(zone, zone.ask_sum(values)) for zone in zones if any(values[t] for t in zone.ids)]
    for zone in zones if step.settled else ():
        zone.ask_arrivals(dict(enumerate(values)), each=walls is not None)
    signed = less is not None or plus is not None or min(values, default=0) < 0
    standing = np.zeros(tb.count, np.uint32)  # damage that the wall in front has taken
    tb.on_reset.append(lambda: standing.fill(0))

    def strikes(turn: int) -> list[Any]:
        if not step.settled:
            return [zone.sums[key] for zone, key in keys]
        come = [(when, row) for zone in zones for when, row in reversed(zone.arrivals or []) if when < turn]
        return [row for _, row in come]

    def run(turn: int, again: int) -> bool:
        if not due():
            return False
        rows = strikes(turn)
        if not signed and walls is None:
            for row in rows:
                np.add(out, row, out=out, casting="unsafe")
            tb.tell_attack(step, rows)
            return True
        if walls is None:
            total = np.zeros(tb.count, np.int64)
            for row in rows:
                total += row
            if plus is not None:
                total += plus()
            if less is not None:
                total -= less()
            np.maximum(total, 0, out=total)
            np.add(out, total, out=out, casting="unsafe")
            tb.tell_attack(step, [total])
            return True
        height, fallen = int(walls() or 0), tb.totals[FALLEN]
        for row in rows:
            np.add(out, row, out=out, casting="unsafe")
            np.add(standing, row, out=standing)
            hit = standing >= height
            np.add(fallen, hit, out=fallen, casting="unsafe")
            np.multiply(standing, ~hit, out=standing)  # what exceeds the wall is lost
        tb.tell_attack(step, rows)
        return True

    return run
