"""Tables with a header, as spreadsheets and sites write them: the one reader for cards, decks and collections."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterator
from itertools import chain, islice

from deckcheck.record import dataclass

# A first line that spreadsheets write for themselves.
_SEPARATOR = re.compile(r"\s*\"?sep=(\\t|[^\w\s\"'.=+-]|\t)\"?[,;\t ]*\n", re.IGNORECASE)
_DELIMITERS = ",;\t|"
_TITLES = 12  # rows above a header at most: the name of a collection, a date
# Not three zeros: those may be thousands.
_WHOLE = re.compile(r"\+?(\d{1,12})(?:[.,](?:0{1,2}|0{4,6}))?")
_COUNT = re.compile(r"[xX×]?\s?[-+]?\d[\d.,/+-]*\s?[xX×]?|[^\W\d]+")
_FORMULA = "=+-@＝＋－＠\t\r"  # what a spreadsheet takes for the beginning of a formula
_GUARDED = re.compile(rf"'+[{re.escape(_FORMULA)}]")
_AS_TEXT = re.compile(r'="([^"]*)"')  # a number that a spreadsheet is to leave as it stands

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
    titles: rows above the header.
    rows: those below it that are not blank, each with the line where it begins; cells without outer blanks.
    """

    line: int
    header: list[str]
    titles: tuple[Row, ...]
    rows: Iterator[Row]


def read_rows(text: str, score: Score) -> Rows | None:
    """The table of a text; None where there is no row at all. `score`: how many cells of a row name a known column.

    The header is the first row or one below titles; the delimiter is the one under which it names most columns, else
    the one that cuts it into most cells.

    :raises BrokenRowError: of a row that cannot be cut into cells, also while the rows are read.
    """
    told = _SEPARATOR.match(text)
    above = text[: told.end()].count("\n") if told else 0
    body = text[told.end() :] if told else text
    delimiters = told.group(1).replace("\\t", "\t") if told else _DELIMITERS
    tried: list[tuple[tuple[int, int], Rows]] = []
    broken: BrokenRowError | None = None
    for delimiter in delimiters:
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
    top: list[Row] = []
    rest = rows
    try:
        top.extend(islice(rows, _TITLES + 1))
    except BrokenRowError as error:
        if not top:
            raise
        rest = _failing(error)
    if not top:
        return None
    at = _header([cells for _, cells in top], score)
    line, header = top[at]
    return Rows(line, header, tuple(top[:at]), chain(top[at + 1 :], rest))


def _header(top: list[list[str]], score: Score) -> int:
    """Which row is the header: the first that names two columns, below rows that hold no numbers; else the first that
    names one or has several cells, below rows of one; else the first of all, of a table of one column."""
    for at, cells in enumerate(top):
        if score(cells) > 1:
            return at
        if any(whole_number(cell) is not None for cell in cells):
            break
    return next((at for at, cells in enumerate(top) if score(cells) or sum(map(bool, cells)) > 1), 0)


def _failing(error: BrokenRowError) -> Iterator[Row]:
    yield from ()
    raise error


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
    """The cell without what keeps a spreadsheet from taking it for a formula, as `guarded` puts it, or for a number."""
    if text := _AS_TEXT.fullmatch(cell):
        return text[1].strip()
    return cell[1:] if _GUARDED.match(cell) else cell


def guarded(cell: str) -> str:
    """A cell that no spreadsheet takes for a formula; `read_rows` gives it back as it was."""
    return f"'{cell}" if cell[:1] in {*_FORMULA} or _GUARDED.match(cell) else cell


def whole_number(cell: str) -> int | None:
    """The whole number that a cell holds, also as a spreadsheet writes it (`3.0`); None where it holds none."""
    found = _WHOLE.fullmatch(cell.strip())
    return int(found.group(1)) if found else None


def is_count(cell: str) -> bool:
    """Whether a cell is one word that may have been meant for a count, as `3x`, `2+1`, `three`: lines are read so."""
    return _COUNT.fullmatch(cell.strip()) is not None
