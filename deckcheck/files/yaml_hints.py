"""What a person did who wrote broken YAML, and what to write instead."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from deckcheck.report import Fix, Place, Problem

if TYPE_CHECKING:
    from yaml import MarkedYAMLError

MAX_DEPTH = 40  # lists and mappings within one another; the parser itself gives up at 1,000

# A line that holds one value: what stands before it ("  - ", "name: ", "- name: "), and the value.
_ITEM = re.compile(r"(\s*(?:-\s+)*(?:[a-z_]+:\s+)?)(\S.*)")  # of a line without blanks at its end
_UNSHOWN = "\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufffe\uffff"
_PLAIN = re.compile(rf"[^\W_](?:[^{_UNSHOWN}:#]|:(?=\S)|(?<=\S)#)*\Z")
_ENTRY = re.compile(r"-?\d+x? +[^\W\d]")  # an item without its dash, or without the blank behind it
_TYPED = re.compile(r"(?:null|true|false|yes|no|on|off|y|n|~)\Z|[\d.,:_e+-]*\Z|0[xo]", re.IGNORECASE)
_ESCAPE = re.compile(f'["\\\\{_UNSHOWN}]')

# The parser's words, our sentence, and whether the slip stands where the construct began.
_WORDS = (
    ("tab character", "syntax.tab", False),
    ("unexpected end of stream", "syntax.unclosed-quote", True),
    ("expected ',' or", "syntax.unclosed-bracket", True),
    ("expected node content", "syntax.unclosed-bracket", True),
    ("could not find expected ':'", "syntax.no-colon", True),
    ("expected alphabetic or numeric", "syntax.first-character", True),
    ("expected comment or line break", "syntax.first-character", True),
    ("unknown escape character", "syntax.escape", False),
    ("nesting depth", "syntax.depth", False),
)


def quoted(text: str) -> str:
    """The text as a YAML scalar on one line that every YAML reader takes as just that text.

    Plain where that is safe, else in quotes.
    """
    if _PLAIN.match(text) and text == text.strip() and not text.endswith(":") and not _TYPED.match(text):
        return text
    return in_quotes(text)


def in_quotes(text: str) -> str:
    """The text as a quoted YAML scalar, in double quotes unless single ones save escapes."""
    escapes = _ESCAPE.findall(text)
    if escapes and all(char in '"\\' for char in escapes):
        return "'" + text.replace("'", "''") + "'"
    return '"' + _ESCAPE.sub(lambda char: "\\" + char[0] if char[0] in '"\\' else f"\\u{ord(char[0]):04x}", text) + '"'


def _one_value(line: str) -> re.Match[str] | None:
    match = _ITEM.match(line.rstrip())
    return match if match and match[1].strip() else None


def quote_fix(line: str) -> Fix | None:
    """The line with its value in quotes, where it is a line with one value."""
    if (match := _one_value(line)) is None:
        return None
    before, value = match.groups()
    if value[0] in "'\"" and value[-1] == value[0] and value.count(value[0]) % 2:
        value = value[1:-1]  # 'it's': the quotes were meant as quotes
    return Fix("quote", facts={"text": before.strip() + " " + in_quotes(value)})


def item_fix(line: str) -> Fix:
    """The line as an item of a list."""
    text = re.sub(r"\s#.*", "", line).strip().removeprefix("-").strip()
    return Fix("write", facts={"text": f"- {quoted(text)}"})


def _beside_items(line: str, before: list[str]) -> str | None:
    """What is wrong with a line that stands where an item or a key should: a heading or a dash is missing."""
    text = line.strip()
    above = next((row for row in reversed(before) if row.strip() and not row.lstrip().startswith("#")), "")
    key_above = re.match(r"\s*[^\s\-#][^#:]*:(\s+\S)?", above)
    if text.startswith("- ") and key_above and key_above[1]:
        return "syntax.no-heading"
    if _ENTRY.match(text) and (above.lstrip().startswith("-") or (key_above and not key_above[1])):
        return "syntax.no-dash"
    return "syntax.no-heading" if _ENTRY.match(text) and key_above else None


def write_fix(line: str, text: str) -> Fix | None:
    """The line with another value, where it is a line with one value."""
    if (match := _one_value(line)) is None:
        return None
    return Fix("write", facts={"text": f"{match[1].strip()} {quoted(text)}"})


def explain(error: MarkedYAMLError, lines: list[str], path: str) -> Problem:
    """A parse error as a problem at its place, in words of someone who types deck lists."""
    words = str(error.problem or error.context or "")
    mark, begun = error.problem_mark, error.context_mark
    sentence = "syntax.yaml"
    for part, key, at_begin in _WORDS:
        if part in words:
            sentence = key
            mark = begun if at_begin and begun else mark
            break
    if mark is None:
        return Problem("syntax", "syntax.yaml", place=Place(path), facts={"words": words})
    number = min(mark.line, len(lines) - 1)
    line = lines[number]
    item = _one_value(line)
    value = item[2] if item else ""
    if "mapping values" in words:
        sentence = "syntax.colon" if ": " in value or value.endswith(":") else "syntax.indent"
    elif "cannot start any token" in words:
        sentence = "syntax.tab" if line[mark.column : mark.column + 1] == "\t" else "syntax.first-character"
    elif "expected '-' indicator" in words or "expected key" in words:
        sentence = "syntax.after-quote" if value[:1] in ('"', "'", "[", "{") else "syntax.indent"
    if sentence in ("syntax.indent", "syntax.no-colon"):
        sentence = _beside_items(line, lines[:number]) or sentence
    quotable = sentence in ("syntax.colon", "syntax.first-character", "syntax.after-quote")
    return Problem(
        "syntax",
        sentence,
        place=Place(path, number + 1, min(mark.column, len(line)) + 1),
        fix=quote_fix(line) if quotable else item_fix(line) if sentence == "syntax.no-dash" else None,
        facts={
            "words": words,
            "text": line.strip()[:80],
            "char": line[mark.column : mark.column + 1],
            "limit": MAX_DEPTH,
        },
    )
