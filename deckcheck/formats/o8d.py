"""`.o8d`, the decks of a virtual table: `<section name="Main"><card qty="3" id="…">NAME</card></section>`."""

from __future__ import annotations

from deckcheck.decks.deck import DeckFile
from deckcheck.decks.headings import Sections
from deckcheck.formats import DeckSource
from deckcheck.formats.xml import XmlForm, read_xml

_FORM = XmlForm("card", "qty", zone="section", texts={"notes": "notes"}, quiet=("deck", "sleeve"))


def read_o8d(opened: DeckSource, sections: Sections | None) -> DeckFile:
    """The deck of an `.o8d`."""
    return read_xml(opened, sections, _FORM)
