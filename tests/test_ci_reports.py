"""The forms for other programs: golden files, schemas and readers of their own, hostile names."""

from __future__ import annotations

import csv
import html
import io
import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft4Validator
from test_reports import ALL, BROKEN, ILLEGAL, LEGAL, UNKNOWN, copies

from deckcheck.commands.output import MACHINE
from deckcheck.report import Fix, Note, Place, Problem, Report, Severity
from deckcheck.reports import REPORTS
from deckcheck.reports.csv import COLUMNS
from deckcheck.reports.github import step_summary
from deckcheck.reports.look import Look
from deckcheck.reports.paths import machine_path, uri
from deckcheck.wording.markdown import unlinked

Golden = Callable[[str, str], None]
FORMS = {"jsonl": "report.jsonl", "junit": "report.xml", "sarif": "report.sarif", "github": "report.github.txt"}
EVIL = "]]>&<b a='\"'>::error::%0A,|`*[x](y){0}\r\n\x00\x1b[2J\u202e\u2028\ud800\udc80\ufffe\uffffé龍"
IGNORED = replace(copies("Braise", 14), severity=Severity.INFO, ignored="agreed with the judge")


def written(form: str, reports: Sequence[Report], look: Look = Look()) -> str:  # noqa: B008 - frozen
    """A document as it reaches a file, read back."""
    return "".join(REPORTS[form](reports, look)).encode("utf-8", "backslashreplace").decode()


