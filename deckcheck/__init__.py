"""Deck lists of any card game, judged by rules that are data.

>>> from deckcheck import check, message
>>> for report in check("decks/", game="venture"):
...     print(report.path, "legal" if report.legal else [message(p) for p in report.problems])
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from deckcheck.report import Problem, Report

__version__ = "0.1.0"
__all__ = ["__version__", "check", "message"]


def check(
    *paths: str,
    game: str | None = None,
    format_id: str | None = None,
    as_of: str | None = None,
    cards: Sequence[str] = (),
    schemas: Sequence[str] = (),
    params: Mapping[str, str] | None = None,
    draft: bool = False,
) -> list[Report]:
    """The verdicts on the decks at these paths (files, or folders of them), in the order found.

    `as_of` is a day, YYYY-MM-DD, today if None; the other options are those of `deckcheck check`. A deck
    that cannot be read has a report that says so.

    :raises deckcheck.report.DeckcheckError: no such game, format or param, or a schema, card or list file
        that cannot be used; `deckcheck.wording.error_text` words it.
    """
    from deckcheck.run.find import find_decks
    from deckcheck.run.session import Session, Settings, today

    settings = Settings(
        as_of=as_of or today(),
        game=game,
        format=format_id,
        cards=tuple(cards),
        schemas=tuple(schemas),
        params=params or {},
        draft=draft,
    )
    return Session(settings).check_all(find_decks(paths, lists=game is not None).decks)


def message(problem: Problem) -> str:
    """The problem in one English sentence."""
    from deckcheck.wording import message as worded

    return worded(problem)
