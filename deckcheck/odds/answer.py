"""A question about a deck's opening, and its answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from deckcheck.chance.classes import pile_cards
from deckcheck.chance.interval import mean_half, share_interval
from deckcheck.chance.policy import Policy, classed, tosser
from deckcheck.decks.deck import Entry
from deckcheck.expr import Scope
from deckcheck.expr.values import Result
from deckcheck.odds.budget import TooManyError
from deckcheck.odds.chances import after_mulligan, of_hand, simulated
from deckcheck.odds.exact import own_keys, read_cards
from deckcheck.odds.query import compile_query
from deckcheck.record import dataclass, field, replace
from deckcheck.report import Note
from deckcheck.rules.view import DeckView


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked.

    `hand`, `drawn`: cards of the opening hand, and drawn after it.
    `policy`: of the mulligan; None for the hand as dealt.
    `apart`: conditions joined by `and` are met by different cards.
    `games`, `seed`: serve where the answer can only be simulated.
    """

    text: str
    hand: int
    drawn: int = 0
    policy: Policy | None = None
    apart: bool = False
    games: int = 50_000
    seed: int = 1


@dataclass(frozen=True, slots=True)
class Answer:
    """The chance of a test, or of each number a query can give.

    `deck`: cards shuffled.
    `hand`, `seen`: cards of the opening hand and all looked at, no more than the deck holds.
    `chances`: value → chance, exact; empty where simulated.
    `shares`: value → games; empty where counted.
    `shared`: cards that serve several conditions.
    `apart`: the chance where each serves one of them (None: the same question, or simulated).
    """

    question: Question
    deck: int
    hand: int
    seen: int
    exact: bool
    is_test: bool
    chances: Mapping[Result, Fraction] = field(default_factory=dict)
    shares: Mapping[Result, int] = field(default_factory=dict)
    shared: tuple[str, ...] = ()
    apart: Fraction | None = None
    notes: tuple[Note, ...] = ()

    @property
    def probability(self) -> Fraction | None:
        """The exact chance that the query is true; None where it was simulated or is a number."""
        return self.chances.get(True, Fraction(0)) if self.exact and self.is_test else None

    @property
    def value(self) -> float:
        """The chance that the query is true; of a number its mean."""
        if not self.exact:
            total = sum(self.shares.values())
            return sum(_weight(v, test=self.is_test) * n for v, n in self.shares.items()) / total
        return float(sum((_weight(v, test=self.is_test) * p for v, p in self.chances.items()), Fraction(0)))

    @property
    def interval(self) -> tuple[float, float] | None:
        """The bounds of the value at 95 % where it was simulated."""
        if self.exact:
            return None
        games = sum(self.shares.values())
        if self.is_test:
            return share_interval(self.shares.get(True, 0), games)
        total = sum(_weight(v, test=False) * n for v, n in self.shares.items())
        half = mean_half(total, sum(_weight(v, test=False) ** 2 * n for v, n in self.shares.items()), games)
        return total / games - half, total / games + half


def _weight(value: Result, *, test: bool) -> int:
    if test:
        return value is True
    return value if isinstance(value, int) else 0


def ask(
    question: Question,
    entries: Sequence[Entry],
    scope: Scope,
    view: DeckView,
    tell: Callable[[int], None] = lambda done: None,
) -> Answer:
    """Answer a question about a pile of cards.

    :param entries: the shuffled cards, in the order of the pile. :param scope: the game's names.
    :param view: params and lists as the rules see them. :param tell: told how many openings are played.
    :raises ExprError: the query is none.
    """
    cards = [pair for pair in pile_cards(entries) if pair[1]]
    query = compile_query(question.text, scope, view, (card for card, _ in cards), apart=question.apart)
    deck = sum(count for _, count in cards)
    rows, doubtful = read_cards([card for card, _ in cards], query.asked.calls, view)
    notes = (Note("odds.doubtful", {"cards": doubtful}),) if doubtful else ()
    if question.hand > deck:
        notes = (Note("odds.capped", {"hand": question.hand, "deck": deck}), *notes)
    policy = question.policy or Policy()
    classes = classed(cards, rows, policy, view)
    toss, known = tosser(policy, classes, view), own_keys(classes)
    answer = Answer(
        question,
        deck,
        min(question.hand, deck),
        min(question.hand + question.drawn, deck),
        exact=True,
        is_test=query.is_test,
        shared=query.shared,
        notes=notes,
    )
    try:
        if question.policy is None:
            chances = of_hand(query, known, question.hand + question.drawn)
        else:
            chances = after_mulligan(query, known, question.hand, question.drawn, toss)
    except TooManyError:
        games, seed = question.games, question.seed
        shares = simulated(query, known, question.hand, question.drawn, toss, games, seed, tell)
        return replace(answer, exact=False, shares=shares)
    other = ask(replace(question, apart=True), entries, scope, view).probability if query.shared else None
    return replace(answer, chances=chances, apart=other)
