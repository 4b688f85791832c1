"""Tree → compiled expression: names resolved, types checked, the cells of the table of operators put together."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from deckcheck.cards.names import normalise
from deckcheck.expr.grammar import Tree, parse
from deckcheck.expr.operators import CALLS, DECK, OPERATORS, OVER_CARDS, Form, Operator
from deckcheck.expr.scope import RECORDS, Scope, meaning, unknown
from deckcheck.expr.values import ANY_NUMBER, INFINITE, Expr, ExprError, Type, reads
from deckcheck.record import replace

Choices = tuple[str, ...] | None


def compile_text(text: str, scope: Scope, want: Type | None = None) -> Expr:
    """Parse and compile; `want` is the type the place asks for. Raises `ExprError`."""
    tree = parse(text)
    expr = compile_expr(tree, scope).with_text(text)
    if scope.defines:
        check_weight(expr, tree)
    if want is not None and expr.type not in (want, Type.NONE):
        raise ExprError("expr.wanted", tree.column, wanted=want.value, found=expr.type.value)
    return expr


def compile_expr(tree: Tree, scope: Scope, choices: Choices = None) -> Expr:
    """`choices`: the words that may stand bare here, from the field on the other side of a comparison."""
    if tree.op == "call":
        row = _called(tree, scope)
    elif tree.op in NAMES:
        row = OPERATORS[meaning(tree, scope, choices)]
    else:
        row = OPERATORS[tree.op]
    if row.word in RECORDS:
        return RECORDS[row.word](tree, scope)
    return built(row.word, _PARTS[row.form](tree, row, scope, choices), owner=tree.owner)


def built(op: str, parts: Sequence[Expr], /, **said: Any) -> Expr:
    """An expression over others, whose types are checked. `said`: what of it the parts do not say."""
    row = OPERATORS[op]
    if row.opposite_of is not None:
        expr = built(row.opposite_of, parts, **said)
        return replace(expr, op=op, trend=expr.trend.flip())
    if row.trend is None:
        raise AssertionError(op)
    more = reads(parts)
    if row.reads == DECK:  # the parts read the cards of the deck; of the card being judged what they read of `it`
        more |= {"word": op, "deck": True, "fields": more["outer"], "card": bool(more["outer"]), "outer": frozenset()}
    if row.form == Form.FIELD:
        more["word"] = parts[0].word
    if row.form == Form.VALUES:
        choices = next((p.choices for p in parts if p.choices), None) if op == "|" else parts[0].choices
        many = op == "|" or any(p.many for p in parts)
        more |= {"choices": choices, "many": many, "names": any(p.names for p in parts)}
    stand_ins = parts[1:] if op in ("else", "table") else parts
    more |= {
        "trend": row.trend(*parts),
        "range": row.range([part.range for part in parts], INFINITE) if row.range else ANY_NUMBER,
        "gone": row.gone or (row.reads != DECK and any(part.gone for part in stand_ins)),
    }
    return Expr(op, _type_of(parts) if row.form == Form.VALUES else row.type, **{**more, **said})


def _type_of(parts: Sequence[Expr]) -> Type:
    """The type of values of one type, of which some may be the word none."""
    return next((part.type for part in parts if part.type is not Type.NONE), Type.NONE)


NAMES = ("number", "text", "none", "name", "member")  # of the grammar


# -- the parts of an expression, by its form -----------------------------------------------------------


def _called(tree: Tree, scope: Scope) -> Operator:
    """The row of a call; raises `ExprError`."""
    row = OPERATORS[tree.word] if tree.word in CALLS else None
    if row is None or row.args is None:
        raise unknown("expr.unknown-call", tree.column, tree.word, CALLS)
    if tree.owner is not None:
        known = (*scope.sections, "deck")
        if tree.word not in OVER_CARDS:
            raise ExprError("expr.no-owner", tree.column, word=tree.word)
        if tree.owner not in known:
            raise unknown("expr.unknown-section", tree.column, tree.owner, known)
    (least, most), given = row.args, len(tree.parts) - tree.has_where
    if not least <= given <= most or (tree.has_where and row.form != Form.MEASURE):
        raise ExprError("expr.arguments", tree.column, word=tree.word, least=least, most=most, given=given)
    return row


def _numbers(tree: Tree, row: Operator, scope: Scope, choices: Choices) -> list[Expr]:
    return [_number(part, row, scope) for part in tree.parts]


def _number(tree: Tree, row: Operator, scope: Scope) -> Expr:
    part = compile_expr(tree, scope)
    if part.type is not Type.NUMBER or part.many:
        raise ExprError("expr.not-a-number", tree.column, op=row.word, found=part.type.value, word=tree.word)
    return part


def _tests(tree: Tree, row: Operator, scope: Scope, choices: Choices) -> list[Expr]:
    return [_test(part, row, scope) for part in tree.parts]


def _test(tree: Tree, row: Operator, scope: Scope) -> Expr:
    part = compile_expr(tree, scope)
    if part.type is not Type.TRUTH:
        raise ExprError("expr.not-a-test", tree.column, op=row.word, found=part.type.value, word=tree.word)
    return part


def _counted(tree: Tree, row: Operator, scope: Scope, choices: Choices) -> list[Expr]:
    parts = _tests(tree, row, scope.of_card or scope, choices)
    check_counts(tree, parts)
    return parts


def _measured(tree: Tree, row: Operator, scope: Scope, choices: Choices) -> list[Expr]:
    what, *tests = tree.parts
    scope = scope.of_card or scope
    parts = [_number(what, row, scope), *(_test(test, row, scope) for test in tests)]
    check_counts(tree, parts)
    return parts


def _field(tree: Tree, row: Operator, scope: Scope, choices: Choices) -> list[Expr]:
    """A field of the card, of `it` or of the cards of a section."""
    (at,) = tree.parts
    if at.op == "name" and at.word in scope.fields:
        return [compile_expr(at, replace(scope, defines={}, params={}, lists={}))]
    if at.op == "member" and at.word != "size":
        return [compile_expr(at, scope)]
    raise unknown("expr.unknown-field", at.column, at.word, tuple(scope.fields), owner=row.word)


def _values(tree: Tree, row: Operator, scope: Scope, choices: Choices) -> list[Expr]:
    parts = [compile_expr(part, scope, choices) for part in tree.parts]
    first = parts[0]
    for part, at in zip(parts, tree.parts, strict=True):
        missing = row.word == "else" and Type.NONE in (first.type, part.type)
        if part.type is not first.type and not missing:
            raise ExprError("expr.two-types", at.column, left=first.type.value, right=part.type.value)
    return parts


def _compared(tree: Tree, row: Operator, scope: Scope, choices: Choices) -> list[Expr]:
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
    _check_compared(tree, row, a, b)
    return [a, b]


_PARTS: dict[str, Callable[[Tree, Operator, Scope, Choices], list[Expr]]] = {
    Form.NUMBERS: _numbers,
    Form.TESTS: _tests,
    Form.ORDER: _compared,
    Form.SETS: _compared,
    Form.VALUES: _values,
    Form.COUNT: _counted,
    Form.MEASURE: _measured,
    Form.FIELD: _field,
}

# -- comparisons: bare words beside a field that has them, and types ------------------------------------


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


def _check_compared(tree: Tree, row: Operator, left: Expr, right: Expr) -> None:
    op, column = row.word, tree.column
    if Type.NONE not in (left.type, right.type) and left.type is not right.type:
        for word, number in ((left, tree.parts[1]), (right, tree.parts[0])):
            if word.type is Type.TEXT and word.choices is None and (text := _as_written(number)) is not None:
                raise ExprError("expr.unquoted", _begin(number), word=word.word, text=text)
        raise ExprError("expr.two-types", column, left=left.type.value, right=right.type.value)
    if row.form == Form.ORDER and any(
        one.many or one.type is Type.TRUTH or one.choices is not None or one.op == "none" for one in (left, right)
    ):
        raise ExprError("expr.no-order", column, op=op, word=left.word or right.word)
    base = row.opposite_of or op
    if base in ("==", "in") and left.many:
        raise ExprError("expr.many", column, op=op, word=left.word)
    if base == "==" and right.many and right.op != "|":
        raise ExprError("expr.many-right", column, op=op, word=right.word)
    if base in ("has", "within") and not left.many:
        raise ExprError("expr.single", column, op=op, word=left.word)


def _as_written(tree: Tree) -> str | None:
    """The text of what is a number, or a day without its quotes, and surely meant as a text; else None."""
    if tree.op == "number":
        return tree.word
    parts = [_as_written(part) for part in tree.parts] if tree.op == "-" else []
    return "-".join(filter(None, parts)) if parts and None not in parts else None


def _begin(tree: Tree) -> int:
    """Where the text of a tree of numbers begins; a subtraction's own column may be that of its sign."""
    return min([tree.column, *map(_begin, tree.parts)])


