"""Reports as JUnit XML: a suite for each deck, in it a case for each rule that is broken.

A deck without errors has one case that passes, `legal`. Warnings and remarks stand in the suite's output.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from deckcheck.record import replace
from deckcheck.report import Problem, Report, Severity, Skipped, ignored_rules
from deckcheck.reports.look import Look, advice, findings, reasons
from deckcheck.reports.paths import machine_path, place_within
from deckcheck.reports.text import finding_line
from deckcheck.wording import message, note_text, sanitise, say, shorten

# What XML 1.0 has no way to write; `sanitise` leaves the last two alone.
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def write_junit(reports: Iterable[Report], look: Look, skipped: Sequence[Skipped] = ()) -> Iterator[str]:
    """One document, also where there is no deck. What was passed over is a suite of skipped cases."""
    del look
    totals = dict.fromkeys(("tests", "failures", "errors"), 0)
    suites: list[str] = []  # as text, which is smaller; the totals stand before them
    for report in reports:
        suite = _Suite(report)
        for name in totals:
            totals[name] += getattr(suite, name)
        suites.append("".join(f"{line}\n" for line in suite.lines()))
    passed = tuple(one for one in skipped if one.deck)
    if skipped:
        suites.append("".join(f"{line}\n" for line in _passed_over(passed, skipped)))
        totals["tests"] += len(passed)
    attributes = {"name": "deckcheck", **{name: str(number) for name, number in totals.items()}}
    yield f'<?xml version="1.0" encoding="UTF-8"?>\n<testsuites{_attributes(attributes)}>\n'
    yield from suites
    yield "</testsuites>\n"


def _passed_over(told: Sequence[Skipped], skipped: Sequence[Skipped]) -> Iterator[str]:
    """A skipped case for each file that may be a deck; files that are none are counted in the output of the suite."""
    from deckcheck.reports.skipped import skipped_lines, within

    def content() -> Iterator[str]:
        for one in told:
            path = sanitise(machine_path(one.path))
            reason = _tag("skipped", {"message": say(f"skipped.{one.reason}")})
            yield from _element("testcase", {"classname": path, "name": "passed over", "file": path}, [reason])
        yield f"<system-out>{_text(chr(10).join(skipped_lines(within(skipped))))}</system-out>"

    name = say("skipped.suite", reasons=reasons(skipped))
    counts = {"tests": len(told), "failures": 0, "errors": 0, "skipped": len(told)}
    yield from _element("testsuite", {"name": name, **{key: str(number) for key, number in counts.items()}}, content())


class _Suite:
    """The cases of one deck, and how many there are."""

    def __init__(self, report: Report) -> None:
        self.report = report
        self.path = machine_path(report.path)
        self.broken: dict[str, list[Problem]] = {}
        self.others: list[Problem] = []
        for problem in findings(report):
            if problem.severity is Severity.ERROR:
                self.broken.setdefault(problem.rule, []).append(problem)
            else:
                self.others.append(problem)
        self.tests = max(1, len(self.broken))
        self.failures = len(self.broken) if report.readable else 0
        self.errors = 0 if report.readable else len(self.broken)

    def lines(self) -> Iterator[str]:
        counts = {"tests": str(self.tests), "failures": str(self.failures), "errors": str(self.errors)}
        yield from _element("testsuite", {"name": sanitise(self.path), **counts}, self.content())

    def content(self) -> Iterator[str]:
        report = self.report
        known = {"deck": report.name, "game": report.game, "format": report.format, "fingerprint": report.fingerprint}
        known["ignored"] = ", ".join(ignored_rules(report)) or None
        known["weakened"] = ", ".join(report.weakened) or None
        known["judged_by"] = "; ".join(map(note_text, report.judged_by)) or None
        given = {name: value for name, value in known.items() if value is not None}
        if given:
            rows = (_tag("property", {"name": name, "value": shorten(value, 500)}) for name, value in given.items())
            yield from _element("properties", {}, rows)
        for rule, problems in self.broken.items():
            yield from self.case(rule, problems)
        if not self.broken:
            yield _tag("testcase", {"classname": sanitise(self.path), "name": "legal", "file": sanitise(self.path)})
        if self.others:
            yield f"<system-out>{_text(self.told(self.others))}</system-out>"

    def case(self, rule: str, problems: list[Problem]) -> Iterator[str]:
        place = place_within(problems[0], self.report)
        case = {"classname": sanitise(self.path), "name": rule, "file": sanitise(place.file or self.path)}
        if place.line is not None:
            case["line"] = str(place.line)
        fault = _attributes({"message": message(problems[0]), "type": rule})
        kind = "failure" if self.report.readable else "error"
        yield from _element("testcase", case, [f"<{kind}{fault}>{_text(self.told(problems))}</{kind}>"])

    def told(self, problems: Iterable[Problem]) -> str:
        lines = []
        for problem in problems:
            place = replace(problem.place, file=machine_path(problem.place.file or self.path))
            lines.append(finding_line(replace(problem, place=place)))
            lines += [f"    {line}" for line in advice(problem)]
        return "\n".join(lines)


def _element(name: str, attributes: dict[str, str], content: Iterable[str]) -> Iterator[str]:
    yield f"<{name}{_attributes(attributes)}>"
    yield from content
    yield f"</{name}>"


def _tag(name: str, attributes: dict[str, str]) -> str:
    return f"<{name}{_attributes(attributes)}/>"


def _attributes(attributes: dict[str, str]) -> str:
    return "".join(f' {name}="{_text(value)}"' for name, value in attributes.items())


def _text(text: str) -> str:
    from html import escape

    return escape(_NOT_XML.sub("\ufffd", text))
