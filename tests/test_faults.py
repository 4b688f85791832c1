"""Cases that other deck checkers got wrong, checked as a player would: a table of cards, a plain list."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import yaml
from kit import DAY, head, told, written
from test_decks import expected, found

from deckcheck.cli import run
from deckcheck.decks.deck import DeckFile
from deckcheck.formats import read_deck
from deckcheck.report import Report
from deckcheck.rules.check import Loaded
from deckcheck.sessions.find import Found
from deckcheck.sessions.session import Session
from deckcheck.sessions.settings import Settings

CASES = Path(__file__).parent / "cases" / "faults.yaml"


def cases() -> list[dict[str, Any]]:
    with CASES.open(encoding="utf-8") as file:
        return list(yaml.load_all(file, yaml.CBaseLoader))


def session(case: dict[str, Any], folder: Path) -> Session:
    """The session of `check -g GAME --cards cards.csv`, with `--schemas` where the game does not ship."""
    cards = written(folder, "cards.csv", case["cards"])
    if "lists" in case:  # those of a folder of cards stand in place of the game's
        (folder / "lists").mkdir()
        for number, text in enumerate(case["lists"]):
            written(folder / "lists", f"{number}.yaml", text)
    schemas = (written(folder.parent, f"{folder.name}.yaml", head(case["schema"], "case")),) if "schema" in case else ()
    game = case.get("game", "case")
    return Session(Settings(DAY, game, case.get("format"), (str(folder) if "lists" in case else cards,), schemas))


@pytest.mark.parametrize("case", cases(), ids=lambda case: case["case"])
def test_case(case: dict[str, Any], tmp_path: Path) -> None:
    checking = session(case, tmp_path)
    beside = set(case.get("ignore", ()))
    says: list[str] = []
    for text in case["decks"]:
        data = re.sub(r" # [!?] .*", "", text).encode()
        loaded = checking.load(Found(case.get("file", "deck.txt"), data))
        assert isinstance(loaded, Loaded)
        report: Report = loaded.checker.check(loaded.deck)
        assert {finding for finding in found(report) if finding[1] not in beside} == expected(text)
        if not beside:
            assert report.legal is (not expected(text))
        says += [told(p) for p in report.problems if p.bound and p.rule not in beside]
    if "says" in case:
        assert sorted(says) == sorted(case["says"])
    if "cards_read" in case:
        assert [entry.card.name for entry in loaded.deck.entries if entry.card] == case["cards_read"]
    if "reads" in case:
        sizes = Counter[str]()
        for entry in loaded.deck.entries:
            sizes[entry.section] += entry.count
        assert {section: sizes[section] for section in case["reads"]} == {k: int(v) for k, v in case["reads"].items()}


# --- what is asked of other commands -------------------------------------------------------------


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    code = run([*arguments])
    told = capsys.readouterr()
    return code, told.err + told.out


DRAWS = """
sections: {main: {title: Deck}}
card: {required: [name], properties: {name: {type: string}, kind: {enum: [stays, goes]}}}
rules: {size: {size: {in: main, min: 1}, assumed: the case}}
play:
  zones: {hand: , board: kind == goes}
  setup: [{draw: {n: 4}}]
  turn:
    - refill: {due: "max(1, 5 - hand.size)"}
    - draw: {n: due}
    - play: {name: play, of: kind == goes, to: board}
