"""Dated lists (bans, limits, points, pools) and the columns of the cards they make.

A list has versions with a first and a last day; the one in force on a day is the latest that has begun
and not ended, so a temporary list falls back by itself. An entry is a card, or all cards that pass a test.
"""

from __future__ import annotations

from collections.abc import Callable

from deckcheck.cards.pool import Card, Pool
from deckcheck.decks.deck import Entry
from deckcheck.decks.guess import Guesses
from deckcheck.expr import UNKNOWN, Expr, Unknown
from deckcheck.expr.values import Result
from deckcheck.files.schema_reader import CappedProblems
from deckcheck.record import dataclass, field
from deckcheck.report import NOWHERE, Fetched, ListInForce, Origin, Place, Problem, Severity
from deckcheck.rules.game import Game, ListSlot
from deckcheck.rules.view import NO_VIEW, copy_key_of
from deckcheck.spelling import nearest

_FEW = 5

# Which cards an entry means: number of the card in its pool, and its copy key.
Meant = tuple[tuple[int, object], ...]


@dataclass(frozen=True, slots=True)
class ListEntry:
    """What a list says of a card, by name or number, or of all cards that pass a test.

    `meant`: the cards of the pool that bear the name, where that was found out before.
    """

    value: str
    name: str | None
    test: Expr | None = None
    place: Place = NOWHERE
    meant: Meant | None = None


# Why the first day of a version may be another: its month alone is known; it is the day on which a source was asked.
MONTH, ASKED = "month", "asked"


@dataclass(frozen=True, slots=True)
class Version:
    """A list as it stood from its first to its last day (ISO, inclusive; None: open).

    `read` gives the entries: those of a compiled list are read at first need. `whitelist`: a card that
    is not on it is not allowed. `problems`: what the list's file says that is no entry.
    `unsure`: why the first day may be another: MONTH, ASKED, or in words.
    `fetched`: where it was fetched from, and when, where it did not come with the program.
    """

    first_day: str | None
    last_day: str | None
    read: Callable[[], tuple[ListEntry, ...]]
    title: str | None = None
    whitelist: bool = False
    problems: tuple[Problem, ...] = ()
    unsure: str | None = None
    fetched: Fetched | None = None

    @property
    def since(self) -> str | None:
        """The first day as far as it is known: a day, or a month."""
        return self.first_day[:7] if self.first_day is not None and self.unsure == MONTH else self.first_day

    def holds_on(self, day: str) -> bool:
        return (self.first_day or "") <= day and (self.last_day is None or day <= self.last_day)

    def is_unsure_on(self, day: str) -> bool:
        """Whether its first day is not certain, and near enough that it may hold, or not hold, on that day."""
        if self.unsure is None or self.first_day is None:
            return False
        apart = _months(day) - _months(self.first_day)
        return apart == 0 if self.unsure == MONTH else abs(apart) <= 1


def _months(day: str) -> int:
    return 12 * int(day[:4]) + int(day[5:7])


@dataclass(frozen=True, slots=True)
class DatedList:
    """A list file. `checked`: the last day it was known to be current; `slot`: the one it is made for.

    `of_these_cards`: it is made for the cards at hand, so that a name which is no card is a slip.
    `printed`: a field of the cards and a day; all of them were printed by then.
    """

    id: str
    title: str
    path: str
    versions: tuple[Version, ...]
    checked: str | None = None
    slot: str | None = None
    source: str | None = None
    of_these_cards: bool = True
    printed: tuple[str, str] | None = None

    def on(self, day: str) -> Version | None:
        """The version in force on a day: the latest that has begun and not ended."""
        in_force = [v for v in self.versions if v.holds_on(day)]
        return max(in_force, key=_order, default=None)

    def named(self, version: Version) -> str:
        """The list and its version, as reports call them."""
        return version.title or (f"{self.title} of {version.since}" if version.first_day else self.title)


def _order(version: Version) -> tuple[str, str]:
    """Later ones hold: of those of one day the one that was fetched last, as it corrects the others."""
    return version.first_day or "", version.fetched.day if version.fetched is not None else ""


def slot_of(dated: DatedList, game: Game) -> ListSlot | None:
    """The slot that a list is for: its own, else the first that a format fills with it."""
    rulesets = (game.base, *game.rulesets.values())
    bound = (slot for rules in rulesets for slot, to in rules.lists.items() if to is not None and to[0] == dated.id)
    return game.slots.get(dated.slot or next(bound, ""))


@dataclass(slots=True)
class ListColumn:
    """A version of a list as a column of the cards of a game. `members`: the cards that a whitelist names."""

    name: str
    slot: ListSlot
    in_force: ListInForce
    pool: Pool
    copy_key: Expr
    whitelist: bool = False
    values: dict[object, list[int | str]] = field(default_factory=dict)
    tests: list[tuple[Expr, int | str]] = field(default_factory=list)
    members: set[int] = field(default_factory=set)
    _seen: dict[int, list[int | str]] = field(default_factory=dict)  # by the card's identity; the pool holds them

    def found(self, card: Card) -> list[int | str]:
        """All that the version says of a card; nothing of one that is not on it."""
        found = self._seen.get(id(card))
        if found is None:
            found = self._seen[id(card)] = self._looked_up(card)
        return found

    def _looked_up(self, card: Card) -> list[int | str]:
        """A quota holds for all copies of a card; points, marks and groups belong to the single card.

        So does a place on a whitelist: what shares a card's quota need not be in the pool with it.
        """
        entry = Entry(1, card.name, "", card)
        tested = [value for test, value in self.tests if test.run(entry, NO_VIEW) is True]
        if self.whitelist and not tested and self.pool.number(card) not in self.members:
            return []
        key = copy_key_of(self.copy_key, entry, card, NO_VIEW) if self.slot.value == "limit" else self.pool.number(card)
        return [*self.values.get(key, []), *tested]

    def value(self, entry: Entry) -> Result:
        if entry.card is None:
            return UNKNOWN
        found = self.found(entry.card)
        if self.slot.many:
            return tuple(sorted({str(value) for value in found}))
        if not found:
            return 0 if self.whitelist else self.slot.stand_in
        numbers = [value for value in found if isinstance(value, int)]
        return min(numbers) if numbers else found[0]

    def lists(self, entry: Entry) -> bool | Unknown:
        if entry.card is None:
            return UNKNOWN
        return self.whitelist or bool(self.found(entry.card))

    def origin(self, entry: Entry) -> Origin:
        absent = self.whitelist and entry.card is not None and not self.found(entry.card)
        return Origin("unlisted" if absent else "list", {"list": self.name, "value": self.value(entry)})


