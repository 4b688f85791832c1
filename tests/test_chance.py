"""One model of chance: odds, the goldfish engine and plain enumeration say the same of one deck and one policy."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import comb
from pathlib import Path
from random import Random
from typing import Any

import pytest
from kit import Table, tiny, written
from reference.chances import differences

from deckcheck.cards.pool import Card
from deckcheck.chance.calls import KINDS
from deckcheck.chance.classes import by_value, classes
from deckcheck.chance.interval import mean_half, share_half, share_interval
from deckcheck.cli import run
from deckcheck.engine.layout import lay_out
from deckcheck.engine.read import play_problems, read_plan, with_policy
from deckcheck.expr import ExprError
from deckcheck.expr.operators import OVER_CARDS
from deckcheck.goldfish.play import Run, play
from deckcheck.goldfish.result import result
from deckcheck.odds.answer import Answer, Question, ask
from deckcheck.odds.opening import Opening, Wish, opening_of
from deckcheck.report import DeckcheckError
from deckcheck.wording import message


@pytest.mark.parametrize("part", range(2))
def test_random_openings(tmp_path: Path, part: int) -> None:
    """`tests/bench/compare_chances.py` does the same with as many as one has time for."""
    for number in range(part, 60, 2):
        assert list(differences(tmp_path, number, 4)) == []


HEAD = """
sections: {main: {title: Deck}, throne: {title: Throne}}
card:
  required: [name]
  properties:
    name: {type: string}
    kind: {enum: [x, y, hero]}
    cost: {type: integer}
    twin: {type: string}
