"""Nothing that was not judged is green: what is passed over, and who judged, stands in every form."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from test_cli import Runner, cli, write

__all__ = ["cli"]

LEGAL = "game: tiny\nmain:\n  - 2 Alpha\n"
SCHEMA = (
    "game: tiny\ntitle: Tiny\ncopy: name\ncard: {required: [name]}\nsections: {main: {title: Main}}\n"
    "rules:\n  two: {copies: {in: main, max: 2}, assumed: we say so}\n"
    "  size: {size: {in: main, max: 4}, assumed: we say so}\n"
)
OWN = ("--schemas", "tiny.yaml", "--cards", "tiny.csv")
FORMS = ("text", "json", "jsonl", "junit", "sarif", "github", "markdown")


@pytest.fixture
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with a game of its own and one legal deck."""
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    write(tmp_path, "tiny.yaml", SCHEMA)
    write(tmp_path, "tiny.csv", "name\nAlpha\nBeta\n")
    write(tmp_path, "decks/ok.yaml", LEGAL)
    monkeypatch.chdir(tmp_path)
    return tmp_path


# --- what reads as a deck is judged, or told ------------------------------------------------------

UNJUDGED = {
    "list.txt": "3 Alpha\n2 Beta\n1 Alpha\n",
    "short.txt": "60 Alpha\n",
    "titled.txt": "My deck\n\n4x Alpha\n4x Beta\nAlpha x2\nBeta x2\n",
    "table.csv": "Anzahl,Name\n3,Alpha\n",
    "table.tsv": "Quantity\tCard Name\n3\tAlpha\n",
    "odd-key.yaml": "game: tiny\nlist: tcg\nmain:\n  - 3 Alpha\n",
    "cards-key.yaml": "game: tiny\ncards:\n  - 3 Alpha\n",
    "no-game.yaml": "main:\n  - 3 Alpha\n",
    "bare.yaml": "- 3 Alpha\n- 2 Beta\n",
    "long-remark.yaml": "# " + "-" * 70_000 + "\ngame: tiny\nmain:\n  - 3 Alpha\n",
    "wide.txt": "3 Alpha\n2 Beta\n1 Alpha\n".encode("utf-16"),
    "deck.ydk": "#main\n12345\n",
    "deck": "3 Alpha\n2 Beta\n1 Alpha\n",
    "deck.dec": "// game: tiny\n[Main]\n\n// a\n// b\n// c\n3 Alpha\n2 Beta\nSB: 1 Alpha\n",
    "deck.lst": "Main\n\n3 Alpha\n2 Beta\n1 Alpha\nSide\n1 Beta\n",
    "list.csv": "3 Alpha\n2 Beta\n1 Alpha\n",
    "bare.csv": "3,Alpha\n2,Beta\n1,Alpha\n",
    "behind.tsv": "Alpha\t3\nBeta\t2x\nAlpha\t1\n",
    "numbers.txt": "#created by x\n#main\n12345\n#extra\n!side\n",
    "numbers": "#main\n12345\n#extra\n!side\n",
    "link.txt": "A deck of mine:\nydke://o6lXBQ==!!!\n",
    "cards.xml": '<?xml version="1.0"?>\n<cockatrice_deck version="1"><zone name="main"/></cockatrice_deck>\n',
    "late.json": '{"name": "x", "game": "tiny", "sections": {"main": [{"card": "Alpha", "count": 3}]}}',
    "plain.json": '{"name": "x", "main": ["3 Alpha"], "side": []}',
    "été.txt": "3 Alpha\n2 Beta\n1 Alpha\n",
}


