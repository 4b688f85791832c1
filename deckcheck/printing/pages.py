"""Blocks → pages: lines broken to their columns, blocks flowing on where a page is full; nothing is cut."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from deckcheck.printing.contents import Block, Text
from deckcheck.printing.document import Band, Cell, Part, Row
from deckcheck.printing.measure import column, wrap
from deckcheck.record import dataclass, field, replace

TEXT, SMALL, HEADING = 9.0, 7.0, 10.0  # sizes of type
LINE, NEXT_LINE, SMALL_LINE = 13, 11, 9  # heights: of a text, of each line it goes on for
TITLE, HEADS, TOTAL, GAP = 15, 11, 15, 6
PADDING = 6  # of a cell, both sides together
GUTTER = 10  # between columns
MOST_LINES = 20  # of one row; a longer text goes on in a row of its own
LEAST_ROWS = 3  # a block does not begin at the foot of a page for less


@dataclass(frozen=True, slots=True)
class Room:
    """How high the pages are between head and foot, and how wide."""

    width: int
    first: int
    later: int


@dataclass(slots=True)
class _Flow:
    """A block on its way down the pages."""

    block: Block
    widths: tuple[int, ...]
    rows: list[Row]
    blank: bool
    begun: bool = False
    ended: bool = False


@dataclass(slots=True)
class _Pages:
    """The pages so far. `left` is the height still free on the last one."""

    room: Room
    left: int
    pages: list[list[Band]] = field(default_factory=lambda: [[]])

    @property
    def fresh(self) -> bool:
        return not self.pages[-1]

    def turn(self) -> None:
        self.pages.append([])
        self.left = self.room.later

    def add(self, band: Band) -> None:
        self.pages[-1].append(band)
        self.left -= band.height + GAP


def flow(rows: Sequence[Sequence[Block]], room: Room, last: int) -> tuple[tuple[Band, ...], ...]:
    """The bands of each page; `last` is the height that the end of the last page needs.

    Blocks are filled up with blank lines as far as that costs no further page.
    """
    needed = _flow(rows, room, last, 0)
    for most in range(max((block.lines for row in rows for block in row), default=0), 0, -1):
        filled = _flow(rows, room, last, most)
        if len(filled) == len(needed):
            return filled
    return needed


def _flow(rows: Sequence[Sequence[Block]], room: Room, last: int, most: int) -> tuple[tuple[Band, ...], ...]:
    pages = _Pages(room, room.first)
    for row in rows:
        _place([_begin(block, (room.width - GUTTER * (len(row) - 1)) // len(row), most) for block in row], pages)
    if pages.left < last and not pages.fresh:
        pages.turn()
    return tuple(tuple(page) for page in pages.pages)


def _begin(block: Block, width: int, most: int) -> _Flow:
    across = block.across
    widths = _widths(block, (width - GUTTER * (across - 1)) // across)
    rows = list(chain.from_iterable(_rows(cells, widths) for cells in block.rows))
    blanks = min(block.lines, most) - len(rows)
    return _Flow(block, widths, rows + [Row((), LINE)] * max(0, blanks), most > 0)


def _widths(block: Block, width: int) -> tuple[int, ...]:
    """Columns as wide as their texts, the main one as wide as what is left: never under a third."""
    widths = [
        max(column((head,), SMALL), column(tuple(row[index].text for row in block.rows), TEXT)) + PADDING
        for index, head in enumerate(block.heads)
    ]
    widths[block.main] = 0
    while sum(widths) > width * 2 // 3:  # the widest give way
        widest = max(widths)
        next_widest = max((one for one in widths if one < widest), default=0)
        over = sum(widths) - width * 2 // 3
        shrunk = max(next_widest, widest - -(-over // widths.count(widest)))
        widths = [min(one, shrunk) for one in widths]
    widths[block.main] = width - sum(widths)
    return tuple(widths)


def _rows(cells: Sequence[Text], widths: Sequence[int]) -> list[Row]:
    """A row, or several where a text is longer than a page bears."""
    broken = [
        (wrap(cell.text, TEXT, width - PADDING), wrap(cell.small, SMALL, width - PADDING))
        for cell, width in zip(cells, widths, strict=True)
    ]
    if all(len(lines) + len(small) <= MOST_LINES for lines, small in broken):
        return [_row([Cell(c.text, c.small, *lines, c.bold, c.link) for c, lines in zip(cells, broken, strict=True)])]
    rows = []
    for at in range(0, max(len(lines) + len(small) for lines, small in broken), MOST_LINES):
        parts = [_piece(lines, small, at) for lines, small in broken]
        rows.append(_row([Cell(" ".join(lines), " ".join(small), lines, small) for lines, small in parts]))
    return rows


def _piece(lines: tuple[str, ...], small: tuple[str, ...], at: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    end = at + MOST_LINES
    return lines[at:end], small[max(0, at - len(lines)) : max(0, end - len(lines))]


def _row(cells: list[Cell]) -> Row:
    heights = (LINE + NEXT_LINE * (len(cell.lines) - 1) + SMALL_LINE * len(cell.small_lines) for cell in cells)
    return Row(tuple(cells), max(LINE, *heights))


def _place(flows: list[_Flow], pages: _Pages) -> None:
    """Blocks side by side, on as many pages as they need."""
    while not all(one.ended for one in flows):
        least = max(_least(one) for one in flows if not one.ended)
        if pages.left < least and not pages.fresh:
            pages.turn()
            continue
        room = pages.left
        parts = tuple(None if one.ended else _take(one, room) for one in flows)
        height = max(_height(part) for part in parts if part)
        evened = (_evened(part, height) if part and one.blank else part for part, one in zip(parts, flows, strict=True))
        pages.add(Band(tuple(evened), height))


def _evened(part: Part, height: int) -> Part:
    """A block that ends before its neighbours has blank lines down to where they end."""
    more = (height - _height(part)) // LINE
    if not part.total or len(part.columns) > 1 or not more:
        return part
    return replace(part, columns=((*part.columns[0], *[Row((), LINE)] * more),))


def _least(one: _Flow) -> int:
    """The height that makes it worth beginning on this page: a few rows, with the total if it is all."""
    first = one.rows[: LEAST_ROWS * one.block.across]
    across = min(one.block.across, max(1, len(first)))
    heights = [row.height for row in first]
    rows = max(-(-sum(heights) // across), *heights) if heights else 0
    return TITLE + HEADS + rows + (TOTAL if len(first) == len(one.rows) else 0)


def _take(one: _Flow, room: int) -> Part:
    """As much of a block as this height holds, its columns as even as they can be."""
    height, across = room - TITLE - HEADS, one.block.across
    columns, used = _fill(one.rows, across, height - TOTAL)
    while used < len(one.rows) and not one.rows[-1].cells:  # nothing goes on for the sake of blank lines
        one.rows.pop()
        columns, used = _fill(one.rows, across, height - TOTAL)
    one.ended = used == len(one.rows)
    if one.ended:
        columns = _even(one.rows, across, height - TOTAL)
    else:
        columns, used = _fill(one.rows, across, height)
        if used == len(one.rows) > 1:  # the total has no room: it never stands alone
            columns, used = _fill(one.rows[:-1], across, height)
        one.ended = used == len(one.rows)
    heads, widths = (one.block.heads, one.widths) if one.begun or one.rows else ((), ())
    del one.rows[:used]
    title = one.block.again if one.begun else one.block.title
    total = one.block.total if one.ended else ""
    one.begun = True
    return Part(title, heads, widths, columns, total, one.block.main)


def _even(rows: Sequence[Row], across: int, most: int) -> tuple[tuple[Row, ...], ...]:
    """All the rows in columns that are as even as they can be; they are known to fit in `most`."""
    for high in range(-(-sum(row.height for row in rows) // across), most):
        columns, used = _fill(rows, across, high)
        if used == len(rows):
            return columns
    return _fill(rows, across, most)[0]


def _fill(rows: Sequence[Row], across: int, high: int) -> tuple[tuple[tuple[Row, ...], ...], int]:
    """The rows in columns of at most this height, each at least one row; and how many there is room for."""
    columns: list[tuple[Row, ...]] = []
    at = 0
    for _ in range(across):
        start, used = at, 0
        while at < len(rows) and (used + rows[at].height <= high or at == start):
            used += rows[at].height
            at += 1
        columns.append(tuple(rows[start:at]))
    return tuple(columns), at


def _height(part: Part) -> int:
    rows = max(sum(row.height for row in column) for column in part.columns)
    return TITLE + HEADS + rows + (TOTAL if part.total else 0)
