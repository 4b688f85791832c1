"""Tables as spreadsheets and sites write them: no row is lost, and no column is guessed."""

from __future__ import annotations

import csv
import io
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckcheck import session
from deckcheck.build.collection import read_collection
from deckcheck.decks.deck import Deck
from deckcheck.files.rows import guarded, read_rows, whole_number
from deckcheck.formats.columns import COLUMNS
from deckcheck.formats.csv import NO_COUNT, TWO_COUNTS, heads_a_deck
from deckcheck.report import DeckcheckError, Report
from deckcheck.rules.check import Loaded
from deckcheck.sessions.find import Found
from deckcheck.sessions.session import Session

COUNTS = sorted({*COLUMNS["count"]} - {"nombre"})
CARDS = sorted(COLUMNS["card"])
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


def test_no_row_of_a_collection_is_lost(tmp_path: Path) -> None:
    path = tmp_path / "mine.csv"
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
    [
        ("3", 3),
        ("3.0", 3),
        ("3,0000", 3),
        ("3,000", None),
        ("3.000", None),
        (" 3 ", 3),
        ("+3", 3),
        ("3.5", None),
        ("", None),
        ("-3", None),
        ("3x", None),
    ],
)
def test_whole_numbers(cell: str, number: int | None) -> None:
    assert whole_number(cell) == number


@pytest.mark.parametrize("heading", ["Number", "No", "No.", "Nr", "Nummer", "Número", "Numero", "№", "#"])
@pytest.mark.parametrize("cells", [("4", "3"), ("4x", "3"), ("4", "three"), ("4.0", "")])
def test_numbers_that_may_be_counts_are_asked_for(heading: str, cells: tuple[str, str]) -> None:
    """Also where an identifier of the game is called so, and where not each cell is a number."""
    found = loaded(f"{heading},Name\n{cells[0]},Veilleur\n{cells[1]},Cendreux\n".encode())
    assert isinstance(found, Report), found
    assert {problem.sentence for problem in found.problems} == {NO_COUNT}


def test_a_count_far_below_is_asked_for_too() -> None:
    rows = "".join(f"{'' if number < 400 else 4},Veilleur\n" for number in range(500))
    assert isinstance(loaded(f"Bestand,Name\n{rows}".encode()), Report)


@pytest.mark.parametrize("cell", ["", " ", "3 copies", "2 (1 foil)", "3 000", "1.000", "1,000", "2 of 3", "n/a", "-"])
@pytest.mark.parametrize("last", ["\n", ",\n"])
def test_a_row_without_a_number_is_no_single_copy(cell: str, last: str) -> None:
    found = deck(f'Name,Count\nVeilleur,"{cell}"{last}Cendreux,2\n'.encode())
    assert copies(found) == [("Cendreux", 2)]
    assert [(problem.rule, problem.place.line) for problem in found.problems] == [("count", 2)]
    assert len(found.unread) == 1


def test_a_short_row_has_no_count() -> None:
    found = deck(b"Name,Count\nVeilleur\nCendreux,2\n")
    assert ([problem.place.line for problem in found.problems], copies(found)) == ([2], [("Cendreux", 2)])


@pytest.mark.parametrize("heads", ["Owned,Count", "Count,Quantity", "Count,Count", "Menge,Qty"])
def test_two_columns_of_counts_that_differ_are_asked_for(heads: str) -> None:
    found = loaded(f"{heads},Name\n9,2,Veilleur\n".encode())
    assert isinstance(found, Report)
    assert {problem.sentence for problem in found.problems} == {TWO_COUNTS}
    assert copies(deck(f"{heads},Name\n2,2,Veilleur\n".encode())) == [("Veilleur", 2)]


