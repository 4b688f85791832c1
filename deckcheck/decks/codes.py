"""Codes of other programs that hold a whole deck in one line: they are not read, but named for what they are."""

from __future__ import annotations

import re

# A kind of code → its form; no game is named here. The first that fits names it.
CODES = {
    "a deckstring": r"AAE[A-Za-z][A-Za-z0-9+/]{8,}={0,2}",
    "a link": r"(?i:(?:[a-z][a-z0-9+.-]*://|www\.)\S+)",
    "Omega": r"[A-Za-z0-9+/]{24,}={1,2}|(?i:omega[^:]{0,20}:)\s*[A-Za-z0-9+/]{8,}={0,2}",
    "base32": r"C[A-Z2-7]{20,}",
    "JSON in base64": r"ey[A-Za-z0-9+/]{20,}={0,2}",
    "JSON": r"[{\[]\s*[{\[\"].*",
    "base64": r"(?=\S*\d)(?=\S*[a-z])(?=\S*[A-Z])[A-Za-z0-9+/_-]{24,}={0,2}",
}


def code_of(text: str) -> str | None:
    """The kind of code that a line seems to be; None where it seems to be none."""
    text = text.strip().strip("<>`")
    texts = (text, text.partition(": ")[2].strip())  # "Deck code: AAEC…"
    return next((name for name, form in CODES.items() if any(re.fullmatch(form, one) for one in texts)), None)
