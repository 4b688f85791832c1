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


def test_the_way_of_one_check_leads_through_what_is_there() -> None:
    """Each name of the left column stands in the file before it."""
    section = PAGE.partition("## The way of one check")[2].partition("\n## ")[0]
    first = [row.split("|")[1] for row in section.splitlines() if row.startswith("| `")]
    assert len(first) > 9
    for cell in first:
        text = ""
        for word in re.findall(r"`([^`]+)`", cell):
            if word.endswith(".py"):
                assert (ROOT / "deckcheck" / word).is_file(), f"CONTRIBUTING.md, The way of one check: {word}"
                text = (ROOT / "deckcheck" / word).read_text(encoding="utf-8")
            for name in [] if word.endswith(".py") else word.strip(".").split("."):
                assert re.search(rf"(?:def|class) {name}\b", text), f"CONTRIBUTING.md, The way of one check: {word}"


def test_files_and_folders_are_there() -> None:
    for path in re.findall(r"`((?:deckcheck|tests|schemas|card_db|\.ci)/[\w./-]*)`", PAGE):
        assert (ROOT / path).exists() or re.search("[A-Z]{4}", path), path
