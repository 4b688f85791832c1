"""Reports as JSON lines: the record of one deck on each, for batches that are read as they come."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from deckcheck.files.json_text import json_text
from deckcheck.report import Report
from deckcheck.reports.json import deck_record
from deckcheck.reports.look import Look


def write_jsonl(reports: Iterable[Report], look: Look) -> Iterator[str]:
    """The records of `decks` in the JSON form, each on a line."""
    del look
    return (json_text(deck_record(report), indent=None) for report in reports)
