"""What CONTRIBUTING.md names is there."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def test_tables_are_where_the_page_says() -> None:
    named = re.findall(r"`([A-Z]+)`(?:, `([A-Z]+)`)? in `(deckcheck/[\w/]+\.py)`", PAGE)
    assert len(named) >= 8
    for one, other, path in named:
        text = (ROOT / path).read_text(encoding="utf-8")
        for table in filter(None, (one, other)):
            assert re.search(rf"^{table}\b", text, re.MULTILINE), (table, path)


def test_files_and_folders_are_there() -> None:
    for path in re.findall(r"`((?:deckcheck|tests|schemas|card_db|\.ci)/[\w./-]*)`", PAGE):
        assert (ROOT / path).exists() or re.search("[A-Z]{4}", path), path
