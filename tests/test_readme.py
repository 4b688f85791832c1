"""The README is true: its commands run and print what it shows, its module map names what is there."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
SESSIONS = re.findall(r"^```console\n(.*?)^```", README, re.MULTILINE | re.DOTALL)


def commands(session: str) -> list[tuple[str, str]]:
    """The `$ …` lines of a session, each with the output shown below it."""
    parts = re.split(r"^\$ ", session, flags=re.MULTILINE)[1:]
    return [(part.partition("\n")[0], part.partition("\n")[2]) for part in parts]


SHOWN = [pair for session in SESSIONS for pair in commands(session)]


def matches(shown: str, printed: str) -> bool:
    """Whether the output is the one shown; a line of the README that is only … stands for any lines."""
    pattern = "".join(
        r"(?:.*\n)*?" if line.strip() == "…" else re.escape(line) + r"[ ]*\n" for line in shown.rstrip().splitlines()
    )
    return re.fullmatch(pattern, printed.rstrip("\n") + "\n") is not None


def test_there_are_sessions() -> None:
    assert len(SHOWN) >= 8


@pytest.mark.parametrize(("command", "shown"), SHOWN, ids=[command for command, _ in SHOWN])
def test_a_command_prints_what_is_shown(command: str, shown: str, tmp_path: Path) -> None:
    """Each session is run where the README says it is: in the checkout."""
    words = shlex.split(command)
    assert words[0] == "deckcheck"
    words = [str(tmp_path / word) if word.startswith("sheet.") else word for word in words]
    environment = {**os.environ, "NO_COLOR": "1", "PYTHONUTF8": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "deckcheck", *words[1:]],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    # Whoever runs it for the first time is told on stderr that a large card database is made ready.
    told = [line for line in done.stderr.splitlines(keepends=True) if "for the first time" not in line]
    printed = "".join(told) + done.stdout
    assert "Traceback" not in printed
    assert matches(shown or "…", printed), printed


def test_the_example_in_code_prints_what_is_shown() -> None:
    code, shown = re.findall(r"^```(?:python|text)\n(.*?)^```", README.partition("## In code")[2], re.M | re.S)[:2]
    environment = {**os.environ, "PYTHONUTF8": "1", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert done.stdout == shown


def test_the_map_names_every_part() -> None:
    """Each module and package of deckcheck stands in the map, and nothing else does."""
    part = README.partition("## Map of the code")[2].partition("\n## ")[0]
    named = set(re.findall(r"`([a-z_]+(?:\.py|/))`", part))
    there = {
        f"{path.name}/" if path.is_dir() else path.name
        for path in (ROOT / "deckcheck").iterdir()
        if not path.name.startswith(("__", ".", "_data")) and path.name != "py.typed"
    }
    assert named == there
