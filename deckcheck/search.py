"""Searching a game's cards: by name, or by an expression over their fields."""

from __future__ import annotations

import re
from dataclasses import dataclass

from deckcheck.cards import Card, Pool
from deckcheck.deck import Entry
from deckcheck.expr import UNKNOWN, Expr, ExprError, Type, compile_text
from deckcheck.game import Game
from deckcheck.names import names_with, suggest
from deckcheck.rules.view import NO_VIEW

# What no name holds, or hardly: then the query is surely meant as an expression.
_TEST = re.compile(r"[=<>()]|\b(?:in|has|within|and|or)\b")


@dataclass(frozen=True, slots=True)
class Hits:
    """The cards found. `named`: the query is a name. `near`: names it may have meant, where nothing is found.

    `undecided`: how many cards lack a field that the expression reads.
    """

    cards: tuple[Card, ...]
    named: bool = False
    near: tuple[str, ...] = ()
    undecided: int = 0


def search(query: str | None, game: Game, pool: Pool) -> Hits:
    """The cards that a query finds, all of them where there is none; raises `ExprError`."""
    if query is None:
        return Hits(tuple(pool))
    named = pool.find(query)
    if named:
        return Hits(named, named=True)
    parts = tuple(card for name in names_with(query, pool) for card in pool.find(name))
    if parts:
        return Hits(parts, named=len(parts) == 1)
    try:
        test = _test(query, game)
    except ExprError:
        if _TEST.search(query):
            raise
        return Hits((), named=True, near=suggest(query, pool))
    values = [(card, test.run(Entry(1, card.name, "", card), NO_VIEW)) for card in pool]
    return Hits(tuple(card for card, value in values if value is True), undecided=sum(v is UNKNOWN for _, v in values))


def _test(query: str, game: Game) -> Expr:
    test = compile_text(query, game.scope, Type.TRUTH)
    if test.deck or test.lists:
        raise ExprError("expr.cards-only", 1)
    return test
