"""The `print:` section of a schema: what stands on a game's sheet, and in which order."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from deckcheck.expr import Expr, ExprError, Scope, Type, compile_text
from deckcheck.files.schema_reader import SchemaReader
from deckcheck.files.source import ListNode, MapNode, Node, Scalar
from deckcheck.record import dataclass, replace
from deckcheck.report import DeckcheckError
from deckcheck.spelling import nearest

if TYPE_CHECKING:
    from deckcheck.rules.game import Game

KEYS = ("title", "note", "fields", "judge", "sort", "rows", "counters")
BLOCK_KEYS = ("title", "in", "of", "sort", "show", "lines", "across")
FIELD_KEYS = ("title", "boxes", "initial")
MOST_LINES = 60  # of a block to fill in by hand
MOST_ACROSS = 4
FIELDS = ("player", "id", "event", "date")  # where the schema names none


@dataclass(frozen=True, slots=True)
class FieldPlan:
    """A field of the sheet: `key` is the deck's own key. `initial`: the field whose last name it begins.

    `title` is None where the key has a word of its own in every language.
    """

    key: str
    title: str | None = None
    boxes: int = 0
    initial: str | None = None


@dataclass(frozen=True, slots=True)
class BlockPlan:
    """A block: the cards of `section` for which `of` is true and that no block before it took.

    `sort` is empty for the order of the file. `show`: card fields printed beside the name. `lines`: the
    block has at least so many on a sheet. `across`: columns its lines run through.
    """

    id: str
    section: str
    title: str | None = None
    of: Expr | None = None
    sort: tuple[Expr, ...] = ()
    show: tuple[str, ...] = ()
    lines: int = 0
    across: int = 1


@dataclass(frozen=True, slots=True)
class Plan:
    """What a game's sheet holds. `rows` are blocks side by side; `counters` are titles and numbers."""

    title: str | None = None
    note: str = ""
    fields: tuple[FieldPlan, ...] = tuple(FieldPlan(key) for key in FIELDS)
    judge: tuple[str, ...] = ()
    rows: tuple[tuple[BlockPlan, ...], ...] = ()
    counters: tuple[tuple[str, Expr], ...] = ()


def read_plan(game: Game) -> Plan:
    """The plan of a game's sheets; one block a section where the schema says nothing.

    :raises DeckcheckError: the section is wrong, with every problem at its line.
    """
    reader = SchemaReader(game.path)
    plan = _Reader(reader, game).plan()
    if reader.broken:
        raise DeckcheckError("usage.schema", tuple(reader.problems), path=game.path)
    return plan


