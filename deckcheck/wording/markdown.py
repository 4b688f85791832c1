"""Text inside of Markdown: no sign of it becomes markup, whatever reads it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

# Markup anywhere, then what would begin a list or a heading, then what makes links, mentions and emoji.
_SIGNS = re.compile(r"[\\`*_\[\]<>|#~&$^]|\A[-+=]|(?<=\A[0-9])[.)]|(?<=\A[0-9]{2})[.)]|[:@](?=[/\w])|(?<=\w)\.(?=\w)")

# What a name or a number behind it makes a mention or a link to an issue.
_MENTIONS = re.compile(r"\\@|@(?=[\w\\])|\\#(?=\d)|\bgh(?=-\d)", re.IGNORECASE)


def escaped(text: str) -> str:
    """The text with every sign that Markdown would take for markup escaped."""
    return _SIGNS.sub(lambda match: "\\" + match.group(), text)


def unlinked(text: str) -> str:
    """The text escaped, and without mentions and links to issues where it is posted.

    Sites look for those in what Markdown has become, where no backslash is left: a sign without width stops them.
    """
    return _MENTIONS.sub(lambda match: f"{match.group()}&#8203;", escaped(text))


def table(heads: Sequence[str], rows: Iterable[Sequence[str]], *, right: int = 0) -> str:
    """A table of cells that are Markdown already; the first `right` columns stand to the right."""
    ruler = ["---:" if number < right else "---" for number in range(len(heads))]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (heads, ruler, *rows))
