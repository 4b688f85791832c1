"""Dated lists: files, versions, columns, lists of one's own."""

from __future__ import annotations

from pathlib import Path

import pytest
from kit import DAY, Table, tiny, told, written

from deckcheck.decks.deck import Entry
from deckcheck.expr import UNKNOWN
from deckcheck.games.choices import Choices, checker
from deckcheck.lists.changes import between, changes
from deckcheck.lists.files import load_list
from deckcheck.report import DeckcheckError, Problem, Severity
from deckcheck.rules.check import Checker
from deckcheck.wording import message

SCHEMA = """\
card:
  required: [name]
  properties: {name: {type: string}, kind: {enum: [a, b]}, as: {type: string},
    number: {type: string, identifier: true}, old: {type: string, identifier: hint}}
copy: as else name
sections: {main: {title: Main}, side: {title: Side}}
lists:
  ban: {title: Ban list, value: limit, words: {forbidden: 0, limited: 1, free: 3}, uses: ban}
  cost: {title: Costs, value: points, else: 0}
  group: {title: Groups, value: group, many: true}
rules:
  three: {copies: {in: all, max: 3}, assumed: a test}
  ban: {copies: {in: all, of: on(ban), max: ban}, assumed: a test}
  cost: {sum: {in: all, what: cost, max: 10}, assumed: a test}
  group: {different: {in: all, of: on(group), per: group, max: 1}, assumed: a test}
"""
CARDS = "name,kind,number,old,as\nAlpha,a,01,900,\nBeta,b,02,,\nBeta Two,b,03,,Beta\nGamma,a,04,,\nDelta,b,05,,\n"
BAN = """\
list: ban
title: Ban list
checked: "2026-01-01"
versions:
  - {from: "2020-01-01", entries: {limited: [Alpha], forbidden: [Beta]}}
  - {from: "2021-02-20", until: "2021-03-31", changes: {forbidden: [Alpha]}}
  - {from: "2022-01-01", entries: {limited: [Gamma]}}
  - {from: "2023-01-01", changes: {limited: [Beta], removed: [Gamma]}}
"""


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return tiny(tmp_path, SCHEMA, CARDS, [BAN])


def on(table: Table, day: str, *own: str) -> Checker:
    return checker(table.game, table.pool, table.lists, Choices(day, lists=own))


def verdict(table: Table, rules: Checker, *lines: str) -> list[str]:
    """Rule and numbers of the problems of a deck with these lines, the lists' own apart."""
    found = rules.check(table.deck({"main": lines})).problems
    return [told(problem) for problem in found if problem.rule != "list-entry"]


def slips(rules: Checker) -> list[tuple[str, int | None]]:
    return [(problem.sentence, problem.place.line) for problem in rules.problems]


@pytest.mark.parametrize(
    ("day", "alpha", "beta", "gamma"),
    [
        ("2020-01-01", 1, 0, None),
        ("2021-02-19", 1, 0, None),
        ("2021-02-20", 0, 0, None),
        ("2021-03-31", 0, 0, None),
        ("2021-04-01", 1, 0, None),
        ("2021-12-31", 1, 0, None),
        ("2022-01-01", None, None, 1),
        ("2023-01-01", None, 1, None),
        ("2099-01-01", None, 1, None),
    ],
)
def test_the_version_in_force_on_each_day(
    table: Table, day: str, alpha: int | None, beta: int | None, gamma: int | None
) -> None:
    """First and last day count; after a temporary list the one before it holds again."""
    rules = on(table, day)
    for name, limit in (("Alpha", alpha), ("Beta", beta), ("Gamma", gamma)):
        expected = [] if limit is None else [f"ban 3 max {limit}"]
        assert verdict(table, rules, f"3 {name}") == expected, name


