"""`deckcheck fill`: complete a deck."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from deckcheck.commands import completing, options
from deckcheck.commands.guarded import guarded
from deckcheck.commands.output import announce, emit, targets

if TYPE_CHECKING:
    from deckcheck.build.fill import Aim
    from deckcheck.cards.pool import Pool
    from deckcheck.expr import Expr, Type
    from deckcheck.games.game import Game

_DIGITS = 6  # of a value or a number of copies in a curve

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
    from deckcheck.build.fill import Filler
    from deckcheck.commands.decks import keep_inputs, one
    from deckcheck.commands.fix import outcome_of, titles_of
    from deckcheck.commands.inplace import before_edit
    from deckcheck.commands.output import tell
    from deckcheck.decks.deck import Deck as DeckRecord
    from deckcheck.record import replace
    from deckcheck.report import DeckcheckError, Report
    from deckcheck.reports.repairs import REPAIRS, Outcome
    from deckcheck.run.session import Loaded, Session

    wanted = targets(output, REPAIRS)
    settings = judging.settings(param)
    session = Session(settings, announce)
    keep_inputs((target.file for target in wanted), filter(None, (deck, source)))
    if deck is not None:
        found = one(deck, session, stdin_filename)
        data = before_edit(found)
        loaded = session.load(replace(found, data=data))
    elif judging.game is None:
        raise DeckcheckError("usage.fill-what")
    else:
        chosen = session.library.game(session.library.named(judging.game))
        rules = session.checker(chosen, judging.format)
        loaded = Loaded(DeckRecord("-", chosen.id, judging.format, None, ()), rules)
    if isinstance(loaded, Report):
        emit((target, REPAIRS[target.form]((Outcome(loaded.path, loaded),), "fill")) for target in wanted)
        return 1
    pool = session.library.pool(loaded.checker.game.id)
    aim = _aim(loaded.checker.game, pool, source, tuple(want or ()), maximize, curve)
    filled = Filler(loaded.checker, pool, aim).fill(loaded.deck)
    if deck is None:
        outcome = Outcome("-", loaded.checker.check(filled.deck), filled, titles_of(loaded.checker), new=True)
        if not filled.collision and [target.form for target in wanted] == ["text"]:
            from deckcheck.formats import WRITERS

            emit((target, WRITERS["yaml"].write(filled.deck)) for target in wanted)
            if filled.any_cards:
                tell("fill.any", {})
            return 0
    else:
        outcome = outcome_of(loaded, filled, data, session, write=write and found.data is None)
    emit((target, REPAIRS[target.form]((outcome,), "fill")) for target in wanted)
    return 0 if outcome.state in ("legal", "repaired") else 1


def _aim(
    game: Game, pool: Pool, source: str | None, wants: tuple[str, ...], maximize: str | None, curve: str | None
) -> Aim:
    """What the options ask for.

    :raises DeckcheckError: an option cannot be understood.
    """
    from deckcheck.build.collection import read_collection
    from deckcheck.build.fill import Aim
    from deckcheck.commands.output import tell
    from deckcheck.expr import Type
    from deckcheck.report import DeckcheckError
    from deckcheck.reports.text import finding_line

    tests = tuple(_compiled(text, game, Type.TRUTH) for text in wants)
    for text, test in zip(wants, tests, strict=True):
        if test.card:
            raise DeckcheckError("usage.want-card", text=text)
    owned = None
    if source is not None:
        collection = read_collection(source, game, pool)
        owned = collection.copies
        if collection.problems:
            tell("fill.owned-left-out", {"path": source, "lines": len(collection.problems)})
            for problem in collection.problems:
                typer.echo(f"  {finding_line(problem, source)}", err=True)
    worth = _compiled(maximize, game, Type.NUMBER) if maximize is not None else None
    return Aim(tests, _curve(curve, game) if curve is not None else {}, worth, owned)


def _compiled(text: str, game: Game, want: Type) -> Expr:
    from deckcheck.expr import ExprError, compile_text
    from deckcheck.report import DeckcheckError
    from deckcheck.wording import say

    try:
        return compile_text(text, game.scope, want)
    except ExprError as error:
        reason = say(error.sentence, **error.facts)
        raise DeckcheckError("usage.expression", expr=text, column=error.column, reason=reason) from None


def _curve(text: str, game: Game) -> dict[int, int]:
    from deckcheck.report import DeckcheckError

    if game.curve is None:
        raise DeckcheckError("usage.no-curve", game=game.id)
    found: dict[int, int] = {}
    for part in text.split(","):
        value, colon, copies = (piece.strip() for piece in part.partition(":"))
        if not colon or not all(part.isdecimal() and len(part) <= _DIGITS for part in (value, copies)):
            raise DeckcheckError("usage.curve", text=text)
        found[int(value)] = int(copies)
    return found
