"""What a finding says of every kind of rule: how much, of what limit, where, of which cards, final or not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from kit import GAP, Sections, Table, tiny

from deckcheck.report import Problem
from deckcheck.wording import message

SCHEMA = """
copy: counts_as else name
card:
  properties:
    name: {type: string}
    kind: {enum: [a, b]}
    cost: {type: integer, minimum: 0}
    power: {type: integer}
    tags: {type: array, items: {enum: [x, y, z]}}
    needs: {type: array, items: {type: string}}
    counts_as: {type: string}
params: {cap: 3}
define:
  dear: {of: cost >= 2, title: a dear card}
  spared: cost else none
sections: {leader: {title: Leader, cards: 1}, main: {title: Main}, side: {title: Side}}
rules: {r: RULE}
"""
CARDS = """
name,kind,cost,power,tags,needs,counts_as
Ant,a,0,1,x,,
Bee,a,1,-2,y|x,,
Bee of the hive,b,1,,,,Bee
Cat,b,2,0,z,Ant|Dog,
Dog,b,5,3,,,
Egg,,,,,,
"""


def game(folder: Path, rule: str) -> Table:
    return tiny(folder, SCHEMA.replace("RULE", f"{rule[:-1]}, assumed: case}}"), CARDS)


def found(table: Table, deck: Sections) -> list[Problem]:
    return [problem for problem in table.check(deck).problems if problem.rule == "r"]


def row(problem: Problem) -> tuple[object, ...]:
    return problem.found, problem.limit, problem.section, problem.place.line, problem.cards


ROWS: list[tuple[str, Sections, list[tuple[object, ...]]]] = [
    # The line with which a limit is passed, not the one that reaches it; too little is nobody's line.
    ("{size: {in: main, max: 3}}", {"main": ["2 Ant", "1 Bee", "1 Cat", "5 Ant"]}, [(9, 3, "main", 3, ())]),
    ("{size: {in: [main, side], max: 3}}", {"main": ["3 Ant"], "side": ["1 Bee"]}, [(4, 3, "side", 2, ())]),
    ("{size: {in: [main, side], min: 3}}", {"main": ["1 Ant"], "side": ["1 Bee"]}, [(2, 3, None, None, ())]),
    ("{size: {in: main, min: 3}}", {"main": ["2 Ant"]}, [(2, 3, "main", None, ())]),
    ("{size: {in: main, exactly: 3}}", {"main": ["2 Ant", "2 Ant"]}, [(4, 3, "main", 2, ())]),
    ("{size: {in: main, one_of: [8, 0, 2]}}", {"main": ["8 Ant", "1 Ant"]}, [(9, (0, 2, 8), "main", 2, ())]),
    ("{size: {in: main, one_of: [8, 0, 2]}}", {"main": ["1 Ant"]}, [(1, (0, 2, 8), "main", None, ())]),
    # Of copies the card whose limit it is comes first; the line is the last where there is too little.
    ("{copies: {in: all, max: 2}}", {"main": ["2 Ant"], "side": ["1 Ant"]}, [(3, 2, "side", 2, ("Ant",))]),
    ("{copies: {in: all, min: 4}}", {"main": ["2 Ant"], "side": ["1 Ant"]}, [(3, 4, "side", 2, ("Ant",))]),
    (
        "{copies: {in: main, max: {by: kind, a: 3, b: 1, else: 9}}}",
        {"main": ["1 Bee", "1 Bee of the hive", "1 Bee"]},
        [(3, 1, "main", 2, ("Bee of the hive", "Bee"))],
    ),
    (
        "{copies: {in: main, max: {by: kind, a: 1, b: 3, else: 9}}}",
        {"main": ["1 Bee", "1 Bee of the hive", "1 Bee of the hive"]},
        [(3, 1, "main", 2, ("Bee", "Bee of the hive"))],
    ),
    (
        "{copies: {in: main, min: {by: kind, a: 3, b: 4, else: 0}}}",
        {"main": ["1 Bee", "1 Bee of the hive"]},
        [(2, 4, "main", 2, ("Bee of the hive", "Bee"))],
    ),
    (
        "{copies: {in: main, min: {by: kind, a: 4, b: 3, else: 0}}}",
        {"main": ["1 Bee", "1 Bee of the hive"]},
        [(2, 4, "main", 2, ("Bee", "Bee of the hive"))],
    ),
    ("{copies: {in: main, max: {by: kind, a: 1, b: 1, else: none}}}", {"main": ["9 Egg"]}, []),
    (
        "{copies: {in: main, max: {by: power, -2: 1, 0: 2, else: 3}}}",
        {"main": ["2 Bee", "3 Cat", "4 Dog", "3 Ant"]},
        [(2, 1, "main", 1, ("Bee",)), (3, 2, "main", 2, ("Cat",)), (4, 3, "main", 3, ("Dog",))],
    ),
    (
        "{copies: {in: main, max: {by: name, Ant: 1, else: 2}}}",
        {"main": ["2 Ant", "2 Cat", "3 Dog"]},
        [(2, 1, "main", 1, ("Ant",)), (3, 2, "main", 3, ("Dog",))],
    ),
    ("{copies: {in: main, max: spared}}", {"main": ["9 Egg", "1 Ant"]}, [(1, 0, "main", 2, ("Ant",))]),
    (
        "{copies: {in: main, one_of: [1, 3]}}",
        {"main": ["2 Ant", "1 Ant", "1 Ant"]},
        [(4, (1, 3), "main", 3, ("Ant",))],
    ),
    # Groups, in the order in which they come, of several words of one card by the alphabet.
    (
        "{count: {in: main, of: kind == a, per: tags, max: 1}}",
        {"main": ["1 Cat", "2 Bee", "1 Ant"]},
        [(3, 1, "main", 2, ("Bee", "Ant")), (2, 1, "main", 2, ("Bee",))],
    ),
    ("{count: {in: main, of: not given(cost), per: kind, max: 1}}", {"main": ["2 Egg"]}, []),
    (
        "{count: {in: main, of: cost >= 0, per: kind, max: count() - 1}}",
        {"main": ["2 Ant", "1 Cat"]},
        [(2, 1, "main", 1, ("Ant",)), (1, 0, "main", 2, ("Cat",))],
    ),
    # Different values: the first card of each.
    (
        "{different: {in: main, what: cost, max: 1}}",
        {"main": ["1 Bee", "1 Egg", "1 Bee of the hive", "1 Ant", "1 Dog"]},
        [(3, 1, "main", 4, ("Bee", "Ant", "Dog"))],
    ),
    ("{different: {in: main, what: tags, min: 4}}", {"main": ["1 Bee", "1 Ant"]}, [(2, 4, "main", None, ("Bee",))]),
    (
        "{different: {in: [main, side], max: 1}}",
        {"main": ["1 Ant"], "side": ["1 Bee"]},
        [(2, 1, "side", 2, ("Ant", "Bee"))],
    ),
    # Sums: what adds nothing is not named.
    (
        "{sum: {in: main, what: cost, max: 4}}",
        {"main": ["3 Ant", "2 Cat", "1 Bee", "1 Bee"]},
        [(6, 4, "main", 3, ("Cat", "Bee"))],
    ),
    ("{sum: {in: main, what: cost, min: 4}}", {"main": ["1 Cat", "1 Ant"]}, [(2, 4, "main", None, ("Cat",))]),
    (
        "{sum: {in: [main, side], what: cost, max: 4}}",
        {"main": ["2 Cat"], "side": ["1 Dog"]},
        [(9, 4, "side", 2, ("Cat", "Dog"))],
    ),
    # Of groups that add up: each once, its last line.
    (
        "{sum: {in: main, over: name, what: cost, max: 4}}",
        {"main": ["3 Ant", "2 Cat", "1 Dog", "1 Cat", "1 Dog"]},
        [(7, 4, "main", 5, ("Cat", "Dog"))],
    ),
    (
        "{sum: {in: main, over: name, what: cost, min: 4}}",
        {"main": ["2 Cat", "1 Cat"]},
        [(2, 4, "main", None, ("Cat",))],
    ),
    (
        "{groups: {in: [main, side], over: name, having: count() >= 2, max: 1}}",
        {"main": ["1 Ant", "2 Cat", "1 Dog"], "side": ["1 Dog", "3 Ant"]},
        [(3, 1, "main", 2, ("Ant", "Cat", "Dog"))],
    ),
    (
        "{groups: {in: main, over: name, having: count() >= 2, min: 2}}",
        {"main": ["2 Ant", "1 Dog"]},
        [(1, 2, "main", None, ("Ant",))],
    ),
    # Each card at fault by itself.
    (
        "{forbid: {in: [main, side], of: dear}}",
        {"main": ["1 Ant", "2 Cat", "1 Cat"], "side": ["3 Dog"]},
        [(2, 0, "main", 2, ("Cat",)), (1, 0, "main", 3, ("Cat",)), (3, 0, "side", 4, ("Dog",))],
    ),
    ("{only: {in: main, of: kind == a}}", {"main": ["1 Ant", "1 Egg"]}, [(1, 0, "main", 2, ("Egg",))]),
]


@pytest.mark.parametrize(("rule", "deck", "rows"), ROWS, ids=[f"{r[0]} {r[1]}" for r in ROWS])
def test_how_much_and_where(rule: str, deck: Sections, rows: list[tuple[object, ...]], tmp_path: Path) -> None:
    assert [row(problem) for problem in found(game(tmp_path, rule), deck)] == rows


NOTHING: dict[str, Any] = {
    "title": "r",
    "of": None,
    "what": None,
    "key": None,
    "per": None,
    "having": None,
    "sections": ("main",),
    "everywhere": False,
    "says": None,
    "titles": (),
}
FACTS: list[tuple[str, list[str], dict[str, Any]]] = [
    ("{size: {in: main, max: 1}}", ["2 Ant"], {}),
    ("{title: A title, size: {in: main, max: 1}}", ["2 Ant"], {"title": "A title"}),
    ("{size: {in: all, max: 1}}", ["2 Ant"], {"sections": ("leader", "main", "side"), "everywhere": True}),
    ("{copies: {in: main, max: 1}}", ["2 Bee of the hive"], {"key": "Bee", "per": ""}),
    (
        "{count: {in: main, of: dear, per: kind, max: 1}}",
        ["2 Cat"],
        {"of": "dear", "key": "b", "per": "kind", "titles": (("dear", "a dear card"),)},
    ),
    ("{sum: {in: main, what: cost + 0, max: 1}}", ["2 Cat"], {"what": "cost + 0"}),
    (
        "{groups: {in: main, over: kind, having: count() > 1, max: 0}}",
        ["2 Cat"],
        {"per": "kind", "having": "count() > 1"},
    ),
    (
        "{says: cost {cost}, forbid: {in: main, of: cost > cap}}".replace("cost {cost}", '"cost {cost}"'),
        ["1 Dog"],
        {"of": "cost > cap", "says": "cost {cost}", "values": {"cost": 5, "cap": 3}},
    ),
    # What a card lacks of a value is not said, nor what is read of other cards.
    (
        "{forbid: {in: main, of: cost > cap or given(power) and power >= 3}}",
        ["1 Dog"],
        {"of": "cost > cap or given(power) and power >= 3", "values": {"cost": 5, "cap": 3, "power": 3}},
    ),
    ("{forbid: {in: main, of: cost == none}}", ["1 Egg"], {"of": "cost == none", "values": {}}),
    (
        "{forbid: {in: main, of: not needs within main.name}}",
        ["1 Cat", "1 Dog"],
        {"of": "not needs within main.name", "values": {}, "missing": ("Ant",), "owner": "main", "word": "name"},
    ),
    (
        "{only: {in: main, of: cost < 2 or needs within deck.name}}",
        ["1 Cat", "1 Ant"],
        {
            "of": "not (cost < 2 or needs within deck.name)",
            "values": {"cost": 2},
            "missing": ("Dog",),
            "owner": "deck",
            "word": "name",
        },
    ),
    (
        "{forbid: {in: main, of: kind == b and not (name in side.name)}}",
        ["1 Cat"],
        {
            "of": "kind == b and not (name in side.name)",
            "values": {"kind": "b"},
            "missing": ("Cat",),
            "owner": "side",
            "word": "name",
        },
    ),
    (
        "{forbid: {in: main, of: kind == a or name not in side.name}}",
        ["1 Cat"],
        {
            "of": "kind == a or name not in side.name",
            "values": {"kind": "b"},
            "missing": ("Cat",),
            "owner": "side",
            "word": "name",
        },
    ),
    (
        "{only: {in: main, of: not (tags has x) or tags within side.tags}}",
        ["1 Ant"],
        {
            "of": "not (not (tags has x) or tags within side.tags)",
            "values": {"tags": ("x",)},
            "missing": ("x",),
            "owner": "side",
            "word": "tags",
        },
    ),
    # Nothing is missing where nothing of the card is looked for among others, or it is no word.
    ("{forbid: {in: main, of: kind not in a}}", ["1 Cat"], {"of": "kind not in a", "values": {"kind": "b"}}),
    ("{forbid: {in: main, of: cost not in side.cost}}", ["1 Cat"], {"of": "cost not in side.cost", "values": {}}),
    ("{forbid: {in: main, of: '\"Ant\" not in side.name'}}", ["1 Cat"], {"of": '"Ant" not in side.name', "values": {}}),
    # Of tests joined by or only what is true, and of what is there nothing.
    (
        "{forbid: {in: main, of: kind == b or needs within main.name}}",
        ["1 Cat"],
        {"of": "kind == b or needs within main.name", "values": {"kind": "b"}},
    ),
    (
        "{forbid: {in: main, of: kind == b or not needs within main.name}}",
        ["1 Cat", "1 Ant", "1 Dog"],
        {"of": "kind == b or not needs within main.name", "values": {"kind": "b"}},
    ),
    # A negation the other way round blames what is there.
    ("{only: {in: main, of: name not in main.name}}", ["1 Cat"], {"of": "not (name not in main.name)", "values": {}}),
    ("{forbid: {in: main, of: needs within main.tags}}", ["1 Ant"], {"of": "needs within main.tags", "values": {}}),
]


@pytest.mark.parametrize(("rule", "deck", "facts"), FACTS, ids=[r[0] for r in FACTS])
def test_what_it_is_about(rule: str, deck: list[str], facts: dict[str, Any], tmp_path: Path) -> None:
    (problem,) = found(game(tmp_path, rule), {"main": deck})[:1]
    assert dict(problem.facts) == NOTHING | facts
    assert (problem.assumed, problem.source) == ("case", None)


# (rule, deck, where the limit is said to come from)
ORIGINS: list[tuple[str, Sections, list[tuple[str, dict[str, object]]]]] = [
    ("{size: {in: main, max: 1}}", {}, []),
    ("{size: {in: main, max: cap}}", {}, [("param", {"name": "cap", "value": 3, "setter": None})]),
    ("{size: {in: main, max: cap + cap}}", {}, [("param", {"name": "cap", "value": 3, "setter": None})]),
    ("{copies: {in: main, max: {by: kind, a: 1, else: 9}}}", {}, [("table", {"field": "kind", "value": "a"})]),
    (
        "{copies: {in: main, max: {by: counts_as, Cat: 3, else: 2}}}",
        {},
        [("table-else", {"field": "counts_as", "value": None})],
    ),
    ("{copies: {in: main, max: spared}}", {}, [("field", {"field": "cost", "card": "Ant"})]),
    (
        "{size: {in: main, max: leader.cost}}",
        {"leader": ["1 Cat"]},
        [("section", {"section": "leader", "field": "cost", "value": 2, "card": "Cat"})],
    ),
    (
        "{size: {in: main, max: side.size + count(kind == b)}}",
        {"side": ["2 Ant"]},
        [("measure", {"text": "size", "section": "side", "value": 2})],
    ),
    # Of several only what decided.
    (
        "{size: {in: main, max: 'min(cap, side.size)'}}",
        {"side": ["2 Ant"]},
        [("measure", {"text": "size", "section": "side", "value": 2})],
    ),
    ("{size: {in: main, max: 'max(cap, side.size)'}}", {}, [("param", {"name": "cap", "value": 3, "setter": None})]),
    ("{copies: {in: main, max: power else cap}}", {}, [("field", {"field": "power", "card": "Ant"})]),
]


@pytest.mark.parametrize(("rule", "deck", "origins"), ORIGINS, ids=[r[0] for r in ORIGINS])
def test_where_a_limit_comes_from(
    rule: str, deck: Sections, origins: list[tuple[str, dict[str, object]]], tmp_path: Path
) -> None:
    (problem,) = found(game(tmp_path, rule), {**deck, "main": ["9 Ant"]})
    assert [(origin.kind, dict(origin.facts)) for origin in problem.origin] == origins
    assert not GAP.search(message(problem))


# (rule, deck, whether no card that is added can mend it)
FINAL: list[tuple[str, Sections, bool]] = [
    ("{size: {in: main, max: 1}}", {"main": ["2 Ant"]}, True),
    ("{size: {in: main, min: 2}}", {"main": ["1 Ant"]}, False),
    ("{size: {in: main, exactly: 2}}", {"main": ["1 Ant"]}, False),
    ("{size: {in: main, exactly: 2}}", {"main": ["3 Ant"]}, True),
    ("{size: {in: main, one_of: [0, 3]}}", {"main": ["2 Ant"]}, False),
    ("{size: {in: main, one_of: [0, 3]}}", {"main": ["4 Ant"]}, True),
    # A limit that more cards raise, or lower.
    ("{size: {in: main, max: 1 + side.size}}", {"main": ["2 Ant"]}, False),
    ("{size: {in: main, max: 1 - side.size}}", {"main": ["2 Ant"]}, True),
    ("{size: {in: main, one_of: [0, 1 + side.size]}}", {"main": ["2 Ant"]}, False),
    # Cards that stop counting as others come.
    ("{count: {in: main, of: kind == a, max: 1}}", {"main": ["2 Ant"]}, True),
    ("{count: {in: main, of: name in main.name, max: 1}}", {"main": ["2 Ant"]}, True),
    ("{count: {in: main, of: name not in side.name, max: 1}}", {"main": ["2 Ant"]}, False),
    ("{groups: {in: main, over: name, having: count() >= 2, max: 0}}", {"main": ["2 Ant"]}, True),
    ("{groups: {in: main, over: name, having: count() <= 2, max: 0}}", {"main": ["2 Ant"]}, False),
    # Values that may be below nothing, or that move.
    ("{sum: {in: main, what: cost, max: 1}}", {"main": ["1 Dog"]}, True),
    ("{sum: {in: main, what: power, max: 1}}", {"main": ["1 Dog"]}, False),
    ("{sum: {in: main, over: name, what: power, max: 1}}", {"main": ["1 Dog"]}, False),
    ("{sum: {in: main, over: name, what: count(), max: 1}}", {"main": ["2 Dog"]}, True),
    ("{sum: {in: main, over: name, what: 5 - count(), max: 1}}", {"main": ["2 Dog"]}, False),
    ("{different: {in: main, what: cost, max: 1}}", {"main": ["1 Dog", "1 Ant"]}, True),
    ("{different: {in: main, what: power, max: 1}}", {"main": ["1 Dog", "1 Ant"]}, True),
    ("{different: {in: main, what: cost * count(), max: 1}}", {"main": ["1 Dog", "1 Ant"]}, False),
    ("{count: {in: main, of: cost >= 0, per: cost * count(), max: 1}}", {"main": ["1 Dog", "1 Ant", "1 Ant"]}, False),
    # A guard that more cards fulfil, or undo.
    ("{when: side.size >= 1, size: {in: main, max: 1}}", {"main": ["2 Ant"], "side": ["1 Ant"]}, True),
    ("{when: side.size <= 1, size: {in: main, max: 1}}", {"main": ["2 Ant"], "side": ["1 Ant"]}, False),
    ("{when: cap == 3, size: {in: main, max: 1}}", {"main": ["2 Ant"]}, True),
    ("{only: {in: main, of: kind == a}}", {"main": ["1 Cat"]}, True),
    ("{only: {in: main, of: needs within deck.name}}", {"main": ["1 Cat"]}, False),
]


@pytest.mark.parametrize(("rule", "deck", "final"), FINAL, ids=[f"{r[0]} {r[1]}" for r in FINAL])
def test_what_more_cards_can_mend(rule: str, deck: Sections, final: bool, tmp_path: Path) -> None:
    (problem,) = found(game(tmp_path, rule), deck)[:1]
    assert problem.final is final


def test_the_guard_is_asked_of_each_deck(tmp_path: Path) -> None:
    table = game(tmp_path, "{when: side.size >= 1, size: {in: main, max: 1}}")
    assert found(table, {"main": ["2 Ant"]}) == []
    assert len(found(table, {"main": ["2 Ant"], "side": ["1 Ant"]})) == 1
