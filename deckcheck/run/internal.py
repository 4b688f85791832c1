"""A slip of the program itself: told where it happened, so that it can be mended, and no deck is hidden by it."""

from __future__ import annotations

from pathlib import Path

from deckcheck.report import Place, Problem

_LONGEST = 200  # characters of what Python says


def internal(path: str, error: Exception) -> Problem:
    """The problem of a deck at which the program failed."""
    return Problem("internal", "internal", place=Place(path), facts=facts_of(error))


def facts_of(error: Exception) -> dict[str, object]:
    """The kind of an unexpected exception, what it says, and the last place of the program that it came through."""
    package = Path(__file__).parents[1]
    where = None
    trace = error.__traceback__
    while trace is not None:
        file = Path(trace.tb_frame.f_code.co_filename)
        if package in file.parents:
            where = f"{file.relative_to(package).as_posix()}:{trace.tb_lineno}"
        trace = trace.tb_next
    return {"kind": type(error).__name__, "where": where, "words": " ".join(str(error).split())[:_LONGEST] or None}
