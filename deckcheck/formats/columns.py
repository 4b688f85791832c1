"""The columns of decks and collections by their names, in the languages and on the sites that people use.

This is the one table of such words. A name that it lacks is never left to a default: `formats/csv.py` asks.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from deckcheck.cards.names import normalise
from deckcheck.files.rows import Row, whole_number
from deckcheck.record import dataclass

# Words are compared without case, accents and signs. English, French, German, Spanish, Italian, Portuguese, Dutch,
# Polish, Scandinavian, Czech, Hungarian, Russian, Japanese, Chinese, Korean; and sites and apps that hold collections.
# Of several columns of cards the one whose word stands first here counts.
COLUMNS: dict[str, tuple[str, ...]] = {
    "section": (
        *("section", "zone", "board", "location", "pile", "deck section", "deck zone", "board type", "partie"),
        *("bereich", "stapel", "seccion", "zona", "sezione", "secao", "sectie", "sekcja", "strefa", "sektion"),
        *("sekce", "зона", "раздел", "セクション", "ゾーン", "区域", "구역"),
    ),
    "count": (
        *("count", "quantity", "qty", "copies", "amount", "total qty", "total quantity", "total count", "card count"),
        *("quantity owned", "qty owned", "owned", "cardq", "pieces", "pcs", "how many", "card quantity", "quantityx"),
        *("number of copies", "no of copies", "number of cards", "no of cards", "add to quantity"),
        *("nb", "quantite", "qte", "exemplaires", "nombre d exemplaires", "nb d exemplaires", "nombre exemplaires"),
        *("nb exemplaires", "copies possedees", "quantite possedee", "nombre de cartes", "nb de cartes", "nb cartes"),
        *("anzahl", "anz", "menge", "stuck", "stuckzahl", "exemplare", "kopien", "anzahl karten", "kartenanzahl"),
        *("anzahl der karten", "bestand karten"),
        *("cantidad", "cant", "copias", "unidades", "ejemplares", "numero de copias", "cantidad de cartas"),
        *("quantita", "qta", "copie", "numero copie", "numero di copie", "esemplari", "numero di carte"),
        *("quantidade", "qtd", "qtde", "exemplares", "numero de cartas", "quantidade de cartas"),
        *("aantal", "hoeveelheid", "exemplaren", "stuks", "aantal kaarten"),
        *("ilosc", "liczba", "sztuk", "sztuki", "szt", "kopie", "liczba kart", "ilosc kart", "liczba sztuk"),
        *("antal", "antall", "styck", "st", "kpl", "maara", "lukumaara", "antal kort", "antall kort"),
        *("pocet", "kusu", "ks", "mnozstvi", "darab", "db", "mennyiseg", "adet", "pocet kusu"),
        *(
            "количество",
            "кол во",
            "штук",
            "枚数",
            "所持枚数",
            "所持数",
            "枚",
            "数量",
            "個数",
            "数",
            "张数",
            "張數",
            "张",
        ),
        *("수량", "매수", "장수"),
    ),
    "card": (
        *("name", "card name", "cardname", "card", "english name", "product name", "card title", "title", "item"),
        *("nom", "nom de la carte", "nom carte", "carte", "kartenname", "name der karte", "karte"),
        *("nombre de la carta", "nombre carta", "carta", "nome della carta", "nome carta", "nome da carta", "nome"),
        *("kaartnaam", "naam", "kaart", "nazwa karty", "nazwa", "karta", "kortnamn", "namn", "kort", "kortnavn"),
        *("navn", "kortin nimi", "kortti", "nazev karty", "nazev", "kartyanev", "nev", "kartya", "kart adi"),
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
        ),
        "이름",
    ),
}
MEANT = {normalise(word): column for column, words in COLUMNS.items() for word in words}
# Names of cards in one language or table, how many there are in another: the columns beside them decide.
_EITHER = frozenset(map(normalise, ("nombre", "cards", "cartes", "karten", "cartas", "kaarten", "karty", "kart")))
# Beside a section it is a remark: what its cells say holds where a section is called so.
_CATEGORIES = frozenset(
    map(normalise, ("category", "categories", "categorie", "kategorie", "categoria", "sideboarded"))
)
# Columns that hold whole numbers and are no counts, so that a table with them may hold one copy a row. Those that may
# be either, as "number", are none of them.
_OTHER_NUMBERS = frozenset(
    map(
        normalise,
        (
            *("id", "card id", "cardid", "card number", "collector number", "cn", "passcode", "code"),
            *("cost", "mana value", "cmc", "level", "rank", "link", "scale", "atk", "def", "power", "toughness"),
            *("multiverse id", "scryfall id", "tcgplayer id", "product id", "tcgplayerid", "set number", "year"),
            *("price", "prix", "preis", "precio", "prezzo", "preco", "prijs", "cena", "value", "market price"),
            *("cout", "kosten", "coste", "costo", "custo", "niveau", "attaque", "defense", "points", "influence"),
            *("limit", "limits", "limite", "allowed", "max", "maximum"),
        ),
    )
)
_MAY_BE_NUMBERS = frozenset(map(normalise, ("number", "numero", "nummer", "no", "nr", "num", "numer")))
_SPARE = normalise("add to quantity")  # beside another count it is no second one
_MOST_COPIES = 999  # that a column of counts would hold
_PIECES = re.compile(r"\s*(\d{1,3})\s+[^\W\d]{2,12}\.?")  # "3 Stück"
_HUMPS = re.compile(r"(?<=[a-z])(?=[A-Z])")
_BRACKETED = re.compile(r"(.*\S)\s*\([^()]*\)\s*")
_IN_LANGUAGE = re.compile(r"(.+) [a-z]{2}")  # name_fr


def known(cell: str) -> str:
    """A heading as it is compared: `cardCount` and `card_count` are `card count`."""
    return normalise(_HUMPS.sub(" ", cell).replace("_", " "))


def meant(cell: str) -> str | None:
    """The column that a heading stands for: "section", "count", "card"."""
    return MEANT.get(normalise(cell)) or MEANT.get(known(cell))


def score(cells: Iterable[str], identifiers: Collection[str] = ()) -> int:
    """How many cells of a row are headings of a deck."""
    return sum(
        bool(meant(cell) or is_code(known(cell), identifiers) or known(cell) in _EITHER or _loosely(cell))
        for cell in cells
        if cell
    )


def is_code(word: str, identifiers: Collection[str]) -> bool:
    """Whether a heading is one of identifiers: also `cardid` for `id`."""
    return word in identifiers or (word in ("cardid", "card id") and "id" in identifiers)


def _loosely(cell: str) -> str | None:
    """What is meant by a heading with a remark behind it, `Name (DE)`, `name_fr`."""
    bracketed, language = _BRACKETED.fullmatch(cell), _IN_LANGUAGE.fullmatch(known(cell))
    found = meant(bracketed[1]) if bracketed else None
    return found or ("card" if language and MEANT.get(language[1]) == "card" else None)


@dataclass(frozen=True, slots=True)
class Columns:
    """Where the columns of a deck stand.

    card: those of names, then those of identifiers: the first one that is filled in a row counts.
    counts: all that are known to say how many; section, category: None where there is none.
    """

    card: tuple[int, ...]
    counts: tuple[int, ...]
    section: int | None
    category: int | None

    def __contains__(self, column: int) -> bool:
        return column in (*self.card, *self.counts, self.section, self.category)

    @property
    def named(self) -> frozenset[str]:
        """Which columns there are."""
        there = {"card": self.card, "count": self.counts, "section": () if self.section is None else (self.section,)}
        return frozenset(column for column, found in there.items() if found)


def columns(header: list[str], identifiers: Collection[str]) -> Columns:
    """Where the columns of a deck stand; identifiers of cards serve where no column holds names."""
    words = list(map(known, header))
    found: dict[str, list[int]] = {column: [] for column in COLUMNS}
    for meaning in (meant, _loosely):
        for index, cell in enumerate(header):
            column = meaning(cell) if cell and words[index] not in _EITHER else None
            if column and (meaning is meant or not found[column]):
                found[column].append(index)
    codes = [index for index, word in enumerate(words) if is_code(word, identifiers) and index not in found["card"]]
    either = [index for index, word in enumerate(words) if word in _EITHER]
    if len(either) > 1 and not found["card"]:  # the French say how many, the Spanish whose name it is
        either.sort(key=lambda index: (words[index] == "nombre") == ("cartes" in words))
    if either and not found["card"] and (found["count"] or not codes):
        found["card"] = [either.pop(0)]
    if either and not found["count"]:
        found["count"] = either[:1]
    names = sorted(found["card"], key=lambda index: _ORDER.get(words[index], len(_ORDER)))[:1]
    counts = [index for index in found["count"] if words[index] != _SPARE] or found["count"]
    categories = [index for index, word in enumerate(words) if word in _CATEGORIES]
    section = found["section"][0] if found["section"] else None
    return Columns((*names, *codes), tuple(counts), section, categories[0] if categories and section is None else None)


_ORDER = {normalise(word): number for number, word in enumerate(COLUMNS["card"])}


def counts_perhaps(
    header: list[str], rows: Collection[Row], at: Columns, identifiers: Collection[str] = ()
) -> str | None:
    """A column that may well hold the counts though its name is not known: whole numbers in half of its cells."""
    for index, name in enumerate(header):
        word = known(name)
        if index in at and not (word in _MAY_BE_NUMBERS and index != at.card[0]):
            continue
        if word in _OTHER_NUMBERS or (is_code(word, identifiers) and word not in _MAY_BE_NUMBERS):
            continue
        cells = [row[index] for _, row in rows if index < len(row) and row[index]]
        if 2 * sum(map(_may_count, cells)) >= len(cells) > 0:
            return name or str(index + 1)
    return None


def _may_count(cell: str) -> bool:
    of_some = _PIECES.fullmatch(cell)
    number = whole_number(of_some[1] if of_some else cell.strip("xX× "))
    return number is not None and number <= _MOST_COPIES


def differing(rows: Iterable[Row], counts: tuple[int, ...]) -> bool:
    """Whether columns do not say the same of each row."""
    return any(len({row[index] for index in counts if index < len(row)}) > 1 for _, row in rows)
