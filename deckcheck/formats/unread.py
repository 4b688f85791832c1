"""Columns of a table that are not read, and yet may say how many, where, or which cards more: then it is asked."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

from deckcheck.cards.names import normalise
from deckcheck.decks.headings import is_beside, section_named
from deckcheck.files.rows import Row, whole_number
from deckcheck.formats.columns import MEANT, Columns, known

# Words that say how many beside others: "Foil Quantity", "Side Qty".
_COUNTS = frozenset(
    map(
        normalise,
        (
            *("quantity", "qty", "count", "copies", "quantite", "qte", "exemplaires", "anzahl", "menge", "cantidad"),
            *("quantita", "qta", "quantidade", "qtd", "aantal", "ilosc", "antal", "antall", "pocet", "количество"),
        ),
    )
)
# Words beside those of what is among the others, or not there yet.
_NO_MORE = frozenset({"trade", "tradelist", "want", "wanted", "wish", "wishlist", "needed", "missing", "total", "max"})
# Kinds of copies that are counted apart; 1 and 0 are yes and no.
_KINDS = frozenset({"foil", "foils", "nonfoil", "non foil", "holo", "reverse", "reverse holo", "regular", "normal"})
_FLAG = re.compile(r"^(?:is|in|to|est|ist) | ?\?$")
_NO = frozenset({"no", "false", "0", "n", "non", "nein", "", "-"})


def second_cards(header: list[str], rows: Collection[Row], at: Columns) -> str | None:
    """A second column of cards under the very heading of the first: two lists beside one another."""
    if not at.card:
        return None
    word = known(header[at.card[0]])
    for index, name in enumerate(header):
        if MEANT.get(word) == "card" and index not in at and known(name) == word and any(_filled(rows, index)):
            return name
    return None


def second_counts(header: list[str], rows: Collection[Row], at: Columns, words: Mapping[str, str]) -> str | None:
    """A column besides that of the counts with copies that are not among them."""
    more = [index for index, name in enumerate(header) if index not in at and _counts(name, rows, index, words)]
    if not at.counts or not more:
        return None
    in_all = len(more) > 1 and all(_number(row, at.counts[0]) == _sum(row, more) for _, row in rows)
    return None if in_all else header[more[0]]


def _counts(name: str, rows: Collection[Row], index: int, words: Mapping[str, str]) -> bool:
    word = known(name)
    parts = frozenset(word.split())
    cells = [whole_number(cell) or 0 for cell in _filled(rows, index)]
    if parts & _COUNTS:
        return parts.isdisjoint(_NO_MORE) and any(cells)
    named = word in _KINDS or section_named(_FLAG.sub("", word), words) is not None
    return named and any(number > 1 for number in cells)


def marks(
    header: list[str], rows: Collection[Row], at: Columns, words: Mapping[str, str], first: str, *, beside: bool = False
) -> str | None:
    """A column that is called by another section than the first, or by what lies `beside` the deck, and marks a row."""
    for index, name in enumerate(header):
        word = _FLAG.sub("", known(name)) if index not in at else ""
        another = is_beside(word) if beside else section_named(word, words) not in (None, first)
        if word and another and any(normalise(cell) not in _NO for cell in _filled(rows, index)):
            return name
    return None


def aside(header: list[str], rows: Collection[Row], at: Columns) -> tuple[int, ...]:
    """The columns with a cell that says of its row that it lies beside the deck: `Wishlist`."""
    others = (index for index in range(len(header)) if index not in at)
    return tuple(index for index in others if any(map(is_beside, _filled(rows, index))))


def _filled(rows: Collection[Row], index: int) -> list[str]:
    return [row[index] for _, row in rows if index < len(row) and row[index]]


def _number(row: list[str], index: int) -> int:
    return whole_number(row[index]) or 0 if index < len(row) else 0


def _sum(row: list[str], indices: list[int]) -> int:
    return sum(_number(row, index) for index in indices)
