"""What is kept and what is tossed: the mulligan's policy, on hands given as numbers of each class.

The policy is one whatever is asked of the hand afterwards. Where a rule leaves some of its cards, it counts
which of two goes first, so that cards share a class only if no other card stands between them there.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence

from deckcheck.cards.pool import Card
from deckcheck.chance.calls import HAND, TableExpr
from deckcheck.chance.classes import CardClass, R, ranked, value_of
from deckcheck.expr import Expr
from deckcheck.expr.values import Result
from deckcheck.record import dataclass, replace
from deckcheck.rules.view import NOBODY, DeckView

Counts = tuple[int, ...]
Toss = Callable[[Counts], Counts]


@dataclass(frozen=True, slots=True)
class TossRule:
    """One rule of what a mulligan tosses.

    `of`: the cards it is about.
    `order`: which of them go first; ties go by the order of the pile.
    `leave`: so many of them stay, the same number in all games; else none.
    `when`: the hands in which it holds as the rule is reached; else in all.
    """

    of: Expr
    order: tuple[Expr, ...] = ()
    leave: Expr | None = None
    when: TableExpr | None = None

    @property
    def texts(self) -> dict[str, str | None]:
        """The rule as it is written."""
        leave, when = (None if part is None else part.text for part in (self.leave, self.when))
        return {"of": self.of.text, "leave": leave, "when": when}


@dataclass(frozen=True, slots=True)
class Policy:
    """A hand that passes `keep` is kept whole; of any other, cards are tossed rule by rule."""

    keep: TableExpr | None = None
    rules: tuple[TossRule, ...] = ()

    @property
    def tests(self) -> tuple[TableExpr, ...]:
        """What it asks of a hand."""
        return tuple(test for test in (self.keep, *(rule.when for rule in self.rules)) if test is not None)

    @property
    def reads(self) -> tuple[Expr, ...]:
        """What it reads of a card, in the order in which it stands in a play section."""
        found = [] if self.keep is None else list(self.keep.reads)
        for rule in self.rules:
            found += [rule.of, *rule.order, *(() if rule.when is None else rule.when.reads)]
        return tuple(found)

    def with_setup(self, zones: Mapping[str, Sequence[Card]], view: DeckView) -> Policy:
        """The same where zones hold these cards in all games."""

        def fixed(test: TableExpr | None) -> TableExpr | None:
            return None if test is None else test.with_setup(zones, view)

        return Policy(fixed(self.keep), tuple(replace(rule, when=fixed(rule.when)) for rule in self.rules))


def _number(cards: Sequence[Card], view: DeckView) -> Callable[[Expr, int], int | None]:
    def number(expr: Expr, at: int) -> int | None:
        value = value_of(expr, cards[at], view, HAND)
        return value if isinstance(value, int) else None

    return number


def policy_readings(policy: Policy, cards: Sequence[Card], view: DeckView) -> list[tuple[object, ...]]:
    """What the policy reads of each card; a blank card is nothing to it, but for counts of all cards."""
    number = _number(cards, view)
    found: list[tuple[object, ...]] = []
    for at, card in enumerate(cards):
        calls = tuple(call.reading(card, view) for test in policy.tests for call in test.calls.values())
        orders = tuple(
            tuple(number(expr, at) or 0 for expr in rule.order) if number(rule.of, at) == 1 else None
            for rule in policy.rules
        )
        found.append((*calls, *orders))
    return found


def classed(
    cards: Sequence[tuple[Card, int]], readings: Sequence[R], policy: Policy, view: DeckView
) -> tuple[CardClass[R], ...]:
    """The classes of a pile under a question and a policy, in the order of the pile.

    :param cards: the cards in that order, with their copies. :param readings: what the question reads of each.
    """
    only = [card for card, _ in cards]
    keys: list[tuple[Hashable, ...]] = [
        (of_question, of_policy)
        for of_question, of_policy in zip(readings, policy_readings(policy, only, view), strict=True)
    ]
    whole, number = list(keys), _number(only, view)
    for rule in policy.rules:
        if rule.leave is not None:  # else all go, in whatever order
            run, before = 0, None
            for at in ranked(number, len(only), rule.of, rule.order):
                run += keys[at] != before
                before = keys[at]
                whole[at] = (*whole[at], run)
    groups: dict[tuple[Hashable, ...], list[int]] = {}
    for at, key in enumerate(whole):
        groups.setdefault(key, []).append(at)
    return tuple(CardClass(readings[places[0]], tuple(cards[at] for at in places)) for places in groups.values())


def tosser(policy: Policy, classes: Sequence[CardClass[R]], view: DeckView) -> Toss:
    """The policy as a function of hands. Zones other than the hand are to be settled before.

    :param classes: as `classed` makes them, so that their order is that of the pile.
    """
    cards = [group.cards[0][0] for group in classes]
    number = _number(cards, view)
    orders = [ranked(number, len(cards), rule.of, rule.order) for rule in policy.rules]
    leaves = [0 if rule.leave is None else rule.leave.run(NOBODY, view) for rule in policy.rules]
    readings = {
        id(test): [[call.reading(card, view) for card in cards] for call in test.calls.values()]
        for test in policy.tests
    }

    def holds(test: TableExpr, hand: Sequence[int]) -> bool:
        numbers: list[Result] = [
            call.over(zip(row, hand, strict=True))
            for call, row in zip(test.calls.values(), readings[id(test)], strict=True)
        ]
        return test.value(numbers, view) is True

    def toss(hand: Counts) -> Counts:
        if policy.keep is not None and holds(policy.keep, hand):
            return (0,) * len(hand)
        held = list(hand)
        for rule, order, leave in zip(policy.rules, orders, leaves, strict=True):
            if rule.when is not None and not holds(rule.when, held):
                continue
            over = max(sum(held[at] for at in order) - max(leave if isinstance(leave, int) else 0, 0), 0)
            for at in order:
                away = min(held[at], over)
                held[at] -= away
                over -= away
        return tuple(before - after for before, after in zip(hand, held, strict=True))

    return toss
