"""The commands from outside: exit codes, streams, and every kind of bad input."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import chdir
from dataclasses import dataclass
from pathlib import Path

import pytest

from deckcheck.cli import run
from deckcheck.formats import WRITERS

ROOT = Path(__file__).parent.parent
README = ROOT / "tests" / "decks" / "readme"
LEGAL = str(README / "venture-legal.yaml")
ILLEGAL = str(README / "venture-illegal.yaml")
MAIN = "\n".join(
    f"  - {count} {name}"
    for count, name in [(3, "Veilleur"), (3, "Rat des fonderies"), (3, "Braise vive"), (3, "Garde du gué")]
)


@dataclass(frozen=True)
class Result:
    code: int
    out: str
    err: str


@pytest.fixture
def cli(capfd: pytest.CaptureFixture[str]) -> Runner:
    return Runner(capfd)


@dataclass(frozen=True)
class Runner:
    capture: pytest.CaptureFixture[str]

    def __call__(self, *arguments: str | Path) -> Result:
        self.capture.readouterr()
        code = run([str(argument) for argument in arguments])
        out, err = self.capture.readouterr()
        assert "Traceback" not in err
        return Result(code, out, err)


def deckcheck(
    *arguments: str | Path, stdin: bytes | None = None, **environment: str
) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "deckcheck", *map(str, arguments)],
        input=stdin,
        capture_output=True,
        check=False,
        cwd=ROOT,
        env={**os.environ, **environment},
    )


def write(folder: Path, name: str, text: str | bytes) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


# --- exit codes -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["check", LEGAL], 0),
        (["check", ILLEGAL], 1),
        (["check", LEGAL, ILLEGAL], 1),
        (["check", "no-such-file.yaml"], 1),
        (["check", LEGAL, "no-such-file.yaml"], 1),
        (["check"], 2),
        (["check", LEGAL, "--no-such-option"], 2),
        (["check", LEGAL, "-g", "no-such-game"], 2),
        (["check", LEGAL, "-F", "no-such-format"], 2),
        (["check", LEGAL, "--as-of", "tomorrow"], 2),
        (["check", LEGAL, "--as-of", "2026-02-30"], 2),
        (["check", LEGAL, "--cards", "no-such-cards"], 2),
        (["check", LEGAL, "--schemas", "no-such-schema"], 2),
        (["check", LEGAL, "--param", "strict_side"], 2),
        (["check", LEGAL, "--param", "no_such_param=1"], 2),
        (["check", LEGAL, "--param", "strict_side=perhaps"], 2),
        (["check", LEGAL, "--param", "strict_side=true"], 0),
        (["check", LEGAL, "-o", "jsn"], 2),
        (["check", LEGAL, "-o", "json="], 2),
        (["check", LEGAL, "-o", "json", "-o", "text"], 2),
        (["check", LEGAL, "-o", "json=no/such/folder/x.json"], 2),
        (["show", LEGAL], 0),
        (["show", ILLEGAL], 1),
        (["show", "no-such-file.yaml"], 1),
        (["show", str(README)], 2),
        (["rules", "venture"], 0),
        (["rules", "ventur"], 2),
        (["rules", "venture", "-F", "x"], 2),
        (["cards", "venture"], 0),
        (["cards", "venture", "Veilleur"], 0),
        (["cards", "venture", "Veileur"], 1),
        (["cards", "venture", "cost <= 3"], 0),
        (["cards", "venture", "cost <= 3 and"], 2),
        (["cards", "venture", "main.size == 3"], 2),
        (["games"], 0),
        (["games", "venture"], 0),
        (["games", "ventur"], 2),
        (["games", "--check"], 0),
        (["convert", LEGAL, "--to", "json"], 0),
        (["convert", ILLEGAL, "--to", "text"], 0),
        (["convert", LEGAL], 2),
        (["convert", LEGAL, "--to", "xml"], 2),
        (["convert", "no-such-file.yaml", "--to", "text"], 1),
        ([], 2),
        (["chek"], 2),
        (["--version"], 0),
        (["check", "--help"], 0),
    ],
)
def test_exit_codes(cli: Runner, arguments: Sequence[str], code: int) -> None:
    result = cli(*arguments)
    assert result.code == code, result
    if code == 2:
        assert not result.out
        assert result.err.startswith(("deckcheck: ", "Usage: "))
    if code == 0:
        assert result.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["check", LEGAL, "-g", "ventur"], "did you mean venture?"),
        (["check", str(README / "yugioh-legal.yaml"), "-F", "gota"], "did you mean goat?"),
        (["check", LEGAL, "--param", "strict_sid=1"], "did you mean strict_side?"),
        (["check", LEGAL, "-o", "jsn"], "did you mean json?"),
        (["check", LEGAL, "--as-of", "1.2.2026"], "1.2.2026 is no day; write it as 2026-03-31"),
        (["cards", "venture", "cots <= 3"], "at character 1: cots is no field"),
        (["chek"], "'check'"),
    ],
)
def test_wrong_usage_names_what_was_meant(cli: Runner, arguments: Sequence[str], message: str) -> None:
    assert message in cli(*arguments).err


# --- bad deck files -------------------------------------------------------------------------------


def report(cli: Runner, path: Path | str, *options: str) -> dict[str, object]:
    result = cli("check", path, *options, "-o", "json")
    assert result.code in (0, 1), result.err
    deck = json.loads(result.out)["decks"][0]
    assert isinstance(deck, dict)
    return deck


def problems(cli: Runner, path: Path, *options: str) -> list[tuple[str, int | None]]:
    deck = report(cli, path, *options)
    assert deck["legal"] is False
    return [(p["rule"], p["line"]) for p in deck["problems"]]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("text", "rule", "line"),
    [
        ("", "empty", None),
        ("\n\n# only a comment\n", "empty", None),
        (b"\x7fELF\x02\x01\x00\x00\x00\xff\xfe\x00\x01", "encoding", None),
        (b"\x00" * 5000, "encoding", None),
        ("main:\n  - 1 Veilleur\n", "game", None),
        ("game: ventur\nmain:\n  - 1 Veilleur\n", "game", 1),
        ("game: venture\nformat: open\nmain:\n  - 1 Veilleur\n", "game", 2),
        ("game: venture\nmain:\n  - 0 Veilleur\n", "count", 3),
        ("game: venture\nmain:\n  - -1 Veilleur\n", "count", 3),
        ("game: venture\nmain:\n  - 1000000000 Veilleur\n", "count", 3),
        ("game: venture\nmain:\n  - 1 Veileur\n", "unknown-card", 3),
        ("game: venture\nmain:\n  - 1 Dragon\n", "ambiguous-card", 3),
        ("game: venture\nmain: [1 Veilleur\n", "syntax", 2),
        ("game: venture\ngame: venture\nmain:\n  - 1 Veilleur\n", "syntax", 2),
        ("game: venture\nmian:\n  - 1 Veilleur\n", "shape", 2),
        ("- 1\n- 2\n", "shape", 1),
        ("\t\tgame: venture\n", "syntax", 1),
    ],
)
def test_bad_decks(cli: Runner, tmp_path: Path, text: str | bytes, rule: str, line: int | None) -> None:
    path = write(tmp_path, "deck.yaml", text)
    assert (rule, line) in problems(cli, path)


def test_messages_of_bad_decks(cli: Runner, tmp_path: Path) -> None:
    path = write(tmp_path, "deck.yaml", "game: venture\nmain:\n  - 1 Veileur\n  - 1 Dragon\n")
    out = cli("check", path).out
    assert f'{path}:3:5: error: no card is called "Veileur"; did you mean Veilleur? [unknown-card]' in out
    assert '"Dragon" may be Dragon' in out
    assert "fix: write Veilleur instead of Veileur" in out


def test_five_megabytes_of_nonsense(cli: Runner, tmp_path: Path) -> None:
    path = write(tmp_path, "deck.yaml", "game: venture\nmain:\n" + "  - 1 qwertz uiop\n" * 300_000)
    assert problems(cli, path) == [("shape", None)]
    path = write(tmp_path, "noise.txt", os.urandom(5_000_000))
    assert problems(cli, path, "-g", "venture")[0][0] == "encoding"


def test_ten_thousand_lines(cli: Runner, tmp_path: Path) -> None:
    path = write(tmp_path, "deck.yaml", "game: venture\nmain:\n" + "  - 1 Veilleur\n" * 10_000)
    deck = report(cli, path)
    assert deck["sections"] == {"main": 10_000, "side": 0}
    assert {p["rule"] for p in deck["problems"]} == {"main-size", "rarity-copies"}  # type: ignore[attr-defined]


def test_a_deck_of_one_game_is_not_judged_as_another(cli: Runner) -> None:
    deck = report(cli, LEGAL, "-g", "yugioh")
    assert [(p["rule"], p["line"]) for p in deck["problems"]] == [("game", 1)]  # type: ignore[attr-defined]
    assert "this is a deck of venture, not of yugioh" in cli("check", LEGAL, "-g", "yugioh").out


def test_one_broken_deck_hides_no_other(cli: Runner, tmp_path: Path) -> None:
    broken = write(tmp_path, "b.yaml", "game: venture\nmain: [\n")
    result = cli("check", ILLEGAL, broken, "missing.yaml", LEGAL)
    assert result.code == 1
    assert result.out.rstrip().endswith("4 decks checked: 1 legal, 1 illegal, 2 not readable")
    assert f"{LEGAL}: legal" in result.out


# --- finding decks --------------------------------------------------------------------------------


def test_folders(cli: Runner, tmp_path: Path) -> None:
    deck = f"game: venture\nmain:\n{MAIN}\n"
    write(tmp_path, "b.yaml", deck)
    write(tmp_path, "a/c.yml", deck)
    write(tmp_path, "broken.yaml", "game: venture\nmain:\n  - [\n")
    write(tmp_path, "ignored.yaml", "colour: blue\nlist: [1, 2]\n")
    write(tmp_path, "schema.yaml", "game: x\nsections: {main: {title: Main}}\nrules: {}\n")
    write(tmp_path, "cards.yaml", "game: x\ncards:\n  - {name: A}\n")
    write(tmp_path, "list.txt", "3 Veilleur\n")
    write(tmp_path, ".hidden/d.yaml", deck)
    write(tmp_path, "picture.png", b"\x89PNG")
    (tmp_path / "a" / "loop").symlink_to(tmp_path, target_is_directory=True)
    result = cli("check", tmp_path, tmp_path / "b.yaml", "-o", "json")
    paths = [Path(deck["path"]).relative_to(tmp_path) for deck in json.loads(result.out)["decks"]]
    assert paths == [Path("b.yaml"), Path("broken.yaml"), Path("list.txt"), Path("a/c.yml")]
    hidden = [one["reason"] for one in json.loads(result.out)["skipped"] if one["may_be_deck"]]
    assert hidden == ["hidden"]
    names = ("cards.yaml", "ignored.yaml", "schema.yaml", "picture.png")
    assert result.err.splitlines() == [
        "4 files skipped that are no decks: " + ", ".join(f"{tmp_path}/{name}" for name in names),
    ]
    assert cli("check", tmp_path, tmp_path / "list.txt", "-q").err == ""
    result = cli("check", tmp_path, "-g", "venture", "-o", "json")
    assert len(json.loads(result.out)["decks"]) == 4


def test_odd_things_in_a_folder(cli: Runner, tmp_path: Path) -> None:
    write(tmp_path, "blanks.yaml", "gem: x\na" + " " * 60_000 + "\nb:" + "\n" * 60_000)
    os.mkfifo(tmp_path / "pipe.yaml")
    (tmp_path / "nowhere.yaml").symlink_to(tmp_path / "gone.yaml")
    result = cli("check", tmp_path, "-o", "json")
    (deck,) = json.loads(result.out)["decks"]
    assert (Path(deck["path"]).name, deck["problems"][0]["rule"]) == ("nowhere.yaml", "missing")
    assert result.err.startswith("2 files skipped that are no decks: ")


@pytest.mark.parametrize(
    ("name", "text", "alone", "with_game"),
    [
        ("a.yaml", "main:\n  - 4 Veilleur\n", True, True),
        ("a.yaml", "main:\n  - Veilleur\n", False, True),
        ("a.yaml", "monde:\n  - 4 Veilleur\n", True, True),
        ("a.yaml", "- 4 Veilleur\n", True, True),
        ("a.yaml", "game: venture\nlist: x\nmain:\n  - 4 Veilleur\n", True, True),
        ("a.yaml", "game: venture\ncards:\n  - 4 Veilleur\n", True, True),
        ("a.yaml", "# " + "x" * 70_000 + "\ngame: venture\nmain:\n  - 4 Veilleur\n", True, True),
        ("a.yaml", "main: [4 Veilleur\n", True, True),
        ("a.yaml", "Game: venture\nmain:\n  - 4 Veilleur\n", True, True),
        ("a.yaml", "jeu: venture\n", True, True),
        ("a.yaml", "gaem: venture\nmonde:\n  - 4 Veilleur\n", True, True),
        ("a.yaml", "game: venture\nmonde: Veilleur\n", True, True),
        ("a.yaml", "on: push\njobs:\n  - x\n", False, False),
        ("a.yaml", "game: venture\ncards:\n  - {name: A}\n", False, False),
        ("a.txt", "// game: venture\n4 Veilleur\n", True, True),
        ("a.txt", "Jeu : venture\n4 Veilleur\n", True, True),
        ("a.txt", "4 Veilleur\n", True, True),
        ("a.txt", "My list\n\n4x Veilleur\n3 Cendreux\nBraise vive x3\n", True, True),
        ("a.txt", "Dear all,\n2 things: the hall opens at nine.\nBring a list.\n", False, True),
        ("a.json", '{"game": "venture", "sections": {}}', True, True),
        ("a.json", '{"decks": []}', False, False),
        ("a.csv", "section,count,card\nmain,4,Veilleur\n", True, True),
        ("a.csv", "Quantity;Name;Board\n4;Veilleur;main\n", True, True),
        ("a.csv", "name,rarity,cost\nVeilleur,rare,1\n", False, False),
        ("a.csv", "Count,Name,Edition\n4,Veilleur,\n", True, True),
        ("a.md", "game: venture\n", False, False),
    ],
)
def test_what_may_be_a_deck_leaves_no_folder_green(
    cli: Runner, tmp_path: Path, name: str, text: str, alone: bool, with_game: bool
) -> None:
    write(tmp_path, "good.yaml", Path(LEGAL).read_bytes())
    path = write(tmp_path, name, text)
    for options, is_deck in (((), alone), (("-g", "venture"), with_game)):
        result = cli("check", tmp_path, *options)
        assert result.code == int(is_deck), result
        assert (str(path) in result.err) is not is_deck


def test_what_the_run_reads_otherwise_is_not_told_as_skipped(cli: Runner, tmp_path: Path) -> None:
    schema = write(tmp_path, "mine.yaml", SCHEMA)
    cards = write(tmp_path, "cards.csv", CARDS)
    banned = write(tmp_path, "ban.yaml", "list: ban\nversions: [{entries: {0: [A]}}]\n")
    write(tmp_path, "deck.yaml", "game: mine\nmain: [1 A, 1 B]\n")
    write(tmp_path, "deckcheck.yaml", "game: venture\n")
    used = ("--schemas", schema, "--cards", cards)
    result = cli("check", tmp_path, *used)
    assert "deckcheck.yaml was not checked: settings that hold where deckcheck runs" in result.out
    assert result.err == f"1 file skipped that is no deck: {banned}\n"
    assert cli("check", tmp_path, *used, "-q").err == ""
    assert cli("check", tmp_path, "--schemas", tmp_path, "--cards", cards).err == ""
    readme = write(tmp_path, "readme.md", "hello")
    assert cli("check", tmp_path, "--schemas", tmp_path, "--cards", cards).err.endswith(f"deck: {readme}\n")


def test_a_file_that_is_excluded_is_told_with_the_reason(cli: Runner, tmp_path: Path) -> None:
    draft, notes = write(tmp_path, "draft.yaml", "game: venture\nmain: []\n"), write(tmp_path, "notes.md", "hello")
    options = ("--sift", "--exclude", "/**/draft.yaml")
    with chdir(tmp_path):
        result = cli("check", LEGAL, draft, notes, *options)
    assert (result.code, result.err) == (0, f"1 file skipped that is no deck: {notes}\n")
    assert f"{draft} was not checked: excluded" in result.out
    assert result.out.endswith("1 deck checked: 1 legal; passed over: 1 excluded, 1 no deck\n")


def test_a_folder_without_decks_is_not_green(cli: Runner, tmp_path: Path) -> None:
    result = cli("check", tmp_path)
    assert (result.code, result.out) == (2, "")
    assert result.err == f"deckcheck: no deck in {tmp_path}\n"
    write(tmp_path, "readme.md", "hello")
    assert cli("check", tmp_path).err == f"deckcheck: no deck in {tmp_path} (1 other file there)\n"
    write(tmp_path, "list.txt", "4 Veilleur")
    result = cli("check", tmp_path)
    assert result.code == 1
    assert "which game is it?" in result.out


def test_the_order_is_that_of_the_arguments(cli: Runner) -> None:
    out = cli("check", ILLEGAL, LEGAL, ILLEGAL, "-o", "json").out
    assert [deck["path"] for deck in json.loads(out)["decks"]] == [ILLEGAL, LEGAL]


def test_standard_input() -> None:
    data = Path(LEGAL).read_bytes()
    result = deckcheck("check", "-", "--stdin-filename", "mine.yaml", stdin=data)
    assert result.returncode == 0
    assert result.stdout.startswith(b"mine.yaml: legal")
    result = deckcheck("check", "-", "-g", "venture", stdin=b"3 Veilleur\n")
    assert result.returncode == 1
    assert result.stdout.startswith(b"-: illegal")


# --- options --------------------------------------------------------------------------------------


def test_output_to_files(cli: Runner, tmp_path: Path) -> None:
    target = write(tmp_path, "report.json", "old")
    target.chmod(0o600)
    result = cli("check", ILLEGAL, "-o", "text", "-o", f"json={target}", "-o", f"text={tmp_path / 'r.txt'}")
    assert result.code == 1
    assert json.loads(target.read_text(encoding="utf-8"))["summary"]["illegal"] == 1
    assert target.stat().st_mode & 0o777 == 0o600
    assert (tmp_path / "r.txt").read_text(encoding="utf-8") == result.out
    assert sorted(path.name for path in tmp_path.iterdir()) == ["r.txt", "report.json"]


def test_the_day_is_reported(cli: Runner) -> None:
    assert report(cli, LEGAL, "--as-of", "2024-05-06")["as_of"] == "2024-05-06"


def test_a_param_is_applied(cli: Runner, tmp_path: Path) -> None:
    deck = Path(LEGAL).read_text(encoding="utf-8").split("side:")[0] + "side:\n  - 1 Étincelle\n"
    path = write(tmp_path, "deck.yaml", deck)
    deck_report = report(cli, path, "--param", "strict_side=true")
    rules = [p["rule"] for p in deck_report["problems"]]  # type: ignore[attr-defined]
    assert "side-full" in rules


def test_a_draft_is_still_to_do(cli: Runner, tmp_path: Path) -> None:
    path = write(tmp_path, "deck.yaml", f"game: venture\nmain:\n{MAIN}\n")
    assert cli("check", path).code == 1
    result = cli("check", path, "--draft")
    assert result.code == 0
    assert "legal so far, not complete" in result.out
    assert "more may be added to main" in result.out


def test_quiet_tells_findings_and_the_verdict(cli: Runner) -> None:
    assert cli("check", LEGAL, "-q").out == "1 deck checked: 1 legal\n"
    lines = cli("check", ILLEGAL, "-q").out.splitlines()
    assert all(line.startswith(f"{ILLEGAL}:") for line in lines[:-1])
    assert lines[-1] == "1 deck checked: 1 illegal"


def test_colour_and_encoding() -> None:
    assert b"\x1b[" not in deckcheck("check", ILLEGAL).stdout
    assert b"\x1b[31m" in deckcheck("check", ILLEGAL, FORCE_COLOR="1").stdout
    assert b"\x1b[" not in deckcheck("check", ILLEGAL, "--no-color", FORCE_COLOR="1").stdout
    ascii_only = deckcheck("check", ILLEGAL, PYTHONIOENCODING="ascii")
    assert ascii_only.returncode == 1
    assert b"M\\xe8re des orages" in ascii_only.stdout
    document = deckcheck("check", ILLEGAL, "-o", "json", PYTHONIOENCODING="ascii").stdout
    assert json.loads(document.decode("utf-8"))["decks"]
    assert b"#" in deckcheck("show", LEGAL, PYTHONIOENCODING="ascii").stdout


def test_a_path_that_is_no_text(tmp_path: Path) -> None:
    path = os.fsencode(tmp_path) + b"/d\xffck.yaml"
    Path(os.fsdecode(path)).write_bytes(Path(LEGAL).read_bytes())
    result = deckcheck("check", os.fsdecode(path))
    assert result.returncode == 0
    assert b"d\\udcffck.yaml: legal" in result.stdout
    document = json.loads(deckcheck("check", os.fsdecode(path), "-o", "json").stdout.decode("utf-8"))
    assert os.fsencode(document["decks"][0]["path"]) == path


# --- signals --------------------------------------------------------------------------------------


def test_a_reader_that_goes_away_is_no_error() -> None:
    command = [sys.executable, "-m", "deckcheck", "cards", "yugioh"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.wait(timeout=60) == 0
        told = process.stderr.read().splitlines()
        assert [line for line in told if b"for the first time" not in line] == []


def test_interrupted() -> None:
    command = [sys.executable, "-m", "deckcheck", "check", "-"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT
    ) as process:
        assert process.stdin is not None
        assert process.stderr is not None
        with pytest.raises(subprocess.TimeoutExpired):  # it waits for its input
            process.wait(timeout=3)
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=60) == 130
        assert b"Traceback" not in process.stderr.read()


# --- the user's own games -------------------------------------------------------------------------

SCHEMA = """\
game: mine
title: Mine
card:
  required: [name, rarity]
  properties: {name: {type: string}, rarity: {enum: [common, rare]}, cost: {type: integer, minimum: 0}}