def test_a_day_before_the_first_version_is_no_empty_list(table: Table) -> None:
    """What it forbids is not known: the rules that read it are undecided, no deck is legal, and the others hold."""
    rules = on(table, "2019-12-31")
    (problem,) = rules.problems
    assert (problem.rule, problem.sentence, problem.severity) == ("no-list", "list.no-version", Severity.ERROR)
    assert problem.facts["first"] == "2020-01-01"
    report = rules.check(table.deck({"main": ["4 Alpha"]}))
    assert (report.legal, report.complete, report.undecided) == (False, False, ("ban",))
    assert "ban" not in [one.rule for one in report.problems]


def test_a_limit_is_shared_by_what_is_a_copy(table: Table) -> None:
    assert verdict(table, on(table, "2020-01-01"), "1 Beta Two") == ["ban 1 max 0"]
    assert verdict(table, on(table, "2023-01-01"), "1 Beta Two", "1 Beta") == ["ban 2 max 1"]


def test_what_is_in_force_is_named_and_that_it_may_be_old(table: Table) -> None:
    report = on(table, "2026-01-02").check(table.deck({"main": ["Alpha"]}))
    (used,) = report.lists
    assert (used.name, used.first_day, used.last_day) == ("Ban list", "2023-01-01", None)
    assert [note.sentence for note in report.notes] == ["note.list-may-be-old"]
    assert on(table, "2026-01-01").notes == ()


@pytest.mark.parametrize(
    ("entries", "slip", "alpha"),
    [
        ("{limited: [Alpha], forbidden: [Alpha]}", [("list.twice", 3)], 0),
        ("{forbidden: [Alpha], limited: [Alpha]}", [("list.twice", 3)], 1),
        ("{forbidden: [Alpha, '01', alpha]}", [], 0),
        ("{limited: [Alpha], free: [Nobody, '0007']}", [("list.no-card", 3)] * 2, 1),
        ("{limted: [Beta], 1: [Alpha]}", [("list.value", 3)], 1),
        ("{-1: [Alpha]}", [], 0),
        ("{forbidden: [{of: kind == a}]}", [], 0),
        ("{}", [], None),
    ],
)
def test_entries_that_cannot_hold_are_told(
    table: Table, tmp_path: Path, entries: str, slip: list[tuple[str, int]], alpha: int | None
) -> None:
    """A contradiction, an unknown card, an unknown word: told, and of two values the later holds."""
    own = written(tmp_path, "own.yaml", f"list: own\nversions:\n  - entries: {entries}\n")
    rules = on(table, "2020-01-01", own)
    assert slips(rules) == slip
    assert all(problem.severity is Severity.WARNING and message(problem) for problem in rules.problems)
    assert verdict(table, rules, "3 Alpha") == ([] if alpha is None else [f"ban 3 max {alpha}"])
    assert verdict(table, rules, "3 Beta") == [], "the list of the format does not hold besides"


def test_what_is_said_of_an_entry_that_cannot_hold(table: Table, tmp_path: Path) -> None:
    entries = "{limited: [Alpha, Nobody], forbidden: [Alpha], fre: [Beta]}"
    own = written(tmp_path, "own.yaml", f"list: own\nversions:\n  - entries: {entries}\n")
    words = ("forbidden", "limited", "free")
    assert [(problem.sentence, dict(problem.facts)) for problem in on(table, "2020-01-01", own).problems] == [
        ("list.twice", {"name": "Alpha", "value": 0, "other": 1, "line": 3}),
        ("list.value", {"value": "fre", "nearest": "free", "known": words}),
        ("list.no-card", {"name": "Nobody", "list": "own", "near": ()}),
    ]


@pytest.mark.parametrize("number", [5, 6])
def test_of_more_than_a_few_unknown_names_the_first_are_told(table: Table, tmp_path: Path, number: int) -> None:
    names = [f"No {letter}" for letter in "ABCDEFG"[:number]]
    own = written(tmp_path, "own.yaml", f"list: own\nversions:\n  - entries: {{limited: [{', '.join(names)}]}}\n")
    found = [(problem.sentence, dict(problem.facts)) for problem in on(table, "2020-01-01", own).problems]
    if number == 5:
        assert found == [("list.no-card", {"name": name, "list": "own", "near": ()}) for name in names]
    else:
        assert found == [("list.no-cards", {"names": ", ".join(names[:5]), "count": 6, "list": "own"})]


