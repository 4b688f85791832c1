"""Totals that a list states, compared with what it holds."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from deckcheck.decks.headings import Sections, bare, first_section, is_total
from deckcheck.decks.lines import copies, number_behind, split_count
from deckcheck.formats.parts import ASIDE, CARD, HEADING, INLINE, KIND, STATED, TITLE, TOTALS, Part, Words
from deckcheck.report import Note

# Which cards a total counts.
_OF_SECTION, _OF_ALL, _OF_GROUP = "section", "all", "group"


def wrong_totals(parts: Sequence[Part], words: Words, sections: Sections | None) -> Iterator[Note]:
    """Where a list says how many cards it holds, and holds another number of them.

    A total without a heading's word is of all cards, of those of the section above it, or of those since the last one.
    """
    section = first_section(sections) if sections else None
    sums: dict[str | None, int] = {}
    groups: dict[int, int] = {}
    stated: list[tuple[int, str, int, str | None, str]] = []  # line, text, number, section, what it counts
    right: dict[int, set[int]] = {}  # line of a total → what it may count besides all
    alone = not any(split_count(text).count for _, kind, text, *_ in parts if kind in (CARD, INLINE))
    group, since = None, 0
    for number, kind, text, _, own in parts:
        found = _copies(text, alone) if kind in (CARD, INLINE) else 0
        at = own if kind == INLINE else section
        sums[at] = sums.get(at, 0) + found
        since += found
        if group is not None:
            groups[group] += found
        said = _stated(text) if kind in (HEADING, KIND) else None
        if kind == TOTALS:
            stated += [(number, text, count, head, _OF_SECTION) for head, count in _pieces(text, words)]
        elif kind == HEADING and own:
            section, group, since = own, None, 0
            if said is not None:
                stated.append((number, text, said, own, _OF_SECTION))
        elif kind == KIND and is_total(bare(text)):
            if said is not None:
                stated.append((number, text, said, None, _OF_ALL))
                right[number] = {since, sums.get(section, 0), *groups.values()}
            group, since = None, 0
        elif kind in (KIND, TITLE, ASIDE):
            group, since = None, 0
            if said is not None:
                stated.append((number, text, said, None, _OF_GROUP))
                group, groups[number] = number, 0
    for number, text, said, counted, what in stated:
        found = {_OF_SECTION: sums.get(counted, 0), _OF_ALL: sum(sums.values())}.get(what, groups.get(number, 0))
        # What stands below the cards of its kind counts none that come after it.
        if said != found and said not in right.get(number, ()) and (found or what != _OF_GROUP):
            yield Note("note.total", {"line": number, "text": text, "stated": said, "found": found})


def _pieces(text: str, words: Words) -> Iterator[tuple[str, int]]:
    for piece in map(STATED.fullmatch, map(str.strip, re.split(r"[/|,;+·]|\s[-–]\s", text))):
        head = words.heading(piece["words"].strip()) if piece else None
        if piece and head:
            yield head, int(piece["count"])


def _stated(text: str) -> int | None:
    """The number of a heading, in a frame or not; it may be 0."""
    text = text.strip().strip("*=_-[]").strip() if text[:2] in ("**", "==", "__", "--") else text
    return 0 if re.search(r"(?<!\d)0\s*(?:[^\W\d]{1,7})?\s*[)\]]?:?\s*\Z", text) else number_behind(text)


def _copies(text: str, alone: bool) -> int:
    """The copies of a line; one without a count may be no card, unless no line has one (`alone`)."""
    written = split_count(text).count
    number = copies(written) if written is not None or alone else None
    return number if number is not None and number > 0 else 0
