"""Card records and the pool of a game's cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from deckcheck.report import NOWHERE, Place, Problem

# A field's value: text, whole number, truth, or several texts (in the order of the file).
Value = str | int | bool | tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """A record of the card database; two cards are the same only if they are one record.

    `name` is the name to print, `names` every name accepted in a deck, that one first. `fields` hold
    the record's values in the schema's spelling, `name` among them; a missing field is not a key.
    `unreadable` are fields that the schema requires (or whose value it refuses) and the record lacks:
    what reads them is UNKNOWN. `faults` say so, at the place of the record.
    """

    name: str
    names: tuple[str, ...]
    fields: Mapping[str, Value]
    place: Place = NOWHERE
    unreadable: frozenset[str] = frozenset()
    faults: tuple[Problem, ...] = field(default=())
