"""Decks opened for editing, and repairs put into their files."""

from __future__ import annotations

from collections.abc import Callable
from difflib import unified_diff
from os.path import isfile

from deckcheck.build.fix import Repairer
from deckcheck.build.search import Repair, unsettled
from deckcheck.decks.deck import Deck
from deckcheck.editing.deck import EditedDeck
from deckcheck.files.source import contents, decode
from deckcheck.formats import MOST_READ
from deckcheck.record import replace
from deckcheck.report import DeckcheckError, Report
from deckcheck.reports.repairs import Outcome
from deckcheck.rules.check import Checker, Loaded
from deckcheck.sessions.find import Found
from deckcheck.sessions.session import Session


def opened(found: Found, session: Session) -> EditedDeck | Loaded | Report:
    """The deck to be changed; as it was read where there is no file to change (a link, a pipe), or why it cannot be."""
    data = found.data
    if data is None and isfile(found.path):  # noqa: PTH113
        try:
            data = contents(found.path, MOST_READ)
        except (OSError, ValueError):  # loading it says why
            data = None

    def load(data: bytes) -> Loaded | Report:
        return session.load(replace(found, data=data))

    loaded = session.load(replace(found, data=data))
    if data is None or isinstance(loaded, Report):
        return loaded
    return EditedDeck(found.path, data, loaded, load, draft=session.settings.draft)


def new_deck(session: Session) -> Loaded:
    """A deck without cards of the game and format that are asked for."""
    format_id = session.settings.format
    return Loaded(Deck("-", session.game.id, format_id, None, ()), session.checker(session.game, format_id))


class Workshop:
    """Repairs the decks of a run; what a game and its format need is made ready once."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._ready: dict[int, Repairer] = {}

    def outcome(self, found: Found, *, write: bool) -> Outcome:
        """What came of the repair of a deck; one that cannot be repaired keeps no other from it."""
        deck = opened(found, self.session)
        if isinstance(deck, Report):
            return Outcome(found.path, deck)
        try:
            return outcome_of(deck, self._repairer(deck.checker).repair, write=write and found.data is None)
        except DeckcheckError as error:
            if error.sentence not in ("usage.not-modelled", "usage.solver-gave-up"):
                raise
            return Outcome(found.path, deck.checker.check(deck.deck), fault=error)
        except Exception as error:  # an error of the program in one deck hides no other
            return Outcome(found.path, self.session.failed(found.path, error))

    def _repairer(self, checker: Checker) -> Repairer:
        if id(checker) not in self._ready:
            self._ready[id(checker)] = Repairer(checker, self.session.library.pool(checker.game.id))
        return self._ready[id(checker)]


def outcome_of(deck: EditedDeck | Loaded, mend: Callable[[Deck], Repair], *, write: bool) -> Outcome:
    """What came of a deck: its file with the changes, written if that is asked for."""
    checker, path, repair = deck.checker, deck.deck.path, mend(deck.deck)
    titles = {rule.id: rule.title or rule.id for rule in checker.ruleset.rules}
    outcome = Outcome(path, checker.check(repair.deck), repair, titles)
    if not repair.changes or not isinstance(deck, EditedDeck):
        return outcome
    before = deck.data
    try:
        deck.apply(repair.changes)
        old, new = (decode(data, path)[0].splitlines() for data in (before, deck.data))
        outcome = replace(outcome, diff="\n".join(unified_diff(old, new, path, path, lineterm="")))
        if write:
            deck.save()
    except DeckcheckError as error:
        return replace(outcome, fault=error)
    if not write:
        return outcome
    left = unsettled(checker, deck.deck, repair.unfixable)  # its lines have other numbers now
    return replace(outcome, report=deck.report, repair=replace(repair, deck=deck.deck, unsettled=left), written=True)
