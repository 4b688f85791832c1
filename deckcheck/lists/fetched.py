"""Versions of dated lists that `deckcheck update` fetched: where they are kept, and how they join the game's own.

Each version is a file of its own, `GAME/lists/LIST/DAY.json`, so that an update adds one and never replaces history;
`GAME/sources/NAME.json` says when a source was last asked. What is fetched for a project's own sources lies below
`projects/`, and holds for that project alone.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from deckcheck.files.folders import user_folder
from deckcheck.files.json_text import json_text
from deckcheck.files.source import contents
from deckcheck.lists.dated import DatedList, ListEntry, Version
from deckcheck.record import dataclass, replace
from deckcheck.report import DeckcheckError, Fetched, Place

_MOST = 8_000_000  # bytes of a version
_CARDS = "cards/"  # in front of a source of cards, in a lock
FORM = 1


@dataclass(frozen=True, slots=True)
class Kept:
    """A version as it is kept. `sum`: the hash of what it says; `unsure`, `whitelist` as of a `Version`."""

    list: str
    version: Version
    sum: str


def data_folder() -> Path | None:
    """The folder of the user's fetched data: DECKCHECK_DATA, else the platform's; None where it is "off"."""
    return user_folder("data")


def of_project(root: Path, project: str) -> Path:
    """The folder of what was fetched for the sources of a file of settings."""
    from hashlib import sha256

    name = sha256(os.path.realpath(project).encode("utf-8", "surrogateescape")).hexdigest()[:16]
    return root / "projects" / name


def kept(folder: Path, *, own: bool = False) -> Iterator[Kept]:
    """The versions in a folder of a game's fetched data. `own`: it is that of a project's own sources.

    :raises DeckcheckError: one of them is none.
    """
    if not (folder / "lists").is_dir():
        return
    for path in sorted((folder / "lists").glob("*/*.json")):
        try:
            yield _version(json.loads(contents(str(path), _MOST)), str(path), own=own)
        except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            raise DeckcheckError("usage.fetched", path=str(path)) from error


def _version(record: Mapping[str, object], path: str, *, own: bool) -> Kept:
    if record["form"] != FORM:
        raise ValueError(record["form"])
    values = record["entries"]
    if not isinstance(values, dict):
        raise TypeError(values)
    place = Place(path)
    entries = tuple(ListEntry(str(value), str(name), None, place) for value, names in values.items() for name in names)
    day, title = str(record["from"]), record["title"]
    unsure = None if record["unsure"] is None else str(record["unsure"])
    got = Fetched(str(record["source"]), str(record["fetched"]), own)
    version = Version(
        day, None, lambda: entries, str(title) if title else None, record["whitelist"] is True, (), unsure, got
    )
    return Kept(str(record["list"]), version, sum_of(str(record["list"]), day, values))


def sum_of(list_id: str, day: str, values: Mapping[str, object]) -> str:
    """The hash of what a version says, whoever wrote it down."""
    from hashlib import sha256

    text = json_text([list_id, day, sorted(values.items())], None)
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def cards_sum(path: Path) -> str:
    """The hash of the records of a card file, whenever they were fetched; "" where there is none."""
    from hashlib import sha256

    try:
        _, _, records = path.read_bytes().partition(b"\ncards:\n")
    except OSError:
        return ""
    return sha256(records).hexdigest()


def checked(folder: Path) -> dict[str, str]:
    """List → the last day on which a source was asked for it."""
    days: dict[str, str] = {}
    for path in sorted((folder / "sources").glob("*.json")) if (folder / "sources").is_dir() else ():
        try:
            state = json.loads(path.read_bytes())
            name, day = str(state["list"]), str(state["checked"])
        except (OSError, ValueError, TypeError, KeyError, RecursionError):
            continue  # the next update writes it anew
        days[name] = max(day, days.get(name, ""))
    return days


@dataclass(frozen=True, slots=True)
class Fetching:
    """Which fetched data counts.

    `project`: the file of settings, whose own sources have data of their own.
    `locks`: game → list → day → the hash of the only versions that count; None where all do.
    """

    project: str | None = None
    locks: Mapping[str, Mapping[str, Mapping[str, str]]] | None = None

    def joined(self, game_id: str, lists: Mapping[str, DatedList]) -> Mapping[str, DatedList]:
        """The lists of a game with the versions that were fetched.

        :raises DeckcheckError: a version cannot be read, or one that is locked is not there.
        """
        places = self._places(game_id)
        found = self.found(game_id)
        days = [item for folder, _ in places for item in checked(folder).items()]
        if self.locks is not None:
            locked = {name: v for name, v in self.locks.get(game_id, {}).items() if not name.startswith(_CARDS)}
            found, days = _locked(found, locked), [item for item in days if item[0] in locked]
        return _merged(lists, found, days) if found or days else lists

    def found(self, game_id: str) -> list[Kept]:
        """All versions that were fetched for a game.

        :raises DeckcheckError: one of them cannot be read.
        """
        return [one for folder, own in self._places(game_id) for one in kept(folder, own=own)]

    def cards(self, game_id: str) -> tuple[Path, ...]:
        """The card files that amend the cards of a game.

        :raises DeckcheckError: one that is locked is not there as it was.
        """
        found = [path for folder, _ in self._places(game_id) for path in sorted((folder / "cards").glob("*.yaml"))]
        if self.locks is None:
            return tuple(found)
        locked = {name: days for name, days in self.locks.get(game_id, {}).items() if name.startswith(_CARDS)}
        here = {f"{_CARDS}{path.stem}": path for path in found}
        for name, days in locked.items():
            if name not in here or cards_sum(here[name]) not in days.values():
                raise DeckcheckError("usage.locked", list=name, day=max(days, default=""))
        return tuple(here[name] for name in locked)

    def _places(self, game_id: str) -> list[tuple[Path, bool]]:
        root = data_folder()
        if root is None:
            return []
        own = [(of_project(root, self.project) / game_id, True)] if self.project is not None else []
        return [(root / "games" / game_id, False), *own]


def _locked(found: list[Kept], locked: Mapping[str, Mapping[str, str]]) -> list[Kept]:
    here = {(one.list, one.version.first_day, one.sum): one for one in found}
    wanted = [(name, day, total) for name, days in locked.items() for day, total in days.items()]
    for name, day, total in wanted:
        if (name, day, total) not in here:
            raise DeckcheckError("usage.locked", list=name, day=day)
    return [here[key] for key in wanted]


def _merged(
    lists: Mapping[str, DatedList], found: Iterable[Kept], days: Iterable[tuple[str, str]]
) -> Mapping[str, DatedList]:
    merged = dict(lists)
    for one in found:
        dated = merged.get(one.list) or DatedList(one.list, one.list, "", ())
        merged[one.list] = replace(dated, versions=(*dated.versions, one.version))
    for name, day in days:
        if name in merged:
            merged[name] = replace(merged[name], checked=max(day, merged[name].checked or ""))
    return merged
