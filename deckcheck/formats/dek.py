"""`.dek`, the decks of an online client: `<Cards Quantity="3" Sideboard="false" Name="NAME" …/>`."""

from __future__ import annotations

from deckcheck.decks.deck import DeckFile
from deckcheck.decks.headings import Sections
from deckcheck.formats import DeckSource
from deckcheck.formats.xml import XmlForm, read_xml

_FORM = XmlForm("Cards", "Quantity", "Name", side="Sideboard", quiet=("Deck", "NetDeckID", "PreconstructedDeckID"))


def read_dek(opened: DeckSource, sections: Sections | None) -> DeckFile:
    """The deck of a `.dek`."""
    return read_xml(opened, sections, _FORM)
