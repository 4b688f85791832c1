"""Identifiers in deck files: the one that a line was written with, and the one to write."""

from __future__ import annotations

from deckcheck.cards.pool import codes, identifier_key
from deckcheck.decks.deck import Deck, Entry, Line
from deckcheck.report import DeckcheckError

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
