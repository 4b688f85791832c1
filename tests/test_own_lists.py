"""Lists of limits of one's own: what has changed since the game's, as YAML, as pasted text, as a table, as `.conf`."""

from __future__ import annotations

from pathlib import Path

import pytest
from kit import Table, tiny, written

from deckcheck import cli
from deckcheck.games.choices import Choices, checker
from deckcheck.report import DeckcheckError
from deckcheck.rules.check import Checker

SCHEMA = """\
card: {required: [name], properties: {name: {type: string}}}
sections: {main: {}}
lists:
  ban:
    {title: Ban list, value: limit, uses: ban, words: {forbidden: 0, limited: 1, semi-limited: 2},
     also: {interdites: forbidden}}
rules:
  ban: {copies: {in: main, of: on(ban), max: ban}, source: {other: Publisher, confidence: high}}
"""
CARDS = 'name\nAlpha\nBeta\nGamma\nDelta\n"Epsilon, the Last"\nForbidden Lance\nZeta\n'
BAN = """\
list: ban
title: Ban list
slot: ban
checked: "2020-06-01"
versions:
  - {from: "2020-01-01", entries: {forbidden: [Alpha], limited: [Beta], semi-limited: [Gamma]}}
"""


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return tiny(tmp_path, SCHEMA, CARDS, [BAN])


def judging(table: Table, *own: str, day: str = "2020-03-01") -> Checker:
    return checker(table.game, table.pool, table.lists, Choices(day, lists=own))


def limits(table: Table, rules: Checker) -> dict[str, int]:
    """Card → how many copies the list leaves, of those on it."""
    report = rules.check(table.deck({"main": [f"9 {card.name}" for card in table.pool]}))
    return {p.cards[0]: p.limit for p in report.problems if p.rule == "ban" and isinstance(p.limit, int)}


WHOLE = {"Alpha": 0, "Beta": 1, "Gamma": 2}
CHANGED = {"Delta": 0, "Alpha": 1, "Gamma": 2}
NEW = {"Alpha": 1, "Delta": 0}


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        # Only the changes, as YAML: no id, no versions.
        ("new.yaml", "base: ban\nchanges: {forbidden: [Delta], limited: [Alpha], removed: [Beta]}\n", CHANGED),
        ("new.yaml", "base: ban\nfrom: '2020-02'\nchanges:\n  forbidden: [Delta]\n", WHOLE | {"Delta": 0}),
        ("new.yaml", "entries: {forbidden: [Delta], limited: [Alpha]}\n", NEW),
        ("new.yaml", "base: none\nentries: {forbidden: [Delta], limited: [Alpha]}\n", NEW),
        # Pasted headings, however they are dressed.
        ("new.txt", "Forbidden\nDelta\nLimited\nAlpha\n", NEW),
        ("new.txt", "base: none\n\nFORBIDDEN CARDS (1):\n- Delta\n\n## Limited\n* alpha\n", NEW),
        ("new.txt", "base: ban\nForbidden: \n1. Delta\n\nLimited – 1\nAlpha\n\nRemoved\nBeta\n", CHANGED),
        ("new.txt", "Interdites\nDelta\n1\nAlpha\n", NEW),
        (
            "new.txt",
            "title: News\nForbidden\nEpsilon, the Last // new\nForbidden Lance\n",
            {"Epsilon, the Last": 0, "Forbidden Lance": 0},
        ),
        # A card and its value on one line; of a change the new value.
        ("new.txt", "base: ban\nDelta: Forbidden\nAlpha (Limited)\nBeta: limited → removed\n", CHANGED),
        ("new.txt", "base: ban\nDelta\tForbidden\tnew\nAlpha - forbidden -> limited\nBeta – Removed\n", CHANGED),
        ("new.txt", "base: none\nSpell\tDelta\tForbidden\nMonster\tAlpha\tLimited\n", NEW),
        # Tables.
        ("new.csv", "name,limit\nDelta,0\nAlpha,1\n", NEW),
        (
            "new.csv",
            "Card Type,Card Name,Advanced Format,Remarks\nSpell,Delta,Forbidden,New\nTrap,Alpha,Limited,\n",
            NEW,
        ),
        ("new.csv", "base: ban\nlimite;nom\n0;Delta\n1;Alpha\nremoved;Beta\n", CHANGED),
        ("new.txt", "name\tlimit\nEpsilon, the Last\tforbidden\nAlpha\t1.0\n", {"Epsilon, the Last": 0, "Alpha": 1}),
        ("new.tsv", "Nom\tQuantité\nDelta\t0\nAlpha\t1\n", NEW),
    ],
)
def test_what_a_list_of_ones_own_says(table: Table, tmp_path: Path, name: str, text: str, expected: object) -> None:
    own = written(tmp_path, name, text)
    rules = judging(table, own)
    assert (limits(table, rules), [problem.sentence for problem in rules.problems]) == (expected, [])
    (rule,) = rules.ruleset.rules
    assert rule.source is not None
    assert (rule.source.title, rule.source.confidence) == (own, None)  # not the publisher


