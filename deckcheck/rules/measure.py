"""Which cards a rule is about, in which groups, and what is measured of them.

`about` and `keys` say what one entry is to a rule; what is measured of it, and how that is put together, is the
row of `MEASURES`. The kernel adds up over a deck, the first look keeps what a card adds, the solver makes it terms
of a row: nobody else tells one measure from another.
"""

from __future__ import annotations

from collections.abc import Callable

from deckcheck.decks.deck import Entry
from deckcheck.expr import UNKNOWN, Expr, Trend
from deckcheck.expr.names import spread
from deckcheck.expr.values import Result
from deckcheck.record import dataclass
from deckcheck.rules.rule import COPIES, MAX, Rule
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


def amount(rule: Rule, entry: Entry, view: DeckView) -> int:
    """The number that `what` is of the entry."""
    value = rule.what.run(entry, view) if rule.what else None
    if isinstance(value, int):
        return value
    if value is UNKNOWN:
        view.doubt()
    elif rule.what and MEASURES[rule.measure].needed:
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
    """The number of a group that the rule holds to its bounds."""
    return MEASURES[rule.measure].number(rule, members, view)


def different_values(rule: Rule, members: Picked, view: DeckView) -> dict[Key, Entry]:
    """The different values of `what`, each with the first entry that has it."""
    found: dict[Key, Entry] = {}
    for entry in members:
        for value in values(rule, entry, view):
            found.setdefault(value, entry)
    return found


def as_kept(what: Expr | None) -> Trend:
    """More cards raise it, unless they change what is told of the others."""
    return Trend.UP if what is None or what.trend is Trend.CONSTANT else Trend.MIXED


def as_added(what: Expr | None) -> Trend:
    return Trend.MIXED if what is None or what.negative else what.trend.join(Trend.UP)


@dataclass(frozen=True, slots=True)
class Measure:
    """What a measure is, to all that judge or build by a rule.

    A cell of None says that the measure has none: its rules are judged in full every time (neither `adds` nor
    `brings`), their problems stand at no line, are never final (`trend`), have no fix of one line (`fix`), and
    `fix` and `fill` try one deck after another instead of working it out (`linear`).

    `number`: what the cards of a group come to.
    `adds`: what one copy of an entry adds, where the number is the sum of that.
    `brings`: the values of an entry, where the number is how many different ones there are.
    `copies`: every copy adds one, whichever card it is.
    `needed`: `what` has to be a number, and a card without one leaves its rule open.
    `default`: `what`, where a rule does not say.
    `over`: the measure of a group, where the rule says `over`; the groups are added.
    `trend`: how the number moves as cards are added, by `what`.
    `fix`: the function of `fixes.py` that takes out what is too much.
    `linear`: the function of `build/rows.py` for the number in the solver.
    """

    number: Callable[[Rule, Picked, DeckView], int]
    adds: Callable[[Rule, Entry, DeckView], int] | None = None
    brings: Callable[[Rule, Entry, DeckView], tuple[Key, ...]] | None = None
    copies: bool = False
    needed: bool = False
    default: Expr | None = None
    over: str | None = None
    trend: Callable[[Expr | None], Trend] | None = None
    fix: str | None = None
    linear: str | None = None


# fmt: off
MEASURES: dict[str, Measure] = {
    "cards": Measure(lambda rule, members, view: sum(entry.count for entry in members),
                     adds=lambda rule, entry, view: 1, copies=True, trend=as_kept, fix="remove", linear="copies"),
    "different": Measure(lambda rule, members, view: len(different_values(rule, members, view)),
                         brings=values, default=COPIES, trend=as_kept, fix="drop", linear="different"),
    "sum": Measure(lambda rule, members, view: sum(amount(rule, entry, view) * entry.count for entry in members),
                   adds=amount, needed=True, over="value", trend=as_added, fix="lighten", linear="summed"),
    "value": Measure(lambda rule, members, view: amount(rule, members[0], view), trend=as_added, linear="once"),
}
# fmt: on


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
