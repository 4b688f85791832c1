"""A game as one compiled file: what goes in, and how it comes out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from deckcheck.cards.pool import Pool
from deckcheck.compiled.blocks import Blocks, pack
from deckcheck.compiled.codec import Codec, Json
from deckcheck.compiled.index import CompiledIndex, index_blocks
from deckcheck.lists.dated import DatedList, ListEntry, Version, meant
from deckcheck.record import replace
from deckcheck.report import Place
from deckcheck.rules.game import Game

K = TypeVar("K")
_OF_POOL = ("identifiers", "hints", "demo", "sources", "problems", "notes")


def compiled(key: str, root: Path | None, game: Game, pool: Pool, lists: Mapping[str, DatedList]) -> bytes:
    """The file of a game, to be found again by `key`; TypeError for what JSON cannot hold, ValueError for too much.

    `root` is the folder of the project's own data, so that the file can be used where that lies elsewhere.
    """
    codec = Codec(root)
    blocks: dict[str, Json] = {f"game/{name}": codec.encode(part) for name, part in game.parts.items()}
    for number, ruleset in enumerate(game.rulesets.values()):
        blocks[f"rules/{number}"] = codec.encode(ruleset)
    about = replace(game, parts={}, rulesets={}, path="")
    blocks["game"] = codec.encode([about, Place(game.path), list(game.parts), list(game.rulesets)])
    heads = []
    for dated in lists.values():
        versions = []
        for number, one in enumerate(dated.versions):
            entries = [entry if entry.test else _looked_up(entry, one, pool, game) for entry in one.read()]
            blocks[f"list/{dated.id}/{number}"] = codec.encode(entries)
            versions.append((one.first_day, one.last_day, one.title, one.whitelist, one.problems, one.unsure))
        heads.append((replace(dated, path="", versions=()), Place(dated.path), versions))
    blocks["lists"] = codec.encode(heads)
    blocks |= index_blocks(pool, codec)
    blocks["pool"] = codec.encode({name: getattr(pool, name) for name in _OF_POOL})
    blocks["paths"] = codec.paths
    return pack(key, blocks)


def _looked_up(entry: ListEntry, version: Version, pool: Pool, game: Game) -> ListEntry:
    return replace(entry, meant=meant(entry, version, pool, game))


class Later(Mapping[K, Any]):
    """Parts of a game that are read at first need."""

    def __init__(self, keys: Sequence[K], read: Callable[[int], Any]) -> None:
        self._numbers = {key: number for number, key in enumerate(keys)}
        self._read = read
        self._found: dict[K, Any] = {}

    def __getitem__(self, key: K) -> Any:
        if key not in self._found:
            self._found[key] = self._read(self._numbers[key])
        return self._found[key]

    def __iter__(self) -> Iterator[K]:
        return iter(self._numbers)

    def __len__(self) -> int:
        return len(self._numbers)


class CompiledGame:
    """A compiled file that was found whole; each part is made at first need."""

    def __init__(self, blocks: Blocks, root: Path | None) -> None:
        """Raises an error of some kind if the file holds no game."""
        self._blocks = blocks
        self._codec = Codec(root, blocks["paths"])
        about: Game
        about, place, parts, formats = self._block("game")
        self.game = replace(
            about,
            path=place.file or "",
            parts=Later(parts, lambda number: self._block(f"game/{parts[number]}")),
            rulesets=Later(formats, lambda number: self._block(f"rules/{number}")),
        )

    def _block(self, name: str) -> Any:
        return self._codec.decode(self._blocks[name])

    def pool(self) -> Pool:
        return Pool(**self._block("pool"), index=CompiledIndex(self._blocks, self._codec))

    def lists(self) -> dict[str, DatedList]:
        """The lists by id."""
        return {about.id: self._list(about, place, heads) for about, place, heads in self._block("lists")}

    def _list(self, about: DatedList, place: Place, heads: Sequence[Any]) -> DatedList:
        versions = tuple(
            Version(first_day, last_day, partial(self._entries, f"list/{about.id}/{number}"), *rest)
            for number, (first_day, last_day, *rest) in enumerate(heads)
        )
        return replace(about, path=place.file or "", versions=versions)

    def _entries(self, block: str) -> tuple[ListEntry, ...]:
        return tuple(self._block(block))
