"""Turns as the rule books tell them: small decks whose games can be worked out by hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import comb, sqrt

import pytest
from kit import shipped

from deckcheck.cards.pool import Card, Value
from deckcheck.decks.deck import Entry
from deckcheck.engine.layout import Layout, lay_out
from deckcheck.engine.read import read_plan, with_policy
from deckcheck.goldfish.play import Run, play
from deckcheck.goldfish.result import result
from deckcheck.goldfish.trace import State, replay

Copies = Mapping[str, int]


def card(name: str, **fields: Value) -> Card:
    return Card(name, (name,), {"name": name, **fields})


@dataclass(frozen=True)
class Game:
    """A game of one of the project's schemas with cards of the test's own."""

    game: str
    cards: tuple[tuple[int, Card], ...]
    format: str | None = None
    options: Mapping[str, str] | None = None
    keep: str | None = None
    toss: str | None = None
    aside: tuple[tuple[str, Card], ...] = ()

    def layout(self, *, merge: bool = False) -> Layout:
        game = shipped(self.game).game
        rules = game.ruleset(self.format)
        plan = with_policy(read_plan(game, rules, self.options), self.keep, self.toss)
        entries = [Entry(n, c.name, "main", c) for n, c in self.cards]
        entries += [Entry(1, c.name, section, c) for section, c in self.aside]
        return lay_out(plan, entries, game.scope, merge=merge)

    def states(self, turns: int, game: int = 0) -> tuple[State, ...]:
        return replay(self.layout(), turns, 1, game)

    def zone(self, state: State, zone: str) -> Copies:
        layout = self.layout()
        return {layout.name(t): n for t, n in state.zones[zone]}


def venture(*cards: tuple[int, Card], **more: object) -> Game:
    return Game("venture", cards, **more)  # type: ignore[arg-type]


def monster(name: str, cost: int, atk: int = 1, **more: Value) -> Card:
    return card(name, kind="monstre", cost=cost, atk=atk, **more)


# Venture


def test_the_one_who_starts_neither_draws_nor_attacks() -> None:
    game = venture((40, monster("Imp", 1, 2)))
    first, second = game.states(2), venture((40, monster("Imp", 1, 2)), options={"seat": "2"}).states(1)
    assert game.zone(first[1], "monsters") == {"Imp": 7}
    assert first[1].totals["damage"] == 0
    assert game.zone(first[2], "monsters") == {"Imp": 9}
    assert first[2].totals["damage"] == 18
    assert game.zone(second[1], "monsters") == {"Imp": 9}
    assert second[1].totals["damage"] == 18


def test_ten_mana_a_turn_which_are_not_kept() -> None:
    game = venture((40, monster("Ogre", 6)))
    states = game.states(3)
    assert [game.zone(s, "monsters").get("Ogre", 0) for s in states] == [0, 1, 2, 3]
    assert [s.pools["mana"] for s in states] == [0, 4, 4, 4]


@pytest.mark.parametrize(("bank", "summoned"), [(1, 0), (2, 1), (5, 2), (10, 5)])
def test_the_bank_limits_the_first_turn_of_the_one_who_starts(bank: int, summoned: int) -> None:
    game = venture((40, monster("Rat", 2)), options={"bank": str(bank)})
    assert game.zone(game.states(1)[1], "monsters").get("Rat", 0) == summoned
    other = venture((40, monster("Rat", 2)), options={"bank": str(bank), "seat": "2"})
    assert other.zone(other.states(1)[1], "monsters") == {"Rat": 5}


def test_a_monster_hosts_one_spell_a_turn_of_at_most_its_cost() -> None:
    """Seven cards in the first hand: five Moles of cost 2 host one spell of cost 2 each, none of cost 3."""
    spell, dear = card("Bolt", kind="continu", cost=2), card("Rain", kind="continu", cost=3)
    game = venture((20, monster("Mole", 2)), (20, spell), (20, dear))
    for number in range(12):
        for state in game.states(4, number)[1:]:
            assert "Rain" not in game.zone(state, "spells")
        first = game.states(1, number)[1]
        monsters, laid = game.zone(first, "monsters").get("Mole", 0), game.zone(first, "spells").get("Bolt", 0)
        left = game.zone(first, "hand").get("Bolt", 0)
        assert laid <= monsters
        assert not left or laid == monsters


def test_a_spell_of_cost_0_needs_no_monster() -> None:
    game = venture((40, card("Breath", kind="continu", cost=0)))
    assert game.zone(game.states(1)[1], "spells") == {"Breath": 7}


def test_three_traps_at_most() -> None:
    game = venture((40, card("Pit", kind="piege", cost=0)))
    assert game.zone(game.states(5)[5], "traps") == {"Pit": 3}


def test_one_equipment_a_monster_even_at_cost_0_and_its_attack_counts() -> None:
    blade = card("Blade", kind="equipement", cost=0, atk=3)
    game = venture((20, monster("Ogre", 10, 5)), (20, blade))
    for number in range(10):
        states = game.states(3, number)
        for state in states[1:]:
            monsters = game.zone(state, "monsters").get("Ogre", 0)
            blades = game.zone(state, "equipment").get("Blade", 0)
            assert blades <= monsters
            assert not game.zone(state, "hand").get("Blade") or blades == monsters
        ogres, blades = (game.zone(states[2], zone) for zone in ("monsters", "equipment"))
        assert states[2].totals["damage"] == 5 * ogres.get("Ogre", 0) + 3 * blades.get("Blade", 0)


def test_no_card_left_at_the_start_of_a_turn_loses_the_game() -> None:
    game = venture((10, monster("Imp", 5, 0)))
    states = game.states(5)  # 7 in hand, 2 drawn on turn 2, the last one on turn 3
    assert [state.lost for state in states] == [False, False, False, False, True, True]


def test_effects_draw_search_and_give_mana() -> None:
    scout = card("Scout", kind="instantane", cost=0, draws=2)
    game = venture((20, scout), (20, monster("Dragon", 10)))
    states = game.states(1)
    drawn = sum(n for _, n in states[0].zones["hand"]) - 7
    assert drawn == 0
    played = sum(k for e in states[1].events if e.what == "play" and e.name == "activate" for _, k in e.cards)
    assert sum(k for e in states[1].events if e.what == "draw" for _, k in e.cards) == 2 * played > 0
    seeker = card("Seeker", kind="instantane", cost=0, search="cost == 10")
    states = venture((39, seeker), (1, monster("Dragon", 10))).states(1)
    assert any(e.what == "search" for e in states[1].events) or any(
        e.what == "draw" and any(k for t, k in e.cards if t == 0) for e in states[0].events
    )


@pytest.mark.parametrize(("seat", "bank", "limit"), [(1, 10, 10), (1, 3, 3), (2, 3, 10)])
def test_no_more_than_ten_mana_or_the_bank_are_spent_whatever_cards_give(seat: int, bank: int, limit: int) -> None:
    """Guide des Règles: between 0 and 10 a turn; the bank may not be exceeded. The other reading is an option."""
    spring, rat = card("Spring", kind="instantane", cost=0, mana=1), monster("Rat", 1)
    other = {"seat": str(seat), "bank": str(bank)}
    for number in range(8):
        game = venture((20, spring), (20, rat), options=other)
        first = game.states(1, number)[1]
        assert game.zone(first, "monsters").get("Rat", 0) + first.pools["mana"] == limit
        beyond = venture((20, spring), (20, rat), options=other | {"surplus": "1"})
        first = beyond.states(1, number)[1]
        played = sum(k for e in first.events if e.name == "activate" for _, k in e.cards)
        assert beyond.zone(first, "monsters").get("Rat", 0) + first.pools["mana"] == limit + played


def test_ten_mana_are_spent_at_most_in_a_turn_of_any_deck() -> None:
    """Twenty cards that give mana, twenty dear ones: 20 mana would be there, ten are spent."""
    drake = monster("Drake", 5, mana=5)
    for surplus, drakes in (("0", 2), ("1", 7)):
        game = venture((40, drake), options={"surplus": surplus})
        assert game.zone(game.states(1)[1], "monsters") == {"Drake": drakes}


def test_what_an_equipment_searches_for_is_fetched() -> None:
    """A blade fetches the one trap, at the latest when it is the last card of the pile."""
    blade = card("Blade", kind="equipement", cost=0, search="kind == piege")
    game = venture((20, monster("Imp", 0)), (19, blade), (1, card("Pit", kind="piege", cost=0)))
    told = [e for n in range(12) for state in game.states(1, n) for e in state.events if e.what == "search"]
    assert told
    assert {game.layout().name(t) for e in told for t, _ in e.cards} == {"Pit"}


@pytest.mark.parametrize("lasting", ["continu", "piege", "equipement"])
def test_an_instant_that_does_nothing_takes_no_monster_from_what_lasts(lasting: str) -> None:
    """One Mole a turn, one activation: the lasting spell has it, the spark only where nothing else wants it."""
    spark, thing = card("Spark", kind="instantane", cost=1), card("Thing", kind=lasting, cost=1)
    game = venture((10, monster("Mole", 1)), (26, spark), (4, thing), options={"bank": "1"}, keep="count() == 7")
    kept = played = 0
    for number in range(40):
        state = game.states(1, number)[1]
        hand, sparks = game.zone(state, "hand"), [e for e in state.events if e.name == "activate"]
        assert not (sparks and hand.get("Thing"))
        kept, played = kept + bool(hand.get("Spark")), played + bool(sparks)
    assert kept
    assert played


def test_an_instant_that_draws_comes_before_what_lasts() -> None:
    book, thing = card("Book", kind="instantane", cost=1, draws=1), card("Thing", kind="continu", cost=1)
    game = venture((20, monster("Mole", 1)), (10, book), (10, thing), options={"bank": "1"}, keep="count() == 7")
    for number in range(20):
        dealt, state = game.states(1, number)
        names = [e.name for e in state.events if e.what == "play"]
        hand = game.zone(dealt, "hand")
        assert ("activate" in names) == ("Mole" in hand and "Book" in hand)


def test_the_mulligan_never_gives_back_what_was_set_aside() -> None:
    """Three Gems among 40, all else is tossed: the replacements come from the other 33 cards."""
    gem, dust = card("Gem", kind="sort", cost=0), card("Dust", kind="sort", cost=1)
    game = venture((3, gem), (37, dust), toss="cost == 1")
    games = 200_000
    tally = play(Run(game.layout(), 1, 11, games))
    found = result(game.layout(), tally, seed=11).cards["Gem"].seen[0].mean
    none = Fraction(comb(37, 7), comb(40, 7)) * Fraction(comb(30, 7), comb(33, 7))
    exact = float(1 - none)
    assert abs(found - exact) / sqrt(exact * (1 - exact) / games) < 5
    assert tally.mulligans == [0, games]


def test_keep_decides_whether_anything_is_tossed() -> None:
    gem, dust = card("Gem", kind="sort", cost=0), card("Dust", kind="sort", cost=1)
    game = venture((3, gem), (37, dust), keep="count(cost == 0) >= 1", toss="cost == 1")
    games = 100_000
    taken = play(Run(game.layout(), 1, 3, games)).mulligans[1]
    exact = comb(37, 7) / comb(40, 7)
    assert abs(taken / games - exact) / sqrt(exact * (1 - exact) / games) < 5


def test_a_3_of_among_the_first_seven() -> None:
    game = venture((3, card("Gem", kind="sort")), (37, card("Dust", kind="sort", cost=1)), keep="count() == 7")
    games = 300_000
    found = result(game.layout(), play(Run(game.layout(), 1, 1, games)), seed=1).cards["Gem"].seen[0]
    exact = 1 - comb(37, 7) / comb(40, 7)
    assert abs(found.mean - exact) < 5 * sqrt(exact * (1 - exact) / games)
    assert found.half == pytest.approx(1.96 * sqrt(exact * (1 - exact) / games), rel=0.02)


# Trésors de Geek


def tresors(*cards: tuple[int, Card], **more: object) -> Game:
    return Game("tresors-de-geek", cards, **more)  # type: ignore[arg-type]


def hero(name: str, **more: Value) -> Card:
    return card(name, kind="personnage", **more)


PLACE = card("Cellar", kind="lieu")
FILLER = card("Filler", kind="bonus", once=0)


def test_damage_is_attack_less_defence() -> None:
    """The book's example: attack 6 against defence 4 costs 2 life points; more defence costs none."""
    for defence, damage in ((4, 2), (6, 0), (9, 0), (0, 6)):
        game = tresors((1, hero("Hero", atk=6)), (1, PLACE), (24, FILLER), options={"defence": str(defence)})
        states = game.states(3)
        assert [state.totals["damage"] for state in states] == [0, damage, damage, 2 * damage]


