"""Real decks under the list of a day: 74 decks of public bots with verdicts worked out apart from the program.

`tournament/decks.tsv` holds passcodes by zone ("3x46986414" or "46986414", in the order of the file) and the
verdict under the TCG list of 2026-05-18 with 40 to 60, 15 and 15 cards and three copies: "Name found>limit".
What the program finds besides is named in `BESIDES`.
"""

from __future__ import annotations

import csv
from functools import cache
from pathlib import Path

import pytest

from deckcheck.decks.deck import Entry
from deckcheck.decks.resolve import resolve
from deckcheck.formats import read_deck
from deckcheck.report import Report, Severity
from tests.kit import shipped

DAY = "2026-05-18"
TABLE = Path(__file__).parent / "tournament" / "decks.tsv"
# Cards not released in the TCG on that day: the verdicts do not go into it, the decks are illegal anyway.
BESIDES = {
    "iceygo-AI_Pumpking": {"released": "Hublot the Dark Directory of Death"},
    "iceygo-AI_SacredBeast": {"released": "Lightning Crash"},
}
# 10000080 in AI_GrenMajuThunderBoarder-393de04 is the number that simulators give to The Winged Dragon of Ra -
# Sphere Mode, which is printed without one; the verdicts call it unknown, the card database knows it.

with TABLE.open(encoding="utf-8", newline="") as file:
    ROWS = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def codes(zone: str) -> list[str]:
    """The passcodes of a zone, one for each copy."""
    found: list[str] = []
    for item in zone.split():
        count, times, code = item.rpartition("x")
        found += [code] * (int(count) if times else 1)
    return found


def ydk(row: dict[str, str]) -> bytes:
    lines = ["#created by a bot", "#main", *codes(row["main"]), "#extra", *codes(row["extra"])]
    return "\n".join([*lines, "!side", *codes(row["side"]), ""]).encode()


@cache
def report(name: str) -> Report:
    table = shipped("yugioh")
    row = next(row for row in ROWS if row["name"] == name)
    deck = read_deck(f"{name}.ydk", table.game.sections, ydk(row))
    return table.checker("tcg", DAY).check(resolve(deck, table.game, table.pool))


@pytest.mark.parametrize("name", [row["name"] for row in ROWS])
def test_verdicts_are_those_worked_out_apart(name: str) -> None:
    row = next(row for row in ROWS if row["name"] == name)
    found = report(name)
    assert found.sections == {zone: len(codes(row[zone])) for zone in ("main", "extra", "side")}
    assert found.legal is (row["verdict"] == "legal")
    errors = [problem for problem in found.problems if problem.severity is Severity.ERROR]
    over = {f"{p.cards[0]} {p.found}>{p.limit}" for p in errors if p.rule in ("limitation", "three")}
    assert over == {reason.strip() for reason in row["reasons"].split("|") if reason.strip()}
    besides = {p.rule: p.cards[0] for p in errors if p.rule not in ("limitation", "three")}
    assert besides == BESIDES.get(name, {})


def test_every_problem_of_a_deck_points_at_a_line_of_its_card() -> None:
    for row in ROWS:
        lines = ydk(row).decode().split("\n")
        pool = shipped("yugioh").pool
        for problem in report(row["name"]).problems:
            if problem.rule == "limitation":
                assert problem.place.line is not None
                (card,) = pool.find(lines[problem.place.line - 1])
                assert card.name in problem.cards


LISTS = Path(__file__).parent / "tournament" / "lists.txt"
# Format → the day of the list, and the copies of what the list does not name.
COMPARED = {"tcg": (DAY, 3), "traditional": (DAY, 3), "ocg": ("2026-07-01", 3), "goat": ("2005-04-01", 0)}
# Rows for the text of a card before its erratum; a tournament knows today's text alone, which has a row of its own.
OLDER_TEXTS = {"17412731": "Elder Entity Norden", "96782896": "Mind Master"}
# Cards whose copies differ from the simulator's list: card → (there, here). None is known.
ACCEPTED: dict[str, dict[str, tuple[int, int]]] = {"tcg": {}, "traditional": {}, "ocg": {}, "goat": {}}


def simulator_list(name: str) -> dict[str, int]:
    """Card → copies of a list of the simulators, written as "tcg 0: codes"; other artworks are the same card."""
    pool = shipped("yugioh").pool
    found: dict[str, int] = {}
    for line in LISTS.read_text(encoding="utf-8").splitlines():
        head, _, listed = line.partition(":")
        if head.split()[0] == name:
            for code in (code for code in listed.split() if code not in OLDER_TEXTS):
                (card,) = pool.find(code) or pool.hinted(code)
                assert found.setdefault(str(card.fields["passcode"]), int(head.split()[1])) == int(head.split()[1])
    return found


@pytest.mark.parametrize("name", COMPARED)
def test_shipped_lists_are_those_of_the_simulators_card_for_card(name: str) -> None:
    day, unlisted = COMPARED[name]
    table, theirs = shipped("yugioh"), simulator_list(name)
    rules = table.checker(name, day)
    (rule,) = (rule for rule in rules.ruleset.rules if rule.id == "limitation")
    view = rules.view(())
    different = {}
    for card in table.pool:
        if "passcode" not in card.fields:
            continue
        entry = Entry(1, card.name, "main", card)
        listed = rule.of is not None and rule.of.run(entry, view)
        here = rule.bounds[0].limits[0].run(entry, view) if listed else 3
        there = theirs.get(str(card.fields["passcode"]), unlisted)
        if here != there:
            different[card.name] = (there, here)
    assert different == ACCEPTED[name]
