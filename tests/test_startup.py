"""What a check imports: a small deck must not pay for what it does not use."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from kit import tiny, written

from deckcheck import cli
from deckcheck.sessions.session import Session

ROOT = Path(__file__).parent.parent
UNUSED = ("deckcheck.engine", "deckcheck.printing", "deckcheck.odds", "deckcheck.views")
HEAVY = {"tabulate", "numpy", "rapidfuzz", "rich", "scipy", "pandas"}
SCRIPT = """\
import sys
from deckcheck.cli import run
code = run(sys.argv[1:])
print("modules", *sorted({name.partition(".")[0] for name in sys.modules}))
print("ours", *sorted(name for name in sys.modules if name.startswith("deckcheck")))
sys.exit(code)
"""


def imported(*arguments: str) -> tuple[set[str], set[str]]:
    """The modules of a run: all by their first name, and those of the package in full."""
    result = subprocess.run(
        [sys.executable, "-c", SCRIPT, *arguments], capture_output=True, text=True, check=True, cwd=ROOT
    )
    *_, modules, ours = result.stdout.splitlines()
    return set(modules.split()[1:]), set(ours.split()[1:])


@pytest.mark.parametrize("deck", ["venture-legal.yaml", "clash-of-decks-legal.yaml", "yugioh-legal.yaml"])
def test_check_of_a_legal_deck_imports_nothing_heavy(deck: str) -> None:
    modules, ours = imported("check", f"tests/decks/readme/{deck}")
    assert not modules & HEAVY
    assert not {name for name in ours if name.startswith(UNUSED)}
    assert {name for name in ours if name.startswith("deckcheck.reports.")} == {
        f"deckcheck.reports.{name}" for name in ("look", "text")
    }


def test_help_and_version_read_no_game() -> None:
    for option in ("--help", "--version"):
        modules, ours = imported(option)
        assert not modules & {*HEAVY, "yaml", "jsonschema"}
        assert "deckcheck.games.library" not in ours


WITHOUT_TYPER = [
    "check x.ydk",
    "check x.txt -g yugioh --exit-zero",
    "check x.yaml -q --as-of 2026-05-18 -o json",
    "check . -F goat",
    "check y.ydk",
    "check x.ydk --as-of tomorrow",
    "check x.ydk -g no",
    "show x.yaml",
    "rules yugioh -F goat",
    "convert x.yaml --to text",
    "lists yugioh --isolated",
]


@pytest.mark.parametrize("line", WITHOUT_TYPER)
def test_a_well_formed_line_goes_without_typer(line: str, tmp_path: Path) -> None:
    """Also where it ends with an error; and a check of what is no YAML reads none."""
    (tmp_path / "x.ydk").write_text("#main\n46986414\n46986414\n", encoding="utf-8")
    (tmp_path / "x.txt").write_text("3 Dark Magician\n", encoding="utf-8")
    (tmp_path / "x.yaml").write_text("game: yugioh\nmain:\n  - 3 Dark Magician\n", encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}

    def run() -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-c", LOADED, *line.split()]
        return subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path, env=environment)

    run()  # compiled from here on
    done = run()
    assert "Traceback" not in done.stderr
    loaded = set(done.stdout.splitlines()[-1].split())
    assert not {"typer", "jsonschema", *HEAVY} & loaded
    assert ("yaml" in loaded) <= ("yaml" in line or " ." in line)


SCHEMA = """
card: {properties: {name: {type: string}}}
sections: {main: {title: Main}}
rules: {size: {size: {in: main, max: 2}, assumed: case}}
default: usual
formats: {usual: {title: Usual}}
"""


@pytest.mark.parametrize("line", ["check x.txt", "check x.txt -F no", "show x.txt -F no", "rules tiny -F no"])
def test_an_error_does_the_work_once(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever goes wrong, at whatever point, is told from where it came up."""
    tiny(tmp_path, SCHEMA, "name\nAlpha\n")
    written(tmp_path, "x.txt", "3 Alpha\n")
    monkeypatch.chdir(tmp_path)
    begun: list[object] = []
    make = Session.__init__

    def counted(self: Session, *given: Any) -> None:
        begun.append(given)
        make(self, *given)

    monkeypatch.setattr(Session, "__init__", counted)
    game = ["--schemas", "tiny.yaml", "--cards", "tiny.csv"] if "rules" not in line else ["--schemas", "tiny.yaml"]
    assert cli.run([*line.split(), *game, *(["-g", "tiny"] if "x.txt" in line else [])]) == (2 if "no" in line else 1)
    assert len(begun) == 1


