"""`deckcheck schema`: what editors need to complete and check deck files while they are typed."""

from deckcheck.commands import options
from deckcheck.commands.output import announce, to_file


def schema(settings: options.Game, output: options.File = None) -> int:
    """A JSON Schema of a game's deck files, for editors that know YAML.

    \b
    deckcheck schema GAME -o deck.schema.json

    Then put this at the top of a deck: # yaml-language-server: $schema=deck.schema.json
    """
    from deckcheck.run.session import Session
    from deckcheck.views.start import editor_schema

    session = Session(settings, announce)
    rules = session.checker(session.game, settings.format)
    to_file(output, editor_schema(session.game, session.library.pool(session.game.id), rules), "json")
    return 0
