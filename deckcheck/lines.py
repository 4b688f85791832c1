"""The line grammar: which counts and names a line of a deck list may mean, longest name first.

    line   := [count] name | name count-after, then any of: (SET) number, [SET], SET number, *F*, #tag
    count  := 4 | 4x | x4 | (4) | [4]             count-after := x4 | (x4) | TAB 4

A bare number after a name belongs to the name ("Deskbot 005"); so does whatever makes the longest name
that the pool knows, which is why a line has several readings.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from deckcheck.names import visible

_NUMBER = r"(?P<count>[-+−]?\d+(?:[.,]\d+)?)"
_TIMES = "[xX×✕*]"
_BULLET = re.compile(r"[-–*•·]\s+(?=\S)")
_BEFORE = (
    re.compile(rf"{_NUMBER}\s+(?P<name>\S.*)"),
    re.compile(rf"{_NUMBER}\s*{_TIMES}\s+(?P<name>\S.*)"),
    re.compile(rf"{_NUMBER}{_TIMES}(?P<name>\w.*)"),
    re.compile(rf"{_TIMES}\s*{_NUMBER}\s+(?P<name>\S.*)"),
    re.compile(rf"[(\[]\s*{_NUMBER}\s*{_TIMES}?\s*[)\]]\s*(?P<name>\S.*)"),
)
_AFTER = (
    re.compile(rf"(?P<name>.*\S)\s+{_TIMES}\s?{_NUMBER}"),
    re.compile(rf"(?P<name>.*\S)\s*[(\[]{_TIMES}\s?{_NUMBER}[)\]]"),
    re.compile(rf"(?P<name>.*\S)\s+{_NUMBER}[xX×✕]"),
    re.compile(rf"(?P<name>.*\S)\t+ *{_NUMBER}"),
)
_COLLECTOR = r"(?:[A-Za-z]{1,5}\d*-)?[A-Za-z]{0,5}\d+[A-Za-z]?[★†]?(?:-\d+)?"
_SUFFIX = re.compile(
    r"\s+(?:"
    r"#!?[^\W\d][\w:-]*"  # tags; "#2" is part of a name
    r"|\*(?:F|E|foil|etched)\*"
    rf"|[(\[][^()\[\]]+[)\]](?:\s+{_COLLECTOR})?"
    rf"|[A-Z][A-Z0-9-]{{1,6}}\s+{_COLLECTOR}(?:\s+PH)?"
    r")\Z"
)


@dataclass(frozen=True, slots=True)
class Reading:
    """A count and a name that a line may mean. `count` is None where the line gives none (one copy).

    A count as written may be no number of copies at all: "0", "-2", "1.5".
    """

    count: str | None
    name: str


def tidy(text: str) -> str:
    """The text without invisible characters and with single blanks."""
    return " ".join(visible(text).split())


def split_count(text: str) -> Reading:
    """The count of a line and what is left, by its form alone: no card is looked up."""
    return next(_splits(_stripped(text)))


def readings(text: str) -> Iterator[Reading]:
    """All that a line may mean, the longest name first."""
    text = _stripped(text)
    splits = list(_splits(text))
    counted = splits[0].count is not None
    whole = Reading(None, tidy(text))
    if not (counted and "\t" in text):  # a TAB sets the count apart, no name holds one
        yield whole
    if counted:
        yield from splits
    for split in splits:
        name = split.name
        while suffix := _SUFFIX.search(name):
            name = name[: suffix.start()].rstrip()
            again = Reading(split.count, name) if counted else next(_splits(name))
            yield again
            name = again.name


def copies(count: str | None) -> int | None:
    """A count as a number of copies; None where it is no whole number."""
    if count is None:
        return 1
    try:
        return int(count.replace("−", "-"))
    except ValueError:
        return None


def _stripped(text: str) -> str:
    text = visible(text).strip()
    bullet = _BULLET.match(text)
    if bullet and any(form.fullmatch(text, bullet.end()) for form in _BEFORE):
        return text[bullet.end() :]
    return text


def _splits(text: str) -> Iterator[Reading]:
    """A count before the name, else one after it, else none; never both, for one may be the name's."""
    for forms in (_BEFORE, _AFTER):
        found = [match for form in forms if (match := form.fullmatch(text))]
        if found:
            for match in found:
                yield Reading(match["count"], tidy(match["name"]))
            return
    yield Reading(None, tidy(text))
