"""What a run counts, against its games replayed one by one: resources, cards seen and played, tenths of the life."""

from __future__ import annotations

from collections import Counter as Bag
from collections.abc import Iterator, Sequence
from math import comb
from pathlib import Path
from statistics import variance

import pytest
from invented import BOLT, GIANT, IMP, OGRE, Case, card, laid
from kit import shipped

from deckcheck.decks.deck import Entry
from deckcheck.engine.layout import Layout, lay_out
from deckcheck.engine.play_plan import HAND, Play
from deckcheck.engine.price_records import Pay
from deckcheck.engine.read import read_plan
from deckcheck.goldfish.play import Run, countable, play
from deckcheck.goldfish.result import life, result
from deckcheck.goldfish.trace import State, replay

GAMES, TURNS = 40, 5
INVENTED = """
  options: {life: {value: 23}}
  zones: {hand: , field: kind == imp, top: kind == imp}
  report: {spent: mana, board: [field, top], damage: damage, life: life}
  won: damage >= life
  setup:
    - place: {of: cost == 5, to: top}
    - draw: {n: 5}
    - mulligan: {keep: count(kind == imp) >= 3, toss: {of: kind == bolt}}
  turn:
    - draw: {n: 1, lose: empty}
    - refill: {mana: 3GIVEN}
    - repeat:
        most: 3
        steps:
          - play: {of: kind == bolt, pay: {mana: cost}, gain: {GAIN: gives}}
          - draw: {n: more}
    - play: {of: kind == imp, to: field, order: -cost, pay: {mana: cost}}
    - attack: {with: [field, top], sum: atk}
    - discard: {down_to: 4, order: cost}
"""
DECK = {IMP: 4, OGRE: 5, GIANT: 2, BOLT: 4, card("Draw", "bolt", cost=1, gives=1): 3, card("Free", "bolt", cost=0): 2}
GIVES = INVENTED.replace("GIVEN", "").replace("          - draw: {n: more}\n", "")
KINDS = {
    "the same mana in all games": INVENTED.replace("GIVEN", "").replace("GAIN", "more"),
    "mana by the hand": INVENTED.replace("3GIVEN", "hand.size - 3").replace("GAIN", "more"),
    "mana that cards give": GIVES.replace("GAIN", "mana"),
}


ORDERED = """
  zones: {hand: ordered, field: kind == imp}
  report: {board: field}
  setup: [draw: {n: all}]
  turn:
    - refill: {mana: 4}
    - play: {reach: 5, pay: {mana: cost}, first_of: [{of: kind == imp, to: field}, {of: cost > 0, to: hand}]}
    - attack: {with: field, sum: atk, settled: true}
"""


