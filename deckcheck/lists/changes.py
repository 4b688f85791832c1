"""What a dated list says on two days, and what of it is different."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from deckcheck.cards.names import normalise
from deckcheck.lists.dated import DatedList, Version
from deckcheck.record import dataclass
from deckcheck.report import DeckcheckError
from deckcheck.spelling import nearest


@dataclass(frozen=True, slots=True)
class Days:
    """Two days, YYYY-MM-DD, to compare a list on."""

    first: str
    last: str


def in_order(first: str, last: str) -> Days:
    """The two days, the earlier one first."""
    return Days(min(first, last), max(first, last))


def selected(lists: Mapping[str, DatedList], game: str, asked: Sequence[str]) -> list[DatedList]:
    """The lists asked for by id; all where none is.

    :raises DeckcheckError: there is no such list.
    """
    for name in asked:
        if name not in lists:
            near = nearest(name, tuple(lists))
            raise DeckcheckError("lists.unknown", list=name, game=game, nearest=near, known=tuple(lists))
    return [lists[name] for name in asked or lists]


@dataclass(frozen=True, slots=True)
class Change:
    """A card, or the cards of a test, whose value changed; None: not on the list that day."""

    name: str
    before: str | None
    after: str | None


def changes(before: Version | None, after: Version | None) -> tuple[Change, ...]:
    """What changed between two versions of a list, by name; None is a list that holds nothing.

    A name is the same whatever its case and accents; it is told as the later version writes it.
    """
    old, new = ({normalise(name): (name, value) for name, value in values_of(one).items()} for one in (before, after))
    found = (
        Change((new.get(key) or old[key])[0], old.get(key, ("", None))[1], new.get(key, ("", None))[1])
        for key in old.keys() | new.keys()
    )
    told = (change for change in found if change.before != change.after)
    return tuple(sorted(told, key=lambda change: (change.name.casefold(), change.name)))


def between(dated: DatedList, first: str, last: str) -> tuple[Version, ...]:
    """The versions that came into force after the first day, up to the last one."""
    return tuple(v for v in dated.versions if v.first_day is not None and first < v.first_day <= last)


def values_of(version: Version | None) -> dict[str, str]:
    """Name, or (test) → value, of all entries in their order; several values of one name are joined.

    A name is the same whatever its case and accents; the first spelling stands.
    """
    if version is None:
        return {}
    spelt: dict[str, str] = {}
    found: dict[str, list[str]] = {}
    for entry in version.read():
        name = entry.name or f"({entry.test.text if entry.test else ''})"
        key = spelt.setdefault(normalise(name) if entry.name else name, name)
        found.setdefault(key, []).append(entry.value)
    return {name: ", ".join(dict.fromkeys(values)) for name, values in found.items()}
