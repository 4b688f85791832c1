"""A public file as card records and list entries: what a mapping says, done."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from deckcheck.cards.card_records import MOST_CARDS
from deckcheck.cards.card_schema import FieldType
from deckcheck.files.schema_reader import CappedProblems
from deckcheck.record import dataclass
from deckcheck.report import Place, Problem, Severity
from deckcheck.update.mapping_records import CardMapping, Table, Take, Value, paths_of
from deckcheck.update.paths import Path, found
from deckcheck.update.raw import READERS
from deckcheck.update.values import Raw, Run, as_text, holds, taken

MOST_RECORDS = 1_000_000  # of a file, all printings of all cards
_WHOLE_FILE = Path("", ())

CardRecord = dict[str, object]  # field → text, number, truth, list of texts; `names`: texts by language


@dataclass(frozen=True, slots=True)
class Mapped:
    """The cards of a file as records of a game's card files, and by list what it says of which card.

    `read`: records of the file; `left_out`: those that `leave_out` names. With an error among the problems the file
    is not for use.
    """

    records: list[CardRecord]
    lists: dict[str, dict[str, Value]]
    problems: list[Problem]
    read: int = 0
    left_out: int = 0


def mapped(data: bytes, mapping: CardMapping, path: str) -> Mapped:
    """The cards of a public file; nothing is raised, what is wrong with the file is told."""
    problems = CappedProblems()
    whole = READERS[mapping.form](data, path, mapping.keys, problems)
    raws = [one for one in found(mapping.records or _WHOLE_FILE, whole) if isinstance(one, dict)]
    if not raws or len(raws) > MOST_RECORDS:
        if raws:
            facts: dict[str, object] = {"most": MOST_RECORDS}
            problems.append(Problem("shape", "mapping.too-many", place=Place(path), facts=facts))
        elif not len(problems):
            facts = {"at": mapping.records.text if mapping.records else None}
            problems.append(Problem("empty", "mapping.no-records", place=Place(path), facts=facts))
        return Mapped([], {}, list(problems))
    run = Run({name: _looked_up(table, whole) for name, table in mapping.tables.items()})
    kept = [
        (number, raw)
        for number, raw in enumerate(raws, start=1)
        if not mapping.leave_out or not holds(mapping.leave_out, raw, run)
    ]
    done = _Cards(mapping, path, run, problems)
    for number, printings in _cards(mapping, kept, run):
        if len(done.records) >= MOST_CARDS:
            problems.append(Problem("shape", "cards.too-many", place=Place(path), facts={"most": MOST_CARDS}))
            break
        run.record = number
        done.add(printings)
    done.tell_the_whole()
    return Mapped(done.records, done.lists, list(problems), len(raws), len(raws) - len(kept))


def _looked_up(table: Table, whole: object) -> dict[str, Sequence[object]]:
    """The values of a table by their keys."""
    made: dict[str, Sequence[object]] = {}
    for one in found(table.at, whole):
        if not isinstance(one, dict):
            continue
        if table.key is None:
            made.update((key, found(table.value, value)) for key, value in one.items())
        else:
            keys = (text for value in found(table.key, one) if (text := as_text(value)) is not None)
            made.update(dict.fromkeys(keys, found(table.value, one)))
    return made


def _cards(mapping: CardMapping, kept: Sequence[tuple[int, Raw]], run: Run) -> Iterator[tuple[int, Sequence[Raw]]]:
    """The printings of each card, the main one first, with the number of that record."""
    if not mapping.group:
        yield from ((number, (raw,)) for number, raw in kept)
        return
    groups: dict[object, list[tuple[int, Raw]]] = {}
    for number, raw in kept:
        key = tuple(tuple(as_text(value) for value in run.at(path, raw)) for path in mapping.group)
        groups.setdefault(key if any(key) else number, []).append((number, raw))
    for printings in groups.values():
        main = _main(mapping, printings, run)
        yield printings[main][0], [printings[main][1], *(raw for i, (_, raw) in enumerate(printings) if i != main)]


def _main(mapping: CardMapping, printings: Sequence[tuple[int, Raw]], run: Run) -> int:
    """Which of the printings the card is: the first that the foremost condition holds of, else the first."""
    if len(printings) > 1:
        for tests in mapping.main:
            for index, (_, raw) in enumerate(printings):
                if holds((tests,), raw, run):
                    return index
    return 0


class _Cards:
    """The records and entries so far."""

    def __init__(self, mapping: CardMapping, path: str, run: Run, problems: CappedProblems) -> None:
        self.mapping = mapping
        self.path = path
        self.run = run
        self.problems = problems
        self.records: list[CardRecord] = []
        self.lists: dict[str, dict[str, Value]] = {name: {} for name in mapping.lists}
        self.filled: set[str] = set()

    def add(self, printings: Sequence[Raw]) -> None:
        mapping, run = self.mapping, self.run
        record: CardRecord = {}
        for name, take in mapping.fields.items():
            if values := taken(take, name, printings, run):
                record[name] = _value(take, values)
            if name == "name" and (names := self.names(printings)):
                record["names"] = names
        named = record.get("name")
        if not isinstance(named, str):
            facts = {"number": run.record}
            problem = Problem("card-data", "mapping.no-name", Severity.WARNING, Place(self.path), facts=facts)
            self.problems.append(problem)
            return
        self.filled.update(record)
        self.records.append(record)
        for list_id, take in mapping.lists.items():
            for value in taken(take, list_id, printings, run)[:1]:
                self.filled.add(f"list {list_id}")
                self.lists[list_id].setdefault(named, value)

    def names(self, printings: Sequence[Raw]) -> dict[str, Value]:
        takes = self.mapping.names
        found = ((language, taken(take, f"names {language}", printings, self.run)) for language, take in takes.items())
        return {language: values[0] for language, values in found if values}

    def tell_the_whole(self) -> None:
        """What no single record shows: values that do not fit, and what nothing was found for, in any record."""
        place = Place(self.path)
        for name, odd in self.run.odd.items():
            facts: dict[str, object] = {
                "field": name,
                "count": odd.count,
                "value": odd.value,
                "number": odd.record,
                "kind": self.kind(name),
            }
            self.problems.append(Problem("card-data", "mapping.odd", Severity.WARNING, place, facts=facts))
        for path in sorted(self.run.missed - self.run.seen):
            facts = {"at": path}
            self.problems.append(Problem("card-data", "mapping.drifted", Severity.WARNING, place, facts=facts))
        fields = {**self.mapping.fields, **{f"list {name}": take for name, take in self.mapping.lists.items()}}
        for name, take in fields.items():
            if (
                self.records
                and name not in self.filled
                and self.run.seen.issuperset(path.text for path in paths_of(take))
            ):
                facts = {"field": name}
                self.problems.append(Problem("card-data", "mapping.unfilled", Severity.WARNING, place, facts=facts))

    def kind(self, name: str) -> str:
        take = self.mapping.fields.get(name)
        return _kind(take.kind if take else None)


def _kind(kind: FieldType | None) -> str:
    return "text" if kind is None else "day" if kind.date else kind.kind


def _value(take: Take, values: list[Value]) -> object:
    return values if take.kind is not None and take.kind.many else values[0]
