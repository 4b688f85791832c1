"""Where schemas, cards, lists and ready-made decks are: the built-in ones and the user's own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from deckcheck.cards.names import id_of
from deckcheck.files.folders import TABLE_SUFFIXES, YAML_SUFFIXES, card_files, files_below
from deckcheck.files.source import length
from deckcheck.games.peek import game_of_schema, readers_in, title_in
from deckcheck.record import replace
from deckcheck.report import DeckcheckError, Note

if TYPE_CHECKING:
    from deckcheck.cards.pool import Pool
    from deckcheck.compiled.game import CompiledGame
    from deckcheck.lists.dated import DatedList
    from deckcheck.lists.fetched import Fetching
    from deckcheck.rules.game import Game

_NAMED = 3  # own files of cards that a report names
_LONG = 500_000  # bytes of card files that take more than a moment to read


def data_root() -> Path | None:
    """The folder that holds `schemas` and `card_db`: in the installed package, else above a checkout's."""
    package = Path(__file__).resolve().parent.parent
    for folder in (package / "_data", *package.parents):
        if (folder / "schemas").is_dir() and (folder / "card_db").is_dir():
            return folder
    return None


class Library:
    """The games at hand.

    `schemas` are the user's own schema files, or folders of them, which override built-in games of the same id.
    `cards` are the user's card files or folders, used in place of the built-in cards of their games (see
    `own.cards_for`); the `lists` beside them, and a folder's `decks`, stand in for the built-in ones too. `tell` is
    told what takes its time, and what is of no use. `fetched`: which fetched data counts.

    :raises DeckcheckError: a path is missing.
    """

    def __init__(
        self,
        schemas: Sequence[str] = (),
        cards: Sequence[str] = (),
        tell: Callable[[Note], None] = lambda note: None,
        fetched: Fetching | None = None,
    ) -> None:
        self._fetched = fetched
        self._schemas, self._cards = tuple(map(Path, schemas)), tuple(map(Path, cards))
        self._tell = tell
        self._games: dict[str, Game] = {}
        self._pools: dict[str, Pool] = {}
        self._lists: dict[str, Mapping[str, DatedList]] = {}
        self._found: dict[str, CompiledGame | None] = {}
        for path in (*self._schemas, *self._cards):
            if not path.exists():
                raise DeckcheckError("usage.no-path", path=str(path))

    def game_ids(self) -> tuple[str, ...]:
        """The ids of all games, sorted."""
        return self._ids

    def game_id(self, text: str) -> str | None:
        """The id of the game that a text means: its id or its title, but for case and signs; None if there is none."""
        return text if text in self._paths else id_of(text, self._titles)

    def named(self, text: str) -> str:
        """The same of what a command was given.

        :raises DeckcheckError: there is no such game.
        """
        return self.game_id(text) or str(self.schema_path(text))

    def schema_path(self, game_id: str) -> Path:
        """The schema file of a game.

        :raises DeckcheckError: there is no such game.
        """
        try:
            return self._paths[game_id]
        except KeyError:
            from deckcheck.spelling import nearest

            near = nearest(game_id, self._ids)
            raise DeckcheckError("usage.unknown-game", game=game_id, known=self._ids, nearest=near) from None

    def card_paths(self, game_id: str) -> tuple[Path, ...]:
        """The card files of a game; none where nothing is known of its cards."""
        own = self._cards_of(game_id)
        folder = None if own else self._folder(game_id)
        found = own or (card_files([folder]) if folder else ())
        apart = own and game_id not in self._own
        return (*found, *self._fetched.cards(game_id)) if self._fetched and not apart else found

    def list_paths(self, game_id: str) -> tuple[Path, ...]:
        """The files of a game's dated lists."""
        return self._beside(game_id, "lists")

    def deck_paths(self, game_id: str) -> tuple[Path, ...]:
        """The files of a game's ready-made decks."""
        return self._beside(game_id, "decks")

    def own_files(self, game_id: str) -> tuple[Note, ...]:
        """Which of the user's own files stand in for the shipped schema and cards of a game."""
        schema = (Note("judged.schema", {"path": str(self._own[game_id])}),) if game_id in self._own else ()
        cards = tuple(map(str, self._cards_of(game_id)))
        facts = {"paths": cards[:_NAMED], "more": max(0, len(cards) - _NAMED) or None}
        return (*schema, Note("judged.cards", facts)) if cards else schema

    def of_own_cards(self) -> tuple[str, ...]:
        """The games that the user's own cards may be of: those their files name, else those of the own schemas."""
        if self._own_cards and None not in self._own_cards.values():
            return tuple(sorted(set(filter(None, self._own_cards.values()))))
        return tuple(sorted(self._own))

    def game(self, game_id: str) -> Game:
        """The game, loaded at first need.

        :raises DeckcheckError: there is no such game, or its schema cannot be read.
        """
        if game_id not in self._games:
            if compiled := self._compiled(game_id):
                self._games[game_id] = compiled.game
            else:
                from deckcheck.games.file import load_game

                self._games[game_id] = load_game(str(self.schema_path(game_id)))
        return self._games[game_id]

    def readers(self, game_id: str) -> tuple[str, ...]:
        """The forms of deck file that belong to a game alone; its schema is read no further than that."""
        found = readers_in(self.schema_path(game_id))
        return self.game(game_id).readers if found is None else found

    def pool(self, game_id: str) -> Pool:
        """The game's cards, loaded at first need and compiled for the next time.

        :raises DeckcheckError: there are no cards for this game, or a file cannot be read.
        """
        if game_id not in self._pools:
            if self._cards and not self._cards_of(game_id):
                self._tell(Note("note.built-in-cards", {"game": game_id}))
            compiled = self._compiled(game_id)
            self._pools[game_id] = compiled.pool() if compiled is not None else self._build(game_id)
        return self._pools[game_id]

    def lists(self, game_id: str) -> Mapping[str, DatedList]:
        """The game's dated lists by id.

        :raises DeckcheckError: there is no such game, or a file cannot be read.
        """
        if game_id not in self._lists:
            lists = self._own_lists(game_id)
            own = self._cards_of(game_id) and not self._are_built_in(self.list_paths(game_id))
            apart = own and game_id not in self._own
            self._lists[game_id] = self._fetched.joined(game_id, lists) if self._fetched and not apart else lists
        return self._lists[game_id]

    def _own_lists(self, game_id: str) -> Mapping[str, DatedList]:
        """The lists of the game's files, without what was fetched."""
        compiled = self._compiled(game_id)
        if compiled is not None:
            return compiled.lists()
        from deckcheck.lists.files import load_lists

        lists = load_lists(self.list_paths(game_id), self.game(game_id).scope)
        if self._cards_of(game_id) and self._are_built_in(self.list_paths(game_id)):
            lists = {name: replace(dated, of_these_cards=False) for name, dated in lists.items()}
        return lists

    def _compiled(self, game_id: str) -> CompiledGame | None:
        """The compiled game, if there is one of exactly these files."""
        if game_id not in self._found:
            from deckcheck.compiled.cache import key_of, load

            root = data_root()
            key = key_of(self._files(game_id), root)
            blocks = load(game_id, key, root / "compiled" if root is not None else None) if key else None
            self._found[game_id] = None
            if blocks is not None:
                from deckcheck.compiled.game import CompiledGame

                with suppress(Exception):  # a whole file of the right name that holds something else
                    self._found[game_id] = CompiledGame(blocks, root)
        return self._found[game_id]

    def _files(self, game_id: str) -> tuple[Path, ...]:
        """Everything that a game is made of, the schema first."""
        return (self.schema_path(game_id), *self.card_paths(game_id), *self.list_paths(game_id))

    def _build(self, game_id: str) -> Pool:
        """The cards out of their files; the whole game is compiled, where that can be."""
        from deckcheck.cards.files import load_pool
        from deckcheck.files.source import uncollected

        paths = self.card_paths(game_id)
        if not paths:
            raise DeckcheckError("usage.no-cards", game=game_id)
        game = self.game(game_id)
        if sum(map(length, paths)) > _LONG:
            self._tell(Note("progress.cards", {"game": game.title}))
        from deckcheck.compiled.cache import key_of, save
        from deckcheck.compiled.game import compiled

        root = data_root()
        key = key_of(self._files(game_id), root)
        data = None
        with uncollected():
            pool = load_pool(paths, game)
            # Not where a list is faulty, or a record cannot be written down.
            with suppress(DeckcheckError, TypeError, ValueError, RecursionError):
                data = compiled(key, root, game, pool, self._own_lists(game_id)) if key else None
        if key and data and key == key_of(self._files(game_id), root):  # no file changed meanwhile
            save(game_id, key, data)
        return pool

    @cached_property
    def _ids(self) -> tuple[str, ...]:
        return tuple(sorted(self._paths))

    @cached_property
    def _paths(self) -> dict[str, Path]:
        root = data_root()
        built_in = {path.stem: path for path in files_below(root / "schemas", YAML_SUFFIXES)} if root else {}
        return built_in | self._own

    @cached_property
    def _own(self) -> dict[str, Path]:
        """Game → its schema, of the user's own."""
        own: dict[str, Path] = {}
        if self._schemas:
            from deckcheck.games.user_files import schemas_below
        for path in self._schemas:
            if not path.is_dir() and path.suffix.lower() not in YAML_SUFFIXES:
                table = path.suffix.lower() in TABLE_SUFFIXES
                raise DeckcheckError("usage.table-as-schema" if table else "usage.no-schema", path=str(path))
            files = schemas_below(path) if path.is_dir() else [path]
            if not files:
                raise DeckcheckError("usage.no-schema", path=str(path))
            for file in files:
                game_id = game_of_schema(file)
                if own.setdefault(game_id, file) != file:
                    raise DeckcheckError("usage.game-twice", game=game_id, path=str(file), other=str(own[game_id]))
        return own

    @cached_property
    def _titles(self) -> dict[str, str | None]:
        """Game → its title; the schemas are read no further than that."""
        return {game_id: title_in(path) for game_id, path in self._paths.items()}

    def _folder(self, game_id: str) -> Path | None:
        self.schema_path(game_id)  # an id out of a deck file may be anything, even a path
        root = data_root()
        folder = root / "card_db" / game_id if root else None
        return folder if folder is not None and folder.is_dir() else None

    @cached_property
    def _own_cards(self) -> Mapping[Path, str | None]:
        """Own card file → the game that it names.

        :raises DeckcheckError: the own paths hold no card file, or one cannot be opened.
        """
        from deckcheck.games.user_files import own_cards

        found = own_cards(self._cards, self.game_id)
        if not found:
            raise DeckcheckError("usage.no-cards-in", path=", ".join(map(str, self._cards)))
        return found

    def _cards_of(self, game_id: str) -> tuple[Path, ...]:
        """The own card files of a game."""
        if not self._cards:
            return ()
        from deckcheck.games.user_files import cards_for

        return cards_for(game_id, self._own_cards, self._own)

    def _are_built_in(self, paths: Sequence[Path]) -> bool:
        root = data_root()
        return root is not None and any(root / "card_db" in path.parents for path in paths)

    def _beside(self, game_id: str, name: str) -> tuple[Path, ...]:
        """The files in `lists` or `decks` (the `name`) of own folders, else the built-in ones."""
        folder = self._folder(game_id)
        built_in = tuple(files_below(folder / name, YAML_SUFFIXES)) if folder and (folder / name).is_dir() else ()
        mine = self._cards_of(game_id)
        if not mine:
            return built_in
        from deckcheck.games.user_files import held, lists_beside

        own = tuple(dict.fromkeys(held(self._cards, name)))
        return own or built_in or (tuple(lists_beside(mine)) if name == "lists" else ())
