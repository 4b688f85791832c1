"""What a game's rules say of all its cards: tests that tell nothing apart, cards that cannot be judged.

For the designer of a schema; nothing here is wrong with a deck.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from deckcheck.cards.pool import Card, Pool
from deckcheck.decks.deck import Entry
from deckcheck.expr import UNKNOWN, Expr
from deckcheck.expr.names import spread
from deckcheck.expr.values import Result
from deckcheck.games.choices import Choices, checker
from deckcheck.lists.dated import DatedList
from deckcheck.record import dataclass
from deckcheck.report import DeckcheckError, Place, Problem, Severity
from deckcheck.rules.context import card_alone
from deckcheck.rules.game import Game
from deckcheck.rules.limits import may_be_none
from deckcheck.rules.measure import MEASURES
from deckcheck.rules.rule import Rule
from deckcheck.rules.view import NO_VIEW, DeckView


def lint(game: Game, pool: Pool, lists: Mapping[str, DatedList], as_of: str) -> tuple[Problem, ...]:
    """Warnings at the rules of all formats, each rule once, and at the tests in lists that no card passes."""
    seen: set[tuple[object, ...]] = set()
    problems: dict[tuple[Place, str], Problem] = {}
    for format_id in game.rulesets if len(pool) else ():
        try:
            settled = checker(game, pool, lists, Choices(as_of=as_of, format=format_id))
        except DeckcheckError:
            continue  # a list has no version on that day: told when it is asked for
        view = settled.view(())
        fences = tuple(filter(_refuses_cards, settled.ruleset.rules))
        for rule in settled.ruleset.rules:
            key = (rule.id, rule.setter, *((fence.id, fence.setter) for fence in fences))
            if key not in seen:
                seen.add(key)
                for problem in _of_rule(rule, tuple(pool), view, _Standing(game, rule, fences, view)):
                    problems.setdefault((problem.place, problem.sentence), problem)
    return (*problems.values(), *_of_lists(pool, lists), *_printed_later(pool, lists))


def _refuses_cards(rule: Rule) -> bool:
    """Whether the rule keeps cards out of sections for what they are, whatever the deck."""
    of = rule.of
    refusing = rule.kind in ("only", "forbid") and rule.when is None and rule.severity is Severity.ERROR
    return refusing and of is not None and card_alone(of)


@dataclass(frozen=True, slots=True)
class _Standing:
    """Which cards may stand where a rule counts, by the rules that refuse some."""

    game: Game
    rule: Rule
    fences: tuple[Rule, ...]
    view: DeckView

    def among(self, entries: list[Entry]) -> list[Entry]:
        return [entry for entry in entries if entry.card is not None and self._may(entry.card)]

    def _may(self, card: Card) -> bool:
        if self.game.not_a_card(card):
            return False
        return any(not self._refused(Entry(1, card.name, section, card)) for section in self.rule.sections)

    def _refused(self, entry: Entry) -> bool:
        return any(
            entry.section in fence.sections and fence.of is not None and fence.of.run(entry, self.view) is True
            for fence in self.fences
            if fence is not self.rule
        )


def _of_rule(rule: Rule, cards: tuple[Card, ...], view: DeckView, standing: _Standing) -> Iterator[Problem]:
    """What the pool shows of a rule; what reads the deck shows nothing without one."""
    entries = [Entry(1, card.name, rule.sections[0] if rule.sections else "", card) for card in cards]
    picked = entries
    if rule.of is not None and not rule.of.deck:
        test = rule.of.parts[0] if rule.kind == "only" else rule.of
        values = [test.run(entry, view) for entry in entries]
        picked = [entry for entry, value in zip(entries, values, strict=True) if value is not UNKNOWN and value]
        unknown = [entry for entry, value in zip(entries, values, strict=True) if value is UNKNOWN]
        if unknown:
            if at_fault := standing.among(unknown):
                yield _warning(rule, "lint.undecided", at_fault, test.text)
        elif not picked and card_alone(test):
            yield _warning(rule, "lint.matches-none", (), test.text)
        elif len(picked) == len(entries) and card_alone(test) and test.fields != {"section"}:
            yield _warning(rule, "lint.matches-all", (), test.text)
        if rule.kind == "only":
            return
    elif rule.of is not None:
        return
    if MEASURES[rule.measure].needed and rule.what is not None and not rule.what.deck:
        without = [entry for entry in picked if not isinstance(rule.what.run(entry, view), int)]
        if lacking := standing.among(without):
            yield _warning(rule, "lint.no-value", lacking, rule.what.text)
    if rule.kind == "copies":
        for limit in (limit for bound in rule.bounds for limit in bound.limits if limit.card and not limit.deck):
            yield from _of_limit(rule, limit, picked, view, standing)


def _of_limit(rule: Rule, limit: Expr, entries: list[Entry], view: DeckView, standing: _Standing) -> Iterator[Problem]:
    """Cards without a limit of their own, and copies of one another with different ones."""
    values = {entry: limit.run(entry, view) for entry in entries}
    lacking = [e for e, v in values.items() if v is UNKNOWN or (v is None and not may_be_none(limit))]
    if at_fault := standing.among(lacking):
        yield _warning(rule, "lint.no-limit", at_fault, limit.text)
    first: dict[Result, Entry] = {}
    for entry, value in values.items():
        if entry in lacking or limit.lists:
            continue  # a list may well name one of them alone
        for key in spread(view.key(entry)):
            other = first.setdefault(key, entry)
            if value != values[other]:
                yield _warning(rule, "lint.limits-differ", [other, entry], limit.text)
                return


def _warning(rule: Rule, sentence: str, entries: list[Entry] | tuple[()], text: str) -> Problem:
    cards = tuple(entry.shown for entry in entries)
    places = None if rule.everywhere else rule.sections
    facts = {"title": rule.id, "expr": text, "number": len(cards), "names": cards[:3], "sections": places}
    return Problem("shape", sentence, Severity.WARNING, rule.place, cards, facts=facts)


def _of_lists(pool: Pool, lists: Mapping[str, DatedList]) -> Iterator[Problem]:
    for dated in lists.values():
        for version in dated.versions:
            for entry in version.read():
                test = entry.test
                if test is not None and not any(
                    test.run(Entry(1, card.name, "", card), NO_VIEW) is True for card in pool
                ):
                    facts = {"list": dated.named(version), "expr": test.text}
                    yield Problem("list-entry", "lint.list-none", Severity.WARNING, entry.place, facts=facts)


def _printed_later(pool: Pool, lists: Mapping[str, DatedList]) -> Iterator[Problem]:
    """Cards of a list that were printed by a day, of which the database says that they were printed later."""
    for dated in lists.values():
        field, day = dated.printed or ("", "")
        for entry in (entry for version in dated.versions if field for entry in version.read()):
            for card in pool.find(entry.name or ""):
                first = str(card.fields.get(field, ""))
                if card.name == entry.name and first > day:
                    facts = {"list": dated.title, "by": day, "first": first, "field": field}
                    yield Problem("card-data", "lint.printed-later", place=card.place, cards=(card.name,), facts=facts)
