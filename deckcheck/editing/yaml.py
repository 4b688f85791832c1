"""Changes written into a YAML deck, at the marks of its nodes."""

from __future__ import annotations

from typing import Any

from deckcheck.decks.deck import DeckFile
from deckcheck.decks.headings import heading_words, section_named
from deckcheck.editing.editor import Added, Editor, Edits, Page
from deckcheck.files.source import ListNode, Scalar, Source, parse
from deckcheck.files.yaml_hints import in_quotes, quoted
from deckcheck.record import dataclass
from deckcheck.report import DeckcheckError, Place

Spot = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Item:
    """An item of a section: from where to where it stands, and the list that holds it (None: no list)."""

    start: Spot
    end: Spot
    holder: Any = None
    index: int = 0


@dataclass(frozen=True, slots=True)
class Section:
    """A section of the file: its key's and its value's node."""

    id: str
    key: Any
    value: Any


def edit_yaml(page: Page, file: DeckFile, edits: Edits, editor: Editor) -> None:
    """Change the page; items are told by their places."""
    there = _items(page, editor)
    added = {section: [_new(page, item, there) for item in items] for section, items in edits.added.items()}
    for line, count in edits.lines(file):
        item = there.get(_spot(line.place))
        if item is not None and (item.holder is None or item.holder.flow_style):
            item = _items(page, editor).get(item.start)  # what stands beside it on the line may be gone
        if item is None:
            raise DeckcheckError("usage.not-editable", path=page.path)
        if count:
            _recount(page, item, line.text, count, editor)
        else:
            _remove(page, item)
    for section, items in added.items():
        _add(page, section, items, editor)


def _new(page: Page, added: Added, there: dict[Spot, Item]) -> tuple[str, str]:
    """A new item as it is written, and the comment behind it: those of the line that moves, if they can be."""
    item = there.get(_spot(added.line.place)) if added.line is not None else None
    if added.line is not None and item is not None and item.start[0] == item.end[0]:
        line = page.lines[item.start[0]]
        raw, behind = line[item.start[1] : item.end[1]], line[item.end[1] :]
        own = item.holder is not None and not item.holder.flow_style and behind.lstrip().startswith("#")
        if _reads(raw) == added.line.text:
            return raw, behind if own else ""
    return quoted(f"{added.count} {added.name}"), ""


def _spot(place: Place) -> Spot:
    return (place.line or 1) - 1, (place.column or 1) - 1


