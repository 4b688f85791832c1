"""What follows from the meaning of a line: an entry of the deck or none, and what is told; facts only."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

from deckcheck.decks.clues import Known
from deckcheck.decks.codes import code_of
from deckcheck.decks.deck import Line
from deckcheck.decks.lines import MAX_COPIES, MAX_LINE, tidy
from deckcheck.decks.recognise import MANY, Meaning
from deckcheck.record import dataclass
from deckcheck.report import Fix, Problem, Severity

_Facts = dict[str, object]


class Becomes(Enum):
    """What a line becomes: an entry of the deck, a line that is kept but not counted, or nothing."""

    ENTRY = "entry"
    UNREAD = "unread"
    NOTHING = "nothing"


def _said(line: Line, meaning: Meaning, known: Known) -> _Facts:
    """What the sentence about a line may speak of."""
    number = meaning.count or 1
    return {
        "text": tidy(line.text),
        "name": meaning.name,
        "count": meaning.written or str(line.count),
        "most": MAX_COPIES,
        "near": meaning.near,
        "copies": number if number > 1 and line.count else None,
        "counted": meaning.section,
        "game": known.game.id,
    }


def _of_card(line: Line, meaning: Meaning, known: Known) -> _Facts:
    return {"name": meaning.cards[0].name, "number": meaning.name}


def _of_text(line: Line, meaning: Meaning, known: Known) -> _Facts:
    return {"text": tidy(line.text)}


def _of_code(line: Line, meaning: Meaning, known: Known) -> _Facts:
    return {"text": tidy(line.text)[:40], "kind": code_of(line.text)}


def _of_length(line: Line, meaning: Meaning, known: Known) -> _Facts:
    return {"text": line.text[:60], "most": MAX_LINE}


def _of_names(line: Line, meaning: Meaning, known: Known) -> _Facts:
    return {"name": meaning.name, "names": meaning.near[:MANY], "total": len(meaning.near)}


def _of_leftover(line: Line, meaning: Meaning, known: Known) -> _Facts:
    return {
        "text": tidy(line.text),
        "name": meaning.name,
        "rest": meaning.near[0],
        "copies": meaning.count,
        "counted": meaning.section,
    }


def _of_section(line: Line, meaning: Meaning, known: Known) -> _Facts:
    lines = sum(1 for other in known.deck_file.lines if other.section == meaning.section)
    return {"word": meaning.section, "lines": lines, "known": tuple(known.game.sections)}


def _write(line: Line, meaning: Meaning, known: Known) -> Fix:
    return Fix("write", facts={"text": f"{meaning.count} {meaning.name}"})


def _write_or_drop(line: Line, meaning: Meaning, known: Known) -> Fix:
    count = min(abs(meaning.count or 1), MAX_COPIES)
    return Fix("write-or-drop", facts={"text": f"{count} {meaning.name}"})


def _rename(line: Line, meaning: Meaning, known: Known) -> Fix:
    return Fix("rename", meaning.count or 1, (meaning.name, meaning.near[0]))


def _take_out(line: Line, meaning: Meaning, known: Known) -> Fix:
    return Fix("take-out")


@dataclass(frozen=True, slots=True)
class Follow:
    """What follows from a kind of meaning.

    becomes: what the line becomes.
    rule, sentence: of the problem that is told; no sentence: that of the rule's name, no rule: nothing is told.
    facts: what the sentence speaks of; its `name` is the card that the problem is about, unless it is about a line.
    fix: what to write in place of the line.
    of_game: the line shows that the list is one of cards of this game; so does any line that names some.
    once: it is told once for each section, at the section's heading.
    """

    becomes: Becomes
    rule: str | None = None
    sentence: str | None = None
    facts: Callable[[Line, Meaning, Known], _Facts] = _said
    fix: Callable[[Line, Meaning, Known], Fix | None] | None = None
    severity: Severity = Severity.ERROR
    of_game: bool = False
    once: bool = False

    def problem(self, line: Line, meaning: Meaning, known: Known) -> Problem:
        """What is told of the line."""
        rule, facts = self.rule or "", self.facts(line, meaning, known)
        place = known.deck_file.places.get(meaning.section, line.place) if self.once else line.place
        cards = () if rule in _OF_LINES else (str(facts["name"]),)
        section = meaning.section if cards and rule != "count" else None
        fix = self.fix(line, meaning, known) if self.fix else None
        return Problem(rule, self.sentence or rule, self.severity, place, cards, section=section, fix=fix, facts=facts)


def cut_at_hash(line: Line, meaning: Meaning) -> Problem:
    """YAML read the line only up to " #", but the whole names another card."""
    from deckcheck.files.yaml_hints import in_quotes

    fix = Fix("quote", facts={"text": f"- {in_quotes(meaning.whole or '')}"})
    facts = {"name": meaning.name, "read_as": line.text}
    return Problem("syntax", "syntax.hash-cut", place=line.place, cards=(meaning.name,), fix=fix, facts=facts)


_OF_LINES = ("line", "shape")
_ENTRY, _UNREAD = Becomes.ENTRY, Becomes.UNREAD

# Kind of a meaning → what follows.
FOLLOWS: dict[str, Follow] = {
    "comment": Follow(Becomes.NOTHING),
    "row-without-count": Follow(_UNREAD, "count", "count.row"),
    "too-long": Follow(_UNREAD, "line", "line.too-long", _of_length),
    "in-no-section": Follow(_UNREAD, "shape", "shape.no-section", _of_section, once=True),
    "fraction": Follow(_UNREAD, "count", "count.fraction"),
    "no-copies": Follow(_UNREAD, "count", "count.zero", fix=_write_or_drop),
    "negative": Follow(_UNREAD, "count", "count.negative", fix=_write_or_drop),
    "too-many": Follow(_UNREAD, "count", "count.too-many"),
    "two-cards": Follow(_ENTRY, "line", "line.two-cards", _of_leftover, of_game=True),
    "two-sections": Follow(_ENTRY, "line", "line.two-sections", _of_leftover, of_game=True),
    "two-counts": Follow(_ENTRY, "count", "count.two", _of_leftover),
    "count-or-printing": Follow(_ENTRY, "count", "count.or-printing", _of_leftover, severity=Severity.WARNING),
    "card-or-title": Follow(_ENTRY, "line", "line.card-or-title", _of_text, severity=Severity.WARNING),
    "card": Follow(_ENTRY),
    "beside-deck": Follow(_UNREAD, "outside-deck", fix=_take_out, of_game=True),
    "kind-of-cards": Follow(Becomes.NOTHING),
    "not-a-card": Follow(_UNREAD, "not-a-card", None, _of_card, _take_out),
    "old-number": Follow(_ENTRY, "unknown-card", "unknown-card.old-number"),
    "code-of-program": Follow(_UNREAD, "line", "line.code", _of_code),
    "numbered": Follow(_ENTRY, "count", "count.numbered", fix=_write),
    "odd-count": Follow(_UNREAD, "count", "count.odd"),
    "count-behind": Follow(_ENTRY, "count", "count.behind", fix=_write),
    "count-in-words": Follow(_ENTRY, "count", "count.words", fix=_write),
    "misspelt-title": Follow(_UNREAD, "line", "line.heading"),
    "title": Follow(_UNREAD, "line", "line.no-heading"),
    "one-of-some": Follow(_ENTRY, "ambiguous-card", None, _of_names, of_game=True),
    "one-of-many": Follow(_ENTRY, "ambiguous-card", "ambiguous-card.more", _of_names, of_game=True),
    "only-count": Follow(_UNREAD, "line", "line.only-count"),
    "misspelt-heading": Follow(_UNREAD, "line", "line.heading"),
    "name-of-deck": Follow(_UNREAD, "line", "line.name-of-deck", _of_text, severity=Severity.WARNING),
    "remark": Follow(_UNREAD, "line", "line.not-understood", _of_text),
    "name-and-more": Follow(_ENTRY, "unknown-card", "unknown-card.near"),
    "number-of-no-card": Follow(_ENTRY, "unknown-card", "unknown-card.number"),
    "misspelt-name": Follow(_ENTRY, "unknown-card", "unknown-card.near", fix=_rename, of_game=True),
    "no-number": Follow(_ENTRY, "unknown-card", "unknown-card.no-number"),
    "like-a-name": Follow(_ENTRY, "unknown-card", "unknown-card.near"),
    "unknown": Follow(_ENTRY, "unknown-card"),
}
