"""What a line of a deck is: recognisers are asked in the order of a table, and the first that fits says it.

Nothing is decided elsewhere: `decks/follow.py` says what becomes of a line by its meaning alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from deckcheck.cards.pool import Card
from deckcheck.decks.clues import Clues, Known
from deckcheck.decks.codes import code_of
from deckcheck.decks.deck import Line
from deckcheck.decks.headings import bare, is_total
from deckcheck.decks.lines import MAX_COPIES, MAX_LINE, are_copies
from deckcheck.record import dataclass

MANY = 6  # names that a text may be a part of; of more only some are told


@dataclass(frozen=True, slots=True)
class Meaning:
    """What one line of a deck is.

    kind: a key of RECOGNISERS, and of FOLLOWS.
    section: the section of the game that the line stands in.
    name: the name as it is written, without its count; of a heading its words.
    count: the copies; None where what is written is no number.
    written: the count as it is written; None where the line gives none.
    cards: the cards that the line names.
    near: names or headings that may have been meant, the likeliest first.
    whole: the text that YAML cut off at " #", if the name goes on there.
    """

    kind: str
    section: str
    name: str
    count: int | None = 1
    written: str | None = None
    cards: tuple[Card, ...] = ()
    near: tuple[str, ...] = ()
    whole: str | None = None


def recognise(line: Line, known: Known) -> Meaning:
    """What the line is: the first meaning that fits it."""
    return next(meanings(line, known))


def meanings(line: Line, known: Known) -> Iterator[Meaning]:
    """All that the line could be, in the order in which it is asked; the first is what it is."""
    clues = Clues(line, known)
    for kind, recogniser in RECOGNISERS.items():
        if recogniser.fits(clues):
            yield recogniser.meaning(kind, clues, recogniser.near(clues))


def _as_it_stands(kind: str, clues: Clues, near: tuple[str, ...]) -> Meaning:
    """Of a line whose count and name do not matter."""
    return Meaning(kind, clues.section, clues.line.text)


def _by_name(kind: str, clues: Clues, near: tuple[str, ...]) -> Meaning:
    reading, cut = clues.named.reading, clues.beyond_hash
    cards, whole = clues.named.cards or clues.hinted, cut[1] if cut else None
    return Meaning(kind, clues.section, reading.name, clues.count, reading.count, cards, near, whole)


def _by_misplaced_count(kind: str, clues: Clues, near: tuple[str, ...]) -> Meaning:
    slip = clues.misplaced
    assert slip is not None
    return Meaning(kind, clues.section, slip.name, slip.count, slip.written, slip.cards)


def _by_hint(kind: str, clues: Clues, near: tuple[str, ...]) -> Meaning:
    """Unknown is unknown: the card that had a number like it is named, and not taken for the one that is meant."""
    reading = clues.named.reading
    return Meaning(kind, clues.section, reading.name, clues.count, reading.count, near=(clues.hinted[0].name,))


def _by_number_in_list(kind: str, clues: Clues, near: tuple[str, ...]) -> Meaning:
    slip = clues.misplaced
    assert slip is not None
    return Meaning(kind, clues.section, slip.name, 1, slip.written, slip.cards)


def _by_leftover(kind: str, clues: Clues, near: tuple[str, ...]) -> Meaning:
    assert clues.leftover is not None
    reading = clues.named.reading
    near = (clues.leftover.text,)
    return Meaning(kind, clues.section, reading.name, clues.count, reading.count, clues.named.cards, near)


def _by_only_card(kind: str, clues: Clues, near: tuple[str, ...]) -> Meaning:
    assert clues.only is not None
    name, card = clues.only
    return Meaning(kind, clues.section, name, clues.count, cards=(card,))


@dataclass(frozen=True, slots=True)
class Recogniser:
    """One thing that a line may be.

    fits: whether it is one, from the line and what is known.
    near: what may have been meant.
    meaning: what the line is then read by.
    """

    fits: Callable[[Clues], object]
    near: Callable[[Clues], tuple[str, ...]] = lambda clues: ()
    meaning: Callable[[str, Clues, tuple[str, ...]], Meaning] = _by_name


def _line(fits: Callable[[Clues], object]) -> Recogniser:
    return Recogniser(fits, meaning=_as_it_stands)


def _count(fits: Callable[[Clues], object]) -> Recogniser:
    return Recogniser(fits, meaning=_by_misplaced_count)


def _left(kind: str) -> Recogniser:
    """Of a card with something besides it that must not be dropped without a word."""
    return Recogniser(lambda c: c.left(kind) and _is_card(c), meaning=_by_leftover)


def _like(near: Callable[[Clues], tuple[str, ...]]) -> Recogniser:
    """Of a line that is told by what it is like: it fits where there is such a thing."""
    return Recogniser(near, near)


def _is_card(clues: Clues) -> bool:
    cards = clues.named.cards
    return len(cards) == 1 and are_copies(clues.count) and not clues.known.is_token(cards[0])


def _is_kind(clues: Clues) -> bool:
    """A kind of cards, or a total of them, as lists are sorted by: under a heading's form, or alone in a list."""
    if clues.by_hand and clues.unknown and clues.counted:
        return is_total(clues.name)  # "48 cards"
    alone = clues.by_hand and clues.unknown and not clues.counted
    return (clues.title or alone) and clues.known.titles.is_kind(clues.words if clues.title else bare(clues.name))