SITES = (
    ("Count,Tradelist Count,Name,Edition,Condition", "2,1,Veilleur,x,NM"),
    ("Quantity,Name,Finish,Condition,Date Added,Multiverse Id,Collector Number", "2,Veilleur,x,NM,2026-01-01,4,12"),
    ("Folder Name,Quantity,Trade Quantity,Card Name,Set Code,Card Number", "x,2,1,Veilleur,M14,7"),
    ("Name,Set code,Collector number,Rarity,Quantity,ManaBox ID,Purchase price", "Veilleur,M14,7,x,2,5,0.3"),
    ("cardname,cardq,cardrarity,card_edition,cardset,cardcode,cardid", "Veilleur,2,x,1st,x,7,9"),
    ("TCGplayer Id,Product Name,Title,Number,Total Quantity,Add to Quantity", "3,Veilleur,,7,2,0"),
    ("Total Qty,Reg Qty,Foil Qty,Card,Set", "2,1,1,Veilleur,M14"),
    ("Card,Set ID,Quantity,Foil", "Veilleur,3,2,0"),
    ("QuantityX,Name,Set", "2x,Veilleur,M14"),
    ("cardName,cardCount,setCode", "Veilleur,2,M14"),
    ("Qty,Cards", "2,Veilleur"),
    ("Anzahl,Karten", "2,Veilleur"),
    ("Nombre,Cartes", "2,Veilleur"),
    ("Nombre,Cartas", "Veilleur,2"),
    ("Cartas,Nombre", "2,Veilleur"),
    ("Anzahl,Name (DE)", "2,Veilleur"),
    ("name_fr,count", "Veilleur,2"),
)


@pytest.mark.parametrize(("header", "row"), SITES)
def test_tables_of_sites(header: str, row: str) -> None:
    found = deck(f"{header}\n{row}\n".encode())
    assert (copies(found), found.problems) == ([("Veilleur", 2)], ())


@pytest.mark.parametrize("head", ["cardid,cardq", "Card ID,Count", "id,Qty", "cardname,cardq,cardid"])
def test_a_number_serves_where_the_name_is_empty(head: str) -> None:
    row = ",3,46986414" if head.startswith("cardname") else "46986414,3"
    assert copies(deck(f"{head}\n{row}\n".encode(), "yugioh")) == [("Dark Magician", 3)]
    assert copies(deck(("Passcode\n" + "46986414\n" * 20).encode(), "yugioh")) == [("Dark Magician", 1)] * 20


ABOVE = ("Deck", "Cards", "Exported,2026-12-01", "a\nb\nc\nd\ne\nf\ng", "Karte", "Anna,,", "")


@pytest.mark.parametrize("above", ABOVE)
@pytest.mark.parametrize("sep", ["", "sep=,\n", '"sep=,"\n', "SEP=,,,\n"])
def test_rows_above_the_header_are_read_through_and_told(above: str, sep: str) -> None:
    found = deck(f"{sep}{above}\nCount,Name\n2,Veilleur\n".encode())
    assert (copies(found), found.problems) == ([("Veilleur", 2)], ())
    assert len([note for note in found.notes if note.sentence == "note.title-row"]) == len(above.split())


def test_a_row_of_cards_above_the_header_is_no_title() -> None:
    assert isinstance(loaded(b"3,Cendreux\nCount,Name\n2,Veilleur\n"), Report)


@pytest.mark.parametrize("sign", ['"', "'", " ", "a", "\\t", "\t", ";", "|", "é", "\x1c", "=", "::"])
def test_any_line_of_a_separator_is_read_or_told(sign: str) -> None:
    cut = {"\\t": "\t", ";": ";", "|": "|", "\t": "\t"}.get(sign, ",")
    found = deck(f"sep={sign}\nCount{cut}Name\n2{cut}Veilleur\n".encode())
    assert copies(found) == [("Veilleur", 2)]


def sections(one: Deck) -> list[tuple[str, str, int]]:
    return sorted((entry.section, entry.shown, entry.count) for entry in one.entries)


BOTH = [("main", "Veilleur", 2), ("side", "Cendreux", 1)]
IN_SECTIONS = (
    *("Count,Name,Board\n2,Veilleur,mainboard\n1,Cendreux,Sideboard\n3,Veilleur,Maybeboard\n",),
    *("Count,Name,Category\n2,Veilleur,Guard\n1,Cendreux,Sideboard\n3,Veilleur,Maybeboard\n",),
    "Card Name,Quantity,Sideboarded\nVeilleur,2,No\nCendreux,1,Yes\n",
    "Count,Name\nMain Deck\n2,Veilleur\nSide Deck\n1,Cendreux\n",
    "Count,Name\n,Main Deck (2)\n2,Veilleur\n,Side:\n1,Cendreux\n,Maybeboard\n3,Veilleur\n",
    "Section,Count,Name\n,2,Veilleur\nSide,1,Cendreux\n",
)


