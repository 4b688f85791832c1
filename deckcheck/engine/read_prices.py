"""Prices, gains and searches of a step: from nodes to records. The table lists all prices there are."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from deckcheck.engine.nodes import PlayNodes
from deckcheck.engine.price_records import Alike, Attach, Gain, Host, Needs, Pay, Price, Room, Search, Tribute
from deckcheck.engine.scope import reads_rows
from deckcheck.expr import Expr, Type
from deckcheck.files.source import Node, Sequence

Items = Mapping[str, Node]


def read_even(read: PlayNodes, node: Node | None, what: str, want: Type = Type.NUMBER) -> Expr | None:
    """An expression of the table that is the same in all games."""
    expr = read.table(node, what, want)
    if expr is not None and node is not None and reads_rows(expr, read.names.rows):
        read.shape.error("schema.play-even", node.place, what=what)
        return None
    return expr


def read_prices(read: PlayNodes, items: Items) -> tuple[Price, ...]:
    """In the order of the table, whatever the order of the file: what is asked first matters not to the rules."""
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
