"""Changes of decks in words and as JSON: repairs, filled decks, decks compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

from deckcheck.build.fill import WANT
from deckcheck.build.search import MOST_CHANGES, Repair
from deckcheck.editing.changes import Change
from deckcheck.files.json_text import json_text
from deckcheck.record import dataclass
from deckcheck.report import DeckcheckError, Report, ignored_rules
from deckcheck.reports.json import problem_record
from deckcheck.reports.text import finding_line
from deckcheck.views.compared import Comparison
from deckcheck.wording import say
from deckcheck.wording.safe_text import sanitise_line
from deckcheck.wording.sentences import error_text, fix_line, note_text

VERSION = 1


_NOT_WRITTEN = ("usage.not-written", "usage.no-folder", "usage.changed-meanwhile")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one deck. `repair` is None where the deck cannot be read, and `report` says why.

    `titles`: rule → its title. `diff`: the lines of the file that change; `written`: they are.
    `fault`: why no repair was found, or could not be put into the file. `new`: of a deck that is in no file.
    """

    path: str
    report: Report
    repair: Repair | None = None
    titles: Mapping[str, str] | None = None
    diff: str = ""
    written: bool = False
    fault: DeckcheckError | None = None
    new: bool = False

    @property
    def state(self) -> str:
        """legal, repaired, unsettled, hopeless, failed or unreadable."""
        if self.fault is not None:
            return "failed"
        if self.repair is None:
            return "unreadable"
        if self.repair.collision:
            return "hopeless"
        if self.repair.unsettled or (self.repair.changes and not self.report.legal):
            return "unsettled"
        return "repaired" if self.repair.changes else "legal"

    @property
    def unwritten(self) -> bool:
        """Whether the file could not be written: the disk is full, or another program wrote it meanwhile."""
        return self.fault is not None and self.fault.sentence in _NOT_WRITTEN

    @property
    def written_whole(self) -> bool:
        """Whether the file holds a legal deck now, and did not before."""
        return self.state == "repaired" and self.written


STATES = ("legal", "repaired", "unsettled", "hopeless", "failed", "unreadable")


def change_text(change: Change) -> str:
    """A change as a sentence."""
    facts = {"count": change.count, "card": change.name, "section": change.section, "to": change.to}
    return say("change.line" if change.card is None else f"change.{change.action}", **facts)


def because(change: Change, rules: Sequence[str]) -> str:
    """A change as a sentence, with the rules that force it."""
    return say("change.because", change=change_text(change), rules=rules)


def write_text(outcomes: Sequence[Outcome], verb: str) -> str:
    """Deck by deck; `verb` is repair or fill."""
    lines: list[str] = []
    told = False
    for outcome in outcomes:
        once = not told and outcome.repair is not None and outcome.repair.any_cards
        lines += _outcome(outcome, verb, once)
        told = told or once
    if len(outcomes) > 1:
        states = Counter(outcome.state for outcome in outcomes)
        counts = tuple(say(f"repair.count.{state}", number=states[state]) for state in STATES if states[state])
        lines += ["", say("repair.summary", decks=len(outcomes), counts=counts)]
    return "\n".join(lines) + "\n"


def _outcome(outcome: Outcome, verb: str, once: bool) -> Iterator[str]:
    """The lines of one deck; `once`: with what is told a single time."""
    repair = outcome.repair
    if outcome.fault is not None:
        yield say("repair.failed", path=outcome.path, message=error_text(outcome.fault))
    if repair is None:
        if outcome.fault is None:
            yield say("repair.unreadable", path=outcome.path)
        for problem in outcome.report.problems:
            yield f"  {finding_line(problem, outcome.path)}"
        return
    yield _headline(outcome, repair, verb)
    for change in repair.changes:
        rules = tuple(_named(rule, outcome.titles or {}) for rule in change.rules)
        yield f"  {because(change, rules)}"
    if once:
        yield f"  {say(_key(verb, 'any'))}"
    if repair.unsettled:
        yield f"  {say('repair.settle')}"
        for problem in repair.unsettled:
            yield f"    {finding_line(problem, outcome.path)}"
            fix = fix_line(problem.fix)
            if fix is not None:
                yield f"      {say('report.fix', fix=fix)}"
    for note in outcome.report.judged_by:
        yield f"  {say('report.note', note=note_text(note))}"
    if outcome.written:
        yield f"  {say('repair.written', path=outcome.path)}"
    elif outcome.diff:
        yield from map(sanitise_line, outcome.diff.rstrip("\n").split("\n"))


