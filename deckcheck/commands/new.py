"""`deckcheck new` and `schema`: a deck file to begin with, and what editors need to check it while it is typed."""

from pathlib import Path

from deckcheck.commands import options
from deckcheck.commands.output import announce, to_file
from deckcheck.report import DeckcheckError


def new(settings: options.Rules, output: options.File = None) -> int:
    """A deck file without cards: its sections and the rules of construction in comments.

    \b
    deckcheck new GAME -o deck.yaml
    deckcheck new GAME -F FORMAT
    """
    from deckcheck.games.choices import ruleset_of
    from deckcheck.sessions.session import Session
    from deckcheck.views.start import starting_file

    session = Session(settings, announce)
    text = starting_file(session.game, ruleset_of(session.game, settings.choices(session.game, settings.format)))
    if output and Path(output).exists():
        raise DeckcheckError("usage.exists", path=output)
    to_file(output, text)
    return 0


def schema(settings: options.Game, output: options.File = None) -> int:
    """A JSON Schema of a game's deck files, for editors that know YAML.

    \b
    deckcheck schema GAME -o deck.schema.json

    Then put this at the top of a deck: # yaml-language-server: $schema=deck.schema.json
    """
    from deckcheck.sessions.session import Session
    from deckcheck.views.start import editor_schema

    session = Session(settings, announce)
    rules = session.checker(session.game, settings.format)
    to_file(output, editor_schema(session.game, session.library.pool(session.game.id), rules), "json")
    return 0
