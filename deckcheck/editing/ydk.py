"""Changes written into a `.ydk`: a line a copy, so that copies are lines added and taken out."""

from __future__ import annotations

from itertools import islice

from deckcheck.cards.pool import codes
from deckcheck.decks.deck import DeckFile, Line
from deckcheck.editing.editor import Added, Editor, Edits, insert
from deckcheck.editing.page import Page
from deckcheck.formats.ydk import HEADS
from deckcheck.report import DeckcheckError


def edit_ydk(page: Page, file: DeckFile, edits: Edits, editor: Editor) -> None:
    """Change the page; the copies of a run are told by the place of the first."""
    for line, count in edits.lines(file):
        rows = _rows(page, line)
        for row in reversed(rows[count:]):
            page.delete(row, row)
        if count > len(rows):
            page.insert(rows[-1], [page.lines[rows[-1]]] * (count - len(rows)))
    for section, items in edits.added.items():
        _add(page, section, [code for item in items for code in [_code(item, editor)] * item.count], editor)


def _rows(page: Page, line: Line) -> list[int]:
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


def _add(page: Page, section: str, rows: list[str], editor: Editor) -> None:
    if section not in HEADS:
        raise DeckcheckError("usage.no-zone", sections=(section,), known=tuple(HEADS))
    file = editor.read(page.data())
    own = (row for line in file.lines if line.section == section for row in _rows(page, line))
    insert(page, file, section, max(own, default=None), rows, [HEADS[section]])
