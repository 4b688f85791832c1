"""What the recognisers look at: a line with the card that it names, and what is known of its deck and its game."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Protocol
from weakref import WeakKeyDictionary

from deckcheck.cards.pool import Card, Pool
from deckcheck.decks.deck import DeckFile, Line
from deckcheck.decks.guess import Guess, Guesses, Titles, begun_name
from deckcheck.decks.headings import Sections, bare, first_section, heading_words
from deckcheck.decks.lines import CountedName, copies, number_behind, split_count, tidy
from deckcheck.decks.named import Named, find_line

if TYPE_CHECKING:
    from deckcheck.cards.card_schema import CardSchema
    from deckcheck.decks.counts import Misplaced
    from deckcheck.decks.leftover import Leftover


class GameOfDeck(Protocol):
    """What looking up the cards of a deck needs to know of its game."""

    @property
    def id(self) -> str: ...
    @property
    def sections(self) -> Sections: ...
    @property
    def beside_deck(self) -> frozenset[str]: ...
    @property
    def card(self) -> CardSchema: ...
    def not_a_card(self, card: Card, /) -> bool: ...


# Whether a card of the pool is none of a deck (a token), by the card's identity.
_TOKENS: WeakKeyDictionary[Pool, dict[int, bool]] = WeakKeyDictionary()


class Known:
    """What is known while the lines of one deck are read: its file, its game, the cards.

    `begun`: a line above is a card.
    """

    def __init__(self, deck_file: DeckFile, game: GameOfDeck, pool: Pool) -> None:
        self.deck_file = deck_file
        self.game = game
        self.pool = pool
        self.first = first_section(game.sections)
        self.guesses = Guesses(pool)
        self.tokens = _TOKENS.setdefault(pool, {})
        self.begun = False

    def is_token(self, card: Card) -> bool:
        """Whether a card of the pool is none that a deck may hold."""
        found = self.tokens.get(id(card))
        if found is None:
            found = self.tokens[id(card)] = self.game.not_a_card(card)
        return found

    @cached_property
    def titles(self) -> Titles:
        """What heads cards or sections, in this game's words."""
        return Titles(self.game.sections, self.game.card)

    @cached_property
    def numbered(self) -> bool:
        """Whether the lines are numbered, so that "2. Name" does not say how many."""
        from deckcheck.decks.counts import are_numbered  # few lists need it

        return are_numbered((line.section, line.text) for line in self.deck_file.lines)

    @cached_property
    def counts_are_written(self) -> bool:
        """Whether any line of the file has a count: then one without is hardly a card."""
        return any(split_count(line.text).count for line in self.deck_file.lines)


