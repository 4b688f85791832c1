"""The fast first look never misses what the kernel finds."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from kit import Sections, tiny

from deckcheck.cards.pool import Card
from deckcheck.decks.deck import Entry
from deckcheck.games.choices import Choices, checker
from deckcheck.games.library import Library
from deckcheck.report import Place
from deckcheck.rules.check import Checker
from deckcheck.rules.kernel import judge

LIBRARY = Library()
GAMES = [(name, fmt) for name in LIBRARY.game_ids() for fmt in (LIBRARY.game(name).formats or (None,))]


def checker_of(game_id: str, format_id: str | None) -> Checker:
    game, pool = LIBRARY.game(game_id), LIBRARY.pool(game_id)
    lists = LIBRARY.list_paths(game_id)
    return checker(game, pool, lists, Choices("2026-11-30", format_id))


def random_entries(rng: random.Random, checking: Checker, cards: list[Card]) -> list[Entry]:
    """A deck near the limits: few different cards, so that copies and sizes are met and passed."""
    sections = list(checking.game.sections)
    few = rng.sample(cards, min(len(cards), rng.randint(1, 25)))
    entries = []
    for line in range(1, rng.randint(2, 40)):
        section = rng.choice([sections[0], sections[0], *sections])
        card = rng.choice(few)
        entries.append(Entry(rng.choice((1, 1, 2, 3)), card.name, section, card, Place("deck", line, 1)))
    if rng.random() < 0.1:
        entries.append(Entry(1, "no such card", sections[0], None, Place("deck", 99, 1)))
    return entries


@pytest.mark.parametrize(("game_id", "format_id"), GAMES, ids=[f"{g}-{f}" for g, f in GAMES])
def test_the_prefilter_and_the_kernel_agree(game_id: str, format_id: str | None) -> None:
    """Judging only the suspects gives the same problems as judging every rule."""
    checking = checker_of(game_id, format_id)
    cards = list(LIBRARY.pool(game_id))
    rng = random.Random(f"{game_id} {format_id}")
    for _ in range(150):
        entries = random_entries(rng, checking, cards)
        view = checking.view(entries)
        everything = [judge(rule, view, checking.ruleset) for rule in checking.ruleset.rules]
        expected = [problem for judgement in everything for problem in judgement.problems]
        undecided = [r.id for r, j in zip(checking.ruleset.rules, everything, strict=True) if j.undecided]
        judged = checking.judged(entries)
        assert (judged.problems, judged.undecided) == (expected, undecided)


SCHEMA = """
copy: counts_as else name
card:
  required: [name]
  properties:
    name: {type: string}
    kind: {enum: [a, b]}
    cost: {type: integer, minimum: 0}
    power: {type: integer}
    tags: {type: array, items: {enum: [x, y, z]}}
    counts_as: {type: string}
params: {cap: 2}
sections: {leader: {title: Leader, cards: 1}, main: {title: Main}, side: {title: Side}}
rules:
  never: {size: {in: main, max: 99}, assumed: case}
  r: RULE