def _root(page: Page) -> Any:
    import yaml

    try:
        root = yaml.compose(page.text, getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    except yaml.YAMLError:  # an alias of nothing, two documents, or what an edit made of an unusual text
        root = None
    if not isinstance(root, yaml.MappingNode):
        raise DeckcheckError("usage.not-editable", path=page.path)
    return root


def _start(node: Any) -> Spot:
    return node.start_mark.line, node.start_mark.column


def _end(node: Any) -> Spot:
    return node.end_mark.line, node.end_mark.column


def _filled_end(node: Any, page: Page) -> Spot:
    """Where the text of a value ends: a block of lines (`|`) is said to end where the next thing begins."""
    line, column = _end(node)
    if column == 0 and line > _start(node)[0]:
        line -= 1
        while line > _start(node)[0] and not page.lines[line].strip():
            line -= 1
        column = len(page.lines[line])
    return line, column


def _dash(page: Page, value: Any, item: Any) -> int:
    """The line of an item's dash; the item may stand below it."""
    line, column = _start(item)[0], _start(value)[1]
    while line > _start(value)[0] and page.lines[line][column : column + 1] != "-":
        line -= 1
    return int(line)


def _sections(page: Page, editor: Editor) -> list[Section]:
    words = heading_words(editor.game.sections)
    pairs = ((str(key.value), key, value) for key, value in _root(page).value)
    named = ((section_named(text, words), key, value) for text, key, value in pairs)
    return [Section(section, key, value) for section, key, value in named if section is not None]


def _items(page: Page, editor: Editor) -> dict[Spot, Item]:
    """The items of all sections by where they begin."""
    found: dict[Spot, Item] = {}
    for section in _sections(page, editor):
        value = section.value
        if value.id == "sequence":
            for index, node in enumerate(value.value):
                found.setdefault(_start(node), Item(_start(node), _filled_end(node, page), value, index))
        elif value.id == "scalar":
            found.setdefault(_start(value), Item(_start(value), _filled_end(value, page)))
    return found


def _remove(page: Page, item: Item) -> None:
    holder = item.holder
    if holder is None:
        line, column = item.start
        page.replace((line, len(page.lines[line][:column].rstrip())), item.end, "")
    elif not holder.flow_style:
        page.delete(_dash(page, holder, holder.value[item.index]), item.end[0])
    elif item.index + 1 < len(holder.value):
        page.replace(item.start, _start(holder.value[item.index + 1]), "")
    elif item.index:
        page.replace(_end(holder.value[item.index - 1]), item.end, "")
    else:
        page.replace(item.start, item.end, "")


def _recount(page: Page, item: Item, text: str, count: int, editor: Editor) -> None:
    (top, left), (bottom, right) = item.start, item.end
    plainly = editor.recounted(text, count).strip()
    raw = page.lines[top][left:right] if top == bottom else ""
    kept = _same_style(raw, text, plainly) if raw else None
    page.replace(item.start, item.end, kept or quoted(plainly))


def _same_style(raw: str, old: str, new: str) -> str | None:
    """The new text written as the old one was: with the same quotes, if any; None where that fails."""
    if raw == old:
        return new if _reads(new) == new else None
    for tried in (raw.replace(old, new, 1), raw[0] + new + raw[-1]):
        if _reads(tried) == new:
            return tried
    return None


def _reads(raw: str) -> str | None:
    """The text of an item as YAML reads it, in a list of either form."""
    texts = set()
    for form in (f"- {raw}", f"[{raw}]"):
        node, problems = parse(Source("", form))
        if problems or not isinstance(node, ListNode) or len(node.items) != 1 or not isinstance(node.items[0], Scalar):
            return None
        texts.add(node.items[0].text)
    return texts.pop() if len(texts) == 1 else None


def _add(page: Page, section: str, items: list[tuple[str, str]], editor: Editor) -> None:
    sections = _sections(page, editor)
    found = next((one for one in sections if one.id == section), None)
    if found is None:
        _new_section(page, section, items, sections)
        return
    value = found.value
    if value.id == "sequence" and value.flow_style:
        line, column = _end(value)
        _into_brackets(page, (line, column - 1), ", " if value.value else "", items)
    elif value.id == "sequence":
        last = value.value[-1]
        before = page.lines[_start(last)[0]][: _start(last)[1]]
        if before.strip() != "-" or before.endswith("-"):  # the item stands below its dash, or is none
            before = " " * _start(value)[1] + "- "
        page.insert(_filled_end(last, page)[0], [f"{before}{item}{comment}" for item, comment in items])
    else:
        indent = _indent(found, sections, page)
        if str(value.value) and _start(value) != _end(value):
            raw = page.lines[_start(value)[0]][_start(value)[1] : _end(value)[1]]
            page.replace(_start(value), _end(value), "")
            page.lines[_start(value)[0]] = page.lines[_start(value)[0]].rstrip()
            if raw not in ("~", "null"):
                items = [(raw, ""), *items]
        page.insert(_end(found.key)[0], [f"{indent}- {item}{comment}" for item, comment in items])


def _into_brackets(page: Page, end: Spot, before: str, items: list[tuple[str, str]], after: str = "") -> None:
    """Write items at the end of a list in brackets; comments have no room there, and follow on lines of their own."""
    page.replace(end, end, before + ", ".join(item for item, _ in items) + after)
    if comments := [comment.strip() for _, comment in items if comment]:
        page.insert(end[0], comments)


def _indent(section: Section | None, sections: list[Section], page: Page) -> str:
    """How far the items of sections stand in."""
    lists = (s for s in sections if s.value.id == "sequence" and not s.value.flow_style and s.value.value)
    other = next(lists, None)
    if other is None:
        return "  "
    before = _start(section.key)[1] if section else _start(other.key)[1]
    return " " * (_start(other.value)[1] - _start(other.key)[1] + before)


def _new_section(page: Page, section: str, items: list[tuple[str, str]], sections: list[Section]) -> None:
    root = _root(page)
    if root.flow_style:
        line, column = _end(root)
        comma = ", " if root.value else ""
        _into_brackets(page, (line, column - 1), f"{comma}{in_quotes(section)}: [", items, "]")
        return
    last = max((_last_line(node) for pair in root.value for node in pair), default=0)
    indent = _indent(None, sections, page)
    margin = " " * _start(root)[1]
    page.insert(
        last, [f"{margin}{quoted(section)}:", *(f"{indent or margin}- {item}{comment}" for item, comment in items)]
    )


def _last_line(node: Any) -> int:
    """The last line on which something of a node stands."""
    if node.id == "scalar":
        line, column = _end(node)
        return int(line) - (1 if column == 0 and line > _start(node)[0] else 0)
    if node.flow_style:
        return int(_end(node)[0])
    parts = [part for pair in node.value for part in (pair if isinstance(pair, tuple) else (pair,))]
    return max((_last_line(part) for part in parts), default=int(_start(node)[0]))
