"""What the four books share: a card as an object, the pile it is drawn from, the state at the end of a turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from deckcheck.cards.pool import Card
from deckcheck.engine.tape import CHUNK, again_word

Test = Callable[["Copy"], bool]
Order = Callable[["Copy"], tuple[int, ...]]


@dataclass(eq=False)
class Copy:
    """One physical card. `rank`: its place in the order that the pile is kept in; ties are settled by it.

    `came`: the turn in which it came into play. `ready`: the first turn in which it may be engaged (again).
    """

    card: Card
    rank: int
    came: int = 0
    ready: int = 0
    name: str = field(init=False)

    def __post_init__(self) -> None:
        self.name = self.card.name

    def has(self, name: str) -> bool:
        return name in self.card.fields

    def text(self, name: str) -> str | None:
        value = self.card.fields.get(name)
        return value if isinstance(value, str) else None

    def number(self, name: str) -> int:
        """A number of the card; what is not printed counts 0."""
        value = self.card.fields.get(name, 0)
        assert isinstance(value, int)
        return value

    def texts(self, name: str) -> tuple[str, ...]:
        value = self.card.fields.get(name, ())
        assert isinstance(value, tuple)
        return value


def in_order(copies: Iterable[Copy], order: Order) -> list[Copy]:
    return sorted(copies, key=lambda copy: (*order(copy), copy.rank))


class Words:
    """The random numbers of some games of a chunk, as the docstring of the tape numbers them."""

    def __init__(self, seed: int, chunk: int, first: int, count: int) -> None:
        self.seed, self.chunk, self.first, self.count = seed, chunk, first, count
        self._kept: dict[tuple[int, int, int], list[list[int]]] = {}

    def word(self, key: tuple[int, int, int], draw: int, column: int) -> int:
        rows = self._kept.get(key, [])
        if draw >= len(rows):
            rows = self._kept[key] = self._read(key, max(2, 2 * draw))
        return rows[draw][column - self.first]

    def _read(self, key: tuple[int, int, int], draws: int) -> list[list[int]]:
        stream = np.random.SFC64(np.random.SeedSequence(self.seed, spawn_key=(self.chunk, *key)))
        words = stream.random_raw(draws * CHUNK // 4).astype("<u8").view("<u2").reshape(draws, CHUNK)
        rows: list[list[int]] = words[:, self.first : self.first + self.count].tolist()
        return rows


@dataclass
class Pile:
    """The cards not yet drawn, kept in order; a draw takes one out at a random position."""

    copies: list[Copy]
    words: Words
    column: int

    def position(self, key: tuple[int, int, int], draw: int, left: int) -> int:
        word, attempt = self.words.word(key, draw, self.column), 0
        while word * left % 65536 < 65536 % left:
            attempt += 1
            word = again_word(self.words.seed, self.words.chunk, key, draw, self.column, attempt)
        return word * left // 65536

    def draw(self, n: int, turn: int, step: int, again: int = 0) -> list[Copy]:
        """Up to `n` cards: as many as there are."""
        key = (turn, step, again)
        n = min(n, len(self.copies))
        return [self.copies.pop(self.position(key, number, len(self.copies))) for number in range(n)]

    def put_back(self, copies: Iterable[Copy]) -> None:
        self.copies = sorted([*self.copies, *copies], key=lambda copy: copy.rank)

    def fetch(self, test: Test, order: Order) -> list[Copy]:
        """The first card that passes, if there is one."""
        found = in_order(filter(test, self.copies), order)[:1]
        for copy in found:
            self.copies.remove(copy)
        return found


@dataclass(frozen=True)
class State:
    """The end of a turn (0: set up). `zones`: names of the cards, sorted, or from the left in an ordered hand."""

    turn: int
    zones: Mapping[str, tuple[str, ...]]
    pools: Mapping[str, int]
    totals: Mapping[str, int]
    lost: bool = False
    tossed: int = 0
    out: tuple[str, ...] = field(default=(), compare=False)


def names(copies: Sequence[Copy]) -> tuple[str, ...]:
    return tuple(sorted([copy.name for copy in copies]))
