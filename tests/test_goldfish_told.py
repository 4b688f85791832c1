"""One game told: every event of invented games as facts, what paid for it, and how a turn ends."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from invented import FLASH, GIANT, IMP, OGRE, RUNNER, WALL, Case, card, check, laid

from deckcheck.goldfish.ask import assumptions
from deckcheck.goldfish.play import Run
from deckcheck.goldfish.play import play as play_games
from deckcheck.goldfish.trace import replay, tell

Facts = tuple[str, Mapping[str, object]]


def told(folder: Path, case: Case, turns: int) -> list[list[Facts]]:
    layout = laid(folder, case)
    return [[(n.sentence, dict(n.facts)) for n in turn] for turn in tell(layout, replay(layout, turns, 1, 0))]


def events(folder: Path, play: str, deck: Mapping[object, int], turns: int = 3) -> list[list[tuple[object, ...]]]:
    """By turn: word, name and cards of each event, and what paid for it or what it did."""
    found = []
    for turn in told(folder, Case(play, deck, {}), turns):  # type: ignore[arg-type]
        rows = [
            (
                word.partition(".")[2],
                facts["name"],
                facts["cards"],
                *(facts[w] for w in ("paid", "points", "lost") if w in facts),
            )
            for word, facts in turn
            if "name" in facts
        ]
        found.append(rows)
    return found


def test_what_pays_for_a_play_is_told(tmp_path: Path) -> None:
    """All pools with the sum for all copies, and the hosts: the cheapest free ones, those of this turn too."""
    play = """
  zones: {hand: , field: kind == imp, spells: kind == bolt}
  setup: [draw: {n: all}]
  turn:
    - refill: {mana: 5, gems: 9}
    - play: {name: summon, of: kind == imp, to: field, order: cost, pay: {mana: cost, gems: atk}}
    - play: {name: cast, of: kind == bolt, to: spells, order: cost, host: {in: field, by: cost}}
"""
    spark, bolt, blaze = (card(name, "bolt", cost=n) for name, n in (("Spark", 0), ("Bolt", 1), ("Blaze", 2)))
    deck = {IMP: 2, OGRE: 1, spark: 1, bolt: 3, blaze: 3}
    first, second = events(tmp_path, play, deck, 2)[1:]
    assert first == [
        ("play", "summon", ("2 Imp",), ("2 mana", "2 gems")),
        ("play", "summon", ("Ogre",), ("3 mana", "3 gems")),
        ("play", "cast", ("Spark",), ()),
        ("play", "cast", ("3 Bolt",), ("Imp", "Imp", "Ogre")),
    ]
    assert second == [("play", "cast", ("Blaze",), ("Ogre",))]


def test_every_event_is_told_once(tmp_path: Path) -> None:
    play = """
  zones: {hand: , field: kind == imp, top: kind == imp}
  setup:
    - draw: {n: 7}
    - mulligan: {toss: {of: kind == bolt}}
  turn:
    - play: {name: crown, of: cost == 1, to: top, when: turn == 1}
    - play: {name: call, of: kind == imp, to: field, when: turn == 1}
    - swap: {name: rise, with: field, in: top, by: cost, when: turn == 2}
    - use: {name: strike, of: cost == 5, in: top, cooldown: 0, gain: {power: 2}}
    - attack: {name: hit, with: field, sum: atk, less: 8 - turn, into: wounds}
    - play: {name: feast, of: cost == 5, from: top, to: field, tribute: {in: field, n: 1, by: atk}, when: turn == 3}
    - discard: {name: rest, down_to: 0}
"""
    deck = {IMP: 1, OGRE: 1, GIANT: 1, FLASH: 4}
    setup, first, second, third = events(tmp_path, play, deck, 3)
    assert setup[0][:2] == ("draw", "draw")
    assert sorted(setup[0][2]) == ["4 Flash", "Giant", "Imp", "Ogre"]  # type: ignore[call-overload]
    assert setup[1:] == [("toss", "kind == bolt", ("4 Flash",))]
    assert [row[:2] for row in first] == [("play", "crown"), ("play", "call"), ("play", "call"), ("attack", "hit")]
    assert first[-1][3:] == (1, None)  # 3 and 5 less 7
    assert second == [
        ("steps-down", "rise", ("Imp",)),
        ("swap", "rise", ("Giant",)),
        ("use", "strike", ("Giant",)),
    ]
    assert third == [
        ("use", "strike", ("Giant",)),
        ("tribute", "feast", ("Imp",)),
        ("play", "feast", ("Giant",), ()),
    ]
    assert [row[:2] for row in events(tmp_path, play.replace("kind == bolt}}", "cost > 9}}"), deck, 1)[0]] == [
        ("draw", "draw"),
        ("keep", "mulligan"),
    ]


def test_a_draw_that_is_not_due_is_not_told(tmp_path: Path) -> None:
    play = """
  zones: {hand: }
  setup:
    - draw: {n: 2}
  turn:
    - draw: {n: 1, when: hand.size == turn + 2}
    - draw: {n: 1, when: hand.size == turn + 1}
