"""The console entry point. A plain `check` of deck files starts at once: typer takes longer than the check.

What is plain: `deckcheck check FILE...` with `-g`, `-F`, `--as-of`, `-q` and `--no-color` at most, no folder, no
standard input and no `deckcheck.yaml`. Everything else, and whatever goes wrong, takes the way through the
command line, which does the same and says what is wrong.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from deckcheck.record import dataclass, field

_INTERRUPTED = 130
_MOST = 20  # decks; more are worth a progress line and processes
_TAKES = {"-g": "game", "--game": "game", "-F": "format", "--format": "format", "--as-of": "as_of"}
_FLAGS = {"-q": "quiet", "--quiet": "quiet", "--no-color": "no_color"}


@dataclass(slots=True)
class Plain:
    """What a plain check is asked for."""

    paths: list[str] = field(default_factory=list)
    options: dict[str, str] = field(default_factory=dict)
    flags: set[str] = field(default_factory=set)


def main() -> NoReturn:
    """Carry out the command of the shell."""
    try:
        code = _main()
    except KeyboardInterrupt:
        code = _INTERRUPTED
    if code == _INTERRUPTED:
        from deckcheck.commands.output import tell

        tell("usage.interrupted", {})
    sys.exit(code)


def _main() -> int:
    _open_streams()
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    arguments = sys.argv[1:]
    plain = as_plain(arguments)
    if plain is not None:
        gc.disable()  # it ends before there is anything to collect
    code = check(plain) if plain is not None else None
    if code is None:
        from deckcheck.cli import run

        gc.enable()
        code = run(arguments)
    return code


def _open_streams() -> None:
    """Streams that the shell has closed are none for Python: here each fails when it is used, as a closed one does.

    What is said on a closed standard error goes nowhere.
    """
    for name, way in (("stdin", os.O_WRONLY), ("stdout", os.O_RDONLY), ("stderr", os.O_WRONLY)):
        if getattr(sys, name) is None:
            number = os.open(os.devnull, way)
            setattr(sys, name, open(number, "r" if name == "stdin" else "w", encoding="utf-8"))  # noqa: PTH123, SIM115


def as_plain(arguments: Sequence[str]) -> Plain | None:
    """The arguments as those of a plain check; None if they are more than that."""
    if not arguments or arguments[0] != "check":
        return None
    found = Plain()
    rest = iter(arguments[1:])
    for word in rest:
        if word in _FLAGS:
            found.flags.add(_FLAGS[word])
        elif word in _TAKES:
            value = next(rest, "-")
            if not value.strip() or value.startswith("-") or _TAKES[word] in found.options:
                return None
            found.options[_TAKES[word]] = value
        elif word.startswith("-") or not os.path.isfile(word):  # noqa: PTH113 - half of this is not to be slow
            return None
        else:
            found.paths.append(word)
    return found if 0 < len(found.paths) <= _MOST else None


def check(plain: Plain) -> int | None:
    """The exit code of a plain check; None where it is none after all, and nothing was written."""
    from deckcheck.report import DeckcheckError

    try:
        found = _check(plain)
    except Exception:  # told on the other way
        return None
    if found is None:
        return None
    from deckcheck.commands.output import complain, to_stdout

    text, legal = found
    try:
        to_stdout(text)
    except DeckcheckError as error:
        complain(error)
        return 2
    return 0 if legal else 1


def _check(plain: Plain) -> tuple[str, bool] | None:
    """What is to be written, and whether all is well."""
    from deckcheck.run.find import find_decks
    from deckcheck.run.project import find_project
    from deckcheck.run.session import Session, Settings, as_day, today

    if find_project() is not None:
        return None
    options = plain.options
    day = as_day(options["as_of"]) if "as_of" in options else today()
    from deckcheck.commands.output import announce

    session = Session(Settings(day, options.get("game"), options.get("format")), announce)
    reports = session.check_all(find_decks(plain.paths).decks)
    from deckcheck.reports.look import Look, may_colour
    from deckcheck.reports.text import write_text

    colour = may_colour(sys.stdout, no_color="no_color" in plain.flags)
    text = "".join(write_text(reports, Look(colour=colour, quiet="quiet" in plain.flags)))
    return text, all(report.legal for report in reports)
