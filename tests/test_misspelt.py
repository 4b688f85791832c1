"""Headings and columns that are misspelt, and lines that no card is called by: told, and within reach of changes."""

from __future__ import annotations

from pathlib import Path

import pytest
from kit import shipped, written

from deckcheck.build.collection import read_collection
from deckcheck.decks.deck import DeckFile
from deckcheck.formats import read_deck
from deckcheck.report import DeckcheckError, Severity

VENTURE, YUGIOH = shipped("venture"), shipped("yugioh")
ERROR, WARNING = Severity.ERROR, Severity.WARNING


def read(text: str, name: str) -> DeckFile:
    return read_deck(name, lambda _: YUGIOH.game.sections, text.encode())


# --- headings of a .ydk ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("head", "section", "severity", "near"),
    [
        ("#side", "side", WARNING, "!side"),
        ("#SIDE", "side", WARNING, "!side"),
        ("# side", "side", WARNING, "!side"),
        ("#Side Deck:", "side", WARNING, "!side"),
        ("!sideboard", "side", WARNING, "!side"),
        ("!main", "main", WARNING, "#main"),
        ("!extra", "extra", WARNING, "#extra"),
        ("#extra (15)", "extra", WARNING, "#extra"),
        ("!sidee", "side", WARNING, "!side"),
        ("#sdie", "main", ERROR, "!side"),
        ("#sid", "main", ERROR, "!side"),
        ("#extr", "main", ERROR, "#extra"),
        ("!exrta", "side", ERROR, "#extra"),
        ("!mian", "side", ERROR, "#main"),
    ],
)
def test_a_heading_that_is_written_otherwise_is_told(head: str, section: str, severity: Severity, near: str) -> None:
    file = read(f"#created by hand\n#main\n1\n{head}\n2\n", "deck.ydk")
    assert [(line.text, line.section) for line in file.lines] == [("1", "main"), ("2", section)]
    (problem,) = file.problems
    assert (problem.severity, problem.facts["near"], problem.place and problem.place.line) == (severity, near, 4)


@pytest.mark.parametrize(
    "comment",
    ["#created by sdie", "# my notes", "# sdie", "#traps", "#monsters", "#text", "#fusion", "#main", "#Main deck", "#"],
)
def test_other_comments_of_a_ydk_stay_comments(comment: str) -> None:
    file = read(f"#main\n1\n{comment}\n2\n!side\n3\n", "deck.ydk")
    assert [line.section for line in file.lines] == ["main", "main", "side"]
    assert not file.problems


def test_a_first_heading_that_is_misspelt_is_told_though_nothing_is_miscounted() -> None:
    (problem,) = read("#mian\n1\n#extra\n", "deck.ydk").problems
    assert (problem.sentence, problem.severity) == ("line.heading", WARNING)


# --- columns of a table ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("head", "told"),
    [
        ("name,counnt", [("counnt", "count")]),
        ("name,Quanity", [("quanity", "quantity")]),
        ("sectoin,copeis,card", [("sectoin", "section"), ("copeis", "copies")]),
        ("name,count,counnt,sections", [("sections", "section")]),
        ("count,name,condition,price,number,set code,language,foil,collector number", []),
    ],
)
def test_a_column_that_is_misspelt_is_told(head: str, told: list[tuple[str, str]]) -> None:
    file = read(f"{head}\n" + ",".join("1" for _ in head.split(",")) + "\n", "deck.csv")
    assert [(p.facts["column"], p.facts["near"]) for p in file.problems] == told
    named = {column for note in file.notes for column in note.facts["columns"]}  # type: ignore[attr-defined]
    assert not named & {column for column, _ in told}


def test_a_collection_whose_counts_may_be_misspelt_is_refused(tmp_path: Path) -> None:
    right = written(tmp_path, "right.csv", "name,count,price\nVeilleur,3,1\n")
    assert list(read_collection(right, VENTURE.game, VENTURE.pool).copies.values()) == [3]
    wrong = written(tmp_path, "wrong.csv", "name,counnt,price\nVeilleur,3,1\n")
    with pytest.raises(DeckcheckError) as told:
        read_collection(wrong, VENTURE.game, VENTURE.pool)
    assert told.value.sentence == "usage.collection-column"
    assert [problem.facts["near"] for problem in told.value.problems] == ["count"]
