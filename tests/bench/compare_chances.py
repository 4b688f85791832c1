"""Exact odds and the goldfish engine against every hand of small random games.

    python tests/bench/compare_chances.py
    python tests/bench/compare_chances.py --queries 100000 --from 5000

Odds must be equal as fractions. Of the engine every toss is compared with the policy, every hand with its
chance, and the merged game with the one told apart. What differs is written out, game, deck and question.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[2])]

from reference.chances import differences  # noqa: E402 - the tests' own folder has to be found first

QUESTIONS = 20  # of a game with its policy, and as many of the same hands as dealt
SHOWN = 3


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--queries", type=int, default=20_000)
    parser.add_argument("--from", dest="first", type=int, default=0, help="number of the first game")
    asked = parser.parse_args()
    games = -(-asked.queries // (2 * QUESTIONS))
    start, bad = perf_counter(), 0
    with TemporaryDirectory() as folder:
        for number in range(asked.first, asked.first + games):
            for difference in differences(Path(folder), number, QUESTIONS):
                bad += 1
                if bad <= SHOWN:
                    print(f"game {number}: {difference}")
    seconds = perf_counter() - start
    print(f"{games} games, {games * 2 * QUESTIONS} queries, {bad} differ, {seconds:.0f} s")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
