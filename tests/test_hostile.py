"""Files of strangers: all that they ask for is bounded, and nothing of them turns a terminal around."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest
from kit import head, written

from deckcheck.cards.files import load_pool
from deckcheck.cards.patterns import MOST_STEPS, PatternError, found_in
from deckcheck.cli import run as main
from deckcheck.commands.output import write_file
from deckcheck.decks.deck import Entry
from deckcheck.games.file import load_game
from deckcheck.report import DeckcheckError
from deckcheck.rules import trials
from deckcheck.rules.judge import Judge, Judged
from deckcheck.sessions.globs import read_globs, said_of

ROOT = Path(__file__).resolve().parent.parent
HEEDED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029]")
RULES = "sections: {main: {}}\nrules: {r: {size: {in: main, max: 9}, assumed: x}}\n"


def run(*arguments: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """A command in a process of its own; the time is a guard against what would take for ever."""
    done = subprocess.run(
        [sys.executable, "-m", "deckcheck", *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        stdin=subprocess.DEVNULL,
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        timeout=100,
        check=False,
    )
    assert "Traceback" not in done.stderr + done.stdout
    return done


# --- patterns of a schema -------------------------------------------------------------------------

PATTERNS = (
    *("a", "^a", "a$", "^$", "", "a|b", "(a|b)+c", "a{2}", "a{,2}b", "a{2,}", "a{1,3}?", "x{", "[]a]", "[^]a]", r"\d+"),
    *(r"\bab\b", r"\B", "(?=ab)a", "(?!ab)a", "(?<=a)b", "(?<!a)b", "(?i)AB", "(?i:A)b", "(?m)^b$", "(?s)a.b", r"\x61"),
    *("(?P<n>a)b", "(?=(?=a)a)(?!b).*", "(a*)*b", "(?:)*a", "(^|b)a", "[a-c]{2}", r"[\w-]+$", r"\A[A-Z]{3}-\d{3}\Z"),
)


@pytest.mark.parametrize("pattern", PATTERNS)
def test_a_pattern_says_what_it_always_says(pattern: str) -> None:
    texts = ("", "a", "b", "ab", "ba", "aab", "abab", "a\nb", "A", "x{", "]", "12", "ab ab", "ABC-123", "a-b", "bb\n")
    assert {text: found_in(pattern)(text) for text in texts} == {text: bool(re.search(pattern, text)) for text in texts}


@pytest.mark.parametrize(
    "pattern",
    [
        "^(a+)+$",
        "(a|aa)+$",
        "(a|a)*$",
        "^(.*a){8}$",
        "(a*)*$",
        "(x+x+)+y",
        "^(?!.*(a+)+$).*$",
        "(?=(a*)*b)b",
        "((a?)*)*b",
    ],
)
def test_no_pattern_takes_more_than_a_look_a_sign(pattern: str) -> None:
    found_in(pattern)("a" * 2_000 + "!")


@pytest.mark.parametrize(
    "pattern", [r"(a)\1", "(?>a)", "a++", "(a)?(?(1)b|c)", "(?x)a b", "(", "a{9999}", "((a{99}){99})"]
)
def test_a_pattern_that_cannot_be_matched_so_is_refused(pattern: str) -> None:
    with pytest.raises(PatternError):
        found_in(pattern)
    assert MOST_STEPS < 9999


def test_a_pattern_is_refused_at_its_line(tmp_path: Path) -> None:
    text = "card:\n  properties:\n    no:\n      type: string\n      pattern: (a)\\1\n" + RULES
    with pytest.raises(DeckcheckError) as caught:
        load_game(written(tmp_path, "s.yaml", head(text, "s")))
    (problem,) = caught.value.problems
    assert problem.sentence == "schema.pattern-part"
    assert problem.place.line == 1 + (tmp_path / "s.yaml").read_text().split("\n").index("      pattern: (a)\\1")


# --- references -----------------------------------------------------------------------------------


def schema(tmp_path: Path, card: str) -> str:
    return written(tmp_path, "s.yaml", head(f"card: {card}\n{RULES}", "s"))


@pytest.mark.parametrize(
    "card",
    [
        "{$defs: {n: {type: integer, minimum: 2}}, properties: {cost: {$ref: '#/$defs/n'}}}",
        "{$defs: {n: {type: integer, minimum: 2}}, properties: {cost: {$ref: '#/$defs/n', title: Cost}}}",
        "{$defs: {n: {type: integer}}, properties: {cost: {$ref: '#/$defs/n', minimum: 2}}}",
        "{definitions: {n: {type: integer, minimum: 2}}, properties: {cost: {$ref: '#/definitions/n'}}}",
        "{$defs: {n: {$anchor: num, type: integer, minimum: 2}}, properties: {cost: {$ref: '#num'}}}",
        "{$defs: {m: {$ref: '#/$defs/n'}, n: {type: integer, minimum: 2}}, properties: {cost: {$ref: '#/$defs/m'}}}",
        "{properties: {life: {type: integer, minimum: 2}, cost: {$ref: '#/properties/life'}}}",
        "{$defs: {n: {type: integer, minimum: 2}}, properties: {cost: {$ref: '#/items/$defs/n'}}}",
    ],
)
def test_a_reference_is_what_it_names(card: str, tmp_path: Path) -> None:
    game = load_game(schema(tmp_path, card))
    assert game.card.fields["cost"].kind == "number"
    pool = load_pool([written(tmp_path, "c.yaml", "cards: [{name: A, cost: 1}, {name: B, cost: 2}]")], game)
    assert [bool(card.faults) for card in pool] == [True, False]


@pytest.mark.parametrize(
    ("ref", "sentence"),
    [
        ("'#/$defs/gone'", "card-ref"),
        ("other.json", "card-ref"),
        ("'#gone'", "card-ref"),
        ("'#'", "card-circle"),
        ("5", "card-ref"),
    ],
)
def test_a_reference_to_nothing_is_told_once(ref: str, sentence: str, tmp_path: Path) -> None:
    with pytest.raises(DeckcheckError) as caught:
        load_game(schema(tmp_path, f"{{properties: {{cost: {{$ref: {ref}}}}}}}"))
    assert [problem.sentence for problem in caught.value.problems] == [f"schema.{sentence}"]


@pytest.mark.parametrize("word", ["allOf", "anyOf", "oneOf"])
@pytest.mark.parametrize("many", [30, 400])
def test_definitions_that_double_are_refused(word: str, many: int, tmp_path: Path) -> None:
    twice = [", ".join([f"{{$ref: '#/$defs/d{n}'}}"] * 2) for n in range(many)]
    rows = "".join(f"    d{n + 1}: {{{word}: [{refs}]}}\n" for n, refs in enumerate(twice))
    card = f"\n  $defs:\n    d0: {{}}\n{rows}  allOf: [{twice[-1]}]\n  properties: {{kind: {{type: string}}}}"
    with pytest.raises(DeckcheckError) as caught:
        load_game(schema(tmp_path, card))
    assert caught.value.problems[0].sentence in ("schema.card-large", "schema.card-deep")


def test_lists_of_many_kinds_are_compared_by_a_look_each(tmp_path: Path) -> None:
    game = load_game(schema(tmp_path, "{properties: {tags: {type: array, uniqueItems: true}}}"))
    items = ", ".join(f"{{a: {n}}}, {n}, t{n}" for n in range(3_000))
    pool = load_pool([written(tmp_path, "c.yaml", f"cards: [{{name: A, tags: [{items}]}}]")], game)
    assert len(pool) == 1


# --- patterns of files ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "path", "said"),
    [
        (["*.yaml"], "a/b.yaml", True),
        (["/b.yaml"], "a/b.yaml", None),
        (["a/"], "a/b.yaml", True),
        (["a/"], "a", None),
        (["a/*", "!a/b"], "a/b", False),
        (["a/", "!a/b"], "a/b", False),
        (["**/b"], "b", True),
        (["a/**/b"], "a/b", True),
        (["a/**/b"], "a/x/y/b", True),
        (["a/**"], "a/x/y", True),
        (["a/**"], "a", None),
        (["[!a]b"], "cb", True),
        (["[[:digit:]]b"], "1b", True),
        (["a\\*"], "a*", True),
        (["a\\*"], "ab", None),
        (["# a", "\\#a"], "#a", True),
        (["a\\ "], "a ", True),
        (["a "], "a", True),
        (["[a"], "[a", None),
    ],
)
def test_patterns_of_files(lines: list[str], path: str, said: bool | None) -> None:
    assert said_of(read_globs(lines), path, folder=False) is said


@pytest.mark.parametrize(
    "line", ["a*" * 8 + "b", "*a" * 100 + "b", "**/" * 60 + "b", "*?" * 60 + "[!al]", "[a-z]*" * 80 + "!"]
)
def test_no_pattern_of_files_hangs(line: str, tmp_path: Path) -> None:
    assert said_of(read_globs([line]), "/".join(["a" * 250] * 20), folder=False) is None
    deck = written(tmp_path, "a" * 60 + ".yaml", "game: venture\nmain: []\n")
    (tmp_path / ".git").mkdir()
    written(tmp_path, ".gitignore", f"{line}\n")
    written(tmp_path, "deckcheck.yaml", f"exclude: ['{line}']\ninclude: ['{line}', '*.yaml']\n")
    assert deck[-20:] in run("check", ".", cwd=tmp_path).stdout


# --- links ----------------------------------------------------------------------------------------


def test_an_output_takes_the_place_of_a_link(tmp_path: Path) -> None:
    secret = Path(written(tmp_path, "secret", "mine"))
    link = tmp_path / "report.xml"
    link.symlink_to(secret)
    write_file(str(link), "text")
    assert (link.is_symlink(), link.read_text(), secret.read_text()) == (False, "text", "mine")


@pytest.mark.parametrize(
    "arguments",
    [
        ("check", "deck.yaml", "-o", "junit=OUT"),
        ("convert", "deck.yaml", "-o", "OUT"),
        ("print", "deck.yaml", "--to", "text", "-o", "OUT"),
        ("new", "venture", "-o", "OUT"),
        ("schema", "venture", "-o", "OUT"),
    ],
)
def test_no_output_leads_out_of_the_folder_by_a_link(
    arguments: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "club").mkdir()
    (tmp_path / "out").mkdir()
    monkeypatch.chdir(tmp_path / "club")
    Path("deck.yaml").write_text("game: venture\nmain: [3 Veilleur]\n")
    Path("to").symlink_to(tmp_path / "out", target_is_directory=True)
    name = "x.yaml" if arguments[0] in ("convert", "new") else "x.txt"
    words = [word.replace("OUT", f"to/{name}") for word in arguments]
    assert main(words) == 2
    assert "leads out" in capfd.readouterr().err
    assert not list((tmp_path / "out").iterdir())


def test_an_edit_of_a_linked_deck_keeps_the_link(tmp_path: Path) -> None:
    real = Path(written(tmp_path, "real.yaml", "game: venture\nmain:\n  - 3 Veilleur\n"))
    (tmp_path / "link.yaml").symlink_to(real)
    run("add", str(tmp_path / "link.yaml"), "1 Veilleur")
    assert (tmp_path / "link.yaml").is_symlink()
    assert "4 Veilleur" in real.read_text()


# --- what is drawn --------------------------------------------------------------------------------


@pytest.mark.parametrize("hand", ["5", "2000", "20000", "999999999999"])
@pytest.mark.parametrize("options", [(), ("--games", "10")])
def test_a_pile_that_is_too_large_is_refused_or_played(hand: str, options: tuple[str, ...], tmp_path: Path) -> None:
    deck = written(tmp_path, "d.yaml", "game: yugioh\nmain:\n  - 10000 Dark Magician\n  - 10000 Kuriboh\n")
    done = run("odds", deck, 'count(name == "Kuriboh") >= 1', "--hand", hand, *options)
    assert done.returncode == 0 or "--games" in done.stderr


# --- long decks -----------------------------------------------------------------------------------


def test_fixes_of_a_long_deck_are_tried_within_a_bound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    judged: list[int] = []
    really = Judge.judged

    def counted(self: Judge, entries: Iterable[Entry]) -> Judged:
        lines = tuple(entries)
        judged.append(len(lines))
        return really(self, lines)

    monkeypatch.setattr(Judge, "judged", counted)
    names = [card.name for card in _yugioh()][:2_000]
    rows = "".join(f"  - {json.dumps('4 ' + name, ensure_ascii=False)}\n" for name in names)
    assert main(["check", written(tmp_path, "d.yaml", f"game: yugioh\nmain:\n{rows}"), "-o", "json"]) == 1
    assert 2_000 < sum(judged) <= trials.MOST_TRIED + 3 * 2_000


def _yugioh() -> list:  # type: ignore[type-arg]
    from deckcheck.games.library import Library

    return list(Library().pool("yugioh"))


# --- signs that a terminal heeds ------------------------------------------------------------------

EVIL = "x\u202ey\u2066z\u200fq\u200e"
SCHEMA = f"""
game: ev
title: T{EVIL}
book: {{title: B{EVIL}, sections: [S{EVIL}]}}
card:
  required: [name, kind]
  properties:
    name: {{type: string, title: N{EVIL}}}
    kind: {{enum: [a, "{EVIL}"], title: K{EVIL}}}
