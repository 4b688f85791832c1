"""Many decks at once, by several processes: each makes the game ready once, the reports keep their order."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from deckcheck.report import DeckcheckError, Report
from deckcheck.sessions.find import Found
from deckcheck.sessions.session import Session
from deckcheck.sessions.settings import Settings

if TYPE_CHECKING:
    from concurrent.futures import Future

_FIRST = 64  # decks that are done before a process has started
_SHARE = 128  # decks that a process is given at a time: a tenth of a second, so that the work can be broken off
_AHEAD = 4  # shares of a process that may be under way, so that it never waits; no more reports than these are kept

_session: Session | None = None


def check_all(
    session: Session, decks: Sequence[Found], jobs: int, tell: Callable[[int], None] = lambda done: None
) -> Generator[Report, None, None]:
    """The reports on the decks in their order, from `jobs` processes where it pays; each as it comes, none is kept.

    `tell` is told how many are done.

    :raises DeckcheckError: as `Session.check_all`, for the first decks before there is any report; or a process
        has ended before its time.
    """
    # The first are done here: they tell what cannot be used at all, and compile what is to be compiled.
    first, rest = session.check_all(decks[:_FIRST]), decks[_FIRST:]
    later = _apart(session, rest, jobs) if jobs > 1 and len(rest) > _SHARE else map(session.check, rest)
    for done, report in enumerate(chain(first, later), 1):
        tell(done)
        yield report


def _apart(session: Session, decks: Sequence[Found], jobs: int) -> Iterator[Report]:
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    global _session  # noqa: PLW0603 - where processes are forked, they have what this one has read
    _session = session
    shares = (decks[at : at + _SHARE] for at in range(0, len(decks), _SHARE))
    pool = ProcessPoolExecutor(jobs, initializer=_begin, initargs=(session.settings,))
    waiting: deque[Future[list[Report]]] = deque()
    try:
        for share in shares:
            waiting.append(pool.submit(_share, share))
            if len(waiting) == jobs * _AHEAD:
                yield from waiting.popleft().result()
        while waiting:
            yield from waiting.popleft().result()
    except BrokenProcessPool:
        raise DeckcheckError("usage.process-ended") from None
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
