"""Rules that a deck asks to ignore: the findings stay and are told, but make the deck illegal no longer.

Only rules of construction can be ignored, not what is wrong with the file or its cards; each with a reason.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from deckcheck.decks.deck import Ignore
from deckcheck.record import replace
from deckcheck.report import BUILT_IN, Problem, Severity


def reasons_of(ignores: Iterable[Ignore]) -> dict[str, str]:
    """Rule → why it is ignored, for those that may be."""
    reasons: dict[str, str] = {}
    for ignore in ignores:
        if ignore.reason and ignore.rule not in BUILT_IN:
            reasons.setdefault(ignore.rule, ignore.reason)
    return reasons


def passed_over(problem: Problem, rule: object, reasons: Mapping[str, str]) -> Problem:
    """The problem as a remark with the reason, if it is of a rule that is ignored."""
    reason = reasons.get(str(rule))
    return problem if reason is None else replace(problem, severity=Severity.INFO, ignored=reason)


def misused(ignores: Iterable[Ignore], known: Collection[str], found: Collection[str]) -> Iterator[Problem]:
    """What is wrong with the ignoring itself; `known` are the game's rules, `found` those with a finding."""
    seen: set[str] = set()
    for ignore in ignores:
        facts: dict[str, object] = {"name": ignore.rule}
        severity = Severity.WARNING
        if ignore.rule in BUILT_IN:
            sentence = "ignore.never"
        elif ignore.rule not in known:
            from deckcheck.near import nearest

            sentence = "ignore.unknown"
            facts |= {"nearest": nearest(ignore.rule, tuple(known)), "known": tuple(known)}
        elif not ignore.reason:
            sentence, severity = "ignore.no-reason", Severity.ERROR
        elif ignore.rule in seen:
            sentence = "ignore.twice"
        elif ignore.rule not in found:
            sentence = "ignore.unused"
        else:
            sentence = ""
        seen.add(ignore.rule)
        if sentence:
            yield Problem("ignore", sentence, severity, ignore.place, facts=facts)
