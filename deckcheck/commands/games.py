"""`deckcheck games`: what is built in, and whether a game's files are sound."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from deckcheck.commands import completing, options
from deckcheck.commands.guarded import guarded
from deckcheck.commands.output import announce, complain, emit, targets, tell, to_stdout

if TYPE_CHECKING:
    from deckcheck.games.library import Library

OneGame = Annotated[
    str | None, typer.Argument(metavar="[GAME]", help="One game; without it all.", autocompletion=completing.games)
]
Check = Annotated[bool, typer.Option("--check", help="Check the schema, cards and lists instead.")]
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
def games(
    game: OneGame = None,
    check: Check = False,
    cards: options.Cards = None,
    schemas: options.Schemas = None,
    config: options.Config = None,
    isolated: options.Isolated = False,
    output: Output = None,
) -> int:
    """The games at hand: their cards, formats and rules; with --check, what is wrong with their files.

    \b
    deckcheck games
    deckcheck games GAME
    deckcheck games mygame --schemas mygame.yaml --cards cards.csv --check

    With --check: ends with 0 if all is sound, 1 if card records or list entries are at fault, 2 if a
    file cannot be used.
    """
    from deckcheck.games.library import Library
    from deckcheck.report import DeckcheckError

    own = options.project(config, isolated=isolated)
    library = Library(schemas or own.schemas, cards or own.cards, announce)
    if game is not None:
        game = library.named(game)
    ids = (game,) if game is not None else library.game_ids()
    if check and game is None and (cards or own.cards):
        ids = library.of_own_cards()
        if not ids:
            raise DeckcheckError("usage.which-game", known=library.game_ids())
    if check:
        return max((_check(library, game_id) for game_id in ids), default=0)
    from deckcheck.views.inventory import inventory, write_json, write_text

    wanted = targets(output, ("text", "json"))
    found = [inventory(library, game_id) for game_id in ids]
    emit(
        (target, write_json(found) if target.form == "json" else write_text(found, whole=game is not None))
        for target in wanted
    )
    return 0


def _check(library: Library, game_id: str) -> int:
    """Tell what is wrong with a game's files; the exit code."""
    import sys

    from deckcheck.report import DeckcheckError
    from deckcheck.reports.look import in_order
    from deckcheck.reports.text import finding_line
    from deckcheck.run.session import today
    from deckcheck.views.inventory import examine
    from deckcheck.wording import say

    if sys.stderr.isatty():
        tell("progress.check", {"game": game_id})
    try:
        found = examine(library, game_id, today())
    except DeckcheckError as error:
        complain(error)
        return 2
    for problem in in_order(found.problems, str(library.schema_path(game_id))):
        to_stdout(f"{finding_line(problem)}\n")
    to_stdout(say("games.ok", game=game_id, cards=found.cards, lists=found.lists, counts=found.counts) + "\n")
    for note in found.notes:
        tell("report.note", {"note": note})
    return 1 if found.broken else 0
