"""Random schemas: the rules held against a plain oracle, repairs and completions against trying everything.

    python tests/bench/compare_schemas.py --schemas 2000 --decks 50
    python tests/bench/compare_schemas.py --schemas 500 --decks 4 --repairs
    python tests/bench/compare_schemas.py --schemas 1 --from 1763

Of each schema so many decks are tried. What differs is written out with all that is needed to see it, the first
difference of a schema only; the exit code is 1 if there was one.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from time import perf_counter

sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[2])]

from oracle import compare, repairs  # noqa: E402 - the tests' own folder has to be found first

SHOWN = 5
EACH = 100  # schemas between two words of how far it is


def main() -> int:
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("--schemas", type=int, default=200)
    options.add_argument("--decks", type=int, default=20, help="of each schema")
    options.add_argument("--from", type=int, default=0, dest="first")
    options.add_argument("--repairs", action="store_true", help="fix and fill instead of the rules")
    asked = options.parse_args()
    tally, start, bad = repairs.Tally(), perf_counter(), 0
    for seed in range(asked.first, asked.first + asked.schemas):
        found: Iterator[str] = (
            repairs.tried(seed, asked.decks, tally) if asked.repairs else compare.tried(seed, asked.decks)
        )
        for difference in islice(found, 1):
            bad += 1
            if bad <= SHOWN:
                print(difference, flush=True)
        if (seed + 1 - asked.first) % EACH == 0:
            print(f"{seed + 1 - asked.first} schemas so far, {bad} differ", file=sys.stderr, flush=True)
    seconds = perf_counter() - start
    print(f"{asked.schemas} schemas, {asked.schemas * asked.decks} decks, {seconds:.0f} s, {bad} schemas differ")
    for what, count in sorted(tally.counts.items()):
        print(f"  {count} {what}")
    return int(bad > 0)


if __name__ == "__main__":
    raise SystemExit(main())
