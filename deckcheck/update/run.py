"""One update: each source of a game asked, what it offers held against what there is, and kept or refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from deckcheck.cards.pool import Pool
from deckcheck.lists.changes import Change
from deckcheck.lists.dated import ASKED, MONTH, DatedList, Version, slot_of
from deckcheck.lists.fetched import sum_of
from deckcheck.lists.sources import ListSource
from deckcheck.record import dataclass, replace
from deckcheck.report import Note
from deckcheck.rules.game import Game, ListSlot
from deckcheck.sessions.lock import Locks
from deckcheck.update.fetch import MissingError, RefusedError, fetch, from_disk
from deckcheck.update.offered import Compared, Comparing, Offered, newest, offered
from deckcheck.update.store import State, Store, hash_of

_MOST_CHANGED = 30  # percent of the cards of a list; more is no list of a season, but another list, or a mistake
_MOST_UNKNOWN = 10  # percent
_FEW = 10  # cards that a short list may change at once

# What became of a source.
NEW, SAME, REFUSED, ABSENT = "new", "same", "refused", "absent"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one source.

    `status`: NEW (a version is kept, or would be), SAME (there is none newer), REFUSED or ABSENT (an optional one).
    `why`: the sentence that says why it was refused, or what to know. `day`, `unsure`: of the version. `sum`: its hash.
    `bytes`, `hash`: of the file.
    """

    source: ListSource
    status: str
    why: tuple[Note, ...] = ()
    day: str | None = None
    unsure: str | None = None
    changes: tuple[Change, ...] = ()
    unknown: tuple[str, ...] = ()
    sum: str | None = None
    bytes: int = 0
    hash: str | None = None


@dataclass(frozen=True, slots=True)
class Wish:
    """How to update. `today`: ISO. `first_day`: of the lists that do not say theirs.

    `file`: the one to read in place of the network. `dry`: nothing is kept. `force`: what looks like a mistake is taken
    all the same. `locked`: list → day → the only versions that are taken.
    """

    today: str
    first_day: str | None = None
    file: Path | None = None
    dry: bool = False
    force: bool = False
    locked: Locks | None = None


