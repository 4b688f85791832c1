"""`.cod`, the decks of a free client: `<zone name="main"><card number="3" name="NAME"/></zone>`, name and notes."""

from __future__ import annotations

from xml.sax.saxutils import escape, quoteattr

from deckcheck.decks.deck import Deck, DeckFile, Line
from deckcheck.decks.headings import Sections
from deckcheck.formats import DeckSource
from deckcheck.formats.sections import lines_by_section, listed
from deckcheck.formats.xml import XmlForm, read_xml

_FORM = XmlForm(
    "card",
    "number",
    "name",
    zone="zone",
    texts={"deckname": "name", "comments": "notes"},
    quiet=(
        *("cockatrice_deck", "bannerCard", "lastLoadedTimestamp", "tags", "tag", "sideboard_plan", "name"),
        *("move_card_to_zone", "card_name", "start_zone", "target_zone", "format", "banner_card"),
    ),
)


def read_cod(opened: DeckSource, sections: Sections | None) -> DeckFile:
    """The deck of a `.cod`; its tokens lie beside the deck."""
    return read_xml(opened, sections, _FORM)


def write_cod(deck: Deck) -> str:
    """The deck as such a file, a zone for each section; a line that could not be read is a card of that name."""
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', '<cockatrice_deck version="1">']
    lines += [f"    <deckname>{_text(deck.name or '')}</deckname>", f"    <comments>{_text(_notes(deck))}</comments>"]
    for section, items in lines_by_section(deck).items():
        lines.append(f"    <zone name={_quoted(section)}>")
        for item in items:
            name = item.text if isinstance(item, Line) else listed(item, deck)
            count = "" if item.count is None else str(item.count)
            lines.append(f"        <card number={_quoted(count)} name={_quoted(name)}/>")
        lines.append("    </zone>")
    return "\n".join((*lines, "</cockatrice_deck>")) + "\n"


def _notes(deck: Deck) -> str:
    return deck.info.get("notes", "")


def _allowed(text: str) -> str:
    """The text without the characters that XML has no way to write."""
    return "".join(
        char if char >= " " or char in "\t\n" else "\ufffd" for char in text if not "\ud800" <= char <= "\udfff"
    )


def _text(text: str) -> str:
    return escape(_allowed(text))


def _quoted(text: str) -> str:
    return quoteattr(_allowed(text))
