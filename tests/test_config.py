"""`deckcheck.yaml`: where it is looked for, what it says, and everything that may be wrong with it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from test_cli import LEGAL, Runner, cli, write

from deckcheck.report import DeckcheckError, Problem
from deckcheck.sessions.project import Choices, find_project
from deckcheck.sessions.project_file import read_project

__all__ = ["cli"]

DECK = Path(LEGAL).read_text(encoding="utf-8")
SIDE = DECK.replace("side:\n", "side:\n  - 1 Graine errante\n")


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def checked(cli: Runner, *arguments: str | Path) -> dict[str, Any]:
    result = cli("check", *arguments, "-o", "json")
    assert result.code < 2, result.err
    document: dict[str, Any] = json.loads(result.out)
    return document


def rules(document: dict[str, Any]) -> dict[str, str]:
    return {problem["rule"]: problem["severity"] for deck in document["decks"] for problem in deck["problems"]}


def faults(folder: Path, text: str) -> tuple[Problem, ...]:
    with pytest.raises(DeckcheckError) as caught:
        read_project(write(folder, "deckcheck.yaml", text))
    assert caught.value.sentence == "usage.config"
    return caught.value.problems


def test_the_nearest_file_upwards_holds(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert find_project(here) in (None, Path("/deckcheck.yaml"))
    outer = write(here, "deckcheck.yaml", "game: venture\n")
    inner = write(here, "a/b/deckcheck.yaml", "game: yugioh\n")
    (here / "a" / "b" / "c").mkdir()
    assert find_project(here) == outer
    assert find_project(here / "a") == outer
    assert find_project(here / "a" / "b" / "c") == inner
    monkeypatch.chdir(here / "a" / "b" / "c")
    assert find_project() == inner


def test_a_deck_of_that_name_is_none(here: Path, cli: Runner) -> None:
    outer = write(here, "deckcheck.yaml", "game: venture\nlists:\n  - x.yaml\n")
    write(here, "a/deckcheck.yaml", DECK)
    assert find_project(here / "a") == outer
    outer.write_text("game: venture\nexclude:\n  - old\n", encoding="utf-8")
    assert [deck["path"] for deck in checked(cli, ".")["decks"]] == ["./a/deckcheck.yaml"]


def test_all_it_may_say(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(
        here,
        "deckcheck.yaml",
        """\
game: yugioh
as_of: 2025-01-01
cards: [my cards.csv, /all/cards]
schemas: games
include: ["decks/**"]
exclude: [old]
format: goat
lists: ["own.lflist.conf#Mine"]
params: {cap: 90, deep: true, names: [a, b]}
severity: {three: warning, points: off}
games:
  venture: {severity: {main-size: info}}
