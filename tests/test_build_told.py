"""What the commands that build decks tell, and what to do next where they cannot do what they were asked."""

from __future__ import annotations

import json
import shlex
from dataclasses import dataclass
from pathlib import Path

import pytest

from deckcheck.cli import run

ROOT = Path(__file__).parent.parent
CLASH = ("Baron", "Brute", "Troll", "Zombie", "Boom!", "Carapace")


@dataclass(frozen=True)
class Result:
    code: int
    out: str
    err: str


@dataclass(frozen=True)
class Runner:
    capture: pytest.CaptureFixture[str]

    def __call__(self, *arguments: str | Path) -> Result:
        self.capture.readouterr()
        code = run([str(argument) for argument in arguments])
        return Result(code, *self.capture.readouterr())


@pytest.fixture
def cli(capfd: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Runner:
    """The commands, run in a folder of their own."""
    monkeypatch.chdir(tmp_path)
    return Runner(capfd)


def written(name: str, text: str) -> str:
    Path(name).write_text(text, encoding="utf-8")
    return name


def clash(*lines: str) -> str:
    return "game: clash-of-decks\nmain:\n" + "".join(f"  - {line}\n" for line in lines)


GAME = """
game: led
title: Led
card:
  required: [kind, rarity]
  properties: {name: {type: string}, kind: {enum: [leader, unit]}, rarity: {enum: [common, rare]}}
sections: {leader: {title: Leader, cards: 1}, main: {title: Main}}
rules:
  leader: {size: {in: leader, exactly: 1}, assumed: test}
  units: {only: {in: main, of: kind == unit}, assumed: test}
  size: {size: {in: main, min: 6, max: 8}, assumed: test}
  copies: {copies: {in: main, max: {by: rarity, common: 3, rare: 1}}, assumed: test}
"""
CARDS = """name,kind,rarity
Boss,leader,rare
Ant,unit,common
Bee,unit,common
Hog,leader,
Ink,unit,purple
"""
LED = "game: led\nleader: Boss\nmain:\n  - 3 Ant\n  - 3 Bee\n"


def own(*, cards: str = CARDS) -> tuple[str, ...]:
    """The options for a small game with cards whose records are at fault."""
    return ("--schemas", written("led.yaml", GAME), "--cards", written("led.csv", cards))


# -- what is left to be settled ------------------------------------------------------------------------


def left(told: str) -> list[str]:
    """What is to be settled by hand, without the places."""
    lines = told.partition("to be settled first, by hand:\n")[2].splitlines()
    return [line.strip() for line in lines if line.startswith("    ")]


@pytest.mark.parametrize("write", [True, False])
@pytest.mark.parametrize(
    ("lines", "rest"),
    [
        ("  - 1 Hog\n", ""),
        ("  - 1 Ink\n  - 1 Boss\n", "rarity is purple"),
        ("  - 1 Hog\n  - 1 Ink\n", "rarity is purple"),
        ("  - 1 Ink\n", "rarity is purple"),
        ("  - 1 Boss\n  - 1 Zork\n", 'no card is called "Zork"'),
        ("  - 1 Zork\n  - 4 Hog\n", 'no card is called "Zork"'),
        ("", ""),
    ],
)
def test_what_is_left_is_what_a_check_tells_afterwards(cli: Runner, lines: str, rest: str, write: bool) -> None:
    """Cards that are taken out leave nothing to be settled; the exit code is that of the file as it is now."""
    deck = written("deck.yaml", f"{LED}{lines}")
    told = cli("fix", deck, *own(), *(("--write",) if write else ()))
    if write or not lines:
        after = cli("check", deck, *own())
        assert told.code == after.code
        places = [line.partition(": ")[0] for line in left(told.out)]
        assert places == [line.partition(": ")[0] for line in after.out.splitlines() if ": error:" in line]
    settled = left(told.out)
    assert [rest in line for line in settled] == ([True] if rest else [])


def test_a_deck_that_was_empty_is_a_deck_once_cards_are_added(cli: Runner) -> None:
    deck = written("deck.yaml", "game: led\nmain:\n")
    assert cli("fix", deck, *own()).out.startswith("deck.yaml: 7 changes make it legal")
    assert cli("fix", deck, *own(), "--write").code == 0
    assert cli("check", deck, *own()).code == 0


# -- headroom ----------------------------------------------------------------------------------------


def test_room_that_a_warning_narrows_is_told(cli: Runner) -> None:
    """Copies may be added, but not without a warning: `add`, `check --draft` and `show` say so."""
    deck = written("deck.yaml", clash("1 Baron", "1 Brute"))
    assert "6 more may be added to main, none without a warning: Baron and Brute" in cli("check", deck, "--draft").out
    assert "main: 6 copies, none without a warning, of Baron or Brute" in cli("show", deck).out
    (room, _) = json.loads(cli("show", deck, "-o", "json").out)["headroom"]
    assert room == {"card": "Baron", "section": "main", "more": 6, "without_warning": 0}
    told = cli("add", deck, "1 Troll").out
    assert "5 more copies of Troll may be added to main, none without a warning" in told


def test_room_where_no_warning_is_near_is_told_as_ever(cli: Runner) -> None:
    deck = written("deck.yaml", "game: venture\nmain: [1 Veilleur]\n")
    assert "2 more may be added to main: Veilleur" in cli("check", deck, "--draft").out


# -- new and schema ------------------------------------------------------------------------------------


def project(text: str = "") -> None:
    own()
    written("deckcheck.yaml", f"schemas: [led.yaml]\ncards: [led.csv]\n{text}")


@pytest.mark.parametrize("command", ["new", "schema"])
def test_a_game_of_the_project_is_known(cli: Runner, command: str) -> None:
    """`new` and `schema` read the nearest `deckcheck.yaml`, or another, or none, as the other commands do."""
    assert cli(command, "led").code == 2
    project()
    assert cli(command, "led").code == 0
    assert cli(command, "led", "--isolated").code == 2
    Path("deckcheck.yaml").rename("other.yaml")
    assert cli(command, "led", "--config", "other.yaml").code == 0


def test_a_new_deck_is_of_the_format_of_the_project_and_held_to_its_rules(cli: Runner) -> None:
    chosen = "games: {clash-of-decks: {format: draft, severity: {deck-size: info, one-copy: off}}}\n"
    written("deckcheck.yaml", chosen)
    told = cli("new", "clash-of-decks").out
    assert "format: draft" in told
    assert "(deck-size, only a remark)" in told
    assert "one-copy" not in told
    assert "format: constructed" in cli("new", "clash-of-decks", "--isolated").out
    assert "format: preconstructed" in cli("new", "clash-of-decks", "-F", "preconstructed").out
    written("deckcheck.yaml", "games: {nothing: {format: draft}}\n")
    assert cli("new", "clash-of-decks").code == 2


def test_rules_of_a_new_deck_that_only_warn_say_so(cli: Runner) -> None:
    lines = cli("new", "clash-of-decks").out.splitlines()
    (warning,) = [line for line in lines if "one-copy" in line]
    (error,) = [line for line in lines if "deck-size" in line]
    assert warning.endswith("(one-copy, only a warning)")
    assert error.endswith("(deck-size)")


def test_a_new_deck_where_it_cannot_be_says_what_to_do(cli: Runner) -> None:
    assert cli("new", "venture", "-o", "deck.yaml").code == 0
    again = cli("new", "venture", "-o", "deck.yaml")
    assert (again.code, again.err) == (
        2,
        "deckcheck: deck.yaml is there already and is kept; give another name after -o, or take that file away first\n",
    )
    missing = cli("new", "venture", "-o", "sub/dir/deck.yaml").err
    assert missing == ("deckcheck: sub/dir/deck.yaml cannot be written, as there is no folder sub/dir; make it first\n")


@pytest.mark.parametrize("game", ["venture", "tresors-de-geek", "clash-of-decks", "yugioh"])
def test_a_new_deck_is_a_draft_without_a_fault(cli: Runner, game: str) -> None:
    cli("new", game, "-o", "deck.yaml")
    draft = cli("check", "deck.yaml", "--draft")
    assert (draft.code, ": error:" in draft.out) == (0, False)
    assert "no cards in this file [empty]" in cli("check", "deck.yaml").out
    written("strange.yaml", f"game: {game}\nmain: [1 Nothing of the kind]\n")
    assert cli("check", "strange.yaml", "--draft").code == 1


@pytest.mark.parametrize(
    "arguments",
    [("new", "venture", "-F", "x"), ("rules", "venture", "-F", "x"), ("fill", "-g", "venture", "-F", "x")],
)
def test_a_game_without_formats_says_that_it_has_none(cli: Runner, arguments: tuple[str, ...]) -> None:
    told = "game venture has no format x, as it has none at all; leave the format out"
    assert cli(*arguments).err == f"deckcheck: {told}\n"


def test_a_format_of_a_game_without_formats_in_files(cli: Runner) -> None:
    told = "game venture has no format goat, as it has none at all; leave the format out"
    deck = written("deck.yaml", "game: venture\nformat: goat\nmain: [1 Veilleur]\n")
    assert told in cli("check", deck).out
    written("deckcheck.yaml", "game: venture\nformat: goat\n")
    plain = written("plain.yaml", "game: venture\nmain: [1 Veilleur]\n")
    assert told in cli("check", plain).err


# -- forms and files -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (("fill", "-g", "venture", "-o", "tdg.yaml"), "-o text=tdg.yaml"),
        (("fix", "deck.yaml", "-o", "out/x.json"), "-o json=out/x.json"),
        (("check", "deck.yaml", "-o", "report.xml"), "-o junit=report.xml"),
        (("check", "deck.yaml", "-o", "report.md"), "-o markdown=report.md"),
        (("rules", "venture", "-o", "rules.md"), "-o markdown=rules.md"),
        (("show", "deck.yaml", "-o", "report.xml"), "-o text=report.xml"),
        (("check", "deck.yaml", "-o", "jso"), "did you mean json?"),
    ],
)
def test_a_file_where_a_form_belongs(cli: Runner, arguments: tuple[str, ...], hint: str) -> None:
    written("deck.yaml", "game: venture\nmain: [1 Veilleur]\n")
    told = cli(*arguments)
    assert (told.code, told.out) == (2, "")
    assert told.err.endswith("\n")
    assert hint in told.err
    assert (" -o " in told.err) is ("-o" in hint)


