"""Many decks at once, by several processes: each makes the game ready once, the reports keep their order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from deckcheck.games.library import without_collection
from deckcheck.report import Report
from deckcheck.run.find import Found
from deckcheck.run.session import Session, Settings

_LEAST = 64  # decks of a share; fewer are done before a process has started
_MOST = 1024  # so that the work can be followed, and broken off
_SHARES = 4  # of a process, so that none waits long for the last

_session: Session | None = None


def check_all(
    session: Session, decks: Sequence[Found], jobs: int, tell: Callable[[int], None] = lambda done: None
) -> list[Report]:
    """The reports on the decks in their order, from `jobs` processes where it pays.

    `tell` is told how many are done, every now and then.

    :raises DeckcheckError: as `Session.check_all`.
    """
    with without_collection():
        return _checked(session, decks, jobs, tell)


def _checked(session: Session, decks: Sequence[Found], jobs: int, tell: Callable[[int], None]) -> list[Report]:
    # The first share is done here: it tells what cannot be used at all, and compiles what is to be compiled.
    reports = session.check_all(decks[:_LEAST])
    tell(len(reports))
    size = min(_MOST, max(_LEAST, -(-len(decks) // (jobs * _SHARES))))
    shares = [decks[at : at + size] for at in range(_LEAST, len(decks), size)]
    for found in _apart(session, shares, jobs) if jobs > 1 and len(shares) > 1 else map(session.check_all, shares):
        reports += found
        tell(len(reports))
    return reports


def _apart(session: Session, shares: Sequence[Sequence[Found]], jobs: int) -> Iterator[list[Report]]:
    from concurrent.futures import ProcessPoolExecutor

    global _session  # noqa: PLW0603 - where processes are forked, they have what this one has read
    _session = session
    pool = ProcessPoolExecutor(min(jobs, len(shares)), initializer=_begin, initargs=(session.settings,))
    try:
        yield from pool.map(_share, shares)
    finally:
        _session = None
        pool.shutdown(cancel_futures=True)


def _begin(settings: Settings) -> None:
    import gc
    import signal

    gc.disable()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the first process ends the others
    global _session  # noqa: PLW0603 - a process has one
    _session = _session or Session(settings)


def _share(decks: Sequence[Found]) -> list[Report]:
    assert _session is not None
    return _session.check_all(decks)
