"""Decks as tables: a row an entry, columns by their names in the languages and on the sites that people use."""

from __future__ import annotations

import csv
import io
from collections.abc import Collection, Iterable, Mapping

from deckcheck.cards.names import normalise
from deckcheck.decks.deck import Deck, DeckFile, Line
from deckcheck.decks.headings import Sections, bare, first_section, heading_words, is_beside, nearest, section_named
from deckcheck.files.rows import BrokenRowError, Row, Rows, guarded, is_count, read_rows, whole_number
from deckcheck.formats import DeckSource
from deckcheck.formats.columns import COLUMNS, MEANT, Columns, columns, counts_perhaps, differing, known, score
from deckcheck.formats.sections import beside, lines_by_section, listed
from deckcheck.formats.unread import aside, marks, second_cards, second_counts
from deckcheck.report import Note, Place, Problem

MISSPELT = "shape.near-column"  # the sentence of a column whose name is nearly one that is read
NO_COUNT = "shape.no-count-column"  # that of a table whose column of counts is not known
TWO_COUNTS = "shape.two-count-columns"  # that of one whose columns of counts differ
TWO_CARDS = "shape.two-card-columns"  # that of two lists beside one another
BESIDE = "shape.beside-column"  # that of one that says of rows that they lie beside the deck
UNCLEAR = frozenset({MISSPELT, NO_COUNT, TWO_COUNTS, TWO_CARDS, BESIDE})
OF_SECTIONS = frozenset({"shape.no-section-column", "shape.marks", "line.no-section"})  # what matters to no collection
_COMMON_CODES = frozenset({"id", "passcode", "code", "number"})
_FEW = 3  # rows that make a table without a header a deck
_A_HUNDRED = 100  # more is no count of a deck
_YES, _NO = (
    frozenset({"yes", "true", "1", "x", "y", "oui", "ja", "si"}),
    frozenset({"no", "false", "0", "n", "non", "nein"}),
)


def heads_a_deck(text: str) -> bool:
    """Whether a text is a table with columns of counts and of cards, or of what is likely to be counts."""
    try:
        table = read_rows(text, score)
    except BrokenRowError:
        return False
    if table is None:
        return False
    at = columns(table.header, _COMMON_CODES)
    if at.card and not at.counts and len(table.header) <= 2 + (at.section is not None):  # nothing else: no cards' table
        return counts_perhaps(table.header, _readable(table)[0], at, _COMMON_CODES) is not None
    return bool(at.card and at.counts)


def counts_cards(text: str) -> bool:
    """Whether a text is a table without a header, of counts and what is likely to be names."""
    try:
        table = read_rows(text, score)
    except BrokenRowError:
        return False
    if table is None or table.titles or score(table.header):
        return False
    rows = [table.header, *(cells for _, cells in _readable(table)[0])]
    return len(rows) >= _FEW and all(map(_counts_a_card, rows))


def _counts_a_card(cells: list[str]) -> bool:
    count, name = (*cells, "", "")[:2]
    if len(cells) == 2 and whole_number(count) is None:
        count, name = name, count
    number = whole_number(count.strip("xX× "))
    return number is not None and number < _A_HUNDRED and name[:1].isalpha()