def test_of_cards_that_are_spelt_alike_the_one_is_meant_that_is_written(tmp_path: Path) -> None:
    ban = "list: ban\nversions:\n  - {entries: {limited: [Beta], forbidden: ['be-ta']}}\n"
    table = tiny(tmp_path, SCHEMA, "name,kind\nBeta,a\nBETA,b\nBe-Ta,b\n", [ban])
    column = on(table, "2020-01-01").columns["ban"]
    found = {card.name: column.value(Entry(1, "", "main", card)) for card in table.pool}
    assert found == {"Beta": 1, "BETA": None, "Be-Ta": 0}


def test_many_unknown_names_are_told_at_once(table: Table, tmp_path: Path) -> None:
    names = ", ".join(f"No {number}" for number in range(50))
    own = written(tmp_path, "own.yaml", f"list: own\nversions:\n  - entries: {{limited: [{names}]}}\n")
    (problem,) = on(table, "2020-01-01", own).problems
    assert (problem.sentence, problem.facts["count"]) == ("list.no-cards", 50)


def test_a_whitelist_lets_in_what_it_names_alone(table: Table, tmp_path: Path) -> None:
    own = written(
        tmp_path, "own.yaml", "list: own\nwhitelist: true\nversions:\n  - entries: {limited: [Alpha], free: [Beta]}\n"
    )
    rules = on(table, "2020-01-01", own)
    assert verdict(table, rules, "3 Beta", "1 Alpha") == []
    assert verdict(table, rules, "1 Gamma") == ["ban 1 max 0"]
    assert verdict(table, rules, "1 Beta Two") == ["ban 1 max 0"], "a copy in name is in the pool only if named"
    (problem,) = rules.check(table.deck({"main": ["Gamma"]})).problems
    assert [origin.kind for origin in problem.origin] == ["unlisted"]


def test_points_and_groups_belong_to_the_single_card(table: Table, tmp_path: Path) -> None:
    points = written(
        tmp_path, "p.yaml", "list: p\nslot: cost\nversions:\n  - entries: {4: [Beta], 3: [{of: kind == a}]}\n"
    )
    groups = written(
        tmp_path, "g.yaml", "list: g\nslot: group\nversions:\n  - entries: {x: [Alpha, Beta], y: [Beta, Delta]}\n"
    )
    rules = on(table, "2020-01-01", points, groups)
    assert verdict(table, rules, "2 Beta", "1 Gamma") == ["cost 11 max 10"]
    assert verdict(table, rules, "2 Beta", "3 Delta", "1 Beta Two") == ["group 2 max 1"]
    assert verdict(table, rules, "1 Alpha", "1 Delta") == []


def test_a_list_for_nothing_that_the_rules_read(tmp_path: Path) -> None:
    own = written(tmp_path, "own.yaml", "list: own\nslot: cost\nversions:\n  - entries: {1: [Alpha]}\n")
    formats = "default: full\nformats: {full: {title: Full}, free: {title: Free, rules: {cost: off}}}\n"
    game = tiny(tmp_path, formats + SCHEMA.lstrip(), CARDS)
    assert checker(game.game, game.pool, (), Choices(DAY, "full", lists=(own,))).lists
    with pytest.raises(DeckcheckError) as error:
        checker(game.game, game.pool, (), Choices(DAY, "free", lists=(own,)))
    assert (error.value.sentence, error.value.facts["list"]) == ("usage.list-not-read", own)


