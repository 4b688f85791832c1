"""What a goldfish run says, without a word of English: whole-number counts, and the means and shares made of them.

The counts of parts of a run add up to the same whatever the chunks and processes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import pairwise
from math import comb

from deckcheck.chance.classes import is_blank
from deckcheck.chance.interval import mean_half, share_half
from deckcheck.chance.policy import Policy
from deckcheck.engine.layout import Layout, as_set_up
from deckcheck.engine.play_plan import SEAT, Dig, Mulligan, Plan, Play
from deckcheck.engine.scope import reads_rows
from deckcheck.record import dataclass, field
from deckcheck.rules.view import NOBODY

TENTHS = 10  # damage is told in tenths of the other player's life


@dataclass(slots=True)
class TurnTally:
    """A turn of all games. A list counts the games in which a number is at least 1, 2, 3, …

    `over`: games whose damage is at least 1/10, 2/10 … of the life.
    `won`: won by the end of the turn.
    `lost`: lost for want of a card, and not won before.
    `perfect`: nothing wasted in any turn so far.
    `seen`, `played`: copies, by class.
    """

    spent: list[int] = field(default_factory=list)
    wasted: list[int] = field(default_factory=list)
    hand: list[int] = field(default_factory=list)
    board: list[int] = field(default_factory=list)
    damage: int = 0
    squares: int = 0
    over: list[int] = field(default_factory=list)
    won: int = 0
    lost: int = 0
    perfect: int = 0
    seen: list[list[int]] = field(default_factory=list)
    played: list[list[int]] = field(default_factory=list)

    def add(self, other: TurnTally) -> None:
        for name in ("spent", "wasted", "hand", "board", "over"):
            setattr(self, name, added(getattr(self, name), getattr(other, name)))
        for name in ("damage", "squares", "won", "lost", "perfect"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for name in ("seen", "played"):
            mine, theirs = getattr(self, name), getattr(other, name)
            setattr(self, name, [added(a, b) for a, b in zip(mine, theirs, strict=True)] if mine else theirs)


@dataclass(slots=True)
class Tally:
    """All games so far.

    `mulligans`: games by the number taken, from none.
    `played`, `endless`: classes that a step may play; those that it never does, as there would be no end to it.
    """

    games: int = 0
    mulligans: list[int] = field(default_factory=list)
    turns: list[TurnTally] = field(default_factory=list)
    played: frozenset[int] = frozenset()
    endless: tuple[int, ...] = ()

    def add(self, other: Tally) -> None:
        self.played, self.endless = other.played, other.endless
        self.games += other.games
        self.mulligans = added(self.mulligans, other.mulligans)
        if not self.turns:
            self.turns = [TurnTally() for _ in other.turns]
        for mine, theirs in zip(self.turns, other.turns, strict=True):
            mine.add(theirs)


def added(a: Sequence[int], b: Sequence[int]) -> list[int]:
    """Two lists added item by item; the shorter one goes on with zeros."""
    longer, shorter = (a, b) if len(a) >= len(b) else (b, a)
    return [x + (shorter[i] if i < len(shorter) else 0) for i, x in enumerate(longer)]


@dataclass(frozen=True, slots=True)
class Figure:
    """A mean (or a share) and its half-width at 95 % (`chance.interval`); an exact one has half-width 0.

    `spread`: share of the games by value from 0 on, where the values are few.
    """

    mean: float
    half: float = 0.0
    spread: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class TurnFigures:
    """A turn of the player's own; None where the game has no such thing. `damage`: all so far.

    `damage`'s spread is by tenths of the other player's life, the last one all of it.
    """

    turn: int
    spent: Figure | None
    wasted: Figure | None
    hand: Figure
    board: Figure | None
    damage: Figure | None
    won: Figure | None
    lost: Figure
    perfect: Figure | None


@dataclass(frozen=True, slots=True)
class CardFigures:
    """A card's chance to have been seen, and to have been played, by the end of each turn."""

    seen: tuple[Figure, ...]
    played: tuple[Figure, ...]


@dataclass(frozen=True, slots=True)
class Result:
    """What a run found.

    `exact`: every order was gone through, so that nothing is estimated.
    `policy`: what was kept and tossed; without rules in a game that has no mulligan.
    `plays`: the steps that play cards, in their order.
    """

    games: int
    seed: int | None
    seat: int
    exact: bool
    policy: Policy
    plays: tuple[str, ...]
    options: Mapping[str, object]
    mulligans: tuple[Figure, ...] | None
    turns: tuple[TurnFigures, ...]
    kill_turn: Mapping[str, Figure] | None
    cards: Mapping[str, CardFigures]


