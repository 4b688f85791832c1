"""Decks in YAML, the native form."""

from __future__ import annotations

import re
from collections.abc import Mapping as Pairs
from collections.abc import Sequence as Items
from itertools import islice

from deckcheck.cards.names import normalise
from deckcheck.decks.deck import Deck, DeckFile, Ignore, Line
from deckcheck.decks.guess import MAX_GUESSED
from deckcheck.decks.headings import Sections, heading_words, nearest, section_named
from deckcheck.decks.lines import split_count
from deckcheck.files.source import ListNode, MapNode, Node, Scalar, parse
from deckcheck.files.yaml_hints import in_quotes, item_fix, quoted
from deckcheck.formats import DeckSource
from deckcheck.formats.sections import KEY_WORDS, KEYS, heads, item_text, lines_by_section, names_game
from deckcheck.record import dataclass, field
from deckcheck.report import Fix, Place, Problem, Severity

_UNSHOWN = "\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufffe\uffff"
_BLOCK = re.compile(rf"(?:[^\s{_UNSHOWN}][^{_UNSHOWN}]*)?\Z")  # a line that a block holds as it is
_COUNTED = re.compile(r"(?:- ?|-)?\d+x? +[^\W\d]")


def head_yaml(opened: DeckSource) -> None:
    """The keys of a YAML deck that hold a text; `body` is what the rest is read with."""
    source = opened.source
    node, problems = parse(source)
    opened.problems += problems
    broken = node is None and any(problem.rule == "syntax" for problem in problems)
    if broken:
        from deckcheck.files.yaml_nodes import salvage

        node = salvage(source, {problem.place.line for problem in problems})
    opened.body = work = _Nodes(opened, source.text.split("\n"), broken)
    opened.readable = isinstance(node, MapNode)
    if isinstance(node, MapNode):
        work.head(node)
    elif node is not None:
        work.wrong("shape.headless" if isinstance(node, ListNode) else "shape.deck", node)


def read_yaml(opened: DeckSource, sections: Sections | None) -> DeckFile:
    """The deck of a YAML text, its sections under the ids of the game's."""
    work: _Nodes = opened.body
    work.deck(sections)
    return opened.deck_file(work.lines, salvaged=work.salvaged)


