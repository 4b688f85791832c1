"""`deckcheck lists`: the dated lists of a game."""

from typing import Annotated

from deckcheck.commands import options
from deckcheck.commands.declare import Option, argument
from deckcheck.commands.output import announce, emit
from deckcheck.report import DeckcheckError
from deckcheck.sessions.settings import Settings

Game = Annotated[Settings, options.some("format", "cards", "schemas", "lists", "config", "isolated", game=options.GAME)]
Names = Annotated[
    list[str] | None, argument("[LIST...]", "Ids of lists, without them all; or the name of a card.", "lists")
]
From = Annotated[str | None, Option(("--from",), "DATE", "Compare the lists of this day …")]
On = Annotated[str | None, Option(("--on",), "DATE", "What stands on the lists of this day; of one list, today's.")]
To = Annotated[str | None, Option(("--to",), "DATE", "… with those of this day; today if not given.")]


def lists(
    settings: Game,
    names: Names = None,
    first: From = None,
    last: To = None,
    on: On = None,
    *,
    output: Annotated[options.Targets, options.output("text", "json")],
) -> int:
    """The dated lists of a game (bans, limits, points): what there is, what stands on one, what changed.

    \b
    deckcheck lists GAME
    deckcheck lists GAME LIST
    deckcheck lists GAME LIST --on 2025-01-01
    deckcheck lists GAME LIST --from 2025-01-01 --to 2026-01-01
    deckcheck lists GAME "Name of a card"
    deckcheck lists GAME --list new.txt

    A list of your own is told with what it changes on the one that is in force.
    """
    from deckcheck.lists.changes import in_order, selected
    from deckcheck.reports.lists import CARD_FORMS, FORMS
    from deckcheck.sessions.session import Session
    from deckcheck.sessions.settings import as_day
    from deckcheck.views.limits import named_card

    if last is not None and first is None:
        raise DeckcheckError("lists.two-days")
    if on is not None and first is not None:
        raise DeckcheckError("lists.one-way")
    days = None if first is None else in_order(as_day(first), settings.as_of if last is None else as_day(last))
    day = as_day(on) if on is not None else settings.as_of if days is None and len(names or ()) == 1 else None
    session = Session(settings, announce)
    known = session.lists()
    card = named_card(names or (), known, lambda: session.library.pool(session.game.id))
    if card is not None:
        pool = session.library.pool(session.game.id)
        asked = {name: known[name] for name in names or () if name in known} or known
        emit((target, CARD_FORMS[target.form](session.game, pool, card, asked)) for target in output)
        return 0
    own = session.own_lists()
    found = [] if own and not names else selected(known, session.game.id, names or ())
    emit((target, FORMS[target.form](session.game.id, found, days, day, own, versions=on is None)) for target in output)
    return 0