@pytest.mark.parametrize(
    ("name", "text", "sentence", "lines"),
    [
        # What is left out of a list that may hold only changes would be free.
        ("new.txt", "Forbidden\nDelta\n", "usage.list-part", []),
        ("new.csv", "name,limit\nDelta,0\n", "usage.list-part", []),
        ("new.txt", "Delta\nForbidden\nAlpha\n", "list.before-heading", [1]),
        ("new.txt", "Forbidden\nDelta\n\nVerboten\nAlpha\nBeta\n", "list.no-heading", [4]),
        ("new.txt", "Forbidden\nDelta\nOn watch:\nAlpha\nBeta\n", "list.no-heading", [3]),
        ("new.csv", "name,limit\nDelta,0\nAlpha,\nBeta,some\n", "list.row-value", [3, 4]),
        ("new.csv", "name,limit\nDelta,0\n,1\n", "list.row-nameless", [3]),
        ("new.txt", "from: tomorrow\nForbidden\nDelta\nAlpha\n", "schema.day", [1]),
        ("new.txt", "from: 2021-01-02\nuntil: 2021-01-01\nForbidden\nDelta\nAlpha\n", "schema.days", [2]),
        ("new.txt", "\n\n", "usage.list", []),
        ("new.txt", "base: bann\nForbidden\nDelta\n", "lists.unknown", []),
        ("new.yaml", "base: bann\nchanges: {forbidden: [Delta]}\n", "lists.unknown", []),
        ("new.yaml", "changes: {forbidden: [Delta]}\n", "schema.changes", [1]),
        ("new.yaml", "base: ban\nchanges: {forbidden: [Delta]}\nversions: []\n", "schema.of-a-version", [2]),
    ],
)
def test_what_is_in_doubt_is_asked_for(
    table: Table, tmp_path: Path, name: str, text: str, sentence: str, lines: list[int]
) -> None:
    with pytest.raises(DeckcheckError) as error:
        judging(table, written(tmp_path, name, text))
    told = [(problem.sentence, problem.place.line) for problem in error.value.problems]
    assert told == [(sentence, line) for line in lines] or (error.value.sentence, told, lines) == (sentence, [], [])


def test_a_name_that_is_no_card_is_told_with_the_one_it_may_be(table: Table, tmp_path: Path) -> None:
    own = written(tmp_path, "new.txt", "base: none\nForbidden\nDelta\nAlhpa\n")
    (problem,) = judging(table, own).problems
    assert (problem.sentence, problem.place.line, problem.facts["near"]) == ("list.no-card", 4, ("Alpha",))


CONF = "!2020.1 OCG\n1 0\n!2020.02 BAN\n2 0\n!2020.05.10 BAN\n3 0\n"


