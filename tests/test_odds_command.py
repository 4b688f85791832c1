"""`deckcheck odds`: hands, draws and mulligans as the games' play sections say, and the two forms of answers."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import Any

import pytest
from kit import written

from deckcheck.cli import run

READY = Path(__file__).parent / "decks" / "readme"
VENTURE = str(READY / "venture-legal.yaml")
TRESORS = str(READY / "tresors-de-geek-legal.yaml")
CLASH = str(READY / "clash-of-decks-legal.yaml")
YUGIOH = str(READY / "yugioh-legal.yaml")
YUGIOH_2003 = str(READY / "yugioh-2003-en.yaml")
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def odds(capsys: pytest.CaptureFixture[str]) -> Run:
    def call(*arguments: str) -> tuple[int, str, str]:
        code = run(["odds", *arguments])
        out, err = capsys.readouterr()
        return code, out, err

    return call


@pytest.fixture
def asked(odds: Run) -> Callable[..., dict[str, Any]]:
    def call(*arguments: str) -> dict[str, Any]:
        code, out, err = odds(*arguments, "-o", "json")
        assert code == 0, err
        found: dict[str, Any] = json.loads(out)
        return found

    return call


Asked = Callable[..., dict[str, Any]]


def one_of(copies: int, deck: int, seen: int) -> str:
    return str(1 - Fraction(comb(deck - copies, seen), comb(deck, seen)))


# --- what is drawn ----------------------------------------------------------------------------------------


def test_the_json_is_the_contract(asked: Asked) -> None:
    found = asked(VENTURE, 'count(name == "Veilleur") >= 1')
    assert list(found)[:6] == ["query", "exact", "probability", "value", "hand", "deck"]
    assert (
        found
        | {
            "query": 'count(name == "Veilleur") >= 1',
            "exact": True,
            "probability": "553/1235",
            "value": 0.447773,
            "hand": 7,
            "deck": 40,
        }
        == found
    )


@pytest.mark.parametrize(
    ("deck", "options", "seen"),
    [
        (VENTURE, [], 7),
        (VENTURE, ["--turn", "1"], 7),  # seat 1 draws nothing on its first turn
        (VENTURE, ["--turn", "1", "--seat", "2"], 9),
        (VENTURE, ["--turn", "3"], 11),
        (VENTURE, ["--turn", "40"], 40),
        (VENTURE, ["--hand", "5", "--turn", "2"], 7),
        (TRESORS, [], 5),
        (TRESORS, ["--turn", "3"], 7),
        (TRESORS, ["--turn", "3", "--param", "draws=0"], 5),
        (TRESORS, ["--turn", "1", "--param", "first_draw=1"], 6),
        (YUGIOH, ["--turn", "1"], 5),
        (YUGIOH, ["--turn", "1", "--seat", "2"], 6),
        (YUGIOH_2003, ["--turn", "1"], 6),  # then the first player drew as well
        (CLASH, [], 8),
        (CLASH, ["--hand", "4"], 4),
    ],
)
def test_how_many_cards_are_seen(asked: Asked, deck: str, options: list[str], seen: int) -> None:
    assert asked(deck, "count() >= 1", *options)["seen"] == seen


SPEED = """
sections: {main: {title: Deck}}
card: {required: [name], properties: {name: {type: string}, kind: {enum: [x, y]}}}
rules: {size: {size: {in: main, min: 1}, assumed: a deck holds a card}}
play:
  zones: {hand: }
  setup: [{draw: {n: 4}}]
  turn: [{draw: {n: DRAWS, when: WHEN}}]
