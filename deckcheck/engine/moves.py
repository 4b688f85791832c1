"""Playing cards, class by class: out of the hand or a zone, by the prices of the step."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Any

import numpy as np

from deckcheck.engine.games import Games, selectors
from deckcheck.engine.play_plan import HAND, Play
from deckcheck.engine.price_records import Alike, Gain, Pay, Room
from deckcheck.engine.prices import alike_room, charges
from deckcheck.engine.rows import condition, reader
from deckcheck.engine.tape import Row
from deckcheck.engine.zones import Zone
from deckcheck.record import dataclass

Run = Callable[[int, int], bool]
Effect = Callable[[Row], Any]


def gains(tb: Games, given: Sequence[Gain], t: int) -> list[Effect]:
    """What a class adds to pools, by copies."""
    values = ((gain.pool, tb.layout.number(gain.amount, t)) for gain in given)
    return [_gain(tb, name, value) for name, value in values if value]


def _gain(tb: Games, name: str, value: int) -> Effect:
    pool, granted = tb.pools[name], tb.granted.get(name)

    def effect(k: Row) -> None:
        more = k.astype(pool.dtype) * pool.dtype.type(value)
        np.add(pool, more, out=pool)
        if granted is not None:
            np.add(granted, more, out=granted)

    return effect


def effects(tb: Games, step: Play, t: int) -> list[Effect]:
    """What comes of playing a class."""
    order = step.search.order if step.search is not None else ()
    wanted = selectors(tb.layout, step, t)
    searches = [tb.urn.search(step.name, tb.layout.ranked(test, order)) for test in wanted]
    return [*gains(tb, step.gains, t), *searches]


def play(tb: Games, step: Play) -> Run | None:
    """As many copies as every price allows; what they give comes when the step is over."""
    source: Zone | None = None if step.source == HAND else tb.zone(step.source)
    to = tb.zone(step.to) if step.to is not None else None
    what = []
    for t in tb.layout.ranked(step.of, step.order):
        fits = (source is None or t in source.ids) and (to is None or t in to.ids)
        paid = charges(tb, step, t) if fits else None
        if paid is None:
            continue
        if source is not None and step.settled:
            source.ask_settled(t)
        limits = [c.limit for c in paid]
        if source is not None and step.settled:
            limits.insert(0, _settled(source, t))
        what.append((t, limits, [c.take for c in paid if c.take], effects(tb, step, t)))
    if not what:
        return None
    tb.played.update(t for t, *_ in what)
    due, k, hand = condition(tb, step.when), tb.empty_row(), tb.hand.rows
    watch = tb.loops  # whether it is worth asking if anything moved

    def run(turn: int, again: int) -> bool:
        on = due()
        if on is False:
            return False
        moved, owed = False, []
        for t, limits, takes, given in what:
            row = hand[t] if source is None else source.rows[t]
            for limit in limits:
                limit(row, k)
                row = k
            if not limits:
                np.copyto(k, row)
            if isinstance(on, np.ndarray):
                np.multiply(k, on.view(np.uint8), out=k)
            if (watch or given) and not np.count_nonzero(k):
                continue
            moved = True
            for take in takes:
                take(k)
            if source is None:
                np.subtract(hand[t], k, out=hand[t])
            else:
                if step.settled:
                    np.subtract(source.settled[t], k, out=source.settled[t])
                source.leave(t, k)
            if to is not None:
                to.move(t, k)
            if tb.log is not None:
                tb.tell("play", step.name, [(t, k)], step)
            if given:
                owed.append((given, k.copy()))
        # Paid at once, three copies of one card and three cards alike would not play the same.
        for given, count in owed:
            for effect in given:
                effect(count)
        return moved

    return run


def _settled(zone: Zone, t: int) -> Callable[[Row, Row], Any]:
    """Copies that lay there when the turn began and that no other step has taken since."""
    return lambda row, k: np.minimum(row, zone.settled[t], out=k)


def replace(tb: Games, step: Play) -> Run:
    """The hand and the cards that may leave a zone compete for its places, best first; of equals the latter stay."""
    assert step.to is not None
    zone = tb.zone(step.to)
    (most,) = (reader(tb, price.most) for price in step.prices if isinstance(price, Room))
    levels = [
        [_Rival(t, tb.empty_row(), *_limits(tb, step, t)) for t in level]
        for level in _levels(tb, step, [t for t in tb.layout.ranked(step.of, step.order) if t in zone.ids])
    ]
    tb.played.update(rival.t for level in levels for rival in level)
    hand = tb.hand.rows
    free, part = tb.empty_row(), tb.empty_row()
    highest = np.iinfo(tb.dtype).max

    def stay(rival: _Rival) -> None:
        old = zone.free_copies(rival.t)
        np.minimum(old, free, out=part)
        np.subtract(free, part, out=free)
        np.subtract(old, part, out=rival.leave)
        zone.move(rival.t, rival.leave, np.subtract)

    def come(rival: _Rival) -> None:
        t = rival.t
        np.minimum(hand[t], free, out=part)
        for pool, cost in rival.costs:
            np.minimum(part, np.clip(pool // cost, 0, highest).astype(tb.dtype), out=part)
        if rival.room_for is not None:
            np.minimum(part, rival.room_for(), out=part)
        np.subtract(free, part, out=free)
        for pool, cost in rival.costs:
            np.subtract(pool, part.astype(pool.dtype) * cost, out=pool, casting="unsafe")
        np.subtract(hand[t], part, out=hand[t])
        zone.move(t, part)
        if tb.log is not None:
            tb.tell("play", step.name, [(t, part)], step)

    def run(turn: int, again: int) -> bool:
        np.copyto(free, tb.row(most()))  # places that no card in cooldown holds
        for t in zone.ready:
            np.subtract(zone.rows[t], zone.ready[t], out=part)
            np.subtract(free, part, out=free)
        for level in levels:
            for rival in level:
                stay(rival)
            for rival in level:
                come(rival)
        if tb.log is not None:
            tb.tell("replaced", step.name, [(rival.t, rival.leave) for level in levels for rival in level])
        return True

    return run


@dataclass(frozen=True, slots=True)
class _Rival:
    """A class that may have a place: how many of it had to leave, what limits those that come."""

    t: int
    leave: Row
    room_for: Callable[[], Row] | None
    costs: tuple[tuple[Any, int], ...]


def _limits(tb: Games, step: Play, t: int) -> tuple[Callable[[], Row] | None, tuple[tuple[Any, int], ...]]:
    group = tb.layout.classes[t]
    pays = ((tb.pools[p.pool], tb.layout.number(p.amount, t) or 0) for p in step.prices if isinstance(p, Pay))
    alikes = [price for price in step.prices if isinstance(price, Alike)]
    limit = int(reader(tb, alikes[0].most)() or 0) if alikes else group.count
    tight = len(group.cards) == 1 and group.count > limit
    return alike_room(tb, alikes[0], t) if tight else None, tuple(pair for pair in pays if pair[1] > 0)


def _levels(tb: Games, step: Play, ids: Sequence[int]) -> list[list[int]]:
    """Classes in their order, those together that are equal in it."""
    worth = {t: [tb.layout.number(expr, t) or 0 for expr in step.order] for t in ids}
    return [list(level) for _, level in groupby(ids, key=worth.__getitem__)]
