"""What the readers and writers share: the keys of a deck file, and entries by section."""

from __future__ import annotations

from deckcheck.cards.names import normalise
from deckcheck.decks.deck import Deck, Entry, Line
from deckcheck.decks.headings import nearest
from deckcheck.report import Place, Problem, Severity

SCHEME = "ydke://"  # a deck that is a link

# Keys of a deck file that hold one text each, and those of them that `DeckFile.info` holds.
INFO = ("player", "id", "event", "date", "notes")
KEYS = ("game", "format", "name", *INFO)
HEAD = (*KEYS, "ignore")
# What people write for a key, normalised → the key.
KEY_WORDS = {
    "game": "game",
    "jeu": "game",
    "format": "format",
    "name": "name",
    "deck name": "name",
    "deck": "name",
    "nom": "name",
    "nom du deck": "name",
    "title": "name",
    "titre": "name",
    "player": "player",
    "joueur": "player",
    "joueuse": "player",
    "id": "id",
    "event": "event",
    "evenement": "event",
    "tournoi": "event",
    "date": "date",
    "notes": "notes",
    "ignore": "ignore",
}


def names_game(key: str) -> bool:
    """Whether a key is one that names the game, but for its spelling: `Game`, `jeu`, `gaem`."""
    return KEY_WORDS.get(normalise(key)) == "game" or nearest(key, ("game",)) is not None


def beside(heading: str, lines: int, place: Place) -> Problem:
    """Lines under a heading of cards that are none of the deck: no fault, but told."""
    facts = {"heading": heading, "lines": lines}
    return Problem("line", "line.beside", Severity.INFO, place=place, facts=facts)


def lines_by_section(deck: Deck) -> dict[str, list[Entry | Line]]:
    """The entries of each section, sections and entries in the order of the file.

    Lines of which no entry could be made stand between them.
    """
    items: list[Entry | Line] = [*deck.entries, *deck.unread]
    if deck.unread:
        items.sort(key=lambda item: (item.place.line or 0, item.place.column or 0))
    sections: dict[str, list[Entry | Line]] = {}
    for item in items:
        sections.setdefault(item.section or "", []).append(item)
    return sections


def heads(deck: Deck) -> list[tuple[str, str]]:
    """The keys of the deck that have a text, with it."""
    texts = {"game": deck.game, "format": deck.format, "name": deck.name, **deck.info}
    return [(key, text) for key in KEYS if (text := texts.get(key))]
