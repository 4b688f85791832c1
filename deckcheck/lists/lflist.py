"""Reading the lists of the simulators (`lflist.conf`)."""

from __future__ import annotations

import re
from pathlib import PurePath

from deckcheck.files.schema_reader import CappedProblems, is_day, is_month
from deckcheck.files.source import Source
from deckcheck.lists.dated import MONTH, DatedList, ListEntry, Version
from deckcheck.record import dataclass, field
from deckcheck.report import DeckcheckError, Place, Problem, Severity

# 2026.09, 2026-9-1, 2026/09/01.
_DAY = re.compile(r"(?<![\d.])((?:19|20)\d{2})[.\-/](\d{1,2})(?:[.\-/](\d{1,2}))?(?![\d])")
_ROW = re.compile(r"(\d++)\s++(-?\d++)(?!\S*\w)")
_MANY = 20  # rows from which on a list of nothing but full playsets must be meant as a whitelist


@dataclass(slots=True)
class _List:
    title: str
    entries: list[ListEntry] = field(default_factory=list)
    whitelist: bool = False
    problems: CappedProblems = field(default_factory=CappedProblems)
    place: Place = field(default_factory=Place)

    def version(self) -> Version:
        entries = tuple(self.entries)
        first, unsure = day_in(self.title)
        return Version(first, None, lambda: entries, self.title, self.whitelist, tuple(self.problems), unsure)


def day_in(title: str) -> tuple[str | None, str | None]:
    """The day that stands in a title, or the first of its month and that no more is known; None where none does."""
    for found in _DAY.finditer(title):
        year, month, day = found.group(1), found.group(2).zfill(2), (found.group(3) or "").zfill(2)
        if found.group(3) and is_day(text := f"{year}-{month}-{day}"):
            return text, None
        if not found.group(3) and is_month(f"{year}-{month}"):
            return f"{year}-{month}-01", MONTH
    return None, None


def read_lflist(source: Source) -> DatedList:
    """The lists of an `lflist.conf` of the simulators as versions, each by its title, from the day that stands there.

        "#" or "--" …        comment                    "!" NAME       begins a list
        "$whitelist"         a card not named is not allowed
        PASSCODE COUNT …     the rest is a comment; a count below zero allows none

    Lines of no list, and lines that are none of these, are reported: other programs leave them out in silence.

    :raises DeckcheckError: the file cannot be decoded.
    """
    if any(problem.severity is Severity.ERROR for problem in source.problems):
        raise DeckcheckError("usage.list", source.problems, path=source.path)
    found: list[_List] = []
    early = CappedProblems(source.problems)
    for number, line in enumerate(source.text.split("\n"), start=1):
        text = line.strip()
        place = Place(source.path, number, 1 + len(line) - len(line.lstrip()))
        if not text or text.startswith(("#", "--")):
            continue
        if text.startswith("!"):
            found.append(_List(text[1:].strip() or f"line {number}", place=place))
        elif not found:
            early.append(_warning("list.before", place, text=_short(text)))
        else:
            _line(found[-1], text, place)
    for one in found:
        _doubt(one)
    if found:
        early.extend(found[0].problems)
        found[0].problems = early
    name = PurePath(source.path).name
    return DatedList(name, name, source.path, tuple(one.version() for one in found))


def _line(one: _List, text: str, place: Place) -> None:
    if text.lower() == "$whitelist":
        one.whitelist = True
    elif row := _ROW.match(text):
        one.entries.append(ListEntry(row[2], row[1], None, place))
    else:
        one.problems.append(_warning("list.directive", place, text=_short(text)))


def _doubt(one: _List) -> None:
    """Full playsets of nearly all cards: meant as a whitelist, but without the line that says so."""
    full = sum(1 for entry in one.entries if entry.value == "3")
    if not one.whitelist and len(one.entries) >= _MANY and full > 0.8 * len(one.entries):
        one.problems.append(_warning("list.no-whitelist", one.place, count=3))


def _warning(sentence: str, place: Place, **facts: object) -> Problem:
    return Problem("list-entry", sentence, Severity.WARNING, place, facts=facts)


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[:59] + "…"
