"""`.ydk`, the decks of the simulators: a passcode a line, a line a copy.

"#main"  "#extra"  "!side"     head the sections of these ids; any other line with "!" is "!side" too
"#" …                          comment
PASSCODE …                     the rest of the line is a comment
"""

from __future__ import annotations

import re

from deckcheck.decks.deck import Deck, DeckFile, Line
from deckcheck.decks.headings import SectionsOf
from deckcheck.files.source import Source
from deckcheck.formats.codes import numbers
from deckcheck.report import DeckcheckError, Place

ZONES = ("main", "extra", "side")
_HEADS = {"#main": "main", "#extra": "extra"}
_CODE = re.compile(r"(\d+)(?:\s.*)?\Z")


def read_ydk(source: Source, sections_of: SectionsOf) -> DeckFile:
    """The deck of a `.ydk`; lines that repeat the one before are more copies of it.

    What is no passcode is looked up as a name, so that no line is lost.
    """
    sections_of(None)
    path, section = source.path, "main"
    places: dict[str, Place] = {}
    runs: list[tuple[str, str, Place]] = []
    copies: list[int] = []
    line = before = ""
    for number, raw in enumerate(source.text.split("\n"), start=1):
        if raw == line and line:
            copies[-1] += 1
            continue
        text = raw.strip()
        if not text:
            continue
        if text[0] in "!#":
            head = "side" if text[0] == "!" else _HEADS.get(text.lower())
            if head is not None:
                section, line, before = head, "", ""
                places.setdefault(section, Place(path, number, 1 + raw.index(text[0])))
            continue
        if not text.isdecimal() and (code := _CODE.match(text)):
            text = code[1]
        if text != before:
            runs.append((section, text, Place(path, number, 1 + raw.index(text[0]))))
            copies.append(0)
        copies[-1] += 1
        line, before = raw, text
    return DeckFile(
        path,
        "ydk",
        lines=tuple([Line(*run[:2], count, run[2]) for run, count in zip(runs, copies, strict=True)]),
        sections=tuple(dict.fromkeys(run[0] for run in runs)),
        places=places,
        problems=source.problems,
    )


def write_ydk(deck: Deck) -> str:
    """The deck as a `.ydk`; an entry goes by the passcode it was written with, else by its card's.

    :raises DeckcheckError: no card has a passcode, or one stands in a section that the form does not have.
    """
    zones = in_zones(deck)
    lines = ["#created by deckcheck"]
    for head, zone in (("#main", "main"), ("#extra", "extra"), ("!side", "side")):
        lines += [head, *map(str, zones[zone])]
    return "\n".join(lines) + "\n"


def in_zones(deck: Deck) -> dict[str, list[int]]:
    """The passcodes by zone; raises `DeckcheckError` for what the form cannot hold."""
    found = numbers(deck)
    strange = tuple(section for section in found if section not in ZONES)
    if strange:
        raise DeckcheckError("usage.no-zone", sections=strange, known=ZONES)
    return {zone: found.get(zone, []) for zone in ZONES}