# What a plain check of a legal or illegal deck may load: a module more is time that every check takes. Forms of
# decks besides, each for its own; and what unknown names, slips and other reports need is loaded by them.
OURS = """
    cards cards.card_schema cards.names cards.pool cli commands commands.check commands.decks commands.declare
    commands.options commands.output compiled compiled.blocks compiled.cache compiled.codec compiled.game
    compiled.index decks decks.clues decks.codes decks.deck decks.follow decks.guess decks.headings decks.lines
    decks.named decks.recognise decks.resolve expr expr.closures expr.names expr.operators expr.trends expr.values files
    files.folders files.nodes files.schema_reader files.source formats formats.sections games games.choices
    games.library games.peek lists lists.bindings lists.dated lists.fetched files.json_text
    record report reports reports.look reports.text rules
    rules.check rules.fixes rules.game rules.headroom rules.judge rules.kernel rules.limits rules.measure
    rules.placing rules.prefilter rules.rule rules.trials rules.view sessions sessions.batch sessions.find
    sessions.project sessions.session sessions.settings spelling start wording wording.english wording.english.build
    wording.english.ci wording.english.goldfish wording.english.lists wording.english.mapping wording.english.odds
    wording.english.printing wording.english.problems wording.english.schema wording.english.sheet
    wording.english.update
    wording.english.usage wording.phrases
    wording.safe_text wording.sentences wording.templates
"""
BY_FORM = {
    "ydk": {"formats.ydk"},
    "txt": {"formats.text", "formats.parts"},
    "yaml": {"formats.yaml", "files.yaml_nodes", "files.yaml_hints"},
}
# Slow to import, and of no use to a plain check; `dataclasses` brings `inspect` along.
NOT_NEEDED = {
    *(
        "argparse",
        "ast",
        "asyncio",
        "concurrent",
        "csv",
        "dataclasses",
        "datetime",
        "difflib",
        "dis",
        "email",
        "inspect",
    ),
    *("logging", "multiprocessing", "pickle", "random", "shutil", "socket", "subprocess", "tempfile", "threading"),
    *("tokenize", "tomllib", "xml", "click", "typer", "jsonschema"),
}
LOADED = """\
import sys
bare = set(sys.modules)
from deckcheck.start import main
try:
    main()
except SystemExit:
    pass
print(*sorted(set(sys.modules) - bare))
"""


@pytest.mark.parametrize("form", BY_FORM)
def test_a_plain_check_loads_these_modules_and_no_more(form: str, tmp_path: Path) -> None:
    texts = {
        "ydk": "#main\n46986414\n46986414\n46986414\n46986414\n",
        "txt": "4 Dark Magician\n",
        "yaml": "game: yugioh\nmain:\n  - 4 Dark Magician\n",
    }
    deck = tmp_path / f"deck.{form}"
    deck.write_text(texts[form], encoding="utf-8")

    def run() -> set[str]:
        command = [sys.executable, "-c", LOADED, "check", str(deck), "-g", "yugioh"]
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        result = subprocess.run(command, capture_output=True, text=True, check=True, cwd=tmp_path, env=environment)
        assert "illegal" in result.stdout
        return set(result.stdout.splitlines()[-1].split())

    run()  # compiled from here on
    loaded = run()
    ours = {name.removeprefix("deckcheck.") for name in loaded if name.startswith("deckcheck.")}
    assert sorted(ours - {*OURS.split(), *BY_FORM[form]}) == []
    unneeded = NOT_NEEDED if form != "yaml" else NOT_NEEDED - {"datetime"}  # yaml itself asks for that
    assert sorted(loaded & unneeded) == []
    assert ("yaml" in loaded) is (form == "yaml")
