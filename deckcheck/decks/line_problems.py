"""The problems that a single line of a deck can have; facts only."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from deckcheck.cards.pool import Card
from deckcheck.decks.deck import Line
from deckcheck.decks.lines import MAX_LINE, Reading, tidy
from deckcheck.files.slips import in_quotes
from deckcheck.report import Fix, Problem, Severity

if TYPE_CHECKING:
    from deckcheck.decks.counts import Misplaced
    from deckcheck.decks.guess import Guess

MAX_COPIES = 10_000  # in one line; more is a passcode or a slip of the keyboard
MAX_SHOWN = 6  # names of an ambiguous card


def bad_count(line: Line, reading: Reading, number: int | None) -> Problem:
    """A count that is no number of copies: 0, negative, a fraction (None), or absurdly large."""
    fix = None
    if number is None:
        sentence = "count.fraction"
    elif number > MAX_COPIES:
        sentence = "count.too-many"
    else:
        sentence = "count.negative" if number else "count.zero"
        fix = Fix("write-or-drop", facts={"text": f"{min(abs(number), MAX_COPIES) or 1} {reading.name}"})
    count = reading.count or str(line.count)
    facts = {"count": count, "name": reading.name, "most": MAX_COPIES}
    return Problem("count", sentence, place=line.place, cards=(reading.name,), fix=fix, facts=facts)


def odd_count(line: Line, slip: Misplaced, number: int | None) -> Problem:
    """A count that stands behind the name or is none ("trois", "½"); `number` is what it means, if anything."""
    sentence = "count.odd" if number is None else "count.behind" if slip.behind else "count.words"
    fix = Fix("write", facts={"text": f"{number} {slip.name}"}) if number is not None else None
    facts = {"text": tidy(line.text), "count": slip.written, "name": slip.name}
    return Problem("count", sentence, place=line.place, cards=(slip.name,), fix=fix, facts=facts)


def number_behind(text: str) -> int | None:
    """The number at the end of a line that looks like a heading ("Words : 12", "Words (12)")."""
    found = re.search(r"(\d{1,4})\s*[)\]]?:?\s*\Z", text)
    return int(found[1]) or None if found else None


def cut_at_hash(line: Line, name: str, text: str) -> Problem:
    """YAML read `line` only up to " #", but the whole `text` names another card."""
    return Problem(
        "syntax",
        "syntax.hash-cut",
        place=line.place,
        cards=(name,),
        fix=Fix("quote", facts={"text": f"- {in_quotes(text)}"}),
        facts={"name": name, "read_as": line.text},
    )


def ambiguous(line: Line, name: str, section: str, names: tuple[str, ...]) -> Problem:
    """Several cards bear the name, or a name of which it is a part."""
    return Problem(
        "ambiguous-card",
        "ambiguous-card.more" if len(names) > MAX_SHOWN else "ambiguous-card",
        place=line.place,
        cards=(name,),
        section=section,
        facts={"name": name, "names": names[:MAX_SHOWN], "total": len(names)},
    )


def unknown(line: Line, name: str, section: str, guess: Guess, number: int, game: str) -> Problem:
    """No card bears the name; the fix names another only where that is surely meant."""
    return Problem(
        "unknown-card",
        "unknown-card.near" if guess.near else "unknown-card",
        place=line.place,
        cards=(name,),
        section=section,
        fix=Fix("rename", number, (name, guess.near[0])) if guess.sure else None,
        facts={
            "name": name,
            "near": guess.near,
            "copies": number if number > 1 and line.count else None,
            "game": game,
        },
    )


def unknown_number(line: Line, name: str, section: str, game: str) -> Problem:
    """A number that is no card's."""
    facts = {"name": name, "game": game, "copies": line.count if line.count and line.count > 1 else None}
    return Problem("unknown-card", "unknown-card.number", place=line.place, cards=(name,), section=section, facts=facts)


def no_number(line: Line, name: str, section: str) -> Problem:
    """A text where a number is asked for, and no card's name either."""
    facts = {"name": name}
    return Problem(
        "unknown-card", "unknown-card.no-number", place=line.place, cards=(name,), section=section, facts=facts
    )


def old_number(line: Line, name: str, card: Card, section: str, identifiers: tuple[str, ...]) -> Problem:
    """A number that is a hint at a card: very likely this one, but nobody vouches for it."""
    own = next((card.fields[field] for field in identifiers if field in card.fields), None)
    number = own[0] if isinstance(own, tuple) and own else own
    return Problem(
        "unknown-card",
        "unknown-card.old-number",
        Severity.WARNING,
        line.place,
        (card.name,),
        section=section,
        fix=Fix("write", facts={"text": str(number)}) if number is not None else None,
        facts={"number": name, "name": card.name},
    )


def no_entry(line: Line, rule: str, name: str, section: str, written: str | None = None) -> Problem:
    """A card that is known but never part of a deck: not-a-card, outside-deck. `written`: its name there."""
    facts = {"name": name, "written": written if written != name else None}
    return Problem(rule, rule, place=line.place, cards=(name,), section=section, fix=Fix("take-out"), facts=facts)


def too_long(line: Line) -> Problem:
    """A line that is longer than any name of a card."""
    facts = {"text": line.text[:60], "most": MAX_LINE}
    return Problem("line", "line.too-long", place=line.place, facts=facts)


def bad_line(line: Line, sentence: str, near: str | None = None, section: str | None = None) -> Problem:
    """A line that is no card: "line.heading" like a heading, "line.no-heading" unlike any, "line.only-count".
    `section` is where the cards below it are counted."""
    facts = {"text": tidy(line.text), "near": near, "counted": section}
    return Problem("line", sentence, place=line.place, facts=facts)


def not_understood(line: Line, *, at_top: bool) -> Problem:
    """A line that is neither a card nor like a heading; above all cards it may well be the deck's name."""
    text = tidy(line.text)
    facts = {"text": text, "name": text if at_top else None}
    return Problem("line", "line.not-understood", place=line.place, facts=facts)
