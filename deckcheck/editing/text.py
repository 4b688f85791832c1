"""Changes written into a plain list."""

from __future__ import annotations

import re

from deckcheck.decks.deck import DeckFile, Line
from deckcheck.decks.headings import first_section
from deckcheck.editing.editor import Added, Editor, Edits, insert
from deckcheck.editing.page import Page

_STYLE = re.compile(r"(\s*(?:[-–*•·]\s+)?)\d+(\s*[xX×✕*]?\s+)(?=\S)")


def edit_text(page: Page, file: DeckFile, edits: Edits, editor: Editor) -> None:
    """Change the page; lines are told by their places."""
    for line, count in edits.lines(file):
        at = (line.place.line or 1) - 1
        if count:
            page.lines[at] = editor.recounted(line.text, count).join(_around(page, line))
        else:
            page.delete(at, at)
    for section, items in edits.added.items():
        _add(page, section, items, editor)


def _around(page: Page, line: Line) -> tuple[str, str]:
    """What stands on a line before its text and behind it."""
    before, _, behind = page.lines[(line.place.line or 1) - 1].partition(line.text)
    return before, behind


def _add(page: Page, section: str, items: list[Added], editor: Editor) -> None:
    file = editor.read(page.data())
    default = first_section(editor.game.sections)
    own = [line for line in file.lines if (line.section or default) == section and not line.maybe]
    last = max(own, key=lambda line: line.place.line or 0, default=None)
    before = _around(page, last)[0] if last else ""
    new = [before + (item.line.text if item.line else _styled(last, item, editor)) for item in items]
    headed = bool(file.lines) or not file.places.keys().isdisjoint(editor.game.sections)
    heading = [f"[{section}]"] if section != default or headed else []
    if heading and page.text.strip():
        heading.insert(0, "")
    insert(page, file, section, (last.place.line or 1) - 1 if last else None, new, heading)


def _styled(like: Line | None, item: Added, editor: Editor) -> str:
    """A new line with its count written as on another line."""
    plain = f"{item.count} {item.name}"
    style = _STYLE.match(like.text) if like else None
    text = f"{style[1]}{item.count}{style[2]}{item.name}" if style else plain
    return text if editor.names(text) == editor.names(item.name) else plain
