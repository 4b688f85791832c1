"""Codes of other programs that hold a whole deck in one line: they are not read, but named for what they are."""

from __future__ import annotations

import re

# The name of a program or a kind of code → its form. The first that fits names it.
CODES = {
    "Hearthstone": re.compile(r"AAE[A-Za-z][A-Za-z0-9+/]{8,}={0,2}"),
    "ygo://": re.compile(r"ygo(?:pro)?://\S+", re.IGNORECASE),
    "Omega": re.compile(
        r"(?:omega[^:]{0,20}:\s*)?[A-Za-z0-9+/]{24,}={1,2}|omega[^:]{0,20}:\s*[A-Za-z0-9+/]{8,}={0,2}", re.IGNORECASE
    ),
    "Legends of Runeterra": re.compile(r"C[A-Z2-7]{20,}"),
    "Marvel Snap": re.compile(r"ey[A-Za-z0-9+/]{20,}={0,2}"),
    "a web page": re.compile(r"https?://\S+", re.IGNORECASE),
    "base64": re.compile(r"(?=[^\s]*\d)(?=[^\s]*[a-z])(?=[^\s]*[A-Z])[A-Za-z0-9+/_-]{24,}={0,2}"),
}


def code_of(text: str) -> str | None:
    """The program whose code a line seems to be; None where it seems to be none."""
    text = text.strip().strip("<>`")
    return next((name for name, form in CODES.items() if form.fullmatch(text)), None)
