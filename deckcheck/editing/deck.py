"""A deck file that is being changed. Its bytes are the state, so that whatever was done can be undone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property

from deckcheck.cards.pool import Card, Pool
from deckcheck.decks.deck import Deck, Entry
from deckcheck.editing.ask import addition, home, removal
from deckcheck.editing.changes import Change, made
from deckcheck.editing.edit import edited
from deckcheck.editing.editor import Editor
from deckcheck.files.disk import bytes_of, write_over
from deckcheck.formats import MOST_READ
from deckcheck.record import dataclass, replace
from deckcheck.report import DeckcheckError, Headroom, Report, Severity
from deckcheck.rules.check import Checker, Loaded

LEGAL, UNFINISHED, ILLEGAL = "legal", "unfinished", "illegal"


# From the bytes of a file to its deck, or to the report that says why there is none.
Load = Callable[[bytes], Loaded | Report]


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a deck is legal, unfinished (more cards can make it legal) or illegal.

    `why`: the ids of the rules that are broken for good, else of those that wait for more cards.
    """

    word: str
    why: tuple[str, ...] = ()


@dataclass(frozen=True)
class State:
    """A deck file at one moment.

    `draft`: it is judged as a deck in progress.
    `unread`: why a check cannot read it, as when its last line is gone.
    """

    data: bytes
    deck: Deck
    checker: Checker
    draft: bool = False
    unread: Report | None = None

    @cached_property
    def report(self) -> Report:
        """What `deckcheck check` says of a file of these bytes."""
        return self.unread or self.checker.check(self.deck, draft=self.draft)

    @cached_property
    def verdict(self) -> Verdict:
        """The verdict in a word, with the rules that are the reason."""
        report = replace(self, draft=False).report if self.draft else self.report
        errors = [problem for problem in report.problems if problem.severity is Severity.ERROR]
        lasting = [problem.rule for problem in errors if problem.final and problem.sentence != "empty"]
        waiting = [*(problem.rule for problem in errors), *report.undecided]
        if lasting:
            return Verdict(ILLEGAL, tuple(dict.fromkeys(lasting)))
        return Verdict(LEGAL if report.complete else UNFINISHED, tuple(dict.fromkeys(waiting)))


