"""What an edit did, in words: to the lines of the file, to the verdict, and to what may still be added."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import takewhile

from deckcheck.editing.changes import Change
from deckcheck.editing.deck import EditedDeck, State
from deckcheck.files.source import decode
from deckcheck.report import Place, Severity
from deckcheck.reports.look import verdict
from deckcheck.reports.text import finding_line
from deckcheck.wording import message, place_text, say

_LONG = 1_000  # lines; of a longer file, those that come again and again are not matched with one another


def write_edit(before: State, deck: EditedDeck, changes: Sequence[Change]) -> str:
    """The changed lines, then the verdict with what is new in it, then the headroom of each card that was changed."""
    return "\n".join((*_lines(deck.path, before.data, deck.data), *_verdict(before, deck), *_room(deck, changes), ""))


def _lines(path: str, before: bytes, after: bytes) -> Iterator[str]:
    """The lines that are different, each at its place."""
    old, new = (decode(data, path)[0].split("\n") for data in (before, after))
    for top, bottom, first, last in _changed(old, new):
        for number in range(top, bottom):
            yield say("edit.old", place=place_text(Place(path, number + 1), path), text=old[number].strip())
        for number in range(first, last):
            yield say("edit.new", place=place_text(Place(path, number + 1), path), text=new[number].strip())


def _changed(old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[int, int, int, int]]:
    """Where the lines are different: from and to, in the old ones and in the new."""

    def alike(one: Iterable[str], other: Iterable[str]) -> int:
        return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))

    # What stands before and behind all changes is left out: comparing takes the square of the lines.
    head = alike(old, new)
    tail = alike(reversed(old[head:]), reversed(new[head:]))
    before, after = (lines[head : len(lines) - tail] for lines in (old, new))
    matcher = SequenceMatcher(None, before, after, autojunk=len(before) > _LONG)
    for kind, *spots in matcher.get_opcodes():
        if kind != "equal":
            top, bottom, first, last = (spot + head for spot in spots)
            yield top, bottom, first, last


def _verdict(before: State, deck: EditedDeck) -> Iterator[str]:
    old, new = before.report, deck.report
    broken = tuple(dict.fromkeys(p.rule for p in new.problems if p.severity is not Severity.INFO))
    verdicts = {"verdict": verdict(new), "before": verdict(old), "rules": broken}
    yield say("edit.verdict" if verdicts["verdict"] == verdicts["before"] else "edit.verdict-changed", **verdicts)
    told = {(p.rule, message(p)) for p in old.problems}
    for problem in new.problems:
        if (problem.rule, message(problem)) not in told:
            yield f"  {finding_line(problem, deck.path)}"
    left = {(p.rule, p.cards, p.section) for p in new.problems}
    for problem in old.problems:
        if (problem.rule, problem.cards, problem.section) not in left:
            yield f"  {say('edit.mended', message=message(problem), rule=problem.rule)}"


def _room(deck: EditedDeck, changes: Iterable[Change]) -> Iterator[str]:
    for change in changes:
        if change.card is not None:
            section = change.to or change.section
            (fits,) = deck.headroom(change.card, section=section)
            facts = {"more": fits.more, "unwarned": fits.unwarned, "section": section}
            yield f"  {say('edit.headroom', card=change.name, **facts)}"
