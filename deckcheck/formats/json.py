"""Decks as JSON, for programs."""

from __future__ import annotations

import json

from deckcheck.deck import Deck
from deckcheck.formats.sections import by_section


def write_json(deck: Deck) -> str:
    """`{"game", "format", "name", "sections": {"main": [{"card", "count", "line"}]}}`."""
    sections = {
        section: [{"card": entry.shown, "count": entry.count, "line": entry.place.line} for entry in entries]
        for section, entries in by_section(deck).items()
    }
    record = {"game": deck.game, "format": deck.format, "name": deck.name, "sections": sections}
    return json.dumps(record, ensure_ascii=False, indent=2) + "\n"
