"""A deck laid out for a plan: its cards in classes, what lies in play from the start, what is drawn from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from deckcheck.cards.names import normalise
from deckcheck.cards.pool import Card
from deckcheck.chance.classes import CardClass, Reading, classes, pile_cards, ranked, value_of
from deckcheck.decks.deck import Entry
from deckcheck.engine.nodes import MOST
from deckcheck.engine.play_plan import Placed, Plan, Play
from deckcheck.engine.price_records import Alike, Attach
from deckcheck.expr import Expr, ExprError, Scope, Type, compile_text
from deckcheck.expr.names import spread
from deckcheck.record import dataclass, field
from deckcheck.report import DeckcheckError, Note
from deckcheck.rules.view import NOBODY, DeckView

MOST_CARDS = 65_535


@dataclass(frozen=True, slots=True)
class Layout:
    """A deck laid out for a plan.

    `classes`: in the order of the pile.
    `left`: copies of each in the pile at the start.
    `placed`: zone and class of the cards that lie in play from the start.
    `searches`: selector → its test.
    `notes`: cards that are not known, searches that cannot be read.
    `view`: what expressions of a card read besides, as the game is set up.
    """

    plan: Plan
    classes: tuple[CardClass[Reading], ...]
    left: tuple[int, ...]
    placed: tuple[tuple[str, int], ...] = ()
    searches: Mapping[str, Expr] = field(default_factory=dict)
    notes: tuple[Note, ...] = ()
    view: DeckView = field(init=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "view", as_set_up(self.plan))

    def card(self, index: int) -> Card:
        """One of the cards of a class."""
        return self.classes[index].cards[0][0]

    def number(self, expr: Expr, index: int) -> int | None:
        """The value of an expression of a card for a class; None where the card lacks what it reads."""
        card = self.card(index)
        value = value_of(expr, card, self.view)
        if isinstance(value, int) and abs(value) > MOST:
            raise DeckcheckError("usage.card-large", card=card.name, value=expr.text or expr.word, most=MOST)
        return int(value) if isinstance(value, int) else None

    def test(self, expr: Expr | None, index: int) -> bool:
        """Whether a class passes a test; without a test it does."""
        return expr is None or self.number(expr, index) == 1

    def ranked(self, of: Expr | None, order: Sequence[Expr] = ()) -> list[int]:
        """The classes that pass a test, least first by the numbers of `order`, else as they stand."""
        return ranked(self.number, len(self.classes), of, order)

    def texts(self, word: str, index: int) -> tuple[str, ...]:
        """The texts of a field of a class."""
        return _texts(self.card(index), word)

    def name(self, index: int) -> str:
        """The names of a class's cards."""
        return " / ".join(card.name for card, _ in self.classes[index].cards)


def lay_out(plan: Plan, entries: Sequence[Entry], scope: Scope, *, merge: bool = True) -> Layout:
    """Lay a deck out. Cards that are not known are blank cards of the pile, and said.

    `merge`: cards that the plan cannot tell apart share a class; without, each card has its own, in the
    same order, and the games are the same.

    :raises DeckcheckError: an option names a card that the deck does not hold, or the deck is too large.
    """
    inside = [entry for entry in entries if entry.section in plan.deck]
    cards = pile_cards(inside)
    total = sum(count for _, count in cards)
    if total > MOST_CARDS:
        raise DeckcheckError("usage.too-many-cards", found=total, limit=MOST_CARDS)
    found, searches, unread = pile_order(plan, cards, scope)
    notes = [*blank_notes(inside), *unread]
    if not merge:
        found = tuple(CardClass(group.reading, (pair,)) for group in found for pair in group.cards)
    left = [group.count for group in found]
    layout = Layout(plan, found, tuple(left), (), searches)
    placed: list[tuple[str, int]] = []
    for step in plan.setup:
        if isinstance(step, Placed) and (step.when is None or step.when.run(NOBODY, as_set_up(plan))):
            index = _placed(step, layout, inside, left)
            if index is None:
                notes.append(Note("goldfish.nothing-to-place", {"zone": step.to}))
                continue
            left[index] -= 1
            placed.append((step.to, index))
    return Layout(plan, found, tuple(left), tuple(placed), searches, tuple(notes))


def pile_order(
    plan: Plan, cards: Sequence[tuple[Card, int]], scope: Scope
) -> tuple[tuple[CardClass[Reading], ...], dict[str, Expr], list[Note]]:
    """Cards in classes and in the order of the pile, the searches they read, and those that cannot be read."""
    notes: list[Note] = []
    searches = _searches(plan, [card for card, _ in cards], scope, notes)
    return classes(cards, _reading(plan, cards, searches)), searches, notes


