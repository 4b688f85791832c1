"""What a run is asked for, by options or by a program, and by the project's file where they say nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from deckcheck.games.choices import Choices
from deckcheck.record import dataclass, field
from deckcheck.report import DeckcheckError, Note
from deckcheck.rules.game import Game
from deckcheck.sessions.project import NO_PROJECT, Project


@dataclass(frozen=True, slots=True)
class Settings:
    """One field for each option that judges decks.

    `as_of`: a day, YYYY-MM-DD.
    `game`: that of decks that name none.
    `format`: the one to judge by, whatever decks say.
    `cards`, `schemas`: the user's own files, or folders of them.
    `params`: name → value as text; the game knows the types.
    `lists`: FILE or FILE#TITLE, in place of the format's.
    `draft`: decks are in progress.
    `ignores`: decks may ask to ignore rules, and the project may switch rules off or make them milder.
    `played`: params may be options of the play section too.
    `pinned_by_project`: the day is that of the project's file.
    `project`: what the project's file says.
    `fetched`: what `deckcheck update` fetched counts; `locked`: no more of it than the project's lock names.
    """

    as_of: str
    game: str | None = None
    format: str | None = None
    cards: tuple[str, ...] = ()
    schemas: tuple[str, ...] = ()
    params: Mapping[str, str] = field(default_factory=dict)
    lists: tuple[str, ...] = ()
    draft: bool = False
    ignores: bool = True
    played: bool = False
    pinned_by_project: bool = False
    project: Project = NO_PROJECT
    fetched: bool = True
    locked: bool = False

    @property
    def pinned(self) -> tuple[Note, ...]:
        """That the day is the one of the project's file, where it is: its lists may be long out of force."""
        return (Note("judged.day", {"day": self.as_of, "path": self.project.path}),) if self.pinned_by_project else ()

    def choices(self, game: Game, format_id: str | None = None) -> Choices:
        """By what decks of a game are judged: what is asked for, else what the project chooses.

        :raises DeckcheckError: the game has not what the project chooses.
        """
        own = self.project.choices(game)
        return Choices(
            as_of=self.as_of,
            format=format_id or own.format,
            params={**own.params, **self.params},
            lists=self.lists or own.lists,
            severity=own.severity,
            ignores=self.ignores,
            played=self.played,
            places={name: place for name, place in own.places.items() if name not in self.params},
        )


def project_of(
    config: str | None = None, *, isolated: bool = False, tell: Callable[[Note], None] = lambda note: None
) -> Project:
    """What the file `config` says, else the nearest `deckcheck.yaml`; nothing if `isolated`.

    `tell` is told of files that may be meant for settings and are not read.

    :raises DeckcheckError: the file cannot be read, or something in it is wrong.
    """
    from deckcheck.sessions.project import find_project

    path = config if config is not None else None if isolated else find_project(tell=tell)
    if path is None:
        return NO_PROJECT
    from deckcheck.sessions.project_file import read_project

    return read_project(path)


def today() -> str:
    """The day as the computer's clock has it, YYYY-MM-DD."""
    from time import strftime  # a fourth of what `datetime` takes to import

    return strftime("%Y-%m-%d")


def as_day(text: str) -> str:
    """A day as an option gives it.

    :raises DeckcheckError: it is none.
    """
    from deckcheck.files.schema_reader import is_day

    if not is_day(text):
        raise DeckcheckError("usage.day", day=text)
    return text
