"""What the shells are offered, asked in the way their scripts do."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from kit import LIBRARY, shipped, written

from deckcheck import formats
from deckcheck.commands import COMMANDS, shells
from deckcheck.commands.completing import MOST
from deckcheck.printing import documents
from deckcheck.printing.document import PAPERS
from deckcheck.printing.documents import KINDS
from deckcheck.reports import REPORTS, goldfish, odds
from deckcheck.reports.repairs import REPAIRS

ROOT = Path(__file__).parent.parent
DECK = "tests/decks/readme/venture-legal.yaml"


def zsh_words(code: str) -> list[str]:
    """The words of the code that zsh is to run; none where it is to look for files."""
    words = shlex.split(code.replace("=(", " ( ").replace("); ", " ) "))
    if words[0] == "compadd":
        return words[2:]
    return [word.split(":")[0] for word in words[words.index("(") + 1 : words.index(")")]] if "(" in words else []


def asked(shell: str, *words: str) -> list[str]:
    """The words offered for the last one, as the script of the shell gets them."""
    line = " ".join(words)
    environment = {**os.environ, "_DECKCHECK_COMPLETE": f"complete_{shell}", "PYTHONUTF8": "1"}
    if shell == "bash":
        environment |= {"COMP_WORDS": "\n".join(words), "COMP_CWORD": str(len(words) - 1)}
    else:
        environment |= {"_TYPER_COMPLETE_ARGS": line, "_TYPER_COMPLETE_FISH_ACTION": "get-args"}
    done = subprocess.run(
        [sys.executable, "-m", "deckcheck"], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.stderr == ""
    if shell == "zsh":
        return zsh_words(done.stdout)
    return [text.split("\t")[0] for text in done.stdout.splitlines() if text]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_shell_is_offered_commands_games_formats_and_cards(shell: str) -> None:
    assert set(asked(shell, "deckcheck", "")) == set(COMMANDS)
    assert asked(shell, "deckcheck", "go") == ["goldfish"]
    assert asked(shell, "deckcheck", "rules", "") == list(LIBRARY.game_ids())
    assert asked(shell, "deckcheck", "check", "-g", "ven") == ["venture"]
    assert asked(shell, "deckcheck", "check", "-g", "clash-of-decks", "-F", "") == list(
        shipped("clash-of-decks").game.formats
    )
    assert asked(shell, "deckcheck", "cards", "venture", "Veil") == ["Veilleur"]


def test_the_game_is_that_of_the_line_or_of_the_deck(tmp_path: Path) -> None:
    assert asked("bash", "deckcheck", "add", DECK, "Veil") == ["Veilleur"]
    assert asked("bash", "deckcheck", "add", DECK, '"2 Veil') == ["2 Veilleur"]
    assert asked("bash", "deckcheck", "move", DECK, "--to", "") == ["main", "side"]
    assert asked("bash", "deckcheck", "check", DECK, "--param", "") == ["strict_side="]
    own = written(tmp_path, "own.yaml", "game: nothing-known\n")
    assert asked("bash", "deckcheck", "add", own, "Veil") == []
    assert asked("bash", "deckcheck", "add", str(tmp_path), "Veil") == []
    assert asked("bash", "deckcheck", "check", "--schemas", "missing.yaml", "-g", "") == []
    assert set(asked("bash", "deckcheck", "check", "-F", "")) >= {"tcg", "draft"}


FIXED = [  # the words typed, and what is offered: all of them, and nothing else
    (("check", DECK, "-o", ""), list(REPORTS)),
    (("check", DECK, "-o", "jso"), ["json", "jsonl"]),
    (("rules", "venture", "-o", ""), ["text", "json", "markdown"]),
    (("convert", DECK, "--to", ""), list(formats.WRITERS)),
    (("print", DECK, "--kind", ""), list(KINDS)),
    (("print", DECK, "--to", ""), list(documents.WRITERS)),
    (("print", DECK, "--paper", ""), list(PAPERS)),
    (("goldfish", DECK, "-o", ""), list(goldfish.FORMS)),
    (("odds", DECK, "Veilleur", "-o", ""), list(odds.FORMS)),
    (("fix", DECK, "-o", ""), list(REPAIRS)),
    *(((name, "venture", "-o", ""), ["text", "json"]) for name in ("cards", "games", "lists")),
    (("lists", "yugioh", "gen"), []),
    (("lists", "yugioh", "tcg-g"), ["tcg-genesys"]),
    (("rules", "clash-of-decks", "-F", ""), list(shipped("clash-of-decks").game.formats)),
    (("cards", "venture", "veil"), ["veilleur"]),
]


@pytest.mark.parametrize(("typed", "offered"), FIXED, ids=[" ".join(typed) for typed, _ in FIXED])
def test_what_is_offered_where_the_words_are_known(typed: tuple[str, ...], offered: list[str]) -> None:
    assert sorted(asked("bash", "deckcheck", *typed)) == sorted(offered)


def test_cards_are_fifty_at_most_and_one_word_in_bash() -> None:
    names = asked("fish", "deckcheck", "cards", "yugioh", "D")
    assert len(names) == MOST
    assert names == sorted(names)
    offered = asked("bash", "deckcheck", "cards", "venture", "Dragon")
    assert r"Dragon\ de\ cendre" in offered
    assert "Dragon de cendre" in asked("bash", "deckcheck", "cards", "venture", '"Dragon')
    assert r"Dragon\ de\ cendre" in asked("bash", "deckcheck", "cards", "venture", r"Dragon\ d")


def test_names_are_found_without_their_accents_and_a_deck_with_a_blank_in_its_name(tmp_path: Path) -> None:
    deck = shlex.quote(written(tmp_path, "my deck.yaml", "game: clash-of-decks\n"))
    for shell in ("bash", "zsh", "fish"):
        offered = asked(shell, "deckcheck", "add", deck, "\"2 exces d'adren")
        assert offered == ["2 exces d'adrenaline"]  # what is typed stays
        assert asked(shell, "deckcheck", "add", deck, "--to", "") == list(shipped("clash-of-decks").game.sections)
        assert asked(shell, "deckcheck", "cards", "clash-of-decks", '"Golem d’') == ["Golem d’onyx"]


NAMES = [  # with all that a shell takes for something else
    *("Dragon de cendre", "Number 39: Utopia", "Cat's Eye", '"Loud" Larry', "What? Who*", "Cash $1 & more"),
    *("Back\\slash", "Tick `x`; [y]", "Élan (vital) <a|b>", "Feu ~ #1 {x,y} = z", "DON!! Power", "A=b", "''", "3 x 4"),
]
BEGUN = {  # how the beginning of a name is typed, by the quote that it stands in
    "": lambda text: "".join(char if char.isalnum() or char in ":=" else f"\\{char}" for char in text),
    '"': lambda text: '"' + "".join(f"\\{char}" if char in '"\\$`' else char for char in text),
    "'": lambda text: "'" + text.replace("'", "'\\''"),
}


def by_bash(word: str) -> list[str]:
    """A word as bash hands it over: taken apart at bare signs that end words."""
    return re.findall(r"(?:\\.|\"(?:\\.|[^\"])*\"?|'[^']*'?|[^:=\\\"'])+|[:=]+", word)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("quote", BEGUN)
def test_what_bash_puts_in_is_the_name_wherever_it_was_cut(
    name: str, quote: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for cut in range(1, len(name)):
        typed = BEGUN[quote](name[:cut])
        parts = by_bash(typed)
        monkeypatch.setenv("_DECKCHECK_COMPLETE", "complete_bash")
        monkeypatch.setenv("COMP_WORDS", "\n".join(["deckcheck", "cards", "odd", *parts]))
        monkeypatch.setenv("COMP_CWORD", str(2 + len(parts)))
        question = shells.question()
        assert question is not None
        last = question.words[-1]
        assert (last.typed, last.meant) == (typed, name[:cut])
        put_in = shells.answer(question, f"{name}\n").rstrip("\n")
        whole = shells.split(last.typed[: question.kept] + put_in + last.quote)
        assert [(word.meant, word.quote) for word in whole] == [(name, "")]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("quote", BEGUN)
@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_zsh_and_fish_are_asked_and_told_the_name_as_it_is_meant(
    shell: str, name: str, quote: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for cut in range(1, len(name)):
        begun = BEGUN[quote](name[:cut])
        if shell == "fish" and quote == "'":
            begun = "'" + name[:cut].replace("\\", "\\\\").replace("'", "\\'")
        monkeypatch.setenv("_DECKCHECK_COMPLETE", f"complete_{shell}")
        monkeypatch.setenv("_TYPER_COMPLETE_ARGS", f"deckcheck cards odd {begun}")
        question = shells.question()
        assert question is not None
        assert [word.meant for word in question.words] == ["deckcheck", "cards", "odd", name[:cut]]
        told = shells.answer(question, f"{name}\n")
        assert (shlex.split(told)[2:] if shell == "zsh" else told.splitlines()) == [name]


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("deckcheck ", ["deckcheck", ""]),
        ("deckcheck  a\tb", ["deckcheck", "a", "b"]),
        ("a Dragon\\ ", ["a", "Dragon "]),
        ("a Dragon\\", ["a", "Dragon"]),
        ("a 'b c' ", ["a", "b c", ""]),
        ('a "b" "', ["a", "b", ""]),
        ("a '' b", ["a", "", "b"]),
        ("a x' y'z", ["a", "x yz"]),
        ("", [""]),
    ],
)
def test_a_line_is_split_wherever_it_ends(line: str, meant: list[str]) -> None:
    assert [word.meant for word in shells.split(line)] == meant


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_value_behind_a_sign_of_equality_is_offered(shell: str) -> None:
    words = ("--game", "=", "ven") if shell == "bash" else ("--game=ven",)
    assert asked(shell, "deckcheck", "check", *words) == ["venture" if shell == "bash" else "--game=venture"]


def test_fish_is_told_whether_to_offer_files() -> None:
    for line, code in (("deckcheck check -g ven", 0), ("deckcheck check my\\ dec", 1), ("deckcheck check ", 1)):
        environment = {**os.environ, "_DECKCHECK_COMPLETE": "complete_fish", "_TYPER_COMPLETE_FISH_ACTION": "is-args"}
        environment |= {"_TYPER_COMPLETE_ARGS": line}
        done = subprocess.run([sys.executable, "-m", "deckcheck"], env=environment, capture_output=True, check=False)
        assert (done.returncode, done.stdout) == (code, b"")
    assert asked("zsh", "deckcheck", "check", "my") == []


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_of_a_shell_can_be_had(shell: str) -> None:
    environment = {**os.environ, "_DECKCHECK_COMPLETE": f"source_{shell}"}
    done = subprocess.run(
        [sys.executable, "-m", "deckcheck"], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    assert "_DECKCHECK_COMPLETE" in done.stdout


@pytest.mark.parametrize("columns", ["20", "70", "200"])
@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_help_of_an_option_is_no_candidate_however_narrow_the_terminal_is(
    shell: str, columns: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    offered = asked(shell, "deckcheck", "check", "--")
    assert [word for word in offered if not word.startswith("--")] == []
    assert "--strict" in offered