class _Reader:
    def __init__(self, reader: SchemaReader, game: Game) -> None:
        self.reader = reader
        self.game = game
        # A list may be bound in one format and free in the other; a sheet is the same in all of them.
        self.scope: Scope = replace(game.scope, lists={})

    def plan(self) -> Plan:
        reader = self.reader
        whole = reader.mapping(self.game.sheet, "print", KEYS)
        items: Mapping[str, Node] = whole.items if whole else {}
        sort = self.sort(items.get("sort"))
        plan = Plan(
            title=reader.text(items.get("title"), "title"),
            note=reader.text(items.get("note"), "note") or "",
            judge=reader.texts(items.get("judge"), "judge"),
            rows=self.rows(items.get("rows"), sort),
            counters=self.counters(items.get("counters")),
        )
        return replace(plan, fields=self.fields(items["fields"])) if "fields" in items else plan

    def fields(self, node: Node) -> tuple[FieldPlan, ...]:
        whole = self.reader.mapping(node, "fields")
        found = []
        for key, inner in (whole.items if whole else {}).items():
            if not isinstance(inner, MapNode):
                found.append(FieldPlan(key, self.reader.text(inner, f"field {key}")))
                continue
            self.reader.known_keys(inner, f"field {key}", FIELD_KEYS)
            title = self.reader.text(inner.items.get("title"), "title")
            boxes = self.whole(inner.items.get("boxes"), "boxes", 0, 20)
            found.append(FieldPlan(key, title, boxes, self.reader.text(inner.items.get("initial"), "initial")))
        return tuple(found)

    def rows(self, node: Node | None, sort: tuple[Expr, ...]) -> tuple[tuple[BlockPlan, ...], ...]:
        if node is not None and not isinstance(node, ListNode):
            self.reader.error("schema.not-a-list", node.place, what="rows")
        rows = []
        for item in node.items if isinstance(node, ListNode) else ():
            whole = self.reader.mapping(item, "a row of blocks")
            blocks = (self.block(name, inner, sort) for name, inner in (whole.items if whole else {}).items())
            rows.append(tuple(block for block in blocks if block is not None))
        planned = {block.section for row in rows for block in row}
        for section in self.game.sections.values():
            if section.id not in planned:
                one = section.cards == 1
                rows.append((BlockPlan(section.id, section.id, sort=sort, across=1 if one else 2),))
        return tuple(row for row in rows if row)

    def block(self, name: str, node: Node, sort: tuple[Expr, ...]) -> BlockPlan | None:
        reader = self.reader
        whole = reader.mapping(node, f"block {name}", BLOCK_KEYS)
        if whole is None:
            return None
        items = whole.items
        if "in" not in items:
            reader.error("schema.missing-key", whole.place, key="in")
            return None
        section = reader.text(items["in"], "in") or ""
        if section not in self.game.sections:
            known = tuple(self.game.sections)
            near = nearest(section, known)
            reader.error("schema.unknown-section", items["in"].place, section=section, nearest=near, known=known)
        return BlockPlan(
            name,
            section,
            reader.text(items.get("title"), "title"),
            self.expression(items.get("of"), "of", Type.TRUTH),
            self.sort(items["sort"]) if "sort" in items else sort,
            self.show(items.get("show")),
            self.whole(items.get("lines"), "lines", 0, MOST_LINES),
            self.whole(items.get("across"), "across", 1, MOST_ACROSS),
        )

    def show(self, node: Node | None) -> tuple[str, ...]:
        known = tuple(self.game.card.fields)
        found = self.reader.texts(node, "show")
        for text in found:
            if text not in known and node is not None:
                near = nearest(text, known)
                self.reader.error("schema.unknown-field", node.place, field=text, nearest=near, known=known)
        return found

    def whole(self, node: Node | None, what: str, least: int, most: int) -> int:
        number = self.reader.number(node, what)
        if number is None or node is None:
            return least
        if not least <= number <= most:
            self.reader.error("print.number", node.place, what=what, least=least, most=most, found=number)
        return number

    def sort(self, node: Node | None) -> tuple[Expr, ...]:
        if isinstance(node, Scalar) and node.text == "file":
            return ()
        nodes = node.items if isinstance(node, ListNode) else () if node is None else (node,)
        found = (self.expression(item, "sort") for item in nodes)
        return tuple(expr for expr in found if expr is not None)

    def counters(self, node: Node | None) -> tuple[tuple[str, Expr], ...]:
        whole = self.reader.mapping(node, "counters")
        found = []
        for title, inner in (whole.items if whole else {}).items():
            expr = self.expression(inner, f"counter {title}", Type.NUMBER)
            if expr is not None and expr.many | expr.card:
                self.reader.error("print.counter", inner.place, counter=title)
            elif expr is not None:
                found.append((title, expr))
        return tuple(found)

    def expression(self, node: Node | None, what: str, want: Type | None = None) -> Expr | None:
        text = self.reader.text(node, what)
        if text is None or not isinstance(node, Scalar):
            return None
        try:
            expr = compile_text(text, self.scope, want)
        except ExprError as error:
            self.reader.expression(error, node)
            return None
        if expr.lists:
            self.reader.error("print.list", node.place, what=what, list=sorted(expr.lists))
        return expr
