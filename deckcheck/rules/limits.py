"""Bounds worked out for the cards at hand, where they come from, and whether more cards can cure what breaks one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache

from deckcheck.decks.deck import Entry
from deckcheck.expr import UNKNOWN, Expr, Trend
from deckcheck.expr.operators import OPERATORS
from deckcheck.expr.values import View
from deckcheck.record import dataclass
from deckcheck.report import Origin
from deckcheck.rules.measure import MEASURES
from deckcheck.rules.rule import MAX, MIN, Bound, Rule, Ruleset
from deckcheck.rules.view import NOBODY, DeckView

_STILL, _RISING, _FALLING = Trend.CONSTANT, Trend.UP, Trend.DOWN


@dataclass(frozen=True, slots=True)
class Limit:
    """A bound worked out: its allowed values, the card it was read of, its expression and direction."""

    op: str
    values: tuple[int, ...]
    entry: Entry
    expr: Expr
    trend: Trend

    def broken_by(self, found: int) -> bool:
        if self.op == MIN:
            return found < self.values[0]
        if self.op == MAX:
            return found > self.values[0]
        return found not in self.values

    def exceeded_by(self, found: int) -> bool:
        """Whether there is too much, rather than too little, where it is broken."""
        return found > max(self.values)


def worked_out(bound: Bound, members: Sequence[Entry], view: DeckView) -> Limit | None:
    """The bound for these cards: of several, the tightest. None is no limit, or one that is in doubt."""
    best: Limit | None = None
    for entry in {id(e.card): e for e in members}.values() if members else (NOBODY,):
        values = [value for expr in bound.limits if (value := _value(expr, entry, view)) is not None]
        if len(values) < len(bound.limits):
            continue  # with one of its numbers in doubt a list of them allows anything
        limit = Limit(bound.op, tuple(sorted(values)), entry, bound.limits[0], together(bound))
        if best is None or _tighter(limit, best):
            best = limit
    return best


def _value(expr: Expr, entry: Entry, view: DeckView) -> int | None:
    """A limit as a number; None where there is none, or it is in doubt."""
    value = expr.run(entry, view)
    if isinstance(value, int):
        return value
    if value is None and not may_be_none(expr):
        view.lacks(entry, expr.fields | expr.lists)
    elif value is UNKNOWN:
        by = expr.parts[0] if expr.op == "table" else None
        if by is not None and by.run(entry, view) is None:
            view.lacks(entry, by.fields | by.lists)
        view.doubt()
    return None


def together(bound: Bound) -> Trend:
    trend = _STILL
    for expr in bound.limits:
        trend = trend.join(expr.trend)
    return trend


def may_be_none(expr: Expr) -> bool:
    """`limit else none` says that there may be no limit; elsewhere a missing value is the record's fault."""
    return expr.op == "none" or (expr.op in ("else", "table", "define") and any(map(may_be_none, expr.parts)))


def _tighter(one: Limit, other: Limit) -> bool:
    return one.values[0] > other.values[0] if one.op == MIN else max(one.values) < max(other.values)


def is_final(rule: Rule, limit: Limit, found: int) -> bool:
    """Whether no added card can cure the problem. Too little of something is never final: any may be added to it."""
    return limit.exceeded_by(found) and stays(rule, limit.trend)


def stays(rule: Rule, trend: Trend) -> bool:
    """Whether too much stays too much as cards are added; `trend` is that of the limit."""
    guard = rule.when.trend if rule.when is not None else _STILL
    return guard in (_STILL, _RISING) and measure_trend(rule) is _RISING and trend in (_STILL, _FALLING)


def measure_trend(rule: Rule) -> Trend:
    """How what the rule measures moves as cards are added."""
    moves = MEASURES[rule.measure].trend
    trend = moves(rule.what) if moves else Trend.MIXED
    if rule.of is not None:
        # A card that no longer matches lowers the measure; more cards that match raise it.
        trend = trend.join(rule.of.trend)
    if rule.having is not None:
        trend = trend.join(rule.having.trend)
    if rule.key is not None and rule.key.trend is not _STILL:
        trend = Trend.MIXED
    return trend


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
