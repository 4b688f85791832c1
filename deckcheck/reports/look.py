"""How text is to look, and what the reports share: counts and the order of findings."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TextIO

from deckcheck.record import dataclass
from deckcheck.report import Problem, Report, Severity

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
