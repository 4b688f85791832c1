"""Dated lists (bans, limits, points, pools) and the columns of the cards they make.

A list file holds versions with a first and a last day; the one in force on a day is the latest that has
begun and not ended, so a temporary list falls back by itself. Entries are names, or `{of: test}`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from deckcheck.cards import Card, Pool
from deckcheck.deck import Entry
from deckcheck.expr import UNKNOWN, Expr, ExprError, Scope, Type, Unknown, compile_text
from deckcheck.expr.scope import nearest
from deckcheck.expr.values import Result
from deckcheck.report import NOWHERE, DeckcheckError, ListInForce, Place, Problem, Severity
from deckcheck.rules.view import NO_VIEW
from deckcheck.shape import Shape
from deckcheck.source import Node, Scalar, Sequence, parse, read

if TYPE_CHECKING:
    from deckcheck.game import Game, ListSlot

_FILE_KEYS = ("list", "title", "source", "checked", "versions")
_VERSION_KEYS = ("from", "until", "entries")


@dataclass(frozen=True, slots=True)
class ListEntry:
    """What a list says of a card, by name or number, or of all cards that pass a test."""

    value: str
    name: str | None
    test: Expr | None
    place: Place


@dataclass(frozen=True, slots=True)
class Version:
    """A list as it stood from its first to its last day (ISO, inclusive; None: open)."""

    first_day: str | None
    last_day: str | None
    entries: tuple[ListEntry, ...]

    def holds_on(self, day: str) -> bool:
        return (self.first_day or "") <= day and (self.last_day is None or day <= self.last_day)


@dataclass(frozen=True, slots=True)
class DatedList:
    """A list file. `checked`: the last day it was known to be current."""

    id: str
    title: str
    path: str
    versions: tuple[Version, ...]
    checked: str | None = None

    def on(self, day: str) -> Version | None:
        """The version in force on a day: the latest that has begun and not ended."""
        in_force = [v for v in self.versions if v.holds_on(day)]
        return max(in_force, key=lambda v: v.first_day or "", default=None)


def load_list(path: str, scope: Scope) -> DatedList:
    """Read a list file; raises `DeckcheckError` with every problem of it."""
    source = read(path)
    node, problems = parse(source)
    shape = Shape(path)
    shape.problems.extend((*source.problems, *problems))
    whole = shape.mapping(node, "the list file", _FILE_KEYS)
    if whole is None or shape.broken:
        if not shape.broken:
            shape.error("schema.not-a-mapping", NOWHERE, what="the list file")
        raise DeckcheckError("usage.list", tuple(shape.problems), path=path)
    name = shape.text(whole.items.get("list"), "list")
    if name is None and "list" not in whole.items:
        shape.error("schema.missing-key", whole.place, key="list")
    versions = whole.items.get("versions")
    if not isinstance(versions, Sequence):
        shape.error("schema.not-a-list", versions.place if versions else whole.place, what="versions")
        versions = Sequence((), whole.place)
    found = tuple(v for item in versions.items if (v := _version(shape, item, scope)) is not None)
    if shape.broken:
        raise DeckcheckError("usage.list", tuple(shape.problems), path=path)
    title = shape.text(whole.items.get("title"), "title") or name or path
    return DatedList(name or "", title, path, found, shape.text(whole.items.get("checked"), "checked"))


def _version(shape: Shape, node: Node, scope: Scope) -> Version | None:
    whole = shape.mapping(node, "a version", _VERSION_KEYS)
    if whole is None:
        return None
    days = [shape.text(whole.items.get(key), key) for key in ("from", "until")]
    for key, day in zip(("from", "until"), days, strict=True):
        if day is not None and not is_day(day):
            shape.error("schema.day", whole.items[key].place, key=key, text=day)
    groups = shape.mapping(whole.items.get("entries"), "entries")
    entries = [
        entry
        for value, items in (groups.items if groups else {}).items()
        for entry in _entries(shape, value, items, scope)
    ]
    return Version(days[0], days[1], tuple(entries))


def is_day(text: str) -> bool:
    """Whether a text is a day, YYYY-MM-DD."""
    from datetime import date

    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def _entries(shape: Shape, value: str, node: Node, scope: Scope) -> list[ListEntry]:
    if not isinstance(node, Sequence):
        shape.error("schema.not-a-list", node.place, what=f"entries of {value}")
        return []
    found = []
    for item in node.items:
        if isinstance(item, Scalar):
            found.append(ListEntry(value, item.text, None, item.place))
            continue
        test = shape.mapping(item, "an entry", ("of",))
        inner = test.items.get("of") if test else None
        if isinstance(inner, Scalar):
            try:
                found.append(ListEntry(value, None, compile_text(inner.text, scope, Type.TRUTH), item.place))
            except ExprError as error:
                shape.expression(error, inner)
        elif test is not None:
            shape.error("schema.missing-key", item.place, key="of")
    return found


@dataclass(slots=True)
class ListColumn:
    """A version of a list as a column of the cards of a game."""

    name: str
    slot: ListSlot
    in_force: ListInForce
    values: dict[object, list[int | str]] = field(default_factory=dict)
    tests: list[tuple[Expr, int | str]] = field(default_factory=list)
    copy_key: Expr | None = None

    def _found(self, entry: Entry) -> list[int | str]:
        found = list(self.values.get(self._key(entry.card), ()))
        return found + [value for test, value in self.tests if test.run(entry, NO_VIEW) is True]

    def _key(self, card: Card | None) -> object:
        """A quota holds for all copies of a card; points, marks and groups belong to the single card."""
        if card is not None and self.slot.value == "limit" and self.copy_key is not None:
            return self.copy_key.run(Entry(1, card.name, "", card), NO_VIEW)
        return card

    def value(self, entry: Entry) -> Result:
        if entry.card is None:
            return UNKNOWN
        found = self._found(entry)
        if self.slot.many:
            return tuple(sorted({str(value) for value in found}))
        if not found:
            return self.slot.stand_in
        numbers = [value for value in found if isinstance(value, int)]
        return min(numbers) if numbers else found[0]

    def lists(self, entry: Entry) -> bool | Unknown:
        return UNKNOWN if entry.card is None else bool(self._found(entry))


def column(
    slot: ListSlot, dated: DatedList, version: Version, game: Game, pool: Pool
) -> tuple[ListColumn, tuple[Problem, ...]]:
    """The column that a version makes of a pool's cards, with the entries that could not be used."""
    name = f"{dated.title} of {version.first_day}" if version.first_day else dated.title
    in_force = ListInForce(dated.title, version.first_day, version.last_day)
    made = ListColumn(name, slot, in_force, copy_key=game.copy_key)
    problems: list[Problem] = []
    for entry in version.entries:
        value = _value(slot, entry, problems)
        if value is None:
            continue
        if entry.test is not None:
            made.tests.append((entry.test, value))
            continue
        cards = pool.find(entry.name or "")
        if not cards:
            problems.append(_strange(entry, "list.no-card", name=entry.name, list=name))
        for card in cards:
            made.values.setdefault(made._key(card), []).append(value)
    return made, tuple(problems)


def _value(slot: ListSlot, entry: ListEntry, problems: list[Problem]) -> int | str | None:
    if slot.value not in ("limit", "points"):
        return entry.value
    if entry.value in slot.words:
        return slot.words[entry.value]
    if entry.value.isdecimal():
        return int(entry.value)
    near = nearest(entry.value, tuple(slot.words))
    problems.append(_strange(entry, "list.value", value=entry.value, nearest=near, known=tuple(slot.words)))
    return None


def _strange(entry: ListEntry, sentence: str, **facts: object) -> Problem:
    return Problem("list-entry", sentence, Severity.WARNING, entry.place, facts=facts)
