"""What commands that take decks share: finding them, and reading a single one."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from deckcheck.commands.output import tell
from deckcheck.find import STDIN, Found, find_decks
from deckcheck.report import DeckcheckError, Report
from deckcheck.session import Loaded, Session
from deckcheck.wording import say


def search(paths: Sequence[str], session: Session, stdin_name: str | None) -> tuple[Found, ...]:
    """The decks that the arguments mean; files of folders that were passed over are counted on stderr.

    :raises DeckcheckError: there is none.
    """
    stdin = sys.stdin.buffer.read() if STDIN in paths else None
    lists = session.settings.game is not None
    found = find_decks(paths, lists=lists, stdin=stdin, stdin_name=stdin_name)
    if not found.decks:
        raise DeckcheckError("usage.no-decks", paths=tuple(paths), skipped=found.skipped or None)
    if found.skipped:
        hint = say("usage.skipped-lists", lists=found.lists) if found.lists else None
        tell("usage.skipped", {"files": found.skipped, "hint": hint})
    return found.decks


def single(path: str, session: Session, stdin_name: str | None) -> Loaded | Report:
    """The one deck that the argument means, or the report that says why it cannot be read.

    :raises DeckcheckError: the argument is a folder.
    """
    if os.path.isdir(path):  # noqa: PTH112
        raise DeckcheckError("usage.folder", path=path)
    return session.load(search((path,), session, stdin_name)[0])