@dataclass(frozen=True, slots=True)
class NoList:
    """A slot that no list fills: no card is on it."""

    name: str
    stand_in: int | None = None

    def value(self, entry: Entry) -> Result:  # noqa: ARG002 - a column is asked for each card
        return self.stand_in

    def lists(self, entry: Entry) -> bool:  # noqa: ARG002
        return False

    def origin(self, entry: Entry) -> Origin:  # noqa: ARG002
        return Origin("list", {"list": self.name, "value": self.stand_in})


def column(
    slot: ListSlot, dated: DatedList, version: Version, game: Game, pool: Pool, *, each: bool = False
) -> tuple[ListColumn, tuple[Problem, ...]]:
    """The column that a version makes of a pool's cards, with the entries that could not be used.

    Where a card is named twice with different values, the later line holds. `each`: every entry that is no
    card is told by itself, however many there are.
    """
    name = dated.named(version)
    in_force = ListInForce(version.title or dated.title, version.since, version.last_day, version.fetched)
    whitelist = version.whitelist and slot.value == "limit"
    made = ListColumn(name, slot, in_force, pool, game.copy_key, whitelist)
    problems = CappedProblems(version.problems)
    latest: dict[int, tuple[ListEntry, int | str, object]] = {}
    several: list[tuple[object, int, int | str]] = []
    unknown: list[ListEntry] = []
    for entry in version.read():
        value = _value(slot, entry, problems)
        if value is None:
            continue
        if entry.test is not None:
            made.tests.append((entry.test, value))
            continue
        cards = meant(entry, version, pool, game) if entry.meant is None else entry.meant
        if not cards and not pool.hinted(entry.name or ""):
            unknown.append(entry)
        for number, copy_key in cards:
            if slot.many:
                several.append((copy_key, number, value))
                continue
            before = latest.get(number)
            if before is not None and before[1] != value:
                facts = {"name": entry.name, "value": value, "other": before[1], "line": before[0].place.line}
                problems.append(_strange(entry, "list.twice", **facts))
            latest[number] = (entry, value, copy_key)
    several += [(copy_key, number, value) for number, (_, value, copy_key) in latest.items()]
    made.members.update(number for _, number, _ in several)
    for copy_key, number, value in several:
        made.values.setdefault(copy_key if slot.value == "limit" else number, []).append(value)
    return made, (*problems, *(_no_cards(unknown, name, pool, each=each) if dated.of_these_cards else ()))


def _no_cards(entries: list[ListEntry], name: str, pool: Pool, *, each: bool) -> list[Problem]:
    """The entries that are no card; of more than a few only the first is told in full."""
    if each or len(entries) <= _FEW:
        guesses = Guesses(pool)
        return [
            _strange(entry, "list.no-card", name=entry.name, list=name, near=guesses.of(entry.name or "").near)
            for entry in entries
        ]
    shown = ", ".join(entry.name or "" for entry in entries[:_FEW])
    return [_strange(entries[0], "list.no-cards", names=shown, count=len(entries), list=name)]


def meant(entry: ListEntry, version: Version, pool: Pool, game: Game) -> Meant:
    """The cards that an entry names; of several of one name those that bear it as their first name.

    A number that is but a hint (an older text of the card) puts the card on a whitelist; a ban of it is
    not one of the card.
    """
    cards = pool.find(entry.name or "")
    if not cards and version.whitelist:
        cards = pool.hinted(entry.name or "")
    if len(cards) > 1:
        cards = tuple(card for card in cards if card.name == entry.name) or cards
    return tuple(
        (pool.number(card), copy_key_of(game.copy_key, Entry(1, card.name, "", card), card, NO_VIEW)) for card in cards
    )


_MOST_DIGITS = 18  # a longer number is no less than any that a deck reaches


def _value(slot: ListSlot, entry: ListEntry, problems: CappedProblems) -> int | str | None:
    """The value of an entry in a slot: a number below zero allows none."""
    if slot.value not in ("limit", "points"):
        return entry.value
    if entry.value in slot.words:
        return slot.words[entry.value]
    if entry.value.removeprefix("-").isdecimal():
        return max(0, int(entry.value[:_MOST_DIGITS]))
    near = nearest(entry.value, tuple(slot.words))
    problems.append(_strange(entry, "list.value", value=entry.value, nearest=near, known=tuple(slot.words)))
    return None


def _strange(entry: ListEntry, sentence: str, **facts: object) -> Problem:
    return Problem("list-entry", sentence, Severity.WARNING, entry.place, facts=facts)
