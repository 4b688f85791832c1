"""Changes written into forms that are written anew as a whole: tables, records, links."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from deckcheck.decks.deck import Deck
from deckcheck.editing.changes import Change, changed
from deckcheck.editing.page import Page
from deckcheck.formats import WRITERS
from deckcheck.report import DeckcheckError


def rewrite(page: Page, form: str, deck: Deck, changes: Sequence[Change]) -> None:
    """Put the changed deck in place of the text of a file that holds what we write and nothing else.

    :raises DeckcheckError: it holds more (other columns, words beside a link), which would be lost.
    """
    writer = WRITERS[form]
    if _content(form, page.text) != _content(form, writer.write(deck)):
        raise DeckcheckError("usage.not-editable", path=page.path)
    lines = writer.write(changed(deck, changes)).removesuffix("\n").split("\n")
    last = "" if page.lines[-1] else page.end
    page.lines, page.ends = lines, [page.end] * (len(lines) - 1) + [last]


def _content(form: str, text: str) -> object:
    """What a text says, however it is laid out."""
    if form != "json":
        return text.strip("\n")
    try:
        return _without_lines(json.loads(text))
    except (ValueError, RecursionError):
        return None


def _without_lines(value: Any) -> Any:
    """A record without the numbers of lines, which tell where an item stood in another file."""
    if isinstance(value, dict):
        return {key: _without_lines(part) for key, part in value.items() if key != "line"}
    return [_without_lines(part) for part in value] if isinstance(value, list) else value
