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
