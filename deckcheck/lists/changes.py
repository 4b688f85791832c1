"""What a dated list says on two days, and what of it is different."""

from __future__ import annotations

from deckcheck.lists.dated import DatedList, Version
from deckcheck.record import dataclass


@dataclass(frozen=True, slots=True)
class Change:
    """A card, or the cards of a test, whose value changed; None: not on the list that day."""

    name: str
    before: str | None
    after: str | None


def changes(before: Version | None, after: Version | None) -> tuple[Change, ...]:
    """What changed between two versions of a list, by name; None is a list that holds nothing."""
    old, new = values_of(before), values_of(after)
    return tuple(
        Change(name, old.get(name), new.get(name))
        for name in sorted(old.keys() | new.keys(), key=lambda name: (name.casefold(), name))
        if old.get(name) != new.get(name)
    )


def between(dated: DatedList, first: str, last: str) -> tuple[Version, ...]:
    """The versions that came into force after the first day, up to the last one."""
    return tuple(v for v in dated.versions if v.first_day is not None and first < v.first_day <= last)


def values_of(version: Version | None) -> dict[str, str]:
    """Name, or (test) → value, of all entries in their order; several values of one name are joined."""
    if version is None:
        return {}
    found: dict[str, list[str]] = {}
    for entry in version.read():
        found.setdefault(entry.name or f"({entry.test.text if entry.test else ''})", []).append(entry.value)
    return {name: ", ".join(dict.fromkeys(values)) for name, values in found.items()}
