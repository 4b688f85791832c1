"""Every command with every option that several share: it takes it, and the answer is another one; or it refuses it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from kit import written

from deckcheck.cli import run
from deckcheck.commands import COMMANDS, command
from deckcheck.commands.declare import declared
from deckcheck.commands.options import DRAFT, JUDGING

SCHEMA = """\
game: tiny
title: Tiny game
copy: name
card: {required: [name], properties: {name: {type: string}, cost: {type: integer}}}
sections: {main: {title: Main}, side: {title: Side}}
params: {cap: 9}
lists: {bans: {title: Bans, value: limit, words: {forbidden: 0, limited: 1, free: 3}}}
siding: {between: [main, side], keep: sizes, assumed: case}
rules:
  size: {size: {in: main, max: cap}, assumed: case}
  least: {size: {in: main, min: 3}, assumed: case}
  none: {size: {in: side, max: 0}, assumed: case}
  bans: {copies: {in: all, of: on(bans), max: bans}, assumed: case}
default: open
formats:
  open: {title: Open, lists: {bans: bans}}
  small: {title: Small, params: {cap: 1}, lists: {bans: bans@2020-06-01}}
sources: {bans: {list: bans, url: "https://example.invalid/bans.json", form: json, entries: list}}
play:
  zones: {hand: , field: cost == 1}
  setup:
    - draw: {n: 2}
  turn:
    - draw: {n: 1}
"""
OTHER = """\
game: tiny
title: Other game
copy: name
card: {required: [name], properties: {name: {type: string}}}
sections: {main: {title: Main}}
rules: {size: {size: {in: main, max: 2}, assumed: case}}
default: open
formats: {open: {title: Open}, small: {title: Small}}
"""
BANS = """\
list: bans
title: Bans
versions:
  - {from: "2020-01-01", until: "2020-12-31", entries: {limited: [Alpha]}}
  - {from: "2021-01-01", entries: {free: [Beta]}}
