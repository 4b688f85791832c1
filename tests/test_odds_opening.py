"""How many cards an opening shows, turn by turn, in invented games: by hand, and as the engine draws them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from kit import tiny

from deckcheck.cards.pool import Card
from deckcheck.decks.deck import Deck, Entry
from deckcheck.engine.layout import lay_out
from deckcheck.engine.read import play_problems, read_plan
from deckcheck.goldfish.trace import replay
from deckcheck.odds.draws import draws
from deckcheck.odds.opening import Opening, Wish, opening_of
from deckcheck.report import DeckcheckError

HEAD = """
sections: {main: {title: Deck}, throne: {title: Throne}}
card:
  required: [name]
  properties:
    name: {type: string}
    kind: {enum: [imp, bolt, stone]}
    cost: {type: integer}
    gives: {type: integer}
    seek: {type: string}
rules: {size: {size: {in: main, min: 1}, assumed: a deck holds a card}}
play:
"""
STONE = Card("Stone", ("Stone",), {"name": "Stone", "kind": "stone"})


@dataclass(frozen=True)
class Case:
    """`seen`: the cards in hand after the set-up and after each turn, as long as none is played."""

    play: str
    seen: Sequence[int]
    granted: bool = False
    options: Mapping[str, str] = field(default_factory=dict)


CASES = {
    "a draw a turn": Case(
        """
  zones: {hand: }
  setup: [draw: {n: 5}]
  turn: [draw: {n: 1}]
""",
        [5, 6, 7, 8],
    ),
    "several draws in the set-up, one below nothing": Case(
        """
  zones: {hand: }
  setup: [draw: {n: 3}, draw: {n: 0 - 2}, draw: {n: 2, when: seat == 1}, draw: {n: 9, when: seat == 2}]
  turn: []
""",
        [5, 5],
    ),
    "who begins draws nothing on the first turn": Case(
        """
  zones: {hand: }
  setup: [draw: {n: 5}]
  turn: [draw: {n: 2, when: turn > 1 or seat == 2}]
""",
        [5, 5, 7, 9],
    ),
    "the other one does": Case(
        """
  zones: {hand: }
  setup: [draw: {n: 5}]
  turn: [draw: {n: 2, when: turn > 1 or seat == 2}]
""",
        [5, 7, 9],
        options={"seat": "2"},
    ),
    "the number by turn and option": Case(
        """
  options: {more: {value: 2}}
  zones: {hand: }
  setup: [draw: {n: more + 1}]
  turn: [draw: {n: turn * more - 2}]
""",
        [3, 3, 5, 9],
    ),
    "by phase, from where the option says": Case(
        """
  options: {start: {value: noon, one_of: [dawn, noon, dusk]}}
  phases: {order: [dawn, noon, dusk], first: start}
  zones: {hand: }
  setup: [draw: {n: 1}]
  turn: [draw: {n: 1, when: phase == noon}, draw: {n: 10, when: phase == dawn}]
""",
        [1, 2, 2, 12, 13],
    ),
    "seat 2 begins with the next phase": Case(
        """
  options: {start: {value: noon, one_of: [dawn, noon, dusk]}}
  phases: {order: [dawn, noon, dusk], first: start}
  zones: {hand: }
  setup: [draw: {n: 1}]
  turn: [draw: {n: 1, when: phase == noon}, draw: {n: 10, when: phase == dawn}]
""",
        [1, 1, 11, 12],
        options={"seat": "2"},
    ),
    "filled up to so many": Case(
        """
  zones: {hand: }
  setup: [draw: {n: 3}]
  turn:
    - refill: {due: 5 - hand.size}
    - draw: {n: due}
    - draw: {n: 1, when: hand.size < 7}
""",
        [3, 6, 7, 7],
    ),
    "a pool that is filled once is drawn once": Case(
        """
  zones: {hand: }
  setup: [draw: {n: 3}]
  turn:
    - refill: {due: 2, when: turn == 1}
    - draw: {n: due, when: turn > 1}
""",
        [3, 3, 5, 5],
    ),
    "the last refill counts": Case(
        """
  zones: {hand: }
  setup: [draw: {n: 3}]
  turn:
    - refill: {due: 4}
    - refill: {due: 1, when: seat == 1}
    - draw: {n: due}
""",
        [3, 4, 5],
    ),
    "draws that cards give are left out": Case(
        """
  zones: {hand: }
  setup: [draw: {n: 3}]
  turn:
    - draw: {n: 1}
    - play: {of: kind == imp, gain: {more: gives}}
    - draw: {n: more}
