"""Random games: the first look, the kernel and a plain oracle agree; repairs are the least that there are."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from kit import Sections, Table, deck_of, tiny, told
from oracle import compare, repairs
from oracle.invent import DAY, invent
from oracle.judge import judge

from deckcheck.build import rows
from deckcheck.build.fill import Aim, Filler
from deckcheck.build.fix import Repairer
from deckcheck.report import DeckcheckError
from deckcheck.rules import fixes
from deckcheck.rules.load import KINDS, Kind
from deckcheck.rules.measure import MEASURES, Measure, Picked, amount
from deckcheck.rules.rule import Rule
from deckcheck.rules.view import DeckView
from deckcheck.wording.english import SENTENCES


@pytest.mark.parametrize("first", range(0, 60, 20))
def test_rules_of_random_schemas(first: int) -> None:
    assert [wrong for seed in range(first, first + 20) for wrong in compare.tried(seed, 12)] == []


@pytest.mark.parametrize("first", range(0, 20, 10))
def test_repairs_and_completions_under_random_schemas(first: int) -> None:
    tally = repairs.Tally()
    assert [wrong for seed in range(first, first + 10) for wrong in repairs.tried(seed, 2, tally)] == []
    assert {"repaired", "filled"} <= tally.counts.keys()


def test_the_random_schemas_hold_every_kind_of_rule_and_bound() -> None:
    """And the oracle finds something by each of them."""
    games = [invent(seed) for seed in range(120)]
    rules = [rule for game in games for rule in game.rules]
    kinds = {*KINDS}
    assert {rule.kind for rule in rules} == kinds, "tests/oracle/invent.py draws a kind, judge.py judges it"
    assert {op for rule in rules for op in rule.bounds} == {"min", "max", "exactly", "one_of"}
    tables = [bound for rule in rules for bound in rule.bounds.values() if bound[0] == "table"]
    assert {"true", "imp", "0", "else"} <= {key for table in tables for key in table[2]}
    for kind in kinds:
        assert any(rule.kind == kind and rule.when for rule in rules), kind
    found = {
        rule.kind
        for seed, game in enumerate(games)
        for number in range(3)
        for one in judge(game, compare.deck(game, compare.Random(f"{seed} {number}")), DAY).found
        for rule in game.rules
        if rule.id == one.rule
    }
    assert found == kinds


# -- what they showed, each as its kind ----------------------------------------------------------------

CARD = """
card:
  required: [name]
  properties:
    name: {type: string}
    kind: {enum: [x, y]}
    cost: {type: integer, minimum: 0}
    elite: {type: boolean}
    families: {type: array, items: {type: string}}
    partner: {type: string}
sections: {main: {title: Main}, leader: {title: Leader, cards: 1}}
params: {cap: 2}
"""
CARDS = """
name,kind,cost,elite,families,partner
Alpha,x,1,true,a|b,
Beta,y,0,false,a|c,
Gamma,x,,,,Alpha
"""


def table(folder: Path, rules: str, schema: str = "", lists: tuple[str, ...] = ()) -> Table:
    return tiny(folder, f"{schema}{CARD}rules: {{{rules}}}\n", CARDS, lists)


def found(one: Table, deck: Sections) -> list[str]:
    return [told(problem) for problem in one.check(deck).problems if problem.bound]


@pytest.mark.parametrize("more", [[], ["1 Nobody"]], ids=["known", "a card unknown"])
def test_a_card_counts_towards_each_of_its_copy_keys(more: list[str], tmp_path: Path) -> None:
    """Whether the first look or the kernel says so."""
    one = table(tmp_path, "r: {copies: {in: main, max: 3}, assumed: case}", "copy: families\n")
    assert found(one, {"main": ["3 Alpha", "3 Beta", *more]}) == ["r 6 max 3"]
    assert found(one, {"main": ["3 Alpha", "3 Gamma", *more]}) == []


@pytest.mark.parametrize(
    ("copy", "main", "expected"),
    [
        ("name | counts_as", ["2 Bee", "2 Ant"], ["r 4 max 3"]),  # it counts as Bee
        ("name | counts_as", ["4 Bee"], ["r 4 max 3"]),  # once, though it has two names
        ("name | counts_as", ["3 Bee", "3 Cat"], []),
        ("families | counts_as", ["3 Cat", "3 Dog"], []),  # of neither: by their names
        ("families | counts_as", ["2 Elk", "2 Fox"], ["r 4 max 3"]),
    ],
)
def test_a_key_of_several_expressions(copy: str, main: list[str], expected: list[str], tmp_path: Path) -> None:
    schema = f"""
