"""Whole-number counts over games: they add up to the same whatever the chunks and processes."""

from __future__ import annotations

from collections.abc import Sequence

from deckcheck.record import dataclass, field

TENTHS = 10  # damage is told in tenths of the other player's life


@dataclass(slots=True)
class TurnTally:
    """A turn of all games. A list `levels` counts the games in which a number is at least 1, 2, 3, …

    `over`: games whose damage is at least 1/10, 2/10 … of the life. `won`: won by
    the end of the turn; `lost`: lost for want of a card, and not won before. `perfect`: nothing wasted
    in any turn so far. `seen`, `played`: levels of copies, by class.
    """

    spent: list[int] = field(default_factory=list)
    wasted: list[int] = field(default_factory=list)
    hand: list[int] = field(default_factory=list)
    board: list[int] = field(default_factory=list)
    damage: int = 0
    squares: int = 0
    over: list[int] = field(default_factory=list)
    won: int = 0
    lost: int = 0
    perfect: int = 0
    seen: list[list[int]] = field(default_factory=list)
    played: list[list[int]] = field(default_factory=list)

    def add(self, other: TurnTally) -> None:
        for name in ("spent", "wasted", "hand", "board", "over"):
            setattr(self, name, added(getattr(self, name), getattr(other, name)))
        for name in ("damage", "squares", "won", "lost", "perfect"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for name in ("seen", "played"):
            mine, theirs = getattr(self, name), getattr(other, name)
            setattr(self, name, [added(a, b) for a, b in zip(mine, theirs, strict=True)] if mine else theirs)


@dataclass(slots=True)
class Tally:
    """All games so far. `mulligans`: games by the number taken, from none."""

    games: int = 0
    mulligans: list[int] = field(default_factory=list)
    turns: list[TurnTally] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        self.games += other.games
        self.mulligans = added(self.mulligans, other.mulligans)
        if not self.turns:
            self.turns = [TurnTally() for _ in other.turns]
        for mine, theirs in zip(self.turns, other.turns, strict=True):
            mine.add(theirs)


def added(a: Sequence[int], b: Sequence[int]) -> list[int]:
    """Two lists added item by item; the shorter one goes on with zeros."""
    longer, shorter = (a, b) if len(a) >= len(b) else (b, a)
    return [x + (shorter[i] if i < len(shorter) else 0) for i, x in enumerate(longer)]
