"""What a game's play section says of opening hands: the hand, the draws by turn, the mulligan.

Draws inside `repeat`, and draws of what cards add to a pool, are those that cards' effects grant; nobody knows
them before the game is played, so they are left out and the answer says so. What a `refill` sets is drawn, by the
cards that are in the hand as long as none is played.
"""

from __future__ import annotations

from dataclasses import dataclass

from deckcheck.decks.deck import Entry
from deckcheck.engine.records import HAND, Draw, Mulligan, Plan, Play, Refill, Repeat, Step, Use
from deckcheck.expr import Expr
from deckcheck.expr.values import Result
from deckcheck.odds.hands import HandView
from deckcheck.rules.view import NOBODY, DeckView


@dataclass(frozen=True, slots=True)
class Opening:
    """How cards come to be seen, for one seat up to one of that player's turns.

    `hand`: cards of the opening hand, None for the whole deck. `drawn`: cards drawn after it, by that
    turn. `mulligan`: None where the game has none.
    `granted`: effects of cards may draw more than `drawn`.
    """

    hand: int | None
    drawn: int = 0
    mulligan: Mulligan | None = None
    granted: bool = False


def opening(plan: Plan, view: DeckView, turn: int = 0) -> Opening:
    """The opening of a plan, whose values hold the seat; `turn` 0 is before any draw of a turn."""
    clock = _Clock(plan, view)
    whole = any(isinstance(step, Draw) and step.count is None and step.pool is None for step in plan.setup)
    for step in plan.setup:
        if isinstance(step, Draw):
            clock.draw(step)
    hand = clock.seen
    for now in range(1, turn + 1):
        clock.turn(now)
    return Opening(
        hand=None if whole else hand,
        drawn=clock.seen - hand,
        mulligan=next((step for step in plan.setup if isinstance(step, Mulligan)), None),
        granted=clock.granted,
    )


class _Clock:
    """Counts the cards drawn, turn by turn, as long as none is played."""

    def __init__(self, plan: Plan, view: DeckView) -> None:
        self.plan = plan
        self.values: dict[str, Result] = {**view.params, **plan.values}
        self.view = view
        self.seen = 0
        self.granted = False
        self.pools: dict[str, int] = {}
        self.gained = {gain.pool for step in plan.steps() if isinstance(step, Play | Use) for gain in step.gains}

    def turn(self, turn: int) -> None:
        """The draws of a turn."""
        self.values["turn"] = turn
        if self.plan.phases:
            self.values["phase"] = self.plan.phase(turn)
        for step in self.plan.turn:
            if isinstance(step, Repeat):
                self.granted = self.granted or any(isinstance(inner, Draw) for inner in step.steps)
            elif isinstance(step, Draw):
                self.draw(step)
            elif isinstance(step, Refill) and (step.when is None or self.value(step.when) is True):
                self.refill(step)

    def refill(self, step: Refill) -> None:
        for name, expr in step.amounts:
            amount = self.value(expr)
            self.pools[name] = max(amount, 0) if isinstance(amount, int) else 0

    def draw(self, step: Draw) -> None:
        if step.when is not None and self.value(step.when) is not True:
            return
        if step.pool is not None:
            self.granted = self.granted or step.pool in self.gained
            self.seen += self.pools.pop(step.pool, 0)
        elif step.count is not None:
            amount = self.value(step.count)
            self.seen += max(amount, 0) if isinstance(amount, int) else 0

    def value(self, expr: Expr) -> Result:
        view = HandView(self.view, (Entry(self.seen, "", HAND, None),), self.values)
        return expr.run(NOBODY, view)


def due(step: Step, plan: Plan, view: DeckView) -> bool:
    """Whether a step of the setup is played at all."""
    return step.when is None or _Clock(plan, view).value(step.when) is True


def options_read(plan: Plan, turn: int) -> tuple[str, ...]:
    """The options that decide which cards are seen: those of the setup, and of the draws if turns are played."""
    steps = [*plan.setup, *(step for step in plan.turn if isinstance(step, Draw) and turn)]
    words: dict[str, None] = {}
    for step in steps:
        if isinstance(step, Draw):
            words |= dict.fromkeys((*_params(step.when), *_params(step.count)))
    return tuple(word for word in words if word in plan.options)


def _params(expr: Expr | None) -> tuple[str, ...]:
    return tuple(part.word for part in expr.walk() if part.op == "param") if expr is not None else ()


def brings_cards(plan: Plan, entry: Entry, view: DeckView) -> bool:
    """Whether a card's record says that playing it draws or fetches cards."""
    pools = {step.pool for step in plan.steps() if isinstance(step, Draw) and step.pool}
    for step in plan.steps():
        if isinstance(step, Play) and step.of is not None and step.of.run(entry, view) is True:
            amounts = (gain.amount.run(entry, view) for gain in step.gains if gain.pool in pools)
            if any(isinstance(amount, int) and amount > 0 for amount in amounts):
                return True
            if step.search is not None and entry.card is not None and step.search.by in entry.card.fields:
                return True
    return False
