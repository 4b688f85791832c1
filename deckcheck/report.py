"""What a check found, as frozen records: facts only, the sentences stand in `wording`.

Everything wrong is one kind of record, a `Problem`: broken YAML, a wrong shape, an unknown card, a
broken rule, a card record without the field a rule needs. A `Report` holds the problems of one deck.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path

from deckcheck.record import dataclass, field


class Severity(StrEnum):
    """How bad a problem is; only an error makes a deck illegal."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


OFF = "off"  # in place of a severity: the rule is not judged


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a file. Lines and columns count from 1; None where there is none."""

    file: str | None = None
    line: int | None = None
    column: int | None = None


NOWHERE = Place()


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a limit comes from.

    `kind` is one of param, table, field, list, section, define; `facts` hold the parts of its sentence.
    The rule itself (a literal number) has no origin.
    """

    kind: str
    facts: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Citation:
    """What says that a rule holds: a section of the game's rule book, or another `title`.

    `confidence` is high, medium or low where the source is not the book; `date` as its author wrote it.
    """

    title: str
    section: str | None = None
    date: str | None = None
    confidence: str | None = None


@dataclass(frozen=True, slots=True)
class Fix:
    """The smallest change that mends one problem.

    `action` names the sentence in `wording` (remove, add, move, rename, quote …); `count` is in copies.
    """

    action: str
    count: int = 0
    cards: tuple[str, ...] = ()
    section: str | None = None
    facts: Mapping[str, object] = field(default_factory=dict)


# The ids of findings that no rule of a schema makes.
BUILT_IN = frozenset(
    {
        *("syntax", "shape", "encoding", "empty", "line", "count", "missing", "game"),
        *("unknown-card", "ambiguous-card", "not-a-card", "outside-deck"),
        *("card-data", "no-list", "list-entry", "ignore", "internal", "strict", "owned"),
    }
)


@dataclass(frozen=True, slots=True)
class Problem:
    """One finding.

    `rule` is the id of a schema's rule, or one of the ids in BUILT_IN.
    `sentence` names the template in `wording`; `facts` fill it (besides found, limit, cards, section).
    `found` and `limit` are in copies, or in whatever the rule measures. `bound` is min, max, exactly or
    one_of. `final`: no added card can cure it (a problem that is not final is "still to do" in a draft).
    `ignored`: the reason for which the deck's author asks to pass over it; it is info then.
    """

    rule: str
    sentence: str
    severity: Severity = Severity.ERROR
    place: Place = NOWHERE
    cards: tuple[str, ...] = ()
    section: str | None = None
    found: int | None = None
    limit: int | tuple[int, ...] | None = None
    bound: str | None = None
    origin: tuple[Origin, ...] = ()
    source: Citation | None = None
    assumed: str | None = None
    fix: Fix | None = None
    final: bool = True
    facts: Mapping[str, object] = field(default_factory=dict)
    ignored: str | None = None


def ignored_rules(report: Report) -> tuple[str, ...]:
    """The rules that the deck breaks and asks to ignore, each once."""
    return tuple(dict.fromkeys(problem.rule for problem in report.problems if problem.ignored is not None))


@dataclass(frozen=True, slots=True)
class Note:
    """Something to know about a report that is no problem; `sentence` names its template in `wording`."""

    sentence: str
    facts: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Fetched:
    """The address that something was fetched from, and the day (ISO). `own`: for a source of the project's settings."""

    source: str
    day: str
    own: bool = False


@dataclass(frozen=True, slots=True)
class ListInForce:
    """A dated list that was used: its name, and the first and last day of the version (ISO, inclusive).

    `first_day` is a month, YYYY-MM, where no more is known. `fetched`: where the version was fetched from, where it did
    not come with the program.
    """

    name: str
    first_day: str | None
    last_day: str | None
    fetched: Fetched | None = None


@dataclass(frozen=True, slots=True)
class Headroom:
    """How many more copies of a card may be added to a section without a new error.

    `unwarned`: how many without a new warning either, where that is fewer.
    """

    card: str
    section: str
    more: int
    unwarned: int | None = None


@dataclass(frozen=True, slots=True)
class Skipped:
    """A file or folder that was not judged.

    `reason`: a key of `skipped.*` in `wording`. `deck`: it may be a deck, or holds some.
    """

    path: str
    reason: str
    deck: bool = False


@dataclass(frozen=True, slots=True)
class Report:
    """The verdict on one deck.

    `legal`: no problem of severity error. `complete`: no lower bound fails and nothing is undetermined.
    `readable` is False where the file could not be read at all (broken YAML, unknown game).
    `sections` counts every entry that is a card of the deck, known or not. `undecided` are the ids of
    rules that could not be judged because of an unknown card or a faulty record; `unsettled` are those cards.
    `vacant`: the sections of a single card that such rules read, and that hold none.
    `judged_by`: what other than the shipped data and rules the verdict rests on.
    `weakened`: the rules that the settings of the project switch off or make milder.
    `player`, `player_id`: as the deck, or the organiser, names them.
    """

    path: str
    name: str | None
    game: str | None
    format: str | None
    as_of: str
    legal: bool
    complete: bool
    readable: bool = True
    sections: Mapping[str, int] = field(default_factory=dict)
    lists: tuple[ListInForce, ...] = ()
    fingerprint: str | None = None
    notes: tuple[Note, ...] = ()
    problems: tuple[Problem, ...] = ()
    undecided: tuple[str, ...] = ()
    vacant: tuple[str, ...] = ()
    unsettled: tuple[str, ...] = ()
    headroom: tuple[Headroom, ...] = ()
    judged_by: tuple[Note, ...] = ()
    weakened: tuple[str, ...] = ()
    player: str | None = None
    player_id: str | None = None


class DeckcheckError(Exception):
    """Wrong usage, or a schema, card or list file that cannot be read at all: exit code 2.

    `problems` are what was found in the file; `sentence` and `facts` are worded by `wording`.
    """

    def __init__(self, sentence: str, problems: tuple[Problem, ...] = (), **facts: object) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.problems = problems
        self.facts = facts


_LONGEST = 200  # characters of what Python says


def internal(path: str, error: Exception) -> Problem:
    """The problem of a deck at which the program failed."""
    return Problem("internal", "internal", place=Place(path), facts=facts_of(error))


def facts_of(error: Exception) -> dict[str, object]:
    """The kind of an unexpected exception, what it says, and the last place of the program that it came through."""
    package = Path(__file__).parents[1]
    where = None
    trace = error.__traceback__
    while trace is not None:
        file = Path(trace.tb_frame.f_code.co_filename)
        if package in file.parents:
            where = f"{file.relative_to(package).as_posix()}:{trace.tb_lineno}"
        trace = trace.tb_next
    return {"kind": type(error).__name__, "where": where, "words": " ".join(str(error).split())[:_LONGEST] or None}
