"""Decks as plain lists, the way players write and programs export them.

Blank lines never part the deck from the side deck: only headings and "SB:" do.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from deckcheck.cards.names import normalise
from deckcheck.decks.deck import Deck, DeckFile, Ignore, Line
from deckcheck.decks.headings import (
    Sections,
    SectionsOf,
    bare,
    first_section,
    heading_words,
    is_beside,
    is_category,
    is_title,
    section_named,
)
from deckcheck.decks.lines import MAX_LINE, split_count, tidy
from deckcheck.files.source import Source
from deckcheck.formats.codes import item_text
from deckcheck.formats.sections import INFO, KEY_WORDS, beside, heads, lines_by_section
from deckcheck.record import dataclass, field
from deckcheck.report import Note, Place, Problem

_COUNTED = re.compile(r"\s*+([0-9]++x?\s++.*)")  # of a line without blanks at its end
_COMMENT = re.compile(r"(//|#|;)[/#;]*")
_PAIR = re.compile(r"(?P<key>[^:：]++)[:：]\s*+(?P<rest>.+)\Z")


def read_text(source: Source, sections_of: SectionsOf) -> DeckFile:
    """The deck of a plain list, its sections under the ids of the game's."""
    work = _Reading(source.path, [*source.problems])
    lines = source.text.split("\n")
    work.top(lines)
    work.sections = sections_of(work.texts.get("game"))
    work.words = heading_words(work.sections, categories=False)
    work.section = first_section(work.sections) if work.sections else None
    for number, text in enumerate(lines, 1):
        if number not in work.read:
            work.line(text, number)
    work.leave()
    return DeckFile(
        source.path,
        "text",
        game=work.texts.get("game"),
        format=work.texts.get("format"),
        name=work.texts.get("name"),
        info={key: work.texts[key] for key in INFO if key in work.texts},
        ignore=tuple(work.ignore),
        lines=tuple(work.lines),
        sections=tuple(dict.fromkeys(line.section for line in work.lines if line.section)),
        places=work.places,
        problems=tuple(work.problems),
        notes=work.notes(),
    )


