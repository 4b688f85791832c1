"""Exact odds and the goldfish engine against every hand: the same game, deck, policy and questions for all three."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import log
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from kit import Table, tiny

from deckcheck.decks.deck import Deck
from deckcheck.engine.layout import Layout, lay_out
from deckcheck.engine.read import read_plan, with_policy
from deckcheck.engine.table import Table as Games
from deckcheck.engine.tape import Tape
from deckcheck.odds.answer import Question, ask
from deckcheck.odds.opening import Wish, opening_of
from reference.openings import FIELDS, Asking, Counts, Opening, opening, physical, seen, tossed

HEAD = """
sections: {main: {title: Deck}}
card:
  required: [name, kind]
  properties:
    name: {type: string}
    kind: {enum: [a, b, c]}
    cost: {type: integer}
    power: {type: integer}
    twin: {type: string}
    clans: {type: array, items: {type: string}}
rules: {size: {size: {in: main, min: 1}, assumed: a deck holds a card}}
play:
"""
UNLIKELY = 30  # a share this far from its chance comes once in e to the 30 samples
GAMES = 4096


def built(folder: Path, game: Opening) -> tuple[Table, Deck]:
    cards = [card for card, _ in game.deck] + ([game.placed] if game.placed else [])
    rows = [",".join(["name", *FIELDS])]
    rows += [
        ",".join([card.name, *(_cell(card.fields.get(name, "")) for name in FIELDS)]) for card in cards if card.known
    ]
    table = tiny(folder, f"copy: {game.copy}{HEAD}{game.play}\n", "\n".join(rows) + "\n")
    lines = [f"{copies} {card.name}" for card, copies in game.deck] + (["1 Zed"] if game.placed else [])
    return table, table.deck({"main": lines})


def _cell(value: object) -> str:
    return ";".join(value) if isinstance(value, tuple) else str(value)


def differences(folder: Path, number: int, questions: int) -> Iterator[str]:
    """What does not agree in the game of this number; nothing where all does."""
    rng = Random(f"opening {number}")
    game = opening(rng)
    if not any(card.known for card, _ in game.deck):
        return
    table, deck = built(folder, game)
    turns = [rng.randrange(3) for _ in range(2)]
    for turn, mulligan in ((turns[0], game.mulligan), (turns[1], False)):
        wanted = {"keep": game.own_keep, "toss": game.own_toss} if mulligan else {}
        laid = opening_of(deck, table.checker(), Wish(game.seat, turn, mulligan=mulligan, **wanted))
        chances = seen(game, turn, mulligan=mulligan)
        assert sum(chances.values()) == 1
        for _ in range(questions):
            asking = Asking(rng, [card.name for card, _ in game.deck], game.copy)
            text, value = asking.short(test=rng.random() < 0.7)
            expected: dict[Any, Fraction] = {}
            for counts, chance in chances.items():
                answer = value(physical(game.cards, counts))
                expected[answer] = expected.get(answer, Fraction(0)) + chance
            found = ask(Question(text, laid.hand, laid.drawn, laid.policy), laid.entries, table.game.scope, laid.view)
            if not found.exact or {key: chance for key, chance in found.chances.items() if chance} != expected:
                yield f"{text}\n  by every hand {expected}\n  by odds       {dict(found.chances)}\n{shown(game, turn)}"
    yield from played(table, deck, game, seen(game, 2, mulligan=game.mulligan))


def shown(game: Opening, turn: int | None = None) -> str:
    deck = "".join(f"\n  {copies} {card.name} {dict(card.fields)}" for card, copies in game.deck)
    head = f"copy {game.copy}, seat {game.seat}, turn {turn}, keep {game.own_keep}, toss {game.own_toss}"
    return f"{head}\n{game.play}{deck}"


def played(table: Table, deck: Deck, game: Opening, chances: Mapping[Counts, Fraction]) -> Iterator[str]:
    """Every toss of the engine is that of the policy, every hand comes about as often as it should, merged or not."""
    plan = read_plan(table.game, table.checker().ruleset, {"seat": str(game.seat)})
    if game.mulligan:
        plan = with_policy(plan, game.own_keep, game.own_toss)
    hands: list[Sequence[str]] = []
    for merge in (False, True):
        layout = lay_out(plan, deck.entries, table.game.scope, merge=merge)
        games = Games(layout, 2, GAMES)
        firsts: list[tuple[Any, Any]] = []
        draw = games.urn.draw

        def watched(
            *given: Any, back: Any = None, games: Games = games, firsts: Any = firsts, draw: Any = draw
        ) -> None:
            if back is not None:
                firsts.append((games.hand.all + back, back.copy()))
            draw(*given, back=back)

        games.urn.draw = watched  # type: ignore[method-assign]
        games.run(Tape(1, 0, 0, GAMES))
        at = _places(layout, game)
        if not merge:
            yield from _tosses(game, at, firsts)
            hands.append(_columns(games.hand.all, at))
            yield from _shares(game, hands[0], chances)
        else:
            alone = [_names(layout, column) for column in _columns(games.hand.all, list(range(len(layout.classes))))]
            if alone != [_classes(layout, game, column) for column in hands[0]]:
                yield f"merging shows\n{shown(game)}"


def _places(layout: Layout, game: Opening) -> list[int]:
    """The class of each card of the pile, in the order that is documented."""
    names = [group.cards[0][0].name for group in layout.classes]
    return [names.index(card.name) for card in game.cards if card.name in names]


def _columns(rows: Any, at: Sequence[int]) -> list[Any]:
    return [tuple(column) for column in np.asarray(rows)[list(at)].T.tolist()]


def _names(layout: Layout, column: Counts) -> dict[str, int]:
    return {layout.name(t): n for t, n in enumerate(column) if n}


def _classes(layout: Layout, game: Opening, column: Counts) -> dict[str, int]:
    """A hand by cards, as numbers of each class."""
    of = {card.name: layout.name(t) for t, group in enumerate(layout.classes) for card, _ in group.cards}
    found: Counter[str] = Counter()
    for card, n in zip(game.cards, column, strict=True):
        found[of[card.name]] += n
    return {name: n for name, n in found.items() if n}


def _tosses(game: Opening, at: Sequence[int], firsts: Sequence[tuple[Any, Any]]) -> Iterator[str]:
    for first, back in firsts:
        for hand, away in {*zip(_columns(first, at), _columns(back, at), strict=True)}:
            expected = tossed(game, game.cards, hand)
            if expected != away:
                yield f"hand {physical_names(game, hand)}\n  tosses {expected}, engine {away}\n{shown(game)}"
                return


def physical_names(game: Opening, hand: Counts) -> list[str]:
    return [card.name for card in physical(game.cards, hand)]


def _shares(game: Opening, hands: Sequence[Counts], chances: Mapping[Counts, Fraction]) -> Iterator[str]:
    """No hand that cannot be, and each about as often as its chance says (by Chernoff's bound)."""
    found = Counter(hands)
    if not found.keys() <= chances.keys():
        yield f"hands that cannot be: {found.keys() - chances.keys()}\n{shown(game)}"
        return
    for hand, chance in chances.items():
        if len(hands) * _distance(found[hand] / len(hands), float(chance)) > UNLIKELY:
            yield f"hand {hand}: {found[hand]} of {len(hands)}, chance {float(chance)}\n{shown(game)}"
            return


def _distance(share: float, chance: float) -> float:
    """How far a share is from a chance: the divergence of Kullback and Leibler."""
    parts = ((share, chance), (1 - share, 1 - chance))
    return sum(a * (log(a / b) if b > 0 else float("inf")) for a, b in parts if a > 0)
