"""Rules as rows of an integer program; one function for each way a rule measures."""

from __future__ import annotations

from deckcheck.build.model import INFINITE, Linear, all_of, any_of, number, opposite, product
from deckcheck.build.space import Cell, NotLinearError, Space
from deckcheck.deck import Entry
from deckcheck.expr import UNKNOWN
from deckcheck.expr.values import Result
from deckcheck.rules.records import MAX, MIN, Bound, Rule
from deckcheck.rules.view import NOBODY

Picked = list[tuple[Cell, Linear]]
Members = tuple[tuple[Cell, Linear], ...]


def add_rule(rule: Rule, space: Space) -> None:
    """Hold the model to a rule; raises `NotLinearError`, before any row is added, where that cannot be."""
    cells = space.of_sections(rule.sections)
    space.focus = cells
    guard = number(1) if rule.when is None else space.flag(rule.when, NOBODY)
    if guard.fixed and not guard.constant:
        return
    picked = _picked(rule, cells, space)
    if rule.across == "count":
        _bounded(rule, _groups_that_have(rule, picked, space), (), guard, space)
    elif rule.across == "sum":
        total = number(0)
        for members in _grouped(rule, picked, space).values():
            total = total.plus(_value_once(rule, members, space))
        _bounded(rule, total, (), guard, space)
    else:
        for key, members in _grouped(rule, picked, space).items():
            active = guard
            if key is not None and any(b.op != MAX for b in rule.bounds):
                active = all_of(space.model, [guard, _any_present(members, space)])
            space.focus = [cell for cell, _ in members] if key is not None else cells
            _bounded(rule, _measured(rule, members, space), tuple(members) if key is not None else (), active, space)


def _picked(rule: Rule, cells: list[Cell], space: Space) -> Picked:
    if rule.of is None:
        return [(cell, number(1)) for cell in cells]
    flags = [(cell, space.flag(rule.of, cell.entry)) for cell in cells]
    return [(cell, flag) for cell, flag in flags if not (flag.fixed and not flag.constant)]


def _grouped(rule: Rule, picked: Picked, space: Space) -> dict[Result, Picked]:
    if rule.key is None:
        return {None: picked}
    if rule.key.deck:
        raise NotLinearError(rule.id)
    groups: dict[Result, Picked] = {}
    for cell, flag in picked:
        value = space.plain(rule.key, cell.entry)
        for key in value if isinstance(value, tuple | frozenset) else (value,):
            if key is not None:
                groups.setdefault(key, []).append((cell, flag))
    return groups


def _here(cell: Cell, flag: Linear, space: Space) -> Linear:
    return all_of(space.model, [flag, space.present([cell])])


def _any_present(members: Picked, space: Space) -> Linear:
    if all(flag.fixed for _, flag in members):
        return space.present([cell for cell, _ in members])
    return any_of(space.model, [_here(cell, flag, space) for cell, flag in members])


def _measured(rule: Rule, members: Picked, space: Space) -> Linear:
    if rule.measure == "different":
        return _different(rule, members, space)
    line = number(0)
    for cell, flag in members:
        weight = 1
        if rule.measure == "sum" and rule.what is not None:
            if rule.what.deck:
                raise NotLinearError(rule.id)
            value = space.plain(rule.what, cell.entry)
            if not isinstance(value, int):
                raise NotLinearError(rule.id)
            weight = value
        line = line.plus(product(space.model, cell.copies, flag), weight)
    return line


def _different(rule: Rule, members: Picked, space: Space) -> Linear:
    if rule.what is None or rule.what.deck:
        raise NotLinearError(rule.id)
    holders: dict[Result, Picked] = {}
    for cell, flag in members:
        value = space.plain(rule.what, cell.entry)
        for one in value if isinstance(value, tuple | frozenset) else (value,):
            if one is not None:
                holders.setdefault(one, []).append((cell, flag))
    line = number(0)
    for holding in holders.values():
        line = line.plus(_any_present(holding, space))
    return line