@dataclass(slots=True)
class _Reading:
    """What has been read of one file so far. `read`: numbers of the lines that said something else."""

    path: str
    problems: list[Problem]
    texts: dict[str, str] = field(default_factory=dict)
    ignore: list[Ignore] = field(default_factory=list)
    read: set[int] = field(default_factory=set)
    sections: Sections | None = None
    words: Mapping[str, str] = field(default_factory=dict)
    section: str | None = None
    lines: list[Line] = field(default_factory=list)
    places: dict[str, Place] = field(default_factory=dict)
    beside: tuple[str, Place] | None = None
    passed: int = 0
    gap: bool = False
    parted: int | None = None
    marked: bool = False
    remarks: list[Note] = field(default_factory=list)

    def top(self, lines: list[str]) -> None:
        """The lines "key: text" before the first card, in comments or not."""
        about = False
        for number, line in enumerate(lines, 1):
            text = tidy(line)
            comment = _COMMENT.match(text)
            body = text[comment.end() :].strip() if comment else text
            pair = _PAIR.match(body)
            key = KEY_WORDS.get(normalise(pair["key"])) if pair else None
            if pair and key and not self.is_heading(pair["key"], pair["rest"]):
                self.key(key, pair["rest"], number, line.find(body[0]) + 1)
            elif about and body.startswith("Name "):
                self.key("name", body[5:].strip(), number, 1)
            elif body == "About":
                about = True
                self.read.add(number)
            elif text and not comment:
                break

    def is_heading(self, word: str, rest: str) -> bool:
        """`Deck: Cendres` names the deck; `Deck: 40` and `Deck: 3 Veilleur` do not."""
        counted = rest.isdecimal() or split_count(rest).count is not None
        return normalise(word) in heading_words(None) and counted

    def key(self, key: str, text: str, number: int, column: int) -> None:
        place = Place(self.path, number, column)
        if key == "ignore":
            rule, _, reason = text.partition(" ")
            self.ignore.append(Ignore(rule, reason.strip() or None, place))
        elif key == "notes" and key in self.texts:
            self.texts[key] += "\n" + ("" if text == "." else text)
        elif key in self.texts:
            facts = {"key": key, "first": self.places[key].line}
            self.problems.append(Problem("line", "line.repeated-key", place=place, facts=facts))
        else:
            self.texts[key] = text
            self.places[key] = place
        self.read.add(number)

    def line(self, raw: str, number: int) -> None:
        if len(raw) > MAX_LINE and len(raw.strip()) > MAX_LINE:  # looking cards up tells that it is too long
            self.add(Line(self.section, raw.strip(), None, Place(self.path, number, 1)))
            return
        if self.beside and self.passes(raw):
            return
        if plain := _COUNTED.match(raw.rstrip()):  # nearly every line, and never a heading
            self.add(Line(self.section, plain[1], None, Place(self.path, number, plain.start(1) + 1)))
            return
        text = tidy(raw)
        if not text:
            self.gap = True
            return
        place = Place(self.path, number, raw.find(text[0]) + 1)
        comment = _COMMENT.match(text)
        if comment:
            self.comment(text, comment, place)
        elif heading := self.heading(text):
            self.enter(heading, place)
        elif (pair := _PAIR.match(text)) and (section := self.inline(pair["key"], pair["rest"])):
            self.add(Line(section, pair["rest"], None, place))
        elif is_beside(bare(text)):
            self.set_aside(bare(text), place)
        elif is_category(bare(text)):
            self.sort(Line(self.section, text, None, place, None, "heading"))
        elif is_title(text) and split_count(text).count is None and split_count(bare(text)).count is None:
            self.gap = False
            self.lines.append(Line(self.section, text, None, place, None, "heading"))
        else:
            self.add(Line(self.section, raw.strip(), None, place))

    def set_aside(self, heading: str, place: Place) -> None:
        self.beside = (heading, place)
        self.marked = True

    def passes(self, raw: str) -> bool:
        """Whether a line belongs to what lies beside the deck; a heading that is no kind of cards ends that."""
        text = tidy(raw)
        comment = _COMMENT.match(text)
        body = text[comment.end() :].strip() if comment else text
        kind = is_category(bare(body))
        heads = bool(body) and (self.heading(body) is not None or is_beside(bare(body)))
        if comment:
            ends = heads and comment[1] == "//"
        else:
            ends = not _COUNTED.match(text) and (heads or (is_title(text) and not kind))
            self.passed += bool(text) and not kind and not ends
        if ends:
            self.leave()
        return not ends

    def leave(self) -> None:
        if self.beside and self.passed:
            self.problems.append(beside(self.beside[0], self.passed, self.beside[1]))
        self.beside, self.passed = None, 0

    def comment(self, text: str, comment: re.Match[str], place: Place) -> None:
        body = text[comment.end() :].strip()
        heading = self.heading(body)
        if heading and comment[1] == "//":
            self.enter(heading, place)
        elif comment[1] == "//" and is_beside(bare(body)):
            self.set_aside(bare(body), place)
        elif heading:
            self.remarks.append(Note("note.heading-in-comment", {"line": place.line, "text": text}))
        elif comment[0] == "#" and not text[1:2].isspace():
            self.lines.append(Line(self.section, text, None, place, None, "comment"))

    def heading(self, text: str) -> str | None:
        """The section that a line heads: `Side`, `[Side]`, `== Side ==`, `Side:`, `Side Deck : 15`, `Side (15)`."""
        words = bare(text)
        section = section_named(words, self.words) if words else None
        if section is None and words != text and not is_category(words):
            section = section_named(words, heading_words(None))
        return section

    def sort(self, line: Line) -> None:
        """A kind of cards heads a part of the section above; one of a single card is over with it."""
        self.marked = True
        self.gap = False
        self.lines.append(line)
        above = self.sections.get(self.section or "") if self.sections else None
        if self.sections and above is not None and above.cards == 1:
            self.section = first_section(self.sections)

    def enter(self, section: str, place: Place) -> None:
        self.section = section
        self.marked = True
        self.gap = False
        self.places.setdefault(section, place)

    def inline(self, words: str, rest: str) -> str | None:
        """The section of one line alone: `SB: 2 Name`, `Leader : Name`."""
        section = self.words.get(normalise(words)) or (heading_words(None).get(normalise(words)))
        if section is None:
            return None
        single = bool(self.sections and section in self.sections and self.sections[section].cards == 1)
        return section if single or normalise(words) == "sb" or split_count(rest).count else None

    def add(self, line: Line) -> None:
        if line.section != self.section:
            self.marked = True
        if self.gap and self.lines and not self.lines[-1].maybe and self.parted is None:
            self.parted = line.place.line
        self.gap = False
        self.lines.append(line)

    def notes(self) -> tuple[Note, ...]:
        remarks = list(self.remarks)
        if self.parted and not self.marked:
            remarks.append(Note("note.blank-line", {"line": self.parted, "section": self.section}))
        elif self.lines and not self.marked and self.sections and len(self.sections) > 1:
            remarks.append(Note("note.no-headings", {"section": self.section}))
        return tuple(remarks)


def _parts(key: str, text: str) -> list[str]:
    """Notes have a line each for their lines; a blank one is a dot."""
    return [part if part.strip() else "." for part in text.rstrip("\n").split("\n")] if key == "notes" else [text]


def write_text(deck: Deck) -> str:
    """The deck as a plain list; the sections stand under their ids, the keys in comments at the top."""
    lines = [f"// {key}: {tidy(part)}" for key, text in heads(deck) for part in _parts(key, text)]
    lines += [f"// ignore: {ignore.rule} {tidy(ignore.reason or '')}".rstrip() for ignore in deck.ignore]
    for section, items in lines_by_section(deck).items():
        lines += [""] if lines else []
        lines.append(f"[{section}]")
        lines += [tidy(item_text(item, deck)) for item in items]
    return "\n".join(lines) + "\n"
