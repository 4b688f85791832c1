"""What a line of a deck is: recognisers are asked in the order of a table, and the first that fits says it.

Nothing is decided elsewhere: `decks/follow.py` says what becomes of a line by its meaning alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from deckcheck.cards.pool import Card
from deckcheck.decks.clues import Clues, Known, are_copies
from deckcheck.decks.deck import Line
from deckcheck.decks.headings import bare
from deckcheck.decks.lines import MAX_LINE
from deckcheck.record import dataclass


@dataclass(frozen=True, slots=True)
class Meaning:
    """What one line of a deck is.

    kind: a key of RECOGNISERS, and of FOLLOWS.
    section: the section of the game that the line stands in.
    name: the name as it is written, without its count; of a heading its words.
    count: the copies; None where the line gives no number of copies.
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


# From the key of its row and the clues of a line to the meaning of that kind, if the line has it.
Recogniser = Callable[[str, Clues], Meaning | None]


def recognise(line: Line, known: Known) -> Meaning:
    """What the line is: the first meaning that fits it."""
    return next(_meanings(line, known))


def meanings(line: Line, known: Known) -> tuple[Meaning, ...]:
    """All that the line could be, in the order in which it is asked; the first is what it is."""
    return tuple(_meanings(line, known))


def _meanings(line: Line, known: Known) -> Iterator[Meaning]:
    clues = Clues(line, known)
    for kind, recogniser in RECOGNISERS.items():
        if meaning := recogniser(kind, clues):
            yield meaning


def _comment(kind: str, clues: Clues) -> Meaning | None:
    return _bare(kind, clues) if clues.maybe == "comment" else None


def _too_long(kind: str, clues: Clues) -> Meaning | None:
    return _bare(kind, clues) if len(clues.line.text) > MAX_LINE else None


def _in_no_section(kind: str, clues: Clues) -> Meaning | None:
    """A line under a heading of a section that the game does not have; a title is none of its cards."""
    return _bare(kind, clues) if clues.section not in clues.known.game.sections and not clues.title else None


def _no_copies(kind: str, clues: Clues) -> Meaning | None:
    """A count that is no number of copies: 0, negative, a fraction, or absurdly large."""
    return _of(kind, clues, clues.named.cards) if not are_copies(clues.count) else None


def _card(kind: str, clues: Clues) -> Meaning | None:
    cards = clues.named.cards
    fits = len(cards) == 1 and are_copies(clues.count) and not clues.known.is_token(cards[0])
    return _of(kind, clues, cards) if fits else None


def _beside_deck(kind: str, clues: Clues) -> Meaning | None:
    return _of(kind, clues) if clues.named.outside else None


def _kind_of_cards(kind: str, clues: Clues) -> Meaning | None:
    """A kind of cards, or a total of them, as lists are sorted by."""
    titles = clues.known.titles
    if clues.title:
        fits = titles.is_kind(clues.words)
    else:
        by_hand = clues.known.deck_file.by_hand
        fits = by_hand and not clues.counted and not clues.named.cards and titles.is_kind(bare(clues.name))
    return _bare(kind, clues) if fits else None


def _not_a_card(kind: str, clues: Clues) -> Meaning | None:
    """A record of the pool that no deck may hold: a token."""
    if clues.only is None or not clues.known.is_token(clues.only[1]):
        return None
    name, card = clues.only
    return Meaning(kind, clues.section, name, clues.count, cards=(card,))


def _old_number(kind: str, clues: Clues) -> Meaning | None:
    """A number that hints at one card: very likely this one, but nobody vouches for it."""
    return _of(kind, clues, clues.hinted) if len(clues.hinted) == 1 else None


def _odd_count(kind: str, clues: Clues) -> Meaning | None:
    """What should be a count beside a card's name is none: "½", "1e3", "(0)"."""
    slip = clues.misplaced
    if slip is None or are_copies(slip.count):
        return None
    return Meaning(kind, clues.section, slip.name, None, slip.written, slip.cards)


def _count_behind(kind: str, clues: Clues) -> Meaning | None:
    return _misplaced(kind, clues, behind=True)


def _count_in_words(kind: str, clues: Clues) -> Meaning | None:
    return _misplaced(kind, clues, behind=False)


def _misplaced(kind: str, clues: Clues, *, behind: bool) -> Meaning | None:
    slip = clues.misplaced
    if slip is None or slip.behind is not behind or not are_copies(slip.count):
        return None
    return Meaning(kind, clues.section, slip.name, slip.count, slip.written, slip.cards)


