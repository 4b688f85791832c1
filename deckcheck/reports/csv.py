"""Reports as a table for organisers: who, the verdict, and why, a row a deck."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePath

from deckcheck.files.rows import guarded
from deckcheck.report import Report, Skipped
from deckcheck.reports.look import Look, verdict, with_advice
from deckcheck.reports.skipped import reasons_of, skipped_text
from deckcheck.wording import note_text, sanitise, say

COLUMNS = ("player", "id", "path", "deck", "game", "format", "legal", "verdict", "why", "judged by")


def write_csv(reports: Iterable[Report], look: Look, skipped: Sequence[Skipped] = ()) -> Iterator[str]:
    """UTF-8 with commas; no cell is a formula. What may be a deck and was passed over has a row too."""
    del look
    yield _row(COLUMNS)
    for report in reports:
        yield _row(
            (
                report.player or PurePath(report.path).stem,
                report.player_id or "",
                report.path,
                report.name or "",
                report.game or "",
                report.format or "",
                "yes" if report.legal else "no",
                verdict(report),
                "; ".join((*reasons_of(report), *(with_advice(p) for p in report.problems if p.ignored is not None))),
                "; ".join(map(note_text, report.judged_by)),
            )
        )
    for one in skipped:
        if one.deck:
            yield _row(("", "", one.path, "", "", "", "", say(f"skipped.{one.reason}"), skipped_text(one), ""))


def _row(cells: Iterable[str]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerow([guarded(sanitise(cell)) for cell in cells])
    return out.getvalue()
