"""A hand as expressions see it, and the classes of cards that a hand is made of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from deckcheck.decks.deck import Entry
from deckcheck.engine.records import HAND
from deckcheck.expr import Expr
from deckcheck.expr.values import Result
from deckcheck.odds.tally import KINDS
from deckcheck.rules.view import DeckView


class HandView(DeckView):
    """The view of somebody who holds these cards; a bare count looks at the hand, other places are empty."""

    def __init__(self, view: DeckView, hand: Sequence[Entry], params: Mapping[str, Result] | None = None) -> None:
        super().__init__((), (), (), None, view.params if params is None else params, view.columns, view.as_of)
        self.hand = hand
        self._keys = view

    def entries(self, section: str | None) -> Sequence[Entry]:
        return self.hand if section in (None, HAND) else ()

    def key(self, entry: Entry) -> Result:
        return self._keys.key(entry)


def card_parts(expr: Expr) -> tuple[Expr, ...]:
    """The expressions of a card that a question about a hand reads."""
    if expr.op in KINDS:
        return expr.parts
    return tuple(part for inner in expr.parts for part in card_parts(inner))


def tells_copies(expr: Expr) -> bool:
    """Whether it asks which cards are copies of one another."""
    return expr.op == "different" or any(map(tells_copies, expr.parts))