def test_a_cooldown_of_2_is_over_in_the_third_preparation_after() -> None:
    """The book's example: 2, 1, 0 in the next three preparations, and it may be engaged again in the third."""
    game = tresors((1, hero("Hero", cooldown=2, side="attack", special=5)), (1, PLACE), (24, FILLER))
    engaged = [any(e.what == "use" for e in state.events) for state in game.states(9)]
    # Attack phases are turns 1, 3, 5 …; ready again on turn 4, so the next use is on turn 5.
    assert engaged == [False, True, False, False, False, True, False, False, False, True]
    both = tresors(
        (1, hero("Hero", cooldown=1, side="attack", special=5)), (1, PLACE), (24, FILLER), options={"defence": "1"}
    )
    # 1, 0 in the next two preparations: usable at every attack.
    assert [state.totals["damage"] for state in both.states(5)] == [0, 4, 4, 8, 8, 12]


def test_leader_and_terrain_lie_there_from_the_start() -> None:
    good, bad = hero("Good", lead=5), hero("Bad", lead=1)
    cards = ((1, good), (1, bad), (1, PLACE), (23, FILLER))
    assert tresors(*cards).zone(tresors(*cards).states(0)[0], "leader") == {"Good": 1}
    asked = tresors(*cards, options={"leader": "bad"})
    assert asked.zone(asked.states(0)[0], "leader") == {"Bad": 1}
    named = tresors((1, good), (1, PLACE), (23, FILLER), aside=(("leader", bad),))
    state = named.states(0)[0]
    assert named.zone(state, "leader") == {"Bad": 1}
    assert sum(n for _, n in state.zones["hand"]) == 5
    assert sum(named.layout().left) == 24


