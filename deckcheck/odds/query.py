"""Text of a query → what it counts in the hand, and the test (or number) made of those counts.

Every call over the hand becomes a tally with a name of its own; what is left is an expression over those
names, so that comparing and calculating mean what they mean everywhere else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from deckcheck.decks.deck import Entry
from deckcheck.engine.records import HAND
from deckcheck.expr import Expr, ExprError, Scope, Type, compile_expr, parse
from deckcheck.expr.grammar import Tree
from deckcheck.expr.operators import COMPARISONS, OPERATORS, Form, supported
from deckcheck.expr.values import Result
from deckcheck.odds.apart import Finder, spread_apart
from deckcheck.odds.tally import KINDS, Lane, Tally, Value, number
from deckcheck.rules.view import NOBODY, DeckView


class QueryError(Exception):
    """What the player wrote is no query: `what` is query, keep or toss, `text` the whole, `slip` where and why."""

    def __init__(self, what: str, text: str, slip: ExprError) -> None:
        super().__init__(f"{what}: {slip}")
        self.what = what
        self.text = text
        self.slip = slip


@dataclass(frozen=True, slots=True)
class Query:
    """A query over the cards seen. `result` is a truth, or a number whose spread is asked.

    `shared`: the names of cards that may serve two of its conditions; none where these are kept apart.
    """

    text: str
    tallies: Mapping[str, Tally]
    lanes: tuple[Lane, ...]
    result: Expr
    view: DeckView
    shared: tuple[str, ...] = ()

    def value(self, values: Sequence[Value]) -> Result:
        """The query's value where its tallies have these values."""
        self.view.params = {**self.view.params, **dict(zip(self.tallies, map(number, values), strict=True))}
        return self.result.run(NOBODY, self.view)


def hand_scope(scope: Scope) -> Scope:
    """The names of a game where the hand is all there is to look at."""
    return replace(scope, sections={HAND: False})


def compile_query(text: str, scope: Scope, view: DeckView, cards: Sequence[Entry], *, apart: bool = False) -> Query:
    """Compile a query over the hand.

    :param scope: the game's names. :param view: its params and lists, as the rules see them.
    :param cards: the deck's cards, which decide whether groups overlap.
    :param apart: conditions joined by `and` are to be met by different cards.
    :raises ExprError: it is no query, with the column.
    """
    scope = hand_scope(scope)
    finder = Finder(scope, view, cards)
    tree = spread_apart(parse(text), finder, everywhere=apart)
    whole = compile_expr(tree, scope)  # every slip is found in the words of the query
    tallies: dict[str, Tally] = {}
    lifted = _lift(tree, scope, tallies)
    names = replace(scope, params={**scope.params, **dict.fromkeys(tallies, 0)})
    result = compile_expr(lifted, names)
    if whole.type not in (Type.TRUTH, Type.NUMBER) or result.card:
        raise ExprError("odds.card-test", _leftmost(tree))
    if result.deck:
        raise ExprError("odds.only-hand", _leftmost(tree), word=text)
    counted = DeckView((), (), (), None, view.params, view.columns, view.as_of)
    tests = _tests_of(lifted, tallies)
    lanes = tuple(_lane(name, tally, tests[name], names, counted) for name, tally in tallies.items())
    shared = () if apart else finder.shared
    return Query(text, tallies, lanes, result.with_text(text), counted, shared)


def _lift(tree: Tree, scope: Scope, tallies: dict[str, Tally]) -> Tree:
    """The tree with each call over the hand replaced by a name; the tallies are added as they are met."""
    if tree.op == "member":
        if tree.owner != HAND:
            raise ExprError("odds.only-hand", tree.column, word=f"{tree.owner}.{tree.word}")
        supported("size" if tree.word == "size" else "member", "odds", tree.column, shown=f"{HAND}.{tree.word}")
        return _named(Tally("count", None, None), tree, tallies)
    if tree.op == "call" and tree.word in KINDS:
        if tree.owner not in (None, HAND):
            raise ExprError("odds.only-hand", tree.column, word=f"{tree.owner}.{tree.word}")
        expr = compile_expr(tree, scope)
        if expr.outer or any(part.deck for part in expr.parts):
            raise ExprError("odds.nested", tree.column, word=tree.word)
        what, test = (None, *expr.parts, None)[:2] if _counts(tree.word) else (*expr.parts, None)[:2]
        return _named(Tally(tree.word, what, test), tree, tallies)
    return replace(tree, parts=tuple(_lift(part, scope, tallies) for part in tree.parts))


def _leftmost(tree: Tree) -> int:
    """Where the text of a tree begins; the column of a comparison is that of its sign."""
    return min(tree.column, *map(_leftmost, tree.parts)) if tree.parts else tree.column


def _named(tally: Tally, tree: Tree, tallies: dict[str, Tally]) -> Tree:
    name = f"#{len(tallies)}"  # no name of the language, so it hides none
    tallies[name] = tally
    return Tree("name", tree.column, name)


def _tests_of(tree: Tree, names: Mapping[str, Tally]) -> dict[str, list[tuple[Tree, Tree]] | None]:
    """Tally → the comparisons it stands in and what each compares it with; None where it is used otherwise."""
    found: dict[str, list[tuple[Tree, Tree]] | None] = {name: [] for name in names}

    def walk(at: Tree) -> None:
        for place, part in enumerate(at.parts):
            if part.op != "name" or part.word not in names:
                walk(part)
                continue
            tests = found[part.word]
            other = at.parts[1 - place] if at.op in COMPARISONS else None
            if tests is None or other is None or _mentions(other, names):
                found[part.word] = None
            else:
                tests.append((at, other))

    walk(Tree("", 0, parts=(tree,)))
    return found


def _mentions(tree: Tree, names: Mapping[str, Tally]) -> bool:
    return tree.word in names or any(_mentions(part, names) for part in tree.parts)


def _counts(word: str) -> bool:
    return OPERATORS[word].form == Form.COUNT


def _lane(name: str, tally: Tally, tests: list[tuple[Tree, Tree]] | None, scope: Scope, view: DeckView) -> Lane:
    start, step = KINDS[tally.word]
    if tests is None or not _counts(tally.word):
        return Lane(start, step)
    cap = 0
    for _, other in tests:
        limit = compile_expr(other, scope).run(NOBODY, view)
        limits = limit if isinstance(limit, frozenset) else {limit}
        cap = max(cap, *(bound + 1 for bound in limits if isinstance(bound, int)), 0)
    outcome = _outcome(name, [compile_expr(test, scope) for test, _ in tests], view)
    first: dict[tuple[Result, ...], int] = {}
    return Lane(start, step, cap, [first.setdefault(outcome(value), value) for value in range(cap + 1)])


def _outcome(name: str, tests: Sequence[Expr], view: DeckView) -> Callable[[int], tuple[Result, ...]]:
    def outcome(value: int) -> tuple[Result, ...]:
        before = view.params
        view.params = {**before, name: value}
        found = tuple(test.run(NOBODY, view) for test in tests)
        view.params = before
        return found

    return outcome