def _groups_that_have(rule: Rule, picked: Picked, space: Space) -> Linear:
    line = number(0)
    for members in _grouped(rule, picked, space).values():
        if rule.having is None or any(not flag.fixed for _, flag in members):
            raise NotLinearError(rule.id)
        space.focus = [cell for cell, _ in members]
        has = space.flag(rule.having, members[0][0].entry)
        line = line.plus(all_of(space.model, [has, _any_present(members, space)]))
    return line


def _value_once(rule: Rule, members: Picked, space: Space) -> Linear:
    """`sum: {over, what}`: what is worked out once for the group, and is nothing where the group is absent."""
    if rule.what is None or any(not flag.fixed for _, flag in members):
        raise NotLinearError(rule.id)
    space.focus = [cell for cell, _ in members]
    if rule.what.deck:
        line = space.amount(rule.what, members[0][0].entry)
        if space.model.range(line)[0] < 0:
            raise NotLinearError(rule.id)
        return product(space.model, line, _any_present(members, space))
    values = {space.plain(rule.what, cell.entry) for cell, _ in members}
    value = values.pop() if len(values) == 1 else None
    if not isinstance(value, int):
        raise NotLinearError(rule.id)
    return _any_present(members, space).times(value)


def _bounded(
    rule: Rule, measured: Linear, members: tuple[tuple[Cell, Linear], ...], active: Linear, space: Space
) -> None:
    for bound in rule.bounds:
        if not members or all(not limit.card for limit in bound.limits):
            limits = _limits(bound, NOBODY, space)
            if limits is not None:
                _hold(measured, bound.op, limits, active, space)
            continue
        # The tightest bound of the cards that are present holds: one row a card, active with it.
        by_limit: dict[tuple[tuple[tuple[int, int], ...], int], tuple[list[Linear], Picked]] = {}
        for cell, flag in members:
            found = _limits(bound, cell.entry, space)
            if found is not None:
                key = (tuple(found[0].terms.items()), found[0].constant)
                by_limit.setdefault(key, (found, []))[1].append((cell, flag))
        whole = len(by_limit) == 1 and sum(len(p) for _, p in by_limit.values()) == len(members)
        for found, cells in by_limit.values():
            here = active if whole and bound.op == MAX else all_of(space.model, [active, _any_present(cells, space)])
            _hold(measured, bound.op, found, here, space)


def _limits(bound: Bound, entry: Entry, space: Space) -> list[Linear] | None:
    """The allowed values of a bound; None where it is no limit."""
    found = []
    for expr in bound.limits:
        if not expr.deck:
            value = expr.run(entry, space.view)
            if value is UNKNOWN:
                raise NotLinearError(expr.text)
            if not isinstance(value, int):
                return None
            found.append(number(value))
        else:
            found.append(space.amount(expr, entry))
    return found


def _hold(measured: Linear, op: str, limits: list[Linear], active: Linear, space: Space) -> None:
    model = space.model
    if op == MIN:
        _relaxed(measured.plus(limits[0], -1), 0, INFINITE, active, space)
    elif op == MAX:
        _relaxed(measured.plus(limits[0], -1), -INFINITE, 0, active, space)
    elif len(limits) == 1:
        _relaxed(measured.plus(limits[0], -1), 0, 0, active, space)
    else:
        # Binaries choose the allowed value; inactive, none needs to be chosen.
        chosen = [Linear({model.binary(): 1}) for _ in limits]
        total = number(0)
        for flag, limit in zip(chosen, limits, strict=True):
            total = total.plus(flag)
            _relaxed(measured.plus(limit, -1), 0, 0, flag, space)
        _relaxed(total, 1, INFINITE, active, space)


def _relaxed(line: Linear, low: float, high: float, active: Linear, space: Space) -> None:
    """`low <= line <= high` where the flag is 1; nothing is asked where it is 0."""
    if active.fixed:
        if active.constant:
            space.model.hold(line, low, high)
        return
    least, most = space.model.range(line)
    off = opposite(active)
    if low > least:
        space.model.hold(line.plus(off, int(low - least)), low, INFINITE)
    if high < most:
        space.model.hold(line.plus(off, int(high - most)), -INFINITE, high)
