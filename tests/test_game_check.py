"""`games GAME --check`: what the designer of a game is told of its schema, cards and lists."""

from __future__ import annotations

from pathlib import Path

import pytest
from kit import head, written

from deckcheck.cli import run

SCHEMA = """\
card:
  required: [name]
  properties: {name: {type: string}, kind: {enum: [a, b]}}
sections: {main: {title: Main}}
lists: {ban: {title: Ban list, value: limit, words: {forbidden: 0, limited: 1, free: 3}, uses: ban}}
default: one
formats: {one: {lists: {ban: ban}}}
rules:
  three: {copies: {in: all, max: 3}, assumed: a test}
  ban: {copies: {in: all, of: on(ban), max: ban}, assumed: a test}
"""
CARDS = "name,kind\nAlpha,a\nBeta,b\nGamma,a\n"
BAN = "list: ban\nversions:\n  - {from: '2020-01-01', entries: {limited: [Alpha]}}\n"


def checked(folder: Path, ban: str, schema: str = SCHEMA, cards: str = CARDS) -> int:
    """Check a game out of these texts; the exit code."""
    (folder / "cards" / "lists").mkdir(parents=True)
    written(folder / "cards", "tiny.csv", cards)
    written(folder / "cards" / "lists", "ban.yaml", ban)
    path = written(folder, "tiny.yaml", head(schema))
    return run(["games", "tiny", "--schemas", path, "--cards", str(folder / "cards"), "--check"])


@pytest.mark.parametrize(
    ("entries", "told"),
    [
        ("{forbidden: [Gamma]}", None),
        ("{forbidden: [Gama]}", 'no card is called "Gama" (ban of 2020-01-01); did you mean Gamma?'),
        ("{limted: [Beta]}", '"limted" is no value of this list; did you mean limited?'),
        ("{banned: [Beta]}", '"banned" is no value of this list; it has forbidden, limited and free, or numbers'),
        ("{forbidden: [Alpha], limited: [Alpha]}", '"Alpha" stands twice on this list'),
        (f"{{free: [{', '.join(f'Nobody {letter}' for letter in 'ABCDEF')}, Gama]}}", "did you mean Gamma?"),
    ],
)
def test_list_entries_that_cannot_hold_are_errors(
    entries: str, told: str | None, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """In the report on a deck they stay warnings, as the deck is judged without them."""
    code = checked(tmp_path, BAN.replace("{limited: [Alpha]}", entries))
    said = capfd.readouterr()
    at_fault = [line for line in said.out.splitlines() if "[list-entry]" in line]
    assert (code, bool(at_fault)) == (1 if told else 0, told is not None), said.err
    assert told is None or told in at_fault[-1]
    assert all(": error: " in line for line in at_fault)


def test_a_list_for_a_slot_that_is_none(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    code = checked(tmp_path, f"slot: bann\n{BAN}")
    told = capfd.readouterr().err
    assert (code, "no slot bann" in told, "did you mean ban?" in told) == (2, True, True)


HEADS = [("Kidn", "kind"), ("kinds of it", None), ("remark", None)]


@pytest.mark.parametrize(("column", "meant"), HEADS)
def test_a_misspelt_column_is_told_first_and_what_lacks_for_it_once(
    column: str, meant: str | None, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    schema = SCHEMA.replace("required: [name]", "required: [name, kind]")
    code = checked(tmp_path, BAN, schema, CARDS.replace("kind", column) + "Delta,b\nEta,a\n")
    said = capfd.readouterr()
    told = [line.partition("tiny.csv:")[2] for line in said.out.splitlines() if "tiny.csv" in line]
    missing = [
        f"{row}: error: {card}: the record has no kind" for row, card in enumerate(("Alpha", "Beta", "Gamma"), 2)
    ]
    near = [f"1: warning: {column} is no field of the game and is left out; did you mean {meant}?"] if meant else []
    more = "5: error: 2 more cards without kind: none of this file has it"
    assert [line.removesuffix(" [card-data]") for line in told] == [*near, *missing, more]
    assert (code, "5 errors" in said.out, "were left out" in said.err) == (1, True, True)


def test_a_field_that_some_cards_lack_is_told_of_each(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    schema = SCHEMA.replace("required: [name]", "required: [name, kind]")
    checked(tmp_path, BAN, schema, f"{CARDS}C,\nD,\nE,\nF,\nG,\n")
    assert capfd.readouterr().out.count("the record has no kind") == 5


def test_a_misspelt_key_of_a_record(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """It is told at its first place, if no record gives the field that it is like."""
    schema = written(
        tmp_path, "tiny.yaml", head(SCHEMA.replace("{lists: {ban: ban}}", "{}").replace(", uses: ban", ""))
    )
    cards = written(tmp_path, "cards.yaml", "game: tiny\ncards:\n  - {name: A, kidn: a}\n  - {name: B, kidn: b}\n")
    run(["games", "tiny", "--schemas", schema, "--cards", cards, "--check"])
    assert "cards.yaml:3:15: warning: kidn is no field of the game" in capfd.readouterr().out
