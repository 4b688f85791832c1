"""How many cards an opening shows, as the play section of a game says: the hand, the draws by turn, the mulligan.

Draws inside `repeat`, and draws of what cards add to a pool, are those that cards' effects grant; nobody knows
them before the game is played, so they are left out and the answer says so. What a `refill` sets is drawn, by what
lies in play from the start and the number of cards in the hand, as long as none is played.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from deckcheck.cards.pool import Card
from deckcheck.chance.calls import HAND, compile_table_expr
from deckcheck.chance.classes import value_of
from deckcheck.engine.play_plan import Draw, Mulligan, Plan, Play, Refill, Repeat, Use
from deckcheck.expr import Expr
from deckcheck.expr.values import Result
from deckcheck.record import dataclass
from deckcheck.report import DeckcheckError
from deckcheck.rules.view import DeckView

Zones = Mapping[str, Sequence[Card]]  # what lies in play from the start


@dataclass(frozen=True, slots=True)
class Draws:
    """How cards come to be seen, for one seat up to one of that player's turns.

    `hand`: cards of the opening hand; None for the whole deck.
    `before`: those of them that are drawn before the mulligan.
    `drawn`: cards drawn after the opening hand, by that turn.
    `mulligan`: None where the game has none, or none is due.
    `granted`: effects of cards may draw more than `drawn`.
    `pools`: what pools hold as the mulligan is taken; those are left out of which nobody knows it.
    """

    hand: int | None
    before: int = 0
    drawn: int = 0
    mulligan: Mulligan | None = None
    granted: bool = False
    pools: Mapping[str, int] | None = None


def draws(plan: Plan, view: DeckView, zones: Zones, turn: int = 0, hand: int | None = None) -> Draws:
    """The draws of a plan, whose values hold the seat; `turn` 0 is before any draw of a turn.

    :param hand: cards of the opening hand in place of those that the plan says.
    :raises DeckcheckError: it depends on how the game goes how many cards are drawn.
    """
    clock = _Clock(plan, view, zones)
    whole = any(isinstance(step, Draw) and step.count is None and step.pool is None for step in plan.setup)
    mulligan: Mulligan | None = None
    before: int | None = None
    pools: Mapping[str, int] | None = None
    for step in plan.setup:
        if isinstance(step, Refill):
            clock.refill(step)
        elif isinstance(step, Draw) and hand is None:
            clock.draw(step)
        elif isinstance(step, Mulligan) and clock.due(step.when):
            mulligan, before, pools = step, clock.seen, clock.known
    if hand is not None:
        clock.seen, before = hand, hand
    first = clock.seen
    for now in range(1, turn + 1):
        clock.turn(now)
    return Draws(
        hand=None if whole and hand is None else first,
        before=first if before is None else before,
        drawn=clock.seen - first,
        mulligan=mulligan,
        granted=clock.granted,
        pools=pools,
    )


class _Clock:
    """Counts the cards drawn, turn by turn, as long as none is played."""

    def __init__(self, plan: Plan, view: DeckView, zones: Zones) -> None:
        self.plan = plan
        self.view = view
        self.zones = {**dict.fromkeys(plan.zones, ()), **zones}
        self.values: dict[str, Result] = {**view.params, **plan.values, "turn": 0, "phase": ""}
        self.seen = 0
        self.granted = False
        self.pools: dict[str, int | DeckcheckError] = dict.fromkeys(plan.pools, 0)
        self.gained = {gain.pool for step in plan.steps() if isinstance(step, Play | Use) for gain in step.gains}

    @property
    def known(self) -> dict[str, int]:
        """The pools of which it is known what they hold."""
        return {name: amount for name, amount in self.pools.items() if isinstance(amount, int)}

    def turn(self, turn: int) -> None:
        """The draws of a turn."""
        self.values |= {"turn": turn, "phase": self.plan.phase(turn)}
        for step in self.plan.turn:
            if isinstance(step, Repeat):
                self.granted = self.granted or any(isinstance(inner, Draw) for inner in step.steps)
            elif isinstance(step, Draw):
                self.draw(step)
            elif isinstance(step, Refill):
                self.refill(step)

    def refill(self, step: Refill) -> None:
        for name, expr in step.amounts:
            try:
                if self.due(step.when):
                    self.pools[name] = self.number(expr)
            except DeckcheckError as error:  # it matters only where the pool is drawn from
                self.pools[name] = error

    def draw(self, step: Draw) -> None:
        if not self.due(step.when):
            return
        if step.pool is not None:
            self.granted = self.granted or step.pool in self.gained
            due = self.pools[step.pool]
            if isinstance(due, DeckcheckError):
                raise due
            self.seen, self.pools[step.pool] = self.seen + due, 0
        elif step.count is not None:
            self.seen += self.number(step.count)

    def due(self, when: Expr | None) -> bool:
        return when is None or self.value(when) is True

    def number(self, expr: Expr) -> int:
        value = self.value(expr)
        return max(value, 0) if isinstance(value, int) else 0

    def value(self, expr: Expr) -> Result:
        """
        :raises DeckcheckError: it is not the same in all games.
        """
        asked = compile_table_expr(expr.text, self.plan.names.table, expr.type).with_setup(self.zones, self.view)
        counted = {word for word in asked.words() if word in self.plan.names.rows}
        if counted & self.gained or not counted <= self.known.keys():
            raise DeckcheckError("odds.draws-vary", expr=expr.text)
        if not all(call.plain and call.zone == HAND for call in asked.calls.values()):
            raise DeckcheckError("odds.draws-vary", expr=expr.text)
        before, self.view.params = self.view.params, {**self.values, **self.known}
        try:
            return asked.value([self.seen] * len(asked.calls), self.view)
        finally:
            self.view.params = before


def options_read(plan: Plan, turn: int) -> tuple[str, ...]:
    """The options that decide which cards are seen: those of the setup, and of the draws if turns are played."""
    steps = [*plan.setup, *(step for step in plan.turn if turn)]
    drawn = {step.pool for step in plan.steps() if isinstance(step, Draw)}
    words: dict[str, None] = {}
    for step in steps:
        if isinstance(step, Draw):
            words |= dict.fromkeys((*_params(step.when), *_params(step.count)))
        elif isinstance(step, Refill) and any(name in drawn for name, _ in step.amounts):
            words |= dict.fromkeys(_params(step.when))
            words |= dict.fromkeys(word for name, amount in step.amounts if name in drawn for word in _params(amount))
    return tuple(word for word in words if word in plan.options)


def _params(expr: Expr | None) -> tuple[str, ...]:
    return tuple(part.word for part in expr.walk() if part.op == "param") if expr is not None else ()


def brings_cards(plan: Plan, card: Card, view: DeckView) -> bool:
    """Whether a card's record says that playing it draws or fetches cards."""
    pools = {step.pool for step in plan.steps() if isinstance(step, Draw) and step.pool}
    for step in plan.steps():
        if isinstance(step, Play) and step.of is not None and value_of(step.of, card, view) is True:
            amounts = (value_of(gain.amount, card, view) for gain in step.gains if gain.pool in pools)
            if any(isinstance(amount, int) and amount > 0 for amount in amounts):
                return True
            if step.search is not None and step.search.by in card.fields:
                return True
    return False
