"""Tree → compiled expression: names resolved, types checked, closures built.

Of a field that is none `== < in has` are false, `!=`, `not in` and `not` true, `within` true. UNKNOWN
follows Kleene's logic (false and unknown is false).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from deckcheck.cards.names import normalise
from deckcheck.decks.deck import Entry
from deckcheck.expr.calls import compile_call, member
from deckcheck.expr.compare import compare, denied, either
from deckcheck.expr.grammar import ExprError, Tree, parse
from deckcheck.expr.names import named
from deckcheck.expr.scope import Scope, unknown
from deckcheck.expr.values import UNKNOWN, Expr, Result, Trend, Type, View, merged
from deckcheck.expr.weight import check_weight
from deckcheck.record import replace


def compile_text(text: str, scope: Scope, want: Type | None = None) -> Expr:
    """Parse and compile; `want` is the type the place asks for. Raises `ExprError`."""
    tree = parse(text)
    expr = compile_expr(tree, scope).with_text(text)
    if scope.defines:
        check_weight(expr, tree)
    if want is not None and expr.type not in (want, Type.NONE):
        raise ExprError("expr.wanted", tree.column, wanted=want.value, found=expr.type.value)
    return expr


def compile_expr(tree: Tree, scope: Scope, choices: tuple[str, ...] | None = None) -> Expr:
    """`choices`: the words that may stand bare here, from the field on the other side of a comparison."""
    return _COMPILERS[tree.op](tree, scope, choices)


def _number(tree: Tree, scope: Scope, choices: tuple[str, ...] | None) -> Expr:
    value = int(tree.word)
    return Expr("number", Type.NUMBER, lambda e, v: value, word=tree.word)


def _text(tree: Tree, scope: Scope, choices: tuple[str, ...] | None) -> Expr:
    word = tree.word
    if choices is not None and word not in choices:
        raise unknown("expr.not-a-value", tree.column, word, choices, values=choices)
    return Expr("text", Type.TEXT, lambda e, v: word, word=word)


def _none(tree: Tree, scope: Scope, choices: tuple[str, ...] | None) -> Expr:
    return Expr("none", Type.NONE, lambda e, v: None, word="none")


def _truths(tree: Tree, scope: Scope) -> list[Expr]:
    parts = [compile_expr(part, scope) for part in tree.parts]
    for part, at in zip(parts, tree.parts, strict=True):
        if part.type is not Type.TRUTH:
            raise ExprError("expr.not-a-test", at.column, op=tree.op, found=part.type.value, word=at.word)
    return parts


def _joined(tree: Tree, scope: Scope, choices: tuple[str, ...] | None) -> Expr:
    parts = _truths(tree, scope)
    runs = [part.run for part in parts]
    stop = tree.op == "or"  # the value that decides at once

    def run(entry: Entry, view: View) -> Result:
        result: Result = not stop
        for one in runs:
            value = one(entry, view)
            if value is UNKNOWN:
                result = UNKNOWN
            elif bool(value) is stop:
                return stop
        return result

    trend = Trend.CONSTANT
    for part in parts:
        trend = trend.join(part.trend)
    return merged(tree.op, Type.TRUTH, run, parts, trend)


def _not(tree: Tree, scope: Scope, choices: tuple[str, ...] | None) -> Expr:
    (part,) = _truths(tree, scope)
    return merged("not", Type.TRUTH, denied(part.run), [part], part.trend.flip())


def _test(tree: Tree, scope: Scope, choices: tuple[str, ...] | None) -> Expr:
    left, right = (_in_numbers(part, _words_of(other, scope), scope) for part, other in (tree.parts, tree.parts[::-1]))
    if _stands_alone(left, scope) or not _stands_alone(right, scope):
        a = compile_expr(left, scope)
        b = compile_expr(right, scope, a.choices)
    else:
        try:
            b = compile_expr(right, scope)
        except ExprError:
            compile_expr(left, scope)  # misspelt, it may be the field of which the right has words
            raise
        a = compile_expr(left, scope, b.choices)
    return compare(tree, a, b)


def _words_of(tree: Tree, scope: Scope) -> Mapping[str, int]:
    """The words that spell the numbers of a dated list."""
    slot = scope.lists.get(tree.word) if tree.op == "name" else None
    return slot.words if slot is not None else {}


def _in_numbers(tree: Tree, words: Mapping[str, int], scope: Scope) -> Tree:
    """The tree with the number for each of the words; how they are written besides does not matter, as in lists."""
    if not words:
        return tree
    if tree.op == "|":
        return replace(tree, parts=tuple(_in_numbers(part, words, scope) for part in tree.parts))
    if tree.op not in ("name", "text") or (tree.op == "name" and scope.knows(tree.word)):
        return tree
    number = {normalise(word): number for word, number in words.items()}.get(normalise(tree.word))
    if number is None:
        raise unknown("expr.not-a-value", tree.column, tree.word, tuple(words), values=tuple(words))
    return replace(tree, op="number", word=str(number))


def _stands_alone(tree: Tree, scope: Scope) -> bool:
    """Whether it has a meaning of its own, or is a bare word that the other side must explain."""
    if tree.op == "|":
        return any(_stands_alone(part, scope) for part in tree.parts)
    return tree.op not in ("name", "text") or scope.knows(tree.word)


def _alternatives(tree: Tree, scope: Scope, choices: tuple[str, ...] | None) -> Expr:
    return either(tree, [compile_expr(part, scope, choices) for part in tree.parts])


def _else(tree: Tree, scope: Scope, choices: tuple[str, ...] | None) -> Expr:
    first, second = (compile_expr(part, scope, choices) for part in tree.parts)
    if Type.NONE not in (first.type, second.type) and first.type is not second.type:
        raise ExprError("expr.two-types", tree.parts[1].column, left=first.type.value, right=second.type.value)

    def run(entry: Entry, view: View) -> Result:
        value = first.run(entry, view)
        return second.run(entry, view) if value is None else value

    kind = first.type if first.type is not Type.NONE else second.type
    # The stand-in goes as soon as the deck has a value, whatever the direction of the two.
    still = first.trend is Trend.CONSTANT
    return merged(
        "else",
        kind,
        run,
        [first, second],
        second.trend if still else Trend.MIXED,
        many=first.many or second.many,
        choices=first.choices,
        negative=first.negative or second.negative,
        names=first.names or second.names,
    )


def _divide(a: int, b: int) -> int | None:
    return a // b if b else None


def _remainder(a: int, b: int) -> int | None:
    return a % b if b else None


def _product(a: int, b: int) -> int | None:
    product = a * b
    return product if -_MOST < product < _MOST else None


_MOST = 10**18  # what is larger is none, as what is divided by nothing

_ARITHMETIC: dict[str, Callable[[int, int], int | None]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": _product,
    "//": _divide,
    "%": _remainder,
}


def _arithmetic(tree: Tree, scope: Scope, choices: tuple[str, ...] | None) -> Expr:
    left, right = numbers(tree, scope)
    calculate = _ARITHMETIC[tree.op]

    def run(entry: Entry, view: View) -> Result:
        a, b = left.run(entry, view), right.run(entry, view)
        if a is UNKNOWN or b is UNKNOWN:
            return UNKNOWN
        return calculate(a, b) if isinstance(a, int) and isinstance(b, int) else None

    negative = tree.op == "-" or left.negative or right.negative
    return merged(tree.op, Type.NUMBER, run, [left, right], _slope(tree.op, left, right), negative=negative)


def _slope(op: str, left: Expr, right: Expr) -> Trend:
    if op == "+":
        return left.trend.join(right.trend)
    if op == "-":
        return left.trend.join(right.trend.flip())
    if left.trend is right.trend is Trend.CONSTANT:
        return Trend.CONSTANT
    # A product or quotient keeps the direction only beside a number that is written out, so not below 0.
    if right.op == "number" and op in ("*", "//"):
        return left.trend
    if left.op == "number" and op == "*":
        return right.trend
    return Trend.MIXED


def numbers(tree: Tree, scope: Scope) -> list[Expr]:
    """The operands of a tree, each a single number."""
    parts = [compile_expr(part, scope) for part in tree.parts]
    for part, at in zip(parts, tree.parts, strict=True):
        if part.type is not Type.NUMBER or part.many:
            raise ExprError("expr.not-a-number", at.column, op=tree.op, found=part.type.value, word=at.word)
    return parts


def _negative(tree: Tree, scope: Scope, choices: tuple[str, ...] | None) -> Expr:
    (part,) = numbers(tree, scope)

    def run(entry: Entry, view: View) -> Result:
        value = part.run(entry, view)
        return -value if isinstance(value, int) else value

    return merged("negative", Type.NUMBER, run, [part], part.trend.flip(), negative=True)


def _call(tree: Tree, scope: Scope, choices: tuple[str, ...] | None) -> Expr:
    return compile_call(tree, scope)


def _member(tree: Tree, scope: Scope, choices: tuple[str, ...] | None) -> Expr:
    return member(tree, scope)


_COMPILERS: dict[str, Callable[[Tree, Scope, tuple[str, ...] | None], Expr]] = {
    "number": _number,
    "text": _text,
    "none": _none,
    "name": named,
    "member": _member,
    "call": _call,
    "or": _joined,
    "and": _joined,
    "not": _not,
    "|": _alternatives,
    "else": _else,
    "negative": _negative,
    **dict.fromkeys(_ARITHMETIC, _arithmetic),
    **dict.fromkeys(("==", "!=", "<", "<=", ">", ">=", "in", "not in", "has", "within"), _test),
}
