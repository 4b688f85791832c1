"""`.ydk`, the decks of the simulators: a passcode a line, a line a copy.

"#main"  "#extra"  "!side"     head the sections of these ids; any other line with "!" is "!side" too
"#" …                          comment
PASSCODE …                     the rest of the line is a comment
"""

from __future__ import annotations

import re

from deckcheck.deck import Deck, DeckFile, Line
from deckcheck.formats.codes import numbers
from deckcheck.headings import SectionsOf
from deckcheck.report import DeckcheckError, Place, Problem
from deckcheck.source import Source

ZONES = ("main", "extra", "side")
_HEADS = {"#main": "main", "#extra": "extra"}
_CODE = re.compile(r"(\d+)(?:\s.*)?\Z")


def read_ydk(source: Source, sections_of: SectionsOf) -> DeckFile:
    """The deck of a `.ydk`. What is no passcode is looked up as a name, so that no line is lost."""
    sections_of(None)
    section = "main"
    places: dict[str, Place] = {}
    lines: list[Line] = []
    problems: list[Problem] = [*source.problems]
    for number, raw in enumerate(source.text.split("\n"), start=1):
        text = raw.strip()
        if not text:
            continue
        place = Place(source.path, number, 1 + raw.index(text[0]))
        if text[0] == "!" or text.lower() in _HEADS:
            section = _HEADS.get(text.lower(), "side")
            places.setdefault(section, place)
        elif text[0] != "#":
            code = _CODE.match(text)
            lines.append(Line(section, code[1] if code else text, 1, place))
    return DeckFile(
        source.path,
        "ydk",
        lines=tuple(lines),
        sections=tuple(dict.fromkeys(line.section for line in lines if line.section)),
        places=places,
        problems=tuple(problems),
    )


def write_ydk(deck: Deck) -> str:
    """The deck as a `.ydk`; an entry goes by the passcode it was written with, else by its card's.

    :raises DeckcheckError: a card has no passcode, or stands in a section that the form does not have.
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
