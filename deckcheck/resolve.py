"""A deck as its file says it → the same with every card looked up."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol
from weakref import WeakKeyDictionary

from deckcheck import line_problems as problem
from deckcheck.cards import Card, Pool
from deckcheck.deck import Deck, DeckFile, Entry, Line
from deckcheck.headings import Sections, first_section, heading_words, nearest
from deckcheck.lines import Reading, copies, readings, split_count, tidy
from deckcheck.names import names_with, normalise, suggest
from deckcheck.record import dataclass, field
from deckcheck.report import Note, Place, Problem

MAX_GUESSED = 100  # unknown names of a deck that are compared with the pool; nonsense holds thousands


class GameShape(Protocol):
    """What looking up the cards of a deck needs to know of its game."""

    @property
    def id(self) -> str: ...
    @property
    def sections(self) -> Sections: ...
    @property
    def outside(self) -> frozenset[str]: ...
    def not_a_card(self, card: Card, /) -> bool: ...


@dataclass(frozen=True, slots=True)
class Found:
    """What a line's text is: a count and a name, and the cards that bear it (none: unknown)."""

    reading: Reading
    cards: tuple[Card, ...] = ()
    outside: bool = False


# The same lines come again and again in a batch of decks.
_SEEN: WeakKeyDictionary[Pool, dict[tuple[str, frozenset[str], bool], Found]] = WeakKeyDictionary()
_SEEN_AT_MOST = 100_000
# Whether a card of the pool is none of a deck (a token), by the card's identity.
_STRANGE: WeakKeyDictionary[Pool, dict[int, bool]] = WeakKeyDictionary()


def find_line(text: str, pool: Pool, outside: frozenset[str] = frozenset(), *, counted: bool = False) -> Found:
    """The longest name in the line that is a card's, or that lies `outside` the deck; else none.

    `counted`: the count stands elsewhere, the whole text is the name.
    """
    seen = _SEEN.setdefault(pool, {})
    found = seen.get((text, outside, counted))
    if found is None:
        if len(seen) >= _SEEN_AT_MOST:
            seen.clear()
        whole = Reading(None, tidy(text)) if counted else None
        found = _first((whole,) if whole else readings(text), pool, outside) or Found(whole or split_count(text))
        seen[text, outside, counted] = found
    return found


def resolve(deck_file: DeckFile, game: GameShape, pool: Pool) -> Deck:
    """Look up every line of the file.

    A line that holds no card of the deck becomes a problem; a name that no card or that several cards
    bear becomes an entry without a card besides, so that sizes stay right. Nothing is guessed.
    """
    lookup = _Lookup(deck_file, game, pool, _SEEN.setdefault(pool, {}), _STRANGE.setdefault(pool, {}))
    for line in deck_file.lines:
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
        problems=(*deck_file.problems, *lookup.problems),
        notes=(*deck_file.notes, *lookup.notes),
        identifiers=(*pool.identifiers, *pool.hints),
    )


def _first(meanings: Iterable[Reading], pool: Pool, outside: frozenset[str]) -> Found | None:
    for reading in meanings:
        if outside and normalise(reading.name) in outside:
            return Found(reading, outside=True)
        if cards := pool.find(reading.name):
            return Found(reading, _preferred(cards, reading.name))
    return None


def _preferred(cards: tuple[Card, ...], name: str) -> tuple[Card, ...]:
    """Of several cards of one name the one that bears it in the game's own language."""
    if len(cards) == 1:
        return cards
    key = normalise(name)
    own = tuple(card for card in cards if normalise(card.name) == key)
    return own if len(own) == 1 else cards


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
    seen: dict[tuple[str, frozenset[str], bool], Found]
    strange: dict[int, bool]
    entries: list[Entry] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    faulty: dict[int, Card] = field(default_factory=dict)
    recognised: bool = False
    categories: list[str] = field(default_factory=list)
    counted: bool | None = None
    absent: set[str] = field(default_factory=set)
    guessed: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = field(default_factory=dict)

    def line(self, line: Line) -> None:
        if line.maybe is not None and not self.is_name(line):
            self.no_card(line)
            return
        section = line.section or first_section(self.game.sections)
        if section not in self.game.sections:
            self.no_section(section, line)
            return
        found = self.find(line)
        name = found.reading.name
        number = line.count if line.count is not None else copies(found.reading.count)
        if number is None or not 0 < number <= problem.MAX_COPIES:
            self.problems.append(problem.bad_count(line, found.reading, number))
        elif len(found.cards) == 1:
            self.card(line, found.cards[0], name, section, number)
        elif found.outside:
            self.recognised = True
            self.problems.append(problem.no_entry(line, "outside-deck", name, section))
        else:
            self.unknown(line, found, section, number)

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
            self.problems.append(problem.no_entry(line, "not-a-card", card.name, section, name))
        else:
            self.entries.append(Entry(number, name, section, card, line.place))

    def is_name(self, line: Line) -> bool:
        """Whether what looks like a heading or a comment is a card's name as it stands."""
        cards = self.pool.find(tidy(line.text))
        if line.maybe == "comment":
            return any(name.startswith("#") for card in cards for name in card.names)
        return bool(cards)

    def no_card(self, line: Line) -> None:
        """A comment, or a heading that is none of the game's sections ("Dresseur : 12")."""
        if line.maybe == "comment":
            return
        word = line.text.split(":")[0].split("(")[0]
        if near := nearest(word, heading_words(self.game.sections)):
            self.problems.append(problem.bad_line(line, "line.heading", near))
        else:
            self.categories.append(tidy(line.text))

    def unknown(self, line: Line, found: Found, section: str, number: int) -> None:
        name = found.reading.name
        hinted = () if found.cards else self.pool.hinted(name)
        if len(hinted) == 1:
            self.problems.append(problem.old_number(line, name, hinted[0], section, self.pool.identifiers))
            self.card(line, hinted[0], name, section, number)
            return
        names, near = self.guess(name)
        names = _told_apart(found.cards or hinted) or names
        if len(names) > 1:
            self.recognised = True
            self.problems.append(problem.ambiguous(line, name, section, names))
        elif not near and line.count is None and found.reading.count is None and self.stray(line):
            return
        else:
            self.problems.append(problem.unknown(line, name, section, near, number))
        self.entries.append(Entry(number, name, section, None, line.place))

    def guess(self, name: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The names of which it is a part, and names like it."""
        if name not in self.guessed:
            if len(self.guessed) >= MAX_GUESSED:
                return (), ()
            names = names_with(name, self.pool)
            self.guessed[name] = names, () if len(names) > 1 else suggest(name, self.pool)
        return self.guessed[name]

    def stray(self, line: Line) -> bool:
        """Report a line that seems not to mean a card at all: no count, and no name is like it."""
        if line.text.strip().isdecimal():
            self.problems.append(problem.bad_line(line, "line.only-count"))
        elif self.deck_file.reader != "text":
            return False
        elif near := nearest(line.text, heading_words(self.game.sections)):
            self.problems.append(problem.bad_line(line, "line.heading", near))
        elif self.counts_are_written():
            self.problems.append(problem.bad_line(line, "line.not-understood"))
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
        if self.categories:
            self.notes.append(Note("note.categories", {"headings": tuple(self.categories)}))
        read = bool(self.deck_file.lines) or not self.deck_file.problems
        if read and not self.recognised:
            sentence = "empty.unknown" if self.deck_file.lines else "empty"
            self.problems.append(Problem("empty", sentence, place=Place(self.deck_file.path)))