def test_a_better_support_becomes_leader_in_the_tour_after() -> None:
    """Règles officielles: "Au tour suivant"; "Un tour complet = 2 phases successives"."""
    star, bad = hero("Star", lead=9, atk=1), hero("Bad", lead=1, atk=3)
    game = tresors((24, star), (1, PLACE), aside=(("leader", bad),))
    states = game.states(3)
    assert game.zone(states[1], "leader") == {"Bad": 1}
    assert game.zone(states[1], "supports") == {"Star": 2}
    assert game.zone(states[2], "leader") == {"Bad": 1}
    assert game.zone(states[3], "leader") == {"Star": 1}
    assert game.zone(states[3], "supports") == {"Bad": 1, "Star": 1}
    quick = tresors((24, star), (1, PLACE), aside=(("leader", bad),), options={"tour": "1"})
    assert quick.zone(quick.states(2)[2], "leader") == {"Star": 1}


def test_of_two_leaders_named_the_better_one_leads_whatever_the_order_of_lines() -> None:
    low, high = hero("Low", lead=0), hero("High", lead=1)
    for aside in ((low, high), (high, low)):
        game = tresors((1, PLACE), (23, FILLER), aside=tuple(("leader", one) for one in aside))
        assert game.zone(game.states(0)[0], "leader") == {"High": 1}
        assert sum(game.layout().left) == 24  # the other one is shuffled in


