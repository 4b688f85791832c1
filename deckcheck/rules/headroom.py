"""What may be added or moved without harm, found by trying it: right for every form of rule."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from deckcheck.decks.deck import Entry
from deckcheck.decks.headings import first_section
from deckcheck.record import replace
from deckcheck.report import Problem, Severity
from deckcheck.rules.judge import Judge
from deckcheck.rules.trials import Trials

MOST = 64  # copies tried of one card: more than any rule of a known game leaves room for
State = dict[tuple[str, str], int]
_ERRORS = frozenset({Severity.ERROR})
_WARNINGS = frozenset({Severity.ERROR, Severity.WARNING})


def room(
    checker: Judge, entries: Sequence[Entry], added: Entry, severities: frozenset[Severity] = _ERRORS, most: int = MOST
) -> int:
    """How many more copies of the entry's card may be added to its section (at most `most`).

    That is the largest number whose addition makes no new final problem that is `severities`, and none worse.
    """
    before = final_errors(checker.judged(entries).problems, severities)

    def harmless(copies: int) -> bool:
        more = [*entries, replace(added, count=copies)]
        return no_worse(before, final_errors(checker.judged(more).problems, severities))

    good, step = 0, 1
    while step <= most and harmless(step):
        good, step = step, step * 2
    bad = min(step, most + 1)
    while bad - good > 1:
        middle = (good + bad) // 2
        good, bad = (middle, bad) if harmless(middle) else (good, middle)
    return good


def without_warning(checker: Judge, entries: Sequence[Entry], added: Entry, more: int) -> int | None:
    """How many of the `more` copies that may be added bring no warning; None where none of them does."""
    if not more or all(rule.severity is not Severity.WARNING for rule in checker.ruleset.rules):
        return None
    fewer = room(checker, entries, added, _WARNINGS, more)
    return fewer if fewer < more else None


def other_home(checker: Judge, trials: Trials, stray: Entry, problem: Problem) -> str | None:
    """A section that takes the entry and mends the problem, without a new final error; never one of a single card."""
    spot = _spot(problem)
    before: State | None = None
    for section in checker.game.sections.values():
        if section.id == stray.section or section.cards is not None or section.beside_deck:
            continue
        if not trials.allowed():
            return None
        before = final_errors(trials.before(checker)) if before is None else before
        moved = [replace(e, section=section.id) if e is stray else e for e in trials.entries]
        after = final_errors(checker.judged(moved).problems)
        if after.get(spot, 0) < before.get(spot, 0) and no_worse(before, after):
            return section.id
    return None


def partners(checker: Judge, trials: Trials, problem: Problem) -> tuple[Entry, ...]:
    """The cards whose absence is the problem, a copy each, if they can be added without a new final error."""
    names, owner, game = problem.facts.get("missing"), problem.facts.get("owner"), checker.game
    if not isinstance(names, tuple) or problem.facts.get("word") != "name" or checker.pool is None:
        return ()
    section = str(owner) if owner in game.sections else first_section(game.sections)
    found = [(name, checker.pool.find(name)) for name in names]
    if any(len(cards) != 1 or game.not_a_card(cards[0]) for _, cards in found):
        return ()
    if not trials.allowed():
        return ()
    added = tuple(Entry(1, name, section, cards[0]) for name, cards in found)
    before, after = trials.before(checker), checker.judged((*trials.entries, *added)).problems
    cured = sum(_spot(p) == _spot(problem) for p in after) < sum(_spot(p) == _spot(problem) for p in before)
    return added if cured and no_worse(final_errors(before), final_errors(after)) else ()


def final_errors(problems: Iterable[Problem], severities: frozenset[Severity] = _ERRORS) -> State:
    """How far each final error is over its limit, by rule and card; `severities`: what counts as one."""
    state: State = {}
    for problem in problems:
        if problem.final and problem.severity in severities:
            spot = _spot(problem)
            state[spot] = state.get(spot, 0) + (problem.found or 0)
    return state


def _spot(problem: Problem) -> tuple[str, str]:
    """What a problem is about: the rule, and the group or the single card."""
    key = problem.facts.get("key")
    if key is None and len(problem.cards) == 1:
        return problem.rule, problem.cards[0]
    return problem.rule, "" if key is None else str(key)


def no_worse(before: State, after: State) -> bool:
    return all(found <= before.get(spot, -1) for spot, found in after.items())
