"""Where schemas, cards, lists and ready-made decks are: the built-in ones and the user's own."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from deckcheck.card_files import YAML_SUFFIXES, card_files, files_below, load_pool
from deckcheck.expr.scope import nearest
from deckcheck.report import DeckcheckError
from deckcheck.source import read

if TYPE_CHECKING:
    from deckcheck.cards import Pool
    from deckcheck.game import Game

_GAME = re.compile(r"""^game:[ \t]*["']?([^"'#\s]+)""", re.MULTILINE)


def data_root() -> Path | None:
    """The folder that holds `schemas` and `card_db`: in the installed package, else above a checkout's."""
    package = Path(__file__).resolve().parent
    for folder in (package / "_data", *package.parents):
        if (folder / "schemas").is_dir() and (folder / "card_db").is_dir():
            return folder
    return None


class Library:
    """The games at hand.

    `schemas` are the user's own schema files, or folders of them, which override built-in games of the
    same id. `cards` are the user's card files or folders, used in place of the built-in cards of every
    game; a folder's `lists` and `decks`, where it has them, stand in for the built-in ones too.

    :raises DeckcheckError: a path is missing or cannot be read.
    """

    def __init__(self, schemas: Sequence[str] = (), cards: Sequence[str] = ()) -> None:
        self._schemas = tuple(map(Path, schemas))
        self._cards = tuple(map(Path, cards))
        self._games: dict[str, Game] = {}
        self._pools: dict[str, Pool] = {}
        for path in (*self._schemas, *self._cards):
            if not path.exists():
                raise DeckcheckError("usage.no-path", path=str(path))

    def game_ids(self) -> tuple[str, ...]:
        """The ids of all games, sorted."""
        return tuple(sorted(self._paths))

    def schema_path(self, game_id: str) -> Path:
        """The schema file of a game.

        :raises DeckcheckError: there is no such game.
        """
        try:
            return self._paths[game_id]
        except KeyError:
            known = self.game_ids()
            close = nearest(game_id, known)
            raise DeckcheckError("usage.unknown-game", game=game_id, known=known, nearest=close) from None

    def card_paths(self, game_id: str) -> tuple[Path, ...]:
        """The card files of a game; none where nothing is known of its cards."""
        if self._cards:
            return card_files(self._cards)
        folder = self._folder(game_id)
        return card_files([folder]) if folder else ()

    def list_paths(self, game_id: str) -> tuple[Path, ...]:
        """The files of a game's dated lists."""
        return self._beside(game_id, "lists")

    def deck_paths(self, game_id: str) -> tuple[Path, ...]:
        """The files of a game's ready-made decks."""
        return self._beside(game_id, "decks")

    def game(self, game_id: str) -> Game:
        """The game, loaded at first need.

        :raises DeckcheckError: there is no such game, or its schema cannot be read.
        """
        if game_id not in self._games:
            from deckcheck.game import load_game  # the schema language, needless where only paths are asked

            self._games[game_id] = load_game(str(self.schema_path(game_id)))
        return self._games[game_id]

    def pool(self, game_id: str) -> Pool:
        """The game's cards, loaded at first need.

        :raises DeckcheckError: there are no cards for this game, or a file cannot be read.
        """
        if game_id not in self._pools:
            game = self.game(game_id)
            paths = self.card_paths(game_id)
            if not paths and self._cards:
                raise DeckcheckError("usage.no-cards-in", path=", ".join(map(str, self._cards)))
            if not paths:
                raise DeckcheckError("usage.no-cards", game=game_id)
            self._pools[game_id] = load_pool(paths, game)
        return self._pools[game_id]

    @cached_property
    def _paths(self) -> dict[str, Path]:
        root = data_root()
        built_in = {path.stem: path for path in files_below(root / "schemas", YAML_SUFFIXES)} if root else {}
        own: dict[str, Path] = {}
        for path in self._schemas:
            files = list(files_below(path, YAML_SUFFIXES)) if path.is_dir() else [path]
            if not files:
                raise DeckcheckError("usage.no-schema", path=str(path))
            for file in files:
                game_id = _game_id(file)
                if own.setdefault(game_id, file) != file:
                    raise DeckcheckError("usage.game-twice", game=game_id, path=str(file), other=str(own[game_id]))
        return built_in | own

    def _folder(self, game_id: str) -> Path | None:
        self.schema_path(game_id)  # an id out of a deck file may be anything, even a path
        root = data_root()
        folder = root / "card_db" / game_id if root else None
        return folder if folder is not None and folder.is_dir() else None

    def _beside(self, game_id: str, name: str) -> tuple[Path, ...]:
        own = [path / name for path in self._cards if (path / name).is_dir()]
        folder = self._folder(game_id)
        built_in = [folder / name] if folder is not None and (folder / name).is_dir() else []
        return tuple(file for path in own or built_in for file in files_below(path, YAML_SUFFIXES))


def _game_id(path: Path) -> str:
    """The `game:` that a schema file names, else its own name; the loader reads the file in full."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise DeckcheckError("usage.os-error", path=str(path), reason=error.strerror) from error
    found = _GAME.search(read(str(path), data).text)
    return found.group(1) if found else path.stem
