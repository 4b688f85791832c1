"""Decks as JSON, for programs: written, and read back in exactly that shape.

{"game", "format", "name", "sections": {"main": [{"card", "count", "line", "written"?}]}, "player"? …, "ignore"?}
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from deckcheck.decks.deck import Deck, DeckFile, Entry, Ignore, Line
from deckcheck.decks.headings import SectionsOf, heading_words, section_named
from deckcheck.files.json_text import json_text
from deckcheck.files.source import Source
from deckcheck.formats.codes import written_code
from deckcheck.formats.sections import INFO, KEYS, lines_by_section
from deckcheck.record import dataclass, field
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


def read_json(source: Source, sections_of: SectionsOf) -> DeckFile:
    """The deck of a record as `write_json` writes it; other JSON is refused with a problem that says so."""
    work = _Reading(source, [*source.problems])
    try:
        record = json.loads(source.text, object_pairs_hook=work.pairs)
    except json.JSONDecodeError as error:
        place = Place(source.path, error.lineno, error.colno)
        work.problems.append(Problem("syntax", "syntax.json", place=place, facts={"words": error.msg}))
        record = None
    except (RecursionError, ValueError):  # a number of thousands of digits
        work.wrong("shape.json")
        record = None
    else:
        if isinstance(record, dict) and isinstance(record.get("sections"), dict):
            work.deck(record, sections_of)
        else:
            work.wrong("shape.json")
    return DeckFile(
        source.path,
        "json",
        game=work.texts.get("game"),
        format=work.texts.get("format"),
        name=work.texts.get("name"),
        info={key: work.texts[key] for key in INFO if key in work.texts},
        ignore=tuple(work.ignore),
        lines=tuple(work.lines),
        sections=tuple(dict.fromkeys(line.section for line in work.lines if line.section)),
        problems=tuple(work.problems),
    )


@dataclass(slots=True)
class _Reading:
    """What has been read of one file so far."""

    source: Source
    problems: list[Problem]
    texts: dict[str, str] = field(default_factory=dict)
    ignore: list[Ignore] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)

    def wrong(self, sentence: str, place: Place | None = None, **facts: object) -> None:
        where = place or Place(self.source.path)
        self.problems.append(Problem("shape", sentence, place=where, facts=facts))

    def pairs(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for key, value in pairs:
            if key in found:
                place = Place(self.source.path)
                self.problems.append(Problem("syntax", "syntax.repeated-key", place=place, facts={"key": key}))
            found.setdefault(key, value)
        return found

    def deck(self, record: dict[str, Any], sections_of: SectionsOf) -> None:
        for key, value in record.items():
            if key in KEYS and isinstance(value, str):
                self.texts[key] = value
            elif key in KEYS and value is not None:
                self.wrong("shape.text", key=key)
            elif key == "ignore":
                self.ignores(value)
            elif key not in KEYS and key != "sections":
                self.wrong("shape.unknown-key", key=key, known=(*KEYS, "sections", "ignore"))
        sections = sections_of(self.texts.get("game"))
        words = heading_words(sections)
        places = self.places(record["sections"])
        for name, items in record["sections"].items():
            section = (section_named(name, words) if sections is not None else None) or name
            if not isinstance(items, list):
                self.wrong("shape.section", key=name, text=str(items)[:80])
                continue
            for item in items:
                self.item(section, item, next(places))

    def ignores(self, value: Any) -> None:
        for item in value if isinstance(value, list) else [None]:
            rule, reason = (item.get("rule"), item.get("reason")) if isinstance(item, dict) else (None, None)
            if isinstance(rule, str) and (reason is None or isinstance(reason, str)):
                self.ignore.append(Ignore(rule, reason, Place(self.source.path)))
            else:
                self.wrong("shape.ignore")

    def places(self, sections: dict[str, Any]) -> Iterator[Place]:
        """Where each item stands: its line, if every item has a card and nothing else has."""
        items = sum(len(value) for value in sections.values() if isinstance(value, list))
        starts = [match.start() for match in _CARD.finditer(self.source.text)]
        row, before = 1, 0
        for at in range(items):
            if len(starts) == items:
                row += self.source.text.count("\n", before, starts[at])
                before = starts[at]
                yield Place(self.source.path, row, before - self.source.text.rfind("\n", 0, before))
            else:
                yield Place(self.source.path)

    def item(self, section: str, item: Any, place: Place) -> None:
        known = isinstance(item, dict) and item.keys() <= _ENTRY
        card, count = (item.get("written") or item.get("card"), item.get("count")) if known else (None, None)
        if not isinstance(card, str) or not card.strip() or isinstance(count, bool | float | str | list | dict):
            self.wrong("shape.json-item", place)
        else:
            self.lines.append(Line(section, card, count, place))
