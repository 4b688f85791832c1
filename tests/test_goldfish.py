"""`deckcheck goldfish`: the contract of its JSON, its text, one game told, and every kind of bad input."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from math import comb, sqrt
from pathlib import Path

import pytest
from kit import DAY, shipped

from deckcheck.cards.pool import Card
from deckcheck.cli import run
from deckcheck.decks.deck import Entry
from deckcheck.engine.layout import lay_out
from deckcheck.engine.read import read_plan
from deckcheck.engine.table import Table
from deckcheck.engine.tape import CHUNK, Tape
from deckcheck.goldfish.count import Counter
from deckcheck.goldfish.play import Run, all_orders, countable, play
from deckcheck.goldfish.result import Tally, result
from deckcheck.goldfish.trace import replay
from deckcheck.reports.goldfish import spark
from deckcheck.rules.check import Loaded
from deckcheck.sessions.find import Found
from deckcheck.sessions.session import Session
from deckcheck.sessions.settings import Settings

README = Path(__file__).parent / "decks" / "readme"
DECKS = {name: README / f"{name}-legal.yaml" for name in ("venture", "tresors-de-geek", "clash-of-decks", "yugioh")}
FIELDS = {"version", "games", "seed", "seat", "policy", "assumptions", "mulligans", "turns", "kill_turn", "cards"}
MEANS = ("spent", "wasted", "hand", "board", "damage")


@dataclass(frozen=True)
class Answer:
    code: int
    out: str
    err: str


@pytest.fixture
def cli(capfd: pytest.CaptureFixture[str]) -> Callable[..., Answer]:
    def call(*arguments: str | Path) -> Answer:
        capfd.readouterr()
        code = run(["goldfish", *map(str, arguments)])
        out, err = capfd.readouterr()
        assert "Traceback" not in err
        return Answer(code, out, err)

    return call


Cli = Callable[..., Answer]


@pytest.mark.parametrize("game", DECKS)
def test_the_json_is_the_contract(cli: Cli, game: str) -> None:
    answer = cli(DECKS[game], "--games", "2000", "--turns", "3", "-o", "json")
    assert answer.code == 0
    told = json.loads(answer.out)
    assert set(told) == FIELDS
    assert (told["games"], told["seed"], told["seat"]) == (2000, 1, 1)
    assert [turn["turn"] for turn in told["turns"]] == [1, 2, 3]
    for turn in told["turns"]:
        assert set(turn) == {"turn", *MEANS, *(f"{name}_ci" for name in MEANS)}
        assert all((turn[name] is None) == (turn[f"{name}_ci"] is None) for name in MEANS)
    assert set(told["kill_turn"]) == {"1", "2", "3", "none"}
    assert sum(told["kill_turn"].values()) == pytest.approx(1, abs=1e-5)
    if told["mulligans"] is not None:
        assert sum(told["mulligans"]) == pytest.approx(1, abs=1e-5)
    for card in told["cards"].values():
        for name in ("seen", "played"):
            assert len(card[name]) == 3
            assert card[name] == sorted(card[name])
        assert all(p <= s for p, s in zip(card["played"], card["seen"], strict=True))
    assert any(text.startswith("seat = 1") for text in told["assumptions"])


def test_what_a_game_has_not_is_null(cli: Cli) -> None:
    turn = json.loads(cli(DECKS["tresors-de-geek"], "--games", "50", "-o", "json").out)
    assert turn["turns"][0]["spent"] is None
    assert turn["turns"][0]["wasted"] is None
    assert turn["mulligans"] is None


def test_games_jobs_and_runs_are_the_same(cli: Cli) -> None:
    deck = DECKS["venture"]
    one = cli(deck, "--games", "70000", "--turns", "2", "-o", "json")
    assert cli(deck, "--games", "70000", "--turns", "2", "--jobs", "2", "-o", "json").out == one.out
    assert cli(deck, "--games", "70000", "--turns", "2", "--seed", "2", "-o", "json").out != one.out


def test_all_orders_are_exact(cli: Cli) -> None:
    told = json.loads(cli(DECKS["clash-of-decks"], "-o", "json").out)
    assert told["games"] == 40320
    assert told["seed"] is None
    assert all(turn[f"{name}_ci"] == 0 for turn in told["turns"] for name in MEANS)
    sampled = json.loads(cli(DECKS["clash-of-decks"], "--games", "100000", "-o", "json").out)
    assert sampled["games"] == 100000
    for exact, about in zip(told["turns"], sampled["turns"], strict=True):
        for name in MEANS:
            assert abs(exact[name] - about[name]) <= 2.6 * about[f"{name}_ci"] + 1e-6


def test_every_order_stands_once() -> None:
    table = shipped("clash-of-decks")
    cards = [*table.pool][:5]
    plan = read_plan(table.game, table.game.ruleset(None))
    laid = lay_out(plan, [Entry(1, c.name, "main", c) for c in cards], table.game.scope)
    assert countable(laid)
    orders = all_orders(laid)
    assert orders.shape == (5, 120)
    assert len({tuple(column) for column in orders.T.tolist()}) == 120


def test_seen_by_turn_is_the_chance_to_have_drawn_it(cli: Cli) -> None:
    """Yu-Gi-Oh! draws one card a turn and has no mulligan: 5 cards by turn 1 of seat 1, 6 by turn 2."""
    games = 200_000
    told = json.loads(cli(DECKS["yugioh"], "--games", str(games), "--turns", "3", "-o", "json").out)
    session = Session(Settings("2026-11-30"))
    loaded = session.load(Found(str(DECKS["yugioh"])))
    assert isinstance(loaded, Loaded)
    copies = {entry.shown: entry.count for entry in loaded.deck.entries if entry.section == "main"}
    size = sum(copies.values())
    assert size == 40
    for name, card in told["cards"].items():
        for turn, share in enumerate(card["seen"]):
            exact = 1 - comb(size - copies[name], 5 + turn) / comb(size, 5 + turn)
            assert abs(share - exact) < 5 * sqrt(exact * (1 - exact) / games), (name, turn)


def test_half_widths_cover_the_truth_as_often_as_they_say() -> None:
    """Of 400 runs the interval holds the exact chance of one of three copies in 5 of 40 in about 95 of 100."""
    table = shipped("yugioh")
    gem, dust = (Card(name, (name,), {"name": name}) for name in ("Gem", "Dust"))
    plan = read_plan(table.game, table.game.ruleset("tcg"))
    laid = lay_out(plan, [Entry(3, "Gem", "main", gem), Entry(37, "Dust", "main", dust)], table.game.scope, merge=False)
    games, runs, exact = 1000, 400, 1 - comb(37, 5) / comb(40, 5)
    assert round(100 * exact, 1) == 33.8
    many = Table(laid, 1, games)
    counter = Counter(many)
    inside = 0
    for seed in range(runs):
        tally = counter.start()
        many.run(Tape(seed, 0, 0, games), counter.after)
        figure = result(laid, tally, seed=seed).cards["Gem"].seen[0]
        inside += abs(figure.mean - exact) <= figure.half
    assert abs(inside / runs - 0.95) < 4 * sqrt(0.95 * 0.05 / runs)


@pytest.mark.parametrize("game", DECKS)
def test_a_game_told_is_the_one_that_was_counted(game: str) -> None:
    """The totals of a hundred traced games, added up, are those of the run of a hundred games."""
    table = shipped(game)
    cards = [c for c in table.pool if not table.game.not_a_card(c)][:: max(1, len(table.pool) // 16)][:16]
    size = 1 if game == "clash-of-decks" else 2
    entries = [Entry(size, c.name, "main", c) for c in cards[: 10 if size == 1 else 16]]
    plan = read_plan(table.game, table.game.ruleset(None))
    tally = play(Run(lay_out(plan, entries, table.game.scope), 4, 8, 100))
    unmerged = lay_out(plan, entries, table.game.scope, merge=False)
    damage = [0] * 4
    for number in range(100):
        for turn, state in enumerate(replay(unmerged, 4, 8, number)[1:]):
            damage[turn] += state.totals["damage"]
    assert damage == [turn.damage for turn in tally.turns]


def test_damage_by_turn_is_what_moved_the_walls(cli: Cli) -> None:
    """Bastion and Fort take 8 and 8: no mean above 16, and 16 where every game is won."""
    told = json.loads(cli(DECKS["clash-of-decks"], "--turns", "6", "-o", "json").out)
    damage, won = [turn["damage"] for turn in told["turns"]], [*told["kill_turn"].values()][:-1]
    assert damage[-1] == 16 == max(damage)
    assert sum(won) == 1
    assert any("places that Bastion and Fort were moved" in text for text in told["assumptions"])


@pytest.mark.parametrize("game", DECKS)
def test_one_game_told(
    cli: Cli, golden: Callable[[str, str], None], monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    monkeypatch.chdir(README)
    answer = cli(DECKS[game].name, "--trace", "7", "--turns", "3", "--as-of", DAY)
    assert answer.code == 0
    assert len(answer.out.splitlines()) <= 40
    golden(f"trace-{game}.txt", answer.out)


def test_the_text(cli: Cli, golden: Callable[[str, str], None], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(README)
    answer = cli("venture-legal.yaml", "--games", "20000", "--turns", "4")
    assert answer.code == 0
    golden("goldfish-venture.txt", answer.out)


def test_a_game_beyond_the_first_chunk_can_be_told(cli: Cli) -> None:
    assert cli(DECKS["venture"], "--trace", str(CHUNK + 5), "--turns", "1").code == 0
    refused = cli(DECKS["venture"], "--games", "10", "--trace", "11")
    assert refused.code == 2
    assert "game 11 is not among the 10 games played" in refused.err
    assert cli(DECKS["clash-of-decks"], "--trace", "40320", "--turns", "1").code == 0
    assert cli(DECKS["clash-of-decks"], "--trace", "40321", "--turns", "1").code == 2
    assert cli(DECKS["venture"], "--trace", "1", "-o", "json").code == 2


def test_policies(cli: Cli) -> None:
    deck = DECKS["venture"]
    never = json.loads(cli(deck, "--games", "3000", "--keep", "count() == 7", "-o", "json").out)
    assert never["mulligans"] == [1.0]
    assert never["policy"]["keep"] == "count() == 7"
    always = json.loads(cli(deck, "--games", "3000", "--keep", "count() == 0", "--toss", "cost >= 0", "-o", "json").out)
    assert always["mulligans"] == [0.0, 1.0]
    assert always["policy"]["toss"] == [{"of": "cost >= 0", "leave": None, "when": None}]


def test_seats_and_options(cli: Cli) -> None:
    deck = DECKS["venture"]
    first = json.loads(cli(deck, "--games", "500", "--param", "bank=1", "-o", "json").out)
    second = json.loads(cli(deck, "--games", "500", "--seat", "2", "-o", "json").out)
    assert first["turns"][0]["damage"] == 0 < second["turns"][0]["damage"]
    assert second["seat"] == 2
    assert any(text.startswith("bank = 1:") for text in first["assumptions"])


BAD = [
    (("--param", "bank=11"), "the most is 10"),
    (("--param", "bank=x"), "bank is a number"),
    (("--param", "bnak=1"), "did you mean bank?"),
    (("--param", "bank"), "KEY=VALUE"),
    (("--seat", "3"), "--seat"),
    (("--games", "0"), "--games"),
    (("--keep", "count(cots) > 1"), "did you mean cost?"),
    (("--keep", "cost > 1"), "whole table"),
    (("--toss", "count(cost > 1) > 1"), "not zones or lists"),
    (("-o", "xml"), "xml"),
]


@pytest.mark.parametrize(("arguments", "told"), BAD, ids=[" ".join(arguments) for arguments, _ in BAD])
def test_wrong_usage(cli: Cli, arguments: tuple[str, ...], told: str) -> None:
    answer = cli(DECKS["venture"], *arguments)
    assert answer.code == 2
    assert told in answer.err
    assert not answer.out


def test_a_game_without_mulligan_has_nothing_to_keep(cli: Cli) -> None:
    answer = cli(DECKS["yugioh"], "--keep", "count() > 1")
    assert answer.code == 2
    assert "no mulligan" in answer.err


def test_an_illegal_deck_is_played_all_the_same(cli: Cli, tmp_path: Path) -> None:
    deck = tmp_path / "deck.yaml"
    deck.write_text("game: venture\nmain:\n  - 20 Veilleur\n  - 3 Nobody at all\n", encoding="utf-8")
    answer = cli(deck, "--games", "100")
    assert answer.code == 0
    assert "the deck is not legal" in answer.out
    assert "not known, so blank cards of the pile: Nobody at all (3 cards)" in answer.out
    assert cli(deck, "--games", "100", "--trace", "1").code == 0


def test_decks_that_cannot_be_played(cli: Cli, tmp_path: Path) -> None:
    nothing = tmp_path / "nothing.yaml"
    nothing.write_text("game: venture\nmain:\n  - 3 Nobody at all\n", encoding="utf-8")
    assert cli(nothing).code == 2
    broken = tmp_path / "broken.yaml"
    broken.write_text("game: venture\nmain: [", encoding="utf-8")
    assert cli(broken).code == 1
    assert cli(tmp_path / "missing.yaml").code in (1, 2)


def test_a_game_without_a_play_section(cli: Cli, tmp_path: Path) -> None:
    schema = tmp_path / "tiny.yaml"
    schema.write_text(
        "game: tiny\ntitle: Tiny\ncopy: name\nsections: {main: {title: Deck}}\n"
        "card: {required: [name], properties: {name: {type: string}}}\n"
        "rules: {size: {size: {in: main, min: 1}, assumed: some card}}\n",
        encoding="utf-8",
    )
    cards = tmp_path / "cards.csv"
    cards.write_text("name\nImp\n", encoding="utf-8")
    deck = tmp_path / "deck.yaml"
    deck.write_text("game: tiny\nmain: [3 Imp]\n", encoding="utf-8")
    answer = cli(deck, "--schemas", schema, "--cards", cards)
    assert answer.code == 2
    assert "no section `play`" in answer.err or "no section play" in answer.err


def test_tallies_add_up() -> None:
    table = shipped("venture")
    plan = read_plan(table.game, table.game.ruleset(None))
    cards = [*table.pool][:14]
    laid = lay_out(plan, [Entry(3, c.name, "main", c) for c in cards], table.game.scope)
    whole, parts = play(Run(laid, 3, 1, CHUNK + 100)), Tally()
    for chunk, count in ((1, 100), (0, CHUNK)):
        small = Table(laid, 3, count)
        counter = Counter(small)
        tally = counter.start()
        small.run(Tape(1, chunk, 0, count), counter.after)
        parts.add(tally)
    assert parts == whole


def test_small_charts() -> None:
    assert spark((0.0, 0.5, 1.0)) == " ▅█"
    assert spark((1.0,)) == "█"
    assert spark(()) == ""
    assert len(spark((0.01,) * 60)) == 24


def test_sums_are_exact_however_large() -> None:
    table = shipped("yugioh")
    plan = read_plan(table.game, table.game.ruleset(None))
    dust = Card("Dust", ("Dust",), {"name": "Dust"})
    many = Table(lay_out(plan, [Entry(40, "Dust", "main", dust)], table.game.scope), 1, 5)
    many.run(Tape(1, 0, 0, 5))
    counter = Counter(many)
    for most in (3, 100_003, 70_000_001, 4_294_967_295):
        many.totals["damage"][:] = [most, most - 1, 0, 1, most]
        tally = counter.start()
        counter.after(many, 1)
        values = [most, most - 1, 0, 1, most]
        assert tally.turns[0].damage == sum(values)
        assert tally.turns[0].squares == sum(value * value for value in values)


def test_a_told_game_ends_when_it_is_won(cli: Cli) -> None:
    for game, turns in (("clash-of-decks", 14), ("tresors-de-geek", 9), ("venture", 15), ("yugioh", 9)):
        *_, last = cli(DECKS[game], "--trace", "5", "--turns", str(turns)).out.splitlines()
        assert last.startswith("  won on turn"), game
