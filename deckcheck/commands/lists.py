"""`deckcheck lists`: the dated lists of a game."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Annotated

import typer

from deckcheck.commands import completing, options
from deckcheck.commands.guarded import guarded
from deckcheck.commands.output import emit, targets

Names = Annotated[
    list[str] | None,
    typer.Argument(metavar="[LIST...]", help="Ids of lists; without them all.", autocompletion=completing.lists),
]
From = Annotated[str | None, typer.Option("--from", metavar="DATE", help="Compare the lists of this day …")]
On = Annotated[
    str | None, typer.Option("--on", metavar="DATE", help="What stands on the lists of this day; of one list, today's.")
]
To = Annotated[str | None, typer.Option("--to", metavar="DATE", help="… with those of this day; today if not given.")]
Output = Annotated[
    list[str] | None,
    typer.Option(
        "--output",
        "-o",
        metavar="FORM[=FILE]",
        help="text or json; to a file with =FILE; repeatable.",
        autocompletion=completing.words("text", "json"),
    ),
]


@guarded
def lists(
    game: options.GameArgument,
    names: Names = None,
    first: From = None,
    last: To = None,
    on: On = None,
    cards: options.Cards = None,
    schemas: options.Schemas = None,
    config: options.Config = None,
    isolated: options.Isolated = False,
    output: Output = None,
) -> int:
    """The dated lists of a game (bans, limits, points): what there is, what stands on one, what changed.

    \b
    deckcheck lists GAME
    deckcheck lists GAME LIST
    deckcheck lists GAME LIST --on 2025-01-01
    deckcheck lists GAME LIST --from 2025-01-01 --to 2026-01-01
    """
    from deckcheck.games.library import Library
    from deckcheck.report import DeckcheckError
    from deckcheck.run.session import as_day, today
    from deckcheck.views.lists import in_order, selected, write_json, write_text

    wanted = targets(output, ("text", "json"))
    if last is not None and first is None:
        raise DeckcheckError("lists.two-days")
    if on is not None and first is not None:
        raise DeckcheckError("lists.one-way")
    days = None if first is None else in_order(as_day(first), today() if last is None else as_day(last))
    day = as_day(on) if on is not None else today() if days is None and len(names or ()) == 1 else None
    own = options.project(config, isolated=isolated)
    library = Library(schemas or own.schemas, cards or own.cards)
    game = library.named(game)
    if library.card_paths(game):
        library.pool(game)  # compiled, the lists are at hand at once
    found = selected(library.lists(game), game, names or [])
    write: dict[str, Callable[..., str]] = {"text": partial(write_text, versions=on is None), "json": write_json}
    emit((target, write[target.form](game, found, days, day)) for target in wanted)
    return 0
