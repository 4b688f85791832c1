"""Reading card files and folders into a pool."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Protocol

from deckcheck.cards.card_records import MOST_CARDS, Columns, Record, make_cards, read_record
from deckcheck.cards.card_schema import CardSchema
from deckcheck.cards.faults import misspelt
from deckcheck.cards.names import id_of
from deckcheck.cards.pool import Card, Pool, Value, codes, identifier_key
from deckcheck.cards.tables import read_table
from deckcheck.files.folders import TABLE_SUFFIXES, card_files
from deckcheck.files.schema_reader import CappedProblems
from deckcheck.files.source import ListNode, MapNode, Node, Scalar, Source, contents, parse, plain, read
from deckcheck.record import dataclass, field, replace
from deckcheck.report import DeckcheckError, Note, Place, Problem, Severity
from deckcheck.spelling import nearest

_Codes = tuple[Value | None, ...]  # the identifiers of a card
_COMPARED = 20  # cards of one name, each with each
_KEYS = ("game", "set", "demo", "source", "checked", "amends", "cards")


class Game(Protocol):
    """What reading cards needs to know of their game."""

    @property
    def id(self) -> str: ...
    @property
    def language(self) -> str: ...
    @property
    def card(self) -> CardSchema: ...


@dataclass(slots=True)
class _Found:
    """What the files gave so far. `broken` are the problems of files that cannot be read at all.

    `amending`: records that change others.
    """

    records: list[Record] = field(default_factory=list)
    amending: list[Record] = field(default_factory=list)
    demo: bool = False
    sources: list[str] = field(default_factory=list)
    problems: CappedProblems = field(default_factory=CappedProblems)
    broken: list[Problem] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)


def load_pool(paths: Iterable[str | Path], game: Game) -> Pool:
    """The cards of these files and folders (all files below, but not `lists` and `decks`).

    :raises DeckcheckError: a path is missing, or a file is no card file of this game; all such
        problems of all files are in `problems`.
    """
    found = _Found()
    for path in card_files(paths):
        _read_file(path, game, found)
    if found.broken:
        raise DeckcheckError(
            "cards.unreadable",
            tuple(found.broken),
            files=", ".join(dict.fromkeys(problem.place.file or "" for problem in found.broken)),
        )
    records = found.records
    if found.amending:
        from deckcheck.cards.amending import amended

        records = amended(records, found.amending, game.card)
    cards, again = _each_once(_joined(make_cards(records, game.card, game.id), game.card), game.card)
    found.problems.extend(again)
    return Pool(
        cards,
        identifiers=game.card.identifiers,
        hints=game.card.hints,
        demo=found.demo,
        sources=tuple(dict.fromkeys(found.sources)),
        problems=tuple(found.problems),
        notes=found.notes,
    )


def _read_file(path: Path, game: Game, found: _Found) -> None:
    try:
        data = contents(str(path))
    except OSError as error:
        facts = {"reason": error.strerror}
        found.broken.append(Problem("missing", "cards.os-error", place=Place(str(path)), facts=facts))
        return
    source = read(str(path), data)
    if _hopeless(source.problems, found):
        return
    before = len(found.records) + len(found.amending)
    if path.suffix.lower() in TABLE_SUFFIXES:
        _read_table(source, game, found)
    else:
        _read_yaml(source, game, found)
    if len(found.records) + len(found.amending) == before:
        place = Place(str(path))
        found.problems.append(Problem("empty", "cards.no-cards", Severity.WARNING, place))


def _hopeless(problems: Iterable[Problem], found: _Found) -> bool:
    """Whether an error is among the problems of reading; files the problems away."""
    problems = tuple(problems)
    broken = any(problem.severity is Severity.ERROR for problem in problems)
    (found.broken if broken else found.problems).extend(problems)
    return broken


def _read_table(source: Source, game: Game, found: _Found) -> None:
    table = read_table(source, game.card)
    (found.problems if table.readable else found.broken).extend(table.problems)
    found.notes.extend(table.notes)
    _read_records(table.records, game, found, source.path, found.records)


def _read_yaml(source: Source, game: Game, found: _Found) -> None:
    node, problems = parse(source)
    if _hopeless(problems, found):
        return
    top = Place(source.path, 1) if node is None else node.place
    if node is None or (isinstance(node, Scalar) and not node.text.strip()):
        found.broken.append(Problem("empty", "cards.empty-file", place=Place(source.path)))
        return
    cards = node.items.get("cards") if isinstance(node, MapNode) else None
    if not isinstance(node, MapNode) or not isinstance(cards, ListNode):
        place = top if cards is None else cards.place
        found.broken.append(Problem("shape", "cards.no-list", place=place))
        return
    own = node.items.get("game")
    if own is not None and (not isinstance(own, Scalar) or id_of(own.text, {game.id: None}) is None):
        facts = {"game": game.id, "value": own.text if isinstance(own, Scalar) else ""}
        found.broken.append(Problem("game", "cards.other-game", place=own.place, facts=facts))
        return
    for key, place in node.keys.items():
        if key not in _KEYS:
            near = {"key": key, "nearest": nearest(key, _KEYS), "expected": ", ".join(_KEYS)}
            found.problems.append(Problem("shape", "cards.unknown-key", Severity.WARNING, place, facts=near))
    title = node.items.get("set")
    if isinstance(title, Scalar) and title.text:
        found.sources.append(title.text)
    found.demo |= _truth("demo", node, found)
    amends = _truth("amends", node, found)
    _read_records(cards.items, game, found, source.path, found.amending if amends else found.records)


def _truth(key: str, top: MapNode, found: _Found) -> bool:
    node = top.items.get(key)
    value = None if node is None else plain(node)
    if node is not None and not isinstance(value, bool):
        found.broken.append(Problem("shape", "cards.truth", place=node.place, facts={"key": key}))
    return value is True


def _read_records(nodes: Iterable[Node], game: Game, found: _Found, file: str, records: list[Record]) -> None:
    columns = Columns(game.card)
    for node in nodes:
        if len(records) >= MOST_CARDS:
            found.broken.append(Problem("shape", "cards.too-many", place=node.place, facts={"most": MOST_CARDS}))
            return
        if isinstance(node, MapNode):
            record = read_record(node, game.card, columns, game.language, found.problems)
            if record is not None:
                records.append(record)
        else:
            found.problems.append(Problem("card-data", "cards.not-a-record", place=node.place))
    if columns.unknown:
        found.problems.extend(misspelt(columns.unknown, columns.filled, game.card))
        facts = {"file": file, "columns": tuple(columns.unknown)}
        found.notes.append(Note("cards.unknown-columns", facts))


def _joined(cards: list[Card], schema: CardSchema) -> list[Card]:
    """The cards without those that are another printing of one; its identifiers are that card's too."""
    many = next((name for name in schema.identifiers if schema.fields[name].many), None)
    if schema.printing_of is None or many is None:
        return cards
    printings = [card for card in cards if schema.printing_of in card.fields]
    others = [card for card in cards if schema.printing_of not in card.fields]
    by_code = {code: card for card in others for code in codes(card, schema.identifiers)}
    more: dict[int, list[str]] = {}
    joined: set[int] = set()
    for card in printings:
        first = by_code.get(identifier_key(str(card.fields[schema.printing_of])))
        if first is not None:
            joined.add(id(card))
            more.setdefault(id(first), []).extend(_values(card, schema.identifiers))
    return [
        replace(card, fields={**card.fields, many: tuple(dict.fromkeys((*_values(card, (many,)), *more[id(card)])))})
        if id(card) in more
        else card
        for card in cards
        if id(card) not in joined
    ]


