"""What a query asks of a hand: each count, sum … as a value that grows card by card."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from deckcheck.decks.deck import Entry
from deckcheck.expr import UNKNOWN, Expr
from deckcheck.expr.operators import OPERATORS, OVER_CARDS
from deckcheck.expr.values import Result
from deckcheck.rules.view import DeckView


@dataclass(frozen=True, slots=True)
class SharedKey:
    """A copy key that cards have which the question tells apart otherwise."""

    key: Result


@dataclass(frozen=True, slots=True)
class Different:
    """So many different cards; `met` are the shared keys among them."""

    count: int = 0
    met: frozenset[SharedKey] = frozenset()


# What a card is to a tally: a number, its copy key (`different`), or None where it does not count.
Reading = Result | SharedKey
Value = int | Different | None  # None: the largest of no card
Step = Callable[[Value, Reading, int], Value]


@dataclass(frozen=True, slots=True)
class Tally:
    """One call of a query. `word` is a key of `KINDS`; `what` is measured on the cards that pass `test`."""

    word: str
    what: Expr | None
    test: Expr | None

    def reading(self, entry: Entry, view: DeckView) -> Reading:
        """What a card is to this tally; UNKNOWN where its record does not say."""
        passes = True if self.test is None else self.test.run(entry, view)
        if passes is not True:
            return UNKNOWN if passes is UNKNOWN else None
        if self.word == "count":
            return 1
        if self.word == "different":
            return view.key(entry)
        return None if self.what is None else self.what.run(entry, view)


def _add(value: Value, reading: Reading, cards: int) -> Value:
    return value + reading * cards if isinstance(value, int) and isinstance(reading, int) else value


def _largest(value: Value, reading: Reading, cards: int) -> Value:
    return max(value, reading) if isinstance(value, int) and isinstance(reading, int) else _first(reading)


def _smallest(value: Value, reading: Reading, cards: int) -> Value:
    return min(value, reading) if isinstance(value, int) and isinstance(reading, int) else _first(reading)


def _first(reading: Reading) -> int | None:
    return reading if isinstance(reading, int) else None


def _new(value: Value, reading: Reading, cards: int) -> Value:
    """One more for a key of its own; a key that several groups share counts once."""
    if not isinstance(value, Different):
        return value
    if isinstance(reading, SharedKey):
        return value if reading in value.met else Different(value.count + 1, value.met | {reading})
    return Different(value.count + 1, value.met)


# What the cells `odds` of the table of operators name: the value of no cards, and how it grows.
STEPS: dict[str, tuple[Value, Step]] = {
    "added": (0, _add),
    "different": (Different(), _new),
    "largest": (None, _largest),
    "smallest": (None, _smallest),
}
KINDS = {word: STEPS[row.odds] for word, row in OPERATORS.items() if word in OVER_CARDS and row.odds in STEPS}


@dataclass(frozen=True, slots=True)
class Lane:
    """A tally while hands are counted.

    `cap`: from here on more of it changes nothing. `alike[v]`: the least value below the cap that no
    test of the query tells from v, valid once no more cards can come.
    """

    start: Value
    step: Step
    cap: int | None = None
    alike: Sequence[int] = ()

    def after(self, value: Value, reading: Reading, cards: int) -> Value:
        """The value when so many cards (at least 1) with this reading have come."""
        value = self.step(value, reading, cards)
        if self.cap is None or value is None:
            return value
        if isinstance(value, Different):
            return value if value.count < self.cap else Different(self.cap)
        return min(value, self.cap)

    def settled(self, value: Value) -> Value:
        """The value to go on with when no more cards can come."""
        if isinstance(value, Different):
            return Different(value.count if self.cap is None else self.alike[value.count])
        return value if self.cap is None or value is None else self.alike[value]


def number(value: Value) -> int | None:
    """The value as the query sees it."""
    return value.count if isinstance(value, Different) else value


@dataclass(frozen=True, slots=True)
class Cards:
    """Copies that a question cannot tell apart: their readings, one a tally, and how many there are."""

    readings: tuple[Reading, ...]
    count: int


def merged(rows: Iterable[tuple[tuple[Reading, ...], int]]) -> tuple[Cards, ...]:
    """Cards with the same readings as one, in order of first appearance; none of no copies."""
    found: dict[tuple[Reading, ...], int] = {}
    for readings, count in rows:
        found[readings] = found.get(readings, 0) + count
    return tuple(Cards(readings, count) for readings, count in found.items() if count)


def read_cards(
    entries: Sequence[Entry], tallies: Mapping[str, Tally], view: DeckView
) -> tuple[list[tuple[Reading, ...]], tuple[str, ...]]:
    """The readings of each entry, and the names of those that could not be judged and count nowhere."""
    doubtful: dict[str, None] = {}
    rows = []
    for entry in entries:
        readings = []
        for tally in tallies.values():
            reading = tally.reading(entry, view)
            if reading is UNKNOWN or (reading is None and tally.word == "sum" and _passes(tally, entry, view)):
                reading = None
                if entry.name:  # a blank card is not in doubt
                    doubtful[entry.shown] = None
            readings.append(reading)
        rows.append(tuple(readings))
    return _shared_keys(rows, tallies), tuple(doubtful)


def _passes(tally: Tally, entry: Entry, view: DeckView) -> bool:
    """A card is to be summed; it has no such value."""
    return tally.test is None or tally.test.run(entry, view) is True


def _shared_keys(rows: list[tuple[Reading, ...]], tallies: Mapping[str, Tally]) -> list[tuple[Reading, ...]]:
    """The rows, with a copy key that stands in rows which differ elsewhere marked as shared."""
    for at, tally in enumerate(tallies.values()):
        if tally.word == "different":
            kinds: dict[Reading, set[tuple[Reading, ...]]] = {}
            for row in rows:
                kinds.setdefault(row[at], set()).add(row)
            rows = [
                (*row[:at], SharedKey(key), *row[at + 1 :])
                if (key := row[at]) is not None and not isinstance(key, SharedKey) and len(kinds[key]) > 1
                else row
                for row in rows
            ]
    return rows
