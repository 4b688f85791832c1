"""How dated lists are shown: what there is, what stands on one on a day, what changed between two days."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from kit import tiny

from deckcheck.lists.changes import Days, in_order, selected
from deckcheck.lists.dated import DatedList
from deckcheck.lists.files import load_lists
from deckcheck.reports.lists import write_json, write_text

CLUB = """\
list: club
title: Club's bans
slot: bans
source: the notice board
checked: "2026-06-30"
versions:
  - from: "2026-01-01"
    until: "2026-02-28"
    entries: {forbidden: [Ogre, Imp], limited: [elf]}
  - from: "2026-03-01"
    title: Spring
    changes: {limited: [Imp], removed: [Elf]}
  - from: "2026-05-01"
    changes: {forbidden: [Wolf], removed: [Imp]}
"""
HOUSE = "list: house\ntitle: House rules\nversions: [{entries: {limited: [Ogre]}}]\n"
SCHEMA = """\
card: {required: [name], properties: {name: {type: string}}}
sections: {main: {title: Main}}
lists: {bans: {title: Bans, value: limit, words: {forbidden: 0, limited: 1}}}
rules: {bans: {copies: {in: main, max: bans else 3}, assumed: a test}}
"""
# What is asked → what is said.
SHOWN: dict[str, tuple[list[str], Days | None, str | None, bool]] = {
    "all": ([], None, None, True),
    "on a day": (["club"], None, "2026-03-15", False),
    "before the first": (["club"], None, "2025-12-31", False),
    "beyond what was looked at": (["club"], None, "2026-07-01", False),
    "on the last day that was looked at": (["club"], None, "2026-06-30", False),
    "on a day, undated": (["house"], None, "2026-03-15", False),
    "between two days": (["club"], Days("2026-01-15", "2026-06-01"), None, True),
    "between the same days": (["club"], Days("2026-03-02", "2026-03-03"), None, True),
    "from before the first": (["club"], Days("2025-01-01", "2026-01-01"), None, True),
    "between two days, undated": (["house"], Days("2025-01-01", "2026-01-01"), None, True),
}


@pytest.fixture
def lists(tmp_path: Path) -> Mapping[str, DatedList]:
    table = tiny(tmp_path, SCHEMA, "name\nOgre\nImp\nelf\nWolf\n", (CLUB, HOUSE))
    return load_lists(table.lists, table.game.scope)


def test_what_is_said(lists: Mapping[str, DatedList], golden: Callable[[str, str], None]) -> None:
    said = [
        f"== {name}\n{write_text('tiny', selected(lists, 'tiny', asked), days, on, versions=versions)}"
        for name, (asked, days, on, versions) in SHOWN.items()
    ]
    golden("lists.txt", "\n".join([*said, "== none\n" + write_text("tiny", [], None)]))


def test_the_same_for_programs(lists: Mapping[str, DatedList], golden: Callable[[str, str], None]) -> None:
    asked = selected(lists, "tiny", ["club"])
    on = json.loads(write_json("tiny", asked, None, "2026-03-15"))
    days = json.loads(write_json("tiny", asked, Days("2026-01-15", "2026-06-01")))
    golden("lists.json", json.dumps([on, days], indent=1, ensure_ascii=False) + "\n")


def test_days_are_put_in_order() -> None:
    assert in_order("2026-02-01", "2026-01-01") == in_order("2026-01-01", "2026-02-01")
