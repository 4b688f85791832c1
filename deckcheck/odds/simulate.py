"""Chances by playing openings, where there are too many to count."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from random import Random

from deckcheck.chance.classes import CardClass
from deckcheck.chance.policy import Counts, Toss
from deckcheck.expr.values import Result
from deckcheck.odds.chances import held
from deckcheck.odds.query import Query
from deckcheck.odds.tally import Row
from deckcheck.record import dataclass


@dataclass(frozen=True, slots=True)
class Deal:
    """One opening: places in the deck of the first hand, the tossed cards, and all cards seen at the end."""

    first: tuple[int, ...]
    tossed: tuple[int, ...]
    seen: tuple[int, ...]


def deal(deck: Sequence[int], hand: int, drawn: int, toss: Toss, classes: int, random: Random) -> Deal:
    """Deal one opening of a deck, given as the class of each card; tossed cards go back after the new ones came."""
    order = list(range(len(deck)))
    random.shuffle(order)
    first, rest = order[:hand], order[hand:]
    away = list(toss(counted([deck[card] for card in first], classes)))
    tossed = []
    for card in first:
        if away[deck[card]]:
            away[deck[card]] -= 1
            tossed.append(card)
    new, rest = rest[: len(tossed)], rest[len(tossed) :]
    kept = [card for card in first if card not in tossed]
    if tossed and drawn:
        rest += tossed
        random.shuffle(rest)
    return Deal(tuple(first), tuple(tossed), (*kept, *new, *rest[:drawn]))


def counted(cards: Sequence[int], classes: int) -> Counts:
    """How many of each class there are."""
    counts = [0] * classes
    for card in cards:
        counts[card] += 1
    return tuple(counts)


def simulated(
    query: Query,
    classes: Sequence[CardClass[Row]],
    hand: int,
    drawn: int,
    toss: Toss,
    games: int,
    seed: int,
    tell: Callable[[int], None] = lambda done: None,
) -> dict[Result, int]:
    """How many of `games` openings gave each value of the query; the same for the same seed.

    `tell` is told how many are played.
    """
    deck = [at for at, cards in enumerate(classes) for _ in range(cards.count)]
    random = Random(seed)  # noqa: S311 - games, no secrets
    toss = cache(toss)

    @cache
    def value(counts: Counts) -> Result:
        return query.value(held(query, classes, counts))

    found: dict[Result, int] = {}
    for done in range(games):
        tell(done)
        dealt = deal(deck, hand, drawn, toss, len(classes), random)
        result = value(counted([deck[card] for card in dealt.seen], len(classes)))
        found[result] = found.get(result, 0) + 1
    return found
