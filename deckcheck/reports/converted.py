"""A deck in another form of file, with what of it gets lost."""

from __future__ import annotations

import os
import re

from deckcheck.cards.names import normalise
from deckcheck.decks.deck import Deck
from deckcheck.decks.headings import bare, heading_words, section_named
from deckcheck.decks.lines import tidy
from deckcheck.files.source import read
from deckcheck.formats import READERS, WRITERS, Writer
from deckcheck.formats.sections import KEY_WORDS, heads, without_number
from deckcheck.record import dataclass
from deckcheck.report import Severity
from deckcheck.wording import sanitise

_NOT_READ = frozenset({"shape", "syntax", "line"})  # rules of problems of what a reader made no line of


@dataclass(frozen=True, slots=True)
class Losses:
    """`keys` of the head, `lines` of the file by their numbers, `cards` by their names, and how many `comments`."""

    keys: tuple[str, ...] = ()
    lines: tuple[int, ...] = ()
    cards: tuple[str, ...] = ()
    comments: int = 0


def losses(deck: Deck, writer: Writer, text: str) -> Losses:
    """What the writer's form has no room for, and what could not be read; `text` is the file of the deck."""
    keys = [key for key, _ in heads(deck) if key not in writer.keys]
    if deck.ignore and "ignore" not in writer.keys:
        keys.append("ignore")
    read = {entry.place for entry in deck.entries} | {line.place for line in deck.unread}
    slips = (problem for problem in deck.problems if problem.severity is Severity.ERROR and problem.rule in _NOT_READ)
    lines = {slip.place.line for slip in slips if slip.place.line is not None and slip.place not in read}
    cards: tuple[str, ...] = ()
    if writer.numbers:
        cards = (*(entry.shown for entry in without_number(deck)), *(tidy(line.text) for line in deck.unread))
    return Losses(tuple(keys), tuple(sorted(lines)), tuple(dict.fromkeys(cards)), _comments(text, deck.reader))


def _comments(text: str, form: str) -> int:
    """The lines of a file that hold a comment; those that were read as a key or a heading are none."""
    reader = READERS.get(form)
    pattern = re.compile(reader.comment, re.IGNORECASE) if reader and reader.comment else None
    found = [match.groupdict() for line in text.split("\n") if (match := pattern.match(line))] if pattern else []
    return sum("body" not in groups or not _was_read(groups["body"].strip()) for groups in found)


def _was_read(body: str) -> bool:
    return normalise(body.partition(":")[0]) in KEY_WORDS or section_named(bare(body), heading_words(None)) is not None


_BARE = ("text", "csv")  # forms that write characters as they are, those that steer a terminal too


def converted(deck: Deck, form: str) -> tuple[str, Losses]:
    """The text, and what it does not hold.

    :raises DeckcheckError: the form cannot hold any of the deck.
    """
    text = WRITERS[form].write(deck)
    if form in _BARE:
        text = "".join(f"{sanitise(line)}\n" for line in text.split("\n")[:-1])
    at_hand = "://" not in deck.path and os.path.isfile(deck.path)  # noqa: PTH113
    before = read(deck.path).text if at_hand else ""
    return text, losses(deck, WRITERS[form], before)
