"""`deckcheck check`: is the deck legal, and if not, why not?"""

from __future__ import annotations

from typing import Annotated

import typer

from deckcheck.commands import options
from deckcheck.commands.output import announce, emit, guarded, targets

Output = Annotated[
    list[str] | None,
    typer.Option("--output", "-o", metavar="FORM[=FILE]", help="text or json; to a file with =FILE; repeatable."),
]
Against = Annotated[
    str | None,
    typer.Option("--against", metavar="DATE", help="Which decks break or mend between --as-of and this day, and why."),
]
AGAINST = ("text", "json")


@guarded
def check(
    decks: options.Decks,
    game: options.Game = None,
    format: options.Format = None,  # noqa: A002 - the name of the option
    as_of: options.AsOf = None,
    cards: options.Cards = None,
    schemas: options.Schemas = None,
    param: options.Params = None,
    lists: options.Lists = None,
    against: Against = None,
    jobs: options.Jobs = 1,
    draft: options.Draft = False,
    quiet: options.Quiet = False,
    no_color: options.NoColor = False,
    output: Output = None,
    stdin_filename: options.StdinName = None,
) -> int:
    """Is a deck legal? If not, which line breaks which rule, where does the rule stand, and what mends it?

    \b
    deckcheck check deck.yaml
    deckcheck check decks/ -F FORMAT
    deckcheck check list.txt -g GAME --draft
    deckcheck check decks/ -o text -o json=report.json
    deckcheck check decks/ --as-of 2026-01-01 --against 2026-06-01

    Ends with 0 if all decks are legal, 1 if one is not or cannot be read, 2 if the command is wrong.
    """
    import sys

    from deckcheck.batch import check_all
    from deckcheck.commands.decks import search
    from deckcheck.reports import REPORTS
    from deckcheck.reports.look import Look, may_colour
    from deckcheck.session import Session, as_day

    wanted = targets(output, REPORTS if against is None else AGAINST)
    session = Session(options.settings(game, format, as_of, cards, schemas, param, lists, draft=draft), announce)
    found = search(decks, session, stdin_filename)
    reports = check_all(session, found, jobs)
    look = Look(quiet=quiet, colour=may_colour(sys.stdout, no_color=no_color))
    plain = Look(quiet=quiet)
    if against is not None:
        from deckcheck.reports.against import FORMS, shifts

        later = check_all(session.on(as_day(against)), found, jobs)
        changed = shifts(reports, later)
        emit((target, FORMS[target.form](changed, plain if target.file else look)) for target in wanted)
        return 0 if all(report.legal for report in later) else 1
    emit((target, REPORTS[target.form](reports, plain if target.file else look)) for target in wanted)
    return 0 if all(report.legal for report in reports) else 1
