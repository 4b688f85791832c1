"""Which rules collide: a set of them that no deck satisfies, though every smaller one of them can be."""

from __future__ import annotations

from collections.abc import Sequence

from deckcheck.build.choice import Wanted, make_choice
from deckcheck.build.classes import Classes
from deckcheck.decks.deck import Deck, Entry
from deckcheck.rules.check import Checker
from deckcheck.rules.records import Rule


def colliding(
    checker: Checker, rules: Sequence[Rule], entries: Sequence[Entry], classes: Classes, wanted: Wanted
) -> tuple[str, ...]:
    """The ids of rules that cannot hold together; leaving out any one of them leaves a deck."""
    own = dict.fromkeys(e.card for e in entries if e.card is not None)
    fresh = classes.few(wanted.budget, own)
    kept = list(rules)
    for rule in rules:
        fewer = [other for other in kept if other is not rule]
        if make_choice(checker, fewer, entries, fresh, wanted).model.solve([]) is None:
            kept = fewer
    return tuple(rule.id for rule in kept)


def forced(
    checker: Checker, rules: Sequence[Rule], collision: Sequence[str], deck: Deck, classes: Classes, wanted: Wanted
) -> bool:
    """Whether the rules collide for the sake of cards that are not known: without those there is a deck."""
    known = tuple(entry for entry in deck.entries if entry.card is not None)
    if not collision or len(known) == len(deck.entries):
        return False
    again = [rule for rule in rules if rule.id in collision]
    fresh = classes.few(wanted.budget, dict.fromkeys(entry.card for entry in known if entry.card is not None))
    return make_choice(checker, again, known, fresh, wanted).model.solve([]) is not None
