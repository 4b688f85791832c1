"""Which cards a player has, and where they are too few: sections that need more than the deck and they have."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from deckcheck.build.choice import Ceilings, binding
from deckcheck.cards.pool import Card, Pool
from deckcheck.decks.deck import Deck, Entry
from deckcheck.decks.resolve import resolve
from deckcheck.formats import read_deck
from deckcheck.formats.csv import OF_SECTIONS, UNCLEAR
from deckcheck.record import dataclass, replace
from deckcheck.report import DeckcheckError, Problem, Severity
from deckcheck.rules.check import Checker
from deckcheck.rules.game import Game
from deckcheck.rules.rule import MAX, MIN, Rule
from deckcheck.rules.view import NOBODY


@dataclass(frozen=True, slots=True)
class Shortage:
    """The sections of a rule of size hold `needed` cards at least, and there are only `there` of them."""

    rule: str
    sections: tuple[str, ...]
    needed: int
    there: int


def shortages(checker: Checker, deck: Deck, owned: Mapping[Card, int], rules: Iterable[str]) -> tuple[Shortage, ...]:
    """The rules of size, of those with these ids, for which there are too few cards."""
    asked = frozenset(rules)
    ceilings = Ceilings(checker, binding(checker))
    found = []
    for rule in binding(checker):
        needed = sizes(rule, checker)[0] if rule.id in asked else 0
        there = _there(rule, deck, owned, ceilings)
        if there < needed:
            found.append(Shortage(rule.id, rule.sections, needed, there))
    return tuple(found)


def sizes(rule: Rule, checker: Checker) -> tuple[int, int | None]:
    """The fewest and the most cards that a rule of size allows whatever else the deck holds; any number otherwise."""
    least, most = 0, None
    for bound in rule.bounds if rule.kind == "size" and rule.when is None else ():
        if not any(limit.deck for limit in bound.limits):
            found = [limit.run(NOBODY, checker.view(())) for limit in bound.limits]
            values = [value for value in found if isinstance(value, int)]
            if values and bound.op != MAX:
                least = max(least, min(values))
            if values and bound.op != MIN:
                most = min(max(values), max(values) if most is None else most)
    return least, most


def _there(rule: Rule, deck: Deck, owned: Mapping[Card, int], ceilings: Ceilings) -> int:
    """The cards of the deck in the rule's sections, and those of the collection that may be added there."""
    used: dict[Card, int] = {}
    for entry in deck.entries:
        if entry.card is not None:
            used[entry.card] = used.get(entry.card, 0) + entry.count
    held = sum(entry.count for entry in deck.entries if entry.section in rule.sections)
    for card, copies in owned.items():
        most = max(ceilings.of(Entry(1, card.name, section, card)) for section in rule.sections)
        held += max(0, min(copies, most) - used.get(card, 0))
    return held


@dataclass(frozen=True, slots=True)
class Collection:
    """Copies owned of each card; `problems` are lines that were left out."""

    copies: Mapping[Card, int]
    problems: tuple[Problem, ...] = ()


def read_collection(path: str, game: Game, pool: Pool) -> Collection:
    """A collection out of a table (a column of names, one of counts) or any deck file; sections do not matter.

    :raises DeckcheckError: there is no such file, it holds no card, or a column is misspelt.
    """
    if not Path(path).is_file():
        raise DeckcheckError("usage.no-path", path=path)
    file = read_deck(path, game.sections, identifiers=game.identifier_words)
    if unclear := tuple(p for p in file.problems if p.sentence in UNCLEAR):
        raise DeckcheckError("usage.collection-column", unclear, path=path)
    lines = tuple(replace(line, section=None) for line in file.lines)
    told = tuple(p for p in file.problems if p.sentence not in OF_SECTIONS)
    deck = resolve(replace(file, lines=lines, problems=told, game=game.id), game, pool)
    copies: dict[Card, int] = {}
    doubtful = {p.place for p in deck.problems if p.severity is Severity.ERROR}  # they are told as left out
    for entry in deck.entries:
        if entry.card is not None and entry.place not in doubtful:
            copies[entry.card] = copies.get(entry.card, 0) + entry.count
    problems = tuple(p for p in deck.problems if p.severity is not Severity.INFO or p.sentence == "line.beside")
    if not copies:
        raise DeckcheckError("usage.no-collection", problems, path=path)
    return Collection(copies, problems)
