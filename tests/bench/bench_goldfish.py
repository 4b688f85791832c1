"""How many games a second: each game with all statistics, beside a bare NumPy kernel and plain Python.

    python tests/bench/bench_goldfish.py [SECONDS]

The kernel deals 7 of 40 cards (12 kinds), redraws bad hands twice at most, then draws two cards a turn and
spends mana dear first, four turns long: the least work that is still a game. Every round times all of them
one after another, so that a busy machine slows all alike; the best round of each counts.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable

from deckcheck.decks.deck import Entry
from deckcheck.engine.layout import Layout, lay_out
from deckcheck.engine.read import read_plan
from deckcheck.engine.table import Table
from deckcheck.engine.tape import CHUNK, Tape
from deckcheck.games.library import Library
from deckcheck.goldfish.count import Counter
from deckcheck.goldfish.play import Run, play

import numpy as np  # isort: skip

COPIES = [17, 1, 1, 2, 2, 2, 3, 2, 2, 2, 3, 3]  # lands first
COSTS = [0, 6, 5, 4, 4, 3, 3, 2, 2, 2, 1, 1]
TURNS = 4


class Kernel:
    """A bare urn of counts by kind: no records, no steps, hardly any statistics."""

    def __init__(self, count: int = CHUNK) -> None:
        self.count = count
        self.bits = np.random.SFC64(1)
        self.start = np.cumsum(COPIES).astype(np.uint8)[:, None]
        self.cum, self.drawn, self.now, self.hand = (np.empty((len(COPIES), count), np.uint8) for _ in range(4))
        self.hit = np.empty((len(COPIES), count), np.bool_)
        self.product = np.empty(count, np.float32)
        self.at, self.lands, self.mana, self.k, self.cost = (np.empty(count, np.uint8) for _ in range(5))
        self.one = np.ones(count, np.uint8)
        self.spent = 0

    def words(self, count: int) -> np.ndarray:
        return self.bits.random_raw(-(-count // 4)).view("<u2")[:count]

    def draw(self, left: int) -> None:
        np.copyto(self.product, self.words(self.count))
        np.multiply(self.product, np.float32(left * 2**-16), out=self.product)
        np.copyto(self.at, self.product, casting="unsafe")
        np.greater(self.cum, self.at, out=self.hit)
        np.subtract(self.cum, self.hit.view(np.uint8), out=self.cum)

    def redraw(self, left: int) -> None:
        where, lands = np.arange(self.count), COPIES[0] - self.cum[0]
        for _ in range(2):
            where = where[(lands < 2) | (lands > 5)]
            cum = np.repeat(self.start, where.size, axis=1)
            for j in range(7):
                at = (self.words(where.size) * np.float32((left - j) * 2**-16)).astype(np.uint8)
                cum -= (cum > at).view(np.uint8)
            for row, new in zip(self.cum, cum, strict=True):
                row[where] = new
            lands = COPIES[0] - cum[0]

    def chunk(self) -> None:
        cards = sum(COPIES)
        hand, lands, mana, k = self.hand, self.lands, self.mana, self.k
        self.cum[:] = self.start
        for j in range(7):
            self.draw(cards - j)
        self.redraw(cards)
        for row in (self.drawn, hand, lands):
            row.fill(0)
        for turn in range(TURNS):
            for j in range(7 + 2 * turn, 9 + 2 * turn):
                self.draw(cards - j)
            np.subtract(self.start, self.cum, out=self.now)
            np.subtract(self.now, self.drawn, out=self.drawn)
            np.add(hand, self.drawn, out=hand)
            np.subtract(hand[1:], self.drawn[:-1], out=hand[1:])
            self.now, self.drawn = self.drawn, self.now
            np.minimum(hand[0], self.one, out=k)
            np.subtract(hand[0], k, out=hand[0])
            np.add(lands, k, out=lands)
            np.copyto(mana, lands)
            for kind in range(1, len(COPIES)):
                cost = np.uint8(COSTS[kind])
                if cost <= turn + 1:
                    np.floor_divide(mana, cost, out=self.cost)
                    np.minimum(hand[kind], self.cost, out=k)
                    np.subtract(hand[kind], k, out=hand[kind])
                    np.multiply(k, cost, out=k)
                    np.subtract(mana, k, out=mana)
            np.subtract(lands, mana, out=k)
            self.spent += int(k.sum(dtype=np.uint32))


def plain_game(pick: random.Random, cards: list[int]) -> int:
    """The kernel's game for one player in plain Python; the mana spent."""
    for _ in range(3):
        pick.shuffle(cards)
        if 2 <= sum(cost == 0 for cost in cards[:7]) <= 5:
            break
    hand, lands, spent, at = sorted(cards[:7], reverse=True), 0, 0, 7
    for _ in range(TURNS):
        hand = sorted([*hand, *cards[at : at + 2]], reverse=True)
        at += 2
        if 0 in hand:
            hand.remove(0)
            lands += 1
        mana, rest = lands, []
        for cost in hand:
            if 0 < cost <= mana:
                mana -= cost
            else:
                rest.append(cost)
        spent += lands - mana
        hand = rest
    return spent


