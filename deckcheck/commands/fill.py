"""`deckcheck fill`: complete a deck."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated

import typer

from deckcheck.commands import completing, options
from deckcheck.commands.guarded import guarded
from deckcheck.commands.output import announce, emit, targets, tell

if TYPE_CHECKING:
    from deckcheck.cards.pool import Card, Pool
    from deckcheck.games.game import Game

Deck = Annotated[
    str | None, typer.Argument(metavar="[DECK]", help="The deck in progress; without one a new deck of the game of -g.")
]
From = Annotated[
    str | None,
    typer.Option("--from", metavar="FILE", help="Only cards of this collection (a table with counts) or list."),
]
Want = Annotated[
    list[str] | None,
    typer.Option("--want", metavar="TEST", help="What must hold of the deck, as different() >= 8; repeatable."),
]
Maximize = Annotated[
    str | None, typer.Option("--maximize", metavar="NUMBER", help="A field or number of a card; as much as can be.")
]
Curve = Annotated[
    str | None, typer.Option("--curve", metavar="VALUE:COPIES,…", help="As near to this curve as can be, as 1:6,2:8.")
]
Write = Annotated[bool, typer.Option("--write", help="Write the cards into the file; all else in it stays.")]
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
def fill(
    deck: Deck = None,
    source: From = None,
    want: Want = None,
    maximize: Maximize = None,
    curve: Curve = None,
    write: Write = False,
    *,
    judging: options.Judging,
    param: options.Params = None,
    output: Output = None,
    stdin_filename: options.StdinName = None,
) -> int:
    """Add the fewest cards that complete a deck, by its rules and your wishes; the same answer every time.

    \b
    deckcheck fill deck.yaml
    deckcheck fill deck.yaml --from collection.csv --write
    deckcheck fill -g GAME -F FORMAT > deck.yaml
    deckcheck fill -g GAME --want "different() >= 8" --curve 1:3,2:2 > deck.yaml

    Ends with 0 if the deck is complete, 1 if it cannot be completed, 2 if the command is wrong.
    """
    from deckcheck.build.aim import read_aim
    from deckcheck.build.fill import Filler
    from deckcheck.commands.decks import keep_inputs, one
    from deckcheck.record import replace
    from deckcheck.report import DeckcheckError, Report
    from deckcheck.reports.repairs import REPAIRS, Outcome
    from deckcheck.run.editing import new_deck, opened, outcome_of
    from deckcheck.run.session import Session

    wanted = targets(output, REPAIRS)
    session = Session(judging.settings(param), announce)
    keep_inputs((target.file for target in wanted), filter(None, (deck, source)))
    if deck is None and judging.game is None:
        raise DeckcheckError("usage.fill-what")
    found = one(deck, session, stdin_filename) if deck is not None else None
    loaded = opened(found, session) if found else new_deck(session)
    if isinstance(loaded, Report):
        emit((target, REPAIRS[target.form]((Outcome(loaded.path, loaded),), "fill")) for target in wanted)
        return 1
    checker = loaded.checker
    pool = session.library.pool(checker.game.id)
    owned = _owned(source, checker.game, pool) if source is not None else None
    filler = Filler(checker, pool, read_aim(checker.game, want or (), maximize, curve, owned))
    outcome = outcome_of(loaded, filler.fill, write=write and found is not None and found.data is None)
    outcome = replace(outcome, new=found is None)
    filled = outcome.repair
    if found is None and filled and not filled.collision and [target.form for target in wanted] == ["text"]:
        from deckcheck.formats import WRITERS

        emit((target, WRITERS["yaml"].write(filled.deck)) for target in wanted)
        if filled.any_cards:
            tell("fill.any", {})
        return 0
    emit((target, REPAIRS[target.form]((outcome,), "fill")) for target in wanted)
    return 0 if outcome.state in ("legal", "repaired") else 1


def _owned(path: str, game: Game, pool: Pool) -> Mapping[Card, int]:
    """The cards of a collection; lines of it that are left out are told."""
    from deckcheck.build.collection import read_collection
    from deckcheck.reports.text import finding_line

    collection = read_collection(path, game, pool)
    if collection.problems:
        tell("fill.owned-left-out", {"path": path, "lines": len(collection.problems)})
        for problem in collection.problems:
            typer.echo(f"  {finding_line(problem, path)}", err=True)
    return collection.copies
