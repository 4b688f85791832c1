"""The dated lists of a game as text and JSON: what there is, and what changed between two days."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from deckcheck.cards.names import normalise
from deckcheck.cards.pool import Card, Pool
from deckcheck.files.json_text import json_text
from deckcheck.lists.changes import Change, Days, between, changes, values_of
from deckcheck.lists.dated import DatedList, Version
from deckcheck.lists.own import OwnList
from deckcheck.reports.cards import said_text
from deckcheck.rules.game import Game
from deckcheck.views.limits import ABSENT, Said, history
from deckcheck.wording import note_text, say, shorten


def write_text(
    game: str,
    lists: list[DatedList],
    days: Days | None,
    on: str | None = None,
    own: Sequence[OwnList] = (),
    *,
    versions: bool = True,
) -> str:
    """What there is; with two days, what changed between them; with one, what stands on the lists then.

    `own`: the user's lists, told with what they change. `versions`: also which versions a list has.
    """
    if not lists and not own:
        return say("lists.none", game=game) + "\n"
    found = [
        _changed(dated, days) if days else (*_all(dated, versions=versions), *_entries(dated, on)) for dated in lists
    ]
    return "".join(f"{line}\n" for lines in (*found, *map(_own, own)) for line in lines)


def _own(one: OwnList) -> Iterator[str]:
    """A list of the user's own, and what it changes."""
    yield say("lists.own", path=one.dated.path, count=len(one.version.read()), since=one.version.since)
    yield from ("  " + note_text(note) for note in one.notes)
    found = changes(one.old, one.version)
    if one.instead is not None and one.old is not None:
        sentence = "lists.own-changes" if found else "lists.own-same"
        yield "  " + say(sentence, list=one.instead.named(one.old))
    yield from map(_change, found)


def _change(change: Change) -> str:
    none = say("lists.not-listed")
    before, after = change.before or none, change.after or none
    return "  " + say("lists.change", name=shorten(change.name), before=before, after=after)


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
    yield from map(_change, found)


def _named(version: Version | None) -> str:
    if version is None:
        return say("lists.span-none")
    if version.first_day is None:
        return say("lists.span-undated")
    return say("lists.span-version", day=version.first_day)


def write_json(
    game: str,
    lists: list[DatedList],
    days: Days | None,
    on: str | None = None,
    own: Sequence[OwnList] = (),
    *,
    versions: bool = True,
) -> str:
    """`{"version", "game", "lists": [{"id", "title", …, "versions": […]}]}`; with two days also "changes".

    With one day also "on", the first day of the version that is in force, and "entries". Lists of the user's own stand
    under "own", with what they change.
    """
    del versions  # they are always there
    document = {"version": 1, "game": game, "lists": [_record(dated, days, on) for dated in lists]}
    return json_text({**document, "own": list(map(_own_record, own))} if own else document)


def _own_record(one: OwnList) -> dict[str, object]:
    return {
        "path": one.dated.path,
        "slot": one.slot,
        "first_day": one.version.first_day,
        "instead_of": one.instead.id if one.instead is not None else None,
        "notes": list(map(note_text, one.notes)),
        "changes": _change_records(changes(one.old, one.version)),
    }


def _change_records(found: Sequence[Change]) -> list[dict[str, object]]:
    return [{"card": one.name, "before": one.before, "after": one.after} for one in found]


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
        record["changes"] = _change_records(found)
    if on is not None:
        version = dated.on(on)
        record["on"] = version.first_day if version else None
        entries = values_of(version)
        record["entries"] = [{"card": name, "value": value} for name, value in entries.items()] if version else None
    return record


FORMS: dict[str, Callable[..., str]] = {"text": write_text, "json": write_json}


def write_card(game: Game, pool: Pool, card: Card, lists: Mapping[str, DatedList]) -> str:
    """What each list has said of a card, from when on."""
    found: list[str] = []
    for dated in lists.values():
        said = history(card, game, pool, dated)
        if any(one.value not in (None, ABSENT) for one in said):
            found.append(say("lists.card", name=card.name, title=dated.title))
            found += [f"  {_since(one)}" for one in said]
    return "".join(f"{line}\n" for line in found or [say("lists.card-never", name=card.name)])


def _since(said: Said) -> str:
    if said.since is None:
        return say("lists.undated-value", value=said_text(said))
    return say("lists.since", since=said.since, last=said.last_day, value=said_text(said))


def write_card_json(game: Game, pool: Pool, card: Card, lists: Mapping[str, DatedList]) -> str:
    """`{"version", "game", "card", "lists": [{"id", "history": [{"since", "until", "value"}]}]}`."""
    found = [
        {
            "id": dated.id,
            "history": [
                {"since": one.since, "until": one.last_day, "value": one.value}
                for one in history(card, game, pool, dated)
            ],
        }
        for dated in lists.values()
    ]
    return json_text({"version": 1, "game": game.id, "card": card.name, "lists": found})


CARD_FORMS: dict[str, Callable[..., str]] = {"text": write_card, "json": write_card_json}
