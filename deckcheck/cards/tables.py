"""Tables of cards: a header that names the fields, then a card a row; `;`, `,` or tab between cells."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator

from deckcheck.cards.card_records import MOST_CARDS
from deckcheck.cards.card_schema import CardSchema
from deckcheck.cards.faults import misspelt
from deckcheck.cards.names import normalise
from deckcheck.files.schema_reader import CappedProblems
from deckcheck.files.source import ListNode, MapNode, Node, Scalar, Source
from deckcheck.record import dataclass
from deckcheck.report import Note, Place, Problem, Severity

_SEPARATOR = re.compile(r"sep=([;,\t])\n")  # a first line that spreadsheets write for themselves
_LANGUAGE = re.compile(r"(.+) ([a-z]{2,3})")  # name_fr, names.fr
_ITEMS = re.compile(r"[,;]|\s/\s")

Row = tuple[int, list[str]]


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
    text = source.text
    told = _SEPARATOR.match(text)
    first = 1
    if told:
        text, first = text[told.end() :], 2
    if not text.strip():
        return _useless("empty", "cards.empty-file", Place(source.path))
    delimiter = told.group(1) if told else _delimiter(text, schema)
    rows = _rows(text, delimiter, first)
    try:
        line, header = next(rows)
        columns, slips, notes = _columns(header, schema, Place(source.path, line))
        problems = CappedProblems(slips)
        if not any(target == "name" or isinstance(target, tuple) for target in columns.values()):
            return _useless("shape", "cards.csv-no-name", Place(source.path, line), columns=tuple(header))
        records: list[MapNode] = []
        for line, cells in rows:
            place = Place(source.path, line)
            if len(records) >= MOST_CARDS:
                return _useless("shape", "cards.too-many", place, most=MOST_CARDS)
            if any(cells[len(header) :]):
                facts = {"cells": len(cells), "columns": len(header), "row": cells[0]}
                problems.append(Problem("card-data", "cards.csv-extra-cells", place=place, facts=facts))
            else:
                records.append(_record(cells, columns, schema, place))
    except _BrokenRowError as error:
        return _useless("syntax", "cards.csv-quotes", Place(source.path, error.line))
    return Table(tuple(records), tuple(problems), notes)


def _useless(rule: str, sentence: str, place: Place, **facts: object) -> Table:
    return Table(problems=(Problem(rule, sentence, place=place, facts=facts),), readable=False)


class _BrokenRowError(Exception):
    """A quoted cell that does not end, or is followed by more than the next delimiter."""

    def __init__(self, line: int) -> None:
        super().__init__(line)
        self.line = line


def _rows(text: str, delimiter: str, first: int) -> Iterator[Row]:
    """The rows that are not blank, each with the line where it begins; cells without outer blanks."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, skipinitialspace=True, strict=True)
    while True:
        line = first + reader.line_num
        try:
            row = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            raise _BrokenRowError(line) from error
        cells = [cell.strip() for cell in row]
        if any(cells):
            yield line, cells


def _delimiter(text: str, schema: CardSchema) -> str:
    """The delimiter under which the header names most fields, else cuts it into most cells."""

    def score(delimiter: str) -> tuple[int, int]:
        try:
            _, header = next(_rows(text, delimiter, 1))
        except (_BrokenRowError, StopIteration):
            return -1, -1
        return sum(_target(cell, schema) is not None for cell in header), len(header)

    return max(";,\t", key=score)


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
