"""Steps and prices: from the nodes of a play section to their records. The tables list all there are."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from deckcheck.chance.policy import Policy, TossRule
from deckcheck.engine.nodes import PRICES, PlayNodes, Row, read_gains, read_pay, read_prices, read_search, values
from deckcheck.engine.play_plan import (
    HAND,
    Attack,
    Dig,
    Discard,
    Draw,
    Line,
    Mulligan,
    Placed,
    Play,
    Refill,
    Repeat,
    Step,
    Swap,
    Use,
)
from deckcheck.engine.price_records import Alike, Pay, Room
from deckcheck.engine.scope import COMMON
from deckcheck.expr import Expr, Type
from deckcheck.files.source import ListNode, MapNode, Node, Scalar
from deckcheck.spelling import nearest

ROW_WHEN = ("play", "draw")  # the steps whose `when` may differ from game to game
Items = Mapping[str, Node]
ALL = "all"


def read_steps(read: PlayNodes, node: Node | None) -> tuple[Step, ...]:
    """The steps of a list; what cannot be read is left out, its problem noted."""
    if node is None:
        return ()
    if not isinstance(node, ListNode):
        read.reader.error("schema.not-a-list", node.place, what="steps")
        return ()
    found = (_step(read, item) for item in node.items)
    return tuple(step for step in found if step is not None)


def _step(read: PlayNodes, node: Node) -> Step | None:
    reader = read.reader
    if not isinstance(node, MapNode) or len(node.items) != 1:
        reader.error("schema.play-step", node.place)
        return None
    ((word, inner),) = node.items.items()
    if word not in STEPS:
        near = nearest(word, tuple(STEPS))
        reader.error("schema.play-unknown-step", node.keys[word], step=word, nearest=near, known=tuple(STEPS))
        return None
    keys, needed, make = STEPS[word]
    whole = reader.mapping(inner, word, None if word == "refill" else (*keys, *COMMON))
    if whole is None:
        return None
    for key in needed:
        if key not in whole.items:
            reader.error("schema.missing-key", whole.place, key=key)
    items = whole.items
    assumed = reader.text(items.get("assumed"), "assumed")
    if assumed:
        read.assumed.append(assumed)
    name = reader.text(items.get("name"), "name") or word
    if word in ROW_WHEN:
        when = read.table(items.get("when"), "when", Type.TRUTH)
    else:
        when = read.even(items.get("when"), "when", Type.TRUTH)
    return make(read, items, Step(name, when, node.keys[word]))


def _draw(read: PlayNodes, items: Items, step: Step) -> Step:
    node = items.get("n")
    pool = node.text if isinstance(node, Scalar) and node.text in read.names.pools else None
    every = isinstance(node, Scalar) and node.text == ALL
    count = None if pool or every else read.even(node, "n")
    lose = read.one_of(items.get("lose"), "lose", ("empty", "short"))
    return Draw(step.name, step.when, step.place, count=count, pool=pool, lose=lose, site=read.site())


def _mulligan(read: PlayNodes, items: Items, step: Step) -> Step:
    node = items.get("toss")
    rules = node.items if isinstance(node, ListNode) else (() if node is None else (node,))
    keep = read.taken_apart(items.get("keep"), "keep", Type.TRUTH)
    found = tuple(rule for rule in (_rule(read, item) for item in rules) if rule is not None)
    return Mulligan(step.name, step.when, step.place, policy=Policy(keep, found), site=read.site())


def _rule(read: PlayNodes, node: Node) -> TossRule | None:
    whole = read.reader.mapping(node, "toss", ("of", "order", "leave", "when"))
    items: Items = whole.items if whole else {}
    of = read.test(items.get("of"), "of")
    if of is None:
        return None
    leave = read.even(items.get("leave"), "leave")
    return TossRule(of, read.order(items.get("order")), leave, read.taken_apart(items.get("when"), "when", Type.TRUTH))


def _refill(read: PlayNodes, items: Items, step: Step) -> Step:
    found = ((pool, read.table(node, pool)) for pool, node in items.items() if pool not in COMMON)
    amounts = tuple((pool, amount) for pool, amount in found if amount is not None)
    return Refill(step.name, step.when, step.place, amounts=amounts)


def _play(read: PlayNodes, items: Items, step: Step) -> Step:
    if "first_of" in items or "reach" in items:
        return _dig(read, items, step)
    reader = read.reader
    if "of" not in items:
        reader.error("schema.missing-key", step.place, key="of")
    fields = values(read, items, _FROM) | {"prices": read_prices(read, items)} | values(read, items, _GIVES)
    made = Play(step.name, step.when, step.place, **fields)
    if made.settled and made.source == HAND:
        reader.error("schema.play-from", items["settled"].place, name=step.name)
    if made.replace:
        _replaceable(read, made, items)
    return made


def _replaceable(read: PlayNodes, step: Play, items: Items) -> None:
    """A card that takes another's place pays no more than places, copies and pools."""
    rooms = [price for price in step.prices if isinstance(price, Room)]
    known = all(isinstance(price, Room | Alike | Pay) for price in step.prices)
    fits = len(rooms) == 1 and rooms[0].zones == (step.to,) and rooms[0].holds
    plain = step.source == HAND and not step.gains and step.search is None and "when" not in items
    if not (known and fits and plain):
        read.reader.error("schema.play-replace", step.place)


