"""Which cards a rule is about, in which groups, and what is measured of them."""

from __future__ import annotations

from deckcheck.decks.deck import Entry
from deckcheck.expr import UNKNOWN
from deckcheck.expr.values import Result
from deckcheck.rules.records import COPIES, MAX, Rule
from deckcheck.rules.view import DeckView

Picked = list[Entry]
Parts = list[tuple[Picked, int]]
Key = Result


def select(rule: Rule, view: DeckView) -> Picked:
    """The entries the rule is about; those that cannot be decided are left out and leave a doubt."""
    if rule.of is None:
        return list(view.focus)
    picked = []
    for entry in view.focus:
        value = rule.of.run(entry, view)
        if value is UNKNOWN:
            view.doubt()
        elif value:
            picked.append(entry)
    return picked


def group(rule: Rule, picked: Picked, view: DeckView) -> dict[Key, Picked]:
    """The picked entries by the rule's key, in order of first appearance; many-valued keys explode."""
    if rule.key is None:
        return {None: picked}
    groups: dict[Key, Picked] = {}
    for entry in picked:
        value = rule.key.run(entry, view)
        if entry.card is None and rule.kind == "copies" and any(b.op != MAX for b in rule.bounds):
            view.doubt()  # counted under its own name, but it may be one of the others, misspelt
        if value is UNKNOWN:
            view.doubt()
            continue
        for key in sorted(value) if isinstance(value, tuple | frozenset) else (value,):
            if key is not None:
                groups.setdefault(key, []).append(entry)
    return groups


def measure(rule: Rule, members: Picked, view: DeckView) -> int:
    """Copies, different values or a sum."""
    if rule.measure == "cards":
        return sum(e.count for e in members)
    if rule.measure == "different":
        return len(different_values(rule, members, view))
    total = 0
    for entry in members[:1] if rule.measure == "value" else members:
        value = rule.what.run(entry, view) if rule.what else 0
        if not isinstance(value, int):
            if value is UNKNOWN:
                view.doubt()
            elif rule.measure == "sum" and rule.what:
                view.lacks(entry, rule.what.fields | rule.what.lists)
            continue
        total += value if rule.measure == "value" else value * entry.count
    return total


def different_values(rule: Rule, members: Picked, view: DeckView) -> dict[Key, Entry]:
    """The different values of `what`, each with the first entry that has it."""
    found: dict[Key, Entry] = {}
    for entry in members:
        value = rule.what.run(entry, view) if rule.what else None
        if value is UNKNOWN or (entry.card is None and rule.what is COPIES):
            view.doubt()
            continue
        for one in sorted(value) if isinstance(value, tuple | frozenset) else (value,):
            if one is not None:
                found.setdefault(one, entry)
    return found


def across(rule: Rule, groups: dict[Key, Picked], view: DeckView) -> Parts:
    """The groups that add to the measure, each with what it adds."""
    parts: Parts = []
    for members in groups.values():
        view.focus = members
        if rule.across == "sum":
            parts.append((members, measure(rule, members, view)))
        elif rule.having is not None:
            value = rule.having.run(members[0], view)
            if value is UNKNOWN:
                view.doubt()
            elif value:
                parts.append((members, 1))
    view.focus = view.of_sections(rule.sections)
    return [part for part in parts if part[1]]