class EditedDeck:
    """A deck that is opened for editing.

    Each method that changes it is one step of `undo`; nothing is written before `save`. Cards are given as a deck
    names them, with their count ("2 Name"), and sections by any of their words.
    """

    def __init__(self, path: str, data: bytes, loaded: Loaded, load: Load, *, draft: bool = False) -> None:
        """`loaded`: the deck of the data. `load`: makes a deck of other bytes of the same file. `draft`: of `State`."""
        self.path = path
        self.state = State(data, loaded.deck, loaded.checker, draft)
        self._load = load
        self._saved = data
        self._past: list[bytes] = []
        self._future: list[bytes] = []

    @property
    def data(self) -> bytes:
        """The bytes of the file as it would be saved."""
        return self.state.data

    @property
    def deck(self) -> Deck:
        return self.state.deck

    @property
    def checker(self) -> Checker:
        return self.state.checker

    @property
    def pool(self) -> Pool:
        """The cards of the deck's game."""
        pool = self.checker.pool
        assert pool is not None
        return pool

    @property
    def report(self) -> Report:
        """What `deckcheck check` would say of the file if it were saved now."""
        return self.state.report

    @property
    def verdict(self) -> Verdict:
        """Legal, unfinished or illegal, and by which rules."""
        return self.state.verdict

    @property
    def unsaved(self) -> bool:
        """Whether the file is not yet what the deck is."""
        return self.data != self._saved

    # --- changes ---

    def add(self, *cards: str, to: str | None = None) -> tuple[Change, ...]:
        """Add copies to a section; without one each card goes to the first whose rules take it.

        :raises DeckcheckError: a card or the section is not known, or the file cannot be changed so.
        """
        return self.apply(self._asked(cards, lambda text, deck: addition(text, to, deck, self.checker, self.pool)))

    def cut(self, *cards: str, source: str | None = None) -> tuple[Change, ...]:
        """Take copies out of a section, the only one that holds them if none is given.

        :raises DeckcheckError: there are not so many copies, several sections hold them, or as `add`.
        """
        return self._taken(cards, source, None)

    def move(self, *cards: str, to: str, source: str | None = None) -> tuple[Change, ...]:
        """Move copies to a section; `source` and what is raised are as of `cut`."""
        return self._taken(cards, source, to)

    def apply(self, changes: Sequence[Change]) -> tuple[Change, ...]:
        """Make the changes, such as those of a repair, as one step.

        :raises DeckcheckError: the form of the file cannot be changed so; nothing is changed then.
        """
        data = edited(Editor(self.path, self.data, self.checker.game, self.pool), self.deck, changes)
        if data != self.data:
            self._enter(data)
        return tuple(changes)

    def undo(self) -> bool:
        """Go back a step; False where there is none."""
        return self._step(self._past, self._future)

    def redo(self) -> bool:
        """Do again what was undone last; False where there is nothing of the kind."""
        return self._step(self._future, self._past)

    def _taken(self, cards: Sequence[str], source: str | None, to: str | None) -> tuple[Change, ...]:
        game = self.checker.game
        return self.apply(self._asked(cards, lambda text, deck: removal(text, source, to, deck, game, self.pool)))

    def _asked(self, cards: Sequence[str], ask: Callable[[str, Deck], Change]) -> tuple[Change, ...]:
        """The changes that are asked for, each of the deck that the ones before leave."""

        def changes() -> Iterator[Change]:
            deck = self.deck
            for text in cards:
                change = ask(text, deck)
                deck = replace(deck, entries=made(deck.entries, (change,)))
                yield change

        return tuple(changes())

    def _enter(self, data: bytes) -> None:
        """A new step, in place of those that were undone."""
        self._past.append(self.data)
        self._future.clear()
        self.state = self._state(data)

    def _step(self, source: list[bytes], target: list[bytes]) -> bool:
        if not source:
            return False
        target.append(self.data)
        self.state = self._state(source.pop())
        return True

    def _state(self, data: bytes) -> State:
        loaded = self._load(data)
        if not isinstance(loaded, Report):
            return replace(self.state, data=data, deck=loaded.deck, checker=loaded.checker, unread=None)
        # What names the game is gone with the last card: it is known all the same, and the deck can be filled again.
        deck = Editor(self.path, data, self.checker.game, self.pool).deck(data)
        return replace(self.state, data=data, deck=replace(deck, format=self.deck.format), unread=loaded)

    # --- the file ---

    def save(self) -> None:
        """Write the file, as a whole or not at all; what another program has written meanwhile is kept.

        :raises DeckcheckError: it cannot be written, or is no longer what was read.
        """
        if self.unsaved:
            write_over(self.path, self._saved, self.data)
            self._saved = self.data

    def refresh(self) -> bool:
        """Take over what another program has written, as a step that can be undone; False where nothing was.

        :raises DeckcheckError: there is unsaved work, or the file can no longer be read as a deck.
        """
        data = bytes_of(self.path, MOST_READ)
        if data == self._saved:
            return False
        if self.unsaved:
            raise DeckcheckError("usage.changed-meanwhile", path=self.path)
        loaded = self._load(data)
        if isinstance(loaded, Report):
            raise DeckcheckError("usage.not-editable", loaded.problems, path=self.path)
        self._enter(data)
        self._saved = data
        return True

    # --- what fits ---

    def home(self, card: Card, count: int = 1) -> str | None:
        """The first section whose rules take so many copies more; None where none does."""
        return home(card, count, self.deck, self.checker)

    def headroom(self, *cards: Card, section: str) -> tuple[Headroom, ...]:
        """How many more copies of each card may be added to a section."""
        return self.checker.headroom_of((Entry(1, card.name, section, card) for card in cards), self.deck)
