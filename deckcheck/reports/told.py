"""What several forms of reports say: the verdict, the counts, a finding with what to do about it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from deckcheck.files.told import stands_for
from deckcheck.report import BUILT_IN, Problem, Report, Severity, ignored_rules
from deckcheck.reports.look import Tally
from deckcheck.wording import Said, fix_line, message, say


def verdict(report: Report) -> Said:
    """Whether the deck is legal, and how many findings there are of each severity."""
    if not report.readable:
        key = "unreadable"
    elif report.legal:
        key = "legal" if report.complete else "legal-so-far"
    else:
        key = "illegal"
    return say(f"verdict.{key}", counts=counts(report.problems), ignored=ignored_rules(report))


def counts(problems: Iterable[Problem]) -> tuple[Said, ...]:
    """How many there are of each severity, in words."""
    found = Counter[Severity]()
    for problem in problems:
        found[problem.severity] += stands_for(problem)
    return tuple(say(f"count.{severity}", number=found[severity]) for severity in Severity if found[severity])


def summary(count: Tally) -> Said:
    """How many decks were checked, and what they are."""
    parts = {"legal": count.legal, "illegal": count.illegal, "unreadable": count.unreadable}
    counts = tuple(say(f"summary.{key}", number=number) for key, number in parts.items() if number)
    return say("report.summary", decks=count.decks, counts=counts)


def advice(problem: Problem) -> Iterator[Said]:
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


def with_advice(problem: Problem) -> Said:
    """The message and the advice on one line."""
    return say("report.advised", message=message(problem), advice=tuple(advice(problem)))
