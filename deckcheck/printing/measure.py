"""How wide a text is, near enough to break lines; the same for every form, and without any font library."""

from __future__ import annotations

from math import ceil
from unicodedata import east_asian_width, normalize

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
