"""The best deck of a model, found with as few cards to choose from as will do, and checked before it is believed.

And how far a deck is from its rules, with what no change of copies mends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from deckcheck.build.choice import Choice, Spot
from deckcheck.build.model import INFINITE, Linear, indicator, number, total, value_of
from deckcheck.decks.deck import Deck
from deckcheck.record import dataclass
from deckcheck.report import DeckcheckError, Problem, Severity
from deckcheck.rules.check import Checker
from deckcheck.rules.judge import Judged

MOST_CHANGES = 240  # beyond the size of the decks of any known game
MOST_CUTS = 60


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


def search(
    budget: int,
    most: int,
    make: Callable[[int], Choice],
    solve: Callable[[Choice], list[int] | None],
    legal: Callable[[dict[Spot, int]], bool],
) -> Solution | None:
    """The best deck within `most` changes, by a model for so many changes; None where there is none.

    A deck that only the rows hold to be legal is not taken again.

    :raises DeckcheckError: the solver gives up, or of many decks that rows hold to be legal none is.
    """
    cuts: list[dict[Spot, int]] = []
    while True:
        choice = make(budget)
        for cut in cuts:
            forbid(choice, cut)
        values = solve(choice)
        if values is None:
            if budget >= most:
                return None
            budget = min(most, budget * 4)
            continue
        size = value_of(choice.changes, values)
        if size > budget:
            budget = size  # with more cards to choose from, fewer changes might do
            continue
        copies = choice.copies(values)
        if legal(copies):
            return Solution(copies, size, budget)
        cuts.append(copies)
        if len(cuts) > MOST_CUTS:
            raise DeckcheckError("usage.not-modelled", rules=tuple(choice.asked))


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
