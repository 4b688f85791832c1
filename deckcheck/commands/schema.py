"""`deckcheck schema`: what editors need to complete and check deck files while they are typed."""

from __future__ import annotations

from typing import Annotated

import typer

from deckcheck.commands import options
from deckcheck.commands.guarded import guarded
from deckcheck.commands.output import announce, to_stdout, write_file

File = Annotated[
    str | None, typer.Option("--output", "-o", metavar="FILE", help="The file to write; else the standard output.")
]


@guarded
def schema(
    game: options.GameArgument,
    format: options.Format = None,  # noqa: A002 - the name of the option
    as_of: options.AsOf = None,
    cards: options.Cards = None,
    schemas: options.Schemas = None,
    config: options.Config = None,
    isolated: options.Isolated = False,
    output: File = None,
) -> int:
    """A JSON Schema of a game's deck files, for editors that know YAML.

    \b
    deckcheck schema GAME -o deck.schema.json

    Then put this at the top of a deck: # yaml-language-server: $schema=deck.schema.json
    """
    from deckcheck.run.session import Session
    from deckcheck.views.start import editor_schema

    settings = options.settings(game, format, as_of, cards, schemas, config=config, isolated=isolated)
    session = Session(settings, announce)
    found = session.library.game(session.library.named(game))
    text = editor_schema(found, session.library.pool(game), session.checker(found, format))
    if output is None:
        to_stdout(text, "json")
    else:
        write_file(output, text)
    return 0
