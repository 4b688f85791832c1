"""`deckcheck fix`: the smallest change that makes a deck legal."""

from typing import Annotated

from deckcheck.commands import options
from deckcheck.commands.declare import Option
from deckcheck.commands.output import announce, emit

Write = Annotated[bool, Option(("--write",), help="Write the changes into the files; all else in them stays.")]


def fix(
    decks: options.Decks,
    write: Write = False,
    *,
    settings: options.Judging,
    output: Annotated[options.Targets, options.output("text", "json")],
    stdin_filename: options.StdinName = None,
) -> int:
    """The fewest copies to add, remove or move that make a deck legal, each with the rule that forces it.

    A card that is not known is never replaced: settle that first. It counts as a card, and the rest is mended.

    \b
    deckcheck fix deck.yaml
    deckcheck fix decks/ --as-of 2026-07-01
    deckcheck fix deck.yaml --write

    Ends with 0 if all decks are legal, now or before; 1 if one is not, or would be changed; 2 if the command is wrong,
    or a file cannot be written.
    """
    from deckcheck.commands.decks import keep_inputs, search, tell_skipped
    from deckcheck.reports.repairs import REPAIRS
    from deckcheck.sessions.editing import Workshop
    from deckcheck.sessions.session import Session

    session = Session(settings, announce)
    searched = search(decks, session, stdin_filename)
    tell_skipped(searched.skipped)
    keep_inputs((target.file for target in output), (found.path for found in searched.decks))
    workshop = Workshop(session)
    outcomes = [workshop.outcome(found, write=write) for found in searched.decks]
    emit((target, REPAIRS[target.form](outcomes, "repair")) for target in output)
    if any(outcome.unwritten for outcome in outcomes):
        return 2
    return 0 if all(outcome.state == "legal" or outcome.written_whole for outcome in outcomes) else 1
