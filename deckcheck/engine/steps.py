"""Steps as functions over all games of a table: `run(turn, again)`, true where a card may have moved."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from deckcheck.chance.policy import TossRule
from deckcheck.engine.arrays import summed
from deckcheck.engine.attacks import attack
from deckcheck.engine.games import Games
from deckcheck.engine.moves import gains, play, replace
from deckcheck.engine.ordered import dig
from deckcheck.engine.play_plan import (
    Attack,
    Dig,
    Discard,
    Draw,
    Mulligan,
    Placed,
    Play,
    Refill,
    Repeat,
    Step,
    Swap,
    Use,
)
from deckcheck.engine.rows import condition, holds, reader


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
            tb.urn.draw((turn, step.site, again), min(number, tb.cards))
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


def _rule(tb: Games, rule: TossRule) -> tuple[list[int], Callable[[], Any]]:
    ids = tb.layout.ranked(rule.of, rule.order)
    leave = reader(tb, rule.leave) if rule.leave is not None else None
    when = holds(tb, rule.when) if rule.when is not None else None
    rows = tb.hand.rows

    def over() -> Any:
        least = tb.row(leave() if leave is not None else 0)
        found = summed((rows[t] for t in ids), tb.empty_row())
        np.maximum(found, least, out=found)
        np.subtract(found, least, out=found)
        return found if when is None else found * when()

    return ids, over


Run = Callable[[int, int], bool]


def make(tb: Games, step: Step) -> Run | None:
    """How a step is played; None where it never does anything with this deck."""
    run = STEPS[type(step)](tb, step)
    if run is None or step.when is None or isinstance(step, Draw | Play):  # these ask game by game
        return run
    due = reader(tb, step.when)
    return lambda turn, again: bool(due()) and run(turn, again)


def placed(tb: Games, step: Placed) -> None:
    """The layout has placed the card; nothing is left to do."""


def refill(tb: Games, step: Refill) -> Run:
    amounts = [(name, tb.pools[name], reader(tb, amount)) for name, amount in step.amounts]

    def run(turn: int, again: int) -> bool:
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


def use(tb: Games, step: Use) -> Run:
    layout, k = tb.layout, tb.empty_row()
    what = []
    for zone in map(tb.zone, step.zones):
        for t in zone.ids:
            if layout.test(step.of, t):
                cooldown = max(0, (layout.number(step.cooldown, t) or 0) if step.cooldown else 0)
                zone.ask_cooldown(t, cooldown)
                what.append((zone, t, cooldown, gains(tb, step.gains, t)))

    def run(turn: int, again: int) -> bool:
        for zone, t, cooldown, given in what:
            zone.engage(t, k, turn, cooldown)
            for gain in given:
                gain(k)
            tb.tell("use", step.name, [(t, k)])
        return True

    return run


def swap(tb: Games, step: Swap) -> Run:
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


def discard(tb: Games, step: Discard) -> Run:
    ids = tb.layout.ranked(None, step.order)
    down_to = reader(tb, step.down_to) if step.down_to is not None else (lambda: 0)
    k = tb.empty_row()
    gone = tb.discarded = tb.zeros(tb.types)

    def run(turn: int, again: int) -> bool:
        over, least = tb.hand.size_now(), tb.row(down_to())
        np.maximum(over, least, out=over)
        np.subtract(over, least, out=over)
        if not np.count_nonzero(over):
            return False
        for t in ids:
            np.minimum(tb.hand.rows[t], over, out=k)
            np.subtract(tb.hand.rows[t], k, out=tb.hand.rows[t])
            np.subtract(over, k, out=over)
            np.add(gone[t], k, out=gone[t])
            tb.tell("discard", step.name, [(t, k)])
        return True

    return run


def repeat(tb: Games, step: Repeat) -> Run:
    found = [one for inner in step.steps if (one := make(tb, inner)) is not None]

    def run(turn: int, again: int) -> bool:
        moved = False
        for number in range(step.most if tb.loops else 1):
            # A pass in which nothing moves in a game changes nothing for it, so others may go on.
            results = [inner(turn, number) for inner in found]
            if not any(results):
                break
            moved = True
        return moved

    return run


STEPS: dict[type[Step], Callable[[Games, Any], Run | None]] = {
    Placed: placed,
    Draw: draw,
    Mulligan: mulligan,
    Refill: refill,
    Play: lambda tb, step: (replace if step.replace else play)(tb, step),
    Dig: dig,
    Use: use,
    Swap: swap,
    Attack: attack,
    Discard: discard,
    Repeat: repeat,
}
