"""Steps that draw: regular draws, those that cards give, and the mulligan."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from deckcheck.chance.policy import Rule
from deckcheck.engine.games import Games
from deckcheck.engine.records import Draw, Mulligan
from deckcheck.engine.rows import condition, holds, reader

Run = Callable[[int, int], bool]


def draw(tb: Games, step: Draw) -> Run | None:
    if step.pool is not None:
        return _draw_pool(tb, step, step.pool)
    due = condition(tb, step.when)
    count = reader(tb, step.count) if step.count is not None else None

    def run(turn: int, again: int) -> bool:
        on = due()
        number = max(0, int(count() or 0)) if count is not None else tb.cards
        if on is False or number == 0:
            return False
        if not isinstance(on, np.ndarray):
            tb.urn.lose(step.lose, number)
            tb.urn.draw((turn, step.site, again), number)
        else:
            wanted = on.astype(tb.dtype) * tb.dtype.type(min(number, tb.cards))
            tb.urn.lose_where(step.lose, wanted)
            tb.urn.draw((turn, step.site, again), number, wanted)
        return True

    return run


def _draw_pool(tb: Games, step: Draw, name: str) -> Run | None:
    pool, due = tb.pools[name], condition(tb, step.when)
    if name not in tb.gained:
        return None  # no card of the deck gives any, and no refill

    def run(turn: int, again: int) -> bool:
        most = int(pool.max())
        on = due()
        if most <= 0 or on is False:
            return False
        wanted = np.clip(pool, 0, tb.cards).astype(tb.dtype)
        if isinstance(on, np.ndarray):
            wanted *= on
        tb.urn.lose_where(step.lose, wanted)
        tb.urn.draw((turn, step.site, again), min(most, tb.cards), wanted)
        np.subtract(pool, wanted, out=pool, casting="unsafe")
        if not isinstance(on, np.ndarray):
            pool.fill(0)  # what exceeds the deck is gone too
        return True

    return run


def mulligan(tb: Games, step: Mulligan) -> Run:
    policy = step.policy
    keep = holds(tb, policy.keep) if policy.keep is not None else None
    rules = [(_rule(tb, rule), rule.of.text) for rule in policy.rules]
    aside, total, k = tb.zeros(tb.types), tb.mulligans, tb.empty_row()

    def run(turn: int, again: int) -> bool:
        aside.fill(0)
        total.fill(0)
        tossing = None if keep is None else np.logical_not(keep())
        for (ids, over_now), why in rules:
            over = over_now()
            before = aside.copy() if tb.log is not None else aside
            if tossing is not None:
                over = over * tossing
            for t in ids:
                np.minimum(tb.hand.rows[t], over, out=k)
                np.subtract(over, k, out=over)
                np.subtract(tb.hand.rows[t], k, out=tb.hand.rows[t])
                np.add(aside[t], k, out=aside[t])
                np.add(total, k, out=total)
            if tb.log is not None:
                tb.tell("toss", why, list(enumerate(aside - before)))
        if tb.log is not None and not total.any():
            tb.tell("keep", step.name, [])
        most = int(total.max())
        if most:
            tb.urn.draw((turn, step.site, again), most, total, back=aside)
        return True

    return run


def _rule(tb: Games, rule: Rule) -> tuple[list[int], Callable[[], Any]]:
    ids = tb.layout.ranked(rule.of, rule.order)
    leave = reader(tb, rule.leave) if rule.leave is not None else None
    when = holds(tb, rule.when) if rule.when is not None else None
    rows = tb.hand.rows

    def over() -> Any:
        least = tb.row(leave() if leave is not None else 0)
        found = tb.empty_row()
        found.fill(0)
        for t in ids:
            np.add(found, rows[t], out=found)
        np.maximum(found, least, out=found)
        np.subtract(found, least, out=found)
        return found if when is None else found * when()

    return ids, over
