"""One game told turn by turn: the very column that the statistics counted, played again alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckcheck.engine.layout import Layout
from deckcheck.engine.play_plan import HAND, Attack, Dig, Play
from deckcheck.engine.price_records import Host, Pay, Price
from deckcheck.record import dataclass, field
from deckcheck.report import Note

if TYPE_CHECKING:
    from deckcheck.engine.arrays import Event
    from deckcheck.engine.table import Table

Cards = tuple[tuple[int, int], ...]  # classes with their copies


@dataclass(slots=True)
class State:
    """What lies where at the end of a turn: zone → copies by class.

    `order`: an ordered hand from the left; `lines`: zones in which it counts who stands where, from the front.
    """

    turn: int
    phase: str
    zones: dict[str, Cards]
    order: tuple[int, ...] | None
    lines: dict[str, tuple[int, ...]]
    pools: dict[str, int]
    totals: dict[str, int]
    lost: bool
    won: bool
    filled: int | None
    events: list[Event] = field(default_factory=list)


def replay(layout: Layout, turns: int, seed: int | None, game: int, orders: object = None) -> tuple[State, ...]:
    """Game `game` (from 0) alone: its state after set-up and after each turn, with what happened in it.

    `layout` should be unmerged, so that each card has its own class. `orders`: every order, where the
    run went through them all; the game is then one of them.
    """
    from deckcheck.engine.rows import reader
    from deckcheck.engine.table import Table
    from deckcheck.engine.tape import CHUNK, Tape

    table = Table(layout, turns, 1, told=True)
    states: list[State] = []
    won = reader(table, layout.plan.won) if layout.plan.won is not None else None

    def after(tb: Table, turn: int) -> None:
        assert tb.log is not None
        spent = layout.plan.spent
        states.append(
            State(
                turn,
                layout.plan.phase(turn),
                {name: _cards(tb, name) for name in tb.zones},
                tuple(tb.hand.order(0)) if layout.plan.ordered else None,
                {name: tuple(tb.zones[name].line.order(0)) for name in layout.plan.zones if tb.zones[name].line},
                {name: int(row[0]) for name, row in tb.pools.items()},
                {name: int(row[0]) for name, row in tb.totals.items()},
                bool(tb.lost[0]),
                bool(won is not None and won()),
                int(tb.filled[spent][0]) if spent is not None else None,
                tb.log.events,
            )
        )
        tb.log.events = []

    if orders is None:
        assert seed is not None
        chunk, column = divmod(game, CHUNK)
        table.run(Tape(seed, chunk, column, 1), after)
    else:
        table.run(None, after, orders=orders[:, game : game + 1])  # type: ignore[index]
    return tuple(states)


def _cards(tb: Table, zone: str) -> Cards:
    place = tb.zones[zone]
    return tuple((t, n) for t in place.ids if (n := int(place.row_now(t)[0])))


def tell(layout: Layout, states: tuple[State, ...]) -> tuple[tuple[Note, ...], ...]:
    """The game in sentences: those of the set-up, then those of each turn until it is won or lost."""
    end = next((i for i, state in enumerate(states) if state.won or state.lost), len(states))
    return tuple(tuple(_Teller(layout, states, i).notes()) for i in range(len(states[: end + 1])))


class _Teller:
    """Tells one turn. `free`: the cards that have hosted nothing yet this turn, by zone."""

    def __init__(self, layout: Layout, states: tuple[State, ...], index: int) -> None:
        self.layout = layout
        self.state = states[index]
        before = states[index - 1].zones if index else {}
        self.free = {zone: [t for t, n in cards for _ in range(n)] for zone, cards in before.items()}

    def notes(self) -> list[Note]:
        state, plan = self.state, self.layout.plan
        found: list[Note] = []
        if state.turn:
            facts = {"turn": state.turn, "phase": state.phase, "pool": plan.spent, "amount": state.filled}
            found.append(Note("trace.turn", facts))
        else:
            placed = tuple(f"{self.layout.name(t)} ({zone})" for zone, t in self.layout.placed)
            found.append(Note("trace.setup", {"cards": placed}))
        for event in state.events:
            found += self.event(event)
        if state.turn:
            found.append(self.ending())
        else:
            found.append(Note("trace.hand", {"cards": self.hand()}))
        if state.won or state.lost:
            found.append(Note("trace.won" if state.won else "trace.lost", {"turn": state.turn}))
        return found

    def ending(self) -> Note:
        plan, state = self.layout.plan, self.state
        zones = {zone: self.names(self.lying(zone)) for zone in plan.board if state.zones[zone]}
        numbers = {name: number for name, number in state.totals.items() if number}
        facts: dict[str, object] = {"zones": zones | {HAND: self.hand()}, "numbers": numbers}
        if plan.spent is not None:
            facts |= {"pool": plan.spent, "left": state.pools[plan.spent]}
        return Note("trace.end", facts)

    def lying(self, zone: str) -> Cards:
        line = self.state.lines.get(zone)
        return self.state.zones[zone] if line is None else tuple((t, 1) for t in line)

    def hand(self) -> tuple[str, ...]:
        if self.state.order is not None:
            return tuple(self.layout.name(t) for t in self.state.order)
        return self.names(self.state.zones[HAND])

    def names(self, cards: Cards) -> tuple[str, ...]:
        return tuple(self.layout.name(t) if n == 1 else f"{n} {self.layout.name(t)}" for t, n in cards)

    def event(self, event: Event) -> list[Note]:
        facts: dict[str, object] = {"name": event.name, "cards": self.names(event.cards)}
        if event.what in ("play", "returns") and event.step is not None:
            return [Note(f"trace.{event.what}", facts | {"paid": self.paid(event)})]
        if event.what == "attack":
            total = event.step.into if isinstance(event.step, Attack) else ""
            points = {"points": event.number, "total": total, "lost": event.lost or None}
            return [Note("trace.attack", facts | points)] if event.number or event.lost else []
        return [Note(f"trace.{event.what}", facts)]

    def paid(self, event: Event) -> tuple[str, ...]:
        """What paid for a play: resources, and the cards that hosted it."""
        step = event.step
        prices: tuple[Price, ...] = step.prices if isinstance(step, Play) else ()
        if isinstance(step, Dig) and step.pay is not None:
            prices = (step.pay,)
        found: list[str] = []
        for t, copies in event.cards:
            for price in prices:
                if isinstance(price, Pay) and (cost := self.layout.number(price.amount, t) or 0) > 0:
                    found.append(f"{cost * copies} {price.pool}")
                if isinstance(price, Host):
                    hosts = (self.host(price, t) for _ in range(copies))
                    found += [self.layout.name(host) for host in hosts if host is not None]
            if isinstance(step, Play) and step.to is not None:
                self.free.setdefault(step.to, []).extend([t] * copies)
        return tuple(found)

    def host(self, price: Host, t: int) -> int | None:
        """The cheapest card that suffices and is free; it is used from now on."""
        need = self.layout.number(price.by, t) or 0
        free = self.free.get(price.zone, [])
        able = sorted((self.layout.number(price.by, h) or 0, h) for h in free)
        best = next((h for worth, h in able if worth >= need), None)
        if need <= 0 or best is None:
            return None
        free.remove(best)
        return best