@pytest.mark.parametrize("name", UNJUDGED)
def test_what_reads_as_a_deck_is_never_passed_over(club: Path, cli: Runner, name: str) -> None:
    """In a folder, by --sift, by a list of files: never green without being judged."""
    data = UNJUDGED[name]
    (club / "decks" / name).write_bytes(data if isinstance(data, bytes) else data.encode())
    assert cli("check", "decks", *OWN).code == 1
    assert cli("check", "decks/ok.yaml", f"decks/{name}", "--sift", "--quiet", *OWN).code == 1
    quoted = '"' + "".join(chr(b) if b < 128 else f"\\{b:03o}" for b in f"decks/{name}".encode()) + '"'
    for text in (f"decks/{name}\n", f"{quoted}\n", f"\ufeffdecks/{name}\r\n", f"decks/ok.yaml\0decks/{name}\0"):
        (club / "named").write_text(text, encoding="utf-8", newline="")
        assert cli("check", "--files-from", "named", "--sift", *OWN).code == 1, text
    (club / "named").write_text(f"decks/{name}\r\n", encoding="utf-16")
    assert cli("check", "--files-from", "named", "--sift", *OWN).code == 1


@pytest.mark.parametrize("name", ["gone.yaml", "gone.txt", "gone", "é.yaml"])
def test_a_named_file_that_is_missing_is_an_error(club: Path, cli: Runner, name: str) -> None:
    (club / "named").write_text(f"decks/ok.yaml\n{name}\n", encoding="utf-8")
    assert cli("check", "--files-from", "named", "--sift", *OWN).code == 1


def passing(club: Path, way: str) -> tuple[str, ...]:
    """Put an illegal deck where a check passes it over; the options that do so."""
    place = {"hidden": "decks/.d.yaml", "hidden folder": "decks/.old/d.yaml"}.get(way, "decks/d.yaml")
    write(club, place, "game: tiny\nmain:\n  - 9 Alpha\n")
    if way == "ignored":
        write(club, ".gitignore", "d.yaml\n")
    elif way == "excluded by settings":
        write(club, "deckcheck.yaml", "exclude: [d.yaml]\n")
    elif way == "not included":
        write(club, "deckcheck.yaml", "include: [ok.yaml]\n")
    return ("--exclude", "d.yaml") if way == "excluded" else ()


WAYS = {
    "excluded": "excluded",
    "excluded by settings": "excluded",
    "not included": "not-included",
    "ignored": "ignored",
    "hidden": "hidden",
    "hidden folder": "hidden",
}


@pytest.mark.parametrize("way", WAYS)
def test_what_is_passed_over_stands_in_every_form(club: Path, cli: Runner, way: str) -> None:
    options = passing(club, way)
    name = ".old" if way == "hidden folder" else "d.yaml"
    for form in FORMS:
        for quiet in ((), ("-q",)):
            result = cli("check", "decks", *OWN, *options, "-o", form, *quiet)
            assert (result.code, name in result.out.replace("\\", "")) == (0, True), (form, result)
    told = json.loads(cli("check", "decks", *OWN, *options, "-o", "json").out)["skipped"]
    assert [one["reason"] for one in told if one["may_be_deck"]] == [WAYS[way]]
    strict = cli("check", "decks", *OWN, *options, "--strict")
    assert strict.code == 1
    assert "--strict asks that nothing be passed over" in strict.out


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("notes", "Alpha is fine.\n3 reasons:\n\nfirst, it is\nthen, it was\n"),
        ("run.log", "12 files read\n" + "a line of a log\n" * 9),
        ("README.md", "3 Alpha\n2 Beta\n1 Alpha\n"),
        ("blob", "\0\1\2" * 99),
        ("notes.xml", "<notes><note>3 Alpha</note></notes>"),
        ("code.py", 'LINK = "ydke://o6lXBQ==!!!"\n'),
        ("see.txt", "// ydke://o6lXBQ==!!!\nnothing\n"),
        ("package.json", '{"name": "x", "main": "index.js"}'),
        ("limits.csv", "name,limit\nAlpha,1\nBeta,2\n"),
    ],
)
def test_other_files_are_no_decks(club: Path, cli: Runner, name: str, text: str) -> None:
    write(club / "decks", name, text)
    found = cli("check", "decks", *OWN)
    assert (found.code, "passed over: 1 no deck" in found.out) == (0, True)


