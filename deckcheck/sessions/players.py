"""Who plays which deck, as an organiser's table says it: by the file, its name without suffix, or the player's id."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import PurePath

from deckcheck.cards.names import normalise
from deckcheck.files.disk import bytes_of
from deckcheck.files.rows import BrokenRowError, read_rows
from deckcheck.files.source import MAX_READ, read
from deckcheck.formats.columns import known
from deckcheck.record import dataclass, replace
from deckcheck.report import DeckcheckError, Place, Problem, Report

_COLUMNS = {
    "deck": ("deck", "file", "path", "deck file", "filename", "file name", "list", "fichier", "liste", "datei"),
    "player": ("player", "name", "player name", "joueur", "joueuse", "nom", "spieler", "jugador", "giocatore"),
    "id": ("id", "player id", "identifiant", "number", "no", "numero", "membership", "cossy", "dci"),
}
_MEANT = {word: column for column, words in _COLUMNS.items() for word in words}


@dataclass(frozen=True, slots=True)
class Player:
    """A row of the table; what it leaves empty is ""."""

    deck: str
    name: str
    id: str
    line: int


class Players:
    """The rows of a table, and which of them were of use."""

    def __init__(self, path: str) -> None:
        """:raises DeckcheckError: the table cannot be read, or has no columns for decks and players."""
        self.path = path
        self.rows = tuple(_rows(path))
        self.used: set[int] = set()
        self.without: list[str] = []
        self._by: dict[str, Player] = {}
        for row in self.rows:
            for key in filter(None, (row.deck, normalise(row.id) and f"id {normalise(row.id)}")):
                self._by.setdefault(key, row)

    def info(self, path: str, info: Mapping[str, str]) -> Mapping[str, str]:
        """What a deck says of its player, with what the table says in its place."""
        row = self._of(path, info.get("id", ""))
        if row is None:
            self.without.append(path)
            return info
        self.used.add(row.line)
        return {**info, **{key: text for key, text in (("player", row.name), ("id", row.id)) if text}}

    def named(self, reports: Iterable[Report]) -> Iterator[Report]:
        """The reports with the players of the table, and one for each player whose deck was not met."""
        day = ""
        for report in reports:
            day = report.as_of
            info = self.info(report.path, {"player": report.player or "", "id": report.player_id or ""})
            yield replace(report, player=info["player"] or None, player_id=info["id"] or None)
        yield from (self._without_deck(row, day) for row in self.rows if row.line not in self.used)

    def _without_deck(self, row: Player, day: str) -> Report:
        place = Place(self.path, row.line)
        problem = Problem("missing", "players.no-deck", place=place, facts={"deck": row.deck or None})
        path = row.deck or self.path
        about = Report(path, None, None, None, day, legal=False, complete=False, readable=False, problems=(problem,))
        return replace(about, player=row.name or None, player_id=row.id or None)

    def unused(self) -> tuple[str, ...]:
        """The players whose decks were not met."""
        return tuple(row.name or row.id for row in self.rows if row.line not in self.used)

    def _of(self, path: str, player_id: str) -> Player | None:
        name = PurePath(path)
        keys = (path, os.path.normpath(path), name.name, name.stem, f"id {normalise(player_id)}" if player_id else "")
        return next((self._by[key] for key in keys if key in self._by), None)


def _rows(path: str) -> Iterator[Player]:
    source = read(path, bytes_of(path, MAX_READ))
    try:
        table = read_rows(source.text, lambda cells: sum(known(cell) in _MEANT for cell in cells))
        rows = list(table.rows) if table else []
    except BrokenRowError as error:
        raise DeckcheckError("usage.players-broken", path=path, line=error.line, words=str(error)) from error
    words = [_MEANT.get(known(cell)) for cell in table.header] if table else []
    if not {"player", "id"} & set(words) or not {"deck", "id"} & set(words):
        raise DeckcheckError("usage.players-columns", path=path)
    for line, cells in rows:
        found = {word: cell for word, cell in zip(words, cells, strict=False) if word}
        yield Player(found.get("deck", ""), found.get("player", ""), found.get("id", ""), line)
