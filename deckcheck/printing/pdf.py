"""A document as PDF: the layout drawn with embedded fonts; the same document gives the same bytes."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import TYPE_CHECKING

from deckcheck.printing import measure as measures
from deckcheck.printing import pages as layout
from deckcheck.printing.document import Band, Document, Field, Head, Page, Paper, Part, Row, Sheet
from deckcheck.printing.faces import Faces, load_faces
from deckcheck.printing.measure import wrap
from deckcheck.record import dataclass
from deckcheck.report import DeckcheckError

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

GREY = 0.87  # behind the title of a block
FAINT = 0.45  # rules between rows
INSET = layout.PADDING / 2
DROP = 0.28  # of a line's height: from its foot to the base of the letters


def write_pdf(document: Document, fonts: Sequence[str] = ()) -> bytes:
    """PDF with an outline entry a sheet. `fonts`: TrueType files for characters that the own fonts lack.

    :raises DeckcheckError: the extra is missing, or a character cannot be drawn.
    """
    try:
        from reportlab.pdfgen.canvas import Canvas
    except ImportError as error:
        raise DeckcheckError("usage.extra", extra="pdf", need="reportlab") from error
    regular, bold = load_faces(fonts)
    paper = document.paper
    out = BytesIO()
    canvas = Canvas(
        out,
        pagesize=(paper.width, paper.height),
        invariant=1,
        lang=document.language,
        # Else every page refers to a font that is not embedded; the stubs take the name for a number.
        initialFontName=regular.fonts[0].fontName,  # type: ignore[arg-type]
    )
    canvas.setTitle(document.title)
    canvas.setAuthor("")
    canvas.setSubject("")
    canvas.setCreator("deckcheck")
    canvas.setViewerPreference("DisplayDocTitle", "true")
    pen = Pen(canvas, paper, regular, bold)
    for number, sheet in enumerate(document.sheets):
        _sheet(sheet, number, pen)
    canvas.save()
    return out.getvalue()


@dataclass(slots=True)
class Pen:
    """Draws on the current page; `y` is how far down from the upper margin it is."""

    canvas: Canvas
    paper: Paper
    regular: Faces
    bold: Faces
    y: float = 0

    def up(self, y: float) -> float:
        """From points below the upper margin to the PDF's own points above the foot."""
        return self.paper.height - self.paper.margin - y

    def text(
        self, text: str, x: float, y: float, size: float, room: float, *, bold: bool = False, end: bool = False
    ) -> None:
        """A line whose letters stand on `y`; squeezed where it would leave the room. `end`: flush right."""
        runs = list((self.bold if bold else self.regular).runs(text))
        whole = sum(font.stringWidth(piece, size) for font, piece in runs)
        scale = min(1.0, room / whole) if whole else 1.0
        left = self.paper.margin + x + (room - whole * scale if end else 0)
        line = self.canvas.beginText(left, self.up(y))
        line.setHorizScale(100 * scale)
        for font, piece in runs:
            line.setFont(font.fontName, size)
            line.textOut(piece)
        self.canvas.drawText(line)

    def lines(
        self, lines: Sequence[str], x: float, y: float, size: float, step: float, room: float, *, bold: bool = False
    ) -> None:
        for number, line in enumerate(lines):
            self.text(line, x, y + step * (number + 1 - DROP), size, room, bold=bold)

    def rule(self, x: float, y: float, width: float, *, thick: float = 0.5, grey: float = 0) -> None:
        self.canvas.setLineWidth(thick)
        self.canvas.setStrokeGray(grey)
        left = self.paper.margin + x
        self.canvas.line(left, self.up(y), left + width, self.up(y))

    def link(self, sheet: int, x: float, y: float, width: float, height: float) -> None:
        """A rectangle that leads to the first page of a sheet."""
        left = self.paper.margin + x
        area = (left, self.up(y + height), left + width, self.up(y))
        self.canvas.linkAbsolute("", f"sheet-{sheet}", area, Border="[0 0 0]")

    def box(self, x: float, y: float, width: float, height: float, *, fill: float | None = None) -> None:
        self.canvas.setLineWidth(0.5)
        self.canvas.setStrokeGray(0)
        if fill is not None:
            self.canvas.setFillGray(fill)
        left = self.paper.margin + x
        self.canvas.rect(left, self.up(y + height), width, height, stroke=int(fill is None), fill=int(fill is not None))
        self.canvas.setFillGray(0)


