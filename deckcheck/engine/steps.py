"""Steps as functions over all games of a table: `run(turn, again)`, true where a card may have moved."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from deckcheck.engine.moves import play, replace
from deckcheck.engine.ordered import dig
from deckcheck.engine.records import (
    FALLEN,
    Attack,
    Dig,
    Discard,
    Draw,
    Mulligan,
    Placed,
    Play,
    Refill,
    Repeat,
    Rule,
    Step,
    Swap,
    Use,
)
from deckcheck.engine.rows import mask, reader
from deckcheck.engine.tape import Row

if TYPE_CHECKING:
    from deckcheck.engine.table import Table

Run = Callable[[int, int], bool]


def make(tb: Table, step: Step) -> Run | None:
    """How a step is played; None where it never does anything with this deck."""
    return STEPS[type(step)](tb, step)


def placed(tb: Table, step: Step) -> None:
    """The layout has placed the card; nothing is left to do."""


def draw(tb: Table, step: Step) -> Run | None:
    assert isinstance(step, Draw)
    if step.pool is not None:
        return _draw_pool(tb, step, step.pool)
    due = tb.condition(step.when)
    count = reader(tb, step.count) if step.count is not None else None

    def run(turn: int, again: int) -> bool:
        on = due()
        number = max(0, int(count() or 0)) if count is not None else tb.cards
        if on is False or number == 0:
            return False
        if not isinstance(on, np.ndarray):
            tb.lose(step.lose, number)
            tb.draw((turn, step.site, again), number)
        else:
            wanted = on.astype(tb.dtype) * tb.dtype.type(min(number, tb.cards))
            tb.lose_where(step.lose, wanted)
            tb.draw((turn, step.site, again), number, wanted)
        return True

    return run


def _draw_pool(tb: Table, step: Draw, name: str) -> Run | None:
    pool, due = tb.pools[name], tb.condition(step.when)
    if name not in tb.gained:
        return None  # no card of the deck gives any

    def run(turn: int, again: int) -> bool:
        most = int(pool.max())
        on = due()
        if most <= 0 or on is False:
            return False
        wanted = np.clip(pool, 0, tb.cards).astype(tb.dtype)
        if isinstance(on, np.ndarray):
            wanted *= on
        tb.lose_where(step.lose, wanted)
        tb.draw((turn, step.site, again), min(most, tb.cards), wanted)
        np.subtract(pool, wanted, out=pool, casting="unsafe")
        if not isinstance(on, np.ndarray):
            pool.fill(0)  # what exceeds the deck is gone too
        return True

    return run


def mulligan(tb: Table, step: Step) -> Run:
    assert isinstance(step, Mulligan)
    keep = tb.condition(step.keep) if step.keep is not None else None
    rules = [(_rule(tb, rule), rule.of.text) for rule in step.toss]
    aside, total, k = tb.zeros(tb.types), tb.mulligans, tb.empty_row()

    def run(turn: int, again: int) -> bool:
        aside.fill(0)
        total.fill(0)
        tossing = None if keep is None else np.logical_not(mask(keep(), tb))
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
            tb.draw((turn, step.site, again), most, total, back=aside)
        return True

    return run


def _rule(tb: Table, rule: Rule) -> tuple[list[int], Callable[[], Any]]:
    ids = tb.layout.ranked(rule.of, rule.order)
    leave = reader(tb, rule.leave) if rule.leave is not None else None
    when = tb.condition(rule.when)
    rows = tb.hand.rows

    def over() -> Any:
        least = tb.row(leave() if leave is not None else 0)
        found = tb.empty_row()
        found.fill(0)
        for t in ids:
            np.add(found, rows[t], out=found)
        np.maximum(found, least, out=found)
        np.subtract(found, least, out=found)
        on = when()
        return found * on if isinstance(on, np.ndarray) else found if on else np.zeros_like(found)

    return ids, over


def refill(tb: Table, step: Step) -> Run:
    assert isinstance(step, Refill)
    due = tb.condition(step.when)
    amounts = [(name, tb.pools[name], reader(tb, amount)) for name, amount in step.amounts]

    def run(turn: int, again: int) -> bool:
        if due():
            for name, pool, amount in amounts:
                value = amount()
                limits = np.iinfo(pool.dtype)
                even: int | None = None
                if isinstance(value, np.ndarray):
                    np.copyto(pool, np.clip(value, 0, limits.max), casting="unsafe")
                else:
                    even = min(max(0, int(value or 0)), int(limits.max))
                    pool.fill(even)
                tb.note_refill(name, even)
        return False

    return run


def use(tb: Table, step: Step) -> Run:
    assert isinstance(step, Use)
    due, layout, k = tb.condition(step.when), tb.layout, tb.empty_row()
    what = []
    for zone in map(tb.zone, step.zones):
        for t in zone.ids:
            if layout.test(step.of, t):
                zone.ask_cooldown(t, max(0, (layout.number(step.cooldown, t) or 0) if step.cooldown else 0))
                what.append((zone, t, tb.gains(step.gains, t)))

    def run(turn: int, again: int) -> bool:
        if not due():
            return False
        for zone, t, gains in what:
            zone.engage(t, k, turn)
            for gain in gains:
                gain(k)
            tb.tell("use", step.name, [(t, k)])
        return True

    return run


def swap(tb: Table, step: Step) -> Run:
    assert isinstance(step, Swap)
    layout, source, place = tb.layout, tb.zone(step.source), tb.zone(step.zone)
    worth = {t: (layout.number(step.by, t) or 0) if step.by else 0 for t in place.ids}
    ids = sorted((t for t in place.ids if t in source.ids), key=lambda t: (-worth[t], t))
    held, done, k = tb.empty_row(), tb.empty_row(), tb.empty_row()
    ups = {t: tb.empty_row() for t in ids}

    def run(turn: int, again: int) -> bool:
        held.fill(0)  # the place is taken by a card in cooldown, or by one as good
        done.fill(0)
        for t in place.ready:
            np.add(held, place.rows[t], out=held)
            np.subtract(held, place.ready[t], out=held)
        level: int | None = None
        for t in ids:
            if worth[t] != level:
                level = worth[t]
                for other in ids:
                    if worth[other] == level:
                        np.bitwise_or(held, place.rows[other], out=held)
            up = ups[t]
            np.bitwise_or(held, done, out=up)
            np.equal(up, 0, out=up, casting="unsafe")
            np.minimum(up, source.free_copies(t), out=up)
            np.bitwise_or(done, up, out=done)
        if not np.count_nonzero(done):
            return False
        for t in ids:
            np.minimum(place.rows[t], done, out=k)
            place.move(t, k, np.subtract)
            source.move(t, k)
            tb.tell("steps-down", step.name, [(t, k)])
        for t in ids:
            source.move(t, ups[t], np.subtract)
            place.move(t, ups[t])
            tb.tell("swap", step.name, [(t, ups[t])])
        return True

    return run


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


def discard(tb: Table, step: Step) -> Run:
    assert isinstance(step, Discard)
    due, ids = tb.condition(step.when), tb.layout.ranked(None, step.order)
    down_to = reader(tb, step.down_to) if step.down_to is not None else (lambda: 0)
    k = tb.empty_row()
    tb.ask_gone()

    def run(turn: int, again: int) -> bool:
        if not due():
            return False
        over, least = tb.hand.size_now(), tb.row(down_to())
        np.maximum(over, least, out=over)
        np.subtract(over, least, out=over)
        if not np.count_nonzero(over):
            return False
        for t in ids:
            np.minimum(tb.hand.rows[t], over, out=k)
            np.subtract(tb.hand.rows[t], k, out=tb.hand.rows[t])
            np.subtract(over, k, out=over)
            tb.gone(t, k)
            tb.tell("discard", step.name, [(t, k)])
        return True

    return run


def repeat(tb: Table, step: Step) -> Run:
    assert isinstance(step, Repeat)
    found = [one for inner in step.steps if (one := make(tb, inner)) is not None]
    due = tb.condition(step.when)

    def run(turn: int, again: int) -> bool:
        moved = False
        for number in range(step.most if tb.loops and due() else int(bool(due()))):
            # A pass in which nothing moves in a game changes nothing for it, so others may go on.
            results = [inner(turn, number) for inner in found]
            if not any(results):
                break
            moved = True
        return moved

    return run


def _play(tb: Table, step: Step) -> Run | None:
    assert isinstance(step, Play)
    return replace(tb, step) if step.replace else play(tb, step)


def _dig(tb: Table, step: Step) -> Run:
    assert isinstance(step, Dig)
    return dig(tb, step)


STEPS: dict[type[Step], Callable[[Table, Step], Run | None]] = {
    Placed: placed,
    Draw: draw,
    Mulligan: mulligan,
    Refill: refill,
    Play: _play,
    Dig: _dig,
    Use: use,
    Swap: swap,
    Attack: attack,
    Discard: discard,
    Repeat: repeat,
}

__all__ = ["STEPS", "Row", "Run", "make"]
