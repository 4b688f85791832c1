"""Reading how a public file becomes card records; every slip is told at its line."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from deckcheck.cards.card_schema import CardSchema, FieldType
from deckcheck.cards.names import is_language
from deckcheck.files.nodes import ListNode, MapNode, Node, Scalar, plain
from deckcheck.files.schema_reader import SchemaReader
from deckcheck.update.mapping_records import CardMapping, Table, Take, Test, Value, Where, Words
from deckcheck.update.paths import Path, path_of

KEYS = ("form", "records", "leave_out", "group", "main", "tables", "fields", "lists")
TAKE_KEYS = (
    *("from", "value", "over", "where", "without", "besides", "after", "before", "split", "case", "words"),
    *("through", "take", "join"),
)
TEST_KEYS = ("is", "not", "contains", "given")
TABLE_KEYS = ("at", "key", "value")
FORMS = ("json", "csv")
TAKES = ("one", "all", "least", "most")
CASES = ("lower", "upper")
_PRINTINGS = ("printings",)
_MOST_VALUES = 5_000  # of one mapping; the longest word tables have some hundred
_TEXT = FieldType("text")
_T = TypeVar("_T")


def read_mapping(reader: SchemaReader, node: Node | None, schema: CardSchema) -> CardMapping | None:
    """The mapping of a node onto the card records of a game; None where it is none at all.

    What is wrong is noted in the reader: with an error there, the mapping is not for use.
    """
    reader.bound(node, _MOST_VALUES)
    whole = reader.mapping(node, "cards of a source", KEYS)
    return None if whole is None else _Reading(reader, schema).mapping(whole)


class _Reading:
    def __init__(self, reader: SchemaReader, schema: CardSchema) -> None:
        self.reader = reader
        self.schema = schema
        self.tables: dict[str, Table] = {}

    def mapping(self, whole: MapNode) -> CardMapping:
        reader, items = self.reader, whole.items
        for need in ("form", "fields"):
            if need not in items:
                reader.error("schema.missing-key", whole.place, key=need)
        self.tables = self.each(items.get("tables"), "tables", lambda _, node: self.table(node))
        fields, names = self.fields(items.get("fields"))
        return CardMapping(
            form=reader.choice(items.get("form"), "form", FORMS) or FORMS[0],
            records=self.path(items.get("records"), "records"),
            fields=fields,
            names=names,
            lists=self.each(items.get("lists"), "lists", lambda _, node: self.take(node, "a list", None)),
            tables=self.tables,
            leave_out=self.where(items.get("leave_out"), "leave_out"),
            group=self.paths(items.get("group"), "group"),
            main=self.where(items.get("main"), "main"),
            place=whole.place,
        )

    def each(self, node: Node | None, what: str, one: Callable[[str, Node], _T | None]) -> dict[str, _T]:
        """The values of a mapping, those that cannot be read left out."""
        whole = self.reader.mapping(node, what)
        made = ((key, one(key, value)) for key, value in (whole.items if whole else {}).items())
        return {key: value for key, value in made if value is not None}

    def fields(self, node: Node | None) -> tuple[dict[str, Take], dict[str, Take]]:
        """The fields of the game, and the names by language."""
        whole = self.reader.mapping(node, "fields")
        if whole is None:
            return {}, {}
        known = (*self.schema.fields, "names")
        names: dict[str, Take] = {}
        fields: dict[str, Take] = {}
        for key, value in whole.items.items():
            if key not in known:
                near = self.reader.nearest(key, known)
                self.reader.error("schema.unknown-field", whole.keys[key], field=key, nearest=near, known=known)
            elif key == "names":
                names = self.each(value, "names", self.language)
            elif (take := self.take(value, key, self.schema.fields[key])) is not None:
                fields[key] = take
        if "name" not in whole.items:
            self.reader.error("schema.missing-key", whole.place, key="name")
        return fields, names

    def language(self, key: str, node: Node) -> Take | None:
        if not is_language(key):
            self.reader.warn("schema.language", node.place, text=key)
        return self.take(node, f"names {key}", _TEXT)

    def table(self, node: Node) -> Table | None:
        whole = self.reader.mapping(node, "a table", TABLE_KEYS)
        if whole is None:
            return None
        for need in ("at", "value"):
            if need not in whole.items:
                self.reader.error("schema.missing-key", whole.place, key=need)
        at, key, value = (self.path(whole.items.get(part), part) for part in TABLE_KEYS)
        return None if at is None or value is None else Table(at, key, value)

    def path(self, node: Node | None, what: str) -> Path | None:
        text = self.reader.text(node, what)
        if text is None or node is None:
            return None
        path = path_of(text)
        if path is None:
            self.reader.error("mapping.path", node.place, what=what, text=text)
        return path

    def paths(self, node: Node | None, what: str) -> tuple[Path, ...]:
        nodes = node.items if isinstance(node, ListNode) else () if node is None else (node,)
        return tuple(path for one in nodes if (path := self.path(one, what)) is not None)

    def where(self, node: Node | None, what: str) -> Where:
        """A condition, or a list of them, one of which must hold."""
        if node is None:
            return ()
        nodes = node.items if isinstance(node, ListNode) else (node,)
        found = []
        for one in nodes:
            whole = self.reader.mapping(one, what)
            if whole is not None and not whole.items:
                self.reader.error("mapping.no-test", whole.place, what=what)
            elif whole is not None:
                tests = (self.test(key, value, whole) for key, value in whole.items.items())
                found.append(tuple(test for test in tests if test is not None))
        return tuple(found)

    def test(self, key: str, node: Node, whole: MapNode) -> Test | None:
        path = path_of(key)
        if path is None:
            self.reader.error("mapping.path", whole.keys[key], what="a condition", text=key)
            return None
        if not isinstance(node, MapNode):
            return Test(path, one_of=frozenset(self.reader.texts(node, key)))
        self.reader.known_keys(node, key, TEST_KEYS)
        items = node.items
        if not items:
            self.reader.error("mapping.no-test", node.place, what=key)
        return Test(
            path,
            frozenset(self.reader.texts(items["is"], "is")) if "is" in items else None,
            frozenset(self.reader.texts(items["not"], "not")) if "not" in items else None,
            self.reader.texts(items.get("contains"), "contains"),
            self.reader.truth(items["given"], "given") if "given" in items else None,
        )

    def take(self, node: Node, what: str, kind: FieldType | None, *, inner: bool = False) -> Take | None:
        """A path, a list of what may give the value, or keys; `kind` is the field's, and of takes inside of its own."""
        own = None if inner else kind
        if isinstance(node, Scalar):
            path = self.path(node, what)
            return None if path is None else Take((path,), kind=own)
        if isinstance(node, ListNode):
            return Take(self.sources(node, what, kind), first=True, kind=own)
        reader, items = self.reader, node.items
        reader.known_keys(node, what, TAKE_KEYS)
        if ("from" in items) == ("value" in items):
            reader.error("mapping.from-or-value", node.place, what=what)
            return None
        through = reader.choice(items.get("through"), "through", tuple(self.tables))
        # What a table or a joining makes something else of need not be a value of the field.
        last = kind if through is None and "join" not in items else None
        return Take(
            self.sources(items["from"], what, last) if "from" in items else self.value(items["value"], what, last),
            printings=reader.choice(items.get("over"), "over", _PRINTINGS) is not None,
            where=self.where(items.get("where"), "where"),
            without=frozenset(reader.texts(items.get("without"), "without")),
            besides=self.path(items.get("besides"), "besides"),
            after=self.sign(items.get("after"), "after"),
            before=self.sign(items.get("before"), "before"),
            split=self.sign(items.get("split"), "split"),
            case=reader.choice(items.get("case"), "case", CASES),
            words=self.words(items.get("words"), what, last),
            through=through,
            take=reader.choice(items.get("take"), "take", TAKES),
            join=reader.text(items.get("join"), "join"),
            kind=own,
        )

    def sources(self, node: Node, what: str, kind: FieldType | None) -> tuple[Path | Take | Value, ...]:
        nodes = node.items if isinstance(node, ListNode) else (node,)
        if not nodes:
            self.reader.error("mapping.from-or-value", node.place, what=what)
        found: list[Path | Take | Value] = []
        for one in nodes:
            source = self.path(one, what) if isinstance(one, Scalar) else self.take(one, what, kind, inner=True)
            if source is not None:
                found.append(source)
        return tuple(found)

    def sign(self, node: Node | None, what: str) -> str | None:
        """A text that a value is cut at; an empty one cuts nowhere."""
        text = self.reader.text(node, what)
        if text == "" and node is not None:
            self.reader.error("schema.not-a-text", node.place, what=what)
            return None
        return text

    def value(self, node: Node, what: str, kind: FieldType | None) -> tuple[Value, ...]:
        """A constant, or several, as their field can hold them."""
        nodes = node.items if isinstance(node, ListNode) else (node,)
        return tuple(value for one in nodes if (value := self.literal(one, what, kind)) is not None)

    def literal(self, node: Node, what: str, kind: FieldType | None) -> Value | None:
        text = self.reader.text(node, what)
        if text is None:
            return None
        if kind is not None and kind.enum is not None and text not in map(str, kind.enum):
            known = tuple(map(str, kind.enum))
            near = self.reader.nearest(text, known)
            self.reader.error("schema.not-one-of", node.place, what=what, text=text, known=known, nearest=near)
        value = plain(node)
        return value if isinstance(value, int) else text

    def words(self, node: Node | None, what: str, kind: FieldType | None) -> Words | None:
        whole = self.reader.mapping(node, f"words of {what}")
        if whole is None:
            return None
        made: dict[str, Value | None] = {}
        for key, value in whole.items.items():
            none = isinstance(value, Scalar) and plain(value) is None
            made[key] = None if none else self.literal(value, what, kind)
        closed = "else" in made
        return Words(made, made.pop("else", None), closed)
