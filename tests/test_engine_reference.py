"""The engine against the plain reference, game by game on the same draws; what the books work out; published cases.

`tests/bench/compare_reference.py` does the first with as many games as one has time for.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import chain, pairwise, permutations
from pathlib import Path

import pytest
import yaml
from kit import shipped
from reference import compare, fast
from reference.copies import Copy, Pile, State, Words
from reference.corners import corners, monster
from reference.fast import position
from reference.slips import SLIPS, Slip, slipped
from reference.tresors import Game, Options
from reference.trials import Trial, card, entry, shipped_cards, trial

from deckcheck.engine.tape import CHUNK
from deckcheck.goldfish.play import Run
from deckcheck.goldfish.play import play as run

DECKS = {"venture": 50, "tresors-de-geek": 80, "clash-of-decks": 100, "yugioh": 30}
GAMES = 16  # of a deck
PARTS = 2  # of a game, for several processes
CORNERS = corners()

Player = Callable[[Trial], Sequence[Sequence[State]]]


def by_hand(trial: Trial) -> list[list[State]]:
    return list(compare.by_hand(trial))


def by_engine(trial: Trial) -> Sequence[Sequence[State]]:
    return fast.play(trial, merge=False).states


both = pytest.mark.parametrize("play", [by_hand, by_engine])


def differences(trial: Trial, *, merge: bool) -> list[str]:
    return list(map(str, compare.differences(trial, merge=merge)))[:1]


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("game", DECKS)
def test_random_decks(game: str, part: int) -> None:
    for number in range(part, DECKS[game], PARTS):
        assert differences(trial(game, number, GAMES), merge=number % 3 == 2) == []


@pytest.mark.parametrize("game", DECKS)
def test_decks_of_the_cards_shipped(game: str) -> None:
    cards = list(shipped(game).pool)
    for number in range(12):
        assert differences(shipped_cards(game, cards, number, 8), merge=number % 2 == 1) == []


@pytest.mark.parametrize("name", CORNERS)
def test_corners(name: str) -> None:
    tried = CORNERS[name]
    assert differences(tried, merge=False) == []
    assert differences(tried, merge=True) == []


@pytest.mark.parametrize("slip", SLIPS[::9], ids=str)
def test_a_slip_is_noticed(slip: Slip) -> None:
    with slipped(slip):
        assert any(differences(trial(slip.game, number, 20), merge=False) for number in range(40))


BOARD = {
    "venture": ("monsters", "equipment", "spells", "traps"),
    "tresors-de-geek": ("leader", "terrain", "supports", "objects"),
    "clash-of-decks": ("board",),
    "yugioh": ("field", "backrow", "terrain"),
}
WON: dict[str, Callable[[State], bool]] = {
    "venture": lambda state: state.totals["damage"] >= 20,  # « PV »
    "tresors-de-geek": lambda state: state.totals["damage"] >= 10,  # « OBJECTIF DU JEU »
    "clash-of-decks": lambda state: state.totals["fallen"] == 2,  # « Fin de partie »
    "yugioh": lambda state: state.totals["damage"] >= 8000,  # « Commencement du jeu »
}


def at_least(numbers: Sequence[int]) -> list[int]:
    """In how many games a number is at least 1, 2, 3, …"""
    return [sum(number >= least for number in numbers) for least in range(1, max(numbers) + 1)]


@pytest.mark.parametrize("game", DECKS)
def test_counts_are_those_of_the_games(game: str) -> None:
    """Hands, boards, damage, games won and lost of a run, from the reference's states."""
    for number in range(20):
        tried = replace(trial(game, number, 24), first=0)
        if sum(each.count for each in tried.entries) > 100:
            continue
        tally = run(Run(fast.layout_of(tried, merge=True), tried.turns, tried.seed, tried.games))
        turns = list(zip(*by_hand(tried), strict=True))[1:]
        ends = ["" for _ in range(tried.games)]
        for states, counted in zip(turns, tally.turns, strict=True):
            for at, state in enumerate(states):  # whoever cannot draw has lost before the attack of that turn
                ends[at] = ends[at] or ("lost" if state.lost else "won" if WON[game](state) else "")
            damage = [state.totals["damage"] for state in states]
            assert (counted.won, counted.lost) == (ends.count("won"), ends.count("lost"))
            assert (counted.damage, counted.squares) == (sum(damage), sum(points**2 for points in damage))
            assert counted.hand == at_least([len(state.zones["hand"]) for state in states])
            assert counted.board == at_least([sum(len(state.zones[zone]) for zone in BOARD[game]) for state in states])


