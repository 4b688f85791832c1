"""What may be added or moved without harm, found by trying it: right for every form of rule."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from deckcheck.deck import Entry
from deckcheck.report import Problem, Severity

if TYPE_CHECKING:
    from deckcheck.rules.check import Checker

MOST = 64  # copies tried of one card: more than any rule of a known game leaves room for
State = dict[tuple[str, str], int]


def room(checker: Checker, entries: Sequence[Entry], added: Entry) -> int:
    """How many more copies of the entry's card may be added to its section (at most `MOST`).

    That is the largest number whose addition makes no new final error and none worse.
    """
    before = final_errors(checker.judged(entries).problems)

    def harmless(copies: int) -> bool:
        more = [*entries, replace(added, count=copies)]
        return no_worse(before, final_errors(checker.judged(more).problems))

    good, step = 0, 1
    while step <= MOST and harmless(step):
        good, step = step, step * 2
    bad = min(step, MOST + 1)
    while bad - good > 1:
        middle = (good + bad) // 2
        good, bad = (middle, bad) if harmless(middle) else (good, middle)
    return good


def other_home(checker: Checker, entries: Sequence[Entry], stray: Entry) -> str | None:
    """A section that takes the entry without a new final error; never one that holds a single card."""
    before = final_errors(checker.judged(entries).problems)
    for section in checker.game.sections.values():
        if section.id == stray.section or section.cards is not None or section.outside:
            continue
        moved = [replace(e, section=section.id) if e is stray else e for e in entries]
        after = final_errors(checker.judged(moved).problems)
        if len(after) < len(before) and no_worse(before, after):
            return section.id
    return None


def final_errors(problems: Iterable[Problem]) -> State:
    """How far each final error is over its limit, by rule and card."""
    state: State = {}
    for problem in problems:
        if problem.final and problem.severity is Severity.ERROR:
            spot = (problem.rule, "" if problem.facts.get("key") is None else str(problem.facts["key"]))
            if not spot[1] and len(problem.cards) == 1:
                spot = (problem.rule, problem.cards[0])
            state[spot] = state.get(spot, 0) + (problem.found or 0)
    return state


def no_worse(before: State, after: State) -> bool:
    return all(found <= before.get(spot, -1) for spot, found in after.items())
