"""Steps and prices: from the nodes of a play section to their records. The tables list all there are."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from deckcheck.chance.policy import Policy, Rule
from deckcheck.engine.nodes import PRICES, PlayNodes, read_even, read_gains, read_pay, read_prices, read_search
from deckcheck.engine.price_records import Alike, Pay, Room
from deckcheck.engine.records import (
    DAMAGE,
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
from deckcheck.engine.scope import COMMON
from deckcheck.expr import Expr, Type
from deckcheck.files.source import Mapping as MapNode
from deckcheck.files.source import Node, Scalar, Sequence
from deckcheck.near import nearest

ROW_WHEN = ("play", "draw")  # the steps whose `when` may differ from game to game
Items = Mapping[str, Node]
ALL = "all"


def read_steps(read: PlayNodes, node: Node | None) -> tuple[Step, ...]:
    """The steps of a list; what cannot be read is left out, its problem noted."""
    if node is None:
        return ()
    if not isinstance(node, Sequence):
        read.shape.error("schema.not-a-list", node.place, what="steps")
        return ()
    found = (_step(read, item) for item in node.items)
    return tuple(step for step in found if step is not None)


def _step(read: PlayNodes, node: Node) -> Step | None:
    shape = read.shape
    if not isinstance(node, MapNode) or len(node.items) != 1:
        shape.error("schema.play-step", node.place)
        return None
    ((word, inner),) = node.items.items()
    if word not in STEPS:
        near = nearest(word, tuple(STEPS))
        shape.error("schema.play-unknown-step", node.keys[word], step=word, nearest=near, known=tuple(STEPS))
        return None
    keys, needed, make = STEPS[word]
    whole = shape.mapping(inner, word, None if word == "refill" else (*keys, *COMMON))
    if whole is None:
        return None
    for key in needed:
        if key not in whole.items:
            shape.error("schema.missing-key", whole.place, key=key)
    items = whole.items
    assumed = shape.text(items.get("assumed"), "assumed")
    if assumed:
        read.assumed.append(assumed)
    name = shape.text(items.get("name"), "name") or word
    if word in ROW_WHEN:
        when = read.table(items.get("when"), "when", Type.TRUTH)
    else:
        when = read_even(read, items.get("when"), "when", Type.TRUTH)
    return make(read, items, Step(name, when, node.keys[word]))


def _placed(read: PlayNodes, items: Items, step: Step) -> Step:
    return Placed(
        step.name,
        step.when,
        step.place,
        of=read.test(items.get("of"), "of"),
        to=read.zone(items.get("to"), "to") or "",
        order=read.order(items.get("order")),
        section=read.one_of(items.get("section"), "section", read.sections),
        option=read.one_of(items.get("option"), "option", tuple(read.names.card.params)),
    )


def _draw(read: PlayNodes, items: Items, step: Step) -> Step:
    node = items.get("n")
    pool = node.text if isinstance(node, Scalar) and node.text in read.names.pools else None
    every = isinstance(node, Scalar) and node.text == ALL
    count = None if pool or every else read_even(read, node, "n")
    lose = read.one_of(items.get("lose"), "lose", ("empty", "short"))
    return Draw(step.name, step.when, step.place, count=count, pool=pool, lose=lose, site=read.site())


def _mulligan(read: PlayNodes, items: Items, step: Step) -> Step:
    node = items.get("toss")
    rules = node.items if isinstance(node, Sequence) else (() if node is None else (node,))
    keep = read.taken_apart(items.get("keep"), "keep", Type.TRUTH)
    found = tuple(rule for rule in (_rule(read, item) for item in rules) if rule is not None)
    return Mulligan(step.name, step.when, step.place, policy=Policy(keep, found), site=read.site())


def _rule(read: PlayNodes, node: Node) -> Rule | None:
    whole = read.shape.mapping(node, "toss", ("of", "order", "leave", "when"))
    items: Items = whole.items if whole else {}
    of = read.test(items.get("of"), "of")
    if of is None:
        return None
    leave = read_even(read, items.get("leave"), "leave")
    return Rule(of, read.order(items.get("order")), leave, read.taken_apart(items.get("when"), "when", Type.TRUTH))


def _refill(read: PlayNodes, items: Items, step: Step) -> Step:
    found = ((pool, read.table(node, pool)) for pool, node in items.items() if pool not in COMMON)
    amounts = tuple((pool, amount) for pool, amount in found if amount is not None)
    return Refill(step.name, step.when, step.place, amounts=amounts)


def _play(read: PlayNodes, items: Items, step: Step) -> Step:
    if "first_of" in items or "reach" in items:
        return _dig(read, items, step)
    shape = read.shape
    if "of" not in items:
        shape.error("schema.missing-key", step.place, key="of")
    made = Play(
        step.name,
        step.when,
        step.place,
        of=read.test(items.get("of"), "of"),
        source=read.zone(items.get("from"), "from") or HAND,
        to=read.zone(items.get("to"), "to"),
        order=read.order(items.get("order")),
        prices=read_prices(read, items),
        gains=read_gains(read, items.get("gain")),
        search=read_search(read, items.get("search")),
        replace=shape.truth(items.get("replace"), "replace"),
        settled=shape.truth(items.get("settled"), "settled"),
    )
    if made.settled and made.source == HAND:
        shape.error("schema.play-from", items["settled"].place, name=step.name)
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
        read.shape.error("schema.play-replace", step.place)


_DIGS = ("reach", "first_of", "pay")  # what a step of an ordered hand reads


def _dig(read: PlayNodes, items: Items, step: Step) -> Step:
    unread = tuple(key for key in items if key not in (*_DIGS, *COMMON))
    if unread:
        read.shape.error("schema.play-dig-more", items[unread[0]].place, name=step.name, keys=unread)
    lines = items.get("first_of")
    found: list[Line] = []
    for node in lines.items if isinstance(lines, Sequence) else ():
        whole = read.shape.mapping(node, "first_of", ("of", "to", "order"))
        inner: Items = whole.items if whole else {}
        of = read.test(inner.get("of"), "of")
        if of is not None:
            found.append(Line(of, read.anywhere(inner.get("to"), "to"), read.order(inner.get("order"))))
    pay = read_pay(read, items["pay"])[:1] if "pay" in items else ()
    if not found or not pay:
        read.shape.error("schema.play-dig", step.place)
    return Dig(
        step.name,
        step.when,
        step.place,
        reach=read_even(read, items.get("reach"), "reach"),
        pay=pay[0] if pay else None,
        lines=tuple(found),
    )


def _use(read: PlayNodes, items: Items, step: Step) -> Step:
    return Use(
        step.name,
        step.when,
        step.place,
        of=read.test(items.get("of"), "of"),
        zones=read.zones(items.get("in"), "in"),
        cooldown=read.card(items.get("cooldown"), "cooldown"),
        gains=read_gains(read, items.get("gain")),
    )


def _swap(read: PlayNodes, items: Items, step: Step) -> Step:
    return Swap(
        step.name,
        step.when,
        step.place,
        source=read.zone(items.get("with"), "with") or "",
        zone=read.zone(items.get("in"), "in") or "",
        by=read.card(items.get("by"), "by"),
    )


def _attack(read: PlayNodes, items: Items, step: Step) -> Step:
    return Attack(
        step.name,
        step.when,
        step.place,
        of=read.test(items.get("of"), "of"),
        zones=read.zones(items.get("with"), "with"),
        amount=read.card(items.get("sum"), "sum"),
        plus=read.table(items.get("plus"), "plus"),
        less=read.table(items.get("less"), "less"),
        into=read.shape.text(items.get("into"), "into") or DAMAGE,
        settled=read.shape.truth(items.get("settled"), "settled"),
        walls=_walls(read, items.get("walls")),
        passes=read.test(items.get("passes"), "passes"),
        lends=read.test(items.get("lends"), "lends"),
    )


def _walls(read: PlayNodes, node: Node | None) -> tuple[Expr, ...]:
    """One wall, or a list of them from the front."""
    walls = node.items if isinstance(node, Sequence) else (() if node is None else (node,))
    found = (read_even(read, wall, "walls") for wall in walls)
    return tuple(wall for wall in found if wall is not None)


def _discard(read: PlayNodes, items: Items, step: Step) -> Step:
    down_to = read_even(read, items.get("down_to"), "down_to")
    return Discard(step.name, step.when, step.place, down_to=down_to, order=read.order(items.get("order")))


def _repeat(read: PlayNodes, items: Items, step: Step) -> Step:
    most = read.shape.number(items.get("most"), "most") or 1
    steps = read_steps(read, items.get("steps"))
    for inner in steps:
        if isinstance(inner, Repeat):
            read.shape.error("schema.play-repeat", inner.place)
    return Repeat(step.name, step.when, step.place, steps=steps, most=most)


Make = Callable[[PlayNodes, Items, Step], Step]
# word: its options (besides name, when, assumed), those it needs, and what makes the record.
STEPS: dict[str, tuple[tuple[str, ...], tuple[str, ...], Make]] = {
    "place": (("of", "to", "order", "section", "option"), ("of", "to"), _placed),
    "draw": (("n", "lose"), ("n",), _draw),
    "mulligan": (("keep", "toss"), ("toss",), _mulligan),
    "refill": ((), (), _refill),
    "play": (
        ("of", "from", "to", "order", "gain", "search", "replace", "settled", "reach", "first_of", *PRICES),
        (),
        _play,
    ),
    "use": (("of", "in", "cooldown", "gain"), ("of", "in", "cooldown"), _use),
    "swap": (("with", "in", "by"), ("with", "in", "by"), _swap),
    "attack": (
        ("of", "with", "sum", "plus", "less", "into", "settled", "walls", "passes", "lends"),
        ("with", "sum"),
        _attack,
    ),
    "discard": (("down_to", "order"), ("down_to",), _discard),
    "repeat": (("most", "steps"), ("steps",), _repeat),
}