def _values(card: Card, fields: Iterable[str]) -> list[str]:
    """What stands in these fields, as texts."""
    values = (card.fields[name] for name in fields if name in card.fields)
    return [text for value in values for text in (value if isinstance(value, tuple) else (str(value),))]


def _each_once(cards: Sequence[Card], schema: CardSchema) -> tuple[list[Card], Iterator[Problem]]:
    """The cards without those written twice over, and a warning for each name that stands for several."""
    kept: list[Card] = []
    several = {name: _OneName() for name, count in Counter(card.name for card in cards).items() if count > 1}
    twice: list[tuple[str, Card, Card]] = []
    for card in cards:
        others = several.get(card.name)
        if others is not None:
            # All that it is, but for its place; it may hold what cannot be hashed.
            record = repr((sorted(card.fields.items()), card.names, sorted(card.unreadable)))
            if (same := others.records.setdefault(record, card)) is not card:
                twice.append(("cards.record-twice", card, same))
                continue
            alike = others.not_told_apart(card, tuple(card.fields.get(name) for name in schema.identifiers))
            if alike is not None:
                twice.append(("cards.name-twice", card, alike))
        kept.append(card)
    return kept, (_twice(sentence, card, first) for sentence, card, first in twice)


@dataclass(slots=True)
class _OneName:
    """The cards of one name: by all that they are, by their identifiers, and the first of them one by one."""

    records: dict[str, Card] = field(default_factory=dict)
    coded: dict[str, Card] = field(default_factory=dict)
    first: list[tuple[_Codes, Card]] = field(default_factory=list)

    def not_told_apart(self, card: Card, own: _Codes) -> Card | None:
        """A card before this one of which no identifier says which of the two is meant; this one is remembered."""
        alike = next((other for codes, other in self.first if not _differ(codes, own)), None)
        same = self.coded.setdefault(repr(own), card)
        if len(self.first) < _COMPARED:
            self.first.append((own, card))
        return alike or (None if same is card else same)


def _differ(codes: _Codes, own: _Codes) -> bool:
    pairs = zip(codes, own, strict=True)
    return any(one is not None and other is not None and one != other for one, other in pairs)


def _twice(sentence: str, card: Card, first: Card) -> Problem:
    facts = {"file": first.place.file, "line": first.place.line}
    return Problem("card-data", sentence, Severity.WARNING, card.place, (card.name,), facts=facts)
