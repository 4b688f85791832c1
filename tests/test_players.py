"""The judge's view: who plays which deck, one table of who, verdict and why, and what the sheets say of it."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from test_cli import Runner, cli, write

__all__ = ["cli"]

LEGAL = (Path(__file__).parent / "decks" / "readme" / "clash-of-decks-legal.yaml").read_text(encoding="utf-8")
ILLEGAL = (Path(__file__).parent / "decks" / "readme" / "clash-of-decks-illegal.yaml").read_text(encoding="utf-8")
TABLES = {
    "players.csv": "deck,player,id\na.yaml,Zoé,77\nb,Abel,12\nlost.yaml,Nobody,1\n",
    "players.tsv": "file\tname\tnumber\na.yaml\tZoé\t77\nb\tAbel\t12\nlost\tNobody\t1\n",
    "entries.csv": "sep=;\nCup of 2026\nDeck_File;PlayerName;player_id\na.yaml;Zoé;77\nb;Abel;12\nlost;Nobody;1\n",
    "joueurs.csv": "fichier;joueur;identifiant\na;Zoé;77\nb;Abel;12\nlost;Nobody;1\n",
}


@pytest.fixture
def event(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    write(tmp_path, "decks/a.yaml", LEGAL)
    write(tmp_path, "decks/b.yaml", ILLEGAL)
    write(tmp_path, "decks/c.yaml", LEGAL)
    for name, text in TABLES.items():
        write(tmp_path, name, text)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("table", TABLES)
def test_players_of_a_table_are_named_in_reports(event: Path, cli: Runner, table: str) -> None:
    result = cli("check", "decks", "--players", table, "-o", "json")
    found = {deck["path"]: (deck["player"], deck["id"]) for deck in json.loads(result.out)["decks"]}
    assert found["decks/a.yaml"] == ("Zoé", "77")
    assert found["decks/b.yaml"] == ("Abel", "12")
    assert "says nothing of 1 deck: decks/c.yaml" in result.err
    assert "no deck of 1 player: Nobody" in result.err


@pytest.mark.parametrize("text", ["", "name\nA\n", "a,b\n1,2\n", 'deck,player\n"a,b\n'])
def test_a_table_without_columns_for_both_is_refused(event: Path, cli: Runner, text: str) -> None:
    write(event, "bad.csv", text)
    result = cli("check", "decks", "--players", "bad.csv")
    assert (result.code, result.out) == (2, "")
    assert "bad.csv" in result.err


def test_one_table_of_who_verdict_and_why(event: Path, cli: Runner) -> None:
    result = cli("check", "decks", "--players", "players.csv", "-o", "csv")
    rows = list(csv.DictReader(io.StringIO(result.out)))
    assert [row["player"] for row in rows] == ["Zoé", "Abel", "c", "Nobody"]  # who is not named goes by the file
    assert [row["legal"] for row in rows] == ["yes", "no", "yes", "no"]
    assert rows[1]["why"].count(";") >= 1
    assert not rows[0]["why"]
    markdown = cli("check", "decks", "--players", "players.csv", "-o", "markdown").out
    (line,) = [line for line in markdown.splitlines() if "Abel" in line]
    assert rows[1]["why"].split(";")[0][:20] in line.replace("\\", "")


@pytest.mark.parametrize("form", ["text", "markdown", "html"])
def test_a_book_names_players_else_files_and_says_why(event: Path, cli: Runner, form: str) -> None:
    result = cli("print", "decks", "--players", "players.csv", "--to", form)
    assert result.code == 0
    book = result.out
    assert book.index("Abel") < book.index("Zoé")
    reason = json.loads(cli("check", "decks/b.yaml", "-o", "json").out)["decks"][0]["problems"][0]["message"]
    from html import unescape

    assert reason[:25] in unescape(book).replace("\\", "")
    assert result.err.count("illegal") == 1  # one line for all
    assert "1 deck printed though illegal: decks/b.yaml" in result.err


def test_a_deck_says_its_player_and_id_in_json(event: Path, cli: Runner) -> None:
    write(event, "own.yaml", LEGAL.replace("game:", "player: Marie\nid: '007'\ngame:", 1))
    (deck,) = json.loads(cli("check", "own.yaml", "-o", "json").out)["decks"]
    assert (deck["player"], deck["id"]) == ("Marie", "007")


def test_a_pdf_shows_its_title_and_links_to_the_sheets(event: Path, cli: Runner) -> None:
    from pypdf import PdfReader

    assert cli("print", "decks", "-o", "book.pdf").code == 0
    reader = PdfReader(event / "book.pdf")
    assert reader.root_object["/ViewerPreferences"]["/DisplayDocTitle"]
    links = [note.get_object() for note in reader.pages[0].get("/Annots", ())]
    assert len(links) == 9  # number, player and page of three decks
    assert "Page 2/4" in reader.pages[1].extract_text()


def test_a_long_title_of_an_event_is_whole(event: Path, cli: Runner) -> None:
    title = " ".join(["Grand open"] * 30)
    assert title in " ".join(cli("print", "decks/a.yaml", "--field", f"event={title}").out.split())


def test_decks_are_held_to_a_pool_each_alone_or_all_at_once(event: Path, cli: Runner) -> None:
    """Which decks can be built from a collection, and is a deck inside of a sealed pool?"""
    rows = [line.split("- ")[1].split(" ", 1) for line in LEGAL.splitlines() if line.startswith("  - ")]
    write(event, "pool.csv", "Count,Name\n" + "".join(f'{count},"{name}"\n' for count, name in rows))
    both = ("decks/a.yaml", "decks/c.yaml", "--owned", "pool.csv")
    assert cli("check", *both).code == 0
    result = cli("check", *both, "--at-once", "-o", "json")
    first, second = json.loads(result.out)["decks"]
    assert (result.code, first["legal"], second["legal"]) == (1, True, False)
    assert {problem["rule"] for problem in second["problems"]} == {"owned"}
    write(event, "pool.csv", "Count,Name\n" + "".join(f'{count},"{name}"\n' for count, name in rows[1:]))
    result = cli("check", *both)
    assert result.code == 1
    assert result.out.count("1 copy is needed, none is in pool.csv [owned]") == 2
    assert cli("check", *both, "--jobs", "2").code == 2


def test_each_day_begins_with_the_whole_pool(event: Path, cli: Runner) -> None:
    """What decks took on the one day, they have on the other; and no option is without effect."""
    rows = [line.split("- ")[1].split(" ", 1) for line in LEGAL.splitlines() if line.startswith("  - ")]
    write(event, "pool.csv", "Count,Name\n" + "".join(f'{count},"{name}"\n' for count, name in rows))
    days = ("--as-of", "2026-01-01", "--against", "2026-06-01")
    result = cli("check", "decks/a.yaml", "--owned", "pool.csv", "--at-once", *days)
    assert result.code == 0
    assert "0 break, 0 mend, 1 as before" in result.out
    alone = cli("check", "decks/a.yaml", "--at-once")
    assert (alone.code, alone.out) == (2, "")
