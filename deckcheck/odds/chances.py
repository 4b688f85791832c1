"""The chances of every value a query can have: of cards drawn at once, after a mulligan, or by playing openings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from math import comb
from random import Random

from deckcheck.chance.calls import Value
from deckcheck.chance.classes import CardClass
from deckcheck.chance.policy import Counts, Toss
from deckcheck.expr.values import Result
from deckcheck.odds.budget import Budget, TooManyError
from deckcheck.odds.exact import Group, Row, Shape, hand_ways, outcomes
from deckcheck.odds.query import Query
from deckcheck.record import dataclass
from deckcheck.report import DeckcheckError

_MOST_COUNTED = 5_000_000  # classes, times the cards of a hand
MOST_SHUFFLED = 60_000_000  # cards, over all openings
MOST_HANDS = 10_000  # different first hands; each is followed through its mulligan, 0.1 to 0.3 ms


def of_hand(query: Query, cards: Sequence[CardClass[Row]], seen: int) -> dict[Result, Fraction]:
    """The chances when `seen` cards are drawn; all cards where there are fewer.

    :raises TooManyError: counting exactly would take too long.
    """
    deck = sum(group.count for group in cards)
    seen = min(seen, deck)
    budget = Budget()
    groups, shape = hand_ways(cards, seen, budget)
    ways = outcomes(query.lanes, groups, shape, seen, budget)
    return _fractions(query, ways, comb(deck, seen))


def _fractions(query: Query, ways: Mapping[tuple[Value, ...], int], total: int) -> dict[Result, Fraction]:
    found: dict[Result, int] = {}
    for values, number in ways.items():
        result = query.value(values)
        found[result] = found.get(result, 0) + number
    return {result: Fraction(number, total) for result, number in found.items()}


def after_mulligan(
    query: Query, classes: Sequence[CardClass[Row]], hand: int, drawn: int, toss: Toss
) -> dict[Result, Fraction]:
    """The chances of the cards in hand after the mulligan and `drawn` more.

    The tossed cards are set aside while as many are drawn, then go back into the deck.

    :raises TooManyError: there are more than `MOST_HANDS` different first hands, or too much hangs on each.
    """
    counts = [cards.count for cards in classes]
    deck = sum(counts)
    hand = min(hand, deck)
    if len(counts) * hand > _MOST_COUNTED or _number_of_hands(counts, hand) > MOST_HANDS:
        raise TooManyError
    budget = Budget()
    totals: dict[Result, Fraction] = {}
    for first, weight in hands(counts, hand):
        tossed = toss(first)
        if not any(tossed) and not drawn:
            result = query.value(held(query, classes, first))
            totals[result] = totals.get(result, Fraction(0)) + Fraction(weight, comb(deck, hand))
            continue
        replaced = min(sum(tossed), deck - hand)
        left = deck - hand + sum(tossed) - replaced
        later = min(drawn, left)
        # A common denominator for the hands that toss alike many would save little.
        total = comb(deck, hand) * comb(deck - hand, replaced) * comb(left, later)
        groups, shape, place = _second_ways(classes, first, tossed, replaced, later, budget)
        ways = outcomes(query.lanes, groups, shape, place, budget)
        for result, chance in _fractions(query, ways, total).items():
            totals[result] = totals.get(result, Fraction(0)) + chance * weight
    return totals


def held(query: Query, classes: Sequence[CardClass[Row]], counts: Counts) -> tuple[Value, ...]:
    """What the calls of a query stand at for cards given as numbers of each class."""
    values = []
    for at, lane in enumerate(query.lanes):
        now = lane.start
        for cards, number in zip(classes, counts, strict=True):
            if number and cards.reading[at] is not None:
                now = lane.after(now, cards.reading[at], number)
        values.append(now)
    return tuple(values)


def hands(counts: Sequence[int], size: int) -> Iterator[tuple[Counts, int]]:
    """Every hand of `size` cards as the number it holds of each class, with the ways to draw it."""
    if not counts:
        if size == 0:
            yield (), 1
        return
    rest = sum(counts[1:])
    for k in range(max(0, size - rest), min(counts[0], size) + 1):
        ways = comb(counts[0], k)
        for others, more in hands(counts[1:], size - k):
            yield (k, *others), ways * more


def _number_of_hands(counts: Sequence[int], size: int) -> int:
    numbers = [1] + [0] * size
    for count in counts:
        if numbers[size] > MOST_HANDS:
            break
        numbers = [sum(numbers[max(0, n - count) : n + 1]) for n in range(size + 1)]
    return numbers[size]


def _second_ways(
    classes: Sequence[CardClass[Row]], first: Counts, tossed: Counts, replaced: int, later: int, budget: Budget
) -> tuple[list[Group], Shape, int]:
    """The groups once the first hand is known; the variable x counts replacements, y later draws.

    Of a class r replacements come out of what is left, and later draws out of that and the tossed.
    """
    slot = 2 * sum(cards.count for cards in classes) + 1  # each variable alone sums to 2 to the number of cards
    row = 2 * replaced + 1  # places a power of y takes: a product reaches x to the 2 * replaced
    bits = slot * row * (later + 1)
    budget.holds(sum(cards.count for cards in classes) + len(classes), bits)
    one_row = (1 << slot * (replaced + 1)) - 1
    mask = sum(one_row << slot * row * y for y in range(later + 1))
    groups = []
    for cards, held, away in zip(classes, first, tossed, strict=True):
        rest, kept = cards.count - held, held - away
        budget.spend((min(rest, replaced) + 1) * (min(rest + away, later) + 1), bits)
        ways = [0] * (kept + min(rest + away, replaced + later) + 1)
        for r in range(min(rest, replaced) + 1):
            for y in range(min(rest - r + away, later) + 1):
                ways[kept + r + y] += comb(rest, r) * comb(rest - r + away, y) << slot * (r + row * y)
        groups.append(Group(cards.reading, tuple(ways)))
    return groups, Shape(slot, mask, bits), replaced + row * later


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

    :raises DeckcheckError: that would take too long.
    """
    if games * sum(cards.count for cards in classes) > MOST_SHUFFLED:
        most = MOST_SHUFFLED // sum(cards.count for cards in classes)
        raise DeckcheckError("odds.large", games=games, deck=sum(cards.count for cards in classes), most=most)
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