def test_an_equal_card_pushes_nothing_out() -> None:
    """A costs the placement that Palace needs, and brings nothing: B stays, in every game."""
    a, b = (card(n, kind="objet", atk=2, special=s, side="attack", cooldown=0) for n, s in (("A", 1), ("B", 9)))
    palace, cave = card("Palace", kind="lieu", atk=9), card("Cave", kind="lieu", atk=0)
    game = tresors(
        *((12, a), (11, b), (1, palace)),
        aside=(("leader", hero("Chef")), ("terrain", cave)),
        options={"placements": "1"},
    )
    for number in range(40):
        states = game.states(6, number)
        assert not any(e.what == "replaced" and e.name == "object" for state in states for e in state.events)


def test_two_copies_of_a_card_at_most_in_play() -> None:
    game = tresors((25, hero("Twin", lead=1)), (1, PLACE))
    for state in game.states(6)[1:]:
        assert game.zone(state, "leader")["Twin"] + game.zone(state, "supports").get("Twin", 0) == 2


def test_a_smash_needs_both_its_cards() -> None:
    blow = card("Blow", kind="smash", once=7, needs=("Hero", "Sword"))
    sword = card("Sword", kind="objet")
    with_it = tresors((1, hero("Hero")), (1, PLACE), (12, sword), (12, blow))
    without = tresors((1, hero("Hero")), (1, PLACE), (24, blow))
    assert without.states(3)[3].totals["damage"] == 0
    for number in range(8):
        state = with_it.states(1, number)[1]
        swords = with_it.zone(state, "objects").get("Sword", 0)
        blows = sum(k for e in state.events if e.name == "smash" for _, k in e.cards)
        assert state.totals["damage"] == 7 * blows
        assert not blows or swords
        assert bool(with_it.zone(state, "hand").get("Blow")) is (not swords and not blows)


