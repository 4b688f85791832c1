"""Running games: chunk by chunk, in several processes, or all orders of a hand instead of a sample."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from deckcheck.engine.layout import Layout
from deckcheck.engine.play_plan import Draw, Mulligan
from deckcheck.goldfish.result import Tally
from deckcheck.record import dataclass
from deckcheck.report import DeckcheckError

MOST_IN_ORDER = 9  # cards whose orders are all gone through; those of more are sampled


@dataclass(frozen=True, slots=True)
class Run:
    """What to play: `games` None asks for every order of the hand, where that is possible."""

    layout: Layout
    turns: int
    seed: int
    games: int | None
    jobs: int = 1


def countable(layout: Layout) -> bool:
    """Whether the one chance of the game is the order of a hand that holds the whole deck, and not too large."""
    plan = layout.plan
    draws = [step for step in plan.steps() if isinstance(step, Draw | Mulligan)]
    once = len(draws) == 1 and isinstance(draws[0], Draw) and draws[0].count is None and draws[0].pool is None
    cards = sum(layout.left)
    return plan.ordered and once and 0 < cards <= MOST_IN_ORDER


def play(run: Run, tell: Callable[[int], None] = lambda done: None) -> Tally:
    """Play and count. The tally does not depend on `jobs`; `tell` is told how many games are played.

    :raises DeckcheckError: a process has ended before its time.
    """
    if run.games is None:
        return _all_orders(run)
    from deckcheck.engine.tape import CHUNK

    chunks = [(c, min(CHUNK, run.games - c * CHUNK)) for c in range(-(-run.games // CHUNK))]
    jobs = min(run.jobs, len(chunks))
    parts = [chunks[i::jobs] for i in range(jobs)] if jobs > 1 else [chunks]
    if jobs > 1 and _can_fork():
        return _in_processes(run, parts, tell)
    return _chunks(run, chunks, tell)


def _chunks(run: Run, chunks: Sequence[tuple[int, int]], tell: Callable[[int], None] = lambda done: None) -> Tally:
    from deckcheck.engine.table import Table
    from deckcheck.engine.tape import Tape
    from deckcheck.goldfish.count import Counter

    total = Tally()
    tables: dict[int, tuple[Table, Counter]] = {}
    for chunk, count in chunks:
        if count not in tables:
            table = Table(run.layout, run.turns, count)
            tables[count] = table, Counter(table)
        table, counter = tables[count]
        tally = counter.start()
        table.run(Tape(run.seed, chunk, 0, count), counter.after)
        total.add(tally)
        tell(total.games)
    return total


def _can_fork() -> bool:
    import multiprocessing

    return "fork" in multiprocessing.get_all_start_methods()


def _in_processes(run: Run, parts: Sequence[Sequence[tuple[int, int]]], tell: Callable[[int], None]) -> Tally:
    """A plan holds functions, which cannot be sent to a process: each is forked with its own.

    All have as much to do, so that what this one has done tells of the others.
    """
    import multiprocessing

    context = multiprocessing.get_context("fork")
    pipes = []
    for part in parts[1:]:
        here, there = context.Pipe(duplex=False)
        process = context.Process(target=_send, args=(run, part, there), daemon=True)
        process.start()
        there.close()
        pipes.append((process, here))
    total = _chunks(run, parts[0], lambda done: tell(done * len(parts)))
    for process, here in pipes:
        try:
            total.add(here.recv())
        except EOFError:
            raise DeckcheckError("usage.process-ended") from None
        process.join()
    return total


def _send(run: Run, chunks: Sequence[tuple[int, int]], there: Any) -> None:
    import signal

    signal.signal(signal.SIGINT, signal.SIG_DFL)  # it ends without a word, as the first process does
    there.send(_chunks(run, chunks))
    there.close()


def _all_orders(run: Run) -> Tally:
    from deckcheck.engine.table import Table
    from deckcheck.goldfish.count import Counter

    orders = all_orders(run.layout)
    count = orders.shape[1]
    table = Table(run.layout, run.turns, count)
    counter = Counter(table)
    tally = counter.start()
    table.run(None, counter.after, orders=orders)
    return tally


def all_orders(layout: Layout) -> Any:
    """Every order of the cards, each as likely as any other; shape (places, orders), classes at places."""
    import deckcheck.engine.tape  # noqa: F401 - sets what numpy reads at its import

    import numpy as np  # isort: skip

    kinds = np.array([t for t, copies in enumerate(layout.left) for _ in range(copies)], np.uint16)
    found = np.zeros((1, 1), np.uint8)
    for card in range(1, len(kinds)):
        # The next card goes to each place between those that are there.
        new = np.empty((card + 1, card + 1, found.shape[1]), np.uint8)
        for place in range(card + 1):
            new[:place, place] = found[:place]
            new[place, place] = card
            new[place + 1 :, place] = found[place:]
        found = new.reshape(card + 1, -1)
    return kinds[found]
