"""`ydke://` links: main, extra and side as base64 of 32-bit passcodes, each part ended by "!".

What chats and browsers do to a link is undone: %2B, "+" as a blank, the URL alphabet, missing padding,
line breaks, brackets around it. A part that does not come out even is refused, not guessed.
"""

from __future__ import annotations

import base64
import binascii
import re
import struct
from itertools import groupby
from urllib.parse import unquote

from deckcheck.decks.deck import Deck, DeckFile, Line
from deckcheck.decks.headings import Sections
from deckcheck.decks.lines import split_count
from deckcheck.files.source import Source
from deckcheck.formats import DeckSource
from deckcheck.formats.sections import SCHEME, in_remark
from deckcheck.formats.ydk import ZONES, in_zones
from deckcheck.report import Place, Problem, Severity

_PART = re.compile(r"((?:[\w+/=-]|%(?!21)[0-9A-Fa-f]{2}|\s)*)(!|%21)", re.ASCII)
_REST = re.compile(r"[\w+/=%-]*", re.ASCII)
_START = re.compile(re.escape(SCHEME), re.IGNORECASE)
_SIZE = 4  # bytes of a passcode


def read_ydke(opened: DeckSource, sections: Sections | None) -> DeckFile:
    """The deck of the link in a text, or of a text that is one; other lines are reported."""
    source, problems = opened.source, opened.problems
    start = next((one for one in _START.finditer(source.text) if not _in_comment(source.text, one.start())), None)
    if start is None:
        problems.append(Problem("syntax", "ydke.none", place=Place(source.path)))
        return opened.deck_file(())
    place = _place(source, start.start())
    parts, end = _parts(source.text, start.end())
    problems += _beside(source, start.start(), end)
    lines: list[Line] = []
    if len(parts) < len(ZONES):
        problems.append(Problem("syntax", "ydke.parts", place=place, facts={"parts": len(parts)}))
        parts = []
    for zone, part in zip(ZONES, parts, strict=False):
        codes = _codes(part)
        if isinstance(codes, tuple):
            sentence, facts = codes
            problems.append(Problem("syntax", sentence, place=place, section=zone, facts={**facts, "part": zone}))
            continue
        lines += [Line(zone, str(code), len(list(same)), place) for code, same in groupby(codes)]
    broken = any(problem.severity is Severity.ERROR for problem in problems)
    return opened.deck_file(() if broken else lines)  # a deck without one of its parts is not the deck


def _parts(text: str, start: int) -> tuple[list[str], int]:
    """The parts of the link that begins at `start`, and where it ends."""
    parts: list[str] = []
    at = start
    while len(parts) < len(ZONES):
        found = _PART.match(text, at)
        if found is None:
            rest = _REST.match(text, at)
            return parts, rest.end() if rest else at
        parts.append(found[1])
        at = found.end()
    return parts, at


def _codes(part: str) -> list[int] | tuple[str, dict[str, object]]:
    """The passcodes of a part, or what is wrong with it."""
    data = unquote(re.sub(r"[\r\n]+\s*", "", part)).strip().replace(" ", "+").replace("-", "+").replace("_", "/")
    data = data.rstrip("=")
    try:
        raw = base64.b64decode(data + "=" * (-len(data) % 4), validate=True)
    except (binascii.Error, ValueError):
        return "ydke.base64", {}
    if len(raw) % _SIZE:
        return "ydke.bytes", {"bytes": len(raw), "size": _SIZE}
    return [code for (code,) in struct.iter_unpack("<I", raw)]


def _place(source: Source, at: int) -> Place:
    if source.path.lower().startswith(SCHEME):
        return Place(source.path)
    before = source.text[:at]
    return Place(source.path, before.count("\n") + 1, at - (before.rfind("\n") + 1) + 1)


def _in_comment(text: str, at: int) -> bool:
    return in_remark(text[text.rfind("\n", 0, at) + 1 : at])


def _beside(source: Source, start: int, end: int) -> list[Problem]:
    """What is not the link. Other lines may mean cards, so that no verdict rests on the link alone."""
    if source.path.lower().startswith(SCHEME):
        return []
    found = []
    own = range(source.text.count("\n", 0, start) + 1, source.text.count("\n", 0, end) + 2)
    text = source.text[:start] + re.sub(r"[^\n]", "\0", source.text[start:end]) + source.text[end:]
    for number, raw in enumerate(text.split("\n"), start=1):
        cards = any(split_count(piece).count is not None or SCHEME in piece.lower() for piece in raw.split("\0"))
        rest = raw.replace("\0", " ").strip().strip("<>`'\"()[]").strip()
        if rest and not rest.startswith(("#", "//", ";")):
            place = Place(source.path, number, raw.index(rest[0]) + 1)
            facts = {"text": rest if len(rest) <= 60 else rest[:59] + "…"}
            severity = Severity.WARNING if number in own and not cards else Severity.ERROR
            found.append(Problem("line", "ydke.beside", severity, place, facts=facts))
    return found


def write_ydke(deck: Deck) -> str:
    """The deck as a link.

    :raises DeckcheckError: no card has a passcode, or one stands in a section that the form does not have.
    """
    zones = in_zones(deck)
    parts = (base64.b64encode(struct.pack(f"<{len(codes)}I", *codes)).decode() for codes in zones.values())
    return SCHEME + "".join(f"{part}!" for part in parts) + "\n"