copy: {copy}
card:
  properties:
    name: {{type: string}}
    counts_as: {{type: string}}
    families: {{type: array, items: {{type: string}}}}
sections: {{main: {{title: Main}}}}
rules: {{r: {{copies: {{in: main, max: 3}}, assumed: case}}}}
"""
    cards = "name,name_fr,counts_as,families\nBee,Abeille,,\nAnt,,Bee,\nCat,,,\nDog,,,\nElk,,Ash,\nFox,,,Ash\n"
    one = tiny(tmp_path, schema, cards.replace("name_fr", "names.fr"))
    assert found(one, {"main": main}) == expected


def test_different_cards_are_told_by_each_of_their_copy_keys(tmp_path: Path) -> None:
    """As a rule, and in an expression."""
    size = "s: {size: {in: main, max: 5 - main.different()}, assumed: case}"
    one = table(tmp_path, f"r: {{different: {{in: main, max: 2}}, assumed: case}}, {size}", "copy: families\n")
    assert found(one, {"main": ["2 Alpha", "1 Beta"]}) == ["r 3 max 2", "s 3 max 2"]


def test_a_table_reads_what_its_rows_read(tmp_path: Path) -> None:
    """A row may read the deck or a list, so that its rule is no matter of single cards and its list is filled."""
    schema = "lists: {ban: {title: Ban, value: limit, else: 3, uses: bans}}\n"
    bans = 'list: bans\ntitle: Bans\nversions: [{from: "2026-01-01", entries: {"1": [Alpha]}}]\n'
    rule = "r: {copies: {in: main, max: {by: kind, x: ban, y: leader.size + 1}}, assumed: case}"
    one = table(tmp_path, rule, schema, (bans,))
    assert found(one, {"main": ["2 Alpha", "2 Beta"]}) == ["r 2 max 1", "r 2 max 1"]
    assert found(one, {"main": ["1 Alpha", "2 Beta"], "leader": ["1 Gamma"]}) == []
    # More cards may raise that limit: no fault of a deck in progress.
    problems = one.check({"main": ["2 Alpha", "2 Beta"]}, draft=True).problems
    assert [(p.cards, str(p.severity)) for p in problems] == [(("Alpha",), "info"), (("Beta",), "info")]


def test_a_leader_answers_to_each_of_its_names(tmp_path: Path) -> None:
    schema = CARD + "rules: {r: {when: leader.name == 'Erste', size: {in: main, max: 0}, assumed: case}}\n"
    cards = tmp_path / "cards.yaml"
    cards.write_text("game: tiny\ncards: [{name: First, names: {de: Erste}}]\n", encoding="utf-8")
    game = tiny(tmp_path, schema, "name\nFirst\n").game
    from deckcheck.cards.files import load_pool

    one = Table(game, load_pool([str(cards)], game))
    assert found(one, {"main": ["1 First"], "leader": ["1 First"]}) == ["r 1 max 0"]


@pytest.mark.parametrize("test", ["cost > cap", "main.size > 2", "as_of > '2026-01-01'", "on(ban)"])
def test_what_is_asked_of_a_card_alone_reads_the_card_alone(test: str, tmp_path: Path) -> None:
    schema = "lists: {ban: {title: Ban, value: limit, uses: bans}}\n"
    bans = f'list: bans\ntitle: Bans\nversions: [{{from: "2026-01-01", entries: {{"1": [{{of: "{test}"}}]}}}}]\n'
    rule = "r: {copies: {in: main, max: ban else 3}, assumed: case}"
    with pytest.raises(DeckcheckError) as error:
        table(tmp_path, rule, schema, (bans,)).checker()
    assert [problem.sentence for problem in error.value.problems] == ["schema.card-alone"]


def test_a_limit_below_zero_is_broken_by_no_cards_at_all(tmp_path: Path) -> None:
    one = table(tmp_path, "r: {different: {in: main, max: cap - 5}, assumed: case}")
    assert found(one, {"leader": ["1 Alpha"]}) == ["r 0 max -3"]
    assert found(one, {"main": ["1 Alpha"]}) == ["r 1 max -3"]


def repair(one: Table, deck: Sections) -> list[tuple[str, int, str, tuple[str, ...]]]:
    mended = Repairer(one.checker(), one.pool).repair(deck_of(deck, one.game, one.pool))
    return [(change.action, change.count, change.name, change.rules) for change in mended.changes]


def test_a_repair_reads_a_table_by_a_truth_as_a_check_does(tmp_path: Path) -> None:
    rule = 'r: {copies: {in: all, max: {by: elite, true: "main.count(kind == y)", false: 9, else: 1}}, assumed: case}'
    assert repair(table(tmp_path, rule), {"main": ["4 Alpha", "2 Beta"]}) == [("add", 2, "Beta", ("r",))]


def test_a_repair_asks_for_no_leader_where_the_rules_need_none(tmp_path: Path) -> None:
    rules = (
        "r: {forbid: {in: all, of: elite}, assumed: case}, "
        "s: {groups: {in: leader, over: kind, having: leader.cost > 0, max: 1}, assumed: case}"
    )
    assert repair(table(tmp_path, rules), {"main": ["2 Alpha"]}) == [("remove", 2, "Alpha", ("r",))]


def filled(one: Table, deck: Sections, aim: Aim) -> list[tuple[str, int, str]] | tuple[str, ...]:
    done = Filler(one.checker(), one.pool, aim).fill(deck_of(deck, one.game, one.pool))
    return done.collision or [(change.action, change.count, change.name) for change in done.changes]


def test_a_card_of_no_group_is_held_to_no_limit_of_groups(tmp_path: Path) -> None:
    rule = "r: {count: {in: main, of: cost >= 0, per: partner, max: 1}, assumed: case}"
    one = table(tmp_path, rule, "curve: cost\n")
    assert filled(one, {"main": ["1 Beta"]}, Aim(curve={0: 3})) == [("add", 2, "Beta")]


def test_a_wish_that_cannot_be_decided_is_not_fulfilled(tmp_path: Path) -> None:
    from deckcheck.expr import Type, compile_text

    one = table(tmp_path, "r: {size: {in: main, max: 9}, assumed: case}")
    wish = compile_text("leader.cost == 1", one.game.scope, Type.TRUTH)
    assert filled(one, {"main": ["1 Beta"]}, Aim((wish,))) == [("add", 1, "Alpha")]
    owned = {card: 9 for card in one.pool if card.name != "Alpha"}
    assert filled(one, {"main": ["1 Beta"]}, Aim((wish,), owned=owned)) == ("want leader.cost == 1",)


def test_a_measure_is_one_row_and_every_cell_of_it_is_there() -> None:
    """What tells measures apart reads the row: nobody else compares the word, and takes what it knows not for a sum."""
    assert {kind.measure for kind in KINDS.values()} | {row.over for row in MEASURES.values()} == {*MEASURES, None}
    for word, row in MEASURES.items():
        assert row.fix is None or callable(vars(fixes).get(row.fix)), word
        assert row.linear is None or callable(vars(rows).get(row.linear)), word
        assert row.adds is None or row.brings is None, word
        assert row.adds is not None or not row.copies, word
    package = Path(fixes.__file__).parents[1]
    told_apart = re.compile(r"\bmeasure (==|!=|(not )?in [(\[{]|is )")
    code = [line for file in package.rglob("*.py") for line in file.read_text(encoding="utf-8").splitlines()]
    assert [line for line in code if told_apart.search(line)] == []


def highest(rule: Rule, members: Picked, view: DeckView) -> int:
    return max((amount(rule, entry, view) for entry in members), default=0)


@pytest.mark.parametrize("more", ["", ", per: kind"], ids=["together", "in groups"])
def test_a_measure_of_which_only_the_number_is_said_is_taken_for_no_other(
    more: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its rules are judged, by the first look as by the kernel; what is not said of it is told not to be there."""
    monkeypatch.setitem(MEASURES, "highest", Measure(highest, needed=True))
    monkeypatch.setitem(KINDS, "highest", Kind(("of", "what", "per"), needs=("what",), measure="highest"))
    one = table(tmp_path, f"r: {{highest: {{in: main, what: cost, max: 1{more}}}, assumed: case}}")
    assert found(one, {"main": ["3 Alpha", "3 Beta"]}) == []
    monkeypatch.setitem(SENTENCES, "highest.max", "too high")
    costly = tiny(
        tmp_path, CARD + f"rules: {{r: {{highest: {{in: main, what: cost, max: 0{more}}}, assumed: case}}}}", CARDS
    )
    (problem,) = [p for p in costly.check({"main": ["3 Alpha", "3 Beta"]}).problems if p.bound]
    assert (problem.found, problem.limit, problem.place.line, problem.fix, problem.final) == (1, 0, None, None, False)
    mended = Repairer(costly.checker(), costly.pool).repair(deck_of({"main": ["3 Alpha"]}, costly.game, costly.pool))
    assert [(change.action, change.count, change.rules) for change in mended.changes] == [("move", 3, ("r",))]