def _sheet(sheet: Sheet, number: int, pen: Pen) -> None:
    key = f"sheet-{number}"
    for at, page in enumerate(sheet.pages):
        pen.y = 0
        if at:
            _running(sheet.running, pen)
            pen.rule(0, pen.y - measures.GAP / 2, pen.paper.inner_width)
        else:
            pen.canvas.bookmarkPage(key)
            pen.canvas.addOutlineEntry(sheet.running, key, level=0)
            _head(sheet.head, pen)
        _page(page, pen)
        pen.canvas.showPage()


def _running(text: str, pen: Pen) -> None:
    lines = wrap(text, measures.RUNNING, pen.paper.inner_width)
    pen.lines(lines, 0, pen.y, measures.RUNNING, measures.RUNNING_LINE, pen.paper.inner_width)
    pen.y += measures.running_height(text, pen.paper)


def _head(head: Head, pen: Pen) -> None:
    paper, width = pen.paper, pen.paper.inner_width
    for text, size, step, bold in (
        (head.title, measures.TITLE, measures.TITLE_LINE, True),
        (head.note, measures.NOTE, measures.NOTE_LINE, False),
    ):
        lines = wrap(text, size, width, bold=bold)
        pen.lines(lines, 0, pen.y, size, step, width, bold=bold)
        pen.y += step * len(lines)
    pen.y += measures.GAP
    top = pen.y
    room = measures.field_width(head, paper)
    for fields in measures.fields_in_rows(head):
        for number, field in enumerate(fields):
            _field(field, number * (room + measures.FIELD_GAP), room, pen)
        pen.y += measures.field_row_height(fields, room)
    if head.judge:
        pen.y = max(pen.y, top + _judge(head, top, pen))
    pen.y += measures.GAP if pen.y > top else 0
    if head.check:
        _check(head, pen)
        pen.y += measures.GAP


def _check(head: Head, pen: Pen) -> None:
    """What the check found, in a box."""
    width = pen.paper.inner_width
    pen.box(0, pen.y, width, measures.check_height(head, pen.paper))
    pen.y += measures.GAP / 2
    for lines, bold in zip(measures.check_lines(head, pen.paper), (True, False, False), strict=True):
        pen.lines(lines, measures.GAP, pen.y, measures.PIECE, measures.PIECE_LINE, width - 2 * measures.GAP, bold=bold)
        pen.y += measures.PIECE_LINE * len(lines)
    pen.y += measures.GAP / 2


def _field(field: Field, x: float, room: float, pen: Pen) -> None:
    pen.lines((field.title,), x, pen.y + measures.FIELD_TOP, measures.LABEL, measures.LABEL_LINE, room)
    top = pen.y + measures.LABEL_LINE
    if field.boxes and len(field.value) <= field.boxes:
        side = min(measures.VALUE_LINE - 1, room / field.boxes)
        for number in range(field.boxes):
            pen.box(x + number * side, top, side, measures.VALUE_LINE - 1)
        for number, char in enumerate(field.value):
            pen.lines((char,), x + number * side + side / 4, top, measures.VALUE, measures.VALUE_LINE, side)
        return
    lines = measures.value_lines(field, room)
    pen.lines(lines, x, top, measures.VALUE, measures.VALUE_LINE, room)
    pen.rule(x, top + measures.VALUE_LINE * max(1, len(lines)) - 1, room)


