"""Repairs: least by brute force for every kind of rule, and never more changes than it took to break a legal deck."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from kit import DAY, deck_of, tiny
from test_kernel import kinds

from deckcheck.build.changes import counted
from deckcheck.build.fix import Repairer
from deckcheck.cards import Card
from deckcheck.deck import Deck, Entry

KINDS = [kind for kind in kinds() if kind["kind"].split()[0] not in ("K12",)]
State = frozenset[tuple[Card, str, int]]


def entries_of(state: State, order: dict[Card, int]) -> tuple[Entry, ...]:
    spots = sorted(state, key=lambda spot: (order[spot[0]], spot[1]))
    return tuple(Entry(count, card.name, section, card) for card, section, count in spots)


def neighbours(state: State, cards: list[Card], sections: list[str]) -> Iterator[State]:
    """Every deck that is one copy added, removed or moved away."""
    counts = {(card, section): count for card, section, count in state}

    def changed(*steps: tuple[Card, str, int]) -> State:
        after = dict(counts)
        for card, section, step in steps:
            after[card, section] = after.get((card, section), 0) + step
        return frozenset((card, section, count) for (card, section), count in after.items() if count)

    for card in cards:
        for section in sections:
            yield changed((card, section, 1))
            if counts.get((card, section)):
                yield changed((card, section, -1))
                for other in sections:
                    if other != section:
                        yield changed((card, section, -1), (card, other, 1))


def least(repairer: Repairer, deck: Deck, most: int) -> int | None:
    """The fewest changes that make the deck legal, by trying all of them; None where it takes more than `most`."""
    game = repairer.checker.game
    looked = {section for rule in repairer.rules for section in rule.sections}
    sections = [s.id for s in game.sections.values() if not s.outside or s.id in looked]
    cards = [card for card in repairer.pool if not card.unreadable]
    order = {card: number for number, card in enumerate(repairer.pool)}
    undecided = frozenset(repairer.checker.judged(deck.entries).undecided)
    seen = {frozenset((card, section, count) for (card, section), count in counted(deck.entries).items())}
    layer = list(seen)
    for depth in range(most + 1):
        if any(repairer.holds(entries_of(state, order), undecided) for state in layer):
            return depth
        if depth == most:
            return None
        reached = {after for state in layer for after in neighbours(state, cards, sections)} - seen
        seen |= reached
        layer = list(reached)
    return None


def decks_of(kind: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    return list(kind["decks"].items())


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind["kind"])
def test_least_by_brute_force(kind: dict[str, Any], tmp_path: Path) -> None:
    """The decks of every kind of rule, and decks that are a few cards away from them."""
    table = tiny(tmp_path, kind["schema"], kind["cards"], kind.get("lists", ()))
    dice = random.Random(kind["kind"])
    names, sections = [card.name for card in table.pool], list(table.game.sections)
    for deck in kind["decks"].values():
        checker = table.checker(deck.get("format"), deck.get("as_of", DAY), deck.get("params"))
        repairer = Repairer(checker, table.pool)
        lines = {key: value for key, value in deck.items() if key in sections}
        for changed in (0, 1, 2):
            tried = {key: list(value) for key, value in lines.items()}
            for _ in range(changed):
                tried.setdefault(dice.choice(sections), []).append(f"{dice.randint(1, 3)} {dice.choice(names)}")
            proved(repairer, deck_of(tried, table.game, table.pool))


def proved(repairer: Repairer, deck: Deck, most: int = 2) -> None:
    repair = repairer.repair(deck)
    fewest = least(repairer, deck, most)
    if repair.collision:
        assert fewest is None
        return
    undecided = frozenset(repairer.checker.judged(deck.entries).undecided)
    assert repairer.holds(repair.deck.entries, undecided)
    assert repair.size == fewest if fewest is not None else repair.size > most, repair.changes
    assert all(change.rules for change in repair.changes)
    assert repairer.repair(deck) == repair
    assert not repairer.repair(repair.deck).changes
