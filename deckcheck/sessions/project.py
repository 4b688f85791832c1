"""The settings that a folder of decks has in common: the nearest `deckcheck.yaml` upwards."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Mapping
from itertools import islice
from pathlib import Path

from deckcheck.games.choices import Choices
from deckcheck.record import dataclass, field
from deckcheck.report import BUILT_IN, NOWHERE, OFF, DeckcheckError, Note, Place, Problem, Severity
from deckcheck.rules.game import Game
from deckcheck.spelling import nearest

# Names that are nearly that of the settings, which are looked for first.
_NEARLY = r"(?i)\.?d?eck[-_ ]?ch?e?c?k?(?:er|s)?\.(?:ya?ml|ymal|json|toml)(?:\.txt)?"
_MOST_NAMES = 5_000  # of a folder that are looked at
LEVELS = (*map(str, Severity), OFF)


NOTHING = Choices()


@dataclass(frozen=True, slots=True)
class Project:
    """What a `deckcheck.yaml` says; `path` is None where there is none. Paths lead from the working directory.

    `include` and `exclude` are patterns as those of .gitignore, below the folder of the file. `games` hold
    the choices by game; those at the top of the file are of the default `game`.
    """

    path: str | None = None
    game: str | None = None
    as_of: str | None = None
    cards: tuple[str, ...] = ()
    schemas: tuple[str, ...] = ()
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    games: Mapping[str, Choices] = field(default_factory=dict)
    places: Mapping[str, Place] = field(default_factory=dict)

    def choices(self, game: Game) -> Choices:
        """What is chosen for a game.

        :raises DeckcheckError: the game has no such format, param or rule.
        """
        chosen = self.games.get(game.id)
        if chosen is None:
            return NOTHING  # else every format's rules would be built to check nothing
        rules = {rule.id for ruleset in game.rulesets.values() for rule in ruleset.rules}
        params = {name for ruleset in game.rulesets.values() for name in ruleset.params}
        if chosen.format is not None and chosen.format not in game.formats:
            sentence = "config.format" if game.formats else "config.no-formats"
            raise self.wrong(sentence, chosen.places["format"], chosen.format, game.formats, game=game.id)
        for name in chosen.params:
            if name not in params:
                raise self.wrong("config.param", chosen.places[name], name, params, game=game.id)
        for name in chosen.severity:
            if name not in rules:
                sentence = "config.built-in" if name in BUILT_IN else "config.rule"
                raise self.wrong(sentence, chosen.places[name], name, rules, game=game.id)
        return chosen

    def check_games(self, known: tuple[str, ...]) -> None:
        """Make sure of the games that the file names.

        :raises DeckcheckError: there is no such game.
        """
        for name in (*([self.game] if self.game else []), *self.games):
            if name not in known:
                raise self.wrong("config.game", self.places.get(name, NOWHERE), name, known)

    def wrong(self, sentence: str, place: Place, name: str, known: Iterable[str], **facts: object) -> DeckcheckError:
        """What the file names does not exist; `known` are the names that do."""
        names = tuple(sorted(known)) if isinstance(known, set | frozenset) else tuple(known)
        told = {"name": name, "known": names, "nearest": nearest(name, names), **facts}
        return DeckcheckError("usage.config", (Problem("shape", sentence, place=place, facts=told),), path=self.path)


NO_PROJECT = Project()


def find_project(folder: Path | None = None, tell: Callable[[Note], None] = lambda note: None) -> Path | None:
    """The nearest `deckcheck.yaml` in the folder (the working directory) or above it that is no deck.

    Above the root of a repository none is taken: who checks it out elsewhere has none, or another. `tell` is told of
    one that lies there, and of files whose names are nearly that of settings.
    """
    from deckcheck.files.folders import PROJECT_FILE
    from deckcheck.sessions.find import is_project_file

    try:
        start = (folder or Path.cwd()).absolute()
    except OSError:  # the working directory is gone
        return None
    root: Path | None = None
    for here in (start, *start.parents):
        path = here / PROJECT_FILE
        if path.is_file() and is_project_file(str(path)):
            if root is None:
                return path
            tell(Note("note.settings-above", {"path": str(path), "root": str(root)}))
            return None
        if root is None:
            for name in _nearly(here):
                tell(Note("note.settings-name", {"path": os.path.relpath(here / name), "name": PROJECT_FILE}))
            root = here if (here / ".git").exists() else None
    return None


def _is_nearly(name: str) -> bool:
    from deckcheck.files.folders import PROJECT_FILE

    return "eck" in name.lower() and name != PROJECT_FILE and re.fullmatch(_NEARLY, name) is not None


def _nearly(folder: Path) -> list[str]:
    """Files of a folder that somebody may have meant for its settings."""
    try:
        with os.scandir(folder) as entries:
            return sorted(entry.name for entry in islice(entries, _MOST_NAMES) if _is_nearly(entry.name))
    except OSError:
        return []