# -- filling ---------------------------------------------------------------------------------------------

GAMES = ["venture", "tresors-de-geek", "clash-of-decks", "yugioh"]


@pytest.mark.parametrize("game", GAMES)
def test_the_examples_that_begin_a_deck_hold_for_every_game(cli: Runner, game: str) -> None:
    from deckcheck.commands.fill import fill

    lines = [line.strip() for line in (fill.__doc__ or "").splitlines() if "-g GAME" in line]
    assert len(lines) == 2
    for line in lines:
        words = shlex.split(line.replace("GAME", game).replace(" -F FORMAT", "").replace(" > deck.yaml", ""))
        told = cli(*words[1:])
        assert told.code == 0
        written("deck.yaml", told.out)
        assert cli("check", "deck.yaml").code == 0


SOME = "the added cards are just some that the rules allow"


def test_cards_that_are_just_some_are_told_once(cli: Runner) -> None:
    """Cards that the deck does not hold, chosen by nothing but the order of the table; not where there is an aim."""
    told = cli("fill", "-g", "venture")
    assert (SOME in told.err, SOME in told.out) == (True, False)
    assert SOME not in cli("fill", "-g", "venture", "--want", "different() >= 8").err
    for name in ("one.yaml", "two.yaml"):
        written(name, "game: venture\nmain: [3 Veilleur]\n")
    assert cli("fill", "one.yaml").out.count(SOME) == 1
    assert SOME not in cli("fill", "one.yaml", "--curve", "1:6").out
    assert cli("fix", "one.yaml", "two.yaml").out.count(SOME) == 1
    whole = written("whole.yaml", cli("fill", "-g", "venture").out.replace("  - 3 ", "  - 4 ", 1))
    assert SOME not in cli("fix", whole).out


