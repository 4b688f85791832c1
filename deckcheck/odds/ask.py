"""From a deck and what a player writes to an answer; what is wrong in the words of the player is told there."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from deckcheck.cards.pool import Card, Pool
from deckcheck.decks.deck import Deck
from deckcheck.decks.guess import suggest
from deckcheck.expr import ExprError, Scope
from deckcheck.odds.answer import Answer, Question, ask
from deckcheck.odds.names import name_notes
from deckcheck.odds.opening import Opening, Wish, lay
from deckcheck.odds.query import QueryError
from deckcheck.odds.vary import Row, vary
from deckcheck.record import dataclass
from deckcheck.report import DeckcheckError, Note
from deckcheck.rules.check import Checker
from deckcheck.wording import Said, say, whole


@dataclass(frozen=True, slots=True)
class Told:
    """An answer with what it is about.

    `seat`, `turn`: whose cards are seen, and by which turn.
    `rows`: the same with other numbers of `card`.
    """

    answer: Answer
    seat: int
    turn: int
    notes: tuple[Note, ...] = ()
    card: str | None = None
    rows: tuple[Row, ...] = ()


@dataclass(frozen=True, slots=True)
class Query:
    """What is asked.

    `text`: a test of the hand, or a number.
    `apart`: conditions need different cards.
    `vary`: a card, and the numbers of copies to ask the same of.
    `games`, `seed`: the openings to play where the chance cannot be counted.
    """

    text: str
    apart: bool
    vary: tuple[str, str] | None
    games: int
    seed: int


def answered(deck: Deck, checker: Checker, pool: Pool, wish: Wish, query: Query, tell: Callable[[int], None]) -> Told:
    """The answer. `tell` is told how many openings are played, where they are.

    :raises DeckcheckError: the deck has no cards to draw, or something that is asked is wrong.
    """
    scope = checker.game.scope
    try:
        opened = lay(deck, checker, wish)
        if all(entry.card is None for entry in opened.entries):
            raise DeckcheckError("odds.no-cards", path=deck.path)
        question = Question(query.text, opened.hand, opened.drawn, opened.policy, query.apart, query.games, query.seed)
        notes = _named({"query": query.text, "keep": wish.keep, "toss": wish.toss}, opened, deck, pool)
        try:
            answer = ask(question, opened.entries, scope, opened.view, tell)
        except ExprError as slip:
            raise QueryError("query", query.text, slip) from None
        card, rows = _varied(query.vary, question, opened, pool, scope, tell) if query.vary else (None, ())
    except QueryError as error:
        raise _wrong(error, pool) from None
    return Told(answer, opened.seat, wish.turn, (*notes, *opened.notes, *checker.caveats(deck)), card, rows)


def _named(texts: Mapping[str, str | None], opened: Opening, deck: Deck, pool: Pool) -> tuple[Note, ...]:
    """What to know of the card names in what the player wrote, each told once.

    :raises QueryError: there is no such card.
    """
    found: list[Note] = []
    for what, text in texts.items():
        try:
            notes = name_notes(text, opened.entries, deck.entries, pool) if text is not None else ()
        except ExprError as slip:
            raise QueryError(what, text or "", slip) from None
        found += (note for note in notes if note not in found)
    return tuple(found)


def _varied(
    asked: tuple[str, str],
    question: Question,
    opened: Opening,
    pool: Pool,
    scope: Scope,
    doing: Callable[[int], None],
) -> tuple[str, tuple[Row, ...]]:
    """The name of the card, and the answers for other numbers of it.

    :raises DeckcheckError: there is no such card, or the numbers are none.
    """
    name, text = asked
    found = pool.find(name)
    if not found:
        raise DeckcheckError("odds.vary-card", card=name, nearest=suggest(name, pool))
    if len(found) > 1:
        raise DeckcheckError("odds.vary-several", card=name, known=tuple(_shown(card) for card in found))
    numbers = _numbers(text)
    if max(numbers) > opened.size:
        raise DeckcheckError("odds.vary-most", copies=max(numbers), deck=opened.size)
    return found[0].name, vary(question, opened.entries, found[0], numbers, scope, opened.view, doing, opened.arrange)


def _shown(card: Card) -> str:
    """The card with what tells it from others of its name."""
    return ", ".join(str(value) for value in card.fields.values() if isinstance(value, str | int))


def _numbers(text: str) -> range:
    """`0..3`, `0-3` or `2`."""
    match = re.fullmatch(r"(\d{1,3})(?:(?:\.\.|-)(\d{1,3}))?", text.strip(), re.ASCII)
    if match is None or int(match[2] or match[1]) < int(match[1]):
        raise DeckcheckError("odds.range", text=text)
    return range(int(match[1]), int(match[2] or match[1]) + 1)


def _wrong(error: QueryError, pool: Pool) -> DeckcheckError:
    """Where the text is wrong and why; a bare card name is told how to ask for the card."""
    slip = error.slip
    text = whole(error.text)
    named = pool.find(error.text) if error.what == "query" else ()
    return DeckcheckError(
        "odds.query",
        what=say(f"odds.what-{error.what}"),
        text=Said(text),
        column=slip.column,
        caret=Said(" " * (len(whole(error.text[: slip.column - 1]))) + "^"),
        reason=say(slip.sentence, **slip.facts),
        hint=Said(f'count(name == "{named[0].name}") >= 1') if named else None,
    )
