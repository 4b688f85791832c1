"""Reports as JSON, one document or a deck a line; the fields and their order are a contract."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict

from deckcheck.files.json_text import inside, json_text
from deckcheck.report import Problem, Report, Skipped
from deckcheck.reports.look import Counts, Look, in_order
from deckcheck.wording import citation_text, fix_line, message, note_text, origin_text, say

VERSION = 1


def write_json(reports: Iterable[Report], look: Look, skipped: Sequence[Skipped] = ()) -> Iterator[str]:
    """`{"version", "decks": [{…, "problems": […]}], "summary", "skipped": [{"path", "reason"}]}`."""
    del look
    counts = Counts()
    yield f'{{\n  "version": {VERSION},\n  "decks": ['
    for report in counts.passing(reports):
        yield f"{',' if counts.decks > 1 else ''}\n    {inside(deck_record(report), 2)}"
    end = "\n  ]" if counts.decks else "]"
    passed = inside([_skipped_record(one) for one in skipped], 1)
    yield f'{end},\n  "summary": {inside(asdict(counts.tally()), 1)},\n  "skipped": {passed}\n}}\n'


def _skipped_record(one: Skipped) -> dict[str, object]:
    return {"path": one.path, "reason": one.reason, "may_be_deck": one.deck}


def deck_record(report: Report) -> dict[str, object]:
    """One deck; what could not be decided is among the notes."""
    notes = [note_text(note) for note in report.notes]
    if report.undecided:
        notes.append(say("report.undecided", names=report.undecided, cards=report.unsettled, sections=report.vacant))
    return {
        "path": report.path,
        "name": report.name,
        "game": report.game,
        "format": report.format,
        "as_of": report.as_of,
        "legal": report.legal,
        "complete": report.complete,
        "sections": dict(report.sections),
        "lists": [asdict(dated) for dated in report.lists],
        "fingerprint": report.fingerprint,
        "notes": notes,
        "problems": [problem_record(problem, report.path) for problem in in_order(report.problems, report.path)],
        "judged_by": [note_text(note) for note in report.judged_by],
        "weakened": list(report.weakened),
        "player": report.player,
        "id": report.player_id,
    }


def problem_record(problem: Problem, path: str) -> dict[str, object]:
    """One finding; `path` is the file where its place names none."""
    limit = problem.limit
    return {
        "rule": problem.rule,
        "severity": str(problem.severity),
        "message": message(problem),
        "cards": list(problem.cards),
        "section": problem.section,
        "file": problem.place.file or path,
        "line": problem.place.line,
        "column": problem.place.column,
        "found": problem.found,
        "limit": list(limit) if isinstance(limit, tuple) else limit,
        "bound": problem.bound,
        "origin": origin_text(problem.origin),
        "source": citation_text(problem.source) if problem.source else None,
        "assumed": problem.assumed,
        "fix": fix_line(problem.fix),
        "ignored": problem.ignored,
    }


def write_jsonl(reports: Iterable[Report], look: Look, skipped: Sequence[Skipped] = ()) -> Iterator[str]:
    """The records of `decks` in the JSON form, each on a line; then `{"skipped": […]}` if one may be a deck."""
    del look
    yield from (json_text(deck_record(report), indent=None) for report in reports)
    if any(one.deck for one in skipped):
        yield json_text({"skipped": [_skipped_record(one) for one in skipped]}, indent=None)
