"""What the shells are offered, asked in the way their scripts do."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from kit import LIBRARY, shipped, written

from deckcheck import formats
from deckcheck.commands import COMMANDS
from deckcheck.commands.completing import MOST
from deckcheck.printing import documents
from deckcheck.printing.document import PAPERS
from deckcheck.printing.documents import KINDS
from deckcheck.reports import REPORTS, goldfish, odds
from deckcheck.reports.repairs import REPAIRS

ROOT = Path(__file__).parent.parent
DECK = "tests/decks/readme/venture-legal.yaml"


def asked(shell: str, *words: str) -> list[str]:
    """The words offered for the last one, as the script of the shell gets them."""
    line = " ".join(words)
    environment = {**os.environ, "_DECKCHECK_COMPLETE": f"complete_{shell}", "PYTHONUTF8": "1"}
    if shell == "bash":
        environment |= {"COMP_WORDS": "\n".join(words), "COMP_CWORD": str(len(words) - 1)}
    else:
        environment |= {"_TYPER_COMPLETE_ARGS": line, "_TYPER_COMPLETE_FISH_ACTION": "get-args"}
    done = subprocess.run(
        [sys.executable, "-m", "deckcheck"], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.stderr == ""
    if shell == "zsh":
        return re.findall(r'^(?:_arguments .*?\(\()?"([^":]+)"', done.stdout, re.MULTILINE)
    return [text.split("\t")[0] for text in done.stdout.splitlines() if text]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_shell_is_offered_commands_games_formats_and_cards(shell: str) -> None:
    assert set(asked(shell, "deckcheck", "")) == set(COMMANDS)
    assert asked(shell, "deckcheck", "go") == ["goldfish"]
    assert asked(shell, "deckcheck", "rules", "") == list(LIBRARY.game_ids())
    assert asked(shell, "deckcheck", "check", "-g", "ven") == ["venture"]
    assert asked(shell, "deckcheck", "check", "-g", "clash-of-decks", "-F", "") == list(
        shipped("clash-of-decks").game.formats
    )
    assert asked(shell, "deckcheck", "cards", "venture", "Veil") == ["Veilleur"]


def test_the_game_is_that_of_the_line_or_of_the_deck(tmp_path: Path) -> None:
    assert asked("bash", "deckcheck", "add", DECK, "Veil") == ["Veilleur"]
    assert asked("bash", "deckcheck", "add", DECK, '"2 Veil') == ["2 Veilleur"]
    assert asked("bash", "deckcheck", "move", DECK, "--to", "") == ["main", "side"]
    assert asked("bash", "deckcheck", "check", DECK, "--param", "") == ["strict_side="]
    own = written(tmp_path, "own.yaml", "game: nothing-known\n")
    assert asked("bash", "deckcheck", "add", own, "Veil") == []
    assert asked("bash", "deckcheck", "add", str(tmp_path), "Veil") == []
    assert asked("bash", "deckcheck", "check", "--schemas", "missing.yaml", "-g", "") == []
    assert set(asked("bash", "deckcheck", "check", "-F", "")) >= {"tcg", "draft"}


FIXED = [  # the words typed, and what is offered: all of them, and nothing else
    (("check", DECK, "-o", ""), list(REPORTS)),
    (("check", DECK, "-o", "jso"), ["json", "jsonl"]),
    (("rules", "venture", "-o", ""), ["text", "json", "markdown"]),
    (("convert", DECK, "--to", ""), list(formats.WRITERS)),
    (("print", DECK, "--kind", ""), list(KINDS)),
    (("print", DECK, "--to", ""), list(documents.WRITERS)),
    (("print", DECK, "--paper", ""), list(PAPERS)),
    (("goldfish", DECK, "-o", ""), list(goldfish.FORMS)),
    (("odds", DECK, "Veilleur", "-o", ""), list(odds.FORMS)),
    (("fix", DECK, "-o", ""), list(REPAIRS)),
    *(((name, "venture", "-o", ""), ["text", "json"]) for name in ("cards", "games", "lists")),
    (("lists", "yugioh", "gen"), []),
    (("lists", "yugioh", "tcg-g"), ["tcg-genesys"]),
    (("rules", "clash-of-decks", "-F", ""), list(shipped("clash-of-decks").game.formats)),
    (("cards", "venture", "veil"), ["veilleur"]),
]


@pytest.mark.parametrize(("typed", "offered"), FIXED, ids=[" ".join(typed) for typed, _ in FIXED])
def test_what_is_offered_where_the_words_are_known(typed: tuple[str, ...], offered: list[str]) -> None:
    assert sorted(asked("bash", "deckcheck", *typed)) == sorted(offered)


def test_cards_are_fifty_at_most_and_one_word_in_bash() -> None:
    names = asked("fish", "deckcheck", "cards", "yugioh", "D")
    assert len(names) == MOST
    assert names == sorted(names)
    offered = asked("bash", "deckcheck", "cards", "venture", "Dragon")
    assert r"Dragon\ de\ cendre" in offered
    assert "Dragon de cendre" in asked("bash", "deckcheck", "cards", "venture", '"Dragon')
    assert asked("bash", "deckcheck", "cards", "venture", r"Dragon\ d") == []


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_of_a_shell_can_be_had(shell: str) -> None:
    environment = {**os.environ, "_DECKCHECK_COMPLETE": f"source_{shell}"}
    done = subprocess.run(
        [sys.executable, "-m", "deckcheck"], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    assert "_DECKCHECK_COMPLETE" in done.stdout
