"""The command line as typer reads it: help, what is wrong with a line, and what the shell offers to complete it."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from contextlib import redirect_stdout, suppress
from inspect import Parameter, Signature
from io import StringIO
from typing import Annotated, Any

import typer

from deckcheck import __version__
from deckcheck.commands import COMMANDS, COMPLETING, command, completing, shells
from deckcheck.commands.declare import Command, Option, declared
from deckcheck.commands.output import to_stderr, to_stdout

# Newer typer carries its own copy of click, older ones use the package: the class is found by its name.
_CLICK_ERROR: type[Exception] = next(kind for kind in typer.BadParameter.__mro__ if kind.__name__ == "ClickException")

Take = Callable[[Command, Mapping[str, Any]], int]  # what is done with a command and the values of its options


def command_line(take: Take, *names: str) -> typer.Typer:
    """The command line with these commands; with none named, with all."""
    app = typer.Typer(
        name="deckcheck",
        add_completion=not names or COMPLETING in os.environ,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    )
    app.callback(invoke_without_command=True)(start)
    for name in names or COMMANDS:
        app.command(name)(_typed(command(name), take))
    return app


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"deckcheck {__version__}")
        raise typer.Exit


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


def read(arguments: list[str]) -> tuple[Command, Mapping[str, Any]] | int:
    """The command of a line, and the values of its options; the exit code of a line that asks for help or is wrong."""
    asked = shells.question()
    return _read(arguments) if asked is None else _complete(asked)


_WIDE = 10_000  # a line of help that is broken would be taken for what may follow


def _complete(asked: shells.Question) -> int:
    """Tell the shell what may follow; 1 where nothing does, and fish offers files."""
    wanted = os.environ.get("_TYPER_COMPLETE_FISH_ACTION")
    os.environ.update(asked.environment)
    os.environ["COLUMNS"] = str(_WIDE)
    with redirect_stdout(StringIO()) as offered, suppress(SystemExit):
        _read([])
    if wanted != "is-args":
        to_stdout(shells.answer(asked, offered.getvalue()).encode("utf-8", "surrogateescape"))
    return 0 if offered.getvalue().strip() else 1


def _read(arguments: list[str]) -> tuple[Command, Mapping[str, Any]] | int:
    typed = completing.words_typed()
    first = (arguments or typed[1:])[:1]
    named = first if first and first[0] in COMMANDS and (arguments or len(typed) > 2) else []
    found: list[tuple[Command, Mapping[str, Any]]] = []

    def take(function: Command, values: Mapping[str, Any]) -> int:
        found.append((function, values))
        return 0

    try:
        code = command_line(take, *named)(arguments, prog_name="deckcheck", standalone_mode=False)
    except _CLICK_ERROR as error:
        _complain(error)
        return 2
    except typer.Abort:
        raise KeyboardInterrupt from None
    return found[0] if found else code if isinstance(code, int) else 0


def _typed(function: Command, take: Take) -> Callable[..., None]:
    """The command as typer wants it: its options in its signature."""

    def carry_out(**given: Any) -> None:
        raise typer.Exit(take(function, given))

    parameters = [
        Parameter(
            name,
            Parameter.KEYWORD_ONLY,
            default=Parameter.empty if option.required else option.default,
            annotation=Annotated[_type(option), _declaration(option)],
        )
        for name, option in declared(function).items()
    ]
    carry_out.__doc__ = function.__doc__
    carry_out.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    carry_out.__annotations__ = {one.name: one.annotation for one in parameters}
    return carry_out


def _type(option: Option) -> Any:
    kind: Any = list[option.kind] if option.many else tuple[str, str] if option.pair else option.kind  # type: ignore[name-defined]
    return kind if option.required or option.default is not None else kind | None


def _declaration(option: Option) -> Any:
    offers = option.offers
    offered = completing.words(*offers) if isinstance(offers, tuple) else getattr(completing, offers)
    facts: dict[str, Any] = {"metavar": option.metavar, "help": option.help, "min": option.least, "max": option.most}
    facts["autocompletion"] = offered if offers else None
    return typer.Option(*option.words, **facts) if option.words else typer.Argument(**facts)


def _complain(error: Exception) -> None:
    """Wrong usage, in one line, and where to read more."""
    from deckcheck.wording import say

    context = getattr(error, "ctx", None)
    message = getattr(error, "format_message", error.__str__)()
    to_stderr(say("usage.error", message=message))
    to_stderr(say("usage.help", command=context.command_path if context else "deckcheck"))
