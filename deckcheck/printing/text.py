"""A document as plain text. Lines to fill in by hand are dots."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from deckcheck.printing.measure import SEPARATOR
from deckcheck.printing.records import Document, Page, Part, Row, Sheet
from deckcheck.wording.printed import printed

BLANK = "." * 20


def write_text(document: Document, fonts: Sequence[str] = ()) -> bytes:
    """UTF-8 text; a line of "=" stands under the title of a sheet, one of "-" under that of a block."""
    sheets = ("\n".join(_sheet(sheet)) for sheet in document.sheets)
    return ("\n\n\n".join(sheets) + "\n").encode()


def _underlined(title: str, sign: str) -> tuple[str, str]:
    return title, sign * len(title)


def _sheet(sheet: Sheet) -> Iterator[str]:
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
    for number, page in enumerate(sheet.pages):
        if number:
            yield ""
            yield sheet.running
        yield from _page(page)


def _page(page: Page) -> Iterator[str]:
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