def read_csv(opened: DeckSource, sections: Sections | None) -> DeckFile:
    """The deck of a table with a header; other columns are named in a note."""
    path, problems, identifiers = opened.source.path, opened.problems, opened.identifiers()
    try:
        table = read_rows(opened.source.text, lambda cells: score(cells, identifiers))
    except BrokenRowError as error:
        problems.append(_broken(path, error))
        return opened.deck_file(())
    if table is None:
        return opened.deck_file(())
    at, place = columns(table.header, identifiers), Place(path, table.line)
    if not at.card:
        problems.append(Problem("shape", "shape.no-card-column", place=place, facts={"known": COLUMNS["card"][:4]}))
        return opened.deck_file(())
    rows, broken = _readable(table)
    if broken is not None:
        problems.append(_broken(path, broken))
    other = tuple(dict.fromkeys(known(name) for i, name in enumerate(table.header) if name and i not in at))
    slips = _misspelt(other, at.named, place)
    words = heading_words(sections)
    unclear = _unclear(table, rows, at, identifiers, words) if not slips else None
    if unclear is not None:
        problems.append(Problem("shape", unclear[0], place=place, facts=unclear[1]))
        return opened.deck_file(())
    problems.extend(slips)
    if at.section is None and (column := _sections_perhaps(table, rows, at, words, sections)) is not None:
        facts: dict[str, object] = {"column": column, "known": COLUMNS["section"][:3]}
        problems.append(Problem("shape", "shape.no-section-column", place=place, facts=facts))
    elif at.section is None and (column := marks(table.header, rows, at, words, _first(sections))) is not None:
        problems.append(Problem("shape", "shape.marks", place=place, facts={"column": column}))
    left = tuple(name for name in other if name not in {slip.facts["column"] for slip in slips})
    notes = [Note("note.columns", {"columns": left})] if left else []
    notes += [
        Note("note.title-row", {"line": line, "text": " ".join(filter(None, cells))}) for line, cells in table.titles
    ]
    return opened.deck_file(_lines(opened, table, rows, at, words, sections), notes)


def _readable(table: Rows) -> tuple[list[Row], BrokenRowError | None]:
    """The rows above the first one that cannot be read."""
    rows: list[Row] = []
    try:
        rows.extend(table.rows)
    except BrokenRowError as error:
        return rows, error
    return rows, None


def _unclear(
    table: Rows, rows: list[Row], at: Columns, identifiers: Collection[str], words: Mapping[str, str]
) -> tuple[str, dict[str, object]] | None:
    """Why the table does not say which cards there are, or how many of each; a guess would change the verdict."""
    if (twice := second_cards(table.header, rows, at)) is not None:
        return TWO_CARDS, {"column": twice}
    if (mark := marks(table.header, rows, at, words, _first(None), beside=True)) is not None:
        return BESIDE, {"column": mark}
    if (more := second_counts(table.header, rows, at, words)) is not None:
        return TWO_COUNTS, {"columns": (table.header[at.counts[0]], more)}
    if len(at.counts) > 1 and differing(rows, at.counts):
        return TWO_COUNTS, {"columns": tuple(table.header[index] for index in at.counts)}
    doubtful = None if at.counts else counts_perhaps(table.header, rows, at, identifiers)
    return (NO_COUNT, {"column": doubtful, "known": COLUMNS["count"][:3]}) if doubtful is not None else None


def _sections_perhaps(
    table: Rows, rows: list[Row], at: Columns, words: Mapping[str, str], sections: Sections | None
) -> str | None:
    """A column of sections whose name is not known: each of its cells names one, and not always the first."""
    first = _first(sections)
    for index, name in enumerate(table.header):
        cells = {row[index] for _, row in rows if index < len(row) and row[index]} if index not in at else set()
        found = {section_named(cell, words) or ("" if is_beside(cell) else None) for cell in cells}
        if found and None not in found and found != {first}:
            return name or str(index + 1)
    return None


def _first(sections: Sections | None) -> str:
    return first_section(sections) if sections else "main"


def _lines(
    opened: DeckSource,
    table: Rows,
    rows: list[Row],
    at: Columns,
    words: Mapping[str, str],
    sections: Sections | None,
) -> list[Line]:
    """The rows as lines of a deck; what is none is reported."""
    problems, lines, width = opened.problems, [], len(table.header)
    apart: dict[str, list[Place]] = {}
    where = _Where(table, rows, at, words, _first(sections))
    for _, row in table.titles:
        where.heads(row)
    for number, row in rows:
        place = Place(opened.source.path, number)
        if where.heads(row):
            continue
        card = next((row[index] for index in at.card if index < len(row) and row[index]), "")
        if not card:
            problems.append(Problem("line", "line.no-card", place=place))
            continue
        if more := [cell for cell in row[width:] if cell]:
            facts: dict[str, object] = {"cells": width + len(more), "columns": width, "text": more[0][:60]}
            problems.append(Problem("line", "line.extra-cells", place=place, facts=facts))
        section, is_aside = where.of(row)
        if section is None:
            problems.append(
                Problem("line", "line.no-section", place=place, facts={"name": card, "heading": where.last})
            )
        elif is_aside:
            apart.setdefault(section, []).append(place)
            continue
        lines.append(_line(card, row, at, section or None, place))
    problems.extend(beside(section, len(places), places[0]) for section, places in apart.items())
    return lines


