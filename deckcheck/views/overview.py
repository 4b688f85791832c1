"""What is in a deck: sections, kinds, the curve, and how much more fits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from deckcheck.build.choice import binding
from deckcheck.build.collection import sizes
from deckcheck.decks.deck import Deck, Entry
from deckcheck.decks.headings import first_section
from deckcheck.record import dataclass, replace
from deckcheck.report import Headroom, Report
from deckcheck.rules.check import Checker
from deckcheck.rules.game import Game


def section_room(deck: Deck, checker: Checker) -> dict[str, int]:
    """Section → how many cards fit besides those it holds; a section without a largest size is left out."""
    found: dict[str, int] = {}
    for rule in binding(checker.without_ignored(deck)):
        most = sizes(rule, checker)[1]
        if most is None:
            continue
        held = sum(entry.count for entry in deck.entries if entry.section in rule.sections)
        for section in rule.sections:
            found[section] = min(found.get(section, most), max(0, most - held))
    return {section: found[section] for section in checker.game.sections if section in found}


@dataclass(frozen=True, slots=True)
class Group:
    """The entries of a section of one kind; `kind` is None where the game has none, or the card's is not known."""

    kind: str | None
    entries: tuple[Entry, ...]

    @property
    def cards(self) -> int:
        return _copies(self.entries)


@dataclass(frozen=True, slots=True)
class SectionView:
    """A section with its cards by kind, kinds in the schema's order. `cards` is in copies."""

    id: str
    title: str
    cards: int
    groups: tuple[Group, ...]


@dataclass(frozen=True, slots=True)
class Overview:
    """A deck at a glance.

    `report`: the verdict on it.
    `curve`: (value of the game's curve field, copies) in the section `main`, from the least to the greatest.
    `room`: section → how many more cards fit; a section without a largest size is left out.
    `headroom`: how many more copies of each of its cards.
    """

    game: Game
    report: Report
    sections: tuple[SectionView, ...]
    main: str
    curve: tuple[tuple[int, int], ...]
    room: Mapping[str, int]
    headroom: tuple[Headroom, ...]


def overview(deck: Deck, checker: Checker, *, draft: bool = False) -> Overview:
    """The deck at a glance; the curve is that of the main section. `draft`: as `Checker.check`."""
    game = checker.game
    by_section: dict[str, list[Entry]] = {section: [] for section in game.sections}
    for entry in deck.entries:
        by_section.setdefault(entry.section, []).append(entry)
    main = first_section(game.sections)
    report = checker.check(deck, draft=draft)
    return Overview(
        game=game,
        report=report if draft else replace(report, notes=(*report.notes, *checker.too_long(deck))),
        sections=tuple(
            SectionView(section, game.sections[section].title, _copies(entries), tuple(_groups(entries, game)))
            for section, entries in by_section.items()
            if entries
        ),
        main=main,
        curve=_curve(by_section[main], game.curve) if game.curve else (),
        room=section_room(deck, checker),
        headroom=checker.headroom(deck),
    )


def _copies(entries: Iterable[Entry]) -> int:
    return sum(entry.count for entry in entries)


def _groups(entries: Sequence[Entry], game: Game) -> Iterator[Group]:
    found: dict[str | None, list[Entry]] = {}
    if game.kinds is not None:
        found = {str(kind): [] for kind in game.card.fields[game.kinds].enum or ()}
    for entry in entries:
        value = entry.card.fields.get(game.kinds) if entry.card and game.kinds else None
        found.setdefault(None if value is None else str(value), []).append(entry)
    return (Group(kind, tuple(several)) for kind, several in found.items() if several)


def _curve(entries: Sequence[Entry], field: str) -> tuple[tuple[int, int], ...]:
    counts: dict[int, int] = {}
    for entry in entries:
        value = entry.card.fields.get(field) if entry.card else None
        if isinstance(value, int):
            counts[value] = counts.get(value, 0) + entry.count
    if not counts:
        return ()
    least, greatest = min(counts), max(counts)
    if greatest - least > 30:  # a scale of its own kind, no curve
        return tuple(sorted(counts.items()))
    return tuple((value, counts.get(value, 0)) for value in range(least, greatest + 1))
