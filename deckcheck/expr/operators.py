"""The one table of operators: what each word of the language means, wherever expressions are worked out.

To add a word: a row here, the functions that its cells name, its phrase, and a test. The cells are

    args     how many arguments a call takes; None where the word is not written as a call
    value    the closure of an expression: in `closures.py`, of names in `names.py` (their records: `scope.py`)
    trend    how its value moves as cards are added (`trends.py`)
    range    how small and large a number gets, from the ranges of its parts (`trends.py`)
    row      its value in many games at once: a function of `engine/rows.py`, or one of NumPy of one or two numbers
             (it is folded over more: what takes three at a time needs a function of its own)
    linear   its value as sums of a model's variables: a function of `build/amounts.py`
    odds     how its value grows as cards are drawn: a key of `STEPS` in `chance/calls.py`
    origin   where a limit made with it comes from: a function of `rules/limits.py`
    phrase   its sentence in `wording/english/sheet.py`, of {left}, {right} or all {values}

None is "not supported here" and is told in those words. The cells of NumPy, the solver, the odds and the origins are
names, looked up in that module when it first needs them: this table imports none of them.
What reads no part of a deck (no row of a table of games) is worked out by its closure in all places.
"""

from __future__ import annotations

import operator as py

from deckcheck.expr import closures as c
from deckcheck.expr import names as n
from deckcheck.expr import trends as t
from deckcheck.expr.closures import Making
from deckcheck.expr.trends import Ranging, Trending
from deckcheck.expr.values import CLOSURES, Expr, ExprError, Run, Type
from deckcheck.record import dataclass


class Form:
    """What a word is made of, which says how its parts are read and what it gives."""

    NAME = "a literal or a name: a value of the card, of the deck or of the settings"
    NUMBERS = "numbers: a number"
    ORDER = "two numbers or days: a test"
    SETS = "two values, or sets of them: a test"
    TESTS = "tests: a test"
    VALUES = "values of one type: such a value"
    COUNT = "a test, or nothing: how many cards of the deck pass"
    MEASURE = "a number, and a test or nothing: of the cards of the deck that pass"
    FIELD = "a field: a test"
    LIST = "a dated list: a test"
    TABLE = "a value and limits: a number"


@dataclass(frozen=True, slots=True)
class Operator:
    """A row. The cells are described above.

    `reads`: whether it looks at the deck, at the card (or what a list says of it), or at what is set beside them.
    `opposite_of`: it is true where that word is false, and all its cells but the phrase are those of that word.
    `denied`: the phrase of its opposite. `mirrored`: the word for it with the sides exchanged.
    `gone`: it has no value over no cards.
    """

    word: str
    form: str  # of `Form`
    reads: str | None
    args: tuple[int, int] | None
    value: Making | None
    trend: Trending | None
    range: Ranging | None
    row: str | None
    linear: str | None
    odds: str | None
    origin: str | None
    phrase: str | None
    opposite_of: str | None = None
    denied: str | None = None
    mirrored: str | None = None
    gone: bool = False

    @property
    def type(self) -> Type:
        numbers = (Form.NUMBERS, Form.COUNT, Form.MEASURE, Form.TABLE)
        return Type.NUMBER if self.form in numbers else Type.TRUTH


DECK, CARD, SET, LISTED = "the deck", "the card", "what is set", "what a list says of the card"
INNER = "inner"  # worked out as what it stands for
PLAIN = "plain"  # worked out by its closure, of parts that are plain values there

