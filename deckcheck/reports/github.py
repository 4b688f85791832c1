"""Reports as annotations of GitHub Actions: `::error file=…,line=…::…`; and the summary of the step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from deckcheck.report import Problem, Report, Severity
from deckcheck.reports.look import Look, in_order, with_advice
from deckcheck.reports.markdown import write_markdown
from deckcheck.reports.paths import place_within
from deckcheck.wording import say, whole

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}
_SUMMARY = 1_000_000  # bytes; GitHub drops a larger summary as a whole (1 MiB)


def write_github(reports: Iterable[Report], look: Look) -> Iterator[str]:
    """An annotation for each finding.

    GitHub shows but the first ten of a severity, so the worst come first, and of each deck one before any
    comes to its second.
    """
    del look
    found: list[tuple[int, int, str]] = []
    for report in reports:
        seen = dict.fromkeys(Severity, 0)
        for problem in in_order(report.problems, report.path):
            found.append((list(Severity).index(problem.severity), seen[problem.severity], _line(problem, report)))
            seen[problem.severity] += 1
    return (line for _, _, line in sorted(found, key=lambda one: one[:2]))


def _line(problem: Problem, report: Report) -> str:
    place = place_within(problem, report)
    facts = {"file": whole(place.file or ""), "line": place.line, "col": place.column, "title": problem.rule}
    written = {name: _data(str(value)) for name, value in facts.items() if value is not None}
    properties = ",".join(f"{name}={text.replace(':', '%3A').replace(',', '%2C')}" for name, text in written.items())
    return f"::{_COMMANDS[problem.severity]} {properties}::{_data(with_advice(problem))}\n"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def step_summary(reports: Iterable[Report]) -> str:
    """The Markdown form, cut at the end of a line where it would be too large for the summary of a step."""
    text = "".join(write_markdown(reports, Look()))
    if len(text.encode("utf-8", "backslashreplace")) <= _SUMMARY:
        return text
    lines = list(_first(text.splitlines(keepends=True)))
    return "".join(lines) + f"\n{say('markdown.cut')}\n"


def _first(lines: Sequence[str]) -> Iterator[str]:
    size = 0
    for line in lines:
        size += len(line.encode("utf-8", "backslashreplace"))
        if size > _SUMMARY:
            return
        yield line