"""
DECK = "game: tiny\nmain: [2 Alpha, 1 Beta]\nside: [1 Beta]\nignore: [{rule: none, reason: a friendly table}]\n"
# What each option is given; the game is asked for with a deck that names none, a draft with one that is too small.
GIVEN = {
    "game": ["-g", "tiny"],
    "format": ["-F", "small"],
    "as_of": ["--as-of", "2020-06-01"],
    "cards": ["--cards", "other.csv"],
    "schemas": ["--schemas", "other.yaml"],
    "lists": ["--list", "own.yaml"],
    "params": ["--param", "cap=1"],
    "config": ["--config", "strict.yaml"],
    "isolated": ["--isolated"],
    "no_ignore": ["--no-ignore"],
    "draft": ["--draft"],
}
LINES = {
    "check": "check DECK",
    "show": "show DECK",
    "rules": "rules tiny",
    "cards": "cards tiny",
    "games": "games tiny",
    "lists": "lists tiny",
    "update": "update tiny --source bans.json --dry-run --from 2022-01-01",
    "convert": "convert DECK --to text",
    "print": "print DECK",
    "goldfish": "goldfish DECK --games 10",
    "odds": "odds DECK count(cost<2)>=1",
    "new": "new tiny",
    "add": "add DECK Alpha",
    "cut": "cut DECK Alpha",
    "move": "move DECK Alpha --to side",
    "fix": "fix DECK",
    "fill": "fill DECK",
    "diff": "diff DECK before.yaml --siding",
    "schema": "schema tiny",
}
# Lists are those of the game and its cards, whatever else the schema says: here another game.
GIVEN_TO = {("lists", "schemas"): ["--schemas", "extra.yaml"]}
# A line in which the option tells, where the usual one has no use for it.
TELLING = {
    ("cards", "format"): "cards tiny bans==1",
    ("cards", "as_of"): "cards tiny bans==1",
    ("lists", "schemas"): "lists extra",
    ("lists", "format"): "lists tiny --list own.yaml",
}


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    written(tmp_path, "tiny.yaml", SCHEMA)
    written(tmp_path, "other.yaml", OTHER)
    written(tmp_path, "extra.yaml", OTHER.replace("game: tiny", "game: extra"))
    for folder in ("cards", "cards/lists"):
        (tmp_path / folder).mkdir()
    written(tmp_path, "cards/tiny.csv", "name,cost\nAlpha,1\nBeta,2\nGamma,3\n")
    written(tmp_path, "cards/lists/bans.yaml", BANS)
    written(tmp_path, "other.csv", "name,cost\nAlphabet,7\nBeta,2\n")
    written(tmp_path, "own.yaml", "list: own\ntitle: Own\nversions: [{entries: {forbidden: [Alpha]}}]\n")
    written(tmp_path, "bans.json", '{"list": {"Alpha": 0, "Beta": 3}}')
    written(tmp_path, "deckcheck.yaml", "schemas: [tiny.yaml]\ncards: [cards]\n")
    small = "games: {tiny: {format: small, severity: {size: warning}}}\n"
    written(tmp_path, "strict.yaml", f"schemas: [other.yaml]\ncards: [other.csv]\n{small}")
    written(tmp_path, "deck.yaml", DECK)
    written(tmp_path, "before.yaml", DECK)
    written(tmp_path, "list.txt", "2 Alpha\n1 Beta\n")
    written(tmp_path, "begun.yaml", "game: tiny\nmain: [1 Alpha]\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DECKCHECK_DATA", str(tmp_path / "data"))
    return tmp_path


def cells() -> Iterator[tuple[str, str]]:
    for name in COMMANDS:
        for option in GIVEN:
            yield name, option


def test_the_matrix_is_whole() -> None:
    assert GIVEN.keys() == {*JUDGING, "draft"}
    assert LINES.keys() == COMMANDS.keys()
    assert DRAFT.words == ("--draft",)


@pytest.mark.parametrize(("name", "option"), list(cells()))
def test_an_option_is_taken_with_effect_or_refused(
    name: str, option: str, here: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    deck = {"game": "list.txt", "draft": "begun.yaml"}.get(option, "deck.yaml")
    line = TELLING.get((name, option), LINES[name]).replace("DECK", deck).split()

    def told(*more: str) -> tuple[int, str, str, str]:
        before = (here / deck).read_bytes()
        capfd.readouterr()
        code = run([*line, *more])
        out, err = capfd.readouterr()
        after = (here / deck).read_text(encoding="utf-8")
        (here / deck).write_bytes(before)
        return code, out, err, after

    taken = declared(command(name)).get(option)
    if taken is None or not taken.words:
        code, out, err, _ = told(*GIVEN[option])
        assert (code, out) == (2, "")
        assert GIVEN[option][0] in err
        return
    assert told() != told(*GIVEN_TO.get((name, option), GIVEN[option]))


@pytest.mark.parametrize("name", [name for name in COMMANDS if "tiny" in LINES[name]])
def test_a_game_is_known_by_any_spelling(name: str, here: Path, capfd: pytest.CaptureFixture[str]) -> None:
    answers = []
    for spelt in ("tiny", "TINY", "Tiny game"):
        code = run([spelt if word == "tiny" else word for word in LINES[name].split()])
        answers.append((code, capfd.readouterr()))
    assert answers[0][0] == 0
    assert answers[1:] == answers[:1] * 2


FORMAT = "games: {tiny: {format: small}}\n"


@pytest.mark.parametrize("name", [name for name in COMMANDS if "format" in declared(command(name))])
def test_a_format_of_the_project_is_one_of_the_line(name: str, here: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """What stands in deckcheck.yaml holds as if it had been asked for, in every command."""
    line = TELLING.get((name, "format"), LINES[name]).replace("DECK", "deck.yaml").split()
    answers = []
    for project, more in ((FORMAT, []), ("", ["-F", "small"])):
        written(here, "deck.yaml", DECK)
        written(here, "deckcheck.yaml", f"schemas: [tiny.yaml]\ncards: [cards]\n{project}")
        code = run([*line, *more])
        answers.append((code, capfd.readouterr(), (here / "deck.yaml").read_text(encoding="utf-8")))
    assert answers[0] == answers[1]


VERDICTS = {"add": "2 Gamma", "cut": "1 Alpha", "move": "1 Alpha --to side"}


@pytest.mark.parametrize("name", VERDICTS)
def test_the_verdict_after_an_edit_is_that_of_check(name: str, here: Path, capfd: pytest.CaptureFixture[str]) -> None:
    count, card, *more = VERDICTS[name].split()
    run([name, "deck.yaml", f"{count} {card}", *more])
    edited = capfd.readouterr().out
    run(["show", "deck.yaml"])
    verdict = capfd.readouterr().out.splitlines()[0].partition(": ")[2].partition(" (")[0]
    assert "the deck ignores none" in verdict
    assert verdict in edited


def test_a_project_chooses_by_the_names_of_the_options(here: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """What a deckcheck.yaml may say of judging has the name that it has in `Settings`; the rest is about files."""
    said = {"game", "as_of", "cards", "schemas", "format", "lists", "params"}
    assert said < JUDGING.keys()
    written(here, "deckcheck.yaml", "".join(f"{key}: x\n" for key in (*sorted(said), "nonsense")))
    assert run(["check", "deck.yaml"]) == 2
    assert [line for line in capfd.readouterr().err.splitlines() if "is not known" in line or "nonsense" in line] != []
