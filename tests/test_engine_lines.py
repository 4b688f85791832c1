"""Lines of many cards, and large ordered hands as a person plays them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest
from invented import RUNNER, Case, card, check, laid

from deckcheck.cards.pool import Card
from deckcheck.goldfish.trace import replay


@pytest.mark.parametrize("kinds", [30, 31, 32, 80])
def test_a_line_of_many_different_cards(tmp_path: Path, kinds: int) -> None:
    """All stand before the runner, who passes them all; then each has the place behind it that it had."""
    play = """
  zones: {hand: , field: kind == imp}
  setup:
    - draw: {n: all}
  turn:
    - play: {of: cost == 3, to: field, order: atk, when: turn == 1}
    - play: {of: cost == 2, to: field, when: turn == 2}
    - attack: {with: field, sum: atk, settled: true, passes: wait == 1, when: turn >= 3}
"""
    deck = {card(f"Guard {n:02}", cost=3, atk=n): 1 for n in range(kinds)} | {RUNNER: 1}
    strength = sum(range(kinds)) + 2
    check(tmp_path, Case(play, deck, {"damage": [0, 0, 0, strength + kinds, 2 * strength + kinds]}))
    layout = laid(tmp_path, Case(play, deck, {}))
    last = replay(layout, 4, 1, 0)[4].lines["field"]
    assert [layout.name(t) for t in last] == ["Runner", *(f"Guard {n:02}" for n in range(kinds))]


DIG = """
  zones: {hand: ordered, field: kind == imp}
  setup:
    - draw: {n: all}
  turn:
    - refill: {mana: 9}
    - play:
        reach: turn + 3
        pay: {mana: cost}
        first_of:
          - {of: kind == imp and atk > 2, to: field, order: [-cost, atk]}
          - {of: kind == bolt and cost > 2, to: hand}
          - {of: kind != lord and wait != 1, order: cost}
"""


def number(one: Card, word: str) -> int:
    value = one.fields.get(word, 0)
    assert isinstance(value, int)
    return value


def line_of(one: Card) -> tuple[int, ...] | None:
    """The line of `DIG` that a card belongs to, and its place in it."""
    kind, cost = one.fields["kind"], number(one, "cost")
    if kind == "imp" and number(one, "atk") > 2:
        return 0, -cost, number(one, "atk")
    if kind == "bolt" and cost > 2:
        return 1, 0, 0
    return (2, cost, 0) if kind != "lord" and number(one, "wait") != 1 else None


def dug(hand: list[int], cards: Sequence[Card], reach: int) -> list[int]:
    """What is left of an ordered hand by the rules of `DIG`, as a person plays it."""
    hand, mana = list(hand), 9
    while able := [
        (*line, t) for t in hand[:reach] if (line := line_of(cards[t])) and number(cards[t], "cost") <= mana
    ]:
        line, *_, best = min(able)
        mana -= number(cards[best], "cost")
        hand.remove(best)
        hand += [best] if line == 1 else []
    return hand


@pytest.mark.parametrize("size", [1, 5, 30, 62, 63, 64, 250])
def test_an_ordered_hand_as_a_person_plays_it(tmp_path: Path, size: int) -> None:
    pick = Random(size)
    kinds = ("imp", "imp", "bolt", "lord")
    deck = {
        card(
            f"Card {n}", pick.choice(kinds), cost=pick.randint(1, 11), atk=pick.randint(0, 5), wait=pick.randint(0, 4)
        ): 1
        for n in range(size)
    }
    layout = laid(tmp_path, Case(DIG, deck, {}))
    cards = [group.cards[0][0] for group in layout.classes]
    for game_number in range(3):
        before, *states = [list(state.order or ()) for state in replay(layout, 6, 1, game_number)]
        assert sorted(before) == list(range(size))
        for turn, after in enumerate(states, 1):
            before = dug(before, cards, turn + 3)
            assert after == before, turn
