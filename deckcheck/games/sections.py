"""The parts `sections:` and `siding:` of a schema."""

from __future__ import annotations

from collections.abc import Mapping

from deckcheck.files.shape import Shape
from deckcheck.files.source import Node
from deckcheck.rules.context import Context
from deckcheck.rules.game import Section, Siding
from deckcheck.rules.load import read_citation


def read_sections(shape: Shape, node: Node | None) -> dict[str, Section]:
    """The sections of a deck by their ids."""
    whole = shape.mapping(node, "sections")
    if whole is not None:
        shape.spend(len(whole.items), whole.place)
    found: dict[str, Section] = {}
    for name, item in (whole.items if whole else {}).items():
        inner = shape.mapping(item, f"section {name}", ("title", "also", "cards", "outside"))
        items: Mapping[str, Node] = inner.items if inner else {}
        found[name] = Section(
            name,
            shape.text(items.get("title"), "title") or name,
            shape.texts(items.get("also"), "also"),
            shape.number(items.get("cards"), "cards"),
            shape.truth(items.get("outside"), "outside"),
        )
    return found


def read_siding(node: Node | None, context: Context) -> Siding | None:
    """What may change between two games of a match."""
    shape = context.shape
    whole = shape.mapping(node, "siding", ("between", "keep", "source", "assumed"))
    if whole is None:
        return None
    between = shape.texts(whole.items.get("between"), "between")
    for section in between:
        if section not in context.sections:
            known = context.sections
            near = shape.nearest(section, known)
            place = whole.items["between"].place
            shape.error("schema.unknown-section", place, section=section, known=known, nearest=near)
    if len(between) < 2:
        shape.error("schema.siding", whole.place)
    keep = shape.choice(whole.items.get("keep"), "keep", ("sizes", "bounds")) or "bounds"
    source = read_citation(whole.items.get("source"), context, "siding")
    return Siding(between, keep, source, shape.text(whole.items.get("assumed"), "assumed"))
