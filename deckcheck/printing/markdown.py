"""A document as Markdown: a table a block."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from deckcheck.printing.measure import SEPARATOR
from deckcheck.printing.records import Cell, Document, Page, Part, Sheet
from deckcheck.wording.markdown import escaped, table
from deckcheck.wording.printed import printed


def write_markdown(document: Document, fonts: Sequence[str] = ()) -> bytes:
    """UTF-8 Markdown with tables (GitHub's and Pandoc's)."""
    return ("\n\n".join("\n\n".join(_sheet(sheet)) for sheet in document.sheets) + "\n").encode()


def _sheet(sheet: Sheet) -> Iterator[str]:
    head = sheet.head
    yield f"{'#' * sheet.level} {escaped(head.title)}"
    if head.note:
        yield escaped(head.note)
    colon = printed(sheet.language, "colon").rstrip()
    fields = [f"- **{escaped(field.title)}{colon}** {escaped(field.value)}".rstrip() for field in head.fields]
    if fields:
        yield "\n".join(fields)
    if head.check:
        yield escaped(SEPARATOR.join(head.check))
    if head.judge:
        yield f"**{escaped(head.judge_title)}**"
        yield "\n".join(f"- {escaped(title)}{colon}" for title in head.judge)
    for number, page in enumerate(sheet.pages):
        if number:
            yield escaped(sheet.running)
        yield from _page(page, sheet.level + 1)


def _page(page: Page, level: int) -> Iterator[str]:
    for part in chain.from_iterable(band.parts for band in page.bands):
        if part:
            yield f"{'#' * level} {escaped(part.title)}"
            if part.heads:
                yield _table(part)
            if part.total:
                yield f"**{escaped(part.total)}**"
    if page.summary:
        yield escaped(SEPARATOR.join(page.summary))
    yield f"*{escaped(page.label)}*"


def _table(part: Part) -> str:
    rows = [[_cell(cell) for cell in row.cells] for row in chain.from_iterable(part.columns) if row.cells]
    return table([escaped(head) for head in part.heads], rows, right=1)


def _cell(cell: Cell) -> str:
    return f"{escaped(cell.text)} *{escaped(cell.small)}*" if cell.small else escaped(cell.text)