@cache
def sarif_schema() -> Draft4Validator:
    path = Path(__file__).parent / "sarif" / "sarif-2.1.0-rtm.5.json"
    return Draft4Validator(json.loads(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize(("form", "name"), FORMS.items())
def test_form(form: str, name: str, golden: Golden) -> None:
    golden(name, written(form, (*ALL, replace(ILLEGAL, path="e.yaml", problems=(IGNORED,)))))


def test_markdown(golden: Golden) -> None:
    golden("report.md", written("markdown", ALL, Look(statistics=True)))


@pytest.mark.parametrize("form", REPORTS)
def test_a_form_is_the_same_each_time_and_has_no_colour(form: str) -> None:
    assert written(form, ALL) == written(form, ALL)
    if form != "text":
        assert written(form, ALL, Look(colour=True)) == written(form, ALL)


# --- valid, whatever the names are ----------------------------------------------------------------


def hostile(text: str) -> Report:
    """A deck with the text in every place that a user fills."""
    place = Place(text or None, 3, 5)
    problems = (
        replace(copies(text, 3), place=place, assumed=text, section=text),
        replace(UNKNOWN, place=place, cards=(text,), facts={"name": text, "near": (text,)}),
        Problem("empty", "empty.unknown", Severity.WARNING, fix=Fix("rename", 1, (text, text))),
        replace(IGNORED, ignored=text),
    )
    notes = (Note("note.format", {"format": text, "note": text}),)
    return replace(ILLEGAL, path=text, name=text, format=text, problems=problems, notes=notes)


def check_json(text: str) -> None:
    json.loads(text)


def check_jsonl(text: str) -> None:
    lines = text.split("\n")
    assert lines.pop() == ""
    for line in lines:
        assert json.loads(line)["problems"] is not None


def check_junit(text: str) -> None:
    root = ElementTree.fromstring(text)
    assert root.tag == "testsuites"
    for suite in root:
        cases = suite.findall("testcase")
        assert int(suite.attrib["tests"]) == len(cases) > 0
        assert int(suite.attrib["failures"]) == len(suite.findall("testcase/failure"))
        assert int(suite.attrib["errors"]) == len(suite.findall("testcase/error"))
    for count in ("tests", "failures", "errors"):
        assert int(root.attrib[count]) == sum(int(suite.attrib[count]) for suite in root)


def check_sarif(text: str) -> None:
    document = json.loads(text)
    sarif_schema().validate(document)
    (run,) = document["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert len({rule["id"] for rule in rules}) == len(rules)
    for rule in rules:  # Microsoft's validator: GitHub requires these, and takes a slash for a part of another rule
        assert "/" not in rule["id"]
        assert all(rule[name]["text"] for name in ("shortDescription", "fullDescription", "help"))
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        target = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        assert re.fullmatch(r"[A-Za-z0-9._~%/:!?=&+,;@-]*", target)


def check_github(text: str) -> None:
    lines = text.split("\n")
    assert lines.pop() == ""
    for line in lines:
        assert re.fullmatch(r"::(error|warning|notice) file=[^:,]*(,(line|col)=\d+)*,title=[^:,]*::[^\r\n]*", line)
        assert not re.search(r"%(?!25|0A|0D|3A|2C)", line)


def check_csv(text: str) -> None:
    head, *rows = csv.reader(io.StringIO(text, newline=""), strict=True)
    assert tuple(head) == COLUMNS
    assert all(len(row) == len(head) for row in rows)
    assert not any(cell[:1] in ("=", "+", "-", "@") for row in rows for cell in row)


def check_markdown(text: str) -> None:
    for line in text.splitlines():
        if line.startswith("|"):
            assert len(re.findall(r"(?<!\\)(?:\\\\)*\|", line)) in (5, 7)
        else:
            assert not line or line.startswith("#")


@pytest.mark.parametrize("text", ["@octocat", "a@b", "@team/x", "see #12", "octo/repo#3", "GH-12", "www.evil.example"])
def test_markdown_mentions_nobody_and_links_nothing(text: str) -> None:
    """Sites look for those in what Markdown has become, where backslashes are gone."""
    shown = html.unescape(re.sub(r"\\([^\w\s])", r"\1", unlinked(f"{text} and ({text})")))
    assert not re.search(r"@\w|#\d|gh-\d", shown, re.IGNORECASE)
    assert "www.e" not in unlinked(text)
    assert shown.replace("\u200b", "") == f"{text} and ({text})"


VALID: Mapping[str, Callable[[str], None]] = {
    "json": check_json,
    "jsonl": check_jsonl,
    "junit": check_junit,
    "sarif": check_sarif,
    "github": check_github,
    "csv": check_csv,
    "markdown": check_markdown,
}


def test_every_form_is_tried() -> None:
    machine = REPORTS.keys() - {"text"}
    assert VALID.keys() == machine, "each form has a check of its own in VALID"
    assert machine <= MACHINE, "what a program reads is UTF-8 whatever the terminal takes: MACHINE, commands/output.py"


@pytest.mark.parametrize("form", VALID)
@pytest.mark.parametrize("reports", [(), ALL, (LEGAL,), (BROKEN, BROKEN), (hostile(EVIL),)])
def test_valid(form: str, reports: Sequence[Report]) -> None:
    VALID[form](written(form, reports))


@pytest.mark.parametrize("form", VALID)
@given(text=st.text(st.characters(codec=None), max_size=40))
def test_valid_whatever_the_names_are(form: str, text: str) -> None:
    VALID[form](written(form, (hostile(text), LEGAL)))


@pytest.mark.parametrize("form", VALID)
@given(text=st.lists(st.sampled_from([*EVIL, "]]>", "::", "%", "\n", "--", "|"]), max_size=8).map("".join))
def test_valid_with_the_worst_names(form: str, text: str) -> None:
    VALID[form](written(form, (hostile(text),)))


@pytest.mark.parametrize("form", ["junit", "github", "markdown"])
def test_nothing_moves_the_cursor_or_turns_the_line(form: str) -> None:
    assert not re.search("[\x00-\x09\x0b-\x1f\u202e\u2028]", written(form, (hostile(EVIL),)))


# --- what other programs rely on ------------------------------------------------------------------


def marks(reports: Sequence[Report]) -> list[str]:
    results = json.loads(written("sarif", reports))["runs"][0]["results"]
    return [result["partialFingerprints"]["deckcheck/v1"] for result in results]


def test_fingerprints_ignore_lines_and_numbers() -> None:
    moved = tuple(
        replace(p, place=replace(p.place, line=p.place.line + 7), found=(p.found or 0) + 1) if p.place.line else p
        for p in ILLEGAL.problems
    )
    assert marks((replace(ILLEGAL, problems=moved),)) == marks((ILLEGAL,))
    assert len(set(marks(ALL))) == sum(len(report.problems) for report in ALL)


def test_a_fingerprint_is_of_a_deck_a_rule_and_a_card() -> None:
    (one,) = marks((replace(ILLEGAL, problems=(copies("Dragon", 7),)),))
    others = [
        replace(copies("Dragon", 7), place=Place("decks/b.yaml", 7, 5)),
        replace(copies("Dragon", 7), rule="rarity"),
        copies("Veilleur", 7),
    ]
    assert one not in [mark for other in others for mark in marks((replace(ILLEGAL, problems=(other,)),))]
    assert one == marks((replace(ILLEGAL, problems=(copies("Dragon", 9),)),))[0]


def test_an_ignored_finding_is_suppressed_in_sarif() -> None:
    (result,) = json.loads(written("sarif", (replace(ILLEGAL, problems=(IGNORED,)),)))["runs"][0]["results"]
    assert result["level"] == "note"
    assert result["suppressions"] == [{"kind": "inSource", "justification": "agreed with the judge"}]


def test_rules_of_two_games_are_two_rules() -> None:
    other = replace(ILLEGAL, game="other")
    run = json.loads(written("sarif", (ILLEGAL, other)))["runs"][0]
    ids = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert ids == [
        "venture.side-full",
        "venture.rarity-copies",
        "unknown-card",
        "other.side-full",
        "other.rarity-copies",
    ]


def test_paths_are_relative_with_slashes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    assert machine_path(str(tmp_path / "decks" / "a b.yaml")) == "decks/a b.yaml"
    assert machine_path("./decks/../a.yaml") == "a.yaml"
    assert machine_path("-") == "-"
    assert machine_path("ydke://AA==!!!") == "ydke://AA==!!!"
    assert uri("decks/é #1.yaml") == "decks/%C3%A9%20%231.yaml"
    assert uri("a:b.yaml") == "a%3Ab.yaml"
    assert uri("\udc80.yaml") == "%80.yaml"
    assert uri("../a.yaml").startswith("file:///")
    for form in ("junit", "sarif", "github", "markdown"):
        deck = replace(
            BROKEN,
            path=str(tmp_path / "x" / "a.yaml"),
            problems=(replace(BROKEN.problems[0], place=Place(str(tmp_path / "x" / "a.yaml"), 1)),),
        )
        assert str(tmp_path) not in written(form, (deck,))


def test_what_lies_outside_is_shown_at_the_deck() -> None:
    far = replace(copies("Dragon", 7), place=Place("/far/away/cards.yaml", 70, 3))
    deck = (replace(ILLEGAL, problems=(far,)),)
    assert written("github", deck).startswith("::error file=decks/a.yaml,title=rarity-copies::")
    (result,) = json.loads(written("sarif", deck))["runs"][0]["results"]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "decks/a.yaml"
    related = result["relatedLocations"][0]["physicalLocation"]
    assert related == {
        "artifactLocation": {"uri": "file:///far/away/cards.yaml"},
        "region": {"startLine": 70, "startColumn": 3},
    }


def test_github_shows_the_first_of_each_deck_first() -> None:
    decks = [replace(ILLEGAL, path=f"{n}.yaml", problems=tuple(replace(copies(f"C{i}", i), place=Place(f"{n}.yaml", i))
             for i in range(1, 4))) for n in range(12)]  # fmt: skip
    lines = written("github", decks).splitlines()
    assert [line.split("file=")[1].split(",")[0] for line in lines[:12]] == [f"{n}.yaml" for n in range(12)]


def test_github_tells_errors_before_warnings() -> None:
    kinds = [line.split()[0] for line in written("github", ALL).splitlines()]
    assert kinds == sorted(kinds, key=["::error", "::warning", "::notice"].index)


def test_the_summary_of_a_step_is_cut_at_a_line() -> None:
    many = [replace(LEGAL, path=f"decks/{number}.yaml") for number in range(30_000)]
    text = step_summary(many)
    assert len(text.encode()) < 1_048_576
    assert text.endswith("|\n\nThe rest does not fit in here\n")
    assert step_summary(ALL) == written("markdown", ALL)


def suite(report: Report) -> Any:
    return ElementTree.fromstring(written("junit", (report,)))[0]


def test_junit_cases() -> None:
    legal, illegal, broken = suite(LEGAL), suite(ILLEGAL), suite(BROKEN)
    assert [case.attrib["name"] for case in legal.findall("testcase")] == ["legal"]
    names = {case.attrib["name"]: case.attrib.get("line") for case in illegal.findall("testcase")}
    assert names == {"rarity-copies": "7", "unknown-card": "9"}
    text = illegal.find("testcase/failure").text
    assert text.count("[rarity-copies]") == 3
    assert "fix: remove 1 copy of Veilleur from side" in text
    assert "side-full" in illegal.find("system-out").text
    assert broken.find("testcase/error").attrib["message"] == "cannot be read: No such file"
