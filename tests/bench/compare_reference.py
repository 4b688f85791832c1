"""The engine against the plain reference, game by game, on random decks; and against slips put into it.

    python tests/bench/compare_reference.py --games 100000
    python tests/bench/compare_reference.py --games 20000 --game venture --from 5000
    python tests/bench/compare_reference.py --slips

Every zone, pool and total is compared after every turn. What differs is written out, deck and all. With
--slips each slip is looked for with the same decks, and the games that it took to show are told.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from time import perf_counter

sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[2])]

from kit import shipped  # noqa: E402 - the tests' own folder has to be found first
from reference.compare import differences  # noqa: E402
from reference.corners import corners  # noqa: E402
from reference.slips import SLIPS, Slip, slipped  # noqa: E402
from reference.trials import MAKERS, shipped_cards, trial  # noqa: E402

GAMES = 20  # of a deck
SHOWN = 3
ENOUGH = 500  # decks tried for a slip


def compare(game: str, first: int, decks: int) -> int:
    """How many games differ; every third deck is compared with its cards merged into classes."""
    start, turns, bad = perf_counter(), 0, 0
    for number in range(first, first + decks):
        tried = trial(game, number, GAMES)
        turns += tried.turns * tried.games
        for difference in differences(tried, merge=number % 3 == 2):
            bad += 1
            if bad <= SHOWN:
                print(difference)
    seconds = perf_counter() - start
    played = f"{decks:6} decks {decks * GAMES:8} games {turns:9} turns"
    print(f"{game:16} {played} {bad:6} differ  {seconds:6.1f} s", flush=True)
    return bad


def compare_shipped(game: str, first: int, decks: int) -> int:
    """The same with decks of the cards that are shipped."""
    cards, bad = list(shipped(game).pool), 0
    for number in range(first, first + decks):
        for difference in differences(shipped_cards(game, cards, number, GAMES), merge=number % 3 == 2):
            bad += 1
            if bad <= SHOWN:
                print(difference)
    print(f"{game:16} {decks:6} decks {decks * GAMES:8} games of cards shipped {bad:6} differ", flush=True)
    return bad


def compare_corners() -> int:
    bad = 0
    for name, tried in corners().items():
        found = [each for merge in (False, True) for each in differences(tried, merge=merge)]
        bad += len(found)
        for difference in found[:1]:
            print(name, difference, sep="\n")
    print(f"{len(corners())} corner cases, {bad} games differ")
    return bad


def noticed(slip: Slip) -> int | None:
    """The games it took for a slip to show."""
    with slipped(slip):
        for number in range(ENOUGH):
            for at, _ in enumerate(differences(trial(slip.game, number, GAMES))):
                return number * GAMES + at + 1
    return None


def try_slips() -> int:
    found = {slip: noticed(slip) for slip in SLIPS}
    for slip, games in found.items():
        print(f"{'not noticed' if games is None else f'within {games} games':>18}  {slip}")
    missed = sum(games is None for games in found.values())
    most = max(games for games in found.values() if games is not None)
    print(f"{len(SLIPS) - missed} of {len(SLIPS)} slips noticed, the last of them within {most} games")
    return missed


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--games", type=int, default=100_000, help="in all, shared between the games")
    parser.add_argument("--game", choices=MAKERS, help="one game only")
    parser.add_argument("--from", dest="first", type=int, default=0, help="number of the first deck")
    parser.add_argument("--slips", action="store_true", help="put slips into the reference instead")
    asked = parser.parse_args()
    if asked.slips:
        return 1 if try_slips() else 0
    games = [asked.game] if asked.game else list(MAKERS)
    decks = -(-asked.games // (GAMES * len(games)))
    bad = sum(compare(game, asked.first, decks) for game in games)
    bad += sum(compare_shipped(game, asked.first, -(-decks // 10)) for game in games)
    return 1 if bad + compare_corners() else 0


if __name__ == "__main__":
    sys.exit(main())