"""


def a_game(folder: Path, deck: str) -> list[str]:
    schema = written(folder, "case.yaml", head(DRAWS, "case"))
    cards = written(folder, "cards.csv", "name,kind\nStone,stays\nLeaf,goes\n")
    return [written(folder, "deck.txt", deck), "-g", "case", "--schemas", schema, "--cards", cards]


@pytest.mark.parametrize(("turn", "seen"), [("0", 4), ("1", 5), ("2", 6), ("4", 8)])
def test_a_turn_may_draw_up_to_a_hand_of_five(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, turn: str, seen: int
) -> None:
    """A hand of four draws one, and one of five or more one more; who plays the hand out draws five."""
    code, told = said(capsys, "odds", *a_game(tmp_path, "40 Stone"), "count() >= 1", "--turn", turn, "-o", "json")
    assert (code, json.loads(told)["seen"]) == (0, seen)
    code, told = said(capsys, "goldfish", *a_game(tmp_path, "40 Leaf"), "--games", "9", "--turns", "2", "--trace", "1")
    assert re.findall(r"draws (\d) Leaf", told) == ["4", "5"]
    assert told.count("draws Leaf") == 1


SIDED = "siding: {between: [main, side], keep: KEEP, assumed: the case}\n"


@pytest.mark.parametrize(("keep", "code"), [("sizes", 1), ("bounds", 0)])
def test_whether_siding_keeps_the_sizes_is_for_the_game_to_say(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, keep: str, code: int
) -> None:
    rules = "rules: {main: {size: {in: main, min: 60}, assumed: x}, side: {size: {in: side, max: 15}, assumed: x}}\n"
    card = "card: {properties: {name: {type: string}}}\nsections: {main: {title: Main}, side: {title: Side}}\n"
    schema = written(tmp_path, "case.yaml", head(SIDED.replace("KEEP", keep) + card + rules, "case"))
    cards = written(tmp_path, "cards.csv", "name\nIsland\nSwamp\n")
    before = written(tmp_path, "before.txt", "60 Island\n\nSideboard\n15 Swamp\n")
    after = written(tmp_path, "after.txt", "60 Island\n1 Swamp\n\nSideboard\n14 Swamp\n")
    options = ["-g", "case", "--schemas", schema, "--cards", cards]
    found, told = said(capsys, "diff", before, after, "--siding", *options)
    assert found == code
    assert ("main holds 61 cards, registered 60" in told) is (keep == "sizes")


def test_a_number_of_nothing_is_told_with_its_copies(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = written(tmp_path, "deck.ydk", "#main\n0\n0\n0\n")
    assert "no card has the number 0 (3 copies)" in said(capsys, "check", path, "-g", "yugioh")[1]


# --- decks in XML --------------------------------------------------------------------------------


def read_xml(text: str) -> DeckFile:
    return read_deck("deck.dek", None, text.encode())


def test_two_printings_of_one_card_are_two_elements() -> None:
    cards = '<Cards CatID="1" Quantity="1" Sideboard="false" Name="A &amp; B"/>\n<Cards Quantity="3" Name="A &amp; B"/>'
    deck = read_xml(f'<?xml version="1.0"?>\n<Deck>\n{cards}\n<Cards Quantity="2" Sideboard="true" Name="A"/></Deck>')
    found = [(line.section, line.count, line.text, line.place.line) for line in deck.lines]
    assert found == [("main", 1, "A & B", 3), ("main", 3, "A & B", 4), ("side", 2, "A", 5)]
    assert not deck.problems
    assert read_xml("2 A\n").reader == "text"


@pytest.mark.parametrize(
    ("text", "sentence", "line"),
    [
        ('<!DOCTYPE d [<!ENTITY a "b">]>\n<Deck><Cards Quantity="1" Name="&a;"/></Deck>', "xml.doctype", 1),
        ('<Deck>\n<Cards Quantity="1" Name="A"/>\n', "xml.syntax", 3),
        ('<Deck>\n<Cards Quantity="1" Name="&a;"/></Deck>', "xml.syntax", 2),
        ("<a>" * 500, "xml.deep", 1),
        ('<Deck>\n<Cards Quantity="1"/></Deck>', "line.no-card", 2),
        ('<Deck>\n<Kards Quantity="1" Name="A"/></Deck>', "xml.element", 2),
    ],
)
def test_what_is_no_deck_in_xml_is_told_at_its_line(text: str, sentence: str, line: int) -> None:
    deck = read_xml(text)
    assert [(deck.problems[-1].sentence, deck.problems[-1].place.line)] == [(sentence, line)]
    assert deck.lines == ()


def test_a_count_that_is_none_is_told_where_it_is_looked_up() -> None:
    (line,) = read_xml('<Deck><Cards Quantity="-2" Name="A"/></Deck>').lines
    assert (line.count, line.text) == (None, "-2 A")


# --- the list of what was tried ------------------------------------------------------------------


def test_the_list_of_faults_names_tests_that_there_are() -> None:
    """Each row of the page names a case of `faults.yaml`, or a test, or says why there is none."""
    page = CASES.with_name("README.md").read_text(encoding="utf-8")
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in page.splitlines() if line.startswith("| F")
    ]
    assert len({row[0] for row in rows}) == len(rows) == 70
    titles = {case["case"] for case in cases()}
    for number, *_, where in rows:
        named = re.findall(r"`(test_\w+)\.py::(test_\w+)`", where)
        quoted = re.findall(r"“([^”]+)”", where)
        assert named or quoted or where.startswith("none: "), number
        assert set(quoted) <= titles, number
        for module, test in named:
            text = (CASES.parents[1] / f"{module}.py").read_text(encoding="utf-8")
            assert f"def {test}(" in text, (number, test)
