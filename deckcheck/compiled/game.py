"""A game as one compiled file: what goes in, and how it comes out."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path

from deckcheck.cards.pool import Pool
from deckcheck.compiled.blocks import Blocks, pack
from deckcheck.compiled.index import CompiledIndex, index_blocks
from deckcheck.compiled.records import (
    Json,
    Paths,
    decode_node,
    decode_place,
    decode_problem,
    encode_node,
    encode_place,
    encode_problem,
)
from deckcheck.expr import Type, compile_text
from deckcheck.files.source import Node
from deckcheck.games.file import game_of
from deckcheck.lists.dated import DatedList, ListEntry, Version, meant
from deckcheck.record import replace
from deckcheck.report import Note
from deckcheck.rules.game import Game


def compiled(
    key: str, root: Path | None, schema: Node, game: Game, pool: Pool, lists: Mapping[str, DatedList]
) -> bytes:
    """The file of a game, to be found again by `key`; TypeError for what JSON cannot hold.

    `root` is the folder of the project's own data, so that the file can be used where that lies elsewhere.
    """
    paths = Paths(root)
    warnings = [encode_problem(problem, paths) for problem in game.warnings]
    blocks: dict[str, Json] = {"schema": [paths.number(game.path), encode_node(schema), warnings]}
    heads = []
    for dated in lists.values():
        versions = []
        for number, version in enumerate(dated.versions):
            blocks[f"list/{dated.id}/{number}"] = [
                _entry(entry, version, pool, game, paths) for entry in version.read()
            ]
            problems = [encode_problem(problem, paths) for problem in version.problems]
            days = [version.first_day, version.last_day, version.title]
            versions.append([*days, version.whitelist, problems])
        about = [dated.checked, dated.slot, dated.source, dated.of_these_cards]
        heads.append([versions, dated.id, dated.title, paths.number(dated.path), *about])
    blocks["lists"] = heads
    blocks |= index_blocks(pool, paths)
    blocks["pool"] = {
        "identifiers": pool.identifiers,
        "hints": pool.hints,
        "demo": pool.demo,
        "sources": pool.sources,
        "problems": [encode_problem(problem, paths) for problem in pool.problems],
        "notes": [{"sentence": note.sentence, "facts": note.facts} for note in pool.notes],
    }
    blocks["paths"] = paths.encoded()
    return pack(key, blocks)


def _entry(entry: ListEntry, version: Version, pool: Pool, game: Game, paths: Paths) -> Json:
    test = entry.test.text if entry.test is not None else None
    found = () if test is not None else meant(entry, version, pool, game)
    return [entry.value, entry.name, test, *encode_place(entry.place, paths), found]


class CompiledGame:
    """A compiled file that was found whole; each part is made at first need."""

    def __init__(self, blocks: Blocks, root: Path | None) -> None:
        self._blocks = blocks
        self._paths = Paths.decoded(blocks["paths"], root)

    def game(self) -> Game:
        number, schema, warnings = self._blocks["schema"]
        path = self._paths.names[number] or ""
        game = game_of(path, decode_node(schema, path), sound=True)
        return replace(game, warnings=tuple(decode_problem(problem, self._paths) for problem in warnings))

    def pool(self) -> Pool:
        about = self._blocks["pool"]
        return Pool(
            identifiers=about["identifiers"],
            hints=about["hints"],
            demo=about["demo"],
            sources=about["sources"],
            problems=[decode_problem(problem, self._paths) for problem in about["problems"]],
            notes=[Note(note["sentence"], note["facts"]) for note in about["notes"]],
            index=CompiledIndex(self._blocks, self._paths),
        )

    def lists(self, game: Game) -> dict[str, DatedList]:
        """The lists by id; `game` is the one that came out of the same file."""
        return {head[1]: self._list(head, game) for head in self._blocks["lists"]}

    def _list(self, head: Json, game: Game) -> DatedList:
        versions, name, title, path, *about = head
        found = tuple(
            Version(
                first,
                last,
                partial(self._entries, f"list/{name}/{number}", game),
                version_title,
                whitelist,
                tuple(decode_problem(problem, self._paths) for problem in problems),
            )
            for number, (first, last, version_title, whitelist, problems) in enumerate(versions)
        )
        return DatedList(name, title, self._paths.names[path] or "", found, *about)

    def _entries(self, block: str, game: Game) -> tuple[ListEntry, ...]:
        return tuple(self._entry(found, game) for found in self._blocks[block])

    def _entry(self, found: Json, game: Game) -> ListEntry:
        value, name, test, *place, cards = found
        entry = ListEntry(value, name, None, decode_place(place, self._paths))
        if test is not None:
            return replace(entry, test=compile_text(test, game.scope, Type.TRUTH))
        return replace(entry, meant=tuple((number, _key(key)) for number, key in cards))


def _key(key: Json) -> object:
    return tuple(key) if isinstance(key, list) else key