copy: twin else name
rules: {size: {size: {in: main, min: 1}, assumed: a deck holds a card}}
play:
"""
CARDS = (
    "name,kind,cost,twin\nAa,x,1,\nBb,x,1,\nCc,x,1,\nDd,x,1,\nEe,x,1,\nTen,x,10,\nNine,x,9,\nYam,y,,\nLord,hero,3,\n"
)


def game(folder: Path, setup: str, more: str = "  turn: [draw: {n: 1}]", zones: str = "hand: ") -> Table:
    steps = "".join(f"    - {step}\n" for step in setup.split("; "))
    table = tiny(folder, f"{HEAD}  deck: [main, throne]\n  zones: {{{zones}}}\n  setup:\n{steps}{more}\n", CARDS)
    assert play_problems(table.game) == ()
    return table


def opened(table: Table, deck: Mapping[str, Sequence[str]], **wish: Any) -> Opening:
    return opening_of(table.deck(deck), table.checker(), Wish(**wish))


def answered(table: Table, opening: Opening, text: str) -> Answer:
    question = Question(text, opening.hand, opening.drawn, opening.policy)
    found = ask(question, opening.entries, table.game.scope, opening.view)
    assert found.exact
    return found


def chance(table: Table, opening: Opening, text: str) -> Fraction:
    found = answered(table, opening, text).probability
    assert found is not None
    return found


def seen(
    table: Table, deck: Mapping[str, Sequence[str]], keep: str | None = None, games: int = 32_768
) -> dict[str, Any]:
    """Of each card in how many games it was in the opening hand, and its interval."""
    plan = with_policy(read_plan(table.game, table.checker().ruleset), keep, None)
    layout = lay_out(plan, table.deck(deck).entries, table.game.scope)
    return dict(result(layout, play(Run(layout, 1, 1, games)), seed=1).cards)


# Ties.

TIED = "draw: {n: 5}; mulligan: {toss: {of: kind == x, leave: 1}}"
FIVE = {"main": [f"1 {name}" for name in ("Aa", "Bb", "Cc", "Dd", "Ee")] + ["4 Yam"]}


def _tied() -> Fraction:
    """All first hands of nine cards: of those of kind x the last by name stays, as many new ones come."""
    from itertools import combinations

    cards = ["Aa", "Bb", "Cc", "Dd", "Ee", "y", "y", "y", "y"]
    good, hands = Fraction(0), list(combinations(range(9), 5))
    for first in hands:
        tossed = [at for at in first if cards[at] != "y"][:-1]
        kept, rest = [at for at in first if at not in tossed], [at for at in range(9) if at not in first]
        ends = list(combinations(rest, min(len(tossed), len(rest))))
        good += Fraction(sum(1 in (*kept, *new) for new in ends), len(ends))
    return good / len(hands)


def test_a_tie_goes_by_name_whatever_is_asked(tmp_path: Path) -> None:
    table = game(tmp_path, TIED)
    opening = opened(table, FIVE, mulligan=True)
    asked = [
        f'count(name == "Bb") >= 1{more}' for more in ("", *(f' and count(name == "{n}") >= 0' for n in ("Cc", "Ee")))
    ]
    assert {chance(table, opening, text) for text in asked} == {_tied()}
    assert answered(table, opening, "different()").exact


def test_ties_go_by_value_none_first_then_by_name(tmp_path: Path) -> None:
    """Ten comes after nine, what has no number before both; the lines of the deck have no say."""
    table = game(tmp_path, "draw: {n: 2}", "  turn: [attack: {with: [], sum: cost}]")
    deck = ["1 Ten", "1 Nine", "2 Nobody", "1 Yam", "1 Cc", "1 Aa"]
    for lines in (deck, deck[::-1]):
        layout = lay_out(
            read_plan(table.game, table.game.ruleset(None)), table.deck({"main": lines}).entries, table.game.scope
        )
        assert [layout.name(t) for t in range(len(layout.classes))] == ["Nobody", "Yam", "Aa / Cc", "Nine", "Ten"]
    readings = [None, 0, 2, 10, "10", "9", (None,), (2,), (2, "a"), (10,)]
    assert sorted(Random(1).sample(readings, len(readings)), key=by_value) == readings


def test_records_of_one_name_go_by_what_else_they_hold() -> None:
    twins = [Card("A", ("A",), {"name": "A", "cost": cost}) for cost in (10, 9)]
    (found,) = classes([(card, 1) for card in twins], lambda card: None)
    assert [card.fields["cost"] for card, _ in found.cards] == [9, 10]


def test_the_last_cards_tossed_are_those_of_the_greatest_value(tmp_path: Path) -> None:
    """Two of three stay, without an order: 9 before 10, so that the nine goes where both are held."""
    table = game(
        tmp_path,
        "draw: {n: 3}; mulligan: {toss: {of: kind == x and cost > 1, leave: 1}}",
        "  turn: [attack: {with: [], sum: cost}]",
    )
    deck = {"main": ["1 Ten", "1 Nine", "2 Yam"]}
    opening = opened(table, deck, mulligan=True)
    # Of the four hands two hold both: Nine goes and the Yam that is left comes. Ten is held in 3 of 4 hands.
    assert chance(table, opening, 'count(name == "Ten") >= 1') == Fraction(3, 4)
    assert chance(table, opening, 'count(name == "Nine") >= 1') == Fraction(1, 4)
    figures = seen(table, deck)
    assert [figures[name].seen[0].mean for name in ("Ten", "Nine")] == pytest.approx([0.75, 0.25], abs=0.02)


# Fields that a card lacks.


@pytest.mark.parametrize(
    "keep", ["sum(cost) >= 9", "sum(cost where kind == x) >= 9", "sum(cost where given(cost)) >= 9"]
)
def test_a_missing_field_counts_nothing_in_a_sum(tmp_path: Path, keep: str) -> None:
    """Each hand of Ten and a card without a cost is kept; the others (two without) are tossed whole."""
    table = game(tmp_path, "draw: {n: 2}; mulligan: {toss: {of: kind == y}}")
    deck = {"main": ["1 Ten", "3 Yam"]}
    opening = opened(table, deck, keep=keep)
    # Ten in the first hand (1/2): kept. Else both go, and the two that are left come: Ten is one of them.
    assert chance(table, opening, "sum(cost) == 10") == 1
    assert chance(table, opening, "count(kind == y) == 1") == 1
    figures = seen(table, deck, keep)
    assert figures["Ten"].seen[0].mean == 1


# Every test of a hand that the language has, in both.

TESTS = {
    "largest(cost) >= 10": lambda costs: 10 in costs,
    "hand.smallest(cost where kind == x) < 9": lambda costs: 1 in costs,
    "(largest(cost) else 0) == 0": lambda costs: not costs,
    "largest(cost) == none": lambda costs: not costs,
    "count(cost >= 9) == 1 | 2": lambda costs: sum(cost >= 9 for cost in costs) in (1, 2),
    "sum(cost) // count(given(cost)) > 5": lambda costs: bool(costs) and sum(costs) // len(costs) > 5,
    "not count(kind == x) != 2": lambda costs: len(costs) == 2,
    "1 <= different(kind == x) <= 1": lambda costs: len(set(costs)) == 1,
    "min(count(cost == 1), 2) + max(count(cost == 10), 0) == 2": lambda costs: (
        min(costs.count(1), 2) + costs.count(10) == 2
    ),
    "turn == 0 and hand.size == 3 and throne.size == 1": lambda costs: True,
    "throne.largest(cost) == 3 and count() == 4": lambda costs: False,
}


@pytest.mark.parametrize("keep", TESTS)
def test_a_policy_may_ask_all_that_the_language_has(tmp_path: Path, keep: str) -> None:
    """Everything is tossed unless the hand is kept, so that the cards seen tell how often it was."""
    from itertools import combinations

    table = game(
        tmp_path,
        "place: {of: kind == hero, to: throne}; draw: {n: 3}; mulligan: {toss: {of: given(name)}}",
        zones="hand: , throne: kind == hero",
    )
    deck = {"main": ["2 Ten", "1 Nine", "2 Aa", "2 Yam"], "throne": ["1 Lord"]}
    pile = [10, 10, 9, 1, 1, None, None]
    kept = 0
    hands = list(combinations(range(7), 3))
    good = Fraction(0)
    for first in hands:
        costs = [cost for at in first if (cost := pile[at]) is not None]
        kept += TESTS[keep](costs)
        rest = [at for at in range(7) if at not in first]
        ends = [first] if TESTS[keep](costs) else list(combinations(rest, 3))
        good += Fraction(sum(any(pile[at] == 10 for at in end) for end in ends), len(ends))
    opening = opened(table, deck, keep=keep)
    assert chance(table, opening, "count(cost == 10) >= 1") == good / len(hands)
    plan = with_policy(read_plan(table.game, table.checker().ruleset), keep, None)
    layout = lay_out(plan, table.deck(deck).entries, table.game.scope)
    tally = play(Run(layout, 1, 1, 20_000))
    share = kept / len(hands)
    assert tally.mulligans[0] == pytest.approx(20_000 * share, abs=5 * (20_000 * share * (1 - share)) ** 0.5)
    assert with_policy(plan, keep, "cost > 3").reads[: len(plan.reads)] == plan.reads


@pytest.mark.parametrize(
    ("keep", "sentence"),
    [
        ("count(count() > cost) >= 1", "odds.nested"),
        ("hand.kind has x", "expr.unsupported.row"),
        ("deck.count() > 3", "expr.unsupported.row"),
        ("cost > 3", "schema.play-of-table"),
        ("hand.size", "expr.wanted"),
    ],
)
def test_what_no_policy_may_ask(tmp_path: Path, keep: str, sentence: str) -> None:
    plan = read_plan(game(tmp_path, TIED).game, game(tmp_path, TIED).game.ruleset(None))
    with pytest.raises(ExprError) as error:
        with_policy(plan, keep, None)
    assert error.value.sentence == sentence


def test_the_calls_are_those_of_the_language() -> None:
    assert set(KINDS) == set(OVER_CARDS)


def test_cards_that_are_copies_of_one_another_are_counted_once(tmp_path: Path) -> None:
    """By the game's own key, merged or not; nothing else tells the cards apart."""
    play_section = """
  zones: {hand: }
  setup: [draw: {n: 2}, mulligan: {keep: different() >= 2, toss: {of: kind == x}}]
  turn: [draw: {n: 1}]
"""
    table = tiny(tmp_path, HEAD + play_section, "name,kind,twin\nOld,x,Old\nNew,x,Old\nOdd,x,\n")
    deck = {"main": ["1 Old", "1 New", "1 Odd"]}
    opening = opened(table, deck, mulligan=True)
    # The hand of both copies goes; the one card that is left comes.
    assert chance(table, opening, "hand.size == 1") == Fraction(1, 3)
    layout = lay_out(read_plan(table.game, table.game.ruleset(None)), table.deck(deck).entries, table.game.scope)
    assert play(Run(layout, 1, 1, 9000)).mulligans[1] == pytest.approx(3000, abs=250)


