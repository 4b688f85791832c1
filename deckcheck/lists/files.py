"""Reading list files in YAML; `lflist.py` and `pasted.py` read the other forms."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path, PurePath

from deckcheck.cards.names import normalise
from deckcheck.expr import ExprError, Scope, Type, compile_text
from deckcheck.files.schema_reader import CappedProblems, SchemaReader, is_month
from deckcheck.files.source import ListNode, MapNode, Node, Scalar, Source, parse, read
from deckcheck.lists.dated import MONTH, DatedList, ListEntry, Version
from deckcheck.record import dataclass
from deckcheck.report import NOWHERE, DeckcheckError, Problem, Severity
from deckcheck.rules.context import card_alone

_VERSION_KEYS = ("from", "until", "title", "assumed", "entries", "changes")
_FILE_KEYS = ("list", "title", "slot", "source", "checked", "whitelist", "printed", "base", "versions", *_VERSION_KEYS)
_MOST_ENTRIES = 300_000  # of all versions together, as a version with changes holds those before it
REMOVED = "removed"


def load_lists(paths: Iterable[str | Path], scope: Scope) -> Mapping[str, DatedList]:
    """The lists of these files by id; raises `DeckcheckError` for a file that cannot be read."""
    found: dict[str, DatedList] = {}
    for path in paths:
        dated = load_list(str(path), scope)
        if dated.id in found:
            raise DeckcheckError("usage.list-twice", path=str(path), list=dated.id, other=found[dated.id].path)
        found[dated.id] = dated
    return found


@dataclass(frozen=True, slots=True)
class Base:
    """What a list of the user's own may go on from.

    `of`: a list of the game by its id, as it stands on a day, of today for None. `spelt`: the first name of the card
    that a name means, so that lists speak of the same card whatever the language.
    """

    of: Callable[[str, str | None], Version]
    spelt: Callable[[str], str]


def load_list(path: str, scope: Scope, source: Source | None = None, base: Base | None = None) -> DatedList:
    """Read a list file in YAML, or a `.conf`; raises `DeckcheckError` with every problem of it.

    `base` gives the lists that one of the user's own may go on from.
    """
    source = source or read(path)
    if PurePath(path).suffix.lower() == ".conf":
        from deckcheck.lists.lflist import read_lflist

        return read_lflist(source)
    node, problems = parse(source)
    reader = SchemaReader(path, "usage.list")
    reader.problems.extend((*source.problems, *problems))
    whole = reader.mapping(node, "the list file", _FILE_KEYS)
    if whole is None or reader.broken:
        if not reader.broken:
            reader.error("schema.not-a-mapping", NOWHERE, what="the list file")
        raise DeckcheckError("usage.list", tuple(reader.problems), path=path)
    items = whole.items
    name = reader.text(items.get("list"), "list")
    if name is None and "list" not in items:
        if base is None:
            reader.error("schema.missing-key", whole.place, key="list")
        name = PurePath(path).stem
    found = _Versions(reader, scope, base, whitelist=reader.truth(items.get("whitelist"), "whitelist")).all(whole)
    made = DatedList(
        name or "",
        reader.text(items.get("title"), "title") or name or path,
        path,
        found,
        reader.day(items.get("checked"), "checked"),
        reader.text(items.get("slot"), "slot"),
        reader.text(items.get("source"), "source"),
        printed=_printed(items.get("printed"), reader),
    )
    if reader.broken:
        raise DeckcheckError("usage.list", tuple(reader.problems), path=path)
    return made


def _printed(node: Node | None, reader: SchemaReader) -> tuple[str, str] | None:
    """The field that says when a card was printed, and the day by which all of the list's were."""
    inner = reader.mapping(node, "printed", ("field", "by"))
    if inner is None:
        return None
    field, day = reader.text(inner.items.get("field"), "field"), reader.day(inner.items.get("by"), "by")
    for key in ("field", "by"):
        if key not in inner.items:
            reader.error("schema.missing-key", inner.place, key=key)
    return None if field is None or day is None else (field, day)


def changed(
    before: tuple[ListEntry, ...], changes: tuple[ListEntry, ...]
) -> tuple[tuple[ListEntry, ...], tuple[Problem, ...]]:
    """The entries but for the cards that are named again, whatever the case of the names; and what is strange."""
    named = {normalise(entry.name) for entry in changes if entry.name is not None}
    there = {normalise(entry.name) for entry in before if entry.name is not None}
    kept = tuple(entry for entry in before if entry.name is None or normalise(entry.name) not in named)
    strange = CappedProblems(
        Problem("list-entry", "list.not-there", Severity.WARNING, entry.place, facts={"name": entry.name})
        for entry in changes
        if entry.value == REMOVED and (entry.name is None or normalise(entry.name) not in there)
    )
    return (*kept, *(entry for entry in changes if entry.value != REMOVED)), tuple(strange)


