"""The one-line fix of a problem: the smallest change that mends it alone. Anything else is the builder's."""

from __future__ import annotations

from deckcheck.deck import Entry
from deckcheck.expr import UNKNOWN
from deckcheck.report import Fix, Problem
from deckcheck.rules.records import Rule
from deckcheck.rules.view import DeckView


def one_line_fix(problem: Problem, rule: Rule, view: DeckView) -> Fix | None:
    """What to remove, add or move; None where no single line says it."""
    found, limit = problem.found, problem.limit
    if found is None or limit is None:
        return None
    if rule.singly:
        return Fix("remove", found, problem.cards, problem.section)
    target = _target(found, limit)
    if rule.across != "each":
        return None
    if target > found:
        return _add(problem, rule, target - found)
    excess = found - target
    if rule.measure == "cards":
        return Fix("remove", excess, problem.cards, problem.section, {"of": rule.of.text if rule.of else None})
    if rule.measure == "different":
        return _drop(problem, rule, view, excess)
    if rule.measure == "sum":
        return _lighten(rule, view, excess)
    return None


def _target(found: int, limit: int | tuple[int, ...]) -> int:
    """The allowed number nearest to what was found; of two as near the larger, which keeps more."""
    if isinstance(limit, int):
        return limit
    return min(limit, key=lambda value: (abs(value - found), -value))


def _add(problem: Problem, rule: Rule, count: int) -> Fix | None:
    if rule.measure != "cards":
        return None
    cards = problem.cards if rule.kind == "copies" else ()
    return Fix("add", count, cards, problem.section, {"of": rule.of.text if rule.of else None})


def _drop(problem: Problem, rule: Rule, view: DeckView, excess: int) -> Fix:
    """Leave out the different cards of which there are fewest copies; of equals the later in the file."""
    entries = [e for e in view.of_sections(rule.sections) if e.shown in problem.cards]
    copies: dict[str, int] = {}
    for entry in entries:
        copies[entry.shown] = copies.get(entry.shown, 0) + entry.count
    latest_first = list(copies)[::-1]
    order = sorted(latest_first, key=lambda name: copies[name])
    dropped = tuple(order[:excess])
    return Fix("drop", sum(copies[name] for name in dropped), dropped, problem.section)


def _lighten(rule: Rule, view: DeckView, excess: int) -> Fix | None:
    """Remove the fewest copies that free the excess: the heaviest first."""
    weights: list[tuple[int, Entry]] = []
    for entry in view.of_sections(rule.sections):
        if rule.of is not None and rule.of.run(entry, view) is not True:
            continue
        value = rule.what.run(entry, view) if rule.what else UNKNOWN
        if isinstance(value, int) and value > 0:
            weights.append((value, entry))
    taken: dict[str, int] = {}
    for value, entry in sorted(weights, key=lambda pair: -pair[0]):
        while excess > 0 and taken.get(entry.shown, 0) < entry.count:
            taken[entry.shown] = taken.get(entry.shown, 0) + 1
            excess -= value
    if excess > 0 or not taken:
        return None
    return Fix("remove", sum(taken.values()), tuple(taken), None, {"each": tuple(taken.values())})