# -- how much work an expression is: its parts with the definitions written out, calls inside one another --

MOST_PARTS = 2000
MOST_LEVELS = 250
MOST_COUNTS = 3  # each goes through the deck for each card that the one around it looks at


def check_weight(expr: Expr, tree: Tree) -> None:
    """Definitions that are made of definitions grow fast. Raises `ExprError`."""
    parts, levels = _weight(expr, {})
    if parts > MOST_PARTS:
        raise ExprError("expr.defines-large", tree.column, limit=MOST_PARTS)
    if levels > MOST_LEVELS:
        raise ExprError("expr.defines-deep", tree.column, limit=MOST_LEVELS)


def _weight(expr: Expr, known: dict[int, tuple[int, int]]) -> tuple[int, int]:
    if not expr.parts:
        return 1, 1
    found = known.get(id(expr))
    if found is None:
        size, depth = 1, 0
        for part in expr.parts:
            parts, levels = _weight(part, known)
            size += parts
            depth = max(depth, levels)
        found = known[id(expr)] = size, depth + 1
    return found


def check_counts(tree: Tree, parts: list[Expr]) -> None:
    """Whether a call over the deck may stand around these parts. Raises `ExprError`."""
    known: dict[int, int] = {}
    if any(part.deck and _counts(part, known) >= MOST_COUNTS for part in parts):
        raise ExprError("expr.counts-deep", tree.column, word=tree.word, limit=MOST_COUNTS)


def _counts(expr: Expr, known: dict[int, int]) -> int:
    if not expr.deck or not expr.parts:
        return int(expr.op in OVER_CARDS)
    found = known.get(id(expr))
    if found is None:
        found = known[id(expr)] = max(_counts(part, known) for part in expr.parts) + (expr.op in OVER_CARDS)
    return found
