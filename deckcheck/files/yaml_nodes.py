"""YAML text → nodes, out of the parser's events; of a text that is no YAML, what can still be read of it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Any

import yaml
from yaml import ScalarEvent

from deckcheck.files.nodes import ListNode, MapNode, Node, Scalar, Source
from deckcheck.files.yaml_hints import MAX_DEPTH, explain, quote_fix, write_fix
from deckcheck.report import Fix, Place, Problem

MAX_PROBLEMS = 20  # a file with more is no file of ours

_LOADER: type = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # ten times as fast, where it is there
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ufffe\uffff]")
_HASH = re.compile(r"\s++#\s?(.*)")


def nodes(source: Source) -> tuple[Node | None, tuple[Problem, ...]]:
    """See `source.parse`."""
    control = _CONTROL.search(source.text)
    if control:
        before = source.text[: control.start()]
        place = Place(source.path, before.count("\n") + 1, control.start() - before.rfind("\n"))
        facts = {"code": f"U+{ord(control[0]):04X}"}
        return None, (Problem("syntax", "syntax.control", place=place, facts=facts),)
    lines = source.text.split("\n")
    builder = _Builder(source.path, lines, yaml.parse(source.text, Loader=_LOADER))
    node: Node | None = None
    try:
        node = builder.document()
    except _RefusedError:
        pass
    except yaml.MarkedYAMLError as error:
        builder.problems.append(explain(error, lines, source.path))
    except yaml.YAMLError as error:
        facts = {"words": " ".join(str(error).split())}
        builder.problems.append(Problem("syntax", "syntax.yaml", place=Place(source.path), facts=facts))
    return node, tuple(builder.problems)


class _RefusedError(Exception):
    """The rest of the text is not read; the last problem says why."""


class _Builder:
    """Builds the nodes of one document and gathers what is refused."""

    def __init__(self, path: str, lines: list[str], events: Iterator[yaml.Event]) -> None:
        self.path = path
        self.lines = lines
        self.events = events
        self.problems: list[Problem] = []
        self.anchors: dict[str, str | None] = {}  # sign → the text that it names, None where that is none

    def document(self) -> Node | None:
        node: Node | None = None
        for event in self.events:
            if isinstance(event, yaml.DocumentStartEvent):
                if node is not None:
                    self.refuse("syntax.documents", self.place(event))
                    break
                node = self.node(next(self.events), 0)
        return node

    def node(self, event: yaml.Event, depth: int) -> Node:
        if isinstance(event, ScalarEvent) and event.anchor is None and event.tag is None:
            return self.scalar(event, self.place(event))
        place = self.place(event)
        if depth >= MAX_DEPTH:
            self.refuse("syntax.depth", place, limit=MAX_DEPTH)
            raise _RefusedError
        if isinstance(event, yaml.AliasEvent):
            return self.alias(event, place)
        value = event.value if isinstance(event, yaml.ScalarEvent) else None
        if isinstance(event, yaml.NodeEvent) and event.anchor is not None:
            self.refuse("syntax.anchor", place, self.without_sign(place, value), sign=f"&{event.anchor}")
            self.anchors[event.anchor] = value
        if isinstance(event, yaml.ScalarEvent | yaml.CollectionStartEvent) and event.tag is not None:
            self.refuse("syntax.tag", place, self.without_sign(place, value), sign=event.tag)
        if isinstance(event, yaml.ScalarEvent):
            return self.scalar(event, place)
        if isinstance(event, yaml.SequenceStartEvent):
            items = []
            while not isinstance(event := next(self.events), yaml.SequenceEndEvent):
                items.append(self.node(event, depth + 1))
            return ListNode(tuple(items), place)
        return self.mapping(place, depth)

    def alias(self, event: yaml.AliasEvent, place: Place) -> Scalar:
        """What the alias stands for, if that is a text; the problem shows it written out."""
        name = event.anchor or ""
        sign = f"*{name}"
        text = self.anchors.get(name)
        if text is not None:
            fix = write_fix(self.row(place), text)
        else:
            fix = None if name in self.anchors else quote_fix(self.row(place))
        self.refuse("syntax.alias", place, fix, sign=sign)
        return Scalar(sign if text is None else text, False, place, None, place.line or 0)

    def without_sign(self, place: Place, value: str | None) -> Fix | None:
        """The line without its sign; with the sign in quotes where nothing follows it; none for a whole list."""
        row = self.row(place)
        return quote_fix(row) if value == "" else write_fix(row, value) if value is not None else None

    def scalar(self, event: yaml.ScalarEvent, place: Place) -> Scalar:
        line, column = _position(event.end_mark)
        rest = _HASH.match(self.lines[line], column) if line < len(self.lines) else None
        return Scalar(event.value, bool(event.style), place, rest[1].rstrip() if rest else None, line + 1)

    def mapping(self, place: Place, depth: int) -> MapNode:
        items: dict[str, Node] = {}
        keys: dict[str, Place] = {}
        while not isinstance(event := next(self.events), yaml.MappingEndEvent):
            key = self.node(event, depth + 1)
            value = self.node(next(self.events), depth + 1)
            if not isinstance(key, Scalar):
                self.refuse("syntax.key", key.place)
            elif key.text in items:
                first = items[key.text]
                both = isinstance(first, ListNode) and isinstance(value, ListNode)
                sentence = "syntax.repeated-list" if both else "syntax.repeated-key"
                self.refuse(sentence, key.place, key=key.text, first=keys[key.text].line)
                if isinstance(first, ListNode) and isinstance(value, ListNode):
                    items[key.text] = ListNode((*first.items, *value.items), first.place)
            else:
                items[key.text] = value
                keys[key.text] = key.place
        return MapNode(items, keys, place)

    def place(self, event: yaml.Event) -> Place:
        line, column = _position(event.start_mark)
        return Place(self.path, min(line + 1, len(self.lines)), column + 1)

    def row(self, place: Place) -> str:
        return self.lines[place.line - 1] if place.line and place.line <= len(self.lines) else ""

    def refuse(self, sentence: str, place: Place, fix: Fix | None = None, **facts: object) -> None:
        self.problems.append(Problem("syntax", sentence, place=place, fix=fix, facts=facts))
        if len(self.problems) >= MAX_PROBLEMS:
            facts = {"count": MAX_PROBLEMS}
            self.problems.append(Problem("syntax", "more.unread", place=place, facts=facts))
            raise _RefusedError


def _position(mark: Any) -> tuple[int, int]:
    """Where a mark of either parser stands, in C or in Python; lines and columns count from 0."""
    return (mark.line, mark.column) if mark else (0, 0)


# Of lines without blanks at their end.
_KEY = re.compile(r"([^\W\d][\w -]*):(?=\s|\Z)(?:[ \t]++(?:([^#\s].*)|#.*))?\Z")
_ITEM = re.compile(r"[ \t]*+-[ \t]++(\S.*)")
_COMMENT = re.compile(r"(?<!\s)\s+#\s?")


def salvage(source: Source, passed_over: Collection[int | None]) -> MapNode | None:
    """The keys with their texts or lists; None where there is none. `passed_over`: lines known to be at fault."""
    items: dict[str, Node] = {}
    keys: dict[str, Place] = {}
    lists: dict[str, list[Node]] = {}
    current: str | None = None
    for number, raw in enumerate(source.text.split("\n"), 1):
        if number in passed_over:
            continue
        row = raw.rstrip()
        if (key := _KEY.match(row)) and key[1] not in keys:
            current = key[1]
            keys[current] = Place(source.path, number, 1)
            value = _scalar(_cut(key[2])[0], Place(source.path, number, key.start(2) + 1), None) if key[2] else None
            if value is not None:
                items[current] = value
            elif key[2] is None:
                lists[current] = []
        elif current in lists and (item := _ITEM.match(row)):
            text, comment = _cut(item[1])
            node = _scalar(text, Place(source.path, number, item.start(1) + 1), comment)
            if node is not None:
                lists[current].append(node)
    items |= {key: ListNode(tuple(nodes), keys[key]) for key, nodes in lists.items() if nodes}
    kept = {key: keys[key] for key in keys if key in items}
    return MapNode({key: items[key] for key in kept}, kept, next(iter(kept.values()))) if kept else None


def _cut(text: str) -> tuple[str, str | None]:
    """A text, and what follows " #" in it."""
    sign = _COMMENT.search(text)
    return (text[: sign.start()], text[sign.end() :]) if sign else (text, None)


def _scalar(text: str, place: Place, comment: str | None) -> Scalar | None:
    """A text on one line; None for what begins as a list, a mapping or a sign, and for a quote that is not closed."""
    sign = text[0]
    if sign in "\"'":
        inner = text[1:-1]
        return Scalar(inner, True, place, comment, place.line or 0) if len(text) > 1 and text[-1] == sign else None
    return None if sign in "[]{}&*!|>%@`," else Scalar(text, False, place, comment, place.line or 0)
