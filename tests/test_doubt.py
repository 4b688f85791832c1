"""Cards that cannot be decided: what they leave open, and what stands all the same."""

from __future__ import annotations

from pathlib import Path

import pytest
from kit import Sections, tiny, told

from deckcheck.report import Severity

SCHEMA = """
copy: counts_as else name
card:
  required: [kind]
  properties:
    name: {type: string}
    kind: {enum: [a, b]}
    cost: {type: integer, minimum: 0}
    need: {type: integer, minimum: 0}
    rank: {enum: [low, high]}
    counts_as: {type: string}
define: {spared: cost else none}
sections: {leader: {title: Leader, cards: 1}, main: {title: Main}}
rules: {RULE}
"""
CARDS = """
name,kind,cost,need,counts_as
Ant,a,1,,
Bee,a,2,,
Bee of the hive,a,2,,Bee
Cat,b,,,
Chief,b,,5,
Faulty,,1,,
"""

# (rule, deck, what is found, whether the rule stays undecided)
CASES: list[tuple[str, Sections, list[str], bool]] = [
    # An unknown card is counted where nothing of it is read.
    ("{size: {in: main, max: 2}}", {"main": ["2 Ant", "1 Blot"]}, ["r 3 max 2"], False),
    ("{size: {in: main, min: 3}}", {"main": ["1 Ant", "1 Blot"]}, ["r 2 min 3"], False),
    ("{copies: {in: main, max: 2}}", {"main": ["3 Blot"]}, ["r 3 max 2"], False),
    ("{copies: {in: main, max: 2}}", {"main": ["3 Ant", "1 Blot"]}, ["r 3 max 2"], False),
    # Elsewhere it is left out: too much stands, too little is open.
    ("{count: {in: main, of: kind == a, max: 2}}", {"main": ["3 Ant", "1 Blot"]}, ["r 3 max 2"], True),
    ("{count: {in: main, of: kind == a, min: 2}}", {"main": ["1 Ant", "1 Blot"]}, [], True),
    ("{count: {in: main, of: kind == a, min: 2}}", {"main": ["1 Ant", "1 Faulty"]}, [], True),
    # A misspelt name is no name: it may be any card's.
    ('{count: {in: main, of: name == "Ant", min: 1}}', {"main": ["1 Amt"]}, [], True),
    ('{only: {in: main, of: name == "Ant"}}', {"main": ["1 Amt"]}, [], True),
    ('{forbid: {in: main, of: name != "Ant"}}', {"main": ["1 Amt", "1 Bee"]}, ["r 1 max 0"], True),
    # It may be a copy of one of the others.
    ("{copies: {in: main, one_of: [0, 3]}}", {"main": ["2 Ant", "1 Amt"]}, [], True),
    ("{copies: {in: main, one_of: [0, 3]}}", {"main": ["4 Ant", "1 Amt"]}, ["r 4 one_of 0|3"], True),
    ("{different: {in: main, max: 2}}", {"main": ["1 Ant", "1 Bee", "1 Amt"]}, [], True),
    ("{different: {in: main, max: 1}}", {"main": ["1 Ant", "1 Bee", "1 Amt"]}, ["r 2 max 1"], True),
    ("{size: {in: main, max: 2 * different()}}", {"main": ["2 Ant", "2 Amt"]}, [], True),
    # A bound that is in doubt holds nobody to anything.
    ("{size: {in: main, one_of: [0, leader.need]}}", {"main": ["5 Ant"]}, [], True),
    ("{size: {in: main, one_of: [0, leader.need]}}", {"leader": ["1 Chief"], "main": ["5 Ant"]}, [], False),
    (
        "{size: {in: main, one_of: [0, leader.need]}}",
        {"leader": ["1 Chief"], "main": ["4 Ant"]},
        ["r 4 one_of 0|5"],
        False,
    ),
    ("{size: {in: main, max: leader.need}}", {"main": ["9 Ant"]}, [], True),
    ("{copies: {in: main, max: {by: kind, a: 1, b: 2}}}", {"main": ["3 Faulty", "2 Ant"]}, ["r 2 max 1"], True),
    ("{copies: {in: main, max: {by: kind, a: 1, else: 2}}}", {"main": ["3 Faulty"]}, [], True),
    # It may be of any group, but it lies in its section.
    ("{count: {in: main, of: cost >= 0, per: kind, max: 2}}", {"main": ["1 Ant", "1 Faulty"]}, [], True),
    ("{count: {in: main, of: cost >= 0, per: kind, max: 2}}", {"main": ["3 Faulty"]}, [], True),
    ("{copies: {in: main, min: 2, max: 3}}", {"main": ["2 Ant", "1 Amt"]}, [], True),
    ("{copies: {in: main, max: 3}}", {"main": ["2 Ant", "1 Amt"]}, [], False),
    (
        "{different: {in: [leader, main], what: section, max: 1}}",
        {"leader": ["1 Blot"], "main": ["1 Ant"]},
        ["r 2 max 1"],
        False,
    ),
    ("{groups: {in: main, over: name, having: leader.need >= 2, min: 1}}", {"main": ["1 Ant"]}, [], True),
    # A guard in doubt holds nobody to anything.
    ("{when: leader.need >= 2, size: {in: main, max: 1}}", {"main": ["2 Ant"]}, [], True),
    (
        "{when: leader.need >= 2, size: {in: main, max: 1}}",
        {"leader": ["1 Chief"], "main": ["2 Ant"]},
        ["r 2 max 1"],
        False,
    ),
    ("{when: count(kind == a) >= 2, size: {in: main, max: 1}}", {"main": ["1 Ant", "1 Blot"]}, [], True),
    ("{when: count(kind == a) >= 2, size: {in: main, max: 1}}", {"main": ["1 Ant", "1 Cat"]}, [], False),
]


