"""`deckcheck fill`: complete a deck."""

from typing import Annotated

from deckcheck.commands import options
from deckcheck.commands.declare import Option, argument
from deckcheck.commands.output import announce, emit, tell

Deck = Annotated[str | None, argument("[DECK]", "The deck in progress; without one a new deck of the game of -g.")]
From = Annotated[
    str | None,
    Option(("--from",), "FILE", "Only cards of this collection (a table with counts) or list."),
]
Want = Annotated[
    list[str] | None,
    Option(("--want",), "TEST", "What must hold of the deck, as different() >= 8; repeatable."),
]
Maximize = Annotated[str | None, Option(("--maximize",), "NUMBER", "A field or number of a card; as much as can be.")]
Curve = Annotated[str | None, Option(("--curve",), "VALUE:COPIES,…", "As near to this curve as can be, as 1:6,2:8.")]
Write = Annotated[bool, Option(("--write",), help="Write the cards into the file; all else in it stays.")]


def fill(
    deck: Deck = None,
    source: From = None,
    want: Want = None,
    maximize: Maximize = None,
    curve: Curve = None,
    write: Write = False,
    *,
    settings: options.Judging,
    output: Annotated[options.Targets, options.output("text", "json")],
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
    from deckcheck.build.fill import Filler, read_aim
    from deckcheck.commands.decks import keep_inputs, one, owned_cards
    from deckcheck.record import replace
    from deckcheck.report import DeckcheckError, Report
    from deckcheck.reports.repairs import REPAIRS, Outcome
    from deckcheck.sessions.editing import new_deck, opened, outcome_of
    from deckcheck.sessions.session import Session

    session = Session(settings, announce)
    keep_inputs((target.file for target in output), filter(None, (deck, source)))
    if deck is None and settings.game is None:
        raise DeckcheckError("usage.fill-what")
    found = one(deck, session, stdin_filename) if deck is not None else None
    loaded = opened(found, session) if found else new_deck(session)
    if isinstance(loaded, Report):
        emit((target, REPAIRS[target.form]((Outcome(loaded.path, loaded),), "fill")) for target in output)
        return 1
    checker = loaded.checker
    pool = session.library.pool(checker.game.id)
    owned = owned_cards(source, checker.game, pool) if source is not None else None
    filler = Filler(checker, pool, read_aim(checker.game, want or (), maximize, curve, owned))
    outcome = outcome_of(loaded, filler.fill, write=write and found is not None and found.data is None)
    outcome = replace(outcome, new=found is None)
    filled = outcome.repair
    if found is None and filled and not filled.collision and [target.form for target in output] == ["text"]:
        from deckcheck.formats import WRITERS

        emit((target, WRITERS["yaml"].write(filled.deck)) for target in output)
        if filled.any_cards:
            tell("fill.any", {})
        return 0
    emit((target, REPAIRS[target.form]((outcome,), "fill")) for target in output)
    return 2 if outcome.unwritten else 0 if outcome.state in ("legal", "repaired") else 1
