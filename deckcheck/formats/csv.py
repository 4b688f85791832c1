"""Decks as tables: a row an entry, columns by their names in the languages and on the sites that people use."""

from __future__ import annotations

import csv
import io
from collections.abc import Collection, Iterable, Mapping

from deckcheck.cards.names import normalise
from deckcheck.decks.deck import Deck, DeckFile, Line
from deckcheck.decks.headings import Sections, heading_words, is_beside, nearest, section_named
from deckcheck.files.rows import BrokenRowError, Row, Rows, guarded, read_rows, whole_number
from deckcheck.formats import DeckSource
from deckcheck.formats.sections import beside, lines_by_section, listed
from deckcheck.report import Note, Place, Problem

MISSPELT = "shape.near-column"  # the sentence of a column whose name is nearly one that is read
NO_COUNT = "shape.no-count-column"  # that of a table whose column of counts is not known
# Words are compared without case, accents and signs. English, French, German, Spanish, Italian, Portuguese, Dutch,
# Polish, Scandinavian, Czech, Hungarian, Russian, Japanese, Chinese, Korean; and sites and apps that hold collections.
_COLUMNS = {
    "section": (
        *("section", "zone", "board", "location", "pile", "deck section", "deck zone", "board type", "partie"),
        *("bereich", "stapel", "seccion", "zona", "sezione", "secao", "sectie", "sekcja", "strefa", "sektion"),
        *("sekce", "зона", "раздел", "セクション", "ゾーン", "区域", "구역"),
    ),
    "count": (
        *("count", "quantity", "qty", "copies", "amount", "total qty", "total quantity", "total count", "card count"),
        *("quantity owned", "owned", "cardq", "cards", "add to quantity", "pieces", "pcs", "how many", "no of copies"),
        *("nombre", "nb", "quantite", "qte", "exemplaires", "nombre d exemplaires", "copies possedees"),
        *("anzahl", "menge", "stuck", "stuckzahl", "exemplare", "kopien"),
        *("cantidad", "cant", "copias", "unidades", "ejemplares", "numero de copias"),
        *("quantita", "qta", "copie", "numero copie", "esemplari"),
        *("quantidade", "qtd", "qtde", "exemplares"),
        *("aantal", "hoeveelheid", "exemplaren", "stuks"),
        *("ilosc", "liczba", "sztuk", "sztuki", "szt", "kopie"),
        *("antal", "antall", "styck", "st", "kpl", "maara", "lukumaara"),
        *("pocet", "kusu", "ks", "mnozstvi", "darab", "db", "mennyiseg", "adet"),
        *("количество", "кол во", "штук", "枚数", "数量", "個数", "数", "张数", "張數", "수량", "매수", "장수"),
    ),
    "card": (
        *("card", "name", "card name", "cardname", "item", "product name", "card title", "title", "english name"),
        *("carte", "nom", "nom de la carte", "nom carte", "karte", "kartenname", "name der karte"),
        *("carta", "nombre de la carta", "nombre carta", "nome", "nome della carta", "nome carta", "nome da carta"),
        *(
            "naam",
            "kaart",
            "kaartnaam",
            "nazwa",
            "nazwa karty",
            "karta",
            "namn",
            "kortnamn",
            "kort",
            "navn",
            "kortnavn",
        ),
        *("kortti", "kortin nimi", "nazev", "nazev karty", "nev", "kartya", "kartyanev", "kart adi"),
        *(
            "название",
            "карта",
            "имя",
            "カード名",
            "カード",
            "名前",
            "名称",
            "卡名",
            "卡牌",
            "卡片名称",
            "카드명",
            "카드 이름",
            "이름",
        ),
    ),
}
MEANT = {normalise(word): column for column, words in _COLUMNS.items() for word in words}
_NAME_TOO = normalise("nombre")  # how many in French, a name in Spanish
# Columns that hold whole numbers and are no counts, so that a table with them may hold one copy a row.
_OTHER_NUMBERS = frozenset(
    map(
        normalise,
        (
            *("id", "card id", "cardid", "number", "card number", "collector number", "cn", "no", "passcode", "code"),
            *(
                "cost",
                "mana value",
                "cmc",
                "level",
                "rank",
                "link",
                "scale",
                "atk",
                "def",
                "power",
                "toughness",
                "year",
            ),
            *("multiverse id", "scryfall id", "tcgplayer id", "product id", "tcgplayerid", "set number"),
            *("price", "prix", "preis", "precio", "prezzo", "preco", "prijs", "cena", "value", "market price"),
            *("cout", "kosten", "coste", "costo", "custo", "niveau", "attaque", "defense", "points", "influence"),
        ),
    )
)
_MOST_COPIES = 999  # that a column of counts would hold
_LOOKED_AT = 200  # rows


def _known(cell: str) -> str:
    return normalise(cell.replace("_", " "))


def _score(cells: list[str]) -> int:
    return sum(_known(cell) in MEANT for cell in cells)


def heads_a_deck(text: str) -> bool:
    """Whether a text is a table with columns of counts and of cards."""
    try:
        table = read_rows(text, _score)
    except BrokenRowError:
        return False
    return table is not None and {"count", "card"} <= _columns(table.header, ()).keys()


