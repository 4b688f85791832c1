"""Headings and columns that are misspelt, and lines that no card is called by: told, and within reach of changes."""

from __future__ import annotations

from pathlib import Path

import pytest
from kit import shipped, written

from deckcheck.build.collection import read_collection
from deckcheck.decks.deck import DeckFile
from deckcheck.editing.ask import removal
from deckcheck.editing.edit import edited
from deckcheck.editing.editor import Editor
from deckcheck.formats import read_deck
from deckcheck.report import DeckcheckError, Severity

VENTURE, YUGIOH = shipped("venture"), shipped("yugioh")
ERROR, WARNING = Severity.ERROR, Severity.WARNING


def read(text: str, name: str) -> DeckFile:
    return read_deck(name, YUGIOH.game.sections, text.encode())


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


# --- lines that no card is called by ----------------------------------------------------------------

YAML = "game: venture\nmain:\n- 3 Veileur # hm\n- Gobelinx\n- 0 Veilleur\nside:\n- 1 Veilleur\n"
TEXT = "Main\n3x Veileur\nGobelinx x2\n\nSide:\n1 Veilleur\nSidebord:\n1 Braise vive\n"
TABLE = "section,count,card\nmain,3,Veileur\nside,1,Veilleur\n"
CODES = "#main\n40640057\n79106361\n# so\n79106361\n#extra\n!side\n40640057\n"


@pytest.mark.parametrize(
    ("name", "text", "asked", "to", "changes"),
    [
        ("d.yaml", YAML, "1 Veileur", None, {"3 Veileur": "2 Veileur"}),
        ("d.yaml", YAML, "3 veileur", None, {"- 3 Veileur # hm\n": ""}),
        ("d.yaml", YAML, "Gobelinx", None, {"- Gobelinx\n": ""}),
        ("d.yaml", YAML, "0 Veilleur", None, {"- 0 Veilleur\n": ""}),
        ("d.yaml", YAML, "2 Veileur", "side", {"3 Veileur": "1 Veileur", "1 Veilleur\n": "1 Veilleur\n- 2 Veileur\n"}),
        ("d.txt", TEXT, "1 Veileur", None, {"3x Veileur": "2x Veileur"}),
        ("d.txt", TEXT, "1 Gobelinx", None, {"Gobelinx x2": "Gobelinx x1"}),
        ("d.txt", TEXT, "Sidebord:", None, {"Sidebord:\n": ""}),
        ("d.txt", TEXT, "3 Veileur", "side", {"3x Veileur\n": "", "Braise vive\n": "Braise vive\n3x Veileur\n"}),
        ("d.csv", TABLE, "1 Veileur", None, {"main,3": "main,2"}),
        ("d.csv", TABLE, "3 Veileur", "side", {"main,3,Veileur\n": "", "Veilleur\n": "Veilleur\nside,3,Veileur\n"}),
        ("d.ydk", CODES, "79106361", None, {"# so\n79106361\n": "# so\n"}),
        ("d.ydk", CODES, "2 79106361", None, {"79106361\n# so\n79106361\n": "# so\n"}),
        (
            "d.ydk",
            CODES,
            "1 79106361",
            "side",
            {"# so\n79106361\n": "# so\n", "side\n40640057\n": "side\n40640057\n79106361\n"},
        ),
    ],
)
def test_what_no_card_is_called_by_is_taken_out_and_moved_as_it_is_written(
    name: str, text: str, asked: str, to: str | None, changes: dict[str, str]
) -> None:
    table = YUGIOH if name == "d.ydk" else VENTURE
    editor = Editor(name, text.encode(), table.game, table.pool)
    deck = editor.deck(editor.data)
    change = removal(asked, None, to, deck, table.game, table.pool)
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new, 1)
    assert edited(editor, deck, [change]).decode() == text


@pytest.mark.parametrize(
    ("asked", "source", "sentence"),
    [
        ("9 Veileur", None, "usage.cut-more"),
        ("1 Veileur", "side", "usage.cut-none"),
        ("1 Veileurr", None, "unknown-card.near"),
        ("-1 Veileur", None, "count.negative"),
    ],
)
def test_what_is_not_written_so_is_told_as_ever(asked: str, source: str | None, sentence: str) -> None:
    deck = Editor("d.yaml", YAML.encode(), VENTURE.game, VENTURE.pool).deck(YAML.encode())
    with pytest.raises(DeckcheckError) as told:
        removal(asked, source, None, deck, VENTURE.game, VENTURE.pool)
    assert told.value.sentence == sentence
