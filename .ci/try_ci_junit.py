"""Reads a JUnit report as junitparser does, and compares its counts with those of the JSON report."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from junitparser import Error, Failure, JUnitXml, TestCase, TestSuite


def main() -> None:
    report = JUnitXml.fromfile(sys.argv[1])
    suites = [suite for suite in report if isinstance(suite, TestSuite)]
    cases = [case for suite in suites for case in suite if isinstance(case, TestCase)]
    broken = [case for case in cases if any(isinstance(result, Failure | Error) for result in case.result)]
    print(f"{len(suites)} suites, {len(cases)} cases, {len(broken)} broken; the report says {report.tests}, "
          f"{report.failures + report.errors}")  # fmt: skip
    assert (report.tests, report.failures + report.errors) == (len(cases), len(broken))
    if broken:
        document = json.loads(Path(sys.argv[2]).read_text(encoding="utf-8"))
        decks = document["decks"]
        assert len(suites) == len(decks) + bool(document["skipped"])  # what was passed over is a suite of its own
        rules = {(d["path"], p["rule"]) for d in decks for p in d["problems"] if p["severity"] == "error"}
        assert len(broken) == len(rules)


if __name__ == "__main__":
    main()
