"""Card records that amend others: a file of newer facts says of a card no more than what has changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from deckcheck.cards.card_records import Record
from deckcheck.cards.card_schema import CardSchema
from deckcheck.cards.names import normalise
from deckcheck.cards.pool import identifier_key
from deckcheck.record import replace


def amended(records: Sequence[Record], amending: Iterable[Record], schema: CardSchema) -> list[Record]:
    """The records with what the amending ones say in place of theirs; those of cards that are not there come last.

    A record amends the first of the same identifier, else the only one of its name. An empty list takes a field away.
    """
    found = list(records)
    by_code: dict[str, int] = {}
    by_name: dict[str, list[int]] = {}
    for number, record in enumerate(found):
        for code in _codes(record, schema):
            by_code.setdefault(code, number)
        by_name.setdefault(normalise(record.name), []).append(number)
    for record in amending:
        place = next((by_code[code] for code in _codes(record, schema) if code in by_code), None)
        alike = by_name.get(normalise(record.name), [])
        if place is None and len(alike) == 1:
            place = alike[0]
        if place is None:
            found.append(record)
        else:
            found[place] = _joined(found[place], record)
    return found


def _joined(old: Record, new: Record) -> Record:
    values = {**old.values, **new.values}
    gone = {name for name, value in new.values.items() if value == []}
    return replace(
        old,
        names=tuple(dict.fromkeys((*old.names, *new.names))),
        values={name: value for name, value in values.items() if name not in gone},
        nodes={**old.nodes, **new.nodes},
        faults=[*old.faults, *new.faults],
        refused=old.refused | new.refused,
    )


def _codes(record: Record, schema: CardSchema) -> Iterator[str]:
    """What tells the card from others, as identifiers are compared."""
    for name in schema.identifiers:
        value = record.values.get(name)
        for one in value if isinstance(value, list) else () if value is None else (value,):
            yield identifier_key(str(one))