def _line(card: str, row: list[str], at: Columns, section: str | None, place: Place) -> Line:
    """The line of a row; one without a count that can be read is told where lines are looked up."""
    if whole_number(card) is not None:  # a number that a spreadsheet wrote
        card = card.partition(".")[0].partition(",")[0]
    if not at.counts:
        return Line(section, card, 1, place)
    count = row[at.counts[0]] if at.counts[0] < len(row) else ""
    whole = whole_number(count)
    if whole is not None and whole <= 99_999:
        return Line(section, card, whole, place)
    form = "row" if count else "bare row"
    return Line(section, f"{count} {card}".strip(), None, place, maybe=None if is_count(count) else form)


class _Where:
    """In which section the rows stand: by their cells, by what heads them, else in the first.

    last: the section of the row above, as it is written there.
    """

    def __init__(self, table: Rows, rows: list[Row], at: Columns, words: Mapping[str, str], first: str) -> None:
        self._at = at
        self._aside = aside(table.header, rows, at)
        self._words = words
        self._first = first
        self._headed = ""
        self._yes_or_no = at.category is not None and known(table.header[at.category]) == "sideboarded"
        self.last = ""

    def heads(self, row: list[str]) -> bool:
        """Whether a row is a heading: one cell, which is the name of a section, where each card has a count."""
        filled = [cell for cell in row if cell]
        if len(filled) != 1 or not self._at.counts or whole_number(filled[0]) is not None:
            return False
        text = bare(filled[0])
        if section_named(text, self._words) is None and not is_beside(text):
            return False
        self._headed = text
        return True

    def of(self, row: list[str]) -> tuple[str | None, bool]:
        """The section of a row, "" for the first, None where that is not said; and whether it lies beside the deck."""
        if mark := next((row[at] for at in self._aside if at < len(row) and is_beside(row[at])), None):
            return mark, True
        index = self._at.section
        if index is None:
            text = self._category(row) or self._headed
        else:
            text = row[index] if index < len(row) else ""
            if not text and self.last and section_named(self.last, self._words) != self._first:
                return None, False
            self.last = text
            text = text or self._headed
        named = section_named(text, self._words) if text else ""
        return (named or text), named is None and is_beside(text)

    def _category(self, row: list[str]) -> str:
        index = self._at.category
        text = row[index] if index is not None and index < len(row) else ""
        if self._yes_or_no and normalise(text) in _YES | _NO:
            return "side" if normalise(text) in _YES else ""
        return text if section_named(text, self._words) or is_beside(text) else ""


def _misspelt(other: Iterable[str], at: Collection[str], place: Place) -> list[Problem]:
    """What is like the name of a column that the table lacks: without it the rows would say something else."""
    lacking = [word for word, column in MEANT.items() if column not in at]
    near = ((name, nearest(name, lacking)) for name in other)
    return [
        Problem("shape", MISSPELT, place=place, facts={"column": name, "near": meant}) for name, meant in near if meant
    ]


def _broken(path: str, error: BrokenRowError) -> Problem:
    """From here on the table cannot be read."""
    return Problem("syntax", "syntax.csv", place=Place(path, error.line), facts={"words": str(error)})


def write_csv(deck: Deck) -> str:
    """The deck as a table of section, count and card; no cell is a formula."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for section, items in lines_by_section(deck).items():
        cards = (item.text if isinstance(item, Line) else listed(item, deck) for item in items)
        writer.writerows((guarded(section), item.count, guarded(card)) for item, card in zip(items, cards, strict=True))
    return out.getvalue()
