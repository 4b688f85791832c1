"""Searching a game's cards: by name, or by an expression over their fields."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from deckcheck.cards.pool import Card, Pool
from deckcheck.decks.deck import Entry
from deckcheck.decks.guess import names_with, suggest
from deckcheck.expr import UNKNOWN, Expr, ExprError, Type, compile_text
from deckcheck.expr.values import Result
from deckcheck.record import dataclass, field
from deckcheck.report import DeckcheckError
from deckcheck.rules.context import card_alone
from deckcheck.rules.game import Game
from deckcheck.rules.view import NO_VIEW, DeckView
from deckcheck.wording import wrong_expression

# What no name holds, or hardly: then the query is surely meant as an expression.
_TEST = re.compile(r"[=<>()]|\b(?:in|has|within|and|or)\b")


@dataclass(frozen=True, slots=True)
class Hits:
    """The cards found. `named`: the query is a name. `near`: names it may have meant, where nothing is found.

    `found_by`: for each card the one of its names that the query finds, where it is found by name.
    `as_test`: the test of the field of which the query is a value, where it is no name.
    `undecided`: how many cards lack a field that the expression reads. `fields` and `lists`: what it reads, the
    lists with their value for each card.
    """

    cards: tuple[Card, ...]
    named: bool = False
    found_by: tuple[str, ...] = ()
    near: tuple[str, ...] = ()
    as_test: str | None = None
    undecided: int = 0
    fields: frozenset[str] = frozenset()
    lists: Mapping[str, tuple[Result, ...]] = field(default_factory=dict)


def search(query: str | None, game: Game, pool: Pool, view_of: Callable[[], DeckView]) -> Hits:
    """The cards that a query finds, all of them where there is none.

    `view_of` gives what lists, params and the day are, where the query reads any of them.

    :raises DeckcheckError: the query is neither a name nor a test of a card, or reads a list that the format has not.
    """
    if query is None:
        return Hits(tuple(pool))
    named = pool.find(query)
    if named:
        return Hits(named, named=True)
    parts = [(card, name) for name in names_with(query, pool) for card in pool.find(name)]
    if parts:
        cards, names = zip(*parts, strict=True)
        return Hits(cards, named=len(cards) == 1, found_by=names)
    try:
        test = _test(query, game)
    except ExprError as error:
        if _TEST.search(query):
            raise wrong_expression(query, error) from None
        tests = (
            f"{name} {'has' if one.many else '=='} {query}"
            for name, one in game.card.fields.items()
            if query in map(str, one.enum or ())
        )
        return Hits((), named=True, near=suggest(query, pool), as_test=next(tests, None))
    view = NO_VIEW if card_alone(test) else view_of()
    for name in sorted(test.lists):
        if name not in view.columns:
            raise DeckcheckError("cards.list-not-read", list=name, game=game.id)
    values = [(card, test.run(Entry(1, card.name, "", card), view)) for card in pool]
    cards = tuple(card for card, value in values if value is True)
    return Hits(
        cards,
        undecided=sum(v is UNKNOWN for _, v in values),
        fields=test.fields,
        lists={
            name: tuple(view.columns[name].value(Entry(1, card.name, "", card)) for card in cards)
            for name in sorted(test.lists)
        },
    )


def _test(query: str, game: Game) -> Expr:
    test = compile_text(query, game.scope, Type.TRUTH)
    if test.deck:
        raise ExprError("expr.cards-only", 1)
    return test
