"""Changes of a deck written into its file, as a careful person would: everything else stays as it is."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from deckcheck.decks.deck import Deck, DeckFile, Entry, Line
from deckcheck.decks.resolve import resolve
from deckcheck.editing.changes import Change, changed, counted, is_of, made
from deckcheck.editing.editor import Added, Editor, Edits, Page, page
from deckcheck.editing.lines import edit_text, edit_ydk
from deckcheck.editing.yaml import edit_yaml
from deckcheck.formats import WRITERS
from deckcheck.report import NOWHERE, DeckcheckError, Place

EDITORS: dict[str, Callable[[Page, DeckFile, Edits, Editor], None]] = {
    "yaml": edit_yaml,
    "text": edit_text,
    "ydk": edit_ydk,
}


def edited(editor: Editor, deck: Deck, changes: Sequence[Change]) -> bytes:
    """The bytes of the file with the changes made.

    :raises DeckcheckError: the form of the file cannot be changed so; nothing is lost.
    """
    file = editor.read(editor.data)
    paper = page(editor.path, editor.data)
    if file.reader in EDITORS:
        EDITORS[file.reader](paper, file, _edits(file, deck, changes), editor)
    elif file.reader in WRITERS:
        rewrite(paper, file.reader, deck, changes)
    else:
        raise DeckcheckError("usage.not-editable", path=editor.path)
    data = paper.data()
    if not _as_meant(file, editor.read(data), deck, changes, editor):
        raise DeckcheckError("usage.not-editable", path=editor.path)
    return data


def _as_meant(before: DeckFile, after: DeckFile, deck: Deck, changes: Sequence[Change], editor: Editor) -> bool:
    """Whether the file that was written is read as the deck that was meant, and nothing is newly wrong with it."""
    found = resolve(after, editor.game, editor.pool)
    meant = made(deck.entries, changes)
    wanted = {spot: count for spot, count in counted(meant).items() if count}
    slips = Counter(problem.sentence for problem in after.problems) - Counter(p.sentence for p in before.problems)
    return (
        counted(found.entries) == wanted
        and _unknown(found.entries) == _unknown(meant)
        and _head(after) == _head(before)
        and not slips
    )


def _unknown(entries: Iterable[Entry]) -> Counter[tuple[str, str]]:
    """Copies of each name that is no card's in each section."""
    found: Counter[tuple[str, str]] = Counter()
    for entry in entries:
        if entry.card is None:
            found[entry.section, entry.name] += entry.count
    return found


def _head(file: DeckFile) -> tuple[object, ...]:
    ignored = [(ignore.rule, ignore.reason) for ignore in file.ignore]
    return file.game, file.format, file.name, dict(file.info), ignored


def _edits(file: DeckFile, deck: Deck, changes: Sequence[Change]) -> Edits:
    """The changes as edits of lines; a line whose copies all move to one section moves whole."""
    after = made(deck.entries, changes)
    before = {entry.place: entry.count for entry in deck.entries}
    kept = {entry.place: entry.count for entry in after if entry.place != NOWHERE}
    counts = {place: kept.get(place, 0) for place, count in before.items() if kept.get(place, 0) != count}
    counts |= {change.place: 0 for change in changes if change.card is None and change.place != NOWHERE}
    lines = {line.place: line for line in file.lines}
    moving = _moving(lines, deck, changes, counts)
    added: dict[str, list[Added]] = {}
    for entry in after:
        if entry.place == NOWHERE:
            here, left = added.setdefault(entry.section, []), entry.count
            for item in moving.pop((entry.shown, entry.section), ()):
                if item.count <= left:
                    left -= item.count
                    here.append(item)
            if left:
                here.append(Added(left, entry.shown))
    for entry in deck.entries:  # lines that grow
        for item in tuple(moving.get((entry.shown, entry.section), ())):
            if item.count <= counts.get(entry.place, 0) - entry.count and _says_more(item.line, lines[entry.place]):
                moving[entry.shown, entry.section].remove(item)
                counts[entry.place] -= item.count
                added.setdefault(entry.section, []).append(item)
    return Edits({place: count for place, count in counts.items() if count != before.get(place)}, added)


def _says_more(line: Line | None, other: Line) -> bool:
    """Whether something would be lost if only the other line were left: a comment, or which picture was chosen."""
    return line is not None and bool(line.comment or (line.count is not None and line.text != other.text))


def _moving(
    lines: Mapping[Place, Line], deck: Deck, changes: Sequence[Change], counts: Mapping[Place, int]
) -> dict[tuple[str, str], list[Added]]:
    """Name of a card and section → the lines that move there whole."""
    found: dict[tuple[str, str], list[Added]] = {}
    for change in changes:
        left = change.count if change.to is not None else 0
        for entry in deck.entries:
            gone = is_of(entry, change, change.section) and counts.get(entry.place) == 0 and entry.place in lines
            if gone and entry.count <= left:
                left -= entry.count
                item = Added(entry.count, entry.shown, lines[entry.place])
                found.setdefault((entry.shown, change.to or ""), []).append(item)
    return found


def rewrite(page: Page, form: str, deck: Deck, changes: Sequence[Change]) -> None:
    """Put the changed deck in place of the text of a file that holds what we write and nothing else.

    :raises DeckcheckError: it holds more (other columns, words beside a link), which would be lost.
    """
    writer = WRITERS[form]
    if _content(form, page.text) != _content(form, writer.write(deck)):
        raise DeckcheckError("usage.not-editable", path=page.path)
    lines = writer.write(changed(deck, changes)).removesuffix("\n").split("\n")
    last = "" if page.lines[-1] else page.end
    page.lines, page.ends = lines, [page.end] * (len(lines) - 1) + [last]


def _content(form: str, text: str) -> object:
    """What a text says, however it is laid out."""
    if form != "json":
        return text.strip("\n")
    try:
        return _without_lines(json.loads(text))
    except (ValueError, RecursionError):
        return None


def _without_lines(value: Any) -> Any:
    """A record without the numbers of lines, which tell where an item stood in another file."""
    if isinstance(value, dict):
        return {key: _without_lines(part) for key, part in value.items() if key != "line"}
    return [_without_lines(part) for part in value] if isinstance(value, list) else value
