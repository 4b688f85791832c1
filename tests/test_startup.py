"""What a check imports: a small deck must not pay for what it does not use."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
HEAVY = {"tabulate", "numpy", "rapidfuzz", "rich", "scipy", "pandas"}
SCRIPT = """\
import sys
from deckcheck.cli import run
code = run(sys.argv[1:])
print("modules", *sorted({name.partition(".")[0] for name in sys.modules}))
print("ours", *sorted(name for name in sys.modules if name.startswith("deckcheck")))
sys.exit(code)
"""


def imported(*arguments: str) -> tuple[set[str], set[str]]:
    """The modules of a run: all by their first name, and those of the package in full."""
    result = subprocess.run(
        [sys.executable, "-c", SCRIPT, *arguments], capture_output=True, text=True, check=True, cwd=ROOT
    )
    *_, modules, ours = result.stdout.splitlines()
    return set(modules.split()[1:]), set(ours.split()[1:])


@pytest.mark.parametrize("deck", ["venture-legal.yaml", "clash-of-decks-legal.yaml", "yugioh-legal.yaml"])
def test_check_of_a_legal_deck_imports_nothing_heavy(deck: str) -> None:
    modules, ours = imported("check", f"tests/decks/readme/{deck}")
    assert not modules & HEAVY
    assert not {name for name in ours if name.startswith(("deckcheck.engine", "deckcheck.printing", "deckcheck.odds"))}
    assert not ours & {"deckcheck.sheet", "deckcheck.search", "deckcheck.inventory", "deckcheck.overview"}


def test_help_and_version_read_no_game() -> None:
    for option in ("--help", "--version"):
        modules, ours = imported(option)
        assert not modules & {*HEAVY, "yaml", "jsonschema"}
        assert "deckcheck.game" not in ours
