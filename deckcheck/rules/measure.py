"""Which cards a rule is about, in which groups, and what is measured of them.

`about`, `keys`, `weight` and `values` say what one entry is to a rule. The kernel adds them up over a deck, the
first look keeps them for each card, the solver makes them terms of a row: nobody else says what a rule counts.
How the counts are put together is told apart by `rule.measure`, here and in seven more places (CONTRIBUTING.md);
what one of them does not know it takes for a sum.
"""

from __future__ import annotations

from deckcheck.decks.deck import Entry
from deckcheck.expr import UNKNOWN
from deckcheck.expr.names import spread
from deckcheck.expr.values import Result
from deckcheck.rules.records import COPIES, MAX, Rule
from deckcheck.rules.view import DeckView

Picked = list[Entry]
Parts = list[tuple[Picked, int]]
Key = Result


def about(rule: Rule, entry: Entry, view: DeckView) -> bool:
    """Whether the rule is about the entry; if that cannot be decided it is not, and leaves a doubt."""
    value = True if rule.of is None else rule.of.run(entry, view)
    if value is UNKNOWN:
        view.doubt()
        return False
    return bool(value)


def keys(rule: Rule, entry: Entry, view: DeckView) -> tuple[Key, ...]:
    """The groups that the entry counts towards: a card with many values towards each of them."""
    if rule.key is None:
        return (None,)
    if entry.card is None and rule.kind == "copies" and any(b.op != MAX for b in rule.bounds):
        view.doubt()  # counted under its own name, but it may be one of the others, misspelt
    value = rule.key.run(entry, view)
    if value is UNKNOWN:
        view.doubt()
        return ()
    return spread(value)


def weight(rule: Rule, entry: Entry, view: DeckView) -> int:
    """What one copy of the entry adds, or the whole group where the rule works out one value for each group."""
    if rule.measure == "cards" or rule.what is None:
        return 1
    value = rule.what.run(entry, view)
    if isinstance(value, int):
        return value
    if value is UNKNOWN:
        view.doubt()
    elif rule.measure == "sum":
        view.lacks(entry, rule.what.fields | rule.what.lists)
    return 0


def values(rule: Rule, entry: Entry, view: DeckView) -> tuple[Key, ...]:
    """The values of `what` that the entry brings to a rule that counts different ones."""
    value = rule.what.run(entry, view) if rule.what else None
    if value is UNKNOWN or (entry.card is None and rule.what == COPIES):
        view.doubt()
        return ()
    return spread(value)


def select(rule: Rule, view: DeckView) -> Picked:
    """The entries the rule is about."""
    return [entry for entry in view.focus if about(rule, entry, view)] if rule.of else list(view.focus)


def group(rule: Rule, picked: Picked, view: DeckView) -> dict[Key, Picked]:
    """The picked entries by the rule's key, in order of first appearance."""
    if rule.key is None:
        return {None: picked}
    groups: dict[Key, Picked] = {}
    for entry in picked:
        for key in keys(rule, entry, view):
            groups.setdefault(key, []).append(entry)
    return groups


def measure(rule: Rule, members: Picked, view: DeckView) -> int:
    """Copies, different values or a sum."""
    if rule.measure == "different":
        return len(different_values(rule, members, view))
    if rule.measure == "value":
        return weight(rule, members[0], view)
    if rule.measure == "cards":
        return sum(entry.count for entry in members)
    return sum(weight(rule, entry, view) * entry.count for entry in members)


def different_values(rule: Rule, members: Picked, view: DeckView) -> dict[Key, Entry]:
    """The different values of `what`, each with the first entry that has it."""
    found: dict[Key, Entry] = {}
    for entry in members:
        for one in values(rule, entry, view):
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
