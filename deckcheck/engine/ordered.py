"""A hand whose order counts: the card at each place, and the way it is played from.

`code[p]` is the card at place p from the left: `rank << bits | cost`, the greatest number where there is
none; the rank is the policy's order. One pass plays one card in every game that can pay one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from deckcheck.engine.arrays import Arrays
from deckcheck.engine.games import Bounds, Games
from deckcheck.engine.play_plan import HAND, Dig
from deckcheck.engine.rows import reader
from deckcheck.engine.tape import Row

Run = Callable[[int, int], bool]


class OrderedHand:
    """The hand by places. `ever[t]`: whether a card of the class was played so far."""

    def __init__(self, tb: Arrays) -> None:
        self.tb = tb
        self.ids = tuple(range(tb.types))
        self.size = tb.zeros_row()
        self.codes: list[int] = [0] * tb.types
        self.bits = 0
        self.type: Any = np.dtype(np.uint8)
        self.rows: dict[int, Row] = {}
        self.ever = np.zeros((tb.types, tb.count), np.bool_)

    def encode(self, rank: dict[int, int], cost: dict[int, int | None], most: int) -> None:
        """Codes of all classes: those without a cost, or of a higher one than can be paid, are never played."""
        payable = [c for t in rank if (c := cost[t]) is not None and c <= most]
        self.bits = max((max(payable, default=0) + 1).bit_length(), (most + 1).bit_length())
        low = (1 << self.bits) - 1
        for t in self.ids:
            price = cost[t]
            self.codes[t] = rank[t] << self.bits | (price if price is not None and price <= most else low)
        self.type = np.dtype(next(d for d in (np.uint8, np.uint16, np.uint32) if max(self.codes) < np.iinfo(d).max - 1))

    def build(self) -> None:
        places = self.tb.cards + 1  # one more, always empty, to close up from
        self.none = np.iinfo(self.type).max
        self.code = [np.full(self.tb.count, self.none, self.type) for _ in range(places)]
        self.row_of = {t: np.array(self.codes[t], self.type) for t in self.ids}

    def reset(self) -> None:
        self.size.fill(0)
        self.ever.fill(False)
        for row in self.code:
            row.fill(self.none)

    def fresh(self, turn: int) -> None:
        """Nothing changes in the hand as a turn begins."""

    def deal(self, place: int, t: Row) -> None:
        """Put a class at a place of every game."""
        np.take(np.array(self.codes, self.type), t, out=self.code[place])
        np.add(self.size, 1, out=self.size)

    def order(self, column: int) -> list[int]:
        """The classes in the hand of one game, from the left."""
        codes = (int(row[column]) for row in self.code)
        return [self.codes.index(code) for code in codes if code != self.none]

    def size_now(self) -> Row:
        return self.size

    def row_now(self, t: int) -> Row:
        """Copies of a class in the hand. Classes may not share a code, so each is known by its own."""
        total = self.tb.zeros_row()
        for row in self.code:
            np.add(total, row == self.row_of[t], out=total)
        return total


def dig(tb: Games, step: Dig) -> Run:
    """One card at a time: the best that can be paid out of the leftmost ones."""
    hand = tb.hand
    assert isinstance(hand, OrderedHand)
    assert step.pay is not None
    layout, pool = tb.layout, tb.pools[step.pay.pool]
    goes: dict[int, str | None] = {}
    for line in step.lines:
        for t in layout.ranked(line.of, line.order):
            goes.setdefault(t, line.to)
    cost = {t: layout.number(step.pay.amount, t) for t in hand.ids}
    for t, zone in goes.items():
        if zone == HAND and cost[t] == 0:
            cost[t] = None  # it would come back for nothing, for ever
            tb.endless.append(t)
    bound = Bounds(layout, tb.turns).pool(step.pay.pool)
    most = bound[1] if bound is not None else 2**16
    # Classes out of all lines rank last, each with a code of its own.
    rank = {t: i for i, t in enumerate(goes)}
    hand.encode(rank | {t: len(rank) + i for i, t in enumerate(u for u in hand.ids if u not in rank)}, cost, most)
    for t in hand.ids:
        if t not in goes:
            hand.codes[t] |= (1 << hand.bits) - 1
    tb.played.update(t for t in goes if cost[t] is not None)
    reach = reader(tb, step.reach) if step.reach is not None else (lambda: tb.cards)
    what = [(t, tb.zone(to) if to not in (None, HAND) else None, to == HAND) for t, to in goes.items()]
    kind = hand.type
    low = kind.type((1 << hand.bits) - 1)
    x, best, acc, back = (np.empty(tb.count, kind) for _ in range(4))
    m = np.empty(tb.count, np.bool_)
    full = kind.type(np.iinfo(kind).max)

    def spread(flag: Row, out: Row) -> Row:
        """All bits where a truth holds."""
        np.copyto(out, flag)
        np.negative(out, out=out)
        return out

    def put(place: int, where: Row, new: Row) -> None:
        code = hand.code[place]
        np.bitwise_xor(code, new, out=x)
        np.bitwise_and(x, where, out=x)
        np.bitwise_xor(code, x, out=code)

    def run(turn: int, again: int) -> bool:
        places = len(hand.code) - 1
        window = min(int(reach() or 0), places)
        price = [np.empty(tb.count, kind) for _ in range(window)]
        while True:
            best.fill(full)
            for p, row in enumerate(price):  # its code if it can be paid, else the greatest number
                np.bitwise_and(hand.code[p], low, out=x)
                np.greater(x, pool, out=m)
                np.bitwise_or(hand.code[p], spread(m, x), out=row)
                np.minimum(best, row, out=best)
            none = best == full
            if none.all():
                return True
            np.subtract(best, none, out=best)  # matches no place
            acc.fill(0)
            for p in range(places):  # from the card's place on everything moves one place left
                if p < window:
                    np.equal(price[p], best, out=m)
                    np.bitwise_or(acc, spread(m, x), out=acc)
                put(p, acc, hand.code[p + 1])
            some = ~none
            np.subtract(pool, (best & low) * some, out=pool, casting="unsafe")
            np.subtract(hand.size, some, out=hand.size)
            _arrive(tb, step, hand, best, what, back)
            if back.any():
                for p in range(places):
                    np.equal(hand.size, p, out=m)
                    np.bitwise_and(spread(m, acc), back, out=acc)
                    put(p, acc, best)
                np.add(hand.size, back != 0, out=hand.size)

    return run


def _arrive(tb: Games, step: Dig, hand: OrderedHand, best: Row, what: list[Any], back: Row) -> None:
    """The cards just played come where they belong; `back` is set where one returns to the hand."""
    back.fill(0)
    struck: dict[int, Any] = {}
    stood: dict[int, Any] = {}
    for t, zone, returns in what:
        played = best == hand.row_of[t]
        np.logical_or(hand.ever[t], played, out=hand.ever[t])
        k = played.view(np.uint8)
        if tb.log is not None:
            tb.tell("returns" if returns else "play", step.name, [(t, k)], step)
        if returns:
            np.subtract(back, k, out=back)
        elif zone is not None:
            zone.move(t, k, arrive=False)
            # One card at most came in each game, so that one row holds them all.
            if zone.line is not None:
                code = k * zone.line.codes[t]
                stood[id(zone)] = code if id(zone) not in stood else stood[id(zone)] + code
            for arrivals in zone.arrivals:
                if strength := arrivals.strength.get(t, 0):
                    struck[id(arrivals)] = k * np.uint32(strength) + struck.get(id(arrivals), np.uint32(0))
    for zone in {id(zone): zone for _, zone, _ in what if zone is not None}.values():
        if id(zone) in stood:
            zone.line.append(stood[id(zone)])
        for arrivals in zone.arrivals:
            if id(arrivals) in struck:
                arrivals.rows.append((tb.now, struck[id(arrivals)]))
