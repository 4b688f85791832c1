"""A plan and a deck as games to play: zones, pile and steps put together, many games in lockstep or one alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from deckcheck.engine.games import Games
from deckcheck.engine.tape import CHUNK, Tape

import numpy as np  # isort: skip

from deckcheck.engine.games import varies
from deckcheck.engine.layout import Layout
from deckcheck.engine.ordered import OrderedHand
from deckcheck.engine.records import HAND, Draw
from deckcheck.engine.rows import reader
from deckcheck.engine.steps import make
from deckcheck.engine.urn import Urn
from deckcheck.engine.zones import Hand, Zone

Orders = np.ndarray[tuple[int, int], np.dtype[np.generic]]


class Table(Games):
    """`run` plays all games. Afterwards, or at the end of each turn, the rows hold the state."""

    def __init__(self, layout: Layout, turns: int, count: int = CHUNK, *, told: bool = False) -> None:
        super().__init__(layout, turns, count, told=told)
        plan = layout.plan
        self.hand = self.zones[HAND] = OrderedHand(self) if plan.ordered else Hand(self)
        for name, test in plan.zones.items():
            self.zones[name] = Zone(self, layout.ranked(test))
        for name, t in layout.placed:
            self.zones[name].start.append(t)
        self.urn = Urn(self, vary=varies(plan, self.gained, self.cards, self._opening()))
        self._setup = [run for step in plan.setup if (run := make(self, step)) is not None]
        self._turn = [run for step in plan.turn if (run := make(self, step)) is not None]
        for zone in self.zones.values():
            zone.build()

    def _opening(self) -> int:
        """Cards drawn in the set-up."""
        draws = [step.count for step in self.plan.setup if isinstance(step, Draw) and step.count is not None]
        return sum(max(0, int(reader(self, count)() or 0)) for count in draws)

    def run(
        self, tape: Tape | None, after: Callable[[Table, int], Any] | None = None, orders: Orders | None = None
    ) -> None:
        """Set up and play all turns; `after` is called with turn 0 when set up, then at the end of each turn.

        `orders`: what lies at each place of an ordered hand, shape (places, games), instead of the tape.
        """
        assert tape is not None or orders is not None
        if tape is not None:
            self.tape = tape
        self.orders = orders
        self._reset()
        for turn in range(self.turns + 1):
            self.now = turn
            self.view.params = {**self.plan.values, "turn": turn, "phase": self.plan.phase(turn)}
            if turn:
                for zone in self.zones.values():
                    zone.fresh(turn)
            for step in self._turn if turn else self._setup:
                step(turn, 0)
            if after is not None:
                after(self, turn)

    def _reset(self) -> None:
        self.urn.reset()
        self.lost.fill(False)
        self.mulligans.fill(0)
        rows = [*self.pools.values(), *self.totals.values(), *self.filled.values(), *self.granted.values()]
        for row in rows if self.discarded is None else [*rows, self.discarded]:
            row.fill(0)
        for zone in self.zones.values():
            zone.reset()
        for again in self.on_reset:
            again()
