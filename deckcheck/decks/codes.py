"""Codes of other programs that hold a whole deck in one line: they are not read, but named for what they are."""

from __future__ import annotations

import re

# The name of a program or a kind of code → its form. The first that fits names it.
CODES = {
    "Hearthstone": r"AAE[A-Za-z][A-Za-z0-9+/]{8,}={0,2}",
    "ygo://": r"(?i:ygo(?:pro)?://\S+)",
    "Omega": r"[A-Za-z0-9+/]{24,}={1,2}|(?i:omega[^:]{0,20}:)\s*[A-Za-z0-9+/]{8,}={0,2}",
    "Legends of Runeterra": r"C[A-Z2-7]{20,}",
    "Marvel Snap": r"ey[A-Za-z0-9+/]{20,}={0,2}",
    "a web page": r"(?i:(?:https?://|www\.)\S+)",
    "JSON": r"[{\[]\s*[{\[\"].*",
    "base64": r"(?=\S*\d)(?=\S*[a-z])(?=\S*[A-Z])[A-Za-z0-9+/_-]{24,}={0,2}",
}


def code_of(text: str) -> str | None:
    """The program whose code a line seems to be; None where it seems to be none."""
    text = text.strip().strip("<>`")
    texts = (text, text.partition(": ")[2].strip())  # "Deck code: AAEC…"
    return next((name for name, form in CODES.items() if any(re.fullmatch(form, one) for one in texts)), None)
