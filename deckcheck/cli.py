"""The command line: `deckcheck COMMAND …`, and the exit code."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import Annotated

import typer

from deckcheck import __version__
from deckcheck.commands.completing import ASKED, words_typed
from deckcheck.commands.output import complain, let_go, to_stderr
from deckcheck.report import DeckcheckError

INTERRUPTED = 130

# Name of the command → the module of `deckcheck.commands` and its function. A command that is asked for by
# its name is alone imported and made ready, as that takes longer than most of them run.
COMMANDS: dict[str, tuple[str, str]] = {
    "check": ("check", "check"),
    "show": ("show", "show"),
    "rules": ("rules", "rules"),
    "cards": ("cards", "cards"),
    "games": ("games", "games"),
    "lists": ("lists", "lists"),
    "convert": ("convert", "convert"),
    "print": ("print", "print_sheets"),
    "goldfish": ("goldfish", "goldfish"),
    "odds": ("odds", "odds"),
    "new": ("new", "new"),
    "add": ("change", "add"),
    "cut": ("change", "cut"),
    "move": ("change", "move"),
    "fix": ("fix", "fix"),
    "fill": ("fill", "fill"),
    "diff": ("diff", "diff"),
    "schema": ("schema", "schema"),
}

# Newer typer carries its own copy of click, older ones use the package: the class is found by its name.
_CLICK_ERROR: type[Exception] = next(kind for kind in typer.BadParameter.__mro__ if kind.__name__ == "ClickException")


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"deckcheck {__version__}")
        raise typer.Exit


def command_line(*names: str) -> typer.Typer:
    """The command line with these commands; with none named, with all."""
    app = typer.Typer(
        name="deckcheck",
        add_completion=not names or ASKED in os.environ,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    )
    app.callback(invoke_without_command=True)(start)
    for name in names or COMMANDS:
        module, function = COMMANDS[name]
        app.command(name)(getattr(import_module(f"deckcheck.commands.{module}"), function))
    return app


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


def run(arguments: list[str]) -> int:
    """Carry out a command; the exit code: 0, 1, 2 or 130."""
    first = (arguments or words_typed()[1:])[:1]
    named = first if first and first[0] in COMMANDS and (arguments or len(words_typed()) > 2) else []
    try:
        code = command_line(*named)(arguments, prog_name="deckcheck", standalone_mode=False)
    except _CLICK_ERROR as error:
        _complain(error)
        return 2
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except OSError as error:
        let_go(sys.stdout)
        path = os.fspath(error.filename) if isinstance(error.filename, str) else None
        complain(DeckcheckError("usage.system", path=path, reason=error.strerror or str(error)))
        return 2
    except Exception as error:  # a slip of the program is told like any other
        from deckcheck.run.internal import facts_of

        complain(DeckcheckError("usage.internal", (), **facts_of(error)))
        return 2
    return code if isinstance(code, int) else 0


def _complain(error: Exception) -> None:
    """Wrong usage, in one line, and where to read more."""
    from deckcheck.wording import say

    context = getattr(error, "ctx", None)
    message = getattr(error, "format_message", error.__str__)()
    to_stderr(say("usage.error", message=message))
    to_stderr(say("usage.help", command=context.command_path if context else "deckcheck"))