""",
        [3, 4, 5],
        granted=True,
    ),
    "so are those inside a repeat": Case(
        """
  zones: {hand: }
  setup: [draw: {n: 3}]
  turn:
    - draw: {n: 1}
    - repeat:
        steps:
          - play: {of: kind == imp, gain: {more: gives}}
          - draw: {n: more}
""",
        [3, 4, 5],
        granted=True,
    ),
    "a repeat without a draw gives none": Case(
        """
  zones: {hand: }
  setup: [draw: {n: 3}]
  turn:
    - repeat: {steps: [play: {of: kind == imp, gain: {mana: gives}}]}
    - play: {of: kind == bolt, pay: {mana: cost}}
""",
        [3, 3],
    ),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_cards_seen_by_turn(tmp_path: Path, case: Case) -> None:
    table = tiny(tmp_path, HEAD + case.play, "name\nStone\n")
    assert play_problems(table.game) == ()
    plan = read_plan(table.game, table.game.ruleset(None), case.options)
    view = table.checker().view(())
    turns = range(len(case.seen))
    found = [draws(plan, view, {}, turn) for turn in turns]
    assert [(one.hand or 0) + one.drawn for one in found] == list(case.seen)
    assert {one.hand for one in found} == {case.seen[0]}
    assert [one.granted for one in found] == [False, *[case.granted] * (len(found) - 1)]
    laid = lay_out(plan, [Entry(60, "Stone", "main", STONE)], table.game.scope)
    played = replay(laid, max(turns), 1, 0)
    assert [sum(n for _, n in state.zones["hand"]) for state in played] == list(case.seen)


def laid(folder: Path, play: str, entries: Sequence[Entry], wish: Wish) -> Opening:
    table = tiny(folder, HEAD + play, "name\nStone\n")
    assert play_problems(table.game) == ()
    return opening_of(Deck("deck", table.game.id, None, "test", tuple(entries)), table.checker(), wish)


def test_the_whole_deck_is_no_number(tmp_path: Path) -> None:
    play = "  zones: {hand: }\n  setup: [draw: {n: all}]\n  turn: []\n"
    entries = (Entry(7, "Stone", "main", STONE),)
    found = laid(tmp_path, play, entries, Wish())
    assert (found.hand, found.drawn, [note.sentence for note in found.notes]) == (7, 0, ["odds.whole-deck"])
    found = laid(tmp_path, play, entries, Wish(hand=2))
    assert (found.hand, found.notes) == (2, ())
    play = "  zones: {hand: }\n  setup: [draw: {n: 3}, draw: {n: all}, draw: {n: 1}, refill: {mana: 1}]\n  turn: []\n"
    assert laid(tmp_path, play, entries, Wish()).hand == 7


IMP, OGRE = (Card(name, (name,), {"name": name, "kind": "imp", "cost": n}) for name, n in (("Imp", 1), ("Ogre", 3)))
PLACES = """
  deck: [main, throne]
  options: {chief: {card: true}}
  zones: {hand: , top: kind == imp, low: kind == bolt}
  setup:
    - place: {of: kind == bolt, to: low}
    - place: {of: kind == imp, to: top, section: throne, option: chief, order: -cost}
    - draw: {n: 5}
  turn: []
