"""Card tables: delimiters, encodings, quotes, headers, ragged rows; whatever the text, a clear answer."""

from __future__ import annotations

import time
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckcheck.cards.card_schema import read_card_schema
from deckcheck.cards.files import load_pool
from deckcheck.cards.pool import Pool
from deckcheck.report import DeckcheckError, Severity

SECTION = {
    "required": ["name", "rarity"],
    "properties": {
        "name": {"type": "string", "title": "Nom de la carte", "also": ["nom"]},
        "kind": {"enum": ["monstre", "equipement"], "title": "Type"},
        "rarity": {"enum": ["commune", "rare"], "also": ["rareté"]},
        "cost": {"type": "integer", "minimum": 0, "title": "Coût"},
        "legend": {"type": "boolean"},
        "keywords": {"type": "array", "items": {"type": "string"}},
        "code": {"type": "string", "identifier": True},
    },
}
GAME = SimpleNamespace(id="test", language="fr", card=read_card_schema(SECTION))


def load(tmp_path: Path, data: str | bytes, name: str = "cards.csv") -> Pool:
    path = tmp_path / name
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return load_pool([path], GAME)


def broken(tmp_path: Path, data: str | bytes) -> tuple[str, int | None]:
    with pytest.raises(DeckcheckError) as caught:
        load(tmp_path, data)
    (problem,) = caught.value.problems
    return problem.sentence, problem.place.line


ROWS = "nom;Type;Rareté;coût;keywords\nBête;équipement;RARE;3;a|b\n"
BEAST = {"name": "Bête", "kind": "equipement", "rarity": "rare", "cost": 3, "keywords": ("a", "b")}


