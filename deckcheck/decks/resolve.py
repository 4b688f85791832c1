"""A deck as its file says it → the same with every card looked up."""

from __future__ import annotations

from collections.abc import Iterable
from weakref import WeakKeyDictionary

from deckcheck.cards.names import normalise
from deckcheck.cards.pool import Card, Pool
from deckcheck.decks.clues import GameOfDeck, Known
from deckcheck.decks.deck import Deck, DeckFile, Entry, Line
from deckcheck.decks.follow import FOLLOWS, Becomes, cut_at_hash
from deckcheck.decks.lines import MAX_COPIES, copies
from deckcheck.decks.named import Seen, seen_lines
from deckcheck.decks.recognise import recognise
from deckcheck.record import replace
from deckcheck.report import Note, Place, Problem

# Lines with more than a count and a name, and their sections, of which there was nothing to tell in another deck.
_PLAIN: WeakKeyDictionary[Pool, set[tuple[str, str | None]]] = WeakKeyDictionary()
_PLAIN_AT_MOST = 100_000


def resolve(deck_file: DeckFile, game: GameOfDeck, pool: Pool) -> Deck:
    """Look up every line of the file.

    A line that holds no card of the deck becomes a problem; a name that no card or that several cards
    bear becomes an entry without a card besides, so that sizes stay right. Nothing is guessed.
    """
    lookup = _Lookup(Known(deck_file, game, pool), seen_lines(pool))
    for line in deck_file.lines:
        if not lookup.again(line):
            lookup.line(line)
    return Deck(
        path=deck_file.path,
        game=game.id,
        format=deck_file.format,
        name=deck_file.name,
        entries=tuple(lookup.entries),
        info=deck_file.info,
        ignore=deck_file.ignore,
        places={key: place for key, place in deck_file.places.items() if key in game.sections},
        unread=tuple(lookup.unread),
        problems=(*deck_file.problems, *lookup.problems, *lookup.of_all()),
        notes=(*deck_file.notes, *_by_hyphens(lookup.entries)),
        identifiers=(*pool.identifiers, *pool.hints),
        reader=deck_file.reader,
    )


def _by_hyphens(entries: Iterable[Entry]) -> tuple[Note, ...]:
    """The names that are a card's but for a hyphen, told once: it may have been another card that was meant."""
    found: dict[str, str] = {}
    for entry in entries:
        card = entry.card
        written = entry.name.strip(" -–—")  # "3 - Name": no hyphen of the name
        if card is None or written.count("-") == card.name.count("-") or written in card.names:
            continue
        key = normalise(written)
        meant = next((name for name in card.names if normalise(name) == key), None)
        if meant is not None and meant.count("-") != written.count("-"):
            found[written] = meant
    return (Note("note.hyphens", {"names": tuple(found), "cards": tuple(found.values())}),) if found else ()


class _Lookup:
    """The look-up of one deck, line by line, and what came of it. `of_game`: it names cards of the game at all."""

    __slots__ = (
        "beside_deck",
        "entries",
        "faulty",
        "known",
        "of_game",
        "plain",
        "problems",
        "said",
        "sections",
        "seen",
        "unread",
    )

    def __init__(self, known: Known, seen: Seen) -> None:
        self.known = known
        self.seen = seen
        self.beside_deck = known.game.beside_deck
        self.sections = known.game.sections
        self.entries: list[Entry] = []
        self.unread: list[Line] = []
        self.problems: list[Problem] = []
        self.faulty: dict[int, Card] = {}
        self.of_game = False
        self.said: set[tuple[str, str]] = set()
        self.plain = _PLAIN.setdefault(known.pool, set())

    def again(self, line: Line) -> bool:
        """The entry of a line that was met in another deck, where there is nothing to say of it: most of a batch.

        It is what `line` would come to.
        """
        count, section = line.count, line.section
        named = self.seen.get((line.text, self.beside_deck, count is not None))
        if named is None or len(named.cards) != 1 or line.maybe is not None or line.comment is not None:
            return False
        (card,), known = named.cards, self.known
        number = copies(named.reading.count) if count is None else count
        if number is None or not 0 < number <= MAX_COPIES or section is None or section not in self.sections:
            return False
        if count is None and not line.text.endswith(named.reading.name) and (line.text, section) not in self.plain:
            return False  # what is left may be something to tell
        if card.faults or known.tokens.get(id(card), True):
            return False
        self.of_game = known.begun = True
        self.entries.append(Entry(number, named.reading.name, section, card, line.place))
        return True

    def line(self, line: Line) -> None:
        """What the line is, and what follows from it."""
        meaning = recognise(line, self.known)
        follow = FOLLOWS[meaning.kind]
        self.of_game |= follow.of_game or bool(meaning.cards)
        if meaning.kind == "card" and line.count is None and len(self.plain) < _PLAIN_AT_MOST:
            self.plain.add((line.text, line.section))
        if meaning.whole is not None:
            self.problems.append(cut_at_hash(line, meaning))
        if follow.rule and not (follow.once and (meaning.kind, meaning.section) in self.said):
            self.said.add((meaning.kind, meaning.section))
            self.problems.append(follow.problem(line, meaning, self.known))
        if follow.becomes is Becomes.UNREAD:
            self.unread.append(replace(line, section=meaning.section))
        elif follow.becomes is Becomes.ENTRY:
            card = meaning.cards[0] if len(meaning.cards) == 1 else None
            if card is not None and card.faults:
                self.faulty[id(card)] = card
            self.entries.append(Entry(meaning.count or 1, meaning.name, meaning.section, card, line.place))
            self.known.begun = True

    def of_all(self) -> list[Problem]:
        """What is told of the deck as a whole: the faults of its cards, and that it has none of the game."""
        told = [fault for card in self.faulty.values() for fault in card.faults]
        file = self.known.deck_file
        if not self.of_game and (file.lines or not file.problems):
            told.append(Problem("empty", "empty.unknown" if file.lines else "empty", place=Place(file.path)))
        return told
