"""What must hold where output cannot go as usual, and where a schema or an option asks for too much."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from kit import told, written

from deckcheck.cli import run
from deckcheck.commands.output import write_file
from deckcheck.files.source import parse, read
from deckcheck.games.file import load_game
from deckcheck.report import DeckcheckError

ROOT = Path(__file__).parent.parent
DECK = str(ROOT / "tests" / "decks" / "readme" / "venture-legal.yaml")


def deckcheck(words: str, *arguments: str | bytes, cwd: str | Path | None = None) -> tuple[int, str, str]:
    """Exit code and what was written, by a shell; `words` stand behind the arguments, as `>&-`."""
    done = subprocess.run(
        ["sh", "-c", f'"$0" -m deckcheck "$@" {words}', sys.executable, *arguments],
        capture_output=True,
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        timeout=60,
        check=False,
    )
    err = done.stderr.decode()
    assert "Traceback" not in err
    return done.returncode, done.stdout.decode(), err


def test_a_pipe_is_written_to_and_stays(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    (tmp_path / "link").symlink_to(pipe)
    found: list[str] = []
    reader = threading.Thread(target=lambda: found.append(pipe.read_text()))
    reader.start()
    write_file(str(tmp_path / "link"), "text")
    reader.join(10)
    assert found == ["text"]
    assert pipe.is_fifo()


def test_the_standard_output_by_its_name(tmp_path: Path) -> None:
    code, out, _ = deckcheck("", "check", DECK, "-o", "json=/dev/stdout")
    assert code == 0
    assert out.startswith("{")
    code, _, _ = deckcheck(f"> '{tmp_path}/file'", "check", DECK, "-o", "json=/dev/stdout")
    assert code == 0
    assert (tmp_path / "file").read_text() == out


@pytest.mark.parametrize("where", [">/dev/full", ">&-"])
@pytest.mark.parametrize(
    "arguments", [("check", DECK), ("check", DECK, "-o", "json"), ("--version",), ("--help",), ("games",)]
)
def test_no_room_for_the_output(arguments: tuple[str, ...], where: str) -> None:
    deckcheck("", *arguments)  # cards that are read for the first time are told
    code, _, err = deckcheck(where, *arguments)
    assert code == 2
    assert err.count("\n") == 1


def test_closed_input_and_error() -> None:
    assert deckcheck("<&-", "check", "-")[0] == 2
    assert deckcheck("2>&-", "check", DECK)[0] == 0
    assert deckcheck("2>&-", "check", DECK, "--as-of", "today")[0] == 2


def test_no_working_directory(tmp_path: Path) -> None:
    (tmp_path / "gone").mkdir()
    script = 'rmdir "$PWD"; exec "$0" -m deckcheck check "$@"'
    for deck, code in ((DECK, 0), ("missing.yaml", 2), (".", 2)):
        (tmp_path / "gone").mkdir(exist_ok=True)
        done = subprocess.run(
            ["sh", "-c", script, sys.executable, deck],
            capture_output=True,
            cwd=tmp_path / "gone",
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            check=False,
        )
        assert done.returncode == code
        assert b"Traceback" not in done.stderr


def test_a_link_that_is_not_utf_8() -> None:
    code, out, _ = deckcheck("", "check", b"ydke://\xff")
    assert code == 1
    assert "syntax" in out


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        (["d0: main.size", *(f"d{i}: d{i - 1} * d{i - 1}" for i in range(1, 19))], "expr.defines-large"),
        (["d0: main.size", *(f"d{i}: d{i - 1}" for i in range(1, 1100))], "expr.defines-deep"),
        (["d0: 9999999999"], "expr.number-too-large"),
        (["d0: count(count(count(count(section == main) > 1) > 1) > 1)"], "expr.counts-deep"),
        (["d0: count(count(count(section == main) > 1) > 1)"], None),
        (["d0: main.size", *(f"d{i}: d{i - 1} + 1" for i in range(1, 60))], None),
    ],
)
def test_definitions_that_grow(lines: list[str], sentence: str | None, tmp_path: Path) -> None:
    last = lines[-1].split(":")[0]
    schema = (
        "game: tiny\ntitle: Tiny\ncopy: name\ncard: {fields: {cost: {type: number}}}\nsections: {main: {title: Deck}}\n"
        "define:\n"
        + "".join(f"  {line}\n" for line in lines)
        + f"rules: {{a: {{size: {{in: main, max: {last}}}, assumed: x}}}}\n"
    )
    if sentence is None:
        load_game(written(tmp_path, "tiny.yaml", schema))
        return
    with pytest.raises(DeckcheckError) as caught:
        load_game(written(tmp_path, "tiny.yaml", schema))
    first = caught.value.problems[0]
    assert first.sentence == sentence
    assert first.place.line
    assert told(first)


CLASH = str(ROOT / "tests" / "decks" / "clash-of-decks" / "draft.yaml")


@pytest.mark.parametrize(
    "arguments",
    [
        ("check", DECK, "-g", ""),
        ("check", DECK, "-F", ""),
        ("check", DECK, "--as-of", ""),
        ("check", DECK, "--list", ""),
        ("check", ""),
        ("show", ""),
        ("goldfish", CLASH, "--games", "99999999999999"),
        ("goldfish", CLASH, "--param", "seat=99999999999999999999"),
        ("goldfish", CLASH, "--trace", "1", "-o", "json"),
        ("check", DECK, "-o", "json=k", "-o", "text=./k"),
    ],
)
def test_usage_is_told(arguments: tuple[str, ...], capfd: pytest.CaptureFixture[str]) -> None:
    assert run(list(arguments)) == 2
    out, err = capfd.readouterr()
    assert not out
    assert err.startswith("deckcheck: ")


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [("life", "20000000", "schema.play-large"), ("seat", "$x", "schema.play-seat"), ("seat", "2", None)],
)
def test_options_of_a_play_section(name: str, value: str, sentence: str | None, tmp_path: Path) -> None:
    from deckcheck.engine.nodes import read_options
    from deckcheck.files.schema_reader import SchemaReader

    path = written(tmp_path, "options.yaml", f"{name}: {{value: {value}}}\n")
    reader = SchemaReader(path)
    read_options(reader, parse(read(path))[0])
    assert [problem.sentence for problem in reader.problems] == ([sentence] if sentence else [])
    assert all(map(told, reader.problems))


@pytest.mark.parametrize("form", ["text", "csv"])
def test_nothing_steers_the_terminal(form: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    text = 'game: venture\nname: "a\\e[31mb\\u202Ec"\nmain:\n  - "1 Veil\\eleur"\n  - 1 Veilleur\n'
    run(["convert", written(tmp_path, "deck.yaml", text), "--to", form])
    out, _ = capfd.readouterr()
    assert "\x1b" not in out
    assert "\u202e" not in out
    run(["convert", written(tmp_path, f"deck.{form if form == 'csv' else 'txt'}", out), "-g", "venture", "--to", form])
    assert capfd.readouterr()[0] == out


def test_a_card_too_large_to_be_played_with_is_told() -> None:
    from deckcheck.wording import error_text

    error = DeckcheckError("usage.card-large", card="A", value="cost", most=10**6)
    assert "too large" in error_text(error)