def test_lists_of_ones_own_go_to_their_slot(table: Table, tmp_path: Path) -> None:
    """Each to the slot it names, else to the first of limits; twice the same slot is an error."""
    one = written(tmp_path, "one.yaml", "list: one\nversions:\n  - entries: {limited: [Alpha]}\n")
    two = written(tmp_path, "two.yaml", "list: two\nslot: ban\nversions: []\n")
    lost = written(tmp_path, "lost.yaml", "list: lost\nslot: bann\nversions:\n  - entries: {}\n")
    for given, sentence in (
        ((one, one), "usage.slot-twice"),
        ((two,), "usage.list-empty"),
        ((lost,), "usage.no-slot"),
        ((f"{one}#May",), "usage.list-title"),
        ((f"{tmp_path}/none.yaml",), "usage.no-path"),
    ):
        with pytest.raises(DeckcheckError) as error:
            on(table, "2020-01-01", *given)
        assert error.value.sentence == sentence


LFLIST = """\
# lists of a simulator
1 0 --before the first list
!2099.07
#limited
01 1 --Alpha
!2099.04 TCG
02 0\tcomment\u3000wide
$points 100
M link pendulum
3 x
!2099.01 Pool
$whitelist
0004 2 --Gamma
2 -1 --Beta
900 3 --Alpha by an old number
"""


@pytest.mark.parametrize(
    ("title", "alpha", "beta", "gamma", "slip"),
    [
        ("", "ban 3 max 1", None, None, ["list.before"]),
        ("#2099.07", "ban 3 max 1", None, None, ["list.before"]),
        ("#2099.04 tcg", None, "ban 3 max 0", None, ["list.directive"] * 3),
        ("#2099.01 Pool", None, "ban 3 max 0", "ban 3 max 2", []),
    ],
)
def test_the_lists_of_simulators(
    table: Table, tmp_path: Path, title: str, alpha: str | None, beta: str | None, gamma: str | None, slip: list[str]
) -> None:
    """Several in a file, each for itself; what is not understood is told, what is understood holds."""
    own = written(tmp_path, "list.lflist.conf", LFLIST)
    rules = on(table, "2020-01-01", own + title)
    assert [problem.sentence for problem in rules.problems] == slip
    for name, expected in (("Alpha", alpha), ("Beta", beta), ("Gamma", gamma)):
        assert verdict(table, rules, f"3 {name}") == ([] if expected is None else [expected])
    chosen = {note.facts["list"] for note in rules.notes if note.sentence == "note.list-chosen"}
    assert chosen == {title.removeprefix("#").replace("tcg", "TCG") or "2099.07"}


def test_a_file_of_line_ends_and_marks_of_windows_is_the_same(table: Table, tmp_path: Path) -> None:
    path = tmp_path / "win.conf"
    path.write_bytes(b"\xef\xbb\xbf" + LFLIST.replace("\n", "\r\n").encode())
    assert verdict(table, on(table, "2020-01-01", str(path)), "2 Alpha") == ["ban 2 max 1"]


def test_full_playsets_without_the_word_whitelist_look_like_a_pool(table: Table, tmp_path: Path) -> None:
    rows = "".join(f"{number} 3 --x\n" for number in range(100, 130))
    rules = on(table, "2020-01-01", written(tmp_path, "pool.conf", f"!Pool\n{rows}"))
    assert "list.no-whitelist" in [problem.sentence for problem in rules.problems]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("list: x\nversions:\n  - {from: '2020-02-30'}\n", "schema.day"),
        ("list: x\nversions:\n  - {from: '2020-02-02', until: '2020-02-01'}\n", "schema.days"),
        ("list: x\nversions:\n  - {changes: {forbidden: [A]}}\n", "schema.changes"),
        ("list: x\nversions:\n  - {entries: {}}\n  - {entries: {}, changes: {}}\n", "schema.changes"),
        ("list: x\nversions: {}\n", "schema.not-a-list"),
        ("list: x\nverions: []\n", "schema.unknown-key"),
        ("versions: []\n", "schema.missing-key"),
        ("list: x\nversions:\n  - entries: {a: [{of: kind = a}]}\n", None),
        ("list: x\nversions:\n  - entries: {a: [{off: kind}]}\n", "schema.unknown-key"),
        ("- a\n", "schema.not-a-mapping"),
        ("a: [\n", None),
    ],
)
def test_a_list_file_that_cannot_be_used(table: Table, tmp_path: Path, text: str, sentence: str | None) -> None:
    path = written(tmp_path, "broken.yaml", text)
    with pytest.raises(DeckcheckError) as error:
        load_list(path, table.game.scope)
    found: tuple[Problem, ...] = error.value.problems
    assert error.value.sentence == "usage.list"
    assert all(problem.place.file == path and message(problem) for problem in found)
    assert sentence is None or sentence in [problem.sentence for problem in found]


