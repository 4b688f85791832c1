"""What the readers and writers share: the keys of a deck file, entries by section, and cards by their numbers."""

from __future__ import annotations

import re

from deckcheck.cards.names import normalise
from deckcheck.cards.pool import codes, identifier_key
from deckcheck.decks.deck import Deck, Entry, Line
from deckcheck.decks.headings import nearest
from deckcheck.report import DeckcheckError, Place, Problem, Severity

SCHEME = "ydke://"  # a deck that is a link
_REMARK = re.compile(r"(?:^|\s)(?://|#|;)")

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


def in_remark(before: str) -> bool:
    """Whether what follows a part of a line is in a comment, of its own or behind a card: "3 Name // see"."""
    return _REMARK.search(before) is not None


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


_DIGITS = 20  # of a number with leading zeros


def written_code(entry: Entry, deck: Deck) -> str | None:
    """The identifier that the line of an entry was written with; None where it was a name."""
    if entry.card is None:
        return entry.name if entry.name.isdecimal() else None
    known = set(codes(entry.card, deck.identifiers))
    return entry.name if entry.name not in entry.card.names and identifier_key(entry.name) in known else None


def own_code(entry: Entry, deck: Deck) -> str | None:
    """The card's first identifier; None where it has none, or nothing is known of the card."""
    if entry.card is None:
        return None
    values = (entry.card.fields.get(field) for field in deck.identifiers)
    value = next((value for value in values if value is not None), None)
    return value[0] if isinstance(value, tuple) else None if value is None else str(value)


def listed(entry: Entry, deck: Deck) -> str:
    """What stands for the card in a list of names: the name, but where it was written with an identifier
    that is not the card's first (another artwork), that identifier, so that it is not lost."""
    code = written_code(entry, deck)
    if code is None or entry.card is None:
        return entry.shown
    own = own_code(entry, deck)
    return entry.shown if own is not None and identifier_key(own) == identifier_key(code) else code


def item_text(item: Entry | Line, deck: Deck) -> str:
    """An entry, or a line that is none, as an item of a list: "3 Name"."""
    if isinstance(item, Line):
        return item.text if item.count is None else f"{item.count} {item.text}"
    return f"{item.count} {listed(item, deck)}"


def _is_number(code: str) -> bool:
    """Whether it is a number of 32 bits, as the forms of numbers hold them."""
    return code.isdecimal() and len(code) <= _DIGITS and int(code) < 2**32


def without_number(deck: Deck) -> tuple[Entry, ...]:
    """The entries that a form of numbers alone cannot hold."""
    return tuple(entry for entry in deck.entries if not _is_number(_code(entry, deck)))


def _code(entry: Entry, deck: Deck) -> str:
    return written_code(entry, deck) or own_code(entry, deck) or ""


def numbers(deck: Deck) -> dict[str, list[int]]:
    """The deck as numbers, a copy each, by section: for the forms that hold nothing else.

    Cards without a number are left out.

    :raises DeckcheckError: no card has a number.
    """
    found: dict[str, list[int]] = {}
    for entry in deck.entries:
        code = _code(entry, deck)
        if _is_number(code):
            found.setdefault(entry.section, []).extend([int(code)] * entry.count)
    if deck.entries and not found:
        raise DeckcheckError("usage.no-number", cards=tuple(dict.fromkeys(entry.shown for entry in deck.entries)))
    return found