def _columns(header: list[str], identifiers: Collection[str]) -> dict[str, int]:
    """Where the columns of a deck stand; an identifier of cards serves where no column holds names."""
    words = list(map(_known, header))
    at = {MEANT[word]: column for column, word in reversed(list(enumerate(words))) if word in MEANT}
    if _NAME_TOO in words and "card" not in at and at.get("count") is not None:
        others = [i for i, word in enumerate(words) if MEANT.get(word) == "count" and word != _NAME_TOO]
        if others:
            at |= {"card": words.index(_NAME_TOO), "count": others[0]}
    if "card" not in at:
        found = [i for i, word in enumerate(words) if word in identifiers]
        at |= {"card": found[0]} if found else {}
    return at


def read_csv(opened: DeckSource, sections: Sections | None) -> DeckFile:
    """The deck of a table with a header; other columns are named in a note."""
    path, problems = opened.source.path, opened.problems
    try:
        table = read_rows(opened.source.text, _score)
    except BrokenRowError as error:
        problems.append(_broken(path, error))
        return opened.deck_file(())
    if table is None:
        return opened.deck_file(())
    identifiers = opened.identifiers()
    at, place = _columns(table.header, identifiers), Place(path, table.line)
    if "card" not in at:
        problems.append(Problem("shape", "shape.no-card-column", place=place, facts={"known": _COLUMNS["card"][:4]}))
        return opened.deck_file(())
    rows: list[Row] = []
    try:
        rows.extend(table.rows)
    except BrokenRowError as error:
        problems.append(_broken(path, error))
    other = tuple(_known(name) for i, name in enumerate(table.header) if name and i not in at.values())
    slips = _misspelt(other, at, place)
    if "count" not in at and not slips:
        doubtful = _counts_perhaps(table, rows, at, identifiers)
        if doubtful is not None:
            facts = {"column": doubtful, "known": _COLUMNS["count"][:3]}
            problems.append(Problem("shape", NO_COUNT, place=place, facts=facts))
            return opened.deck_file(())
    problems.extend(slips)
    left = tuple(name for name in other if name not in {slip.facts["column"] for slip in slips})
    notes = [Note("note.columns", {"columns": left})] if left else []
    notes += [
        Note("note.title-row", {"line": line, "text": " ".join(filter(None, cells))}) for line, cells in table.titles
    ]
    return opened.deck_file(_lines(opened, table, rows, at, heading_words(sections)), notes)


def _lines(
    opened: DeckSource, table: Rows, rows: Iterable[Row], at: Mapping[str, int], words: Mapping[str, str]
) -> list[Line]:
    """The rows as lines of a deck; what is none is reported."""
    problems, lines = opened.problems, []
    aside: dict[str, list[Place]] = {}
    for number, row in rows:
        place = Place(opened.source.path, number)
        cells = {column: row[index] for column, index in at.items() if index < len(row)}
        if not cells.get("card"):
            problems.append(Problem("line", "line.no-card", place=place))
            continue
        if more := [cell for cell in row[len(table.header) :] if cell]:
            width = len(table.header)
            facts: dict[str, object] = {"cells": width + len(more), "columns": width, "text": more[0][:60]}
            problems.append(Problem("line", "line.extra-cells", place=place, facts=facts))
        section = cells.get("section")
        if section:
            named = section_named(section, words)
            if named is None and is_beside(section):
                aside.setdefault(section, []).append(place)
                continue
            section = named or section
        code = whole_number(cells["card"])
        card = cells["card"] if code is None else cells["card"].partition(".")[0].partition(",")[0]
        count = cells.get("count")
        whole = whole_number(count) if count else None
        if whole is not None and whole > 99_999:
            whole = None
        text = card if whole is not None or not count else f"{count} {card}"
        lines.append(Line(section or None, text, whole if count or "count" in at else 1, place))
    problems.extend(beside(section, len(places), places[0]) for section, places in aside.items())
    return lines


def _counts_perhaps(table: Rows, rows: list[Row], at: Mapping[str, int], identifiers: Collection[str]) -> str | None:
    """A column that may well hold the counts though its name is not known: whole numbers in each row."""
    for index, name in enumerate(table.header):
        if index in at.values() or _known(name) in _OTHER_NUMBERS or _known(name) in identifiers:
            continue
        cells = [row[index] for _, row in rows[:_LOOKED_AT] if index < len(row) and row[index]]
        numbers = list(map(whole_number, cells))
        if numbers and all(number is not None and number <= _MOST_COPIES for number in numbers):
            return name or str(index + 1)
    return None


def _misspelt(other: Iterable[str], at: Collection[str], place: Place) -> list[Problem]:
    """What is like the name of a column that the table lacks: without it the rows would say something else."""
    known = [word for word, column in MEANT.items() if column not in at]
    near = ((name, nearest(_known(name), known)) for name in other)
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
    writer.writerow(_COLUMNS)
    for section, items in lines_by_section(deck).items():
        cards = (item.text if isinstance(item, Line) else listed(item, deck) for item in items)
        writer.writerows((guarded(section), item.count, guarded(card)) for item, card in zip(items, cards, strict=True))
    return out.getvalue()