def test_what_changed_between_two_days(tmp_path: Path, table: Table) -> None:
    dated = load_list(written(tmp_path, "ban.yaml", BAN), table.game.scope)
    found = changes(dated.on("2020-06-01"), dated.on("2023-06-01"))
    assert [(change.name, change.before, change.after) for change in found] == [
        ("Alpha", "limited", None),
        ("Beta", "forbidden", "limited"),
    ]
    assert changes(None, dated.on("2022-01-01"))[0].name == "Gamma"
    days = [version.first_day for version in between(dated, "2020-01-01", "2022-12-31")]
    assert days == ["2021-02-20", "2022-01-01"]


def value_of(table: Table, own: str, slot: str, card: str) -> object:
    column = on(table, "2020-01-01", own).columns[slot]
    (entry,) = table.deck({"main": [card]}).entries
    return column.value(entry)


@pytest.mark.parametrize(
    ("entries", "alpha", "beta", "delta"),
    [
        ("{limited: [Alpha], forbidden: [{of: kind == a}]}", 0, None, None),
        ("{forbidden: [Alpha], free: [{of: kind == a}]}", 0, None, None),
        ("{free: [Alpha], limited: [{of: kind == a}], 2: [{of: kind == b}]}", 1, 2, 2),
        ("{2: [Beta]}", None, 2, None),
        ("{2: [Beta Two]}", None, 2, None),
    ],
)
def test_of_several_limits_of_a_card_the_smallest_holds(
    table: Table, tmp_path: Path, entries: str, alpha: int | None, beta: int | None, delta: int | None
) -> None:
    own = written(tmp_path, "own.yaml", f"list: own\nversions:\n  - entries: {entries}\n")
    assert [value_of(table, own, "ban", name) for name in ("Alpha", "Beta", "Delta")] == [alpha, beta, delta]
    assert value_of(table, own, "ban", "Nobody") is UNKNOWN


def test_what_marks_points_and_groups_say_of_a_card(table: Table, tmp_path: Path) -> None:
    groups = (
        "list: g\nslot: group\nversions:\n  - entries: {z: [Beta], y: [Beta, {of: kind == b}], x: [{of: kind == b}]}\n"
    )
    own = written(tmp_path, "groups.yaml", groups)
    assert value_of(table, own, "group", "Beta") == ("x", "y", "z")
    assert value_of(table, own, "group", "Beta Two") == ("x", "y")
    assert value_of(table, own, "group", "Alpha") == ()
    own = written(tmp_path, "points.yaml", "list: p\nslot: cost\nversions:\n  - entries: {4: [Beta], 3: [Alpha]}\n")
    assert [value_of(table, own, "cost", name) for name in ("Alpha", "Beta", "Beta Two", "Gamma")] == [3, 4, 0, 0]


def test_a_whitelist_may_let_in_all_that_pass_a_test(table: Table, tmp_path: Path) -> None:
    entries = "{free: [{of: kind == a}], limited: [Delta]}"
    own = written(tmp_path, "own.yaml", f"list: own\nwhitelist: true\nversions:\n  - entries: {entries}\n")
    assert [value_of(table, own, "ban", name) for name in ("Alpha", "Gamma", "Delta", "Beta")] == [3, 3, 1, 0]


