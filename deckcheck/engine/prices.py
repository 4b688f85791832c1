"""Prices: what limits how many copies are played, and what pays for them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from deckcheck.cards.names import normalise
from deckcheck.engine.arrays import summed
from deckcheck.engine.attached import bearers
from deckcheck.engine.games import Games
from deckcheck.engine.play_plan import Play
from deckcheck.engine.price_records import Alike, Attach, Host, Needs, Pay, Price, Room, Tribute
from deckcheck.engine.rows import reader
from deckcheck.engine.tape import Row
from deckcheck.record import dataclass


@dataclass(frozen=True, slots=True)
class Charge:
    """A price for one class: `limit(row, k)` writes to k how many of row it allows, `take(k)` pays for them."""

    limit: Callable[[Row, Row], Any]
    take: Callable[[Row], Any] | None = None


# Makes the charge of a class: None where it pays nothing, False where the card can never be played.
Made = Charge | None | bool


def pay(tb: Games, price: Pay, t: int, step: Play) -> Made:
    cost = tb.layout.number(price.amount, t)
    if cost is None:
        return False
    if cost <= 0:
        return None
    pool, spent = tb.pools[price.pool], tb.empty_row()
    if pool.dtype != tb.dtype:
        return _pay_wide(tb, pool, cost)
    if cost > np.iinfo(tb.dtype).max:
        return False
    if cost == 1:
        return Charge(lambda row, k: np.minimum(row, pool, out=k), lambda k: np.subtract(pool, k, out=pool))
    number = tb.dtype.type(cost)

    def limit(row: Row, k: Row) -> None:
        np.floor_divide(pool, number, out=spent)
        np.minimum(row, spent, out=k)

    def take(k: Row) -> None:
        np.multiply(k, number, out=spent)
        np.subtract(pool, spent, out=pool)

    return Charge(limit, take)


def _pay_wide(tb: Games, pool: Any, cost: int) -> Charge:
    """From a pool that may hold more than counts of cards can be, or less than nothing."""
    most = np.iinfo(tb.dtype).max

    def limit(row: Row, k: Row) -> None:
        np.minimum(row, np.clip(pool // cost, 0, most).astype(tb.dtype), out=k)

    def take(k: Row) -> None:
        pool.__isub__(k.astype(pool.dtype) * cost)

    return Charge(limit, take)


def host(tb: Games, price: Host, t: int, step: Play) -> Made:
    layout, zone = tb.layout, tb.zone(price.zone)
    cost = layout.number(price.by, t)
    if cost is None:
        return False
    if cost <= 0:
        return None
    zone.ask_hosts({i: layout.number(price.by, i) or 0 for i in zone.ids}, cost)
    return Charge(lambda row, k: np.minimum(row, zone.free_hosts(cost), out=k), lambda k: zone.use_host(cost, k))


def tribute(tb: Games, price: Tribute, t: int, step: Play) -> Made:
    layout, zone = tb.layout, tb.zone(price.zone)
    each = layout.number(price.count, t) or 0
    if each <= 0:
        return None
    own = layout.number(price.by, t) or 0
    order = layout.ranked(None, (price.by,))
    weak = [w for w in order if w in zone.ids and (layout.number(price.by, w) or 0) < own]
    number, sum_, part = tb.dtype.type(min(each, np.iinfo(tb.dtype).max)), tb.empty_row(), tb.empty_row()

    def limit(row: Row, k: Row) -> None:
        summed((zone.rows[w] for w in weak), sum_)
        if each > 1:
            np.floor_divide(sum_, number, out=sum_)
        np.minimum(row, sum_, out=k)

    def take(k: Row) -> None:
        np.multiply(k, number, out=sum_)  # what is still owed; at most the cards of the zone
        for w in weak:
            if not np.count_nonzero(sum_):
                break
            np.minimum(sum_, zone.rows[w], out=part)
            np.subtract(sum_, part, out=sum_)
            tb.tell("tribute", step.name, [(w, part)])
            zone.leave(w, part)

    return Charge(limit, take)


def room(tb: Games, price: Room, t: int, step: Play) -> Made:
    zones = [tb.zone(name) for name in price.zones]
    for other in step.prices:
        gives = isinstance(other, Tribute) and (tb.layout.number(other.count, t) or 0) > 0
        if isinstance(other, Tribute) and gives and (other.zone,) == price.zones:
            return None
    zones = [zone for zone in zones if zone.ids]
    if not zones:
        return None
    most, sum_, free = reader(tb, price.most), tb.empty_row(), tb.empty_row()

    def limit(row: Row, k: Row) -> None:
        size = summed((zone.size for zone in zones), sum_) if len(zones) > 1 else zones[0].size
        bound = tb.row(most())
        if price.holds:
            np.maximum(bound, size, out=free)
            np.subtract(free, size, out=free)
            np.minimum(row, free, out=k)
        else:
            np.multiply(row, np.less(size, bound).view(np.uint8), out=k)

    return Charge(limit)


def alike(tb: Games, price: Alike, t: int, step: Play) -> Made:
    most = reader(tb, price.most)()
    group = tb.layout.classes[t]
    if len(group.cards) > 1 or group.count <= most:
        return None
    room_for = alike_room(tb, price, t)
    return Charge(lambda row, k: np.minimum(row, room_for(), out=k))


def alike_room(tb: Games, price: Alike, t: int) -> Callable[[], Row]:
    """How many more copies of a class may come into these zones."""
    zones = [zone for name in price.zones if t in (zone := tb.zone(name)).ids]
    most, sum_, free = reader(tb, price.most), tb.empty_row(), tb.empty_row()

    def run() -> Row:
        summed((zone.rows[t] for zone in zones), sum_)
        np.maximum(tb.row(most()), sum_, out=free)
        np.subtract(free, sum_, out=free)
        return free

    return run


def needs(tb: Games, price: Needs, t: int, step: Play) -> Made:
    layout = tb.layout
    zones = [tb.zone(name) for name in price.zones]
    found: list[list[tuple[Any, int]]] = []
    for name in map(normalise, layout.texts(price.by, t)):
        ids = [i for i, g in enumerate(layout.classes) if any(name in map(normalise, c.names) for c, _ in g.cards)]
        found.append([(zone, i) for zone in zones for i in ids if i in zone.ids])
    if not found or not all(found):
        return False
    sum_ = tb.empty_row()

    def limit(row: Row, k: Row) -> None:
        np.copyto(k, row)
        for rows in found:
            summed((zone.rows[i] for zone, i in rows), sum_)
            np.multiply(k, np.not_equal(sum_, 0).view(np.uint8), out=k)

    return Charge(limit)


def attach(tb: Games, price: Attach, t: int, step: Play) -> Made:
    assert step.to is not None
    borne = bearers(tb, price)
    worn = borne.ask(t, price, tb.zone(step.to), step.name)
    return Charge(borne.limit, lambda k: borne.take(worn, k))


PRICES: dict[type[Price], Callable[[Games, Any, int, Play], Made]] = {
    Pay: pay,
    Host: host,
    Tribute: tribute,
    Room: room,
    Alike: alike,
    Needs: needs,
    Attach: attach,
}


def charges(tb: Games, step: Play, t: int) -> list[Charge] | None:
    """The charges of a class; None where it can never be played."""
    found: list[Charge] = []
    for price in step.prices:
        made = PRICES[type(price)](tb, price, t, step)
        if made is False:
            return None
        if isinstance(made, Charge):
            found.append(made)
    return found
