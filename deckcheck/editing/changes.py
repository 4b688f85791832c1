"""Changes to a deck as records: what is added, removed, moved; and a deck with them made."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import product

from deckcheck.cards.pool import Card
from deckcheck.decks.deck import Deck, Entry
from deckcheck.record import dataclass, replace
from deckcheck.report import NOWHERE, Place

ADD, REMOVE, MOVE = "add", "remove", "move"
Counts = Mapping[tuple[Card, str], int]


@dataclass(frozen=True, slots=True)
class Change:
    """So many copies of a card added to a section, removed from one, or moved `to` another.

    `card` is None for a line that is no card of the deck, which stands at `place`, and for copies that no
    card is called as, which are told by their `name` and have no place. `rules`: ids of the rules that
    would be broken without the change.
    """

    action: str
    count: int
    name: str
    card: Card | None
    section: str
    to: str | None = None
    place: Place = NOWHERE
    rules: tuple[str, ...] = ()


def counted(entries: Iterable[Entry]) -> dict[tuple[Card, str], int]:
    """Copies of each known card in each section, in the order of the lines."""
    found: dict[tuple[Card, str], int] = {}
    for entry in entries:
        if entry.card is not None:
            spot = entry.card, entry.section
            found[spot] = found.get(spot, 0) + entry.count
    return found


def between(before: Counts, after: Counts) -> tuple[Change, ...]:
    """What turns one deck into the other, with as few copies touched as possible; cards in their order."""
    cards = dict.fromkeys(card for card, _ in (*before, *after))
    sections = tuple(dict.fromkeys(section for _, section in (*before, *after)))
    found: list[Change] = []
    for card in cards:
        gone: dict[str, int] = {}
        come: dict[str, int] = {}
        for section in sections:
            change = after.get((card, section), 0) - before.get((card, section), 0)
            (come if change > 0 else gone)[section] = abs(change)
        found += _paired(card, gone, come)
    order = {MOVE: 0, REMOVE: 1, ADD: 2}
    return tuple(sorted(found, key=lambda change: order[change.action]))


def _paired(card: Card, gone: dict[str, int], come: dict[str, int]) -> Iterable[Change]:
    """What leaves one section and what enters another is moved."""
    for source, target in product(gone, come):
        count = min(gone[source], come[target])
        if count:
            yield Change(MOVE, count, card.name, card, source, target)
            gone[source] -= count
            come[target] -= count
    for action, left in ((REMOVE, gone), (ADD, come)):
        for section, count in left.items():
            if count:
                yield Change(action, count, card.name, card, section)


def made(entries: Sequence[Entry], changes: Iterable[Change]) -> tuple[Entry, ...]:
    """The entries after the changes: copies leave the last lines of a card, and join its first line."""
    lines = list(entries)
    for change in changes:
        if change.card is None and change.place != NOWHERE:
            continue
        if change.action != ADD:
            _take(lines, change, change.section, change.count)
        if change.action != REMOVE:
            _give(lines, change, change.to or change.section, change.count)
    return tuple(lines)


def is_of(entry: Entry, change: Change, section: str) -> bool:
    """Whether the entry holds what is changed in that section."""
    same = entry.card is change.card and (entry.card is not None or entry.name == change.name)
    return same and entry.section == section


def _take(lines: list[Entry], change: Change, section: str, count: int) -> None:
    for at in range(len(lines) - 1, -1, -1):
        entry = lines[at]
        if count and is_of(entry, change, section):
            taken = min(count, entry.count)
            count -= taken
            lines[at] = replace(entry, count=entry.count - taken)
    lines[:] = [entry for entry in lines if entry.count]


def _give(lines: list[Entry], change: Change, section: str, count: int) -> None:
    for at, entry in enumerate(lines):
        if is_of(entry, change, section):
            lines[at] = replace(entry, count=entry.count + count)
            return
    last = max((at for at, entry in enumerate(lines) if entry.section == section), default=len(lines) - 1)
    lines.insert(last + 1, Entry(count, change.name, section, change.card))


def changed(deck: Deck, changes: Iterable[Change]) -> Deck:
    """The deck after the changes; lines that are no cards and cards that are taken out are gone with their faults."""
    changes = tuple(changes)
    entries = made(deck.entries, changes)
    gone = {change.place for change in changes if change.card is None} - {NOWHERE}
    left = {entry.card for entry in entries}
    cured = [fault for entry in deck.entries if entry.card and entry.card not in left for fault in entry.card.faults]
    filled = any(left)
    problems = tuple(
        p for p in deck.problems if p.place not in gone and p not in cured and not (filled and p.rule == "empty")
    )
    return replace(deck, entries=entries, problems=problems)


def single(changes: Iterable[Change]) -> tuple[Change, ...]:
    """Each change copy by copy."""
    return tuple(replace(change, count=1) for change in changes for _ in range(change.count))
