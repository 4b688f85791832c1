"""Cards that all rules treat alike, so that a few of each class stand for the whole pool."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from itertools import islice

from deckcheck.build.rows import member_fields
from deckcheck.cards.names import normalise
from deckcheck.cards.pool import Card
from deckcheck.decks.deck import Entry
from deckcheck.expr import Expr
from deckcheck.expr.names import names_card, spread
from deckcheck.expr.operators import COMPARISONS
from deckcheck.expr.values import Result
from deckcheck.rules.rule import COPIES, Rule
from deckcheck.rules.view import DeckView

# A class: what the expressions say of its cards in each section.
Signature = tuple[object, ...]


class Classes:
    """The cards of a pool by class, in their order; cards whose record is at fault are left out.

    `alike`: cards that the expressions treat alike are of one class; else every card is a class of its own.
    """

    def __init__(
        self,
        cards: Iterable[Card],
        sections: Sequence[str],
        view: DeckView,
        exprs: Iterable[Expr],
        *,
        alike: bool = True,
    ) -> None:
        cards = tuple(cards)
        self.cards = tuple(card for card in cards if not card.unreadable)
        self._view = view
        self._sections = tuple(sections)
        self._owners = (*sections, "deck")
        self._tests: dict[int, Expr] = {}
        self._keys: dict[str, Expr] = {}
        self._fields: set[str] = set()
        self._asked: list[Expr] = []
        self._asking: set[str] = set()
        exprs = tuple(exprs)
        for expr in exprs:
            self._walk(expr)
        offered = member_fields(exprs, self._owners).values()
        self._offered = tuple(sorted({word for words in offered for word in words}))
        self._wanted = self._wanted_names() if "name" in self._offered or self._asking else frozenset[str]()
        self._shared = [Counter(one for card in cards for one in self._key(key, card)) for key in self._keys.values()]
        self._place = {card: number for number, card in enumerate(self.cards)}
        self.members: dict[Signature, list[Card]] = {}
        for card in self.cards:
            self.members.setdefault(self.signature(card) if alike else (card,), []).append(card)

    def _walk(self, expr: Expr) -> None:
        """Split an expression into what it reads of the card alone, whole where it can be."""
        if _is_identity(expr):
            self._keys[_identity(expr)] = expr
            return
        if expr.outer:
            self._fields |= expr.outer | expr.fields
        if not expr.deck:
            if expr.card:
                self._tests[id(expr.run)] = expr
            return
        if expr.op == "different":
            self._keys["copies"] = COPIES
        for part in expr.parts:
            self._walk(part)
        if expr.op in COMPARISONS and any(part.names for part in expr.parts):
            self._asked += [part for part in expr.parts if not part.deck]
            if any(map(_is_identity, expr.parts)):
                self._asking.update(word for words in member_fields((expr,), self._owners).values() for word in words)

    def _wanted_names(self) -> frozenset[str]:
        """The names, normalised, that some card or rule asks for."""
        found: set[str] = set()
        for word in self._asking:
            found.update(normalise(str(one)) for card in self.cards for one in spread(card.fields.get(word)))
        for part in self._asked:
            if names_card(part):
                found.update(normalise(name) for card in self.cards for name in card.names if "name" in self._offered)
                continue
            for card in self.cards if part.card else self.cards[:1]:
                value = part.run(Entry(1, card.name, self._sections[0], card), self._view)
                found.update(normalise(str(one)) for one in spread(value))
        return frozenset(found)

    def _key(self, key: Expr, card: Card) -> tuple[Result, ...]:
        entry = Entry(1, card.name, self._sections[0], card)
        return spread(self._view.key(entry) if key.op == "copies" else key.run(entry, self._view))

    def signature(self, card: Card) -> Signature:
        """What all expressions say of a card; its name only where another card may share it."""
        found: list[object] = []
        for number, section in enumerate(self._sections):
            entry = Entry(1, card.name, section, card)
            # What does not read the section is the same in all of them.
            tests = (test for test in self._tests.values() if not number or "section" in test.fields)
            found.extend(test.run(entry, self._view) for test in tests)
        found.extend(card.fields.get(field) for field in sorted(self._fields))
        found.extend(card.fields.get(word) for word in self._offered if word != "name")
        if self._wanted:
            found.append(self._wanted.intersection(map(normalise, card.names)))
        for key, counts in zip(self._keys.values(), self._shared, strict=True):
            values = self._key(key, card)
            found.append((len(values), *(value for value in values if counts[value] > 1)))
        return tuple(found)

    def few(self, most: int, without: Collection[Card]) -> list[Card]:
        """So many cards of each class, but for those that are there already, in their order."""
        chosen: list[Card] = []
        for cards in self.members.values():
            fresh = (card for card in cards if card not in without)
            chosen += islice(fresh, most)
        return sorted(chosen, key=self._place.__getitem__)


def _is_identity(expr: Expr) -> bool:
    """Whether it tells cards apart by what they are, as the copy key does."""
    return expr.op == "copies" or names_card(expr)


def _identity(expr: Expr) -> str:
    return _identity(expr.parts[0]) if expr.op == "define" else expr.op


def expressions(rules: Iterable[Rule]) -> tuple[Expr, ...]:
    """All expressions of the rules."""
    return tuple(expr for rule in rules for expr in rule.exprs)