_NAME, _NUMBERS, _VALUES = Form.NAME, Form.NUMBERS, Form.VALUES
_ORDER, _SETS, _TESTS = Form.ORDER, Form.SETS, Form.TESTS
# fmt: off
_ROWS = (
    # word, form, reads, args, value, trend, range, row, linear, odds, origin, phrase
    Operator("number", _NAME, None, None, n.number, None, None, PLAIN, PLAIN, PLAIN, None, "noun.written"),
    Operator("text", _NAME, None, None, n.text, None, None, PLAIN, PLAIN, PLAIN, None, "noun.text"),
    Operator("none", _NAME, None, None, n.none, None, None, PLAIN, PLAIN, PLAIN, None, "noun.written"),
    Operator("param", _NAME, SET, None, n.param, None, None, "held", PLAIN, PLAIN, "param", "noun.written"),
    Operator("as_of", _NAME, SET, None, n.as_of, None, None, PLAIN, PLAIN, PLAIN, None, "noun.as-of"),
    Operator("define", _NAME, None, None, n.define, t.rising, t.of_one, INNER, INNER, INNER, "inner",
             "noun.written"),
    Operator("field", _NAME, CARD, None, n.field, None, None, PLAIN, PLAIN, PLAIN, "field", "noun.written"),
    Operator("section", _NAME, CARD, None, n.section, None, None, PLAIN, PLAIN, PLAIN, None, "noun.written"),
    Operator("list", _NAME, LISTED, None, n.listed, None, None, PLAIN, PLAIN, PLAIN, "listed", "noun.written"),
    Operator("it", _NAME, CARD, None, n.it, None, None, None, PLAIN, None, None, "noun.member"),
    Operator("member", _NAME, DECK, None, n.member, None, None, None, "holders", None, "section", "noun.member"),
    Operator("size", _NAME, DECK, None, n.size, None, t.numbered, "size", "size", "added", "measure", "noun.member"),

    Operator("+", _NUMBERS, None, None, c.of_numbers(py.add), t.rising, t.plus,
             "add", "added", PLAIN, "inner", "noun.+"),
    Operator("-", _NUMBERS, None, None, c.of_numbers(py.sub), t.against, t.minus,
             "subtract", "subtracted", PLAIN, "inner", "noun.-"),
    Operator("*", _NUMBERS, None, None, c.of_numbers(c.multiplied), t.scaled, t.times,
             "multiply", "multiplied", PLAIN, "inner", "noun.*"),
    Operator("//", _NUMBERS, None, None, c.of_numbers(c.divided), t.divided, t.quotient,
             "quotient", "divided", PLAIN, "inner", "noun.//"),
    Operator("%", _NUMBERS, None, None, c.of_numbers(c.remainder), t.steady, t.remainder,
             "rest", "remainder", PLAIN, "inner", "noun.%"),
    Operator("negative", _NUMBERS, None, None, c.of_numbers(py.neg), t.falling, t.negated,
             "negative", "negative", PLAIN, "inner", "noun.negative"),
    Operator("min", _NUMBERS, None, (2, 2), c.of_numbers(min), t.rising, t.smaller,
             "minimum", "smaller", PLAIN, "decisive", "noun.min"),
    Operator("max", _NUMBERS, None, (2, 2), c.of_numbers(max), t.rising, t.larger,
             "maximum", "larger", PLAIN, "decisive", "noun.max"),
    Operator("abs", _NUMBERS, None, (1, 1), c.of_numbers(abs), t.unsigned, t.distance,
             "absolute", "absolute", PLAIN, "inner", "noun.abs"),
    Operator("else", _VALUES, None, None, c.stand_in, t.stand_in, t.either,
             "stand_in", "stand_in", PLAIN, "decisive", "noun.else"),
    Operator("|", _VALUES, None, None, c.alternatives, t.rising, None, None, "either", PLAIN, "inner", "noun.|"),
    Operator("table", Form.TABLE, None, None, c.by_row, t.by_row, t.rows, None, "by_row", PLAIN, "table", "table.row"),

    Operator("==", _SETS, None, None, c.equal, t.steady, None,
             "equal", "equal", PLAIN, "inner", "test.==", denied="test.!=", mirrored="=="),
    Operator("<", _ORDER, None, None, c.ordered(py.lt), t.below, None,
             "less", "below", PLAIN, "inner", "test.<", denied="test.>=", mirrored=">"),
    Operator("<=", _ORDER, None, None, c.ordered(py.le), t.below, None,
             "less_equal", "at_most", PLAIN, "inner", "test.<=", denied="test.>", mirrored=">="),
    Operator(">", _ORDER, None, None, c.ordered(py.gt), t.above, None,
             "greater", "above", PLAIN, "inner", "test.>", denied="test.<=", mirrored="<"),
    Operator(">=", _ORDER, None, None, c.ordered(py.ge), t.above, None,
             "greater_equal", "at_least", PLAIN, "inner", "test.>=", denied="test.<", mirrored="<="),
    Operator("in", _SETS, None, None, c.shared, t.among, None,
             None, "shared", PLAIN, "inner", "test.in", denied="test.not in"),
    Operator("has", _SETS, None, None, c.shared, t.rising, None,
             None, "shared", PLAIN, "inner", "test.has", denied="test.not has"),
    Operator("within", _SETS, None, None, c.inside, t.below, None,
             None, "inside", PLAIN, "inner", "test.within", denied="test.not within"),
    Operator("!=", _SETS, None, None, None, None, None, None, None, None, None,
             "test.!=", opposite_of="==", denied="test.==", mirrored="!="),
    Operator("not in", _SETS, None, None, None, None, None, None, None, None, None,
             "test.not in", opposite_of="in", denied="test.in"),
    Operator("not", _TESTS, None, None, c.denied, t.falling, None,
             "logical_not", "denied", PLAIN, "inner", None),
    Operator("and", _TESTS, None, None, c.joined(False), t.rising, None,
             "logical_and", "all_of", PLAIN, "inner", "test.all", denied="test.any"),
    Operator("or", _TESTS, None, None, c.joined(True), t.rising, None,
             "logical_or", "any_of", PLAIN, "inner", "test.any", denied="test.all"),
    Operator("given", Form.FIELD, None, (1, 1), c.given, t.rising, None,
             None, "given", PLAIN, "inner", "test.given", denied="test.not given"),
    Operator("on", Form.LIST, LISTED, (1, 1), n.on, None, None,
             None, PLAIN, PLAIN, None, "test.many.on", denied="test.many.not on"),

    Operator("count", Form.COUNT, DECK, (0, 1), c.count, t.more, t.numbered,
             "over_cards", "counted", "added", "measure", "noun.count"),
    Operator("different", Form.COUNT, DECK, (0, 1), c.different, t.more, t.numbered,
             "over_cards", "different", "different", "measure", "noun.different"),
    Operator("sum", Form.MEASURE, DECK, (1, 1), c.measured(c.total, needed=True), t.added_up, t.summed,
             "over_cards", "summed", "added", "measure", "noun.sum"),
    Operator("largest", Form.MEASURE, DECK, (1, 1), c.measured(c.largest), t.more, t.of_one,
             "over_cards", "largest", "largest", "measure", "noun.largest", gone=True),
    Operator("smallest", Form.MEASURE, DECK, (1, 1), c.measured(c.smallest), t.least, t.of_one,
             "over_cards", "smallest", "smallest", "measure", "noun.smallest", gone=True),
)
# fmt: on
OPERATORS = {row.word: row for row in _ROWS}


