"""A document as Markdown: a table a block."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain

from deckcheck.printing.head import SEPARATOR
from deckcheck.printing.records import Cell, Document, Page, Part, Sheet
from deckcheck.wording.printed import printed

# Markup anywhere, then what would begin a list or a heading, then what makes links, mentions and emoji.
_SIGNS = re.compile(r"[\\`*_\[\]<>|#~&$^]|\A[-+=]|(?<=\A[0-9])[.)]|(?<=\A[0-9]{2})[.)]|[:@](?=[/\w])|(?<=\w)\.(?=\w)")


def safe(text: str) -> str:
    """The text with every sign that Markdown would take for markup escaped."""
    return _SIGNS.sub(lambda match: "\\" + match.group(), text)


def write_markdown(document: Document, fonts: Sequence[str] = ()) -> bytes:
    """UTF-8 Markdown with tables (GitHub's and Pandoc's)."""
    return ("\n\n".join("\n\n".join(_sheet(sheet)) for sheet in document.sheets) + "\n").encode()


def _sheet(sheet: Sheet) -> Iterator[str]:
    head = sheet.head
    yield f"{'#' * sheet.level} {safe(head.title)}"
    if head.note:
        yield safe(head.note)
    colon = printed(sheet.language, "colon").rstrip()
    fields = [f"- **{safe(field.title)}{colon}** {safe(field.value)}".rstrip() for field in head.fields]
    if fields:
        yield "\n".join(fields)
    if head.check:
        yield safe(SEPARATOR.join(head.check))
    if head.judge:
        yield f"**{safe(head.judge_title)}**"
        yield "\n".join(f"- {safe(title)}{colon}" for title in head.judge)
    for number, page in enumerate(sheet.pages):
        if number:
            yield safe(sheet.running)
        yield from _page(page, sheet.level + 1)


def _page(page: Page, level: int) -> Iterator[str]:
    for part in chain.from_iterable(band.parts for band in page.bands):
        if part:
            yield f"{'#' * level} {safe(part.title)}"
            if part.heads:
                yield _table(part)
            if part.total:
                yield f"**{safe(part.total)}**"
    if page.summary:
        yield safe(SEPARATOR.join(page.summary))
    yield f"*{safe(page.label)}*"


def _table(part: Part) -> str:
    ruler = ["---:", *("---" for _ in part.heads[1:])]
    rows = [[_cell(cell) for cell in row.cells] for row in chain.from_iterable(part.columns) if row.cells]
    lines = [[safe(head) for head in part.heads], ruler, *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _cell(cell: Cell) -> str:
    return f"{safe(cell.text)} *{safe(cell.small)}*" if cell.small else safe(cell.text)
