"""The file of a compiled game: named blocks of JSON behind a line that vouches for them.

    deckcheck compiled KEY SHA-256\\n    KEY: what it was made of, SHA-256: of all that follows
    length of the table, 8 hex digits, then the table: {"name": [offset, length, length unpacked], …}, then the blocks

The file is read at one go and its sum compared, so a broken, half-written or foreign file is never used,
and one that is replaced meanwhile does no harm. A block is unpacked at first need. It is JSON: reading
a file that somebody else wrote can give wrong data at most, and the sum and the owner stand against that. No more is
unpacked than the table says, and no table may say more than `MOST`.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from typing import Any

_MAGIC = b"deckcheck compiled"
MOST = 128_000_000  # bytes of a file, and of all that is unpacked of it; 14,000 cards take a tenth


def pack(key: str, blocks: Mapping[str, object]) -> bytes:
    """The file of these blocks; raises TypeError for what is not JSON, ValueError for what is too much."""
    packed: list[bytes] = []
    table: dict[str, tuple[int, int, int]] = {}
    offset = 0
    for name, block in blocks.items():
        text = json.dumps(block, ensure_ascii=False, separators=(",", ":")).encode()
        data = zlib.compress(text, 6)
        table[name] = (offset, len(data), len(text))
        packed.append(data)
        offset += len(data)
    if sum(size for _, _, size in table.values()) > MOST:
        raise ValueError(MOST)
    head = json.dumps(table, separators=(",", ":")).encode()
    body = b"".join((b"%08x" % len(head), head, *packed))
    return b"%s %s %s\n%s" % (_MAGIC, key.encode(), _sum(body).encode(), body)


class Blocks:
    """A compiled file in memory."""

    def __init__(self, table: Mapping[str, tuple[int, int, int]], data: memoryview) -> None:
        self._table = table
        self._data = data

    def __getitem__(self, name: str) -> Any:
        offset, length, size = self._table[name]
        text = zlib.decompressobj().decompress(self._data[offset : offset + length], size + 1)
        if len(text) != size:
            raise ValueError(name)
        return json.loads(text)


def unpack(key: str, data: bytes) -> Blocks | None:
    """The blocks of a file that was made of `key` and is whole; None for any other file."""
    line, _, _ = data[:256].partition(b"\n")
    body = memoryview(data)[len(line) + 1 :]
    if line.split(b" ")[:3] != [*_MAGIC.split(b" "), key.encode()] or line.split(b" ")[3:] != [_sum(body).encode()]:
        return None
    try:
        size = int(bytes(body[:8]), 16)
        table = json.loads(bytes(body[8 : 8 + size]))
        sizes = [unpacked for _, _, unpacked in table.values()]
        return Blocks(table, body[8 + size :]) if min(sizes, default=0) >= 0 and sum(sizes) <= MOST else None
    except (ValueError, TypeError, AttributeError):  # another table than `pack` makes
        return None


def _sum(body: bytes | memoryview) -> str:
    from hashlib import sha256

    return sha256(body).hexdigest()
