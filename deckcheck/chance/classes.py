"""The cards of a pile: which are alike, which comes first, and blank cards, which stand for unknown ones.

The **order of the pile** settles every tie, in plays, tosses, tributes and discards alike. Cards are
compared by what is read of them, value by value: none first, then numbers by size (no before yes), then
texts by their letters; then by name. A **blank card** comes before all others. It is a card of the pile
like any other and counts where every card counts, but it passes no test and has no value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Generic, TypeVar

from deckcheck.cards.pool import Card
from deckcheck.decks.deck import Entry
from deckcheck.expr import UNKNOWN, Expr
from deckcheck.expr.values import Result, View
from deckcheck.record import dataclass

# What is read off a card; nothing but these, and tuples of them, so that readings can be sorted.
Reading = int | str | None | tuple["Reading", ...]
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class CardClass(Generic[R]):
    """Cards with the same reading.

    `reading`: what is read of each of them.
    `cards`: each card with its copies, in the order of the pile.
    """

    reading: R
    cards: tuple[tuple[Card, int], ...]

    @property
    def count(self) -> int:
        """All copies."""
        return sum(copies for _, copies in self.cards)


def blank(name: str) -> Card:
    """A card of which nothing is known but how it is written."""
    return Card(name, (), {})


def is_blank(card: Card) -> bool:
    """The record of a real card has its name at least."""
    return not card.fields


def pile_cards(entries: Iterable[Entry]) -> list[tuple[Card, int]]:
    """The cards of a deck's entries with their copies; an unknown one is a blank card."""
    blanks: dict[str, Card] = {}
    return [
        (entry.card if entry.card is not None else blanks.setdefault(entry.shown, blank(entry.shown)), entry.count)
        for entry in entries
    ]


def value_of(expr: Expr, card: Card, view: View, section: str = "") -> Result:
    """The value of an expression of a card: none where its record does not say, and of a blank card."""
    if is_blank(card):
        return None
    value = expr.run(Entry(1, card.name, section, card), view)
    return None if value is UNKNOWN else value


def classes(cards: Iterable[tuple[Card, int]], readings: Callable[[Card], Reading]) -> tuple[CardClass[Reading], ...]:
    """The classes of a deck, in the order of the pile; a card may come several times.

    It is never the order of the deck's lines: moving a line changes nothing.
    """
    copies: dict[Card, int] = {}
    for card, count in cards:
        copies[card] = copies.get(card, 0) + count
    groups: dict[Reading, list[tuple[Card, int]]] = {}
    for card, count in sorted(copies.items(), key=lambda pair: _by_name(pair[0])):
        groups.setdefault(None if is_blank(card) else readings(card), []).append((card, count))
    return tuple(CardClass(reading, tuple(groups[reading])) for reading in sorted(groups, key=by_value))


def by_value(reading: Reading) -> tuple[object, ...]:
    """What readings are sorted by: none, numbers, texts, several values."""
    if reading is None:
        return (0,)
    if isinstance(reading, tuple):
        return (3, tuple(map(by_value, reading)))
    return (2, reading) if isinstance(reading, str) else (1, reading)


def _by_name(card: Card) -> tuple[object, ...]:
    """The name; two records of one name by what else they hold."""
    return (card.name, by_value(tuple(sorted(card.fields.items()))))


def ranked(
    number: Callable[[Expr, int], int | None], count: int, of: Expr | None, order: Sequence[Expr] = ()
) -> list[int]:
    """Which of `count` classes (or cards) pass a test, least first by the numbers of `order`, else as they stand.

    :param number: the value of an expression for one of them; none counts 0 in an order.
    """
    found = [at for at in range(count) if of is None or number(of, at) == 1]
    return sorted(found, key=lambda at: ([number(expr, at) or 0 for expr in order], at))
