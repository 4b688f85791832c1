"""What the cards of a zone bear: cards attached to a host leave with it.

Copies of one card are not told apart, so these rules say which of them bears what. Without `one` a single copy
bears all that the copies of a card bear, with `one` each bears a card as long as there are enough. Copies that bear
nothing leave first, and of those that bear one, whichever bears the last in the order of attaching.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from deckcheck.engine.arrays import summed
from deckcheck.engine.games import Games
from deckcheck.engine.price_records import Attach
from deckcheck.engine.tape import Row
from deckcheck.engine.zones import Zone
from deckcheck.record import dataclass


@dataclass(frozen=True, slots=True, eq=False)
class Worn:
    """A class that may be attached. `on[h]`: copies of it that class h bears.

    `zone`: where it lies meanwhile.
    `then`: where it goes when its host leaves; None: it is gone.
    `name`: the step that attaches it.
    """

    t: int
    zone: Zone
    then: Zone | None
    name: str
    on: dict[int, Row]


class Attached:
    """All that the cards of zone `hosts` bear. The first of `order` that may bears a new one."""

    def __init__(self, tb: Games, price: Attach) -> None:
        layout = tb.layout
        self.tb, self.hosts, self.one = tb, tb.zone(price.zone), price.one
        to = {step.to for step, other in tb.plan.prices(Attach) if other.zone == price.zone}
        self.known = bool(tb.plan.left() & {price.zone, *to})  # else nothing ever leaves, and it is enough to count
        self.order = sorted(self.hosts.ids, key=lambda h: (-(layout.number(price.by, h) or 0), h))
        self.worn: list[Worn] = []
        self.total = tb.zeros_row()
        self._owed, self._part, self._free = tb.empty_row(), tb.empty_row(), tb.empty_row()
        tb.on_reset.append(self._reset)
        if self.known:
            self.hosts.on_leave.append(self._fall)

    def _reset(self) -> None:
        self.total.fill(0)
        for worn in self.worn:
            for row in worn.on.values():
                row.fill(0)

    def ask(self, t: int, price: Attach, zone: Zone, name: str) -> Worn:
        """Keep who bears a class that lies in a zone."""
        then = self.tb.zone(price.then) if price.then is not None else None
        if then is not None and t not in then.ids:
            then = None
        found = next((worn for worn in self.worn if worn.t == t and worn.zone is zone), None)
        if found is None:
            found = Worn(t, zone, then, name, {h: self.tb.zeros_row() for h in self.order} if self.known else {})
            self.worn.append(found)
            if self.known:
                zone.on_leave.append(partial(self._let_go, found))
        return found

    def limit(self, row: Row, k: Row) -> Any:
        """How many more may be attached: with `one` a host each, else any number where there is a host."""
        if self.one:
            np.subtract(self.hosts.size, self.total, out=self._free)
            return np.minimum(row, self._free, out=k)
        return np.multiply(row, np.not_equal(self.hosts.size, 0).view(np.uint8), out=k)

    def take(self, worn: Worn, k: Row) -> None:
        """So many copies more, each on the first host that may bear it."""
        owed, part = self._owed, self._part
        np.add(self.total, k, out=self.total)
        if not self.known:
            return
        np.copyto(owed, k)
        for h in self.order:
            if not np.count_nonzero(owed):
                break
            here = self.hosts.rows[h]
            if self.one:
                np.subtract(here, self._borne(h), out=part)
                np.minimum(part, owed, out=part)
            else:
                np.multiply(owed, np.not_equal(here, 0).view(np.uint8), out=part)
            np.add(worn.on[h], part, out=worn.on[h])
            np.subtract(owed, part, out=owed)
            if self.tb.log is not None:
                told = part if self.one else np.minimum(part, 1)
                self.tb.tell("bears", self.tb.layout.name(worn.t), [(h, told)])

    def _borne(self, h: int) -> Row:
        return summed((worn.on[h] for worn in self.worn), self.tb.empty_row())

    def _fall(self, h: int) -> None:
        """Copies of a host left: what those that are left cannot bear goes too, the last attached first."""
        borne, here = self._borne(h), self.hosts.rows[h]
        most = here if self.one else borne * np.not_equal(here, 0)
        over = borne - np.minimum(borne, most)
        for worn in reversed(self.worn):
            if not np.count_nonzero(over):
                return
            part = np.minimum(worn.on[h], over)
            np.subtract(over, part, out=over)
            self._drop(worn, h, part)
            worn.zone.leave(worn.t, part)
            if worn.then is not None:
                worn.then.move(worn.t, part)
            self.tb.tell("falls", worn.name, [(worn.t, part)])

    def _let_go(self, worn: Worn, t: int) -> None:
        """Attached copies left on their own: those first that nothing bears, then from the last host on."""
        if t != worn.t:
            return
        owed = summed(worn.on.values(), self.tb.empty_row())
        np.subtract(owed, np.minimum(owed, worn.zone.rows[t]), out=owed)
        for h in reversed(self.order):
            if not np.count_nonzero(owed):
                return
            part = np.minimum(worn.on[h], owed)
            np.subtract(owed, part, out=owed)
            self._drop(worn, h, part)

    def _drop(self, worn: Worn, h: int, k: Row) -> None:
        np.subtract(worn.on[h], k, out=worn.on[h])
        np.subtract(self.total, k, out=self.total)


def bearers(tb: Games, price: Attach) -> Attached:
    """What the cards of the price's zone bear."""
    if price.zone not in tb.attached:
        tb.attached[price.zone] = Attached(tb, price)
    found: Attached = tb.attached[price.zone]
    return found
