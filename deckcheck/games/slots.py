"""The part `lists:` of a schema: places for dated lists, and the lists that the game itself puts there."""

from __future__ import annotations

from deckcheck.files.shape import Shape
from deckcheck.files.source import Mapping, Node
from deckcheck.rules.formats import Binding, read_bindings
from deckcheck.rules.game import ListSlot

_KEYS = ("title", "value", "words", "else", "many", "uses")
VALUES = ("limit", "points", "mark", "group")


def read_slots(shape: Shape, node: Node | None) -> tuple[dict[str, ListSlot], dict[str, Binding]]:
    """The slots by their ids, and the list that each uses where no format says so."""
    whole = shape.mapping(node, "lists")
    if whole is not None:
        shape.spend(len(whole.items), whole.place)
    found: dict[str, ListSlot] = {}
    bindings: dict[str, Binding] = {}
    for name, item in (whole.items if whole else {}).items():
        inner = shape.mapping(item, f"list {name}", _KEYS)
        if inner is None:
            continue
        if "value" not in inner.items:
            shape.error("schema.missing-key", inner.place, key="value")
        found[name] = slot = _slot(shape, name, inner)
        if slot.many and slot.value in ("limit", "points"):
            shape.error("schema.list-many", inner.keys["many"], name=name, value=slot.value)
        bindings[name] = None
        if "uses" in inner.items:
            uses = Mapping({name: inner.items["uses"]}, {name: inner.keys["uses"]}, inner.place)
            bindings |= read_bindings(shape, uses, (name,))
    return found, bindings


def _slot(shape: Shape, name: str, inner: Mapping) -> ListSlot:
    words = shape.mapping(inner.items.get("words"), "words")
    numbers = {word: shape.number(node, f"word {word}") for word, node in (words.items if words else {}).items()}
    return ListSlot(
        name,
        shape.text(inner.items.get("title"), "title") or name,
        shape.choice(inner.items.get("value"), "value", VALUES) or "mark",
        {word: number for word, number in numbers.items() if number is not None},
        shape.number(inner.items.get("else"), "else"),
        shape.truth(inner.items.get("many"), "many"),
    )
