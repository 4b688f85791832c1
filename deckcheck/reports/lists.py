"""The dated lists of a game as text and JSON: what there is, and what changed between two days."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from deckcheck.cards.names import normalise
from deckcheck.files.json_text import json_text
from deckcheck.lists.changes import Days, between, changes, values_of
from deckcheck.lists.dated import DatedList, Version
from deckcheck.wording import say, shorten


def write_text(
    game: str, lists: list[DatedList], days: Days | None, on: str | None = None, *, versions: bool = True
) -> str:
    """What there is; with two days, what changed between them; with one, what stands on the lists then.

    `versions`: also which versions a list has.
    """
    if not lists:
        return say("lists.none", game=game) + "\n"
    found = (
        _changed(dated, days) if days else (*_all(dated, versions=versions), *_entries(dated, on)) for dated in lists
    )
    return "".join(f"{line}\n" for lines in found for line in lines)


def _all(dated: DatedList, *, versions: bool) -> Iterator[str]:
    yield say("lists.head", id=dated.id, title=dated.title, slot=dated.slot, checked=dated.checked)
    if dated.source:
        yield "  " + say("lists.source", source=dated.source)
    for version in dated.versions if versions else ():
        count = len(version.read())
        if version.first_day is None:
            yield "  " + say("lists.undated", count=count)
        else:
            yield "  " + say("lists.version", first=version.first_day, last=version.last_day, count=count)


def _entries(dated: DatedList, day: str | None) -> Iterator[str]:
    """What stands on a list on a day, by value."""
    if day is None:
        return
    version = dated.on(day)
    yield from _beyond(dated, day)
    if version is None:
        first = min((v.first_day for v in dated.versions if v.first_day), default="")
        yield "  " + say("lists.not-in-force", day=day, first=first if day < first else None)
        return
    by_value: dict[str, list[str]] = {}
    for name, value in values_of(version).items():
        by_value.setdefault(value, []).append(name)
    for value, names in by_value.items():
        yield ""
        yield say("lists.value", version=_named(version), value=value, count=len(names))
        yield from (f"  {shorten(name)}" for name in sorted(names, key=normalise))


def _beyond(dated: DatedList, day: str) -> Iterator[str]:
    """That nobody looked whether the list was renewed by that day."""
    if dated.checked is not None and day > dated.checked:
        yield "  " + say("lists.beyond", day=day, checked=dated.checked)


def _changed(dated: DatedList, days: Days) -> Iterator[str]:
    before, after = dated.on(days.first), dated.on(days.last)
    found = changes(before, after)
    if not found:
        yield say("lists.same", title=dated.title, first=days.first, last=days.last, version=_named(after))
        yield from _beyond(dated, days.last)
        return
    yield say("lists.span", title=dated.title, before=_named(before), after=_named(after))
    yield from _beyond(dated, days.last)
    meanwhile = [v.first_day or "" for v in between(dated, days.first, days.last) if v is not after]
    if meanwhile:
        yield "  " + say("lists.between", days=tuple(meanwhile))
    for change in found:
        none = say("lists.not-listed")
        yield "  " + say("lists.change", name=change.name, before=change.before or none, after=change.after or none)


def _named(version: Version | None) -> str:
    if version is None:
        return say("lists.span-none")
    if version.first_day is None:
        return say("lists.span-undated")
    return say("lists.span-version", day=version.first_day)


def write_json(
    game: str, lists: list[DatedList], days: Days | None, on: str | None = None, *, versions: bool = True
) -> str:
    """`{"version", "game", "lists": [{"id", "title", …, "versions": […]}]}`; with two days also "changes".

    With one day also "on", the first day of the version that is in force, and "entries".
    """
    del versions  # they are always there
    found = [_record(dated, days, on) for dated in lists]
    return json_text({"version": 1, "game": game, "lists": found})


def _record(dated: DatedList, days: Days | None, on: str | None) -> dict[str, object]:
    record: dict[str, object] = {
        "id": dated.id,
        "title": dated.title,
        "slot": dated.slot,
        "source": dated.source,
        "checked": dated.checked,
        "versions": [
            {"first_day": v.first_day, "last_day": v.last_day, "title": v.title, "entries": len(v.read())}
            for v in dated.versions
        ],
    }
    if days is not None:
        before, after = dated.on(days.first), dated.on(days.last)
        record["from"] = before.first_day if before else None
        record["to"] = after.first_day if after else None
        found = changes(before, after)
        record["changes"] = [{"card": one.name, "before": one.before, "after": one.after} for one in found]
    if on is not None:
        version = dated.on(on)
        record["on"] = version.first_day if version else None
        entries = values_of(version)
        record["entries"] = [{"card": name, "value": value} for name, value in entries.items()] if version else None
    return record


FORMS: dict[str, Callable[..., str]] = {"text": write_text, "json": write_json}
