"""What the rules of a schema say of all its cards: told to the designer, at the rule."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from kit import DAY, LIBRARY, shipped, tiny

from deckcheck.games.lint import lint
from deckcheck.lists.files import load_lists
from deckcheck.report import Problem, Severity
from deckcheck.wording import message

SCHEMA = """
copy: family else name
card:
  required: [kind]
  properties:
    name: {type: string}
    family: {type: string}
    kind: {enum: [a, b, c]}
    cost: {type: integer, minimum: 0}
sections: {main: {title: Main}, side: {title: Side}}
lists: {pool: {title: Pool, value: mark, uses: pool}}
rules:
  r: RULE
"""
CARDS = """
name,family,kind,cost
Ant,,a,1
Bee,hive,a,2
Wasp,hive,b,
"""
LIST = "list: pool\nversions:\n  - from: '2020-01-01'\n    entries: {in: [{of: TEST}, Ant]}\n"


def lints(folder: Path, rule: str, cards: str = CARDS, test: str = "kind == a") -> list[Problem]:
    table = tiny(folder, SCHEMA.replace("RULE", f"{{{rule}, assumed: x}}"), cards, [LIST.replace("TEST", test)])
    return list(lint(table.game, table.pool, load_lists(table.lists, table.game.scope), DAY))


# (rule, what is told, of how many cards)
CASES = [
    ("forbid: {in: main, of: kind == a}", None, 0),
    ("forbid: {in: main, of: kind == c}", "lint.matches-none", 0),
    ("only: {in: main, of: kind == c}", "lint.matches-none", 0),
    ("count: {in: main, of: kind == c, max: 3}", "lint.matches-none", 0),
    ("forbid: {in: main, of: kind == a | b}", "lint.matches-all", 0),
    ("only: {in: main, of: given(name)}", "lint.matches-all", 0),
    ("forbid: {in: main, of: on(pool)}", None, 0),
    ("only: {in: main, of: family in main.name}", None, 0),
    ("copies: {in: main, max: 3}", None, 0),
    ("copies: {in: main, max: cost}", "lint.no-limit", 1),
    ("copies: {in: main, max: cost else none}", "lint.limits-differ", 2),
    ("copies: {in: main, max: {by: kind, a: 3, b: 2, c: 1}}", "lint.limits-differ", 2),
    ("copies: {in: main, max: {by: kind, a: 3, else: 3}}", None, 0),
    ("sum: {in: main, what: cost, max: 9}", "lint.no-value", 1),
    ("sum: {in: main, of: kind == a, what: cost, max: 9}", None, 0),
    ("sum: {in: main, what: cost else 0, max: 9}", None, 0),
]


@pytest.mark.parametrize(("rule", "sentence", "cards"), CASES, ids=[case[0] for case in CASES])
def test_rules(rule: str, sentence: str | None, cards: int, tmp_path: Path) -> None:
    found = lints(tmp_path, rule)
    assert [(p.sentence, len(p.cards)) for p in found] == ([(sentence, cards)] if sentence else [])
    assert all(p.severity is Severity.WARNING and p.place.line for p in found)


def test_a_record_that_leaves_a_test_open(tmp_path: Path) -> None:
    (problem,) = lints(tmp_path, "forbid: {in: main, of: kind == a}", CARDS + "Gnat,,,\n")
    assert (problem.sentence, problem.cards) == ("lint.undecided", ("Gnat",))


# A rule beside the sum over the main deck, and whether Wasp, which has no cost, is still told.
FENCES = [
    ("only: {in: main, of: kind == a}", False),
    ("forbid: {in: main, of: kind == b}", False),
    ("only: {in: all, of: kind == a}", False),
    ("forbid: {in: side, of: kind == b}", True),
    ("forbid: {in: main, of: kind == c}", True),
    ("only: {in: main, of: kind == a}, severity: warning", True),
    ("only: {in: main, of: kind == a}, when: side.size > 0", True),
    ("only: {in: main, of: family in side.name}", True),
    ("count: {in: main, of: kind == b, max: 0}", True),
]


@pytest.mark.parametrize(("fence", "told"), FENCES, ids=[fence for fence, _ in FENCES])
def test_cards_that_may_not_stand_where_a_rule_counts(fence: str, told: bool, tmp_path: Path) -> None:
    found = lints(tmp_path, f"sum: {{in: main, what: cost, max: 9}}, assumed: x}}\n  fence: {{{fence}")
    lacking = [problem for problem in found if problem.sentence == "lint.no-value"]
    assert bool(lacking) is told
    assert all("such a card in main cannot be judged: Wasp" in message(problem) for problem in lacking)


def test_a_card_that_may_stand_in_one_of_the_sections(tmp_path: Path) -> None:
    rule = "sum: {in: [main, side], what: cost, max: 9}, assumed: x}\n  fence: {only: {in: main, of: kind == a}"
    (problem,) = lints(tmp_path, rule)
    assert "such a card in main or side cannot be judged: Wasp" in message(problem)


def test_a_format_without_the_rule_that_keeps_a_card_out(tmp_path: Path) -> None:
    rule = "sum: {in: main, what: cost, max: 9}, assumed: x}\n  fence: {only: {in: main, of: kind == a}"
    formats = "default: one\nformats: {one: {}, two: {rules: {fence: off}}}\n"
    table = tiny(tmp_path, formats + SCHEMA.replace("RULE", f"{{{rule}, assumed: x}}"), CARDS)
    assert [problem.sentence for problem in lint(table.game, table.pool, {}, DAY)] == ["lint.no-value"]


def test_a_test_in_a_list_that_no_card_passes(tmp_path: Path) -> None:
    (problem,) = lints(tmp_path, "forbid: {in: main, of: on(pool)}", test="kind == c")
    assert (problem.rule, problem.sentence, problem.place.line) == ("list-entry", "lint.list-none", 4)


@pytest.mark.parametrize("game_id", LIBRARY.game_ids())
def test_the_shipped_games_leave_nothing_to_say(game_id: str) -> None:
    table = shipped(game_id)
    lists = table.lists if isinstance(table.lists, Mapping) else load_lists(table.lists, table.game.scope)
    assert lint(table.game, table.pool, lists, DAY) == ()


def test_a_pool_proves_an_earlier_print(tmp_path: Path) -> None:
    """What a pool holds was printed by its last day, whatever the database says."""
    schema = "card: {properties: {name: {type: string}, first: {type: string, format: date}}}\nsections: {main: {}}\n"
    schema += "lists: {pool: {value: limit, uses: pool}}\nrules: {pool: {copies: {in: main, max: pool}, assumed: x}}\n"
    pool = "list: pool\nwhitelist: true\nprinted: {field: first, by: '2005-08-17'}\n"
    pool += "versions: [{from: '2005-04-01', entries: {'3': [Before, That Day, After, None]}}]\n"
    cards = "name,first\nBefore,2005-08-16\nThat Day,2005-08-17\nAfter,2005-08-18\nNone,\nElse,2020-01-01\n"
    table = tiny(tmp_path, schema, cards, [pool])
    found = lint(table.game, table.pool, load_lists(table.lists, table.game.scope), "2005-05-01")
    (problem,) = [one for one in found if one.sentence == "lint.printed-later"]
    assert (problem.cards, problem.place.line, problem.severity) == (("After",), 4, Severity.ERROR)
    assert "2005-08-18" in message(problem)