sections: {main: {title: Main}}
rules:
  size: {size: {in: main, exactly: 2}, assumed: a test}
  copies: {copies: {in: main, max: {by: rarity, common: 2, rare: 1}}, assumed: a test}
"""
CARDS = "name;rarity;cost\nA;common;1\nB;rare;2\nC;;3\n"


def test_a_game_of_ones_own(cli: Runner, tmp_path: Path) -> None:
    schema, cards = write(tmp_path, "mine.yaml", SCHEMA), write(tmp_path, "cards.csv", CARDS)
    options = ("--schemas", str(schema), "--cards", str(cards))
    deck = write(tmp_path, "deck.yaml", "game: mine\nmain: [2 A]\n")
    assert cli("check", deck, *options).code == 0
    assert cli("rules", "mine", "--schemas", schema).code == 0
    assert "3 cards" in cli("games", "mine", *options).out


def test_a_record_without_rarity_costs_only_the_decks_that_use_it(cli: Runner, tmp_path: Path) -> None:
    schema, cards = write(tmp_path, "mine.yaml", SCHEMA), write(tmp_path, "cards.csv", CARDS)
    options = ("--schemas", str(schema), "--cards", str(cards))
    good = write(tmp_path, "good.yaml", "game: mine\nmain: [1 A, 1 B]\n")
    bad = write(tmp_path, "bad.yaml", "game: mine\nmain: [2 C]\n")
    result = cli("check", good, bad, *options, "-o", "json")
    first, second = json.loads(result.out)["decks"]
    assert (result.code, first["legal"], second["legal"]) == (1, True, False)
    fault = next(p for p in second["problems"] if p["rule"] == "card-data")
    assert (fault["file"], fault["line"]) == (str(cards), 4)
    assert "rarity" in fault["message"]
    checked = cli("games", "mine", *options, "--check")
    assert checked.code == 1
    assert f"{cards}:4: error: C: the record has no rarity [card-data]" in checked.out


def test_a_schema_with_a_typo(cli: Runner, tmp_path: Path) -> None:
    schema = write(tmp_path, "mine.yaml", SCHEMA.replace("exactly: 2", "exactly: 2, mx: 3"))
    cards = write(tmp_path, "cards.csv", CARDS)
    deck = write(tmp_path, "deck.yaml", "game: mine\nmain: [2 A]\n")
    for command in (("check", deck), ("games", "mine", "--check"), ("rules", "mine"), ("cards", "mine")):
        more = () if command[0] == "rules" else ("--cards", cards)
        result = cli(*command, "--schemas", schema, *more)
        assert result.code == 2
        assert result.err.startswith(f"deckcheck: {schema}: this schema cannot be used\n{schema}:8:39:")
        assert "did you mean" in result.err


def test_an_expression_with_a_typo_in_a_schema(cli: Runner, tmp_path: Path) -> None:
    rule = "  odd: {forbid: {in: main, of: rarity == comon}, assumed: a test}\n"
    schema = write(tmp_path, "mine.yaml", SCHEMA + rule)
    result = cli("rules", "mine", "--schemas", schema)
    assert result.code == 2
    assert f"{schema}:10:42: error: comon is no value of this field; did you mean common?" in result.err


def test_cards_of_another_game(cli: Runner, tmp_path: Path) -> None:
    cards = write(tmp_path, "cards.yaml", "game: yugioh\ncards:\n  - {name: A, rarity: rare}\n")
    result = cli("check", LEGAL, "--cards", cards)
    assert result.code == 0
    assert result.err == "none of your own card files is of the game venture; its built-in cards are used\n"


def test_cards_of_no_known_game(cli: Runner, tmp_path: Path) -> None:
    cards = write(tmp_path, "cards.yaml", "game: ventur\ncards:\n  - {name: A, rarity: rare}\n")
    result = cli("check", LEGAL, "--cards", cards)
    assert result.code == 2
    assert f"{cards}:1:7: error: these cards are of the game ventur, not of venture" in result.err


def test_decks_that_may_not_ignore_rules(cli: Runner, tmp_path: Path) -> None:
    deck = write(
        tmp_path, "deck.yaml", "game: venture\nignore: [{rule: main-size, reason: why not}]\nmain: [1 Veilleur]\n"
    )
    assert cli("check", deck).code == 0
    result = cli("check", deck, "--no-ignore")
    assert result.code == 1
    assert "[main-size]" in result.out
    assert "ignored:" not in result.out


GAME = """\
game: mine
title: Mine
language: en
copy: name
card:
  required: [name]
  properties: {name: {type: string}, element: {type: string}}
