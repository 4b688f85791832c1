"""Text from files, made safe to print: nothing in a name may move the cursor or turn the line around."""

from __future__ import annotations

import re
from unicodedata import category

LONGEST = 160  # a longer text is no name; its end is cut

_JOINERS = "\u200c\u200d"  # they shape letters and emoji, and hide nothing
_PLAIN = re.compile(r"[ -~]*\Z")
_HIDDEN = ("Cc", "Cf", "Cs", "Zl", "Zp")


def shorten(text: str, longest: int = LONGEST) -> str:
    """The text on one line: control characters, direction marks and lone surrogates as escapes, long texts cut."""
    if len(text) > longest:
        text = text[: longest - 1] + "…"
    if _PLAIN.match(text):
        return text
    return "".join(map(_visible, text))


def _visible(char: str) -> str:
    if char in _JOINERS or category(char) not in _HIDDEN:
        return char
    if char == "\n":
        return "\\n"
    if char == "\t":
        return "\\t"
    code = ord(char)
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def sanitise(text: str) -> str:
    """The same without a cut: paths, and sentences of a schema."""
    return shorten(text, len(text))


def sanitise_line(text: str) -> str:
    """A line of a file, whose tabs stay."""
    return "\t".join(map(sanitise, text.split("\t")))
