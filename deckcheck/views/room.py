"""How many more cards a section takes, by the rules of size alone."""

from __future__ import annotations

from deckcheck.build.choice import binding
from deckcheck.decks.deck import Deck
from deckcheck.rules.check import Checker
from deckcheck.rules.records import MIN, Rule
from deckcheck.rules.view import NOBODY


def section_room(deck: Deck, checker: Checker) -> dict[str, int]:
    """Section → how many cards fit besides those it holds; a section without a largest size is left out."""
    found: dict[str, int] = {}
    for rule in binding(checker.without_ignored(deck)):
        most = _largest(rule, checker)
        if most is None:
            continue
        held = sum(entry.count for entry in deck.entries if entry.section in rule.sections)
        for section in rule.sections:
            found[section] = min(found.get(section, most), max(0, most - held))
    return {section: found[section] for section in checker.game.sections if section in found}


def _largest(rule: Rule, checker: Checker) -> int | None:
    """The most cards that a rule of size allows, whatever else the deck holds; None where it is no such rule."""
    if rule.kind != "size" or rule.when is not None:
        return None
    limits = []
    for bound in rule.bounds:
        if bound.op == MIN or any(limit.deck for limit in bound.limits):
            continue
        values = [limit.run(NOBODY, checker.view(())) for limit in bound.limits]
        limits.append(max((value for value in values if isinstance(value, int)), default=None))
    return min((limit for limit in limits if limit is not None), default=None)