@pytest.mark.parametrize("text", IN_SECTIONS)
def test_sections_of_rows(text: str) -> None:
    found = deck(text.encode())
    assert sections(found) == BOTH
    asked = {problem.sentence for problem in found.problems}
    assert asked == ({"line.beside"} if "Maybeboard" in text else set())


def test_what_names_sections_under_an_unknown_heading_is_asked_for() -> None:
    found = deck(b"Count,Name,Ort\n2,Veilleur,Main\n1,Cendreux,Side\n")
    assert [problem.sentence for problem in found.problems] == ["shape.no-section-column"]
    assert not deck(b"Count,Name,Ort\n2,Veilleur,Main\n1,Cendreux,Main\n").problems
    below = deck(b"Section,Count,Name\nMain,1,Veilleur\nSide,1,Cendreux\n,1,Veilleur\n")
    assert [(p.sentence, p.place.line) for p in below.problems] == [("line.no-section", 4)]
    title = deck(b"Side Deck\nCount,Name\n1,Cendreux\n")
    assert sections(title) == [("side", "Cendreux", 1)]


WORDS = st.sampled_from(
    [
        "",
        "Count",
        "Name",
        "Section",
        "Veilleur",
        "Cendreux",
        "3",
        "3x",
        "2+1",
        "3.0",
        "Side",
        "Tokens",
        "Total",
        "x",
        '"',
    ]
)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.lists(st.lists(WORDS, min_size=3, max_size=4), min_size=1, max_size=8))
def test_every_row_is_an_entry_or_told(rows: list[list[str]]) -> None:
    """Whatever stands in it, below a header that says what is what."""
    text = written([["Count", "Name", "Section"], ["1", "Veilleur", ""], *rows], ",", quoted=False)
    found = loaded(text.encode())
    report = found if isinstance(found, Report) else found.checker.check(found.deck)
    told = {problem.place.line for problem in report.problems}
    entries = {entry.place.line for entry in found.deck.entries} if isinstance(found, Loaded) else set()
    together = sum(int(str(p.facts["lines"])) - 1 for p in report.problems if "lines" in p.facts)  # told once
    silent = [
        number
        for number, row in enumerate(rows, 3)
        if any(row) and number not in told | entries and [cell for cell in row if cell] not in (["Side"], ["Tokens"])
    ]
    assert len(silent) <= together, (text, silent, report.problems)


@pytest.mark.parametrize("cell", ["'=x", "''=x", "'-", "=1+1", "＝x", "'x", "@a", "+b", "-c", '"=x'])
def test_guards_are_taken_off_as_they_were_put_on(cell: str) -> None:
    table = read_rows(written([["a", "b"], ["x", guarded(cell)]], ",", quoted=True), lambda cells: 0)
    assert table is not None
    assert [cells[-1] for _, cells in table.rows] == [cell]


@pytest.mark.parametrize("text", ['="3",="Veilleur"', '"=""3""","=""Veilleur"""'])
def test_cells_that_spreadsheets_are_to_leave_as_text(text: str) -> None:
    assert copies(deck(f"Count,Name\n{text}\n".encode())) == [("Veilleur", 3)]


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ("Count,Name\n3,Veilleur\n", True),
        ('Count,Name\n3,"Veilleur\n', True),
        ("Passcode,Quantity\n46986414,3\n", True),
        ("Bestand,Name\n3,Veilleur\n", True),
        ("Section,Bestand,Name\nside,3,Veilleur\n", True),
        ("name,cost,rarity\nX,3,rare\n", False),
        ("name,kind,hp\nX,monster,3\n", False),
        ("name,limit\nX,3\n", False),
        ("Name\nVeilleur\n", False),
    ],
)
def test_what_heads_a_deck(text: str, *, is_one: bool) -> None:
    """A table whose counts are in doubt is judged, and told; a table of cards is none."""
    assert heads_a_deck(text) is is_one