def test_a_collection_that_is_too_small_is_told(cli: Runner) -> None:
    mine = written("mine.csv", "name,count\nVeilleur,9\nBraise vive,2\n")
    told = cli("fill", "-g", "venture", "--from", mine)
    assert told.code == 1
    assert told.out == "a new deck: the collection is too small: main must hold 40 cards, and there are 5 [main-size]\n"
    deck = written("deck.yaml", "game: venture\nmain: [1 Veilleur, 2 Rat des fonderies]\nside: [1 Braise vive]\n")
    told = cli("fill", deck, "--from", mine)
    assert "the collection is too small: main must hold 40 cards, and there are 6 [main-size]" in told.out


def test_what_adding_cannot_mend_points_to_fix(cli: Runner) -> None:
    deck = written("deck.yaml", "game: venture\nmain: [9 Veilleur]\n")
    assert "deckcheck fix deck.yaml takes cards out too" in cli("fill", deck).out
    told = cli("fill", "-g", "venture", "--want", "different() >= 80").out
    assert told == "a new deck: adding cards cannot complete it; these collide: want different() >= 80\n"


def test_a_wish_that_cannot_be_met_points_to_nothing_else(cli: Runner) -> None:
    begun = written("begun.yaml", cli("new", "venture").out)
    whole = written("whole.yaml", cli("fill", "-g", "venture").out)
    for deck in (begun, whole):
        told = cli("fill", deck, "--want", "count(kind == monstre) >= 80")
        assert (told.code, "count(kind == monstre) >= 80" in told.out) == (1, True)
        assert "deckcheck fix" not in told.out
    broken = written("broken.yaml", "game: venture\nmain: [9 Veilleur]\n")
    assert "deckcheck fix broken.yaml" in cli("fill", broken, "--want", "count(kind == monstre) >= 80").out


