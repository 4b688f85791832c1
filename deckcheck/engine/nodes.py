"""Reading the values of a play section: expressions, zones, orders, and the prices and gains made of them.

Every wrong one is told at its place. `PRICES` lists all prices there are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from deckcheck.chance.calls import TableExpr, compile_table_expr
from deckcheck.engine.price_records import Alike, Attach, Gain, Host, Needs, Pay, Price, Room, Search, Tribute
from deckcheck.engine.records import HAND, Names
from deckcheck.engine.scope import card_parts, compile_card, compile_table, reads_rows
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


Items = Mapping[str, Node]


def read_even(read: PlayNodes, node: Node | None, what: str, want: Type = Type.NUMBER) -> Expr | None:
    """An expression of the table that is the same in all games."""
    expr = read.table(node, what, want)
    if expr is not None and node is not None and reads_rows(expr, read.names.rows):
        read.shape.error("schema.play-even", node.place, what=what)
        return None
    return expr


def read_prices(read: PlayNodes, items: Items) -> tuple[Price, ...]:
    """In the order of the table, whatever the order of the file: a card needs them all, so any may be asked first."""
    return tuple(price for word, make in PRICES.items() if word in items for price in make(read, items[word]))


def _inner(read: PlayNodes, node: Node, word: str, keys: tuple[str, ...], needed: tuple[str, ...]) -> Items | None:
    whole = read.shape.mapping(node, word, keys)
    if whole is None:
        return None
    lacks = [key for key in needed if key not in whole.items]
    for key in lacks:
        read.shape.error("schema.missing-key", whole.place, key=key)
    return None if lacks else whole.items


def read_pay(read: PlayNodes, node: Node) -> tuple[Pay, ...]:
    return tuple(Pay(pool, amount) for pool, amount in _amounts(read, node, "pay"))


def read_gains(read: PlayNodes, node: Node | None) -> tuple[Gain, ...]:
    return () if node is None else tuple(Gain(pool, amount) for pool, amount in _amounts(read, node, "gain"))


def _amounts(read: PlayNodes, node: Node, what: str) -> list[tuple[str, Expr]]:
    whole = read.shape.mapping(node, what)
    found = ((pool, read.card(item, pool)) for pool, item in (whole.items if whole else {}).items())
    return [(pool, amount) for pool, amount in found if amount is not None]


def _host(read: PlayNodes, node: Node) -> tuple[Host, ...]:
    items = _inner(read, node, "host", ("in", "by"), ("in", "by"))
    if items is None:
        return ()
    zone, by = read.zone(items["in"], "in"), read.card(items["by"], "by")
    return (Host(zone, by),) if zone and by else ()


def _tribute(read: PlayNodes, node: Node) -> tuple[Tribute, ...]:
    items = _inner(read, node, "tribute", ("in", "n", "by"), ("in", "n", "by"))
    if items is None:
        return ()
    zone, count, by = read.zone(items["in"], "in"), read.card(items["n"], "n"), read.card(items["by"], "by")
    return (Tribute(zone, count, by),) if zone and count and by else ()


def _room(read: PlayNodes, node: Node) -> tuple[Room, ...]:
    if isinstance(node, Sequence):
        return tuple(room for item in node.items for room in _room(read, item))
    items = _inner(read, node, "room", ("in", "max", "holds"), ("in", "max"))
    if items is None:
        return ()
    zones, most = read.zones(items["in"], "in"), read.table(items["max"], "max")
    holds = read.shape.truth(items["holds"], "holds") if "holds" in items else True
    return (Room(zones, most, holds),) if zones and most else ()


def _alike(read: PlayNodes, node: Node) -> tuple[Alike, ...]:
    items = _inner(read, node, "alike", ("in", "max"), ("in", "max"))
    if items is None:
        return ()
    zones, most = read.zones(items["in"], "in"), read_even(read, items["max"], "max")
    return (Alike(zones, most),) if zones and most else ()


def _attach(read: PlayNodes, node: Node) -> tuple[Attach, ...]:
    items = _inner(read, node, "attach", ("in", "by", "one", "then"), ("in", "by"))
    if items is None:
        return ()
    zone, by = read.zone(items["in"], "in"), read.card(items["by"], "by")
    one, then = read.shape.truth(items.get("one"), "one"), read.zone(items.get("then"), "then")
    return (Attach(zone, by, one, then),) if zone and by else ()


def _needs(read: PlayNodes, node: Node) -> tuple[Needs, ...]:
    items = _inner(read, node, "needs", ("in", "by"), ("in", "by"))
    if items is None:
        return ()
    zones, by = read.zones(items["in"], "in"), read.field(items["by"], "by", many=True)
    return (Needs(zones, by),) if zones and by else ()


def read_search(read: PlayNodes, node: Node | None) -> Search | None:
    items = _inner(read, node, "search", ("by", "order"), ("by",)) if node is not None else None
    by = read.field(items["by"], "by", many=False) if items else None
    return Search(by, read.order(items.get("order"))) if items and by else None


PRICES: dict[str, Callable[[PlayNodes, Node], tuple[Price, ...]]] = {
    "pay": read_pay,
    "host": _host,
    "tribute": _tribute,
    "room": _room,
    "alike": _alike,
    "needs": _needs,
    "attach": _attach,
}
