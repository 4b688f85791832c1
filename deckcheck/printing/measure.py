"""How wide a text is, near enough to break lines, and how high what surrounds the blocks: head of a page and foot.

It is the same for every form, and needs no font library.
"""

from __future__ import annotations

from math import ceil
from unicodedata import east_asian_width, normalize

from deckcheck.printing.document import Field, Head, Paper

# Advance widths of " " to "~" in thousandths of the size: the larger of DejaVu Sans Condensed and its bold.
_ASCII = (
    *(313, 410, 469, 754, 626, 901, 785, 275, 411, 411, 470, 754, 342, 374, 342, 329),
    *(626, 626, 626, 626, 626, 626, 626, 626, 626, 626, 360, 360, 754, 754, 754, 522),
    *(900, 696, 686, 660, 747, 615, 615, 738, 753, 334, 334, 697, 573, 896, 753, 765),
    *(659, 765, 693, 648, 614, 730, 696, 993, 694, 651, 652, 411, 329, 411, 754, 450),
    *(450, 607, 644, 533, 644, 610, 391, 644, 641, 308, 308, 598, 308, 938, 641, 618),
    *(644, 644, 444, 536, 430, 641, 586, 831, 580, 586, 523, 641, 329, 641, 754),
)
_REGULAR = 0.92  # what the regular face takes of the bold one, text of mixed letters
_OTHER = 850
_WIDE = 1050


def _advance(char: str) -> int:
    if " " <= char <= "~":
        return _ASCII[ord(char) - 32]
    base = normalize("NFD", char)[0]
    if " " <= base <= "~":
        return _ASCII[ord(base) - 32]
    return _WIDE if east_asian_width(char) in "WF" else _OTHER


def width(text: str, size: float, *, bold: bool = False) -> float:
    """The width of a text in points."""
    return sum(map(_advance, text)) * size / 1000 * (1 if bold else _REGULAR)


def wrap(text: str, size: float, room: float, *, bold: bool = False) -> tuple[str, ...]:
    """The text in lines no wider than `room`, broken at blanks, a longer word inside; "" is no line."""
    lines: list[str] = []
    line = ""
    for word in text.split():
        longer = f"{line} {word}" if line else word
        if width(longer, size, bold=bold) <= room:
            line = longer
            continue
        if line:
            lines.append(line)
        *full, line = _pieces(word, size, room, bold=bold)
        lines.extend(full)
    return (*lines, line) if line else tuple(lines)


def _pieces(word: str, size: float, room: float, *, bold: bool) -> list[str]:
    """A word cut where it leaves the room, after a hyphen if there is one; at least a character a piece."""
    pieces, piece = [], ""
    for char in word:
        while piece and width(piece + char, size, bold=bold) > room:
            cut = piece.rfind("-") + 1 or len(piece)
            pieces.append(piece[:cut])
            piece = piece[cut:]
        piece += char
    return [*pieces, piece]


def column(texts: tuple[str, ...], size: float) -> int:
    """The width of a column that holds these texts."""
    return ceil(max((width(text, size, bold=True) for text in texts), default=0))


TITLE, NOTE, LABEL, VALUE, PIECE, RUNNING = 14.0, 8.0, 7.0, 10.0, 9.0, 8.0  # sizes of type
TITLE_LINE, NOTE_LINE, LABEL_LINE, VALUE_LINE, PIECE_LINE, RUNNING_LINE = 18, 11, 10, 14, 12, 11
JUDGE_LINE = 17
GAP = 6
FIELD_TOP = 2  # of the height of a label above it, so that it stands nearer to its own line than to the one above
FIELD_GAP = 12  # between the two columns of fields
JUDGE_SHARE = 0.3  # of the width
FOOT = 12
SEPARATOR = " · "  # between pieces of a line


def field_width(head: Head, paper: Paper) -> float:
    """How wide one of the two columns of fields is."""
    return (paper.inner_width - judge_width(head, paper) - FIELD_GAP * (2 if head.judge else 1)) / 2


def judge_width(head: Head, paper: Paper) -> float:
    return paper.inner_width * JUDGE_SHARE if head.judge else 0


def value_lines(field: Field, room: float) -> tuple[str, ...]:
    return wrap(field.value, VALUE, room)


def fields_in_rows(head: Head) -> list[tuple[Field, ...]]:
    """Two fields a row, from left to right."""
    return [head.fields[at : at + 2] for at in range(0, len(head.fields), 2)]


def field_row_height(fields: tuple[Field, ...], room: float) -> int:
    return LABEL_LINE + VALUE_LINE * max(1, *(len(value_lines(field, room)) for field in fields))


def check_lines(head: Head, paper: Paper) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """The verdict, what it was judged by, and why it is so."""
    room = paper.inner_width - 2 * GAP
    problems = tuple(line for problem in head.problems for line in wrap(problem, PIECE, room))
    return wrap(head.check[0], PIECE, room, bold=True), wrap(SEPARATOR.join(head.check[1:]), PIECE, room), problems


def check_height(head: Head, paper: Paper) -> int:
    return PIECE_LINE * sum(map(len, check_lines(head, paper))) + GAP if head.check else 0


def head_height(head: Head, paper: Paper) -> int:
    """The height of the top of the first page."""
    room = field_width(head, paper)
    fields = sum(field_row_height(row, room) for row in fields_in_rows(head))
    judge = RUNNING_LINE + GAP + JUDGE_LINE * len(head.judge) if head.judge else 0
    middle = max(fields, judge)
    check = check_height(head, paper)
    return (
        TITLE_LINE * len(wrap(head.title, TITLE, paper.inner_width, bold=True))
        + NOTE_LINE * len(wrap(head.note, NOTE, paper.inner_width))
        + GAP
        + (middle + GAP if middle else 0)
        + (check + GAP if check else 0)
    )


def running_height(text: str, paper: Paper) -> int:
    """The height of a running head; 0 for no text."""
    lines = len(wrap(text, RUNNING, paper.inner_width))
    return RUNNING_LINE * lines + GAP if lines else 0


def summary_lines(texts: tuple[str, ...], paper: Paper) -> tuple[str, ...]:
    return wrap(SEPARATOR.join(texts), PIECE, paper.inner_width, bold=True)
