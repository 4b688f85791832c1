"""A line of the shell is read in two ways, at once and by typer, out of the same declarations: they agree.

And an option means the same wherever it is taken.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import pytest
import typer

from deckcheck.commands import COMMANDS, command
from deckcheck.commands.declare import Command, Option, declared, parse
from deckcheck.commands.options import DRAFT, GAME, JUDGING
from deckcheck.commands.typed import command_line

LINES = 200  # of each command
VALUES = ("a", "a b", "", "-", "--", "5", "0", "07", "-1", "+3", "1_0", "٣", "999999999999", "x=y", "-x", "--game", "é")


@cache
def app(name: str) -> tuple[Any, list[Mapping[str, Any]]]:
    """The command line with one command, and the values that it was given."""
    took: list[Mapping[str, Any]] = []

    def take(function: Command, values: Mapping[str, Any]) -> int:
        assert function is command(name)
        took.append(values)
        return 0

    return typer.main.get_command(command_line(take, name)), took


def by_typer(name: str, words: list[str]) -> Mapping[str, Any] | None:
    """The values of a line as typer reads it; None where it takes none."""
    run, took = app(name)
    took.clear()
    try:
        run.main([name, *words], prog_name="deckcheck", standalone_mode=False)
    except Exception as error:
        assert hasattr(error, "format_message"), error  # of click: wrong usage
    return took[0] if took else None


def line(options: Mapping[str, Option], draw: random.Random) -> list[str]:
    """A line of any kind: mostly of the options of the command, as they may be written, with slips."""
    arguments = [option for option in options.values() if not option.words]
    words = [draw.choice(VALUES) for _ in range(draw.choice((len(arguments), draw.randrange(4))))]
    known = [option for option in options.values() if option.words]
    needed = [option for option in known if option.required and draw.random() < 0.9]
    for option in (*needed, *draw.choices(known, k=draw.randrange(4))):
        spelt = draw.choice(option.words)
        if draw.random() < 0.05:
            spelt = spelt[:-1]
        values = [] if option.kind is bool else draw.choices(VALUES, k=1 + option.pair)
        if option.kind is int and draw.random() < 0.7:
            values = [str(draw.randrange(5))]
        how = draw.random()
        part = (
            [f"{spelt}={''.join(values)}"]
            if how < 0.2
            else [spelt + "".join(values)]
            if how < 0.25
            else [spelt, *values]
        )
        at = draw.randrange(len(words) + 1)
        words[at:at] = part
    return words


@pytest.mark.parametrize("name", COMMANDS)
def test_lines_are_read_alike(name: str) -> None:
    draw = random.Random(name)
    options = declared(command(name))
    taken = alike = 0
    for _ in range(LINES):
        words = line(options, draw)
        values, expected = parse(options, words), by_typer(name, words)
        if values is not None:
            taken += 1
            assert values == expected, words
        alike += (values is None) == (expected is None)
    assert taken > LINES / 20
    assert alike > LINES * 0.7, "typer is asked for what is rare"


def shared() -> Iterator[tuple[str, str]]:
    for name in COMMANDS:
        for option in declared(command(name)):
            if option in JUDGING:
                yield name, option


@pytest.mark.parametrize(("name", "option"), list(shared()))
def test_a_shared_option_is_written_alike_everywhere(name: str, option: str) -> None:
    """GAME may stand by its place; the help may say more of one command."""
    found, known = declared(command(name))[option], JUDGING[option]
    if not found.words:
        assert (option, found.offers) == ("game", GAME.offers)
        return
    for field in ("words", "metavar", "offers", "kind", "many", "pair", "default", "required", "least", "most"):
        assert getattr(found, field) == getattr(known, field), field


def test_no_word_means_two_things_in_a_command() -> None:
    for name in COMMANDS:
        words = [word for option in declared(command(name)).values() for word in option.words]
        assert len(words) == len(set(words)), name
    assert DRAFT.words == ("--draft",)