def test_seat_2_defends_first_and_draws_are_an_option() -> None:
    game = tresors((1, hero("Hero", atk=2)), (1, PLACE), (24, FILLER), options={"seat": "2", "draws": "0"})
    states = game.states(2)
    assert [state.phase for state in states] == ["", "defence", "attack"]
    assert sum(game.layout().left) - 5 == 19


def test_placements_may_be_limited() -> None:
    things = tuple((6, card(f"Thing {i}", kind="objet", atk=i)) for i in range(4))
    for limit, most in (("0", 2), ("1", 1)):
        game = tresors((1, hero("Hero")), (1, PLACE), *things, options={"placements": limit})
        assert sum(game.zone(game.states(1)[1], "objects").values()) == most


def test_the_leader_asked_for_leads_though_the_deck_names_another() -> None:
    low, high = hero("Low", lead=0), hero("High", lead=1)
    game = tresors((1, low), (1, PLACE), (23, FILLER), aside=(("leader", high),), options={"leader": "Low"})
    assert game.zone(game.states(0)[0], "leader") == {"Low": 1}


# Clash of Decks


def clash(*cards: tuple[int, Card], **more: object) -> Game:
    return Game("clash-of-decks", cards, **more)  # type: ignore[arg-type]


def creature(name: str, cost: int, attack: int, **more: Value) -> Card:
    return card(name, kind="creature", cost=cost, attack=attack, **more)


def test_mana_by_hand_size_and_6_for_the_starter() -> None:
    game = clash((8, creature("Brute", 3, 2)))
    states = game.states(3)
    # 6 mana: two Brutes; then 6 cards and the Bastion: two; then 4 + 1: one.
    assert [state.filled for state in states] == [0, 6, 7, 5]
    assert [game.zone(state, "board").get("Brute", 0) for state in states] == [0, 2, 4, 5]
    second = clash((8, creature("Brute", 3, 2)), options={"seat": "2"})
    assert second.states(1)[1].filled == 9
    assert second.zone(second.states(1)[1], "board") == {"Brute": 3}


def test_creatures_attack_from_the_next_turn_and_the_excess_at_the_bastion_is_lost() -> None:
    game = clash((8, creature("Brute", 3, 5)))
    states = game.states(4)
    # Turn 2: 5 + 5, the second blow brings the Bastion down and 2 are lost; turn 3: 5 + 5 bring down the Fort.
    # What is lost is no damage, and behind the Fort there is nothing to hit.
    assert [state.totals["damage"] for state in states] == [0, 0, 8, 16, 16]
    assert [state.totals["fallen"] for state in states] == [0, 0, 1, 2, 2]
    lost = [event.lost for state in states for event in state.events if event.what == "attack"]
    assert lost == [0, 2, 12, 25]