"""
    told = events(tmp_path, play, {IMP: 9}, 2)
    assert told == [[("draw", "draw", ("2 Imp",))], *[[("draw", "draw", ("Imp",))]] * 2]


def test_what_walls_swallow_is_told(tmp_path: Path) -> None:
    play = """
  zones: {hand: , field: kind == imp}
  won: fallen >= 2
  setup: [draw: {n: all}, play: {of: kind == imp, to: field}]
  turn: [attack: {name: hit, with: field, sum: atk, walls: [4, 3], settled: true}]
"""
    found = told(tmp_path, Case(play, {OGRE: 3}, {}), 9)
    attacks = [facts for turn in found for word, facts in turn if word == "trace.attack"]
    assert attacks == [{"name": "hit", "cards": (), "points": 7, "total": "damage", "lost": 2}]
    on = told(tmp_path, Case(play.replace("  won: fallen >= 2\n", ""), {OGRE: 3}, {}), 2)
    assert [facts["lost"] for turn in on for word, facts in turn if word == "trace.attack"] == [2, 9]
    assert len(found) == 2  # told until it is won
    assert found[1][-1] == ("trace.won", {"turn": 1})
    assert found[1][-2] == ("trace.end", {"zones": {"hand": ()}, "numbers": {"damage": 7, "fallen": 2}})


def test_a_turn_ends_with_what_lies_there(tmp_path: Path) -> None:
    play = """
  phases: {order: [dawn, dusk]}
  zones: {hand: , field: kind == imp, empty: kind == bolt}
  report: {spent: mana, board: [field, empty]}
  setup:
    - place: {of: cost == 5, to: field}
    - draw: {n: 3}
  turn:
    - refill: {mana: 4}
    - play: {name: call, of: cost == 1, to: field, pay: {mana: cost}}
    - draw: {n: 1, lose: empty, when: turn == 2}
"""
    found = told(tmp_path, Case(play, {IMP: 2, OGRE: 1, GIANT: 1}, {}), 5)
    assert len(found) == 3  # told until it is lost
    assert found[0][0] == ("trace.setup", {"cards": ("Giant (field)",)})
    assert found[0][-1][0] == "trace.hand"
    assert sorted(found[0][-1][1]["cards"]) == ["2 Imp", "Ogre"]  # type: ignore[call-overload]
    assert found[1][0] == ("trace.turn", {"turn": 1, "phase": "dawn", "pool": "mana", "amount": 4})
    zones = {"field": ("2 Imp", "Giant"), "hand": ("Ogre",)}
    (end,) = [facts for word, facts in found[1] if word == "trace.end"]
    assert {zone: tuple(sorted(cards)) for zone, cards in end["zones"].items()} == zones  # type: ignore[attr-defined]
    assert (end["numbers"], end["pool"], end["left"]) == ({}, "mana", 2)
    assert found[2][0][1]["phase"] == "dusk"
    assert found[2][-1] == ("trace.lost", {"turn": 2})


def test_a_line_is_told_from_the_front(tmp_path: Path) -> None:
    play = """
  zones: {hand: , field: kind == imp}
  report: {board: field}
  setup: [draw: {n: all}]
  turn:
    - play: {of: cost == 3, to: field}
    - play: {of: cost == 2, to: field}
    - attack: {with: field, sum: atk, settled: true, passes: wait == 1}
"""
    found = told(tmp_path, Case(play, {WALL: 2, RUNNER: 1}, {}), 2)
    ends = [facts["zones"]["field"] for turn in found for word, facts in turn if word == "trace.end"]  # type: ignore[index]
    assert ends == [("Wall", "Wall", "Runner"), ("Runner", "Wall", "Wall")]


def test_an_ordered_hand_is_told_from_the_left_with_what_was_paid(tmp_path: Path) -> None:
    play = """
  zones: {hand: ordered, field: kind == imp}
  setup: [draw: {n: all}]
  turn:
    - refill: {mana: 5}
    - play:
        name: call
        reach: 9
        pay: {mana: cost}
        first_of: [{of: kind == imp, to: field}, {of: kind == bolt, to: hand}]