class _Versions:
    """Reads the versions in the order of the file: one with `changes` goes on from the one before it."""

    def __init__(self, reader: SchemaReader, scope: Scope, base: Base | None, *, whitelist: bool) -> None:
        self.reader = reader
        self.scope = scope
        self.base = base
        self.whitelist = whitelist
        self.before: tuple[ListEntry, ...] | None = None
        self.entries_read = 0

    def all(self, whole: MapNode) -> tuple[Version, ...]:
        versions = whole.items.get("versions")
        alone = {key: node for key, node in whole.items.items() if key in _VERSION_KEYS and key != "title"}
        if versions is None and alone:
            items: tuple[Node, ...] = (MapNode(alone, {key: whole.keys[key] for key in alone}, whole.place),)
        elif isinstance(versions, ListNode):
            items = versions.items
            for key in alone:
                self.reader.error("schema.of-a-version", whole.keys[key], key=key)
        else:
            self.reader.error("schema.not-a-list", versions.place if versions else whole.place, what="versions")
            return ()
        if "base" in whole.items and items:
            self.begin(whole, items[0])
        return tuple(v for item in items if (v := self.version(item)) is not None)

    def begin(self, whole: MapNode, first: Node) -> None:
        """Go on from another list, as it stands when the first version begins."""
        name = self.reader.text(whole.items["base"], "base")
        if self.base is None:
            self.reader.error("schema.list-base", whole.keys["base"])
        elif name != "none":
            day = first.items.get("from") if isinstance(first, MapNode) else None
            text = day.text if isinstance(day, Scalar) else None
            before = self.base.of(name or "", f"{text}-01" if text and is_month(text) else text)
            self.before, self.whitelist = before.read(), self.whitelist or before.whitelist

    def first_day(self, node: Node | None) -> tuple[str | None, bool]:
        """The first day, and whether no more than its month is known."""
        if isinstance(node, Scalar) and is_month(node.text):
            return f"{node.text}-01", True
        return self.reader.day(node, "from"), False

    def version(self, node: Node) -> Version | None:
        reader = self.reader
        reader.spend(1, node.place)
        whole = reader.mapping(node, "a version", _VERSION_KEYS)
        if whole is None:
            return None
        items = whole.items
        first, by_month = self.first_day(items.get("from"))
        last = reader.day(items.get("until"), "until")
        unsure = MONTH if by_month else reader.text(items.get("assumed"), "assumed")
        if first is not None and last is not None and last < first:
            reader.error("schema.days", items["until"].place, first=first, last=last)
        problems: tuple[Problem, ...] = ()
        if "changes" in items:
            if self.before is None or "entries" in items:
                reader.error("schema.changes", whole.keys["changes"])
            changes = self.read(items["changes"], "changes")
            self.count(len(changes), node)
            entries, problems = changed(self.before or (), changes)
        else:
            entries = self.read(items.get("entries"), "entries")
        self.before = entries
        self.count(len(entries), node)
        title = reader.text(items.get("title"), "title")
        return Version(first, last, lambda: entries, title, self.whitelist, problems, unsure)

    def count(self, entries: int, version: Node) -> None:
        self.entries_read += entries
        if self.entries_read > _MOST_ENTRIES:
            facts = {"most": _MOST_ENTRIES}
            self.reader.give_up(Problem("shape", "schema.many-entries", place=version.place, facts=facts))

    def read(self, node: Node | None, what: str) -> tuple[ListEntry, ...]:
        groups = self.reader.mapping(node, what)
        return tuple(
            entry for value, items in (groups.items if groups else {}).items() for entry in self.entries(value, items)
        )

    def entries(self, value: str, node: Node) -> list[ListEntry]:
        reader = self.reader
        if not isinstance(node, ListNode):
            reader.error("schema.not-a-list", node.place, what=f"entries of {value}")
            return []
        found = []
        for item in node.items:
            if isinstance(item, Scalar):
                name = item.text if self.base is None else self.base.spelt(item.text)
                found.append(ListEntry(value, name, None, item.place))
                continue
            test = reader.mapping(item, "an entry", ("of",))
            inner = test.items.get("of") if test else None
            if isinstance(inner, Scalar):
                reader.spend(1, item.place)
                try:
                    expr = compile_text(inner.text, self.scope, Type.TRUTH)
                except ExprError as error:
                    reader.expression(error, inner)
                    continue
                if not card_alone(expr):
                    reader.error("schema.card-alone", inner.place, what="an entry of a list")
                found.append(ListEntry(value, None, expr, item.place))
            elif test is not None:
                reader.error("schema.missing-key", item.place, key="of")
        return found
