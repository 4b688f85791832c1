"""The command line: `deckcheck COMMAND …`, and the exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from typing import Any

from deckcheck.commands import COMMANDS, COMPLETING, command
from deckcheck.commands.declare import Command, call, declared, parse
from deckcheck.commands.output import complain, let_go
from deckcheck.report import DeckcheckError

INTERRUPTED = 130


def run(arguments: list[str]) -> int:
    """Carry out a command; the exit code: 0, 1, 2 or 130. What cannot be done is told, and ends with 2."""
    try:
        found = read(arguments)
        return found if isinstance(found, int) else call(*found)
    except DeckcheckError as error:
        complain(error)
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        let_go(sys.stdout)
        path = os.fspath(error.filename) if isinstance(error.filename, str) else None
        complain(DeckcheckError("usage.system", path=path, reason=error.strerror or str(error)))
    except Exception as error:  # an error of the program is told like any other
        from deckcheck.report import facts_of

        complain(DeckcheckError("usage.internal", (), **facts_of(error)))
    return 2


def read(arguments: list[str]) -> tuple[Command, Mapping[str, Any]] | int:
    """The command of a line, and the values of its options; the exit code of a line that carries out none.

    A line that is well formed is read at once; typer reads any other, and tells what is wrong with it.
    """
    name = arguments[0] if arguments else ""
    if name in COMMANDS and COMPLETING not in os.environ:
        function = command(name)
        values = parse(declared(function), arguments[1:])
        if values is not None:
            return function, values
    from deckcheck.commands import typed

    return typed.read(arguments)
