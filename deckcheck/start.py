"""The console entry point: the streams of the shell, and what an interruption leaves behind."""

from __future__ import annotations

import gc
import os
import sys
from typing import NoReturn

_OBJECTS = 100_000  # made between two collections: a command ends before the first, a long run stays within bounds


def main() -> NoReturn:
    """Carry out the command of the shell."""
    gc.set_threshold(_OBJECTS)
    from deckcheck.cli import INTERRUPTED, run

    _open_streams()
    try:
        code = run(sys.argv[1:])
    except KeyboardInterrupt:
        code = INTERRUPTED
    if code == INTERRUPTED:
        from deckcheck.commands.output import tell

        tell("usage.interrupted", {})
    sys.exit(code)


def _open_streams() -> None:
    """Streams that the shell has closed are none for Python: here each fails when it is used, as a closed one does.

    What is said on a closed standard error goes nowhere.
    """
    for name, way in (("stdin", os.O_WRONLY), ("stdout", os.O_RDONLY), ("stderr", os.O_WRONLY)):
        if getattr(sys, name) is None:
            number = os.open(os.devnull, way)
            setattr(sys, name, open(number, "r" if name == "stdin" else "w", encoding="utf-8"))  # noqa: PTH123, SIM115
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
