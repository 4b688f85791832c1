"""Reports as JSON lines: the record of one deck on each, for batches that are read as they come."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from deckcheck.report import Report
from deckcheck.reports.json import deck_record
from deckcheck.reports.look import Look


def write_jsonl(reports: Iterable[Report], look: Look) -> Iterator[str]:
    """The records of `decks` in the JSON form, each on a line."""
    del look
    return (json.dumps(deck_record(report), ensure_ascii=False) + "\n" for report in reports)
