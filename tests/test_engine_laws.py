"""Laws of the engine, on random decks of the shipped cards: nothing is lost, and how games are run does not show."""

from __future__ import annotations

from collections import Counter as Bag
from collections.abc import Iterator
from dataclasses import asdict
from random import Random

import pytest
from kit import shipped

from deckcheck.cards.pool import Card
from deckcheck.decks.deck import Entry
from deckcheck.engine.layout import Layout, lay_out
from deckcheck.engine.play_plan import HAND, Play
from deckcheck.engine.read import read_plan
from deckcheck.engine.table import Table
from deckcheck.engine.tape import CHUNK, Tape
from deckcheck.goldfish.play import Run, play
from deckcheck.goldfish.trace import replay

import numpy as np  # isort: skip

GAMES = [
    ("venture", None, 40, 3),
    ("venture", None, 9, 3),
    ("tresors-de-geek", None, 26, 3),
    ("clash-of-decks", None, 8, 1),
    ("clash-of-decks", None, 12, 2),
    ("yugioh", "tcg", 40, 3),
    ("yugioh", "2003", 300, 3),
]
EFFECTS: dict[str, dict[str, int | str]] = {"draws": {"draws": 2}, "search": {"search": "level <= 4"}}


def layout(game_id: str, form: str | None, size: int, most: int, seed: int = 0, *, merge: bool = True) -> Layout:
    """A random deck, a tenth of a Yu-Gi-Oh! deck's cards with invented effects; legal or not."""
    table, pick = shipped(game_id), Random(f"{game_id} {size} {seed}")
    pool = [card for card in table.pool if not table.game.not_a_card(card)]
    kinds = pick.sample(pool, min(len(pool), max(4, size // 2)))
    if game_id == "yugioh":
        kinds = [_with(card, pick.choice(list(EFFECTS.values()))) if pick.random() < 0.1 else card for card in kinds]
    counts: dict[Card, int] = {}
    while sum(counts.values()) < size:
        card = pick.choice([c for c in kinds if counts.get(c, 0) < most] or kinds)
        counts[card] = counts.get(card, 0) + 1
    entries = [Entry(n, c.name, "main", c) for c, n in counts.items()]
    plan = read_plan(table.game, table.game.ruleset(form), {"seat": str(1 + seed % 2)})
    return lay_out(plan, entries, table.game.scope, merge=merge)


def _with(card: Card, more: dict[str, int | str]) -> Card:
    return Card(card.name, card.names, {**card.fields, **more})


def each(seeds: int = 2) -> Iterator[Layout]:
    for game in GAMES:
        for seed in range(seeds):
            yield layout(*game, seed)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game[0]}-{game[2]}")
def test_no_card_is_lost_and_nothing_is_below_zero(game: tuple[str, str | None, int, int]) -> None:
    laid = layout(*game, 1)
    table = Table(laid, 8, 500)
    copies = [group.count for group in laid.classes]
    before: dict[int, np.ndarray] = {}
    whole = sum(copies)

    def after(tb: Table, turn: int) -> None:
        for t, count in enumerate(copies):
            rows = [zone.row_now(t).astype(int) for zone in tb.zones.values() if t in zone.ids]
            rest = 0 if laid.plan.ordered else tb.pile(t).astype(int)
            there = sum(rows) + rest
            assert (there <= count).all()
            gone = count - there
            assert (gone >= before.get(t, 0)).all()  # what is gone never comes back
            before[t] = gone
        for zone in tb.zones.values():
            assert zone.size_now().max() <= whole
        for pool in tb.pools.values():
            assert pool.min() >= 0
            assert pool.max() < 10_000

    table.run(Tape(3, 0, 0, 500), after)


LIMITS = {
    "venture": {"traps": 3},
    "tresors-de-geek": {"leader": 1, "terrain": 1, "supports": 2, "objects": 2},
    "yugioh": {"field": 5, "backrow": 5, "terrain": 1},
}


@pytest.mark.parametrize("game", [g for g in GAMES if g[0] in LIMITS], ids=lambda game: f"{game[0]}-{game[2]}")
def test_zones_keep_their_limits(game: tuple[str, str | None, int, int]) -> None:
    laid = layout(*game, 2)

    def after(tb: Table, turn: int) -> None:
        for zone, most in LIMITS[game[0]].items():
            assert tb.zones[zone].size.max() <= most
            rows = sum(tb.zones[zone].rows[t].astype(int) for t in tb.zones[zone].ids)
            assert (rows == tb.zones[zone].size).all()
        if game[0] == "venture":
            assert (tb.zones["equipment"].size <= tb.zones["monsters"].size).all()
        if game[0] == "yugioh" and turn:
            assert tb.hand.size_now().max() <= 6

    Table(laid, 10, 400).run(Tape(5, 0, 0, 400), after)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game[0]}-{game[2]}")
def test_one_game_is_a_column_of_many(game: tuple[str, str | None, int, int]) -> None:
    laid = layout(*game)
    table = Table(laid, 5, CHUNK)
    seen: list[dict[str, object]] = []
    columns = (0, 77, 4095, CHUNK - 1)

    def after(tb: Table, turn: int) -> None:
        seen.append({f"{c} {name}": value for c in columns for name, value in state(tb, c).items()})

    def state(tb: Table, c: int) -> dict[str, object]:
        found: dict[str, object] = {name: int(row[c]) for name, row in {**tb.pools, **tb.totals}.items()}
        for name, zone in tb.zones.items():
            found[name] = [(t, int(zone.row_now(t)[c])) for t in zone.ids]
        return found

    table.run(Tape(9, 1), after)
    for c in columns:
        one = Table(laid, 5, 1)
        turns: list[dict[str, object]] = []
        one.run(Tape(9, 1, c, 1), lambda tb, turn, to=turns: to.append(state(tb, 0)))  # type: ignore[misc]
        for turn, alone in enumerate(turns):
            assert alone == {name: seen[turn][f"{c} {name}"] for name in alone}


def test_the_first_games_of_a_longer_run_are_the_same() -> None:
    for laid in each(1):
        short, long = (Table(laid, 3, count) for count in (50, 200))
        short.run(Tape(2, 0, 0, 50))
        long.run(Tape(2, 0, 0, 200))
        for name, row in long.totals.items():
            assert (row[:50] == short.totals[name]).all()


@pytest.mark.parametrize("game", [GAMES[0], GAMES[2], GAMES[3]], ids=lambda game: game[0])
def test_processes_and_chunks_change_nothing(game: tuple[str, str | None, int, int]) -> None:
    laid = layout(*game)
    games = 2 * CHUNK + 4321
    whole = play(Run(laid, 2, 4, games))
    assert play(Run(laid, 2, 4, games, jobs=3)) == whole
    assert play(Run(laid, 2, 4, games, jobs=2)) == whole
    assert whole.games == games


def test_merging_cards_changes_nothing() -> None:
    for game in GAMES:
        tallies = [asdict(play(Run(layout(*game, 3, merge=merge), 4, 6, 3000))) for merge in (True, False)]
        for tally in tallies:  # what is told by class goes by names elsewhere
            del tally["played"], tally["endless"]
            for turn in tally["turns"]:
                del turn["seen"], turn["played"]
        assert tallies[0] == tallies[1]


def test_the_order_of_the_lines_changes_nothing() -> None:
    table = shipped("venture")
    cards = Random(1).sample([*table.pool], 20)
    entries = [Entry(2, card.name, "main", card) for card in cards]
    plan = read_plan(table.game, table.game.ruleset(None))
    runs = [play(Run(lay_out(plan, lines, table.game.scope), 3, 1, 2000)) for lines in (entries, entries[::-1])]
    assert runs[0] == runs[1]


def test_the_events_tell_all_that_moves() -> None:
    """Draws, tosses, searches, plays and discards of a traced game account for its hand, turn by turn."""
    for game in GAMES:
        laid = layout(*game, 4, merge=False)
        if laid.plan.ordered:
            continue
        for number in (0, 40_000):
            hand: Bag[int] = Bag()
            for state in replay(laid, 6, 2, number):
                for event in state.events:
                    moved = Bag(dict(event.cards))
                    from_hand = not isinstance(event.step, Play) or event.step.source == HAND
                    if event.what in ("draw", "search"):
                        hand += moved
                    if event.what in ("toss", "discard") or (event.what == "play" and from_hand):
                        assert not moved - hand
                        hand -= moved
                assert +hand == Bag(dict(state.zones[HAND]))


def test_a_deck_of_two_thousand_cards_plays_without_overflow() -> None:
    laid = layout("yugioh", "2003", 2222, 3)
    table = Table(laid, 12, 300)
    table.run(Tape(1, 0, 0, 300))
    drawn = 2222 - table.urn.cum[-1].astype(int)
    assert drawn.min() >= 17
    rows = sum(z.row_now(t).astype(int) for z in table.zones.values() for t in z.ids)
    assert (rows <= drawn).all()
    assert table.totals["damage"].max() < 10**7


def test_no_board_at_all() -> None:
    """A deck of cards that nobody can play: the hand grows, nothing else happens."""
    table = shipped("venture")
    stone = Card("Stone", ("Stone",), {"name": "Stone"})
    plan = read_plan(table.game, table.game.ruleset(None))
    tally = play(Run(lay_out(plan, [Entry(40, "Stone", "main", stone)], table.game.scope), 3, 1, 100))
    assert [turn.damage for turn in tally.turns] == [0, 0, 0]
    assert [len(turn.hand) for turn in tally.turns] == [7, 9, 11]
