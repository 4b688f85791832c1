"""Card names that a query mentions: each must be a card's, and one that is not drawn from is told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from deckcheck.cards.names import normalise
from deckcheck.cards.pool import Pool
from deckcheck.decks.deck import Entry
from deckcheck.decks.guess import suggest
from deckcheck.expr import ExprError, parse
from deckcheck.expr.grammar import Tree
from deckcheck.expr.operators import OPERATORS, Form
from deckcheck.report import Note


def name_notes(text: str, pile: Sequence[Entry], deck: Sequence[Entry], pool: Pool) -> tuple[Note, ...]:
    """What to know of the names in a query: cards that are not among the shuffled ones.

    :raises ExprError: there is no such card, with its column and names alike.
    """
    inside, listed = _keys(pile), _keys(deck)
    notes: dict[str, Note] = {}
    for tree in _named(parse(text)):
        key = normalise(tree.word)
        if key in inside:
            continue
        if key in listed:
            notes[key] = Note("odds.not-shuffled", {"card": tree.word})
        elif pool.by_key(key):
            notes[key] = Note("odds.not-in-deck", {"card": tree.word})
        else:
            near = suggest(tree.word, pool)
            raise ExprError("odds.unknown-card", tree.column, card=tree.word, nearest=near)
    return tuple(notes.values())


def _keys(entries: Sequence[Entry]) -> frozenset[str]:
    names = (name for entry in entries for name in (entry.card.names if entry.card else (entry.name,)))
    return frozenset(map(normalise, names))


def _named(tree: Tree) -> Iterator[Tree]:
    """The texts that a card's name is compared with."""
    if (
        tree.op in OPERATORS
        and OPERATORS[tree.op].form == Form.SETS
        and any(part.op == "name" and part.word == "name" for part in tree.parts)
    ):
        for part in tree.parts:
            yield from (leaf for leaf in (part.parts if part.op == "|" else (part,)) if leaf.op == "text")
    for part in tree.parts:
        yield from _named(part)
