"""The line grammar: which counts and names a line of a deck list may mean, longest name first.

    line   := [count] ["[SET:12]"] name | name count-after, then any of: (SET) number, [SET], SET number, <12>,
              *F*, #tag, |SET|1, TAB columns, a price, // a remark
    count  := 4 | 4x | x4 | (4) | [4]             count-after := x4 | (x4) | TAB 4

A bare number after a name belongs to the name ("Deskbot 005"); so does whatever makes the longest name
that the pool knows, which is why a line has several readings.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from deckcheck.cards.names import visible
from deckcheck.record import dataclass

_NUMBER = r"(?P<count>[-+−]?\d+(?:[.,]\d+)?)"
_TIMES = "[xX×✕*]"
_BULLET = r"(?:[-–*•·]|\d{1,3}[.)](?=\s+\d))\s+(?=\S)"  # "1. 3 Name" is the first of a numbered list
# Compiled at need: a list of plain counts needs the first, a list of numbers none.
_BEFORE = (
    rf"{_NUMBER}\s+(?P<name>\S.*)",
    rf"{_NUMBER}\s*{_TIMES}\s+(?P<name>\S.*)",
    rf"{_NUMBER}{_TIMES}(?P<name>\w.*)",
    rf"{_TIMES}\s*{_NUMBER}\s+(?P<name>\S.*)",
    rf"[(\[]\s*{_NUMBER}\s*+(?:{_TIMES}\s*+)?[)\]]\s*(?P<name>\S.*)",
)
_AFTER = (
    rf"(?P<name>.*\S)\s+{_TIMES}\s?{_NUMBER}",
    rf"(?P<name>.*\S)\s*[(\[]{_TIMES}\s?{_NUMBER}[)\]]",
    rf"(?P<name>.*\S)\s+{_NUMBER}[xX×✕]",
    rf"(?P<name>.*\S)\t+ *{_NUMBER}",
)
# Behind all that stands behind the name, perhaps in a numbered list: "1. Name (SET) x3".
_AFTER_ALL = rf"(?:\d{{1,3}}[.)]\s+)?(?P<name>\S.*?)\s+{_TIMES}\s?{_NUMBER}"
# "x3" is a count, no number of a collector
_COLLECTOR = r"(?![xX]\d)(?:[A-Za-z]{1,5}\d*-)?[A-Za-z]{0,5}\d+[A-Za-z]?[★†]?(?:-\d+)?"
_SUFFIX = (
    r"(?<!\s)\s+(?:"
    r"#!?[^\W\d][\w:-]*"  # tags; "#2" is part of a name
    r"|\*[^\W\d_]{1,8}\*"  # foil, etched, commander
    r"|<[^<>]{1,40}>"
    r"|[$€£¥]\s?\d+(?:[.,]\d{1,2})?|\d+(?:[.,]\d{1,2})?\s?(?:[$€£¥]|EUR|USD|GBP)"
    rf"|[(\[][^()\[\]]+[)\]](?:\s+{_COLLECTOR})?"
    r"|\{[^{}]+\}"
    r"|[A-Z][A-Z0-9]{1,4}-[A-Z]{0,3}\d{2,4}"  # LOB-EN001
    rf"|[A-Z][A-Z0-9-]{{1,6}}\s+{_COLLECTOR}(?:\s+PH)?"
    r")\Z"
    r"|(?<!\s) *\t[^\t]*\Z"  # a column more
)
# What is looked at last: a remark behind a name, and columns between pipes.
_REMARK = r"(?P<text>.*\S)\s+(?://|#\s|;\s).*|(?P<first>[^|]*[^|\s])\s*\|.*"
# A printing in front of the name; it is never a part of a name that does not begin with the bracket itself.
_SET_FIRST = r"(?:[\[({<【（［](?P<set>[^\[\](){}<>【】（）［］]{1,24})[\])}>】）］]\s*+){1,3}(?P<name>\S.*)"
OPENING = frozenset("[({<【（［")  # of a printing in front of a name
# A number alone, or in the last column: where no count stands elsewhere it may be one, so that it is not dropped.
_BARE = rf"(?:.*[\t|])?[^\w$€£¥<>]*{_TIMES}?\s?\d{{1,4}}\s?{_TIMES}?[^\w$€£¥<>]*"
_COUNT_COLUMN = rf"(?P<count>\d{{1,4}})\s*{_TIMES}?"
_SET_COLUMN = r"[A-Z0-9]{2,6}(?:[-:][A-Z0-9]{1,6})?"

_DIGITS = 18  # of a count that is far too large
MAX_COPIES = 10_000  # in one line; more is a passcode or a slip of the keyboard
MAX_LINE = 1_000  # characters; what is longer is no card, and is not looked at any further
_MOST_SUFFIXES = 12  # a set, a mark and some tags


_compiled = cache(re.compile)


@dataclass(frozen=True, slots=True)
class CountedName:
    """A count and a name that a line may mean. `count` is None where the line gives none (one copy).

    A count as written may be no number of copies at all: "0", "-2", "1.5".
    """

    count: str | None
    name: str


def without_set(name: str) -> str | None:
    """The name behind a printing in brackets; None where there is none in front of it."""
    found = _compiled(_SET_FIRST).fullmatch(name)
    return found["name"] if found else None


def tidy(text: str) -> str:
    """The text without invisible characters and with single blanks."""
    return " ".join(visible(text).split())


def split_count(text: str) -> CountedName:
    """The count of a line and what is left, by its form alone: no card is looked up."""
    count, name = next(_splits(_stripped(text)))
    return CountedName(count, tidy(name))


def readings(text: str) -> Iterator[CountedName]:
    """All that a line may mean, the longest name first; then the same without its last printing."""
    text = _stripped(text)
    if len(text) > MAX_LINE:
        yield CountedName(None, tidy(text))
        return
    if "\t" in text or "|" in text:
        yield from _columns(text)
    yield from _readings(text)
    if behind := _compiled(_AFTER_ALL).fullmatch(text):
        yield from (CountedName(behind["count"], one.name) for one in _readings(behind["name"]) if one.count is None)


def _readings(text: str) -> Iterator[CountedName]:
    for _ in range(_MOST_SUFFIXES):
        if "\t" not in text:  # it sets columns apart, no name holds one
            yield CountedName(None, tidy(text))
        splits = [CountedName(count, tidy(name)) for count, name in _splits(text) if count and "\t" not in name]
        yield from sorted(splits, key=lambda split: -len(split.name))
        if suffix := _compiled(_SUFFIX).search(text):
            end = suffix.start()
        elif remark := _compiled(_REMARK).fullmatch(text):
            end = remark.end("text" if remark["text"] else "first")
        else:
            break
        if not splits and (_compiled(_BARE).fullmatch(text, end) or _compiled(_COUNT_COLUMN).fullmatch(text, 0, end)):
            break
        text = text[:end]


def _columns(text: str) -> Iterator[CountedName]:
    """A count, then perhaps a printing, then a name in columns of their own; what stands behind is no part of it."""
    cells = [cell for cell in map(str.strip, re.split(r"[\t|]", text)) if cell]
    count = _compiled(_COUNT_COLUMN).fullmatch(cells[0]) if len(cells) > 1 else None
    if count:
        yield CountedName(count["count"], tidy(cells[1]))
        if len(cells) > 2 and _compiled(_SET_COLUMN).fullmatch(cells[1]):
            yield CountedName(count["count"], tidy(cells[2]))


def copies(count: str | None) -> int | None:
    """A count as a number of copies; None where it is no whole number."""
    if count is None:
        return 1
    try:
        return 10**_DIGITS if len(count) > _DIGITS and count[-_DIGITS:].isdecimal() else int(count.replace("−", "-"))
    except ValueError:
        return None


def are_copies(count: int | None) -> bool:
    """Whether a count is one that a line may give."""
    return count is not None and 0 < count <= MAX_COPIES


def number_behind(text: str) -> int | None:
    """The number at the end of a line that looks like a heading ("Words : 12", "Words (12)")."""
    found = re.search(r"(\d{1,4})\s*(?:[^\W\d]{1,7})?\s*[)\]]?:?\s*\Z", text)
    return int(found[1]) or None if found else None


def _stripped(text: str) -> str:
    text = visible(text).strip().replace("\n", " ")
    if len(text) > MAX_LINE:
        return text
    bullet = _compiled(_BULLET).match(text)
    if bullet and any(_compiled(form).fullmatch(text, bullet.end()) for form in _BEFORE):
        return text[bullet.end() :]
    return text


def _splits(text: str) -> Iterator[tuple[str | None, str]]:
    """With the count before the name, with one after it, without any; never both: one may be the name's."""
    for form in (*_BEFORE, *_AFTER) if len(text) <= MAX_LINE else ():
        if match := _compiled(form).fullmatch(text):
            yield match["count"], match["name"]
    yield None, text
