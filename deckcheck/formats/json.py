"""Decks as JSON, for programs."""

from __future__ import annotations

import json

from deckcheck.deck import Deck, Entry
from deckcheck.formats.codes import written_code
from deckcheck.formats.sections import by_section


def write_json(deck: Deck) -> str:
    """`{"game", "format", "name", "sections": {"main": [{"card", "count", "line"}]}}`.

    An entry that was written with an identifier has it as "written" besides.
    """
    sections = {section: [_entry(entry, deck) for entry in entries] for section, entries in by_section(deck).items()}
    record = {"game": deck.game, "format": deck.format, "name": deck.name, "sections": sections}
    return json.dumps(record, ensure_ascii=False, indent=2) + "\n"


def _entry(entry: Entry, deck: Deck) -> dict[str, object]:
    record: dict[str, object] = {"card": entry.shown, "count": entry.count, "line": entry.place.line}
    code = written_code(entry, deck) if entry.card is not None else None
    return record if code is None else record | {"written": code}