@pytest.mark.parametrize("game", DECKS)
def test_no_card_is_lost(game: str) -> None:
    for number in range(30):
        tried = trial(game, number, 3)
        held: Counter[str] = Counter()
        for each in tried.entries:
            held[each.name] += each.count
        for state in chain.from_iterable(compare.by_hand(tried)):
            zones = (names for zone, names in state.zones.items() if zone != "line")  # the board once more, in order
            assert Counter(chain(*zones, state.out)) == held
            assert min(state.pools.values()) >= 0 or game == "tresors-de-geek"  # a strike may be negative there


def test_the_tape_is_read_alike() -> None:
    """Position by position, those that are turned down among them."""
    words = Words(5, 0, 40, 3)
    for left in (1, 3, 33, 40, 255, 256, 2000, 60000):
        for draw in (0, 1, 6):
            pile = Pile([], words, 41)
            assert pile.position((2, 3, 1), draw, left) == position(5, 41, (2, 3, 1), draw, left)


@pytest.mark.parametrize("game", ["venture", "yugioh"])
def test_the_search_that_a_schema_gives_as_an_example_can_be_read(game: str) -> None:
    schema = yaml.safe_load((Path(__file__).parent.parent / "schemas" / f"{game}.yaml").read_text(encoding="utf-8"))
    (example,) = re.findall("`(.+)`", schema["card"]["properties"]["search"]["description"])
    caller = card("Caller", kind="instantane" if game == "venture" else "spell", cost=0, search=example)
    layout = fast.layout_of(Trial(game, (entry(40, caller),)), merge=True)
    assert layout.notes == ()
    assert list(layout.searches) == [example]


# What the books work out.


def tresors(*, cooldown: int = 2, defence: int = 0, special: int = 0, seat: int = 1, turns: int = 9) -> Trial:
    """A leader of ATQ 6 and no other card that counts."""
    leader = card("Chef", kind="personnage", atk=6, side="attack", special=special, cooldown=cooldown)
    others = entry(25, card("Rien", kind="bonus"))
    options = {"seat": seat, "defence": defence, "draws": 0}
    return Trial("tresors-de-geek", (entry(1, leader, "leader"), others), options, turns=turns, games=1)


def test_a_cooldown_of_two_counts_two_one_nothing() -> None:
    """« GESTION DES COOLDOWNS »: the next three preparations show 2, 1, 0."""
    chief = Copy(card("Chef", kind="personnage", side="attack", special=1, cooldown=2), 0)
    game = Game(Pile([], Words(1, 0, 0, 1), 0), Options(draws=0), {"leader": [chief]})
    game.set_up()
    game.turn(1)
    assert [game.cooldowns(turn)["Chef"] for turn in (2, 3, 4)] == [2, 1, 0]


@both
@pytest.mark.parametrize(
    ("cooldown", "engaged"), [(0, [1, 3, 5, 7, 9]), (1, [1, 3, 5, 7, 9]), (2, [1, 5, 9]), (3, [1, 5, 9]), (4, [1, 7])]
)
def test_a_card_is_engaged_again_when_its_cooldown_is_over(play: Player, cooldown: int, engaged: list[int]) -> None:
    """Attack in odd turns: with a cooldown of 2 it is upright in the preparation of turn 4, so it hits in turn 5."""
    states = play(tresors(cooldown=cooldown, special=3))[0]
    assert [state.turn for state in states if state.pools["strike"] == 3] == engaged


