"""Reports as SARIF 2.1.0, the interchange form of code scanning: one run, a result for each finding."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from deckcheck import __version__
from deckcheck.files.json_text import inside, json_text
from deckcheck.report import BUILT_IN, Place, Problem, Report, Severity, Skipped
from deckcheck.reports.look import Look, findings, with_advice
from deckcheck.reports.paths import is_within, machine_path, place_within, uri
from deckcheck.reports.skipped import Judges, not_decks, passed_over, within
from deckcheck.wording import SafeText, citation_text, say, shorten

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_ROOT = "%SRCROOT%"
_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}


def write_sarif(reports: Iterable[Report], look: Look, skipped: Sequence[Skipped] = ()) -> Iterator[str]:
    """One log with one run. Nothing in it depends on the day, the machine or the folder's name.

    What was passed over, and what judged besides the shipped data, are notifications of the run.
    """
    del look
    rules: dict[str, dict[str, object]] = {}
    numbers: dict[str, int] = {}
    results: list[str] = []  # as text, which is smaller; the rules that they name stand before them
    judges = Judges()
    for report in judges.passing(reports):
        seen: Counter[str] = Counter()
        for problem in findings(report):
            rule = rule_id(problem, report)
            if rule not in rules:
                rules[rule] = _rule(rule, problem, report)
                numbers[rule] = len(numbers)
            results.append(inside(_result(rule, numbers[rule], problem, report, seen), 4))
    driver = {"name": "deckcheck", "version": __version__, "rules": list(rules.values())}
    notifications = [_notification(text, weaker) for text, weaker in judges.said.items()]
    notifications += [_notification(line, warning=True) for line in passed_over(within(skipped))]
    notifications += [_notification(line, warning=False) for line in not_decks(within(skipped))]
    invocations = [{"executionSuccessful": True, "toolExecutionNotifications": notifications}]
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {_ROOT: {"description": {"text": say("sarif.root")}}},
        **({"invocations": invocations} if notifications else {}),
        "results": [],
    }
    log = json_text({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]})
    head, _, end = log.rpartition("[]")
    yield f"{head}["
    yield from (f"{',' if number else ''}\n        {result}" for number, result in enumerate(results))
    yield f"{chr(10) + ' ' * 6 if results else ''}]{end}"


def _notification(text: str, warning: bool) -> dict[str, object]:
    return {"level": "warning" if warning else "note", "message": {"text": text}}


def rule_id(problem: Problem, report: Report) -> str:
    """The rule's id; that of a game's own stands behind the game, as two games may each have a `main-size`.

    A slash between them would say that it is a part of another rule.
    """
    return problem.rule if problem.rule in BUILT_IN else f"{report.game}.{problem.rule}"


def _rule(rule: str, problem: Problem, report: Report) -> dict[str, object]:
    """What GitHub asks of a rule: descriptions, short and full, and where to find help."""
    if problem.rule in BUILT_IN:
        title, helps = say(f"finding.{problem.rule}"), say("sarif.help-file")
    else:
        title = SafeText(shorten(str(problem.facts.get("title") or problem.rule)))
        helps = say("sarif.help-rule", game=report.game)
    source = citation_text(problem.source) if problem.source is not None else None
    full = say("sarif.full", title=title, source=source, assumed=problem.assumed)
    return {
        "id": rule,
        "shortDescription": {"text": title},
        "fullDescription": {"text": full},
        "help": {"text": helps},
    }


def _result(rule: str, number: int, problem: Problem, report: Report, seen: Counter[str]) -> dict[str, object]:
    place = place_within(problem, report)
    result: dict[str, object] = {
        "ruleId": rule,
        "ruleIndex": number,
        "level": _LEVELS[problem.severity],
        "message": {"text": with_advice(problem)},
        "locations": [{"physicalLocation": _location(place)}],
    }
    if problem.place.file and machine_path(problem.place.file) != place.file:
        told = Place(machine_path(problem.place.file), problem.place.line, problem.place.column)
        result["relatedLocations"] = [{"physicalLocation": _location(told)}]
    mark = _mark(rule, problem, place)
    result["partialFingerprints"] = {"deckcheck/v1": f"{mark}:{seen[mark]}"}
    seen[mark] += 1
    if problem.ignored is not None:
        result["suppressions"] = [{"kind": "inSource", "justification": problem.ignored}]
    return result


def _location(place: Place) -> dict[str, object]:
    file = place.file or ""
    artifact = {"uri": uri(file), "uriBaseId": _ROOT} if is_within(file) else {"uri": uri(file)}
    region = {"startLine": place.line or 1}  # GitHub wants a line, also for what is wrong with a deck as a whole
    if place.column is not None:
        region["startColumn"] = place.column
    return {"artifactLocation": artifact, "region": region}


def _mark(rule: str, problem: Problem, place: Place) -> str:
    """What makes a finding the same one after lines are added above it, or copies to it."""
    from hashlib import blake2b

    facts = (rule, problem.sentence, place.file or "", problem.section or "", *problem.cards)
    return blake2b("\0".join(facts).encode("utf-8", "backslashreplace"), digest_size=12).hexdigest()