# Unknown cards.


def test_unknown_cards_are_blank_cards_of_the_pile_in_both(tmp_path: Path) -> None:
    """3 of 40 in a hand of 7, ten of them unknown: 553/1235, not 7 of 30."""
    table = game(
        tmp_path,
        "draw: {n: 7}; mulligan: {toss: {of: not kind == x, leave: 0}}",
        "  turn: [attack: {with: [], sum: cost}]",
    )
    deck = {"main": ["3 Ten", "27 Yam", "6 Nobody", "4 Nemo"]}
    opening = opened(table, deck)
    assert (opening.size, chance(table, opening, 'count(name == "Ten") >= 1')) == (40, Fraction(553, 1235))
    notes = [(note.sentence, dict(note.facts)) for note in opening.notes]
    assert notes == [("chance.blank", {"cards": ("Nobody", "Nemo"), "count": 10})]
    figures = seen(table, deck, keep="hand.size > 0")
    assert abs(figures["Ten"].seen[0].mean - 553 / 1235) < 2 * figures["Ten"].seen[0].half
    assert sorted(figures) == ["Ten", "Yam"]


# Blank cards count where every card counts, and nowhere else.
@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("count()", 4),
        ("hand.size", 4),
        ("count(not kind == x)", 1),
        ("count(cost != 3)", 2),
        ("count(cost == none or not given(kind))", 1),
        ('count(name == "Nobody")', 0),
        ("different()", 2),
        ("sum(cost else 7)", 17),
        ("largest(cost else 99)", 99),
        ("smallest(cost else -1)", -1),
    ],
)
def test_a_blank_card_passes_no_test_and_has_no_value(tmp_path: Path, text: str, value: int) -> None:
    """A Ten, a Yam (which lacks a cost) and two cards that nobody knows."""
    table = game(tmp_path, "draw: {n: 4}; mulligan: {toss: {of: kind == x}}")
    deck = {"main": ["1 Ten", "1 Yam", "1 Nobody", "1 Nemo"]}
    assert answered(table, opened(table, deck), text).chances == {value: 1}
    plan = with_policy(read_plan(table.game, table.checker().ruleset), f"({text}) == {value}", None)
    layout = lay_out(plan, table.deck(deck).entries, table.game.scope)
    assert play(Run(layout, 1, 1, 50)).mulligans == [50]  # kept, so that nothing is tossed