@pytest.mark.parametrize(
    ("day", "title", "notes"),
    [
        # The one of the format's name that is in force; else the first, and it is told.
        ("2020-03-01", "2020.02 BAN", ["note.list-chosen"]),
        ("2020-05-09", "2020.02 BAN", ["note.list-chosen"]),
        ("2020-05-10", "2020.05.10 BAN", ["note.list-chosen"]),
        ("2020-01-15", "2020.02 BAN", ["note.list-chosen", "note.list-other-day"]),
    ],
)
def test_of_dated_lists_the_one_in_force_is_chosen(
    table: Table, tmp_path: Path, day: str, title: str, notes: list[str]
) -> None:
    rules = judging(table, written(tmp_path, "x.lflist.conf", CONF), day=day)
    assert ([used.name for used in rules.lists], [note.sentence for note in rules.notes]) == ([title], notes)


def test_where_no_title_has_a_day_the_note_says_so(table: Table, tmp_path: Path) -> None:
    rules = judging(table, written(tmp_path, "x.conf", "!one\n1 0\n!two\n2 0\n"))
    assert [note.sentence for note in rules.notes] == ["note.list-first"]


@pytest.mark.parametrize(
    ("version", "day", "known", "told"),
    [
        ('from: "2020-02"', "2020-02-10", "2020-02", ["note.list-month"]),
        ('from: "2020-02"', "2020-03-01", "2020-02", []),
        ('from: "2020-02-03"', "2020-02-10", "2020-02-03", []),
        ('from: "2020-02-03", assumed: sources differ', "2020-03-10", "2020-02-03", ["note.list-unsure"]),
        ('from: "2020-02-03", assumed: sources differ', "2020-04-01", "2020-02-03", []),
    ],
)
def test_a_day_that_is_not_known_is_told(tmp_path: Path, version: str, day: str, known: str, told: list[str]) -> None:
    """In the month in which a list began, whose day nobody knows, the verdict rests on a guess."""
    later = f"  - {{{version}, changes: {{limited: [Alpha]}}}}\n"
    table = tiny(tmp_path, SCHEMA, CARDS, [BAN + later])
    rules = judging(table, day=day)
    assert limits(table, rules)["Alpha"] == 1
    assert [used.first_day for used in rules.lists] == [known]
    assert [note.sentence for note in rules.notes] == told