def blank_notes(entries: Sequence[Entry]) -> tuple[Note, ...]:
    """What to know of the cards that are blank ones of the pile."""
    lost = [entry for entry in entries if entry.card is None]
    cards = tuple(dict.fromkeys(entry.shown for entry in lost))
    return (Note("chance.blank", {"cards": cards, "count": sum(entry.count for entry in lost)}),) if lost else ()


def _searches(plan: Plan, cards: Sequence[Card], scope: Scope, notes: list[Note]) -> dict[str, Expr]:
    """The selectors that cards of the deck search by, compiled."""
    found: dict[str, Expr] = {}
    bare = Scope(fields=scope.fields, params=scope.params, defines=scope.defines)
    for by in dict.fromkeys(s.search.by for s in plan.steps() if isinstance(s, Play) and s.search is not None):
        for card in sorted(set(cards), key=lambda card: card.name):
            text = card.fields.get(by)
            if isinstance(text, str) and text not in found:
                try:
                    found[text] = compile_text(text, bare, Type.TRUTH)
                except ExprError as error:
                    facts = {"card": card.name, "expr": text, **error.facts}
                    notes.append(Note("goldfish.search", {"error": error.sentence, "column": error.column, **facts}))
    return found


def _reading(plan: Plan, known: Sequence[tuple[Card, int]], searches: Mapping[str, Expr]) -> _Reading:
    copies: dict[Card, int] = {}
    for card, count in known:
        copies[card] = copies.get(card, 0) + count
    named = {normalise(name) for card in copies for word in plan.named for name in _texts(card, word)}
    alike = [price for _, price in plan.prices(Alike)]
    view = as_set_up(plan)
    most = min((int(v) for p in alike if isinstance(v := p.most.run(NOBODY, view), int)), default=MOST_CARDS)
    own = _bearing(plan, copies) | {
        card
        for card, count in copies.items()
        if plan.ordered or (alike and count > most) or not named.isdisjoint(map(normalise, card.names))
    }
    reading = _Reading(plan, tuple(searches.values()), frozenset())
    # Those that would share a class with one of these stand beside it by name, so none of them is merged.
    apart = {reading(card) for card in own}
    return _Reading(plan, reading.searches, frozenset(card for card in copies if reading(card) in apart))


def _bearing(plan: Plan, cards: Iterable[Card]) -> set[Card]:
    """Cards that bear others and those that are borne, where some leave: then it matters which bears which."""
    found: set[Card] = set()
    left, view = plan.left(), as_set_up(plan)
    for step, price in plan.prices(Attach):
        worn = {card for card in cards if step.of is not None and value_of(step.of, card, view) is True}
        if worn and {price.zone, step.to} & left:
            found |= worn | {card for card in cards if value_of(plan.zones[price.zone], card, view) is True}
    return found


@dataclass(frozen=True, slots=True)
class _Reading:
    """All that a plan reads off a card; its name too where copies or names of it are counted."""

    plan: Plan
    searches: tuple[Expr, ...]
    own: frozenset[Card]

    def __call__(self, card: Card) -> Reading:
        view = as_set_up(self.plan)
        values = [value_of(expr, card, view) for expr in (*self.plan.reads, *self.searches)]
        numbers = tuple(int(value) if isinstance(value, int) else None for value in values)
        texts = tuple(_texts(card, word) for word in self.plan.named)
        keys = spread(view.key(Entry(1, card.name, "", card))) if self.plan.copies else ()
        copies = tuple(key for key in keys if isinstance(key, int | str))
        return (numbers, texts, copies, card.name if card in self.own else None)


def as_set_up(plan: Plan) -> DeckView:
    """What is the same in all games as they are set up."""
    return DeckView((), (), (), plan.copy_key, {**plan.values, "turn": 0, "phase": ""}, {}, "")


def _texts(card: Card, word: str) -> tuple[str, ...]:
    value = card.fields.get(word, ())
    return (value,) if isinstance(value, str) else value if isinstance(value, tuple) else ()


def _placed(step: Placed, layout: Layout, entries: Sequence[Entry], left: Sequence[int]) -> int | None:
    """The class of the card that is placed: the one asked for, the one declared, or the first that fits."""
    fits = [i for i in layout.ranked(step.of, step.order) if left[i]]
    asked = layout.plan.values.get(step.option) if step.option else None
    if isinstance(asked, str):
        for i in fits:
            if any(normalise(asked) in map(normalise, card.names) for card, _ in layout.classes[i].cards):
                return i
        known = tuple(layout.name(i) for i in fits)
        raise DeckcheckError("usage.param-card", param=step.option, value=asked, known=known)
    named = {entry.card for entry in entries if step.section is not None and entry.section == step.section}
    for i in fits:
        if any(card in named for card, _ in layout.classes[i].cards):
            return i
    return fits[0] if fits else None
