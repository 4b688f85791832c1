"""Check decks of one game in one format, with rules, lists and day that are settled already."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from deckcheck.decks.deck import Deck, Entry
from deckcheck.record import dataclass, replace
from deckcheck.report import Fix, Headroom, Note, Place, Problem, Report, Severity
from deckcheck.rules.fixes import one_line_fix
from deckcheck.rules.game import Game
from deckcheck.rules.headroom import other_home, partners, room, without_warning
from deckcheck.rules.judge import Judge, Judged, misused, passed_over
from deckcheck.rules.kernel import judge
from deckcheck.rules.placing import as_spelt
from deckcheck.rules.rule import Rule
from deckcheck.rules.trials import Trials
from deckcheck.rules.view import NO_VIEW, DeckView

MOST_ROOM = 300  # lines of a deck of which it is told what may be added: each is tried with all others


@dataclass(frozen=True, slots=True)
class Checker(Judge):
    """The verdicts on decks: what is wrong, what mends it, and what still fits."""

    def fix(self, problem: Problem, rule: Rule, deck: Deck, view: DeckView, trials: Trials) -> Fix | None:
        """The smallest change that mends one problem: a move to where the card belongs, else one line."""
        stray = trials.at(problem) if rule.singly else None
        lacks = "missing" in problem.facts
        tried = (stray or lacks) and problem.rule not in self.ignored(deck)
        heeding = self.without_ignored(deck) if tried else self
        home = other_home(heeding, trials, stray, problem) if stray else None
        if stray and home:
            return Fix("move", stray.count, problem.cards, stray.section, {"to": home})

        added = partners(heeding, trials, problem) if lacks else ()
        if added:
            names = tuple(entry.shown for entry in added)
            return Fix("add", len(added), names, added[0].section, {"each": (1,) * len(added)})

        def mends(entries: Iterable[Entry]) -> bool:
            key = problem.facts.get("key")
            left = judge(rule, self.view(entries), self.ruleset).problems
            return not any(p.facts.get("key") == key for p in left)

        return one_line_fix(problem, rule, view, trials, mends)

    def check(self, deck: Deck, *, draft: bool = False) -> Report:
        """The verdict on a deck. `draft`: what added cards can still cure is info, not an error."""
        judged = self.judged(deck.entries)
        reasons = self.ignored(deck)
        undecided = [rule for rule in (*judged.undecided, *self.without_list) if rule not in reasons]
        ruled = [passed_over(p, p.rule, reasons) for p in self._mended(judged.problems, deck)]
        blind = [passed_over(p, p.facts["needed_by"], reasons) for p in judged.lacking]
        lacking = any(not p.final for p in ruled if p.severity is Severity.ERROR)
        if draft:
            ruled = [p if p.final else replace(p, severity=Severity.INFO) for p in ruled]
        read = _raised(deck, undecided)
        ruled = as_spelt(ruled, deck.entries) if ruled else ruled
        problems = (*read, *blind, *ruled, *self._misused(deck, judged), *self.problems)
        return Report(
            path=deck.path,
            name=deck.name,
            game=self.game.id,
            format=self.ruleset.format,
            as_of=self.as_of,
            legal=not any(p.severity is Severity.ERROR for p in problems),
            complete=not lacking and not undecided and not any(e.card is None for e in deck.entries),
            sections=section_sizes(deck, self.game),
            lists=self.lists,
            fingerprint=fingerprint(deck),
            notes=(*deck.notes, *self.notes, *(self.too_long(deck) if draft else ())),
            problems=problems,
            undecided=tuple(undecided),
            vacant=self._vacant(deck, undecided) if undecided else (),
            unsettled=_unsettled(deck, blind) if undecided else (),
            headroom=self.headroom(deck) if draft else (),
            judged_by=self.judged_by,
            weakened=self.weakened,
            player=deck.info.get("player"),
            player_id=deck.info.get("id"),
        )

    def caveats(self, deck: Deck) -> tuple[Note, ...]:
        """What to know of a deck that is played or counted, not judged: the rules that it breaks, and all notes."""
        report = self.check(deck)
        broken = dict.fromkeys(problem.rule for problem in report.problems if problem.severity is Severity.ERROR)
        illegal = (Note("note.illegal", {"rules": tuple(broken)}),) if broken else ()
        return (*illegal, *report.notes)

    def _mended(self, problems: Sequence[Problem], deck: Deck) -> list[Problem]:
        """The problems with what mends each of them alone."""
        if not problems:
            return []  # as of most decks of a batch
        rules = {rule.id: rule for rule in self.ruleset.rules}
        view, trials = self.view(deck.entries), Trials(deck.entries)
        found = [replace(p, fix=self.fix(p, rules[p.rule], deck, view, trials)) for p in problems]
        return [_at_heading(p, rules[p.rule], deck) for p in found]

    def _vacant(self, deck: Deck, undecided: Collection[str]) -> tuple[str, ...]:
        """The sections of a single card (a leader) that undecided rules read and that hold none."""
        filled = {entry.section for entry in deck.entries}
        single = {section.id for section in self.game.sections.values() if section.cards == 1} - filled
        rules = (rule for rule in self.ruleset.rules if rule.id in undecided)
        read = (part.owner for rule in rules for expr in rule.exprs for part in expr.walk())
        return tuple(dict.fromkeys(section for section in read if section in single))

    def _misused(self, deck: Deck, judged: Judged) -> tuple[Problem, ...]:
        if not (deck.ignore and self.ignores):
            return ()
        known = dict.fromkeys(rule.id for ruleset in self.game.rulesets.values() for rule in ruleset.rules)
        return tuple(misused(deck.ignore, known, {*(p.rule for p in judged.problems), *judged.undecided}))

    def headroom(self, deck: Deck) -> tuple[Headroom, ...]:
        """How many more copies of each card of the deck may be added where it lies; nothing of a very long deck."""
        if self.too_long(deck):
            return ()
        lying = {(e.section, e.card): e for e in deck.entries if e.card is not None}
        return self.headroom_of(lying.values(), deck)

    def too_long(self, deck: Deck) -> tuple[Note, ...]:
        """That of this deck it would take too long to say what may be added."""
        return (Note("note.headroom-long", {"lines": len(deck.entries)}),) if len(deck.entries) > MOST_ROOM else ()

    def headroom_of(self, wanted: Iterable[Entry], deck: Deck) -> tuple[Headroom, ...]:
        """How many more copies of the card of each wanted entry may be added to its section."""
        heeding = self.without_ignored(deck)
        found = []
        for entry in wanted:
            more = room(heeding, deck.entries, entry)
            unwarned = without_warning(heeding, deck.entries, entry, more)
            found.append(Headroom(entry.shown, entry.section, more, unwarned))
        return tuple(found)


@dataclass(frozen=True, slots=True)
class Loaded:
    """A deck with its cards looked up, and the rules that it is to be held to."""

    deck: Deck
    checker: Checker


def _unsettled(deck: Deck, blind: Iterable[Problem]) -> tuple[str, ...]:
    """The cards that leave rules undecided: unknown, at fault, or without what a rule needs."""
    names = [entry.shown for entry in deck.entries if entry.card is None or entry.card.unreadable]
    return tuple(dict.fromkeys([*names, *(card for problem in blind for card in problem.cards)]))


def _raised(deck: Deck, undecided: list[str]) -> tuple[Problem, ...]:
    """A faulty card record that may leave a rule undecided makes the deck illegal: nobody can call it legal."""
    if not undecided:
        return deck.problems
    faulty = {e.card.name for e in deck.entries if e.card is not None and e.card.unreadable}
    return tuple(
        replace(p, severity=Severity.ERROR) if p.rule == "card-data" and not faulty.isdisjoint(p.cards) else p
        for p in deck.problems
    )


def _at_heading(problem: Problem, rule: Rule, deck: Deck) -> Problem:
    """Too few cards is no single line's fault: it stands at the heading of the section."""
    if problem.place.line is not None:
        return problem
    places = (deck.places[s] for s in rule.sections if s in deck.places)
    return replace(problem, place=next(places, Place(deck.path)))


def section_sizes(deck: Deck, game: Game) -> dict[str, int]:
    """Copies in each section of the game, known cards or not."""
    sizes = dict.fromkeys(game.sections, 0)
    for entry in deck.entries:
        sizes[entry.section] = sizes.get(entry.section, 0) + entry.count
    return sizes


def fingerprint(deck: Deck) -> str:
    """A short code that two lists share if they hold the same cards in the same sections, in any order."""
    from hashlib import blake2b

    totals: dict[tuple[str, str], int] = {}
    for entry in deck.entries:
        spot = (entry.section, str(NO_VIEW.key(entry)) if entry.card is None else entry.card.name)
        totals[spot] = totals.get(spot, 0) + entry.count
    text = "\n".join(f"{section}\t{name}\t{count}" for (section, name), count in sorted(totals.items()))
    code = blake2b(f"{deck.game}\n{text}".encode(), digest_size=4).hexdigest().upper()
    return f"{code[:4]}-{code[4:]}"
