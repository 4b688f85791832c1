"""Reading list files: our own (YAML), and the lists of other programs through their readers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path, PurePath

from deckcheck.cards.names import normalise
from deckcheck.expr import ExprError, Scope, Type, compile_text
from deckcheck.files.shape import Shape, Told
from deckcheck.files.source import Mapping as MapNode
from deckcheck.files.source import Node, Scalar, Sequence, Source, parse, read
from deckcheck.lists.dated import DatedList, ListEntry, Version
from deckcheck.report import NOWHERE, DeckcheckError, Problem, Severity
from deckcheck.rules.context import card_alone

_FILE_KEYS = ("list", "title", "slot", "source", "checked", "whitelist", "versions")
_VERSION_KEYS = ("from", "until", "title", "entries", "changes")
_MOST_ENTRIES = 300_000  # of all versions together, as a version with changes holds those before it
_REMOVED = "removed"


def load_lists(paths: Iterable[str | Path], scope: Scope) -> Mapping[str, DatedList]:
    """The lists of these files by id; raises `DeckcheckError` for a file that cannot be read."""
    found: dict[str, DatedList] = {}
    for path in paths:
        dated = load_list(str(path), scope)
        if dated.id in found:
            raise DeckcheckError("usage.list-twice", path=str(path), list=dated.id, other=found[dated.id].path)
        found[dated.id] = dated
    return found


def load_list(path: str, scope: Scope, source: Source | None = None) -> DatedList:
    """Read a list file; raises `DeckcheckError` with every problem of it."""
    source = source or read(path)
    if PurePath(path).suffix.lower() == ".conf":
        from deckcheck.lists.lflist import read_lflist

        return read_lflist(source)
    node, problems = parse(source)
    shape = Shape(path, "usage.list")
    shape.problems.extend((*source.problems, *problems))
    whole = shape.mapping(node, "the list file", _FILE_KEYS)
    if whole is None or shape.broken:
        if not shape.broken:
            shape.error("schema.not-a-mapping", NOWHERE, what="the list file")
        raise DeckcheckError("usage.list", tuple(shape.problems), path=path)
    items = whole.items
    name = shape.text(items.get("list"), "list")
    if name is None and "list" not in items:
        shape.error("schema.missing-key", whole.place, key="list")
    found = _Versions(shape, scope, whitelist=shape.truth(items.get("whitelist"), "whitelist")).all(whole)
    made = DatedList(
        name or "",
        shape.text(items.get("title"), "title") or name or path,
        path,
        found,
        shape.day(items.get("checked"), "checked"),
        shape.text(items.get("slot"), "slot"),
        shape.text(items.get("source"), "source"),
    )
    if shape.broken:
        raise DeckcheckError("usage.list", tuple(shape.problems), path=path)
    return made


class _Versions:
    """Reads the versions in the order of the file: one with `changes` goes on from the one before it."""

    def __init__(self, shape: Shape, scope: Scope, *, whitelist: bool) -> None:
        self.shape = shape
        self.scope = scope
        self.whitelist = whitelist
        self.before: tuple[ListEntry, ...] | None = None
        self.entries_read = 0

    def all(self, whole: MapNode) -> tuple[Version, ...]:
        versions = whole.items.get("versions")
        if not isinstance(versions, Sequence):
            self.shape.error("schema.not-a-list", versions.place if versions else whole.place, what="versions")
            return ()
        return tuple(v for item in versions.items if (v := self.version(item)) is not None)

    def version(self, node: Node) -> Version | None:
        shape = self.shape
        shape.spend(1, node.place)
        whole = shape.mapping(node, "a version", _VERSION_KEYS)
        if whole is None:
            return None
        items = whole.items
        first, last = shape.day(items.get("from"), "from"), shape.day(items.get("until"), "until")
        if first is not None and last is not None and last < first:
            shape.error("schema.days", items["until"].place, first=first, last=last)
        problems: tuple[Problem, ...] = ()
        if "changes" in items:
            if self.before is None or "entries" in items:
                shape.error("schema.changes", whole.keys["changes"])
            changes = self.read(items["changes"], "changes")
            self.count(len(changes), node)
            entries, problems = self.changed(changes)
        else:
            entries = self.read(items.get("entries"), "entries")
        self.before = entries
        self.count(len(entries), node)
        title = shape.text(items.get("title"), "title")
        return Version(first, last, lambda: entries, title, self.whitelist, problems)

    def count(self, entries: int, version: Node) -> None:
        self.entries_read += entries
        if self.entries_read > _MOST_ENTRIES:
            facts = {"most": _MOST_ENTRIES}
            self.shape.give_up(Problem("shape", "schema.many-entries", place=version.place, facts=facts))

    def changed(self, changes: tuple[ListEntry, ...]) -> tuple[tuple[ListEntry, ...], tuple[Problem, ...]]:
        """The entries of the version before, but for the cards that are named again, whatever the case of the names."""
        named = {normalise(entry.name) for entry in changes if entry.name is not None}
        before = self.before or ()
        there = {normalise(entry.name) for entry in before if entry.name is not None}
        kept = tuple(entry for entry in before if entry.name is None or normalise(entry.name) not in named)
        strange = Told(
            Problem("list-entry", "list.not-there", Severity.WARNING, entry.place, facts={"name": entry.name})
            for entry in changes
            if entry.value == _REMOVED and (entry.name is None or normalise(entry.name) not in there)
        )
        return (*kept, *(entry for entry in changes if entry.value != _REMOVED)), tuple(strange)

    def read(self, node: Node | None, what: str) -> tuple[ListEntry, ...]:
        groups = self.shape.mapping(node, what)
        return tuple(
            entry for value, items in (groups.items if groups else {}).items() for entry in self.entries(value, items)
        )

    def entries(self, value: str, node: Node) -> list[ListEntry]:
        shape = self.shape
        if not isinstance(node, Sequence):
            shape.error("schema.not-a-list", node.place, what=f"entries of {value}")
            return []
        found = []
        for item in node.items:
            if isinstance(item, Scalar):
                found.append(ListEntry(value, item.text, None, item.place))
                continue
            test = shape.mapping(item, "an entry", ("of",))
            inner = test.items.get("of") if test else None
            if isinstance(inner, Scalar):
                shape.spend(1, item.place)
                try:
                    expr = compile_text(inner.text, self.scope, Type.TRUTH)
                except ExprError as error:
                    shape.expression(error, inner)
                    continue
                if not card_alone(expr):
                    shape.error("schema.card-alone", inner.place, what="an entry of a list")
                found.append(ListEntry(value, None, expr, item.place))
            elif test is not None:
                shape.error("schema.missing-key", item.place, key="of")
        return found