# How many cards are drawn.

HERO = "place: {of: kind == hero, to: throne, section: throne}; refill: {due: throne.sum(cost)}; draw: {n: due}"
ZONES = "hand: , throne: kind == hero, field: kind == x"


def test_a_hand_as_large_as_a_placed_card_says(tmp_path: Path) -> None:
    table = game(tmp_path, HERO, zones=ZONES)
    opening = opened(table, {"main": ["3 Ten", "17 Yam"], "throne": ["1 Lord"]})
    assert (opening.hand, opening.size) == (3, 20)
    assert chance(table, opening, "count(kind == x) >= 1") == 1 - Fraction(comb(17, 3), comb(20, 3))
    again = game(tmp_path, HERO, "  turn: [refill: {due: throne.sum(cost) - hand.size + 2}, draw: {n: due}]", ZONES)
    later = opened(again, {"main": ["20 Yam"], "throne": ["1 Lord"]}, turn=2)
    assert (later.hand, later.drawn) == (3, 2)


@pytest.mark.parametrize(
    ("setup", "turn", "wish", "sentence"),
    [
        (HERO, "", {}, "odds.no-hand"),  # no hero in the deck
        ("draw: {n: 0}", "", {}, "odds.no-hand"),
        ("draw: {n: 3}; refill: {due: hand.count(kind == x)}; draw: {n: due}", "", {}, "odds.draws-vary"),
        ("draw: {n: 3}", "draw: {n: 1, when: hand.count(kind == x) > 1}", {"turn": 1}, "odds.draws-vary"),
        (
            "draw: {n: 3}",
            "draw: {n: 1, when: damage > 3}, attack: {with: field, sum: cost}",
            {"turn": 2},
            "odds.draws-vary",
        ),
        (
            "draw: {n: 3}",
            "draw: {n: 1, when: more == 0}, play: {of: kind == x, gain: {more: cost}}",
            {"turn": 1},
            "odds.draws-vary",
        ),
    ],
)
def test_what_depends_on_the_game_is_refused(
    tmp_path: Path, setup: str, turn: str, wish: dict[str, int], sentence: str
) -> None:
    table = game(tmp_path, setup, f"  turn: [{turn}]", ZONES)
    deck = {"main": ["5 Ten", "5 Yam"]}
    with pytest.raises(DeckcheckError) as error:
        opened(table, deck, **wish)
    assert error.value.sentence == sentence
    assert opened(table, deck, hand=4).hand == 4  # the way out that the message names


def test_cards_drawn_after_the_mulligan_are_not_tossed(tmp_path: Path) -> None:
    table = game(tmp_path, "draw: {n: 2}; mulligan: {toss: {of: kind == y}}; draw: {n: 1}")
    deck = {"main": ["2 Ten", "2 Yam"]}
    opening = opened(table, deck, mulligan=True)
    assert (opening.hand, opening.drawn) == (2, 1)
    assert opened(table, deck).hand == 3
    # Two Yam go, both Ten come, then a Yam; one goes, and so on: both Ten are always held.
    found = chance(table, opening, "count(kind == x) == 2")
    one = Fraction(2, 3) * (Fraction(1, 2) + Fraction(1, 2) * Fraction(1, 2))
    assert found == Fraction(1, 6) + Fraction(1, 6) + one


