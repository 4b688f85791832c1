"""The options that several commands share. Nothing heavy is imported here, nor by the command modules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from deckcheck.commands import completing
from deckcheck.record import dataclass
from deckcheck.report import DeckcheckError

if TYPE_CHECKING:
    from deckcheck.run.project import Project
    from deckcheck.run.session import Settings

Decks = Annotated[
    list[str], typer.Argument(metavar="DECK...", help="Deck files, folders, or - for the standard input.")
]
OneDeck = Annotated[str, typer.Argument(metavar="DECK", help="A deck file, or - for the standard input.")]
GameArgument = Annotated[
    str,
    typer.Argument(
        metavar="GAME", help="The id of a game, such as `deckcheck games` lists.", autocompletion=completing.games
    ),
]
Game = Annotated[
    str | None,
    typer.Option(
        "--game",
        "-g",
        metavar="GAME",
        help="The game of decks that name none themselves.",
        autocompletion=completing.games,
    ),
]
Format = Annotated[
    str | None,
    typer.Option(
        "--format",
        "-F",
        metavar="FORMAT",
        help="The format to judge by, whatever decks say.",
        autocompletion=completing.formats,
    ),
]
ListFormat = Annotated[
    str | None,
    typer.Option(
        "--format",
        "-F",
        metavar="FORMAT",
        help="The format whose lists are meant.",
        autocompletion=completing.formats,
    ),
]
AsOf = Annotated[str | None, typer.Option("--as-of", metavar="DATE", help="Lists as in force on this day, YYYY-MM-DD.")]
Cards = Annotated[
    list[str] | None,
    typer.Option(
        "--cards", metavar="PATH", help="Your own cards in place of the built-in ones of their game; repeatable."
    ),
]
Schemas = Annotated[
    list[str] | None, typer.Option("--schemas", metavar="PATH", help="Your own game schemas; repeatable.")
]
Params = Annotated[
    list[str] | None,
    typer.Option(
        "--param",
        metavar="KEY=VALUE",
        help="Set a param of the rules; repeatable.",
        autocompletion=completing.params,
    ),
]
Lists = Annotated[
    list[str] | None,
    typer.Option("--list", metavar="FILE[#TITLE]", help="These lists in place of the format's; repeatable."),
]
Jobs = Annotated[int, typer.Option("--jobs", metavar="N", min=1, help="Processes that share the decks.")]
FilesFrom = Annotated[
    str | None,
    typer.Option(
        "--files-from", metavar="FILE", help="Check the decks that this file names, a line each; - reads them."
    ),
]
Exclude = Annotated[
    list[str] | None,
    typer.Option("--exclude", metavar="PATTERN", help="Pass over these in folders, as .gitignore does; repeatable."),
]
Sift = Annotated[bool, typer.Option("--sift", help="Pass over named files too that are no decks or excluded.")]
Config = Annotated[
    str | None, typer.Option("--config", metavar="FILE", help="Settings in place of the nearest deckcheck.yaml.")
]
Isolated = Annotated[bool, typer.Option("--isolated", help="No deckcheck.yaml is read.")]
Draft = Annotated[bool, typer.Option("--draft", help="The deck is in progress: what more cards can cure is no error.")]
NoIgnore = Annotated[bool, typer.Option("--no-ignore", help="Rules that decks ask to ignore hold all the same.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Only findings and the verdict.")]
NoColor = Annotated[bool, typer.Option("--no-color", help="No colours.")]
StdinName = Annotated[
    str | None, typer.Option("--stdin-filename", metavar="PATH", help="What the deck on the standard input is called.")
]


@dataclass(frozen=True, slots=True)
class Judging:
    """The options of every command that judges decks: by what rules, of which day, with whose cards."""

    game: Game = None
    format: Format = None
    as_of: AsOf = None
    cards: Cards = None
    schemas: Schemas = None
    lists: Lists = None
    config: Config = None
    isolated: Isolated = False
    no_ignore: NoIgnore = False

    def settings(self, params: list[str] | None = None, *, draft: bool = False) -> Settings:
        """The settings of a session.

        :raises DeckcheckError: a day or a param is not written as one, or the project's file is at fault.
        """
        return settings(
            self.game,
            self.format,
            self.as_of,
            self.cards,
            self.schemas,
            params,
            self.lists,
            draft=draft,
            ignores=not self.no_ignore,
            config=self.config,
            isolated=self.isolated,
        )


def settings(
    game: str | None = None,
    format_id: str | None = None,
    as_of: str | None = None,
    cards: list[str] | None = None,
    schemas: list[str] | None = None,
    params: list[str] | None = None,
    lists: list[str] | None = None,
    *,
    draft: bool = False,
    ignores: bool = True,
    config: str | None = None,
    isolated: bool = False,
) -> Settings:
    """The settings of a session: the options, else those of the project.

    :raises DeckcheckError: a day or a param is not written as one, or the project's file is at fault.
    """
    from deckcheck.run.session import Settings, as_day, today

    for option, words in (("--game", game), ("--format", format_id), ("--as-of", as_of)):
        if words is not None and not words.strip():
            raise DeckcheckError("usage.empty", option=option)
    for option, many in (("--list", lists), ("--cards", cards), ("--schemas", schemas)):
        if not all(text.strip() for text in many or ()):
            raise DeckcheckError("usage.empty", option=option)
    own = project(config, isolated=isolated)

    values: dict[str, str] = {}
    for text in params or ():
        name, equals, value = text.partition("=")
        if not equals or not name.strip():
            raise DeckcheckError("usage.param-form", param=text)
        values[name.strip()] = value.strip()
    return Settings(
        as_of=as_day(as_of) if as_of is not None else own.as_of or today(),
        game=game,
        format=format_id,
        cards=tuple(cards or own.cards),
        schemas=tuple(schemas or own.schemas),
        params=values,
        lists=tuple(lists or ()),
        draft=draft,
        ignores=ignores,
        project=own,
    )


def project(config: str | None = None, *, isolated: bool = False) -> Project:
    """What the file of `--config` says, else the nearest `deckcheck.yaml`; nothing if `isolated`.

    :raises DeckcheckError: the file cannot be read, or something in it is wrong.
    """
    from deckcheck.run.project import NO_PROJECT, find_project

    path = config if config is not None else None if isolated else find_project()
    if path is None:
        return NO_PROJECT
    from deckcheck.run.project_file import read_project

    return read_project(path)
