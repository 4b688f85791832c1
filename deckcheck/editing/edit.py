"""Changes of a deck written into its file, as a careful person would: everything else stays as it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from deckcheck.decks.deck import Deck, DeckFile, Entry
from deckcheck.decks.resolve import resolve
from deckcheck.editing.changes import Change, counted, made
from deckcheck.editing.editor import Editor, Edits
from deckcheck.editing.page import Page, page
from deckcheck.editing.text import edit_text
from deckcheck.editing.whole import rewrite
from deckcheck.editing.yaml import edit_yaml
from deckcheck.editing.ydk import edit_ydk
from deckcheck.formats import WRITERS
from deckcheck.report import NOWHERE, DeckcheckError

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
        EDITORS[file.reader](paper, file, _edits(deck, changes), editor)
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


def _edits(deck: Deck, changes: Sequence[Change]) -> Edits:
    after = made(deck.entries, changes)
    kept = {entry.place: entry.count for entry in after if entry.place != NOWHERE}
    added: dict[str, list[tuple[int, str]]] = {}
    for entry in after:
        if entry.place == NOWHERE:
            added.setdefault(entry.section, []).append((entry.count, entry.shown))
    gone = {entry.place for entry in deck.entries if entry.place not in kept}
    gone |= {change.place for change in changes if change.card is None}
    before = {entry.place: entry.count for entry in deck.entries}
    counts = {place: count for place, count in kept.items() if before.get(place) != count}
    return Edits(counts, frozenset(gone), added)
