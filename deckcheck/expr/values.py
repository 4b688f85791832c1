"""Values, types and compiled expressions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from typing import Final, NoReturn, Protocol

from deckcheck.decks.deck import Entry
from deckcheck.record import dataclass, field, replace
from deckcheck.report import Origin


class ExprError(Exception):
    """The expression is wrong at `column` (from 1); `sentence` and `facts` are worded by `wording`."""

    def __init__(self, sentence: str, column: int, **facts: object) -> None:
        super().__init__(f"{sentence} at column {column}: {facts}")
        self.sentence = sentence
        self.column = column
        self.facts = facts


class Unknown:
    """The value of what cannot be known: a field of an unknown card, or one its record lacks.

    Using it as a truth value is an error of the program, so it raises.
    """

    __slots__ = ()

    def __bool__(self) -> NoReturn:
        raise TypeError("an unknown value has no truth")

    def __repr__(self) -> str:
        return "UNKNOWN"


UNKNOWN: Final = Unknown()

# none is Python's None: a field that a card does not have.
Result = int | str | bool | tuple[str, ...] | frozenset[str] | None | Unknown


class Type(Enum):
    NUMBER = "number"
    TEXT = "word"
    TRUTH = "yes or no"
    NONE = "none"


class Trend(Enum):
    """How a value moves as cards are added to the deck; a truth goes up from no to yes."""

    CONSTANT = 0
    UP = 1
    DOWN = 2
    MIXED = 3

    def join(self, other: Trend) -> Trend:
        return Trend(self.value | other.value)

    def flip(self) -> Trend:
        return {Trend.UP: Trend.DOWN, Trend.DOWN: Trend.UP}.get(self, self)


class Column(Protocol):
    """A dated list as a column of the cards."""

    @property
    def name(self) -> str: ...

    def value(self, entry: Entry) -> Result: ...

    def lists(self, entry: Entry) -> bool | Unknown: ...

    def origin(self, entry: Entry) -> Origin:
        """What a report says of where the value comes from."""


class View(Protocol):
    """The deck as a rule sees it."""

    params: Mapping[str, Result]
    columns: Mapping[str, Column]
    as_of: str
    it: Entry | None

    def entries(self, section: str | None) -> Sequence[Entry]:
        """The entries of a section; of "deck" all; of None the rule's own sections, or the group."""

    def key(self, entry: Entry) -> Result:
        """What makes two cards copies of one another."""

    def doubt(self) -> None:
        """Something was left out because it could not be decided."""

    def lacks(self, entry: Entry, fields: Iterable[str]) -> None:
        """A card's record has no value where it cannot be done without."""


Run = Callable[[Entry, View], Result]

# The least and the greatest that a number can be, where it is there.
Range = tuple[float, float]
INFINITE: Final = float("inf")
ANY_NUMBER: Final[Range] = (-INFINITE, INFINITE)


@dataclass(frozen=True, slots=True)
class Expr:
    """A compiled expression.

    `op`: its row of the table of operators; with `word`, `owner` and `parts` it mirrors the tree.
    `many`: the value is a set of words. `choices`: the words it can be.
    `card`: it depends on the card being judged. `deck`: on what else is in the deck.
    `fields`, `outer`: card fields read of its own card, and of `it`.
    `names`: it is a card's name, so that comparing goes by the look-up's spelling.
    `range`: the least and the greatest that it can be, of a number.
    `gone`: it has no value as long as the deck holds no card for it, as the largest of nothing.
    `text`: the whole as written, on the outermost only.
    `title`: of a definition, what a card is of which it is true.
    `run(entry, view)`: its value for a card of the deck. It follows from the rest, so that an expression can be written
    down and read again.
    """

    op: str
    type: Type
    word: str = ""
    owner: str | None = None
    parts: tuple[Expr, ...] = ()
    range: Range = ANY_NUMBER
    card: bool = False
    fields: frozenset[str] = frozenset()
    many: bool = False
    names: bool = False
    choices: tuple[str, ...] | None = None
    text: str = ""
    deck: bool = False
    trend: Trend = Trend.CONSTANT
    outer: frozenset[str] = frozenset()
    lists: frozenset[str] = frozenset()
    gone: bool = False
    title: str | None = None
    run: Run = field(init=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "run", CLOSURES[self.op](self))

    @property
    def negative(self) -> bool:
        """Whether it is a number that may be below zero."""
        return self.type is Type.NUMBER and self.range[0] < 0

    def with_text(self, text: str) -> Expr:
        return replace(self, text=text)

    def walk(self) -> Iterator[Expr]:
        """The expression and all that it is made of, definitions written out, from left to right."""
        yield self
        for part in self.parts:
            yield from part.walk()


# Operator → what makes the closure of an expression. The table of operators fills it, which leans on this module.
CLOSURES: dict[str, Callable[[Expr], Run]] = {}


def reads(parts: Sequence[Expr]) -> dict[str, object]:
    """What an expression over others reads: what they do."""
    return {
        "parts": tuple(parts),
        "card": any(p.card for p in parts),
        "deck": any(p.deck for p in parts),
        "fields": frozenset[str]().union(*(p.fields for p in parts)),
        "outer": frozenset[str]().union(*(p.outer for p in parts)),
        "lists": frozenset[str]().union(*(p.lists for p in parts)),
    }
