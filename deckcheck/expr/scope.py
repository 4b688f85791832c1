"""What the names in an expression mean."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from deckcheck.expr.values import Expr, ExprError, Result
from deckcheck.near import nearest
from deckcheck.record import dataclass, field


class Field(Protocol):
    """The type of a card field. `kind` is number, text or truth; `enum` its words where they are fixed."""

    @property
    def kind(self) -> str: ...
    @property
    def many(self) -> bool: ...
    @property
    def enum(self) -> tuple[str, ...] | tuple[int, ...] | None: ...
    @property
    def minimum(self) -> int | None: ...


@dataclass(frozen=True, slots=True)
class Slot:
    """A dated list as expressions see it: `limit` and `points` are numbers, `mark` and `group` words.

    `words` spell some of the numbers, as "forbidden" 0.
    """

    value: str
    many: bool = False
    stand_in: int | None = None  # the value of cards that are not on it
    words: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Scope:
    """The names of a game. `sections`: id → whether it holds one card. `defines` are compiled already.

    `titles`: what people call the fields and the lists.
    `of_card`: the names inside a call over cards, where they are not the same.
    """

    fields: Mapping[str, Field]
    sections: Mapping[str, bool] = field(default_factory=dict)
    params: Mapping[str, Result] = field(default_factory=dict)
    defines: Mapping[str, Expr] = field(default_factory=dict)
    lists: Mapping[str, Slot] = field(default_factory=dict)
    titles: Mapping[str, str] = field(default_factory=dict)
    of_card: Scope | None = None

    def knows(self, word: str) -> bool:
        return word in self.words()

    def words(self) -> tuple[str, ...]:
        """Every name that may stand alone, params and definitions first as they may shadow nothing."""
        return (*self.params, *self.defines, *self.lists, *self.fields, "section", "as_of")

    def owners(self) -> tuple[str, ...]:
        return (*self.sections, "deck", "it")


def unknown(sentence: str, column: int, word: str, known: tuple[str, ...], **facts: object) -> ExprError:
    """An error that names the nearest known word."""
    return ExprError(sentence, column, word=word, nearest=nearest(word, known), **facts)
