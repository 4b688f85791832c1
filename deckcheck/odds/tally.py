"""How the calls of a query grow while hands are counted, and what each card is to them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import count

from deckcheck.cards.pool import Card
from deckcheck.chance.calls import KINDS, Call, Different, Keys, Reading, Step, Value
from deckcheck.chance.classes import CardClass, is_blank, value_of
from deckcheck.record import dataclass, replace
from deckcheck.rules.view import DeckView

__all__ = ["KINDS", "Lane", "Row", "own_keys", "read_cards"]

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
