"""Decks as plain lists, the way players write and programs export them.

The keys at the top are read first. Then each line is told apart by its form alone, by the rows of a table in their
order; then each is put into its section. Only headings and "SB:" part the deck from the side deck, no blank line does.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from deckcheck.cards.names import normalise
from deckcheck.decks.deck import Deck, DeckFile, Ignore, Line
from deckcheck.decks.headings import (
    Sections,
    bare,
    first_section,
    heading_words,
    is_beside,
    is_category,
    is_title,
    section_named,
)
from deckcheck.decks.lines import MAX_LINE, split_count, tidy
from deckcheck.formats import DeckSource
from deckcheck.formats.sections import KEY_WORDS, beside, heads, item_text, lines_by_section
from deckcheck.record import dataclass
from deckcheck.report import Note, Place, Problem

_COUNTED = re.compile(r"\s*+([0-9]++x?\s++.*)")  # of a line without blanks at its end
_COMMENT = re.compile(r"(//|#|;)[/#;]*")
_PAIR = re.compile(r"(?P<key>[^:：]++)[:：]\s*+(?P<rest>.+)\Z")

# What a line is by its form.
_CARD, _LONG, _BLANK, _COMMENTED, _HASH = "card", "long", "blank", "comment", "hash"
_HEADING, _NOTED, _INLINE, _ASIDE, _KIND, _TITLE = "heading", "noted", "inline", "aside", "kind", "title"
_ENDS = frozenset({_HEADING, _ASIDE, _TITLE})  # what ends the cards that lie beside the deck
_SILENT = frozenset({_BLANK, _COMMENTED, _HASH, _NOTED, _KIND})  # what is none of them
_MARKS = frozenset({_HEADING, _ASIDE, _KIND})  # what shows that the list has headings

# The number of a line, what it is, its text, its column, and the section that it heads or stands in alone.
_Part = tuple[int, str, str, int, str | None]


def head_text(opened: DeckSource) -> None:
    """The lines "key: text" before the first card, in comments or not; `body` is the numbers of these lines."""
    taken: set[int] = set()
    about = False
    for number, line in enumerate(opened.source.text.split("\n"), 1):
        text = tidy(line)
        comment = _COMMENT.match(text)
        body = text[comment.end() :].strip() if comment else text
        pair = _PAIR.match(body)
        key = KEY_WORDS.get(normalise(pair["key"])) if pair else None
        if pair and key and not _counts(pair["key"], pair["rest"]):
            _key(opened, key, pair["rest"], Place(opened.source.path, number, line.find(body[0]) + 1))
        elif about and body.startswith("Name "):
            _key(opened, "name", body[5:].strip(), Place(opened.source.path, number, 1))
        elif body == "About":
            about = True
        elif text and not comment:
            break
        else:
            continue
        taken.add(number)
    opened.body = taken


def _counts(word: str, rest: str) -> bool:
    """`Deck: Cendres` names the deck; `Deck: 40` and `Deck: 3 Veilleur` do not."""
    counted = rest.isdecimal() or split_count(rest).count is not None
    return normalise(word) in heading_words(None) and counted


def _key(opened: DeckSource, key: str, text: str, place: Place) -> None:
    texts = opened.texts
    if key == "ignore":
        rule, _, reason = text.partition(" ")
        opened.ignore.append(Ignore(rule, reason.strip() or None, place))
    elif key == "notes" and key in texts:
        texts[key] += "\n" + ("" if text == "." else text)
    elif key in texts:
        facts = {"key": key, "first": opened.places[key].line}
        opened.problems.append(Problem("line", "line.repeated-key", place=place, facts=facts))
    else:
        texts[key] = text
        opened.places[key] = place


def read_text(opened: DeckSource, sections: Sections | None) -> DeckFile:
    """The deck of a plain list, its sections under the ids of the game's."""
    words = _Words(sections, heading_words(sections, categories=False))
    rows = enumerate(opened.source.text.split("\n"), 1)
    taken = opened.body
    parts = [_part(number, raw, words) for number, raw in rows if number not in taken]
    lines, notes = _placed(parts, opened, sections)
    return opened.deck_file(lines, (*notes, *_without_headings(parts, sections)))


@dataclass(frozen=True, slots=True)
class _Words:
    """The sections of the game, and the words that head them."""

    sections: Sections | None
    words: Mapping[str, str]

    def heading(self, text: str) -> str | None:
        """The section that a line heads: `Side`, `[Side]`, `== Side ==`, `Side:`, `Side Deck : 15`, `Side (15)`."""
        words = bare(text)
        section = section_named(words, self.words) if words else None
        if section is None and words != text and not is_category(words):
            section = section_named(words, heading_words(None))
        return section

    def inline(self, word: str, rest: str) -> str | None:
        """The section of one line alone: `SB: 2 Name`, `Leader : Name`."""
        word = normalise(word)
        section = self.words.get(word) or heading_words(None).get(word)
        if section is None:
            return None
        single = bool(self.sections and section in self.sections and self.sections[section].cards == 1)
        return section if single or word == "sb" or split_count(rest).count else None


