"""Reports as people like to read them: the verdict, then each finding with its place, reason and remedy."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from deckcheck.report import Problem, Report, Severity
from deckcheck.reports.look import PLAIN, Counts, Look, Tally, in_order
from deckcheck.reports.told import advice, several_to_mend, verdict
from deckcheck.wording import (
    Said,
    citation_text,
    message,
    note_text,
    place_text,
    say,
    whole,
)

_RED, _GREEN, _YELLOW, _BLUE, _BOLD, _DIM = "31", "32", "33", "36", "1", "2"
_COLOURS = {Severity.ERROR: _RED, Severity.WARNING: _YELLOW, Severity.INFO: _BLUE}


def write_text(reports: Iterable[Report], look: Look) -> Iterator[str]:
    """Deck by deck, then how many are legal. A note that holds for several decks is said once."""
    told: set[str] = set()
    counts, before = Counts(), 0
    for report in counts.passing(reports):
        lines = list(_deck(report, look, told))
        if lines:
            apart = "\n" if before and not look.quiet and max(before, len(lines)) > 1 else ""
            yield apart + "\n".join(lines) + "\n"
            before = len(lines)
    yield f"{'' if look.quiet or not before else chr(10)}{_summary(counts.tally(), look)}\n"
    if look.statistics:
        yield from (f"{line}\n" for line in _statistics(counts))


def _paint(text: str, colour: str, look: Look) -> Said:
    return Said(f"\x1b[{colour}m{text}\x1b[0m" if look.colour else text)


def headline(report: Report, look: Look) -> str:
    """The verdict on a deck, with what it is, on one line."""
    about = _about(report) if report.game is not None and report.readable else None
    path = _paint(whole(report.path), _BOLD, look)
    return say("report.head", path=path, verdict=_verdict(report, look), about=about)


def _deck(report: Report, look: Look, told: set[str]) -> Iterator[str]:
    if not look.quiet:
        yield headline(report, look)
    cited: set[str] = set()
    for problem in in_order(report.problems, report.path):
        yield from _finding(problem, report.path, look, cited)
    if look.quiet:
        return
    if several_to_mend(report):
        yield f"  {_paint(say('report.fix-all', path=Said(whole(report.path))), _DIM, look)}"
    yield from _headroom(report)
    if report.undecided:
        yield f"  {say('report.undecided', names=report.undecided, cards=report.unsettled, sections=report.vacant)}"
    for note in map(note_text, report.notes):
        if note not in told:
            told.add(note)
            yield f"  {say('report.note', note=note)}"


def _verdict(report: Report, look: Look) -> Said:
    return _paint(verdict(report), _GREEN if report.legal else _RED, look)


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
            yield f"    {_paint(say('report.ignored', reason=problem.ignored), _DIM, look)}"
        return
    title = problem.facts.get("title")
    reasons = (
        ("title", title if title != problem.rule else None),
        ("source", citation_text(problem.source) if problem.source else None),
        ("assumed", Said(whole(problem.assumed)) if problem.assumed else None),
    )
    for name, text in reasons if problem.rule not in cited else ():
        if text is not None:
            yield f"    {_paint(say(f'report.{name}', **{name: text}), _DIM, look)}"
    cited.add(problem.rule)
    for line in advice(problem):
        yield f"    {_paint(line, _DIM, look)}"


def finding_line(problem: Problem, path: str = "", look: Look = PLAIN) -> str:
    """A finding on one line; `path` is the file where its place names none."""
    return say(
        "report.finding",
        place=place_text(problem.place, path),
        severity=_paint(say(f"severity.{problem.severity}"), _COLOURS[problem.severity], look),
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


def _summary(count: Tally, look: Look) -> str:
    parts = (("legal", count.legal, _GREEN), ("illegal", count.illegal, _RED), ("unreadable", count.unreadable, _RED))
    counts = tuple(_paint(say(f"summary.{key}", number=n), colour, look) for key, n, colour in parts if n)
    return say("report.summary", decks=count.decks, counts=counts)


def _statistics(counts: Counts) -> Iterator[str]:
    for rule, findings, decks in counts.by_rule():
        yield f"  {say('report.statistics', rule=rule, findings=findings, decks=decks)}"
