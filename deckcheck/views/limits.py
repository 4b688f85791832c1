"""What dated lists say of one card: today, and over the years."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

from deckcheck.cards.pool import Card, Pool
from deckcheck.decks.deck import Entry
from deckcheck.decks.guess import suggest
from deckcheck.lists.dated import DatedList, Version, column, slot_of
from deckcheck.record import dataclass, replace
from deckcheck.report import DeckcheckError
from deckcheck.rules.game import Game, ListSlot

ABSENT = "absent"  # of a list that names all that is allowed: it does not name the card


@dataclass(frozen=True, slots=True)
class Said:
    """What a version of a list says of a card. `value`: in the list's words; None: nothing; ABSENT.

    `since`: its first day as far as that is known; `last_day`: of a version that ends by itself.
    `known_until`: the last day on which the list was known to be current, where it is asked for a later one.
    """

    list: str
    title: str
    since: str | None
    last_day: str | None
    value: str | None
    known_until: str | None = None


def said_on(card: Card, game: Game, pool: Pool, lists: Mapping[str, DatedList], day: str) -> tuple[Said, ...]:
    """What the lists in force on a day say of a card, those of the default format first.

    Lists that formats know of one day alone, and those without days, are history: they say nothing.
    """
    bindings = [to for rules in (game.ruleset(None), *game.rulesets.values()) for to in rules.lists.values() if to]
    of_days = {name for name, pinned in bindings if pinned is None}
    wanted = [*dict.fromkeys(name for name, pinned in bindings if pinned is None and name in lists)]
    wanted += [name for name in lists if name not in {name for name, _ in bindings} | of_days]
    found = ((lists[name], lists[name].on(day), slot_of(lists[name], game)) for name in wanted)
    return tuple(
        replace(
            _said(card, game, pool, dated, version, slot),
            known_until=dated.checked if dated.checked is not None and day > dated.checked else None,
        )
        for dated, version, slot in found
        if version is not None and version.first_day is not None and slot is not None
    )


def history(card: Card, game: Game, pool: Pool, dated: DatedList) -> tuple[Said, ...]:
    """What the versions of a list have said of a card, from the first; only where that changed."""
    slot = slot_of(dated, game)
    versions = sorted(dated.versions, key=lambda version: version.first_day or "") if slot is not None else []
    said = (_said(card, game, pool, dated, version, slot) for version in versions if slot is not None)
    return tuple(_changes(said))


def _changes(said: Iterable[Said]) -> Iterator[Said]:
    before: Said | None = None
    for one in said:
        if before is None or one.value != before.value or before.last_day is not None:
            yield one
        before = one


def _said(card: Card, game: Game, pool: Pool, dated: DatedList, version: Version, slot: ListSlot) -> Said:
    made, _ = column(slot, dated, version, game, pool)
    entry = Entry(1, card.name, "", card)
    origin = made.origin(entry)
    listed = origin.kind != "unlisted" and (bool(made.found(card)))
    value = ABSENT if origin.kind == "unlisted" else word_of(made.value(entry), slot) if listed else None
    return Said(dated.id, dated.title, version.since, version.last_day, value)


def word_of(value: object, slot: ListSlot) -> str:
    """A value in the words of the list."""
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    return next((word for word, number in slot.words.items() if number == value), str(value))


def named_card(names: Sequence[str], lists: Collection[str], pool_of: Callable[[], Pool]) -> Card | None:
    """The card that those of the names mean which are no ids of lists.

    :raises DeckcheckError: several cards are called so.
    """
    text = " ".join(name for name in names if name not in lists)
    if not text:
        return None
    pool = pool_of()
    cards = pool.find(text)
    if len(cards) > 1:
        cards = tuple(card for card in cards if card.name == text) or cards
    if len(cards) > 1:
        raise DeckcheckError("lists.several", name=text, names=tuple(card.name for card in cards))
    if not cards and (near := suggest(text, pool)):
        raise DeckcheckError("lists.neither", name=text, near=near, known=tuple(lists))
    return cards[0] if cards else None
