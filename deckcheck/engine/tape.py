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

**Pile.** The pile is kept sorted in the order of the classes of `layout.lay_out` (`chance.classes` sorts
them, the cards of a class by name; unmerged, with `merge=False`, each card has its place there). Drawing
takes the card at the position out and closes the gap. Nothing is ever shuffled, for a uniform position
out of what is left is the same. A search takes cards out, a mulligan puts the tossed ones back in their
place of the order once all its draws are done: its draw `j` goes by `left` as it is then, without the
tossed. A `draw: {n: all}` into an ordered hand puts draw `p` at place `p`, counted from the left.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterator, Sequence
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
        self._float, self._share = np.empty(count, np.float32), np.empty(count, np.float32)
        self._low, self._factor = np.empty(count, np.uint16), np.empty(count, np.uint16)
        self._wide = np.empty(count, np.uint32)
        self._refused = np.empty(count, np.bool_)

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

    def positions(self, key: Key, lefts: Sequence[int | Row], outs: Sequence[Row], games: Row | None = None) -> None:
        """Positions of the draws of a step, the j-th out of `lefts[j]` cards, into `outs[j]`.

        A left is one number for all games, or a row; at most 65,535. An out is a row of uint8 (up to 255
        cards) or uint16. `games`: which of the columns they are about, if not all; of a draw with a shorter
        out the first so many.
        """
        refused: list[tuple[int, Row, Row, Row]] = []
        for j, (left, out, words) in enumerate(zip(lefts, outs, self.rows(key), strict=False)):
            found = self._row(words if games is None else words[games[: out.size]], left, out)
            if found is not None:
                refused.append((j, *found))
        if refused:
            self._again(key, refused, outs, games)

    def _row(self, words: Row, left: int | Row, out: Row) -> tuple[Row, Row, Row] | None:
        """Positions of one draw; which of them may have been turned down, with their low parts and lefts."""
        size = words.size
        low, refused = self._low[:size], self._refused[:size]
        product: Any = self._float[:size]
        if isinstance(left, int):
            if left == 0:
                out.fill(0)
                return None
            factor: Any = np.uint16(left)
            low_enough: Any = np.uint16(65536 % left)
            if left <= _SMALL:
                np.copyto(product, words)
                np.multiply(product, np.float32(left * 2**-16), out=product)
        else:
            factor = low_enough = self._factor[:size]  # 65536 % left is below left
            np.copyto(factor, left)
            if left.max(initial=0) <= _SMALL:
                np.copyto(self._share[:size], factor)
                np.multiply(words, self._share[:size], out=product)
                np.multiply(product, np.float32(2**-16), out=product)
        if out.dtype == np.uint8:
            np.copyto(out, product, casting="unsafe")
        else:
            wide = self._wide[:size]
            np.multiply(words, factor, out=wide, dtype=np.uint32)
            np.right_shift(wide, np.uint32(16), out=wide)
            np.copyto(out, wide, casting="unsafe")
        np.multiply(words, factor, out=low)
        at = np.flatnonzero(np.less(low, low_enough, out=refused))
        if not at.size:
            return None
        return at, low[at], np.full(at.size, left) if isinstance(left, int) else factor[at]

    def _again(
        self, key: Key, refused: Sequence[tuple[int, Row, Row, Row]], outs: Sequence[Row], games: Row | None
    ) -> None:
        """New words for what was turned down, for all draws of a step at once."""
        draws = np.concatenate([np.full(at.size, j) for j, at, _, _ in refused])
        at = np.concatenate([at for _, at, _, _ in refused])
        product = np.concatenate([low for _, _, low, _ in refused]).astype(np.int64)
        factor = np.concatenate([left for _, _, _, left in refused]).astype(np.int64)
        for attempt in itertools.count(1):
            bad = product % 65536 < 65536 % np.maximum(factor, 1)
            if not bad.any():
                return
            draws, at, factor = draws[bad], at[bad], factor[bad]
            places = [hashed(self.seed, self.chunk, key, j, attempt) for j in range(len(outs))]
            z = self._numbers[at if games is None else games[at]] ^ np.array(places, np.uint64)[draws]
            z *= np.uint64(_FIRST)
            z = (z ^ (z >> np.uint64(27))) * np.uint64(_SECOND)
            z = (z ^ (z >> np.uint64(31))) * np.uint64(_FIRST)
            product = (z >> np.uint64(48)).astype(np.int64) * factor
            for j in np.unique(draws):
                here = draws == j
                outs[j][at[here]] = product[here] >> 16
