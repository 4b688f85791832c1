"""A deck as its file says it → the same with every card looked up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol
from weakref import WeakKeyDictionary

from deckcheck.cards.pool import Card, Pool
from deckcheck.decks import line_problems as problem
from deckcheck.decks.deck import Deck, DeckFile, Entry, Line
from deckcheck.decks.guess import Guess, Guesses, begun_name
from deckcheck.decks.headings import Sections, bare, first_section
from deckcheck.decks.lines import MAX_LINE, Reading, copies, split_count, tidy
from deckcheck.decks.lookup import Found, Seen, find_line, seen_lines
from deckcheck.decks.titles import Titles
from deckcheck.record import dataclass, field, replace
from deckcheck.report import Note, Place, Problem

if TYPE_CHECKING:
    from deckcheck.cards.shape import CardShape
    from deckcheck.decks.counts import Misplaced


class GameShape(Protocol):
    """What looking up the cards of a deck needs to know of its game."""

    @property
    def id(self) -> str: ...
    @property
    def sections(self) -> Sections: ...
    @property
    def outside(self) -> frozenset[str]: ...
    @property
    def card(self) -> CardShape: ...
    def not_a_card(self, card: Card, /) -> bool: ...


# Whether a card of the pool is none of a deck (a token), by the card's identity.
_STRANGE: WeakKeyDictionary[Pool, dict[int, bool]] = WeakKeyDictionary()


def resolve(deck_file: DeckFile, game: GameShape, pool: Pool) -> Deck:
    """Look up every line of the file.

    A line that holds no card of the deck becomes a problem; a name that no card or that several cards
    bear becomes an entry without a card besides, so that sizes stay right. Nothing is guessed.
    """
    seen, strange = seen_lines(pool), _STRANGE.setdefault(pool, {})
    titles = Titles(game.sections, game.card)
    lookup = _Lookup(deck_file, game, pool, seen, strange, Guesses(pool), titles)
    for line in deck_file.lines:
        if not lookup.again(line):
            lookup.line(line)
    lookup.finish()
    return Deck(
        path=deck_file.path,
        game=game.id,
        format=deck_file.format,
        name=deck_file.name,
        entries=tuple(lookup.entries),
        info=deck_file.info,
        ignore=deck_file.ignore,
        places={key: place for key, place in deck_file.places.items() if key in game.sections},
        unread=tuple(replace(line, section=line.section or first_section(game.sections)) for line in lookup.unread),
        problems=(*deck_file.problems, *lookup.problems),
        notes=(*deck_file.notes, *lookup.notes),
        identifiers=(*pool.identifiers, *pool.hints),
    )


def _told_apart(cards: tuple[Card, ...]) -> tuple[str, ...]:
    """The names of several cards; where two are the same, with the place of the record."""
    names = [card.name for card in cards]
    if len(set(names)) == len(names):
        return tuple(names)
    return tuple(f"{card.name} ({card.place.file}:{card.place.line})" for card in cards)


@dataclass(slots=True)
class _Lookup:
    """The look-up of one deck, line by line, and what came of it."""

    deck_file: DeckFile
    game: GameShape
    pool: Pool
    seen: Seen
    strange: dict[int, bool]
    guesses: Guesses
    titles: Titles
    entries: list[Entry] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    unread: list[Line] = field(default_factory=list)
    faulty: dict[int, Card] = field(default_factory=dict)
    recognised: bool = False
    counted: bool | None = None
    absent: set[str] = field(default_factory=set)

    def again(self, line: Line) -> bool:
        """The entry of a line that was met in another deck, if there is nothing to say of it: most of a batch."""
        count = line.count
        found = self.seen.get((line.text, self.game.outside, count is not None))
        if found is None or len(found.cards) != 1 or line.maybe is not None or line.comment is not None:
            return False
        (card,), section = found.cards, line.section
        number = copies(found.reading.count) if count is None else count
        if number is None or not 0 < number <= problem.MAX_COPIES or section is None:
            return False
        if section not in self.game.sections or card.faults or self.strange.get(id(card), True):
            return False
        self.recognised = True
        self.entries.append(Entry(number, found.reading.name, section, card, line.place))
        return True

    def line(self, line: Line) -> None:
        if line.maybe is not None and not self.is_name(line):
            if line.maybe == "heading":
                self.heading(line)
            return
        section = line.section or first_section(self.game.sections)
        if len(line.text) > MAX_LINE:
            self.left(line, problem.too_long(line))
            return
        if section not in self.game.sections:
            self.unread.append(line)
            self.no_section(section, line)
            return
        found = self.find(line)
        name = found.reading.name
        number = line.count if line.count is not None else copies(found.reading.count)
        if number is None or not 0 < number <= problem.MAX_COPIES:
            self.recognised |= bool(found.cards)
            self.left(line, problem.bad_count(line, found.reading, number))
        elif len(found.cards) == 1:
            self.card(line, found.cards[0], name, section, number)
        elif found.outside:
            self.recognised = True
            self.left(line, problem.no_entry(line, "outside-deck", name, section))
        else:
            self.unknown(line, found, section, number)

    def left(self, line: Line, slip: Problem) -> None:
        """A line of which no entry is made, and why."""
        self.unread.append(line)
        self.problems.append(slip)

    def find(self, line: Line) -> Found:
        if line.count is not None:
            outside = self.game.outside
            found = self.seen.get((line.text, outside, True))
            return found or find_line(line.text, self.pool, outside, counted=True)
        if line.comment and (found := self.beyond_hash(line, line.comment)):
            return found
        return find_line(line.text, self.pool, self.game.outside)

    def beyond_hash(self, line: Line, comment: str) -> Found | None:
        """The card whose name goes on after the " #" at which YAML begins a comment."""
        for rest in (comment, comment.partition(" #")[0].rstrip()):
            text = f"{line.text} #{rest}"
            found = find_line(text, self.pool)
            name = found.reading.name
            if "#" in name and any("#" in known for card in found.cards for known in card.names):
                self.problems.append(problem.cut_at_hash(line, name, text))
                return found
        return None

    def card(self, line: Line, card: Card, name: str, section: str, number: int) -> None:
        self.recognised = True
        if card.faults:
            self.faulty[id(card)] = card
        strange = self.strange.get(id(card))
        if strange is None:
            strange = self.strange[id(card)] = self.game.not_a_card(card)
        if strange:
            self.left(line, problem.no_entry(line, "not-a-card", card.name, section, name))
        else:
            self.entries.append(Entry(number, name, section, card, line.place))

    def is_name(self, line: Line) -> bool:
        """Whether what looks like a heading or a comment is a card's name as it stands."""
        cards = self.pool.find(tidy(line.text))
        if line.maybe == "comment":
            return any(name.startswith("#") for card in cards for name in card.names)
        return bool(cards)

    def heading(self, line: Line) -> None:
        """A line that looks like a heading and is no section's: of a kind of cards, of a misplaced count, or a slip."""
        words = bare(line.text)
        if self.titles.is_kind(words):
            return
        section = line.section or first_section(self.game.sections)
        if slip := self.slip(line):
            self.misplaced(line, slip, section)
        elif near := self.titles.near(words):
            self.left(line, problem.bad_line(line, "line.heading", near, section))
        elif self.is_like_a_card(words):
            self.unknown(line, Found(Reading(None, words)), section, problem.number_behind(line.text) or 1)
        else:
            self.left(line, problem.bad_line(line, "line.no-heading", None, section))

    def is_like_a_card(self, words: str) -> bool:
        guess = self.guesses.of(words)
        return bool(guess.parts or guess.near or begun_name(words, self.pool))

    def slip(self, line: Line) -> Misplaced | None:
        from deckcheck.decks.counts import misplaced  # few lists need it

        return misplaced(line.text, self.guesses)

    def misplaced(self, line: Line, slip: Misplaced, section: str) -> None:
        """A count that stands behind the name, or in words: what was meant is counted, and told."""
        number = slip.count
        self.recognised = True
        if number is None or not 0 < number <= problem.MAX_COPIES:
            self.left(line, problem.odd_count(line, slip, None))
            return
        self.problems.append(problem.odd_count(line, slip, number))
        card = slip.cards[0] if len(slip.cards) == 1 else None
        if card is not None:
            self.card(line, card, slip.name, section, number)
        else:
            self.entries.append(Entry(number, slip.name, section, None, line.place))

    def unknown(self, line: Line, found: Found, section: str, number: int) -> None:
        name = found.reading.name
        hinted = () if found.cards else self.pool.hinted(name)
        if len(hinted) == 1:
            self.problems.append(problem.old_number(line, name, hinted[0], section, self.pool.identifiers))
            self.card(line, hinted[0], name, section, number)
            return
        if not found.cards and not hinted and line.count is None and (slip := self.slip(line)):
            self.misplaced(line, slip, section)
            return
        counted = line.count is not None or found.reading.count is not None
        if not counted and not found.cards and self.deck_file.reader == "text" and self.titles.is_kind(bare(name)):
            return
        guess = Guess(_told_apart(found.cards or hinted)) if found.cards or hinted else self.guesses.of(name)
        self.recognised |= guess.sure
        if len(guess.parts) > 1:
            self.recognised = True
            self.problems.append(problem.ambiguous(line, name, section, guess.parts))
        elif not guess.near and not counted and not line.maybe and self.stray(line):
            return
        elif not guess.near and (begun := begun_name(name, self.pool)):
            self.problems.append(problem.unknown(line, name, section, Guess((), (begun,)), number, self.game.id))
        elif not guess.near and name.isdecimal() and self.pool.identifiers:
            self.problems.append(problem.unknown_number(line, name, section, self.game.id))
        elif not guess.sure and not name.isdecimal() and self.deck_file.reader == "ydk":
            self.problems.append(problem.no_number(line, name, section))
        else:
            self.problems.append(problem.unknown(line, name, section, guess, number, self.game.id))
        self.entries.append(Entry(number, name, section, None, line.place))

    def stray(self, line: Line) -> bool:
        """Report a line that seems not to mean a card at all: no count, and no name is like it."""
        if line.text.strip().isdecimal():
            self.left(line, problem.bad_line(line, "line.only-count"))
        elif self.deck_file.reader != "text":
            return False
        elif near := self.titles.near(line.text):
            self.left(line, problem.bad_line(line, "line.heading", near, line.section))
        elif self.counts_are_written():
            self.left(line, problem.not_understood(line, at_top=not self.entries and self.deck_file.name is None))
        else:
            return False
        return True

    def counts_are_written(self) -> bool:
        if self.counted is None:
            self.counted = any(split_count(line.text).count for line in self.deck_file.lines)
        return self.counted

    def no_section(self, section: str, line: Line) -> None:
        """One problem for all lines of a section that the game does not have."""
        if section not in self.absent:
            self.absent.add(section)
            lines = sum(1 for other in self.deck_file.lines if other.section == section)
            facts = {"word": section, "lines": lines, "known": tuple(self.game.sections)}
            place = self.deck_file.places.get(section, line.place)
            self.problems.append(Problem("shape", "shape.no-section", place=place, facts=facts))

    def finish(self) -> None:
        for card in self.faulty.values():
            self.problems.extend(card.faults)
        read = bool(self.deck_file.lines) or not self.deck_file.problems
        if read and not self.recognised:
            sentence = "empty.unknown" if self.deck_file.lines else "empty"
            self.problems.append(Problem("empty", sentence, place=Place(self.deck_file.path)))
