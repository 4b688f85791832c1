"""What a game's rules say of all its cards: tests that tell nothing apart, cards that cannot be judged.

For the designer of a schema; nothing here is wrong with a deck.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from deckcheck.decks.deck import Entry
from deckcheck.expr import UNKNOWN, Expr
from deckcheck.expr.values import Result
from deckcheck.report import DeckcheckError, Problem, Severity
from deckcheck.rules.choices import checker
from deckcheck.rules.limits import may_be_none
from deckcheck.rules.records import Rule
from deckcheck.rules.view import NO_VIEW, DeckView

if TYPE_CHECKING:
    from deckcheck.cards.pool import Card, Pool
    from deckcheck.games.game import Game
    from deckcheck.lists.dated import DatedList


def lint(game: Game, pool: Pool, lists: Mapping[str, DatedList], as_of: str) -> tuple[Problem, ...]:
    """Warnings at the rules of all formats, each rule once, and at the tests in lists that no card passes."""
    seen: set[tuple[str, str | None]] = set()
    problems: list[Problem] = []
    for format_id in game.rulesets if len(pool) else ():
        try:
            settled = checker(game, pool, lists, format_id=format_id, as_of=as_of)
        except DeckcheckError:
            continue  # a list has no version on that day: told when it is asked for
        view = settled.view(())
        for rule in settled.ruleset.rules:
            if (rule.id, rule.setter) not in seen:
                seen.add((rule.id, rule.setter))
                problems.extend(_of_rule(rule, tuple(pool), view))
    return (*problems, *_of_lists(pool, lists))


def _of_rule(rule: Rule, cards: tuple[Card, ...], view: DeckView) -> Iterator[Problem]:
    """What the pool shows of a rule; what reads the deck shows nothing without one."""
    entries = [Entry(1, card.name, rule.sections[0] if rule.sections else "", card) for card in cards]
    picked = entries
    if rule.of is not None and not rule.of.deck:
        test = rule.of.parts[0] if rule.kind == "only" else rule.of
        values = [test.run(entry, view) for entry in entries]
        picked = [entry for entry, value in zip(entries, values, strict=True) if value is not UNKNOWN and value]
        unknown = [entry for entry, value in zip(entries, values, strict=True) if value is UNKNOWN]
        if unknown:
            yield _warning(rule, "lint.undecided", unknown, test.text)
        elif not picked and _of_itself(test):
            yield _warning(rule, "lint.matches-none", (), test.text)
        elif len(picked) == len(entries) and _of_itself(test) and test.fields != {"section"}:
            yield _warning(rule, "lint.matches-all", (), test.text)
        if rule.kind == "only":
            return
    elif rule.of is not None:
        return
    if rule.measure in ("sum", "value") and rule.what is not None and not rule.what.deck:
        lacking = [entry for entry in picked if not isinstance(rule.what.run(entry, view), int)]
        if lacking and rule.measure == "sum":
            yield _warning(rule, "lint.no-value", lacking, rule.what.text)
    if rule.kind == "copies":
        for limit in (limit for bound in rule.bounds for limit in bound.limits if limit.card and not limit.deck):
            yield from _of_limit(rule, limit, picked, view)


def _of_limit(rule: Rule, limit: Expr, entries: list[Entry], view: DeckView) -> Iterator[Problem]:
    """Cards without a limit of their own, and copies of one another with different ones."""
    values = {entry: limit.run(entry, view) for entry in entries}
    lacking = [e for e, v in values.items() if v is UNKNOWN or (v is None and not may_be_none(limit))]
    if lacking:
        yield _warning(rule, "lint.no-limit", lacking, limit.text)
    first: dict[Result, Entry] = {}
    for entry, value in values.items():
        if entry in lacking or limit.lists:
            continue  # a list may well name one of them alone
        other = first.setdefault(view.key(entry), entry)
        if value != values[other]:
            yield _warning(rule, "lint.limits-differ", [other, entry], limit.text)
            return


def _of_itself(test: Expr) -> bool:
    """Whether it hangs on the cards alone, so that on another day or with another list it says the same."""
    return test.op not in ("param", "as_of", "list", "on") and all(map(_of_itself, test.parts))


def _warning(rule: Rule, sentence: str, entries: list[Entry] | tuple[()], text: str) -> Problem:
    cards = tuple(entry.shown for entry in entries)
    facts = {"title": rule.id, "expr": text, "number": len(cards), "names": cards[:3]}
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
