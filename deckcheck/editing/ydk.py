"""Changes written into a `.ydk`: a line a copy, so that copies are lines added and taken out."""

from __future__ import annotations

from itertools import islice

from deckcheck.cards.pool import codes
from deckcheck.decks.deck import DeckFile, Line
from deckcheck.editing.editor import Editor, Edits, lines_from_the_end
from deckcheck.editing.page import Page
from deckcheck.formats.ydk import HEADS
from deckcheck.report import DeckcheckError


def edit_ydk(page: Page, file: DeckFile, edits: Edits, editor: Editor) -> None:
    """Change the page; the copies of a run are told by the place of the first."""
    for line in lines_from_the_end(file):
        rows = _rows(page, line)
        count = 0 if line.place in edits.gone else edits.counts.get(line.place, len(rows))
        for row in reversed(rows[count:]):
            page.delete(row, row)
        if count > len(rows):
            page.insert(rows[-1], [page.lines[rows[-1]]] * (count - len(rows)))
    for section, items in edits.added.items():
        _add(page, section, [code for count, name in items for code in [_code(name, editor)] * count], editor)


def _rows(page: Page, line: Line) -> list[int]:
    """The lines of a run of copies; comments and blank lines may stand among them."""
    start = (line.place.line or 1) - 1
    text = page.lines[start].split()[0]
    rows = (row for row in range(start, len(page.lines)) if page.lines[row].split()[:1] == [text])
    return list(islice(rows, line.count or 1))


def _code(name: str, editor: Editor) -> str:
    if name.isdecimal() and not editor.pool.find(name):  # of no card, and written so all the same
        return name
    (card,) = editor.pool.find(name) or (None,)
    code = next((code for code in codes(card, editor.game.card.identifiers)), "") if card is not None else ""
    if not code.isdecimal():
        raise DeckcheckError("usage.no-number", cards=(name,))
    return code


def _add(page: Page, section: str, rows: list[str], editor: Editor) -> None:
    """At the end of the section, else under its heading, else under a new one."""
    if section not in HEADS:
        raise DeckcheckError("usage.no-zone", sections=(section,), known=tuple(HEADS))
    file = editor.read(page.data())
    own = [line for line in file.lines if line.section == section]
    if own:
        page.insert(max(row for line in own for row in _rows(page, line)), rows)
    elif section in file.places:
        page.insert((file.places[section].line or 1) - 1, rows)
    else:
        filled = [number for number, line in enumerate(page.lines) if line.strip()]
        page.insert(filled[-1] if filled else 0, [HEADS[section], *rows])
