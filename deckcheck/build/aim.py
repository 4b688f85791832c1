"""What a filled deck is to be, out of the words of a person."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from deckcheck.build.fill import Aim
from deckcheck.cards.pool import Card
from deckcheck.expr import Expr, ExprError, Type, compile_text
from deckcheck.report import DeckcheckError
from deckcheck.rules.game import Game
from deckcheck.wording import wrong_expression

_DIGITS = 6  # of a value or a number of copies in a curve


def read_aim(
    game: Game,
    want: Sequence[str] = (),
    maximize: str | None = None,
    curve: str | None = None,
    owned: Mapping[Card, int] | None = None,
) -> Aim:
    """An aim: tests of the deck, a number of a card, a curve ("1:6,2:8"), and the copies that there are.

    :raises DeckcheckError: one of them cannot be understood.
    """
    tests = tuple(_compiled(text, game, Type.TRUTH) for text in want)
    for text, test in zip(want, tests, strict=True):
        if test.card:
            raise DeckcheckError("usage.want-card", text=text)
    worth = _compiled(maximize, game, Type.NUMBER) if maximize is not None else None
    return Aim(tests, _curve(curve, game) if curve is not None else {}, worth, owned)


def _compiled(text: str, game: Game, want: Type) -> Expr:
    try:
        return compile_text(text, game.scope, want)
    except ExprError as error:
        raise wrong_expression(text, error) from None


def _curve(text: str, game: Game) -> dict[int, int]:
    if game.curve is None:
        raise DeckcheckError("usage.no-curve", game=game.id)
    found: dict[int, int] = {}
    for part in text.split(","):
        value, colon, copies = (piece.strip() for piece in part.partition(":"))
        if not colon or not all(part.isdecimal() and len(part) <= _DIGITS for part in (value, copies)):
            raise DeckcheckError("usage.curve", text=text)
        found[int(value)] = int(copies)
    return found
