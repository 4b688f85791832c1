"""The parts `sections:`, `lists:` and `siding:` of a schema, and whether its names can be told apart."""

from __future__ import annotations

from collections.abc import Iterable

from deckcheck.decks.headings import Section
from deckcheck.expr import Scope
from deckcheck.expr.grammar import RESERVED
from deckcheck.files.schema_reader import SchemaReader
from deckcheck.files.source import MapNode, Node
from deckcheck.report import Place
from deckcheck.rules.context import Context
from deckcheck.rules.formats import Binding, read_bindings
from deckcheck.rules.game import ListSlot, Siding
from deckcheck.rules.load import read_citation

_OF_A_SLOT = ("title", "value", "words", "also", "else", "many", "uses")
VALUES = ("limit", "points", "mark", "group")


def read_sections(reader: SchemaReader, node: Node | None) -> dict[str, Section]:
    """The sections of a deck by their ids."""
    whole = reader.mapping(node, "sections")
    if whole is not None:
        reader.spend(len(whole.items), whole.place)
    found: dict[str, Section] = {}
    for name, item in (whole.items if whole else {}).items():
        inner = reader.mapping(item, f"section {name}", ("title", "also", "cards", "outside"))
        items = inner.items if inner else {}
        found[name] = Section(
            name,
            reader.text(items.get("title"), "title") or name,
            reader.texts(items.get("also"), "also"),
            reader.number(items.get("cards"), "cards"),
            reader.truth(items.get("outside"), "outside"),
        )
    return found


def read_siding(node: Node | None, context: Context) -> Siding | None:
    """What may change between two games of a match."""
    reader = context.reader
    whole = reader.mapping(node, "siding", ("between", "keep", "source", "assumed"))
    if whole is None:
        return None
    between = reader.texts(whole.items.get("between"), "between")
    for section in between:
        if section not in context.sections:
            known = context.sections
            near = reader.nearest(section, known)
            place = whole.items["between"].place
            reader.error("schema.unknown-section", place, section=section, known=known, nearest=near)
    if len(between) < 2:
        reader.error("schema.siding", whole.place)
    keep = reader.choice(whole.items.get("keep"), "keep", ("sizes", "bounds")) or "bounds"
    source = read_citation(whole.items.get("source"), context, "siding")
    return Siding(between, keep, source, reader.text(whole.items.get("assumed"), "assumed"))


def read_slots(reader: SchemaReader, node: Node | None) -> tuple[dict[str, ListSlot], dict[str, Binding]]:
    """The slots by their ids, and the list that each uses where no format says so."""
    whole = reader.mapping(node, "lists")
    if whole is not None:
        reader.spend(len(whole.items), whole.place)
    found: dict[str, ListSlot] = {}
    bindings: dict[str, Binding] = {}
    for name, item in (whole.items if whole else {}).items():
        inner = reader.mapping(item, f"list {name}", _OF_A_SLOT)
        if inner is None:
            continue
        if "value" not in inner.items:
            reader.error("schema.missing-key", inner.place, key="value")
        found[name] = slot = _slot(reader, name, inner)
        if slot.many and slot.value in ("limit", "points"):
            reader.error("schema.list-many", inner.keys["many"], name=name, value=slot.value)
        bindings[name] = None
        if "uses" in inner.items:
            uses = MapNode({name: inner.items["uses"]}, {name: inner.keys["uses"]}, inner.place)
            bindings |= read_bindings(reader, uses, (name,))
    return found, bindings


def _slot(reader: SchemaReader, name: str, inner: MapNode) -> ListSlot:
    words = reader.mapping(inner.items.get("words"), "words")
    others = reader.mapping(inner.items.get("also"), "also")
    also = {word: reader.text(node, f"word {word}") or "" for word, node in (others.items if others else {}).items()}
    numbers = {word: reader.number(node, f"word {word}") for word, node in (words.items if words else {}).items()}
    return ListSlot(
        name,
        reader.text(inner.items.get("title"), "title") or name,
        reader.choice(inner.items.get("value"), "value", VALUES) or "mark",
        {word: number for word, number in numbers.items() if number is not None},
        reader.number(inner.items.get("else"), "else"),
        reader.truth(inner.items.get("many"), "many"),
        also,
    )


def told_apart(reader: SchemaReader, schema: MapNode, scope: Scope) -> None:
    """An error at every name that is declared a second time, or that an expression could not speak of."""
    seen: dict[str, str] = {}
    defines = schema.items.get("define")
    named: tuple[tuple[str, str, Iterable[str]], ...] = (
        ("section", "sections", scope.sections),
        ("field", "card", scope.fields),
        ("param", "params", scope.params),
        ("list", "lists", scope.lists),
        ("definition", "define", defines.items if isinstance(defines, MapNode) else ()),
    )
    for what, key, names in named:
        for name in names:
            place = _declared(schema, key, name)
            if name in RESERVED or (what == "field" and name == "size"):
                reader.error("schema.reserved", place, what=what, name=name)
            if what == "section":
                continue  # stands before a dot or after `in:` alone
            if name in seen:
                reader.error("schema.name-twice", place, name=name, what=what, other=seen[name])
            seen[name] = what


def _declared(schema: MapNode, key: str, name: str) -> Place:
    """Where a name is declared."""
    node = schema.items.get(key)
    if key == "card" and isinstance(node, MapNode):
        node = node.items.get("properties")
    return node.keys.get(name, node.place) if isinstance(node, MapNode) else schema.place
