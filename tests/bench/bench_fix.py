"""Repairs a thousand broken decks of 60 cards; the aim is a minute on two cores.

python tests/bench/bench_fix.py [DECKS]
"""

from __future__ import annotations

import random
import resource
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from kit import DAY, shipped

from deckcheck.build.fix import Repairer
from deckcheck.decks.deck import Deck, Entry

GAME, CORES = "yugioh", 2


def repairer() -> Repairer:
    table = shipped(GAME)
    return Repairer(table.checker("tcg", DAY), table.pool)


def broken(seed: int, repair: Repairer) -> Deck:
    """A deck of 60 cards and more out of the whole pool, with several rules broken."""
    dice = random.Random(seed)
    cards = [card for card in repair.pool if not repair.checker.game.not_a_card(card)]
    entries: list[Entry] = []
    for section, size in (("main", 60), ("extra", 15), ("side", 15)):
        left = size
        while left > 0:
            card = dice.choice(cards)
            count = min(left, dice.choice((1, 2, 3, 3, 3)))
            extra = str(card.fields.get("frame")).split("_")[0] in ("fusion", "synchro", "xyz", "link")
            if section != "side" and extra is (section == "main") and dice.random() > 0.05:
                continue
            left -= count
            entries.append(Entry(count + (dice.random() < 0.05), card.name, section, card))
    return Deck("deck", GAME, "tcg", None, tuple(entries))


def work(seeds: range) -> tuple[int, int]:
    repair = repairer()
    repairs = [repair.repair(broken(seed, repair)) for seed in seeds]
    return len(repairs), sum(found.size for found in repairs)


def main() -> None:
    decks = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    begun = time.perf_counter()
    with ProcessPoolExecutor(CORES) as pool:
        shares = [range(core, decks, CORES) for core in range(CORES)]
        done = list(pool.map(work, shares))
    seconds = time.perf_counter() - begun
    changes = sum(size for _, size in done)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = used.ru_utime + used.ru_stime
    print(f"{decks} decks, {changes / decks:.1f} changes a deck: {seconds:.1f} s, {cpu:.1f} s of processor")


if __name__ == "__main__":
    main()
