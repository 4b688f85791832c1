"""What a change of day does to decks: which of them break or mend between two reports, and by which finding."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from deckcheck.files.json_text import json_text
from deckcheck.record import dataclass
from deckcheck.report import Problem, Report
from deckcheck.reports.json import VERSION, problem_record
from deckcheck.reports.look import PLAIN, Look, in_order, verdict
from deckcheck.reports.text import finding_line
from deckcheck.wording import sanitise, say


@dataclass(frozen=True, slots=True)
class Shift:
    """A deck on two days. `new` and `gone` are the findings that only the later, or the earlier, report has."""

    before: Report
    after: Report
    new: tuple[Problem, ...]
    gone: tuple[Problem, ...]

    @property
    def breaks(self) -> bool:
        return self.before.legal and not self.after.legal

    @property
    def mends(self) -> bool:
        return self.after.legal and not self.before.legal


def shifts(before: Sequence[Report], after: Sequence[Report]) -> list[Shift]:
    """The same decks on two days, in order."""
    found = []
    for first, last in zip(before, after, strict=True):
        old, new = map(_findings, (first, last))
        added = tuple(problem for key, problem in new.items() if key not in old)
        gone = tuple(problem for key, problem in old.items() if key not in new)
        found.append(Shift(first, last, added, gone))
    return found


def _findings(report: Report) -> dict[tuple[object, ...], Problem]:
    """The findings by what they say, whatever list says it."""
    return {(p.rule, p.place, p.cards, p.section, p.found, p.limit, p.severity): p for p in report.problems}


def write_text(found: Sequence[Shift], look: Look = PLAIN) -> str:
    """The decks of which something is different, then how many there are."""
    lines = [line for shift in found for line in _lines(shift, look)]
    breaks, mends = sum(s.breaks for s in found), sum(s.mends for s in found)
    same = len(found) - breaks - mends
    lines.append(say("against.summary", decks=len(found), breaks=breaks, mends=mends, same=same))
    return "".join(f"{line}\n" for line in lines)


def _lines(shift: Shift, look: Look) -> Iterator[str]:
    if not shift.new and not shift.gone:
        return
    before, after = shift.before, shift.after
    yield say(
        "against.deck",
        path=sanitise(after.path),
        before=verdict(before),
        first=before.as_of,
        after=verdict(after),
        last=after.as_of,
    )
    for key, problems in (("new", shift.new), ("gone", shift.gone)):
        for problem in in_order(problems, after.path):
            yield "  " + say(f"against.{key}", finding=finding_line(problem, after.path, look))


def write_json(found: Sequence[Shift], look: Look = PLAIN) -> str:
    """`{"version", "decks": [{"path", "before", "after", "new", "gone"}], "summary"}`."""
    del look
    document = {
        "version": VERSION,
        "decks": [
            {
                "path": shift.after.path,
                "game": shift.after.game,
                "format": shift.after.format,
                "before": {"as_of": shift.before.as_of, "legal": shift.before.legal},
                "after": {"as_of": shift.after.as_of, "legal": shift.after.legal},
                "new": [problem_record(problem, shift.after.path) for problem in shift.new],
                "gone": [problem_record(problem, shift.before.path) for problem in shift.gone],
            }
            for shift in found
        ],
        "summary": {
            "decks": len(found),
            "breaks": sum(shift.breaks for shift in found),
            "mends": sum(shift.mends for shift in found),
        },
    }
    return json_text(document)


FORMS = {"text": write_text, "json": write_json}
