"""`deckcheck show`: what is in a deck."""

from typing import Annotated

from deckcheck.commands import options
from deckcheck.commands.output import announce, emit


def show(
    deck: options.OneDeck,
    *,
    settings: options.Drafting,
    output: Annotated[options.Targets, options.output("text", "json")],
    stdin_filename: options.StdinName = None,
) -> int:
    """What is in a deck: sections, kinds, the curve, and whether it is legal.

    \b
    deckcheck show deck.yaml
    """
    from deckcheck.commands.decks import single
    from deckcheck.reports.overview import FORMS
    from deckcheck.sessions.session import Session
    from deckcheck.views.overview import overview

    session = Session(settings, announce)
    loaded = single(deck, session, stdin_filename, output)
    if isinstance(loaded, int):
        return loaded
    seen = overview(loaded.deck, loaded.checker, draft=settings.draft)
    emit((target, FORMS[target.form](seen)) for target in output)
    return 0 if seen.report.legal else 1
