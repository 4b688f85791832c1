"""Much work: reports go by one at a time, processes that die are told, and nobody waits for what no one reads."""

from __future__ import annotations

import gc
import io
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from test_cli import LEGAL, ROOT, Runner, cli, write

from deckcheck.commands.output import to_stdout, write_file
from deckcheck.engine.layout import lay_out
from deckcheck.engine.read import read_plan
from deckcheck.engine.tape import CHUNK
from deckcheck.goldfish import play as playing
from deckcheck.goldfish.play import Run, play
from deckcheck.report import DeckcheckError, Report
from deckcheck.rules.check import Loaded
from deckcheck.sessions import batch
from deckcheck.sessions.batch import check_all
from deckcheck.sessions.find import Found, find_decks
from deckcheck.sessions.session import Session
from deckcheck.sessions.settings import Settings

__all__ = ["cli"]

DECK = Path(LEGAL).read_text(encoding="utf-8")
BAD = DECK.replace("3 Veilleur", "4 Veilleur")
SESSION = Session(Settings(as_of="2026-11-30"))


def decks(number: int) -> list[Found]:
    return [Found(f"{at}.yaml", (BAD if at % 7 == 0 else DECK).encode()) for at in range(number)]


def alive() -> int:
    return sum(type(one) is Report for one in gc.get_objects())


# --- decks ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("jobs", [1, 2])
def test_reports_come_in_order_and_are_not_kept(jobs: int) -> None:
    number, before, most, told = 2000, alive(), 0, []
    paths = []
    for report in check_all(SESSION, decks(number), jobs, told.append):
        paths.append((report.path, report.legal))
        if len(paths) % 100 == 0:
            most = max(most, alive() - before)
    assert paths == [(f"{at}.yaml", at % 7 != 0) for at in range(number)]
    assert told == list(range(1, number + 1))
    under_way = 0 if jobs == 1 else jobs * batch._AHEAD * batch._SHARE
    assert most <= batch._FIRST + under_way + 1 < number


def die(*_: object) -> None:
    os._exit(1)


def test_a_process_that_dies_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "_share", die)
    with pytest.raises(DeckcheckError) as caught:
        list(check_all(SESSION, decks(1000), 2))
    assert caught.value.sentence == "usage.process-ended"


def test_finding_tells_how_far_it_is(tmp_path: Path) -> None:
    for at in range(5):
        write(tmp_path, f"{at}.yaml", DECK)
    write(tmp_path, "notes.md", "")
    told: list[int] = []
    assert len(find_decks([str(tmp_path)], tell=told.append).decks) == 5
    assert told == [1, 2, 3, 4, 5, 6]


# --- output ---------------------------------------------------------------------------------------


class Gone(io.TextIOBase):
    """An output whose reader goes away after so many pieces."""

    def __init__(self, pieces: int) -> None:
        self.left = pieces

    def write(self, text: str) -> int:
        if not self.left:
            raise BrokenPipeError
        self.left -= 1
        return len(text)


@pytest.mark.parametrize("read", [0, 3])
def test_what_nobody_reads_is_not_made(read: int, monkeypatch: pytest.MonkeyPatch) -> None:
    made = []

    def pieces() -> Iterator[str]:
        for number in range(10):
            made.append(number)
            yield f"{number}\n"

    monkeypatch.setattr(sys, "stdout", Gone(read))
    to_stdout(pieces())
    assert len(made) == read + 1


@pytest.mark.parametrize(("texts", "code"), [([DECK], 0), ([DECK, BAD], 1)])
def test_the_verdict_is_of_all_decks_read_or_not(
    cli: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, texts: Sequence[str], code: int
) -> None:
    for number in range(200):
        write(tmp_path, f"{number:03}.yaml", texts[-1] if number == 150 else DECK)
    command = [sys.executable, "-m", "deckcheck", "check", str(tmp_path), "-o", "jsonl", "--isolated"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.wait(timeout=120) == code
        assert process.stderr.read() == b""


def test_a_file_that_is_made_in_pieces_is_whole_or_not_there(tmp_path: Path) -> None:
    def salvage() -> Iterator[str]:
        yield "first"
        raise DeckcheckError("usage.process-ended")

    path = write(tmp_path, "report.json", "before")
    with pytest.raises(DeckcheckError):
        write_file(str(path), salvage())
    assert [(one.name, one.read_text()) for one in tmp_path.iterdir()] == [("report.json", "before")]
    write_file(str(path), iter(("é", "\n")))
    assert path.read_text(encoding="utf-8") == "é\n"


# --- goldfish -------------------------------------------------------------------------------------


def run(games: int, jobs: int) -> Run:
    loaded = SESSION.load(Found(str(ROOT / LEGAL)))
    assert isinstance(loaded, Loaded)
    game = loaded.checker.game
    layout = lay_out(read_plan(game, loaded.checker.ruleset, {}), loaded.deck.entries, game.scope)
    return Run(layout, 1, 1, games, jobs)


@pytest.mark.parametrize("jobs", [1, 2])
def test_games_tell_how_many_are_played(jobs: int) -> None:
    told: list[int] = []
    games = 4 * CHUNK
    assert play(run(games, jobs), told.append).games == games
    assert told == list(range(jobs * CHUNK, games + 1, jobs * CHUNK))


def test_a_process_of_games_that_dies_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "_send", die)
    with pytest.raises(DeckcheckError) as caught:
        play(run(2 * CHUNK, 2))
    assert caught.value.sentence == "usage.process-ended"
