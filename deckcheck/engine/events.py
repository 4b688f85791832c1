"""What happened in the one game that is told."""

from __future__ import annotations

from deckcheck.engine.records import Step
from deckcheck.record import dataclass, field


@dataclass(frozen=True, slots=True)
class Event:
    """What a step did in the game that is told: `cards` are classes with the copies that moved.

    `what`: draw keep toss play returns replaced tribute bears falls use swap steps-down discard attack. `step` is the
    record of a play, so that what paid for it can be told; `number` the points that an attack added to a
    total, `lost` those of it that nothing took.
    """

    turn: int
    what: str
    name: str
    cards: tuple[tuple[int, int], ...] = ()
    step: Step | None = None
    number: int = 0
    lost: int = 0


@dataclass(slots=True)
class Log:
    """Collects the events of one column."""

    column: int = 0
    events: list[Event] = field(default_factory=list)
