"""What follows from the meaning of a line: an entry of the deck or none, and what is told; facts only."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

from deckcheck.decks.clues import Known
from deckcheck.decks.deck import Line
from deckcheck.decks.lines import MAX_COPIES, MAX_LINE, tidy
from deckcheck.decks.recognise import Meaning
from deckcheck.files.slips import in_quotes
from deckcheck.record import dataclass
from deckcheck.report import Fix, Problem, Severity

_MAX_SHOWN = 6  # names of an ambiguous card


class Becomes(Enum):
    """What a line becomes: an entry of the deck, a line that is kept but not counted, or nothing."""

    ENTRY = "entry"
    UNREAD = "unread"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Follow:
    """What follows from a kind of meaning.

    becomes: what the line becomes.
    problem: what is told of it; None where there is nothing to say.
    of_game: the line shows that the list is one of cards of this game; so does any line that names some.
    once: it is told once for each section.
    """

    becomes: Becomes
    problem: Callable[[Line, Meaning, Known], Problem] | None = None
    of_game: bool = False
    once: bool = False


def cut_at_hash(line: Line, meaning: Meaning) -> Problem:
    """YAML read the line only up to " #", but the whole names another card."""
    fix = Fix("quote", facts={"text": f"- {in_quotes(meaning.whole or '')}"})
    facts = {"name": meaning.name, "read_as": line.text}
    return Problem("syntax", "syntax.hash-cut", place=line.place, cards=(meaning.name,), fix=fix, facts=facts)


def _too_long(line: Line, meaning: Meaning, known: Known) -> Problem:
    return _line(line, "line.too-long", text=line.text[:60], most=MAX_LINE)


def _in_no_section(line: Line, meaning: Meaning, known: Known) -> Problem:
    section, file = meaning.section, known.deck_file
    lines = sum(1 for other in file.lines if other.section == section)
    facts = {"word": section, "lines": lines, "known": tuple(known.game.sections)}
    return Problem("shape", "shape.no-section", place=file.places.get(section, line.place), facts=facts)


def _no_copies(line: Line, meaning: Meaning, known: Known) -> Problem:
    number, fix = meaning.count, None
    if number is None:
        sentence = "count.fraction"
    elif number > MAX_COPIES:
        sentence = "count.too-many"
    else:
        sentence = "count.negative" if number else "count.zero"
        fix = Fix("write-or-drop", facts={"text": f"{min(abs(number), MAX_COPIES) or 1} {meaning.name}"})
    facts = {"count": meaning.written or str(line.count), "name": meaning.name, "most": MAX_COPIES}
    return Problem("count", sentence, place=line.place, cards=(meaning.name,), fix=fix, facts=facts)


def _count(sentence: str) -> Callable[[Line, Meaning, Known], Problem]:
    """A count that is out of its place, or is none."""

    def problem(line: Line, meaning: Meaning, known: Known) -> Problem:
        number = meaning.count
        fix = Fix("write", facts={"text": f"{number} {meaning.name}"}) if number is not None else None
        facts = {"text": tidy(line.text), "count": meaning.written, "name": meaning.name}
        return Problem("count", sentence, place=line.place, cards=(meaning.name,), fix=fix, facts=facts)

    return problem


def _beside_deck(line: Line, meaning: Meaning, known: Known) -> Problem:
    return _no_entry("outside-deck", line, meaning, meaning.name)


def _not_a_card(line: Line, meaning: Meaning, known: Known) -> Problem:
    return _no_entry("not-a-card", line, meaning, meaning.cards[0].name)


def _no_entry(rule: str, line: Line, meaning: Meaning, name: str) -> Problem:
    """A card that is known but never part of a deck."""
    facts = {"name": name, "written": meaning.name if meaning.name != name else None}
    fix = Fix("take-out")
    return Problem(rule, rule, place=line.place, cards=(name,), section=meaning.section, fix=fix, facts=facts)


def _old_number(line: Line, meaning: Meaning, known: Known) -> Problem:
    (card,) = meaning.cards
    own = next((card.fields[field] for field in known.pool.identifiers if field in card.fields), None)
    number = own[0] if isinstance(own, tuple) and own else own
    return Problem(
        "unknown-card",
        "unknown-card.old-number",
        Severity.WARNING,
        line.place,
        (card.name,),
        section=meaning.section,
        fix=Fix("write", facts={"text": str(number)}) if number is not None else None,
        facts={"number": meaning.name, "name": card.name},
    )


def _misspelt_heading(line: Line, meaning: Meaning, known: Known) -> Problem:
    """`counted`: where the cards below it are counted."""
    return _line(line, "line.heading", text=tidy(line.text), near=meaning.near[0], counted=meaning.section)


def _title(line: Line, meaning: Meaning, known: Known) -> Problem:
    return _line(line, "line.no-heading", text=tidy(line.text), near=None, counted=meaning.section)


def _only_count(line: Line, meaning: Meaning, known: Known) -> Problem:
    return _line(line, "line.only-count", text=tidy(line.text), near=None, counted=None)


def _name_of_deck(line: Line, meaning: Meaning, known: Known) -> Problem:
    return _line(line, "line.not-understood", text=tidy(line.text), name=tidy(line.text))


def _remark(line: Line, meaning: Meaning, known: Known) -> Problem:
    return _line(line, "line.not-understood", text=tidy(line.text), name=None)


def _line(line: Line, sentence: str, **facts: object) -> Problem:
    return Problem("line", sentence, place=line.place, facts=facts)


def _ambiguous(line: Line, meaning: Meaning, known: Known) -> Problem:
    names = meaning.near
    sentence = "ambiguous-card.more" if len(names) > _MAX_SHOWN else "ambiguous-card"
    facts = {"name": meaning.name, "names": names[:_MAX_SHOWN], "total": len(names)}
    cards = (meaning.name,)
    return Problem("ambiguous-card", sentence, place=line.place, cards=cards, section=meaning.section, facts=facts)


def _number_of_no_card(line: Line, meaning: Meaning, known: Known) -> Problem:
    copies = line.count if line.count and line.count > 1 else None
    facts: dict[str, object] = {"name": meaning.name, "game": known.game.id, "copies": copies}
    return _unknown_card("unknown-card.number", line, meaning, facts)


def _no_number(line: Line, meaning: Meaning, known: Known) -> Problem:
    return _unknown_card("unknown-card.no-number", line, meaning, {"name": meaning.name})


def _misspelt_name(line: Line, meaning: Meaning, known: Known) -> Problem:
    """But one card can be meant: the fix names it."""
    fix = Fix("rename", meaning.count or 1, (meaning.name, meaning.near[0]))
    return _unknown_card("unknown-card.near", line, meaning, _facts(line, meaning, known), fix)


def _near(line: Line, meaning: Meaning, known: Known) -> Problem:
    return _unknown_card("unknown-card.near", line, meaning, _facts(line, meaning, known))


def _unknown(line: Line, meaning: Meaning, known: Known) -> Problem:
    return _unknown_card("unknown-card", line, meaning, _facts(line, meaning, known))


def _facts(line: Line, meaning: Meaning, known: Known) -> dict[str, object]:
    number = meaning.count or 1
    copies = number if number > 1 and line.count else None
    return {"name": meaning.name, "near": meaning.near, "copies": copies, "game": known.game.id}


def _unknown_card(
    sentence: str, line: Line, meaning: Meaning, facts: dict[str, object], fix: Fix | None = None
) -> Problem:
    section = meaning.section
    return Problem(
        "unknown-card", sentence, place=line.place, cards=(meaning.name,), section=section, fix=fix, facts=facts
    )


_ENTRY, _UNREAD = Becomes.ENTRY, Becomes.UNREAD

# Kind of a meaning → what follows.
FOLLOWS: dict[str, Follow] = {
    "comment": Follow(Becomes.NOTHING),
    "too-long": Follow(_UNREAD, _too_long),
    "in-no-section": Follow(_UNREAD, _in_no_section, once=True),
    "no-copies": Follow(_UNREAD, _no_copies),
    "card": Follow(_ENTRY),
    "beside-deck": Follow(_UNREAD, _beside_deck, of_game=True),
    "kind-of-cards": Follow(Becomes.NOTHING),
    "not-a-card": Follow(_UNREAD, _not_a_card),
    "old-number": Follow(_ENTRY, _old_number),
    "odd-count": Follow(_UNREAD, _count("count.odd")),
    "count-behind": Follow(_ENTRY, _count("count.behind")),
    "count-in-words": Follow(_ENTRY, _count("count.words")),
    "misspelt-title": Follow(_UNREAD, _misspelt_heading),
    "title": Follow(_UNREAD, _title),
    "ambiguous": Follow(_ENTRY, _ambiguous, of_game=True),
    "only-count": Follow(_UNREAD, _only_count),
    "misspelt-heading": Follow(_UNREAD, _misspelt_heading),
    "name-of-deck": Follow(_UNREAD, _name_of_deck),
    "remark": Follow(_UNREAD, _remark),
    "name-and-more": Follow(_ENTRY, _near),
    "number-of-no-card": Follow(_ENTRY, _number_of_no_card),
    "misspelt-name": Follow(_ENTRY, _misspelt_name, of_game=True),
    "no-number": Follow(_ENTRY, _no_number),
    "like-a-name": Follow(_ENTRY, _near),
    "unknown": Follow(_ENTRY, _unknown),
}
