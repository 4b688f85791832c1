"""Where a limit comes from: the parts of a bound that decided it, as records; a function for each kind of word."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache

from deckcheck.decks.deck import Entry
from deckcheck.expr import UNKNOWN, Expr
from deckcheck.expr.operators import OPERATORS
from deckcheck.expr.values import View
from deckcheck.report import Origin
from deckcheck.rules.records import Ruleset


def origins(expr: Expr, entry: Entry, view: View, ruleset: Ruleset) -> tuple[Origin, ...]:
    """The origins of a bound; a number written in the rule has none."""
    seen: dict[str, Origin] = {}
    for origin in _walk(expr, entry, view, ruleset):
        seen.setdefault(f"{origin.kind} {dict(origin.facts)}", origin)
    return tuple(seen.values())


def _walk(expr: Expr, entry: Entry, view: View, ruleset: Ruleset) -> Iterable[Origin]:
    found = origin_of(expr.op)
    return found(expr, entry, view, ruleset) if found else ()


@cache
def origin_of(word: str) -> Callable[[Expr, Entry, View, Ruleset], Iterable[Origin]] | None:
    """The function that a word's cell names."""
    row = OPERATORS[word]
    cell = OPERATORS[row.opposite_of].origin if row.opposite_of else row.origin
    return globals()[cell] if cell else None


def param(expr: Expr, entry: Entry, view: View, ruleset: Ruleset) -> Iterable[Origin]:
    value = expr.run(entry, view)
    return (Origin("param", {"name": expr.word, "value": value, "setter": ruleset.setters.get(expr.word)}),)


def table(expr: Expr, entry: Entry, view: View, ruleset: Ruleset) -> Iterable[Origin]:
    by = expr.parts[0]
    value = by.run(entry, view)
    return (Origin("table" if value is not None else "table-else", {"field": by.word, "value": value}),)


def field(expr: Expr, entry: Entry, view: View, ruleset: Ruleset) -> Iterable[Origin]:
    return (Origin("field", {"field": expr.word, "card": entry.card.name if entry.card else entry.name}),)


def listed(expr: Expr, entry: Entry, view: View, ruleset: Ruleset) -> Iterable[Origin]:
    return (view.columns[expr.word].origin(entry),)


def section(expr: Expr, entry: Entry, view: View, ruleset: Ruleset) -> Iterable[Origin]:
    there = view.entries(expr.owner)
    card = there[0].shown if len(there) == 1 else None
    facts = {"section": expr.owner, "field": expr.word, "value": expr.run(entry, view), "card": card}
    return (Origin("section", facts),)


def measure(expr: Expr, entry: Entry, view: View, ruleset: Ruleset) -> Iterable[Origin]:
    value = expr.run(entry, view)
    return (Origin("measure", {"text": expr.op, "section": expr.owner, "value": value}),) if value else ()


def inner(expr: Expr, entry: Entry, view: View, ruleset: Ruleset) -> Iterable[Origin]:
    return (origin for part in expr.parts for origin in _walk(part, entry, view, ruleset))


def decisive(expr: Expr, entry: Entry, view: View, ruleset: Ruleset) -> Iterable[Origin]:
    """Of the part alone that gave the value."""
    value = expr.run(entry, view)
    for part in expr.parts:
        if part.run(entry, view) == value and value is not UNKNOWN:
            return _walk(part, entry, view, ruleset)
    return ()
