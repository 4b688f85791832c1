"""Reading the values of a play section: expressions, zones, orders, each wrong one told at its place."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from deckcheck.chance.calls import TableExpr, compile_table_expr
from deckcheck.engine.records import HAND, Names
from deckcheck.engine.scope import card_parts, compile_card, compile_table
from deckcheck.expr import Expr, ExprError, Type
from deckcheck.files.shape import Shape
from deckcheck.files.source import Node, Scalar, Sequence
from deckcheck.near import nearest

E = TypeVar("E")


class PlayNodes:
    """Reads values, and gathers what is found on the way.

    `reads`: every expression of a card.
    `named`: the text fields with names or tests.
    `assumed`: the sentences of steps.
    `copies`: whether an expression counts different cards.
    """

    def __init__(self, shape: Shape, names: Names, zone_names: tuple[str, ...], sections: tuple[str, ...]) -> None:
        self.shape = shape
        self.names = names
        self.zone_names = zone_names
        self.sections = sections
        self.reads: list[Expr] = []
        self.named: list[str] = []
        self.assumed: list[str] = []
        self.sites = 0
        self.copies = False

    def site(self) -> int:
        """The number of the next step that draws."""
        self.sites += 1
        return self.sites

    def test(self, node: Node | None, what: str) -> Expr | None:
        """A test of a card."""
        return self.card(node, what, Type.TRUTH)

    def card(self, node: Node | None, what: str, want: Type = Type.NUMBER) -> Expr | None:
        """An expression of a card."""
        expr = self._compiled(node, what, want, compile_card)
        if expr is not None:
            self.reads.append(expr)
        return expr

    def table(self, node: Node | None, what: str, want: Type = Type.NUMBER) -> Expr | None:
        """An expression of the table."""
        expr = self._compiled(node, what, want, compile_table)
        if expr is not None:
            self.reads.extend(card_parts(expr))
            self.copies = self.copies or any(part.op == "different" for part in expr.walk())
        return expr

    def taken_apart(self, node: Node | None, what: str, want: Type) -> TableExpr | None:
        """An expression of the table in which every operator may stand; it is worked out hand by hand."""
        expr = self._compiled(node, what, want, lambda text, names, want: compile_table_expr(text, names.table, want))
        if expr is not None:
            self.reads.extend(expr.reads)
            self.copies = self.copies or expr.copies
        return expr

    def _compiled(
        self, node: Node | None, what: str, want: Type, compiled: Callable[[str, Names, Type], E]
    ) -> E | None:
        text = self.shape.text(node, what)
        if text is None or not isinstance(node, Scalar):
            return None
        try:
            return compiled(text, self.names, want)
        except ExprError as error:
            self.shape.expression(error, node)
            return None

    def order(self, node: Node | None) -> tuple[Expr, ...]:
        """Numbers of a card: one, or a list of them."""
        items = node.items if isinstance(node, Sequence) else (() if node is None else (node,))
        found = (self.card(item, "order") for item in items)
        return tuple(expr for expr in found if expr is not None)

    def zone(self, node: Node | None, what: str) -> str | None:
        """The name of a zone other than the hand."""
        return self.one_of(node, what, self._laid)

    def anywhere(self, node: Node | None, what: str) -> str | None:
        """The name of a zone, the hand among them."""
        return self.one_of(node, what, self.zone_names)

    def zones(self, node: Node | None, what: str) -> tuple[str, ...]:
        """Names of zones other than the hand."""
        if isinstance(node, Sequence):
            found = (self.one_of(item, what, self._laid) for item in node.items)
            return tuple(name for name in found if name is not None)
        one = self.one_of(node, what, self._laid)
        return () if one is None else (one,)

    @property
    def _laid(self) -> tuple[str, ...]:
        return tuple(name for name in self.zone_names if name != HAND)

    def one_of(self, node: Node | None, what: str, known: tuple[str, ...]) -> str | None:
        text = self.shape.text(node, what)
        if text is None or node is None or text in known:
            return text
        self.shape.error(
            "schema.not-one-of", node.place, what=what, text=text, known=known, nearest=nearest(text, known)
        )
        return None

    def field(self, node: Node | None, what: str, *, many: bool) -> str | None:
        """A text field of the card: of one text, or of several."""
        known = tuple(f for f, t in self.names.card.fields.items() if t.kind == "text" and t.many == many)
        name = self.one_of(node, what, known)
        if name is not None:
            self.named.append(name)
        return name