@pytest.mark.parametrize("delimiter", [";", ",", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_spreadsheets_of_all_kinds(tmp_path: Path, delimiter: str, encoding: str, newline: str) -> None:
    text = ROWS.replace(";", delimiter).replace("\n", newline)
    pool = load(tmp_path, text.encode(encoding))
    (card,) = pool
    assert (card.fields, card.faults, card.place.line) == (BEAST, (), 2)
    assert [p.rule for p in pool.problems] == (["encoding"] if encoding == "cp1252" else [])
    assert all(problem.severity is Severity.WARNING for problem in pool.problems)


def test_a_line_that_names_the_separator(tmp_path: Path) -> None:
    (card,) = load(tmp_path, "sep=;\nname;rarity\nA, or B;rare\n")
    assert (card.name, card.place.line) == ("A, or B", 3)


def test_a_table_of_names_alone(tmp_path: Path) -> None:
    pool = load(tmp_path, "Nom\nDragon, le Grand\n".replace(",", ""))
    assert [card.name for card in pool] == ["Dragon le Grand"]
    assert {problem.sentence for card in pool for problem in card.faults} == {"card.missing"}


@pytest.mark.parametrize(
    ("header", "field"),
    [("name", "name"), ("Nom de la carte", "name"), ("NOM", "name"), (" Nom ", "name"), ('"nom"', "name")],
)
def test_headings(tmp_path: Path, header: str, field: str) -> None:
    (card,) = load(tmp_path, f"{header};RARETE\nA;rare\n")
    assert card.fields == {"name": "A", "rarity": "rare"}


@pytest.mark.parametrize(
    ("cell", "value"),
    [
        ("true", True),
        ("OUI", True),
        ("yes", True),
        ("1", True),
        ("false", False),
        ("Non", False),
        ("0", False),
    ],
)
def test_truth(tmp_path: Path, cell: str, value: bool) -> None:
    (card,) = load(tmp_path, f"name;rarity;legend\nA;rare;{cell}\n")
    assert card.fields["legend"] is value


@pytest.mark.parametrize(
    ("cell", "items"),
    [
        ("a|b", ("a", "b")),
        ("a| b |", ("a", "b")),
        ("a, b", ("a", "b")),
        ("a", ("a",)),
        ("a, b|c", ("a, b", "c")),
    ],
)
def test_lists(tmp_path: Path, cell: str, items: tuple[str, ...]) -> None:
    (card,) = load(tmp_path, f"name;rarity;keywords\nA;rare;{cell}\n")
    assert card.fields["keywords"] == items


def test_empty_cells_are_missing_fields(tmp_path: Path) -> None:
    (card,) = load(tmp_path, "name;kind;rarity;cost;legend;keywords\nA; ;;;;\n")
    assert card.fields == {"name": "A"}
    assert [(fault.sentence, fault.facts["field"]) for fault in card.faults] == [("card.missing", "rarity")]


def test_blanks_around_quoted_cells(tmp_path: Path) -> None:
    (card,) = load(tmp_path, 'name, rarity, keywords\n"A, or B", "rare", "x, y"\n')
    assert card.fields == {"name": "A, or B", "rarity": "rare", "keywords": ("x", "y")}


def test_columns_that_name_no_card_are_listed(tmp_path: Path) -> None:
    with pytest.raises(DeckcheckError) as caught:
        load(tmp_path, "foo,bar\nA,rare\n")
    assert caught.value.problems[0].facts["columns"] == ("foo", "bar")


def test_a_wrong_cell_is_told_at_its_line(tmp_path: Path) -> None:
    (card,) = load(tmp_path, "name;rarity;cost\nA;rare;5.0\n")
    (fault,) = card.faults
    assert (fault.sentence, fault.place.line, fault.facts["value"]) == ("card.type-number", 2, "5.0")


def test_quoted_newlines_do_not_shift_lines(tmp_path: Path) -> None:
    text = 'name;"Ra\nreté";rarity\n\n"A\nA";x;rare\n"B ""b"";";x;rare\nC;x;rare\n'
    assert [(card.name, card.place.line) for card in load(tmp_path, text)] == [
        ("A\nA", 4),
        ('B "b";', 6),
        ("C", 7),
    ]


def test_unknown_columns_make_one_note(tmp_path: Path) -> None:
    pool = load(tmp_path, "name;rarity;artist;;colour\n" + "A;rare;x;;y\nB;rare;x;;y\n")
    assert [note.facts["columns"] for note in pool.notes] == [("artist", "colour")]
    assert pool.problems == ()


@pytest.mark.parametrize(
    ("header", "kept"), [("type;kind", "monstre"), ("kind;type", "equipement"), ("Type;TYPE", "equipement")]
)
def test_of_two_columns_for_a_field_one_counts(tmp_path: Path, header: str, kept: str) -> None:
    pool = load(tmp_path, f"name;rarity;{header}\nA;rare;equipement;monstre\n")
    assert [(p.sentence, p.severity, p.place.line) for p in pool.problems] == [
        ("cards.csv-column-twice", Severity.WARNING, 1)
    ]
    assert [card.fields["kind"] for card in pool] == [kept]


def test_ragged_rows(tmp_path: Path) -> None:
    pool = load(tmp_path, "name,rarity,cost\nA,rare\nDragon, le Grand,rare,3\nB,rare,2,,\n")
    assert [(card.name, card.fields.get("cost")) for card in pool] == [("A", None), ("B", 2)]
    (problem,) = pool.problems
    assert (problem.sentence, problem.severity, problem.place.line) == (
        "cards.csv-extra-cells",
        Severity.ERROR,
        3,
    )
    assert problem.facts == {"cells": 4, "columns": 3, "row": "Dragon"}


def test_names_in_languages(tmp_path: Path) -> None:
    text = "name;names.en;nom_de;rarity\nRoi;King;König;rare\nReine;;;rare\n"
    pool = load(tmp_path, text)
    assert [card.names for card in pool] == [("Roi", "King", "König"), ("Reine",)]
    assert pool.notes == ()


def test_the_language_of_the_game_gives_the_name(tmp_path: Path) -> None:
    pool = load(tmp_path, "name_en;name_fr;rarity\nKing;Roi;rare\n")
    assert [card.names for card in pool] == [("Roi", "King")]


def test_identifiers_keep_their_zeros(tmp_path: Path) -> None:
    pool = load(tmp_path, "name;rarity;code\nA;rare;0012\n")
    assert [card.fields["code"] for card in pool] == ["0012"]
    assert pool.find("12") == pool.find("00012") == tuple(pool)


@pytest.mark.parametrize(
    ("data", "sentence", "line"),
    [
        ("", "cards.empty-file", None),
        (" \n\n", "cards.empty-file", None),
        ("sep=;\n", "cards.empty-file", None),
        ("\nkind;rarity\nmonstre;rare\n", "cards.csv-no-name", 2),
        ('name;rarity\nA;rare\n"B;rare\nC;rare\n', "cards.csv-quotes", 3),
        ('name;rarity\n"A" b;rare\n', "cards.csv-quotes", 2),
        ('"name;rarity\nA;rare\n', "cards.csv-quotes", 1),
    ],
)
def test_a_table_that_cannot_be_read(tmp_path: Path, data: str, sentence: str, line: int | None) -> None:
    assert broken(tmp_path, data) == (sentence, line)


def test_a_table_without_rows_is_a_warning(tmp_path: Path) -> None:
    pool = load(tmp_path, "name;rarity\n")
    assert [(problem.sentence, problem.severity) for problem in pool.problems] == [("cards.no-cards", Severity.WARNING)]


def test_the_time_grows_with_the_rows(tmp_path: Path) -> None:
    def seconds(rows: int) -> float:
        text = "nom;type;rareté;coût;keywords;code\n" + "".join(
            f"Carte {i};monstre;commune;{i % 9};a|b;{i}\n" for i in range(rows)
        )
        start = time.process_time()
        assert len(load(tmp_path, text)) == rows
        return time.process_time() - start

    seconds(100)
    assert seconds(20_000) < 12 * seconds(4_000)


CELLS = st.text(alphabet=";,\t\"'|\n\r éAa01-.=\x00\ufeff\u2028", max_size=8) | st.sampled_from(
    ("name", "nom", "rareté", "cost", "name_en", "A", "rare", "5", "oui", "a|b", '"x;y"', "null", "~")
)
TABLES = st.lists(st.lists(CELLS, max_size=5).map(";".join), max_size=6).map("\n".join)


def outcome(path: Path, data: bytes) -> Pool | DeckcheckError:
    path.write_bytes(data)
    try:
        return load_pool([path], GAME)
    except DeckcheckError as error:
        return error


@settings(deadline=None, max_examples=300)
@given(TABLES | TABLES.map(lambda text: "name;rarity\n" + text) | st.text(max_size=60))
def test_any_text_gives_a_pool_or_a_located_error(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    path = tmp_path_factory.getbasetemp() / "any.csv"
    found = outcome(path, text.encode("utf-8", "surrogatepass"))
    if isinstance(found, DeckcheckError):
        assert found.problems
        assert all(problem.place.file == str(path) for problem in found.problems)
    else:
        assert all(card.name and card.place.line for card in found)


@settings(deadline=None)
@given(st.binary(max_size=80))
def test_any_bytes_give_a_pool_or_a_located_error(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    found = outcome(tmp_path_factory.getbasetemp() / "bytes.csv", b"name;rarity\n" + data)
    assert not isinstance(found, DeckcheckError) or found.problems
