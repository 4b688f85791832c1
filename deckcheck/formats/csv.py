"""Decks as tables: a row an entry, columns by their names.

A name is written as it is, also where it begins with `=`, `+`, `-` or `@`, which a spreadsheet takes for a formula: a
sign put before it would be read as a part of the name.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Container, Iterable

from deckcheck.cards.names import normalise
from deckcheck.decks.deck import Deck, DeckFile, Line
from deckcheck.decks.headings import Sections, heading_words, is_beside, nearest, section_named
from deckcheck.formats import DeckSource
from deckcheck.formats.sections import beside, lines_by_section, listed
from deckcheck.report import Note, Place, Problem

MISSPELT = "shape.near-column"  # the sentence of a column whose name is nearly one that is read
_COLUMNS = {
    "section": ("section", "zone", "board", "location", "pile"),
    "count": ("count", "quantity", "qty", "copies", "amount", "nombre", "quantite", "exemplaires", "total qty"),
    "card": ("card", "name", "card name", "item", "carte", "nom", "nom de la carte"),
}
_MEANT = {word: column for column, words in _COLUMNS.items() for word in words}


def heads_a_deck(line: str) -> bool:
    """Whether a line is the head of a table as `write_csv` makes it, a column for each of its three."""
    cells = line.split(_delimiter(line))
    return {_MEANT.get(normalise(cell)) for cell in cells} >= set(_COLUMNS)


def _delimiter(head: str) -> str:
    return max(",;\t", key=head.count)


def read_csv(opened: DeckSource, sections: Sections | None) -> DeckFile:
    """The deck of a table with a header; other columns are named in a note."""
    source, problems = opened.source, opened.problems
    words = heading_words(sections)
    notes: list[Note] = []
    lines: list[Line] = []
    aside: dict[str, list[Place]] = {}
    head = source.text.split("\n", 1)[0]
    rows = csv.reader(io.StringIO(source.text, newline=""), delimiter=_delimiter(head), strict=True)
    try:
        header = [normalise(name) for name in next(rows, [])]
    except csv.Error as error:
        problems.append(_broken(Place(source.path, 1), error))
        return opened.deck_file(())
    at = {_MEANT[name]: column for column, name in reversed(list(enumerate(header))) if name in _MEANT}
    if "card" not in at:
        facts = {"known": _COLUMNS["card"]}
        problems.append(Problem("shape", "shape.no-card-column", place=Place(source.path, 1), facts=facts))
        return opened.deck_file(())
    other = tuple(name for name in header if name and name not in _MEANT)
    slips = _misspelt(other, at, Place(source.path, 1))
    problems.extend(slips)
    if other := tuple(name for name in other if name not in {slip.facts["column"] for slip in slips}):
        notes.append(Note("note.columns", {"columns": other}))
    number = rows.line_num + 1
    while True:
        place = Place(source.path, number)
        try:
            row = next(rows)
        except StopIteration:
            break
        except csv.Error as error:
            problems.append(_broken(place, error))
            break
        number = rows.line_num + 1
        cells = {column: row[index].strip() for column, index in at.items() if index < len(row)}
        if not any(cell.strip() for cell in row):
            continue
        if not cells.get("card"):
            problems.append(Problem("line", "line.no-card", place=place))
            continue
        if more := [cell for cell in row[len(header) :] if cell.strip()]:
            found: dict[str, object] = {
                "cells": len(header) + len(more),
                "columns": len(header),
                "text": more[0].strip()[:60],
            }
            problems.append(Problem("line", "line.extra-cells", place=place, facts=found))
        section = cells.get("section")
        if section:
            named = section_named(section, words)
            if named is None and is_beside(section):
                aside.setdefault(section, []).append(place)
                continue
            section = named or section
        count = cells.get("count")
        whole = int(count) if count and count.isdecimal() and len(count) < 6 else None
        text = cells["card"] if whole is not None or not count else f"{count} {cells['card']}"
        lines.append(Line(section or None, text, whole if count or "count" in at else 1, place))
    problems.extend(beside(section, len(places), places[0]) for section, places in aside.items())
    return opened.deck_file(lines, notes)


def _misspelt(other: Iterable[str], at: Container[str], place: Place) -> list[Problem]:
    """What is like the name of a column that the table lacks: without it the rows would say something else."""
    known = [word for word, column in _MEANT.items() if column not in at]
    near = ((name, nearest(name, known)) for name in other)
    return [
        Problem("shape", MISSPELT, place=place, facts={"column": name, "near": meant}) for name, meant in near if meant
    ]


def _broken(place: Place, error: csv.Error) -> Problem:
    """From here on the table cannot be read."""
    return Problem("syntax", "syntax.csv", place=place, facts={"words": str(error)})


def write_csv(deck: Deck) -> str:
    """The deck as a table of section, count and card."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for section, items in lines_by_section(deck).items():
        cards = (item.text if isinstance(item, Line) else listed(item, deck) for item in items)
        writer.writerows((section, item.count, card) for item, card in zip(items, cards, strict=True))
    return out.getvalue()