def test_rows_of_a_collection_that_are_left_out_are_told(tmp_path: Path) -> None:
    path = tmp_path / "mine.csv"
    path.write_text(
        "Count,Name,Location\n3.0,Veilleur,Box 1\n2 (1 foil),Cendreux,Box\n,Cendreux,Box\n4,Cendreux,Wishlist\n"
        "1.000,Cendreux,\n2,Cendreux,Side\n",
        encoding="utf-8",
    )
    collection = read_collection(str(path), by().library.game("venture"), by().library.pool("venture"))
    assert {card.name: count for card, count in collection.copies.items()} == {"Veilleur": 3, "Cendreux": 2}
    assert {problem.place.line for problem in collection.problems} == {3, 4, 5, 6}


ASKED = (
    ("Count,Name,Count,Name", "2,Veilleur,2,Cendreux", "shape.two-card-columns"),
    ("Name,Name", "Veilleur,Cendreux", "shape.two-card-columns"),
    ("Quantity,Foil Quantity,Name", "2,1,Veilleur", "shape.two-count-columns"),
    ("Anzahl;Name;Anzahl Foil", "2;Veilleur;1", "shape.two-count-columns"),
    ("Count,Name,Side Qty", "2,Veilleur,1", "shape.two-count-columns"),
    ("Count,Name,Foil", "2,Veilleur,2", "shape.two-count-columns"),
    ("Count,Name,Side", "2,Veilleur,2", "shape.two-count-columns"),
    ("amount,card_name,is_sideboard", "2,Veilleur,1", "shape.marks"),
    ("Count,Name,Sideboard", "2,Veilleur,yes", "shape.marks"),
    ("Count,Name,Wishlist", "2,Veilleur,x", "shape.beside-column"),
    ("Wieviel,Name", "2 Stück,Veilleur", "shape.no-count-column"),
)
NOT_ASKED = (
    *("Count,Name,Foil\n2,Veilleur,foil", "Count,Name,Foil\n2,Veilleur,1", "Count,Name,Sideboard\n2,Veilleur,no"),
    *("Total Qty,Reg Qty,Foil Qty,Card\n2,1,1,Veilleur", "Count,Name,English Name\n2,Veilleur,Watcher"),
    *("Count,Name,Trade Quantity\n2,Veilleur,1", "Count,Name,Name\n2,Veilleur,", "Count,Name,Deck\n2,Veilleur,Burn"),
    *("Count,Name,Wishlist\n2,Veilleur,no", "Count,Name,Set\n2,Veilleur,7th Edition"),
)


@pytest.mark.parametrize(("header", "row", "sentence"), ASKED)
def test_a_column_that_is_not_read_and_may_change_the_verdict_is_asked_for(
    header: str, row: str, sentence: str
) -> None:
    found = loaded(f"{header}\n{row}\n".encode())
    problems = found.problems if isinstance(found, Report) else found.deck.problems
    assert sentence in {problem.sentence for problem in problems}


@pytest.mark.parametrize("text", NOT_ASKED)
def test_other_columns_are_not_asked_for(text: str) -> None:
    found = deck(text.encode() + b"\n")
    assert (sections(found), found.problems) == ([("main", "Veilleur", 2)], ())


def test_rows_beside_the_deck_are_told_whatever_their_column_is_called() -> None:
    found = deck(b"Count,Name,Folder\n2,Veilleur,Binder\n1,Cendreux,Wishlist\n")
    assert sections(found) == [("main", "Veilleur", 2)]
    assert [problem.sentence for problem in found.problems] == ["line.beside"]


def test_a_line_of_a_collection_that_is_told_as_left_out_is_none_of_it(tmp_path: Path) -> None:
    path = tmp_path / "owned.txt"
    path.write_text("2 Veilleur\nCendreux 3\n", encoding="utf-8")
    game = by().library.game("venture")
    found = read_collection(str(path), game, by().library.pool("venture"))
    assert {card.name: copies for card, copies in found.copies.items()} == {"Veilleur": 2}
    assert [problem.place.line for problem in found.problems] == [2]
