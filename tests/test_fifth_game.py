"""A game of one schema file and one table of cards is checked like those that ship, with no code."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from kit import DAY

ROOT = Path(__file__).parent.parent
GAMES = ROOT / "tests" / "games"
FILES = ("--schemas", "tests/games/fifth.yaml", "--cards", "tests/games/fifth-cards.csv")


def deckcheck(*arguments: str, deck: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "deckcheck", *arguments]
    return subprocess.run(command, cwd=ROOT, input=deck, capture_output=True, text=True, encoding="utf-8", check=False)


def checked(deck: str) -> tuple[int, list[tuple[str, int | None, str]]]:
    options = ("-g", "marees", *FILES, "--as-of", DAY, "-o", "json", "--stdin-filename", "deck.yaml")
    done = deckcheck("check", "-", *options, deck=deck)
    (report,) = json.loads(done.stdout)["decks"]
    return done.returncode, [(p["rule"], p["line"], p["severity"]) for p in report["problems"]]


DECK = (GAMES / "fifth-deck.yaml").read_text(encoding="utf-8")


def test_a_legal_deck() -> None:
    done = deckcheck("check", "tests/games/fifth-deck.yaml", *FILES)
    assert done.returncode == 0
    assert "Marées" in done.stdout or "marees" in done.stdout
    assert done.stderr == ""


# (line of the deck, what it is changed to, what is wrong then)
SLIPS = [
    ("  - Maëlle la Jauge\n", "  - Yann Brisecorne\n", [("influence", 8, "error")]),
    ("  - Maëlle la Jauge\n", "  - Calfat\n", [("captain-kind", 4, "error")]),
    ("  - 3 Calfat\n", "  - 4 Calfat\n", [("copies", 8, "error")]),
    (
        "  - 3 Calfat\n",
        "  - 2 Raz-de-marée\n",
        [("copies", 8, "error"), ("influence", None, "error"), ("storms", 12, "error")],
    ),
    ("  - 3 Paludier\n", "", [("main-size", 5, "error")]),
    ("  - 3 Paludier\n", "  - 3 Paludiers\n", [("unknown-card", 6, "error")]),
    ("  - 1 Goélette grise\n", "", [("harbour-size", 13, "error")]),
    ("  - 1 Goélette grise\n", "  - 1 Calfat\n", [("copies", 15, "error"), ("harbour-ships", 15, "error")]),
    ("captain:\n  - Maëlle la Jauge\n", "", [("captain", None, "error")]),
]


@pytest.mark.parametrize(("line", "slip", "problems"), SLIPS, ids=[slip[1] or slip[0] for slip in SLIPS])
def test_an_illegal_deck(line: str, slip: str, problems: list[tuple[str, int | None, str]]) -> None:
    code, found = checked(DECK.replace(line, slip))
    assert code == 1
    assert sorted(rule for rule, *_ in found) == sorted(rule for rule, *_ in problems)
    assert {p for p in problems if p[1] is not None} <= set(found)


def test_its_designer_is_helped(tmp_path: Path) -> None:
    done = deckcheck("games", "marees", *FILES, "--check")
    assert (done.returncode, done.stderr) == (0, "")
    assert "14 cards" in done.stdout
    sheet = deckcheck("rules", "marees", *FILES[:2])
    assert sheet.returncode == 0
    assert "Le port" in sheet.stdout
    slip = tmp_path / "slip.yaml"
    slip.write_text(
        (GAMES / "fifth.yaml").read_text(encoding="utf-8").replace("== navire", "== navir"), encoding="utf-8"
    )
    told = deckcheck("games", "marees", "--schemas", str(slip), "--cards", FILES[3], "--check")
    assert told.returncode == 2
    assert "slip.yaml:35" in told.stderr
    assert "navire" in told.stderr
