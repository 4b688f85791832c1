"""Changes written into forms of lines: a plain list, a card a line; a `.ydk`, a line a copy."""

from __future__ import annotations

import re
from itertools import islice

from deckcheck.cards.pool import codes
from deckcheck.decks.deck import DeckFile, Line
from deckcheck.decks.headings import first_section
from deckcheck.editing.editor import Added, Editor, Edits, Page
from deckcheck.formats.ydk import HEADS
from deckcheck.report import DeckcheckError

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
    own = [line for line in file.lines if (line.section or default) == section and line.maybe in (None, "title")]
    last = max(own, key=lambda line: line.place.line or 0, default=None)
    before = _around(page, last)[0] if last else ""
    new = [before + (item.line.text if item.line else _styled(last, item, editor)) for item in items]
    headed = bool(file.lines) or not file.places.keys().isdisjoint(editor.game.sections)
    heading = [f"[{section}]"] if section != default or headed else []
    if heading and page.text.strip():
        heading.insert(0, "")
    _insert(page, file, section, (last.place.line or 1) - 1 if last else None, new, heading)


def _styled(like: Line | None, item: Added, editor: Editor) -> str:
    """A new line with its count written as on another line."""
    plain = f"{item.count} {item.name}"
    style = _STYLE.match(like.text) if like else None
    text = f"{style[1]}{item.count}{style[2]}{item.name}" if style else plain
    return text if editor.names(text) == editor.names(item.name) else plain


def edit_ydk(page: Page, file: DeckFile, edits: Edits, editor: Editor) -> None:
    """Change the page; the copies of a run are told by the place of the first."""
    for line, count in edits.lines(file):
        rows = _copies(page, line)
        for row in reversed(rows[count:]):
            page.delete(row, row)
        if count > len(rows):
            page.insert(rows[-1], [page.lines[rows[-1]]] * (count - len(rows)))
    for section, items in edits.added.items():
        _add_codes(page, section, [code for item in items for code in [_code(item, editor)] * item.count], editor)


def _copies(page: Page, line: Line) -> list[int]:
    """The lines of a run of copies; comments and blank lines may stand among them."""
    start = (line.place.line or 1) - 1
    text = page.lines[start].split()[0]
    rows = (row for row in range(start, len(page.lines)) if page.lines[row].split()[:1] == [text])
    return list(islice(rows, line.count or 1))


def _code(item: Added, editor: Editor) -> str:
    if item.line is not None:  # the picture that was chosen stays
        return item.line.text
    if item.name.isdecimal() and not editor.pool.find(item.name):  # of no card, and written so all the same
        return item.name
    (card,) = editor.pool.find(item.name) or (None,)
    code = next((code for code in codes(card, editor.game.card.identifiers)), "") if card is not None else ""
    if not code.isdecimal():
        raise DeckcheckError("usage.no-number", cards=(item.name,))
    return code


def _add_codes(page: Page, section: str, rows: list[str], editor: Editor) -> None:
    if section not in HEADS:
        raise DeckcheckError("usage.no-zone", sections=(section,), known=tuple(HEADS))
    file = editor.read(page.data())
    own = (row for line in file.lines if line.section == section for row in _copies(page, line))
    _insert(page, file, section, max(own, default=None), rows, [HEADS[section]])


def _insert(page: Page, file: DeckFile, section: str, last: int | None, new: list[str], heading: list[str]) -> None:
    """Write new lines at the end of a section: behind its `last` line, else under its heading, else under a new one."""
    if last is not None:
        page.insert(last, new)
    elif section in file.places:
        page.insert((file.places[section].line or 1) - 1, new)
    else:
        page.insert(page.last_filled, [*heading, *new])
