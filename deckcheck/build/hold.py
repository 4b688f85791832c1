"""The bounds of a rule as rows, each in force only while its flag is 1."""

from __future__ import annotations

from collections.abc import Sequence

from deckcheck.build.cells import Cell, Members, NotLinearError
from deckcheck.build.model import INFINITE, Linear, all_of, number, opposite, total
from deckcheck.build.space import Space
from deckcheck.decks.deck import Entry
from deckcheck.record import dataclass
from deckcheck.rules.limits import may_be_none, stays, together
from deckcheck.rules.rule import EXACTLY, MAX, MIN, ONE_OF, Bound, Rule
from deckcheck.rules.view import NOBODY


@dataclass(frozen=True, slots=True)
class Active:
    """When a rule holds: while `flag` is 1. `uncertain`: it cannot be decided in full, so too little is no fault."""

    flag: Linear
    uncertain: bool = False


@dataclass(frozen=True, slots=True)
class Limits:
    """The allowed values of a bound; `there` is 1 where all of them can be worked out."""

    values: tuple[Linear, ...]
    there: Linear


def bounded(rule: Rule, measured: Linear, members: Sequence[tuple[Cell, Linear]], active: Active, space: Space) -> None:
    """Hold what a rule measures to its bounds. `members`: the group, where the rule measures groups."""
    for bound in rule.bounds:
        if active.uncertain and (bound.op == MIN or not stays(rule, together(bound))):
            continue
        if not members or not any(limit.card for limit in bound.limits):
            _one_limit(measured, bound, members, active, space)
        else:
            _limits_by_card(measured, bound, list(members), active, space)


def _one_limit(
    measured: Linear, bound: Bound, members: Sequence[tuple[Cell, Linear]], active: Active, space: Space
) -> None:
    if any(space.unknown(limit, NOBODY) for limit in bound.limits):
        if not active.uncertain:
            here = [space.present([cell for cell, _ in members])] if members else []
            relaxed(number(1), 0, 0, all_of(space.model, [active.flag, *here]), space)  # nobody knows the limit
        return
    found = _limits(bound, NOBODY, space)
    if found is None:
        if not any(map(may_be_none, bound.limits)) and not active.uncertain:
            relaxed(number(1), 0, 0, active.flag, space)
        return
    _hold(measured, bound, found, active, space)


def _limits_by_card(measured: Linear, bound: Bound, members: Members, active: Active, space: Space) -> None:
    """The tightest bound of the cards that are present holds: a row for each, in force with its card."""
    by_limit: dict[tuple[object, ...], tuple[Limits, list[Cell]]] = {}
    for cell, flag in members:
        if not flag.fixed:
            raise NotLinearError("a limit of each card, of cards that depend on the deck")
        if any(space.unknown(limit, cell.entry) for limit in bound.limits):
            if cell.entry.card is not None and not active.uncertain:
                relaxed(cell.copies, 0, 0, active.flag, space)  # its record is at fault: undecided
            continue  # its limit is not known: as in a check, those of the others hold
        found = _limits(bound, cell.entry, space)
        if found is not None:
            key = tuple((tuple(line.terms.items()), line.constant) for line in (*found.values, found.there))
            by_limit.setdefault(key, (found, []))[1].append(cell)
        elif not any(map(may_be_none, bound.limits)) and not active.uncertain:
            relaxed(cell.copies, 0, 0, active.flag, space)  # its record is at fault: undecided
    if bound.op in (EXACTLY, ONE_OF) and len(by_limit) > 1:
        raise NotLinearError("allowed numbers that differ within a group")
    for found, cells in by_limit.values():
        always = bound.op == MAX and len(cells) == len(members) and found.there == number(1)
        here = active.flag if always else all_of(space.model, [active.flag, space.present(cells)])
        _hold(measured, bound, found, Active(here, active.uncertain), space)


def _limits(bound: Bound, entry: Entry, space: Space) -> Limits | None:
    found = [space.amount(expr, entry) for expr in bound.limits]
    if any(one.missing for one in found):
        return None
    return Limits(tuple(one.line for one in found), all_of(space.model, [one.there for one in found]))


def _hold(measured: Linear, bound: Bound, found: Limits, active: Active, space: Space) -> None:
    """The bound holds while its limits are there; where they have to be, the deck is to give them."""
    if active.uncertain or any(map(may_be_none, bound.limits)):
        active = Active(all_of(space.model, [active.flag, found.there]), active.uncertain)
    else:
        relaxed(found.there, 1, 1, active.flag, space)
    op, limits = bound.op, found.values
    gaps = [measured.plus(limit, -1) for limit in limits]
    if op == MIN:
        relaxed(gaps[0], 0, INFINITE, active.flag, space)
    elif op == MAX:
        relaxed(gaps[0], -INFINITE, 0, active.flag, space)
    elif len(gaps) == 1:
        relaxed(gaps[0], -INFINITE if active.uncertain else 0, 0, active.flag, space)
    elif active.uncertain:
        if any(not limit.fixed for limit in limits):
            raise NotLinearError("one of several numbers that depend on the deck")
        relaxed(measured, -INFINITE, max(limit.constant for limit in limits), active.flag, space)
    else:
        # Binaries choose the allowed value; while the rule does not hold, none needs to be chosen.
        chosen = [Linear({space.model.binary(): 1}) for _ in gaps]
        for flag, gap in zip(chosen, gaps, strict=True):
            relaxed(gap, 0, 0, flag, space)
        _held(total(chosen), 1, INFINITE, active.flag, space)


def relaxed(line: Linear, low: float, high: float, flag: Linear, space: Space) -> None:
    """`low <= line <= high` where the flag is 1; nothing is asked where it is 0."""
    if space.slips is not None and not (flag.fixed and not flag.constant):
        least, most = space.model.range(line)
        for short, sign in ((low - least, 1), (most - high, -1)):
            if short > 0:
                slip = Linear({space.model.variable(0, int(short)): 1})
                line = line.plus(slip, sign)
                space.slips.append(slip)
    _held(line, low, high, flag, space)


def _held(line: Linear, low: float, high: float, flag: Linear, space: Space) -> None:
    if flag.fixed:
        if flag.constant:
            space.model.hold(line, low, high)
        return
    least, most = space.model.range(line)
    off = opposite(flag)
    if low > least:
        space.model.hold(line.plus(off, int(low - least)), low, INFINITE)
    if high < most:
        space.model.hold(line.plus(off, int(high - most)), -INFINITE, high)
