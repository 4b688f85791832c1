"""What the commands that build decks tell, and what to do next where they cannot do what they were asked."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import pytest

from deckcheck.cli import run

ROOT = Path(__file__).parent.parent
CLASH = ("Baron", "Brute", "Troll", "Zombie", "Boom!", "Carapace")


@dataclass(frozen=True)
class Result:
    code: int
    out: str
    err: str


@dataclass(frozen=True)
class Runner:
    capture: pytest.CaptureFixture[str]

    def __call__(self, *arguments: str | Path) -> Result:
        self.capture.readouterr()
        code = run([str(argument) for argument in arguments])
        return Result(code, *self.capture.readouterr())


@pytest.fixture
def cli(capfd: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Runner:
    """The commands, run in a folder of their own."""
    monkeypatch.chdir(tmp_path)
    return Runner(capfd)


def written(name: str, text: str) -> str:
    Path(name).write_text(text, encoding="utf-8")
    return name


def clash(*lines: str) -> str:
    return "game: clash-of-decks\nmain:\n" + "".join(f"  - {line}\n" for line in lines)


GAME = """
game: led
title: Led
card:
  required: [kind, rarity]
  properties: {name: {type: string}, kind: {enum: [leader, unit]}, rarity: {enum: [common, rare]}}
sections: {leader: {title: Leader, cards: 1}, main: {title: Main}}
rules:
  leader: {size: {in: leader, exactly: 1}, assumed: test}
  units: {only: {in: main, of: kind == unit}, assumed: test}
  size: {size: {in: main, min: 6, max: 8}, assumed: test}
  copies: {copies: {in: main, max: {by: rarity, common: 3, rare: 1}}, assumed: test}
"""
CARDS = """name,kind,rarity
Boss,leader,rare
Ant,unit,common
Bee,unit,common
Hog,leader,
Ink,unit,purple
"""
LED = "game: led\nleader: Boss\nmain:\n  - 3 Ant\n  - 3 Bee\n"


def own(*, cards: str = CARDS) -> tuple[str, ...]:
    """The options for a small game with cards whose records are at fault."""
    return ("--schemas", written("led.yaml", GAME), "--cards", written("led.csv", cards))


# -- what is left to be settled ------------------------------------------------------------------------


def left(told: str) -> list[str]:
    """What is to be settled by hand, without the places."""
    lines = told.partition("to be settled first, by hand:\n")[2].splitlines()
    return [line.strip() for line in lines if line.startswith("    ")]


@pytest.mark.parametrize("write", [True, False])
@pytest.mark.parametrize(
    ("lines", "rest"),
    [
        ("  - 1 Hog\n", ""),
        ("  - 1 Ink\n  - 1 Boss\n", "rarity is purple"),
        ("  - 1 Hog\n  - 1 Ink\n", "rarity is purple"),
        ("  - 1 Ink\n", "rarity is purple"),
        ("  - 1 Boss\n  - 1 Zork\n", 'no card is called "Zork"'),
        ("  - 1 Zork\n  - 4 Hog\n", 'no card is called "Zork"'),
        ("", ""),
    ],
)
def test_what_is_left_is_what_a_check_tells_afterwards(cli: Runner, lines: str, rest: str, write: bool) -> None:
    """Cards that are taken out leave nothing to be settled; the exit code is that of the file as it is now."""
    deck = written("deck.yaml", f"{LED}{lines}")
    told = cli("fix", deck, *own(), *(("--write",) if write else ()))
    if write or not lines:
        after = cli("check", deck, *own())
        assert told.code == after.code
        places = [line.partition(": ")[0] for line in left(told.out)]
        assert places == [line.partition(": ")[0] for line in after.out.splitlines() if ": error:" in line]
    settled = left(told.out)
    assert [rest in line for line in settled] == ([True] if rest else [])


def test_a_deck_that_was_empty_is_a_deck_once_cards_are_added(cli: Runner) -> None:
    deck = written("deck.yaml", "game: led\nmain:\n")
    assert cli("fix", deck, *own()).out.startswith("deck.yaml: 7 changes make it legal")
    assert cli("fix", deck, *own(), "--write").code == 0
    assert cli("check", deck, *own()).code == 0


# -- headroom ----------------------------------------------------------------------------------------


def test_room_that_a_warning_narrows_is_told(cli: Runner) -> None:
    """Copies may be added, but not without a warning: `add`, `check --draft` and `show` say so."""
    deck = written("deck.yaml", clash("1 Baron", "1 Brute"))
    assert "6 more may be added to main, none without a warning: Baron and Brute" in cli("check", deck, "--draft").out
    assert "main: 6 copies, none without a warning, of Baron or Brute" in cli("show", deck).out
    (room, _) = json.loads(cli("show", deck, "-o", "json").out)["headroom"]
    assert room == {"card": "Baron", "section": "main", "more": 6, "without_warning": 0}
    told = cli("add", deck, "1 Troll").out
    assert "5 more copies of Troll may be added to main, none without a warning" in told


def test_room_where_no_warning_is_near_is_told_as_ever(cli: Runner) -> None:
    deck = written("deck.yaml", "game: venture\nmain: [1 Veilleur]\n")
    assert "2 more may be added to main: Veilleur" in cli("check", deck, "--draft").out
