"""How far a long command is, on one line of the standard error, where that is a terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

_PATIENCE = 1.0  # seconds before the first word, and between two


class Progress:
    """Called with how much is done; says so where there is a `key`, the sentence, and only now and then."""

    def __init__(self, key: str | None, whole: int | None) -> None:
        self._key = key
        self._whole = whole
        self._last = time.monotonic() if key else 0.0
        self._width = 0

    def __call__(self, done: int) -> None:
        if self._key is None or (now := time.monotonic()) - self._last < _PATIENCE:
            return
        from deckcheck.wording import say

        self._last = now
        text = say(self._key, done=done, whole=self._whole)
        self._width = max(self._width, len(text))  # before it is written: an interruption may come at any time
        sys.stderr.write(f"\r{text.ljust(self._width)}")
        sys.stderr.flush()

    def wipe(self) -> None:
        """Leave the line to what else is written to the terminal."""
        if self._width:
            sys.stderr.write(f"\r{' ' * self._width}\r")
            sys.stderr.flush()
            self._width = 0


@contextmanager
def progress(key: str, whole: int | None = None, *, quiet: bool = False) -> Iterator[Progress]:
    """What is told how many of the `whole` are done; the line is wiped in the end."""
    told = Progress(None if quiet or not sys.stderr.isatty() else key, whole)
    try:
        yield told
    finally:
        told.wipe()
