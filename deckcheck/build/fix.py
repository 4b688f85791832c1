"""The smallest repair of a deck: proved least by the solver, proved legal by checking again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

from deckcheck.build.choice import (
    Ceilings,
    Choice,
    Spot,
    Wanted,
    binding,
    make_choice,
    open_sections,
    preference,
)
from deckcheck.build.classes import Classes, expressions
from deckcheck.build.model import INFINITE, value_of
from deckcheck.build.rows import member_fields
from deckcheck.build.search import (
    MOST_CHANGES,
    MOST_CUTS,
    NO_CARDS,
    Repair,
    Solution,
    first_budget,
    forbid,
    gaps,
    solved,
    unsettled,
)
from deckcheck.cards.pool import Pool
from deckcheck.decks.deck import Deck, Entry
from deckcheck.editing.changes import ADD, REMOVE, Change, between, changed, counted, made
from deckcheck.record import replace
from deckcheck.report import DeckcheckError, Problem, Severity
from deckcheck.rules.check import Checker
from deckcheck.rules.judge import Judged
from deckcheck.rules.rule import Rule

# (rule, section …): undecided with those leaders; (rule, "", card): the record of the card lacks what the rule needs.
Doubts = frozenset[tuple[str, ...]]
_MILD_CUTS = 12  # repairs tried for the sake of warnings alone
_MILD_SECONDS = 20.0


class Repairer:
    """Repairs decks of one game by one set of rules, with cards out of one pool.

    `severities`: the severities of the rules that must not be broken. `unfixable`: the rules that cards which are not
    known break whatever is done; they are broken as little as can be.
    """

    def __init__(
        self,
        checker: Checker,
        pool: Pool,
        severities: Sequence[Severity] = (Severity.ERROR,),
        unfixable: frozenset[str] = frozenset(),
    ) -> None:
        self.checker = checker
        self.pool = pool
        self.severities = frozenset(severities)
        self.unfixable = unfixable
        self.rules = tuple(rule for rule in binding(checker, severities) if rule.id not in unfixable)
        self.excess = tuple(rule for rule in binding(checker, severities) if rule.id in unfixable)
        self.soft_rules = tuple(rule for rule in checker.ruleset.rules if rule.severity not in self.severities)
        self.singles = tuple(s.id for s in checker.game.sections.values() if s.cards == 1)

    @cached_property
    def classes(self) -> Classes:
        """The cards that may be added, by class."""
        return self._classes((*self.rules, *self.excess))

    @cached_property
    def finer(self) -> Classes:
        """The same, where cards that warnings and remarks tell apart are not of one class."""
        return self._classes((*self.rules, *self.excess, *self.soft_rules))

    def _classes(self, rules: Sequence[Rule]) -> Classes:
        sections = open_sections(self.checker, rules)
        cards = (card for card in self.pool if not self.checker.game.not_a_card(card))
        return Classes(cards, sections, self.checker.view(()), expressions(rules))

    @cached_property
    def known(self) -> Ceilings:
        """What the rules say of single cards."""
        return Ceilings(self.checker, self.rules)

    def repair(self, deck: Deck) -> Repair:
        """The smallest repair of a deck; rules that it asks to ignore are not minded.

        :raises DeckcheckError: the solver is not installed or gives up, or a rule cannot be modelled and
            trying one repair after another does not satisfy it.
        """
        mended = self.checker.without_ignored(deck)
        if mended is not self.checker:
            other = Repairer(mended, self.pool, tuple(self.severities), self.unfixable)
            other.classes = self.classes  # made for more rules, so its cards alike are alike here too
            return other.repair(deck)
        lines = tuple(
            Change(REMOVE, 1, p.cards[0] if p.cards else str(p.facts.get("name", "")), None, p.section or "",
                   place=p.place, rules=(p.rule,))
            for p in deck.problems
            if p.rule in NO_CARDS
        )  # fmt: skip
        judged = self.checker.judged(deck.entries)
        if not self.errors(judged) and not self.unfixable:
            return self.repaired(deck, lines)
        before = self.doubts(judged, deck.entries)
        undecided = frozenset(judged.undecided)
        wanted = Wanted(first_budget(judged), undecided=undecided, uncertain=self.uncertain(deck, before))
        after = self.least(deck.entries, wanted, before)
        if after is None:
            collision, forced = self.collision(deck, wanted)
            if forced:
                other = Repairer(self.checker, self.pool, tuple(self.severities), self.unfixable | set(collision))
                other.classes = self.classes
                return other.repair(deck)
            return Repair(deck, unsettled=unsettled(self.checker, deck), collision=collision)
        changes = self.explained(deck.entries, between(counted(deck.entries), after), before)
        return self.repaired(deck, (*lines, *changes))

    def repaired(self, deck: Deck, changes: tuple[Change, ...]) -> Repair:
        """The deck with the changes made, and what is left to be settled in it."""
        after = changed(deck, changes)
        own = {entry.card for entry in deck.entries}
        fresh = any(change.action == ADD and change.card not in own for change in changes)
        left = unsettled(self.checker, after, self.unfixable)
        return Repair(after, changes, left, any_cards=fresh, unfixable=self.unfixable)

    def least(self, entries: Sequence[Entry], wanted: Wanted, before: Doubts) -> dict[Spot, int] | None:
        """The copies of the smallest repair; None where there is no legal deck within reach."""
        found = self.search(entries, wanted, before, solved, self.excess)
        if found is None:
            return None
        return self.milder(entries, replace(wanted, budget=found.budget), before, found.size, found.copies)

    def search(
        self,
        entries: Sequence[Entry],
        wanted: Wanted,
        before: Doubts,
        solve: Callable[[Choice], list[int] | None],
        soft_rules: Sequence[Rule],
        most: int = MOST_CHANGES,
    ) -> Solution | None:
        """The best deck within `most` changes, as `solve` chooses; None where there is none.

        It is tried with the budget that is wanted first. A deck that only the rows hold to be legal is not taken again.

        :raises DeckcheckError: the solver gives up, or of many decks that rows hold to be legal none is.
        """
        own = dict.fromkeys(e.card for e in entries if e.card is not None)
        budget = wanted.budget
        cuts: list[dict[Spot, int]] = []
        while True:
            limits, fresh = replace(wanted, budget=budget), self.classes.few(budget, own)
            choice = make_choice(self.checker, self.rules, entries, fresh, limits, self.known, soft_rules)
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
            if self.holds(made(entries, between(counted(entries), copies)), before):
                return Solution(copies, size, budget)
            cuts.append(copies)
            if len(cuts) > MOST_CUTS:
                raise DeckcheckError("usage.not-modelled", rules=tuple(choice.asked))

    def collision(self, deck: Deck, wanted: Wanted) -> tuple[tuple[str, ...], bool]:
        """The ids of rules that cannot hold together, though all but any one of them can.

        And whether that is for the sake of cards that are not known, so that these rules are to be given up.
        """
        kept = self.rules
        for rule in self.rules:
            fewer = tuple(other for other in kept if other is not rule)
            if not self.can_hold(fewer, deck.entries, wanted):
                kept = fewer
        ids = tuple(rule.id for rule in kept)
        known = tuple(entry for entry in deck.entries if entry.card is not None)
        strange = bool(kept) and len(known) < len(deck.entries) and self.unfixable.isdisjoint(ids)
        return ids, strange and self.can_hold(kept, known, wanted)

    def can_hold(self, rules: Sequence[Rule], entries: Sequence[Entry], wanted: Wanted) -> bool:
        """Whether any deck that can be reached from the entries keeps the rules."""
        own = dict.fromkeys(e.card for e in entries if e.card is not None)
        fresh = self.classes.few(MOST_CHANGES, own)
        reach = replace(wanted, budget=MOST_CHANGES)
        return make_choice(self.checker, rules, entries, fresh, reach).model.solve([]) is not None

    def milder(
        self, entries: Sequence[Entry], wanted: Wanted, before: Doubts, size: int, found: dict[Spot, int]
    ) -> dict[Spot, int]:
        """Of the repairs as small as the one that was found, the one that breaks warnings, then remarks, the least."""
        judged = self.checker.judged(made(entries, between(counted(entries), found)))
        if all(problem.severity in self.severities for problem in judged.problems):
            return found
        own = dict.fromkeys(e.card for e in entries if e.card is not None)
        fresh = self.finer.few(wanted.budget, own)
        choice = make_choice(
            self.checker, self.rules, entries, fresh, wanted, self.known, (*self.excess, *self.soft_rules)
        )
        choice.model.hold(choice.changes, -INFINITE, size)
        for _ in range(_MILD_CUTS):
            try:
                values = choice.model.solve([*choice.slips, choice.loss, *preference(choice)], _MILD_SECONDS)
            except DeckcheckError:  # in so short a time nothing better is proved
                return found
            if values is None:
                return found
            after = choice.copies(values)
            if self.holds(made(entries, between(counted(entries), after)), before):
                return after
            forbid(choice, after)
        return found

    def holds(self, entries: Sequence[Entry], before: Doubts) -> bool:
        """Whether no rule is broken, and none is in doubt that was not before."""
        judged = self.checker.judged(entries)
        return not self.errors(judged) and not self.opened(judged, entries, before)

    def errors(self, judged: Judged) -> list[Problem]:
        """The rules that are broken, of those that are heeded."""
        broken = (problem for problem in judged.problems if problem.severity in self.severities)
        return [problem for problem in broken if problem.rule not in self.unfixable]

    def doubts(self, judged: Judged, entries: Sequence[Entry]) -> Doubts:
        """The binding rules that are undecided, and the cards whose records lack what a rule needs."""
        found: set[tuple[str, ...]] = set()
        for rule in self.rules:
            if rule.id in judged.undecided:
                # Without a leader a rule that reads one may stay undecided; with one it may not.
                led = (s for s in member_fields(rule.exprs, self.singles) if _single(entries, s))
                found.add((rule.id, *led))
        for problem in judged.lacking:
            if problem.severity in self.severities:
                found.add((str(problem.facts.get("needed_by")), "", *problem.cards))
        return frozenset(found)

    def opened(self, judged: Judged, entries: Sequence[Entry], before: Doubts) -> Doubts:
        """What is in doubt that was not before, but for what cards that are not known leave open."""
        doubts = self.doubts(judged, entries) - before
        known = [entry for entry in entries if entry.card is not None]
        if doubts and len(known) < len(entries):
            doubts &= self.doubts(self.checker.judged(known), known)
        return doubts

    def uncertain(self, deck: Deck, before: Doubts) -> frozenset[str]:
        """The rules that cards of the deck leave undecided: those that are not known, or whose records are at fault."""
        strange = any(entry.card is None or entry.card.unreadable for entry in deck.entries)
        if not strange and all(len(doubt) == 1 for doubt in before):
            return frozenset()
        # A leader that is not there is no such doubt.
        asked = {rule.id: set(member_fields(rule.exprs, self.singles)) for rule in self.rules}
        return frozenset(rule for rule, *led in before if rule in asked and asked[rule] <= set(led))

    def explained(self, entries: Sequence[Entry], changes: Sequence[Change], before: Doubts) -> tuple[Change, ...]:
        """Each change with the rules that are broken where one copy of it is left out."""
        explained = []
        after = self.checker.judged(made(entries, changes))
        for at, change in enumerate(changes):
            rest = [*changes[:at], replace(change, count=change.count - 1), *changes[at + 1 :]]
            undone = made(entries, (c for c in rest if c.count))
            judged = self.checker.judged(undone)
            uncertain = (rule for rule, *_ in sorted(self.opened(judged, undone, before)))
            more = (r for r in sorted(self.unfixable) if gaps(judged.problems, r) > gaps(after.problems, r))
            broken = dict.fromkeys((*(p.rule for p in self.errors(judged)), *more, *uncertain))
            explained.append(replace(change, rules=tuple(broken)))
        return tuple(explained)


def _single(entries: Sequence[Entry], section: str) -> bool:
    """Whether a section holds copies of one card alone."""
    return len({entry.shown for entry in entries if entry.section == section}) == 1
