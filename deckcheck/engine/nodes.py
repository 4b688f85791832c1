"""Reading the values of a play section: expressions, zones, orders, and the options and prices made of them.

Every wrong one is told at its place. `PRICES` lists all prices there are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, TypeVar

from deckcheck.chance.calls import TableExpr, compile_table_expr
from deckcheck.engine.play_plan import HAND, SEAT, Names, Option
from deckcheck.engine.price_records import Alike, Attach, Gain, Host, Needs, Pay, Price, Room, Search, Tribute
from deckcheck.engine.scope import card_parts, compile_card, compile_table, reads_rows
from deckcheck.expr import Expr, ExprError, Type
from deckcheck.expr.values import Result
from deckcheck.files.schema_reader import SchemaReader
from deckcheck.files.source import ListNode, MapNode, Node, Scalar, plain
from deckcheck.games.choices import typed
from deckcheck.report import DeckcheckError
from deckcheck.spelling import nearest

OPTION_KEYS = ("value", "min", "max", "one_of", "card", "assumed")
MOST = 1_000_000  # of a number: games are counted in narrow ones


def read_options(reader: SchemaReader, node: Node | None) -> dict[str, Option]:
    """The options with their defaults. A seat is an option of every game."""
    whole = reader.mapping(node, "options")
    found = {SEAT: Option(SEAT, 1, 1, 2)}
    for name, item in (whole.items if whole else {}).items():
        inner = reader.mapping(item, f"option {name}", OPTION_KEYS)
        if inner is not None:
            found[name] = _option(reader, name, inner)
    return found


def _option(reader: SchemaReader, name: str, inner: MapNode) -> Option:
    items = inner.items
    card = reader.truth(items.get("card"), "card")
    node = items.get("value")
    value = plain(node) if node is not None else None
    if not isinstance(value, int | str | None) or (value is None and not card):
        reader.error("schema.play-option", inner.place, option=name)
        value = 0
    if isinstance(value, int) and abs(value) > MOST:
        reader.error("schema.play-large", inner.place, option=name, most=MOST)
        value = 0
    if name == SEAT and value not in (1, 2):
        reader.error("schema.play-seat", inner.place)
        value = 1
    return Option(
        name,
        value,
        reader.number(items.get("min"), "min"),
        reader.number(items.get("max"), "max"),
        reader.texts(items.get("one_of"), "one_of"),
        card,
        reader.text(items.get("assumed"), "assumed"),
    )


def chosen(options: Mapping[str, Option], params: Mapping[str, Result], given: Mapping[str, str]) -> dict[str, Result]:
    """Params and options by name, with the ones given as text on the command line in place of the defaults.

    :raises DeckcheckError: an unknown name, a value of the wrong type or out of bounds.
    """
    values: dict[str, Result] = {**params, **{name: option.value for name, option in options.items()}}
    known = tuple(values)
    for name, text in given.items():
        if name not in values:
            raise DeckcheckError("usage.unknown-param", param=name, nearest=nearest(name, known), known=known)
        option = options.get(name, Option(name, values[name]))
        values[name] = _value(option, text)
    return values


def _value(option: Option, text: str) -> Result:
    """What is chosen for an option, read as a param of the rules is, and held to the option's bounds."""
    value = text if option.value is None else typed(option.name, text, option.value)
    if isinstance(value, int) and not isinstance(value, bool):
        low, high = option.least, option.most
        if abs(value) > MOST:
            low, high = -MOST if low is None else low, MOST if high is None else high
        if (low is not None and value < low) or (high is not None and value > high):
            raise DeckcheckError("usage.param-bounds", param=option.name, value=value, least=low, most=high)
    if option.one_of and text not in option.one_of:
        near = nearest(text, option.one_of)
        raise DeckcheckError("usage.param-one-of", param=option.name, value=text, known=option.one_of, nearest=near)
    return value


E = TypeVar("E")
P = TypeVar("P")


