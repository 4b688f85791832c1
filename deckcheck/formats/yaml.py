"""Decks in YAML, the native form."""

from __future__ import annotations

import re

from deckcheck.deck import Deck, DeckFile, Ignore, Line
from deckcheck.formats.codes import listed
from deckcheck.formats.sections import INFO, KEYS, by_section, heads
from deckcheck.headings import Sections, SectionsOf, heading_words, nearest
from deckcheck.lines import split_count
from deckcheck.names import normalise
from deckcheck.record import dataclass, field
from deckcheck.report import Fix, Place, Problem
from deckcheck.slips import in_quotes, quoted
from deckcheck.source import Mapping, Node, Scalar, Sequence, Source, parse

_KEY = re.compile(r"^[\w -]+:(?:\s|$)", re.MULTILINE)


def looks_like_yaml(text: str) -> bool:
    """Whether a text of unknown form is a YAML deck: a key at the margin, and items."""
    return bool(_KEY.search(text)) and bool(re.search(r"^ *- \S", text, re.MULTILINE))


def read_yaml(source: Source, sections_of: SectionsOf) -> DeckFile:
    """The deck of a YAML text, its sections under the ids of the game's."""
    node, problems = parse(source)
    work = _Reading(source.text.split("\n"), [*source.problems, *problems])
    if isinstance(node, Mapping):
        work.deck(node, sections_of)
    elif node is not None:
        work.wrong("shape.deck", node)
    return DeckFile(
        source.path,
        "yaml",
        game=work.texts.get("game"),
        format=work.texts.get("format"),
        name=work.texts.get("name"),
        info={key: work.texts[key] for key in INFO if key in work.texts},
        ignore=tuple(work.ignore),
        lines=tuple(work.lines),
        sections=tuple(work.sections),
        places=work.places,
        problems=tuple(work.problems),
    )


