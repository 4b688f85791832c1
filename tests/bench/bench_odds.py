"""How long exact odds take, against looking at every hand in the same run.

    python tests/bench/bench_odds.py

The measured part is a compiled query on a deck of forty: reading the cards, merging them, counting, and
the verdict on every outcome. Bar: 1 ms for up to six groups.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from math import comb, prod

from deckcheck.cards.card_schema import FieldType
from deckcheck.cards.pool import Card
from deckcheck.chance.policy import Policy, classed
from deckcheck.expr import Scope, compile_text
from deckcheck.odds.chances import of_hand
from deckcheck.odds.exact import own_keys, read_cards
from deckcheck.odds.query import compile_query
from deckcheck.rules.view import DeckView

KINDS = tuple("abcdefg")
SCOPE = Scope({"name": FieldType("text"), "kind": FieldType("text", enum=KINDS), "cost": FieldType("number")})
VIEW = DeckView((), (), (), compile_text("name", SCOPE), {}, {}, "2026-01-01")
HAND = 7


def deck() -> tuple[tuple[Card, int], ...]:
    cards = [(3, kind, cost) for cost, kind in enumerate("abcdef")] + [(3, "a", 3), (19, "g", 9)]
    return tuple(
        (Card(f"{kind}{cost}", (), {"kind": kind, "cost": cost, "name": kind}), count) for count, kind, cost in cards
    )


QUERIES = {
    "one group": "count(kind == a) >= 1",
    "three groups": "count(kind == a) >= 1 and count(kind == b) >= 1 or count(kind == c) >= 1",
    "six groups, all of them": " and ".join(f"count(kind == {kind}) >= 1" for kind in "abcdef"),
    "six groups, mixed": (
        "(count(kind == a) >= 2 or count(kind == b) == 2) and (count(kind == c) >= 2 or count(kind == d) >= 2)"
        " or count(kind == e) >= 2 and count(kind == f) >= 1"
    ),
    "six groups that overlap": (
        "count(kind == a) >= 1 and count(cost == 3) >= 1 and count(cost <= 2) >= 1 and count(cost >= 2) >= 2"
        " and count(kind == a | b) >= 1 and count(kind != g) <= 3"
    ),
}


def exactly(text: str) -> Callable[[], Fraction]:
    cards = deck()
    query = compile_query(text, SCOPE, VIEW, (card for card, _ in cards))

    def run() -> Fraction:
        rows, _ = read_cards([card for card, _ in cards], query.asked.calls, VIEW)
        groups = own_keys(classed(cards, rows, Policy(), VIEW))
        return of_hand(query, groups, HAND).get(True, Fraction(0))

    return run


def by_every_hand(text: str) -> Callable[[], Fraction]:
    """Every hand as numbers of each line of the deck, each judged by the query itself."""
    cards = deck()
    query = compile_query(text, SCOPE, VIEW, (card for card, _ in cards))
    rows, _ = read_cards([card for card, _ in cards], query.asked.calls, VIEW)

    def hands() -> Iterator[tuple[int, ...]]:
        for counts in product(*(range(min(count, HAND) + 1) for _, count in cards[:-1])):
            rest = HAND - sum(counts)
            if 0 <= rest <= cards[-1][1]:
                yield (*counts, rest)

    def run() -> Fraction:
        good = 0
        for counts in hands():
            values = tuple(sum(n for n, row in zip(counts, rows, strict=True) if row[i]) for i in range(len(rows[0])))
            if query.value(values) is True:
                good += prod(comb(count, n) for (_, count), n in zip(cards, counts, strict=True))
        return Fraction(good, comb(sum(count for _, count in cards), HAND))

    return run


def best(run: Callable[[], Fraction], seconds: float) -> float:
    """The least time of a call, in milliseconds."""
    end, least = time.perf_counter() + seconds, float("inf")
    while True:
        start = time.perf_counter()
        run()
        now = time.perf_counter()
        least = min(least, 1000 * (now - start))
        if now >= end:
            return least


def main() -> None:
    print(f"{'exact odds, hand of 7 out of 40':32s}{'ms':>8s}{'every hand, ms':>16s}{'ratio':>8s}  chance")
    for name, text in QUERIES.items():
        fast, slow = exactly(text), by_every_hand(text)
        assert fast() == slow(), name
        a, b = best(fast, 0.5), best(slow, 0.0)
        print(f"{name:32s}{a:8.3f}{b:16.1f}{b / a:8.0f}  {float(fast()):.6f}")


if __name__ == "__main__":
    main()
