"""Reading lists of limits as people have them: headings with names below, or a table of names and limits.

    base: tcg              the list that this one changes; `base: none` says that it is whole
    from: 2026-09-01       its first day
    Forbidden              a value of the list, in any of the words that the game gives it
    Name of a card
    Name of a card – Limited

All of it must be understood: a heading that is not would put the cards below it under another.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from deckcheck.cards.names import normalise
from deckcheck.files.rows import BrokenRowError, Rows, read_rows, whole_number
from deckcheck.files.schema_reader import CappedProblems
from deckcheck.files.source import Source
from deckcheck.formats.columns import COLUMNS, known, meant
from deckcheck.lists.dated import ListEntry
from deckcheck.record import dataclass, field
from deckcheck.report import Place, Problem
from deckcheck.spelling import nearest

_KEYS = ("list", "base", "from", "until", "title", "slot", "source")
_KEY = re.compile(rf"\s*({'|'.join(_KEYS)})\s*:\s*(\S.*?)\s*", re.IGNORECASE)
# Headings of a column of limits.
_LIMITS = (
    *("limit", "limits", "limite", "limitation", "limited to", "value", "status", "statut", "restriction", "legality"),
    *("allowed", "max", "maximum", "banlist", "ban list", "list", "advanced format", "points", "point", "wert"),
    *("valeur", "limitierung", "anzahl erlaubt", "estado", "stato", "valor", "valore"),
)
_LIMITS_AT = {normalise(word): number for number, word in enumerate(_LIMITS)}
# Words around the value in a heading.
_FILLERS = frozenset(
    (
        *("the", "cards", "card", "list", "cartes", "carte", "liste", "les", "karten", "cartas", "lista"),
        *("copies", "copy", "points", "point", "exemplaires", "exemplaire"),
    )
)
_FRAME = " \t#*=_~<>[]•·–—-:"
_BULLET = re.compile(r"\s*(?:[-*•·–—>]+\s+|\d{1,3}[.)]\s+)?(.*?)\s*")
_REMARK = re.compile(r"(.+?)\s*(?:\([^()]*\)|\s[-–—]\s.*|//.*)")
_APART = re.compile(r"\s*(?:\t|→|->|=>|\|| [-–—] |:\s|\()\s*")  # what stands between a name and its value

Known = Callable[[str], bool]


@dataclass(slots=True)
class Pasted:
    """A list as it was read. `keys`: what stands above its entries, each with its place."""

    keys: dict[str, tuple[str, Place]] = field(default_factory=dict)
    entries: list[ListEntry] = field(default_factory=list)
    problems: CappedProblems = field(default_factory=CappedProblems)

    def wrong(self, sentence: str, place: Place, **facts: object) -> None:
        self.problems.append(Problem("list-entry", sentence, place=place, facts=facts))


def read_pasted(source: Source, words: Mapping[str, str], is_card: Known) -> Pasted:
    """The list of a text. `words`: what its values are called, compared as names are → the value."""
    found = Pasted(problems=CappedProblems(source.problems))
    try:
        table = read_rows(source.text, _score)
        if table is not None and _score(table.header) > 1:
            _read_table(table, source.path, words, found)
            return found
    except BrokenRowError as error:
        if source.path.lower().endswith((".csv", ".tsv")):
            found.wrong("list.broken-row", Place(source.path, error.line), words=str(error))
            return found
    _Lines(source, words, is_card, found).read()
    return found


def _score(cells: list[str]) -> int:
    """Whether a row heads a column of names, and one of limits."""
    words = [known(cell) for cell in cells]
    names = any(meant(cell) == "card" for cell in cells if known(cell) not in _LIMITS_AT)
    limits = any(word in _LIMITS_AT for word in words) or any(meant(cell) == "count" for cell in cells)
    return names + limits


def _read_table(table: Rows, path: str, words: Mapping[str, str], found: Pasted) -> None:
    for line, cells in table.titles:
        text = ", ".join(filter(None, cells))
        key = _KEY.fullmatch(text)
        if key:
            found.keys[key[1].lower()] = (key[2], Place(path, line))
    heads = [known(cell) for cell in table.header]
    order = {normalise(word): number for number, word in enumerate(COLUMNS["card"])}
    limits = sorted((i for i, word in enumerate(heads) if word in _LIMITS_AT), key=lambda i: _LIMITS_AT[heads[i]])
    limits = limits or [i for i, cell in enumerate(table.header) if meant(cell) == "count"]
    names = [i for i, cell in enumerate(table.header) if meant(cell) == "card" and i not in limits]
    names.sort(key=lambda i: order.get(heads[i], len(order)))
    for line, cells in table.rows:
        name, limit = (cells[i[0]] if i[0] < len(cells) else "" for i in (names, limits))
        place = Place(path, line)
        value = value_of(limit, words)
        if not name:
            found.wrong("list.row-nameless", place, text=" ".join(filter(None, cells)))
        elif value is None:
            found.wrong("list.row-value", place, name=name, value=limit or None, near=nearest(limit, tuple(words)))
        else:
            found.entries.append(ListEntry(value, name, None, place))


def value_of(text: str, words: Mapping[str, str]) -> str | None:
    """The value that a heading or a cell stands for; None where it is none."""
    bare = normalise(text)
    if bare in words:
        return words[bare]
    number = whole_number(text)
    if number is not None:
        return str(number)
    kept = " ".join(word for word in bare.split() if word not in _FILLERS)
    if kept in words:
        return words[kept]
    number = whole_number(kept)
    return str(number) if number is not None else None


class _Lines:
    """Reads a text line by line: the last heading is the value of the names below it."""

    def __init__(self, source: Source, words: Mapping[str, str], is_card: Known, found: Pasted) -> None:
        self._source = source
        self._words = words
        self._is_card = is_card
        self._found = found
        self._value: str | None = None

    def read(self) -> None:
        apart = True
        for number, line in enumerate(self._source.text.split("\n"), start=1):
            text = line.strip()
            if text and not text.startswith("//"):
                self._line(text, Place(self._source.path, number, 1 + len(line) - len(line.lstrip())), apart=apart)
            apart = not text

    def _line(self, text: str, place: Place, *, apart: bool) -> None:
        """`apart`: nothing stands above it, as above a heading."""
        found = self._found
        key = _KEY.fullmatch(text)
        if key and not found.entries and self._value is None:
            found.keys[key[1].lower()] = (key[2], place)
            return
        whole, short = _names(text)
        name = next(filter(self._is_card, whole), None)
        value = None if name else self._heading(text)
        pair = self._pair(text) if name is None and value is None else None
        name = name or next(filter(self._is_card, short), None)
        if value is not None:
            self._value = value
        elif pair is not None:
            found.entries.append(ListEntry(pair[1], pair[0], None, place))
        elif self._value is None:
            found.wrong("list.before-heading", place, text=text, known=tuple(dict.fromkeys(self._words.values())))
        elif name is None and (apart or text.endswith(":") or text.startswith("#")):
            near = nearest(normalise(text), tuple(self._words))
            found.wrong("list.no-heading", place, text=text, near=near and self._words[near])
        else:
            found.entries.append(ListEntry(self._value, name or whole[0], None, place))

    def _heading(self, text: str) -> str | None:
        bare = text.strip(_FRAME)
        shorter = re.sub(r"\s*\([^()]*\)$|\s*:?\s*\d+\s*(?:cards?|cartes?)?$", "", bare)
        return value_of(bare, self._words) or (value_of(shorter, self._words) if shorter else None)

    def _pair(self, text: str) -> tuple[str, str] | None:
        """A card and its value on one line; of several values the last, as a change is told."""
        cuts = list(_APART.finditer(text))
        ends = [*(cut.start() for cut in cuts), len(text)][1:]
        for last, end in reversed(list(zip(cuts, ends, strict=True))):
            value = value_of(text[last.end() : end].strip(_FRAME + ")"), self._words)
            if value is None:
                continue
            for cut in reversed(cuts):
                if cut.end() <= last.end():
                    name = next(filter(self._is_card, _names(text[: cut.start()])[0]), None)
                    if name:
                        return name, value
            cells = [cell for cell in text[: last.start()].split("\t") if self._is_card(cell.strip())]
            if cells:
                return cells[0].strip(), value
        return None


def _names(text: str) -> tuple[list[str], list[str]]:
    """The names that a line may hold, the likeliest first: without a bullet; and without a remark behind it."""
    bullet = _BULLET.fullmatch(text)
    bare = (bullet[1] if bullet else text).strip()
    remark = _REMARK.fullmatch(bare)
    return [bare, text.strip(), bare.strip('"“”«» ')], [remark[1]] if remark else []
