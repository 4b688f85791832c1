"""A deck → the blocks of its sheet: which cards stand where, in which order, and how many they are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from deckcheck.cards.names import normalise
from deckcheck.decks.deck import Deck, Entry
from deckcheck.expr import UNKNOWN, Expr, Trend
from deckcheck.expr.values import Result
from deckcheck.printing.sheet_plan import BlockPlan, Plan
from deckcheck.record import dataclass
from deckcheck.rules.check import section_sizes
from deckcheck.rules.game import Game
from deckcheck.rules.view import NOBODY, DeckView
from deckcheck.wording import sanitise
from deckcheck.wording.printed import printed
from deckcheck.wording.templates import SafeText


@dataclass(frozen=True, slots=True)
class Text:
    """The text of a cell, and what is printed after it in small letters; `bold` and `link` as of a `Cell`."""

    text: str
    small: str = ""
    bold: bool = False
    link: int | None = None


@dataclass(frozen=True, slots=True)
class Block:
    """A table before it is laid out. `again` is its title on further pages; `main` the cell that names a row.

    It is to have at least so many `lines`, in `across` columns.
    """

    title: str
    again: str
    heads: tuple[str, ...]
    rows: tuple[tuple[Text, ...], ...]
    total: str
    lines: int = 0
    across: int = 1
    main: int = 1


@dataclass(slots=True)
class _Item:
    """A card of a block: all its copies there, and how it was written first."""

    entry: Entry
    count: int


def blocks(deck: Deck, game: Game, plan: Plan, view: DeckView, language: str) -> tuple[tuple[Block, ...], ...]:
    """The blocks of a deck, side by side; every entry stands in just one of them.

    Cards of a section that no block takes (an unknown card, one that belongs elsewhere) get a block of
    their own after the row that holds the last block of the section.
    """
    left = list(deck.entries)
    taken: list[list[tuple[BlockPlan, list[Entry]]]] = []
    for row in plan.rows:
        taken.append([])
        for block in row:
            mine = [e for e in left if _belongs(e, block, view)]
            left = [e for e in left if not _belongs(e, block, view)]
            taken[-1].append((block, mine))
    built: list[tuple[Block, ...]] = []
    for index, pairs in enumerate(taken):
        built.append(tuple(_block(block, mine, game, view, language) for block, mine in pairs))
        later = {block.section for row in plan.rows[index + 1 :] for block in row}
        for section in dict.fromkeys(block.section for block, _ in pairs):
            rest = [e for e in left if e.section == section]
            if section not in later and rest:
                title = printed(language, "rest", section=SafeText(sanitise(game.sections[section].title)))
                stray = BlockPlan("", section, title, across=2)
                built.append((_block(stray, rest, game, view, language),))
    return tuple(built)


def _belongs(entry: Entry, block: BlockPlan, view: DeckView) -> bool:
    if entry.section != block.section:
        return False
    return block.of is None or block.of.run(entry, view) is True


def _block(block: BlockPlan, entries: Sequence[Entry], game: Game, view: DeckView, language: str) -> Block:
    items = _gathered(entries)
    if block.sort:
        items.sort(key=lambda item: [_order(expr, expr.run(item.entry, view)) for expr in block.sort])
    heads: list[str] = [printed(language, "head.count"), printed(language, "head.name")]
    heads += [sanitise(game.card.titles.get(name, name)) for name in block.show]
    rows = (
        (Text(str(item.count)), _name(item.entry), *(Text(_value(item.entry, name)) for name in block.show))
        for item in items
    )
    total = printed(language, "total", number=sum(item.count for item in items))
    title = sanitise(block.title or game.sections[block.section].title)
    again = printed(language, "continued", title=SafeText(title))
    return Block(title, again, tuple(heads), tuple(rows), total, block.lines, block.across)


def _gathered(entries: Iterable[Entry]) -> list[_Item]:
    """One item a card, where its first line stands."""
    items: dict[object, _Item] = {}
    for entry in entries:
        key: object = entry.card if entry.card is not None else normalise(entry.name)
        if key in items:
            items[key].count += entry.count
        else:
            items[key] = _Item(entry, entry.count)
    return list(items.values())


def _name(entry: Entry) -> Text:
    """The card's own name, and the name it goes by in the deck where that is another of its names."""
    if entry.card is None:
        return Text(sanitise(entry.name))
    written = normalise(entry.name)
    other = written != normalise(entry.card.name) and written in map(normalise, entry.card.names)
    return Text(sanitise(entry.card.name), sanitise(entry.name) if other else "")


def _value(entry: Entry, name: str) -> str:
    value = entry.card.fields.get(name) if entry.card else None
    if value is None:
        return ""
    return sanitise(", ".join(value) if isinstance(value, tuple) else str(value))


def _order(expr: Expr, value: Result) -> tuple[int, int, str]:
    """A value's place: words of a closed list in its order, other words by their letters, none last."""
    if value is None or value is UNKNOWN:
        return (1, 0, "")
    if isinstance(value, int):
        return (0, int(value), "")
    text = ", ".join(sorted(value)) if isinstance(value, tuple | frozenset) else str(value)
    if expr.choices and text in expr.choices:
        return (0, expr.choices.index(text), "")
    return (0, 0, normalise(text))


def summary(deck: Deck, game: Game, plan: Plan, view: DeckView, language: str) -> tuple[str, ...]:
    """How many cards each section holds, and the counters of the plan."""
    sizes = [
        printed(language, "amount", title=SafeText(sanitise(game.sections[section].title)), number=size)
        for section, size in section_sizes(deck, game).items()
    ]
    return (*sizes, *(_counted(title, expr, view, language) for title, expr in plan.counters))


def _counted(title: str, expr: Expr, view: DeckView, language: str) -> str:
    """A counter; cards that are not known may add to it, so then it is a least number or not known."""
    view.doubtful = False
    value = expr.run(NOBODY, view)
    named = SafeText(sanitise(title))
    if not isinstance(value, int) or (view.doubtful and expr.trend not in (Trend.UP, Trend.CONSTANT)):
        return printed(language, "amount.unknown", title=named)
    return printed(language, "amount.least" if view.doubtful else "amount", title=named, number=int(value))