@dataclass(slots=True)
class _Reading:
    """What has been read of one file so far."""

    rows: list[str]
    problems: list[Problem]
    texts: dict[str, str] = field(default_factory=dict)
    ignore: list[Ignore] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    sections: dict[str, None] = field(default_factory=dict)
    places: dict[str, Place] = field(default_factory=dict)

    def deck(self, node: Mapping, sections_of: SectionsOf) -> None:
        for key in KEYS:
            if key in node.items:
                self.places[key] = node.items[key].place
                self.text(key, node.items[key])
        sections = sections_of(self.texts.get("game"))
        words = heading_words(sections)
        for key, value in node.items.items():
            if key in KEYS:
                continue
            if key == "ignore":
                self.ignores(value)
            elif sections is None or normalise(key) in words:
                section = words.get(normalise(key), key)
                self.sections[section] = None
                self.places[section] = node.keys[key]
                self.section(section, key, value, sections)
            else:
                known = [*KEYS, "ignore", *sections]
                near = nearest(key, known) or words.get(nearest(key, words) or "")
                sentence = "shape.unknown-key.near" if near else "shape.unknown-key"
                fix = Fix("rename-key", facts={"key": key, "near": near}) if near else None
                facts = {"key": key, "near": near, "known": tuple(known)}
                self.problems.append(Problem("shape", sentence, place=node.keys[key], fix=fix, facts=facts))

    def text(self, key: str, node: Node) -> None:
        if not isinstance(node, Scalar):
            self.wrong("shape.text", node, key=key)
        elif node.text and (node.quoted or node.text not in ("~", "null")):
            self.texts[key] = node.text

    def ignores(self, node: Node) -> None:
        if not isinstance(node, Sequence):
            self.wrong("shape.ignore", node)
            return
        for item in node.items:
            values = item.items if isinstance(item, Mapping) else {}
            rule, reason = values.get("rule"), values.get("reason")
            if (
                isinstance(rule, Scalar)
                and (reason is None or isinstance(reason, Scalar))
                and values.keys() <= {"rule", "reason"}
            ):
                self.ignore.append(Ignore(rule.text, reason.text if reason else None, item.place))
            else:
                self.wrong("shape.ignore", item)

    def section(self, section: str, key: str, node: Node, sections: Sections | None) -> None:
        if isinstance(node, Sequence):
            for item in node.items:
                self.item(section, item)
        elif isinstance(node, Mapping):
            name, value = next(iter(node.items.items()), ("", None))
            count = value.text if isinstance(value, Scalar) and value.text.isdecimal() else "3"
            self.wrong("shape.section-mapping", node, key=key, example=f"- {count} {name}")
        elif node.text and sections and sections[section].cards == 1 and not node.text.isdecimal():
            self.item(section, node)
        elif node.text:
            self.wrong("shape.section", node, key=key, text=node.text[:80])

    def item(self, section: str, node: Node) -> None:
        if isinstance(node, Scalar) and not node.text:
            self.wrong("shape.no-item", node)
        elif isinstance(node, Scalar):
            if not node.quoted and node.last != node.place.line:
                self.wrong("shape.two-lines", node, text=node.text[:80], last=node.last)
            self.lines.append(Line(section, node.text, None, node.place, node.comment))
        elif isinstance(node, Mapping) and (pair := _name_and_count(node)):
            name, count = pair
            fix = Fix("write", facts={"text": f"- {quoted(f'{count} {name}')}"})
            self.problems.append(Problem("shape", "shape.name-first", place=node.place, cards=(name,), fix=fix))
            self.lines.append(Line(section, name, count, node.place))
        elif isinstance(node, Mapping) and (text := _cut_at_colon(node, self.rows)):
            self.problems.append(
                Problem(
                    "syntax",
                    "syntax.colon-in-name",
                    place=node.place,
                    cards=(split_count(text).name,),
                    fix=Fix("quote", facts={"text": f"- {in_quotes(text)}"}),
                    facts={"text": text},
                )
            )
            (value,) = node.items.values()
            comment = value.comment if isinstance(value, Scalar) else None
            self.lines.append(Line(section, text, None, node.place, comment))
        else:
            self.wrong("shape.item", node)

    def wrong(self, sentence: str, node: Node, **facts: object) -> None:
        self.problems.append(Problem("shape", sentence, place=node.place, facts=facts))


def _name_and_count(node: Mapping) -> tuple[str, int] | None:
    """An item written the other way round, "Name: 3"."""
    ((name, value),) = node.items.items() if len(node.items) == 1 else (("", None),)
    if isinstance(value, Scalar) and re.fullmatch(r"[0-9]{1,4}", value.text) and split_count(name).count is None:
        return name, int(value.text)
    return None


def _cut_at_colon(node: Mapping, rows: list[str]) -> str | None:
    """The item, as written, that YAML took for a key and its value ("3 Number 39: Utopia")."""
    ((_, value),) = node.items.items() if len(node.items) == 1 else (("", None),)
    if not isinstance(value, Scalar) or value.quoted or node.place.line is None or node.place.column is None:
        return None
    row = rows[node.place.line - 1]
    end = len(row)
    if value.text:
        if value.last != node.place.line or value.place.column is None:
            return None
        end = value.place.column - 1 + len(value.text)
    item = re.sub(r"\s#.*", "", row[node.place.column - 1 : end]).strip()
    return None if item.startswith("{") else item


def write_yaml(deck: Deck) -> str:
    """The deck as a YAML file that reads back as the same deck; comments are not kept."""
    lines = [f"{key}: {quoted(text)}" for key, text in heads(deck)]
    if deck.ignore:
        lines.append("ignore:")
        for ignore in deck.ignore:
            lines.append(f"  - rule: {quoted(ignore.rule)}")
            if ignore.reason:
                lines.append(f"    reason: {quoted(ignore.reason)}")
    for section, entries in by_section(deck).items():
        lines.append(f"{quoted(section)}:")
        lines += [f"  - {quoted(f'{entry.count} {listed(entry, deck)}')}" for entry in entries]
    return "\n".join(lines) + "\n"
