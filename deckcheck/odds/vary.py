"""How a chance moves with the copies of one card, the size of the deck unchanged.

A copy that goes leaves a blank card behind, which nothing counts. A copy that comes takes the place of a
card that neither the query nor the mulligan reads; where there is none left, there is no answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from deckcheck.cards.pool import Card
from deckcheck.chance.classes import blank, pile_cards
from deckcheck.chance.policy import Policy, policy_readings
from deckcheck.decks.deck import Entry
from deckcheck.expr import Scope
from deckcheck.odds.answer import Answer, Question, ask
from deckcheck.odds.query import compile_query
from deckcheck.odds.tally import read_cards
from deckcheck.record import dataclass, replace
from deckcheck.rules.view import DeckView


@dataclass(frozen=True, slots=True)
class Row:
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
) -> tuple[Row, ...]:
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
            rows.append(Row(wanted, None))
            continue
        own = [Entry(wanted, card.name, entries[0].section if entries else "", card)] if wanted else []
        rows.append(Row(wanted, ask(question, arrange([*own, *changed]), scope, view, tell)))
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
