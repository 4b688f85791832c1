"""`deckcheck odds`: the chance that an opening hand holds what a query says."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Annotated

import typer

from deckcheck.commands import completing, options
from deckcheck.commands.guarded import guarded
from deckcheck.commands.output import emit, targets

if TYPE_CHECKING:
    from deckcheck.cards.pool import Card, Pool
    from deckcheck.expr import Scope
    from deckcheck.odds.answer import Question
    from deckcheck.odds.opening import Opening
    from deckcheck.odds.query import QueryError
    from deckcheck.odds.vary import Row
    from deckcheck.report import DeckcheckError, Note
    from deckcheck.run.session import Loaded

Query = Annotated[
    str,
    typer.Argument(
        metavar="QUERY", help="A test of the hand, such as 'count(cost <= 3) >= 2', or a number to spread out."
    ),
]
Hand = Annotated[
    int | None, typer.Option("--hand", metavar="N", min=0, help="Cards of the opening hand; else as the game says.")
]
Turn = Annotated[
    int, typer.Option("--turn", metavar="T", min=0, max=200, help="Count what is drawn by your turn T as well.")
]
Seat = Annotated[int | None, typer.Option("--seat", metavar="1|2", min=1, max=2, help="The seat: 1 begins.")]
Keep = Annotated[
    str | None, typer.Option("--keep", metavar="EXPR", help="Take a mulligan unless the hand passes this.")
]
Toss = Annotated[
    str | None, typer.Option("--toss", metavar="EXPR", help="What a mulligan sends back: a test of a card.")
]
Mulligan = Annotated[bool, typer.Option("--mulligan", help="After a mulligan by the game's own policy.")]
Apart = Annotated[
    bool, typer.Option("--apart", help="Conditions joined by `and` need different cards; else one may serve several.")
]
Vary = Annotated[
    tuple[str, str] | None,
    typer.Option("--vary", metavar="CARD RANGE", help="How the chance moves with the copies of a card, say 0..3."),
]
Games = Annotated[
    int,
    typer.Option("--games", metavar="N", min=1, max=10**7, help="Openings to play where the chance cannot be counted."),
]
Seed = Annotated[int, typer.Option("--seed", metavar="S", help="The same seed plays the same openings.")]
Params = Annotated[
    list[str] | None, typer.Option("--param", metavar="KEY=VALUE", help="Set an option of the game; repeatable.")
]
Output = Annotated[
    list[str] | None,
    typer.Option(
        "--output",
        "-o",
        metavar="FORM[=FILE]",
        help="text or json; to a file with =FILE.",
        autocompletion=completing.words("text", "json"),
    ),
]


@guarded
def odds(
    deck: options.OneDeck,
    query: Query,
    hand: Hand = None,
    turn: Turn = 0,
    seat: Seat = None,
    keep: Keep = None,
    toss: Toss = None,
    mulligan: Mulligan = False,
    apart: Apart = False,
    vary: Vary = None,
    games: Games = 50_000,
    seed: Seed = 1,
    *,
    judging: options.Judging,
    param: Params = None,
    output: Output = None,
    stdin_filename: options.StdinName = None,
) -> int:
    """How likely is it that an opening hand holds this? Exact wherever it can be counted.

    \b
    deckcheck odds deck.yaml 'count(kind == monstre and cost <= 3) >= 2'
    deckcheck odds deck.yaml 'count(name == "Veilleur") >= 1' --turn 3 --seat 2
    deckcheck odds deck.yaml 'count(cost <= 2) >= 1' --keep 'count(cost <= 3) >= 2' --toss 'cost > 3'
    deckcheck odds deck.yaml 'apart(kind == monstre, cost <= 2)' --vary Veilleur 0..3
    deckcheck odds deck.yaml 'count(kind == monstre)'
    """
    from deckcheck.commands.decks import keep_inputs, single
    from deckcheck.commands.progress import progress
    from deckcheck.expr import ExprError
    from deckcheck.odds.answer import Question, ask
    from deckcheck.odds.opening import Wish, lay
    from deckcheck.odds.query import QueryError
    from deckcheck.report import DeckcheckError, Report
    from deckcheck.reports.odds import FORMS, Told
    from deckcheck.reports.text import finding_line
    from deckcheck.run.session import Session

    wanted = targets(output, FORMS)
    params = options.settings(params=param, isolated=True).params
    session = Session(judging.settings())
    keep_inputs((target.file for target in wanted), (deck,))
    loaded = single(deck, session, stdin_filename)
    if isinstance(loaded, Report):
        for problem in loaded.problems:
            typer.echo(finding_line(problem, deck), err=True)
        return 1
    pool, scope = session.library.pool(loaded.deck.game), loaded.checker.game.scope
    try:
        wish = Wish(seat, turn, hand, mulligan, keep, toss, params)
        opened = lay(loaded.deck, loaded.checker, wish)
        if all(entry.card is None for entry in opened.entries):
            raise DeckcheckError("odds.no-cards", path=deck)
        question = Question(query, opened.hand, opened.drawn, opened.policy, apart, games, seed)
        notes = _named({"query": query, "keep": keep, "toss": toss}, opened, loaded, pool)
        with progress("progress.openings", games) as doing:
            try:
                answer = ask(question, opened.entries, scope, opened.view, doing)
            except ExprError as slip:
                raise QueryError("query", query, slip) from None
            card, rows = _varied(vary, question, opened, pool, scope, doing) if vary else (None, ())
    except QueryError as error:
        raise _wrong(error, pool) from None
    notes = (*notes, *opened.notes, *loaded.about("odds.illegal"))
    told = Told(answer, opened.seat, turn, notes, card, rows)
    emit((target, FORMS[target.form](told)) for target in wanted)
    return 0


def _named(texts: Mapping[str, str | None], opened: Opening, loaded: Loaded, pool: Pool) -> tuple[Note, ...]:
    """What to know of the card names in what the player wrote, each told once.

    :raises QueryError: there is no such card.
    """
    from deckcheck.expr import ExprError
    from deckcheck.odds.names import name_notes
    from deckcheck.odds.query import QueryError

    found: list[Note] = []
    for what, text in texts.items():
        try:
            notes = name_notes(text, opened.entries, loaded.deck.entries, pool) if text is not None else ()
        except ExprError as slip:
            raise QueryError(what, text or "", slip) from None
        found += (note for note in notes if note not in found)
    return tuple(found)


def _varied(
    asked: tuple[str, str],
    question: Question,
    opened: Opening,
    pool: Pool,
    scope: Scope,
    doing: Callable[[int], None],
) -> tuple[str, tuple[Row, ...]]:
    """The name of the card, and the answers for other numbers of it.

    :raises DeckcheckError: there is no such card, or the numbers are none.
    """
    from deckcheck.cards.names import suggest
    from deckcheck.odds.vary import vary
    from deckcheck.report import DeckcheckError

    name, text = asked
    found = pool.find(name)
    if not found:
        raise DeckcheckError("odds.vary-card", card=name, nearest=suggest(name, pool))
    if len(found) > 1:
        raise DeckcheckError("odds.vary-several", card=name, known=tuple(_shown(card) for card in found))
    numbers = _numbers(text)
    if max(numbers) > opened.size:
        raise DeckcheckError("odds.vary-most", copies=max(numbers), deck=opened.size)
    return found[0].name, vary(question, opened.entries, found[0], numbers, scope, opened.view, doing, opened.arrange)


def _shown(card: Card) -> str:
    """The card with what tells it from others of its name."""
    return ", ".join(str(value) for value in card.fields.values() if isinstance(value, str | int))


def _numbers(text: str) -> range:
    """`0..3`, `0-3` or `2`."""
    import re

    from deckcheck.report import DeckcheckError

    match = re.fullmatch(r"(\d{1,3})(?:(?:\.\.|-)(\d{1,3}))?", text.strip(), re.ASCII)
    if match is None or int(match[2] or match[1]) < int(match[1]):
        raise DeckcheckError("odds.range", text=text)
    return range(int(match[1]), int(match[2] or match[1]) + 1)


def _wrong(error: QueryError, pool: Pool) -> DeckcheckError:
    """Where the text is wrong and why; a bare card name is told how to ask for the card."""
    from deckcheck.report import DeckcheckError
    from deckcheck.wording import Said, say, whole

    slip = error.slip
    text = whole(error.text)
    named = pool.find(error.text) if error.what == "query" else ()
    return DeckcheckError(
        "odds.query",
        what=say(f"odds.what-{error.what}"),
        text=Said(text),
        column=slip.column,
        caret=Said(" " * (len(whole(error.text[: slip.column - 1]))) + "^"),
        reason=say(slip.sentence, **slip.facts),
        hint=Said(f'count(name == "{named[0].name}") >= 1') if named else None,
    )
