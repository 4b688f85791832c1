"""The forms in which reports on decks are written.

`write_FORM` of `reports/FORM.py` is found by the name of the form. Which forms are UTF-8 in any terminal, and which
suffix means which, stands in `commands/output.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from typing import Protocol

from deckcheck.report import Report, Skipped
from deckcheck.reports.look import Look


class Write(Protocol):
    """Writes the reports of a command, and what it passed over."""

    def __call__(self, reports: Iterable[Report], look: Look, skipped: Sequence[Skipped] = ()) -> Iterator[str]: ...


def _by(module: str, form: str) -> Write:
    """The writer of a form: its module is imported when it writes, as most commands write one form alone."""

    def write(reports: Iterable[Report], look: Look, skipped: Sequence[Skipped] = ()) -> Iterator[str]:
        made: Write = getattr(import_module(f"deckcheck.reports.{module}"), f"write_{form}")
        return made(reports, look, skipped)

    return write


# Each gives the whole document for the reports of a command, ended by a line break unless it is empty: in pieces, as
# soon as the reports that come allow, so that what is written need not be kept.
REPORTS: dict[str, Write] = {
    "text": _by("text", "text"),
    "json": _by("json", "json"),
    "jsonl": _by("json", "jsonl"),
    "junit": _by("junit", "junit"),
    "sarif": _by("sarif", "sarif"),
    "github": _by("github", "github"),
    "markdown": _by("github", "markdown"),
    "csv": _by("csv", "csv"),
}