def test_damage_is_all_of_the_life_just_where_the_game_is_won() -> None:
    game = clash(*((1, creature(f"C{n}", 1 + n % 4, n)) for n in range(8)))
    for number in range(60):
        for state in game.states(5, number):
            assert state.won is (state.totals["damage"] == 16) is (state.totals["fallen"] == 2)


def dealt(state: State) -> int:
    return sum(event.number + event.lost for event in state.events if event.what == "attack")


def assaults(game: Game, first: str, turns: int = 4) -> list[int]:
    """Points dealt turn by turn of the first game whose hand starts with this card."""
    for number in range(500):
        states = game.states(turns, number)
        if game.layout().name((states[0].order or (0,))[0]) == first:
            return [dealt(state) for state in states[1:]]
    raise AssertionError(first)


def test_sprint_adds_one_for_each_creature_that_it_passes() -> None:
    """6 mana lay two creatures; the Runner, newest or not, passes what stands in front and is then the first."""
    wall, runner = creature("Wall", 3, 0), creature("Runner", 3, 2, abilities=("sprint",))
    alone = clash((1, runner), (1, creature("Dear", 9, 0)), options={"opponent": "99"})
    assert alone.states(3)[3].totals["damage"] == 4  # two attacks, nobody to pass
    game = clash((1, runner), (7, wall), options={"opponent": "99"})
    assert assaults(game, "Wall")[1] in (2, 3)  # behind one Wall, or not there yet
    # It came first: nobody stands in front, and newcomers stand behind.
    assert assaults(game, "Runner") == [0, 2, 2, 2]


def test_two_that_sprint_pass_one_another_every_turn() -> None:
    """Each passes all that stand in front: the last one both others, the next one those and the first that passed."""
    runner = creature("Runner", 2, 0, abilities=("sprint",))
    game = clash((3, runner), options={"opponent": "99"})
    states = game.states(3)
    # 6 mana: three of them in line, 2 + 2 + 2 passed each turn.
    assert [state.totals["damage"] for state in states] == [0, 0, 6, 12]


def test_the_aura_of_sprint_works_on_neighbours_and_never_on_its_own_card() -> None:
    vortex, golem = creature("Vortex", 2, 0, aura=("sprint",)), creature("Golem", 2, 3)
    alone = clash((1, vortex), (1, creature("Dear", 9, 0)), options={"opponent": "99"})
    assert alone.states(3)[3].totals["damage"] == 0
    game = clash((1, vortex), (2, golem), options={"opponent": "99"})
    for number in range(30):
        states = game.states(2, number)
        # By cost, then attack: Golem, Golem, Vortex in line. Vortex strikes for 0; the Golem in front of it
        # sprints past the other one, which is then beside Vortex itself and passes the first.
        assert game.zone(states[1], "board") == {"Vortex": 1, "Golem": 2}
        assert states[2].totals["damage"] == 0 + (3 + 1) + (3 + 1)


def test_who_does_not_attack_does_not_sprint() -> None:
    keeper = creature("Keeper", 3, 4, abilities=("sprint", "defenseur"))
    game = clash((2, keeper), (1, creature("Dear", 9, 0)), options={"opponent": "99"})
    states = game.states(3)
    assert [state.totals["damage"] for state in states] == [0, 0, 0, 0]


def test_only_the_four_leftmost_can_be_played_and_they_slide() -> None:
    dear, cheap = creature("Dear", 9, 1), creature("Cheap", 1, 1)
    game = clash((4, dear), (4, cheap))
    orders = {}
    for number in range(40):
        states = game.states(1, number)
        assert states[0].order is not None
        orders[states[0].order] = sum(game.zone(states[1], "board").values())
    names = game.layout()
    for order, played in orders.items():
        hand = [names.name(t) for t in order]
        expected = 0
        while "Cheap" in hand[:4]:
            hand.remove("Cheap")
            expected += 1
        assert played == expected


