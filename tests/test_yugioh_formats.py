"""The formats of Yu-Gi-Oh! on days of their own, and the commands about lists and days."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from deckcheck.cli import run
from deckcheck.report import Severity
from tests.kit import shipped, told
from tests.test_simulator_decks import MAIN, ydk

FILL = ["3 Celtic Guardian", "3 Mystical Elf", "3 Feral Imp", "3 Giant Soldier of Stone", "3 Silver Fang"]
FILL += ["3 Beaver Warrior", "3 La Jinn the Mystical Genie of the Lamp", "3 Neo the Magic Swordsman", "3 Great White"]
FILL += ["3 Mammoth Graveyard", "3 Aitsu", "3 Hitotsu-Me Giant", "3 Dissolverock"]


def found(format_id: str, day: str, *lines: str, severity: Severity = Severity.ERROR, **params: Any) -> list[str]:
    """The findings on 39 plain cards of 2002 and these."""
    table = shipped("yugioh")
    report = table.checker(format_id, day, params).check(table.deck({"main": [*FILL, *lines]}))
    return [told(problem) for problem in report.problems if problem.severity is severity]


@pytest.mark.parametrize(
    ("format_id", "day", "line", "errors"),
    [
        ("tcg", "2026-05-18", '1 Maxx "C"', ["limitation 1 max 0"]),
        ("ocg", "2026-07-01", '1 Maxx "C"', []),
        ("traditional", "2026-05-18", '1 Maxx "C"', []),
        ("traditional", "2026-05-18", '2 Maxx "C"', ["limitation 2 max 1"]),
        ("tcg", "2010-04-01", "2 Dandylion", []),
        ("tcg", "2010-03-01", "2 Dandylion", []),  # printed that month, as one collection says: a warning
        ("tcg", "2010-03-01", "2 Dark Armed Dragon", ["limitation 2 max 1"]),
        ("edison", "2026-05-18", "2 Dark Armed Dragon", ["limitation 2 max 1"]),
        ("edison", "2026-05-18", "1 Number 39: Utopia", ["main-holds 1 max 0", "pool 1 max 0"]),
        ("goat", "2026-05-18", "1 Pot of Greed", []),
        ("goat", "2001-01-01", "2 Pot of Greed", ["limitation 2 max 1"]),
        ("goat", "2026-05-18", "1 Cyber Dragon", ["limitation 1 max 0"]),
        ("2003", "2026-05-18", "1 Elemental HERO Stratos", ["pool 1 max 0"]),
        ("2003", "2026-05-18", "1 Cyber Dragon", []),  # no pool says that it was later
        ("2003", "2026-05-18", "3 Pot of Greed", []),
        ("genesys", "2026-08-13", "3 Pot of Greed", []),
        ("tcg", "2005-01-01", "1 Elemental HERO Stratos", ["printed 1 max 0"]),
        ("tcg", "2026-05-18", "1 Lightning Crash", ["released 1 max 0"]),
        ("ocg", "2026-07-01", "1 Lightning Crash", []),
    ],
)
def test_each_format_on_its_day(format_id: str, day: str, line: str, errors: list[str]) -> None:
    assert found(format_id, day, line) == errors


def test_the_points_of_genesys_and_its_cap() -> None:
    assert found("genesys", "2026-08-13", "3 Pot of Greed", '1 Maxx "C"')[0].startswith("points ")
    assert found("genesys", "2026-08-13", "3 Pot of Greed", cap=10)[0].endswith("max 10")


def test_the_list_of_players_is_an_option_and_no_more_than_a_warning() -> None:
    assert found("2003", "2026-05-18", "3 Pot of Greed", severity=Severity.WARNING) == []
    listed = found("2003", "2026-05-18", "3 Pot of Greed", severity=Severity.WARNING, player_list="true")
    assert listed == ["limitation 3 max 1"]


def test_a_day_before_todays_sizes_says_so() -> None:
    table = shipped("yugioh")
    for format_id, day, told_so in (
        ("tcg", "2009-04-15", True),
        ("tcg", "2009-04-16", False),
        ("goat", "2005-04-01", False),
    ):
        notes = [note.sentence for note in table.checker(format_id, day).notes]
        assert ("note.rules-newer" in notes) is told_so


def test_a_date_that_is_not_known_is_no_error() -> None:
    """Undated cards: a warning where the day matters, nothing today."""
    cards = (card for card in shipped("yugioh").pool if "konami_id" in card.fields)
    undated = next(card.name for card in cards if not card.fields.keys() & {"first_tcg", "printed_by", "unreleased"})
    assert "print-unknown" in found("tcg", "2025-01-01", f"1 {undated}", severity=Severity.WARNING)[0]
    assert found("tcg", "2026-05-18", f"1 {undated}") == []


# --- commands -------------------------------------------------------------------------------------


def out(capfd: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    capfd.readouterr()
    code = run(list(arguments))
    return code, capfd.readouterr().out


def test_lists_show_what_exists_and_what_changed(capfd: pytest.CaptureFixture[str]) -> None:
    code, text = out(capfd, "lists", "yugioh", "tcg")
    assert (code, "from 2026-05-18: 226 entries" in text, "from 2004-02-02" in text) == (0, True, True)
    days = ("--from", "2026-02-02", "--to", "2026-05-18", "-o", "json")
    (dated,) = json.loads(out(capfd, "lists", "yugioh", "tcg", *days)[1])["lists"]
    changed = {change["card"]: (change["before"], change["after"]) for change in dated["changes"]}
    assert (dated["from"], dated["to"]) == ("2026-02-02", "2026-05-18")
    assert changed["Fairy Tail - Snow"] == ("forbidden", "limited")
    assert out(capfd, "lists", "yugioh", "tgc")[0] == 2
    assert out(capfd, "lists", "yugioh", "--to", "2026-01-01")[0] == 2
    assert out(capfd, "lists", "venture")[0] == 0


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A deck that the list of 2026-05-18 breaks, one that it mends, one that it does not touch."""
    codes = {"breaks": [61049315], "mends": [70828912], "same": [70781052]}
    for name, more in codes.items():
        (tmp_path / f"{name}.ydk").write_text(ydk([*MAIN, *more]), encoding="utf-8")
    return tmp_path


