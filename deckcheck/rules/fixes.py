"""The one-line fix of a problem: the smallest change that mends it alone. Anything else is the builder's."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from deckcheck.decks.deck import Entry
from deckcheck.expr import UNKNOWN, Trend
from deckcheck.expr.values import Result
from deckcheck.record import replace
from deckcheck.report import Fix, Problem
from deckcheck.rules.measure import MEASURES, group, select
from deckcheck.rules.rule import Rule
from deckcheck.rules.trials import Trials
from deckcheck.rules.view import DeckView


def one_line_fix(
    problem: Problem, rule: Rule, view: DeckView, trials: Trials, mends: Callable[[Sequence[Entry]], bool]
) -> Fix | None:
    """What to remove, add or drop; None where no single line says it.

    `mends` says of the entries of a changed deck whether the problem is gone; it is asked where that is
    not plain, because removing a card also moves the limit, or frees more or less than is needed.
    """
    fix = _proposed(problem, rule, view)
    if fix is None or fix.action == "add" or _plain(rule):
        return fix
    tried = trials.of_group(rule, _members(problem, rule, view), fix.cards)
    return fix if tried is not None and mends(applied(fix, tried, rule.sections)) else None


def _proposed(problem: Problem, rule: Rule, view: DeckView) -> Fix | None:
    found, limit = problem.found, problem.limit
    if found is None or limit is None:
        return None
    if rule.singly:
        return Fix("remove", found, problem.cards, problem.section)
    if rule.across != "each":
        return None
    target = _target(found, limit)
    if target > found:
        return _add(problem, rule, target - found)
    fix = globals().get(MEASURES[rule.measure].fix or "")
    return fix(problem, rule, _members(problem, rule, view), view, found - target) if fix else None


def _plain(rule: Rule) -> bool:
    """Whether removing a card from those that are counted always lowers what is found by one, and no more."""
    limits = [limit.trend for bound in rule.bounds for limit in bound.limits]
    of = rule.of.trend if rule.of else Trend.CONSTANT
    return MEASURES[rule.measure].copies and all(trend is Trend.CONSTANT for trend in (of, *limits))


def _target(found: int, limit: int | tuple[int, ...]) -> int:
    """The allowed number nearest to what was found; of two as near the larger, which keeps more."""
    if isinstance(limit, int):
        return max(limit, 0)
    return min(limit, key=lambda value: (abs(value - found), -value))


def _members(problem: Problem, rule: Rule, view: DeckView) -> list[Entry]:
    """The entries that the problem is about."""
    view.focus = view.of_sections(rule.sections)
    groups = view.groups.get(rule.id)
    if groups is None:
        groups = view.groups[rule.id] = group(rule, select(rule, view), view)
    return groups.get(problem.facts.get("key"), [])  # type: ignore[call-overload, no-any-return]


def _add(problem: Problem, rule: Rule, count: int) -> Fix | None:
    if not _plain(rule):
        return None  # what is added may move the limit
    cards = problem.cards if rule.kind == "copies" else ()
    return Fix("add", count, cards, problem.section, _of(rule))


def remove(problem: Problem, rule: Rule, members: Sequence[Entry], view: DeckView, excess: int) -> Fix:
    """Copies to take out; of the problem's section alone only where it holds as many."""
    there = sum(e.count for e in members if e.section == problem.section)
    section = problem.section if there >= excess else None
    return Fix("remove", excess, problem.cards, section, _of(rule))


def _of(rule: Rule) -> dict[str, object]:
    """The cards that a change is about."""
    terms = {"terms": rule.terms} if rule.terms else {}
    return {"of": rule.of.text if rule.of else None, "titles": rule.titles, **terms}


def drop(problem: Problem, rule: Rule, members: Sequence[Entry], view: DeckView, excess: int) -> Fix | None:
    """Leave out the values of which there are fewest copies; of equals the later in the file."""
    holding: dict[Result, list[Entry]] = {}
    for entry in members:
        value = rule.what.run(entry, view) if rule.what else None
        for one in value if isinstance(value, tuple | frozenset) else (value,):
            if one is not None and one is not UNKNOWN:
                holding.setdefault(one, []).append(entry)
    latest_first = list(holding)[::-1]
    order = sorted(latest_first, key=lambda value: sum(e.count for e in holding[value]))
    dropped = {id(e): e for value in order[:excess] for e in holding[value]}
    sections = {e.section for e in dropped.values()}
    names = dict.fromkeys(e.shown for e in dropped.values())
    section = sections.pop() if len(sections) == 1 else None
    swept = [e for e in view.of_sections((section,) if section else rule.sections) if e.shown in names]
    if any(id(e) not in dropped for e in swept):
        return None
    return Fix("drop", sum(e.count for e in swept), tuple(names), section)


def lighten(problem: Problem, rule: Rule, members: Sequence[Entry], view: DeckView, excess: int) -> Fix | None:
    """Remove the fewest copies that free the excess: the heaviest first."""
    weights: list[tuple[int, Entry]] = []
    for entry in members:
        value = rule.what.run(entry, view) if rule.what else UNKNOWN
        if isinstance(value, int) and value > 0:
            weights.append((value, entry))
    taken: dict[str, int] = {}
    for value, entry in sorted(weights, key=lambda pair: -pair[0]):
        copies = min(entry.count, -(-excess // value))
        if copies > 0:
            taken[entry.shown] = taken.get(entry.shown, 0) + copies
            excess -= copies * value
    if excess > 0 or not taken:
        return None
    return Fix("remove", sum(taken.values()), tuple(taken), None, {"each": tuple(taken.values())})


def applied(fix: Fix, entries: Iterable[Entry], sections: Sequence[str]) -> list[Entry]:
    """The entries after a fix that removes or drops: taken from the end of the deck, in the rule's sections."""
    inside, names = (fix.section,) if fix.section else sections, frozenset(fix.cards)
    each = fix.facts.get("each")
    left = dict(zip(fix.cards, each, strict=True)) if isinstance(each, tuple) else None
    total = fix.count
    kept: list[Entry] = []
    for entry in list(entries)[::-1]:
        about = entry.section in inside and (not names or entry.shown in names)
        most = left[entry.shown] if left is not None and about else total
        out = min(entry.count, most) if about else 0
        total -= out
        if left is not None and about:
            left[entry.shown] -= out
        if out < entry.count:
            kept.append(replace(entry, count=entry.count - out))
    return kept[::-1]
