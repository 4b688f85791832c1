"""Lists as this program prints them, and tables in Markdown, as plain lists; each line stays in its place."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from deckcheck.cards.names import normalise
from deckcheck.formats.columns import Columns, columns, meant
from deckcheck.formats.sections import KEY_WORDS

_PRINTED = re.compile(r"\b(?:Fingerprint|Empreinte)\s?:\s[0-9A-F]{4}-[0-9A-F]{4}\b")
_TABLE = re.compile(r"^[ \t]*\|(?:[ \t]*:?-{3,}:?[ \t]*\|)+[ \t]*$", re.MULTILINE)
_LINE = re.compile(r"(=+|-+)\s*")  # under a title
_COUNTED = re.compile(r"\s*\d+\s+\S")
_FIELD = re.compile(r"([^:]{1,30}?)\s?:\s([^·]+)")
_DOTS = re.compile(r"[.…_\s]+")
_REST = re.compile(r"(.+?)\s?:\s(?:other cards|autres cartes)|(.+?)\s\((?:continued|suite)\)")
_ESCAPED = re.compile(r"\\([^\w\s])")


def undressed(text: str) -> str:
    """The text as a plain list, if it is one in such a dress; else the same."""
    printed, table = _PRINTED.search(text), _TABLE.search(text)
    if not printed and not table:
        return text
    lines = text.split("\n")
    if table:
        lines = list(_of_tables(lines))
    if printed:
        lines = list(_without_frame(lines))
    return "\n".join(lines)


def _of_tables(lines: Iterable[str]) -> Iterator[str]:
    """The rows of tables, headings and fields of Markdown as a plain list has them."""
    at: Columns | None = None  # where the columns stand, as the head of the table says
    for line in map(str.strip, lines):
        if not line.startswith("|"):
            at = None
            yield _of_line(line)
            continue
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line[1:].removesuffix("|"))]
        if _TABLE.fullmatch(line):
            yield ""
        elif at is None and {"count", "card"} <= set(map(meant, cells)):
            at = columns(cells, ()) if len(set(cells)) == len(cells) else None  # else lists side by side
            yield ""
        else:
            yield _ESCAPED.sub(r"\1", _row(cells, at))


def _row(cells: list[str], at: Columns | None) -> str:
    """A row: the count and the card by their columns, else the first two cells, and what stands beside them."""
    if at is None or max(*at.card, *at.counts, at.section or 0) >= len(cells) or not cells[at.counts[0]]:
        first, rest = "  ".join(filter(None, cells[:2])), cells[2:]
        return " | ".join((first, *filter(None, rest)))
    section = cells[at.section] if at.section is not None else ""
    first = f"{cells[at.counts[0]]}  {cells[at.card[0]]}"
    rest = [cell for index, cell in enumerate(cells) if index not in at]
    counts = [f"x{cells[index]}" for index in at.counts[1:] if cells[index]]  # told where it is another one
    return " | ".join((f"{section}: {first}" if section else first, *filter(None, (*rest, *counts))))


def _of_line(line: str) -> str:
    if line.startswith("#"):
        depth = len(line) - len(line.lstrip("#"))
        return f"// {_ESCAPED.sub(chr(92) + '1', line[depth:].strip())}" if depth > 1 else ""
    return _ESCAPED.sub(r"\1", line.removeprefix("- ").replace("**", ""))


def _without_frame(lines: list[str]) -> Iterator[str]:
    """The cards, which all have counts, the titles of their blocks in comments, and what is filled in at the top."""
    for line, below in zip(lines, (*lines[1:], ""), strict=True):
        field = _FIELD.fullmatch(line.strip())
        ruled = _LINE.fullmatch(below.strip()) if line.strip() else None
        if ruled or line.startswith("// "):
            rest = _REST.fullmatch(line.removeprefix("// ").strip())
            title = (rest[1] or rest[2]) if rest else line.removeprefix("// ").strip()
            yield "" if ruled and ruled[1].startswith("=") else f"// {title}"
        elif _COUNTED.match(line) or (field and normalise(field[1]) in KEY_WORDS and not _DOTS.fullmatch(field[2])):
            yield line
        else:
            yield ""