sections: {{main: {{title: "M{EVIL}\\nlive: 1"}}, side: {{title: "S{EVIL}"}}}}
default: std
formats: {{std: {{title: F{EVIL}}}}}
rules:
  r: {{size: {{in: main, min: 2, max: 3}}, title: R{EVIL}, source: S{EVIL}}}
  k: {{forbid: {{in: main, of: kind == a}}, title: R{EVIL}, assumed: x{EVIL}}}
"""
CARDS = f"game: ev\nset: S{EVIL}\nsource: {EVIL}\ncards:\n- {{name: C{EVIL}, kind: a}}\n- {{name: D, kind: {EVIL}}}\n"
DECK = f"# c {EVIL}\ngame: ev\nname: D{EVIL}\nmain:\n  - 5 C{EVIL} # {EVIL}\n  - 1 D\n  - 2 Q{EVIL}\n{EVIL}: [1 D]\n"
COMMANDS = (
    *(("check", "deck.yaml", "-o", form) for form in ("text", "json", "jsonl", "junit", "sarif", "github", "markdown")),
    *(("convert", "deck.yaml", "--to", form) for form in ("yaml", "text", "json", "csv")),
    *(("print", "deck.yaml", "--to", form) for form in ("text", "md", "html")),
    *((word, "deck.yaml") for word in ("fix", "fill", "show")),
    *((word, "ev") for word in ("rules", "games", "cards", "lists", "schema", "new")),
    *(("games",), ("rules", "ev", "--book"), ("games", "ev", "--check"), ("cards", "ev", EVIL), ("check", f"no{EVIL}")),
    *(
        ("check", "deck.yaml", "-g", EVIL),
        ("check", "deck.yaml", "-F", EVIL),
        ("check", "deck.yaml", "-o", EVIL),
        (EVIL,),
    ),
)


@pytest.mark.parametrize("arguments", COMMANDS, ids=lambda words: ascii(" ".join(words)))
def test_no_sign_that_turns_a_line_around_is_written(
    arguments: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in (("s.yaml", SCHEMA), ("c.yaml", CARDS), ("deck.yaml", DECK)):
        written(tmp_path, name, text)
    own = ("--schemas", "s.yaml", "--cards", "c.yaml")
    main([*arguments, *(own if arguments[0] != EVIL else ())])
    out, err = capfd.readouterr()
    assert not HEEDED.findall(out + err)
    if arguments[0] == "new":
        assert "\nlive:" not in out
