"""`deckcheck diff`: two lists compared; what a siding changed; what is missing from a collection."""

from typing import Annotated

from deckcheck.commands import options
from deckcheck.commands.declare import Option, argument
from deckcheck.commands.output import announce, emit
from deckcheck.report import DeckcheckError

One = Annotated[str, argument("A", "A deck file, or - for the standard input.")]
Other = Annotated[str | None, argument("[B]", "The deck it is compared with.")]
Siding = Annotated[bool, Option(("--siding",), help="Is B the deck A after siding, by the rules of the game?")]
Collection = Annotated[
    str | None,
    Option(("--collection",), "FILE", "What the last deck needs beyond this table or list of cards."),
]


def diff(
    one: One,
    other: Other = None,
    siding: Siding = False,
    collection: Collection = None,
    *,
    settings: options.Judging,
    output: Annotated[options.Targets, options.output("text", "json")],
    stdin_filename: options.StdinName = None,
) -> int:
    """What turns one list into the other, card by card: added, removed, moved between sections.

    \b
    deckcheck diff before.yaml after.yaml
    deckcheck diff registered.ydk game2.ydk --siding
    deckcheck diff deck.yaml --collection mine.csv

    Ends with 0; with --siding 1 if B is no legal siding of A; 1 if a deck cannot be read.
    """
    from deckcheck.commands.decks import keep_inputs, owned_cards, single
    from deckcheck.reports.repairs import COMPARISONS
    from deckcheck.sessions.session import Session
    from deckcheck.views.compared import compared

    if other is None and collection is None:
        raise DeckcheckError("usage.diff-what")
    if siding and other is None:
        raise DeckcheckError("usage.siding-what")
    session = Session(settings, announce)
    keep_inputs((target.file for target in output), filter(None, (one, other, collection)))
    decks = []
    for path in (one, other) if other is not None else (one,):
        loaded = single(path, session, stdin_filename, output)
        if isinstance(loaded, int):
            return loaded
        decks.append(loaded)
    first, last = decks[0], decks[-1]
    game = last.checker.game
    pool = session.library.pool(game.id)
    owned = owned_cards(collection, game, pool) if collection is not None else None
    deck = last.deck if other is not None else None
    found = compared(first.deck, deck, last.checker, owned, sided=siding)
    emit((target, COMPARISONS[target.form](found)) for target in output)
    return 1 if found.siding else 0
