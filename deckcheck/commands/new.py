"""`deckcheck new`: a deck file to begin with."""

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
    from deckcheck.run.session import Session
    from deckcheck.views.start import starting_file

    session = Session(settings, announce)
    text = starting_file(session.game, ruleset_of(session.game, settings.choices(session.game, settings.format)))
    if output and Path(output).exists():
        raise DeckcheckError("usage.exists", path=output)
    to_file(output, text)
    return 0
