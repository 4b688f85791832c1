"""`deckcheck new`: a deck file to begin with."""

from __future__ import annotations

from typing import Annotated

import typer

from deckcheck.commands import options
from deckcheck.commands.guarded import guarded
from deckcheck.commands.output import to_stdout, write_file

File = Annotated[
    str | None, typer.Option("--output", "-o", metavar="FILE", help="The file to write; else the standard output.")
]


@guarded
def new(
    game: options.GameArgument,
    format: options.Format = None,  # noqa: A002 - the name of the option
    schemas: options.Schemas = None,
    config: options.Config = None,
    isolated: options.Isolated = False,
    output: File = None,
) -> int:
    """A deck file without cards: its sections and the rules of construction in comments.

    \b
    deckcheck new GAME -o deck.yaml
    deckcheck new GAME -F FORMAT
    """
    from pathlib import Path

    from deckcheck.games.library import Library
    from deckcheck.record import replace
    from deckcheck.report import DeckcheckError
    from deckcheck.rules.choices import ruleset_of, weighed
    from deckcheck.views.start import starting_file

    own = options.project(config, isolated=isolated)
    library = Library(schemas or own.schemas)
    own.check_games(library.game_ids())
    found = library.game(library.named(game))
    chosen = own.choices(found)
    ruleset = ruleset_of(found, format or chosen.format)
    text = starting_file(found, replace(ruleset, rules=weighed(ruleset.rules, chosen.severity)))
    if output is None:
        to_stdout(text)
    elif output and Path(output).exists():
        raise DeckcheckError("usage.exists", path=output)
    else:
        write_file(output, text)
    return 0
