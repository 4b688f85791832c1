"""Changed decks that are judged to find what mends a problem, and how many of them may be: a deck may be very long."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from operator import attrgetter
from typing import TypeVar

from deckcheck.decks.deck import Entry
from deckcheck.report import Place, Problem
from deckcheck.rules.judge import Judge
from deckcheck.rules.rule import Rule

K = TypeVar("K")

MOST_TRIED = 30_000  # lines, of all decks that are tried for one deck


class Trials:
    """What is tried for the problems of one deck."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self.entries = entries
        self._left = MOST_TRIED
        self._before: list[tuple[Judge, list[Problem]]] = []

    def allowed(self) -> bool:
        """Whether one more deck as long as this may be tried; it is counted."""
        self._left -= len(self.entries)
        return self._left >= 0

    def before(self, checker: Judge) -> list[Problem]:
        """The problems of the deck as it is, to a checker."""
        for known, problems in self._before:  # two at most: with and without the rules that are ignored
            if known.ruleset.rules == checker.ruleset.rules:
                return problems
        self._before.append((checker, checker.judged(self.entries).problems))
        return self._before[-1][1]

    def at(self, problem: Problem) -> Entry | None:
        """The entry that a problem of a single card points at."""
        return next((entry for entry in self._at.get(problem.place, ()) if entry.shown in problem.cards), None)

    def of_group(self, rule: Rule, members: Sequence[Entry], names: Sequence[str]) -> Sequence[Entry] | None:
        """The entries on which it hangs what a rule says of a group once cards of these names go: all, or some.

        None where it would be too much to look at them.
        """
        if any(expr.deck for expr in rule.exprs):
            return self.entries if self.allowed() else None
        if rule.key is None or not names:
            return self.entries
        some = {self._order[id(entry)] for entry in members}
        some.update(self._order[id(entry)] for name in names for entry in self._named.get(name, ()))
        return [self.entries[number] for number in sorted(some)]

    @cached_property
    def _order(self) -> dict[int, int]:
        return {id(entry): number for number, entry in enumerate(self.entries)}

    @cached_property
    def _at(self) -> Mapping[Place, list[Entry]]:
        return _by(attrgetter("place"), self.entries)

    @cached_property
    def _named(self) -> Mapping[str, list[Entry]]:
        return _by(attrgetter("shown"), self.entries)


def _by(key: Callable[[Entry], K], entries: Sequence[Entry]) -> Mapping[K, list[Entry]]:
    found: dict[K, list[Entry]] = {}
    for entry in entries:
        found.setdefault(key(entry), []).append(entry)
    return found
