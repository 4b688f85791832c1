"""The forms a document can be written in."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from deckcheck.printing.html import write_html
from deckcheck.printing.markdown import write_markdown
from deckcheck.printing.pdf import write_pdf
from deckcheck.printing.records import Document
from deckcheck.printing.text import write_text

# Form → writer; the second argument are the user's font files, which only a PDF needs.
WRITERS: dict[str, Callable[[Document, Sequence[str]], bytes]] = {
    "text": write_text,
    "markdown": write_markdown,
    "html": write_html,
    "pdf": write_pdf,
}
SUFFIXES = {".txt": "text", ".md": "markdown", ".markdown": "markdown", ".html": "html", ".htm": "html", ".pdf": "pdf"}