def test_files_that_are_no_decks_are_counted(club: Path, cli: Runner) -> None:
    write(club, "decks/README.md", "hello")
    assert "; passed over: 1 no deck" in cli("check", "decks", *OWN).out
    for form in FORMS:
        assert form in ("text", "jsonl") or "README.md" in cli("check", "decks", *OWN, "-o", form).out.replace("\\", "")


def test_links_that_lead_out_of_the_folder_are_not_followed(
    club: Path, cli: Runner, tmp_path_factory: pytest.TempPathFactory
) -> None:
    secret = write(tmp_path_factory.mktemp("outside"), "secret.txt", "root:x:0:0\n")
    (club / "decks" / "link.txt").symlink_to(secret)
    inner = club / "decks" / "inner.yaml"
    inner.symlink_to(club / "decks" / "ok.yaml")
    (club / "decks" / "away").symlink_to(secret.parent, target_is_directory=True)
    assert "decks/away: cannot be judged" in cli("check", "decks", *OWN).out
    (club / "decks" / "away").unlink()
    for arguments in (("decks",), ("decks/link.txt", "--sift")):
        result = cli("check", *arguments, *OWN, "-g", "tiny")
        assert result.code == 1
        assert "the link leads out of the folder" in result.out
        assert "root:x" not in result.out + result.err


# --- who judged -----------------------------------------------------------------------------------

WEAKER = {
    "off": ("game: tiny\nseverity: {two: off}\n", "two"),
    "milder": ("game: tiny\nseverity: {two: warning}\n", "two"),
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("way", WEAKER)
def test_what_the_settings_weaken_stands_in_every_form(club: Path, cli: Runner, form: str, way: str) -> None:
    settings, rule = WEAKER[way]
    write(club, "decks/ok.yaml", "game: tiny\nmain:\n  - 3 Alpha\n")
    write(club, "deckcheck.yaml", settings)
    for quiet in ((), ("-q",)):
        result = cli("check", "decks", *OWN, "-o", form, *quiet)
        assert result.code == 0
        assert rule in result.out
        assert "deckcheck.yaml" in result.out.replace("\\", "")
    assert cli("check", "decks", *OWN, "-o", form, "--no-ignore").code == 1
    assert cli("check", "decks", *OWN, "-o", form, "--strict").code == 1


@pytest.mark.parametrize("form", FORMS)
def test_a_day_that_the_settings_pin_is_named(club: Path, cli: Runner, form: str) -> None:
    """A pull request that judges by the lists of long ago does not pass for one of today; who asks for a day has it."""
    write(club, "deckcheck.yaml", "as_of: 2004-01-01\n")
    out = cli("check", "decks", *OWN, "-o", form, "-q").out.replace("\\", "")
    assert "judged by the lists of 2004-01-01, as deckcheck.yaml says" in out
    asked = cli("check", "decks", *OWN, "-o", form, "-q", "--as-of", "2004-01-01").out
    assert "judged by the lists" not in asked


@pytest.mark.parametrize("form", FORMS)
def test_own_data_is_named_in_every_form(club: Path, cli: Runner, form: str) -> None:
    out = cli("check", "decks", *OWN, "-o", form, "-q").out
    assert "judged by your own schema tiny.yaml" in out.replace("\\", "")
    assert "judged by your own cards tiny.csv" in out.replace("\\", "")


def test_strict_passes_what_is_judged_in_full_by_the_shipped_data(cli: Runner) -> None:
    deck = Path(__file__).parent / "decks" / "readme" / "clash-of-decks-legal.yaml"
    assert cli("check", deck, "--strict", "--isolated").code == 0


def test_strict_names_what_a_deck_ignores(club: Path, cli: Runner) -> None:
    write(club, "decks/ok.yaml", "game: tiny\nignore: [{rule: two, reason: so}]\nmain:\n  - 3 Alpha\n")
    assert cli("check", "decks", *OWN).code == 0
    result = cli("check", "decks", *OWN, "--strict")
    assert result.code == 1
    assert "--strict allows none to be ignored: two" in result.out


# --- settings -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        "deckcheck.yml",
        ".deckcheck.yaml",
        ".deckcheck.yml",
        "Deckcheck.yaml",
        "deck-check.yaml",
        "deckchek.yaml",
        "deckcheck.json",
    ],
)
def test_settings_by_nearly_the_name_are_told(club: Path, cli: Runner, name: str) -> None:
    write(club, name, "game: tiny\n")
    assert f"{name} is not read; settings stand in deckcheck.yaml" in cli("check", "decks/ok.yaml", *OWN).err


