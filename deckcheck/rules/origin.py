"""Where a limit comes from: the parts of a bound that decided it, as records."""

from __future__ import annotations

from deckcheck.decks.deck import Entry
from deckcheck.expr import UNKNOWN, Expr
from deckcheck.expr.values import View
from deckcheck.report import Origin
from deckcheck.rules.records import Ruleset

_BRANCHING = ("min", "max", "else")


def origins(expr: Expr, entry: Entry, view: View, ruleset: Ruleset) -> tuple[Origin, ...]:
    """The origins of a bound; a number written in the rule has none."""
    seen: dict[str, Origin] = {}
    for origin in _walk(expr, entry, view, ruleset):
        seen.setdefault(f"{origin.kind} {dict(origin.facts)}", origin)
    return tuple(seen.values())


def _walk(expr: Expr, entry: Entry, view: View, ruleset: Ruleset) -> list[Origin]:
    op, word = expr.op, expr.word
    value = expr.run(entry, view)
    if op == "param":
        return [Origin("param", {"name": word, "value": value, "setter": ruleset.setters.get(word)})]
    if op == "table":
        by = expr.parts[0]
        return [Origin("table", {"field": by.word, "value": by.run(entry, view)})]
    if op == "field":
        return [Origin("field", {"field": word, "card": entry.card.name if entry.card else entry.name})]
    if op == "list":
        return [view.columns[word].origin(entry)]
    if op == "member":
        return [Origin("section", {"section": expr.owner, "field": word, "value": value, "card": _one(expr, view)})]
    if op in ("size", "count", "different", "sum", "largest", "smallest"):
        return [Origin("measure", {"text": op, "section": expr.owner, "value": value})] if value else []
    if op == "define":
        return _walk(expr.parts[0], entry, view, ruleset)
    if op in _BRANCHING:
        for part in expr.parts:
            if part.run(entry, view) == value and value is not UNKNOWN:
                return _walk(part, entry, view, ruleset)
        return []
    return [origin for part in expr.parts for origin in _walk(part, entry, view, ruleset)]


def _one(expr: Expr, view: View) -> str | None:
    entries = view.entries(expr.owner)
    return entries[0].shown if len(entries) == 1 else None
