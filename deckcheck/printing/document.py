"""A printed document as data: pages, blocks, rows. Writers render it and decide nothing but looks.

All lengths are in points (1/72 inch). All texts are on one line and safe to show (`wording.whole`).
"""

from __future__ import annotations

from deckcheck.record import dataclass


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet of paper; `margin` on each side."""

    id: str
    width: int
    height: int
    margin: int = 34

    @property
    def inner_width(self) -> int:
        return self.width - 2 * self.margin

    @property
    def inner_height(self) -> int:
        return self.height - 2 * self.margin


PAPERS = {"a4": Paper("a4", 595, 842), "letter": Paper("letter", 612, 792)}


@dataclass(frozen=True, slots=True)
class Cell:
    """What stands in a row under one heading; `small` is printed after it, smaller.

    `lines` and `small_lines` are the same, broken to the width of the column. `link`: the number of the sheet that it
    leads to.
    """

    text: str
    small: str = ""
    lines: tuple[str, ...] = ()
    small_lines: tuple[str, ...] = ()
    bold: bool = False
    link: int | None = None

    @property
    def right(self) -> bool:
        """Whether it stands to the right: a number."""
        return self.text.isdecimal()


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a table. A row without cells is blank, to be filled in by hand."""

    cells: tuple[Cell, ...]
    height: int


@dataclass(frozen=True, slots=True)
class Part:
    """A block, or as much of it as this page holds: its rows run down one column after the other.

    `widths` are those of the cells in one column; `main` is the cell that names the row. A block without
    any row has no `heads`. `total` is empty where the block goes on on the next page.
    """

    title: str
    heads: tuple[str, ...]
    widths: tuple[int, ...]
    columns: tuple[tuple[Row, ...], ...]
    total: str
    main: int


@dataclass(frozen=True, slots=True)
class Band:
    """Blocks side by side, each as wide as the others; None where a block has ended already."""

    parts: tuple[Part | None, ...]
    height: int


@dataclass(frozen=True, slots=True)
class Field:
    """Something to know about the player or the event. `value` is empty where it is to be filled in.

    `boxes`: how many boxes the value is written in, one character each; 0: on a line.
    """

    title: str
    value: str
    boxes: int = 0


@dataclass(frozen=True, slots=True)
class Head:
    """The top of the first page. `check` is the result of the check, piece by piece; `problems` why it is so.

    `judge` is what a judge fills in, under `judge_title`; empty where there is no such box.
    """

    title: str
    note: str = ""
    fields: tuple[Field, ...] = ()
    judge_title: str = ""
    judge: tuple[str, ...] = ()
    check: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Page:
    """`label` says which page this is of how many. `summary` ends the last one: totals and counters."""

    label: str
    bands: tuple[Band, ...]
    summary: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Sheet:
    """One deck on as many pages as it needs. `running` heads each page but the first.

    `level` is that of its title among the headings: 2 inside of a book, else 1.
    """

    language: str
    level: int
    head: Head
    running: str
    pages: tuple[Page, ...]


@dataclass(frozen=True, slots=True)
class Document:
    """What goes into one file."""

    title: str
    language: str
    paper: Paper
    sheets: tuple[Sheet, ...]
