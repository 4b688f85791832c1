"""What is wished of an update, and what became of it."""

from __future__ import annotations

from pathlib import Path

from deckcheck.lists.changes import Change
from deckcheck.record import dataclass
from deckcheck.report import Note
from deckcheck.update.amendments import Amendments
from deckcheck.update.lock import Locks
from deckcheck.update.sources import Source

# What became of a source.
NEW, SAME, REFUSED, ABSENT = "new", "same", "refused", "absent"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one source.

    `status`: NEW (a version is kept, or would be), SAME (there is none newer), REFUSED or ABSENT (an optional one).
    `why`: the sentence that says why it was refused, or what to know. `day`, `unsure`: of the version. `sum`: its hash.
    `bytes`, `hash`: of the file. `cards`: what a source of cards changes.
    """

    source: Source
    status: str
    why: tuple[Note, ...] = ()
    day: str | None = None
    unsure: str | None = None
    changes: tuple[Change, ...] = ()
    unknown: tuple[str, ...] = ()
    sum: str | None = None
    bytes: int = 0
    hash: str | None = None
    cards: Amendments | None = None


@dataclass(frozen=True, slots=True)
class Updated:
    """What became of the sources of a game. `dry`: nothing was kept. `lock`: the file that was written."""

    game: str
    title: str
    outcomes: tuple[Outcome, ...]
    dry: bool = False
    lock: str | None = None

    @property
    def failed(self) -> bool:
        return any(outcome.status == REFUSED for outcome in self.outcomes)


@dataclass(frozen=True, slots=True)
class Wish:
    """How to update. `today`: ISO. `first_day`: of the lists that do not say theirs.

    `file`: the one to read in place of the network. `dry`: nothing is kept. `force`: what looks like a mistake is taken
    all the same. `locked`: list → day → the only versions that are taken.
    """

    today: str
    first_day: str | None = None
    file: Path | None = None
    dry: bool = False
    force: bool = False
    locked: Locks | None = None
