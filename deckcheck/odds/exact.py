"""Exact chances by counting, in whole numbers throughout; how the calls of a query grow meanwhile.

Cards that a question cannot tell apart are one group. Groups are taken in one after another; a state is
what the tallies stand at, and its weight a polynomial whose coefficient of x^n says in how many ways n
cards lead there. A polynomial is one whole number, its coefficients side by side, so that multiplying
two of them is one multiplication.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import count
from math import comb

from deckcheck.cards.pool import Card
from deckcheck.chance.calls import Call, Different, Keys, Reading, Step, Value
from deckcheck.chance.classes import CardClass, is_blank, value_of
from deckcheck.odds.budget import Budget, TooManyError
from deckcheck.record import dataclass, replace
from deckcheck.rules.view import DeckView

Row = tuple[Reading, ...]  # what a card is to each call


@dataclass(frozen=True, slots=True)
class Lane:
    """A call while hands are counted.

    `cap`: from here on more of it changes nothing. `alike[v]`: the least value below the cap that no
    test of the query tells from v, valid once no more cards can come.
    """

    start: Value
    step: Step
    cap: int | None = None
    alike: Sequence[int] = ()

    def after(self, value: Value, reading: Reading, cards: int) -> Value:
        """The value when so many cards (at least 1) with this reading have come."""
        value = self.step(value, reading, cards)
        if self.cap is None or value is None:
            return value
        if isinstance(value, Different):
            return value if value.count < self.cap else Different(self.cap)
        return min(value, self.cap)

    def settled(self, value: Value) -> Value:
        """The value to go on with when no more cards can come."""
        if isinstance(value, Different):
            return Different(value.count if self.cap is None else self.alike[value.count])
        return value if self.cap is None or value is None else self.alike[value]


def read_cards(cards: Sequence[Card], calls: Mapping[str, Call], view: DeckView) -> tuple[list[Row], tuple[str, ...]]:
    """The readings of each card, and the names of those that count nowhere as their records do not say."""
    rows = [tuple(call.reading(card, view) for call in calls.values()) for card in cards]
    doubtful = [
        card.name
        for card in cards
        if not is_blank(card) and any(_in_doubt(call, card, view) for call in calls.values())
    ]
    return rows, tuple(dict.fromkeys(doubtful))


def _in_doubt(call: Call, card: Card, view: DeckView) -> bool:
    """Whether the record of a card does not say what it is to a call: its test, or the number to be summed."""
    picked = call.picks(card, view)
    if picked is None or call.what is None or picked is not True:
        return picked is None
    if call.word == "sum":
        return value_of(call.what, card, view, call.zone) is None
    return False


def own_keys(classes: Sequence[CardClass[Row]]) -> tuple[CardClass[Row], ...]:
    """The classes, with a copy key that no other class has as one that need not be remembered."""
    met = Counter(
        (place, key)
        for group in classes
        for place, reading in enumerate(group.reading)
        if isinstance(reading, Keys)
        for key in reading.shared
    )

    def own(place: int, reading: Reading) -> Reading:
        if not isinstance(reading, Keys):
            return reading
        shared = frozenset(key for key in reading.shared if met[place, key] > 1)
        return Keys(shared, reading.own + len(reading.shared) - len(shared))

    return tuple(replace(group, reading=tuple(map(own, count(), group.reading))) for group in classes)


_FIELD = 32  # bits for the number of a tally's value in a state; 2**32 values are never met
_ONES = (1 << _FIELD) - 1
MOST_STATES = 100_000


@dataclass(frozen=True, slots=True)
class Group:
    """Cards alike. `ways[k]`: in how many ways k of them come, as a polynomial."""

    readings: Row
    ways: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Shape:
    """How polynomials are packed: `slot` bits a coefficient, `bits` in all; `mask` keeps what can still matter."""

    slot: int
    mask: int
    bits: int

    def coefficient(self, polynomial: int, place: int) -> int:
        return polynomial >> (self.slot * place) & ((1 << self.slot) - 1)


def hand_ways(cards: Sequence[CardClass[Row]], size: int, budget: Budget) -> tuple[list[Group], Shape]:
    """The groups of a hand of `size` drawn from these cards; the coefficient to read is number `size`.

    :raises TooManyError: they are too large.
    """
    slot = sum(group.count for group in cards) + 1  # the sum of all coefficients is 2 to the number of cards
    bits = slot * (size + 1)
    budget.holds(sum(min(group.count, size) + 1 for group in cards), bits)
    shape = Shape(slot, (1 << bits) - 1, bits)
    return [
        Group(g.reading, tuple(comb(g.count, k) << slot * k for k in range(min(g.count, size) + 1))) for g in cards
    ], shape


def outcomes(
    lanes: Sequence[Lane], groups: Sequence[Group], shape: Shape, place: int, budget: Budget
) -> dict[tuple[Value, ...], int]:
    """The values the tallies can end at → in how many ways (the coefficient at `place`).

    :raises TooManyError: there are more than `MOST_STATES` states, or more than the budget allows.
    """
    counter = _Counter(lanes, shape, budget)
    states = {0: 1}
    ordered, free = _ordered(lanes, groups)
    last = {lane: at for at, (_, touched) in enumerate(ordered) for lane in touched}
    for at, (group, touched) in enumerate(ordered):
        closing = frozenset(lane for lane in touched if last[lane] == at)
        states = counter.taken(states, group, touched, closing)
        if len(states) > MOST_STATES:
            raise TooManyError
    rest = 1
    for group in free:
        budget.spend(1, shape.bits)
        rest = rest * sum(group.ways) & shape.mask
    found: dict[tuple[Value, ...], int] = {}
    budget.spend(len(states), shape.bits)
    for state, polynomial in states.items():
        ways = shape.coefficient(polynomial * rest, place)
        if ways:
            found[counter.values(state)] = ways
    return found


def _ordered(lanes: Sequence[Lane], groups: Sequence[Group]) -> tuple[list[tuple[Group, tuple[int, ...]]], list[Group]]:
    """The groups that count somewhere, each with where, tally by tally so that tallies close early; the rest."""
    touching = [(group, tuple(i for i, r in enumerate(group.readings) if r is not None)) for group in groups]
    ordered: list[tuple[Group, tuple[int, ...]]] = []
    waiting = [pair for pair in touching if pair[1]]
    for lane in range(len(lanes)):
        ordered += [pair for pair in waiting if lane in pair[1]]
        waiting = [pair for pair in waiting if lane not in pair[1]]
    return ordered, [group for group, touched in touching if not touched]


class _Counter:
    """Numbers the values of each tally as they are met; a state is those numbers side by side."""

    def __init__(self, lanes: Sequence[Lane], shape: Shape, budget: Budget) -> None:
        self.lanes = lanes
        self.shape = shape
        self.budget = budget
        self.met: list[list[Value]] = [[lane.start] for lane in lanes]
        self.numbers: list[dict[Value, int]] = [{lane.start: 0} for lane in lanes]

    def values(self, state: int) -> tuple[Value, ...]:
        return tuple(met[state >> _FIELD * i & _ONES] for i, met in enumerate(self.met))

    def number(self, lane: int, value: Value) -> int:
        numbers = self.numbers[lane]
        if value not in numbers:
            numbers[value] = len(self.met[lane])
            self.met[lane].append(value)
        return numbers[value]

    def taken(
        self, states: dict[int, int], group: Group, touched: tuple[int, ...], closing: frozenset[int]
    ) -> dict[int, int]:
        """The states after a group's cards came in every number."""
        mask = self.shape.mask
        read = sum(_ONES << _FIELD * lane for lane in touched)
        rows: dict[tuple[int, int], list[int]] = {}
        moves: dict[int, list[tuple[int, int]]] = {}
        after: dict[int, int] = {}
        for state, polynomial in states.items():
            part = state & read
            if part not in moves:
                found: dict[int, int] = {}
                parts = [self.row(rows, part, lane, group, closing) for lane in touched]
                for ways, *changes in zip(group.ways, *parts, strict=True):
                    if ways:
                        change = sum(changes)
                        found[change] = found.get(change, 0) + ways
                moves[part] = list(found.items())
            self.budget.spend(len(moves[part]), self.shape.bits)
            self.budget.holds(len(after), self.shape.bits)
            base = state - part
            for change, ways in moves[part]:
                product = polynomial * ways & mask
                if product:
                    new = base + change
                    after[new] = after.get(new, 0) + product
        return after

    def row(
        self, rows: dict[tuple[int, int], list[int]], part: int, lane: int, group: Group, closing: frozenset[int]
    ) -> list[int]:
        """What a tally adds to the state after 0, 1, 2 … cards of a group; its value before is in `part`."""
        at = part >> _FIELD * lane & _ONES
        if (lane, at) not in rows:
            rule, reading, start = self.lanes[lane], group.readings[lane], self.met[lane][at]
            values = [start, *(rule.after(start, reading, cards) for cards in range(1, len(group.ways)))]
            ends = map(rule.settled, values) if lane in closing else values
            rows[lane, at] = [self.number(lane, value) << _FIELD * lane for value in ends]
        return rows[lane, at]
