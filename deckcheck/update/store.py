"""What is kept of what was fetched: a file a version, the raw bytes, and a record of each source.

Every file is written whole or not at all; a version that is there is never written over.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from deckcheck.files.disk import write
from deckcheck.files.json_text import json_text
from deckcheck.lists.fetched import FORM, cards_sum, sum_of
from deckcheck.record import dataclass
from deckcheck.report import DeckcheckError

_MOST = 100_000


@dataclass(frozen=True, slots=True)
class State:
    """What is known of a source: when it was asked, what it gave then, and how to ask whether that has changed."""

    list: str = ""
    url: str = ""
    checked: str = ""
    sum: str = ""
    bytes: int = 0
    day: str | None = None
    tag: str | None = None
    modified: str | None = None


class Store:
    """The fetched data of a game, in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def state(self, source: str) -> State:
        """What is known of a source; nothing where its record cannot be read."""
        try:
            found = json.loads((self.folder / "sources" / f"{source}.json").read_bytes()[:_MOST])
            known = {name: found[name] for name in State.__match_args__ if name in found}
            return State(**known) if all(isinstance(v, str | int | type(None)) for v in known.values()) else State()
        except (OSError, ValueError, TypeError, RecursionError):
            return State()

    def keep_state(self, source: str, state: State) -> None:
        record = {name: getattr(state, name) for name in State.__match_args__}
        self._write(self.folder / "sources" / f"{source}.json", json_text(record).encode())

    def keep_raw(self, source: str, data: bytes) -> None:
        self._write(self.folder / "raw" / source, data)

    def keep_version(self, list_id: str, day: str, values: Mapping[str, list[str]], about: Mapping[str, object]) -> str:
        """Write a version down, beside those of its day that say something else; the hash of what it says."""
        total = sum_of(list_id, day, values)
        record = {"form": FORM, "list": list_id, "from": day, **about, "entries": values}
        path = self.folder / "lists" / list_id / f"{day}-{total[:12]}.json"
        if not path.exists():
            self._write(path, json_text(record).encode("utf-8", "surrogatepass"))
        return total

    def cards_path(self, source: str) -> Path:
        """The card file of a source, which amends the cards of the game."""
        return self.folder / "cards" / f"{source}.yaml"

    def cards_sum(self, source: str) -> str:
        return cards_sum(self.cards_path(source))

    def keep_cards(self, source: str, data: bytes) -> None:
        self._write(self.cards_path(source), data)

    def _write(self, path: Path, data: bytes) -> None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise DeckcheckError("usage.not-written", path=str(path), reason=error.strerror) from error
        write(str(path), [data])


def hash_of(data: bytes) -> str:
    return sha256(data).hexdigest()