"""
CARDS = """
name,kind,cost,power,tags,counts_as
Ant,a,0,1,x,
Bee,a,1,-2,y|x,
Bee of the hive,b,1,,,Bee
Cat,b,2,0,z,
Egg,,,,,
"""
ALWAYS = "always"  # judged in full whatever the deck

# (rule, decks that surely keep it, decks that may break it)
LOOKS: list[tuple[str, list[Sections], list[Sections] | str]] = [
    ("{size: {in: main, max: 2}}", [{}, {"main": ["2 Ant"]}, {"side": ["3 Ant"]}], [{"main": ["2 Ant", "1 Egg"]}]),
    ("{size: {in: main, max: cap}}", [{"main": ["2 Ant"]}], [{"main": ["3 Ant"]}]),
    ("{size: {in: [main, side], min: 2}}", [{"main": ["1 Ant"], "side": ["1 Ant"]}], [{}, {"main": ["1 Ant"]}]),
    (
        "{size: {in: main, min: 2, max: 3}}",
        [{"main": ["2 Ant"]}, {"main": ["3 Ant"]}],
        [{"main": ["1 Ant"]}, {"main": ["4 Ant"]}],
    ),
    ("{size: {in: main, exactly: 2}}", [{"main": ["2 Ant"]}], [{"main": ["1 Ant"]}, {"main": ["3 Ant"]}]),
    ("{size: {in: main, one_of: [2]}}", [{"main": ["2 Ant"]}], [{"main": ["1 Ant"]}, {"main": ["3 Ant"]}]),
    ("{size: {in: main, one_of: [0, 2]}}", [{}, {"main": ["2 Ant"]}], [{"main": ["1 Ant"]}, {"main": ["3 Ant"]}]),
    ("{size: {in: main, max: side.size}}", [], ALWAYS),
    ("{size: {in: main, max: leader.cost}}", [], ALWAYS),
    ("{count: {in: main, of: kind == a, max: 1}}", [{"main": ["1 Ant", "9 Cat", "9 Egg"]}], [{"main": ["2 Ant"]}]),
    ("{count: {in: main, of: count() >= 2, max: 1}}", [], ALWAYS),
    (
        "{count: {in: main, of: kind == a, per: tags, max: 1}}",
        [{"main": ["1 Ant", "9 Cat", "9 Egg"]}],
        [{"main": ["2 Ant"]}, {"main": ["1 Ant", "1 Bee"]}],
    ),
    ("{count: {in: main, of: kind == a, per: tags, min: 1}}", [], ALWAYS),
    (
        "{sum: {in: main, what: cost, max: 2}}",
        [{"main": ["1 Cat", "9 Ant"]}],
        [{"main": ["3 Bee"]}],
    ),
    ("{sum: {in: main, what: power, min: 0}}", [{"main": ["2 Ant", "1 Bee"]}], [{"main": ["1 Ant", "1 Bee"]}]),
    ("{sum: {in: main, over: name, what: cost, max: 2}}", [], ALWAYS),
    (
        "{different: {in: main, max: 2}}",
        [{"main": ["9 Ant", "9 Cat"]}, {"main": ["1 Ant", "1 Bee", "1 Bee of the hive"]}],
        [{"main": ["1 Ant", "1 Bee", "1 Cat"]}],
    ),
    ("{different: {in: main, what: tags, max: 1}}", [{"main": ["9 Ant", "1 Egg"]}], [{"main": ["1 Bee"]}]),
    ("{different: {in: main, what: tags, min: 0}}", [{}, {"main": ["1 Bee", "1 Cat"]}], []),
    ("{different: {in: main, what: tags, min: 1}}", [{"main": ["1 Ant"]}], [{}, {"main": ["1 Egg"]}]),
    (
        "{copies: {in: [main, side], max: 2}}",
        [{"main": ["1 Ant", "2 Cat"], "side": ["1 Ant"]}, {"leader": ["3 Ant"]}],
        [{"main": ["2 Ant"], "side": ["1 Ant"]}, {"main": ["1 Bee of the hive", "2 Bee"]}],
    ),
    ("{copies: {in: main, of: kind == a, max: 2}}", [{"main": ["3 Cat", "2 Ant"]}], [{"main": ["3 Ant"]}]),
    (
        "{copies: {in: main, max: {by: kind, a: 1, b: 3, else: 2}}}",
        [{"main": ["3 Bee of the hive"]}, {"main": ["1 Bee"]}],
        [{"main": ["1 Bee", "1 Bee of the hive"]}, {"main": ["1 Bee of the hive", "1 Bee"]}],
    ),
    ("{copies: {in: main, max: cost}}", [{"main": ["1 Bee"]}], [{"main": ["2 Bee"]}]),
    ("{copies: {in: main, max: cost else none}}", [{"main": ["9 Egg", "1 Bee"]}], [{"main": ["2 Bee"]}]),
    ("{when: main.different() >= 1, size: {in: main, max: 1}}", [], ALWAYS),
    ("{copies: {in: main, min: 2}}", [], ALWAYS),
    ("{copies: {in: main, min: 1, max: 3}}", [], ALWAYS),
    ("{size: {in: main, max: cap // 0}}", [], ALWAYS),
    (
        "{different: {in: main, what: cost, max: 1}}",
        [{"main": ["1 Ant"], "side": ["1 Bee"]}],
        [{"main": ["1 Ant", "1 Bee"]}],
    ),
    ("{copies: {in: main, max: count()}}", [], ALWAYS),
    ("{groups: {in: main, over: name, having: count() >= 2, max: 1}}", [], ALWAYS),
    ("{forbid: {in: main, of: kind == a}}", [{"main": ["1 Cat"], "side": ["1 Ant"]}], [{"main": ["1 Ant"]}]),
    ("{only: {in: main, of: kind == a}}", [{"main": ["1 Ant"]}], [{"main": ["1 Egg"]}]),
    ("{forbid: {in: main, of: cost > leader.cost}}", [], ALWAYS),
    ("{when: side.size >= 1, size: {in: main, max: 1}}", [{"main": ["1 Ant"]}], [{"main": ["2 Ant"]}]),
    ("{when: leader.cost >= 1, size: {in: main, max: 1}}", [], ALWAYS),
    ("{when: cap == 2 and not (sum(cost) >= 1), size: {in: main, max: 1}}", [], ALWAYS),
]


@pytest.mark.parametrize(("rule", "kept", "broken"), LOOKS, ids=[row[0] for row in LOOKS])
def test_only_what_may_break_a_rule_is_judged_in_full(
    rule: str, kept: list[Sections], broken: list[Sections] | str, tmp_path: Path
) -> None:
    table = tiny(tmp_path, SCHEMA.replace("RULE", f"{rule[:-1]}, assumed: case}}"), CARDS)
    prefilter = table.checker().prefilter
    if isinstance(broken, str):
        broken = [{}, {"main": ["1 Ant"]}]
    for decks, suspected in ((kept, []), (broken, [1])):
        for deck in decks:
            assert list(prefilter.suspects(table.deck(deck).entries)) == suspected, deck


def test_all_rules_are_judged_where_a_card_is_unknown_or_at_fault(tmp_path: Path) -> None:
    rule = "{size: {in: side, max: 2}, assumed: case}"
    table = tiny(tmp_path, SCHEMA.replace("RULE", rule).replace("[name]", "[name, cost]"), CARDS)
    prefilter = table.checker().prefilter
    assert list(prefilter.suspects(table.deck({"main": ["1 Ant"]}).entries)) == []
    for line in ("1 Nobody", "1 Egg"):
        assert list(prefilter.suspects(table.deck({"main": ["1 Ant", line]}).entries)) == [0, 1], line


@pytest.mark.parametrize("rule", ["sum: {in: main, what: cost, max: 2}", "copies: {in: main, max: cost}"])
def test_all_rules_are_judged_where_a_value_is_missing_that_is_needed(rule: str, tmp_path: Path) -> None:
    table = tiny(tmp_path, SCHEMA.replace("RULE", f"{{{rule}, assumed: case}}"), CARDS)
    prefilter = table.checker().prefilter
    assert list(prefilter.suspects(table.deck({"side": ["1 Egg"]}).entries)) == []
    assert list(prefilter.suspects(table.deck({"main": ["1 Egg"]}).entries)) == [0, 1]


def test_of_copies_only_those_of_which_there_are_too_many_are_judged(tmp_path: Path) -> None:
    table = tiny(tmp_path, SCHEMA.replace("RULE", "{copies: {in: [main, side], max: 2}, assumed: case}"), CARDS)
    deck = table.deck({"main": ["2 Ant", "2 Bee", "1 Cat"], "side": ["1 Bee of the hive", "1 Ant", "1 Cat"]})
    picked = table.checker().prefilter.suspects(deck.entries)[1]
    assert [(entry.count, entry.shown) for entry in picked or ()] == [
        (2, "Ant"),
        (2, "Bee"),
        (1, "Bee of the hive"),
        (1, "Ant"),
    ]


def test_rules_are_judged_in_the_order_of_the_schema(tmp_path: Path) -> None:
    rules = """{different: {in: main, max: 1}, assumed: case}
  second: {copies: {in: main, max: 1}, assumed: case}
  third: {size: {in: main, exactly: 1}, assumed: case}
  fourth: {groups: {in: main, over: name, having: count() >= 1, max: 9}, assumed: case}
  fifth: {size: {in: main, max: 1}, assumed: case}"""
    table = tiny(tmp_path, SCHEMA.replace("RULE", rules), CARDS)
    deck = {"main": ["2 Ant", "1 Cat"]}
    assert list(table.checker().prefilter.suspects(table.deck(deck).entries)) == [1, 2, 3, 4, 5]
    assert [problem.rule for problem in table.check(deck).problems] == ["r", "second", "third", "fifth"]
