"""A line of cards in play: who stands where, for attacks in which cards pass one another.

Place 0 is the front; whatever comes stands behind all others. Cards never leave a line.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from deckcheck.engine.arrays import Arrays
from deckcheck.engine.tape import Row

STRIKES, PASSES, LENDS = 1, 2, 4  # what the low bits of a code say
_SHIFT = 3


class OrderedRow:
    """`code[p]`: the card at place p, `0` where there is none, else its class + 1 above its flags (by class)."""

    def __init__(self, tb: Arrays, flags: Mapping[int, int], strength: Mapping[int, int]) -> None:
        self.tb = tb
        classes = tb.layout.classes
        self.places = sum(classes[t].count for t in flags)
        self.kind: Any = np.dtype(np.uint8 if (tb.types + 1) << _SHIFT <= 256 else np.uint32)
        self.codes = {t: self.kind.type((t + 1) << _SHIFT | flag) for t, flag in flags.items()}
        self.code = [np.zeros(tb.count, self.kind) for _ in range(self.places)]
        self.size, self.old = (np.zeros(tb.count, np.uint16) for _ in range(2))
        self._next = [np.zeros(tb.count, self.kind) for _ in range(self.places)]
        self._strength = np.zeros((tb.types + 1) << _SHIFT, np.uint32)
        for t, code in self.codes.items():
            if flags[t] & STRIKES:
                self._strength[code] = strength[t]

    def reset(self) -> None:
        for row in (*self.code, self.size, self.old):
            row.fill(0)

    def fresh(self) -> None:
        """A turn begins: whatever stands here came on an earlier one."""
        np.copyto(self.old, self.size)

    def come(self, t: int, k: Row) -> None:
        """So many copies of a class, behind all others."""
        for copy in range(int(k.max())):
            self.append((k > copy) * self.codes[t])

    def append(self, new: Row) -> None:
        """A card, as its code, or none in each game."""
        for place in range(int(self.size.min()), min(int(self.size.max()) + 1, self.places)):
            here = self.code[place]
            np.add(here, new * (self.size == place), out=here)
        np.add(self.size, new != 0, out=self.size)

    def order(self, column: int) -> list[int]:
        """The classes in the line of one game, from the front."""
        return [(int(row[column]) >> _SHIFT) - 1 for row in self.code if row[column]]

    def strikes(self) -> Iterator[Row]:
        """The strength of each strike, from the back to the front; the cards that pass others have moved then.

        What has not struck yet stands in its old order behind all that passed, so that the card of old
        place p is now at place p + passed, and passes so many.
        """
        most = int(self.old.max())
        passed, first = np.zeros(self.tb.count, np.uint16), np.zeros(self.tb.count, self.kind)
        behind = np.zeros(self.tb.count, self.kind)
        moved: list[tuple[Row, Row]] = []
        for place in range(int(self.size.max()) - 1, -1, -1):
            code = self.code[place]
            # Neighbours: in front the next one, or the one that passed first; behind the last that stayed.
            ahead = self.code[place - 1] if place else first
            old = self.old > place
            can = (ahead | behind) & LENDS | (code & PASSES)
            moves = (can != 0) & (code & STRIKES != 0) & old
            if place < most:
                points = np.take(self._strength, code) * old
                yield points + (passed + np.uint16(place)) * moves
            moved.append((moves, passed.copy()))
            first |= code * (moves & (passed == 0))
            np.copyto(behind, code, where=~moves & (code != 0))
            passed += moves
        self._step(moved[::-1], passed)

    def _step(self, moved: list[tuple[Row, Row]], passed: Row) -> None:
        """Those that passed stand in front, the last of them first; the others close up behind."""
        if not passed.any():
            return
        for row in self._next:
            row.fill(0)
        for place, (moves, before) in enumerate(moved):
            target = np.where(moves, passed - before - np.uint16(1), before + np.uint16(place))
            for at in range(int(target.min()), min(int(target.max()) + 1, self.places)):
                row = self._next[at]
                np.bitwise_or(row, self.code[place] * (target == at), out=row)
        self.code, self._next = self._next, self.code