@pytest.mark.parametrize(
    ("text", "card", "origin"),
    [
        ("list: o\ntitle: Own\nversions:\n  - {from: '2019-05-01', entries: {1: [Alpha]}}\n", "2 Alpha",
         ("list", "Own of 2019-05-01", 1)),
        ("list: o\ntitle: Own\nversions:\n  - {title: May, from: '2019-05-01', entries: {1: [Alpha]}}\n", "2 Alpha",
         ("list", "May", 1)),
        ("list: o\ntitle: Own\nversions:\n  - {entries: {1: [Alpha]}}\n", "2 Alpha", ("list", "Own", 1)),
        ("list: o\nversions:\n  - {entries: {1: [Alpha]}}\n", "2 Alpha", ("list", "o", 1)),
        ("list: o\nwhitelist: true\nversions:\n  - {entries: {1: [Alpha]}}\n", "2 Alpha", ("list", "o", 1)),
        ("list: o\nwhitelist: true\nversions:\n  - {entries: {1: [Alpha]}}\n", "1 Beta", ("unlisted", "o", 0)),
    ],
)  # fmt: skip
def test_where_a_limit_is_said_to_come_from(
    table: Table, tmp_path: Path, text: str, card: str, origin: tuple[str, str, int]
) -> None:
    rules = on(table, "2020-01-01", written(tmp_path, "own.yaml", text))
    (problem,) = rules.check(table.deck({"main": [card]})).problems
    (found,) = problem.origin
    assert (found.kind, found.facts["list"], found.facts["value"]) == origin


UNDATED = """\
list: ban
title: Ban list
checked: "2021-01-01"
versions:
  - {from: "2020-03-01", until: "2020-03-31", entries: {forbidden: [Alpha]}}
  - {title: Always, entries: {limited: [Alpha]}}
  - {until: "2019-12-31", entries: {forbidden: [Beta]}}
"""


@pytest.mark.parametrize(
    ("day", "alpha", "beta"),
    [("2019-12-31", "ban 3 max 1", None), ("2020-02-29", "ban 3 max 1", None), ("2020-03-01", "ban 3 max 0", None),
     ("2020-03-31", "ban 3 max 0", None), ("2020-04-01", "ban 3 max 1", None)],
)  # fmt: skip
def test_a_version_without_days_holds_where_no_other_does(
    tmp_path: Path, day: str, alpha: str | None, beta: str | None
) -> None:
    table = tiny(tmp_path, SCHEMA, CARDS, [UNDATED])
    for name, expected in (("Alpha", alpha), ("Beta", beta)):
        assert verdict(table, on(table, day), f"3 {name}") == ([] if expected is None else [expected]), name


FORMATS = """\
default: free
formats:
  free: {title: Free}
  now: {title: Now, lists: {ban: ban}}
  then: {title: Then, base: now, lists: {ban: "ban@2021-03-01"}}
  none: {title: None, base: now, lists: {ban: none}}
  lost: {title: Lost, lists: {ban: nowhere}}
  early: {title: Early, lists: {ban: "ban@2019-01-01"}}
"""


@pytest.mark.parametrize(
    ("form", "day", "alpha", "old"),
    [
        ("free", "2020-01-01", 1, False),  # the list of a slot's own name
        ("now", "2020-01-01", 1, False),
        ("now", "2021-03-01", 0, False),
        ("now", "2026-01-01", None, False),
        ("now", "2026-01-02", None, True),
        ("then", "2020-01-01", 0, False),
        ("then", "2026-01-02", 0, False),
        ("none", "2020-01-01", None, False),
    ],
)
def test_the_list_that_a_format_is_bound_to(tmp_path: Path, form: str, day: str, alpha: int | None, old: bool) -> None:
    """To the one in force, to a day, or to none; only of the one in force is it told that it may be old."""
    table = tiny(tmp_path, SCHEMA + FORMATS, CARDS, [BAN])
    rules = checker(table.game, table.pool, table.lists, Choices(day, form))
    assert verdict(table, rules, "3 Alpha") == ([] if alpha is None else [f"ban 3 max {alpha}"])
    assert [note.sentence for note in rules.notes] == (["note.list-may-be-old"] if old else [])
    assert len(rules.lists) == (form != "none")