def test_two_days_against_each_other(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    days = ("--as-of", "2026-02-02", "--against", "2026-05-18")
    code, text = out(capfd, "check", str(folder), *days, "-o", "json")
    report = json.loads(text)
    assert (code, report["summary"]) == (1, {"decks": 3, "breaks": 1, "mends": 1})
    moved = {Path(deck["path"]).stem: (deck["before"]["legal"], deck["after"]["legal"]) for deck in report["decks"]}
    assert moved == {"breaks": (True, False), "mends": (False, True), "same": (True, True)}
    for deck in report["decks"]:
        assert bool(deck["new"] or deck["gone"]) is (Path(deck["path"]).stem != "same")
    text = out(capfd, "check", str(folder), *days)[1]
    assert ("same.ydk" in text, "new:" in text, "gone:" in text) == (False, True, True)


def test_several_processes_give_the_same_report(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    for number in range(200):
        (folder / f"more-{number:03}.ydk").write_text(ydk(MAIN[: number % 40]), encoding="utf-8")
    one = out(capfd, "check", str(folder), "-o", "json")
    assert out(capfd, "check", str(folder), "-o", "json", "--jobs", "2") == one


def test_a_list_of_ones_own_is_named(folder: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    own = tmp_path / "own.lflist.conf"
    own.write_text("!First\n70781052 0\n!Second\n$whitelist\n", encoding="utf-8")
    deck = str(folder / "same.ydk")
    code, text = out(capfd, "check", deck, "--list", str(own))
    assert (code, "First" in text, "2 lists" in text) == (1, True, True)
    assert out(capfd, "check", deck, "--list", f"{own}#Second")[1].count("not in the pool of Second") == 14
    assert out(capfd, "check", deck, "--list", f"{own}#Third")[0] == 2
