"""The rule books, section by section: nothing is left unsaid, and what is named is there."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from kit import LIBRARY, head, shipped, written

from deckcheck.cli import run
from deckcheck.engine.read import read_plan
from deckcheck.games.file import load_game
from deckcheck.report import DeckcheckError
from deckcheck.reports.book import BOOKS
from deckcheck.views.book import book_problems, read_book
from deckcheck.wording import message

GAMES = LIBRARY.game_ids()


@pytest.mark.parametrize("name", GAMES)
def test_every_section_says_what_holds_to_it_or_why_nothing_does(name: str) -> None:
    book = read_book(shipped(name).game)
    assert len(book) >= 8
    for chapter in book:
        assert chapter.rules or chapter.play or chapter.left_out, chapter.title


@pytest.mark.parametrize("name", GAMES)
def test_every_rule_of_the_book_and_every_part_of_the_play_section_stands_in_it(name: str) -> None:
    game = shipped(name).game
    book = read_book(game)
    sourced = {
        rule.id
        for ruleset in game.rulesets.values()
        for rule in ruleset.rules
        if rule.source is not None and rule.source.title == game.book
    }
    assert sourced <= {rule_id for chapter in book for rule_id in chapter.rules}
    plan = read_plan(game, game.ruleset(None))
    told = {part for chapter in book for part in chapter.play}
    assert {f"options.{option}" for option in plan.options} <= told
    steps = {step.name for step in plan.turn if step.name != "repeat"}
    assert {f"turn.{step}" for step in steps} <= told
    assert {f"setup.{step.name}" for step in plan.setup} <= told


BOOK = """
sections: {main: {title: Main}}
siding: {between: [main, main], keep: bounds, source: Chapter 2}
card: {properties: {name: {type: string}}}
rules:
  size: {size: {in: main, min: 1}, source: Chapter 1}
  few: {copies: {in: main, max: 3}, source: {other: Elsewhere}}
play:
  options: {life: {value: 3, assumed: life}}
  zones: {hand: , board: name == "A"}
  setup: [{draw: {n: 3}}]
  turn: [{play: {name: summon, of: name == "A", to: board}}]
"""


def game_with(folder: Path, sections: str) -> str:
    return written(folder, "g.yaml", head(f"book: {{title: B, sections: {sections}}}{BOOK}", "g"))


def test_rules_stand_in_the_section_they_come_from_and_where_it_names_them(tmp_path: Path) -> None:
    sections = "{Chapter 1: {rules: [few], play: [turn.summon, options.life, zones.hand]}, Chapter 2: }"
    one, two = read_book(load_game(game_with(tmp_path, sections.replace("Chapter 2: ", "Chapter 2: {left_out: no}"))))
    assert (list(one.rules), one.play, one.left_out) == (
        ["size", "few"],
        ("turn.summon", "options.life", "zones.hand"),
        None,
    )
    assert (list(two.rules), two.play, two.left_out) == (["siding"], (), "no")


@pytest.mark.parametrize(
    ("chapter", "says"),
    [
        ("{}", 'section "Chapter 3" of the book says neither rules nor play nor left_out'),
        ("{rules: [fw]}", "rules: fw is none of size, few or siding; did you mean few?"),
        ("{play: [turn.sumon]}", "did you mean turn.summon?"),
        ("{why: x, left_out: y}", "why"),
        ("text", "section Chapter 3"),
    ],
)
def test_a_slip_in_the_book_is_told_at_its_line(tmp_path: Path, chapter: str, says: str) -> None:
    sections = f"{{Chapter 1: {{}}, Chapter 2: {{}}, Chapter 3: {chapter}}}"
    game = load_game(game_with(tmp_path, sections))
    (problem,) = book_problems(game)
    assert says in message(problem)
    assert problem.place.line == 1 + (tmp_path / "g.yaml").read_text().count(
        "\n", 0, (tmp_path / "g.yaml").read_text().index("book:")
    )
    with pytest.raises(DeckcheckError):
        read_book(game)
    assert run(["games", "g", "--check", "--schemas", str(tmp_path / "g.yaml")]) == 2


def test_the_page_in_each_form(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run(["rules", "yugioh", "--book"]) == 0
    text = capsys.readouterr().out
    assert "\nLa fusion\n  rules: main-holds (format goat or 2003) and extra-holds (format goat or 2003)\n" in text
    assert run(["rules", "yugioh", "--book", "-o", "json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert [section["title"] for section in document["sections"]] == [
        c.title for c in read_book(shipped("yugioh").game)
    ]
    assert run(["rules", "yugioh", "--book", "-o", "markdown"]) == 0
    assert capsys.readouterr().out.count("\n## ") == len(document["sections"])
    assert set(BOOKS) == {"text", "json", "markdown"}


def test_what_cannot_be_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run(["rules", "yugioh", "--book", "-F", "tcg"]) == 2
    assert "leave -F out" in capsys.readouterr().err
    path = game_with(tmp_path, "[Chapter 1, Chapter 2]")
    assert run(["rules", "g", "--book", "--schemas", path]) == 2
    assert "section by section" in capsys.readouterr().err