"""
    found = told(tmp_path, Case(play, {OGRE: 1, FLASH: 1, WALL: 1}, {}), 2)
    plays = [(word, facts["cards"], facts["paid"]) for word, facts in found[1] if "paid" in facts]
    one, other = (plays[0][1], ("Wall",)) if plays[0][1] == ("Ogre",) else (("Wall",), ("Ogre",))
    assert plays == [("trace.play", one, ("3 mana",)), ("trace.returns", ("Flash",), ("2 mana",))]
    assert [facts["zones"]["hand"] for word, facts in found[1] if word == "trace.end"] == [(*other, "Flash")]  # type: ignore[index]


ASSUMED = """
  options:
    size: {value: 3, assumed: cards of the first hand}
    chief: {card: true}
  assumed: [nobody answers]
  zones: {hand: , field: kind == imp, top: kind == lord}
  setup:
    - place: {of: kind == lord, to: top, option: chief}
    - draw: {n: size}
  turn:
    - refill: {mana: 5}
    - play: {of: cost == 1, to: field, assumed: imps come first}
    - play: {of: cost == 3, to: field, replace: true, room: {in: field, max: 2}}
    - play: {of: kind == bolt, pay: {mana: atk}}
"""


@pytest.mark.parametrize("merge", [False, True])
def test_what_a_result_rests_on(tmp_path: Path, merge: bool) -> None:
    elf, fox = card("Elf", cost=1, atk=1), card("Fox", cost=7, atk=1)
    lord, owl = card("Lord", "lord", cost=9), card("Owl", "lord", cost=9)
    spark = card("Spark", "bolt", cost=2, atk=1)
    # A Fox and a Lord are never played, a Bolt has no number to pay by; one of the lords lies there.
    deck = {IMP: 1, elf: 2, OGRE: 1, fox: 1, FLASH: 1, spark: 1, lord: 1, owl: 1}
    layout = laid(tmp_path, Case(ASSUMED, deck, {}, {"chief": "owl"}), merge=merge)
    played = play_games(Run(layout, 3, seed=1, games=1))
    notes = [(note.sentence, dict(note.facts)) for note in assumptions(layout, played, sampled="goldfish.sampled")]
    options = [facts for word, facts in notes if word == "goldfish.option"]
    chief = "Lord / Owl" if merge else "Owl"
    assert options == [
        {"name": "seat", "value": 1, "assumed": None},
        {"name": "size", "value": 3, "assumed": "cards of the first hand"},
        {"name": "chief", "value": chief, "assumed": None},
    ]
    readings = [facts["text"] for word, facts in notes if word == "goldfish.reading"]
    assert readings == ["nobody answers", "imps come first"]
    idle = {name for word, facts in notes if word == "goldfish.idle" for name in facts["cards"]}  # type: ignore[attr-defined]
    assert idle == {"Fox", "Flash"} | (set() if merge else {"Lord"})
    merged = [set(facts["cards"]) for word, facts in notes if word == "goldfish.merged"]  # type: ignore[call-overload]
    assert merged == ([{"Elf / Imp", "Lord / Owl"}] if merge else [])
    assert [word for word, _ in notes].count("goldfish.sampled") == 1
    assert "goldfish.sampled" not in [note.sentence for note in assumptions(layout, played)]


def test_a_card_that_would_return_for_ever_is_said_to_stay(tmp_path: Path) -> None:
    play = """
  zones: {hand: ordered, field: kind == imp}
  setup: [draw: {n: all}]
  turn:
    - refill: {mana: 9}
    - play: {reach: 9, pay: {mana: cost}, first_of: [{of: kind == imp, to: field}, {of: kind == bolt, to: hand}]}
"""
    deck = {IMP: 1, FLASH: 1, card("Loop", "bolt", cost=0): 1, card("Mute", "bolt"): 1, card("Lord", "lord", cost=1): 1}
    case = Case(play, deck, {"hand": ["Flash Imp Loop Lord Mute", "Flash Loop Lord Mute"]})
    check(tmp_path, case)
    layout = laid(tmp_path, case)
    notes = {note.sentence: dict(note.facts) for note in assumptions(layout, play_games(Run(layout, 2, 1, 1)))}
    assert notes["goldfish.endless"] == {"cards": ("Loop",)}
    assert set(notes["goldfish.idle"]["cards"]) == {"Mute", "Lord"}  # type: ignore[call-overload]
