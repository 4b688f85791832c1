"""`.dek`, the decks of an online client, in XML: an element a printing, so that a card may stand in several.

<Cards Quantity="3" Sideboard="false" Name="NAME" …/>        any other element but the head's is told

A document type is refused, as entities come with it.
"""

from __future__ import annotations

from xml.parsers import expat

from deckcheck.decks.deck import DeckFile, Line
from deckcheck.decks.headings import Sections, first_section, heading_words, section_named
from deckcheck.formats import DeckSource
from deckcheck.record import dataclass, field
from deckcheck.report import Place, Problem

_CARDS = "Cards"
_HEAD = ("Deck", "NetDeckID", "PreconstructedDeckID")
_DEEPEST = 20


class _RefusedError(Exception):
    """The document is not read on."""


@dataclass(slots=True)
class _Elements:
    """What has been read of the elements so far.

    sections: of the cards that are in the side deck, and of those that are not.
    """

    path: str
    parser: expat.XMLParserType
    sections: dict[bool, str]
    problems: list[Problem]
    lines: list[Line] = field(default_factory=list)
    depth: int = 0

    def place(self) -> Place:
        return Place(self.path, self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1)

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self.depth += 1
        if self.depth > _DEEPEST:
            self.refuse("xml.deep")
        if name == _CARDS:
            self.card(attributes)
        elif name not in _HEAD:
            self.problems.append(Problem("line", "xml.element", place=self.place(), facts={"name": name}))

    def end(self, _: str) -> None:
        self.depth -= 1

    def text(self, text: str) -> None:
        if text.strip():
            self.problems.append(Problem("line", "xml.text", place=self.place(), facts={"text": text.strip()[:60]}))

    def card(self, attributes: dict[str, str]) -> None:
        text = attributes.get("Name", "").strip()
        if not text:
            self.problems.append(Problem("line", "line.no-card", place=self.place()))
            return
        count = attributes.get("Quantity", "").strip()
        whole = int(count) if count.isdecimal() and len(count) < 6 else None
        section = self.sections[attributes.get("Sideboard", "").strip().lower() in ("true", "1")]
        self.lines.append(Line(section, text if whole is not None else f"{count} {text}".strip(), whole, self.place()))

    def refuse(self, sentence: str) -> None:
        self.problems.append(Problem("syntax", sentence, place=self.place()))
        raise _RefusedError


def read_dek(opened: DeckSource, sections: Sections | None) -> DeckFile:
    """The deck of a `.dek`; one that is cut short or no XML holds no card, and the problem says where."""
    source = opened.source
    main = first_section(sections) if sections else None
    side = section_named("side", heading_words(sections)) or "side"
    parser = expat.ParserCreate("utf-8")
    work = _Elements(source.path, parser, {False: main or "main", True: side}, opened.problems)
    parser.StartElementHandler = work.start
    parser.EndElementHandler = work.end
    parser.CharacterDataHandler = work.text
    parser.StartDoctypeDeclHandler = lambda *_: work.refuse("xml.doctype")
    try:
        parser.Parse(source.text.encode(errors="replace"), True)
    except expat.ExpatError as error:
        place = Place(source.path, error.lineno, error.offset + 1)
        facts = {"reason": expat.ErrorString(error.code)}
        work.problems.append(Problem("syntax", "xml.syntax", place=place, facts=facts))
        work.lines.clear()
    except _RefusedError:
        work.lines.clear()
    return opened.deck_file(work.lines)
