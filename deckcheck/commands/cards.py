"""`deckcheck cards`: search the card database."""

from typing import Annotated

from deckcheck.commands import options
from deckcheck.commands.declare import argument
from deckcheck.commands.output import announce, emit, tell
from deckcheck.record import replace
from deckcheck.sessions.settings import Settings

LISTED = replace(options.JUDGING["format"], help="The format whose lists are meant.")
Game = Annotated[
    Settings, options.some("as_of", "cards", "schemas", "config", "isolated", game=options.GAME, format=LISTED)
]
Query = Annotated[str | None, argument("[QUERY]", 'A name, or a test: "cost <= 3".', "cards")]


def cards(
    settings: Game,
    query: Query = None,
    *,
    output: Annotated[options.Targets, options.output("text", "json")],
) -> int:
    """The cards of a game: all, those of a name, or those that pass a test over their fields.

    Of a card that is named it is told what the lists of today say of it.

    \b
    deckcheck cards GAME "Name of a card"
    deckcheck cards GAME "cost <= 3"
    deckcheck cards GAME "cost <= 3 and rarity == rare" -o json
    deckcheck cards GAME "limitation == 0" -F FORMAT --as-of 2026-01-01

    Ends with 1 if nothing is found.
    """
    from deckcheck.reports.cards import FORMS
    from deckcheck.sessions.session import Session
    from deckcheck.views.limits import said_on
    from deckcheck.views.search import search
    from deckcheck.wording import say

    session = Session(settings, announce)
    pool = session.library.pool(session.game.id)
    hits = search(query, session.game, pool, lambda: session.checker(session.game, settings.format).view(()))
    said = tuple(
        said_on(card, session.game, pool, session.lists(), settings.as_of) for card in hits.cards if hits.named
    )
    emit((target, FORMS[target.form](session.game, query, hits, said)) for target in output)
    if pool.demo and hits.cards:
        tell("report.note", {"note": say("note.demo", game=session.game.title)})
    if hits.undecided:
        tell("cards.undecided", {"number": hits.undecided})
    if hits.named and not hits.cards:
        tell("cards.none-called", {"name": query, "near": hits.near, "test": hits.as_test})
    return 0 if hits.cards else 1
