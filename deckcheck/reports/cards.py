"""The cards that a search found, as text and JSON."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from deckcheck.cards.pool import Card
from deckcheck.files.json_text import json_text
from deckcheck.rules.game import Game
from deckcheck.views.limits import ABSENT, Said
from deckcheck.views.search import Hits
from deckcheck.wording import sanitise, say, shorten

LONGEST_CELL = 24
# What a list may say of a card that is not on it.
_NOTHING: dict[str | None, str] = {None: "lists.not-listed", ABSENT: "lists.not-in-pool"}
WIDTH = 120  # of a table that goes to no terminal


def write_text(game: Game, query: str | None, hits: Hits, said: Sequence[Sequence[Said]] = ()) -> str:
    """A table of the cards; of one that is found by its name all fields, and what lists say of it."""
    if not hits.cards:
        return "" if hits.named else say("cards.found", number=0) + "\n"
    if hits.named and len(hits.cards) == 1:
        return _in_full(game, hits.cards[0], said[0] if said else ())
    strange = sum(game.not_a_card(card) for card in hits.cards) if game.token_test is not None else 0
    return f"{_table(game, hits)}\n\n{say('cards.found', number=len(hits.cards), strange=strange or None)}\n"


def _in_full(game: Game, card: Card, said: Sequence[Said]) -> str:
    """One card with all its fields."""
    lines = [sanitise(card.name)]
    if len(card.names) > 1:
        lines.append(f"  {say('cards.also', names=card.names[1:])}")
    for name in game.card.fields:
        if name != "name" and name in card.fields:
            title = game.card.titles.get(name)
            lines.append(f"  {say('cards.field', field=name, title=title, value=card.fields[name])}")
    lines += [f"  {say('cards.lacks', field=name)}" for name in sorted(card.unreadable)]
    lines += [f"  {_listed(one)}" for one in said]
    return "\n".join(lines) + "\n"


def _listed(said: Said) -> str:
    facts = {"title": said.title, "since": said.since, "checked": said.known_until}
    return say("cards.listed", **facts, value=said_text(said))


def said_text(said: Said) -> str:
    """What a list says of a card, in words."""
    return say(_NOTHING[said.value]) if said.value in _NOTHING else str(said.value)


def _table(game: Game, hits: Hits) -> str:
    """A table of what the query reads, and of the short fields beside, as many as the terminal is wide.

    A card that is found by another name bears it in brackets; numbers that only tell cards apart come last.
    """
    import shutil

    from deckcheck.reports.table import headed

    found_by = hits.found_by or tuple(card.name for card in hits.cards)
    columns = {
        "name": [
            _cell(card.name) if name == card.name else f"{_cell(card.name)} ({shorten(name, LONGEST_CELL)})"
            for card, name in zip(hits.cards, found_by, strict=True)
        ]
    }
    room = shutil.get_terminal_size((WIDTH, 24)).columns - max(map(len, columns["name"]))
    for name, values in hits.lists.items():
        columns[name] = list(map(_cell, values))
        room -= max(map(len, (name, *columns[name]))) + 2
    telling = {*game.card.identifiers, *game.card.hints}
    for field in sorted(game.card.fields, key=lambda field: (field not in hits.fields, field in telling)):
        cells = [_cell(card.fields.get(field)) for card in hits.cards]
        wide = max(map(len, (field, *cells)))
        asked = field in hits.fields
        if field != "name" and any(cells) and (asked or wide <= LONGEST_CELL) and (asked or wide + 2 <= room):
            columns[field] = cells
            room -= wide + 2
    return headed(columns)


def _cell(value: object) -> str:
    if value is None:
        return ""
    return shorten(", ".join(value) if isinstance(value, tuple) else str(value))


def write_json(game: Game, query: str | None, hits: Hits, said: Sequence[Sequence[Said]] = ()) -> str:
    """`{"version", "game", "query", "cards": [{…, "names"}]}`; of cards that are named also "lists"."""
    records: list[dict[str, object]] = [{**card.fields, "names": list(card.names[1:])} for card in hits.cards]
    for record, lists in zip(records, said, strict=False):
        record["lists"] = [{"list": one.list, "since": one.since, "value": one.value} for one in lists]
    return json_text({"version": 1, "game": game.id, "query": query, "cards": records})


FORMS: dict[str, Callable[[Game, str | None, Hits, Sequence[Sequence[Said]]], str]] = {
    "text": write_text,
    "json": write_json,
}