class PlayNodes:
    """Reads values, and gathers what is found on the way.

    `reads`: every expression of a card.
    `named`: the text fields with names or tests.
    `assumed`: the sentences of steps.
    `copies`: whether an expression counts different cards.
    """

    def __init__(
        self, reader: SchemaReader, names: Names, zone_names: tuple[str, ...], sections: tuple[str, ...]
    ) -> None:
        self.reader = reader
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
        text = self.reader.text(node, what)
        if text is None or not isinstance(node, Scalar):
            return None
        try:
            return compiled(text, self.names, want)
        except ExprError as error:
            self.reader.expression(error, node)
            return None

    def even(self, node: Node | None, what: str, want: Type = Type.NUMBER) -> Expr | None:
        """An expression of the table that is the same in all games."""
        expr = self.table(node, what, want)
        if expr is not None and node is not None and reads_rows(expr, self.names.rows):
            self.reader.error("schema.play-even", node.place, what=what)
            return None
        return expr

    def truth(self, node: Node | None, what: str) -> bool:
        return self.reader.truth(node, what)

    def order(self, node: Node | None, what: str = "order") -> tuple[Expr, ...]:
        """Numbers of a card: one, or a list of them."""
        items = node.items if isinstance(node, ListNode) else (() if node is None else (node,))
        found = (self.card(item, what) for item in items)
        return tuple(expr for expr in found if expr is not None)

    def zone(self, node: Node | None, what: str) -> str | None:
        """The name of a zone other than the hand."""
        return self.one_of(node, what, self._laid)

    def anywhere(self, node: Node | None, what: str) -> str | None:
        """The name of a zone, the hand among them."""
        return self.one_of(node, what, self.zone_names)

    def zones(self, node: Node | None, what: str) -> tuple[str, ...]:
        """Names of zones other than the hand."""
        if isinstance(node, ListNode):
            found = (self.one_of(item, what, self._laid) for item in node.items)
            return tuple(name for name in found if name is not None)
        one = self.one_of(node, what, self._laid)
        return () if one is None else (one,)

    @property
    def _laid(self) -> tuple[str, ...]:
        return tuple(name for name in self.zone_names if name != HAND)

    def one_of(self, node: Node | None, what: str, known: tuple[str, ...]) -> str | None:
        text = self.reader.text(node, what)
        if text is None or node is None or text in known:
            return text
        self.reader.error(
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
# A key, the field of the record that it fills, and how its value is read.
Row = tuple[str, str, Callable[[PlayNodes, Node | None, str], Any]]
Prices = Callable[[PlayNodes, Node, str], tuple[Price, ...]]


def values(read: PlayNodes, items: Items, rows: Iterable[Row]) -> dict[str, Any]:
    """The fields of a record, read in the order of the rows; what is not given keeps the record's default."""
    given = ((field, of(read, items[key], key)) for key, field, of in rows if key in items)
    return {field: value for field, value in given if value is not None}


def _form(make: Callable[..., P], needed: str, *rows: Row) -> Callable[[PlayNodes, Node, str], tuple[P, ...]]:
    """Reads a price from its keys. None is made where a key that is `needed` is missing or wrong."""

    def prices(read: PlayNodes, node: Node, word: str) -> tuple[P, ...]:
        whole = read.reader.mapping(node, word, tuple(key for key, _, _ in rows))
        lacks = [key for key in needed.split() if whole is not None and key not in whole.items]
        for key in lacks:
            read.reader.error("schema.missing-key", node.place, key=key)
        found = {} if whole is None or lacks else values(read, whole.items, rows)
        return (make(**found),) if all(found.get(field) for key, field, _ in rows if key in needed.split()) else ()

    return prices


def _amounts(make: Callable[[str, Expr], P], read: PlayNodes, node: Node | None, what: str) -> tuple[P, ...]:
    """Pools, each with an amount of the card."""
    whole = read.reader.mapping(node, what) if node is not None else None
    found = ((pool, read.card(item, pool)) for pool, item in (whole.items if whole else {}).items())
    return tuple(make(pool, amount) for pool, amount in found if amount is not None)


def read_pay(read: PlayNodes, node: Node | None, word: str = "pay") -> tuple[Pay, ...]:
    return _amounts(Pay, read, node, word)


def read_gains(read: PlayNodes, node: Node | None, word: str = "gain") -> tuple[Gain, ...]:
    return _amounts(Gain, read, node, word)


def _rooms(read: PlayNodes, node: Node, word: str) -> tuple[Price, ...]:
    """One limit, or a list of them."""
    items = node.items if isinstance(node, ListNode) else (node,)
    return tuple(room for item in items for room in _ROOM(read, item, word))


_IN: Row = ("in", "zone", PlayNodes.zone)
_BY: Row = ("by", "by", PlayNodes.card)
_ZONES: Row = ("in", "zones", PlayNodes.zones)
_ROOM = _form(Room, "in max", _ZONES, ("max", "most", PlayNodes.table), ("holds", "holds", PlayNodes.truth))
_SEARCH = _form(Search, "by", ("by", "by", partial(PlayNodes.field, many=False)), ("order", "order", PlayNodes.order))
PRICES: dict[str, Prices] = {
    "pay": read_pay,
    "host": _form(Host, "in by", _IN, _BY),
    "tribute": _form(Tribute, "in n by", _IN, ("n", "count", PlayNodes.card), _BY),
    "room": _rooms,
    "alike": _form(Alike, "in max", _ZONES, ("max", "most", PlayNodes.even)),
    "needs": _form(Needs, "in by", _ZONES, ("by", "by", partial(PlayNodes.field, many=True))),
    "attach": _form(Attach, "in by", _IN, _BY, ("one", "one", PlayNodes.truth), ("then", "then", PlayNodes.zone)),
}


def read_prices(read: PlayNodes, items: Items) -> tuple[Price, ...]:
    """In the order of the table, whatever the order of the file: a card needs them all, so any may be asked first."""
    return tuple(price for word, of in PRICES.items() if word in items for price in of(read, items[word], word))


def read_search(read: PlayNodes, node: Node | None, word: str = "search") -> Search | None:
    return next(iter(_SEARCH(read, node, word)), None) if node is not None else None
