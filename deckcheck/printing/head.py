"""The measures of what surrounds the blocks: the top of the first page, running head, foot."""

from __future__ import annotations

from deckcheck.printing.measure import wrap
from deckcheck.printing.records import Field, Head, Paper

TITLE, NOTE, LABEL, VALUE, PIECE, RUNNING = 14.0, 8.0, 7.0, 10.0, 9.0, 8.0  # sizes of type
TITLE_LINE, NOTE_LINE, LABEL_LINE, VALUE_LINE, PIECE_LINE, RUNNING_LINE = 18, 11, 10, 14, 12, 11
JUDGE_LINE = 20
GAP = 6
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


def check_lines(head: Head, paper: Paper) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The verdict, and what it was judged by."""
    room = paper.inner_width - 2 * GAP
    return wrap(head.check[0], PIECE, room, bold=True), wrap(SEPARATOR.join(head.check[1:]), PIECE, room)


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
