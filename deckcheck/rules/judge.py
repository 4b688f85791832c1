"""Rules with all that they judge by; and the rules that a deck asks to ignore.

Those are judged all the same: the findings are told, but make the deck illegal no longer. Only rules of construction
can be ignored, not what is wrong with the file or its cards; each with a reason.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Self

from deckcheck.cards.pool import Pool
from deckcheck.decks.deck import Deck, Entry, Ignore
from deckcheck.expr.values import Column
from deckcheck.record import dataclass, field, replace
from deckcheck.report import BUILT_IN, ListInForce, Note, Problem, Severity
from deckcheck.rules.game import Game
from deckcheck.rules.kernel import judge
from deckcheck.rules.prefilter import Prefilter
from deckcheck.rules.rule import Ruleset
from deckcheck.rules.view import DeckView
from deckcheck.spelling import nearest


@dataclass(slots=True)
class Judged:
    """What the rules say of a deck: problems, ids of undecided rules, records that lack what a rule needs."""

    problems: list[Problem] = field(default_factory=list)
    undecided: list[str] = field(default_factory=list)
    lacking: list[Problem] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Judge:
    """Everything a verdict depends on besides the deck.

    `as_of`: a day, YYYY-MM-DD.
    `columns`: slot → the list in force there.
    `lists`, `notes`: what a report tells of the lists, and to know besides.
    `problems`: those of the lists themselves (entries that name no card); they are warnings in every report.
    `pool`: the cards of the game.
    `ignores`: decks may ask to ignore rules.
    `judged_by`, `weakened`: as of a `Report`.
    `without_list`: rules that are not among those of the set, as they read a list that says nothing of the day.
    `prefilter`: finds the rules that a deck may break.
    """

    game: Game
    ruleset: Ruleset
    as_of: str
    columns: Mapping[str, Column]
    lists: tuple[ListInForce, ...] = ()
    notes: tuple[Note, ...] = ()
    problems: tuple[Problem, ...] = ()
    pool: Pool | None = None
    ignores: bool = True
    judged_by: tuple[Note, ...] = ()
    weakened: tuple[str, ...] = ()
    without_list: tuple[str, ...] = ()
    prefilter: Prefilter = field(init=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "prefilter", Prefilter(self.ruleset.rules, self.view(())))

    def view(self, entries: Iterable[Entry]) -> DeckView:
        """The deck as the rules see it."""
        sections = self.game.sections
        return DeckView(
            tuple(entries),
            tuple(sections),
            tuple(s.id for s in sections.values() if not s.beside_deck),
            self.game.copy_key,
            self.ruleset.params,
            self.columns,
            self.as_of,
        )

    def judged(self, entries: Iterable[Entry]) -> Judged:
        """The problems that the rules find, and the rules that stay undecided."""
        entries = tuple(entries)
        suspects = self.prefilter.suspects(entries)
        judged = Judged()
        if not suspects:
            return judged
        view = self.view(entries)
        for place, picked in suspects.items():
            rule = self.ruleset.rules[place]
            judgement = judge(rule, view, self.ruleset, picked)
            judged.problems.extend(judgement.problems)
            if judgement.undecided:
                judged.undecided.append(rule.id)
            for card, fields in judgement.lacking:  # nobody can call the deck legal, nor say what is wrong with it
                facts = {"title": rule.title or rule.id, "needed_by": rule.id, "fields": fields}
                needed = Problem("card-data", "card.rule-needs", rule.severity, card.place, (card.name,), facts=facts)
                judged.lacking.append(needed)
        return judged

    def ignored(self, deck: Deck) -> dict[str, str]:
        """Rule → why the deck asks to ignore it, for those that may be."""
        reasons: dict[str, str] = {}
        for ignore in deck.ignore if self.ignores else ():
            if ignore.reason and ignore.rule not in BUILT_IN:
                reasons.setdefault(ignore.rule, ignore.reason)
        return reasons

    def without_ignored(self, deck: Deck) -> Self:
        """The checker without the rules that the deck asks to ignore: what may be added, moved or built heeds no other.

        A check judges those rules too, since their problems are told as remarks.
        """
        ignored = self.ignored(deck)
        rules = tuple(rule for rule in self.ruleset.rules if rule.id not in ignored)
        if len(rules) == len(self.ruleset.rules):
            return self
        return replace(self, ruleset=replace(self.ruleset, rules=rules))


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