class Clues:
    """A line, and what can be found out about it; each thing is found when a recogniser first asks."""

    def __init__(self, line: Line, known: Known) -> None:
        self.line = line
        self.known = known
        self.section = line.section or known.first
        self.by_hand = known.deck_file.by_hand

    @cached_property
    def maybe(self) -> str | None:
        """What the line is by its form, unless it is a card's name as it stands: see `Line.maybe`."""
        form = self.line.maybe
        if form is None:
            return None
        cards = self.known.pool.find(tidy(self.line.text))
        named = cards if form != "comment" else any(n.startswith("#") for card in cards for n in card.names)
        return None if named else form

    @property
    def title(self) -> bool:
        return self.maybe == "heading"

    @cached_property
    def words(self) -> str:
        """The line without what frames a heading."""
        return bare(self.line.text)

    @cached_property
    def beyond_hash(self) -> tuple[Named, str] | None:
        """The card whose name goes on after the " #" at which YAML begins a comment, and the text with it."""
        comment = self.line.comment
        for rest in (comment, comment.partition(" #")[0].rstrip()) if comment else ():
            text = f"{self.line.text} #{rest}"
            found = find_line(text, self.known.pool)
            if "#" in found.reading.name and any("#" in name for card in found.cards for name in card.names):
                return found, text
        return None

    @cached_property
    def named(self) -> Named:
        """The count and the name of the line, and the cards that bear the name."""
        if self.title:
            return Named(CountedName(None, self.words))
        if self.line.count is None and self.beyond_hash:
            return self.beyond_hash[0]
        counted = self.line.count is not None
        return find_line(self.line.text, self.known.pool, self.known.game.beside_deck, counted=counted)

    @property
    def name(self) -> str:
        return self.named.reading.name

    @cached_property
    def count(self) -> int | None:
        """The number of copies; None where what stands there is no whole number."""
        if self.title:
            return number_behind(self.line.text) or 1
        return self.line.count if self.line.count is not None else copies(self.named.reading.count)

    @property
    def counted(self) -> bool:
        """Whether a count is given, where counts stand."""
        return self.line.count is not None or self.named.reading.count is not None

    @cached_property
    def leftover(self) -> Leftover | None:
        """What the line holds besides the card that it names."""
        if self.line.count is not None or self.title or self.beyond_hash or not self.named.cards:
            return None
        if self.line.text.endswith(self.name):  # nearly every line
            return None
        from deckcheck.decks.leftover import leftover  # few lists need it

        words = heading_words(self.known.game.sections, categories=False)
        return leftover(self.line.text, self.named, self.known.pool, self.section, words)

    def left(self, kind: str) -> bool:
        """Whether the line holds such a thing besides its card."""
        return self.leftover is not None and self.leftover.kind == kind

    @cached_property
    def hinted(self) -> tuple[Card, ...]:
        """The cards that a number hints at which is none of theirs."""
        return () if self.named.cards or self.title else self.known.pool.hinted(self.name)

    @cached_property
    def misplaced(self) -> Misplaced | None:
        """A count that stands where none should, beside the name of a card."""
        if self.named.cards or self.hinted or self.line.count is not None:
            return None
        from deckcheck.decks.counts import misplaced  # few lists need it

        return misplaced(self.line.text, self.known.guesses)

    @cached_property
    def only(self) -> tuple[str, Card] | None:
        """The one card that the line can mean by its name, by a number that hints at it, or beside a misplaced
        count, with its name as written."""
        if cards := self.named.cards or self.hinted:
            return (self.name, cards[0]) if len(cards) == 1 else None
        slip = None if self.named.beside_deck else self.misplaced
        return (slip.name, slip.cards[0]) if slip and slip.copies and len(slip.cards) == 1 else None

    @cached_property
    def guess(self) -> Guess:
        """What the name may have been meant for."""
        several = self.named.cards or self.hinted
        return Guess(_told_apart(several)) if several else self.known.guesses.of(self.name)

    @cached_property
    def begun(self) -> str | None:
        """The name of a card that the name goes on from."""
        return begun_name(self.name, self.known.pool)

    @property
    def unknown(self) -> bool:
        """Whether no card bears the name."""
        return not self.named.cards

    @property
    def like_a_card(self) -> bool:
        return bool(self.guess.parts or self.guess.near or self.begun)

    @property
    def stray(self) -> bool:
        """Whether the line seems not to mean a card: it has no count, and no name is like it."""
        bare = self.unknown and not self.counted and not self.guess.near
        return bare and self.line.maybe in (None, "title")

    @property
    def titled(self) -> bool:
        """Whether the line seems to name the deck: above cards that have counts, and no card is sure to be meant."""
        known = self.known
        if known.begun or known.deck_file.name is not None or not self.by_hand or not known.counts_are_written:
            return False
        at_top = self.line.maybe == "title" and self.unknown and not self.counted and not self.guess.sure
        return self.remark or at_top

    @property
    def remark(self) -> bool:
        """Whether the line is a stray one in a list in which cards have counts."""
        return self.by_hand and self.stray and self.known.counts_are_written

    def near_heading(self, text: str) -> tuple[str, ...]:
        """The heading of the game that a text was probably meant for."""
        near = self.known.titles.near(text)
        return (near,) if near else ()


def _told_apart(cards: tuple[Card, ...]) -> tuple[str, ...]:
    """The names of several cards; where two are the same, with the place of the record."""
    names = [card.name for card in cards]
    if len(set(names)) == len(names):
        return tuple(names)
    return tuple(f"{card.name} ({card.place.file}:{card.place.line})" for card in cards)
