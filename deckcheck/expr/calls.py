"""Calls and `section.field`: what an expression asks of the deck."""

from __future__ import annotations

from collections.abc import Callable

from deckcheck.cards.names import normalise
from deckcheck.decks.deck import Entry
from deckcheck.expr.grammar import ExprError, Tree
from deckcheck.expr.names import field_of_card
from deckcheck.expr.scope import Scope, unknown
from deckcheck.expr.values import UNKNOWN, Expr, Result, Run, Trend, Type, View, merged
from deckcheck.expr.weight import OVER_DECK, check_counts


def member(tree: Tree, scope: Scope) -> Expr:
    """`section.size`, `section.field`, `it.field`."""
    owner, word = tree.owner or "", tree.word
    if owner not in scope.owners():
        raise unknown("expr.unknown-section", tree.column, owner, scope.owners())
    if word == "size" and owner != "it":
        return Expr("size", Type.NUMBER, _size(owner), owner=owner, word=word, deck=True, trend=Trend.UP)
    if word not in scope.fields:
        raise unknown("expr.unknown-field", tree.column, word, (*scope.fields, "size"), owner=owner)
    of_card = field_of_card(word, scope)
    if owner == "it":
        return Expr(
            "it",
            of_card.type,
            _it(of_card.run),
            many=of_card.many,
            owner=owner,
            word=word,
            choices=of_card.choices,
            outer=frozenset({word}),
            names=of_card.names,
            negative=of_card.negative,
        )
    single = scope.sections.get(owner, False)
    return Expr(
        "member",
        of_card.type,
        _only(owner, of_card.run) if single else _values(owner, word, of_card.run),
        many=of_card.many or not single,
        owner=owner,
        word=word,
        choices=of_card.choices,
        deck=True,
        # The one card of a section stands; the values of a growing section only become more.
        trend=Trend.CONSTANT if single else Trend.UP,
        names=of_card.names,
        negative=of_card.negative,
    )


def _size(owner: str) -> Run:
    return lambda entry, view: sum(e.count for e in view.entries(owner))


def _it(inner: Run) -> Run:
    def run(entry: Entry, view: View) -> Result:
        return UNKNOWN if view.it is None else inner(view.it, view)

    return run


def _only(owner: str, inner: Run) -> Run:
    def run(entry: Entry, view: View) -> Result:
        entries = view.entries(owner)
        # The same card on two lines is one card, as it would be on one line.
        alike = all(other.card is entries[0].card for other in entries[1:])
        return inner(entries[0], view) if entries and alike else UNKNOWN

    return run


def _values(owner: str, word: str, inner: Run) -> Run:
    def run(entry: Entry, view: View) -> Result:
        found: set[str] = set()
        for other in view.entries(owner):
            if word == "name" and other.card is not None:
                found.update(map(normalise, other.card.names))
                continue
            value = inner(other, view)
            if value is UNKNOWN:
                view.doubt()
            elif isinstance(value, tuple):
                found.update(value)
            elif value is not None:
                found.add(value)  # type: ignore[arg-type]
        return frozenset(found)

    return run


def compile_call(tree: Tree, scope: Scope) -> Expr:
    """A call of the table `CALLS`; raises `ExprError`."""
    if tree.word not in CALLS:
        raise unknown("expr.unknown-call", tree.column, tree.word, tuple(CALLS))
    if tree.owner is not None:
        known = (*scope.sections, "deck")
        if tree.word not in OVER_DECK:
            raise ExprError("expr.no-owner", tree.column, word=tree.word)
        if tree.owner not in known:
            raise unknown("expr.unknown-section", tree.column, tree.owner, known)
    return CALLS[tree.word](tree, scope)


def _arguments(tree: Tree, least: int, most: int) -> None:
    given = len(tree.parts) - tree.guarded
    if not least <= given <= most or (tree.guarded and tree.word not in _MEASURES):
        raise ExprError("expr.arguments", tree.column, word=tree.word, least=least, most=most, given=given)


def _inner_test(tree: Tree, scope: Scope, at: Tree) -> Expr:
    from deckcheck.expr.compile import compile_expr

    test = compile_expr(at, scope)
    if test.type is not Type.TRUTH:
        raise ExprError("expr.not-a-test", at.column, op=tree.word, found=test.type.value, word=at.word)
    return test


def _picked(owner: str | None, test: Expr | None) -> Callable[[Entry, View], list[Entry]]:
    """The entries that surely match; those that may match leave a doubt."""

    def pick(entry: Entry, view: View) -> list[Entry]:
        entries = view.entries(owner)
        if test is None:
            return list(entries)
        found, before, view.it = [], view.it, entry
        for other in entries:
            value = test.run(other, view)
            if value is UNKNOWN:
                view.doubt()
            elif value:
                found.append(other)
        view.it = before
        return found

    return pick


