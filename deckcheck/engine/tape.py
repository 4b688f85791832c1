"""The tape: every random number of a game, by its address. Read this to play the same games by hand.

**Address.** Game `i` of a run (from 0) is column `i % CHUNK` of chunk `i // CHUNK`. A draw is addressed by
(seed, chunk, turn, step, again, draw, column):

- `turn`: 0 while the game is set up, then 1, 2, …
- `step`: which of the steps that draw; the `draw` and `mulligan` steps of the play section are numbered
  1, 2, 3 … in the order in which they stand there, setup first, those inside `repeat` counted where they
  stand, whether or not they are ever played.
- `again`: the pass of the `repeat` around the step, from 0; 0 outside of one.
- `draw`: the draw within the step, from 0. A game that needs fewer draws than another one ignores the
  rest; a draw from an empty pile is counted (`draw` goes up) and gives nothing.

**Bits.** The stream of (seed, chunk, turn, step, again) is the raw output of
`SFC64(SeedSequence(seed, spawn_key=(chunk, turn, step, again)))`, its 64-bit numbers cut little-endian
into 16-bit words. Word `draw * CHUNK + column` is the `u` of that draw.

**Position.** With `left` cards in the pile, `u * left` is split at bit 16: the position is the high part,
from 0 to left - 1. To be exactly uniform, `u` is turned down where the low part is below
`65536 % left`; the next word is then `again_word(key, draw, column, attempt)`, attempt 1, 2, … An empty
pile has position 0, and nothing is drawn.

**Pile.** The pile is kept sorted in the order of `table.layout` (classes as `classes.classes` sorts them,
the cards of a class by name); drawing takes the card at the position out and closes the gap. Nothing is
ever shuffled, for a uniform position out of what is left is the same. A search takes cards out, a
mulligan puts the tossed ones back in their place of the order once all its draws are done: its draw `j`
goes by `left` as it is then, without the tossed. A `draw: {n: all}` into an ordered hand puts draw `p`
at place `p`, counted from the left.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # saves 60 ms of start: the engine multiplies no matrices

import numpy as np

CHUNK = 32768  # games; part of the address, so not to be tuned without changing every game
Row = np.ndarray[Any, np.dtype[Any]]  # one value a game
Key = tuple[int, int, int]  # turn, step, again

_MASK = 2**64 - 1
_MIX = 0x9E3779B97F4A7C15
_FIRST, _SECOND = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
_SMALL = 255  # up to so many cards u * left is below 2**24, where float32 is exact


def hashed(seed: int, chunk: int, key: Key, draw: int, attempt: int) -> int:
    """What a word that is turned down is replaced from, but for its column (64 bits)."""
    place = 0
    for number in (seed, chunk, *key, draw, attempt):
        place = ((place ^ number) * _MIX + 1) & _MASK
    return place


def again_word(seed: int, chunk: int, key: Key, draw: int, column: int, attempt: int) -> int:
    """The word (16 bits) in place of one that was turned down `attempt` times."""
    z = ((column ^ hashed(seed, chunk, key, draw, attempt)) * _FIRST) & _MASK
    z = ((z ^ (z >> 27)) * _SECOND) & _MASK
    return (((z ^ (z >> 31)) * _FIRST) & _MASK) >> 48


class Tape:
    """The random numbers of one chunk, or of some of its columns: a column never needs another one.

    `first` and `count` are the columns wanted; rows below have shape (count,).
    """

    def __init__(self, seed: int, chunk: int, first: int = 0, count: int = CHUNK) -> None:
        self.seed = seed
        self.chunk = chunk
        self.columns = slice(first, first + count)
        self._numbers = np.arange(first, first + count, dtype=np.uint64)
        self._float, self._factor = np.empty(count, np.float32), np.empty(count, np.float32)
        self._low = np.empty(count, np.uint16)
        self._wide = np.empty(count, np.uint32)
        self._refused = np.empty(count, np.bool_)
        self._small = np.empty(count, np.uint8)
        self._large = np.empty(count, np.uint16)

    def rows(self, key: Key) -> Iterator[Row]:
        """The words of a step, draw by draw. Made row by row, they fit into memory that is at hand."""
        seeds = np.random.SeedSequence(self.seed, spawn_key=(self.chunk, *key))
        bits = np.random.SFC64(seeds)
        while True:
            raw = bits.random_raw(CHUNK // 4)
            yield raw.astype("<u8", copy=False).view("<u2")[self.columns]

    def words(self, key: Key, draws: int) -> Row:
        """The words of the first draws of a step, shape (draws, count)."""
        return np.array([row for _, row in zip(range(draws), self.rows(key), strict=False)], np.uint16)

    def positions(self, key: Key, draw: int, words: Row, left: int | Row, games: Row | None = None) -> Row:
        """A position out of `left` cards (at most 65,535, for all alike or a row) in every game.

        `games`: which of the columns `words` and `left` are about, if not all. The array is used again
        by the next call: uint8 up to 255 cards, else uint16.
        """
        size = words.size
        most = left if isinstance(left, int) else int(left.max(initial=0))
        out: Row = (self._small if most <= _SMALL else self._large)[:size]
        if most == 0:
            out.fill(0)
            return out
        factor: Any = np.uint16(left) if isinstance(left, int) else left
        low, refused = self._low[:size], self._refused[:size]
        if not isinstance(left, int) and left.dtype != np.uint16:
            np.copyto(low, left)
            factor = low.copy()
        if most <= _SMALL:
            product = self._float[:size]
            np.copyto(product, words)
            if isinstance(left, int):
                np.multiply(product, np.float32(left * 2**-16), out=product)
            else:
                np.copyto(self._factor[:size], factor)
                np.multiply(product, self._factor[:size], out=product)
                np.multiply(product, np.float32(2**-16), out=product)
            np.copyto(out, product, casting="unsafe")
        else:
            wide = self._wide[:size]
            np.multiply(words, factor, out=wide, dtype=np.uint32)
            np.right_shift(wide, np.uint32(16), out=wide)
            np.copyto(out, wide, casting="unsafe")
        # 65536 % left is below left, so only a low part below it can be turned down.
        np.multiply(words, factor, out=low)
        at = np.flatnonzero(np.less(low, factor, out=refused))
        if at.size:
            self._again(key, draw, at, low, np.broadcast_to(factor, words.shape), out, games)
        return out

    def _again(self, key: Key, draw: int, at: Row, low: Row, left: Row, out: Row, games: Row | None) -> None:
        attempt = 0
        product = low[at].astype(np.int64)
        factor = left[at].astype(np.int64)
        while True:
            refused = product % 65536 < 65536 % factor
            if not refused.any():
                return
            at, factor, attempt = at[refused], factor[refused], attempt + 1
            place = np.uint64(hashed(self.seed, self.chunk, key, draw, attempt))
            z = (self._numbers[at if games is None else games[at]] ^ place) * np.uint64(_FIRST)
            z = (z ^ (z >> np.uint64(27))) * np.uint64(_SECOND)
            z = (z ^ (z >> np.uint64(31))) * np.uint64(_FIRST)
            product = (z >> np.uint64(48)).astype(np.int64) * factor
            out[at] = product >> 16


def position(seed: int, game: int, key: Key, draw: int, left: int) -> int:
    """One position of one game, the plain way: what `Tape.positions` gives in that column."""
    chunk, column = divmod(game, CHUNK)
    if left == 0:
        return 0
    word = int(Tape(seed, chunk, column, 1).words(key, draw + 1)[draw, 0])
    attempt = 0
    while (word * left) % 65536 < 65536 % left:
        attempt += 1
        word = again_word(seed, chunk, key, draw, column, attempt)
    return word * left >> 16
