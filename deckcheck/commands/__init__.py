"""The commands, a function each: options in, one call, output, exit code."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

COMPLETING = "_DECKCHECK_COMPLETE"  # in the environment: which shell asks what may follow, as complete_bash

# Name of the command → the module of `deckcheck.commands` and its function. A command that is asked for by
# its name is alone imported and made ready, as that takes longer than most of them run.
COMMANDS: dict[str, tuple[str, str]] = {
    "check": ("check", "check"),
    "show": ("show", "show"),
    "rules": ("rules", "rules"),
    "cards": ("cards", "cards"),
    "games": ("games", "games"),
    "lists": ("lists", "lists"),
    "update": ("update", "update"),
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
    "schema": ("new", "schema"),
}


def command(name: str) -> Callable[..., int]:
    """The function of a command."""
    module, function = COMMANDS[name]
    found: Callable[..., int] = getattr(import_module(f"deckcheck.commands.{module}"), function)
    return found
