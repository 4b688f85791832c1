"""What organisers may ask for: no deck passes that was not judged in full, by the shipped data and rules."""

from __future__ import annotations

from deckcheck.record import replace
from deckcheck.report import Note, Place, Problem, Report, ignored_rules
from deckcheck.sessions.find import Found, Search

# Notes that other data judged than was asked for.
_OTHER_DATA = frozenset({"note.list-chosen", "note.list-first", "note.list-other-day", "note.rules-newer"})


def strictly_found(search: Search) -> tuple[Found, ...]:
    """The decks, with those passed over that may be decks, which cannot be judged."""
    passed = (
        Found(one.path, problem=_problem("strict.skipped", one.path, reason=Note(f"skipped.{one.reason}")))
        for one in search.skipped
        if one.deck
    )
    return (*search.decks, *passed)


def strictly(report: Report) -> Report:
    """The report, with an error for each thing that weakens the verdict."""
    ignored = ignored_rules(report)
    found = [_problem("strict.ignored", report.path, names=ignored)] if ignored else []
    notes = (*report.judged_by, *(note for note in report.notes if note.sentence in _OTHER_DATA))
    found += [_problem("strict.judged-by", report.path, reason=note) for note in notes]
    return replace(report, legal=False, problems=(*report.problems, *found)) if found else report


def _problem(sentence: str, path: str, **facts: object) -> Problem:
    return Problem("strict", sentence, place=Place(path), facts=facts)
