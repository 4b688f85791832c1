"""Text of a query → its calls over the hand, each with what it may forget while hands are counted."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence

from deckcheck.cards.pool import Card
from deckcheck.chance.calls import HAND, KINDS, Call, TableExpr, Value, leftmost, number, taken_apart
from deckcheck.expr import Expr, ExprError, Scope, Type, compile_expr, parse
from deckcheck.expr.grammar import Tree
from deckcheck.expr.operators import COMPARISONS, OPERATORS, Form
from deckcheck.expr.values import Result
from deckcheck.odds.apart import Finder, spread_apart
from deckcheck.odds.exact import Lane
from deckcheck.record import dataclass, replace
from deckcheck.rules.view import NOBODY, DeckView


@dataclass(frozen=True, slots=True)
class Query:
    """A query over the cards seen: a truth, or a number whose spread is asked.

    `asked`: its calls over the hand, and what is made of them.
    `lanes`: a call each, while hands are counted.
    `shared`: the names of cards that may serve two of its conditions; none where these are kept apart.
    """

    asked: TableExpr
    lanes: tuple[Lane, ...]
    view: DeckView
    shared: tuple[str, ...] = ()

    @property
    def is_test(self) -> bool:
        return self.asked.result.type is Type.TRUTH

    def value(self, values: Sequence[Value]) -> Result:
        """The query's value where its calls have these values."""
        return self.asked.value(list(map(number, values)), self.view)


def hand_scope(scope: Scope) -> Scope:
    """The names of a game where the hand is all there is to look at."""
    return replace(scope, sections={HAND: False})


def compile_query(text: str, scope: Scope, view: DeckView, cards: Iterable[Card], *, apart: bool = False) -> Query:
    """Compile a query over the hand.

    :param scope: the game's names. :param view: its params and lists, as the rules see them.
    :param cards: the deck's cards, which decide whether groups overlap.
    :param apart: conditions joined by `and` are to be met by different cards.
    :raises ExprError: it is no query, with the column.
    """
    scope = hand_scope(scope)
    finder = Finder(scope, view, tuple(cards))
    tree = spread_apart(parse(text), finder, everywhere=apart)
    whole = compile_expr(tree, scope)  # every slip is found in the words of the query

    def refuse(at: Tree) -> ExprError:
        return ExprError("odds.only-hand", at.column, word=f"{at.owner}.{at.word}")

    asked = taken_apart(tree, scope, text, (None, HAND), "odds", refuse)
    if whole.type not in (Type.TRUTH, Type.NUMBER) or asked.result.card:
        raise ExprError("odds.card-test", leftmost(tree))
    if asked.result.deck:
        raise ExprError("odds.only-hand", leftmost(tree), word=text)
    counted = DeckView((), (), (), None, view.params, view.columns, view.as_of)
    names = replace(scope, params={**scope.params, **dict.fromkeys(asked.calls, 0)})
    tests = _tests_of(asked.tree, asked.calls)
    lanes = tuple(_lane(name, call, tests[name], names, counted) for name, call in asked.calls.items())
    return Query(asked, lanes, counted, () if apart else finder.shared)


def _tests_of(tree: Tree, names: Collection[str]) -> dict[str, list[tuple[Tree, Tree]] | None]:
    """Call → the comparisons it stands in and what each compares it with; None where it is used otherwise."""
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


def _mentions(tree: Tree, names: Collection[str]) -> bool:
    return tree.word in names or any(_mentions(part, names) for part in tree.parts)


def _lane(name: str, call: Call, tests: list[tuple[Tree, Tree]] | None, scope: Scope, view: DeckView) -> Lane:
    start, step = KINDS[call.word]
    if tests is None or OPERATORS[call.word].form != Form.COUNT:
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
