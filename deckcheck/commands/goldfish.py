"""`deckcheck goldfish`: play a deck alone, many times, and count; or tell one of the games."""

from typing import Annotated

from deckcheck.commands import options
from deckcheck.commands.declare import Option
from deckcheck.commands.output import announce, emit, progress
from deckcheck.report import DeckcheckError

Games = Annotated[
    int | None, Option(("--games",), "N", "Games to play; else 100,000, or every order.", least=1, most=10**9)
]
Turns = Annotated[int, Option(("--turns",), "T", "Turns of one's own in each game.", least=1, most=200)]
Seed = Annotated[int, Option(("--seed",), "S", "The same seed plays the same games.", least=0)]
Seat = Annotated[int | None, Option(("--seat",), "1|2", "The seat: 1 begins.", least=1, most=2)]
Keep = Annotated[str | None, Option(("--keep",), "EXPR", "Keep hands that pass this, toss from others only.")]
Toss = Annotated[str | None, Option(("--toss",), "EXPR", "What a mulligan sets aside: a test of a card.")]
Trace = Annotated[int | None, Option(("--trace",), "N", "Tell game N turn by turn instead, from 1.", least=1)]
Jobs = Annotated[int, Option(("--jobs",), "N", "Processes; they change nothing but the time.", least=1)]


def goldfish(
    deck: options.OneDeck,
    games: Games = None,
    turns: Turns = 6,
    seed: Seed = 1,
    seat: Seat = None,
    keep: Keep = None,
    toss: Toss = None,
    trace: Trace = None,
    jobs: Jobs = 1,
    *,
    settings: options.Playing,
    output: Annotated[options.Targets, options.output("text", "json")],
    stdin_filename: options.StdinName = None,
) -> int:
    """Play a deck alone against nobody, many times: what each turn brings, when it wins, which cards show up.

    \b
    deckcheck goldfish deck.yaml
    deckcheck goldfish deck.yaml --games 1000000 --jobs 2 --seat 2 -o json
    deckcheck goldfish deck.yaml --keep 'count(cost <= 3) >= 2' --toss 'cost > 4'
    deckcheck goldfish deck.yaml --trace 17
    """
    from deckcheck.commands.decks import single
    from deckcheck.goldfish import ask
    from deckcheck.reports.goldfish import FORMS, write_trace
    from deckcheck.sessions.session import Session

    if trace is not None and any(target.form != "text" for target in output):
        raise DeckcheckError("usage.trace-text")
    session = Session(settings, announce)
    loaded = single(deck, session, stdin_filename, output)
    if isinstance(loaded, int):
        return loaded
    params = {**settings.params, **({} if seat is None else {"seat": str(seat)})}
    wish = ask.Wish(games, turns, seed, params, keep, toss, jobs)
    if trace is not None:
        game = ask.trace(loaded.deck, loaded.checker, wish, trace)
        emit((target, write_trace(game)) for target in output)
        return 0
    with progress("progress.games") as told:
        answer = ask.count(loaded.deck, loaded.checker, wish, told)
    emit((target, FORMS[target.form](answer)) for target in output)
    return 0
