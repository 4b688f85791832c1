"""Reports as annotations of GitHub Actions: `::error file=…,line=…::…`; and as Markdown, for the summary of a step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from deckcheck.report import Problem, Report, Severity, Skipped
from deckcheck.reports.look import Counts, Look, findings, summary, verdict, with_advice
from deckcheck.reports.paths import machine_path, place_within
from deckcheck.reports.skipped import Judges, not_decks, passed_over, reasons_of, skipped_lines, within
from deckcheck.wording import sanitise, say
from deckcheck.wording.markdown import table, unlinked

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}
_REASONS = 5  # in the cell of a deck
_SUMMARY = 1_000_000  # bytes; GitHub drops a larger summary as a whole (1 MiB)


def write_github(reports: Iterable[Report], look: Look, skipped: Sequence[Skipped] = ()) -> Iterator[str]:
    """An annotation for each finding, then one for each file passed over, and for what judged besides the shipped data.

    GitHub shows but the first ten of a severity, so the worst come first, and of each deck one before any
    comes to its second.
    """
    del look
    found: list[tuple[int, int, str]] = []
    judges = Judges()
    for report in judges.passing(reports):
        seen = dict.fromkeys(Severity, 0)
        for problem in findings(report):
            found.append((list(Severity).index(problem.severity), seen[problem.severity], _line(problem, report)))
            seen[problem.severity] += 1
    yield from (line for _, _, line in sorted(found, key=lambda one: one[:2]))
    for text, weaker in judges.said.items():
        yield f"::{'warning' if weaker else 'notice'} title=judged by::{_data(text)}\n"
    for kind, lines in (("warning", passed_over(within(skipped))), ("notice", not_decks(within(skipped)))):
        yield from (f"::{kind} title=passed over::{_data(line)}\n" for line in lines)


def _line(problem: Problem, report: Report) -> str:
    place = place_within(problem, report)
    facts = {"file": sanitise(place.file or ""), "line": place.line, "col": place.column, "title": problem.rule}
    written = {name: _data(str(value)) for name, value in facts.items() if value is not None}
    properties = ",".join(f"{name}={text.replace(':', '%3A').replace(',', '%2C')}" for name, text in written.items())
    return f"::{_COMMANDS[problem.severity]} {properties}::{_data(with_advice(problem))}\n"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def step_summary(reports: Iterable[Report], skipped: Sequence[Skipped] = ()) -> str:
    """The Markdown form, cut at the end of a line where it would be too large for the summary of a step."""
    text = "".join(write_markdown(reports, Look(), skipped))
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


def write_markdown(reports: Iterable[Report], look: Look, skipped: Sequence[Skipped] = ()) -> Iterator[str]:
    """A heading, the table of decks, who judged and what was passed over, and the findings deck by deck."""
    counts, judges, decks, found = Counts(), Judges(), [], []
    for report in counts.passing(judges.passing(reports)):
        why = "; ".join(reasons_of(report, _REASONS))
        who = " · ".join(filter(None, (report.player, report.player_id)))
        parts = (_path(report.path), report.game or "", report.format or "", verdict(report), who, why)
        decks.append(tuple(unlinked(sanitise(part)) for part in parts))
        if findings(report):
            found.append("\n\n".join(_findings(report)))
    yield f"# {unlinked(summary(counts.tally(), skipped=skipped))}\n"
    if decks:
        yield f"\n{table(_heads('deck', 'game', 'format', 'verdict', 'player', 'why'), decks)}\n"
    remarks = (*judges.said, *skipped_lines(within(skipped)))
    yield from (f"{chr(10) if not number else ''}- {unlinked(line)}\n" for number, line in enumerate(remarks))
    yield from (f"\n{block}\n" for block in found)
    if look.statistics and decks:
        rows = ((str(count), f"`{rule}`", str(broken)) for rule, count, broken in counts.by_rule())
        yield f"\n{table(_heads('findings', 'rule', 'decks'), rows)}\n"


def _findings(report: Report) -> Iterator[str]:
    yield f"## {unlinked(_path(report.path))}"
    rows = (_finding(problem, report) for problem in findings(report))
    yield table(_heads("line", "severity", "finding", "rule"), rows)


def _finding(problem: Problem, report: Report) -> tuple[str, ...]:
    place, line = problem.place, "" if problem.place.line is None else str(problem.place.line)
    if place.file and place.file != report.path:
        line = f"{_path(place.file)}:{line}"
    return unlinked(line), say(f"severity.{problem.severity}"), unlinked(with_advice(problem)), f"`{problem.rule}`"


def _path(path: str) -> str:
    return sanitise(machine_path(path))


def _heads(*names: str) -> tuple[str, ...]:
    return tuple(say(f"markdown.{name}") for name in names)
