"""A game as records: what its schema file says, ready to judge, play and print by."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from deckcheck.cards.names import id_of, normalise
from deckcheck.cards.pool import Card
from deckcheck.decks.deck import Entry
from deckcheck.decks.headings import Section
from deckcheck.expr import Expr
from deckcheck.record import dataclass, field
from deckcheck.report import Citation, Problem
from deckcheck.rules.rule import Ruleset
from deckcheck.rules.view import NO_VIEW

if TYPE_CHECKING:
    from deckcheck.cards.card_schema import CardSchema
    from deckcheck.expr import Scope
    from deckcheck.files.source import Node


@dataclass(frozen=True, slots=True)
class ListSlot:
    """A place for a dated list. `value` is limit, points, mark or group; `words` spell its values.

    `also`: what else the values are called in lists of the user's own → the value.
    """

    id: str
    title: str
    value: str
    words: Mapping[str, int] = field(default_factory=dict)
    stand_in: int | None = None
    many: bool = False
    also: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Siding:
    """What may change between the games of a match: cards go to and fro `between` these sections, none comes or goes.

    `keep`: "sizes", each section holds as many cards as before; "bounds", only the rules of construction hold.
    """

    between: tuple[str, ...]
    keep: str
    source: Citation | None = None
    assumed: str | None = None


@dataclass(frozen=True, slots=True)
class Game:
    """A game as its schema says it.

    `rulesets`: the rules of each format by its id; under None the game's own where there are no formats.
    `beside_deck` are names, normalised, of pieces that lie beside the deck.
    `warnings`: for the schema's designer.
    `parts`: what only some commands need, of a compiled game read at first need. They are `card` and `scope`, what
    records and expressions may hold; `base`, the game's own rules; `play` and `sheet`, the sections `play:` and
    `print:` as they stand; `chapters`, the sections of the rule book.
    """

    id: str
    title: str
    language: str
    book: str
    path: str
    sections: Mapping[str, Section]
    copy_key: Expr
    rulesets: Mapping[str | None, Ruleset]
    default: str | None = None
    slots: Mapping[str, ListSlot] = field(default_factory=dict)
    readers: tuple[str, ...] = ()
    beside_deck: frozenset[str] = frozenset()
    token_test: Expr | None = None
    kinds: str | None = None
    curve: str | None = None
    siding: Siding | None = None
    warnings: tuple[Problem, ...] = ()
    parts: Mapping[str, Any] = field(default_factory=dict)

    @property
    def card(self) -> CardSchema:
        return self.parts["card"]  # type: ignore[no-any-return]

    @property
    def scope(self) -> Scope:
        return self.parts["scope"]  # type: ignore[no-any-return]

    @property
    def base(self) -> Ruleset:
        return self.parts["base"]  # type: ignore[no-any-return]

    @property
    def play(self) -> Node | None:
        return self.parts["play"]  # type: ignore[no-any-return]

    @property
    def sheet(self) -> Node | None:
        return self.parts["sheet"]  # type: ignore[no-any-return]

    @property
    def sources(self) -> Node | None:
        return self.parts["sources"]  # type: ignore[no-any-return]

    @property
    def chapters(self) -> Node | None:
        return self.parts["chapters"]  # type: ignore[no-any-return]

    def identifier_words(self) -> frozenset[str]:
        """What columns are called, normalised, that hold what may stand for a card in place of its name."""
        card = self.card
        fields = {*card.identifiers, *card.hints}
        words = [*fields, *(card.titles[name] for name in fields if name in card.titles)]
        words += [word for word, field in card.also.items() if field in fields]
        return frozenset(normalise(word.replace("_", " ")) for word in words)

    def not_a_card(self, card: Card) -> bool:
        """Whether a record of the pool is never a card of a deck (a token)."""
        if self.token_test is None:
            return False
        return self.token_test.run(Entry(1, card.name, "", card), NO_VIEW) is True

    def ruleset(self, format_id: str | None) -> Ruleset:
        """The rules of a format; of the default one where None is asked. KeyError if there is none."""
        return self.rulesets[format_id if format_id is not None else self.default]

    def format_id(self, text: str) -> str | None:
        """The id of the format that a text means, by its id or title but for case and signs; None if there is none."""
        if text in self.formats:
            return text
        return id_of(text, {name: self.rulesets[name].title for name in self.formats})

    @property
    def formats(self) -> tuple[str, ...]:
        return tuple(f for f in self.rulesets if f is not None)
