"""Hostile files: what is read takes time in proportion to its length, and nothing ends the program."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from deckcheck.decks.headings import bare, is_title
from deckcheck.decks.lines import MAX_LINE, readings, split_count
from deckcheck.files.schema_reader import MOST_PROBLEMS, CappedProblems, SchemaReader, stands_for
from deckcheck.files.source import MapNode, Source, parse, read
from deckcheck.formats import read_deck
from deckcheck.lists.lflist import read_lflist
from deckcheck.report import DeckcheckError, Place, Problem, Severity
from deckcheck.sessions.find import find_decks

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
    file = read_deck("a.txt", None, (text + "\n").encode())
    for line in file.lines:
        list(readings(line.text))
    bare(text)
    is_title(text)
    assert time.perf_counter() - start < 5


@pytest.mark.parametrize("text", YAML, ids=range(len(YAML)))
def test_yaml_lines_take_no_time(text: str) -> None:
    start = time.perf_counter()
    file = read_deck("a.yaml", None, f"game: x\nmain:\n{text}\n".encode())
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
    file = read_deck("a.txt", None, text.encode())
    assert [line.text for line in file.lines] == [text]


def test_a_line_break_inside_an_item_keeps_its_count() -> None:
    assert (split_count("40 Aa\nb").count, split_count("40 Aa\nb").name) == ("40", "Aa b")


def test_a_table_with_a_huge_cell_is_a_problem() -> None:
    file = read_deck("a.csv", None, b"count,card\n1,A\n1," + b"a" * 140_000 + b"\n")
    assert [line.text for line in file.lines] == ["A"]
    assert [(problem.sentence, problem.place.line) for problem in file.problems] == [("syntax.csv", 3)]


def test_a_file_with_many_errors_is_given_up() -> None:
    start = time.perf_counter()
    node, _ = parse(Source("a.yaml", "".join(f"k{n}: off\n" for n in range(10_000))))
    assert isinstance(node, MapNode)
    reader = SchemaReader("a.yaml", "usage.list")
    with pytest.raises(DeckcheckError) as refused:
        reader.mapping(node, "it", ("game", "key"))
    problems = refused.value.problems
    assert refused.value.sentence == "usage.list"
    assert {problem.sentence for problem in problems[:-1]} == {"schema.unknown-key"}
    last = problems[-1]
    assert (len(problems), last.sentence, last.place.line) == (MOST_PROBLEMS + 1, "more.unread", MOST_PROBLEMS)
    assert time.perf_counter() - start < 5


def test_of_many_warnings_the_number_is_told() -> None:
    reader = SchemaReader("a.yaml")
    for line in (*range(1, MOST_PROBLEMS + 501), 1, MOST_PROBLEMS + 500):  # each is noted once
        reader.warn("schema.unused", Place("a.yaml", line), what="list", name="x")
    assert not reader.broken
    assert len(reader.problems) == MOST_PROBLEMS + 1
    more = list(reader.problems)[-1]
    assert (more.sentence, more.severity, more.place.line) == ("more.warning", Severity.WARNING, MOST_PROBLEMS + 1)
    assert sum(map(stands_for, reader.problems)) == MOST_PROBLEMS + 500


def test_of_each_file_the_first_problems_are_told_and_the_others_counted() -> None:
    found = [
        Problem("line", "line.only-count", severity, Place(file, line))
        for line in range(1, MOST_PROBLEMS + 301)
        for file, severity in (("a", Severity.ERROR), ("b", Severity.WARNING), ("c", Severity.INFO))
    ]
    told = list(CappedProblems((*found, Problem("empty", "empty", place=Place("d")))))
    assert len(told) == 3 * (MOST_PROBLEMS + 1) + 1
    more = [(p.sentence, p.severity, p.place.file, p.place.line, stands_for(p)) for p in told[-3:]]
    assert more == [(f"more.{s}", s, f, MOST_PROBLEMS + 1, 300) for s, f in zip(Severity, "abc", strict=True)]
    assert list(CappedProblems(told)) == told  # what was counted before is counted on
    assert sum(map(stands_for, CappedProblems((*told, *found[:30])))) == len(found) + 31


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="a system without named pipes")
def test_pipes_and_devices_are_never_waited_for(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.yaml"
    os.mkfifo(pipe)
    start = time.perf_counter()
    for path in (str(pipe), os.devnull, "/dev/zero"):
        assert [problem.sentence for problem in read(path).problems] == ["missing"]
    endless = read_deck("/dev/zero", None)
    assert [problem.rule for problem in endless.problems] == ["encoding"]
    link = tmp_path / "link.ydk"
    link.symlink_to(pipe)
    assert [found.path for found in find_decks([str(tmp_path)]).decks] == []
    assert time.perf_counter() - start < 5
