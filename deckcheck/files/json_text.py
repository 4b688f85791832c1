"""How documents for programs are written: JSON, readable by people too."""

from __future__ import annotations

import json
import re

# They stand in texts alone, and a terminal or an editor would heed them.
_HEEDED = re.compile("[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]")


def json_text(document: object, indent: int | None = 2) -> str:
    """The document, ended by a line break; on one line if there is no indent."""
    text = json.dumps(document, ensure_ascii=False, indent=indent) + "\n"
    return text if text.isascii() else _HEEDED.sub(lambda char: f"\\u{ord(char[0]):04x}", text)


def inside(record: object, depth: int) -> str:
    """A record as it stands so deep in a document."""
    return json_text(record)[:-1].replace("\n", "\n" + "  " * depth)  # line breaks are those between its parts alone