def layouts(folder: Path) -> Iterator[tuple[str, Layout]]:
    for name, text in KINDS.items():
        yield name, laid(folder, Case(text, DECK, {}))
    yield "an ordered hand", laid(folder, Case(ORDERED, {**DECK, card("Lord", "lord", cost=1): 1}, {}))
    for game_id in ("venture", "yugioh"):
        table = shipped(game_id)
        cards = [one for one in table.pool if not table.game.not_a_card(one)]
        some = cards[:: max(1, len(cards) // 14)][:14]
        plan = read_plan(table.game, table.game.ruleset(None))
        yield game_id, lay_out(plan, [Entry(3, one.name, "main", one) for one in some], table.game.scope, merge=False)


def at_least(numbers: Sequence[int]) -> list[int]:
    return [sum(number >= least for number in numbers) for least in range(1, max(numbers) + 1)]


def paid(layout: Layout, state: State) -> int:
    """What the plays of a turn took of the pool that is told."""
    total = 0
    for event in state.events:
        for price in event.step.prices if event.what == "play" and isinstance(event.step, Play) else ():
            if isinstance(price, Pay) and price.pool == layout.plan.spent:
                total += sum(max(0, layout.number(price.amount, t) or 0) * n for t, n in event.cards)
    return total


def moved(states: Sequence[State]) -> tuple[Bag[int], Bag[int]]:
    """Copies by class that left the pile, and those that left the hand but by a discard."""
    seen: Bag[int] = Bag()
    played: Bag[int] = Bag()
    for event in (event for state in states for event in state.events):
        cards = Bag(dict(event.cards))
        if event.what in ("draw", "search"):
            seen += cards
        if event.what == "toss":
            seen -= cards
        if event.what in ("play", "returns") and (not isinstance(event.step, Play) or event.step.source == HAND):
            played += cards
    return seen, played


def test_counts_are_those_of_the_games_replayed(tmp_path: Path) -> None:
    for name, layout in layouts(tmp_path):
        plan, placed = layout.plan, Bag(t for _, t in layout.placed)
        tally = play(Run(layout, TURNS, 3, GAMES))
        games = [replay(layout, TURNS, 3, number) for number in range(GAMES)]
        tossed = sum(any(event.what == "toss" and event.cards for event in states[0].events) for states in games)
        assert tally.mulligans == ([GAMES - tossed, tossed] if tossed else [GAMES]), name
        for turn, now in enumerate(tally.turns, 1):
            told = f"{name}, turn {turn}"
            ends = [states[turn] for states in games]
            if plan.spent:
                assert now.wasted == at_least([state.pools[plan.spent] for state in ends]), told
                assert now.spent == at_least([paid(layout, state) for state in ends]), told
                neat = [all(state.pools[plan.spent] == 0 for state in states[1 : turn + 1]) for states in games]
                assert now.perfect == sum(neat), told
            assert now.hand == at_least([sum(n for _, n in state.zones[HAND]) for state in ends]), told
            board = [sum(n for zone in plan.board for _, n in state.zones[zone]) for state in ends]
            assert now.board == at_least(board), told
            damage, whole = [state.totals["damage"] for state in ends], life(plan) or 0
            tenths = [sum(10 * points >= whole * tenth for points in damage) for tenth in range(1, 11)] if whole else []
            assert now.over == [number for number in tenths if number], told
            bags = [moved(states[: turn + 1]) for states in games]
            for t in range(len(layout.classes)):
                for counted, at in ((now.seen, 0), (now.played, 1)):
                    least = sum(bag[at][t] + placed[t] > 0 for bag in bags)
                    assert counted[t] == ([least] if least else []), (told, layout.name(t))


def test_shares_of_merged_cards_are_those_of_each(tmp_path: Path) -> None:
    """Two cards alike share a class; the chance to have seen either is as if they were told apart."""
    elf = card("Elf", cost=1, atk=1)
    text = "\n  zones: {hand: }\n  setup: [draw: {n: 3}]\n  turn: [draw: {n: 1}, attack: {with: [], sum: atk}]\n"
    deck = {IMP: 2, elf: 3, OGRE: 5}
    one, other = (laid(tmp_path, Case(text, deck, {}), merge=merge) for merge in (True, False))
    assert [len(layout.classes) for layout in (one, other)] == [2, 3]
    found, alone = (result(layout, play(Run(layout, 4, 1, 20_000)), seed=1).cards for layout in (one, other))
    assert list(found) == list(alone) == ["Elf", "Imp", "Ogre"]
    for name, figures in found.items():
        for mine, theirs in zip(figures.seen, alone[name].seen, strict=True):
            assert abs(mine.mean - theirs.mean) <= 4 * (mine.half + theirs.half) / 1.96
        assert [figure.mean for figure in figures.played] == [0.0] * 4
    # Of five alike two are this card: with n of them seen, one of the two is among them so often.
    games = [moved(replay(one, 4, 1, number))[0] for number in range(50)]
    shares = [1 - comb(3, bag[0]) / comb(5, bag[0]) for bag in games]
    few = result(one, play(Run(one, 4, 1, 50)), seed=1).cards["Imp"].seen[-1]
    assert one.name(0) == "Elf / Imp"
    assert few.mean == pytest.approx(sum(shares) / 50)
    assert few.half == pytest.approx(1.959964 * (variance(shares) / 50) ** 0.5)


@pytest.mark.parametrize("games", [1, 2, 50])
def test_half_widths_are_those_of_the_variance(tmp_path: Path, games: int) -> None:
    layout = laid(tmp_path, Case(KINDS["mana by the hand"], DECK, {}))
    found = result(layout, play(Run(layout, 3, 5, games)), seed=5)
    damage = [[state.totals["damage"] for state in replay(layout, 3, 5, number)] for number in range(games)]
    for turn, figures in enumerate(found.turns, 1):
        values = [row[turn] for row in damage]
        mean = sum(values) / games
        spread = variance(values) if games > 1 else 0.0
        assert figures.damage is not None
        assert figures.damage.mean == pytest.approx(mean)
        assert figures.damage.half == pytest.approx(1.959964 * (spread / games) ** 0.5)
        assert sum(figures.damage.spread) == pytest.approx(1)


# The zones, the steps besides the draws, the draws; how many cards; whether every order can be counted.
ORDERS = [
    ("hand: ordered", "draw: {n: all}", 1, True),
    ("hand: ordered", "draw: {n: all}", 9, True),
    ("hand: ordered", "draw: {n: all}", 10, False),
    ("hand: ordered", "draw: {n: all}", 0, False),
    ("hand: ordered", "draw: {n: all}, draw: {n: all}", 5, False),
    ("hand: ", "draw: {n: all}", 5, False),
    ("hand: ", "draw: {n: 5}", 5, False),
    ("hand: ", "draw: {n: all}, mulligan: {toss: {of: cost > 0}}", 5, False),
    ("hand: ", "refill: {due: 5}, draw: {n: due}", 5, False),
]


@pytest.mark.parametrize(("hand", "steps", "cards", "expected"), ORDERS)
def test_when_every_order_can_be_counted(hand: str, steps: str, cards: int, expected: bool, tmp_path: Path) -> None:
    case = Case(f"  zones: {{{hand}}}\n  setup: [{steps}]\n  turn: []\n", {IMP: cards} if cards else {}, {})
    assert countable(laid(tmp_path, case)) is expected
