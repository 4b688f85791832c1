"""Tables of cards: a header that names the fields, then a card a row; `;`, `,` or tab between cells."""

from __future__ import annotations

import re

from deckcheck.cards.card_records import MOST_CARDS
from deckcheck.cards.card_schema import CardSchema
from deckcheck.cards.faults import misspelt
from deckcheck.cards.names import normalise
from deckcheck.files.rows import BrokenRowError, read_rows
from deckcheck.files.schema_reader import CappedProblems
from deckcheck.files.source import ListNode, MapNode, Node, Scalar, Source
from deckcheck.record import dataclass
from deckcheck.report import Note, Place, Problem, Severity

_LANGUAGE = re.compile(r"(.+) ([a-z]{2,3})")  # name_fr, names.fr
_ITEMS = re.compile(r"[,;]|\s/\s")


@dataclass(frozen=True, slots=True)
class Table:
    """A table of cards as read: records whose keys are fields, what is wrong, the columns left out.

    Not `readable`: the whole table is of no use, and `problems` say why.
    """

    records: tuple[MapNode, ...] = ()
    problems: tuple[Problem, ...] = ()
    notes: tuple[Note, ...] = ()
    readable: bool = True


def read_table(source: Source, schema: CardSchema) -> Table:
    """The records of a table, each at its first line."""
    if not source.text.strip():
        return _useless("empty", "cards.empty-file", Place(source.path))
    try:
        table = read_rows(source.text, lambda cells: sum(_target(cell, schema) is not None for cell in cells))
        if table is None:
            return _useless("empty", "cards.empty-file", Place(source.path))
        line, header = table.line, table.header
        columns, slips, notes = _columns(header, schema, Place(source.path, line))
        problems = CappedProblems(slips)
        if not any(target == "name" or isinstance(target, tuple) for target in columns.values()):
            return _useless("shape", "cards.csv-no-name", Place(source.path, line), columns=tuple(header))
        records: list[MapNode] = []
        for line, cells in table.rows:
            place = Place(source.path, line)
            if len(records) >= MOST_CARDS:
                return _useless("shape", "cards.too-many", place, most=MOST_CARDS)
            if any(cells[len(header) :]):
                facts = {"cells": len(cells), "columns": len(header), "row": cells[0]}
                problems.append(Problem("card-data", "cards.csv-extra-cells", place=place, facts=facts))
            else:
                records.append(_record(cells, columns, schema, place))
    except BrokenRowError as error:
        return _useless("syntax", "cards.csv-quotes", Place(source.path, error.line))
    return Table(tuple(records), tuple(problems), notes)


def _useless(rule: str, sentence: str, place: Place, **facts: object) -> Table:
    return Table(problems=(Problem(rule, sentence, place=place, facts=facts),), readable=False)


# The field that a column fills, or ("names", language).
Target = str | tuple[str, str]


def _target(cell: str, schema: CardSchema) -> Target | None:
    """What a column of this heading fills; None where it is no field of the game."""
    if cell in schema.fields:
        return cell
    key = normalise(cell)
    if key in schema.also:
        return schema.also[key]
    told = _LANGUAGE.fullmatch(key)
    if told and (told.group(1) == "names" or schema.also.get(told.group(1)) == "name"):
        return "names", told.group(2)
    return None


def _columns(
    header: list[str], schema: CardSchema, place: Place
) -> tuple[dict[int, Target], list[Problem], tuple[Note, ...]]:
    """What each column fills. Of two for one field the one with the field's own id counts, else the first."""
    columns: dict[int, Target] = {}
    taken: dict[Target, int] = {}
    problems: list[Problem] = []
    unknown: list[str] = []
    sentence = "cards.csv-column-twice"
    for index in sorted(range(len(header)), key=lambda index: header[index] not in schema.fields):
        target = _target(header[index], schema)
        if target is None:
            if header[index]:
                unknown.append(header[index])
        elif target in taken:
            facts: dict[str, object] = {
                "column": header[index],
                "other": header[taken[target]],
                "field": target if isinstance(target, str) else ".".join(target),
            }
            problems.append(Problem("card-data", sentence, Severity.WARNING, place, facts=facts))
        else:
            taken[target] = index
            columns[index] = target
    if not unknown:
        return columns, problems, ()
    problems += misspelt(dict.fromkeys(unknown, place), taken, schema)
    facts = {"file": place.file, "columns": tuple(dict.fromkeys(unknown))}
    return columns, problems, (Note("cards.unknown-columns", facts),)


def _record(cells: list[str], columns: dict[int, Target], schema: CardSchema, place: Place) -> MapNode:
    """A row as the node that a YAML record would be; an empty cell is a missing field."""
    items: dict[str, Node] = {}
    names: dict[str, Node] = {}
    for index, cell in enumerate(cells):
        target = columns.get(index)
        if target is None or not cell:
            continue
        if isinstance(target, tuple):
            names[target[1]] = _scalar(cell, place)
        elif schema.fields[target].many:
            parts = [part.strip() for part in (cell.split("|") if "|" in cell else _ITEMS.split(cell))]
            items[target] = ListNode(tuple(_scalar(part, place) for part in parts if part), place)
        else:
            items[target] = _scalar(cell, place)
    if names:
        items["names"] = MapNode(names, dict.fromkeys(names, place), place)
    return MapNode(items, dict.fromkeys(items, place), place)


def _scalar(text: str, place: Place) -> Scalar:
    return Scalar(text, quoted=False, place=place, comment=None)