@both
@pytest.mark.parametrize(("defence", "damage"), [(4, 2), (5, 1), (6, 0), (9, 0), (0, 6)])
def test_damage_is_attack_less_defence(play: Player, defence: int, damage: int) -> None:
    """« RÉSOLUTION D'UNE PHASE »: 6 against 4 takes 2; no less than nothing."""
    states = play(tresors(defence=defence, turns=3))[0]
    assert [state.totals["damage"] for state in states] == [0, damage, damage, 2 * damage]


@both
@pytest.mark.parametrize(("seat", "drawn", "out"), [(1, [0, *[2] * 16, 1], 19), (2, [*[2] * 16, 1], 18)])
def test_two_draws_a_turn_to_the_end(play: Player, seat: int, drawn: list[int], out: int) -> None:
    """« Phase 1 — Début du tour », « Cas particulier »: the last single card is drawn; the turn after is lost."""
    idle = entry(40, card("Sort", kind="sort", rarity="commune"))
    for states in play(Trial("venture", (idle,), {"seat": seat, "bank": 10}, turns=20, games=2)):
        piles = [len(state.zones["pile"]) for state in states]
        assert piles[0] == 33
        assert [before - after for before, after in pairwise(piles)][: len(drawn)] == drawn
        assert next(state.turn for state in states if state.lost) == out


@both
@pytest.mark.parametrize(
    ("form", "seat", "hand"), [(None, 1, 5), (None, 2, 6), ("2003", 1, 6), ("goat", 1, 6), ("edison", 1, 6)]
)
def test_the_hand_of_the_first_turn(play: Player, form: str | None, seat: int, hand: int) -> None:
    idle = entry(40, card("Rite", kind="spell", property="ritual"))
    for states in play(Trial("yugioh", (idle,), {"seat": seat}, format=form, turns=1, games=2)):
        assert [len(state.zones["hand"]) for state in states] == [5, hand]


@both
def test_a_mulligan_never_gives_back_what_it_set_aside(play: Player) -> None:
    """« Mise en place » 4: seven of fourteen different cards set aside; the new hand is exactly the other seven."""
    cards = [card(f"Carte {n:02}", kind="monstre", cost=n % 5, rarity="commune") for n in range(14)]
    deck = tuple(entry(1, one) for one in cards)
    tried = Trial("venture", deck, {"seat": 1, "bank": 10}, toss="cost >= 0", turns=1, games=1000)
    kept = play(Trial("venture", deck, {"seat": 1, "bank": 10}, toss="kind != monstre", turns=1, games=1000))
    for first, after in zip(kept, play(tried), strict=True):
        assert after[0].tossed == 7
        assert first[0].tossed == 0
        assert after[0].zones["pile"] == first[0].zones["hand"]
        assert after[0].zones["hand"] == first[0].zones["pile"]


@both
def test_every_order_is_as_likely_as_any_other(play: Player) -> None:
    """Three cards, 60,000 shuffles: chi-square with five degrees of freedom below 20.5."""
    deck = tuple(entry(1, card(name, kind="creature", cost=9, hp=1)) for name in "ABC")
    runs = [
        Trial("clash-of-decks", deck, {"seat": 1}, turns=0, games=30_000, first=first) for first in (0, CHUNK)
    ]  # fmt: skip
    orders = Counter(states[0].zones["hand"] for run in runs for states in play(run))
    assert set(orders) == set(permutations("ABC"))
    assert sum(orders.values()) == 60_000
    assert all(9_600 <= times <= 10_400 for times in orders.values())
    assert sum((times - 10_000) ** 2 / 10_000 for times in orders.values()) < 20.5
    assert 19_600 <= sum(times for order, times in orders.items() if order[2] == "C") <= 20_400


@both
def test_no_hand_holds_more_than_the_deck(play: Player) -> None:
    """One copy among forty: never two of it in a hand, and once in eight hands of five (12.5 %)."""
    deck = (entry(1, monster("Jinzo", 6, 2400)), entry(39, monster("Silver Fang", 3, 1200)))
    hands = [states[0].zones["hand"] for states in play(Trial("yugioh", deck, {"seat": 1}, turns=0, games=10_000))]
    assert max(hand.count("Jinzo") for hand in hands) == 1
    assert 1_150 <= sum("Jinzo" in hand for hand in hands) <= 1_350
