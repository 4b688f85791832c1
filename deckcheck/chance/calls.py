"""An expression of the table, taken apart: its calls over cards, and what is made of their values.

`count(kind == x) >= 2 and hand.size < 5` becomes the calls `#0` and `#1` and the expression `#0 >= 2 and
#1 < 5`. So a test of a hand means the same wherever it stands, in a query of odds and in the keep test of a
mulligan, and every operator of the language may stand around the calls: who has their values, counted card
by card or for many games at once, has the answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from deckcheck.cards.pool import Card
from deckcheck.chance.classes import is_blank, value_of
from deckcheck.decks.deck import Entry
from deckcheck.expr import Expr, ExprError, Scope, Type, compile_expr, compile_text, parse
from deckcheck.expr.grammar import Tree
from deckcheck.expr.names import spread
from deckcheck.expr.operators import OPERATORS, OVER_CARDS, Form, unsupported
from deckcheck.expr.values import Result
from deckcheck.record import dataclass, field, replace
from deckcheck.rules.view import NOBODY, DeckView

HAND = "hand"


@dataclass(frozen=True, slots=True)
class Keys:
    """The copy keys of a card.

    `shared`: those that cards of other classes may have too.
    `own`: how many others it has.
    """

    shared: frozenset[Result] = frozenset()
    own: int = 0


@dataclass(frozen=True, slots=True)
class Different:
    """So many different cards; `met` are the shared keys among them."""

    count: int = 0
    met: frozenset[Result] = frozenset()


# What a card is to a call: a number, its copy keys (`different`), or None where it does not count.
Reading = Result | Keys
Value = int | Different | None  # None: the largest of no card
Step = Callable[[Value, Reading, int], Value]


def _add(value: Value, reading: Reading, cards: int) -> Value:
    return value + reading * cards if isinstance(value, int) and isinstance(reading, int) else value


def _largest(value: Value, reading: Reading, cards: int) -> Value:
    return max(value, reading) if isinstance(value, int) and isinstance(reading, int) else _first(reading)


def _smallest(value: Value, reading: Reading, cards: int) -> Value:
    return min(value, reading) if isinstance(value, int) and isinstance(reading, int) else _first(reading)


def _first(reading: Reading) -> int | None:
    return reading if isinstance(reading, int) else None


def _new(value: Value, reading: Reading, cards: int) -> Value:
    """The keys of a class that were not met; one that several classes share counts once."""
    if not isinstance(value, Different) or not isinstance(reading, Keys):
        return value
    new = reading.shared - value.met
    return Different(value.count + len(new) + reading.own, value.met | new)


# What the cells `odds` of the table of operators name: the value of no cards, and how it grows as so many come.
STEPS: dict[str, tuple[Value, Step]] = {
    "added": (0, _add),
    "different": (Different(), _new),
    "largest": (None, _largest),
    "smallest": (None, _smallest),
}
# The calls over cards.
KINDS = {word: STEPS[row.odds] for word, row in OPERATORS.items() if word in OVER_CARDS and row.odds in STEPS}


def number(value: Value) -> int | None:
    """The value as an expression sees it."""
    return value.count if isinstance(value, Different) else value


@dataclass(frozen=True, slots=True)
class Call:
    """One call over the cards of a zone.

    `word`: a key of `KINDS`.
    `what`: the number that is measured.
    `test`: which cards count; None for all.
    `zone`: whose cards they are.
    """

    word: str
    what: Expr | None = None
    test: Expr | None = None
    zone: str = HAND

    @classmethod
    def of(cls, expr: Expr) -> Call:
        """The call that an expression is."""
        measured = OPERATORS[expr.op].form == Form.MEASURE
        what, test = (*expr.parts, None)[:2] if measured else (None, *expr.parts, None)[:2]
        return cls(expr.op, what, test, expr.owner or HAND)

    @property
    def plain(self) -> bool:
        """Whether every card counts, whatever it is."""
        return self.word == "count" and self.test is None

    @property
    def parts(self) -> tuple[Expr, ...]:
        """What is read of each card."""
        return tuple(part for part in (self.what, self.test) if part is not None)

    def picks(self, card: Card, view: DeckView) -> Result:
        """Whether a card passes the test; none where its record does not say."""
        if is_blank(card):
            return self.plain
        return True if self.test is None else value_of(self.test, card, view, self.zone)

    def reading(self, card: Card, view: DeckView) -> Reading:
        """What a card is to this call. One that lacks the number has no part in it, as if it were 0 in a sum."""
        if self.picks(card, view) is not True:
            return None
        if self.word == "count":
            return 1
        if self.word == "different":
            return Keys(frozenset(spread(view.key(Entry(1, card.name, self.zone, card)))))
        return None if self.what is None else value_of(self.what, card, view, self.zone)

    def over(self, cards: Iterable[tuple[Reading, int]]) -> int | None:
        """The value of the call over cards given by their readings, each with its copies."""
        value, step = KINDS[self.word]
        for reading, copies in cards:
            if copies and reading is not None:
                value = step(value, reading, copies)
        return number(value)


@dataclass(frozen=True, slots=True)
class TableExpr:
    """An expression of the table.

    `text`: as written.
    `calls`: its calls, by the names that stand for them in `result`.
    `result`: what is made of their values.
    `tree`: the same before it was compiled.
    `known`: values that are the same in all games, by name.
    """

    text: str
    calls: Mapping[str, Call]
    result: Expr
    tree: Tree
    known: Mapping[str, Result] = field(default_factory=dict)

    def value(self, numbers: Sequence[Result], view: DeckView) -> Result:
        """The value where the calls have these values."""
        before = view.params
        view.params = {**before, **self.known, **dict(zip(self.calls, numbers, strict=True))}
        try:
            return self.result.run(NOBODY, view)
        finally:
            view.params = before

    def with_setup(self, zones: Mapping[str, Sequence[Card]], view: DeckView) -> TableExpr:
        """The same where zones hold these cards in all games: only calls over others are left."""
        fixed = {
            name: call.over((call.reading(card, view), 1) for card in zones[call.zone])
            for name, call in self.calls.items()
            if call.zone in zones
        }
        left = {name: call for name, call in self.calls.items() if name not in fixed}
        return replace(self, calls=left, known={**self.known, **fixed})

    @property
    def copies(self) -> bool:
        """Whether it asks which cards are copies of one another."""
        return any(call.word == "different" for call in self.calls.values())

    @property
    def reads(self) -> tuple[Expr, ...]:
        """What it reads of a card."""
        return tuple(part for call in self.calls.values() for part in call.parts)

    def words(self) -> Iterator[str]:
        """The options, pools and totals that it reads."""
        for expr in (self.result, *self.reads):
            yield from (part.word for part in expr.walk() if part.op == "param" and not part.word.startswith("#"))


Refuse = Callable[[Tree], ExprError]


def taken_apart(
    tree: Tree, scope: Scope, text: str, zones: Iterable[str | None], place: str, refuse: Refuse
) -> TableExpr:
    """An expression of the table as its calls and the rest.

    :param zones: the zones that may be looked at; None stands for a bare call, which is about the hand.
    :param place: the column of the table of operators that says what can be worked out here.
    :param refuse: what is wrong with a place of the tree that looks elsewhere.
    :raises ExprError: it looks elsewhere, or a test of a card counts cards itself.
    """
    calls: dict[str, Call] = {}
    known = tuple(zones)

    def named(call: Call, at: Tree) -> Tree:
        name = f"#{len(calls)}"  # no name of the language, so that it hides none
        calls[name] = call
        return Tree("name", at.column, name)

    def lifted(at: Tree) -> Tree:
        if at.op == "name" and at.word in scope.defines and scope.defines[at.word].deck:
            return lifted(parse(scope.defines[at.word].text))
        if at.op == "member":
            if at.owner not in known:
                raise refuse(at)
            if at.word != "size":
                raise unsupported(f"{at.owner}.{at.word}", place, at.column)
            return named(Call("count", zone=at.owner or HAND), at)
        if at.op == "call" and at.word in KINDS:
            if at.owner not in known:
                raise refuse(at)
            expr = compile_expr(at, scope)
            if expr.outer or any(part.deck for part in expr.parts):
                raise ExprError("odds.nested", at.column, word=at.word)
            return named(Call.of(expr), at)
        return replace(at, parts=tuple(map(lifted, at.parts)))

    rest = lifted(tree)
    result = compile_expr(rest, replace(scope, params={**scope.params, **dict.fromkeys(calls, 0)}))
    return TableExpr(text, calls, result.with_text(text), rest)


def leftmost(tree: Tree) -> int:
    """Where the text of a tree begins; the column of a comparison is that of its sign."""
    return min(tree.column, *map(leftmost, tree.parts)) if tree.parts else tree.column


def compile_table_expr(text: str, scope: Scope, want: Type) -> TableExpr:
    """An expression of the table: its zones, the options, and the pools and totals among the scope's params.

    :raises ExprError: it is none.
    """
    tree = parse(text)
    whole = compile_text(text, scope, want)  # every slip is found in the words of the text
    if whole.card:
        raise ExprError("schema.play-of-table", leftmost(tree), fields=tuple(sorted(whole.fields)))

    def refuse(at: Tree) -> ExprError:
        return unsupported(f"{at.owner}.{at.word}", "row", at.column)

    found = taken_apart(tree, scope, text, (None, *scope.sections), "row", refuse)
    if found.result.deck:
        raise unsupported(text, "row", leftmost(tree))
    return found
