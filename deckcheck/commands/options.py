"""The options that several commands share. Nothing heavy is imported here, nor by the command modules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from deckcheck.report import DeckcheckError

if TYPE_CHECKING:
    from deckcheck.session import Settings

Decks = Annotated[
    list[str], typer.Argument(metavar="DECK...", help="Deck files, folders, or - for the standard input.")
]
OneDeck = Annotated[str, typer.Argument(metavar="DECK", help="A deck file, or - for the standard input.")]
GameArgument = Annotated[str, typer.Argument(metavar="GAME", help="The id of a game, such as `deckcheck games` lists.")]
Game = Annotated[
    str | None, typer.Option("--game", "-g", metavar="GAME", help="The game of decks that name none themselves.")
]
Format = Annotated[
    str | None, typer.Option("--format", "-F", metavar="FORMAT", help="The format to judge by, whatever decks say.")
]
AsOf = Annotated[str | None, typer.Option("--as-of", metavar="DATE", help="Lists as in force on this day, YYYY-MM-DD.")]
Cards = Annotated[
    list[str] | None,
    typer.Option("--cards", metavar="PATH", help="Your own cards in place of the built-in ones; repeatable."),
]
Schemas = Annotated[
    list[str] | None, typer.Option("--schemas", metavar="PATH", help="Your own game schemas; repeatable.")
]
Params = Annotated[
    list[str] | None, typer.Option("--param", metavar="KEY=VALUE", help="Set a param of the rules; repeatable.")
]
Lists = Annotated[
    list[str] | None,
    typer.Option("--list", metavar="FILE[#TITLE]", help="These lists in place of the format's; repeatable."),
]
Jobs = Annotated[int, typer.Option("--jobs", metavar="N", min=1, help="Processes that share the decks.")]
Draft = Annotated[bool, typer.Option("--draft", help="The deck is in progress: what more cards can cure is no error.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Only findings and the verdict.")]
NoColor = Annotated[bool, typer.Option("--no-color", help="No colours.")]
StdinName = Annotated[
    str | None, typer.Option("--stdin-filename", metavar="PATH", help="What the deck on the standard input is called.")
]


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
) -> Settings:
    """The settings of a session.

    :raises DeckcheckError: a day or a param is not written as one.
    """
    from deckcheck.session import Settings, as_day, today

    values: dict[str, str] = {}
    for text in params or ():
        name, equals, value = text.partition("=")
        if not equals or not name.strip():
            raise DeckcheckError("usage.param-form", param=text)
        values[name.strip()] = value.strip()
    return Settings(
        as_of=as_day(as_of) if as_of is not None else today(),
        game=game,
        format=format_id,
        cards=tuple(cards or ()),
        schemas=tuple(schemas or ()),
        params=values,
        lists=tuple(lists or ()),
        draft=draft,
    )
