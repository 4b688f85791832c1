"""What can still be read of a text that is no YAML: keys at the margin, and the items below them, line by line.

One slip would else hide all others of the file. What comes out is good enough to look cards up, and no more.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from deckcheck.files.source import Mapping, Node, Scalar, Sequence, Source
from deckcheck.report import Place

# Of lines without blanks at their end.
_KEY = re.compile(r"([^\W\d][\w -]*):(?=\s|\Z)(?:[ \t]++(?:([^#\s].*)|#.*))?\Z")
_ITEM = re.compile(r"[ \t]*+-[ \t]++(\S.*)")
_COMMENT = re.compile(r"(?<!\s)\s+#\s?")


def torn(source: Source, passed_over: Collection[int | None]) -> Mapping | None:
    """The keys with their texts or lists; None where there is none. `passed_over`: lines known to be at fault."""
    items: dict[str, Node] = {}
    keys: dict[str, Place] = {}
    lists: dict[str, list[Node]] = {}
    current: str | None = None
    for number, raw in enumerate(source.text.split("\n"), 1):
        if number in passed_over:
            continue
        row = raw.rstrip()
        if (key := _KEY.match(row)) and key[1] not in keys:
            current = key[1]
            keys[current] = Place(source.path, number, 1)
            value = _scalar(_cut(key[2])[0], Place(source.path, number, key.start(2) + 1), None) if key[2] else None
            if value is not None:
                items[current] = value
            elif key[2] is None:
                lists[current] = []
        elif current in lists and (item := _ITEM.match(row)):
            text, comment = _cut(item[1])
            node = _scalar(text, Place(source.path, number, item.start(1) + 1), comment)
            if node is not None:
                lists[current].append(node)
    items |= {key: Sequence(tuple(nodes), keys[key]) for key, nodes in lists.items() if nodes}
    kept = {key: keys[key] for key in keys if key in items}
    return Mapping({key: items[key] for key in kept}, kept, next(iter(kept.values()))) if kept else None


def _cut(text: str) -> tuple[str, str | None]:
    """A text, and what follows " #" in it."""
    sign = _COMMENT.search(text)
    return (text[: sign.start()], text[sign.end() :]) if sign else (text, None)


def _scalar(text: str, place: Place, comment: str | None) -> Scalar | None:
    """A text on one line; None for what begins as a list, a mapping or a sign, and for a quote that is not closed."""
    sign = text[0]
    if sign in "\"'":
        inner = text[1:-1]
        return Scalar(inner, True, place, comment, place.line or 0) if len(text) > 1 and text[-1] == sign else None
    return None if sign in "[]{}&*!|>%@`," else Scalar(text, False, place, comment, place.line or 0)
