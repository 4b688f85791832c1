"""How text is to look, and what the reports share: the verdict, counts, the order of findings, what to do about one."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TextIO

from deckcheck.files.schema_reader import stands_for
from deckcheck.record import dataclass
from deckcheck.report import BUILT_IN, Note, Place, Problem, Report, Severity, Skipped, ignored_rules
from deckcheck.wording import SafeText, fix_line, message, say

_SEVERITIES = tuple(Severity)


@dataclass(frozen=True, slots=True)
class Look:
    """`colour`: escape sequences may be written. `quiet`: findings and the verdict alone.

    `statistics`: how often each rule was broken stands at the end.
    """

    colour: bool = False
    quiet: bool = False
    statistics: bool = False


PLAIN = Look()
RED, GREEN, YELLOW, BLUE, BOLD, DIM = "31", "32", "33", "36", "1", "2"


def paint(text: str, colour: str, look: Look) -> SafeText:
    """The text in a colour, where colours may be written."""
    return SafeText(f"\x1b[{colour}m{text}\x1b[0m" if look.colour else text)


def may_colour(stream: TextIO, *, no_color: bool = False) -> bool:
    """Whether to colour what goes to a stream: an option beats the environment, that beats the terminal."""
    if no_color or os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR") or os.environ.get("CLICOLOR_FORCE", "0") != "0":
        return True
    return stream.isatty() and os.environ.get("TERM") != "dumb" and os.environ.get("CLICOLOR") != "0"


def can_show(signs: str) -> bool:
    """Whether the standard output takes these signs; not all terminals have blocks."""
    try:
        signs.encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


@dataclass(frozen=True, slots=True)
class Tally:
    """How many decks are legal, illegal, or could not be judged at all."""

    decks: int
    legal: int
    illegal: int
    unreadable: int


class Counts:
    """What is counted while reports go by: the verdicts and the rules that were broken."""

    def __init__(self) -> None:
        self.decks = self.legal = self.unreadable = 0
        self._findings: Counter[str] = Counter()
        self._broken: Counter[str] = Counter()

    def passing(self, reports: Iterable[Report]) -> Iterator[Report]:
        """The reports, each counted when it is asked for."""
        for report in reports:
            self.decks += 1
            self.legal += report.legal
            self.unreadable += not report.readable
            rules = [problem.rule for problem in report.problems]
            self._findings.update(rules)
            self._broken.update(set(rules))
            yield report

    def tally(self) -> Tally:
        return Tally(self.decks, self.legal, self.decks - self.legal - self.unreadable, self.unreadable)

    def by_rule(self) -> list[tuple[str, int, int]]:
        """Each rule that was broken: how many findings, in how many decks; the most findings first."""
        rows = ((rule, count, self._broken[rule]) for rule, count in self._findings.items())
        return sorted(rows, key=lambda row: (-row[1], row[0]))


# Notes on how lines were read, which in a form for programs are findings like those of lines.
_OF_READING = frozenset(
    {
        *("note.columns", "note.title-row", "note.blank-line", "note.total"),
        *("note.hyphens", "note.format-remark"),
    }
)


def findings(report: Report) -> list[Problem]:
    """The problems in order, and as remarks among them what the notes say of how the deck was read."""
    notes = (note for note in report.notes if note.sentence in _OF_READING)
    return in_order((*report.problems, *(_remark(note, report.path) for note in notes)), report.path)


def _remark(note: Note, path: str) -> Problem:
    line = note.facts.get("line")
    place = Place(path, line if isinstance(line, int) else None)
    return Problem("line", note.sentence, Severity.INFO, place=place, facts=note.facts)


def in_order(problems: Iterable[Problem], path: str = "") -> list[Problem]:
    """The problems by their line in the deck's file, `path`, those without one first, those of other files last.

    Those of one place stand the worst first, then the tightest.
    """

    def key(problem: Problem) -> tuple[object, ...]:
        place = problem.place
        elsewhere = place.file if place.file != path else None
        return (elsewhere or "", place.line or 0, place.column or 0, *_tightness(problem))

    return sorted(problems, key=key)


def _tightness(problem: Problem) -> tuple[int, int]:
    limit = max(problem.limit) if isinstance(problem.limit, tuple) else problem.limit
    return _SEVERITIES.index(problem.severity), -1 if limit is None else limit


def verdict(report: Report) -> SafeText:
    """Whether the deck is legal, and how many findings there are of each severity."""
    if not report.readable:
        key = "unreadable"
    elif report.legal:
        key = "legal" if report.complete else "legal-so-far"
    else:
        key = "illegal"
    return say(
        f"verdict.{key}", counts=counts(report.problems), ignored=ignored_rules(report), weakened=report.weakened
    )


def counts(problems: Iterable[Problem]) -> tuple[SafeText, ...]:
    """How many there are of each severity, in words."""
    found = Counter[Severity]()
    for problem in problems:
        found[problem.severity] += stands_for(problem)
    return tuple(say(f"count.{severity}", number=found[severity]) for severity in Severity if found[severity])


def summary(count: Tally, look: Look = PLAIN, skipped: Sequence[Skipped] = ()) -> SafeText:
    """How many decks were checked, what they are, and how many files were passed over for which reason."""
    parts = (("legal", count.legal, GREEN), ("illegal", count.illegal, RED), ("unreadable", count.unreadable, RED))
    counts = tuple(paint(say(f"summary.{key}", number=n), colour, look) for key, n, colour in parts if n)
    return say("report.summary", decks=count.decks, counts=counts, skipped=reasons(skipped))


def reasons(skipped: Sequence[Skipped]) -> tuple[SafeText, ...]:
    """How many were passed over for each reason, in words."""
    found = Counter(one.reason for one in skipped)
    return tuple(say("skipped.count", number=number, reason=say(f"skipped.{key}")) for key, number in found.items())


def advice(problem: Problem) -> Iterator[SafeText]:
    """What mends the problem, and why it is passed over, as far as either is known."""
    fix = fix_line(problem.fix)
    if fix is not None:
        yield say("report.fix", fix=fix)
    if problem.ignored is not None:
        yield say("report.ignored", reason=problem.ignored)


def several_to_mend(report: Report) -> bool:
    """Whether several errors are such as changing cards mends; what mends one of them may not mend all."""
    mendable = (p for p in report.problems if p.severity is Severity.ERROR and p.rule not in BUILT_IN)
    return report.readable and sum(1 for _ in mendable) > 1


def with_advice(problem: Problem) -> SafeText:
    """The message and the advice on one line."""
    return say("report.advised", message=message(problem), advice=tuple(advice(problem)))
