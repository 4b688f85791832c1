"""A document as one HTML page that needs nothing else: styled for the screen and for paper."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from deckcheck.printing import measure as measures
from deckcheck.printing import pages as layout
from deckcheck.printing.document import Band, Document, Field, Head, Page, Paper, Part, Row, Sheet
from deckcheck.printing.measure import SEPARATOR

PAPER_NAMES = {"a4": "A4", "letter": "letter"}
RULE = 0.75  # points: the thinnest line a browser draws
SLACK = 4  # points by which a page may be higher at each end, for what a browser rounds


def write_html(document: Document, fonts: Sequence[str] = ()) -> bytes:
    """UTF-8 HTML; lengths on paper are those of the layout."""
    body = "\n".join(line for number, sheet in enumerate(document.sheets) for line in _sheet(sheet, number, document))
    return (
        f'<!DOCTYPE html>\n<html lang="{escape(document.language)}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(document.title)}</title>\n<style>{_style(document.paper)}</style>\n</head>\n"
        f"<body>\n<main>\n{body}\n</main>\n</body>\n</html>\n"
    ).encode()


def _sheet(sheet: Sheet, number: int, document: Document) -> Iterator[str]:
    language = "" if sheet.language == document.language else f' lang="{escape(sheet.language)}"'
    yield f'<article{language} id="sheet-{number}">'
    for at, page in enumerate(sheet.pages):
        yield '<section class="page">'
        if at:
            yield f'<p class="running">{escape(sheet.running)}</p>'
        else:
            yield from _head(sheet)
        yield from _page(page, sheet.level + 1, f"b{number}-{at}")
        yield "</section>"
    yield "</article>"


def _head(sheet: Sheet) -> Iterator[str]:
    head, level = sheet.head, sheet.level
    yield f'<h{level} class="title">{escape(head.title)}</h{level}>'
    if head.note:
        yield f'<p class="note">{escape(head.note)}</p>'
    if head.fields or head.judge:
        yield '<div class="top">'
        if head.fields:
            yield f"<dl>{''.join(map(_field, head.fields))}</dl>"
        if head.judge:
            yield from _judge(head, level + 1)
        yield "</div>"
    if head.check:
        verdict, *others = map(escape, head.check)
        pieces = SEPARATOR.join(f"<span>{piece}</span>" for piece in others)
        problems = "".join(f"<li>{escape(problem)}</li>" for problem in head.problems)
        listed = f"<ul>{problems}</ul>" if problems else ""
        yield f'<div class="check"><p>{verdict}</p><p>{pieces}</p>{listed}</div>'


def _field(field: Field) -> str:
    if field.value or not field.boxes:
        value = f'<dd class="line">{escape(field.value)}</dd>'
    else:
        value = f'<dd class="boxes">{"<span></span>" * field.boxes}</dd>'
    return f"<div><dt>{escape(field.title)}</dt>{value}</div>"


def _judge(head: Head, level: int) -> Iterator[str]:
    yield f'<div class="judge"><h{level}>{escape(head.judge_title)}</h{level}>'
    yield f"<ul>{''.join(f'<li>{escape(title)}</li>' for title in head.judge)}</ul></div>"


def _page(page: Page, level: int, name: str) -> Iterator[str]:
    for number, band in enumerate(page.bands):
        yield from _band(band, level, f"{name}-{number}")
    if page.summary:
        yield f'<p class="summary">{SEPARATOR.join(f"<span>{escape(text)}</span>" for text in page.summary)}</p>'
    yield f'<p class="foot">{escape(page.label)}</p>'


def _band(band: Band, level: int, name: str) -> Iterator[str]:
    yield f'<div class="band" style="--n:{len(band.parts)}">'
    for number, part in enumerate(band.parts):
        if part is None:
            yield "<div></div>"
        else:
            yield from _part(part, level, f"{name}-{number}")
    yield "</div>"


def _part(part: Part, level: int, name: str) -> Iterator[str]:
    yield f'<div class="block"><h{level} id="{name}">{escape(part.title)}</h{level}>'
    yield f'<div class="columns" style="--n:{len(part.columns)}">'
    for number, rows in enumerate(part.columns):
        yield from _table(part, rows, name) if part.heads and (rows or number == 0) else ("<div></div>",)
    yield "</div>"
    if part.total:
        yield f'<p class="total">{escape(part.total)}</p>'
    yield "</div>"


def _table(part: Part, rows: Sequence[Row], name: str) -> Iterator[str]:
    whole = sum(part.widths)
    columns = "".join(f'<col style="width:{100 * width / whole:.2f}%">' for width in part.widths)
    heads = "".join(f'<th scope="col">{escape(head)}</th>' for head in part.heads)
    yield f'<table aria-labelledby="{name}"><colgroup>{columns}</colgroup><thead><tr>{heads}</tr></thead><tbody>'
    for row in rows:
        yield _row(row, part, hidden=any(other.cells for other in rows))
    yield "</tbody></table>"


def _row(row: Row, part: Part, *, hidden: bool) -> str:
    """A row; blank ones are `hidden` from readers' ears where there are others to read."""
    if not row.cells:
        silent = ' aria-hidden="true"' if hidden else ""
        return f"<tr{silent}>{'<td></td>' * len(part.heads)}</tr>"
    cells = []
    for number, cell in enumerate(row.cells):
        small = f" <small>{escape(cell.small)}</small>" if cell.small else ""
        text = f"<strong>{escape(cell.text)}</strong>" if cell.bold else escape(cell.text)
        text = f'<a href="#sheet-{cell.link}">{text}</a>' if cell.link is not None else text
        text = f"{text}{small}"
        heads = number == part.main < len(row.cells) - 1
        side = ' class="number"' if cell.right and number else ""
        cells.append(f'<th scope="row">{text}</th>' if heads else f"<td{side}>{text}</td>")
    return f"<tr>{''.join(cells)}</tr>"


