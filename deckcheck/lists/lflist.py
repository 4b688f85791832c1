"""`lflist.conf`, the lists of the simulators: several in a file, each by passcode and allowed copies.

    "#" or "--" …        comment                    "!" NAME       begins a list
    "$whitelist"         a card not named is not allowed
    PASSCODE COUNT …     the rest is a comment; a count below zero allows none

Lines of no list, and lines that are none of these, are reported: other programs leave them out in silence.
"""

from __future__ import annotations

import re
from pathlib import PurePath

from deckcheck.files.shape import Told
from deckcheck.files.source import Source
from deckcheck.lists.dated import DatedList, ListEntry, Version
from deckcheck.record import dataclass, field
from deckcheck.report import DeckcheckError, Place, Problem, Severity

_ROW = re.compile(r"(\d++)\s++(-?\d++)(?!\S*\w)")
_MANY = 20  # rows from which on a list of nothing but full playsets must be meant as a whitelist


@dataclass(slots=True)
class _List:
    title: str
    entries: list[ListEntry] = field(default_factory=list)
    whitelist: bool = False
    problems: Told = field(default_factory=Told)
    place: Place = field(default_factory=Place)

    def version(self) -> Version:
        entries = tuple(self.entries)
        return Version(None, None, lambda: entries, self.title, self.whitelist, tuple(self.problems))


def read_lflist(source: Source) -> DatedList:
    """The lists of the file as versions without days, each by its title.

    :raises DeckcheckError: the file cannot be decoded.
    """
    if any(problem.severity is Severity.ERROR for problem in source.problems):
        raise DeckcheckError("usage.list", source.problems, path=source.path)
    found: list[_List] = []
    early = Told(source.problems)
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
