"""How far a deck is from its rules, and which of its problems no change of copies mends."""

from __future__ import annotations

from collections.abc import Iterable

from deckcheck.decks.deck import Deck
from deckcheck.report import Problem, Severity
from deckcheck.rules.check import Checker, Judged

# A problem that is cured by leaving out its line: it holds no card of a deck.
NO_CARDS = ("not-a-card", "outside-deck")


def unsettled(checker: Checker, deck: Deck, given_up: frozenset[str] = frozenset()) -> tuple[Problem, ...]:
    """The errors that no change of copies mends, those of the rules that are given up among them."""
    mended = {*NO_CARDS, *(rule.id for rule in checker.ruleset.rules)} - given_up
    errors = (p for p in checker.check(deck).problems if p.severity is Severity.ERROR)
    return tuple(problem for problem in errors if problem.rule not in mended)


def first_budget(judged: Judged) -> int:
    """About how many changes a repair takes: with so many it is tried first."""
    return max(3, min(60, sum(map(gap, judged.problems))))


def gap(problem: Problem) -> int:
    """About how many copies stand between a deck and a rule."""
    if problem.found is None or problem.limit is None:
        return 3
    limits = problem.limit if isinstance(problem.limit, tuple) else (problem.limit,)
    return min(abs(problem.found - limit) for limit in limits)


def gaps(problems: Iterable[Problem], rule: str) -> int:
    """How far a deck is from one rule."""
    return sum(gap(problem) for problem in problems if problem.rule == rule)
