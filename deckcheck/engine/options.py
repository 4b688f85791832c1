"""The options of a play section: what the book leaves to a player, and what the one at the keyboard chose."""

from __future__ import annotations

from collections.abc import Mapping

from deckcheck.engine.records import SEAT, Option
from deckcheck.expr.values import Result
from deckcheck.files.shape import Shape
from deckcheck.files.source import Mapping as MapNode
from deckcheck.files.source import Node, plain
from deckcheck.games.choices import typed
from deckcheck.near import nearest
from deckcheck.report import DeckcheckError

KEYS = ("value", "min", "max", "one_of", "card", "assumed")
MOST = 1_000_000  # of a number: games are counted in narrow ones


def read_options(shape: Shape, node: Node | None) -> dict[str, Option]:
    """The options with their defaults. A seat is an option of every game."""
    whole = shape.mapping(node, "options")
    found = {SEAT: Option(SEAT, 1, 1, 2)}
    for name, item in (whole.items if whole else {}).items():
        inner = shape.mapping(item, f"option {name}", KEYS)
        if inner is not None:
            found[name] = _option(shape, name, inner)
    return found


def _option(shape: Shape, name: str, inner: MapNode) -> Option:
    items = inner.items
    card = shape.truth(items.get("card"), "card")
    node = items.get("value")
    value = plain(node) if node is not None else None
    if not isinstance(value, int | str | None) or (value is None and not card):
        shape.error("schema.play-option", inner.place, option=name)
        value = 0
    if isinstance(value, int) and abs(value) > MOST:
        shape.error("schema.play-large", inner.place, option=name, most=MOST)
        value = 0
    if name == SEAT and value not in (1, 2):
        shape.error("schema.play-seat", inner.place)
        value = 1
    return Option(
        name,
        value,
        shape.number(items.get("min"), "min"),
        shape.number(items.get("max"), "max"),
        shape.texts(items.get("one_of"), "one_of"),
        card,
        shape.text(items.get("assumed"), "assumed"),
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
