"""What a check imports: a small deck must not pay for what it does not use."""

from __future__ import annotations

import os
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


START = """\\
import sys
from deckcheck.start import main
try:
    main()
except SystemExit as end:
    print("code", end.code)
print("modules", *sorted({name.partition(".")[0] for name in sys.modules}))
"""
PLAIN = {
    "a list of numbers": (["x.ydk"], True),
    "a text": (["x.txt", "-g", "yugioh"], True),
    "yaml": (["x.yaml", "-q", "--as-of", "2026-05-18"], True),
    "an option more": (["x.ydk", "--exit-zero"], False),
    "no such file": (["y.ydk"], False),
    "a folder": (["."], False),
    "a day that is none": (["x.ydk", "--as-of", "tomorrow"], False),
    "a game that is none": (["x.ydk", "-g", "no"], False),
}


@pytest.mark.parametrize("name", PLAIN)
def test_a_plain_check_goes_without_typer_and_says_the_same(name: str, tmp_path: Path) -> None:
    """Through the short way or the long one: the same output and code; the short one loads no yaml for text."""
    arguments, plain = PLAIN[name]
    (tmp_path / "x.ydk").write_text("#main\n46986414\n46986414\n", encoding="utf-8")
    (tmp_path / "x.txt").write_text("3 Dark Magician\n", encoding="utf-8")
    (tmp_path / "x.yaml").write_text("game: yugioh\nmain:\n  - 3 Dark Magician\n", encoding="utf-8")

    def run(script: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-c", script, "check", *arguments]
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        return subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path, env=environment)

    run(START)  # compiled from here on
    short, long = run(START), run(SCRIPT)
    *said, code, modules = short.stdout.splitlines()
    assert ("typer" in modules.split()) is not plain
    if plain and not arguments[0].endswith(".yaml"):
        assert not {"yaml", "jsonschema", *HEAVY} & set(modules.split())
    assert said == long.stdout.splitlines()[:-2]
    assert code == f"code {long.returncode}"
    assert short.stderr == long.stderr
