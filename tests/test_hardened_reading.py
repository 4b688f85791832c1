"""Hostile files: what is read takes time in proportion to its length, and nothing ends the program."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from deckcheck.decks.headings import bare, is_title
from deckcheck.decks.lines import MAX_LINE, readings, split_count
from deckcheck.files.shape import Shape
from deckcheck.files.source import Mapping, Source, parse, read
from deckcheck.formats import read_deck
from deckcheck.formats.lflist import read_lflist
from deckcheck.run.find import find_decks

N = 15_000
TEXT = [
    "==a" + "=" * N + "b",
    "_" * 1502 + "b",
    "1 a" + " " * N + "b",
    "(1" + " " * N + "a",
    "a" + " " * N + ":b" + " " * N + "c",
]
YAML = ["- (1" + " " * N + "a", "- 1 a #" + " " * N + "b", "- 1 a" + " " * N + "b", "- *a" + " " * N + "b"]


@pytest.mark.parametrize("text", TEXT, ids=range(len(TEXT)))
def test_text_lines_take_no_time(text: str) -> None:
    start = time.perf_counter()
    file = read_deck("a.txt", lambda _: None, (text + "\n").encode())
    for line in file.lines:
        list(readings(line.text))
    bare(text)
    is_title(text)
    assert time.perf_counter() - start < 5


@pytest.mark.parametrize("text", YAML, ids=range(len(YAML)))
def test_yaml_lines_take_no_time(text: str) -> None:
    start = time.perf_counter()
    file = read_deck("a.yaml", lambda _: None, f"game: x\nmain:\n{text}\n".encode())
    for line in file.lines:
        list(readings(line.text))
    assert time.perf_counter() - start < 5


def test_rows_of_lists_take_no_time() -> None:
    start = time.perf_counter()
    (version,) = read_lflist(Source("a.conf", "!x\n1 " + "2" * N + "a")).versions
    assert time.perf_counter() - start < 5
    assert [problem.sentence for problem in version.problems] == ["list.directive"]


def test_a_frame_is_taken_off_as_before() -> None:
    for text in ("== Side ==", "--- Side", "__Side__:", "**Side**", "[Side]", "== Side ==:"):
        assert bare(text) == "Side"
        assert is_title(text)


def test_a_long_line_is_kept_and_not_looked_at() -> None:
    text = "3 " + "a" * MAX_LINE
    assert split_count(text).count is None
    file = read_deck("a.txt", lambda _: None, text.encode())
    assert [line.text for line in file.lines] == [text]


def test_a_line_break_inside_an_item_keeps_its_count() -> None:
    assert (split_count("40 Aa\nb").count, split_count("40 Aa\nb").name) == ("40", "Aa b")


def test_a_table_with_a_huge_cell_is_a_problem() -> None:
    file = read_deck("a.csv", lambda _: None, b"count,card\n1,A\n1," + b"a" * 140_000 + b"\n")
    assert [line.text for line in file.lines] == ["A"]
    assert [(problem.sentence, problem.place.line) for problem in file.problems] == [("syntax.csv", 3)]


def test_many_unknown_keys_take_no_time() -> None:
    start = time.perf_counter()
    node, _ = parse(Source("a.yaml", "".join(f"k{n}: off\n" for n in range(10_000))))
    assert isinstance(node, Mapping)
    shape = Shape("a.yaml")
    shape.mapping(node, "it", ("game", "key"))
    assert len(shape.problems) == 10_000
    assert time.perf_counter() - start < 5


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="a system without named pipes")
def test_pipes_and_devices_are_never_waited_for(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.yaml"
    os.mkfifo(pipe)
    start = time.perf_counter()
    for path in (str(pipe), os.devnull, "/dev/zero"):
        assert [problem.sentence for problem in read(path).problems] == ["missing"]
    endless = read_deck("/dev/zero", lambda _: None)
    assert [problem.rule for problem in endless.problems] == ["encoding"]
    link = tmp_path / "link.ydk"
    link.symlink_to(pipe)
    assert [found.path for found in find_decks([str(tmp_path)]).decks] == []
    assert time.perf_counter() - start < 5
