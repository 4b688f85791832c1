"""Changes of a deck written into its file, as a careful person would: everything else stays as it is."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from deckcheck.build.changes import Change, changed, counted, made
from deckcheck.build.edit_text import edit_text
from deckcheck.build.edit_yaml import edit_yaml
from deckcheck.build.edit_ydk import edit_ydk
from deckcheck.build.editor import Editor, Edits
from deckcheck.build.page import Page, page
from deckcheck.decks.deck import Deck, DeckFile
from deckcheck.decks.resolve import resolve
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
    if file.reader in EDITORS:
        paper = page(editor.path, editor.data)
        EDITORS[file.reader](paper, file, _edits(deck, changes), editor)
        data = paper.data()
    elif file.reader in WRITERS:
        data = WRITERS[file.reader].write(changed(deck, changes)).encode()
    else:
        raise DeckcheckError("usage.not-editable", path=editor.path)
    after = resolve(editor.read(data), editor.game, editor.pool)
    wanted = {spot: count for spot, count in counted(made(deck.entries, changes)).items() if count}
    unknown = [(e.section, e.name, e.count) for e in deck.entries if e.card is None]
    if counted(after.entries) != wanted or unknown != [
        (e.section, e.name, e.count) for e in after.entries if e.card is None
    ]:
        raise DeckcheckError("usage.not-editable", path=editor.path)
    return data


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
