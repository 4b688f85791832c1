"""How far a long command is, on one line of the standard error, where that is a terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_PATIENCE = 1.0  # seconds before the first word, and between two


@contextmanager
def progress(decks: int, *, quiet: bool) -> Iterator[Callable[[int], None]]:
    """Gives the function that is told how many decks are done; the line is wiped in the end."""
    if quiet or not sys.stderr.isatty():
        yield lambda done: None
        return
    from deckcheck.wording import say

    last = time.monotonic()
    width = 0

    def tell(done: int) -> None:
        nonlocal last, width
        now = time.monotonic()
        if now - last >= _PATIENCE:
            last = now
            text = say("progress.decks", done=done, decks=decks)
            width = max(width, len(text))
            sys.stderr.write(f"\r{text}")
            sys.stderr.flush()

    try:
        yield tell
    finally:
        if width:
            sys.stderr.write(f"\r{' ' * width}\r")
            sys.stderr.flush()
