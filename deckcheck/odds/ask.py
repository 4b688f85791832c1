"""From a deck and what a player writes to an answer; what is wrong in the words of the player is told there.

`vary` asks the same with other numbers of one card, the size of the deck unchanged. A copy that goes leaves a blank
card behind, which nothing counts. A copy that comes takes the place of a card that neither the query nor the mulligan
reads; where there is none left, there is no answer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from deckcheck.cards.pool import Card, Pool
from deckcheck.chance.asked import QueryError, asked_in, names_asked
from deckcheck.chance.classes import blank, pile_cards
from deckcheck.chance.policy import Policy, policy_readings
from deckcheck.decks.deck import Deck, Entry
from deckcheck.decks.guess import suggest
from deckcheck.expr import Scope
from deckcheck.odds.answer import Answer, Question, ask
from deckcheck.odds.exact import read_cards
from deckcheck.odds.opening import Opening, Wish, opening_of
from deckcheck.odds.query import compile_query
from deckcheck.record import dataclass, replace
from deckcheck.report import DeckcheckError, Note
from deckcheck.rules.check import Checker
from deckcheck.rules.view import DeckView


@dataclass(frozen=True, slots=True)
class VaryRow:
    """The answer with so many copies in the pile; None where no card can make room for them."""

    copies: int
    answer: Answer | None


def vary(
    question: Question,
    entries: Sequence[Entry],
    card: Card,
    copies: Iterable[int],
    scope: Scope,
    view: DeckView,
    tell: Callable[[int], None] = lambda done: None,
    arrange: Callable[[Sequence[Entry]], Sequence[Entry]] = tuple,
) -> tuple[VaryRow, ...]:
    """Ask the same of decks with other numbers of a card. `tell` is told how many openings of one are played.

    :param arrange: puts cards in the order of the pile.
    :raises ExprError: the query is none.
    """
    others = [entry for entry in entries if entry.card is not card]
    held = sum(entry.count for entry in entries if entry.card is card)
    fillers = _fillers(question, others, scope, view)
    rows = []
    for wanted in copies:
        changed = _exchanged(others, fillers, wanted - held)
        if changed is None:
            rows.append(VaryRow(wanted, None))
            continue
        own = [Entry(wanted, card.name, entries[0].section if entries else "", card)] if wanted else []
        rows.append(VaryRow(wanted, ask(question, arrange([*own, *changed]), scope, view, tell)))
    return tuple(rows)


def _fillers(question: Question, entries: Sequence[Entry], scope: Scope, view: DeckView) -> list[int]:
    """Places of the entries that nobody reads, most copies first."""
    cards = [blank(""), *(card for card, _ in pile_cards(entries))]
    query = compile_query(question.text, scope, view, cards, apart=question.apart)
    rows, _ = read_cards(cards, query.asked.calls, view)
    policy = policy_readings(question.policy or Policy(), cards, view)
    nothing, *read = zip(rows, policy, strict=True)
    unread = [at for at, found in enumerate(read) if found == nothing]
    return sorted(unread, key=lambda at: (-entries[at].count, entries[at].shown))


def _exchanged(entries: Sequence[Entry], fillers: Sequence[int], more: int) -> list[Entry] | None:
    """The other cards with `more` fewer of the fillers, or with blank ones in their midst."""
    changed = list(entries)
    if more < 0:
        return [*changed, Entry(-more, "", "", None)]
    for at in fillers:
        away = min(more, changed[at].count)
        changed[at] = replace(changed[at], count=changed[at].count - away)
        more -= away
    return None if more else [entry for entry in changed if entry.count]


@dataclass(frozen=True, slots=True)
class OddsTold:
    """An answer with what it is about.

    `seat`, `turn`: whose cards are seen, and by which turn.
    `rows`: the same with other numbers of `card`.
    """

    answer: Answer
    seat: int
    turn: int
    notes: tuple[Note, ...] = ()
    card: str | None = None
    rows: tuple[VaryRow, ...] = ()


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


def answered(
    deck: Deck, checker: Checker, pool: Pool, wish: Wish, query: Query, tell: Callable[[int], None]
) -> OddsTold:
    """The answer. `tell` is told how many openings are played, where they are.

    :raises DeckcheckError: the deck has no cards to draw, or something that is asked is wrong.
    """
    scope = checker.game.scope
    try:
        opened = opening_of(deck, checker, wish)
        if all(entry.card is None for entry in opened.entries):
            raise DeckcheckError("odds.no-cards", path=deck.path)
        question = Question(query.text, opened.hand, opened.drawn, opened.policy, query.apart, query.games, query.seed)
        texts = {"query": query.text, "keep": wish.keep, "toss": wish.toss}
        notes = names_asked(texts, opened.entries, deck.entries, pool)
        with asked_in("query", query.text):
            answer = ask(question, opened.entries, scope, opened.view, tell)
        card, rows = _varied(query.vary, question, opened, pool, scope, tell) if query.vary else (None, ())
    except QueryError as error:
        raise error.as_error(pool) from None
    return OddsTold(answer, opened.seat, wish.turn, (*notes, *opened.notes, *checker.caveats(deck)), card, rows)


def _varied(
    asked: tuple[str, str],
    question: Question,
    opened: Opening,
    pool: Pool,
    scope: Scope,
    doing: Callable[[int], None],
) -> tuple[str, tuple[VaryRow, ...]]:
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
