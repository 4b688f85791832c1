"""From what a command is given to decks and reports: game, format, cards and lists are settled here."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from functools import cached_property
from typing import TYPE_CHECKING

from deckcheck.decks.deck import DeckFile
from deckcheck.decks.headings import Sections
from deckcheck.decks.resolve import resolve
from deckcheck.formats import READERS, DeckSource, open_deck
from deckcheck.games.choices import checker
from deckcheck.games.library import Library
from deckcheck.lists.dated import DatedList
from deckcheck.lists.fetched import Fetching
from deckcheck.record import replace
from deckcheck.report import NOWHERE, DeckcheckError, Note, Place, Problem, Report, Severity
from deckcheck.rules.check import Checker, Loaded
from deckcheck.rules.game import Game
from deckcheck.sessions.find import Found
from deckcheck.sessions.settings import Settings
from deckcheck.spelling import nearest

if TYPE_CHECKING:
    from deckcheck.lists.own import OwnList
    from deckcheck.sessions.owned import Owned


class Session:
    """One run of a command: each game, and each of its formats, is made ready once."""

    def __init__(self, settings: Settings, tell: Callable[[Note], None] = lambda note: None) -> None:
        """`tell` is told what takes its time.

        :raises DeckcheckError: a path is missing, or there is no such game.
        """
        self.settings = settings
        self.library = Library(settings.schemas, settings.cards, tell, _fetching(settings))
        self._checkers: dict[tuple[str, str | None], Checker] = {}
        self.owned: Owned | None = None
        if settings.game is not None:
            self.settings = replace(settings, game=self.library.named(settings.game))
        settings.project.check_games(self.library.game_ids())

    @property
    def game(self) -> Game:
        """The game that is asked for.

        :raises DeckcheckError: its schema cannot be used.
        """
        return self.library.game(self.settings.game or "")

    def lists(self) -> Mapping[str, DatedList]:
        """The dated lists of the game that is asked for, by id.

        :raises DeckcheckError: one of them cannot be used.
        """
        if self.library.card_paths(self.game.id):
            self.library.pool(self.game.id)  # compiled, the lists are at hand at once
        return self.library.lists(self.game.id)

    def own_lists(self) -> tuple[OwnList, ...]:
        """The user's own lists, each with the version that is meant and the one of the game that it stands in for.

        :raises DeckcheckError: one of them cannot be used.
        """
        choices = self.settings.choices(self.game, self.settings.format)
        if not choices.lists:
            return ()
        from deckcheck.games.choices import ruleset_of
        from deckcheck.lists.own import own_lists

        pool = self.library.pool(self.game.id)
        ruleset = ruleset_of(self.game, choices)
        return own_lists(self.game, pool, ruleset, self.library.lists(self.game.id), self.settings.as_of, choices.lists)

    def on(self, day: str) -> Session:
        """The same on another day."""
        other = copy(self)
        other.settings = replace(self.settings, as_of=day, pinned_by_project=False)
        other._checkers = {}
        other.owned = self.owned.anew() if self.owned is not None else None
        return other

    def check_all(self, decks: Sequence[Found]) -> list[Report]:
        """The reports on the decks, in their order.

        :raises DeckcheckError: the schema, cards or lists of a game cannot be used, or the format or
            a param asked for does not exist.
        """
        return [self.check(deck) for deck in decks]

    def check(self, found: Found) -> Report:
        """The report on one deck; one that cannot be read gets a report that says so."""
        loaded = self.load(found)
        if isinstance(loaded, Report):
            return loaded
        try:
            report = loaded.checker.check(loaded.deck, draft=self.settings.draft)
            return report if self.owned is None else self.owned.held(loaded.deck, report)
        except (DeckcheckError, OSError):
            raise
        except Exception as error:  # an error of the program in one deck hides no other
            return self.failed(found.path, error)

    def load(self, found: Found) -> Loaded | Report:
        """The deck and its rules, or the report that says why there is none."""
        try:
            return self._load(found)
        except (DeckcheckError, OSError):
            raise
        except Exception as error:
            return self.failed(found.path, error)

    def failed(self, path: str, error: Exception) -> Report:
        """The report on a deck at which the program failed."""
        from deckcheck.report import internal

        return self._unreadable(
            DeckFile(path, ""), self.settings.game or self.settings.project.game, internal(path, error)
        )

    def _load(self, found: Found) -> Loaded | Report:
        if found.problem is not None:
            return self._unreadable(DeckFile(found.path, ""), None, found.problem)
        opened = open_deck(found.path, found.data)
        game_id = self._settled(opened)
        sections = self._sections(opened, game_id)
        if sections is not None:
            opened.identifiers = self.library.game(game_id or "").identifier_words  # only tables ask for them
        file = opened.read(sections)
        broken = any(problem.severity is Severity.ERROR for problem in file.problems)
        if not file.lines and (broken or not file.game):
            problems = file.problems if broken else (Problem("empty", "empty", place=Place(found.path)),)
            return self._unreadable(file, game_id, *problems)
        problem = self._game_problem(file, game_id)
        if problem is not None:
            # Of a torn file the line that names the game may be the one that is lost.
            unsure = file.salvaged and problem.sentence == "game.none"
            return self._unreadable(file, game_id, *file.problems, *(() if unsure else (problem,)))
        game = self.library.game(game_id or "")
        if "format" in opened.remarks and file.format is not None and game.format_id(file.format) is None:
            told = Note("note.format-remark", {"format": file.format})  # another program's word for something else
            file = replace(file, format=None, notes=(*file.notes, told))
        problem = self._format_problem(file, game)
        if problem is not None:
            return self._unreadable(file, game_id, *file.problems, problem)
        if file.salvaged:
            return self._unreadable(file, game_id, *resolve(file, game, self.library.pool(game.id)).problems)
        if file.format is not None and (form := game.format_id(file.format)) not in (None, file.format):
            file = replace(file, format=form)
        rules = self.checker(game, self.settings.format or file.format)
        deck = resolve(file, game, self.library.pool(game.id))
        if self.settings.draft:  # a deck in progress begins without cards
            deck = replace(deck, problems=tuple(p for p in deck.problems if p.sentence != "empty"))
        return Loaded(deck, rules)

    def _settled(self, opened: DeckSource) -> str | None:
        """The file's own game, by its id where there is one, else the game asked for, that of the form of file, or
        the project's."""
        if opened.game is not None:
            opened.texts["game"] = self.library.game_id(opened.game) or opened.game
            return opened.game
        return self.settings.game or self._owners.get(opened.reader.name) or self.settings.project.game

    def _sections(self, opened: DeckSource, game_id: str | None) -> Sections | None:
        """The sections to read the file for; None where the game is not known, or there is nothing to read."""
        if game_id is None or not opened.readable or game_id not in self.library.game_ids():
            return None
        return self.library.game(game_id).sections

    def checker(self, game: Game, format_id: str | None) -> Checker:
        """The rules of a format of a game, with its lists as of the day; of the project's format for None."""
        key = game.id, format_id
        if key not in self._checkers:
            pool, lists = self.library.pool(game.id), self.library.lists(game.id)
            choices = self.settings.choices(game, format_id)
            own = (*self.library.own_files(game.id), *self.settings.pinned)
            self._checkers[key] = checker(game, pool, lists, choices, own)
        return self._checkers[key]

    @cached_property
    def _owners(self) -> dict[str, str]:
        """Form of deck file → the one game that it belongs to."""
        owners: dict[str, str] = {}
        for game_id in self.library.game_ids():
            for reader in self.library.readers(game_id):
                owners.setdefault(reader, game_id)
        return owners

    def _game_problem(self, file: DeckFile, game_id: str | None) -> Problem | None:
        asked, known = self.settings.game, self.library.game_ids()
        place = file.places.get("game", NOWHERE)
        if game_id is None:
            facts = {"key": READERS[file.reader].game_key, "known": known}
            return Problem("game", "game.none", place=Place(file.path), facts=facts)
        if file.game is not None and file.game not in known:
            facts = {"game": file.game, "known": known, "nearest": nearest(file.game, known)}
            return Problem("game", "game.unknown", place=place, facts=facts)
        if file.game is not None and asked is not None and file.game != asked:
            return Problem("game", "game.other", place=place, facts={"game": file.game, "asked": asked})
        return None

    def _format_problem(self, file: DeckFile, game: Game) -> Problem | None:
        """The game has no such format as the file names, or as is asked for in its place.

        A format that is asked for is the deck's problem only if it is one of another game, that other decks
        may well be of; else it is a wrong option.
        """
        asked = self.settings.format
        wanted = asked or file.format
        if wanted is None or game.format_id(wanted) is not None or (asked and not self._is_a_format(asked)):
            return None
        facts = {"game": game.id, "format": wanted, "known": game.formats, "nearest": nearest(wanted, game.formats)}
        place = file.places.get("format", NOWHERE) if asked is None else NOWHERE
        return Problem("game", "game.no-format" if game.formats else "game.no-formats", place=place, facts=facts)

    def _is_a_format(self, text: str) -> bool:
        """Whether any game at hand has a format of that name."""
        for game_id in self.library.game_ids():
            try:
                if self.library.game(game_id).format_id(text) is not None:
                    return True
            except DeckcheckError:  # a schema that cannot be read has no formats
                continue
        return False

    def _unreadable(self, file: DeckFile, game_id: str | None, *problems: Problem) -> Report:
        return Report(
            path=file.path,
            name=file.name,
            game=game_id,
            format=self.settings.format or file.format,
            as_of=self.settings.as_of,
            legal=False,
            complete=False,
            readable=False,
            notes=file.notes,
            problems=problems,
            player=file.info.get("player"),
            player_id=file.info.get("id"),
        )


def _fetching(settings: Settings) -> Fetching | None:
    """Which fetched data counts.

    :raises DeckcheckError: the lock that is asked for is not there, or is none.
    """
    if not settings.fetched:
        return None
    locks = None
    if settings.locked:
        from deckcheck.update.lock import beside, read_lock

        path = beside(settings.project.path) if settings.project.path is not None else None
        found = read_lock(path) if path is not None else {}
        if not found:
            raise DeckcheckError("usage.no-lock")
        locks = {
            game: {name: {day: lock.sum for day, lock in days.items()} for name, days in lists.items()}
            for game, lists in found.items()
        }
    return Fetching(settings.project.path, locks)