# Kind → what recognises it. The order is that of asking, and decides where several fit: what the form of a line says
# for certain, then cards, then headings and counts out of their place, then what may have been meant.
RECOGNISERS: dict[str, Recogniser] = {
    "comment": _line(lambda c: c.maybe in ("comment", "quoted")),
    # Of a name that no card bears more is to be said than that the cell beside it is empty.
    "row-without-count": _line(lambda c: c.line.maybe == "row" or (c.line.maybe == "bare row" and not c.unknown)),
    "too-long": _line(lambda c: len(c.line.text) > MAX_LINE),
    # A title is none of the cards of a section that the game does not have.
    "in-no-section": _line(lambda c: c.section not in c.known.game.sections and not c.title),
    "fraction": Recogniser(lambda c: c.count is None),
    "no-copies": Recogniser(lambda c: c.count == 0),
    "negative": Recogniser(lambda c: c.count is not None and c.count < 0),
    "too-many": Recogniser(lambda c: c.count is not None and c.count > MAX_COPIES),
    "two-cards": _left("card"),
    "two-sections": _left("section"),
    "two-counts": _left("count"),
    "count-or-printing": _left("number"),
    # A card without a count above all others, which have one: the title of a list may be a card's.
    "card-or-title": Recogniser(lambda c: c.line.maybe == "title" and _is_card(c)),
    "card": Recogniser(_is_card),
    "beside-deck": Recogniser(lambda c: c.named.beside_deck),
    "kind-of-cards": _line(_is_kind),
    # A token, and what else the pool holds that is never part of a deck.
    "not-a-card": Recogniser(lambda c: c.only and c.known.is_token(c.only[1]), meaning=_by_only_card),
    "old-number": Recogniser(lambda c: len(c.hinted) == 1, meaning=_by_hint),
    "code-of-program": Recogniser(lambda c: c.unknown and not c.counted and code_of(c.line.text)),
    "numbered": Recogniser(
        lambda c: c.misplaced and not c.misplaced.behind and c.known.numbered, meaning=_by_number_in_list
    ),
    # What stands for a count is none: "½", "1e3", "(0)".
    "odd-count": _count(lambda c: c.misplaced and not c.misplaced.copies),
    "count-behind": _count(lambda c: c.misplaced and c.misplaced.copies and c.misplaced.behind),
    "count-in-words": _count(lambda c: c.misplaced and c.misplaced.copies and not c.misplaced.behind),
    "misspelt-title": _like(lambda c: c.near_heading(c.words) if c.title else ()),
    "title": Recogniser(lambda c: c.title and not c.like_a_card),
    "one-of-some": _like(lambda c: c.guess.parts if 1 < len(c.guess.parts) <= MANY else ()),
    "one-of-many": _like(lambda c: c.guess.parts if len(c.guess.parts) > MANY else ()),
    "only-count": Recogniser(lambda c: c.stray and c.line.text.strip().isdecimal()),
    "misspelt-heading": _like(lambda c: c.near_heading(c.line.text) if c.by_hand and c.stray else ()),
    # Words that are like no card, in a list whose cards have counts: above them all, and among them.
    "name-of-deck": Recogniser(lambda c: c.titled),
    "remark": Recogniser(lambda c: c.remark),
    "name-and-more": _like(lambda c: (c.begun,) if c.unknown and not c.guess.near and c.begun else ()),
    "number-of-no-card": Recogniser(
        lambda c: c.unknown and not c.guess.near and c.name.isdecimal() and c.known.pool.identifiers
    ),
    "misspelt-name": _like(lambda c: c.guess.near if c.unknown and c.guess.sure else ()),
    "no-number": Recogniser(lambda c: c.unknown and c.known.deck_file.by_number and not c.name.isdecimal()),
    "like-a-name": _like(lambda c: c.guess.near if c.unknown else ()),
    "unknown": Recogniser(lambda c: c.unknown),
}