@pytest.mark.parametrize(("rule", "deck", "found", "undecided"), CASES, ids=[f"{c[0]} {c[1]}" for c in CASES])
def test_what_is_open(rule: str, deck: Sections, found: list[str], undecided: bool, tmp_path: Path) -> None:
    table = tiny(tmp_path, SCHEMA.replace("RULE", f"r: {rule[:-1]}, assumed: case}}"), CARDS)
    report = table.check(deck)
    assert [told(p) for p in report.problems if p.rule == "r"] == found
    assert (report.undecided == ("r",)) is undecided


# (rule, deck, the card whose record lacks what the rule needs, the field)
LACKING = [
    ("{sum: {in: main, what: cost, max: 9}}", {"main": ["1 Ant", "1 Cat"]}, "Cat", "cost"),
    ("{copies: {in: main, max: cost}}", {"main": ["1 Ant", "1 Cat"]}, "Cat", "cost"),
    ("{copies: {in: main, max: {by: cost, 1: 3, else: 2}}}", {"main": ["1 Cat"]}, "", ""),
    ("{size: {in: main, max: 9 + sum(cost)}}", {"main": ["1 Ant", "1 Cat"]}, "Cat", "cost"),
    ("{when: sum(cost) >= 3, size: {in: main, max: 9}}", {"main": ["1 Ant", "1 Cat"]}, "Cat", "cost"),
    # A table without `else` needs the value that it goes by; a limit that may be none needs nothing.
    ("{copies: {in: main, max: {by: rank, low: 1, high: 2}}}", {"main": ["1 Cat"]}, "Cat", "rank"),
    ("{copies: {in: main, max: cost else need}}", {"main": ["1 Cat"]}, "Cat", "cost need"),
    ("{copies: {in: main, max: cost else none}}", {"main": ["1 Cat"]}, "", ""),
    ("{copies: {in: main, max: spared}}", {"main": ["1 Cat"]}, "", ""),
    ("{copies: {in: main, max: (cost else none) + 1}}", {"main": ["1 Cat"]}, "Cat", "cost"),
    # What is worked out once a group need not be there.
    ("{sum: {in: main, over: name, what: cost, max: 9}}", {"main": ["1 Ant", "1 Cat"]}, "", ""),
]


