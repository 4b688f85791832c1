"""Lists compared card by card, sidings, and the commands that build."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kit import Sections, Table, shipped, tiny

from deckcheck.cli import run
from deckcheck.decks.deck import Deck
from deckcheck.editing.changes import changed, counted
from deckcheck.views.compared import difference, missing, siding

VENTURE = shipped("venture")
NAMES = [card.name for card in VENTURE.pool][:8]


@st.composite
def decks(draw: st.DrawFn) -> Deck:
    lines = st.lists(st.tuples(st.integers(1, 4), st.sampled_from(NAMES)), max_size=6)
    return VENTURE.deck({s: [f"{n} {name}" for n, name in draw(lines)] for s in ("main", "side")})


@settings(max_examples=200, deadline=None)
@given(decks(), decks())
def test_what_turns_one_list_into_the_other_does(one: Deck, other: Deck) -> None:
    changes = difference(one, other)
    assert counted(changed(one, changes).entries) == counted(other.entries)
    assert not difference(one, one)
    back = difference(other, one)
    assert sum(c.count for c in back) == sum(c.count for c in changes)
    added = sum(c.count for c in changes if c.action == "add") - sum(c.count for c in changes if c.action == "remove")
    assert added == sum(counted(other.entries).values()) - sum(counted(one.entries).values())


def test_cards_that_are_not_known_are_compared_by_name() -> None:
    one = VENTURE.deck({"main": ["2 Nobody", "1 Veilleur"]})
    other = VENTURE.deck({"main": ["1 nobody", "1 Somebody"]})
    told = [(c.action, c.count, c.name) for c in difference(one, other)]
    assert told == [("remove", 1, "Nobody"), ("remove", 1, "Veilleur"), ("add", 1, "Somebody")]


def sided(table: Table, before: Sections, after: Sections) -> list[tuple[str, object, object]]:
    problems = siding(table.game, table.deck(before), table.deck(after))
    return [(p.sentence, p.found if p.found is not None else p.facts["count"], p.limit) for p in problems]


MAIN = ["3 Celtic Guardian", "3 Mystical Elf", "3 Feral Imp", "1 Koumori Dragon"]


def test_siding_keeps_the_sizes_where_the_game_says_so() -> None:
    """Forty and one registered; forty-one and none after siding is refused."""
    table = shipped("yugioh")
    before = {"main": MAIN, "side": ["1 Jinzo"]}
    assert sided(table, before, {"main": [*MAIN, "1 Jinzo"]}) == [("siding.size", 11, 10), ("siding.size", 0, 1)]
    swapped = {"main": [*MAIN[:3], "1 Jinzo"], "side": ["1 Koumori Dragon"]}
    assert sided(table, before, swapped) == []
    assert sided(table, before, before) == []
    other = {"main": [*MAIN[:3], "1 Kuriboh"], "side": ["1 Jinzo"]}
    assert sided(table, before, other) == [("siding.missing", 1, None), ("siding.added", 1, None)]


def test_siding_keeps_the_bounds_alone_where_the_game_says_so(tmp_path: Path) -> None:
    """Sixty is the least, not a fixed size: 61 and 14 after 60 and 15 is legal."""
    schema = """
card: {properties: {name: {type: string}}}
sections: {main: {title: Main}, side: {title: Side}}
siding: {between: [main, side], keep: bounds}
rules:
  main: {size: {in: main, min: 60}, assumed: test}
  side: {size: {in: side, max: 15}, assumed: test}