""",
    )
    (here / "sub").mkdir()
    monkeypatch.chdir(here / "sub")
    project = read_project(here / "deckcheck.yaml")
    assert (project.path, project.game, project.as_of) == ("../deckcheck.yaml", "yugioh", "2025-01-01")
    assert project.cards == ("../my cards.csv", "/all/cards")
    assert project.schemas == ("../games",)
    assert (project.include, project.exclude) == (("decks/**",), ("old",))
    own = project.games["yugioh"]
    assert (own.format, own.lists) == ("goat", ("../own.lflist.conf#Mine",))
    assert own.params == {"cap": "90", "deep": "true", "names": "a,b"}
    assert own.severity == {"three": "warning", "points": "off"}
    assert project.games["venture"].severity == {"main-size": "info"}
    assert read_project(write(here, "empty.yaml", "# nothing yet\n")).games == {}
    assert Choices() == read_project(write(here, "one.yaml", "games: {venture: {}}\n")).games["venture"]


@pytest.mark.parametrize(
    ("text", "sentence", "line", "facts"),
    [
        ("gane: venture\n", "schema.unknown-key", 1, {"nearest": "game"}),
        ("game: venture\nseverity: {main-size: eror}\n", "schema.not-one-of", 2, {"nearest": "error"}),
        ("games:\n  venture:\n    formt: x\n", "schema.unknown-key", 3, {"nearest": "format"}),
        ("games: [venture]\n", "schema.not-a-mapping", 1, {}),
        ("game: [venture]\n", "schema.not-a-text", 1, {}),
        ("as_of: tomorrow\n", "usage.day", 1, {"day": "tomorrow"}),
        ("severity: {main-size: off}\n", "config.no-game", 1, {"key": "severity"}),
        ("game: a\nformat: x\ngames:\n  a: {}\n", "config.game-twice", 4, {"game": "a"}),
        ("game: a\nparams: {b: {c: d}}\n", "schema.not-a-text", 2, {}),
        ("game: a\ngame: b\n", "syntax.repeated-key", 2, {}),
        ("- game\n", "schema.not-a-mapping", 1, {}),
        ("include: {a: b}\n", "schema.not-a-list", 1, {}),
        ("game: 'a\n", "syntax.unclosed-quote", 1, {}),
    ],
)
def test_what_is_wrong_is_told_at_its_place(
    tmp_path: Path, text: str, sentence: str, line: int, facts: dict[str, object]
) -> None:
    (problem,) = faults(tmp_path, text)
    assert (problem.sentence, problem.place.line) == (sentence, line)
    assert facts.items() <= problem.facts.items()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("gane: venture\n", "deckcheck.yaml:1:1: error: deckcheck.yaml has no key `gane`; did you mean `game`?"),
        ("game: ventur\n", "deckcheck.yaml:1:7: error: there is no game ventur; did you mean venture?"),
        ("games:\n  ventur: {}\n", "deckcheck.yaml:2:3: error: there is no game ventur; did you mean venture?"),
        ("game: venture\nformat: tcg\n", "deckcheck.yaml:2:9: error: game venture has no format tcg"),
        ("game: venture\nparams: {strict: true}\n", "deckcheck.yaml:2:10: error: game venture has no param strict"),
        ("game: venture\nseverity: {main-sise: off}\n", "has no rule main-sise; did you mean main-size?"),
        ("game: venture\nseverity: {unknown-card: off}\n", "unknown-card is no rule of venture but tells what"),
        ("game: venture\nlists: [none.yaml]\n", "none.yaml"),
        ("cards: none.csv\n", "there is no file or folder none.csv"),
        ("schemas: none.yaml\n", "none.yaml"),
        ("include: ['!']\n", "not all of these are patterns as in .gitignore: !"),
    ],
)
def test_what_cannot_be_is_wrong_usage(here: Path, cli: Runner, text: str, told: str) -> None:
    write(here, "a.yaml", DECK)
    write(here, "deckcheck.yaml", text)
    result = cli("check", ".")
    assert (result.code, result.out) == (2, "")
    assert told in result.err
    assert cli("check", ".", "--isolated").code == 0


def test_options_win(here: Path, cli: Runner) -> None:
    write(here, "deck.txt", "3 Gemini Elf\n")
    write(here, "deckcheck.yaml", "game: yugioh\nformat: goat\nas_of: 2026-01-01\n")
    (deck,) = checked(cli, "deck.txt")["decks"]
    assert (deck["game"], deck["format"], deck["as_of"]) == ("yugioh", "goat", "2026-01-01")
    (deck,) = checked(cli, "deck.txt", "-F", "edison", "--as-of", "2026-02-02")["decks"]
    assert (deck["format"], deck["as_of"]) == ("edison", "2026-02-02")
    (deck,) = checked(cli, "deck.txt", "-g", "venture")["decks"]
    assert (deck["game"], deck["format"]) == ("venture", None)


def test_a_deck_that_names_its_format_keeps_it(here: Path, cli: Runner) -> None:
    write(here, "deck.yaml", "game: yugioh\nformat: edison\nmain:\n  - 3 Gemini Elf\n")
    write(here, "deckcheck.yaml", "game: venture\ngames:\n  yugioh: {format: goat}\n")
    (deck,) = checked(cli, "deck.yaml")["decks"]
    assert (deck["game"], deck["format"]) == ("yugioh", "edison")


def test_another_file_and_none(here: Path, cli: Runner) -> None:
    write(here, "deck.txt", "3 Veilleur\n")
    write(here, "deckcheck.yaml", "game: venture\n")
    write(here, "other/own.yaml", "game: clash-of-decks\n")
    assert checked(cli, "deck.txt")["decks"][0]["game"] == "venture"
    assert checked(cli, "deck.txt", "--config", "other/own.yaml")["decks"][0]["game"] == "clash-of-decks"
    assert "game" in rules(checked(cli, "deck.txt", "--isolated"))
    assert cli("check", "deck.txt", "--config", "none.yaml").code == 2


def test_severity(here: Path, cli: Runner) -> None:
    write(here, "deck.yaml", SIDE)
    assert rules(checked(cli, "deck.yaml"))["side-size"] == "error"
    for level in ("warning", "info"):
        write(here, "deckcheck.yaml", f"game: venture\nseverity: {{side-size: {level}}}\n")
        document = checked(cli, "deck.yaml")
        assert rules(document)["side-size"] == level
        assert document["decks"][0]["legal"]
    write(here, "deckcheck.yaml", "games:\n  venture: {severity: {side-size: off}}\n")
    document = checked(cli, "deck.yaml")
    assert "side-size" not in rules(document)
    assert [
        note
        for note in document["decks"][0]["judged_by"]
        if "not judged: side-size, switched off in deckcheck.yaml" in note
    ]
    assert cli("show", "deck.yaml").code == 0
    assert cli("show", "deck.yaml", "--isolated").code == 1


def test_params(here: Path, cli: Runner) -> None:
    write(here, "deck.yaml", DECK)
    write(here, "deckcheck.yaml", "game: venture\nparams: {strict_side: true}\n")
    strict = rules(checked(cli, "deck.yaml"))
    assert strict == rules(checked(cli, "deck.yaml", "--isolated", "--param", "strict_side=true"))
    loose = rules(checked(cli, "deck.yaml", "--param", "strict_side=false"))
    assert loose == rules(checked(cli, "deck.yaml", "--isolated"))


def test_cards_and_schemas_of_ones_own(here: Path, cli: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    schema = "game: tiny\ntitle: Tiny\ncopy: name\ncard: {required: [name]}\nsections: {main: {title: Main}}\n"
    write(here, "games/tiny.yaml", f"{schema}rules:\n  two: {{copies: {{in: main, max: 2}}, assumed: we say so}}\n")
    write(here, "games/cards.csv", "name\nOgre\nElf\n")
    write(here, "deckcheck.yaml", "game: tiny\nschemas: games/tiny.yaml\ncards: games/cards.csv\n")
    write(here, "decks/a.yaml", "game: tiny\nmain:\n  - 3 Ogre\n")
    assert rules(checked(cli, "decks")) == {"two": "error"}
    monkeypatch.chdir(here / "decks")
    assert rules(checked(cli, "a.yaml")) == {"two": "error"}
    assert "tiny: Tiny (2 cards)" in cli("games").out
    assert cli("cards", "tiny", "Elf").code == 0
    assert cli("rules", "tiny").code == 0
    assert cli("games", "--isolated", "tiny").code == 2
