"""The values that a mapping takes out of a record, and whether its conditions hold there."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence

from deckcheck.cards.card_schema import FieldType
from deckcheck.files.schema_reader import is_day
from deckcheck.record import dataclass, field
from deckcheck.update.mapping_records import Take, Test, Value, Where, Words
from deckcheck.update.paths import Path, found

Raw = Mapping[str, object]

_WHOLE = re.compile(r"[+-]?[0-9]{1,18}")
_LARGEST = 10**18
_LONGEST = 2_000  # characters of a text; what is longer is no fact about a card
_TRUTH = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
_CASES = {"lower": str.lower, "upper": str.upper}


@dataclass(slots=True)
class Odd:
    """Values that their field cannot hold: how many, and the first of them with the number of its record."""

    count: int
    value: str
    record: int


@dataclass(slots=True)
class Run:
    """What is known while a file is gone through. `record`: the number of the record at hand, from 1.

    `seen`, `missed`: the paths at which some record had something, and at which some had nothing.
    """

    tables: Mapping[str, Mapping[str, Sequence[object]]] = field(default_factory=dict)
    seen: set[str] = field(default_factory=set)
    missed: set[str] = field(default_factory=set)
    odd: dict[str, Odd] = field(default_factory=dict)
    record: int = 0

    def at(self, path: Path, raw: Raw) -> list[object]:
        """What stands at the path; remembers whether any record had something there."""
        values = found(path, raw)
        (self.seen if values else self.missed).add(path.text)
        return values

    def strange(self, name: str, value: object) -> None:
        known = self.odd.get(name)
        if known is not None:
            known.count += 1
        else:
            text = as_text(value)
            self.odd[name] = Odd(1, "no single value" if text is None else text[:60], self.record)


def as_text(value: object) -> str | None:
    """A single value as a text; None for what holds others."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value) if -_LARGEST < value < _LARGEST else "a long number"  # some are slow to write
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < _LARGEST else repr(value)
    return None


def holds(where: Where, raw: Raw, run: Run) -> bool:
    """Whether a condition holds of a record; no condition does."""
    return not where or any(all(_passes(test, raw, run) for test in tests) for tests in where)


def _passes(test: Test, raw: Raw, run: Run) -> bool:
    values = run.at(test.path, raw)
    if test.given is not None and test.given is not bool(values):
        return False
    texts = [text for value in values if (text := as_text(value)) is not None]
    if test.one_of is not None and test.one_of.isdisjoint(texts):
        return False
    if test.none_of is not None and not test.none_of.isdisjoint(texts):
        return False
    return not test.contains or any(part in text for part in test.contains for text in texts)


def taken(take: Take, name: str, printings: Sequence[Raw], run: Run) -> list[Value]:
    """The values for a field of the card whose printings these are, the main one first; at most one if so asked."""
    records = printings if take.printings else printings[:1]
    values = (value for raw in records for value in _of_record(take, raw, printings, run, name))
    many = take.kind is not None and take.kind.many
    return _chosen(_fitting(values, take.kind, name, run), take.take or ("all" if many else "one"), take.join)


def _of_record(take: Take, raw: Raw, printings: Sequence[Raw], run: Run, name: str) -> list[object]:
    if take.where and not holds(take.where, raw, run):
        return []
    values: list[object] = []
    for source in take.sources:
        if isinstance(source, Path):
            values.extend(run.at(source, raw))
        elif isinstance(source, Take):
            values.extend(_inner(source, raw, printings, run, name))
        else:
            values.append(source)
        if take.first and values:
            break
    if not values:
        return values
    if take.without or take.besides is not None:
        out = take.without
        if take.besides is not None:
            out |= {text for value in run.at(take.besides, printings[0]) if (text := as_text(value)) is not None}
        values = [value for value in values if as_text(value) not in out]
    if take.after is not None or take.before is not None or take.split is not None or take.case is not None:
        values = [piece for value in values for piece in _cut(take, value)]
    if take.words is not None:
        values = list(_worded(take.words, values))
    if take.through is not None:
        table = run.tables[take.through]
        values = [other for value in values for other in table.get(as_text(value) or "", ())]
    return values


def _inner(take: Take, raw: Raw, printings: Sequence[Raw], run: Run, name: str) -> Iterable[object]:
    """The values of a take inside of another: all, unless it says which."""
    records = printings if take.printings else (raw,)
    values = [value for one in records for value in _of_record(take, one, printings, run, name)]
    if take.take is None and take.join is None:
        return values
    return _chosen(_fitting(values, None, name, run), take.take or "all", take.join)


def _cut(take: Take, value: object) -> Iterator[object]:
    text = as_text(value)
    if text is None:
        yield value
        return
    if take.after is not None:
        text = text.partition(take.after)[2]
    if take.before is not None:
        text = text.partition(take.before)[0]
    if take.case is not None:
        text = _CASES[take.case](text)
    pieces = [text] if take.split is None else text.split(take.split)
    yield from (piece for part in pieces if (piece := part.strip()))


def _worded(words: Words, values: Iterable[object]) -> Iterator[object]:
    for value in values:
        text = as_text(value)
        other = words.words.get(text, words) if text is not None else words
        if other is not words:
            if other is not None:
                yield other
        elif not words.closed:
            yield value
        elif words.rest is not None:
            yield words.rest


def _fitting(values: Iterable[object], kind: FieldType | None, name: str, run: Run) -> list[Value]:
    """The values as their field holds them; the others are remembered."""
    fitting: list[Value] = []
    for value in values:
        held = _held(value, kind)
        if held is None:
            run.strange(name, value)
        elif held != "":
            fitting.append(held)
    return fitting


def _held(value: object, kind: FieldType | None) -> Value | None:
    text = as_text(value)
    if text is None or len(text) > _LONGEST or (type(value) is int and not -_LARGEST < value < _LARGEST):
        return None
    if kind is None:
        return clean(text) if isinstance(value, str | float) else value  # type: ignore[return-value]
    if kind.kind == "number":
        return int(text) if not isinstance(value, bool) and _WHOLE.fullmatch(text) else None
    if kind.kind == "truth":
        return _TRUTH.get(text.casefold())
    if kind.date:
        day = text[:10]  # a day with the time of day behind it
        return day if text[10:11] in ("", "T", " ") and is_day(day) else None
    return clean(text)


def clean(text: str) -> str:
    """A text on one line, without signs that no file can hold or no screen shows."""
    if text.isprintable():
        return text.strip()
    line = " ".join(text.split())
    return "".join(sign for sign in line if unicodedata.category(sign) not in ("Cc", "Cs", "Cn", "Co")).strip()


def _chosen(values: list[Value], take: str, join: str | None) -> list[Value]:
    if join is not None:
        values = [join.join(text for value in values if (text := as_text(value)) is not None)] if values else []
    if take == "all" or not values:
        return list(dict.fromkeys(values))
    if take == "one":
        return values[:1]
    return [(min if take == "least" else max)(values, key=lambda value: (isinstance(value, str), value))]
