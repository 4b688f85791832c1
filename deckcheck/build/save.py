"""Writing a file whole or not at all."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path

from deckcheck.report import DeckcheckError


def save(path: str, data: bytes) -> None:
    """Replace a file's bytes; whatever happens on the way, the old file or the new one is there.

    A link stays a link, and the file keeps its rights.

    :raises DeckcheckError: it cannot be written.
    """
    target = Path(os.path.realpath(path))
    made: str | None = None
    try:
        handle, made = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name[:100]}.")
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(made, target.stat().st_mode & 0o7777)  # noqa: PTH101
        os.replace(made, target)  # noqa: PTH105
        made = None
    except OSError as error:
        raise DeckcheckError("usage.not-written", path=path, reason=error.strerror) from error
    finally:  # an interruption too leaves nothing behind
        if made is not None:
            with suppress(OSError):
                Path(made).unlink()