def _part(number: int, raw: str, words: _Words) -> _Part:
    """What a line is by its form: that of the first row that fits, or a card."""
    if len(raw) > MAX_LINE and len(raw.strip()) > MAX_LINE:  # looking cards up tells that it is too long
        return number, _LONG, raw.strip(), 1, None
    if counted := _COUNTED.match(raw.rstrip()):  # nearly every line, and never a heading
        return number, _CARD, counted[1], counted.start(1) + 1, None
    text = tidy(raw)
    if not text:
        return number, _BLANK, "", 1, None
    column = raw.find(text[0]) + 1
    for form in _FORMS:
        if found := form(text, words):
            return number, found[0], found[1], column, found[2]
    return number, _CARD, raw.strip(), column, None


_Form = tuple[str, str, str | None]  # what a line is, its text, its section


def _comment(text: str, words: _Words) -> _Form | None:
    """A heading may stand in a comment of the kind that programs write."""
    sign = _COMMENT.match(text)
    if sign is None:
        return None
    body = text[sign.end() :].strip()
    heading = words.heading(body)
    if sign[1] == "//":
        aside = is_beside(bare(body))
        return (_HEADING, text, heading) if heading else (_ASIDE, bare(body), None) if aside else (_COMMENTED, "", None)
    if heading:
        return _NOTED, text, None
    return (_HASH if sign[0] == "#" and not text[1:2].isspace() else _COMMENTED), text, None


def _heading(text: str, words: _Words) -> _Form | None:
    heading = words.heading(text)
    return (_HEADING, text, heading) if heading else None


def _inline(text: str, words: _Words) -> _Form | None:
    pair = _PAIR.match(text)
    section = words.inline(pair["key"], pair["rest"]) if pair else None
    return (_INLINE, pair["rest"], section) if pair and section else None


def _aside(text: str, words: _Words) -> _Form | None:
    return (_ASIDE, bare(text), None) if is_beside(bare(text)) else None


def _kind(text: str, words: _Words) -> _Form | None:
    return (_KIND, text, None) if is_category(bare(text)) else None


def _title(text: str, words: _Words) -> _Form | None:
    counted = split_count(text).count is not None or split_count(bare(text)).count is not None
    return (_TITLE, text, None) if is_title(text) and not counted else None


# How a line without a count in front is told apart, in this order.
_FORMS: tuple[Callable[[str, _Words], _Form | None], ...] = (_comment, _heading, _inline, _aside, _kind, _title)


def _placed(parts: Iterable[_Part], opened: DeckSource, sections: Sections | None) -> tuple[list[Line], list[Note]]:
    """The lines in their sections; cards beside the deck are left out, and told."""
    path, lines, notes = opened.source.path, [], []
    home = section = first_section(sections) if sections else None
    aside: tuple[str, Place] | None = None
    passed = 0
    for number, kind, text, column, own in parts:
        if aside and kind != _LONG:
            if kind not in _ENDS:
                passed += kind not in _SILENT
                continue
            if passed:
                opened.problems.append(beside(aside[0], passed, aside[1]))
            aside, passed = None, 0
        if kind == _CARD:
            lines.append(Line(section, text, None, Place(path, number, column)))
            continue
        if kind in (_BLANK, _COMMENTED):
            continue
        place = Place(path, number, column)
        if kind == _HEADING and own:
            section = own
            opened.places.setdefault(own, place)
        elif kind == _ASIDE:
            aside = (text, place)
        elif kind == _NOTED:
            notes.append(Note("note.heading-in-comment", {"line": number, "text": text}))
        elif kind in (_KIND, _TITLE):
            lines.append(Line(section, text, None, place, None, "heading"))
        else:
            lines.append(Line(own or section, text, None, place, None, "comment" if kind == _HASH else None))
        if kind == _KIND and sections and section and section in sections and sections[section].cards == 1:
            section = home  # a section of a single card is over where a kind of cards begins
    if aside and passed:
        opened.problems.append(beside(aside[0], passed, aside[1]))
    return lines, notes


def _without_headings(parts: Sequence[_Part], sections: Sections | None) -> tuple[Note, ...]:
    """What is said of a list of cards under no heading: a blank line may have been meant for one."""
    home = first_section(sections) if sections else None
    if any(kind in _MARKS or (own and own != home) for _, kind, _, _, own in parts):
        return ()
    gap, before = False, None
    for number, kind, *_ in parts:
        if kind in (_CARD, _LONG, _INLINE):
            if gap and before == _CARD:
                return (Note("note.blank-line", {"line": number, "section": home}),)
            gap, before = False, _CARD
        elif kind in (_TITLE, _HASH):
            gap, before = gap and kind == _HASH, kind
        elif kind == _BLANK:
            gap = True
    several = sections and len(sections) > 1
    return (Note("note.no-headings", {"section": home}),) if before and several else ()


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