sections: {main: {title: Main}}
lists: {bans: {value: limit, words: {banned: 0}, else: 9, uses: club}}
rules:
  fire: {only: {in: main, of: element == "fire" or not given(element)}, assumed: a test}
  bans: {copies: {in: main, max: bans}, assumed: a test}
"""


@pytest.fixture
def one_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game of one's own, its cards, lists, settings and decks side by side."""
    files = {
        "mine.yaml": GAME,
        "cards.csv": "name,element\nSpark,fire\nDrop,water\n",
        "lists/club.yaml": 'list: club\nversions: [{from: "2020-01-01", entries: {banned: [Drop]}}]\n',
        "deckcheck.yaml": "game: mine\nschemas: .\ncards: .\n",
        "good.yaml": "main: [2 Spark]\n",
        "bad.yaml": "game: mine\nmain:\n  - 1 Spark\n  - 1 Drop\n",
    }
    for name, text in files.items():
        write(tmp_path, name, text)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_all_of_a_game_may_stand_in_one_folder(cli: Runner, one_folder: Path) -> None:
    result = cli("check", ".")
    assert result.code == 1
    assert "bad.yaml:4:5: error: Drop does not belong in main" in result.out
    assert "[bans]" in result.out
    assert "2 decks checked: 1 legal, 1 illegal" in result.out
    assert result.err == ""
    examined = cli("games", "mine", "--check")
    assert (examined.code, examined.out) == (0, "mine: schema, 2 cards and 1 list checked\n")


