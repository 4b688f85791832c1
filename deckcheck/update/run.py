"""One update: each source of a game asked, what it offers held against what there is, and kept or refused."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping

from deckcheck.cards.pool import Pool
from deckcheck.lists.changes import Change
from deckcheck.lists.dated import ASKED, MONTH, DatedList, Version, slot_of
from deckcheck.lists.fetched import sum_of
from deckcheck.record import replace
from deckcheck.report import Note, Severity
from deckcheck.rules.game import Game, ListSlot
from deckcheck.update.amendments import Amendments, amendments, card_file
from deckcheck.update.fetch import MissingError, RefusedError, fetch, from_disk
from deckcheck.update.lock import CARDS, Locks
from deckcheck.update.mapping_records import CardMapping, Value
from deckcheck.update.offered import Compared, Comparing, Offered, newest, offered
from deckcheck.update.outcome import ABSENT, NEW, REFUSED, SAME, Outcome, Wish
from deckcheck.update.records import Mapped, mapped
from deckcheck.update.sources import Source
from deckcheck.update.store import State, Store, hash_of
from deckcheck.update.validated import validated

_MOST_CHANGED = 30  # percent of the cards of a list; more is no list of a season, but another list, or a mistake
_MOST_UNKNOWN = 10  # percent
_ALL = 100  # percent
_YEARS = 1  # that a list may be announced ahead: no later one could follow one of a day that is a mistake
_MOST_TOLD = 10  # problems of a file of cards
_FEW = 10  # cards that a short list may change at once


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

    def ask(self, source: Source) -> Iterator[Outcome]:
        """Ask a source, and keep what is new there: an outcome, and one more for each list of a file of cards."""
        try:
            yield from self._asked(source)
        except MissingError as error:
            status = ABSENT if source.optional else REFUSED
            yield Outcome(source, status, () if source.optional else (Note(error.sentence, error.facts),))
        except RefusedError as error:
            yield Outcome(source, REFUSED, (Note(error.sentence, error.facts),))

    def _asked(self, source: Source) -> Iterator[Outcome]:
        before = self._store.state(source.name)
        if before.url != source.url or before.list != source.list:
            before = State()
        data, tag, modified = self._data(source, before)
        if data is None:
            self._remember(source, replace(before, checked=self._wish.today))
            yield Outcome(source, SAME, day=before.day, bytes=before.bytes, hash=before.sum)
            return
        state = State(source.list, source.url, self._wish.today, hash_of(data), len(data), None, tag, modified)
        if source.cards is None:
            yield self._list(source, offered(source, data), state, self._pool)
            self._keep_raw(source, data)
            return
        outcome, lists, pool = self._cards(source, source.cards, data, state)
        yield outcome
        self._keep_raw(source, data)
        for name, values in lists.items():
            entries = tuple((card, str(value)) for card, value in values.items())
            of_list = replace(source, name=f"{source.name}-{name}", list=name, cards=None)
            try:
                offer = Offered(None, None, None, entries)
                yield self._list(of_list, offer, replace(state, list=name), pool)
            except RefusedError as error:
                yield Outcome(of_list, REFUSED, (Note(error.sentence, error.facts),))

    def _keep_raw(self, source: Source, data: bytes) -> None:
        if not self._wish.dry:
            self._store.keep_raw(source.name, data)

    def _list(self, source: Source, offer: Offered, state: State, pool: Pool) -> Outcome:
        """Keep the version of a list that is offered."""
        dated = self._lists.get(source.list)
        old = _before(dated, self._wish.first_day, offer)
        compared = Comparing(self._game, pool, self._slot(source), source.by).compared(offer, old)
        size, total = state.bytes, state.sum
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
        self._remember(source, replace(state, day=day))
        return Outcome(source, NEW, notes, day, unsure, compared.changes, compared.unknown, kept, size, total)

    def _cards(
        self, source: Source, mapping: CardMapping, data: bytes, state: State
    ) -> tuple[Outcome, Mapping[str, Mapping[str, Value]], Pool]:
        """Keep what a file of cards says that is not known; also what it says of lists, and all cards.

        :raises RefusedError: it is no such file, or not one of this game.
        """
        found = mapped(data, mapping, source.url)
        errors = [problem for problem in found.problems if problem.severity is Severity.ERROR]
        if errors:
            raise RefusedError("update.cards-broken", problem=Note(errors[0].sentence, errors[0].facts))
        told = tuple(Note(problem.sentence, problem.facts) for problem in found.problems[:_MOST_TOLD])
        cards, faults = validated(found.records, self._game, source.url)
        bad = {card for fault in faults if fault.severity is Severity.ERROR for card in fault.cards}
        records = [record for record in found.records if record["name"] not in bad]
        made = amendments(records, self._game, self._pool, mapping, source.amend)
        if not self._wish.force:
            _sound_cards(found, made, bad, len(self._pool))
        path = self._store.cards_path(source.name)
        content = card_file(self._game.id, str(self._wish.file or source.url), self._wish.today, made)
        total = hash_of(b"\n".join(content.split(b"\ncards:\n", 1)[1:]))
        lock = (self._wish.locked or {}).get(f"{CARDS}{source.name}", {})
        if self._wish.locked is not None and total not in {one.sum for one in lock.values()}:
            raise RefusedError("update.not-locked", list=source.name)
        same = not made.records if not path.exists() else self._store.cards_sum(source.name) == total
        if not self._wish.dry and not same:
            self._store.keep_cards(source.name, content)
        self._remember(source, replace(state, day=self._wish.today))
        status = SAME if same else NEW
        notes = told if not same else ()
        outcome = Outcome(source, status, notes, self._wish.today, bytes=state.bytes, hash=state.sum, cards=made)
        more = [card for card in cards if card.name in made.new] if found.lists else []
        card_schema = self._game.card
        pool = (
            Pool((*self._pool, *more), identifiers=card_schema.identifiers, hints=card_schema.hints)
            if more
            else self._pool
        )
        return outcome, found.lists, pool

    def _data(self, source: Source, before: State) -> tuple[bytes | None, str | None, str | None]:
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
        if day > f"{int(self._wish.today[:4]) + _YEARS}{self._wish.today[4:]}" and not self._wish.force:
            raise RefusedError("update.far", day=day)
        if last is not None and not self._wish.force:
            if day < last:
                raise RefusedError("update.older", day=day, last=last)
            if day == last:
                raise RefusedError("update.same-day", day=day, changes=_few(compared.changes))
        return day, unsure, notes

    def _locked(self, source: Source, compared: Compared, locks: Locks) -> tuple[str, str | None]:
        """The day of the locked version that says the same, and how sure it is.

        :raises RefusedError: there is none.
        """
        for day, lock in locks.get(source.list, {}).items():
            if sum_of(source.list, day, compared.values) == lock.sum:
                return day, lock.unsure
        raise RefusedError("update.not-locked", list=source.list)

    def _keep(self, source: Source, offer: Offered, compared: Compared, day: str, unsure: str | None) -> str:
        about = {"title": None, "unsure": unsure, "whitelist": offer.whitelist}
        origin = {"source": str(self._wish.file or source.url), "fetched": self._wish.today}
        if self._wish.dry:
            return sum_of(source.list, day, compared.values)
        return self._store.keep_version(source.list, day, compared.values, {**about, **origin})

    def _remember(self, source: Source, state: State) -> None:
        if not self._wish.dry:
            self._store.keep_state(source.name, state)

    def _slot(self, source: Source) -> ListSlot:
        """The slot that the list is for."""
        dated = self._lists.get(source.list) or DatedList(source.list, source.list, "", ())
        slot = slot_of(dated, self._game)
        if slot is None:
            raise RefusedError("update.no-slot", list=source.list)
        return slot


def _sound(compared: Compared, offer: Offered, source: Source) -> None:
    """Make sure that a version does not look like a mistake: another list, a part of one, one of other cards.

    :raises RefusedError: it does.
    """
    unknown = 100 * len(compared.unknown) // max(1, len(offer.values))
    if unknown > _MOST_UNKNOWN:
        raise RefusedError("update.unknown", share=unknown, names=compared.unknown[:5], list=source.list)
    many = len(compared.changes) > _FEW and max(compared.share, compared.lifted) > _MOST_CHANGED
    if many or compared.lifted == _ALL:
        facts = {"share": compared.share, "lifted": compared.lifted, "changes": _few(compared.changes)}
        raise RefusedError("update.much", **facts, list=source.list)


def _sound_cards(found: Mapped, made: Amendments, bad: Collection[str], known: int) -> None:
    """Make sure that a file of cards does not look like one of another game, or like a part.

    :raises RefusedError: it does.
    """
    read = len(found.records)
    if 2 * read < known:
        raise RefusedError("update.cards-few", read=read, known=known)
    if 100 * len(bad) > _MOST_UNKNOWN * read:
        raise RefusedError("update.cards-bad", share=100 * len(bad) // read, names=tuple(sorted(bad)[:5]))
    if known and 100 * len(made.new) > _MOST_CHANGED * read:
        raise RefusedError("update.cards-other", share=100 * len(made.new) // read, names=made.new[:5])


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