"""


def _play(folder: Path, draws: str = "1", when: str = "turn > 1 or seat == 2") -> list[str]:
    """A game of few words with a deck of forty, and the options to ask about it."""
    schema = SPEED.replace("DRAWS", draws).replace("WHEN", when)
    cards = written(folder, "cards.csv", "name,kind\nA,x\nB,y\n")
    deck = written(folder, "deck.yaml", "game: short\nmain: [3 A, 37 B]\n")
    path = written(folder, "short.yaml", "game: short\ntitle: Short\ncopy: name" + schema)
    return [deck, "count(kind == x) >= 1", "--schemas", path, "--cards", cards]


def test_opening_hands_of_four(asked: Asked, tmp_path: Path) -> None:
    game = _play(tmp_path)
    assert [asked(*game, "--turn", "1", "--seat", seat)["seen"] for seat in "12"] == [4, 5]
    assert asked(*game)["probability"] == one_of(3, 40, 4)


def test_a_draw_on_every_turn(asked: Asked, tmp_path: Path) -> None:
    game = _play(tmp_path, when="turn > 0")
    assert [asked(*game, "--turn", turn)["seen"] for turn in "012"] == [4, 5, 6]
    assert asked(*game, "--hand", "7", "--turn", "1")["seen"] == 8


def test_cards_that_lie_in_play_are_not_shuffled(asked: Asked) -> None:
    found = asked(TRESORS, 'count(name == "Maîtresse du jeu sans dés") >= 1')
    assert (found["deck"], found["probability"], found["value"]) == (24, "35/92", 0.380435)
    assert any("Maîtresse du jeu sans dés" in note and "leader" in note for note in found["notes"])


def test_leader_and_terrain_that_the_deck_leaves_open(asked: Asked, tmp_path: Path) -> None:
    lines = Path(TRESORS).read_text(encoding="utf-8").splitlines()
    main = "\n".join(line for line in lines if line.startswith("  - "))
    deck = written(tmp_path, "open.yaml", f"game: tresors-de-geek\nmain:\n{main}\n")
    found = asked(deck, "count() >= 1")
    assert found["deck"] == 24
    assert sum("the first that fits" in note for note in found["notes"]) == 2
    chosen = asked(deck, 'count(name == "Barbare en chaussons") >= 1', "--param", "leader=barbare en chaussons")
    assert chosen["probability"] == one_of(2, 24, 5)


def test_side_and_extra_deck_are_not_drawn(asked: Asked, tmp_path: Path) -> None:
    deck = written(
        tmp_path, "side.yaml", "game: venture\nmain: [3 Veilleur, 37 Rat des fonderies]\nside: [2 Miroir terni]"
    )
    found = asked(deck, 'count(name == "Miroir terni") >= 1')
    assert (found["deck"], found["value"]) == (40, 0)
    assert any("Miroir terni" in note and "not among" in note for note in found["notes"])


def test_a_game_without_a_play_section_needs_the_size_of_the_hand(odds: Run, asked: Asked, tmp_path: Path) -> None:
    game = _play(tmp_path)
    path = Path(game[3])
    path.write_text(path.read_text(encoding="utf-8").partition("play:")[0], encoding="utf-8")
    code, _, err = odds(*game)
    assert code == 2
    assert "--hand" in err
    assert asked(*game, "--hand", "5")["probability"] == "667/1976"


# --- mulligans --------------------------------------------------------------------------------------------


def test_after_the_set_aside_mulligan(asked: Asked) -> None:
    found = asked(VENTURE, 'count(name == "Veilleur") == 0', "--toss", 'name != "Veilleur"')
    expected = Fraction(comb(37, 7), comb(40, 7)) * Fraction(comb(30, 7), comb(33, 7))
    assert found["exact"] is True
    assert found["probability"] == str(expected)
    assert found["mulligan"] == {"keep": None, "toss": ['name != "Veilleur"']}


def test_a_policy_of_ones_own_and_the_games(asked: Asked) -> None:
    text = "count(kind == monstre and cost <= 2) >= 3"
    dealt = asked(VENTURE, text)["value"]
    own = asked(VENTURE, text, "--mulligan")
    kept = asked(VENTURE, text, "--keep", text, "--toss", "kind != monstre or cost > 2")
    assert own["exact"]
    assert kept["exact"]
    assert dealt < kept["value"]
    assert own["value"] != dealt


def test_a_game_without_mulligan_says_so(odds: Run) -> None:
    for option in (["--mulligan"], ["--toss", "kind == spell"]):
        code, _, err = odds(YUGIOH, "count() >= 1", *option)
        assert code == 2
        assert "mulligan" in err


def test_what_cannot_be_counted_is_played(asked: Asked, odds: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from deckcheck.odds import chances

    text = 'count(name == "Veilleur") >= 1'
    exact = asked(VENTURE, text, "--mulligan")["value"]
    monkeypatch.setattr(chances, "MOST_HANDS", 1)
    found = asked(VENTURE, text, "--mulligan", "--games", "3000", "--seed", "4")
    assert (found["exact"], found["probability"], found["games"], found["seed"]) == (False, None, 3000, 4)
    low, high = found["interval"]
    assert low < found["value"] < high
    assert low < exact < high
    assert "95 %" in odds(VENTURE, text, "--mulligan", "--games", "300")[1]


# --- text -------------------------------------------------------------------------------------------------


def test_text_tells_the_chance_and_what_was_asked(odds: Run) -> None:
    code, out, err = odds(VENTURE, 'count(name == "Veilleur") >= 1')
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == 'count(name == "Veilleur") >= 1'
    assert "44.78 % = 553/1235, about 1 in 2.2" in lines[1]
    assert "7 cards out of 40" in lines[2]


def test_text_says_whether_one_card_serves_twice(odds: Run, asked: Asked) -> None:
    text = "count(kind == monstre) >= 2 and count(cost == 2) >= 1"
    out = odds(VENTURE, text)[1]
    other = asked(VENTURE, text, "--apart")
    assert "one card may serve several conditions" in out
    assert f"{100 * other['value']:.2f} %" in out
    assert asked(VENTURE, text)["if_apart"]["probability"] == other["probability"]
    assert "cards of its own" in odds(VENTURE, text, "--apart")[1]


def test_certain_and_impossible(odds: Run) -> None:
    assert "100.00 %, always" in odds(VENTURE, "count() == 7")[1]
    assert "0.00 %, never" in odds(VENTURE, "count() == 6")[1]
    nearly = odds(VENTURE, "count(kind == monstre) >= 1")[1]
    assert ">99.99 %" in nearly
    assert "0.0002 %" in odds(VENTURE, "count(kind == monstre) == 0")[1].replace("0.0003", "0.0002")


def test_numbers_are_spread_out(odds: Run, asked: Asked) -> None:
    found = asked(VENTURE, "count(kind == monstre)")
    assert found["probability"] is None
    assert sum(Fraction(row["probability"]) for row in found["distribution"]) == 1
    mean = sum(row["number"] * Fraction(row["probability"]) for row in found["distribution"])
    assert found["value"] == pytest.approx(float(mean), abs=1e-6)
    out = odds(VENTURE, "count(kind == monstre)")[1]
    assert "on average" in out
    assert len(out.splitlines()) > len(found["distribution"])


def test_other_numbers_of_a_card(odds: Run, asked: Asked) -> None:
    text = 'count(name == "Veilleur") >= 1'
    rows = asked(VENTURE, text, "--vary", "veilleur", "0..3")["vary"]["rows"]
    assert [row["probability"] for row in rows] == [one_of(n, 40, 7) for n in range(4)]
    out = odds(VENTURE, text, "--vary", "Veilleur", "0..3")[1]
    assert "44.78 %" in out
    assert "+12.47" in out
    (new,) = asked(VENTURE, 'count(name == "Golem de tuile") >= 1', "--vary", "Golem de tuile", "2")["vary"]["rows"]
    assert new["probability"] == one_of(2, 40, 7)


def test_an_illegal_deck_is_answered_and_said_to_be_illegal(asked: Asked) -> None:
    found = asked(str(READY / "venture-illegal.yaml"), "count() >= 1")
    assert any("not legal" in note for note in found["notes"])


def test_answers_go_to_files(odds: Run, tmp_path: Path) -> None:
    file = tmp_path / "odds.json"
    code, out, _ = odds(VENTURE, "count() >= 1", "-o", "text", "-o", f"json={file}")
    assert code == 0
    assert "always" in out
    assert json.loads(file.read_text(encoding="utf-8"))["probability"] == "1"


# --- wrong usage ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "says", "caret"),
    [
        (['count(name == "Veileur") >= 1'], "Veilleur", 14),
        (["count(kind == mnstre) >= 1"], "monstre", 14),
        (["count(kind = monstre) >= 1"], "==", 11),
        (["kind == monstre"], "count", 0),
        (["Veilleur"], 'count(name == "Veilleur") >= 1', 0),
        (["deck.count(cost <= 2) >= 1"], "hand", 5),
        (["count() >= 1", "--keep", "count(cost <= ) >= 1"], "--keep", 14),
        (["count() >= 1", "--toss", "cots > 3"], "cost", 0),
        (["count() >= 1", "--toss", 'name in "Veilleur" | "Dragn de cendre"'], "Dragon de cendre", 21),
    ],
)
def test_a_slip_is_shown_in_its_place(odds: Run, arguments: list[str], says: str, caret: int) -> None:
    code, out, err = odds(VENTURE, *arguments)
    assert (code, out) == (2, "")
    assert says in err
    lines = err.splitlines()
    (mark,) = [line for line in lines if line.strip() == "^"]
    assert mark.index("^") == caret + 2
    assert lines[lines.index(mark) - 1] == f"  {arguments[-1]}"


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--vary", "Veilleur", "3..1"], "0..3"),
        (["--vary", "Veilleur", "many"], "0..3"),
        (["--vary", "Veileur", "0..3"], "Veilleur"),
        (["--vary", "Veilleur", "41"], "40"),  # more copies than cards
        (["--param", "bnk=3"], "bank"),
        (["--param", "bank=11"], "10"),
        (["--seat", "3"], "seat"),
        (["--hand", "-1"], "hand"),
        (["-o", "xml"], "json"),
    ],
)
def test_wrong_usage(odds: Run, options: list[str], says: str) -> None:
    code, out, err = odds(VENTURE, "count() >= 1", *options)
    assert (code, out) == (2, "")
    assert says in err


def test_a_deck_that_cannot_be_read(odds: Run, tmp_path: Path) -> None:
    code, out, err = odds(written(tmp_path, "broken.yaml", "game: venture\nmain: [a"), "count() >= 1")
    assert (code, err) == (1, "")
    assert "broken.yaml: cannot be judged" in out
    assert odds(str(tmp_path / "none.yaml"), "count() >= 1")[0] in (1, 2)


# --- what is drawn from -----------------------------------------------------------------------------------

CAPTAIN = """
game: crew
title: Crew
copy: name
sections: {captain: {title: Captain, cards: 1}, boat: {title: Boat}}
card: {required: [name], properties: {name: {type: string}, cost: {type: integer, minimum: 0}}}
curve: cost
rules: {size: {size: {in: boat, min: 1}, assumed: a deck holds a card}}
"""
CREW = "game: crew\ncaptain: [Anne]\nboat: [2 Bert, 3 Cleo]\n"


def _crew(folder: Path, deck: str = CREW) -> list[str]:
    cards = written(folder, "cards.csv", "name,cost\nAnne,5\nBert,1\nCleo,2\n")
    options = ["--schemas", written(folder, "crew.yaml", CAPTAIN), "--cards", cards]
    return [written(folder, "deck.yaml", deck), *options]


def test_without_a_play_section_hands_are_drawn_from_the_section_of_any_number(asked: Asked, tmp_path: Path) -> None:
    deck, *options = _crew(tmp_path)
    found = asked(deck, 'count(name == "Bert") >= 1', "--hand", "2", *options)
    assert (found["deck"], found["probability"]) == (5, one_of(2, 5, 2))
    assert any("Boat" in note for note in found["notes"])


def test_the_curve_is_that_of_the_same_section(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    deck, *options = _crew(tmp_path)
    assert run(["show", deck, *options]) == 0
    assert "cost in boat" in capsys.readouterr().out


def test_lines_without_a_heading_lie_there_too(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    _, *options = _crew(tmp_path)
    path = written(tmp_path, "list.txt", "2 Bert\n3 Cleo\n")
    assert run(["show", path, "-g", "crew", *options]) == 0
    assert "boat 5" in capsys.readouterr().out


def test_a_deck_of_unknown_cards_has_no_chances(odds: Run, tmp_path: Path) -> None:
    deck, *options = _crew(tmp_path, CREW.replace("Bert", "Qqqq").replace("Cleo", "Xxxx"))
    code, out, err = odds(deck, "count(cost <= 2) >= 1", "--hand", "2", *options)
    assert (code, out) == (2, "")
    assert "none of the cards" in err