_DIGS = ("reach", "first_of")  # what a step of an ordered hand reads, and what it pays


def _dig(read: PlayNodes, items: Items, step: Step) -> Step:
    unread = tuple(key for key in items if key not in (*_DIGS, "pay", *COMMON))
    if unread:
        read.reader.error("schema.play-dig-more", items[unread[0]].place, name=step.name, keys=unread)
    lines = items.get("first_of")
    found: list[Line] = []
    for node in lines.items if isinstance(lines, ListNode) else ():
        whole = read.reader.mapping(node, "first_of", ("of", "to", "order"))
        inner: Items = whole.items if whole else {}
        of = read.test(inner.get("of"), "of")
        if of is not None:
            found.append(Line(of, read.anywhere(inner.get("to"), "to"), read.order(inner.get("order"))))
    pay = read_pay(read, items["pay"])[:1] if "pay" in items else ()
    if not found or not pay:
        read.reader.error("schema.play-dig", step.place)
    return Dig(
        step.name,
        step.when,
        step.place,
        reach=read.even(items.get("reach"), "reach"),
        pay=pay[0] if pay else None,
        lines=tuple(found),
    )


def _walls(read: PlayNodes, node: Node | None, what: str) -> tuple[Expr, ...]:
    """One wall, or a list of them from the front."""
    walls = node.items if isinstance(node, ListNode) else (() if node is None else (node,))
    found = (read.even(wall, what) for wall in walls)
    return tuple(wall for wall in found if wall is not None)


def _repeat(read: PlayNodes, items: Items, step: Step) -> Step:
    most = read.reader.number(items.get("most"), "most") or 1
    steps = read_steps(read, items.get("steps"))
    for inner in steps:
        if isinstance(inner, Repeat):
            read.reader.error("schema.play-repeat", inner.place)
    return Repeat(step.name, step.when, step.place, steps=steps, most=most)


Make = Callable[[PlayNodes, Items, Step], Step]
Form = tuple[tuple[str, ...], tuple[str, ...], Make]


def _form(kind: Callable[..., Step], needed: str, *rows: Row) -> Form:
    """The options of a step, those it needs, and what makes its record of them."""

    def make(read: PlayNodes, items: Items, step: Step) -> Step:
        return kind(step.name, step.when, step.place, **values(read, items, rows))

    return tuple(key for key, _, _ in rows), tuple(needed.split()), make


def _option(read: PlayNodes, node: Node | None, what: str) -> str | None:
    return read.one_of(node, what, tuple(read.names.card.params))


def _section(read: PlayNodes, node: Node | None, what: str) -> str | None:
    return read.one_of(node, what, read.sections)


def _total(read: PlayNodes, node: Node | None, what: str) -> str | None:
    return read.reader.text(node, what) or None


_OF: Row = ("of", "of", PlayNodes.test)
_ORDER: Row = ("order", "order", PlayNodes.order)
# What a play reads before its prices, and after them.
_FROM: tuple[Row, ...] = (_OF, ("from", "source", PlayNodes.zone), ("to", "to", PlayNodes.zone), _ORDER)
_GIVES: tuple[Row, ...] = (
    ("gain", "gains", read_gains),
    ("search", "search", read_search),
    ("replace", "replace", PlayNodes.truth),
    ("settled", "settled", PlayNodes.truth),
)
# word: its options (besides name, when, assumed), those it needs, and what makes the record.
STEPS: dict[str, Form] = {
    "place": _form(
        Placed,
        "of to",
        _OF,
        ("to", "to", PlayNodes.zone),
        _ORDER,
        ("section", "section", _section),
        ("option", "option", _option),
    ),
    "draw": (("n", "lose"), ("n",), _draw),
    "mulligan": (("keep", "toss"), ("toss",), _mulligan),
    "refill": ((), (), _refill),
    "play": ((*(key for key, _, _ in (*_FROM, *_GIVES)), *_DIGS, *PRICES), (), _play),
    "use": _form(
        Use,
        "of in cooldown",
        _OF,
        ("in", "zones", PlayNodes.zones),
        ("cooldown", "cooldown", PlayNodes.card),
        ("gain", "gains", read_gains),
    ),
    "swap": _form(
        Swap,
        "with in by",
        ("with", "source", PlayNodes.zone),
        ("in", "zone", PlayNodes.zone),
        ("by", "by", PlayNodes.card),
    ),
    "attack": _form(
        Attack,
        "with sum",
        _OF,
        ("with", "zones", PlayNodes.zones),
        ("sum", "amount", PlayNodes.card),
        ("plus", "plus", PlayNodes.table),
        ("less", "less", PlayNodes.table),
        ("into", "into", _total),
        ("settled", "settled", PlayNodes.truth),
        ("walls", "walls", _walls),
        ("passes", "passes", PlayNodes.test),
        ("lends", "lends", PlayNodes.test),
    ),
    "discard": _form(Discard, "down_to", ("down_to", "down_to", PlayNodes.even), _ORDER),
    "repeat": (("most", "steps"), ("steps",), _repeat),
}
