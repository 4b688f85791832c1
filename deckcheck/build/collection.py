"""Which cards a player has, and how many."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from deckcheck.cards.pool import Card, Pool
from deckcheck.decks.resolve import resolve
from deckcheck.formats import read_deck
from deckcheck.formats.csv import MISSPELT
from deckcheck.record import dataclass, replace
from deckcheck.report import DeckcheckError, Problem, Severity
from deckcheck.rules.game import Game


@dataclass(frozen=True, slots=True)
class Collection:
    """Copies owned of each card; `problems` are lines that were left out."""

    copies: Mapping[Card, int]
    problems: tuple[Problem, ...] = ()


def read_collection(path: str, game: Game, pool: Pool) -> Collection:
    """A collection out of a table (a column of names, one of counts) or any deck file; sections do not matter.

    :raises DeckcheckError: there is no such file, it holds no card, or a column is misspelt.
    """
    if not Path(path).is_file():
        raise DeckcheckError("usage.no-path", path=path)
    file = read_deck(path, game.sections)
    if misspelt := tuple(p for p in file.problems if p.sentence == MISSPELT):
        raise DeckcheckError("usage.collection-column", misspelt, path=path)
    lines = tuple(replace(line, section=None) for line in file.lines)
    deck = resolve(replace(file, lines=lines, game=game.id), game, pool)
    copies: dict[Card, int] = {}
    for entry in deck.entries:
        if entry.card is not None:
            copies[entry.card] = copies.get(entry.card, 0) + entry.count
    problems = tuple(p for p in deck.problems if p.severity is not Severity.INFO)
    if not copies:
        raise DeckcheckError("usage.no-collection", problems, path=path)
    return Collection(copies, problems)
