"""Card records that are held to the card schema of their game before they are written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from deckcheck.cards.card_records import Columns, make_cards, read_record
from deckcheck.cards.files import Game
from deckcheck.cards.pool import Card
from deckcheck.files.nodes import ListNode, MapNode, Node, Scalar
from deckcheck.files.schema_reader import CappedProblems
from deckcheck.report import Place
from deckcheck.update.records import CardRecord


def validated(records: Sequence[CardRecord], game: Game, path: str) -> tuple[list[Card], CappedProblems]:
    """The cards of the records as a card file would give them, and what is wrong with which, by its name.

    :raises DeckcheckError: the `card:` section of the game is no JSON Schema.
    """
    problems = CappedProblems()
    columns = Columns(game.card)
    place = Place(path)
    nodes = (_map(record, place) for record in records)
    read = (read_record(node, game.card, columns, game.language, problems) for node in nodes)
    cards = make_cards([record for record in read if record is not None], game.card, game.id)
    for card in cards:
        problems.extend(card.faults)
    return cards, problems


def _map(values: Mapping[str, object], place: Place) -> MapNode:
    return MapNode({key: _node(value, place) for key, value in values.items()}, dict.fromkeys(values, place), place)


def _node(value: object, place: Place) -> Node:
    if isinstance(value, Mapping):
        return _map(value, place)
    if isinstance(value, list):
        return ListNode(tuple(_node(one, place) for one in value), place)
    if isinstance(value, bool):
        return Scalar("true" if value else "false", False, place)
    return Scalar(str(value), isinstance(value, str), place)
