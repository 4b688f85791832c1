"""Tables with a header, as spreadsheets and sites write them: the one reader for cards, decks and collections."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterator

from deckcheck.record import dataclass

_SEPARATOR = re.compile(
    r"\s*\"?sep=(.)\"?[ \t]*\n", re.IGNORECASE
)  # a first line that spreadsheets write for themselves
_DELIMITERS = ",;\t|"
_TITLES = 5  # rows above a header at most: the name of a collection, a date
_WHOLE = re.compile(r"\+?(\d{1,12})(?:[.,]0{1,6})?")
_FORMULA = "=+-@\t\r"  # what a spreadsheet takes for the beginning of a formula

Row = tuple[int, list[str]]
Score = Callable[[list[str]], int]


class BrokenRowError(Exception):
    """A quoted cell that does not end, or has more behind it than the next delimiter; `line`: where its row begins."""

    def __init__(self, line: int, words: str) -> None:
        super().__init__(words)
        self.line = line


@dataclass(frozen=True, slots=True)
class Rows:
    """A table.

    line: where the header stands.
    header: its cells.
    titles: rows above the header that hold one cell each.
    rows: those below it that are not blank, each with the line where it begins; cells without outer blanks.
    """

    line: int
    header: list[str]
    titles: tuple[Row, ...]
    rows: Iterator[Row]


def read_rows(text: str, score: Score) -> Rows | None:
    """The table of a text; None where there is no row at all. `score`: how many cells of a row name a known column.

    The header is the first row, or one below rows of a single cell; the delimiter is the one under which it names most
    columns, else the one that cuts it into most cells.

    :raises BrokenRowError: of a row that cannot be cut into cells, also while the rows are read.
    """
    told = _SEPARATOR.match(text)
    above = text[: told.end()].count("\n") if told else 0
    body = text[told.end() :] if told else text
    tried: list[tuple[tuple[int, int], Rows]] = []
    broken: BrokenRowError | None = None
    for delimiter in told.group(1) if told else _DELIMITERS:
        try:
            found = _below_titles(_cells(body, delimiter, above + 1), score)
        except BrokenRowError as error:
            broken = broken or error
            continue
        if found is not None:
            tried.append(((score(found.header), len(found.header)), found))
    if tried:
        return max(tried, key=lambda one: one[0])[1]
    if broken is not None:
        raise broken
    return None


def _below_titles(rows: Iterator[Row], score: Score) -> Rows | None:
    titles: list[Row] = []
    for line, cells in rows:
        single = sum(map(bool, cells)) == 1
        if not single or score(cells) or len(titles) == _TITLES:
            return Rows(line, cells, tuple(titles), rows)
        titles.append((line, cells))
    if not titles:
        return None
    (line, header), *below = titles  # a single column
    return Rows(line, header, (), iter(below))


def _cells(text: str, delimiter: str, first: int) -> Iterator[Row]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, skipinitialspace=True, strict=True)
    while True:
        line = first + reader.line_num
        try:
            row = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            raise BrokenRowError(line, str(error)) from error
        cells = [_bare(cell.strip()) for cell in row]
        if any(cells):
            yield line, cells


def _bare(cell: str) -> str:
    """The cell without the sign that keeps a spreadsheet from taking it for a formula, as `guarded` puts it."""
    return cell[1:] if cell[:1] == "'" and cell[1:2] and cell[1] in _FORMULA else cell


def guarded(cell: str) -> str:
    """A cell that no spreadsheet takes for a formula; `read_rows` gives it back as it was."""
    return f"'{cell}" if cell[:1] and cell[0] in _FORMULA else cell


def whole_number(cell: str) -> int | None:
    """The whole number that a cell holds, also as a spreadsheet writes it (`3.0`); None where it holds none."""
    found = _WHOLE.fullmatch(cell.strip())
    return int(found.group(1)) if found else None
