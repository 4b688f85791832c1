"""How a public file becomes card records, as frozen records: what `cards:` of a source in a schema says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from deckcheck.cards.card_schema import FieldType
from deckcheck.record import dataclass, field
from deckcheck.report import NOWHERE, Place
from deckcheck.update.paths import EVERY, Path

Value = str | int | bool


@dataclass(frozen=True, slots=True)
class Test:
    """What must be so of the values at a path; each part that is given must hold.

    `one_of`: one of the values is among these. `none_of`: none is. `contains`: one holds one of these texts.
    `given`: there are values, or none.
    """

    path: Path
    one_of: frozenset[str] | None = None
    none_of: frozenset[str] | None = None
    contains: tuple[str, ...] = ()
    given: bool | None = None


Where = tuple[tuple[Test, ...], ...]  # all tests of one of these hold; () is no condition


@dataclass(frozen=True, slots=True)
class Words:
    """Other words for values; None leaves a value out. `rest`: for all others; `closed`: others do not stay."""

    words: Mapping[str, Value | None]
    rest: Value | None = None
    closed: bool = False


@dataclass(frozen=True, slots=True)
class Take:
    """How values come out of a record; the parts work in the order of the fields.

    `sources`: paths, constants and other takes, all joined or, with `first`, the first that gives a value.
    `kind`: the field that is filled, None inside of another take.
    """

    sources: tuple[Path | Take | Value, ...]
    first: bool = False
    printings: bool = False
    where: Where = ()
    without: frozenset[str] = frozenset()
    besides: Path | None = None
    after: str | None = None
    before: str | None = None
    split: str | None = None
    case: str | None = None
    words: Words | None = None
    through: str | None = None
    take: str | None = None
    join: str | None = None
    kind: FieldType | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """Values by their keys, of the same file: a list with `key`, or an object by its own keys."""

    at: Path
    key: Path | None
    value: Path


@dataclass(frozen=True, slots=True)
class CardMapping:
    """`group`: records with the same values there are printings of one card; `main`: which of them the card is."""

    form: str
    records: Path | None
    fields: Mapping[str, Take]
    names: Mapping[str, Take] = field(default_factory=dict)
    lists: Mapping[str, Take] = field(default_factory=dict)
    tables: Mapping[str, Table] = field(default_factory=dict)
    leave_out: Where = ()
    group: tuple[Path, ...] = ()
    main: Where = ()
    place: Place = NOWHERE

    @property
    def keys(self) -> frozenset[str] | None:
        """The keys that any path names: the rest of a file need not be held; None where any key may be asked for."""
        paths = tuple(self._paths())
        if any(EVERY in path.steps for path in paths) or any(table.key is None for table in self.tables.values()):
            return None
        return frozenset(step for path in paths for step in path.steps)

    def _paths(self) -> Iterator[Path]:
        yield from (*((self.records,) if self.records else ()), *self.group, *_tested((*self.leave_out, *self.main)))
        for table in self.tables.values():
            yield from (table.at, table.value, *((table.key,) if table.key else ()))
        for take in (*self.fields.values(), *self.names.values(), *self.lists.values()):
            yield from paths_of(take)


def _tested(where: Where) -> Iterator[Path]:
    return (test.path for tests in where for test in tests)


def paths_of(take: Take) -> Iterator[Path]:
    """The paths that a take reads."""
    yield from _tested(take.where)
    if take.besides is not None:
        yield take.besides
    for source in take.sources:
        if isinstance(source, Path):
            yield source
        elif isinstance(source, Take):
            yield from paths_of(source)
