"""Exact chances and simulated games say the same of the same deck: hands, draws and mulligans."""

from __future__ import annotations

from pathlib import Path

import pytest
from kit import Table, shipped, tiny, written

from deckcheck.cli import run
from deckcheck.engine.layout import lay_out
from deckcheck.engine.read import read_plan, with_policy
from deckcheck.goldfish.play import Run, play
from deckcheck.goldfish.result import result
from deckcheck.odds.answer import Question, ask
from deckcheck.odds.opening import Wish, opening_of

SCHEMA = """
sections: {main: {title: Deck}}
card:
  required: [name]
  properties: {name: {type: string}, kind: {enum: [monster, spell, trap]}, cost: {type: integer, minimum: 0}}
rules: {size: {size: {in: main, min: 1}, assumed: a deck holds a card}}
play:
  zones: {hand: , field: kind == monster}
  setup:
    - draw: {n: 6}
    - mulligan:
        toss:
          - {of: kind == monster and cost >= 3, order: -cost, leave: 1}
          - {of: kind != monster, order: [-cost], leave: 2, when: hand.count(cost <= 1) < 2}
  turn:
    - draw: {n: 2, when: turn > 1 or seat == 2}
"""
CARDS = """name,kind,cost
imp,monster,1
ogre,monster,4
dragon,monster,6
bolt,spell,1
rain,spell,3
pit,trap,2
snare,trap,
"""
DECK = {"main": ["6 imp", "3 ogre", "3 dragon", "4 bolt", "4 rain", "2 pit", "2 snare"]}
GAMES = 65_536


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Table:
    return tiny(tmp_path_factory.mktemp("duel"), SCHEMA, CARDS)


@pytest.mark.parametrize("seat", [1, 2])
@pytest.mark.parametrize(
    ("keep", "toss"),
    [
        (None, None),
        ("count(kind == monster) >= 2", None),
        (None, "cost >= 3"),
        ("different() >= 5 or hand.count(cost <= 1) >= 3", "kind == spell | trap"),
    ],
)
def test_each_card_is_seen_as_often(table: Table, seat: int, keep: str | None, toss: str | None) -> None:
    checker, deck = table.checker(), table.deck(DECK)
    plan = with_policy(read_plan(table.game, checker.ruleset, {"seat": str(seat)}), keep, toss)
    layout = lay_out(plan, deck.entries, table.game.scope, merge=False)
    figures = result(layout, play(Run(layout, turns=2, seed=7, games=GAMES)), seed=7).cards
    for turn in (1, 2):
        laid = opening_of(deck, checker, Wish(seat, turn, mulligan=True, keep=keep, toss=toss))
        for name, figure in figures.items():
            question = Question(f'count(name == "{name}") >= 1', laid.hand, laid.drawn, laid.policy)
            answer = ask(question, laid.entries, table.game.scope, laid.view)
            assert answer.exact
            seen = figure.seen[turn - 1]
            assert abs(seen.mean - answer.value) < 5 * seen.half / 1.96, (name, turn)


@pytest.mark.parametrize("game", ["venture", "tresors-de-geek", "yugioh"])
def test_opening_hands_of_the_games(game: str) -> None:
    table = shipped(game)
    checker = table.checker()
    pool = [card for card in table.pool if not table.game.not_a_card(card)]
    lines = [f"{1 + at % 3} {card.name}" for at, card in enumerate(pool[:: max(1, len(pool) // 20)])]
    deck = table.deck({"main": lines})
    laid = opening_of(deck, checker, Wish())
    layout = lay_out(read_plan(table.game, checker.ruleset), deck.entries, table.game.scope, merge=False)
    assert laid.size == sum(layout.left)
    left = {group.cards[0][0].name: n for group, n in zip(layout.classes, layout.left, strict=True)}
    held = {entry.shown: entry.count for entry in laid.entries}
    assert held == {name: n for name, n in left.items() if n}


NAMED = """game: named
title: Named
copy: name
sections: {main: {title: Deck}, side: {title: Side}}
card:
  required: [name]
  properties: {name: {type: string}, cost: {type: integer}, mana: {type: integer, minimum: 0}}
rules: {size: {size: {in: main, min: 1}, assumed: a deck holds a card}}
play:
  zones: {hand: }
  setup: [draw: {n: 2}, mulligan: {toss: [{of: cost > 1}]}]
  turn: [refill: {mana: turn, gold: turn}, play: {of: cost > 0, pay: {mana: cost}, gain: {mana: mana}}]
"""
WRONG = [
    ("--keep", "count(name == 'Bie') > 0", 'no card is called "Bie"'),
    ("--toss", "name == 'Bie' | 'Ant'", 'no card is called "Bie"'),
    ("--keep", "count(cost <= gold) > 0", "gold is no field"),
    ("--keep", "count(cost <= turn) > 0", "turn is no field"),
    ("--toss", "cost <= gold", "gold is no field"),
    ("--keep", "cost > 1", "this is about the whole table"),
    ("--keep", "count(", "the expression ends"),
    ("--toss", "count() > 1", "count"),
]
SOUND = [
    ("--keep", "count(mana > 0) >= 1"),  # inside a call the field, not the pool of its name
    ("--keep", "sum(mana) >= 1 and mana == 0"),
    ("--toss", "mana == 0"),
    ("--keep", "count(name == 'Bee' | 'Dog' | 'Eel') >= 1"),
]


@pytest.fixture
def named(tmp_path: Path) -> list[str]:
    """A deck file and the options that lead to its game."""
    schema = written(tmp_path, "named.yaml", NAMED)
    cards = written(tmp_path, "named.csv", "name,cost,mana\nAnt,1,\nBee,2,1\nCat,3,0\nDog,1,1\nEel,1,\n")
    deck = written(tmp_path, "deck.yaml", "game: named\nmain: [4 Ant, 3 Bee, 3 Cat]\nside: [1 Dog]\n")
    return [deck, "--isolated", "--schemas", schema, "--cards", cards]


@pytest.mark.parametrize(("option", "text", "told"), WRONG, ids=lambda value: value[:24])
def test_both_refuse_a_policy_in_the_same_words(
    named: list[str], capsys: pytest.CaptureFixture[str], option: str, text: str, told: str
) -> None:
    text = text.replace("'", '"')
    said = []
    for command in (["odds", "count() > 1"], ["goldfish", "--games", "10"]):
        assert run([command[0], named[0], *command[1:], *named[1:], option, text]) == 2
        said.append(capsys.readouterr().err)
    assert said[0] == said[1]
    assert f"{option}, column" in said[0]
    assert told in said[0]


@pytest.mark.parametrize(("option", "text"), SOUND, ids=lambda value: value[:24])
def test_both_take_a_policy_with_the_same_notes(
    named: list[str], capsys: pytest.CaptureFixture[str], option: str, text: str
) -> None:
    text = text.replace("'", '"')
    notes = []
    for command in (["odds", "count() > 1"], ["goldfish", "--games", "10"], ["goldfish", "--trace", "1"]):
        assert run([command[0], named[0], *command[1:], *named[1:], option, text]) == 0
        lines = capsys.readouterr().out.splitlines()
        notes.append([line for line in lines if "Dog" in line or "Eel" in line if "note:" in line])
    assert notes[0] == notes[1] == notes[2]
    assert len(notes[0]) == 2 * ("Dog" in text)
