"""Decks held to the cards that there are: a collection, or the pool of a sealed event."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from deckcheck.cards.pool import Card
from deckcheck.decks.deck import Deck
from deckcheck.record import replace
from deckcheck.report import Place, Problem, Report


class Owned:
    """The copies that are left. `at_once`: what one deck takes, no later one has; else each deck is on its own."""

    def __init__(self, path: str, read: Callable[[str], Mapping[Card, int]], *, at_once: bool) -> None:
        """`read` gives the copies of a game's cards, by the game's id."""
        self.path = path
        self.at_once = at_once
        self._read = read
        self._left: dict[str, dict[Card, int]] = {}

    def anew(self) -> Owned:
        """The same before any deck has taken from it."""
        return Owned(self.path, self._read, at_once=self.at_once)

    def held(self, deck: Deck, report: Report) -> Report:
        """The report, with an error for each card of which the deck needs more copies than there are."""
        if deck.game not in self._left:
            self._left[deck.game] = dict(self._read(deck.game))
        left = self._left[deck.game]
        needed: dict[Card, int] = {}
        places: dict[Card, Place] = {}
        for entry in deck.entries:
            if entry.card is not None:
                needed[entry.card] = needed.get(entry.card, 0) + entry.count
                places.setdefault(entry.card, entry.place)
        lacking = {card: count for card, count in needed.items() if count > left.get(card, 0)}
        if self.at_once and not lacking:
            for card, count in needed.items():
                left[card] -= count
        problems = tuple(
            Problem(
                "owned",
                "owned.too-few-left" if self.at_once else "owned.too-few",
                place=places[card],
                cards=(card.name,),
                found=count,
                limit=left.get(card, 0),
                bound="max",
                facts={"path": self.path},
            )
            for card, count in lacking.items()
        )
        return replace(report, legal=False, problems=(*report.problems, *problems)) if problems else report
