"""What is kept and what is tossed: the mulligan's policy, on hands given as numbers of each class."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from deckcheck.decks.deck import Entry
from deckcheck.engine.records import HAND, Rule
from deckcheck.expr import Expr
from deckcheck.expr.values import Result
from deckcheck.odds.chances import CardClass, Counts, Toss
from deckcheck.odds.hands import HandView, card_parts, tells_copies
from deckcheck.odds.tally import Reading
from deckcheck.rules.view import NOBODY, DeckView


@dataclass(frozen=True, slots=True)
class Policy:
    """A hand that passes `keep` is kept whole; of any other, cards are tossed rule by rule."""

    keep: Expr | None = None
    rules: tuple[Rule, ...] = ()


def policy_readings(policy: Policy, entries: Sequence[Entry], view: DeckView) -> list[tuple[object, ...]]:
    """What the policy reads of each card: cards with the same are treated alike."""
    tests = [expr for expr in (policy.keep, *(r.when for r in policy.rules), *(r.leave for r in policy.rules)) if expr]
    parts = [*(rule.of for rule in policy.rules), *(part for test in tests for part in card_parts(test))]
    copies = any(map(tells_copies, tests))
    return [
        (
            *(_plain(part.run(entry, view)) for part in parts),
            *(_place_in(rule, entry, view) for rule in policy.rules),
            view.key(entry) if copies else None,
        )
        for entry in entries
    ]


def _place_in(rule: Rule, entry: Entry, view: DeckView) -> tuple[int, ...] | None:
    """Where a card stands in a rule's order; None where the rule is not about it."""
    return _order(rule.order, entry, view) if rule.of.run(entry, view) is True else None


def _order(order: Sequence[Expr], entry: Entry, view: DeckView) -> tuple[int, ...]:
    """What a card is sorted by; a field it lacks counts as 0."""
    values = (expr.run(entry, view) for expr in order)
    return tuple(value if isinstance(value, int) else 0 for value in values)


def _plain(value: Result) -> object:
    """None, no and unknown are one: nothing of the sort is counted or tossed."""
    return value if isinstance(value, int | str | tuple | frozenset) and value is not False else None


def classed(
    entries: Sequence[Entry], readings: Sequence[tuple[Reading, ...]], policy: Sequence[tuple[object, ...]]
) -> tuple[CardClass, ...]:
    """The classes of a pile under a query and a policy, sorted by the name of their first card."""
    found: dict[object, CardClass] = {}
    rows = sorted(zip(entries, readings, policy, strict=True), key=lambda row: row[0].shown)
    for entry, of_query, of_policy in rows:
        before = found.get((of_query, of_policy))
        count = entry.count + (before.count if before else 0)
        found[of_query, of_policy] = CardClass(before.entry if before else entry, count, of_query)
    return tuple(found.values())


def tosser(policy: Policy, classes: Sequence[CardClass], view: DeckView) -> Toss:
    """The policy as a function of hands; cards alike in a rule's order go by name."""
    orders = []
    for rule in policy.rules:
        fitting = [at for at, cards in enumerate(classes) if rule.of.run(cards.entry, view) is True]
        orders.append(sorted(fitting, key=lambda at: _order(rule.order, classes[at].entry, view)))

    def seen(hand: Sequence[int]) -> HandView:
        held = (replace(c.entry, count=n, section=HAND) for c, n in zip(classes, hand, strict=True) if n)
        return HandView(view, tuple(held))

    def toss(hand: Counts) -> Counts:
        if policy.keep is not None and policy.keep.run(NOBODY, seen(hand)) is True:
            return (0,) * len(hand)
        held = list(hand)
        for rule, order in zip(policy.rules, orders, strict=True):
            if rule.when is not None and rule.when.run(NOBODY, seen(held)) is not True:
                continue
            leave = 0 if rule.leave is None else rule.leave.run(NOBODY, seen(held))
            over = max(sum(held[at] for at in order) - (leave if isinstance(leave, int) else 0), 0)
            for at in order:
                away = min(held[at], over)
                held[at] -= away
                over -= away
        return tuple(before - after for before, after in zip(hand, held, strict=True))

    return toss
