"""What the search for the best deck goes by: what was found, which of several is best, which is not taken again.

And how far a deck is from its rules, with what no change of copies mends.
"""

from __future__ import annotations

from collections.abc import Iterable

from deckcheck.build.choice import Choice, Spot, preference
from deckcheck.build.collection import Shortage
from deckcheck.build.model import INFINITE, Linear, indicator, number, total
from deckcheck.decks.deck import Deck
from deckcheck.editing.changes import Change
from deckcheck.record import dataclass
from deckcheck.report import Problem, Severity
from deckcheck.rules.check import Checker
from deckcheck.rules.judge import Judged

MOST_CHANGES = 240  # beyond the size of the decks of any known game
MOST_CUTS = 60
_WEIGHT = 4096  # of one change against what is lost by it, at most 3


@dataclass(frozen=True, slots=True)
class Repair:
    """A smallest set of changes that makes a deck legal.

    `unsettled`: problems of the deck that only its author can settle (an unknown card); then the
    changes mend the rest. `collision`: ids of rules that no deck within reach satisfies together;
    then there are no changes. `deck` is the deck with the changes made. `any_cards`: cards were added
    that it did not hold, for no better reason than that the rules allow them. `short`: for what the
    cards that may be added are too few. `unfixable`: ids of the rules that cards which are not known break.
    """

    deck: Deck
    changes: tuple[Change, ...] = ()
    unsettled: tuple[Problem, ...] = ()
    collision: tuple[str, ...] = ()
    any_cards: bool = False
    unfixable: frozenset[str] = frozenset()
    short: tuple[Shortage, ...] = ()

    @property
    def size(self) -> int:
        """The number of copies added, removed or moved."""
        return sum(change.count for change in self.changes)


@dataclass(frozen=True, slots=True)
class Solution:
    """A deck that was found.

    `copies`: of each card in each section.
    `size`: the number of changes.
    `budget`: the changes that there might have been.
    """

    copies: dict[Spot, int]
    size: int
    budget: int


def solved(choice: Choice) -> list[int] | None:
    """The values of the best repair: the fewest changes, then the least lost, then what the player has most of.

    Before all, rules that are given up are broken as little as can be.
    """
    first, second = preference(choice)
    return choice.model.solve([*choice.slips, choice.changes.times(_WEIGHT).plus(choice.loss), first, second])


def forbid(choice: Choice, copies: dict[Spot, int]) -> None:
    """Keep the model from choosing the same deck again."""
    model = choice.model
    differs: list[Linear] = []
    for place in choice.places:
        card = place.cell.entry.card
        line = place.cell.copies
        if card is None or line.fixed:
            continue
        count = copies.get((card, place.cell.section), 0)
        low, high = model.range(line)
        if high > count:
            differs.append(Linear({indicator(model, line, count + 1): 1}))
        if low < count:
            differs.append(number(1).plus(Linear({indicator(model, line, count): 1}), -1))
    model.hold(total(differs), 1, INFINITE)


# A problem that is cured by leaving out its line: it holds no card of a deck.
NO_CARDS = ("not-a-card", "outside-deck")


def unsettled(checker: Checker, deck: Deck, unfixable: frozenset[str] = frozenset()) -> tuple[Problem, ...]:
    """The errors that no change of copies mends, those of the rules that are given up among them."""
    mended = {*NO_CARDS, *(rule.id for rule in checker.ruleset.rules)} - unfixable
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
