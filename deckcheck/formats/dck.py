"""`.dck` and `.mwDeck`, the decks of three programs: plain lists with the printing before or behind the name."""

from __future__ import annotations

from deckcheck.formats.text import head_text as head_dck
from deckcheck.formats.text import read_text as read_dck

__all__ = ["head_dck", "read_dck"]