class Update:
    """Updates the lists of a game. `own`: the sources are the user's own; `tell` is told what is asked."""

    def __init__(
        self,
        game: Game,
        pool: Pool,
        lists: Mapping[str, DatedList],
        store: Store,
        wish: Wish,
        tell: Callable[[Note], None],
        *,
        own: bool = False,
    ) -> None:
        self._game = game
        self._pool = pool
        self._lists = lists
        self._store = store
        self._wish = wish
        self._tell = tell
        self._own = own

    def ask(self, source: ListSource) -> Outcome:
        """Ask a source, and keep what is new there."""
        try:
            return self._asked(source)
        except MissingError as error:
            if source.optional:
                return Outcome(source, ABSENT)
            return Outcome(source, REFUSED, (Note(error.sentence, error.facts),))
        except RefusedError as error:
            return Outcome(source, REFUSED, (Note(error.sentence, error.facts),))

    def _asked(self, source: ListSource) -> Outcome:
        before = self._store.state(source.name)
        if before.url != source.url or before.list != source.list:
            before = State()
        data, tag, modified = self._data(source, before)
        if data is None:
            self._remember(source, replace(before, checked=self._wish.today))
            return Outcome(source, SAME, day=before.day, bytes=before.bytes, hash=before.sum)
        offer = offered(source, data)
        dated = self._lists.get(source.list)
        old = _before(dated, self._wish.first_day, offer)
        compared = Comparing(self._game, self._pool, self._slot(source), source.by).compared(offer, old)
        size, total = len(data), hash_of(data)
        state = State(source.list, source.url, self._wish.today, total, size, None, tag, modified)
        if old is not None and not compared.changes and self._wish.locked is None:
            self._remember(source, replace(state, day=old.first_day))
            return Outcome(source, SAME, day=old.first_day, bytes=size, hash=total)
        if self._wish.locked is not None:
            day, unsure = self._locked(source, compared, self._wish.locked)
            notes: tuple[Note, ...] = ()
        else:
            if not self._wish.force:
                _sound(compared, offer, source)
            day, unsure, notes = self._day(offer, compared, dated)
        kept = self._keep(source, offer, compared, day, unsure)
        if not self._wish.dry:
            self._store.keep_raw(source.name, data)
        self._remember(source, replace(state, day=day))
        return Outcome(source, NEW, notes, day, unsure, compared.changes, compared.unknown, kept, size, total)

    def _data(self, source: ListSource, before: State) -> tuple[bytes | None, str | None, str | None]:
        if self._wish.file is not None:
            self._tell(Note("update.reading", {"path": str(self._wish.file), "name": source.name}))
            return from_disk(str(self._wish.file), source.most), None, None
        self._tell(Note("update.asking", {"url": source.url, "name": source.name, "licence": source.licence}))
        # Where the answer is needed whatever it was, "not changed" is none.
        known = before if self._wish.locked is None and not self._wish.force else State()
        answer = fetch(source.url, source.most, known.tag, known.modified, own=self._own)
        return answer.data, answer.tag, answer.modified

    def _day(
        self, offer: Offered, compared: Compared, dated: DatedList | None
    ) -> tuple[str, str | None, tuple[Note, ...]]:
        """The first day of the version, how sure it is, and what to know of it.

        :raises RefusedError: there is a later one already, or another one of that day.
        """
        known = newest(dated)
        last = known.first_day if known is not None else None
        day, unsure = self._wish.first_day or offer.day, None if self._wish.first_day else offer.unsure
        notes: tuple[Note, ...] = ()
        if day is None:
            day, unsure = self._wish.today, ASKED
            notes = (Note("update.day-assumed", {"day": day}),)
        elif unsure == MONTH:
            notes = (Note("update.month", {"month": day[:7]}),)
            if last is not None and day[:7] == last[:7]:  # in the month of the one that is known, so it is later
                day, unsure = max(self._wish.today, last), ASKED
        if last is not None and not self._wish.force:
            if day < last:
                raise RefusedError("update.older", day=day, last=last)
            if day == last:
                raise RefusedError("update.same-day", day=day, changes=_few(compared.changes))
        return day, unsure, notes

    def _locked(self, source: ListSource, compared: Compared, locks: Locks) -> tuple[str, str | None]:
        """The day of the locked version that says the same, and how sure it is.

        :raises RefusedError: there is none.
        """
        for day, lock in locks.get(source.list, {}).items():
            if sum_of(source.list, day, compared.values) == lock.sum:
                return day, lock.unsure
        raise RefusedError("update.not-locked", list=source.list)

    def _keep(self, source: ListSource, offer: Offered, compared: Compared, day: str, unsure: str | None) -> str:
        about = {"title": None, "unsure": unsure, "whitelist": offer.whitelist}
        origin = {"source": str(self._wish.file or source.url), "fetched": self._wish.today}
        if self._wish.dry:
            return sum_of(source.list, day, compared.values)
        return self._store.keep_version(source.list, day, compared.values, {**about, **origin})

    def _remember(self, source: ListSource, state: State) -> None:
        if not self._wish.dry:
            self._store.keep_state(source.name, state)

    def _slot(self, source: ListSource) -> ListSlot:
        """The slot that the list is for."""
        dated = self._lists.get(source.list) or DatedList(source.list, source.list, "", ())
        slot = slot_of(dated, self._game)
        if slot is None:
            raise RefusedError("update.no-slot", list=source.list)
        return slot


def _sound(compared: Compared, offer: Offered, source: ListSource) -> None:
    """Make sure that a version does not look like a mistake: another list, a part of one, one of other cards.

    :raises RefusedError: it does.
    """
    unknown = 100 * len(compared.unknown) // max(1, len(offer.values))
    if unknown > _MOST_UNKNOWN:
        raise RefusedError("update.unknown", share=unknown, names=compared.unknown[:5], list=source.list)
    if len(compared.changes) > _FEW and max(compared.share, compared.lifted) > _MOST_CHANGED:
        facts = {"share": compared.share, "lifted": compared.lifted, "changes": _few(compared.changes)}
        raise RefusedError("update.much", **facts, list=source.list)


def _few(changes: tuple[Change, ...]) -> tuple[str, ...]:
    return tuple(change.name for change in changes[:5])


def _before(dated: DatedList | None, first_day: str | None, offer: Offered) -> Version | None:
    """The version that an offered one would follow or be: that in force when it begins, as far as that is known."""
    if dated is None:
        return None
    if first_day is not None:
        return dated.on(first_day)
    if offer.day is None:
        return newest(dated)
    return dated.on(f"{offer.day[:7]}-31" if offer.unsure == MONTH else offer.day)