def _over_deck(tree: Tree, run: Run, trend: Trend, parts: tuple[Expr, ...], *, negative: bool = False) -> Expr:
    check_counts(tree, parts)
    for part in parts:
        trend = trend.join(part.trend)
    outer = frozenset[str]().union(*(part.outer for part in parts))
    return Expr(
        tree.word,
        Type.NUMBER,
        run,
        word=tree.word,
        owner=tree.owner,
        parts=parts,
        card=bool(outer),
        deck=True,
        trend=trend,
        fields=outer,
        lists=frozenset().union(*(part.lists for part in parts)),
        negative=negative,
    )


def _count(tree: Tree, scope: Scope) -> Expr:
    _arguments(tree, 0, 1)
    test = _inner_test(tree, scope, tree.parts[0]) if tree.parts else None
    pick = _picked(tree.owner, test)
    parts = (test,) if test else ()
    if tree.word == "count":
        return _over_deck(tree, lambda e, v: sum(o.count for o in pick(e, v)), Trend.UP, parts)

    def different(entry: Entry, view: View) -> Result:
        found: set[Result] = set()
        for other in pick(entry, view):
            if other.card is None:
                view.doubt()  # it may be one of the others, misspelt
            else:
                key = view.key(other)
                found.update(key if isinstance(key, tuple | frozenset) else (key,))
        return len(found)

    return _over_deck(tree, different, Trend.UP, parts)


def _measure(tree: Tree, scope: Scope) -> Expr:
    from deckcheck.expr.compile import compile_expr

    _arguments(tree, 1, 1)
    what = compile_expr(tree.parts[0], scope)
    if what.type is not Type.NUMBER or what.many:
        found = what.type.value
        raise ExprError("expr.not-a-number", tree.parts[0].column, op=tree.word, found=found, word=what.word)
    test = _inner_test(tree, scope, tree.parts[1]) if tree.guarded else None
    pick = _picked(tree.owner, test)
    combine, slope = _MEASURES[tree.word]

    def run(entry: Entry, view: View) -> Result:
        values: list[tuple[int, int]] = []
        for other in pick(entry, view):
            value = what.run(other, view)
            if isinstance(value, int):
                values.append((value, other.count))
            elif value is UNKNOWN:
                return UNKNOWN
            elif tree.word == "sum":
                view.lacks(other, what.fields | what.lists)
                return UNKNOWN
        return combine(values)

    if tree.word == "sum" and what.negative:
        slope = Trend.MIXED
    return _over_deck(tree, run, slope, (what, test) if test else (what,), negative=what.negative)


_MEASURES: dict[str, tuple[Callable[[list[tuple[int, int]]], int | None], Trend]] = {
    "sum": (lambda values: sum(value * count for value, count in values), Trend.UP),
    "largest": (lambda values: max((value for value, _ in values), default=None), Trend.UP),
    "smallest": (lambda values: min((value for value, _ in values), default=None), Trend.DOWN),
}


def _extreme(tree: Tree, scope: Scope) -> Expr:
    from deckcheck.expr.compile import numbers

    _arguments(tree, 2, 2)
    left, right = numbers(tree, scope)
    choose: Callable[[int, int], int] = min if tree.word == "min" else max

    def run(entry: Entry, view: View) -> Result:
        a, b = left.run(entry, view), right.run(entry, view)
        if a is UNKNOWN or b is UNKNOWN:
            return UNKNOWN
        return choose(a, b) if isinstance(a, int) and isinstance(b, int) else None

    trend = left.trend.join(right.trend)
    negative = left.negative or right.negative
    return merged(tree.word, Type.NUMBER, run, [left, right], trend, negative=negative)


def _given(tree: Tree, scope: Scope) -> Expr:
    _arguments(tree, 1, 1)
    word = tree.parts[0].word
    if tree.parts[0].op != "name" or word not in scope.fields:
        raise unknown("expr.unknown-field", tree.parts[0].column, word, tuple(scope.fields), owner="given")
    inner = field_of_card(word, scope).run

    def run(entry: Entry, view: View) -> Result:
        value = inner(entry, view)
        return value if value is UNKNOWN else value is not None

    return Expr("given", Type.TRUTH, run, word=word, card=True, fields=frozenset({word}))


def _on(tree: Tree, scope: Scope) -> Expr:
    _arguments(tree, 1, 1)
    word = tree.parts[0].word
    if tree.parts[0].op != "name" or word not in scope.lists:
        raise unknown("expr.unknown-list", tree.parts[0].column, word, tuple(scope.lists))

    def run(entry: Entry, view: View) -> Result:
        return view.columns[word].lists(entry)

    return Expr("on", Type.TRUTH, run, word=word, card=True, lists=frozenset({word}))


CALLS: dict[str, Callable[[Tree, Scope], Expr]] = {
    "count": _count,
    "different": _count,
    "sum": _measure,
    "largest": _measure,
    "smallest": _measure,
    "min": _extreme,
    "max": _extreme,
    "given": _given,
    "on": _on,
}
