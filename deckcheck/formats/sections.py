"""What the readers and writers share: the keys of a deck file, and entries by section."""

from __future__ import annotations

from deckcheck.deck import Deck, Entry

SCHEME = "ydke://"  # a deck that is a link

# Keys of a deck file that hold one text each, and those of them that `DeckFile.info` holds.
INFO = ("player", "id", "event", "date", "notes")
KEYS = ("game", "format", "name", *INFO)


def by_section(deck: Deck) -> dict[str, list[Entry]]:
    """The entries of each section, sections and entries in the order of the file."""
    sections: dict[str, list[Entry]] = {}
    for entry in deck.entries:
        sections.setdefault(entry.section, []).append(entry)
    return sections


def heads(deck: Deck) -> list[tuple[str, str]]:
    """The keys of the deck that have a text, with it."""
    texts = {"game": deck.game, "format": deck.format, "name": deck.name, **deck.info}
    return [(key, text) for key in KEYS if (text := texts.get(key))]
