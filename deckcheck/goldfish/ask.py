"""From a deck and what the player wants to an answer: the games counted, or one of them told."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from deckcheck.chance.asked import QueryError, names_asked
from deckcheck.chance.classes import is_blank
from deckcheck.decks.deck import Deck
from deckcheck.engine.layout import Layout, lay_out
from deckcheck.engine.play_plan import Placed, Plan
from deckcheck.engine.read import read_plan, with_policy
from deckcheck.goldfish.play import Run, all_orders, countable, play
from deckcheck.goldfish.result import Result, Tally, life, result
from deckcheck.record import dataclass, field, replace
from deckcheck.report import DeckcheckError, Note
from deckcheck.rules.check import Checker

GAMES = 100_000


@dataclass(frozen=True, slots=True)
class Wish:
    """What the player wants to know.

    `games`: None for every order of the hand where that is possible, else so many as are enough.
    `turns`: of one's own in each game.
    `params`: options of the play section, and params of the rules, as text.
    `keep`, `toss`: tests of a hand and of a card, in place of the game's policy.
    `jobs`: processes.
    """

    games: int | None = None
    turns: int = 6
    seed: int = 1
    params: Mapping[str, str] = field(default_factory=dict)
    keep: str | None = None
    toss: str | None = None
    jobs: int = 1


@dataclass(frozen=True, slots=True)
class Answer:
    """Games that were counted, with what they are about.

    `notes`: what to know of the deck.
    `assumptions`: what the result rests on.
    `pool`, `damage`: what is counted, by its names in the play section.
    `life`: the damage that wins.
    """

    path: str
    result: Result
    turns: int
    notes: tuple[Note, ...]
    assumptions: tuple[Note, ...]
    pool: str | None
    damage: str | None
    life: int | None


@dataclass(frozen=True, slots=True)
class TracedGame:
    """One game: what it is, its set-up and its turns with what happened in each, and what to know of the deck."""

    head: Note
    turns: Sequence[Sequence[Note]]
    notes: tuple[Note, ...]


def count(deck: Deck, checker: Checker, wish: Wish, tell: Callable[[int, int | None], None]) -> Answer:
    """Play and count. `tell` is told how many games are played, of how many.

    :raises DeckcheckError: the game cannot be played, or something that is wanted is wrong.
    """
    run = _run(deck, checker, wish)
    layout, plan = run.layout, run.layout.plan
    sampled = "goldfish.asked" if countable(layout) else "goldfish.sampled"
    tally = play(run, lambda done: tell(done, run.games))
    return Answer(
        path=deck.path,
        result=result(layout, tally, seed=None if run.games is None else run.seed),
        turns=run.turns,
        notes=(*checker.caveats(deck), *layout.notes),
        assumptions=assumptions(layout, tally, sampled=sampled if plan.ordered and run.games else None),
        pool=plan.spent,
        damage=plan.damage,
        life=life(plan),
    )


def trace(deck: Deck, checker: Checker, wish: Wish, number: int) -> TracedGame:
    """One of the games, turn by turn; the first is 1.

    :raises DeckcheckError: as `count`, or there are fewer games.
    """
    from deckcheck.goldfish.trace import replay, tell

    run = _run(deck, checker, wish, merge=False)
    orders = all_orders(run.layout) if run.games is None else None
    games = orders.shape[1] if orders is not None else max(run.games or 0, number if wish.games is None else 0)
    if number > games:
        raise DeckcheckError("usage.no-trace", number=number, games=games)
    states = replay(run.layout, run.turns, run.seed, number - 1, orders)
    facts = {"path": deck.path, "number": number, "seat": run.layout.plan.values.get("seat")}
    exact = {"games": games} if orders is not None else {"seed": run.seed}
    head = Note("trace.head-exact" if orders is not None else "trace.head", {**facts, **exact})
    return TracedGame(head, tuple(tell(run.layout, states)), (*checker.caveats(deck), *run.layout.notes))


def _run(deck: Deck, checker: Checker, wish: Wish, *, merge: bool = True) -> Run:
    """What to play. `merge`: cards that the game treats alike are one."""
    try:
        plan = with_policy(read_plan(checker.game, checker.ruleset, wish.params), wish.keep, wish.toss)
        layout = lay_out(plan, deck.entries, checker.game.scope, merge=merge)
        layout = replace(layout, notes=(*layout.notes, *_names(deck, checker, layout, wish)))
    except QueryError as error:
        raise error.as_error(checker.pool) from None
    if not any(left and not is_blank(layout.card(t)) for t, left in enumerate(layout.left)):
        raise DeckcheckError("usage.no-cards-to-play", path=deck.path)
    games = None if wish.games is None and countable(layout) else wish.games or GAMES
    return Run(layout, wish.turns, wish.seed, games, wish.jobs)


def assumptions(layout: Layout, tally: Tally, *, sampled: str | None = None) -> tuple[Note, ...]:
    """What a result rests on: the options in force, the readings of the book, what was not played.

    As notes, in the order in which to tell them. `sampled`: why orders of a hand were drawn, a key.
    """
    plan = layout.plan
    used = {*tally.played, *tally.endless, *(t for _, t in layout.placed)}
    told = [t for t in range(len(layout.classes)) if not is_blank(layout.card(t))]
    idle = [t for t in told if t not in used]
    merged = [layout.name(t) for t in told if len(layout.classes[t].cards) > 1 and t not in idle]
    found = [_option(plan, layout, name) for name in plan.options]
    found += [Note("goldfish.reading", {"text": text}) for text in plan.assumed]
    if sampled is not None:
        found.append(Note(sampled))
    if merged:
        found.append(Note("goldfish.merged", {"cards": tuple(merged)}))
    names = tuple(card.name for t in idle for card, _ in layout.classes[t].cards)
    if names:
        found.append(Note("goldfish.idle", {"cards": names}))
    if tally.endless:
        found.append(Note("goldfish.endless", {"cards": tuple(map(layout.name, tally.endless))}))
    return tuple(found)


def _option(plan: Plan, layout: Layout, name: str) -> Note:
    """An option with its value; of one that names a card, the card that was placed."""
    value = plan.values[name]
    zones = [step.to for step in plan.setup if isinstance(step, Placed) and step.option == name]
    for zone, t in layout.placed:
        if zone in zones:
            value = layout.name(t)
    return Note("goldfish.option", {"name": name, "value": value, "assumed": plan.options[name].assumed})


def _names(deck: Deck, checker: Checker, layout: Layout, wish: Wish) -> tuple[Note, ...]:
    """What to know of the card names in what the player wrote."""
    lying = {layout.card(at) for _, at in layout.placed if not layout.left[at]}
    pile = [entry for entry in deck.entries if entry.section in layout.plan.deck and entry.card not in lying]
    texts = {"keep": wish.keep, "toss": wish.toss}
    return () if checker.pool is None else names_asked(texts, pile, deck.entries, checker.pool)
