"""`deckcheck update`: the newest lists of a game."""

import os
from pathlib import Path
from typing import Annotated

from deckcheck.commands import options
from deckcheck.commands.declare import Option
from deckcheck.commands.output import announce, emit
from deckcheck.record import replace
from deckcheck.report import DeckcheckError
from deckcheck.sessions.settings import Settings

GAME = replace(options.GAME, required=False)
Asked = Annotated[Settings, options.some("config", "isolated", "cards", "schemas", game=GAME)]
FirstDay = Annotated[
    str | None, Option(("--from",), "DATE", "The first day of the lists whose source does not say it.")
]
Only = Annotated[list[str] | None, Option(("--only",), "SOURCE", "Ask this source alone; repeatable.", many=True)]
Source = Annotated[
    str | None,
    Option(("--source",), "PATH", "Read this file, or those of this folder by their names, in place of the network."),
]
DryRun = Annotated[bool, Option(("--dry-run",), help="Tell what would change; nothing is kept.")]
Locked = Annotated[bool, Option(("--locked",), help="Fetch what deckcheck.lock names, and nothing else.")]
Force = Annotated[bool, Option(("--force",), help="Take a list that looks like a mistake: older, or much changed.")]


def update(
    settings: Asked,
    *,
    only: Only = None,
    first_day: FirstDay = None,
    source: Source = None,
    dry_run: DryRun = False,
    locked: Locked = False,
    force: Force = False,
    output: Annotated[options.Targets, options.output("text", "json")],
) -> int:
    """The newest lists and cards of a game, that of the settings or all where none is named: compared, and kept.

    \b
    deckcheck update
    deckcheck update GAME --dry-run
    deckcheck update GAME --from 2026-09-01
    deckcheck update GAME --source downloads/

    Sources stand in the game's schema, and in deckcheck.yaml. A version is added, nothing is replaced; no other
    command asks the network. DECKCHECK_OFFLINE=1 forbids it here too, DECKCHECK_DATA says where lists are kept.
    Ends with 1 if a source gave nothing that could be taken.
    """
    from deckcheck.reports.updated import FORMS
    from deckcheck.sessions.settings import as_day
    from deckcheck.sessions.updating import Asking, updated

    if locked and (force or first_day is not None):
        raise DeckcheckError("update.locked-alone")
    path = None
    if source is not None:
        if not os.path.lexists(source):
            raise DeckcheckError("usage.no-path", path=source)
        path = Path(source)
    day = None if first_day is None else as_day(first_day)
    asking = Asking(day, path, tuple(only or ()), dry=dry_run, locked=locked, force=force)
    found = updated(settings, asking, announce)
    emit((target, FORMS[target.form](found)) for target in output)
    return 1 if any(one.failed for one in found) else 0