def _headline(outcome: Outcome, repair: Repair, verb: str) -> str:
    path = say("fill.new") if outcome.new else outcome.path
    ignored = ignored_rules(outcome.report)
    facts = {"path": path, "count": repair.size, "most": MOST_CHANGES, "ignored": ignored}
    if repair.short:
        short = tuple(
            say("fill.short.section", sections=one.sections, needed=one.needed, there=one.there, rule=one.rule)
            for one in repair.short
        )
        return say("fill.short", short=short, **facts)
    if repair.collision:
        rules = tuple(_named(rule, outcome.titles or {}) for rule in repair.collision)
        deck = outcome.path if _mended_by_cuts(outcome, repair) else None
        return say(_key(verb, "collision"), rules=rules, deck=deck, **facts)
    if repair.unsettled:
        return say(_key(verb, "rest") if repair.changes else "repair.nothing", **facts)
    if not repair.changes:
        return say("repair.legal" if verb == "repair" else "fill.complete", **facts)
    return say(_key(verb, "changes"), **facts)


def _mended_by_cuts(outcome: Outcome, repair: Repair) -> bool:
    """Whether rules that the deck breaks collide, and no wish with them: then taking cards out may help."""
    wished = any(rule.startswith(WANT) for rule in repair.collision)
    return not outcome.new and not wished and any(p.rule in repair.collision for p in outcome.report.problems)


def _key(verb: str, name: str) -> str:
    return f"fill.{name}" if verb == "fill" else f"repair.{name}"


def _named(rule: str, titles: Mapping[str, str]) -> str:
    title = titles.get(rule)
    return f"{rule}: {title}" if title and title != rule else rule


def change_record(change: Change) -> dict[str, object]:
    """A change as plain data."""
    where = {"section": change.section, "to": change.to}
    return {"action": change.action, "count": change.count, "card": change.name, **where}


def record(outcome: Outcome) -> dict[str, object]:
    """One deck as plain data."""
    repair = outcome.repair
    return {
        "path": outcome.path,
        "state": outcome.state,
        "changes": [
            change_record(change) | {"rules": list(change.rules)} for change in (repair.changes if repair else ())
        ],
        "collision": list(repair.collision) if repair else [],
        "problems": [
            problem_record(p, outcome.path) for p in (repair.unsettled if repair else outcome.report.problems)
        ],
        "judged_by": [note_text(note) for note in outcome.report.judged_by],
        "written": outcome.written,
        "fault": error_text(outcome.fault) if outcome.fault is not None else None,
        "diff": outcome.diff or None,
    }


def write_json(outcomes: Sequence[Outcome], verb: str) -> str:
    """`{"version", "decks": […], "summary"}`."""
    states = Counter(outcome.state for outcome in outcomes)
    summary = {"decks": len(outcomes), **states}
    document = {"version": VERSION, "decks": [record(outcome) for outcome in outcomes], "summary": summary}
    return json_text(document)


REPAIRS = {"text": write_text, "json": write_json}


def write_difference(found: Comparison) -> str:
    """The changes, then whether they are a siding, then what is not owned."""
    lines: list[str] = [change_text(change) for change in found.changes or ()]
    if found.changes == ():
        lines.append(say("diff.same"))
    if found.siding is not None:
        lines += [finding_line(problem, found.path) for problem in found.siding]
        lines.append(say("diff.siding-illegal" if found.siding else "diff.siding-legal"))
    for card, needed, owned in found.lacking or ():
        lines.append(say("diff.missing", card=card, needed=needed, owned=owned))
    if found.lacking == ():
        lines.append(say("diff.all-owned", path=found.path))
    return "\n".join(lines) + "\n"


def difference_json(found: Comparison) -> str:
    """`{"version", "changes"}`, with "siding" and "missing" where they are asked for."""
    document: dict[str, object] = {
        "version": 1,
        "changes": [change_record(change) for change in found.changes or ()],
    }
    if found.siding is not None:
        document["siding"] = {
            "legal": not found.siding,
            "problems": [problem_record(problem, found.path) for problem in found.siding],
        }
    if found.lacking is not None:
        document["missing"] = [
            {"card": card, "needed": needed, "owned": owned} for card, needed, owned in found.lacking
        ]
    return json_text(document)


COMPARISONS: dict[str, Callable[[Comparison], str]] = {"text": write_difference, "json": difference_json}
