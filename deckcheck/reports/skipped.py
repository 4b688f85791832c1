"""What was passed over and by what other than the shipped data was judged, in sentences that all forms share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from deckcheck.record import replace
from deckcheck.report import Report, Severity, Skipped
from deckcheck.reports.look import in_order
from deckcheck.reports.paths import machine_path
from deckcheck.wording import SafeText, message, note_text, sanitise, say

_DECKS = (".yaml", ".yml")
_NAMED = 5  # files that are no decks
_LISTED = 100  # files that may be decks; the others are counted


def skipped_text(one: Skipped) -> SafeText:
    """What was passed over, and why."""
    return say("skipped.one", path=SafeText(sanitise(one.path)), reason=say(f"skipped.{one.reason}"))


def passed_over(skipped: Sequence[Skipped]) -> Iterator[SafeText]:
    """A sentence for each that may be a deck."""
    told = [one for one in skipped if one.deck]
    yield from map(skipped_text, told[:_LISTED])
    if len(told) > _LISTED:
        yield say("skipped.more", number=len(told) - _LISTED)


def not_decks(skipped: Sequence[Skipped]) -> Iterator[SafeText]:
    """A sentence for all that are none, those first whose suffix a deck may have; none where there are none."""
    others = sorted((one.path for one in skipped if not one.deck), key=lambda path: not path.endswith(_DECKS))
    if others:
        names = (*others[:_NAMED], *(("…",) if len(others) > _NAMED else ()))
        yield say("usage.skipped", files=len(others), names=names)


def within(skipped: Sequence[Skipped]) -> tuple[Skipped, ...]:
    """The same with their paths as programs take them, from the working directory."""
    return tuple(replace(one, path=machine_path(one.path)) for one in skipped)


def skipped_lines(skipped: Sequence[Skipped]) -> Iterator[SafeText]:
    """What was passed over, in the sentences of both."""
    yield from passed_over(skipped)
    yield from not_decks(skipped)


def reasons_of(report: Report, most: int | None = None) -> tuple[SafeText, ...]:
    """Why a deck is not legal, a sentence each; of more than `most` the others are counted."""
    errors = [p for p in in_order(report.problems, report.path) if p.severity is Severity.ERROR]
    shown = tuple(map(message, errors[:most]))
    return (*shown, say("reasons.more", number=len(errors) - len(shown))) if len(errors) > len(shown) else shown


class Judges:
    """By what reports were judged that pass by, each sentence once."""

    def __init__(self) -> None:
        self.said: dict[SafeText, bool] = {}

    def passing(self, reports: Iterable[Report]) -> Iterator[Report]:
        """The reports, each looked at when it is asked for."""
        for report in reports:
            for note in report.judged_by:
                self.said.setdefault(note_text(note), note.sentence in ("judged.off", "judged.milder"))
            yield report
