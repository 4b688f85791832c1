"""The play section as records. What each step does stands at its record; `steps` plays them.

Three kinds of expressions: *of a card* (fields, options; a field the card lacks counts 0), *of the table*
(zones, pools, totals, options, `turn`, `phase`: one value a game), and *tests of a card*. An `order` lists
expressions of a card, least first; cards alike in all of them stand in the order of the pile (`chance.classes`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeVar

from deckcheck.chance import calls
from deckcheck.chance.policy import Policy
from deckcheck.engine.price_records import Attach, Gain, Pay, Price, Search, Tribute
from deckcheck.expr import Expr, Scope
from deckcheck.expr.values import Result
from deckcheck.record import dataclass, field
from deckcheck.report import NOWHERE, Place

_P = TypeVar("_P", bound=Price)
HAND = calls.HAND
DAMAGE = "damage"  # the total that attacks add to where they name none
FALLEN = "fallen"  # the total that counts the walls that attacks brought down
SEAT = "seat"


@dataclass(frozen=True, slots=True)
class Option:
    """A choice that the book leaves to a player, or does not settle. `card`: its value names a card."""

    name: str
    value: Result
    least: int | None = None
    most: int | None = None
    one_of: tuple[str, ...] = ()
    card: bool = False
    assumed: str | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """What all steps have. `name`: for the one who reads a trace; `when`: of the table, else always."""

    name: str = ""
    when: Expr | None = None
    place: Place = NOWHERE


@dataclass(frozen=True, slots=True)
class Placed(Step):
    """`place`: one card that passes `of` lies in zone `to` from the start, the same in all games.

    It is the one that the option `option` names, else the first by `order` of those in the deck's section
    `section`, else the first by `order` of all.
    """

    of: Expr | None = None
    to: str = ""
    order: tuple[Expr, ...] = ()
    section: str | None = None
    option: str | None = None


@dataclass(frozen=True, slots=True)
class Draw(Step):
    """`draw`: `count` (of options and turn) cards into the hand, all cards (None), or as many as a pool
    holds, which is then empty. `lose`: the game is lost where no card is left ("empty"), or fewer than
    are to be drawn ("short"). `site`: its number on the tape.
    """

    count: Expr | None = None
    pool: str | None = None
    lose: str | None = None
    site: int = 0


@dataclass(frozen=True, slots=True)
class Mulligan(Step):
    """`mulligan`: toss cards by the policy; draw as many; then the tossed go back."""

    policy: Policy = field(default_factory=Policy)
    site: int = 0


@dataclass(frozen=True, slots=True)
class Refill(Step):
    """`refill`: sets pools; an amount (of the table) below zero sets 0."""

    amounts: tuple[tuple[str, Expr], ...] = ()


@dataclass(frozen=True, slots=True)
class Play(Step):
    """`play`: card by card in `order`, as many copies as every price allows, from `source` to `to`.

    Without `to` the card is gone. `settled`: only copies that lay in `source` when the turn began.
    `replace`: copies in `to` give way to better ones of the hand, unless they are in cooldown; those as good stay.
    """

    of: Expr | None = None
    source: str = HAND
    to: str | None = None
    order: tuple[Expr, ...] = ()
    prices: tuple[Price, ...] = ()
    gains: tuple[Gain, ...] = ()
    search: Search | None = None
    replace: bool = False
    settled: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """Cards of an ordered hand that go to a zone (`hand`: to its right end; None: they are gone)."""

    of: Expr
    to: str | None
    order: tuple[Expr, ...] = ()


@dataclass(frozen=True, slots=True)
class Dig(Step):
    """`play` with `reach` and `first_of`: from an ordered hand, one card at a time.

    The first by line and order of those among the `reach` leftmost that can be paid; the hand closes up
    and the next one is looked for, until none can be paid. A card belongs to the first line it passes.
    """

    reach: Expr | None = None
    pay: Pay | None = None
    lines: tuple[Line, ...] = ()


@dataclass(frozen=True, slots=True)
class Use(Step):
    """`use`: engages every card of these zones that may be; used on turn t, it may again on t + cooldown + 1."""

    of: Expr | None = None
    zones: tuple[str, ...] = ()
    cooldown: Expr | None = None
    gains: tuple[Gain, ...] = ()


@dataclass(frozen=True, slots=True)
class Swap(Step):
    """`swap`: the best card of `source` by `by` takes the one place of `zone` if it is better there.

    Neither may be in cooldown. No card is played thereby.
    """

    source: str = ""
    zone: str = ""
    by: Expr | None = None


@dataclass(frozen=True, slots=True)
class Attack(Step):
    """`attack`: the sum over the cards of these zones, and `plus`, less `less`, is added to a total.

    Below zero nothing is added. `settled`: only cards that came on an earlier turn, newest first and
    one by one. `walls`: how much it takes to bring down each of them, one behind the other. The one in
    front swallows what exceeds it: only what moved a wall is added, and `fallen` counts those that are down.
    `passes`: such a card goes to the front of its zone when it strikes and adds 1 for each card that it
    passes; a card that passes `lends` makes both its neighbours do so, not itself.
    """

    of: Expr | None = None
    zones: tuple[str, ...] = ()
    amount: Expr | None = None
    plus: Expr | None = None
    less: Expr | None = None
    into: str = DAMAGE
    settled: bool = False
    walls: tuple[Expr, ...] = ()
    passes: Expr | None = None
    lends: Expr | None = None


@dataclass(frozen=True, slots=True)
class Discard(Step):
    """`discard`: from the hand, first by `order` first, until `down_to` are left."""

    down_to: Expr | None = None
    order: tuple[Expr, ...] = ()


@dataclass(frozen=True, slots=True)
class Repeat(Step):
    """`repeat`: the steps again while any card moved, `most` times; once where nothing of the deck gains."""

    steps: tuple[Step, ...] = ()
    most: int = 1


@dataclass(frozen=True, slots=True)
class Names:
    """The scopes of a play section: `card` for one card, `table` for the games; pools and totals by name."""

    card: Scope
    table: Scope
    pools: tuple[str, ...]
    totals: tuple[str, ...]

    @property
    def rows(self) -> frozenset[str]:
        return frozenset((*self.pools, *self.totals))


@dataclass(frozen=True, slots=True)
class Plan:
    """A play section, read.

    `names`: what expressions of one's own may read.
    `deck`: the sections of a deck that are played with.
    `values`: the game's params and the options in force, by name.
    `zones`: name → test of the cards that may lie there; the hand has none.
    `spent`: the pool whose use is told.
    `board`: zones whose cards count as in play.
    `damage`, `life`: the total that is told, and how much of it wins.
    `phases`: their order from turn 1 of seat 1; a seat n starts n - 1 phases later.
    `reads`, `named`: every expression of a card, and the text fields with names or tests.
    `copy_key`: what makes two cards copies of one another.
    `copies`: whether something counts different cards.
    """

    game: str
    names: Names
    deck: tuple[str, ...]
    options: Mapping[str, Option]
    values: Mapping[str, Result]
    zones: Mapping[str, Expr]
    ordered: bool
    pools: tuple[str, ...]
    totals: tuple[str, ...]
    setup: tuple[Step, ...]
    turn: tuple[Step, ...]
    won: Expr | None = None
    spent: str | None = None
    board: tuple[str, ...] = ()
    damage: str | None = None
    life: Expr | None = None
    phases: tuple[str, ...] = ()
    first_phase: str | None = None
    assumed: tuple[str, ...] = ()
    reads: tuple[Expr, ...] = ()
    named: tuple[str, ...] = ()
    copy_key: Expr | None = None
    copies: bool = False

    def steps(self) -> tuple[Step, ...]:
        """All steps, those inside `repeat` too, in the order of the file."""
        found: list[Step] = []
        for step in (*self.setup, *self.turn):
            found.extend((step, *step.steps) if isinstance(step, Repeat) else (step,))
        return tuple(found)

    def left(self) -> frozenset[str]:
        """Zones that cards leave: by a step, or with the card that bears them."""
        found: set[str] = set()
        for step in self.steps():
            if isinstance(step, Swap):
                found |= {step.source, step.zone}
            if isinstance(step, Play):
                found |= {step.source, *((step.to,) if step.replace and step.to else ())}
        found |= {price.zone for _, price in self.prices(Tribute)}
        worn = {step.to for step, price in self.prices(Attach) if price.zone in found and step.to is not None}
        return frozenset(found | worn)

    def prices(self, kind: type[_P]) -> Iterator[tuple[Play, _P]]:
        """The prices of a kind, each with its step."""
        for step in self.steps():
            if isinstance(step, Play):
                yield from ((step, price) for price in step.prices if isinstance(price, kind))

    def phase(self, turn: int) -> str:
        """The phase of a turn of this seat; "" where the game has none, or before the first turn."""
        if not self.phases or not turn:
            return ""
        start, seat = self.values.get(self.first_phase or ""), self.values.get(SEAT)
        first = self.phases.index(start) if isinstance(start, str) and start in self.phases else 0
        later = seat - 1 if isinstance(seat, int) else 0
        return self.phases[(first + later + turn - 1) % len(self.phases)]