def test_a_format_that_is_bound_to_no_list_there_is(tmp_path: Path) -> None:
    table = tiny(tmp_path, SCHEMA + FORMATS, CARDS, [BAN])
    with pytest.raises(DeckcheckError) as error:
        checker(table.game, table.pool, table.lists, Choices(DAY, "lost"))
    facts = error.value.facts
    assert (error.value.sentence, facts["list"], facts["known"]) == ("usage.unknown-list", "nowhere", ("ban",))


def test_a_format_that_is_bound_to_a_day_before_the_list(tmp_path: Path) -> None:
    table = tiny(tmp_path, SCHEMA + FORMATS, CARDS, [BAN])
    (problem,) = checker(table.game, table.pool, table.lists, Choices(DAY, "early")).problems
    facts = {"list": "Ban list", "day": "2019-01-01", "first": "2020-01-01"}
    assert (problem.sentence, dict(problem.facts)) == ("list.no-version", facts)


def test_what_is_taken_off_a_list_has_to_be_on_it(table: Table, tmp_path: Path) -> None:
    versions = "{from: '2019-01-01', entries: {limited: [Alpha, {of: kind == b}]}}"
    later = "{from: '2020-01-01', changes: {removed: [alphà, Gamma], forbidden: [Delta]}}"
    own = written(tmp_path, "own.yaml", f"list: own\nversions:\n  - {versions}\n  - {later}\n")
    rules = on(table, "2020-01-01", own)
    assert [(p.rule, p.sentence, p.severity, dict(p.facts)) for p in rules.problems] == [
        ("list-entry", "list.not-there", Severity.WARNING, {"name": "Gamma"})
    ]
    assert [value_of(table, own, "ban", name) for name in ("Alpha", "Beta", "Delta")] == [None, 1, 0]


def test_what_stays_the_same_is_no_change(table: Table, tmp_path: Path) -> None:
    text = "list: x\nversions:\n  - {from: '2020-01-01', entries: {a: [Alpha, Beta, {of: kind == b}]}}\n"
    text += "  - {from: '2021-01-01', entries: {a: [Alpha, {of: kind == b}], b: [Beta, beta, Beta]}}\n"
    before, after = load_list(written(tmp_path, "x.yaml", text), table.game.scope).versions
    assert changes(before, before) == ()
    found = [(change.name, change.before, change.after) for change in changes(before, after)]
    assert found == [("Beta", "a", "b")]
    assert [change.name for change in changes(None, before)] == ["(kind == b)", "Alpha", "Beta"]


def test_a_list_of_ones_own_is_named_by_its_version(table: Table, tmp_path: Path) -> None:
    """A sign in the name of the file is no title; that one was chosen is told where there are several."""
    versions = "  - {title: May, from: '2019-05-01', entries: {limited: [Alpha]}}\n"
    one = written(tmp_path, "own#1.yaml", f"list: own\nversions:\n{versions}")
    rules = on(table, "2020-01-01", one)
    assert [(used.name, used.first_day) for used in rules.lists] == [("May", "2019-05-01")]
    assert rules.notes == ()
    assert [rule.source and rule.source.title for rule in rules.ruleset.rules if rule.id == "ban"] == [one]
    two = written(tmp_path, "two.yaml", f"list: own\nversions:\n{versions}  - {{entries: {{}}}}\n")
    (note,) = on(table, "2020-01-01", f"{two}#may").notes
    assert (note.sentence, dict(note.facts)) == ("note.list-chosen", {"list": "May", "path": two, "versions": 2})
