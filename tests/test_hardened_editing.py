"""Edits of unusual, broken and contested files: what was meant or nothing, and never another byte."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from kit import shipped, written

from deckcheck.cli import run
from deckcheck.commands.output import write_file
from deckcheck.editing.changes import ADD, MOVE, REMOVE, Change, counted, made
from deckcheck.editing.edit import edited
from deckcheck.editing.editor import Editor
from deckcheck.files import disk
from deckcheck.formats import read_deck
from deckcheck.report import DeckcheckError, Report
from deckcheck.rules.check import Checker
from deckcheck.sessions.find import Found
from deckcheck.sessions.session import Session
from deckcheck.sessions.settings import Settings

VENTURE = shipped("venture")
HEAD = "game: venture\n"

# Texts that nobody would write by hand, but a program, or a person in a hurry.
YAML = {
    "anchor": "main: &a\n  - 3 Veilleur\nside: *a\n",
    "anchored item": "main:\n  - &v 3 Veilleur\nside:\n  - *v\n",
    "alias of nothing": "main:\n  - 3 Veilleur\nside:\n  - *w\n",
    "merge key": "x: &x {a: b}\nmain:\n  - 3 Veilleur\n<<: *x\n",
    "two documents": "main:\n  - 3 Veilleur\n---\ngame: venture\nmain:\n  - 1 Cendreux\n",
    "an empty document behind": "main:\n  - 3 Veilleur\n...\n---\n",
    "a broken document behind": "main:\n  - 3 Veilleur\n---\n[",
    "tags": "main: !!python/tuple\n  - !!str 3 Veilleur\n",
    "section twice": "main:\n  - 3 Veilleur\nmain:\n  - 2 Cendreux\nMain Deck:\n  - 1 Braise vive\n",
    "flow with a comma at its end": "main: [3 Veilleur, 2 Cendreux, ]\n",
    "flow over lines": "main: [\n  3 Veilleur, # a\n  2 Cendreux # b\n  ]\n",
    "blocks of text": "main:\n  - |\n    3 Veilleur\n  - >-\n    2 Cendreux\n\n  - 1 Braise vive\n",
    "item below its dash": "main:\n  -\n    3 Veilleur\n  - # why\n    2 Cendreux\n",
    "item over lines": 'main:\n  - 3\n    Veilleur\n  - "2\n     Cendreux"\n',
    "null items": "main:\n  -\n  - 3 Veilleur\n  - ~\n  -\n",
    "question marks": "? main\n: - 3 Veilleur\n  - 2 Cendreux\n",
    "strange keys": "1: 2\n[a]: b\nmain:\n  - 3 Veilleur\n",
    "unknown section": "foo:\n  - 3 Veilleur\nmain:\n  - 1 Veilleur\n",
    "comments everywhere": "main: # d\n# e\n  # f\n  - 3 Veilleur # g\n  # h\n\n  - 2 Cendreux # i # j\n    # k\n# l",
    "no lists": "main: ~\nside:\n",
    "text for a list": "main: 3 Veilleur\n",
    "mapping for a list": "main:\n  Veilleur: 3\n",
    "wrong ignore": "ignore: [a, {rule: x}, {rule: [1]}, 3]\nmain:\n  - 3 Veilleur\n",
    "lists in lists": "main: [[3 Veilleur], {a: b}]\nside:\n  - - 1 Cendreux\n",
    "quotes": 'main:\n  - "3 Veilleur"\n  - \'2 Cendreux\'\n  - 1 "Braise vive"\n',
}
CHANGES = {
    "add": (ADD, 1, "Veilleur", "main"),
    "add a card": (ADD, 2, "Golem de tuile", "main"),
    "add to the other": (ADD, 2, "Golem de tuile", "side"),
    "take one": (REMOVE, 1, "Veilleur", "main"),
    "take all": (REMOVE, 3, "Veilleur", "main"),
    "take the other": (REMOVE, 2, "Cendreux", "main"),
    "move": (MOVE, 1, "Veilleur", "main", "side"),
}


def change(action: str, count: int, name: str, section: str, to: str | None = None) -> Change:
    (card,) = VENTURE.pool.find(name)
    return Change(action, count, card.name, card, section, to)


def outcome(data: bytes, wanted: Change, path: str) -> bytes | None:
    """The file after a change that can be made, read again and found right; None where it is refused."""
    editor = Editor(path, data, VENTURE.game, VENTURE.pool)
    deck = editor.deck(data)
    held = counted(deck.entries).get((wanted.card, wanted.section), 0) if wanted.card else 0
    if wanted.action != ADD and held < wanted.count:
        return None
    try:
        after = edited(editor, deck, [wanted])
    except DeckcheckError as error:
        assert error.sentence == "usage.not-editable"
        return None
    again = editor.deck(after)
    assert counted(again.entries) == counted(made(deck.entries, [wanted]))
    assert len(again.problems) <= len(deck.problems) or again.problems[-1].rule == "empty"
    return after


@pytest.mark.parametrize("wanted", CHANGES.values(), ids=CHANGES)
@pytest.mark.parametrize("text", YAML.values(), ids=YAML)
def test_unusual_yaml_is_changed_as_meant_or_not_at_all(text: str, wanted: tuple[str, int, str, str]) -> None:
    outcome((HEAD + text).encode(), change(*wanted), "deck.yaml")


@pytest.mark.parametrize(
    ("text", "wanted", "after"),
    [
        ("item below its dash", "take all", "main:\n  - # why\n    2 Cendreux\n"),
        ("item below its dash", "take the other", "main:\n  -\n    3 Veilleur\n"),
        ("item below its dash", "add", "main:\n  -\n    4 Veilleur\n  - # why\n    2 Cendreux\n"),
        ("item below its dash", "add a card", YAML["item below its dash"] + "  - 2 Golem de tuile\n"),
        ("item below its dash", "add to the other", YAML["item below its dash"] + "side:\n  - 2 Golem de tuile\n"),
        ("blocks of text", "take all", "main:\n  - >-\n    2 Cendreux\n\n  - 1 Braise vive\n"),
        ("blocks of text", "add", "main:\n  - 4 Veilleur\n  - >-\n    2 Cendreux\n\n  - 1 Braise vive\n"),
        ("null items", "add a card", "main:\n  -\n  - 3 Veilleur\n  - ~\n  -\n  - 2 Golem de tuile\n"),
    ],
)
def test_what_stands_on_several_lines(text: str, wanted: str, after: str) -> None:
    assert outcome((HEAD + YAML[text]).encode(), change(*CHANGES[wanted]), "deck.yaml") == (HEAD + after).encode()  # type: ignore[arg-type]


# --- forms that are written anew ---------------------------------------------------------------------------------

TABLE = "section,count,card\nmain,3,Veilleur\nside,1,Cendreux\n"


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_a_table_of_ours_keeps_mark_and_line_ends(mark: bytes, end: str) -> None:
    after = outcome(mark + TABLE.replace("\n", end).encode(), change(ADD, 1, "Veilleur", "main"), "deck.csv")
    assert after == mark + TABLE.replace("3", "4").replace("\n", end).encode()


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("deck.csv", "section,count,card,price\nmain,3,Veilleur,5\n"),
        ("deck.csv", "Quantité;Carte\n3;Veilleur\n"),
        ("deck.json", '{"game": "venture", "sections": {"main": [{"card": "Veilleur", "count": 3}]}, "tags": [1]}'),
        ("deck.json", '{"game": "venture", "game": "x", "sections": {"main": [{"card": "Veilleur", "count": 3}]}}'),
        ("deck.dek", '<Deck><Cards Quantity="3" Name="Veilleur"/></Deck>'),
    ],
)
def test_what_would_be_lost_is_not_written_over(path: str, text: str) -> None:
    assert outcome(text.encode(), change(ADD, 1, "Veilleur", "main"), path) is None


def test_a_link_among_words_is_not_written_over() -> None:
    table = shipped("yugioh")
    (card,) = table.pool.find("Kuriboh")
    for text, editable in (("ydke://uR1sAg==!!!\n", True), ("by me\nydke://uR1sAg==!!!\n", False)):
        editor = Editor("deck.ydke", text.encode(), table.game, table.pool)
        try:
            after = edited(editor, editor.deck(editor.data), [Change(ADD, 1, card.name, card, "main")])
        except DeckcheckError:
            after = b""
        assert after.endswith(b"!!!\n") is editable


# --- the commands ------------------------------------------------------------------------------------------------


def test_the_last_card_of_a_broken_deck_may_be_cut(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    deck = written(tmp_path, "deck.yaml", "game: venture\nignore: 3\nmain:\n  - 3 Veilleur\n")
    assert run(["cut", deck, "3 Veilleur"]) == 0
    assert "- - 3 Veilleur" in capfd.readouterr().out
    plain = written(tmp_path, "deck.txt", "3 Veilleur\n")
    assert run(["cut", plain, "3 Veilleur", "-g", "venture"]) == 0
    assert Path(plain).read_bytes() == b""


def test_a_pattern_that_means_one_deck_is_that_deck(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    deck = written(tmp_path, "deck.yaml", HEAD + "main:\n  - 3 Veilleur\n")
    assert run(["add", str(tmp_path / "d*.yaml"), "1 Veilleur"]) == 0
    assert "4 Veilleur" in Path(deck).read_text("utf-8")
    written(tmp_path, "deck2.yaml", HEAD)
    assert run(["add", str(tmp_path / "d*.yaml"), "1 Veilleur"]) == 2
    assert "2 decks" in capfd.readouterr().err


def test_a_link_is_not_changed_in_place(capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["add", "ydke://uR1sAg==!!!", "1 Kuriboh"]) == 2
    assert "link" in capfd.readouterr().err


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="a system without named pipes")
def test_a_pipe_is_no_list_of_a_folder_and_no_file_to_change(tmp_path: Path) -> None:
    pipe = tmp_path / "deck.yaml"
    os.mkfifo(pipe)
    with pytest.raises(DeckcheckError) as told:
        disk.bytes_of(str(pipe), 1000)
    assert told.value.sentence == "usage.os-error"
    assert run(["check", str(pipe), "--sift"]) == 0


def test_what_another_program_wrote_meanwhile_is_kept(tmp_path: Path) -> None:
    deck = Path(written(tmp_path, "deck.yaml", "new"))
    with pytest.raises(DeckcheckError) as told:
        disk.write_over(str(deck), b"old", b"mine")
    assert told.value.sentence == "usage.changed-meanwhile"
    assert deck.read_bytes() == b"new"
    disk.write_over(str(deck), b"new", b"mine")
    assert deck.read_bytes() == b"mine"
    assert [path.name for path in tmp_path.iterdir()] == ["deck.yaml"]


def test_of_edits_at_once_each_is_kept_or_refused(tmp_path: Path) -> None:
    deck = Path(written(tmp_path, "deck.yaml", HEAD + "main:\n  - 3 Veilleur\n"))
    edits = [
        subprocess.Popen(
            [sys.executable, "-m", "deckcheck", "add", str(deck), "1 Veilleur"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        for _ in range(4)
    ]
    told = [edit.communicate(timeout=120)[1] for edit in edits]
    done = [edit.returncode for edit in edits].count(0)
    assert f"- {3 + done} Veilleur\n" in deck.read_text("utf-8")
    assert all(b"meanwhile" in text for edit, text in zip(edits, told, strict=True) if edit.returncode)


def test_one_deck_that_cannot_be_written_hides_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    illegal = HEAD + "main:\n  - 39 Veilleur\n"
    decks = [written(tmp_path, name, illegal) for name in ("a.yaml", "b.yaml")]
    real = disk.write

    def write(path: str, pieces: Iterable[bytes]) -> None:
        if path == decks[0]:
            raise DeckcheckError("usage.not-written", path=path, reason="No space left on device")
        real(path, pieces)

    monkeypatch.setattr(disk, "write", write)
    assert run(["fix", *decks, "--write"]) == 2
    out = capfd.readouterr().out
    assert "No space left" in out
    assert f"written to {decks[1]}" in out
    assert Path(decks[0]).read_text("utf-8") == illegal


# --- a slip of the program itself --------------------------------------------------------------------------------


@pytest.fixture
def slip(monkeypatch: pytest.MonkeyPatch) -> None:
    """The check fails, as no one expected, at decks called "bad"."""
    real = Checker.check

    def check(self: Checker, deck: object, **options: bool) -> Report:
        if getattr(deck, "name", None) == "bad":
            raise ZeroDivisionError("x\ny")
        return real(self, deck, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(Checker, "check", check)


@pytest.mark.usefixtures("slip")
def test_a_slip_at_one_deck_hides_no_other(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    names = ("bad", "good")
    decks = [written(tmp_path, f"{name}.yaml", HEAD + f"name: {name}\nmain:\n  - 40 Veilleur\n") for name in names]
    first, second = Session(Settings("2026-11-30")).check_all(list(map(Found, decks)))
    assert [problem.rule for problem in first.problems] == ["internal"]
    assert "rarity-copies" in [problem.rule for problem in second.problems]
    for form in ("text", "json", "sarif", "junit", "github", "markdown"):
        assert run(["check", *decks, "-o", form]) == 1
        out = capfd.readouterr().out
        assert "ZeroDivisionError" in out
        assert "please report it" in out
    assert run(["fix", *decks]) == 1
    assert "ZeroDivisionError" in capfd.readouterr().out


def test_a_slip_of_a_command_is_told_in_a_line(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object) -> None:
        raise KeyError("x")

    monkeypatch.setattr("deckcheck.games.library.Library.game_ids", fail)
    assert run(["games"]) == 2
    out, err = capfd.readouterr()
    assert not out
    assert err.startswith("deckcheck: an error in deckcheck: KeyError")
    assert err.count("\n") == 1


# --- what is written, and over what ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments",
    [
        ("check", "DECK", "-o", "json=DECK"),
        ("check", "FOLDER", "-o", "text=DECK"),
        ("show", "DECK", "-o", "json=DECK"),
        ("fix", "DECK", "-o", "json=LINK"),
        ("fill", "DECK", "-o", "text=DECK"),
        ("fill", "-g", "venture", "--from", "OTHER", "-o", "text=OTHER"),
        ("diff", "DECK", "OTHER", "-o", "text=OTHER"),
        ("diff", "DECK", "--collection", "OTHER", "-o", "json=OTHER"),
        ("print", "DECK", "--to", "text", "-o", "DECK"),
        ("convert", "DECK", "--to", "text", "-o", "DECK"),
        ("odds", "DECK", "count() >= 1", "-o", "json=DECK"),
        ("goldfish", "DECK", "--games", "1", "-o", "json=DECK"),
    ],
)
def test_no_output_takes_the_place_of_an_input(
    arguments: tuple[str, ...], tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    text = HEAD + "main:\n  - 3 Veilleur\n"
    files = {"DECK": written(tmp_path, "deck.yaml", text), "OTHER": written(tmp_path, "other.yaml", text)}
    (tmp_path / "link").symlink_to(tmp_path / "deck.yaml")
    files |= {"LINK": str(tmp_path / "link"), "FOLDER": str(tmp_path)}
    words = list(arguments)
    for name, path in files.items():
        words = [word.replace(name, path) for word in words]
    assert run(words) == 2
    assert "give another file" in capfd.readouterr().err
    assert {Path(files[name]).read_text("utf-8") for name in ("DECK", "OTHER")} == {text}


def test_a_file_that_may_not_be_written_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = Path(written(tmp_path, "deck.yaml", "old"))
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    with pytest.raises(DeckcheckError) as told:
        write_file(str(file), "new")
    assert told.value.sentence == "usage.not-written"
    assert file.read_text("utf-8") == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["deck.yaml"]


@pytest.mark.parametrize(
    "command", [("convert", "DECK", "--to", "text"), ("print", "DECK", "--to", "text"), ("new", "venture")]
)
def test_an_output_without_a_name_is_told(
    command: tuple[str, ...], tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    deck = written(tmp_path, "deck.yaml", HEAD + "main:\n  - 3 Veilleur\n")
    assert run([*(deck if word == "DECK" else word for word in command), "-o", ""]) == 2
    assert "--output is given, but empty" in capfd.readouterr().err


def test_names_of_many_bytes_can_be_written(tmp_path: Path) -> None:
    file = tmp_path / ("é" * 120 + ".txt")
    write_file(str(file), "text")
    assert [path.name for path in tmp_path.iterdir()] == [file.name]


@pytest.mark.parametrize("step", ["write", "fsync", "replace"])
def test_a_full_disk_leaves_the_old_file_and_nothing_else(
    step: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = Path(written(tmp_path, "deck.yaml", "old"))

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    def pieces() -> Iterator[str]:
        yield "new"
        if step == "write":
            full()

    if step != "write":
        monkeypatch.setattr(os, step, full)
    with pytest.raises(DeckcheckError) as told:
        write_file(str(file), pieces())
    assert told.value.facts["reason"] == "No space left on device"
    assert [(path.name, path.read_text("utf-8")) for path in tmp_path.iterdir()] == [("deck.yaml", "old")]


# --- tables, XML, curves -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "text", "told"),
    [
        ("a.csv", "count,card\n3,Veilleur, le grand\n", [("line.extra-cells", 2)]),
        ("a.csv", "count,card\n3,Veilleur,,\n", []),
        ("a.csv", 'count,card\n1,Cendreux\n3,"Veilleur\n2,Rat\n', [("syntax.csv", 3)]),
        ("a.csv", 'count,card\n1,Cendreux\n3,"a"b\n', [("syntax.csv", 3)]),
        ("a.dek", '<Deck>\n3 Veilleur\n<Cards Quantity="1" Name="A"/>\n</Deck>', [("xml.text", 2)]),
        ("a.dek", '<Deck>\n<Cards Quantity="1" Name="A">2 B</Cards>\n</Deck>', [("xml.text", 2)]),
        ("a.dek", '<Deck>\n<!-- 3 Veilleur -->\n<Cards Quantity="1" Name="A"/>\n</Deck>', []),
    ],
)
def test_nothing_of_a_table_or_of_xml_is_lost(path: str, text: str, told: list[tuple[str, int]]) -> None:
    file = read_deck(path, None, text.encode())
    assert [(problem.sentence, problem.place.line) for problem in file.problems] == told


def test_no_cell_is_a_formula_and_is_read_as_it_was(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    text = 'game: venture\nmain:\n  - "1 =1+1"\n  - 1 @Name\n  - "-2 Veilleur"\n'
    run(["convert", written(tmp_path, "deck.yaml", text), "--to", "csv"])
    table = capfd.readouterr().out
    assert table == "section,count,card\nmain,1,'=1+1\nmain,1,'@Name\nmain,,'-2 Veilleur\n"
    run(["convert", written(tmp_path, "deck.csv", table), "--to", "yaml", "-g", "venture"])
    assert [line.strip() for line in capfd.readouterr().out.splitlines()[-3:]] == [
        "- 1 =1+1",
        "- 1 @Name",
        '- "-2 Veilleur"',
    ]


def test_a_curve_of_thousands_of_digits_is_none(capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["fill", "-g", "venture", "--curve", f"1:{'9' * 5000}"]) == 2
    assert "is no curve" in capfd.readouterr().err