"""
    table = tiny(tmp_path, schema, "name\nIsland\nSwamp\n")
    after = {"main": ["60 Island", "1 Swamp"], "side": ["14 Swamp"]}
    assert sided(table, {"main": ["60 Island"], "side": ["15 Swamp"]}, after) == []
    assert table.check(after).legal


def test_what_is_missing_from_a_collection() -> None:
    deck = VENTURE.deck({"main": ["3 Veilleur", "2 Cendreux"], "side": ["1 Veilleur"]})
    owned = dict.fromkeys(VENTURE.pool.find("Veilleur") + VENTURE.pool.find("Cendreux"), 2)
    assert missing(deck, owned) == (("Veilleur", 4, 2),)


# -- the commands ------------------------------------------------------------------------------------


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    """A legal deck of forty with a comment in it."""
    lines = [f"  - 3 {card.name}" for card in VENTURE.pool if card.fields["rarity"] == "commune"][:13]
    last = [card.name for card in VENTURE.pool if card.fields["rarity"] == "commune"][13]
    file = tmp_path / "deck.yaml"
    file.write_text("\n".join(["game: venture", "main:  # forty", *lines, f"  - 1 {last}"]) + "\n", encoding="utf-8")
    return file


def test_add_cut_move(deck: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = deck.read_text(encoding="utf-8")
    name = before.splitlines()[2].removeprefix("  - 3 ")
    assert run(["add", str(deck), f"2 {name}", "--to", "side"]) == 0
    out = capsys.readouterr().out
    assert f"{deck}:18: + - 2 {name}" in out
    assert "illegal" in out
    assert "rarity-copies" in out
    assert run(["cut", str(deck), f"2 {name}", "--from", "réserve"]) == 0
    out = capsys.readouterr().out
    assert "mended" in out
    assert deck.read_text(encoding="utf-8") == before + "side:\n"
    assert run(["move", str(deck), name, "--to", "side"]) == 0
    assert f"  - 2 {name}\n" in deck.read_text(encoding="utf-8")
    assert f"side:\n  - 1 {name}\n" in deck.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "command",
    [
        ["add", "DECK", "2 Nobody at all"],
        ["add", "DECK", "Veilleur", "--to", "nowhere"],
        ["cut", "DECK", "9 Veilleur"],
        ["cut", "DECK", "Golem de tuile", "--from", "side"],
        ["add", "-", "Veilleur"],
        ["diff", "DECK"],
        ["fill"],
        ["fill", "DECK", "--curve", "one"],
        ["fill", "DECK", "--want", "kind == monstre"],
        ["fill", "DECK", "--want", "count(knid == monstre) > 1"],
    ],
)
def test_what_cannot_be_done_is_said_and_nothing_is_written(
    command: list[str], deck: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = deck.read_bytes()
    assert run([str(deck) if word == "DECK" else word for word in command]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("deckcheck: ")
    assert deck.read_bytes() == before


def test_fix(deck: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["fix", str(deck)]) == 0
    assert "nothing to change" in capsys.readouterr().out
    text = deck.read_text(encoding="utf-8")
    broken = text.replace("  - 3 ", "  - 4 ", 1)
    deck.write_text(broken, encoding="utf-8")
    assert run(["fix", str(deck), "-o", "json"]) == 1
    (record,) = json.loads(capsys.readouterr().out)["decks"]
    assert record["state"] == "repaired"
    assert [(c["action"], c["count"], c["rules"]) for c in record["changes"]] == [("remove", 1, ["rarity-copies"])]
    assert deck.read_text(encoding="utf-8") == broken
    assert run(["fix", str(deck), "--write"]) == 0
    assert deck.read_text(encoding="utf-8") == text
    assert run(["fix", str(deck.parent), "--write"]) == 0


def test_fill(deck: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole = deck.read_text(encoding="utf-8")
    deck.write_text("".join(whole.splitlines(keepends=True)[:8]), encoding="utf-8")
    assert run(["fill", str(deck), "--want", "count(kind == piege) >= 2", "--write"]) == 0
    capsys.readouterr()
    assert run(["check", str(deck)]) == 0
    capsys.readouterr()
    assert run(["fill", "-g", "venture"]) == 0
    made = tmp_path / "made.yaml"
    made.write_text(capsys.readouterr().out, encoding="utf-8")
    assert run(["check", str(made)]) == 0


def test_diff(deck: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = tmp_path / "other.yaml"
    other.write_text(deck.read_text(encoding="utf-8").replace("  - 3 ", "  - 2 ", 1), encoding="utf-8")
    assert run(["diff", str(deck), str(other)]) == 0
    assert capsys.readouterr().out.startswith("remove 1 copy of ")
    assert run(["diff", str(deck), str(other), "--siding"]) == 1
    assert run(["diff", str(deck), str(deck), "--siding", "-o", "json"]) == 0


@pytest.mark.parametrize("game", ["venture", "tresors-de-geek", "clash-of-decks", "yugioh"])
def test_new_and_schema(game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A new file reads as a deck of the game without cards; both pass the editor's schema."""
    import yaml
    from jsonschema import Draft7Validator

    file = tmp_path / "new.yaml"
    assert run(["new", game, "-o", str(file)]) == 0
    assert run(["new", game, "-o", str(file)]) == 2
    assert run(["check", str(file)]) == 1
    capsys.readouterr()
    assert run(["schema", game]) == 0
    schema = json.loads(capsys.readouterr().out)
    Draft7Validator.check_schema(schema)
    validator = Draft7Validator(schema)
    assert validator.is_valid(yaml.safe_load(file.read_text(encoding="utf-8")))
    table = shipped(game)
    good = {"game": game, "main": [f"2 {next(iter(table.pool)).name}"]}
    assert validator.is_valid(good)
    assert not validator.is_valid({"game": game, "mian": []})
    assert not validator.is_valid({"game": "other"})
    if len(table.pool) <= 1000:
        assert not validator.is_valid({"game": game, "main": ["2 Nobody at all"]})
        assert not validator.is_valid({"game": game, "main": [f"90 {next(iter(table.pool)).name}"]})