def run(folder: Path, capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """A command about the game, whose files lie in a folder."""
    files = ("--schemas", str(folder / "tiny.yaml"), "--cards", str(folder / "cards"))
    code = cli.run([*words, *files])
    out, err = capsys.readouterr()
    return code, out, err


@pytest.fixture
def folder(table: Table, tmp_path: Path) -> Path:
    """The files of the game as a folder of cards with lists."""
    (tmp_path / "cards" / "lists").mkdir(parents=True)
    written(tmp_path / "cards", "tiny.csv", CARDS)
    later = "  - {from: '2020-03', until: '2020-04-30', changes: {limited: [Alpha]}}\n"
    later += "  - {from: '2020-05-01', changes: {removed: [Alpha]}}\n"
    written(tmp_path / "cards" / "lists", "ban.yaml", BAN + later)
    written(tmp_path / "cards" / "lists", "pool.yaml", "list: pool\nslot: ban\nwhitelist: true\n" + POOL)
    assert table.game.id == "tiny"
    return tmp_path


POOL = "versions: [{from: '2019-01-01', entries: {'3': [Beta]}}]\n"


@pytest.mark.parametrize(
    ("day", "said"),
    [
        ("2020-02-01", "Ban list of 2020-01-01: forbidden"),
        ("2020-03-05", "Ban list of 2020-03: limited"),
        ("2020-06-01", "Ban list of 2020-05-01: not on the list"),
        ("2020-06-02", "Ban list of 2020-05-01: not on the list (known to be current until 2020-06-01)"),
    ],
)
def test_a_card_is_told_with_what_the_lists_of_the_day_say_of_it(
    folder: Path, capsys: pytest.CaptureFixture[str], day: str, said: str
) -> None:
    code, out, _ = run(folder, capsys, "cards", "tiny", "Alpha", "--as-of", day)
    assert (code, out.splitlines()[1:]) == (0, [f"  {said}", "  pool of 2019-01-01: not in the pool"])
    assert '"value": "absent"' in run(folder, capsys, "cards", "tiny", "alpha", "-o", "json", "--as-of", day)[1]


def test_the_history_of_a_card(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(folder, capsys, "lists", "tiny", "alpha")[1].splitlines() == [
        "Alpha, on Ban list",
        "  from 2020-01-01: forbidden",
        "  from 2020-03 until 2020-04-30: limited",
        "  from 2020-05-01: not on the list",
    ]
    assert run(folder, capsys, "lists", "tiny", "Zeta")[1] == "Zeta has never been on a list\n"
    code, _, err = run(folder, capsys, "lists", "tiny", "Alpah")
    assert (code, "did you mean Alpha?" in err, "ban" in err) == (2, True, True)
    assert '"value": "forbidden"' in run(folder, capsys, "lists", "tiny", "Alpha", "-o", "json")[1]
    assert run(folder, capsys, "lists", "tiny", "ban", "Alpha") == run(folder, capsys, "lists", "tiny", "Alpha", "ban")
    assert "pool" not in run(folder, capsys, "lists", "tiny", "ban", "Alpha", "-o", "json")[1]


def test_a_list_of_ones_own_is_shown_with_what_it_changes(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own = written(folder, "new.txt", "base: ban\nfrom: 2020-05-20\nForbidden\nDelta\nLimited\nGamma\n")
    code, out, _ = run(folder, capsys, "lists", "tiny", "--list", own, "--format", "")
    assert code == 2
    code, out, _ = run(folder, capsys, "lists", "tiny", "--list", own)
    assert (code, out.splitlines()) == (
        0,
        [
            f"{own}: 3 entries, from 2020-05-20",
            "  against Ban list of 2020-05-01:",
            "  Delta: not on the list → forbidden",
            "  Gamma: semi-limited → limited",
        ],
    )
    assert '"after": "limited"' in run(folder, capsys, "lists", "tiny", "--list", own, "-o", "json")[1]


def test_a_day_just_before_one_that_is_not_certain_is_told_too(tmp_path: Path) -> None:
    later = "  - {from: '2020-04-01', assumed: sources differ, changes: {limited: [Alpha]}}\n"
    rules = judging(tiny(tmp_path, SCHEMA, CARDS, [BAN + later]), day="2020-03-31")
    assert [note.sentence for note in rules.notes] == ["note.list-unsure"]


def test_a_card_is_the_same_in_every_language(tmp_path: Path) -> None:
    """What is taken off, or changed, is the card: the game's list has it by another of its names."""
    cards = "name,name_fr\nAlpha,Alphonse\nBeta,Bertrand\nGamma,\n"
    table = tiny(tmp_path, SCHEMA, cards, [BAN])
    for name, text in (
        ("new.txt", "base: ban\nLimited\nAlphonse\nRemoved\nBertrand\n"),
        ("new.yaml", "base: ban\nchanges: {limited: [Alphonse], removed: [Bertrand]}\n"),
    ):
        rules = judging(table, written(tmp_path, name, text))
        assert (limits(table, rules), rules.problems) == ({"Alpha": 1, "Gamma": 2}, ())


@pytest.mark.parametrize(
    ("name", "text"),
    [("new.txt", "base: pool\nForbidden\nBeta\n"), ("new.yaml", "base: pool\nchanges: {forbidden: [Beta]}\n")],
)
def test_a_list_that_goes_on_from_a_pool_is_a_pool(tmp_path: Path, name: str, text: str) -> None:
    """Else what the pool does not name would be free."""
    pool = "list: pool\nslot: ban\nwhitelist: true\nversions: [{from: '2019-01-01', entries: {'3': [Alpha, Beta]}}]\n"
    table = tiny(tmp_path, SCHEMA, CARDS, [BAN, pool])
    rules = judging(table, written(tmp_path, name, text))
    assert limits(table, rules) == {card.name: 3 if card.name == "Alpha" else 0 for card in table.pool}


def test_a_card_in_two_groups_is_asked_for(table: Table, tmp_path: Path) -> None:
    with pytest.raises(DeckcheckError) as error:
        judging(table, written(tmp_path, "new.txt", "base: ban\nForbidden\nDelta\nLimited\ndelta\n"))
    assert [(p.sentence, p.place.line) for p in error.value.problems] == [("list.both", 5)]