def _style(paper: Paper) -> str:
    return f"""
@page {{ size: {PAPER_NAMES[paper.id]}; margin: {paper.margin - SLACK}pt {paper.margin}pt }}
* {{ box-sizing: border-box; margin: 0; padding: 0 }}
body {{ background: #e8e8e8; color: #000; font: {layout.TEXT}pt/{layout.LINE}pt "DejaVu Sans Condensed",
  "Liberation Sans Narrow", Arial, Helvetica, sans-serif }}
.page {{ background: #fff; width: {paper.width}pt; max-width: 100%; min-height: {paper.height}pt; margin: 12pt auto;
  padding: {paper.margin}pt; display: flex; flex-direction: column; gap: {layout.GAP}pt; overflow-wrap: anywhere }}
.title {{ font-size: {measures.TITLE}pt; line-height: {measures.TITLE_LINE}pt }}
.note {{ font-size: {measures.NOTE}pt; line-height: {measures.NOTE_LINE}pt; margin-top: -{layout.GAP}pt }}
.top {{ display: flex; gap: {measures.FIELD_GAP}pt; align-items: flex-start }}
.top dl {{ flex: 1; display: grid; grid-template-columns: 1fr 1fr; column-gap: {measures.FIELD_GAP}pt;
  align-content: start }}
dt {{ font-size: {measures.LABEL}pt; line-height: {measures.LABEL_LINE - measures.FIELD_TOP}pt;
  padding-top: {measures.FIELD_TOP}pt }}
dd {{ font-size: {measures.VALUE}pt; line-height: {measures.VALUE_LINE - RULE}pt; min-height: {measures.VALUE_LINE}pt }}
dd.line {{ border-bottom: {RULE}pt solid #000 }}
dd.boxes {{ display: flex }}
dd.boxes span {{ border: {RULE}pt solid #000; flex: 1; max-width: {measures.VALUE_LINE}pt }}
.judge {{ width: {measures.JUDGE_SHARE * 100:.0f}%; border: 1pt solid #000; padding: 1pt {layout.GAP}pt }}
.judge :is(h2, h3) {{ font-size: {measures.RUNNING}pt; line-height: {measures.RUNNING_LINE}pt }}
.judge li {{ list-style: none; height: {measures.JUDGE_LINE}pt; font-size: {measures.LABEL}pt;
  line-height: {measures.LABEL_LINE}pt; border-bottom: {RULE}pt solid #000 }}
.judge li:last-child {{ border: 0 }}
.check {{ border: {RULE}pt solid #000; padding: {measures.GAP / 2 - RULE:g}pt {measures.GAP}pt;
  font-size: {measures.PIECE}pt; line-height: {measures.PIECE_LINE}pt }}
.check p:first-child {{ font-weight: bold }}
.check li {{ list-style: none }}
a {{ color: inherit }}
.number {{ text-align: right }}
.band, .columns {{ display: grid; grid-template-columns: repeat(var(--n), minmax(0, 1fr)); gap: {layout.GUTTER}pt;
  align-items: start }}
.block > :is(h2, h3) {{ background: #ddd; font-size: {layout.HEADING}pt; line-height: {layout.TITLE}pt;
  padding: 0 3pt }}
table {{ border-collapse: collapse; table-layout: fixed; width: 100% }}
th {{ font-weight: normal; text-align: left; vertical-align: top }}
thead th {{ font-size: {layout.SMALL}pt; line-height: {layout.HEADS - RULE}pt; padding: 0 {layout.PADDING / 2:g}pt;
  border-bottom: {RULE}pt solid #000 }}
tbody tr {{ height: {layout.LINE}pt; border-bottom: {RULE}pt solid #777 }}
td, tbody th {{ padding: {layout.LINE - layout.NEXT_LINE - RULE}pt {layout.PADDING / 2:g}pt 0;
  line-height: {layout.NEXT_LINE}pt; vertical-align: top }}
tr > :first-child {{ text-align: right }}
small {{ font-size: {layout.SMALL}pt; line-height: {layout.SMALL_LINE}pt; display: block }}
.total {{ font-weight: bold; text-align: right; line-height: {layout.TOTAL}pt; padding: 0 3pt }}
.running {{ font-size: {measures.RUNNING}pt; line-height: {measures.RUNNING_LINE}pt;
  border-bottom: {RULE}pt solid #000 }}
.summary {{ font-size: {measures.PIECE}pt; line-height: {measures.PIECE_LINE}pt; font-weight: bold }}
.summary span, .check span {{ white-space: nowrap }}
.foot {{ margin-top: auto; text-align: right; font-size: {measures.RUNNING}pt }}
@media screen and (max-width: 45em) {{ .band, .columns, .top {{ display: block }}
  .judge {{ width: auto; margin-top: 12pt }}
  .page {{ padding: 12pt; min-height: 0 }} }}
@media print {{ body {{ background: #fff }}
  .page {{ margin: 0; padding: 0; width: auto; min-height: {paper.inner_height - 2}pt; break-after: page }}
  article:last-child .page:last-child {{ break-after: auto }} }}
"""
