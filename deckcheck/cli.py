"""The command line: `deckcheck COMMAND …`, and the exit code."""

from __future__ import annotations

import sys
from typing import Annotated, NoReturn

import typer

from deckcheck import __version__
from deckcheck.commands.cards import cards
from deckcheck.commands.check import check
from deckcheck.commands.convert import convert
from deckcheck.commands.games import games
from deckcheck.commands.goldfish import goldfish
from deckcheck.commands.odds import odds
from deckcheck.commands.print import print_sheets
from deckcheck.commands.rules import rules
from deckcheck.commands.show import show

INTERRUPTED = 130

app = typer.Typer(
    name="deckcheck",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
for command in (check, show, rules, cards, games, convert, odds, goldfish):
    app.command()(command)
app.command("print")(print_sheets)

# Newer typer carries its own copy of click, older ones use the package: the class is found by its name.
_CLICK_ERROR: type[Exception] = next(kind for kind in typer.BadParameter.__mro__ if kind.__name__ == "ClickException")


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"deckcheck {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Is this deck legal, and if not, which line breaks which rule? For any card game written down as data.

    \b
    deckcheck check deck.yaml
    deckcheck rules GAME
    deckcheck games
    """
    if context.invoked_subcommand is None:
        typer.echo(context.get_help(), err=True)
        raise typer.Exit(2)


def main() -> NoReturn:
    """The console entry point."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Carry out a command; the exit code: 0, 1, 2 or 130."""
    try:
        code = app(arguments, prog_name="deckcheck", standalone_mode=False)
    except _CLICK_ERROR as error:
        _complain(error)
        return 2
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    return code if isinstance(code, int) else 0


def _complain(error: Exception) -> None:
    """Wrong usage, in one line, and where to read more."""
    from deckcheck.wording import say

    context = getattr(error, "ctx", None)
    message = getattr(error, "format_message", error.__str__)()
    typer.echo(say("usage.error", message=message), err=True)
    typer.echo(say("usage.help", command=context.command_path if context else "deckcheck"), err=True)
