"""Columns of text: what odds and goldfish show as tables."""

from __future__ import annotations

from collections.abc import Sequence


def aligned(rows: Sequence[Sequence[str]], *, left: bool = False) -> list[str]:
    """A line for each row, cells to the right of their columns; `left`: all columns but the first to the left."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        cells = [
            cell.ljust(width) if left and number else cell.rjust(width)
            for number, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append(f"  {'  '.join(cells)}".rstrip())
    return lines
