"""Reports as people like to read them: the verdict, then each finding with its place, reason and remedy."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from deckcheck.report import Note, Problem, Report, Severity, Skipped
from deckcheck.reports.look import (
    BLUE,
    BOLD,
    DIM,
    GREEN,
    PLAIN,
    RED,
    YELLOW,
    Counts,
    Look,
    advice,
    in_order,
    paint,
    several_to_mend,
    summary,
    verdict,
)
from deckcheck.wording import SafeText, citation_text, message, note_text, place_text, sanitise, say

_COLOURS = {Severity.ERROR: RED, Severity.WARNING: YELLOW, Severity.INFO: BLUE}


def write_text(reports: Iterable[Report], look: Look, skipped: Sequence[Skipped] = ()) -> Iterator[str]:
    """Deck by deck, what was passed over, then how many are legal. A note that holds for several decks is said once."""
    told: set[str] = set()
    counts, before = Counts(), 0
    for report in counts.passing(reports):
        lines = list(_deck(report, look, told))
        if lines:
            apart = "\n" if before and not look.quiet and max(before, len(lines)) > 1 else ""
            yield apart + "\n".join(lines) + "\n"
            before = len(lines)
    lines = []
    if skipped:
        from deckcheck.reports.skipped import passed_over

        lines = [f"{line}\n" for line in passed_over(skipped)]
    yield "".join((chr(10) if before and not look.quiet else "", *lines, f"{summary(counts.tally(), look, skipped)}\n"))
    for rule, findings, decks in counts.by_rule() if look.statistics else ():
        yield f"  {say('report.statistics', rule=rule, findings=findings, decks=decks)}\n"


def headline(report: Report, look: Look) -> str:
    """The verdict on a deck, with what it is, on one line."""
    about = _about(report) if report.game is not None and report.readable else None
    path = paint(sanitise(report.path), BOLD, look)
    word = paint(verdict(report), GREEN if report.legal else RED, look)
    return say("report.head", path=path, verdict=word, about=about)


def _deck(report: Report, look: Look, told: set[str]) -> Iterator[str]:
    if not look.quiet:
        yield headline(report, look)
    cited: set[str] = set()
    for problem in in_order(report.problems, report.path):
        yield from _finding(problem, report.path, look, cited)
    if look.quiet:
        yield from _notes(report.judged_by, told)
        return
    if several_to_mend(report):
        yield f"  {paint(say('report.fix-all', path=SafeText(sanitise(report.path))), DIM, look)}"
    yield from _headroom(report)
    if report.undecided:
        yield f"  {say('report.undecided', names=report.undecided, cards=report.unsettled, sections=report.vacant)}"
    yield from _notes((*report.judged_by, *report.notes), told)


def _notes(notes: Iterable[Note], told: set[str]) -> Iterator[str]:
    for note in map(note_text, notes):
        if note not in told:
            told.add(note)
            yield f"  {say('report.note', note=note)}"


def _about(report: Report) -> str:
    sections = tuple(
        say("report.section", section=section, count=count) for section, count in report.sections.items() if count
    )
    lists = tuple(
        say("report.list", name=dated.name, first=dated.first_day, last=dated.last_day) for dated in report.lists
    )
    return say(
        "report.deck",
        name=report.name,
        game=report.game,
        format=report.format,
        sections=sections,
        lists=lists,
    )


def _finding(problem: Problem, path: str, look: Look, cited: set[str]) -> Iterator[str]:
    """A finding with its reasons; those of a rule that is broken several times are told at the first."""
    yield finding_line(problem, path, look)
    if look.quiet:
        if problem.ignored is not None:  # else a rule would be broken, and nobody told why that is legal
            yield f"    {paint(say('report.ignored', reason=problem.ignored), DIM, look)}"
        return
    title = problem.facts.get("title")
    reasons = (
        ("title", title if title != problem.rule else None),
        ("source", citation_text(problem.source) if problem.source else None),
        ("assumed", SafeText(sanitise(problem.assumed)) if problem.assumed else None),
    )
    for name, text in reasons if problem.rule not in cited else ():
        if text is not None:
            yield f"    {paint(say(f'report.{name}', **{name: text}), DIM, look)}"
    cited.add(problem.rule)
    for line in advice(problem):
        yield f"    {paint(line, DIM, look)}"


def finding_line(problem: Problem, path: str = "", look: Look = PLAIN) -> str:
    """A finding on one line; `path` is the file where its place names none."""
    return say(
        "report.finding",
        place=place_text(problem.place, path),
        severity=paint(say(f"severity.{problem.severity}"), _COLOURS[problem.severity], look),
        message=message(problem),
        rule=problem.rule,
    )


def _headroom(report: Report) -> Iterator[str]:
    """ "2 more may be added to main: …", the roomiest first."""
    room: dict[tuple[int, str, int | None], list[str]] = {}
    for item in report.headroom:
        room.setdefault((item.more, item.section, item.unwarned), []).append(item.card)
    for more, section, unwarned in sorted(room, key=lambda key: -key[0]):
        facts = {"more": more, "section": section, "unwarned": unwarned}
        yield f"  {say('report.headroom', cards=tuple(room[more, section, unwarned]), **facts)}"