def test_an_incantation_returns_to_the_right_end_and_mercenaire_leaves() -> None:
    spell = card("Spell", kind="incantation", cost=1)
    game = clash((7, creature("Titan", 9, 1)), (1, spell))
    for number in range(8):
        states = game.states(1, number)
        assert states[0].order is not None
        at = [game.layout().name(t) for t in states[0].order].index("Spell")
        last = [game.layout().name(t) for t in states[1].order or ()]
        assert sorted(last).count("Spell") == 1
        assert last.index("Spell") == (7 if at < 4 else at)
    gone = clash((7, creature("Titan", 9, 1)), (1, card("Bite", kind="incantation", cost=0, abilities=("mercenaire",))))
    left = [len(gone.states(1, number)[1].order or ()) for number in range(12)]
    assert set(left) == {7, 8}


def test_an_incantation_that_returns_for_nothing_is_never_played() -> None:
    game = clash((7, creature("Titan", 9, 1)), (1, card("Loop", kind="incantation", cost=0)))
    assert {len(game.states(1, number)[1].order or ()) for number in range(12)} == {8}


def test_catalyseur_gives_two_mana() -> None:
    game = clash((8, creature("Font", 6, 0, abilities=("catalyseur",))))
    assert [state.filled for state in game.states(3)] == [0, 6, 10, 11]


def test_every_order_is_counted_exactly() -> None:
    """Four cards of cost 9 and four of cost 1: how many are played on turn 1, worked out by hand."""
    game = clash((4, creature("Dear", 9, 1)), (4, creature("Cheap", 1, 1)))
    tally = play(Run(game.layout(), 1, 1, None))
    assert tally.games == 40_320
    # All four cheap ones are played unless four dear ones close the window first.
    left = Fraction(sum(tally.turns[0].hand), tally.games)
    expected, ways = Fraction(0), comb(8, 4)
    for code in range(1 << 8):
        order = [code >> i & 1 for i in range(8)]
        if sum(order) == 4:
            hand = ["Cheap" if one else "Dear" for one in order]
            while "Cheap" in hand[:4]:
                hand.remove("Cheap")
            expected += Fraction(len(hand), ways)
    assert left == expected
    sampled = play(Run(game.layout(), 1, 1, 100_000))
    assert abs(sum(sampled.turns[0].hand) / 100_000 - float(expected)) < 0.03


# Yu-Gi-Oh!


def yugioh(*cards: tuple[int, Card], **more: object) -> Game:
    return Game("yugioh", cards, **more)  # type: ignore[arg-type]


def beast(name: str, level: int, atk: int, **more: Value) -> Card:
    return card(name, kind="monster", frame="normal", level=level, atk=atk, **more)


@pytest.mark.parametrize(("form", "seat", "hand"), [("tcg", 1, 5), ("tcg", 2, 6), ("2003", 1, 6), ("2003", 2, 6)])
def test_whether_the_first_player_draws_depends_on_the_format(form: str, seat: int, hand: int) -> None:
    game = yugioh((40, card("Wall", kind="monster", frame="ritual")), format=form, options={"seat": str(seat)})
    assert sum(game.zone(game.states(1)[1], "hand").values()) == hand


def test_one_summon_a_turn_and_no_attack_on_the_first() -> None:
    game = yugioh((40, beast("Elf", 4, 1900)))
    states = game.states(7)
    assert [game.zone(state, "field").get("Elf", 0) for state in states] == [0, 1, 2, 3, 4, 5, 5, 5]
    assert [state.totals["damage"] for state in states[:4]] == [0, 0, 3800, 9500]


def test_tributes_by_level() -> None:
    cards = ((20, beast("Skull", 6, 2500)), (20, beast("Elf", 4, 1900)))
    game = yugioh(*cards)
    for number in range(10):
        for before, after in zip(states := game.states(5, number), states[1:], strict=False):
            skulls = game.zone(after, "field").get("Skull", 0) - game.zone(before, "field").get("Skull", 0)
            elves = game.zone(after, "field").get("Elf", 0) - game.zone(before, "field").get("Elf", 0)
            assert (skulls, elves) in {(1, -1), (0, 1), (0, 0)}
    dragon = yugioh((20, beast("Dragon", 8, 3000)), (20, beast("Elf", 4, 1900)))
    lost = {
        game_states[t].zones["field"] != game_states[t - 1].zones["field"]
        for number in range(10)
        for game_states in [dragon.states(4, number)]
        for t in range(1, 5)
    }
    assert lost
    alone = yugioh((40, beast("Dragon", 8, 3000)))
    assert not alone.zone(alone.states(5)[5], "field")


