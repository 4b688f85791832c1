"""Changes written into a plain list."""

from __future__ import annotations

import re

from deckcheck.decks.deck import DeckFile, Line
from deckcheck.decks.headings import first_section
from deckcheck.editing.editor import Editor, Edits, lines_from_the_end
from deckcheck.editing.page import Page

_STYLE = re.compile(r"(\s*(?:[-–*•·]\s+)?)\d+(\s*[xX×✕*]?\s+)(?=\S)")


def edit_text(page: Page, file: DeckFile, edits: Edits, editor: Editor) -> None:
    """Change the page; lines are told by their places."""
    for line in lines_from_the_end(file):
        at = (line.place.line or 1) - 1
        if line.place in edits.gone:
            page.delete(at, at)
        elif line.place in edits.counts:
            _recount(page, at, line, edits.counts[line.place], editor)
    for section, items in edits.added.items():
        _add(page, section, items, editor)


def _recount(page: Page, at: int, line: Line, count: int, editor: Editor) -> None:
    raw = page.lines[at]
    start = raw.find(line.text)
    text = editor.recounted(line.text, count)
    page.lines[at] = raw[:start] + text + raw[start + len(line.text) :]


def _add(page: Page, section: str, items: list[tuple[int, str]], editor: Editor) -> None:
    file = editor.read(page.data())
    default = first_section(editor.game.sections)
    own = [line for line in file.lines if (line.section or default) == section and not line.maybe]
    if own:
        last = max(own, key=lambda line: line.place.line or 0)
        at = (last.place.line or 1) - 1
        raw = page.lines[at]
        before = raw[: raw.find(last.text)]
        page.insert(at, [before + _styled(last.text, count, name, editor) for count, name in items])
        return
    new = [f"{count} {name}" for count, name in items]
    if section in file.places:
        page.insert((file.places[section].line or 1) - 1, new)
        return
    filled = [number for number, line in enumerate(page.lines) if line.strip()]
    at = filled[-1] if filled else 0
    heading = [f"[{section}]"] if section != default or file.lines else []
    page.insert(at, [*([""] if filled and heading else []), *heading, *new])


def _styled(like: str, count: int, name: str, editor: Editor) -> str:
    """A new line with its count written as on another line."""
    style = _STYLE.match(like)
    text = f"{style[1]}{count}{style[2]}{name}" if style else f"{count} {name}"
    return text if editor.names(text) == editor.names(name) else f"{count} {name}"
