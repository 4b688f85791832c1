"""Tables as spreadsheets and sites write them: no row is lost, and no column is guessed."""

from __future__ import annotations

import csv
import io
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckcheck import session
from deckcheck.build.collection import read_collection
from deckcheck.decks.deck import Deck
from deckcheck.files.rows import guarded, read_rows, whole_number
from deckcheck.formats.csv import _COLUMNS, NO_COUNT
from deckcheck.report import DeckcheckError, Report
from deckcheck.rules.check import Loaded
from deckcheck.sessions.find import Found
from deckcheck.sessions.session import Session

COUNTS = sorted({*_COLUMNS["count"]} - {"nombre"})
CARDS = sorted(_COLUMNS["card"])
NAMES = ("Veilleur", "Braise vive", "Cendreux", "Garde du gué")


@cache
def by(game: str = "venture") -> Session:
    return session(game=game, as_of="2026-06-01")


def loaded(data: bytes, game: str = "venture", path: str = "t.csv") -> Loaded | Report:
    return by(game).load(Found(path, data))


def deck(data: bytes, game: str = "venture", path: str = "t.csv") -> Deck:
    found = loaded(data, game, path)
    assert isinstance(found, Loaded), found
    return found.deck


def copies(one: Deck) -> list[tuple[str, int]]:
    return sorted((entry.shown, entry.count) for entry in one.entries)


def written(rows: list[list[str]], delimiter: str, *, quoted: bool) -> str:
    out = io.StringIO()
    quoting = csv.QUOTE_ALL if quoted else csv.QUOTE_MINIMAL
    csv.writer(out, delimiter=delimiter, quoting=quoting, lineterminator="\n").writerows(rows)
    return out.getvalue()


@settings(max_examples=250, deadline=None, derandomize=True)
@given(
    st.sampled_from(COUNTS),
    st.sampled_from(CARDS),
    st.lists(st.tuples(st.sampled_from(NAMES), st.integers(1, 9)), min_size=1, max_size=5),
    st.sampled_from([",", ";", "\t", "|"]),
    st.booleans(),
    st.sampled_from(["{}", "{}.0", "{},00", " {} ", "+{}"]),
    st.sampled_from(["", "sep", "My collection\n", "Export of 2026-12-01\n\n"]),
    st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]),
    st.booleans(),
)
def test_any_heading_separator_number_and_encoding_is_the_same_deck(
    count: str,
    card: str,
    rows: list[tuple[str, int]],
    delimiter: str,
    quoted: bool,
    number: str,
    above: str,
    encoding: str,
    swapped: bool,
) -> None:
    if "," in number and delimiter == ",":
        quoted = True
    cells = [[count.title(), card.upper(), "Notes"], *([number.format(n), name, ""] for name, n in rows)]
    if swapped:
        cells = [[one, other, *rest] for other, one, *rest in cells]
    body = written(cells, delimiter, quoted=quoted)
    top = f"sep={delimiter}\n" if above == "sep" else above
    found = deck((top + body).encode(encoding))
    assert copies(found) == sorted(rows), (top + body, found.problems)
    assert not [problem for problem in found.problems if problem.rule != "encoding"]
    assert all(entry.place.line for entry in found.entries)


@pytest.mark.parametrize("heading", ["Stk", "Foo", "Bestand", "x", "", "in total", "数えた"])
@pytest.mark.parametrize("row", ["4,Veilleur", "4.0,Veilleur"])
def test_a_column_that_may_be_the_count_is_asked_for(heading: str, row: str) -> None:
    """Never read as one copy a row; neither as a deck nor as a collection."""
    found = loaded(f"{heading},Name\n{row}\n".encode())
    report = found if isinstance(found, Report) else found.checker.check(found.deck)
    assert not report.legal
    assert {problem.sentence for problem in report.problems} & {NO_COUNT, "shape.near-column"}


def test_columns_of_other_numbers_are_no_counts() -> None:
    for heading in ("Cost", "Passcode", "Year", "Collector Number", "Level", "id"):
        assert copies(deck(f"{heading},Name\n4,Veilleur\n".encode())) == [("Veilleur", 1)]


def test_a_name_in_spanish_and_a_count_in_french() -> None:
    assert copies(deck(b"Cantidad,Nombre\n2,Veilleur\n")) == [("Veilleur", 2)]
    assert copies(deck(b"Nombre,Carte\n2,Veilleur\n")) == [("Veilleur", 2)]


@pytest.mark.parametrize("head", ["Passcode,Quantity", "passcode;Qty", "Quantity\tPasscode"])
@pytest.mark.parametrize("code", ["46986414", "46986414.0"])
def test_an_identifier_of_the_schema_serves_in_place_of_a_name(head: str, code: str) -> None:
    delimiter = next(sign for sign in ",;\t" if sign in head)
    cells = [code, "3"] if head.lower().startswith("passcode") else ["3", code]
    assert copies(deck(f"{head}\n{delimiter.join(cells)}\n".encode(), "yugioh")) == [("Dark Magician", 3)]


@pytest.mark.parametrize("cell", ["2+1", "two", "-1", "0", "1e3", "1,5"])
def test_a_count_that_is_no_number_is_told_at_its_row(cell: str) -> None:
    found = deck(f'Count,Name\n"{cell}",Veilleur\n1,Cendreux\n'.encode())
    assert [problem.place.line for problem in found.problems if problem.place.line] == [2]
    assert ("Cendreux", 1) in copies(found)


def test_no_row_of_a_collection_is_lost(tmp_path: object) -> None:
    from pathlib import Path

    path = Path(str(tmp_path)) / "mine.csv"
    game, pool = by().library.game("venture"), by().library.pool("venture")
    path.write_text("Mine\nsep\nCount,Name\n3.0,Veilleur\n2+1,Cendreux\n1,Veileur\n", encoding="utf-8")
    path.write_text("Mine\nCount,Name\n3.0,Veilleur\n2+1,Cendreux\n1,Qwertz\n", encoding="utf-8")
    collection = read_collection(str(path), game, pool)
    assert {card.name: count for card, count in collection.copies.items()}["Veilleur"] == 3
    assert {problem.place.line for problem in collection.problems} == {4, 5}
    path.write_text("Stk,Name\n3,Veilleur\n", encoding="utf-8")
    with pytest.raises(DeckcheckError):
        read_collection(str(path), game, pool)


@given(st.text(max_size=12))
def test_a_guarded_cell_is_read_as_it_was(text: str) -> None:
    cell = " ".join(text.replace('"', "").replace(",", "").replace("\x00", "").split())
    table = read_rows(f"a,b\nx,{guarded(cell)}\n", lambda cells: 0)
    assert guarded(cell)[:1] not in ("=", "+", "-", "@")
    if table is not None and cell and cell.isprintable():
        assert [cells[-1] for _, cells in table.rows] == [cell]


@pytest.mark.parametrize(
    ("cell", "number"),
    [("3", 3), ("3.0", 3), ("3,000", 3), (" 3 ", 3), ("+3", 3), ("3.5", None), ("", None), ("-3", None), ("3x", None)],
)
def test_whole_numbers(cell: str, number: int | None) -> None:
    assert whole_number(cell) == number