@pytest.mark.parametrize(("rule", "deck", "card", "field"), LACKING, ids=[case[0] for case in LACKING])
def test_a_record_without_what_a_rule_needs_is_named(
    rule: str, deck: Sections, card: str, field: str, tmp_path: Path
) -> None:
    """Nobody can call such a deck legal, and the designer learns which record to mend."""
    table = tiny(tmp_path, SCHEMA.replace("RULE", f"r: {rule[:-1]}, assumed: case}}"), CARDS)
    report = table.check(deck)
    told_of = [(p.cards, p.facts["fields"], p.facts["needed_by"]) for p in report.problems if p.rule == "card-data"]
    assert told_of == ([((card,), tuple(field.split()), "r")] if card else [])
    assert report.legal is not bool(card)


def test_a_doubt_is_of_one_rule_alone(tmp_path: Path) -> None:
    rules = (
        "first: {count: {in: main, of: kind == a, min: 2}, assumed: case}, r: {size: {in: main, min: 3}, assumed: case}"
    )
    report = tiny(tmp_path, SCHEMA.replace("RULE", rules), CARDS).check({"main": ["1 Ant", "1 Blot"]})
    assert report.undecided == ("first",)
    assert [told(p) for p in report.problems if p.rule == "r"] == ["r 2 min 3"]


def test_a_record_is_blamed_by_the_rule_that_needs_it_alone(tmp_path: Path) -> None:
    rules = "r: {sum: {in: main, what: cost, max: 9}, assumed: case}, last: {size: {in: main, max: 9}, assumed: case}"
    report = tiny(tmp_path, SCHEMA.replace("RULE", rules), CARDS).check({"main": ["1 Cat"]})
    assert [p.facts["needed_by"] for p in report.problems if p.rule == "card-data"] == ["r"]


def test_a_faulty_record_is_an_error_only_where_it_may_matter(tmp_path: Path) -> None:
    cards = "name,kind,rank\nOdd,a,middle\n"
    for number, (rule, legal) in enumerate(
        (
            ("{size: {in: main, max: 9}}", True),
            ("{count: {in: main, of: rank == low, max: 9}}", False),
        )
    ):
        folder = tmp_path / str(number)
        folder.mkdir()
        report = tiny(folder, SCHEMA.replace("RULE", f"r: {rule[:-1]}, assumed: case}}"), cards).check(
            {"main": ["1 Odd"]}
        )
        assert (report.legal, report.undecided) == (legal, () if legal else ("r",))
        assert [p.severity for p in report.problems] == [Severity.WARNING if legal else Severity.ERROR]


def test_a_card_without_the_key_of_copies_is_a_copy_of_its_own_name(tmp_path: Path) -> None:
    schema = SCHEMA.replace("counts_as else name", "counts_as").replace(
        "RULE", "r: {copies: {in: main, max: 2}, assumed: case}"
    )
    table = tiny(tmp_path, schema, CARDS)
    assert [told(p) for p in table.check({"main": ["3 Ant", "2 Cat"]}).problems] == ["r 3 max 2"]


def test_the_line_is_the_last_of_the_group_with_which_the_limit_is_passed(tmp_path: Path) -> None:
    rule = "r: {groups: {in: main, over: name, having: count() >= 2, max: 1}, assumed: case}"
    table = tiny(tmp_path, SCHEMA.replace("RULE", rule), CARDS)
    (problem,) = table.check({"main": ["1 Cat", "1 Ant", "1 Bee", "1 Ant", "5 Chief", "1 Cat"]}).problems
    assert (problem.place.line, problem.cards) == (4, ("Cat", "Ant", "Chief"))