def test_settings_above_the_repository_are_told_and_not_taken(
    club: Path, cli: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    inner = club / "inner"
    inner.mkdir()
    subprocess.run(["git", "init", "-q", str(inner)], check=True)
    write(club, "deckcheck.yaml", "game: tiny\nseverity: {two: off}\n")
    write(inner, "d.yaml", "game: tiny\nmain:\n  - 3 Alpha\n")
    monkeypatch.chdir(inner)
    own = ("--schemas", "../tiny.yaml", "--cards", "../tiny.csv")
    result = cli("check", "d.yaml", *own)
    assert result.code == 1
    assert "lies above the repository" in result.err
    assert cli("check", "d.yaml", *own, "--config", "../deckcheck.yaml").code == 0


def test_no_half_document_where_the_game_cannot_be_used(club: Path, cli: Runner) -> None:
    """What fails late writes nothing, or all that there is to say."""
    write(club, "broken.yaml", "game: broken\nrules: [\n")
    for number in range(3):
        write(club, f"decks/{number}.yaml", LEGAL)
    write(club, "decks/z.yaml", "game: broken\nmain:\n  - 3 Alpha\n")
    for form in ("json", "junit", "sarif", "github", "markdown"):
        result = cli("check", "decks", *OWN[:1], "tiny.yaml", "--schemas", "broken.yaml", *OWN[2:], "-o", form)
        assert (result.code, result.out) == (2, ""), form


@pytest.mark.parametrize("command", [("show",), ("show", "-o", "json"), ("fix",), ("fix", "-o", "json"), ("fill",)])
def test_who_judged_is_named_by_the_other_commands_too(club: Path, cli: Runner, command: tuple[str, ...]) -> None:
    """They say legal, complete or nothing to change; own data and settings that weaken a rule stand beside it."""
    write(club, "deckcheck.yaml", "game: tiny\nschemas: [tiny.yaml]\ncards: [tiny.csv]\nseverity: {two: off}\n")
    write(club, "decks/ok.yaml", LEGAL.replace("2", "3"))
    found = cli(command[0], "decks/ok.yaml", *command[1:])
    assert found.code == 0
    for word in ("your own schema tiny.yaml", "your own cards tiny.csv", "two, switched off"):
        assert word in found.out


# --- how a deck was read is told in every form ----------------------------------------------------

READ_SO = {
    "columns.csv": ("Count,Name,Colour\n2,Alpha,red\n", "colour"),
    "title.csv": ("A list of mine\nCount,Name\n2,Alpha\n", "A list of mine"),
    "total.txt": ("game: tiny\nMain (4)\n2 Alpha\n", "but 2 were read"),
    "blank.txt": ("game: tiny\n2 Alpha\n\n1 Beta\n", "blank line"),
    "format.txt": ("// game: tiny\n// format: Standard\n2 Alpha\n", "Standard"),
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", READ_SO)
def test_how_a_deck_was_read_stands_in_every_form(club: Path, cli: Runner, name: str, form: str) -> None:
    """What was passed over, and what may have been meant otherwise: who reads a form for programs reads it too."""
    text, word = READ_SO[name]
    write(club, name, text)
    found = cli("check", name, "-g", "tiny", "-o", form, *OWN)
    assert found.code == 0
    plain = found.out.replace("\\", "")
    assert word in plain
