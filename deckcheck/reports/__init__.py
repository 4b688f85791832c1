"""The forms in which reports on decks are written; the table is all that the program knows."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from deckcheck.report import Report
from deckcheck.reports.github import write_github
from deckcheck.reports.json import write_json
from deckcheck.reports.jsonl import write_jsonl
from deckcheck.reports.junit import write_junit
from deckcheck.reports.look import Look
from deckcheck.reports.markdown import write_markdown
from deckcheck.reports.sarif import write_sarif
from deckcheck.reports.text import write_text

# Each gives the whole document for the reports of a command, ended by a line break unless it is empty.
REPORTS: dict[str, Callable[[Sequence[Report], Look], str]] = {
    "text": write_text,
    "json": write_json,
    "jsonl": write_jsonl,
    "junit": write_junit,
    "sarif": write_sarif,
    "github": write_github,
    "markdown": write_markdown,
}
