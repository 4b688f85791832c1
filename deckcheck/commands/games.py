"""`deckcheck games`: what is built in, and whether a game's files are sound."""

import sys
from typing import TYPE_CHECKING, Annotated

from deckcheck.commands import options
from deckcheck.commands.declare import Option
from deckcheck.commands.output import announce, complain, emit, tell, to_stdout
from deckcheck.record import replace
from deckcheck.report import DeckcheckError
from deckcheck.sessions.settings import Settings

if TYPE_CHECKING:
    from deckcheck.sessions.session import Session

ONE = replace(options.GAME, metavar="[GAME]", help="One game; without it all.", required=False)
Games = Annotated[Settings, options.some("cards", "schemas", "config", "isolated", game=ONE)]
Check = Annotated[bool, Option(("--check",), help="Check the schema, cards and lists instead.")]


def games(
    settings: Games,
    check: Check = False,
    *,
    output: Annotated[options.Targets, options.output("text", "json")],
) -> int:
    """The games at hand: their cards, formats and rules; with --check, what is wrong with their files.

    \b
    deckcheck games
    deckcheck games GAME
    deckcheck games mygame --schemas mygame.yaml --cards cards.csv --check

    With --check: ends with 0 if all is sound, 1 if card records or list entries are at fault, 2 if a
    file cannot be used.
    """
    from deckcheck.reports.inventory import FORMS
    from deckcheck.sessions.session import Session
    from deckcheck.views.inventory import inventory

    session = Session(settings, announce)
    asked = session.settings.game
    ids = session.library.game_ids() if asked is None else (asked,)
    if check:
        if any(target.form != "text" or target.file is not None for target in output):
            raise DeckcheckError("usage.check-text")
        if asked is None and settings.cards:
            ids = session.library.of_own_cards()
            if not ids:
                raise DeckcheckError("usage.which-game", known=session.library.game_ids())
        return max((_check(session, game_id) for game_id in ids), default=0)
    found = [inventory(session.library, game_id) for game_id in ids]
    emit((target, FORMS[target.form](found, in_full=asked is not None)) for target in output)
    return 0


def _check(session: "Session", game_id: str) -> int:
    """Tell what is wrong with a game's files; the exit code."""
    from deckcheck.reports.inventory import examination
    from deckcheck.views.inventory import examine
    from deckcheck.wording import note_text

    if sys.stderr.isatty():
        tell("progress.check", {"game": game_id})
    try:
        found = examine(session.library, game_id, session.settings.as_of)
    except DeckcheckError as error:  # the other games are looked at all the same
        complain(error)
        return 2
    to_stdout(f"{line}\n" for line in examination(found, game_id, str(session.library.schema_path(game_id))))
    for note in found.notes:
        tell("report.note", {"note": note_text(note)})
    return 1 if found.broken else 0