@pytest.mark.parametrize("axes", [1, 3])
def test_equip_spells_are_destroyed_with_their_monster(axes: int) -> None:
    """Cartes d'équipement 4, Invocation sacrifice 2: the Genie bears the Axes, is given for the Skull, and they go."""
    genie, skull = beast("Genie", 4, 1800), beast("Skull", 6, 2500)
    axe = card("Axe", kind="spell", property="equip")
    game = yugioh((1, genie), (axes, axe), (1, skull))
    first, second = game.states(2)[1:]
    assert (game.zone(first, "field"), game.zone(first, "backrow")) == ({"Genie": 1}, {"Axe": axes})
    assert (game.zone(second, "field"), game.zone(second, "backrow")) == ({"Skull": 1}, {})
    assert [(e.name, e.cards[0][1]) for e in second.events if e.what == "falls"] == [("equip", axes)]


def test_equip_spells_stay_with_the_monster_that_stays() -> None:
    """The strongest bears them: the Elf is given for the Skull, the Genie keeps its Axe; later the Skull bears."""
    genie, elf, skull = beast("Genie", 4, 1800), beast("Elf", 4, 800), beast("Skull", 6, 2500)
    axe = card("Axe", kind="spell", property="equip")
    states = (game := yugioh((1, genie), (1, axe), (1, skull), (1, elf))).states(3)
    assert [game.zone(state, "field") for state in states[1:]] == [{"Genie": 1}, {"Skull": 1}, {"Skull": 1, "Elf": 1}]
    held = yugioh((2, genie), (1, axe), (1, skull))
    states = held.states(3)
    assert [held.zone(state, "backrow") for state in states[1:]] == [{"Axe": 1}, {}, {}]
    two = yugioh((1, genie), (1, elf), (1, axe), (2, card("Rite", kind="spell", property="ritual")))
    assert [two.zone(state, "backrow") for state in two.states(3)[1:]] == [{"Axe": 1}] * 3


def test_five_places_and_six_cards_in_hand() -> None:
    game = yugioh((40, card("Hole", kind="trap", property="normal")))
    states = game.states(8)
    assert game.zone(states[8], "backrow") == {"Hole": 5}
    assert sum(game.zone(states[8], "hand").values()) == 6
    blocked = yugioh((20, card("Hole", kind="trap", property="normal")), (20, card("Gift", kind="spell", draws=0)))
    for state in blocked.states(8)[5:]:
        full = sum(blocked.zone(state, "backrow").values()) == 5
        assert full or not blocked.zone(state, "hand").get("Hole")


def test_a_trap_is_activated_from_the_turn_after_it_was_set() -> None:
    jar = card("Jar", kind="trap", property="normal", draws=1)
    game = yugioh((40, jar))
    states = game.states(2)
    assert not any(e.name == "activate" for e in states[1].events)
    assert any(e.name == "activate" for e in states[2].events)


def test_a_field_spell_has_a_place_of_its_own_or_one_of_the_five() -> None:
    cards = ((20, card("Hole", kind="trap", property="normal")), (20, card("Umi", kind="spell", property="field")))
    for form, most in (("tcg", 6), ("2003", 5)):
        game = yugioh(*cards, format=form)
        ends = [game.states(9, number)[9] for number in range(12)]
        assert max(sum(sum(game.zone(s, z).values()) for z in ("backrow", "terrain")) for s in ends) == most
        assert max(game.zone(s, "terrain").get("Umi", 0) for s in ends) == 1


def test_no_card_to_draw_loses() -> None:
    game = yugioh((6, beast("Elf", 4, 0)), format="2003")
    assert [state.lost for state in game.states(2)] == [False, False, True]
