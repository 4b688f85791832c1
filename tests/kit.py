"""What tests of the rules share: games, cards and lists out of text, and decks out of plain data."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from deckcheck.cards.files import load_pool
from deckcheck.cards.pool import Pool
from deckcheck.decks.deck import Deck, DeckFile, Line
from deckcheck.decks.resolve import resolve
from deckcheck.games.choices import Choices, checker
from deckcheck.games.file import load_game
from deckcheck.games.library import Library
from deckcheck.lists.dated import DatedList
from deckcheck.report import Place, Problem, Report
from deckcheck.rules.check import Checker
from deckcheck.rules.game import Game

DAY = "2026-11-30"
GAP = re.compile(r"(?<!\S)[(`]?\?[)`]?(?=[\s:,;.(]|$)")  # what the wording puts where a fact is missing
LIBRARY = Library()
Sections = Mapping[str, Sequence[str]]


@dataclass(frozen=True)
class Table:
    """A game with its cards and lists: what a deck is checked against."""

    game: Game
    pool: Pool
    lists: Mapping[str, DatedList] | tuple[str, ...] = ()

    def checker(
        self, format_id: str | None = None, as_of: str = DAY, params: Mapping[str, Any] | None = None
    ) -> Checker:
        return checker(self.game, self.pool, self.lists, Choices(as_of, format_id, params or {}))

    def deck(self, sections: Sections) -> Deck:
        return deck_of(sections, self.game, self.pool)

    def check(self, sections: Sections, format_id: str | None = None, *, draft: bool = False) -> Report:
        return self.checker(format_id).check(self.deck(sections), draft=draft)


@cache
def shipped(game_id: str) -> Table:
    """A game of the project with its own cards and lists."""
    return Table(LIBRARY.game(game_id), LIBRARY.pool(game_id), LIBRARY.lists(game_id))


def tiny(folder: Path, schema: str, cards: str, lists: Sequence[str] = (), game_id: str = "tiny") -> Table:
    """A game out of text: a schema without its head, a table of cards, list files."""
    game_id = game_id.lower()  # as the ids of games are
    game = load_game(written(folder, f"{game_id}.yaml", head(schema, game_id)))
    pool = load_pool([written(folder, f"{game_id}.csv", cards)], game)
    files = [written(folder, f"{game_id}-list-{number}.yaml", text) for number, text in enumerate(lists, start=1)]
    return Table(game, pool, tuple(files))


def head(schema: str, game_id: str = "tiny") -> str:
    """The schema with the keys that every schema needs in front, on one line, where it lacks them."""
    needed = {"game": game_id, "title": game_id, "copy": "name"}
    missing = ", ".join(f"{key}: {value}" for key, value in needed.items() if f"\n{key}:" not in f"\n{schema}")
    return "".join(f"{part}\n" for part in missing.split(", ") if part) + schema


def written(folder: Path, name: str, text: str) -> str:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def deck_of(sections: Sections, game: Game, pool: Pool) -> Deck:
    """A deck out of lines by section; the places are those of a file with a line for each."""
    lines = []
    for section, texts in sections.items():
        lines += [Line(section, text, place=Place("deck", len(lines) + 1 + at, 1)) for at, text in enumerate(texts)]
    return resolve(DeckFile("deck", "test", game.id, lines=tuple(lines)), game, pool)


def told(problem: Problem) -> str:
    """A problem in short: rule, what was found, the bound it breaks."""
    limit = problem.limit
    shown = "|".join(map(str, limit)) if isinstance(limit, tuple) else limit
    return f"{problem.rule} {problem.found} {problem.bound} {shown}" if problem.bound else problem.rule
