"""`deckcheck odds`: the chance that an opening hand holds what a query says."""

from typing import Annotated

from deckcheck.commands import options
from deckcheck.commands.declare import Option, argument
from deckcheck.commands.output import announce, emit, progress

Query = Annotated[
    str,
    argument("QUERY", "A test of the hand, such as 'count(cost <= 3) >= 2', or a number to spread out."),
]
Hand = Annotated[int | None, Option(("--hand",), "N", "Cards of the opening hand; else as the game says.", least=0)]
Turn = Annotated[int, Option(("--turn",), "T", "Count what is drawn by your turn T as well.", least=0, most=200)]
Seat = Annotated[int | None, Option(("--seat",), "1|2", "The seat: 1 begins.", least=1, most=2)]
Keep = Annotated[str | None, Option(("--keep",), "EXPR", "Take a mulligan unless the hand passes this.")]
Toss = Annotated[str | None, Option(("--toss",), "EXPR", "What a mulligan sends back: a test of a card.")]
Mulligan = Annotated[bool, Option(("--mulligan",), help="After a mulligan by the game's own policy.")]
Apart = Annotated[
    bool, Option(("--apart",), help="Conditions joined by `and` need different cards; else one may serve several.")
]
Vary = Annotated[
    tuple[str, str] | None,
    Option(("--vary",), "CARD RANGE", "How the chance moves with the copies of a card, say 0..3."),
]
Games = Annotated[
    int,
    Option(("--games",), "N", "Openings to play where the chance cannot be counted.", least=1, most=10**7),
]
Seed = Annotated[int, Option(("--seed",), "S", "The same seed plays the same openings.")]


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
    settings: options.Playing,
    output: Annotated[options.Targets, options.output("text", "json")],
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
    from deckcheck.commands.decks import single
    from deckcheck.odds import ask
    from deckcheck.odds.opening import Wish
    from deckcheck.reports.odds import FORMS
    from deckcheck.sessions.session import Session

    session = Session(settings, announce)
    loaded = single(deck, session, stdin_filename, output)
    if isinstance(loaded, int):
        return loaded
    pool = session.library.pool(loaded.checker.game.id)
    wish = Wish(seat, turn, hand, mulligan, keep, toss, settings.params)
    asked = ask.Query(query, apart, vary, games, seed)
    with progress("progress.openings", games) as told:
        answer = ask.answered(loaded.deck, loaded.checker, pool, wish, asked, told)
    emit((target, FORMS[target.form](answer)) for target in output)
    return 0
