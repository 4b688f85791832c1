"""What each line of a plain list is by its form alone: the rows of a table are asked in their order."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from deckcheck.cards.names import normalise
from deckcheck.decks.headings import Sections, bare, heading_words, is_beside, is_category, is_title, section_named
from deckcheck.decks.lines import MAX_LINE, split_count, tidy
from deckcheck.record import dataclass

COUNTED = re.compile(r"\s*+([0-9]++x?\s++.*)")  # of a line without blanks at its end
COMMENT = re.compile(r"(//|#|;)[/#;]*")
# Lines in which programs keep what is none of the deck's cards.
ABOUT = re.compile(
    r"layout\s\S.*|author\s*[:=].*|\[(?:metadata|general|info|meta)\]"
    r"|(?:title|name|format|editor|avatar|image|deck ?type|deckbase|tags|draft notes|description|comment|player type"
    r"|ai hints|card art preferences|player|set|pool)\s*=.*"
    # What shops and sites write below a list: a price of all.
    r"|(?:\w+ )?(?:total )?(?:price|prix|preis|precio|prezzo)(?: total)?\s?:?\s?[$€£]?\s?[\d.,]+\s?[$€£]?"
    r"|buy this deck\b.*",
    re.IGNORECASE,
)
STATED = re.compile(r"(?P<words>[^\d:=/|,;–-]+?)\s*[:=–-]?\s*[(\[]?(?P<count>\d{1,4})[)\]]?")
PAIR = re.compile(r"(?P<key>[^:：]++)[:：]\s*+(?P<rest>.+)\Z")

# What a line is by its form.
CARD, LONG, BLANK, COMMENTED, HASH = "card", "long", "blank", "comment", "hash"
HEADING, INLINE, ASIDE, KIND, TITLE = "heading", "inline", "aside", "kind", "title"
TOTALS, KIND_NOTED, QUOTED = "totals", "kind in a comment", "quoted"
ENDS = frozenset({HEADING, ASIDE, TITLE})  # what ends the cards that lie beside the deck
SILENT = frozenset({BLANK, COMMENTED, HASH, KIND, KIND_NOTED, TOTALS})  # what is none of them
MARKS = frozenset({HEADING, ASIDE, KIND})  # what shows that the list has headings

# The number of a line, what it is, its text, its column, and the section that it heads or stands in alone.
Part = tuple[int, str, str, int, str | None]


@dataclass(frozen=True, slots=True)
class Words:
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
        if section is None or is_title(f"{word}: {rest}"):
            return None
        single = bool(self.sections and section in self.sections and self.sections[section].cards == 1)
        return section if single or word == "sb" or split_count(rest).count else None


def part_of(number: int, raw: str, words: Words) -> Part:
    """What a line is by its form: that of the first row that fits, or a card."""
    if len(raw) > MAX_LINE and len(raw.strip()) > MAX_LINE:  # looking cards up tells that it is too long
        return number, LONG, raw.strip(), 1, None
    if counted := COUNTED.match(raw.rstrip()):  # nearly every line, and never a heading
        return number, CARD, counted[1], counted.start(1) + 1, None
    text = tidy(raw)
    if not text:
        return number, BLANK, "", 1, None
    column = raw.find(text[0]) + 1
    for form in _FORMS:
        if found := form(text, words):
            return number, found[0], found[1], column, found[2]
    return number, CARD, raw.strip(), column, None


_Form = tuple[str, str, str | None]  # what a line is, its text, its section


def _comment(text: str, words: Words) -> _Form | None:
    """A heading may stand in a comment, as programs and Markdown write it: a comment of nothing else is none."""
    sign = COMMENT.match(text)
    if sign is None:
        return None
    body = text[sign.end() :].strip()
    if heading := words.heading(body):
        return HEADING, text, heading
    if is_beside(bare(body)):
        return ASIDE, bare(body), None
    if sign[1] == "//" or is_category(bare(body)):
        return (KIND_NOTED if is_category(bare(body)) else COMMENTED), "", None
    return (HASH if sign[0] == "#" and not text[1:2].isspace() else COMMENTED), text, None


def _quoted(text: str, words: Words) -> _Form | None:
    """A line of a letter, as `> 3 Name`; what is no card there is a remark."""
    rest = text.lstrip("> ")
    if not text.startswith(">") or not rest:
        return None
    heading = words.heading(rest)
    return (HEADING, rest, heading) if heading else (CARD if split_count(rest).count else QUOTED, rest, None)


def _about(text: str, words: Words) -> _Form | None:
    return (COMMENTED, "", None) if ABOUT.fullmatch(text) else None


def _totals(text: str, words: Words) -> _Form | None:
    """`Main: 40 / Extra: 15`: how many cards there are in several sections."""
    pieces = [STATED.fullmatch(piece.strip()) for piece in re.split(r"[/|,;+·]|\s[-–]\s", text)]
    several = len(pieces) > 1 and all(piece and words.heading(piece["words"].strip()) for piece in pieces)
    return (TOTALS, text, None) if several else None


def _heading(text: str, words: Words) -> _Form | None:
    heading = words.heading(text)
    return (HEADING, text, heading) if heading else None


def _inline(text: str, words: Words) -> _Form | None:
    pair = PAIR.match(text)
    section = words.inline(pair["key"], pair["rest"]) if pair else None
    return (INLINE, pair["rest"], section) if pair and section else None


def _aside(text: str, words: Words) -> _Form | None:
    return (ASIDE, bare(text), None) if is_beside(bare(text)) else None


def _kind(text: str, words: Words) -> _Form | None:
    return (KIND, text, None) if is_category(bare(text)) else None


def _title(text: str, words: Words) -> _Form | None:
    counted = split_count(text).count is not None or split_count(bare(text)).count is not None
    return (TITLE, text, None) if is_title(text) and not counted else None


# How a line without a count in front is told apart, in this order.
_FORMS: tuple[Callable[[str, Words], _Form | None], ...] = (
    *(_comment, _quoted, _about, _totals, _heading, _inline, _aside, _kind, _title),
)
