"""The version of a list that a source's file offers, read and compared with those that there are."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from functools import cached_property

from deckcheck.cards.patterns import found_in
from deckcheck.cards.pool import Card, Pool
from deckcheck.files.schema_reader import is_day, is_month
from deckcheck.files.source import read
from deckcheck.lists.changes import Change
from deckcheck.lists.dated import MONTH, DatedList, Version
from deckcheck.lists.lflist import read_lflist
from deckcheck.record import dataclass
from deckcheck.report import DeckcheckError
from deckcheck.rules.game import Game, ListSlot
from deckcheck.update.fetch import RefusedError
from deckcheck.update.sources import Source

_MOST_ENTRIES = 50_000
_DEEPEST = 20  # parts of a path


@dataclass(frozen=True, slots=True)
class Offered:
    """What a file says: the first day of the list (None: it does not say), and the value of each card as written."""

    day: str | None
    unsure: str | None
    title: str | None
    values: tuple[tuple[str, str], ...]
    whitelist: bool = False


def offered(source: Source, data: bytes) -> Offered:
    """What a file of a source says.

    :raises RefusedError: it is not of the source's form, or does not hold the list that is meant.
    """
    if data.lstrip()[:1] == b"<":
        raise RefusedError("source.page")
    if source.form == "json":
        return _of_json(source, data)
    return _of_lflist(source, data)


def _of_lflist(source: Source, data: bytes) -> Offered:
    try:
        dated = read_lflist(read(source.url, data))
    except DeckcheckError:
        raise RefusedError("source.form", form=source.form) from None
    is_meant = found_in(source.title) if source.title else lambda title: True
    versions = [version for version in dated.versions if is_meant(version.title or "")]
    titles = tuple((version.title or "")[:60] for version in dated.versions[:5])
    if len(versions) != 1:
        raise RefusedError("source.titles", count=len(versions), pattern=source.title, titles=titles or None)
    version = versions[0]
    faults = [problem for problem in version.problems if problem.sentence in ("list.directive", "list.before")]
    if faults:
        raise RefusedError("source.line", line=faults[0].place.line, text=str(faults[0].facts.get("text", ""))[:80])
    if not version.title or not version.title.isprintable():
        raise RefusedError("source.title")
    entries = version.read()
    _bounded(entries)
    values = tuple((entry.name or "", entry.value) for entry in entries)
    return Offered(version.first_day, version.unsure, version.title, values, version.whitelist)


def _of_json(source: Source, data: bytes) -> Offered:
    try:
        document = json.loads(data, object_pairs_hook=_each_once)
    except (ValueError, RecursionError):
        raise RefusedError("source.form", form=source.form) from None
    day = _at(document, source.day) if source.day else None
    if source.day and not (isinstance(day, str) and (is_day(day) or is_month(day))):
        raise RefusedError("source.no-day", path=source.day)
    found = _at(document, source.entries or "")
    if not isinstance(found, dict) or not found:
        raise RefusedError("source.no-entries", path=source.entries)
    _bounded(found)
    if not all(isinstance(value, int | str) and not isinstance(value, bool) for value in found.values()):
        raise RefusedError("source.value", path=source.entries)
    by_month = isinstance(day, str) and is_month(day)
    first = f"{day}-01" if by_month else str(day) if day is not None else None
    return Offered(first, MONTH if by_month else None, None, tuple((str(k), str(v)) for k, v in found.items()))


def _each_once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """An object; of a key that stands there twice nobody can say which is meant."""
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        raise RefusedError("source.twice", name=next(key for key in keys if keys.count(key) > 1)[:60])
    return found


def _at(document: object, path: str) -> object:
    for part in path.split(".")[:_DEEPEST]:
        document = document.get(part) if isinstance(document, dict) else None
    return document


def _bounded(entries: Sequence[object] | Mapping[str, object]) -> None:
    if len(entries) > _MOST_ENTRIES:
        raise RefusedError("source.entries", most=_MOST_ENTRIES)


@dataclass(frozen=True, slots=True)
class Compared:
    """What a version would change. `values`: value → the names of its cards, as they are kept.

    `unknown`: what names no card of the game. `share`: of the cards on either version, in percent those that change;
    `lifted`: of those on the old one, in percent those that are allowed more.
    """

    values: Mapping[str, list[str]]
    changes: tuple[Change, ...]
    unknown: tuple[str, ...]
    share: int
    lifted: int


class Comparing:
    """Holds offered versions to those of the game's list."""

    def __init__(self, game: Game, pool: Pool, slot: ListSlot, by: str | None) -> None:
        self._game = game
        self._pool = pool
        self._slot = slot
        self._by = by

    def compared(self, new: Offered, old: Version | None) -> Compared:
        """What the offered version changes.

        :raises RefusedError: a value is none of the list, or a card has two.
        """
        values: dict[str, list[str]] = {}
        if self._slot.many:
            raise RefusedError("update.many", slot=self._slot.title)
        amounts: dict[str, int | str] = {}
        unknown = []
        for name, value in new.values:
            amount = self._amount(value)
            if amount is None:
                raise RefusedError("source.value-of", name=name[:60], value=value[:30])
            if self._slot.value == "points" and not amount:
                continue
            card = self._card(name)
            if card is None:
                unknown.append(name)
            kept = name if card is None else self._name(card)
            if kept in amounts:
                if amounts[kept] != amount:
                    raise RefusedError("source.twice", name=kept)
                continue
            amounts[kept] = amount
            values.setdefault(self._word(amount), []).append(kept)
        before = self._amounts(old)
        changes = tuple(
            Change(name, self._told(before.get(name)), self._told(amounts.get(name)))
            for name in sorted(before.keys() | amounts.keys(), key=str.casefold)
            if before.get(name) != amounts.get(name)
        )
        freed = sum(1 for name, amount in before.items() if self._is_freer(amounts.get(name), amount))
        every = len(before.keys() | amounts.keys())
        return Compared(
            {value: sorted(names, key=str.casefold) for value, names in sorted(values.items())},
            changes,
            tuple(unknown),
            100 * len(changes) // every if every else 0,
            100 * freed // len(before) if before else 0,
        )

    def _is_freer(self, now: int | str | None, before: int | str) -> bool:
        """Whether a card is allowed more than before: not on the list any longer, a higher limit, fewer points."""
        if now is None or isinstance(now, str) or isinstance(before, str):
            return now is None
        return now > before if self._slot.value == "limit" else now < before

    def _amount(self, value: str) -> int | str | None:
        """The value as it is compared; None where the list knows none such."""
        if self._slot.value not in ("limit", "points"):
            return value
        if value in self._slot.words:
            return self._slot.words[value]
        return max(0, int(value)) if re.fullmatch(r"-?[0-9]{1,9}", value, re.ASCII) else None

    def _word(self, amount: int | str) -> str:
        return next((word for word, number in self._slot.words.items() if number == amount), str(amount))

    def _told(self, amount: int | str | None) -> str | None:
        return None if amount is None else self._word(amount)

    def _amounts(self, version: Version | None) -> dict[str, int | str]:
        """Card → amount, of a version that there is, by the names that are kept."""
        found: dict[str, int | str] = {}
        for entry in version.read() if version is not None else ():
            amount = self._amount(entry.value)
            if entry.name is not None and amount is not None:
                card = self._named(entry.name)
                found[entry.name if card is None else self._name(card)] = amount
        return found

    def _card(self, text: str) -> Card | None:
        return self._named(text) if self._by is None else self._by_field.get(text)

    def _named(self, text: str) -> Card | None:
        cards = self._pool.find(text)
        if len(cards) > 1:
            cards = tuple(card for card in cards if card.name == text)
        return cards[0] if cards else None

    @cached_property
    def _by_field(self) -> dict[str, Card]:
        """Value of the field that names cards → the card."""
        by = self._by or "name"
        return {str(card.fields[by]): card for card in self._pool if by in card.fields}

    def _name(self, card: Card) -> str:
        """What names the card alone: its name, else one of its identifiers."""
        if len(self._pool.find(card.name)) == 1:
            return card.name
        for name in self._game.card.identifiers:
            if (value := card.fields.get(name)) is not None and not isinstance(value, tuple):
                return str(value)
        return card.name


def newest(dated: DatedList | None) -> Version | None:
    """The version that began last."""
    versions = dated.versions if dated is not None else ()
    return max(versions, key=lambda v: v.first_day or "", default=None)