@pytest.mark.parametrize(
    "steps",
    [
        "setup: [draw: {n: 2}, mulligan: {toss: {of: kind == x}}, mulligan: {toss: {of: kind == y}}]\n  turn: []",
        "setup: []\n  turn: [mulligan: {toss: {of: kind == x}}]",
    ],
)
def test_a_mulligan_is_taken_once(tmp_path: Path, steps: str) -> None:
    table = tiny(tmp_path, f"{HEAD}  zones: {{hand: }}\n  {steps}\n", CARDS)
    (problem,) = play_problems(table.game)
    assert "once" in message(problem)


# Seats.


@pytest.fixture
def told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., dict[str, Any]]:
    schema = written(
        tmp_path,
        "tiny.yaml",
        "game: tiny\ntitle: Tiny"
        + HEAD
        + "  zones: {hand: }\n  setup: [draw: {n: 3}]\n  turn: [draw: {n: 1, when: turn > 1 or seat == 2}]\n",
    )
    cards = written(tmp_path, "tiny.csv", CARDS)
    deck = written(tmp_path, "deck.yaml", "game: tiny\nmain: [3 Ten, 17 Yam]\n")

    def call(*options: str) -> dict[str, Any]:
        assert (
            run(["odds", deck, "count(kind == x) >= 1", "--schemas", schema, "--cards", cards, "-o", "json", *options])
            == 0
        )
        found: dict[str, Any] = json.loads(capsys.readouterr().out)
        return found

    return call


SAME = "sees as many cards as seat 1"


@pytest.mark.parametrize(
    ("options", "seat", "seen_cards", "said"),
    [
        ([], 1, 3, False),
        (["--seat", "1"], 1, 3, False),
        (["--seat", "2"], 2, 3, True),
        (["--param", "seat=2"], 2, 3, True),
        (["--param", "seat=2", "--turn", "1"], 2, 4, False),
        (["--seat", "2", "--turn", "1"], 2, 4, False),
        (["--param", "seat=2", "--seat", "1", "--turn", "1"], 1, 3, False),
    ],
)
def test_a_seat_that_changes_nothing_is_said(
    told: Callable[..., dict[str, Any]], options: list[str], seat: int, seen_cards: int, said: bool
) -> None:
    found = told(*options)
    assert (found["seat"], found["seen"]) == (seat, seen_cards)
    assert any(SAME in note for note in found["notes"]) == said
    assert any("--turn" in note for note in found["notes"]) == said


# Intervals.


def test_one_interval_of_shares_in_both(tmp_path: Path) -> None:
    """Wilson's: a share of none or of all games is not certain thereby."""
    for hits, games in ((0, 50), (3, 50), (25, 50), (50, 50)):
        low, high = share_interval(hits, games)
        half = share_half(hits, games)
        assert 0 <= low <= hits / games <= high <= 1
        assert hits / games - half <= low
        assert high <= hits / games + half
        assert half > 0
    table = game(tmp_path, "draw: {n: 3}", "  turn: [attack: {with: [], sum: cost}]")
    deck = {"main": ["1 Ten", "39 Yam"]}
    figure = seen(table, deck, games=40)["Ten"].seen[0]
    assert figure.half == share_half(round(figure.mean * 40), 40)


def test_the_interval_of_a_mean(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from deckcheck.odds import exact

    assert mean_half(10, 10, 1) == 0
    assert mean_half(30, 140, 10) == pytest.approx(1.959964 * (50 / 9 / 10) ** 0.5)
    monkeypatch.setattr(exact, "MOST_STATES", 0)
    table = game(tmp_path, "draw: {n: 3}")
    opening = opened(table, {"main": ["3 Ten", "17 Yam"]})
    found = ask(Question("count(kind == x)", 3, games=2000), opening.entries, table.game.scope, opening.view)
    assert found.interval is not None
    low, high = found.interval
    assert low < 3 * 3 / 20 < high
    assert high - low == pytest.approx(2 * 1.96 * (3 * 0.15 * 0.85 * 17 / 19 / 2000) ** 0.5, rel=0.1)


def test_exact_odds_need_no_numpy() -> None:
    """With a policy and a play section."""
    import subprocess
    import sys

    script = (
        "import sys\nfrom deckcheck.cli import run\n"
        "code = run(['odds', 'tests/decks/readme/venture-legal.yaml', 'count() >= 1', '--mulligan', '-o', 'json'])\n"
        "sys.exit(code or 3 * ('numpy' in sys.modules))"
    )
    root = Path(__file__).parent.parent
    assert subprocess.run([sys.executable, "-c", script], cwd=root, capture_output=True, check=False).returncode == 0