def _opposite(expr: Expr) -> Run:
    making = OPERATORS[OPERATORS[expr.op].opposite_of or ""].value
    assert making is not None
    return c.turned(making(expr))


CLOSURES |= {word: row.value or _opposite for word, row in OPERATORS.items()}
CLOSURES["copies"] = n.copies  # what nobody writes: rules about copies count by it

# What follows from the table.
CALLS = tuple(word for word, row in OPERATORS.items() if row.args is not None)
OVER_CARDS = frozenset(word for word, row in OPERATORS.items() if row.form in (Form.COUNT, Form.MEASURE))
COMPARISONS = frozenset(word for word, row in OPERATORS.items() if row.form in (Form.ORDER, Form.SETS))
# What the card alone does not settle: on another day, in another event they may say otherwise.
LISTS = frozenset(word for word, row in OPERATORS.items() if row.reads == LISTED)
SETTINGS = LISTS | frozenset(word for word, row in OPERATORS.items() if row.reads == SET)
# Names whose value a report tells.
TOLD = frozenset({"field", *(word for word in SETTINGS if OPERATORS[word].form == Form.NAME)})


def supported(word: str, place: str, column: int = 1, shown: str | None = None) -> str:
    """The cell of a word in a column that names functions. `shown`: the word as it is written, where that is more.

    :raises ExprError: it has none: it is not supported there.
    """
    row = OPERATORS[word]
    cell: str | None = getattr(OPERATORS[row.opposite_of] if row.opposite_of else row, place)
    if cell is None:
        raise unsupported(shown or word, place, column)
    return cell


def unsupported(word: str, place: str, column: int = 1) -> ExprError:
    """The error for a word that a place does not know; it names what there is of the deck's cards."""
    known = tuple(one for one, row in OPERATORS.items() if row.reads == DECK and getattr(row, place))
    return ExprError(f"expr.unsupported.{place}", column, word=word, known=known)