def result(layout: Layout, tally: Tally, *, seed: int | None) -> Result:
    """The figures of a tally. `seed` None: every order was played."""
    plan, exact = layout.plan, seed is None
    make = _Figures(tally.games, exact=exact)
    policy = next((step.policy for step in plan.setup if isinstance(step, Mulligan)), None)
    turns = tuple(
        TurnFigures(
            number,
            make.levels(now.spent) if plan.spent else None,
            make.levels(now.wasted) if plan.spent else None,
            make.levels(now.hand),
            make.levels(now.board) if plan.board else None,
            make.damage(now.damage, now.squares, now.over) if plan.damage else None,
            make.share(now.won) if plan.won is not None else None,
            make.share(now.lost),
            make.share(now.perfect) if plan.spent else None,
        )
        for number, now in enumerate(tally.turns, 1)
    )
    return Result(
        games=tally.games,
        seed=seed,
        seat=int(str(plan.values.get(SEAT, 1))),
        exact=exact,
        policy=policy or Policy(),
        plays=tuple(dict.fromkeys(s.name for s in plan.steps() if isinstance(s, Play | Dig))),
        options={name: plan.values[name] for name in plan.options},
        mulligans=tuple(make.share(n) for n in tally.mulligans) if policy is not None else None,
        turns=turns,
        kill_turn=_kills(tally, make) if plan.won is not None else None,
        cards=_cards(layout, tally, make),
    )


def life(plan: Plan) -> int | None:
    """How much of the total `damage` wins, where the play section says it and it is the same in all games."""
    if plan.life is None or reads_rows(plan.life, plan.names.rows):
        return None
    value = plan.life.run(NOBODY, as_set_up(plan))
    return int(value) if isinstance(value, int) else None


class _Figures:
    """Makes figures of counts over so many games."""

    def __init__(self, games: int, *, exact: bool) -> None:
        self.games = games
        self.exact = exact

    def share(self, number: float) -> Figure:
        return Figure(number / self.games, 0.0 if self.exact else share_half(number, self.games))

    def some(self, levels: Sequence[int]) -> Figure:
        """How often a number is at least 1."""
        return self.share(levels[0] if levels else 0)

    def levels(self, levels: Sequence[int]) -> Figure:
        """Of a number whose games at 1, 2, 3 and more were counted."""
        total = sum(levels)
        squares = sum((2 * i + 1) * n for i, n in enumerate(levels))
        return self._figure(total, squares, self._spread(levels))

    def damage(self, total: int, squares: int, over: Sequence[int]) -> Figure:
        return self._figure(total, squares, self._spread(over))

    def _spread(self, levels: Sequence[int]) -> tuple[float, ...]:
        steps = [self.games, *levels, 0]
        return tuple((a - b) / self.games for a, b in pairwise(steps))

    def chances(self, levels: Sequence[int], chance: Callable[[int], float]) -> Figure:
        """The mean of a chance that depends on how many copies of a class there are."""
        steps = [self.games, *levels, 0]
        games = [a - b for a, b in pairwise(steps)]
        values = [chance(copies) for copies in range(len(games))]
        total = sum(n * v for n, v in zip(games, values, strict=True))
        return self._figure(total, sum(n * v * v for n, v in zip(games, values, strict=True)))

    def _figure(self, total: float, squares: float, spread: tuple[float, ...] = ()) -> Figure:
        return Figure(total / self.games, 0.0 if self.exact else mean_half(total, squares, self.games), spread)


def _kills(tally: Tally, make: _Figures) -> dict[str, Figure]:
    """Share of the games won on each turn."""
    found, before = {}, 0
    for number, now in enumerate(tally.turns, 1):
        found[str(number)] = make.share(now.won - before)
        before = now.won
    return found | {"none": make.share(tally.games - before)}


def _cards(layout: Layout, tally: Tally, make: _Figures) -> dict[str, CardFigures]:
    """By card, blank ones left out: of a class of several, its copies are taken to be any of the class."""
    found: dict[str, CardFigures] = {}
    for t, group in enumerate(layout.classes):
        for card, copies in () if is_blank(group.cards[0][0]) else group.cards:
            figure = make.some
            if len(group.cards) > 1:
                figure = partial(make.chances, chance=_share_of(group.count, copies))
            seen = tuple(figure(now.seen[t]) for now in tally.turns)
            played = tuple(figure(now.played[t]) for now in tally.turns)
            found[_free_name(card.name, found)] = CardFigures(seen, played)
    return dict(sorted(found.items()))


def _share_of(whole: int, copies: int) -> Callable[[int], float]:
    """The chance that of so many cards of a class at least one is this card."""
    return lambda drawn: 1 - comb(whole - copies, drawn) / comb(whole, drawn) if drawn else 0.0


def _free_name(name: str, taken: Mapping[str, object]) -> str:
    """Two records of one name stay two cards."""
    number, free = 1, name
    while free in taken:
        number += 1
        free = f"{name} ({number})"
    return free