@dataclass(slots=True)
class _Nodes:
    """The nodes of one file, and the lines that have been read of them so far.

    rows: the lines of the text.
    torn: the text is broken, these are the nodes that could be saved.
    rest: the keys that hold no text of the head.
    """

    opened: DeckSource
    rows: list[str]
    salvaged: bool
    lines: list[Line] = field(default_factory=list)
    rest: list[tuple[str, Place, Node]] = field(default_factory=list)
    guessed: int = 0

    @property
    def problems(self) -> list[Problem]:
        return self.opened.problems

    def head(self, node: MapNode) -> None:
        for key in KEYS:
            if key in node.items:
                self.opened.places[key] = node.items[key].place
                self.text(key, node.items[key])
        meant = None if "game" in node.items else self.misspelt_game(node)
        taken = {*KEYS, meant}
        self.rest = [(key, node.keys[key], value) for key, value in node.items.items() if key not in taken]

    def deck(self, sections: Sections | None) -> None:
        words = heading_words(sections)
        for key, place, value in self.rest:
            if key == "ignore":
                self.ignores(value)
            elif (named := section_named(key, words)) or sections is None:
                section = named or key
                self.opened.places[section] = place
                self.section(section, key, value, sections)
            else:
                known = [*KEYS, "ignore", *sections]
                near = KEY_WORDS.get(normalise(key)) or self.nearest(key, known, words)
                self.unknown_key(key, place, near, tuple(known), mild=isinstance(value, Scalar))

    def nearest(self, key: str, known: Items[str], words: Pairs[str, str]) -> str | None:
        """The key that was probably meant; none once too many were asked for."""
        self.guessed += 1
        if self.guessed > MAX_GUESSED:
            return None
        return nearest(key, known) or words.get(nearest(key, words) or "")

    def unknown_key(
        self, key: str, place: Place, near: str | None, known: tuple[str, ...], *, mild: bool = False
    ) -> None:
        """`mild`: it holds one text and no cards; unless it is like a known key, it is passed over with a warning."""
        if mild and not near:
            facts: dict[str, object] = {"key": key, "known": known}
            self.problems.append(Problem("shape", "shape.unread-key", Severity.WARNING, place, facts=facts))
            return
        sentence = "shape.unknown-key.near" if near else "shape.unknown-key"
        fix = Fix("rename-key", facts={"key": key, "near": near}) if near else None
        facts = {"key": key, "near": near, "known": known}
        self.problems.append(Problem("shape", sentence, place=place, fix=fix, facts=facts))

    def misspelt_game(self, node: MapNode) -> str | None:
        """The key that was meant for `game`: the deck is read as one of that game, and the key is told."""
        for key, value in islice(node.items.items(), MAX_GUESSED):
            if isinstance(value, Scalar) and value.text and names_game(key):
                self.unknown_key(key, node.keys[key], "game", KEYS)
                self.opened.places["game"] = value.place
                self.text("game", value)
                return key
        return None

    def text(self, key: str, node: Node) -> None:
        if not isinstance(node, Scalar):
            self.wrong("shape.text", node, key=key)
        elif node.text and (node.quoted or node.text not in ("~", "null")):
            self.opened.texts[key] = self.first_row(node) if self.runs_on(node) else node.text

    def runs_on(self, node: Scalar) -> bool:
        """Whether a text goes on with what was meant as items of a list; that is told."""
        row = self.rows[node.place.line] if node.place.line and node.last > node.place.line and not node.quoted else ""
        if not row.lstrip().startswith("- "):
            return False
        place = Place(node.place.file, (node.place.line or 0) + 1, len(row) - len(row.lstrip()) + 1)
        self.problems.append(Problem("syntax", "syntax.no-heading", place=place, facts={"text": row.strip()[:80]}))
        return True

    def first_row(self, node: Scalar) -> str:
        row = self.rows[(node.place.line or 1) - 1][(node.place.column or 1) - 1 :]
        return re.sub(r"\s#.*", "", row).strip()

    def ignores(self, node: Node) -> None:
        if not isinstance(node, ListNode):
            self.wrong("shape.ignore", node)
            return
        for item in node.items:
            values = item.items if isinstance(item, MapNode) else {}
            rule, reason = values.get("rule"), values.get("reason")
            if (
                isinstance(rule, Scalar)
                and (reason is None or isinstance(reason, Scalar))
                and values.keys() <= {"rule", "reason"}
            ):
                self.opened.ignore.append(Ignore(rule.text, reason.text if reason else None, item.place))
            else:
                self.wrong("shape.ignore", item)

    def section(self, section: str, key: str, node: Node, sections: Sections | None) -> None:
        if isinstance(node, ListNode):
            for item in node.items:
                self.item(section, item)
        elif isinstance(node, MapNode):
            name, value = next(iter(node.items.items()), ("", None))
            count = value.text if isinstance(value, Scalar) and value.text.isdecimal() else "3"
            self.wrong("shape.section-mapping", node, key=key, example=f"- {count} {name}")
        elif node.text and sections and sections[section].cards == 1 and not node.text.isdecimal():
            self.item(section, node)
        elif node.text:
            row = self.rows[(node.place.line or 1) - 1].strip()
            fix = item_fix(row) if _COUNTED.match(row) else None
            facts = {"key": key, "text": node.text[:80]}
            self.problems.append(Problem("shape", "shape.section", place=node.place, fix=fix, facts=facts))

    def item(self, section: str, node: Node) -> None:
        if isinstance(node, Scalar) and not node.text:
            self.wrong("shape.no-item", node)
        elif isinstance(node, Scalar):
            if not node.quoted and node.last != node.place.line:
                rows = self.rows[node.place.line or 0 : node.last]
                items = all(_COUNTED.match(row.strip()) for row in rows)
                facts = {"text": node.text[:80], "last": node.last}
                fix = item_fix(rows[0]) if items and rows else None
                self.problems.append(Problem("shape", "shape.two-lines", place=node.place, fix=fix, facts=facts))
                if items and rows:
                    self.items(section, node, rows)
                    return
            self.lines.append(Line(section, node.text, None, node.place, node.comment))
        elif isinstance(node, MapNode) and (pair := _name_and_count(node)):
            name, count = pair
            fix = Fix("write", facts={"text": f"- {quoted(f'{count} {name}')}"})
            self.problems.append(Problem("shape", "shape.name-first", place=node.place, cards=(name,), fix=fix))
            self.lines.append(Line(section, name, count, node.place))
        elif isinstance(node, MapNode) and (text := _cut_at_colon(node, self.rows)):
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

    def items(self, section: str, node: Scalar, rows: list[str]) -> None:
        """An item that goes on over further rows, each an item that lacks its dash."""
        self.lines.append(Line(section, self.first_row(node), None, node.place, node.comment))
        for number, row in enumerate(rows, (node.place.line or 0) + 1):
            text = re.sub(r"\s#.*", "", row).strip().removeprefix("-").strip()
            place = Place(node.place.file, number, len(row) - len(row.lstrip()) + 1)
            self.lines.append(Line(section, text, None, place))

    def wrong(self, sentence: str, node: Node, **facts: object) -> None:
        self.problems.append(Problem("shape", sentence, place=node.place, facts=facts))


def _name_and_count(node: MapNode) -> tuple[str, int] | None:
    """An item written the other way round, "Name: 3"."""
    ((name, value),) = node.items.items() if len(node.items) == 1 else (("", None),)
    if isinstance(value, Scalar) and re.fullmatch(r"[0-9]{1,4}", value.text) and split_count(name).count is None:
        return name, int(value.text)
    return None


def _cut_at_colon(node: MapNode, rows: list[str]) -> str | None:
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


def _head(key: str, text: str) -> list[str]:
    """A key with its text; one of several lines as a block, where a block holds it as it is."""
    rows = text.removesuffix("\n").split("\n")
    if len(rows) < 2 or not all(_BLOCK.match(row) for row in rows) or not rows[0] or not rows[-1]:
        return [f"{key}: {quoted(text)}"]
    sign = "|" if text.endswith("\n") else "|-"
    return [f"{key}: {sign}", *(f"  {row}" if row else "" for row in rows)]


def write_yaml(deck: Deck) -> str:
    """The deck as a YAML file that reads back as the same deck; comments are not kept."""
    lines = [row for key, text in heads(deck) for row in _head(key, text)]
    if deck.ignore:
        lines.append("ignore:")
        for ignore in deck.ignore:
            lines.append(f"  - rule: {quoted(ignore.rule)}")
            if ignore.reason:
                lines.append(f"    reason: {quoted(ignore.reason)}")
    for section, items in lines_by_section(deck).items():
        lines.append(f"{quoted(section)}:")
        lines += [f"  - {quoted(item_text(item, deck))}" for item in items]
    return "\n".join(lines) + "\n"
