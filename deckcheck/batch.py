"""Many decks at once, by several processes: each makes the game ready once, the reports keep their order."""

from __future__ import annotations

from collections.abc import Sequence

from deckcheck.find import Found
from deckcheck.report import Report
from deckcheck.session import Session, Settings

_LEAST = 64  # decks of a share; fewer are done before a process has started
_SHARES = 4  # of a process, so that none waits long for the last

_session: Session | None = None


def check_all(session: Session, decks: Sequence[Found], jobs: int) -> list[Report]:
    """The reports on the decks in their order, from `jobs` processes where it pays.

    :raises DeckcheckError: as `Session.check_all`.
    """
    size = max(_LEAST, -(-len(decks) // (jobs * _SHARES)))
    if jobs == 1 or len(decks) <= size:
        return session.check_all(decks)
    from concurrent.futures import ProcessPoolExecutor

    # The first share is done here: it tells what cannot be used at all, and compiles what is to be compiled.
    reports = session.check_all(decks[:_LEAST])
    shares = [decks[at : at + size] for at in range(_LEAST, len(decks), size)]
    with ProcessPoolExecutor(min(jobs, len(shares)), initializer=_begin, initargs=(session.settings,)) as pool:
        for found in pool.map(_share, shares):
            reports += found
    return reports


def _begin(settings: Settings) -> None:
    global _session  # noqa: PLW0603 - a process has one
    _session = Session(settings)


def _share(decks: Sequence[Found]) -> list[Report]:
    assert _session is not None
    return _session.check_all(decks)
