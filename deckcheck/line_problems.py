"""The problems that a single line of a deck can have; facts only."""

from __future__ import annotations

from deckcheck.cards import Card
from deckcheck.deck import Line
from deckcheck.lines import Reading, tidy
from deckcheck.report import Fix, Problem, Severity
from deckcheck.slips import in_quotes

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
        fix = Fix("write", facts={"text": f"{min(abs(number), MAX_COPIES) or 1} {reading.name}"})
    count = reading.count or str(line.count)
    facts = {"count": count, "name": reading.name, "most": MAX_COPIES}
    return Problem("count", sentence, place=line.place, cards=(reading.name,), fix=fix, facts=facts)


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


def unknown(line: Line, name: str, section: str, near: tuple[str, ...], number: int) -> Problem:
    """No card bears the name; `near` are names it may have meant."""
    return Problem(
        "unknown-card",
        "unknown-card.near" if near else "unknown-card",
        place=line.place,
        cards=(name,),
        section=section,
        fix=Fix("rename", number, (name, near[0])) if len(near) == 1 else None,
        facts={"name": name, "near": near, "copies": number if number > 1 and line.count else None},
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
    return Problem(rule, rule, place=line.place, cards=(name,), section=section, facts=facts)


def bad_line(line: Line, sentence: str, near: str | None = None) -> Problem:
    """A line that is no card: "line.heading" like a heading, "line.only-count", "line.not-understood"."""
    return Problem("line", sentence, place=line.place, facts={"text": tidy(line.text), "near": near})