def test_a_misspelt_column_is_told_with_each_verdict(cli: Runner, one_folder: Path) -> None:
    """The field that it hides may be what a rule reads: the deck passes, and must not do so without a word."""
    (one_folder / "cards.csv").write_text("name,elment\nSpark,fire\nMist,water\n", encoding="utf-8")
    deck = write(one_folder, "mist.yaml", "game: mine\nmain: [1 Mist]\n")
    result = cli("check", deck)
    assert result.code == 0
    assert "cards.csv:1" in result.out
    assert "elment is no field" in result.out
    assert "element" in result.out
    assert "elment" in cli("check", deck, "-q").out


def test_what_exclude_passes_over_is_named(cli: Runner, one_folder: Path) -> None:
    (one_folder / "old").mkdir()
    write(one_folder / "old", "x.yaml", "game: mine\nmain: [1 Spark]\n")
    result = cli("check", "old", "--exclude", "old/")
    assert result.code == 2
    assert "old/ is passed over, as exclude says" in result.err


@pytest.mark.parametrize("command", ["fix", "fill"])
def test_a_deck_that_needs_no_change_names_what_it_ignores(cli: Runner, tmp_path: Path, command: str) -> None:
    text = "game: venture\nignore: [{rule: rarity-copies, reason: why not}]\nmain: [40 Veilleur]\n"
    deck = write(tmp_path, "deck.yaml", text)
    result = cli(command, deck)
    assert result.code == 0
    assert "; the deck ignores rarity-copies" in result.out
    assert "rarity-copies" in cli("fix", deck, "--no-ignore").out


