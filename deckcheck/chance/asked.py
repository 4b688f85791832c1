"""What a player writes to ask: where it is wrong, and the card names in it.

Each name must be a card's, and one that is not drawn from is told.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from deckcheck.cards.names import normalise
from deckcheck.cards.pool import Pool
from deckcheck.decks.deck import Entry
from deckcheck.decks.guess import suggest
from deckcheck.expr import ExprError, parse
from deckcheck.expr.grammar import Tree
from deckcheck.expr.operators import OPERATORS, Form
from deckcheck.report import DeckcheckError, Note
from deckcheck.wording import SafeText, sanitise, say


class QueryError(ExprError):
    """What the player wrote is no valid question or test. `what` is query, keep or toss, `text` the whole."""

    def __init__(self, what: str, text: str, error: ExprError) -> None:
        super().__init__(error.sentence, error.column, **error.facts)
        self.what = what
        self.text = text

    def as_error(self, pool: Pool | None) -> DeckcheckError:
        """Where the text is wrong and why; a bare card name is told how to ask for the card."""
        named = pool.find(self.text) if pool is not None and self.what == "query" else ()
        return DeckcheckError(
            "odds.query",
            what=say(f"odds.what-{self.what}"),
            text=SafeText(sanitise(self.text)),
            column=self.column,
            caret=SafeText(" " * (len(sanitise(self.text[: self.column - 1]))) + "^"),
            reason=say(self.sentence, **self.facts),
            hint=SafeText(f'count(name == "{named[0].name}") >= 1') if named else None,
        )


@contextmanager
def asked_in(what: str, text: str) -> Iterator[None]:
    """A slip in the text is one of what the player wrote there."""
    try:
        yield
    except ExprError as error:
        raise QueryError(what, text, error) from None


def names_asked(
    texts: Mapping[str, str | None], pile: Sequence[Entry], deck: Sequence[Entry], pool: Pool
) -> tuple[Note, ...]:
    """What to know of the card names in texts, each told once.

    :raises QueryError: there is no such card.
    """
    found: list[Note] = []
    for what, text in texts.items():
        if text is not None:
            with asked_in(what, text):
                found += (note for note in name_notes(text, pile, deck, pool) if note not in found)
    return tuple(found)


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
