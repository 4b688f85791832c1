"""Counts that people write where or how the line grammar reads none: behind the name, in words."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise

from deckcheck.cards.names import normalise, visible
from deckcheck.cards.pool import Card, Pool
from deckcheck.decks.guess import Guesses
from deckcheck.decks.lines import are_copies, tidy, without_set
from deckcheck.record import dataclass

_WORDS: dict[str, int] = {
    word: number
    for number, words in enumerate(
        (
            ("un", "une", "one"),
            ("deux", "two", "ii"),
            ("trois", "three", "iii"),
            ("quatre", "four", "iv"),
            ("cinq", "five", "v"),
            ("six", "vi"),
            ("sept", "seven", "vii"),
            ("huit", "eight", "viii"),
            ("neuf", "nine", "ix"),
            ("dix", "ten"),
        ),
        1,
    )
    for word in words
}
_NUMBER = re.compile(r"\s*(\d{1,3})\s?[.):]\s")
_MANY = 4  # numbers that only rise are hardly counts
_LONGEST = 200  # characters; no name with its count is as long
_FRONT = re.compile(r"[#(\[]?(?P<count>[^\s,;:()\[\]]{1,12})(?:[\s.,;:)\]–-]*[\s,;:)\]])\s*(?P<name>\S.*)")
_BEHIND = re.compile(
    r"(?P<name>.*?\S)(?P<between>\s+|\s*[\s,;:：=*|/#(\[–-]+\s*)[xX×]?\s?(?P<count>\d{1,5})"
    r"\s*[xX×]?\s*[)\]]?:?(?:\s*(?:copy|copies|exemplaires?|cartes?|cards?))?"
)


@dataclass(frozen=True, slots=True)
class Misplaced:
    """A count, and the name of known cards that it belongs to. `count` is None where it is no plain number."""

    count: int | None
    written: str
    name: str
    cards: tuple[Card, ...]
    behind: bool = False

    @property
    def copies(self) -> bool:
        """Whether it is a count that a line may give."""
        return are_copies(self.count)


def are_numbered(lines: Iterable[tuple[str | None, str]]) -> bool:
    """Whether lines, each with its section, are numbered from 1 (or 0) on, in one run or anew in each part.

    A gap is one where a line was taken out.
    """
    found = ((section, _NUMBER.match(text)) for section, text in lines)
    numbers = [(section, int(match[1])) for section, match in found if match]
    runs: list[list[tuple[str | None, int]]] = []
    for section, number in numbers:
        if runs and number == runs[-1][-1][1] + 1:
            runs[-1].append((section, number))
        else:
            runs.append([(section, number)])
    rising = len(numbers) > _MANY and all(one[1] < other[1] for one, other in pairwise(numbers))
    sections = [section for section, _ in numbers]
    long = any(len(run) > 1 for run in runs)
    return rising or (long and all(r[0][1] < 2 and (len(r) > 1 or sections.count(r[0][0]) == 1) for r in runs))


def _named(name: str, pool: Pool) -> tuple[Card, ...]:
    """The cards of a name; a word in brackets in front of it is no part of it, and it is of one column."""
    return pool.find(name) if without_set(name) is None and not set("\t|") & set(name) else ()


def misplaced(text: str, guesses: Guesses) -> Misplaced | None:
    """The count that somebody wrote who did not know how; None where there is none, or no card beside it.

    A bare number behind a name may be part of another name: where one is like the text, it is no count.
    """
    text, pool = visible(text).strip(), guesses.pool
    if len(text) > _LONGEST:
        return None
    front = _FRONT.fullmatch(text)
    counts = front and (normalise(front["count"]) in _WORDS or any(char.isnumeric() for char in front["count"]))
    if front and counts and (cards := _named(front["name"], pool)):
        written = front["count"].rstrip(".–-")
        number = int(written) if written.isdecimal() else _WORDS.get(normalise(written))
        return Misplaced(number, written, tidy(front["name"]), cards)
    behind = _BEHIND.fullmatch(text)
    if behind and (cards := _named(behind["name"], pool)):
        bare = not behind["between"].strip()
        if not (bare and any(normalise(name)[-1:].isdecimal() for name in guesses.close(text))):
            return Misplaced(int(behind["count"]), behind["count"], tidy(behind["name"]), cards, behind=True)
    return None
