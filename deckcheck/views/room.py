"""How many more cards a section takes, by the rules of size alone."""

from __future__ import annotations

from deckcheck.build.choice import binding
from deckcheck.build.shortage import sizes
from deckcheck.decks.deck import Deck
from deckcheck.rules.check import Checker


def section_room(deck: Deck, checker: Checker) -> dict[str, int]:
    """Section → how many cards fit besides those it holds; a section without a largest size is left out."""
    found: dict[str, int] = {}
    for rule in binding(checker.without_ignored(deck)):
        most = sizes(rule, checker)[1]
        if most is None:
            continue
        held = sum(entry.count for entry in deck.entries if entry.section in rule.sections)
        for section in rule.sections:
            found[section] = min(found.get(section, most), max(0, most - held))
    return {section: found[section] for section in checker.game.sections if section in found}
