"""Reading list files: our own (YAML), and those of the simulators (`lflist.conf`)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path, PurePath

from deckcheck.cards.names import normalise
from deckcheck.expr import ExprError, Scope, Type, compile_text
from deckcheck.files.schema_reader import CappedProblems, SchemaReader
from deckcheck.files.source import ListNode, MapNode, Node, Scalar, Source, parse, read
from deckcheck.lists.dated import DatedList, ListEntry, Version
from deckcheck.record import dataclass, field
from deckcheck.report import NOWHERE, DeckcheckError, Place, Problem, Severity
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
        reader.error("schema.missing-key", whole.place, key="list")
    found = _Versions(reader, scope, whitelist=reader.truth(items.get("whitelist"), "whitelist")).all(whole)
    made = DatedList(
        name or "",
        reader.text(items.get("title"), "title") or name or path,
        path,
        found,
        reader.day(items.get("checked"), "checked"),
        reader.text(items.get("slot"), "slot"),
        reader.text(items.get("source"), "source"),
    )
    if reader.broken:
        raise DeckcheckError("usage.list", tuple(reader.problems), path=path)
    return made


class _Versions:
    """Reads the versions in the order of the file: one with `changes` goes on from the one before it."""

    def __init__(self, reader: SchemaReader, scope: Scope, *, whitelist: bool) -> None:
        self.reader = reader
        self.scope = scope
        self.whitelist = whitelist
        self.before: tuple[ListEntry, ...] | None = None
        self.entries_read = 0

    def all(self, whole: MapNode) -> tuple[Version, ...]:
        versions = whole.items.get("versions")
        if not isinstance(versions, ListNode):
            self.reader.error("schema.not-a-list", versions.place if versions else whole.place, what="versions")
            return ()
        return tuple(v for item in versions.items if (v := self.version(item)) is not None)

    def version(self, node: Node) -> Version | None:
        reader = self.reader
        reader.spend(1, node.place)
        whole = reader.mapping(node, "a version", _VERSION_KEYS)
        if whole is None:
            return None
        items = whole.items
        first, last = reader.day(items.get("from"), "from"), reader.day(items.get("until"), "until")
        if first is not None and last is not None and last < first:
            reader.error("schema.days", items["until"].place, first=first, last=last)
        problems: tuple[Problem, ...] = ()
        if "changes" in items:
            if self.before is None or "entries" in items:
                reader.error("schema.changes", whole.keys["changes"])
            changes = self.read(items["changes"], "changes")
            self.count(len(changes), node)
            entries, problems = self.changed(changes)
        else:
            entries = self.read(items.get("entries"), "entries")
        self.before = entries
        self.count(len(entries), node)
        title = reader.text(items.get("title"), "title")
        return Version(first, last, lambda: entries, title, self.whitelist, problems)

    def count(self, entries: int, version: Node) -> None:
        self.entries_read += entries
        if self.entries_read > _MOST_ENTRIES:
            facts = {"most": _MOST_ENTRIES}
            self.reader.give_up(Problem("shape", "schema.many-entries", place=version.place, facts=facts))

    def changed(self, changes: tuple[ListEntry, ...]) -> tuple[tuple[ListEntry, ...], tuple[Problem, ...]]:
        """The entries of the version before, but for the cards that are named again, whatever the case of the names."""
        named = {normalise(entry.name) for entry in changes if entry.name is not None}
        before = self.before or ()
        there = {normalise(entry.name) for entry in before if entry.name is not None}
        kept = tuple(entry for entry in before if entry.name is None or normalise(entry.name) not in named)
        strange = CappedProblems(
            Problem("list-entry", "list.not-there", Severity.WARNING, entry.place, facts={"name": entry.name})
            for entry in changes
            if entry.value == _REMOVED and (entry.name is None or normalise(entry.name) not in there)
        )
        return (*kept, *(entry for entry in changes if entry.value != _REMOVED)), tuple(strange)

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
                found.append(ListEntry(value, item.text, None, item.place))
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


_ROW = re.compile(r"(\d++)\s++(-?\d++)(?!\S*\w)")
_MANY = 20  # rows from which on a list of nothing but full playsets must be meant as a whitelist


@dataclass(slots=True)
class _List:
    title: str
    entries: list[ListEntry] = field(default_factory=list)
    whitelist: bool = False
    problems: CappedProblems = field(default_factory=CappedProblems)
    place: Place = field(default_factory=Place)

    def version(self) -> Version:
        entries = tuple(self.entries)
        return Version(None, None, lambda: entries, self.title, self.whitelist, tuple(self.problems))


def read_lflist(source: Source) -> DatedList:
    """The lists of an `lflist.conf` of the simulators as versions without days, each by its title.

        "#" or "--" …        comment                    "!" NAME       begins a list
        "$whitelist"         a card not named is not allowed
        PASSCODE COUNT …     the rest is a comment; a count below zero allows none

    Lines of no list, and lines that are none of these, are reported: other programs leave them out in silence.

    :raises DeckcheckError: the file cannot be decoded.
    """
    if any(problem.severity is Severity.ERROR for problem in source.problems):
        raise DeckcheckError("usage.list", source.problems, path=source.path)
    found: list[_List] = []
    early = CappedProblems(source.problems)
    for number, line in enumerate(source.text.split("\n"), start=1):
        text = line.strip()
        place = Place(source.path, number, 1 + len(line) - len(line.lstrip()))
        if not text or text.startswith(("#", "--")):
            continue
        if text.startswith("!"):
            found.append(_List(text[1:].strip() or f"line {number}", place=place))
        elif not found:
            early.append(_warning("list.before", place, text=_short(text)))
        else:
            _line(found[-1], text, place)
    for one in found:
        _doubt(one)
    if found:
        early.extend(found[0].problems)
        found[0].problems = early
    name = PurePath(source.path).name
    return DatedList(name, name, source.path, tuple(one.version() for one in found))


def _line(one: _List, text: str, place: Place) -> None:
    if text.lower() == "$whitelist":
        one.whitelist = True
    elif row := _ROW.match(text):
        one.entries.append(ListEntry(row[2], row[1], None, place))
    else:
        one.problems.append(_warning("list.directive", place, text=_short(text)))


def _doubt(one: _List) -> None:
    """Full playsets of nearly all cards: meant as a whitelist, but without the line that says so."""
    full = sum(1 for entry in one.entries if entry.value == "3")
    if not one.whitelist and len(one.entries) >= _MANY and full > 0.8 * len(one.entries):
        one.problems.append(_warning("list.no-whitelist", one.place, count=3))


def _warning(sentence: str, place: Place, **facts: object) -> Problem:
    return Problem("list-entry", sentence, Severity.WARNING, place, facts=facts)


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[:59] + "…"
