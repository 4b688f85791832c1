"""`.ydk`, the decks of the simulators: a passcode a line, a line a copy.

"#main"  "#extra"  "!side"     head the sections of these ids; any other line with "!" is "!side" too
"#side"  "!main"  "# extra:"   with the other sign or more beside the word: the same, with a warning
"#" …                          comment; "#sdie" is told, as it hardly is one
PASSCODE …                     the rest of the line is a comment
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from deckcheck.decks.deck import Deck, DeckFile, Line
from deckcheck.decks.headings import HEADINGS, Sections, bare, is_beside, nearest
from deckcheck.formats import DeckSource
from deckcheck.formats.sections import beside, numbers
from deckcheck.report import DeckcheckError, Place, Problem, Severity

ZONES = ("main", "extra", "side")
HEADS = {"main": "#main", "extra": "#extra", "side": "!side"}
_ZONE_OF = {head: zone for zone, head in HEADS.items()}
# "side deck" and "sideboard" too; "fusion" may be a remark about the cards below.
_MEANT = {word: zone for zone in ZONES for word in HEADINGS[zone] if word.startswith(zone)}
_FIRST_LETTERS = frozenset(word[0] for word in _MEANT)
# What stands behind a passcode is a remark, unless it is numbers alone: of copies, of other cards.
_CODE = re.compile(r"(\d++)(?!(?:[\sxX×*(),;]++\d++)++[\sxX×)]*+\Z)\s.*\Z")


def read_ydk(opened: DeckSource, sections: Sections | None) -> DeckFile:
    """The deck of a `.ydk`; lines that repeat the one before are more copies of it.

    What is no passcode is looked up as a name, so that no line is lost.
    """
    path, section, places = opened.source.path, "main", opened.places
    runs: list[tuple[str, str, Place]] = []
    copies: list[int] = []
    line = before = ""
    aside: tuple[str, Place] | None = None
    passed = 0
    for number, raw in enumerate(opened.source.text.split("\n"), start=1):
        if raw == line and line and aside is None:
            copies[-1] += 1
            continue
        text = raw.strip()
        if not text:
            continue
        if text[0] in "!#":
            place = Place(path, number, 1 + raw.index(text[0]))
            head = _ZONE_OF.get(text.lower())
            slip = _slip(text, section, places, place) if head is None else None
            if slip is not None:
                head = slip[0]
                opened.problems.append(slip[1])
            elif head is None and text[0] == "!":
                head = "side"
                facts = {"text": text, "near": HEADS["side"]}
                opened.problems.append(Problem("line", "line.other-heading", Severity.WARNING, place, facts=facts))
            if head is not None:
                section, line, before = head, "", ""
                places.setdefault(section, place)
            if passed and aside and (head is not None or is_beside(bare(text[1:]))):
                opened.problems.append(beside(aside[0], passed, aside[1]))
            if head is not None or is_beside(bare(text[1:])):
                aside, passed = (None if head is not None else (text, place)), 0
            continue
        if aside is not None:
            passed += 1
            continue
        if not text.isdecimal() and (code := _CODE.match(text)):
            text = code[1]
        if text != before:
            runs.append((section, text, Place(path, number, 1 + raw.index(text[0]))))
            copies.append(0)
        copies[-1] += 1
        line, before = raw, text
    if passed and aside:
        opened.problems.append(beside(aside[0], passed, aside[1]))
    return opened.deck_file([Line(*run[:2], count, run[2]) for run, count in zip(runs, copies, strict=True)])


def _slip(text: str, section: str, places: Mapping[str, Place], place: Place) -> tuple[str, Problem] | None:
    """The section from here on and what is to be told, where a line is hardly a comment but a heading's slip.

    None where it may be a comment: also if it names the section that it stands in.
    """
    words = bare(text[1:].strip()).casefold()
    if words[:1] not in _FIRST_LETTERS:
        return None
    meant = _MEANT.get(words)
    near = None if meant or text[1:2].isspace() else nearest(words, _MEANT)
    zone = meant or (_MEANT[near] if near else None)
    if zone is None or (text[0] == "#" and zone == section and zone in places):
        return None
    counted = meant or ("side" if text[0] == "!" else section)
    sentence = "line.other-heading" if meant else "line.heading"
    severity = Severity.WARNING if counted == zone else Severity.ERROR
    facts = {"text": text, "near": HEADS[zone], "counted": None if meant else counted}
    return counted, Problem("line", sentence, severity, place=place, facts=facts)


def write_ydk(deck: Deck) -> str:
    """The deck as a `.ydk`; an entry goes by the passcode it was written with, else by its card's.

    :raises DeckcheckError: no card has a passcode, or one stands in a section that the form does not have.
    """
    zones = in_zones(deck)
    lines = ["#created by deckcheck"]
    for zone, head in HEADS.items():
        lines += [head, *map(str, zones[zone])]
    return "\n".join(lines) + "\n"


def in_zones(deck: Deck) -> dict[str, list[int]]:
    """The passcodes by zone; raises `DeckcheckError` for what the form cannot hold."""
    found = numbers(deck)
    strange = tuple(section for section in found if section not in ZONES)
    if strange:
        raise DeckcheckError("usage.no-zone", sections=strange, known=ZONES)
    return {zone: found.get(zone, []) for zone in ZONES}