def test_that_a_new_deck_is_empty_is_nothing_to_settle(cli: Runner) -> None:
    mine = written("mine.csv", "name,count\nVeilleur,9\n")
    begun = written("begun.yaml", cli("new", "venture").out)
    for arguments in (("--from", mine), ("--want", "different() >= 80")):
        told = cli("fill", begun, *arguments)
        assert (told.code, told.out.count("\n"), "[empty]" in told.out) == (1, 1, False)


def test_fill_goes_on_beside_an_unknown_card(cli: Runner) -> None:
    deck = written("deck.yaml", "game: led\nmain: [2 Zork, 3 Ant]\n")
    told = cli("fill", deck, *own(), "--write")
    assert told.code == 1
    assert "2 cards added" in told.out
    assert len(left(told.out)) == 1
    assert "leader:" in Path(deck).read_text(encoding="utf-8")
    again = cli("fill", deck, *own())
    assert again.out.startswith("deck.yaml: nothing that cards can mend; what stands below is to be settled by hand")


# -- changes ---------------------------------------------------------------------------------------------


def test_a_change_names_the_rules_that_are_still_broken(cli: Runner) -> None:
    deck = written("deck.yaml", clash("1 Baron", "2 Brute", "1 Nobody"))
    broken = "(unknown-card, deck-size, one-copy)"
    assert f"illegal, 2 errors and 1 warning {broken}\n" in cli("add", deck, "1 Zombie").out
    assert f"illegal, 2 errors and 1 warning {broken}\n" in cli("cut", deck, "1 Baron").out
    after = cli("cut", deck, "1 Brute").out
    assert "illegal, 2 errors (unknown-card, deck-size); before: illegal, 2 errors and 1 warning\n" in after
    whole = written("whole.yaml", cli("fill", "-g", "venture").out)
    assert "\nlegal\n" in cli("add", whole, "1 Étincelle", "--to", "side").out


@pytest.mark.parametrize("arguments", [("--to", "main"), ("--to", "side", "--from", "side")])
def test_a_card_that_is_where_it_is_to_be_moved_to_is_told(cli: Runner, arguments: tuple[str, ...]) -> None:
    text = f"game: venture\n{arguments[1]}: [2 Veilleur]\n"
    deck = written("deck.yaml", text)
    told = cli("move", deck, "1 Veilleur", *arguments)
    assert (told.code, f"Veilleur is in {arguments[1]} already (2 copies)" in told.err) == (2, True)
    assert Path(deck).read_text(encoding="utf-8") == text
