"""The examples in the help of each command are carried out, in a folder with the files that they name."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from kit import written

from deckcheck import cli, commands
from deckcheck.commands import typed

TESTS = Path(__file__).parent
READY = TESTS / "decks" / "readme"
GAMES = TESTS / "games"
_EXAMPLE = re.compile(r"^ *((?:git .*\| )?deckcheck .*)$", re.MULTILINE)
# What stands for something in an example → what it is here. Formats and lists are those of another game.
WORDS = {"GAME": "venture", "Name of a card": "Veilleur", "Name": "Veilleur"}
WITH_FORMAT = {"GAME": "yugioh", "FORMAT": "tcg", "LIST": "tcg", "Name of a card": "Bonfire"}


def examples(command: str) -> list[str]:
    return _EXAMPLE.findall(commands.command(command).__doc__ or "")


EXAMPLES = [line for command in commands.COMMANDS for line in examples(command)] + _EXAMPLE.findall(
    typed.start.__doc__ or ""
)


def test_each_command_has_an_example() -> None:
    assert [command for command in commands.COMMANDS if not examples(command)] == []
    for command in commands.COMMANDS:
        assert all(re.search(rf"\bdeckcheck {command}\b", line) for line in examples(command))


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    deck = (READY / "venture-legal.yaml").read_text(encoding="utf-8")
    for there, here in (("3 Veilleur", "2 Veilleur"), ("1 Trappe", "1 Veilleur #"), ("2 Trappe", "3 Trappe")):
        deck = deck.replace(there, here)
    written(tmp_path, "deck.yaml", deck)
    written(tmp_path, "before.yaml", deck)
    written(tmp_path, "after.yaml", deck.replace("2 Veilleur", "1 Veilleur"))
    written(tmp_path, "list.txt", "3 Veilleur\n\nSide\n2 Braise vive\n")
    (tmp_path / "decks").mkdir()
    for name in ("one.yaml", "two.yaml"):
        shutil.copy(READY / "yugioh-legal.yaml", tmp_path / "decks" / name)
    codes = [91152256, 15025844, 41392891, 13039848, 90357090, 32452818, 97590747]
    codes += [50930991, 13429800, 40374923, 48202661, 76184692, 40826495]
    main = [str(code) for code in codes for _ in range(3)]
    written(tmp_path, "registered.ydk", "\n".join(["#main", *main, "70781052", "!side", "77585513", ""]))
    written(tmp_path, "game2.ydk", "\n".join(["#main", *main, "77585513", "!side", "70781052", ""]))
    for name in ("mine.csv", "collection.csv"):
        rows = [f"{card},3" for card in ("Veilleur", "Rat des fonderies", "Braise vive", "Garde du gué")]
        written(tmp_path, name, "\n".join(["name,count", *rows, ""]))
    cards = re.findall(r"- \W?(\d+) (.+)", (READY / "yugioh-legal.yaml").read_text(encoding="utf-8"))
    sure = [(int(count), name.strip("\"' ")) for count, name in cards]
    pool = [f'{2 * count},"{name}"' for count, name in sure]  # enough for both decks
    written(tmp_path, "pool.csv", "\n".join(["count,name", *pool, ""]))
    schema = (GAMES / "fifth.yaml").read_text(encoding="utf-8")
    written(tmp_path, "mygame.yaml", schema.replace("game: marees", "game: mygame"))
    shutil.copy(GAMES / "fifth-cards.csv", tmp_path / "cards.csv")
    (tmp_path / "downloads" / "tcg").mkdir(parents=True)
    lists = json.dumps({"date": "2026-05-18", "regulation": {"19027": 1}})
    written(tmp_path / "downloads" / "tcg", "current.vector.json", lists)
    written(tmp_path, "new.txt", "base: tcg\nForbidden\nBonfire\n")
    monkeypatch.setenv("DECKCHECK_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("DECKCHECK_OFFLINE", "1")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def spelt(line: str) -> str:
    """The example with names for its placeholders."""
    plain = line.replace(" -F FORMAT", "") if "cost" in line else line
    words = WITH_FORMAT if re.search(r"FORMAT|LIST|limitation|lists", plain) else WORDS
    if " cut " in line and "--from" not in line:
        words = {"Name": "Rat des fonderies"}  # in one section alone
    return re.sub("|".join(map(re.escape, words)), lambda found: words[found[0]], plain)


@pytest.mark.parametrize("line", dict.fromkeys(EXAMPLES))
def test_an_example_does_what_it_says(line: str, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = spelt(line)
    if re.search(r"(-o|>) deck.yaml$", text):  # what is written must not be there
        (here / "deck.yaml").unlink()
    if re.search(r"[|>] ", text.split("'")[0].split('"')[0]) or text.endswith("> deck.yaml"):
        shell = f'deckcheck() {{ {shlex.quote(sys.executable)} -m deckcheck "$@"; }}; set -o pipefail\n'
        begin = "git init -q . && git add . && sed -i 's/^name: .*/name: x/' deck.yaml\n" if "git " in text else ""
        environment = {**os.environ, "PYTHONPATH": str(TESTS.parent)}
        done = subprocess.run(
            ["bash", "-c", begin + shell + text], capture_output=True, text=True, check=False, env=environment
        )
        assert (done.returncode, "Traceback" in done.stderr) == (0, False), done.stderr
        return
    offline = text == "deckcheck update"  # the network is not for tests
    assert cli.run(shlex.split(text)[1:]) == offline, capsys.readouterr()
    for file in re.findall(r"(?:-o |=)(\S+\.\w+)\b", text):
        assert (here / file.partition("=")[2] if "=" in file else here / file).is_file()
