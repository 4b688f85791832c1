"""Decks in XML as other programs write them: an element a card, so that a card may stand in several.

A document type is refused, as entities come with it; nothing is fetched, and elements lie only so deep in one another.
"""

from __future__ import annotations

from collections.abc import Mapping
from xml.parsers import expat

from deckcheck.decks.deck import DeckFile, Line
from deckcheck.decks.headings import Sections, first_section, heading_words, is_beside, section_named
from deckcheck.formats import DeckSource
from deckcheck.formats.sections import beside
from deckcheck.record import dataclass, field
from deckcheck.report import Place, Problem

_DEEPEST = 20
_YES, _NO = frozenset({"true", "1"}), frozenset({"false", "0", ""})


@dataclass(frozen=True, slots=True)
class XmlForm:
    """The elements of a form of deck in XML.

    card: the element of a card.
    count: its attribute that holds the copies.
    name: its attribute that holds the name; None: the text of the element.
    side: its attribute that says whether the card is in the side deck.
    zone: the element around the cards of a section, whose attribute `name` is the heading.
    texts: elements whose text is a key of the head.
    quiet: elements of which nothing is said, nor of their text.
    """

    card: str
    count: str
    name: str | None = None
    side: str | None = None
    zone: str | None = None
    texts: Mapping[str, str] = field(default_factory=dict)
    quiet: tuple[str, ...] = ()


class _RefusedError(Exception):
    """The document is not read on."""


class _Elements:
    """What has been read of the elements so far."""

    def __init__(
        self, opened: DeckSource, form: XmlForm, sections: Sections | None, parser: expat.XMLParserType
    ) -> None:
        self.opened = opened
        self.form = form
        self.parser = parser
        self.words = heading_words(sections)
        self.main = first_section(sections) if sections else "main"
        self.side = section_named("side", self.words) or "side"
        self.lines: list[Line] = []
        self.aside: dict[str, list[Place]] = {}
        self.open: list[str] = []
        self.zone: str | None = None
        self.card: tuple[dict[str, str], Place] | None = None
        self.words_of: list[str] = []  # the text of the element that is read

    def place(self) -> Place:
        parser = self.parser
        return Place(self.opened.source.path, parser.CurrentLineNumber, parser.CurrentColumnNumber + 1)

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self.open.append(name)
        self.words_of = []
        form = self.form
        if len(self.open) > _DEEPEST:
            self.refuse("xml.deep")
        if name == form.card and self.card is None:
            self.card = attributes, self.place()
        elif name == form.zone:
            self.zone = attributes.get("name", "").strip()
        elif name not in form.texts and name not in form.quiet:
            problem = Problem("line", "xml.element", place=self.place(), facts={"name": name})
            self.opened.problems.append(problem)

    def end(self, name: str) -> None:
        text = "".join(self.words_of).strip()
        self.words_of = []
        self.open.pop()
        if name == self.form.card and self.card is not None:
            attributes, place = self.card
            self.card = None
            self.line(attributes.get(self.form.name, "").strip() if self.form.name else text, attributes, place)
        elif name == self.form.zone:
            self.zone = None
        elif text and (key := self.form.texts.get(name)):
            self.opened.texts.setdefault(key, text)

    def text(self, text: str) -> None:
        inner = self.open[-1] if self.open else ""
        if inner in self.form.texts or (inner == self.form.card and self.form.name is None):
            self.words_of.append(text)
        elif text.strip() and (inner not in self.form.quiet or len(self.open) == 1):
            facts = {"text": text.strip()[:60]}
            self.opened.problems.append(Problem("line", "xml.text", place=self.place(), facts=facts))

    def line(self, name: str, attributes: dict[str, str], place: Place) -> None:
        if not name:
            self.opened.problems.append(Problem("line", "line.no-card", place=place))
            return
        side = attributes.get(self.form.side, "").strip() if self.form.side else ""
        if side.lower() not in _YES | _NO:
            facts = {"attribute": self.form.side, "name": name, "text": side[:60]}
            self.opened.problems.append(Problem("line", "xml.side", place=place, facts=facts))
        section = self.section(attributes)
        if section is None:
            self.aside.setdefault(self.zone or "", []).append(place)
            return
        count = attributes.get(self.form.count, "").strip()
        if not count:
            facts = {"attribute": self.form.count, "name": name}
            self.opened.problems.append(Problem("count", "xml.no-count", place=place, facts=facts))
        whole = int(count) if count.isdecimal() and len(count) < 6 else None
        self.lines.append(Line(section, name if whole is not None else f"{count} {name}".strip(), whole, place))

    def section(self, attributes: dict[str, str]) -> str | None:
        """The section of a card; None where it lies beside the deck."""
        if self.form.side is not None:
            return self.side if attributes.get(self.form.side, "").strip().lower() in _YES else self.main
        if not self.zone:
            return self.main
        named = section_named(self.zone, self.words)
        return None if named is None and is_beside(self.zone) else named or self.zone

    def refuse(self, sentence: str) -> None:
        self.opened.problems.append(Problem("syntax", sentence, place=self.place()))
        raise _RefusedError


def read_xml(opened: DeckSource, sections: Sections | None, form: XmlForm) -> DeckFile:
    """The deck of such a file; one that is cut short or no XML holds no card, and the problem says where."""
    source = opened.source
    parser = expat.ParserCreate("utf-8")
    work = _Elements(opened, form, sections, parser)
    parser.StartElementHandler = work.start
    parser.EndElementHandler = work.end
    parser.CharacterDataHandler = work.text
    parser.StartDoctypeDeclHandler = lambda *_: work.refuse("xml.doctype")
    try:
        parser.Parse(source.text.encode(errors="replace"), True)
    except expat.ExpatError as error:
        place = Place(source.path, error.lineno, error.offset + 1)
        facts = {"reason": expat.ErrorString(error.code)}
        opened.problems.append(Problem("syntax", "xml.syntax", place=place, facts=facts))
        work.lines.clear()
    except _RefusedError:
        work.lines.clear()
    opened.problems.extend(beside(zone, len(places), places[0]) for zone, places in work.aside.items())
    return opened.deck_file(work.lines)
