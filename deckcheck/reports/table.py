"""Tables in text. Imported only where one is written: the library takes as long to import as a check takes."""

from __future__ import annotations

from collections.abc import Sequence

from tabulate import tabulate


def table(rows: Sequence[Sequence[str]], *, left: int | None = None) -> list[str]:
    """A line for each row, cells to the right of their columns, those from column `left` on to the left."""
    sides = ["right" if left is None or number < left else "left" for number in range(len(rows[0]))]
    # Blanks are kept, as a chart may begin with some.
    text = tabulate(rows, tablefmt="plain", colalign=sides, disable_numparse=True, preserve_whitespace=True)
    return [f"  {line}".rstrip() for line in text.split("\n")]


def headed(columns: dict[str, list[str]]) -> str:
    """Columns below their heads, all to the left."""
    return str(tabulate(columns, headers="keys", tablefmt="simple", disable_numparse=True))
