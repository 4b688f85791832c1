"""`deckcheck fix`: the smallest change that makes a deck legal."""

from __future__ import annotations

from typing import Annotated

import typer

from deckcheck.commands import completing, options
from deckcheck.commands.guarded import guarded
from deckcheck.commands.output import announce, emit, targets

Write = Annotated[bool, typer.Option("--write", help="Write the changes into the files; all else in them stays.")]
Output = Annotated[
    list[str] | None,
    typer.Option(
        "--output",
        "-o",
        metavar="FORM[=FILE]",
        help="text or json; to a file with =FILE; repeatable.",
        autocompletion=completing.words("text", "json"),
    ),
]


@guarded
def fix(
    decks: options.Decks,
    write: Write = False,
    *,
    judging: options.Judging,
    param: options.Params = None,
    output: Output = None,
    stdin_filename: options.StdinName = None,
) -> int:
    """The fewest copies to add, remove or move that make a deck legal, each with the rule that forces it.

    A card that is not known is never replaced: settle that first. It counts as a card, and the rest is mended.

    \b
    deckcheck fix deck.yaml
    deckcheck fix decks/ --as-of 2026-07-01
    deckcheck fix deck.yaml --write

    Ends with 0 if all decks are legal, now or before; 1 if one is not, or would be changed; 2 if the command is wrong.
    """
    from deckcheck.commands.decks import keep_inputs, search
    from deckcheck.reports.repairs import REPAIRS
    from deckcheck.run.editing import Workshop
    from deckcheck.run.session import Session

    wanted = targets(output, REPAIRS)
    session = Session(judging.settings(param), announce)
    searched = search(decks, session, stdin_filename)
    keep_inputs((target.file for target in wanted), (found.path for found in searched))
    workshop = Workshop(session)
    outcomes = [workshop.outcome(found, write=write) for found in searched]
    emit((target, REPAIRS[target.form](outcomes, "repair")) for target in wanted)
    return 0 if all(outcome.state == "legal" or outcome.written_whole for outcome in outcomes) else 1
