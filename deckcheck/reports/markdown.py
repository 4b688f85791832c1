"""Reports as Markdown, as for the summary of a CI step: all decks in a table, then what is wrong with each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from deckcheck.report import Problem, Report
from deckcheck.reports.look import Counts, Look, in_order, summary, verdict, with_advice
from deckcheck.reports.paths import machine_path
from deckcheck.wording import say, whole
from deckcheck.wording.markdown import escaped, table


def write_markdown(reports: Iterable[Report], look: Look) -> Iterator[str]:
    """A heading, the table of decks, and the findings deck by deck."""
    counts, decks, findings = Counts(), [], []
    for report in counts.passing(reports):
        parts = (_path(report.path), report.game or "", report.format or "", verdict(report))
        decks.append(tuple(escaped(whole(part)) for part in parts))
        if report.problems:
            findings.append("\n\n".join(_findings(report)))
    yield f"# {escaped(summary(counts.tally()))}\n"
    if decks:
        yield f"\n{table(_heads('deck', 'game', 'format', 'verdict'), decks)}\n"
    yield from (f"\n{block}\n" for block in findings)
    if look.statistics and decks:
        rows = ((str(count), f"`{rule}`", str(broken)) for rule, count, broken in counts.by_rule())
        yield f"\n{table(_heads('findings', 'rule', 'decks'), rows)}\n"


def _findings(report: Report) -> Iterator[str]:
    yield f"## {escaped(_path(report.path))}"
    rows = (_finding(problem, report) for problem in in_order(report.problems, report.path))
    yield table(_heads("line", "severity", "finding", "rule"), rows)


def _finding(problem: Problem, report: Report) -> tuple[str, ...]:
    place, line = problem.place, "" if problem.place.line is None else str(problem.place.line)
    if place.file and place.file != report.path:
        line = f"{_path(place.file)}:{line}"
    return escaped(line), say(f"severity.{problem.severity}"), escaped(with_advice(problem)), f"`{problem.rule}`"


def _path(path: str) -> str:
    return whole(machine_path(path))


def _heads(*names: str) -> tuple[str, ...]:
    return tuple(say(f"markdown.{name}") for name in names)
