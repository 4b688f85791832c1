"""A deck in another form of file, with what of it gets lost."""

from __future__ import annotations

import os

from deckcheck.decks.deck import Deck
from deckcheck.files.source import read
from deckcheck.formats import WRITERS
from deckcheck.formats.losses import Losses, losses
from deckcheck.wording import whole

_BARE = ("text", "csv")  # forms that write characters as they are, those that steer a terminal too


def converted(deck: Deck, form: str) -> tuple[str, Losses]:
    """The text, and what it does not hold.

    :raises DeckcheckError: the form cannot hold any of the deck.
    """
    text = WRITERS[form].write(deck)
    if form in _BARE:
        text = "".join(f"{whole(line)}\n" for line in text.split("\n")[:-1])
    at_hand = "://" not in deck.path and os.path.isfile(deck.path)  # noqa: PTH113
    before = read(deck.path).text if at_hand else ""
    return text, losses(deck, WRITERS[form], before)
