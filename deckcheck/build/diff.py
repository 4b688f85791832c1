"""Two lists compared card by card, and whether the second is a legal siding of the first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from deckcheck.cards.names import normalise
from deckcheck.cards.pool import Card
from deckcheck.decks.deck import Deck, Entry
from deckcheck.editing.changes import Change, between, counted
from deckcheck.record import replace
from deckcheck.report import Place, Problem
from deckcheck.rules.check import section_sizes
from deckcheck.rules.game import Game

SIDING = "siding"


def difference(one: Deck, other: Deck) -> tuple[Change, ...]:
    """What turns the one list into the other; cards that are not known are told apart by their names."""
    strange: dict[str, Card] = {}
    return between(counted(_named(one.entries, strange)), counted(_named(other.entries, strange)))


def _named(entries: Sequence[Entry], strange: dict[str, Card]) -> list[Entry]:
    """The entries with a card for each, an empty one where the name is not known."""
    return [
        entry
        if entry.card is not None
        else replace(entry, card=strange.setdefault(normalise(entry.name), Card(entry.name, (entry.name,), {})))
        for entry in entries
    ]


def siding(game: Game, registered: Deck, sided: Deck) -> tuple[Problem, ...]:
    """Why the one deck is no siding of the other: other cards in all, or sections of another size.

    The rules of construction are not looked at here: a check of both decks tells of those.
    """
    rule = game.siding
    assert rule is not None
    problems = []
    lines = {entry.shown: entry.place for entry in reversed(sided.entries)}
    for change in difference(_whole(registered, rule.between), _whole(sided, rule.between)):
        sentence = "siding.added" if change.action == "add" else "siding.missing"
        place = lines.get(change.name, Place(sided.path))
        facts = {"count": change.count}
        problems.append(Problem(SIDING, sentence, place=place, cards=(change.name,), facts=facts))
    if rule.keep == "sizes":
        before, after = section_sizes(registered, game), section_sizes(sided, game)
        for section in rule.between:
            if before[section] != after[section]:
                place = sided.places.get(section, Place(sided.path))
                found, limit = after[section], before[section]
                problem = Problem(SIDING, "siding.size", place=place, section=section, found=found, limit=limit)
                problems.append(replace(problem, bound="exactly"))
    return tuple(problems)


def _whole(deck: Deck, sections: Sequence[str]) -> Deck:
    """The deck as if those sections were one; the others stay what they are."""
    first = sections[0]
    return replace(deck, entries=tuple(replace(e, section=first) if e.section in sections else e for e in deck.entries))


def missing(deck: Deck, owned: Mapping[Card, int]) -> tuple[tuple[str, int, int], ...]:
    """Cards of which a deck holds more copies than there are: name, needed, owned."""
    needed: dict[Card, int] = {}
    for (card, _), count in counted(deck.entries).items():
        needed[card] = needed.get(card, 0) + count
    return tuple((card.name, count, owned.get(card, 0)) for card, count in needed.items() if count > owned.get(card, 0))