@pytest.mark.parametrize("form", ["yaml", "json"])
def test_an_edit_of_a_deck_held_to_every_rule_keeps_what_it_ignores(cli: Runner, tmp_path: Path, form: str) -> None:
    """Before the change and after it: the same verdict is asked for, and nothing of the file is lost."""
    yaml = write(
        tmp_path, "deck.yaml", "game: venture\nignore:\n  - {rule: main-size, reason: why not}\nmain:\n  - 1 Veilleur\n"
    )
    deck = str(tmp_path / f"edited.{form}")
    assert cli("convert", yaml, "-o", deck).code == 0
    result = cli("add", deck, "1 Veilleur", "--no-ignore")
    assert "\nillegal" in f"\n{result.out}"
    assert "main-size" in Path(deck).read_text(encoding="utf-8")


# --- the other commands ---------------------------------------------------------------------------


def test_show(cli: Runner) -> None:
    out = cli("show", LEGAL).out
    assert out.startswith(f"{LEGAL}: legal (Cendres; venture; main 40, side 10)\n")
    assert "Deck principal (main): 40 cards" in out
    assert "cost in main" in out
    document = json.loads(cli("show", LEGAL, "-o", "json").out)
    assert document["sections"]["main"]["cards"] == 40
    assert sum(document["curve"]["cards"].values()) <= 40