"""


# (where the Imp and the Ogre stand, the chief asked for) → the one that is placed, and why.
@pytest.mark.parametrize(
    ("imp", "ogre", "chief", "placed", "why"),
    [
        ("main", "main", None, "Ogre", "first"),
        ("throne", "main", None, "Imp", "declared"),
        ("throne", "throne", None, "Ogre", "declared"),
        ("main", "throne", "imp", "Imp", "asked"),
        ("throne", "main", "Imp", "Imp", "asked"),
    ],
)
def test_cards_that_are_placed_are_not_in_the_pile(
    tmp_path: Path, imp: str, ogre: str, chief: str | None, placed: str, why: str
) -> None:
    entries = (Entry(3, "Stone", "main", STONE), Entry(2, "Imp", imp, IMP), Entry(1, "Ogre", ogre, OGRE))
    found = laid(tmp_path, PLACES, entries, Wish(params={"chief": chief} if chief else None))
    left = {"Stone": 3, "Imp": 2 - (placed == "Imp"), "Ogre": 1 - (placed == "Ogre")}
    assert {one.name: one.count for one in found.entries} == {name: n for name, n in left.items() if n}
    assert found.size == 5
    assert [(note.sentence, dict(note.facts)) for note in found.notes] == [
        ("goldfish.nothing-to-place", {"zone": "low"}),
        (f"odds.placed-{why}", {"card": placed, "zone": "top"}),
    ]


def test_copies_in_two_sections_are_told_apart(tmp_path: Path) -> None:
    """The copy that is declared lies there; the others are shuffled."""
    entries = (Entry(2, "Imp", "main", IMP), Entry(1, "Imp", "throne", IMP))
    found = laid(tmp_path, PLACES, entries, Wish())
    assert [(one.count, one.name) for one in found.entries] == [(2, "Imp")]


def test_cards_that_draw_or_fetch_are_told_where_they_may_matter(tmp_path: Path) -> None:
    play = """
  zones: {hand: }
  setup: [draw: {n: 3}]
  turn:
    - play: {of: kind == imp, gain: {more: gives, mana: cost}}
    - play: {of: kind == bolt, search: {by: seek}}
    - draw: {n: more}
"""

    def card(name: str, kind: str, **fields: int | str) -> Card:
        return Card(name, (name,), {"name": name, "kind": kind, **fields})

    cards = [
        card("Scout", "imp", gives=1),
        card("Nought", "imp", gives=0),
        card("Debt", "imp", gives=-1),
        card("Miner", "imp", cost=4),
        card("Idle", "stone", gives=2),
        card("Guide", "bolt", seek="kind == imp"),
        card("Bolt", "bolt"),
        card("Map", "imp", seek="kind == imp"),
    ]
    entries = tuple(Entry(2, one.name, "main", one) for one in cards)
    told = [(note.sentence, dict(note.facts)) for note in laid(tmp_path, play, entries, Wish(turn=1)).notes]
    assert told == [("odds.granted", {"cards": ("Guide", "Scout")})]
    assert laid(tmp_path, play, entries, Wish()).notes == ()  # before the first turn nothing is played
    assert laid(tmp_path, play, (Entry(9, "Stone", "main", STONE),), Wish(turn=1)).notes == ()


def test_options_that_count_cards_are_told(tmp_path: Path) -> None:
    play = """
  options:
    first: {value: 5, assumed: cards of the hand}
    more: {value: 2}
    late: {value: 3}
    other: {value: 4}
  zones: {hand: }
  setup: [draw: {n: first}]
  turn:
    - draw: {n: more, when: turn > late or seat == 2}
    - attack: {with: [], sum: cost, plus: other}
"""
    entries = (Entry(40, "Stone", "main", STONE),)
    for turn, names in ((0, ["first"]), (1, ["first", "late", "more"])):
        notes = laid(tmp_path, play, entries, Wish(turn=turn, params={"first": "6"})).notes
        assert sorted(note.facts["option"] for note in notes) == names
    assert dict(notes[0].facts) == {"option": "first", "value": 6, "assumed": "cards of the hand"}


MULLIGAN = """
  zones: {hand: }
  setup: [draw: {n: 4}, mulligan: {keep: count(kind == imp) >= 1, toss: {of: cost >= 3}, when: seat == 1}]
  turn: []
"""


def test_whether_a_mulligan_is_taken(tmp_path: Path) -> None:
    entries = (Entry(40, "Imp", "main", IMP),)

    def policy(**wish: object) -> tuple[str | None, list[str]] | None:
        found = laid(tmp_path, MULLIGAN, entries, Wish(**wish)).policy  # type: ignore[arg-type]
        return found and (found.keep and found.keep.text, [rule.of.text for rule in found.rules])

    assert policy() is None
    assert policy(mulligan=True) == ("count(kind == imp) >= 1", ["cost >= 3"])
    assert policy(mulligan=True, seat=2) is None  # it is not due
    assert policy(keep="count() > 3") == ("count() > 3", ["cost >= 3"])
    assert policy(toss="cost == 1") == ("count(kind == imp) >= 1", ["cost == 1"])
    plain = "  zones: {hand: }\n  setup: [draw: {n: 4}]\n  turn: []\n"
    for wish in (Wish(mulligan=True), Wish(keep="count() > 3"), Wish(toss="cost > 1")):
        with pytest.raises(DeckcheckError) as error:
            laid(tmp_path, plain, entries, wish)
        assert error.value.sentence == "usage.no-mulligan"
