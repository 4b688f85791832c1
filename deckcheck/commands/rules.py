"""`deckcheck rules`: the rule sheet."""

from __future__ import annotations

from typing import Annotated

import typer

from deckcheck.commands import options
from deckcheck.commands.output import emit, guarded, targets

Output = Annotated[
    list[str] | None,
    typer.Option("--output", "-o", metavar="FORM[=FILE]", help="text, json or markdown; to a file with =FILE."),
]


@guarded
def rules(
    game: options.GameArgument,
    format: options.Format = None,  # noqa: A002 - the name of the option
    schemas: options.Schemas = None,
    config: options.Config = None,
    isolated: options.Isolated = False,
    output: Output = None,
) -> int:
    """The rules of construction in plain sentences, each with its source and how it is read where that is unclear.

    \b
    deckcheck rules GAME
    deckcheck rules GAME -F FORMAT -o markdown=rules.md
    """
    from deckcheck.library import Library
    from deckcheck.rules.check import ruleset_of
    from deckcheck.sheet import SHEETS

    wanted = targets(output, SHEETS)
    library = Library(schemas or options.project(config, isolated=isolated).schemas)
    found = library.game(library.named(game))
    ruleset = ruleset_of(found, format)
    emit((target, SHEETS[target.form](found, ruleset)) for target in wanted)
    return 0
