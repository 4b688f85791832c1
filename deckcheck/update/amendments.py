"""What newer records of cards change on those that are there: new cards, and fields that are to be taken over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from deckcheck.cards.pool import Card, Pool
from deckcheck.files.json_text import json_text
from deckcheck.record import dataclass
from deckcheck.rules.game import Game
from deckcheck.update.mapping_records import CardMapping
from deckcheck.update.records import CardRecord

# What amends a card, with the names of the fields that change.
Change = tuple[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Amendments:
    """The records that amend the cards of a game. `new`: names of cards that were not there; `changed`: the others."""

    records: tuple[CardRecord, ...]
    new: tuple[str, ...]
    changed: tuple[Change, ...]


def amendments(
    records: Sequence[CardRecord], game: Game, pool: Pool, mapping: CardMapping, amend: Sequence[str]
) -> Amendments:
    """What the records say that the cards of the pool do not. `amend`: the fields that known cards take over."""
    made: list[CardRecord] = []
    new, changed = [], []
    taken = [name for name in amend if name in mapping.fields]
    for record in records:
        card = _known(record, game, pool)
        if card is None:
            made.append(record)
            new.append(str(record["name"]))
            continue
        other = {name: value for name in taken if (value := _other(name, record, card, game)) is not None}
        if other:
            made.append({"name": card.name, **_identity(card, game), **other})
            changed.append((card.name, tuple(other)))
    return Amendments(tuple(made), tuple(new), tuple(changed))


def _known(record: CardRecord, game: Game, pool: Pool) -> Card | None:
    """The card that a record is about: by an identifier, else by a name that one card bears."""
    for name in game.card.identifiers:
        value = record.get(name)
        for one in value if isinstance(value, list) else () if value is None else (value,):
            cards = pool.find(str(one))
            if any(str(one).lstrip("0") in _own(card, game) for card in cards):
                return cards[0]
    cards = pool.find(str(record["name"]))
    return cards[0] if len(cards) == 1 else None


def _texts(value: object) -> frozenset[str]:
    values = value if isinstance(value, tuple) else () if value is None else (value,)
    return frozenset(str(one).lstrip("0") for one in values)


def _other(name: str, record: CardRecord, card: Card, game: Game) -> object:
    """The new value of a field, where it is another; of identifiers the old ones stay."""
    value, old = record.get(name, []), card.fields.get(name)
    before = list(old) if isinstance(old, tuple) else [] if old is None else old
    if name in game.card.identifiers and isinstance(value, list) and isinstance(before, list):
        more = [one for one in map(str, value) if one.lstrip("0") not in _texts(tuple(before)) | _own(card, game)]
        return [*map(str, before), *more] if more else None
    return None if value == before or (value == [] and old is None) else value


def _own(card: Card, game: Game) -> frozenset[str]:
    return frozenset[str]().union(*(_texts(card.fields.get(field)) for field in game.card.identifiers))


def _identity(card: Card, game: Game) -> Mapping[str, object]:
    """The first of its identifiers, by which the loader finds the card."""
    for name in game.card.identifiers:
        value = card.fields.get(name)
        if value is not None and not isinstance(value, tuple):
            return {name: value}
    return {}


def card_file(game_id: str, source: str, day: str, found: Amendments) -> bytes:
    """The card file that holds them: YAML whose records are JSON, a line each."""
    head = f"game: {game_id}\nset: {json_text(f'cards of {day}', None).strip()}\namends: true\n"
    head += f"source: {json_text(source, None).strip()}\nchecked: {json_text(day, None).strip()}\ncards:\n"
    rows = "".join(f"  - {json_text(record, None)}" for record in found.records)
    return (head + rows).encode("utf-8", "surrogatepass")
