"""The forms in which reports on decks are written; the table is all that the program knows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module

from deckcheck.report import Report
from deckcheck.reports.look import Look

Write = Callable[[Sequence[Report], Look], str]


def _by(form: str) -> Write:
    """The writer of a form: its module is imported when it writes, as most commands write one form alone."""

    def write(reports: Sequence[Report], look: Look) -> str:
        made: Write = getattr(import_module(f"deckcheck.reports.{form}"), f"write_{form}")
        return made(reports, look)

    return write


# Each gives the whole document for the reports of a command, ended by a line break unless it is empty.
REPORTS: dict[str, Write] = {
    form: _by(form) for form in ("text", "json", "jsonl", "junit", "sarif", "github", "markdown")
}
