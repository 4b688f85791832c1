"""`deckcheck.lock`: which fetched versions a project is judged by, with the hash of what each says."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping

from deckcheck.files.disk import bytes_of, write
from deckcheck.files.json_text import json_text
from deckcheck.record import dataclass
from deckcheck.report import DeckcheckError

NAME = "deckcheck.lock"
CARDS = "cards/"  # in front of the name of a source of cards, in place of a list
_FORM = 1
_MOST = 1_000_000


@dataclass(frozen=True, slots=True)
class Lock:
    """A version that is locked: the hash of what it says, how sure its day is, and where it came from."""

    sum: str
    unsure: str | None
    source: str


# List → first day → the version.
Locks = Mapping[str, Mapping[str, Lock]]


def beside(project: str) -> str:
    """The lock of a file of settings."""
    return os.path.join(os.path.dirname(project), NAME)  # noqa: PTH118, PTH120 - a path as it is told


def read_lock(path: str) -> dict[str, dict[str, dict[str, Lock]]]:
    """Game → its locked versions; nothing where there is no lock.

    :raises DeckcheckError: it cannot be read, or is none.
    """
    if not os.path.lexists(path):
        return {}
    try:
        document = json.loads(bytes_of(path, _MOST))
        if document["form"] != _FORM:
            raise DeckcheckError("usage.lock", path=path, reason=f"form {document['form']}"[:40])
        return {
            str(game): {
                str(name): {str(day): _lock(one) for day, one in versions.items()} for name, versions in lists.items()
            }
            for game, lists in document["games"].items()
        }
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise DeckcheckError("usage.lock", path=path, reason=str(error)[:80] or type(error).__name__) from error


def write_lock(path: str, games: Mapping[str, Locks]) -> None:
    """Write the lock; games and days in their order, so that nothing but what changed is different.

    :raises DeckcheckError: it cannot be written.
    """
    found = {
        game: {
            name: {day: {key: getattr(one, key) for key in Lock.__match_args__} for day, one in sorted(days.items())}
            for name, days in sorted(lists.items())
        }
        for game, lists in sorted(games.items())
    }
    write(path, [json_text({"form": _FORM, "games": found}).encode()], through_link=False)


def _lock(record: Mapping[str, object]) -> Lock:
    unsure = record["unsure"]
    return Lock(str(record["sum"]), None if unsure is None else str(unsure), str(record["source"]))
