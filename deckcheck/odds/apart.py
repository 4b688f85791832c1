"""One card that fits two conditions: may it serve both, or are two different cards needed?

`count(A) >= 1 and count(B) >= 1` is true of a hand whose only A is its only B. `apart(count(A) >= 1,
count(B) >= 1)` asks for two cards. By Hall's theorem different cards can be handed to all conditions
exactly when every set of them is fit by as many cards as they need together, which is a query again.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from deckcheck.cards.pool import Card
from deckcheck.chance.calls import HAND
from deckcheck.chance.classes import value_of
from deckcheck.expr import ExprError, Scope, compile_expr
from deckcheck.expr.grammar import Tree
from deckcheck.expr.operators import CALLS, OVER_CARDS
from deckcheck.record import dataclass, field, replace
from deckcheck.rules.view import DeckView

MOST = 8  # conditions that overlap one another; each more doubles the work


@dataclass(frozen=True, slots=True)
class Demand:
    """At least `need` cards that pass `test` (None: any card)."""

    test: Tree | None
    need: int
    column: int


@dataclass(slots=True)
class Finder:
    """Which cards of the deck a test picks; collects the cards that serve two conditions."""

    scope: Scope
    view: DeckView
    cards: Sequence[Card]
    both: dict[str, None] = field(default_factory=dict)

    def picked(self, demand: Demand) -> frozenset[int]:
        """The places of the deck's cards that fit a condition."""
        if demand.test is None:
            return frozenset(range(len(self.cards)))
        test = compile_expr(demand.test, self.scope)
        return frozenset(i for i, card in enumerate(self.cards) if value_of(test, card, self.view, HAND) is True)

    @property
    def shared(self) -> tuple[str, ...]:
        """The names of cards that fit several conditions joined by `and`."""
        return tuple(self.both)


def spread_apart(tree: Tree, finder: Finder, *, everywhere: bool) -> Tree:
    """The tree without `apart(…)`. `everywhere`: conditions joined by `and` are kept apart as well."""
    if tree.op == "call" and tree.word == "apart":
        if tree.owner is not None:
            raise ExprError("expr.no-owner", tree.column, word=tree.word)
        demands = []
        for part in tree.parts:
            demand = _demand(part) or _one_card(part)
            if demand is None:
                raise ExprError("odds.apart-part", part.column)
            demands.append(demand)
        if len(demands) < 2:
            raise ExprError("odds.apart-alone", tree.column)
        return _hall(demands, finder, tree.column)
    tree = replace(tree, parts=tuple(spread_apart(part, finder, everywhere=everywhere) for part in tree.parts))
    if tree.op != "and":
        return tree
    parts = _flat(tree)
    wanted = [demand for part in parts if (demand := _demand(part)) is not None]
    if len(wanted) < 2:
        return tree
    for one, other in combinations(wanted, 2):
        for place in sorted(finder.picked(one) & finder.picked(other)):
            finder.both[finder.cards[place].name] = None
    if not everywhere:
        return tree
    others = [part for part in parts if _demand(part) is None]
    return Tree("and", tree.column, parts=(_hall(wanted, finder, tree.column), *others))


def _flat(tree: Tree) -> list[Tree]:
    return [leaf for part in tree.parts for leaf in (_flat(part) if part.op == "and" else [part])]


def _demand(tree: Tree) -> Demand | None:
    """`count(test) >= n`, also with `>` and with the sides exchanged."""
    if tree.op not in (">=", ">", "<=", "<"):
        return None
    call, bound = tree.parts if tree.op in (">=", ">") else tree.parts[::-1]
    if call.op != "call" or call.word != "count" or call.owner not in (None, HAND) or bound.op != "number":
        return None
    need = int(bound.word) + (tree.op in (">", "<"))
    return Demand(call.parts[0] if call.parts else None, need, call.column)


def _one_card(tree: Tree) -> Demand | None:
    """A bare test of a card stands for one such card."""
    return None if _counts(tree) else Demand(tree, 1, tree.column)


def _counts(tree: Tree) -> bool:
    of_card = tree.word in CALLS and tree.word not in OVER_CARDS
    return (tree.op == "call" and not of_card) or any(map(_counts, tree.parts))


def _hall(demands: list[Demand], finder: Finder, column: int) -> Tree:
    picked = [finder.picked(demand) for demand in demands]
    parts: list[Tree] = []
    for together in _clusters(picked):
        if len(together) > MOST:
            raise ExprError("odds.apart-many", column, most=MOST, found=len(together))
        for size in range(1, len(together) + 1):
            parts += [
                _enough([demands[i] for i in some], column)
                for some in combinations(together, size)
                if len(_clusters([picked[i] for i in some])) == 1  # else its parts say as much
            ]
    return Tree("and", column, parts=tuple(parts))


def _clusters(picked: Sequence[frozenset[int]]) -> list[list[int]]:
    """Places of sets that hang together by common members."""
    clusters: list[list[int]] = []
    for place, cards in enumerate(picked):
        near = [c for c in clusters if any(cards & picked[i] for i in c)]
        clusters = [c for c in clusters if c not in near]
        clusters.append(sorted([place, *(i for c in near for i in c)]))
    return clusters


def _enough(demands: list[Demand], column: int) -> Tree:
    """As many cards as these conditions need together, each passing one of their tests."""
    tests = tuple(demand.test for demand in demands if demand.test is not None)
    any_of: tuple[Tree, ...] = ()
    if len(tests) == len(demands):
        any_of = tests if len(tests) == 1 else (Tree("or", column, parts=tests),)
    call = Tree("call", demands[0].column, "count", parts=any_of)
    need = Tree("number", column, str(sum(demand.need for demand in demands)))
    return Tree(">=", demands[0].column, parts=(call, need))