def plain(games: int = 1500) -> None:
    pick = random.Random(1)
    cards = [cost for copies, cost in zip(COPIES, COSTS, strict=True) for _ in range(copies)]
    for _ in range(games):
        plain_game(pick, cards)


# name: game, cards, kinds, most copies, fields that the deck's cards may not have
DECKS: dict[str, tuple[str, int, int, int, tuple[str, ...]]] = {
    "venture": ("venture", 40, 18, 3, ("draws", "mana")),
    "venture, 40 different": ("venture", 40, 40, 1, ("draws", "mana")),
    "venture, drawing": ("venture", 40, 18, 3, ()),
    "tresors-de-geek": ("tresors-de-geek", 26, 14, 3, ()),
    "yugioh": ("yugioh", 40, 18, 3, ()),
    "clash-of-decks, sampled": ("clash-of-decks", 8, 8, 1, ()),
}
KINDS = {"tresors-de-geek": ("bonus", "smash")}  # one copy of each


def layout(library: Library, name: str, seed: int = 5) -> Layout:
    """A deck of so many kinds of cards, copies as even as they go."""
    game_id, size, kinds, most, without = DECKS[name]
    game, pick = library.game(game_id), random.Random(seed)
    pool = [
        c for c in library.pool(game_id) if not game.not_a_card(c) and not any(word in c.fields for word in without)
    ]
    if game_id == "yugioh":
        pool = [c for c in pool if c.fields.get("frame") in ("normal", "effect", "spell", "trap")]
    if game_id == "venture" and not without:
        effects = [c for c in pool if "draws" in c.fields][:4]
        pool = [c for c in pool if c not in effects]
        cards = [*effects, *pick.sample(pool, kinds - len(effects))]
    else:
        cards = pick.sample(pool, kinds)
    single = [c for c in cards if c.fields.get("kind") in KINDS.get(game_id, ())]
    counts: dict[object, int] = dict.fromkeys(cards, 1)
    while sum(counts.values()) < size:
        card = pick.choice([c for c in cards if counts[c] < most and c not in single] or cards)
        counts[card] += 1
    entries = [Entry(n, c.name, "main", c) for c, n in counts.items()]  # type: ignore[attr-defined, arg-type]
    return lay_out(read_plan(game, game.ruleset(None)), entries, game.scope)


def chunks(laid: Layout) -> Callable[[], None]:
    table = Table(laid, TURNS)
    counter = Counter(table)
    number = 0

    def run() -> None:
        nonlocal number
        counter.start()
        table.run(Tape(1, number), counter.after)
        number += 1

    return run


def main(seconds: float) -> None:
    library = Library()
    laid = {name: layout(library, name) for name in DECKS}
    kernel = Kernel()
    work: dict[str, Callable[[], None]] = {"kernel": kernel.chunk, "plain": plain}
    work |= {name: chunks(one) for name, one in laid.items()}
    best = dict.fromkeys(work, float("inf"))
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        for name, run in work.items():
            before = time.process_time()
            run()
            best[name] = min(best[name], time.process_time() - before)
    base, slow = CHUNK / best["kernel"], 1500 / best["plain"]
    print(f"{'kernel, mana alone':28} {base / 1e6:6.2f} M games/s")
    print(f"{'plain Python, mana alone':28} {slow / 1e6:6.3f} M games/s")
    for name, one in laid.items():
        rate = CHUNK / best[name]
        print(
            f"{name:28} {rate / 1e6:6.2f} M games/s  {rate / base:5.2f} of the kernel  {rate / slow:5.0f} x plain"
            f"  ({len(one.classes)} classes)"
        )
    once = laid["clash-of-decks, sampled"]
    before = time.perf_counter()
    play(Run(once, 6, 1, None))
    print(f"{'clash-of-decks, all orders':28} {1e3 * (time.perf_counter() - before):6.1f} ms, 6 turns")


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 12.0)
