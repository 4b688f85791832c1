"""`deckcheck goldfish`: play a deck alone, many times, and count; or tell one of the games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from deckcheck.commands import completing, options
from deckcheck.commands.guarded import guarded
from deckcheck.commands.output import emit, targets

if TYPE_CHECKING:
    from deckcheck.engine.layout import Layout
    from deckcheck.engine.records import Plan
    from deckcheck.goldfish.play import Run
    from deckcheck.report import Note
    from deckcheck.reports.goldfish import Told
    from deckcheck.run.session import Loaded

Games = Annotated[
    int | None,
    typer.Option("--games", metavar="N", min=1, max=10**9, help="Games to play; else 100,000, or every order."),
]
Turns = Annotated[int, typer.Option("--turns", metavar="T", min=1, max=200, help="Turns of one's own in each game.")]
Seed = Annotated[int, typer.Option("--seed", metavar="S", min=0, help="The same seed plays the same games.")]
Seat = Annotated[int | None, typer.Option("--seat", metavar="1|2", min=1, max=2, help="The seat: 1 begins.")]
Keep = Annotated[
    str | None, typer.Option("--keep", metavar="EXPR", help="Keep hands that pass this, toss from others only.")
]
Toss = Annotated[
    str | None, typer.Option("--toss", metavar="EXPR", help="What a mulligan sets aside: a test of a card.")
]
Trace = Annotated[
    int | None, typer.Option("--trace", metavar="N", min=1, help="Tell game N turn by turn instead, from 1.")
]
Jobs = Annotated[int, typer.Option("--jobs", metavar="N", min=1, help="Processes; they change nothing but the time.")]
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
GAMES = 100_000


@guarded
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
    judging: options.Judging,
    param: Params = None,
    output: Output = None,
    stdin_filename: options.StdinName = None,
) -> int:
    """Play a deck alone against nobody, many times: what each turn brings, when it wins, which cards show up.

    \b
    deckcheck goldfish deck.yaml
    deckcheck goldfish deck.yaml --games 1000000 --jobs 2 --seat 2 -o json
    deckcheck goldfish deck.yaml --keep 'count(cost <= 3) >= 2' --toss 'cost > 4'
    deckcheck goldfish deck.yaml --trace 17
    """
    from deckcheck.chance.classes import is_blank
    from deckcheck.commands.decks import keep_inputs, single
    from deckcheck.engine.layout import lay_out
    from deckcheck.engine.read import read_plan
    from deckcheck.goldfish.play import Run, countable
    from deckcheck.report import DeckcheckError, Report
    from deckcheck.reports.goldfish import FORMS
    from deckcheck.reports.text import finding_line
    from deckcheck.run.session import Session

    wanted = targets(output, FORMS)
    if trace is not None and any(target.form != "text" for target in wanted):
        raise DeckcheckError("usage.trace-text")
    given = dict(options.settings(params=param, isolated=True).params)
    if seat is not None:
        given["seat"] = str(seat)
    session = Session(judging.settings())
    keep_inputs((target.file for target in wanted), (deck,))
    loaded = single(deck, session, stdin_filename)
    if isinstance(loaded, Report):
        for problem in loaded.problems:
            typer.echo(finding_line(problem, deck), err=True)
        return 1
    rules = loaded.checker
    plan = read_plan(rules.game, rules.ruleset, given)
    plan = _with_policy(plan, keep, toss)
    layout = lay_out(plan, loaded.deck.entries, rules.game.scope, merge=trace is None)
    if not any(left and not is_blank(layout.card(t)) for t, left in enumerate(layout.left)):
        raise DeckcheckError("usage.no-cards-to-play", path=deck)
    exact = games is None and countable(layout)
    run = Run(layout, turns, seed, None if exact else games or GAMES, jobs)
    if trace is not None:
        notes = loaded.about("goldfish.illegal")
        emit((target, _told(run, trace, deck, notes)) for target in wanted)
        return 0
    told = _counted(run, deck, loaded, sampled=_why_sampled(layout) if plan.ordered and not exact else None)
    emit((target, FORMS[target.form](told)) for target in wanted)
    return 0


def _why_sampled(layout: Layout) -> str:
    from deckcheck.goldfish.play import countable

    return "goldfish.asked" if countable(layout) else "goldfish.sampled"


def _with_policy(plan: Plan, keep: str | None, toss: str | None) -> Plan:
    """:raises DeckcheckError: a text is no test, or the game has no mulligan."""
    from deckcheck.engine.read import with_policy
    from deckcheck.expr import ExprError
    from deckcheck.report import DeckcheckError
    from deckcheck.wording import say

    for kept, tossed in ((keep, None), (None, toss)):
        try:
            plan = with_policy(plan, kept, tossed)
        except ExprError as slip:
            reason = say(slip.sentence, **slip.facts)
            expr = kept or tossed
            raise DeckcheckError("usage.expression", expr=expr, column=slip.column, reason=reason) from None
    return plan


def _counted(run: Run, path: str, loaded: Loaded, *, sampled: str | None) -> Told:
    from deckcheck.commands.progress import progress
    from deckcheck.goldfish.assumed import assumptions
    from deckcheck.goldfish.play import play
    from deckcheck.goldfish.result import life, result
    from deckcheck.reports.goldfish import Told, note_line

    layout = run.layout
    with progress("progress.games", run.games) as told:
        tally = play(run, told)
    found = result(layout, tally, seed=None if run.games is None else run.seed)
    notes = (*loaded.about("goldfish.illegal"), *layout.notes)
    assumed = tuple(map(note_line, assumptions(layout, run.turns, sampled=sampled)))
    plan = layout.plan
    return Told(path, found, run.turns, notes, assumed, plan.spent, plan.damage, life(plan))


def _told(run: Run, number: int, path: str, notes: tuple[Note, ...]) -> str:
    """One game, turn by turn.

    :raises DeckcheckError: the run has fewer games.
    """
    from deckcheck.goldfish.play import all_orders
    from deckcheck.goldfish.trace import replay, tell
    from deckcheck.report import DeckcheckError, Note
    from deckcheck.reports.goldfish import write_trace
    from deckcheck.wording import Said, whole

    orders = all_orders(run.layout) if run.games is None else None
    games = orders.shape[1] if orders is not None else max(run.games or 0, number if run.games == GAMES else 0)
    if number > games:
        raise DeckcheckError("usage.no-trace", number=number, games=games)
    states = replay(run.layout, run.turns, run.seed, number - 1, orders)
    facts = {"path": Said(whole(path)), "number": number, "seat": run.layout.plan.values.get("seat")}
    if orders is not None:
        head = Note("trace.head-exact", facts | {"games": games})
    else:
        head = Note("trace.head", facts | {"seed": run.seed})
    return write_trace(head, tell(run.layout, states), notes)