def _misspelt_title(kind: str, clues: Clues) -> Meaning | None:
    """By its form a heading, by its words nearly one."""
    near = clues.known.titles.near(clues.words) if clues.title else None
    return _of(kind, clues, near=(near,)) if near else None


def _title(kind: str, clues: Clues) -> Meaning | None:
    """By its form a heading, and like no card."""
    return _of(kind, clues) if clues.title and not clues.like_a_card else None


def _ambiguous(kind: str, clues: Clues) -> Meaning | None:
    """Several cards bear the name, or a name of which it is a part."""
    parts = clues.guess.parts
    return _of(kind, clues, clues.named.cards or clues.hinted, parts) if len(parts) > 1 else None


def _only_count(kind: str, clues: Clues) -> Meaning | None:
    return _of(kind, clues) if clues.line.text.strip().isdecimal() and clues.stray else None


def _misspelt_heading(kind: str, clues: Clues) -> Meaning | None:
    near = clues.known.titles.near(clues.line.text) if clues.known.deck_file.by_hand and clues.stray else None
    return _of(kind, clues, near=(near,)) if near else None


def _name_of_deck(kind: str, clues: Clues) -> Meaning | None:
    """Words above all cards, where the deck has no name yet."""
    known = clues.known
    return _remark(kind, clues) if not known.begun and known.deck_file.name is None else None


def _remark(kind: str, clues: Clues) -> Meaning | None:
    """Words that are like no card, in a list whose cards have counts."""
    fits = clues.known.deck_file.by_hand and clues.stray and clues.known.counts_are_written
    return _of(kind, clues) if fits else None


def _name_and_more(kind: str, clues: Clues) -> Meaning | None:
    """A card's name with more words behind it."""
    fits = _no_card(clues) and not clues.guess.near and clues.begun
    return _of(kind, clues, near=(clues.begun or "",)) if fits else None


def _number_of_no_card(kind: str, clues: Clues) -> Meaning | None:
    """A number, where cards have numbers."""
    fits = _no_card(clues) and not clues.guess.near and clues.name.isdecimal() and clues.known.pool.identifiers
    return _of(kind, clues) if fits else None


def _misspelt_name(kind: str, clues: Clues) -> Meaning | None:
    """The name of one card, and of no other, but for a slip."""
    return _of(kind, clues, near=clues.guess.near) if _no_card(clues) and clues.guess.sure else None


def _no_number(kind: str, clues: Clues) -> Meaning | None:
    """Words in a list of numbers."""
    fits = _no_card(clues) and clues.known.deck_file.by_number and not clues.name.isdecimal()
    return _of(kind, clues) if fits else None


def _like_a_name(kind: str, clues: Clues) -> Meaning | None:
    return _of(kind, clues, near=clues.guess.near) if _no_card(clues) and clues.guess.near else None


def _unknown(kind: str, clues: Clues) -> Meaning | None:
    return _of(kind, clues) if _no_card(clues) else None


def _no_card(clues: Clues) -> bool:
    return not clues.named.cards


def _bare(kind: str, clues: Clues) -> Meaning:
    """Of a line whose name and count do not matter."""
    return Meaning(kind, clues.section, clues.line.text)


def _of(kind: str, clues: Clues, cards: tuple[Card, ...] = (), near: tuple[str, ...] = ()) -> Meaning:
    reading, cut = clues.named.reading, clues.beyond_hash
    return Meaning(kind, clues.section, reading.name, clues.count, reading.count, cards, near, cut[1] if cut else None)


# Kind → what recognises it. The order is that of asking, and decides where several fit: what the form of a line
# says for certain, then cards, then headings and counts out of their place, then what may have been meant.
RECOGNISERS: dict[str, Recogniser] = {
    "comment": _comment,
    "too-long": _too_long,
    "in-no-section": _in_no_section,
    "no-copies": _no_copies,
    "card": _card,
    "beside-deck": _beside_deck,
    "kind-of-cards": _kind_of_cards,
    "not-a-card": _not_a_card,
    "old-number": _old_number,
    "odd-count": _odd_count,
    "count-behind": _count_behind,
    "count-in-words": _count_in_words,
    "misspelt-title": _misspelt_title,
    "title": _title,
    "ambiguous": _ambiguous,
    "only-count": _only_count,
    "misspelt-heading": _misspelt_heading,
    "name-of-deck": _name_of_deck,
    "remark": _remark,
    "name-and-more": _name_and_more,
    "number-of-no-card": _number_of_no_card,
    "misspelt-name": _misspelt_name,
    "no-number": _no_number,
    "like-a-name": _like_a_name,
    "unknown": _unknown,
}