def _judge(head: Head, top: float, pen: Pen) -> float:
    """The judge's box at the right; returns its height."""
    width = measures.judge_width(head, pen.paper)
    left = pen.paper.inner_width - width
    height = measures.RUNNING_LINE + measures.GAP + measures.JUDGE_LINE * len(head.judge)
    pen.box(left, top, width, height)
    room = width - 2 * measures.GAP
    at = left + measures.GAP
    pen.lines((head.judge_title,), at, top + 2, measures.RUNNING, measures.RUNNING_LINE, room, bold=True)
    y = top + measures.RUNNING_LINE + 2
    for number, title in enumerate(head.judge):
        if number:
            pen.rule(at, y, room)
        pen.lines((title,), at, y, measures.LABEL, measures.LABEL_LINE, room)
        y += measures.JUDGE_LINE
    return height


def _page(page: Page, pen: Pen) -> None:
    for band in page.bands:
        _band(band, pen)
        pen.y += band.height + layout.GAP
    lines = measures.summary_lines(page.summary, pen.paper)
    pen.lines(lines, 0, pen.y, measures.PIECE, measures.PIECE_LINE, pen.paper.inner_width, bold=True)
    foot = pen.paper.inner_height - 2
    pen.text(page.label, 0, foot, measures.RUNNING, pen.paper.inner_width, end=True)


def _band(band: Band, pen: Pen) -> None:
    number = len(band.parts)
    width = (pen.paper.inner_width - layout.GUTTER * (number - 1)) // number
    for at, part in enumerate(band.parts):
        if part is not None:
            _part(part, at * (width + layout.GUTTER), width, band.height, pen)


def _part(part: Part, x: float, width: float, height: float, pen: Pen) -> None:
    """A block in a band of this height; its total is level with those beside it where less than a line parts them."""
    pen.box(x, pen.y, width, layout.TITLE, fill=GREY)
    pen.lines((part.title,), x + INSET, pen.y, layout.HEADING, layout.TITLE, width - layout.PADDING, bold=True)
    tall = 0
    for number, rows in enumerate(part.columns):
        if part.heads and (rows or number == 0):
            left = x + number * (sum(part.widths) + layout.GUTTER)
            _heads(part, left, pen.y + layout.TITLE, pen)
            _rows(rows, part, left, pen.y + layout.TITLE + layout.HEADS, pen)
            tall = max(tall, sum(row.height for row in rows))
    if part.total:
        end = layout.TITLE + layout.HEADS + tall
        level = height - layout.TOTAL
        foot = pen.y + (level if 0 < level - end < layout.LINE else end) + layout.TOTAL * (1 - DROP)
        pen.text(part.total, x + INSET, foot, layout.TEXT, width - layout.PADDING, bold=True, end=True)


def _heads(part: Part, x: float, y: float, pen: Pen) -> None:
    for number, (head, width) in enumerate(zip(part.heads, part.widths, strict=True)):
        room = width - layout.PADDING
        pen.text(head, x + INSET, y + layout.HEADS * (1 - DROP), layout.SMALL, room, end=number == 0)
        x += width
    pen.rule(x - sum(part.widths), y + layout.HEADS, sum(part.widths))


def _rows(rows: Sequence[Row], part: Part, x: float, y: float, pen: Pen) -> None:
    for row in rows:
        left = x
        for number, (cell, width) in enumerate(zip(row.cells, part.widths, strict=False)):
            room = width - layout.PADDING
            for line, text in enumerate(cell.lines):
                base = y + layout.LINE * (1 - DROP) + layout.NEXT_LINE * line
                pen.text(text, left + INSET, base, layout.TEXT, room, bold=cell.bold, end=number == 0 or cell.right)
            under = y + layout.LINE + layout.NEXT_LINE * (len(cell.lines) - 1) - 2
            pen.lines(cell.small_lines, left + INSET, under, layout.SMALL, layout.SMALL_LINE, room)
            if cell.link is not None:
                pen.link(cell.link, left, y, width, row.height)
            left += width
        y += row.height
        pen.rule(x, y, sum(part.widths), thick=0.25, grey=FAINT)
