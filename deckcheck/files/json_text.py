"""How documents for programs are written: JSON, readable by people too."""

from __future__ import annotations

import json


def json_text(document: object, indent: int | None = 2) -> str:
    """The document, ended by a line break; on one line if there is no indent."""
    return json.dumps(document, ensure_ascii=False, indent=indent) + "\n"


def inside(record: object, depth: int) -> str:
    """A record as it stands so deep in a document."""
    return json_text(record)[:-1].replace("\n", "\n" + "  " * depth)  # line breaks are those between its parts alone