def test_cards(cli: Runner) -> None:
    assert cli("cards", "venture", "veilleur").out.startswith("Veilleur\n  kind (Type): monstre\n")
    found = json.loads(cli("cards", "venture", "kind == monstre and cost <= 3", "-o", "json").out)["cards"]
    assert found
    assert all(card["kind"] == "monstre" and card["cost"] <= 3 for card in found)
    table = cli("cards", "venture", "kind == monstre and cost <= 3").out
    assert table.startswith("name ")
    assert table.endswith(f"\n{len(found)} cards\n")
    assert cli("cards", "venture", "cost > 99").out == "no card\n"
    nothing = cli("cards", "venture", "Veileur")
    assert (nothing.out, nothing.err) == ("", 'no card is called "Veileur"; did you mean Veilleur?\n')


def test_cards_found_by_another_name_bear_it(cli: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table for who searched in another language; numbers that only tell cards apart come behind."""
    monkeypatch.setenv("COLUMNS", "120")
    out = cli("cards", "yugioh", "magicien").out
    assert "Dark Magician (Magicien Sombre)" in out
    assert "passcode" not in out.splitlines()[0]
    assert cli("cards", "yugioh", "kind == token").out.endswith("1 card, 1 of them never part of a deck\n")


@pytest.mark.parametrize(
    ("game", "word", "test"),
    [("venture", "rare", "rarity == rare"), ("clash-of-decks", "sprint", "abilities has sprint")],
)
def test_a_value_that_is_no_name_gets_its_test(cli: Runner, game: str, word: str, test: str) -> None:
    result = cli("cards", game, word)
    assert result.code == 1
    assert f'it is a value: "{test}" finds the cards' in result.err
    assert cli("cards", game, test).code == 0


def test_cards_are_found_by_another_language(cli: Runner) -> None:
    assert "also: Magicien Sombre" in cli("cards", "yugioh", "Magicien Sombre").out


def test_rules(cli: Runner, tmp_path: Path) -> None:
    target = tmp_path / "rules.md"
    result = cli("rules", "yugioh", "-F", "2003", "-o", f"markdown={target}")
    assert (result.code, result.out) == (0, "")
    assert target.read_text(encoding="utf-8").startswith("# Yu-Gi-Oh! (format 2003")


def test_convert(cli: Runner, tmp_path: Path) -> None:
    target = tmp_path / "deck.txt"
    assert cli("convert", LEGAL, "-o", target).code == 0
    back = tmp_path / "deck.yaml"
    assert cli("convert", target, "-o", back).code == 0
    first, second = report(cli, LEGAL), report(cli, back)
    assert first["fingerprint"] == second["fingerprint"]
    document = json.loads(cli("convert", LEGAL, "--to", "json").out)
    assert list(document)[:4] == ["game", "format", "name", "sections"]
    assert list(document["sections"]["main"][0]) == ["card", "count", "line"]


LOSSY = (
    "game: venture\nname: X\nplayer: Zoé # here\n# a comment\n"
    "main:\n  - 3 Veilleur\n  - 0 Veilleur\n  - [1]\n  - 1 Veileur\n"
)


@pytest.mark.parametrize(
    ("form", "told", "kept"),
    [
        ("yaml", ["comments are not kept (2 lines)", "could not be read and is left out: line 8"], "0 Veilleur"),
        ("text", ["comments are not kept (2 lines)", "could not be read and is left out: line 8"], "0 Veilleur"),
        ("csv", ["csv has no room for game, name and player"], "main,,0 Veilleur"),
        ("json", ["could not be read and is left out: line 8"], '"0 Veilleur"'),
    ],
)
def test_convert_tells_what_gets_lost(cli: Runner, tmp_path: Path, form: str, told: list[str], kept: str) -> None:
    result = cli("convert", write(tmp_path, "a.yaml", LOSSY), "--to", form)
    assert result.code == 0
    assert all(f"{line}\n" in result.err for line in told), result.err
    assert kept in result.out
    assert "Veileur" in result.out


def test_convert_to_numbers_leaves_out_what_has_none(cli: Runner, tmp_path: Path) -> None:
    deck = write(tmp_path, "a.txt", "1 Jinzo\n1 Jinzoo\n0 Jinzo\n")
    result = cli("convert", deck, "-g", "yugioh", "--to", "ydk")
    assert result.code == 0
    assert result.out.count("77585513") == 1
    assert "left out, as ydk holds numbers of cards alone: Jinzoo and 0 Jinzo\n" in result.err
    assert cli("convert", LEGAL, "--to", "ydk").code == 2


def test_convert_does_not_write_over_the_deck(cli: Runner, tmp_path: Path) -> None:
    deck = write(tmp_path, "a.yaml", LOSSY)
    (tmp_path / "b.yaml").symlink_to(deck)
    for target in (deck, tmp_path / "b.yaml"):
        assert cli("convert", deck, "-o", target).code == 2
    assert deck.read_text(encoding="utf-8") == LOSSY


def test_the_help_of_convert_names_every_form(cli: Runner) -> None:
    assert all(form in cli("convert", "--help").out for form in WRITERS)


def test_a_name_of_another_language_is_told_with_the_printed_one(cli: Runner, tmp_path: Path) -> None:
    path = write(tmp_path, "a.txt", "3 Pot de Cupidité\n")
    deck = report(cli, path, "-g", "yugioh")
    (broken,) = (p for p in deck["problems"] if p["rule"] == "limitation")  # type: ignore[attr-defined]
    assert broken["cards"] == ["Pot of Greed"]
    assert broken["message"].startswith("3 copies of Pot of Greed (Pot de Cupidité) over ")


def test_games(cli: Runner) -> None:
    out = cli("games").out
    assert "venture: Venture : Classic Saga (" in out
    assert "a demo set" in out
    document = json.loads(cli("games", "-o", "json").out)
    assert [game["id"] for game in document["games"]] == sorted(game["id"] for game in document["games"])


# --- names of games and formats ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "format_id", "shown"),
    [
        ("Yu-Gi-Oh!", "Edison", ("yugioh", "edison")),
        ("YUGIOH", "tcg advanced", ("yugioh", "tcg")),
        ("Clash of Decks", "Construit", ("clash-of-decks", "constructed")),
        ("clash-of-decks", "préconstruit", ("clash-of-decks", "preconstructed")),
    ],
)
def test_games_and_formats_go_by_their_titles_too(
    cli: Runner, tmp_path: Path, game: str, format_id: str, shown: tuple[str, str]
) -> None:
    deck = tmp_path / "deck.yaml"
    deck.write_text(f"game: {game}\nformat: {format_id}\nmain:\n  - 1 Qqqqqq\n", encoding="utf-8")
    (report,) = json.loads(cli("check", deck, "-o", "json").out)["decks"]
    assert (report["game"], report["format"]) == shown
    deck.write_text("main:\n  - 1 Qqqqqq\n", encoding="utf-8")
    (report,) = json.loads(cli("check", deck, "-g", game, "-F", format_id, "-o", "json").out)["decks"]
    assert (report["game"], report["format"]) == shown
    assert cli("rules", game, "-F", format_id).code == 0
    assert cli("games", game).out.startswith(shown[0])


def test_a_format_of_another_game_is_the_decks_problem(cli: Runner) -> None:
    done = cli("check", README / "yugioh-2003-en.yaml", LEGAL, "-F", "2003", "-o", "json")
    other, venture = json.loads(done.out)["decks"]
    assert (done.code, other["format"]) == (1, "2003")
    assert [(p["rule"], p["line"]) for p in venture["problems"]] == [("game", None)]
    assert "no format 2003" in venture["problems"][0]["message"]


def test_a_format_of_no_game_is_wrong_usage(cli: Runner) -> None:
    done = cli("check", README / "yugioh-2003-en.yaml", LEGAL, "-F", "2033")
    assert (done.code, done.out) == (2, "")
    assert "2003" in done.err


# --- what is told besides ---------------------------------------------------------------------------------

DEMO = "invented demo set"


def test_invented_cards_are_called_so_wherever_they_are_shown(cli: Runner) -> None:
    assert cli("show", LEGAL).out.count(DEMO) == 1
    assert cli("goldfish", LEGAL, "--trace", "1").out.count(DEMO) == 1
    assert cli("cards", "venture", "cost <= 1").err.count(DEMO) == 1
    assert cli("print", LEGAL).out.count("jeu de démonstration") == 1
    assert DEMO not in cli("cards", "clash-of-decks", "cost <= 1").err


def test_show_says_where_to_read_why_a_deck_is_illegal(cli: Runner) -> None:
    assert f"deckcheck check {ILLEGAL} tells why" in cli("show", ILLEGAL).out
    assert "tells why" not in cli("show", LEGAL).out


def test_several_errors_of_a_deck_lead_to_fix(cli: Runner, tmp_path: Path) -> None:
    assert f"deckcheck fix {ILLEGAL}, with the same options, finds" in cli("check", ILLEGAL).out
    text = Path(LEGAL).read_text(encoding="utf-8") + "  - 1 Qqqqqq\n"
    one = tmp_path / "one.yaml"
    one.write_text(text, encoding="utf-8")
    assert "deckcheck fix" not in cli("check", one).out


def test_what_leaves_a_rule_undecided_is_named(cli: Runner) -> None:
    assert "not decided: rarity-copies, as not all is known of Dragon de cendres" in cli("check", ILLEGAL).out


@pytest.mark.parametrize(
    ("leader", "told"),
    [
        ("", "not decided: own, as there is no card in leader\n"),
        ("leader: [1 B]\n", None),
        ("leader: [1 Nobody]\n", "not decided: own, as not all is known of Nobody; settle that first\n"),
    ],
)
def test_a_rule_that_reads_a_leader_who_is_missing(cli: Runner, tmp_path: Path, leader: str, told: str | None) -> None:
    schema = SCHEMA.replace("sections: {", "sections: {leader: {title: Leader, cards: 1}, ")
    schema += "  own: {only: {in: main, of: rarity == leader.rarity}, assumed: a test}\n"
    options = ("--schemas", write(tmp_path, "mine.yaml", schema), "--cards", write(tmp_path, "cards.csv", CARDS))
    deck = write(tmp_path, "deck.yaml", f"game: mine\n{leader}main: [2 A]\n")
    done = cli("check", deck, *options)
    assert told in done.out if told else "not decided" not in done.out
    notes = json.loads(cli("check", deck, *options, "-o", "json").out)["decks"][0]["notes"]
    assert told is None or told.rstrip() in notes


# --- lists and cards --------------------------------------------------------------------------------------


def test_one_list_is_shown_as_it_stands_and_on_any_day(cli: Runner) -> None:
    text = cli("lists", "yugioh", "limited-2003", "--on", "2003-12-31").out
    assert "limited (" in text or "semi-limited (" in text
    before = cli("lists", "yugioh", "tcg", "--on", "1990-01-01")
    assert before.out.endswith("no list in force on 1990-01-01; the first is of 2004-02-02\n")
    assert (before.code, "from 20" in before.out) == (0, False)
    assert "\n  from 2" not in cli("lists", "yugioh", "tcg", "--on", "2004-03-01").out
    assert "\n  from 2" in cli("lists", "yugioh", "tcg").out
    (record,) = json.loads(cli("lists", "yugioh", "goat", "-o", "json").out)["lists"]
    assert record["on"] == "2005-04-01"
    assert {"card": "Painful Choice", "value": "forbidden"} in record["entries"]
    assert cli("lists", "yugioh", "--on", "2005-04-01", "--from", "2005-04-01").code == 2


def test_days_of_lists_beyond_what_is_known_and_the_wrong_way_round(cli: Runner) -> None:
    beyond = cli("lists", "yugioh", "tcg", "--from", "2090-01-01", "--to", "2091-01-01").out
    assert "what is known ends on" in beyond
    there, back = (
        cli("lists", "yugioh", "tcg", "--from", first, "--to", last).out
        for first, last in (("2026-01-01", "2026-03-01"), ("2026-03-01", "2026-01-01"))
    )
    assert there == back != ""


def test_cards_are_searched_by_the_lists_of_a_format_on_a_day(cli: Runner) -> None:
    def found(query: str, *options: str) -> list[str]:
        done = cli("cards", "yugioh", query, *options, "-o", "json")
        return [card["name"] for card in json.loads(done.out)["cards"]] if done.code == 0 else []

    query = 'limitation == 0 and name == "Painful Choice"'
    assert found(query, "-F", "goat") == ["Painful Choice"]
    assert found(query, "-F", "tcg", "--as-of", "2003-01-01") == []
    assert found('points > 0 and name == "Phantom of Yubel"', "-F", "genesys") == ["Phantom of Yubel"]
    assert "another format" in cli("cards", "yugioh", "points > 0").err
    assert found("first_tcg > known_day and first_tcg > as_of", "--as-of", "2000-01-01") == []


def test_a_table_of_cards_shows_what_was_asked_for(cli: Runner) -> None:
    head = cli("cards", "yugioh", "atk >= 4500 and limitation == none").out.splitlines()[0]
    assert head.split()[:3] == ["name", "limitation", "atk"] or head.split()[:2] == ["name", "atk"]


def test_nothing_found_is_told_by_the_exit_code(cli: Runner) -> None:
    assert [cli("cards", "venture", query).code for query in ("cost <= 3", "Veilleur", "cost > 90", "Qqqq")] == [
        0,
        0,
        1,
        1,
    ]


def test_a_table_given_as_schema_is_told_where_it_belongs(cli: Runner, tmp_path: Path) -> None:
    table = tmp_path / "cards.csv"
    table.write_text("name,cost\nA,1\n", encoding="utf-8")
    done = cli("games", "--schemas", table)
    assert (done.code, "--cards" in done.err) == (2, True)


def test_own_cards_are_checked_against_the_game_they_are_of(cli: Runner, tmp_path: Path) -> None:
    table, cards = tmp_path / "cards.csv", tmp_path / "cards.yaml"
    table.write_text("name,rarity\nA,rare\n", encoding="utf-8")
    cards.write_text("game: Venture\ncards:\n  - {name: A, rarity: rare}\n", encoding="utf-8")
    done = cli("games", "--check", "--cards", table)
    assert (done.code, "of which game" in done.err) == (2, True)
    done = cli("games", "--check", "--cards", cards)
    assert [line.split(":")[0] for line in done.out.splitlines()][-1:] == ["venture"]
    assert "yugioh" not in done.out


def test_tokens_are_not_counted_as_cards(cli: Runner) -> None:
    assert "(14273 cards)" in cli("games").out


def test_a_key_that_nobody_reads_is_a_warning_unless_cards_hang_on_it(cli: Runner, tmp_path: Path) -> None:
    deck = tmp_path / "deck.yaml"
    text = Path(LEGAL).read_text(encoding="utf-8")
    for extra, severity in (("author: me", "warning"), ("autors: [1 Veilleur]", "error"), ("formt: x", "error")):
        deck.write_text(f"{extra}\n{text}", encoding="utf-8")
        done = cli("check", deck, "-o", "json")
        (problem,) = json.loads(done.out)["decks"][0]["problems"]
        assert (problem["rule"], problem["severity"], problem["line"]) == ("shape", severity, 1)
        assert done.code == (1 if severity == "error" else 0)


TORN = """\
game: venture
main:
  - 3 Veilleur
  - 2 Veileur
  - "3 Rat des fonderies
  - 0 Veilleur
side:
  - 1 Qqqqqq # none
"""


def test_one_broken_line_does_not_hide_the_others(cli: Runner, tmp_path: Path) -> None:
    deck = tmp_path / "deck.yaml"
    deck.write_text(TORN, encoding="utf-8")
    done = cli("check", deck, "-o", "json")
    (report,) = json.loads(done.out)["decks"]
    assert [(p["rule"], p["line"]) for p in report["problems"]] == [
        ("unknown-card", 4),
        ("syntax", 5),
        ("count", 6),
        ("unknown-card", 8),
    ]
    assert (done.code, report["legal"], json.loads(done.out)["summary"]["unreadable"]) == (1, False, 1)
    deck.write_text(TORN.replace("game: venture", "game: 'venture"), encoding="utf-8")
    (report,) = json.loads(cli("check", deck, "-o", "json").out)["decks"]
    assert [p["rule"] for p in report["problems"]] == ["syntax"]


def test_a_pattern_that_matches_nothing_is_told(cli: Runner, tmp_path: Path) -> None:
    done = cli("check", tmp_path / "*.yaml")
    assert (done.code, "no file matches this pattern" in done.out) == (1, True)


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("a.yaml", "main: [4 Veilleur]\n", "or write game: … at the top"),
        ("a.txt", "4 Veilleur\n", "or write game: … at the top"),
        ("a.json", '{"sections": {"main": [{"card": "Veilleur", "count": 4}]}}', 'or write "game": "…" at the top'),
        ("a.csv", "count,card\n4,Veilleur\n", None),
        ("a.dek", '<Deck><Cards Quantity="4" Name="Veilleur"/></Deck>', None),
    ],
)
def test_how_to_name_the_game_of_a_deck(cli: Runner, tmp_path: Path, name: str, text: str, told: str | None) -> None:
    """A form that has no room for the game is not told to name it."""
    done = cli("check", write(tmp_path, name, text))
    assert (done.code, "which game is it? Say -g GAME" in done.out) == (1, True), done
    assert told in done.out if told else "at the top" not in done.out
