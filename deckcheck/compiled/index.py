"""The cards of a compiled game: found by hashed keys, read in small packs at first need."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import overload

from deckcheck.cards.names import normalise
from deckcheck.cards.pool import Card, Pool, codes
from deckcheck.compiled.blocks import Blocks
from deckcheck.compiled.codec import Codec, Json

_PACK = 16  # cards that are read together
_BUCKET = 40  # keys of a bucket, about


def index_blocks(pool: Pool, codec: Codec) -> dict[str, Json]:
    """The blocks of a pool's cards and of the keys that find them.

    Keys of a bucket: a normalised name as it is; "=" and an exact name where it means fewer cards than its
    normalised form; "#" and an identifier; "?" and an identifier that is a hint.
    """
    cards = list(pool)
    blocks: dict[str, Json] = {
        f"cards/{start // _PACK}": [codec.encode(card) for card in cards[start : start + _PACK]]
        for start in range(0, len(cards), _PACK)
    }
    keys = {key: [pool.number(card) for card in pool.by_key(key)] for key in pool.keys}
    found: dict[str, dict[str, list[int]]] = {key: {key: numbers} for key, numbers in keys.items()}
    for number, card in enumerate(cards):
        for name in card.names:
            if len(keys.get(normalise(name), ())) > 1:
                _add(found, normalise(name), f"={name}", number)
        for mark, fields in (("#", pool.identifiers), ("?", pool.hints)):
            for code in codes(card, fields):
                _add(found, code, mark + code, number)
    size = max(1, len(found) // _BUCKET)
    buckets: list[dict[str, list[int]]] = [{} for _ in range(size)]
    for key, entries in found.items():
        buckets[_hash(key) % size].update(entries)
    blocks |= {f"keys/{number}": bucket for number, bucket in enumerate(buckets)}
    blocks["names"] = list(pool.keys)
    blocks["index"] = {"cards": len(cards), "buckets": size}
    return blocks


def _add(found: dict[str, dict[str, list[int]]], at: str, key: str, number: int) -> None:
    numbers = found.setdefault(at, {}).setdefault(key, [])
    if not numbers or numbers[-1] != number:  # one card's keys come one after another
        numbers.append(number)


def _hash(key: str) -> int:
    return zlib.crc32(key.encode("utf-8", "surrogatepass"))


class CompiledCards(Sequence[Card]):
    """The cards in order; each is made once, so that a card is the same object wherever it is met."""

    def __init__(self, blocks: Blocks, codec: Codec, size: int) -> None:
        self._blocks = blocks
        self._codec = codec
        self._size = size
        self._packs: dict[int, Json] = {}
        self._made: dict[int, Card] = {}
        self.numbers: dict[int, int] = {}

    def __len__(self) -> int:
        return self._size

    @overload
    def __getitem__(self, at: int) -> Card: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Card, ...]: ...
    def __getitem__(self, at: int | slice) -> Card | tuple[Card, ...]:
        if isinstance(at, slice):
            return tuple(self[number] for number in range(*at.indices(self._size)))
        if at not in self._made:
            if not 0 <= at < self._size:
                raise IndexError(at)
            pack = at // _PACK
            if pack not in self._packs:
                self._packs[pack] = self._blocks[f"cards/{pack}"]
            card = self._made[at] = self._codec.decode(self._packs[pack][at % _PACK])
            self.numbers[id(card)] = at
        return self._made[at]

    def __iter__(self) -> Iterator[Card]:
        return (self[number] for number in range(self._size))


class CompiledIndex:
    """A `CardIndex` over the blocks of a compiled game."""

    def __init__(self, blocks: Blocks, codec: Codec) -> None:
        sizes = blocks["index"]
        self._blocks = blocks
        self._size: int = sizes["buckets"]
        self._buckets: dict[int, dict[str, list[int]]] = {}
        self._cards = CompiledCards(blocks, codec, sizes["cards"])

    @property
    def cards(self) -> Sequence[Card]:
        return self._cards

    @cached_property
    def keys(self) -> Sequence[str]:
        return self._blocks["names"]  # type: ignore[no-any-return]

    def named(self, text: str) -> tuple[Card, ...]:
        return self._found(normalise(text), f"={text}")

    def by_key(self, key: str) -> tuple[Card, ...]:
        return self._found(key, key)

    def by_code(self, code: str, *, hint: bool) -> tuple[Card, ...]:
        return self._found(code, f"{'?' if hint else '#'}{code}")

    def number(self, card: Card) -> int:
        return self._cards.numbers[id(card)]

    def _found(self, at: str, key: str) -> tuple[Card, ...]:
        bucket = _hash(at) % self._size
        if bucket not in self._buckets:
            self._buckets[bucket] = self._blocks[f"keys/{bucket}"]
        return tuple(self._cards[number] for number in self._buckets[bucket].get(key, ()))
