"""The fast first look never misses what the kernel finds."""

from __future__ import annotations

import random

import pytest

from deckcheck.cards.pool import Card
from deckcheck.decks.deck import Entry
from deckcheck.games.library import Library
from deckcheck.report import Place
from deckcheck.rules.check import Checker
from deckcheck.rules.choices import checker
from deckcheck.rules.kernel import judge

LIBRARY = Library()
GAMES = [(name, fmt) for name in LIBRARY.game_ids() for fmt in (LIBRARY.game(name).formats or (None,))]


def checker_of(game_id: str, format_id: str | None) -> Checker:
    game, pool = LIBRARY.game(game_id), LIBRARY.pool(game_id)
    lists = LIBRARY.list_paths(game_id)
    return checker(game, pool, lists, format_id=format_id, as_of="2026-11-30")


def random_entries(rng: random.Random, checking: Checker, cards: list[Card]) -> list[Entry]:
    """A deck near the limits: few different cards, so that copies and sizes are met and passed."""
    sections = list(checking.game.sections)
    few = rng.sample(cards, min(len(cards), rng.randint(1, 25)))
    entries = []
    for line in range(1, rng.randint(2, 40)):
        section = rng.choice([sections[0], sections[0], *sections])
        card = rng.choice(few)
        entries.append(Entry(rng.choice((1, 1, 2, 3)), card.name, section, card, Place("deck", line, 1)))
    if rng.random() < 0.1:
        entries.append(Entry(1, "no such card", sections[0], None, Place("deck", 99, 1)))
    return entries


@pytest.mark.parametrize(("game_id", "format_id"), GAMES, ids=[f"{g}-{f}" for g, f in GAMES])
def test_the_screen_and_the_kernel_agree(game_id: str, format_id: str | None) -> None:
    """Judging only the suspects gives the same problems as judging every rule."""
    checking = checker_of(game_id, format_id)
    cards = list(LIBRARY.pool(game_id))
    rng = random.Random(f"{game_id} {format_id}")
    for _ in range(150):
        entries = random_entries(rng, checking, cards)
        view = checking.view(entries)
        everything = [judge(rule, view, checking.ruleset) for rule in checking.ruleset.rules]
        expected = [problem for judgement in everything for problem in judgement.problems]
        undecided = [r.id for r, j in zip(checking.ruleset.rules, everything, strict=True) if j.undecided]
        judged = checking.judged(entries)
        assert (judged.problems, judged.undecided) == (expected, undecided)
