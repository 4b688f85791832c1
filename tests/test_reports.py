"""Reports as text and JSON, on records made by hand."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace

import pytest

from deckcheck.report import (
    Citation,
    Fix,
    Headroom,
    ListInForce,
    Note,
    Origin,
    Place,
    Problem,
    Report,
    Severity,
)
from deckcheck.reports import REPORTS
from deckcheck.reports.look import Counts, Look, in_order, may_colour

BOOK = Citation("Guide des Règles", "Rareté")
FACTS: Mapping[str, object] = {
    "title": "Copies by rarity",
    "of": None,
    "what": None,
    "key": "dragon",
    "per": "",
    "having": None,
    "sections": ("main", "side"),
    "everywhere": True,
}


def copies(card: str, line: int, found: int = 4, limit: int = 3) -> Problem:
    return Problem(
        "rarity-copies",
        "copies.max",
        place=Place("decks/a.yaml", line, 5),
        cards=(card,),
        section="side",
        found=found,
        limit=limit,
        bound="max",
        origin=(Origin("table", {"field": "rarity", "value": "commune"}),),
        source=BOOK,
        assumed="the rarity stands on the card",
        fix=Fix("remove", found - limit, (card,), "side"),
        facts=FACTS,
    )


UNKNOWN = Problem(
    "unknown-card",
    "unknown-card.near",
    place=Place("decks/a.yaml", 9, 5),
    cards=("Dragn",),
    section="main",
    facts={"name": "Dragn", "near": ("Dragon",)},
)
SIDE = Problem(
    "side-full",
    "size.one_of",
    Severity.WARNING,
    section="side",
    found=4,
    limit=(0, 10),
    bound="one_of",
    facts={**FACTS, "title": "side-full", "sections": ("side",), "everywhere": False},
)
LEGAL = Report(
    path="b.yaml",
    name="Brumes",
    game="venture",
    format=None,
    as_of="2026-11-30",
    legal=True,
    complete=True,
    sections={"main": 40, "side": 0},
    fingerprint="0A1B-2C3D",
)
ILLEGAL = Report(
    path="decks/a.yaml",
    name="Cendres",
    game="venture",
    format="open",
    as_of="2026-11-30",
    legal=False,
    complete=False,
    sections={"main": 40, "side": 4},
    lists=(ListInForce("Restrictions", "2026-01-01", None),),
    fingerprint="9F3A-11C2",
    notes=(Note("note.demo", {"game": "Venture"}),),
    problems=(UNKNOWN, SIDE, copies("Veilleur", 12), copies("Dragon", 7), copies("Dragon", 7, 4, 1)),
    undecided=("main-size",),
    unsettled=("Dragn",),
)
BROKEN = Report(
    path="c.yaml",
    name=None,
    game=None,
    format=None,
    as_of="2026-11-30",
    legal=False,
    complete=False,
    readable=False,
    problems=(Problem("missing", "missing", place=Place("c.yaml"), facts={"reason": "No such file"}),),
)
DRAFT = replace(
    LEGAL,
    path="d.yaml",
    complete=False,
    sections={"main": 12},
    problems=(replace(SIDE, severity=Severity.INFO, final=False),),
    headroom=(Headroom("Dragon", "main", 2), Headroom("Veilleur", "main", 0), Headroom("Golem", "main", 2)),
)
ALL = (LEGAL, ILLEGAL, BROKEN, DRAFT)

Golden = Callable[[str, str], None]


def written(form: str, reports: Iterable[Report], look: Look) -> str:
    return "".join(REPORTS[form](reports, look))


def test_text(golden: Golden) -> None:
    golden("report.txt", written("text", ALL, Look()))


def test_text_quiet(golden: Golden) -> None:
    golden("report-quiet.txt", written("text", ALL, Look(quiet=True)))


def test_json(golden: Golden) -> None:
    golden("report.json", written("json", (ILLEGAL, BROKEN), Look()))


def test_json_keeps_its_fields_in_order() -> None:
    document = json.loads(written("json", ALL, Look(colour=True)))
    assert list(document) == ["version", "decks", "summary", "skipped"]
    deck = document["decks"][1]
    assert " ".join(deck) == (
        "path name game format as_of legal complete sections lists fingerprint notes problems "
        "judged_by weakened player id"
    )
    assert " ".join(deck["problems"][0]) == (
        "rule severity message cards section file line column found limit bound origin source assumed fix ignored"
    )
    assert deck["problems"][0]["limit"] == [0, 10]
    assert deck["problems"][0]["line"] is None
    assert deck["problems"][0]["file"] == "decks/a.yaml"
    assert deck["lists"] == [{"name": "Restrictions", "first_day": "2026-01-01", "last_day": None, "fetched": None}]
    assert document["summary"] == {"decks": 4, "legal": 2, "illegal": 1, "unreadable": 1}


def test_nothing_to_report_is_a_document_too() -> None:
    assert json.loads(written("json", (), Look()))["decks"] == []
    assert written("text", (), Look()) == "0 decks checked\n"


@pytest.mark.parametrize("reports", [(), ALL[:1], ALL])
@pytest.mark.parametrize("form", ["json", "sarif"])
def test_what_is_written_in_pieces_is_one_document(form: str, reports: tuple[Report, ...]) -> None:
    text = written(form, reports, Look())
    assert text == json.dumps(json.loads(text), ensure_ascii=False, indent=2) + "\n"


@pytest.mark.parametrize("form", ["text", "json", "jsonl"])
def test_a_report_is_written_before_the_next_is_asked_for(form: str) -> None:
    asked: list[str] = []

    def coming() -> Iterator[Report]:
        for report in ALL:
            asked.append(report.path)
            yield report

    text, pieces = "", REPORTS[form](coming(), Look())
    for number, report in enumerate(ALL, 1):
        while report.path not in text:
            text += next(pieces)
        assert len(asked) == number
    assert text + "".join(pieces) == written(form, ALL, Look())


def test_problems_stand_in_the_order_of_the_file_the_tightest_of_a_line_first() -> None:
    other = Problem("list-entry", "list.no-card", place=Place("list.yaml", 2, 1))
    found = in_order((other, *ILLEGAL.problems), ILLEGAL.path)
    lines = [p.place.line or 0 for p in found[:-1]]
    assert lines == sorted(lines)
    assert found[0].place.line is None
    assert found[-1] is other
    places = [(p.place.line, p.limit) for p in found if p.cards == ("Dragon",)]
    assert places == sorted(places)


def test_a_note_for_several_decks_is_said_once() -> None:
    text = written("text", (ILLEGAL, ILLEGAL), Look())
    assert text.count("invented demo set") == 1


def test_tally() -> None:
    counts = Counts()
    assert tuple(counts.passing(ALL)) == ALL
    count = counts.tally()
    assert (count.decks, count.legal, count.illegal, count.unreadable) == (4, 2, 1, 1)


def test_colour_is_only_colour() -> None:
    coloured = written("text", ALL, Look(colour=True))
    assert "\x1b[31merror\x1b[0m" in coloured
    plain = coloured
    for code in ("0", "1", "2", "31", "32", "33", "36"):
        plain = plain.replace(f"\x1b[{code}m", "")
    assert plain == written("text", ALL, Look())


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("environment", "terminal", "option", "colour"),
    [
        ({}, True, False, True),
        ({}, False, False, False),
        ({"NO_COLOR": "1"}, True, False, False),
        ({"NO_COLOR": ""}, True, False, True),
        ({"FORCE_COLOR": "1"}, False, False, True),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, False, False, False),
        ({"TERM": "dumb"}, True, False, False),
        ({"FORCE_COLOR": "1"}, True, True, False),
    ],
)
def test_when_there_is_colour(
    monkeypatch: pytest.MonkeyPatch,
    environment: dict[str, str],
    terminal: bool,
    option: bool,
    colour: bool,
) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    stream = Terminal() if terminal else io.StringIO()
    assert may_colour(stream, no_color=option) is colour


def test_hostile_names_are_harmless_in_text() -> None:
    evil = replace(copies("A\x1b[2J\u202eB\nC", 3), place=Place("e\x1bvil\n.yaml", 3, 1))
    text = written("text", (replace(ILLEGAL, name="N\r\x00", path="p\x07", problems=(evil,)),), Look())
    assert not [char for char in text if char in "\x1b\x07\r\x00\u202e"]
    assert "e\\x1bvil\\n.yaml:3:1: error: 4 copies of A\\x1b[2J\\u202eB\\nC over main" in text
