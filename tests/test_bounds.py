"""What is too much for a file is refused with a message that says how much that is; nothing hangs, nothing is lost."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from kit import GAP, head, written

from deckcheck.cards import card_records, tables
from deckcheck.cards import files as card_files
from deckcheck.cards.files import load_pool
from deckcheck.expr import Scope
from deckcheck.files.schema_reader import MOST_PROBLEMS, stands_for
from deckcheck.files.source import Source
from deckcheck.games.file import load_game
from deckcheck.games.library import Library
from deckcheck.lists.files import load_list
from deckcheck.lists.lflist import read_lflist
from deckcheck.report import DeckcheckError, Severity
from deckcheck.reports.look import counts
from deckcheck.sessions.project_file import read_project
from deckcheck.views.inventory import examine
from deckcheck.wording import error_text, message

TOP = """
card: {properties: {kind: {enum: [a, b]}, no: {type: string, identifier: true}}}
sections: {main: {}}
"""
RULE = "{size: {in: main, max: 9}, assumed: x}"
RULES = f"rules: {{r: {RULE}}}\n"


@pytest.fixture(autouse=True)
def _takes_no_time() -> Iterator[None]:
    start = time.process_time()
    yield
    assert time.process_time() - start < 20


def many(pattern: str, number: int) -> str:
    return "".join(pattern.replace("#", str(n)) for n in range(number))


def refused_schema(folder: Path, text: str) -> DeckcheckError:
    with pytest.raises(DeckcheckError) as caught:
        load_game(written(folder, "s.yaml", head(text, "s")))
    return caught.value


SCHEMAS = {
    "values": (TOP + RULES + f"play: [{'x, ' * 50_000}]", "schema.large"),
    "card": (TOP.replace("[a, b]", f"[{many('a#, ', 20_001)}]") + RULES, "schema.large"),
    "sections": (TOP.replace("main: {}", many("s#: , ", 10_001) + "main: {}") + RULES, "schema.too-many"),
    "params": (TOP + RULES + "params:\n" + many("  p#: 1\n", 10_001), "schema.too-many"),
    "definitions": (TOP + RULES + "define:\n" + many("  d#: kind == a\n", 10_001), "schema.too-many"),
    "formats": (TOP + RULES + "default: f0\nformats:\n" + many("  f#: {title: F}\n", 201), "schema.many-formats"),
    "rules over formats": (
        TOP + "rules:\n" + many(f"  r#: {RULE}\n", 120) + "default: f0\nformats:\n" + many("  f#: {title: F}\n", 100),
        "schema.too-many",
    ),
    "errors": (TOP + RULES + many("k#: 1\n", 1500), "more.unread"),
    "wrong words": (
        TOP + "rules:\n" + many("  r#: {forbid: {in: main, of: kin == a}, assumed: x}\n", 1500),
        "more.unread",
    ),
    "wrong sections": (
        TOP + f"rules: {{r: {{size: {{in: [{many('m#, ', 1500)}], max: 1}}, assumed: x}}}}",
        "more.unread",
    ),
}


@pytest.mark.parametrize("what", SCHEMAS)
def test_a_schema_that_is_too_much_is_refused(what: str, tmp_path: Path) -> None:
    text, sentence = SCHEMAS[what]
    error = refused_schema(tmp_path, text)
    assert error.problems[-1].sentence == sentence
    assert len(error.problems) <= MOST_PROBLEMS + 1
    assert error.problems[-1].place.line
    assert not [text for text in map(message, error.problems) if GAP.search(text)]


@pytest.mark.parametrize("turned", [False, True], ids=["downwards", "upwards"])
def test_formats_that_stand_on_one_another(turned: bool, tmp_path: Path) -> None:
    def formats(number: int) -> str:
        lines = ["  f0: {title: F}", *(f"  f{n}: {{base: f{n - 1}}}" for n in range(1, number + 1))]
        return TOP + RULES + "default: f0\nformats:\n" + "\n".join(lines[::-1] if turned else lines)

    game = load_game(written(tmp_path, "s.yaml", head(formats(40), "s")))
    assert len(game.ruleset("f40").rules) == 1
    (problem,) = refused_schema(tmp_path, formats(41)).problems
    assert (problem.sentence, problem.facts["format"]) == ("schema.base-deep", "f41")


def test_definitions_in_any_order(tmp_path: Path) -> None:
    lines = ["  d0: kind == a", *(f"  d{n}: d{n - 1}" for n in range(1, 10))]
    for order in (lines, lines[::-1], lines[::2] + lines[1::2]):
        game = load_game(written(tmp_path, "s.yaml", head(TOP + RULES + "define:\n" + "\n".join(order), "s")))
        assert sorted(game.scope.defines) == [f"d{n}" for n in range(10)]
    circle = refused_schema(tmp_path, TOP + RULES + "define: {p: q, q: p, r: p, s: kind == a}")
    assert {p.facts.get("name") for p in circle.problems if p.sentence == "schema.define-circle"} == {"p", "q", "r"}


CIRCLES = (
    "{$ref: '#/items', properties: {kind: {type: string}}}",
    "{$anchor: a, allOf: [{$ref: '#a'}], properties: {kind: {type: string}}}",
    "{$defs: {a: {$ref: '#/items/$defs/b'}, b: {$ref: '#/items/$defs/a'}}, allOf: [{$ref: '#/items/$defs/a'}]}",
)


@pytest.mark.parametrize("card", CIRCLES)
def test_references_that_lead_round_in_a_circle(card: str, tmp_path: Path) -> None:
    error = refused_schema(tmp_path, f"card: {card}\nsections: {{main: {{}}}}\n{RULES}")
    assert error.problems[0].sentence == "schema.card-circle"
    assert "circle" in message(error.problems[0])


@pytest.mark.parametrize(
    ("name", "text", "line"),
    [("c.csv", "name\n" + many("c#\n", 12), 12), ("c.yaml", "cards:\n" + many("- {name: c#}\n", 12), 12)],
)
def test_more_cards_than_any_game_has(
    name: str, text: str, line: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (card_records, tables, card_files):
        monkeypatch.setattr(module, "MOST_CARDS", 10)
    game = load_game(written(tmp_path, "s.yaml", head(TOP + RULES, "s")))
    with pytest.raises(DeckcheckError) as caught:
        load_pool([written(tmp_path, name, text)], game)
    (problem,) = caught.value.problems
    assert (problem.sentence, problem.place.line) == ("cards.too-many", line)


def test_every_record_at_fault_is_counted_and_judged(tmp_path: Path) -> None:
    """The first faults are told one by one; of the other records too it is known what they lack."""
    schema = written(tmp_path, "s.yaml", head(TOP.replace("card: {", "card: {required: [kind], ") + RULES, "s"))
    table = written(tmp_path, "c.csv", "name;kind;no\n" + many("c#;z;#\n", MOST_PROBLEMS + 500))
    found = examine(Library([schema], [table]), "s", "2026-01-01")
    assert sum(map(stands_for, found.problems)) == MOST_PROBLEMS + 500
    assert counts(found.problems) == ("1500 errors",)
    last = found.problems[-1]
    assert (last.sentence, last.place.line, last.facts["count"]) == ("more.error", MOST_PROBLEMS + 2, 500)
    pool = load_pool([table], load_game(schema))
    assert len(pool) == MOST_PROBLEMS + 500
    assert all(card.unreadable == {"kind"} and len(card.faults) == 1 for card in pool)


def test_one_name_on_many_cards(tmp_path: Path) -> None:
    game = load_game(written(tmp_path, "s.yaml", head(TOP + RULES, "s")))
    rows = ["A;a;7", *(f"A;a;{n}" for n in range(5_000)), "A;b;4999", "A;a;", "A;a;3"]
    pool = load_pool([written(tmp_path, "c.csv", "name;kind;no\n" + "\n".join(rows))], game)
    told = [(problem.sentence, problem.place.line, problem.facts["line"]) for problem in pool.problems]
    assert told == [
        ("cards.record-twice", 10, 2),
        ("cards.name-twice", 5_003, 5_002),
        ("cards.name-twice", 5_004, 2),
        ("cards.record-twice", 5_005, 6),
    ]
    assert len(pool) == 5_002


LISTS = {
    "entries": (
        "- entries: {a: [" + many("n#, ", 20_000) + "]}\n" + "- changes: {a: [x]}\n" * 15,
        "schema.many-entries",
    ),
    "versions": ("- {}\n" * 10_001, "schema.too-many"),
    "tests": ("- entries: {a: [" + many("{of: 1 < 2}, ", 10_001) + "]}\n", "schema.too-many"),
}


@pytest.mark.parametrize("what", LISTS)
def test_more_than_any_list_has(what: str, tmp_path: Path) -> None:
    versions, sentence = LISTS[what]
    with pytest.raises(DeckcheckError) as caught:
        load_list(written(tmp_path, "l.yaml", "list: l\nversions:\n" + versions), Scope({}))
    assert caught.value.sentence == "usage.list"
    assert caught.value.problems[-1].sentence == sentence


@pytest.mark.parametrize("first", [True, False], ids=["in a list", "before a list"])
def test_lines_that_say_nothing_in_a_list_are_counted(first: bool) -> None:
    junk = "junk\n" * 5_000
    (version,) = read_lflist(Source("l.conf", f"!x\n{junk}" if first else f"{junk}!x\n")).versions
    assert len(version.problems) == MOST_PROBLEMS + 1
    assert sum(map(stands_for, version.problems)) == 5_000
    assert {problem.severity for problem in version.problems} == {Severity.WARNING}


def test_settings_that_are_too_much_are_refused(tmp_path: Path) -> None:
    path = written(tmp_path, "deckcheck.yaml", "exclude: [" + many("x#, ", 20_001) + "]")
    with pytest.raises(DeckcheckError) as caught:
        read_project(path)
    assert (caught.value.sentence, caught.value.problems[-1].sentence) == ("usage.config", "schema.large")


def test_a_file_that_vanishes_after_it_was_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Path(written(tmp_path, "c.csv", "name\nA\n"))
    library = Library([written(tmp_path, "s.yaml", head(TOP + RULES, "s"))], [str(table)])
    monkeypatch.setattr(Library, "card_paths", lambda *_: (table,))
    table.unlink()
    with pytest.raises(DeckcheckError) as caught:
        library.pool("s")
    assert "c.csv" in error_text(caught.value)
