"""Chances of hands: published values, and every path against counting all hands one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb, sqrt
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckcheck.cards.card_schema import FieldType
from deckcheck.cards.pool import Card
from deckcheck.chance.calls import compile_table_expr
from deckcheck.chance.interval import share_interval
from deckcheck.chance.policy import Policy, TossRule
from deckcheck.decks.deck import Entry
from deckcheck.expr import ExprError, Scope, Type, compile_text
from deckcheck.odds import answer as answers
from deckcheck.odds import chances, exact
from deckcheck.odds.answer import Answer, Question, ask
from deckcheck.odds.ask import vary
from deckcheck.odds.chances import deal
from deckcheck.odds.query import hand_scope
from deckcheck.rules.view import DeckView

FIELDS = {
    "name": FieldType("text"),
    "kind": FieldType("text", enum=("monster", "spell", "trap")),
    "cost": FieldType("number", minimum=0),
    "tags": FieldType("text", many=True, enum=("fire", "small")),
    "twin": FieldType("text"),
}
SCOPE = Scope(FIELDS)
KEY = compile_text("twin else name", SCOPE)
VIEW = DeckView((), (), (), KEY, {}, {}, "2026-01-01")
Hand = Sequence[Card]


def card(name: str, **fields: Any) -> Card:
    return Card(name, (name,), {"name": name, **fields})


def entries(*lines: tuple[int, Card]) -> tuple[Entry, ...]:
    return tuple(Entry(count, found.name, "main", found) for count, found in lines)


def chance(text: str, deck: Sequence[Entry], hand: int, **more: Any) -> Fraction:
    found = ask(Question(text, hand, **more), deck, SCOPE, VIEW).probability
    assert found is not None
    return found


def slip(text: str, deck: Sequence[Entry] = ()) -> ExprError:
    with pytest.raises(ExprError) as caught:
        ask(Question(text, 5), deck, SCOPE, VIEW)
    return caught.value


def copies(number: int, deck: int) -> tuple[Entry, ...]:
    """So many copies of A in a deck of blanks."""
    return entries((number, card("A", kind="monster")), (deck - number, card("other", kind="spell")))


def physical(deck: Sequence[Entry]) -> list[Card]:
    return [entry.card for entry in deck for _ in range(entry.count) if entry.card]


def share(deck: Sequence[Entry], hand: int, holds: Callable[[Hand], bool]) -> Fraction:
    """The chance by looking at every hand of single cards."""
    hands = list(combinations(physical(deck), hand))
    return Fraction(sum(holds(found) for found in hands), len(hands))


# --- published values -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "deck", "hand", "expected"),
    [
        (3, 40, 5, "667/1976"),  # 33.8 %: the card of which a deck holds three, in five of forty
        (3, 40, 6, "487/1235"),
        (3, 40, 7, "553/1235"),
        (1, 40, 5, "1/8"),
        (1, 1, 1, "1"),
        (2, 5, 9, "1"),  # more draws than cards: all of them
        (2, 5, 5, "1"),
        (0, 40, 5, "0"),
        (3, 40, 0, "0"),
        (40, 40, 5, "1"),
        (2, 24, 5, "35/92"),  # 24 cards shuffled: two of 26 lie in play, one of them a copy
    ],
)
def test_at_least_one(number: int, deck: int, hand: int, expected: str) -> None:
    assert chance('count(name == "A") >= 1', copies(number, deck), hand) == Fraction(expected)


def test_the_wrong_formulas_are_not_used() -> None:
    found = float(chance('count(name == "A") >= 1', copies(3, 40), 5))
    assert found == pytest.approx(0.337551, abs=5e-7)
    for wrong in (3 * 5 / 40, 1 - (37 / 40) ** 5, 0.3187):
        assert abs(found - wrong) > 0.01


@pytest.mark.parametrize(("lands", "deck", "hand"), [(17, 40, 7), (24, 60, 7), (26, 60, 7), (41, 99, 7)])
def test_lands_in_a_hand_are_hypergeometric(lands: int, deck: int, hand: int) -> None:
    found = ask(Question('count(name == "A")', hand), copies(lands, deck), SCOPE, VIEW)
    for number in range(hand + 1):
        expected = Fraction(comb(lands, number) * comb(deck - lands, hand - number), comb(deck, hand))
        assert found.chances.get(number, Fraction(0)) == expected
    assert found.value == pytest.approx(hand * lands / deck)
    assert not found.is_test
    assert found.probability is None


def test_cards_drawn_later_are_drawn_from_the_same_deck() -> None:
    deck = copies(3, 40)
    assert chance('count(name == "A") >= 1', deck, 5, drawn=1) == chance('count(name == "A") >= 1', deck, 6)
    found = ask(Question('count(name == "A") >= 1', 30, drawn=30), deck, SCOPE, VIEW)
    assert (found.hand, found.seen, found.probability) == (30, 40, 1)


def test_a_hand_larger_than_the_deck_is_all_of_it_and_told() -> None:
    found = ask(Question('count(name == "A") >= 2', 9), copies(2, 5), SCOPE, VIEW)
    assert (found.hand, found.seen, found.deck, found.probability) == (5, 5, 5, 1)
    assert [note.sentence for note in found.notes] == ["odds.capped"]


# --- any query against all hands --------------------------------------------------------------------------

DECK = entries(
    (3, card("ash", kind="monster", cost=1, tags=("fire",))),
    (2, card("ember", kind="monster", cost=3, tags=("fire", "small"), twin="ash")),
    (2, card("wall", kind="trap", cost=1)),
    (1, card("idol", kind="spell")),
    (2, card("bolt", kind="spell", cost=3, tags=("fire",))),
)


def kinds(hand: Hand, kind: str) -> int:
    return sum(found.fields.get("kind") == kind for found in hand)


def costs(hand: Hand) -> list[int]:
    return [cost for found in hand if isinstance(cost := found.fields.get("cost"), int)]


CASES: dict[str, Callable[[Hand], bool]] = {
    "count(kind == monster) >= 2": lambda h: kinds(h, "monster") >= 2,
    "2 <= count(kind == monster) <= 3": lambda h: 2 <= kinds(h, "monster") <= 3,
    "count(kind == monster) == 1 | 3": lambda h: kinds(h, "monster") in (1, 3),
    "not count(kind == monster) != 2": lambda h: kinds(h, "monster") == 2,
    "hand.count(kind == monster) >= 1 and count(kind == trap) == 1": lambda h: (
        kinds(h, "monster") >= 1 and kinds(h, "trap") == 1
    ),
    "count(kind == monster) == 0 or count(kind == spell) >= 2": lambda h: (
        kinds(h, "monster") == 0 or kinds(h, "spell") >= 2
    ),
    "count(kind == monster) > count(kind == spell)": lambda h: kinds(h, "monster") > kinds(h, "spell"),
    "count(kind == monster) + count(kind == spell) <= 2": lambda h: kinds(h, "monster") + kinds(h, "spell") <= 2,
    "2 * count(kind == trap) - count() >= -1": lambda h: 2 * kinds(h, "trap") - len(h) >= -1,
    "hand.size == 4": lambda h: len(h) == 4,
    "sum(cost where given(cost)) <= 5": lambda h: sum(costs(h)) <= 5,
    "largest(cost) == 1": lambda h: max(costs(h), default=None) == 1,
    "smallest(cost) >= 3": lambda h: min(costs(h), default=0) >= 3,
    "largest(cost) == none": lambda h: not costs(h),
    "different() >= 3": lambda h: len({c.fields.get("twin", c.name) for c in h}) >= 3,
    "different(kind == monster) == 1 and count(cost == 3) >= 1": lambda h: (
        kinds(h, "monster") >= 1 and costs(h).count(3) >= 1
    ),
    'count(name == "ash") >= 1 and count(tags has fire) >= 2': lambda h: (
        any(c.name == "ash" for c in h) and sum("fire" in c.fields.get("tags", ()) for c in h) >= 2  # type: ignore[operator]
    ),
    "count(cost <= 1) < 1": lambda h: not any(cost <= 1 for cost in costs(h)),
    "count(kind == trap) >= 0": lambda h: True,
    "count(kind == trap) > 9": lambda h: False,
    "min(count(kind == trap), count(kind == monster)) >= 1": lambda h: (
        kinds(h, "trap") >= 1 and kinds(h, "monster") >= 1
    ),
}


@pytest.mark.parametrize("text", CASES)
@pytest.mark.parametrize("hand", [0, 1, 4, 10])
def test_queries_against_all_hands(text: str, hand: int) -> None:
    assert chance(text, DECK, hand) == share(DECK, hand, CASES[text])


SELECTORS: dict[str, Callable[[Card], bool]] = {
    "kind == monster": lambda c: c.fields["kind"] == "monster",
    "kind == spell | trap": lambda c: c.fields["kind"] != "monster",
    "cost <= 1": lambda c: c.fields["cost"] <= 1,  # type: ignore[operator]
    "cost == 2": lambda c: c.fields["cost"] == 2,
    "cost >= 1 and kind != trap": lambda c: c.fields["cost"] >= 1 and c.fields["kind"] != "trap",  # type: ignore[operator]
    'name == "c0"': lambda c: c.name == "c0",
}
Asked = tuple[str, Callable[[Hand], bool]]


@st.composite
def small_decks(draw: st.DrawFn) -> tuple[Entry, ...]:
    lines = draw(
        st.lists(
            st.tuples(st.integers(1, 3), st.sampled_from(["monster", "spell", "trap"]), st.integers(0, 2)),
            min_size=1,
            max_size=4,
        )
    )
    return entries(*((n, card(f"c{at}", kind=kind, cost=cost)) for at, (n, kind, cost) in enumerate(lines)))


def _atom(selector: str, sign: str, bound: int) -> Asked:
    picks = SELECTORS[selector]
    tests: dict[str, Callable[[int], bool]] = {
        ">=": lambda n: n >= bound,
        "<=": lambda n: n <= bound,
        "==": lambda n: n == bound,
        "!=": lambda n: n != bound,
    }
    test = tests[sign]
    return f"count({selector}) {sign} {bound}", lambda hand: test(sum(map(picks, hand)))


def _joined(word: str) -> Callable[[tuple[Asked, Asked]], Asked]:
    def join(pair: tuple[Asked, Asked]) -> Asked:
        (left, a), (right, b) = pair
        both: Callable[[Hand], bool] = lambda h: a(h) and b(h)  # noqa: E731
        either: Callable[[Hand], bool] = lambda h: a(h) or b(h)  # noqa: E731
        return f"({left} {word} {right})", both if word == "and" else either

    return join


def _denied(asked: Asked) -> Asked:
    text, holds = asked
    return f"not ({text})", lambda hand: not holds(hand)


QUERIES: st.SearchStrategy[Asked] = st.recursive(
    st.builds(_atom, st.sampled_from(list(SELECTORS)), st.sampled_from([">=", "<=", "==", "!="]), st.integers(0, 3)),
    lambda inner: st.one_of(
        st.tuples(inner, inner).map(_joined("and")), st.tuples(inner, inner).map(_joined("or")), inner.map(_denied)
    ),
    max_leaves=5,
)


@settings(max_examples=150, deadline=None)
@given(deck=small_decks(), asked=QUERIES, hand=st.integers(0, 5))
def test_any_query_against_all_hands(deck: tuple[Entry, ...], asked: Asked, hand: int) -> None:
    text, holds = asked
    found = chance(text, deck, hand)
    assert found == share(deck, min(hand, len(physical(deck))), holds)
    assert 0 <= found <= 1
    assert found + chance(f"not ({text})", deck, hand) == 1


@settings(max_examples=60, deadline=None)
@given(deck=small_decks(), hand=st.integers(0, 6), selector=st.sampled_from(list(SELECTORS)))
def test_exact_numbers_add_up_to_one(deck: tuple[Entry, ...], hand: int, selector: str) -> None:
    spread = ask(Question(f"count({selector})", hand), deck, SCOPE, VIEW).chances
    assert sum(spread.values()) == 1
    for number, share_of_it in spread.items():
        assert chance(f"count({selector}) == {number}", deck, hand) == share_of_it
    least = [chance(f"count({selector}) >= {number}", deck, hand) for number in range(8)]
    assert least == sorted(least, reverse=True)
    assert least[0] == 1


def test_the_order_of_lines_and_split_lines_change_nothing() -> None:
    text = "count(kind == monster) >= 2 and count(cost == 1) == 1"
    split = tuple(Entry(1, e.name, e.section, e.card) for e in DECK for _ in range(e.count))
    assert chance(text, DECK, 4) == chance(text, DECK[::-1], 4) == chance(text, split, 4)


# --- one card for two conditions, or two cards ------------------------------------------------------------


def apart(hand: Hand, *needs: tuple[int, Callable[[Card], bool]]) -> bool:
    """Whether different cards can be handed to all conditions, by trying."""
    slots = [test for number, test in needs for _ in range(number)]

    def fill(left: list[Card], at: int) -> bool:
        if at == len(slots):
            return True
        return any(slots[at](c) and fill(left[:i] + left[i + 1 :], at + 1) for i, c in enumerate(left))

    return fill(list(hand), 0)


@settings(max_examples=80, deadline=None)
@given(
    deck=small_decks(),
    hand=st.integers(1, 4),
    needs=st.lists(st.tuples(st.sampled_from(list(SELECTORS)), st.integers(1, 2)), min_size=2, max_size=3),
)
def test_conditions_apart(deck: tuple[Entry, ...], hand: int, needs: list[tuple[str, int]]) -> None:
    hand = min(hand, len(physical(deck)))
    expected = share(deck, hand, lambda h: apart(h, *((n, SELECTORS[s]) for s, n in needs)))
    parts = [f"count({selector}) >= {number}" for selector, number in needs]
    assert chance(f"apart({', '.join(parts)})", deck, hand) == expected
    assert chance(" and ".join(parts), deck, hand, apart=True) == expected
    assert expected <= chance(" and ".join(parts), deck, hand)


@pytest.mark.parametrize("hand", [1, 2, 3])
def test_only_what_is_joined_by_and_is_kept_apart(hand: int) -> None:
    """Of conditions joined by `or` one is enough, so that one card serves any of them."""
    one, other, third = "count(kind == monster) >= 1", "count(cost == 1) >= 1", "count(kind == trap) >= 2"
    deck = entries((2, card("A", kind="monster", cost=1)), (3, card("B", kind="trap", cost=2)))
    either = f"{one} or {other}"
    assert chance(either, deck, hand, apart=True) == chance(either, deck, hand) > 0
    assert ask(Question(either, hand), deck, SCOPE, VIEW).shared == ()
    mixed = f"{third} or ({one} and {other})"
    expected = share(deck, hand, lambda h: kinds(h, "trap") >= 2 or kinds(h, "monster") >= 2)
    assert chance(mixed, deck, hand, apart=True) == expected
    assert chance(f"({either}) and {third}", deck, hand, apart=True) == share(
        deck, hand, lambda h: kinds(h, "trap") >= 2 and kinds(h, "monster") >= 1
    )


def test_the_answer_says_which_question_it_answers() -> None:
    text = "count(kind == monster) >= 1 and count(cost == 3) >= 1 and count(kind == trap) == 0"
    found = ask(Question(text, 2), DECK, SCOPE, VIEW)
    assert found.shared == ("ember",)
    assert found.apart == chance(text, DECK, 2, apart=True)
    assert found.probability is not None
    assert found.apart is not None
    assert found.apart < found.probability
    kept_apart = ask(Question(text, 2, apart=True), DECK, SCOPE, VIEW)
    assert kept_apart.shared == ()
    assert ask(Question("count(kind == monster) >= 1 and count(kind == trap) >= 1", 3), DECK, SCOPE, VIEW).shared == ()
    one_card = "apart(kind == monster, cost == 3)"
    assert chance(one_card, DECK, 3) == chance("apart(count(kind == monster) >= 1, 0 < count(cost == 3))", DECK, 3)


def test_many_conditions_that_do_not_overlap_stay_cheap() -> None:
    deck = entries(*((1, card(f"c{at}", kind="spell", cost=at)) for at in range(12)))
    text = " and ".join(f"count(cost == {at}) >= 1" for at in range(10))
    assert chance(text, deck, 11, apart=True) == chance(text, deck, 11) == Fraction(2, 12)


# --- after a mulligan -------------------------------------------------------------------------------------


def policy(keep: str | None = None, toss: str = "cost >= 0") -> Policy:
    hand = hand_scope(SCOPE)
    kept = compile_table_expr(keep, hand, Type.TRUTH) if keep else None
    return Policy(kept, (TossRule(compile_text(toss, hand, Type.TRUTH)),))


def after_all(
    deck: Sequence[Entry],
    hand: int,
    drawn: int,
    keep: Callable[[Hand], bool],
    toss: Callable[[Card], bool],
    holds: Callable[[Hand], bool],
) -> Fraction:
    """The chance by every first hand, every set of replacements and every later draw."""
    cards, total, count = list(enumerate(physical(deck))), Fraction(0), 0
    for first in combinations(cards, hand):
        count += 1
        gone = [] if keep([c for _, c in first]) else [pair for pair in first if toss(pair[1])]
        kept = [pair for pair in first if pair not in gone]
        rest = [pair for pair in cards if pair not in first]
        draws = list(combinations(rest, min(len(gone), len(rest))))
        good = Fraction(0)
        for new in draws:
            left = [pair for pair in (*rest, *gone) if pair not in new]
            later = list(combinations(left, min(drawn, len(left))))
            hits = sum(holds([c for _, c in (*kept, *new, *more)]) for more in later)
            good += Fraction(hits, len(later))
        total += good / len(draws)
    return total / count


def test_three_copies_with_all_else_set_aside() -> None:
    deck = copies(3, 40)
    question = Question('count(name == "A") == 0', 7, policy=policy(toss='name != "A"'))
    assert ask(question, deck, SCOPE, VIEW).probability == Fraction(comb(37, 7), comb(40, 7)) * Fraction(
        comb(30, 7), comb(33, 7)
    )


MULLIGANS: dict[tuple[str | None, str], tuple[Callable[[Hand], bool], Callable[[Card], bool]]] = {
    (None, "kind != monster"): (lambda h: False, lambda c: c.fields["kind"] != "monster"),
    ("count(kind == monster) >= 2", "cost == 3 or kind == trap"): (
        lambda h: kinds(h, "monster") >= 2,
        lambda c: c.fields.get("cost") == 3 or c.fields["kind"] == "trap",
    ),
    ("different() >= 2", "not tags has fire"): (
        lambda h: len({c.fields.get("twin", c.name) for c in h}) >= 2,
        lambda c: "fire" not in c.fields.get("tags", ()),  # type: ignore[operator]
    ),
}


@pytest.mark.parametrize("drawn", [0, 1, 2])
@pytest.mark.parametrize("how", MULLIGANS)
@pytest.mark.parametrize("text", ["count(kind == monster) >= 2", "count(cost == 1) == 1 and count(kind == trap) <= 1"])
def test_mulligans_against_all_courses(text: str, how: tuple[str | None, str], drawn: int) -> None:
    deck = (*DECK[:3], DECK[4])
    deck = tuple(Entry(min(e.count, 2), e.name, e.section, e.card) for e in deck)
    keep, toss = MULLIGANS[how]
    expected = after_all(deck, 3, drawn, keep, toss, CASES.get(text) or _cheap)
    found = ask(Question(text, 3, drawn, policy(how[0], how[1])), deck, SCOPE, VIEW)
    assert found.exact
    assert found.probability == expected


def test_a_policy_that_asks_for_different_cards_tells_them_apart() -> None:
    """Nothing else tells the two monsters apart."""
    monsters = [(2, card(name, kind="monster")) for name in ("elf", "orc")]
    deck = entries(*monsters, (2, card("bolt", kind="spell")))
    keep, toss = "different(kind == monster) >= 2", "kind == monster"
    found = ask(Question("count(kind == spell) >= 1", 3, 1, policy(keep, toss)), deck, SCOPE, VIEW)
    expected = after_all(
        deck,
        3,
        1,
        lambda h: len({c.name for c in h if c.fields["kind"] == "monster"}) >= 2,
        lambda c: c.fields["kind"] == "monster",
        lambda h: kinds(h, "spell") >= 1,
    )
    assert found.probability == expected


@pytest.mark.parametrize("counts", [(), (3,), (2, 1), (4, 1, 3), (1,) * 6])
def test_hands_are_as_many_as_are_reckoned_with(counts: tuple[int, ...]) -> None:
    for size in range(sum(counts) + 2):
        assert chances._number_of_hands(counts, size) == len(list(chances.hands(counts, size)))


def _cheap(hand: Hand) -> bool:
    return costs(hand).count(1) == 1 and kinds(hand, "trap") <= 1


def test_a_hand_that_is_most_of_the_deck() -> None:
    deck = copies(2, 6)
    for hand in (4, 5, 6):
        found = ask(Question('count(name == "A") >= 1', hand, 1, policy(toss='name == "A"')), deck, SCOPE, VIEW)
        assert found.probability == after_all(
            deck, hand, 1, lambda h: False, lambda c: c.name == "A", lambda h: any(c.name == "A" for c in h)
        )


def test_a_kept_hand_is_the_hand_as_dealt() -> None:
    text = "count(kind == monster) >= 2"
    kept = ask(Question(text, 4, 2, policy("count() >= 0", "cost >= 0")), DECK, SCOPE, VIEW)
    assert kept.probability == chance(text, DECK, 4, drawn=2)


def test_rules_leave_cards_in_their_order() -> None:
    hand = hand_scope(SCOPE)
    rule = TossRule(
        compile_text("kind == monster", hand),
        (compile_text("-cost", hand),),
        compile_text("1", hand),
        compile_table_expr("hand.count(kind == trap) == 0", hand, Type.TRUTH),
    )
    deck = tuple(Entry(min(e.count, 2), e.name, e.section, e.card) for e in DECK[:3])

    def keep(found: Hand) -> bool:
        return kinds(found, "trap") > 0

    # Of three monsters two go, the dear ones first; of two alike nobody can tell which.
    expected = Fraction(0)
    cards = physical(deck)
    for first in combinations(range(6), 3):
        held = sorted(first, key=lambda i: -cards[i].fields["cost"])  # type: ignore[operator]
        held = held if keep([cards[i] for i in held]) else held[2:]
        rest = [i for i in range(6) if i not in first]
        ends = list(combinations(rest, 3 - len(held)))
        expected += Fraction(sum(sum(cards[i].name == "ash" for i in (*held, *new)) >= 1 for new in ends), len(ends))
    found = ask(Question('count(name == "ash") >= 1', 3, 0, Policy(None, (rule,))), deck, SCOPE, VIEW)
    assert found.probability == expected / comb(6, 3)


# --- simulation -------------------------------------------------------------------------------------------


@pytest.fixture
def no_counting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chances, "MOST_HANDS", 0)
    monkeypatch.setattr(exact, "MOST_STATES", 0)


SIMULATED = [
    ('count(name == "A") >= 1', None),
    ('count(name == "A") >= 1', policy(toss='name != "A"')),
    ('count(name == "A") == 1', policy('count(name == "A") >= 1', 'name != "A"')),
]


@pytest.mark.usefixtures("no_counting")
@pytest.mark.parametrize(("text", "how"), SIMULATED)
@pytest.mark.parametrize("drawn", [0, 3])
def test_simulation_agrees_with_counting(
    text: str, how: Policy | None, drawn: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    deck, games = copies(3, 40), 20_000
    played = ask(Question(text, 7, drawn, how, games=games, seed=3), deck, SCOPE, VIEW)
    assert not played.exact
    assert played.probability is None
    assert played.interval is not None
    monkeypatch.undo()
    counted = float(chance(text, deck, 7, drawn=drawn, policy=how))
    assert abs(played.value - counted) < 5 * sqrt(counted * (1 - counted) / games)
    assert played.interval[0] < played.value < played.interval[1]


@pytest.mark.usefixtures("no_counting")
def test_the_same_seed_plays_the_same_openings() -> None:
    def value(seed: int) -> float:
        return ask(Question('count(name == "A") >= 1', 5, games=500, seed=seed), copies(3, 40), SCOPE, VIEW).value

    assert value(1) == value(1)
    assert len({value(seed) for seed in range(5)}) > 1


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    truth, random = 667 / 1976, Random(11)
    runs = [share_interval(sum(random.random() < truth for _ in range(300)), 300) for _ in range(1000)]
    held = sum(low <= truth <= high for low, high in runs)
    assert 925 <= held <= 975
    assert share_interval(0, 100)[0] == 0.0
    assert share_interval(100, 100)[1] == 1.0


@pytest.mark.parametrize(
    ("hits", "games", "expected"),
    [
        (10, 100, (0.0552, 0.1744)),
        (50, 100, (0.4038, 0.5962)),
        (0, 20, (0.0, 0.1611)),
        (20, 20, (0.8389, 1.0)),
        (1, 1, (0.2065, 1.0)),
        (3, 10, (0.1078, 0.6032)),
    ],
)
def test_intervals_are_those_of_wilson(hits: int, games: int, expected: tuple[float, float]) -> None:
    assert share_interval(hits, games) == pytest.approx(expected, abs=5e-5)


def _all(hand: Sequence[int]) -> tuple[int, ...]:
    return tuple(hand)


def test_tossed_cards_are_never_drawn_again_at_once() -> None:
    for seed in range(1000):
        dealt = deal(list(range(6)), 3, 0, _all, 6, Random(seed))
        assert sorted((*dealt.first, *dealt.seen)) == list(range(6))
        assert dealt.tossed == dealt.first
    later = [deal(list(range(6)), 3, 1, _all, 6, Random(seed)) for seed in range(200)]
    assert all(dealt.seen[3] in dealt.first for dealt in later)  # only the tossed are left to draw


def test_some_copies_of_a_class_may_be_tossed() -> None:
    """One of three copies goes, the others are kept; it may come again only after the new card was drawn."""
    deck = [0, 0, 0, 1, 2]
    for seed in range(200):
        dealt = deal(deck, 4, 1, lambda hand: (max(0, hand[0] - 2), hand[1], 0), 3, Random(seed))
        held = [deck[card] for card in dealt.first]
        away = [deck[card] for card in dealt.tossed]
        assert (away.count(0), away.count(1), away.count(2)) == (max(0, held.count(0) - 2), held.count(1), 0)
        assert set(dealt.tossed) <= set(dealt.first)
        assert len(dealt.seen) == len(set(dealt.seen)) == 5 - len(away) + min(len(away), 1)
        assert not set(dealt.seen[: 4 - len(away) + min(len(away), 1)]) & set(dealt.tossed)


def test_dealing_is_uniform() -> None:
    random, none = Random(5), lambda hand: (0,) * len(hand)
    orders = Counter(deal([0, 1, 2], 3, 0, none, 3, random).seen for _ in range(60_000))
    assert len(orders) == 6
    assert sum((number - 10_000) ** 2 / 10_000 for number in orders.values()) < 20.5
    assert all(9_600 <= number <= 10_400 for number in orders.values())


def test_a_hand_never_holds_more_than_the_deck() -> None:
    deck = [0] + [at // 3 for at in range(3, 42)]
    random, none = Random(7), lambda hand: (0,) * len(hand)
    held = [sum(deck[c] == 0 for c in deal(deck, 5, 0, none, 14, random).seen) for _ in range(10_000)]
    assert max(held) == 1
    assert abs(sum(held) / 10_000 - 0.125) < 0.01


# --- other numbers of a card ------------------------------------------------------------------------------


def varied(text: str, deck: Sequence[Entry], name: str, numbers: Iterator[int] | range, **more: Any) -> list[Any]:
    found = next((e.card for e in deck if e.name == name and e.card), card(name, kind="monster", cost=1))
    rows = vary(Question(text, 5, **more), deck, found, numbers, SCOPE, VIEW)
    return [None if row.answer is None else row.answer.probability for row in rows]


def test_other_numbers_of_a_card_keep_the_size() -> None:
    found = varied('count(name == "A") >= 1', copies(2, 40), "A", range(4))
    assert found == [chance('count(name == "A") >= 1', copies(n, 40), 5) for n in range(4)]
    new = varied("count(kind == monster) >= 1", copies(0, 40), "B", range(3))
    assert new == [chance('count(name == "A") >= 1', copies(n, 40), 5) for n in range(3)]


def test_no_room_for_more_is_told() -> None:
    deck = entries((2, card("A", kind="monster")), (3, card("B", kind="spell")), (1, card("C", kind="trap")))
    text = 'count(name == "A") >= 1 and count(kind == spell) >= 1'
    assert [row is None for row in varied(text, deck, "A", range(1, 5))] == [False, False, False, True]
    how = policy(toss="kind == trap")  # now the trap is read as well
    assert [row is None for row in varied(text, deck, "A", range(2, 4), policy=how)] == [False, True]


def test_blank_cards_stand_for_copies_taken_out() -> None:
    deck = entries((3, card("A", kind="monster", cost=1)), (2, card("B", kind="spell", cost=2)))
    (row,) = varied("count(kind == monster) >= 1 and count(cost == 2) >= 1", deck, "A", range(1, 2), apart=True)
    assert row == 1  # all five are in hand
    found = vary(Question("hand.size", 5), deck, physical(deck)[0], [0], SCOPE, VIEW)[0].answer
    assert isinstance(found, Answer)
    assert found.value == 5
    assert found.notes == ()
    (summed,) = vary(Question("sum(cost) >= 1", 5), deck, physical(deck)[0], [1], SCOPE, VIEW)
    assert summed.answer is not None
    assert summed.answer.notes == ()  # a blank card has no cost, and nobody asks for it


# --- what is no query -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "sentence", "column"),
    [
        ("kind == monster", "odds.card-test", 1),
        ("cost", "odds.card-test", 1),
        ("deck.count(kind == monster) >= 1", "odds.only-hand", 6),
        ("hand.cost has 3", "expr.unsupported.odds", 1),
        ("count(count(kind == trap) > cost) >= 1", "odds.nested", 1),
        ("count(kind == monstr) >= 1", "expr.not-a-value", 15),
        ("count(knd == monster) >= 1", "expr.unknown-name", 7),
        ("count(kind == monster >= 1", "expr.ends", 27),
        ("count(kind == monster) >= 1 and", "expr.ends", 32),
        ("side.count() >= 1", "expr.unknown-section", 6),
        ("apart(kind == monster)", "odds.apart-alone", 1),
        ("apart(kind == monster, count(cost == 1) == 1)", "odds.apart-part", 41),
        ("hand.apart(kind == monster, cost == 1)", "expr.no-owner", 6),
    ],
)
def test_what_is_no_query(text: str, sentence: str, column: int) -> None:
    error = slip(text, DECK)
    assert (error.sentence, error.column) == (sentence, column)


def test_too_many_overlapping_conditions_are_refused() -> None:
    many = ", ".join(["cost >= 0"] * 9)
    assert slip(f"apart({many})", DECK).sentence == "odds.apart-many"


def test_cards_whose_records_do_not_say_are_named() -> None:
    faulty = Card("fog", ("fog",), {"name": "fog"}, unreadable=frozenset({"kind"}))
    deck = (*entries((2, card("A", kind="monster")), (2, faulty)), Entry(1, "Nobody", "main", None))
    found = ask(Question("count(kind == monster) >= 1", 2), deck, SCOPE, VIEW)
    assert [dict(note.facts) for note in found.notes] == [{"cards": ("fog",)}]
    assert found.probability == chance("count(kind == monster) >= 1", copies(2, 5), 2)
    total = ask(Question("sum(cost) >= 1", 2), DECK, SCOPE, VIEW)
    assert [dict(note.facts) for note in total.notes] == [{"cards": ("idol",)}]


def test_counting_gives_way_to_playing_when_it_takes_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exact, "MOST_STATES", 3)
    found = answers.ask(Question("sum(cost where given(cost)) >= 5", 4, games=100), DECK, SCOPE, VIEW)
    assert not found.exact
    assert sum(found.shares.values()) == 100
