"""Decks as JSON, for programs: written, and read back in exactly that shape.

{"game", "format", "name", "sections": {"main": [{"card", "count", "line", "written"?}]}, "player"? …, "ignore"?}
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from deckcheck.decks.deck import Deck, DeckFile, Entry, Ignore, Line
from deckcheck.decks.headings import Sections, heading_words, section_named
from deckcheck.files.json_text import json_text
from deckcheck.formats import DeckSource
from deckcheck.formats.sections import INFO, KEYS, lines_by_section, written_code
from deckcheck.report import Place, Problem

_CARD = re.compile(r'"card"\s*:')
_ENTRY = frozenset({"card", "count", "line", "written"})


def write_json(deck: Deck) -> str:
    """The deck as a record; an entry that was written with an identifier has it as "written" besides.

    A line of which no entry could be made is there as it was written, its count null.
    """
    sections = {section: [_entry(item, deck) for item in items] for section, items in lines_by_section(deck).items()}
    record: dict[str, object] = {"game": deck.game, "format": deck.format, "name": deck.name, "sections": sections}
    record |= {key: deck.info[key] for key in INFO if key in deck.info}
    if deck.ignore:
        record["ignore"] = [{"rule": ignore.rule, "reason": ignore.reason} for ignore in deck.ignore]
    return json_text(record)


def _entry(item: Entry | Line, deck: Deck) -> dict[str, object]:
    if isinstance(item, Line):
        return {"card": item.text, "count": item.count, "line": item.place.line}
    record: dict[str, object] = {"card": item.shown, "count": item.count, "line": item.place.line}
    code = written_code(item, deck) if item.card is not None else None
    return record if code is None else record | {"written": code}


def head_json(opened: DeckSource) -> None:
    """The head of a record as `write_json` writes it; `body` is the record. Other JSON is refused with a problem."""
    record = None
    try:
        record = json.loads(opened.source.text, object_pairs_hook=lambda pairs: _pairs(opened, pairs))
    except json.JSONDecodeError as error:
        place = Place(opened.source.path, error.lineno, error.colno)
        opened.problems.append(Problem("syntax", "syntax.json", place=place, facts={"words": error.msg}))
    except (RecursionError, ValueError):  # a number of thousands of digits
        _wrong(opened, "shape.json")
    else:
        if isinstance(record, dict) and isinstance(record.get("sections"), dict):
            _keys(opened, record)
            opened.body = record["sections"]
            return
        _wrong(opened, "shape.json")
    opened.readable = False


def _wrong(opened: DeckSource, sentence: str, place: Place | None = None, **facts: object) -> None:
    where = place or Place(opened.source.path)
    opened.problems.append(Problem("shape", sentence, place=where, facts=facts))


def _pairs(opened: DeckSource, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            place = Place(opened.source.path)
            opened.problems.append(Problem("syntax", "syntax.repeated-key", place=place, facts={"key": key}))
        found.setdefault(key, value)
    return found


def _keys(opened: DeckSource, record: dict[str, Any]) -> None:
    for key, value in record.items():
        if key in KEYS and isinstance(value, str):
            opened.texts[key] = value
        elif key in KEYS and value is not None:
            _wrong(opened, "shape.text", key=key)
        elif key == "ignore":
            _ignores(opened, value)
        elif key not in KEYS and key != "sections":
            _wrong(opened, "shape.unknown-key", key=key, known=(*KEYS, "sections", "ignore"))


def _ignores(opened: DeckSource, value: Any) -> None:
    for item in value if isinstance(value, list) else [None]:
        rule, reason = (item.get("rule"), item.get("reason")) if isinstance(item, dict) else (None, None)
        if isinstance(rule, str) and (reason is None or isinstance(reason, str)):
            opened.ignore.append(Ignore(rule, reason, Place(opened.source.path)))
        else:
            _wrong(opened, "shape.ignore")


def read_json(opened: DeckSource, sections: Sections | None) -> DeckFile:
    """The deck of a record as `write_json` writes it."""
    words = heading_words(sections)
    places = _places(opened)
    lines: list[Line] = []
    for name, items in opened.body.items():
        section = (section_named(name, words) if sections is not None else None) or name
        if not isinstance(items, list):
            _wrong(opened, "shape.section", key=name, text=str(items)[:80])
            continue
        for item in items:
            lines += _lines(opened, section, item, next(places))
    return opened.deck_file(lines)


def _places(opened: DeckSource) -> Iterator[Place]:
    """Where each item stands: its line, if every item has a card and nothing else has."""
    path, text = opened.source.path, opened.source.text
    items = sum(len(value) for value in opened.body.values() if isinstance(value, list))
    starts = [match.start() for match in _CARD.finditer(text)]
    row, before = 1, 0
    for at in range(items):
        if len(starts) == items:
            row += text.count("\n", before, starts[at])
            before = starts[at]
            yield Place(path, row, before - text.rfind("\n", 0, before))
        else:
            yield Place(path)


def _lines(opened: DeckSource, section: str, item: Any, place: Place) -> list[Line]:
    """The line of an item, if it is one."""
    known = isinstance(item, dict) and item.keys() <= _ENTRY
    card, count = (item.get("written") or item.get("card"), item.get("count")) if known else (None, None)
    if isinstance(card, str) and card.strip() and not isinstance(count, bool | float | str | list | dict):
        return [Line(section, card, count, place)]
    _wrong(opened, "shape.json-item", place)
    return []
