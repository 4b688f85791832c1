"""A document as plain text, where lines to fill in by hand are dots, and as Markdown, a table a block."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from deckcheck.printing.document import Cell, Document, Page, Part, Row, Sheet
from deckcheck.printing.measure import SEPARATOR
from deckcheck.wording.markdown import escaped, table
from deckcheck.wording.printed import printed

BLANK = "." * 20


def write_text(document: Document, fonts: Sequence[str] = ()) -> bytes:
    """UTF-8 text; a line of "=" stands under the title of a sheet, one of "-" under that of a block."""
    sheets = ("\n".join(_text_sheet(sheet)) for sheet in document.sheets)
    return ("\n\n\n".join(sheets) + "\n").encode()


def _underlined(title: str, sign: str) -> tuple[str, str]:
    return title, sign * len(title)


def _text_sheet(sheet: Sheet) -> Iterator[str]:
    head = sheet.head
    yield from _underlined(head.title, "=")
    if head.note:
        yield head.note
    colon = printed(sheet.language, "colon")
    yield from (f"{field.title}{colon}{field.value or BLANK}" for field in head.fields)
    if head.judge:
        yield ""
        yield head.judge_title
        yield from (f"  {title}{colon}{BLANK}" for title in head.judge)
    if head.check:
        yield ""
        yield SEPARATOR.join(head.check)
        yield from (f"  {problem}" for problem in head.problems)
    for number, page in enumerate(sheet.pages):
        if number:
            yield ""
            yield sheet.running
        yield from _text_page(page)


def _text_page(page: Page) -> Iterator[str]:
    for part in chain.from_iterable(band.parts for band in page.bands):
        if part:
            yield ""
            yield from _part(part)
    if page.summary:
        yield ""
        yield SEPARATOR.join(page.summary)
    yield ""
    yield page.label


def _part(part: Part) -> Iterator[str]:
    yield from _underlined(part.title, "-")
    rows = [_texts(row) for row in chain.from_iterable(part.columns) if row.cells]
    lines = [part.heads, *rows] if part.heads else rows
    long = max((len(first) for first, *_ in lines), default=0)
    for first, *others in lines:
        yield f"{first:>{long}}  {' | '.join(others)}".rstrip(" |")
    if part.total:
        yield part.total


def _texts(row: Row) -> list[str]:
    return [f"{cell.text} ({cell.small})" if cell.small else cell.text for cell in row.cells]


def write_markdown(document: Document, fonts: Sequence[str] = ()) -> bytes:
    """UTF-8 Markdown with tables (GitHub's and Pandoc's)."""
    return ("\n\n".join("\n\n".join(_markdown_sheet(sheet)) for sheet in document.sheets) + "\n").encode()


def _markdown_sheet(sheet: Sheet) -> Iterator[str]:
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
    if head.problems:
        yield "\n".join(f"- {escaped(problem)}" for problem in head.problems)
    if head.judge:
        yield f"**{escaped(head.judge_title)}**"
        yield "\n".join(f"- {escaped(title)}{colon}" for title in head.judge)
    for number, page in enumerate(sheet.pages):
        if number:
            yield escaped(sheet.running)
        yield from _markdown_page(page, sheet.level + 1)


def _markdown_page(page: Page, level: int) -> Iterator[str]:
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
    text = f"**{escaped(cell.text)}**" if cell.bold else escaped(cell.text)
    return f"{text} *{escaped(cell.small)}*" if cell.small else text
