"""Rules as rows of an integer program: when → select → group → measure → bounds, as the kernel judges them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import product as each_with_each

from deckcheck.build.amounts import YES, at_least, at_most
from deckcheck.build.cells import Cell, Members, NotLinearError
from deckcheck.build.hold import Active, bounded, relaxed
from deckcheck.build.model import Linear, all_of, any_of, number, opposite, product, total
from deckcheck.build.space import Space
from deckcheck.decks.deck import Entry
from deckcheck.expr import UNKNOWN, Expr
from deckcheck.expr.names import spread
from deckcheck.expr.values import Result
from deckcheck.rules.measure import MEASURES
from deckcheck.rules.rule import COPIES, MAX, Bound, Rule
from deckcheck.rules.view import NOBODY


def add_rule(rule: Rule, space: Space, *, undecided: bool = False, uncertain: bool = False) -> None:
    """Hold the model to a rule, for decks of which the rule decides everything.

    `undecided`: the deck's own leader leaves the rule undecided, and may go on doing so. `uncertain`: cards
    that are not known leave it undecided; they are left out, and only what is too much counts, as in a check.

    :raises NotLinearError: rows do not say it; rows may have been added that the rule implies.
    """
    if rule.when is not None and not rule.when.deck:
        value = space.plain(rule.when, NOBODY)
        if value is not True:
            return
    fields = member_fields(rule.exprs, space.singles)
    if not fields:
        _ruled(rule, number(1), space, uncertain=uncertain)
        return
    for leaders, here in _leaders(fields, space):
        if undecided and None in leaders.values():
            continue
        space.pin(leaders)
        _ruled(rule, here, space, uncertain=uncertain)
    space.pin({})


def member_fields(exprs: Iterable[Expr], sections: Collection[str]) -> dict[str, tuple[str, ...]]:
    """Section → the fields of its cards that the expressions read, for sections that are read so."""
    found: dict[str, dict[str, None]] = {}

    def walk(expr: Expr) -> None:
        if expr.op == "member" and (owner := expr.owner or "") in sections:
            found.setdefault(owner, {})[expr.word] = None
        for part in expr.parts:
            walk(part)

    for expr in exprs:
        walk(expr)
    return {section: tuple(words) for section, words in found.items()}


def _leaders(fields: Mapping[str, tuple[str, ...]], space: Space) -> Iterator[tuple[dict[str, Entry | None], Linear]]:
    """Each choice of cards for those sections that reads differently, with the flag that it is made.

    None where the section does not hold exactly one card, so that nobody knows what its fields are.
    """
    choices: list[list[tuple[str, Entry | None, Linear]]] = []
    for section, words in fields.items():
        cards = total(space.present([cell]) for cell in space.of_sections((section,)))
        alone = at_most(space, cards, YES)
        one = all_of(space.model, [alone, at_least(space, cards, YES)])
        alike: dict[object, list[Cell]] = {}
        for cell in space.of_sections((section,)):
            card = cell.entry.card
            if card is not None:
                read = tuple(card.names if word == "name" else card.fields.get(word) for word in words)
                unknown = any(word in card.unreadable for word in words)
                alike.setdefault((read, id(card) if unknown else 0), []).append(cell)
        flags = [all_of(space.model, [space.present(cells), alone]) for cells in alike.values()]
        led = [(section, cells[0].entry, flag) for cells, flag in zip(alike.values(), flags, strict=True)]
        choices.append([*led, (section, None, opposite(one))])
    for chosen in each_with_each(*choices):
        here = all_of(space.model, [flag for _, _, flag in chosen])
        if not here.fixed or here.constant:
            yield {section: entry for section, entry, _ in chosen}, here


def _ruled(rule: Rule, guard: Linear, space: Space, *, uncertain: bool) -> None:
    cells = space.of_sections(rule.sections)
    space.focus = cells
    if rule.when is not None and space.unknown(rule.when, NOBODY):
        if not uncertain:
            relaxed(number(1), 0, 0, guard, space)  # nobody could say whether the rule holds
        return
    if rule.when is not None:
        guard = all_of(space.model, [guard, space.flag(rule.when, NOBODY)])
    if guard.fixed and not guard.constant:
        return
    uncertain = uncertain or any(_leaves_open(rule, cell, space) for cell in cells if cell.entry.card is None)
    active = Active(guard, uncertain)
    picked = _picked(rule, cells, active, space)
    groups: Mapping[Result, Members] = {None: picked}
    if rule.key is not None:
        groups = _by_value(rule.key, picked, active, space)
    if rule.across != "each":
        across = _groups_that_have if rule.across == "count" else _measured
        line = total(across(rule, members, active, space) for members in groups.values())
        space.focus = cells
        bounded(rule, line, (), active, space)
        return
    for key, members in groups.items():
        space.focus = [cell for cell, _ in members] if rule.key is not None else cells
        here = guard
        if rule.key is not None and any(_breaks_empty(bound, members, space) for bound in rule.bounds):
            here = all_of(space.model, [guard, any_present(members, space)])
        line = _measured(rule, members, active, space)
        bounded(rule, line, members if key is not None else (), Active(here, uncertain), space)


def _breaks_empty(bound: Bound, members: Members, space: Space) -> bool:
    """Whether no copy at all may break it; of a group that the deck does not hold nothing is asked."""
    if bound.op != MAX:
        return True
    for limit in bound.limits:
        if limit.negative and space.reads_deck(limit):
            return True
        if limit.negative:
            values = (space.plain(limit, cell.entry) for cell, _ in members)
            if any(isinstance(value, int) and value < 0 for value in values):
                return True
    return False


def _leaves_open(rule: Rule, cell: Cell, space: Space) -> bool:
    """Whether a card that is not known leaves the rule undecided: it stays in the deck, so that nothing else can."""
    if rule.of is not None and not space.reads_deck(rule.of) and space.plain(rule.of, cell.entry) is False:
        return False
    limits = (limit for bound in rule.bounds for limit in bound.limits if limit.card)
    read = [expr for expr in (rule.of, rule.key, rule.what, *limits) if expr is not None]
    having = rule.having is not None and space.unknown(rule.having, cell.entry)  # the group is left out
    least = rule.kind == "copies" and any(bound.op != MAX for bound in rule.bounds)
    return having or least or rule.what == COPIES or any(_undecided(expr, cell, space) for expr in read)


def _picked(rule: Rule, cells: Iterable[Cell], active: Active, space: Space) -> Members:
    """The cells that the rule is about; those of which that cannot be decided are kept out of the deck."""
    if rule.of is None:
        return [(cell, number(1)) for cell in cells]
    picked = []
    for cell in cells:
        if _undecided(rule.of, cell, space):
            _bar(cell, number(1), active, space)
            continue
        flag = space.flag(rule.of, cell.entry)
        if not flag.fixed or flag.constant:
            picked.append((cell, flag))
    return picked


def _undecided(expr: Expr, cell: Cell, space: Space) -> bool:
    if space.reads_deck(expr):
        return cell.entry.card is None
    return space.unknown(expr, cell.entry)


def _bar(cell: Cell, flag: Linear, active: Active, space: Space) -> None:
    """No copy of a card that would leave the rule undecided, unless it is so already."""
    if not active.uncertain:
        relaxed(space.counted(cell, flag), 0, 0, active.flag, space)


def _valued(expr: Expr, members: Members, active: Active, space: Space) -> Iterator[tuple[Cell, Linear, Result]]:
    """The members with the value that each has of its own."""
    if space.reads_deck(expr):
        raise NotLinearError(expr.text or expr.op)
    for cell, flag in members:
        value = space.plain(expr, cell.entry)
        if value is UNKNOWN:
            _bar(cell, flag, active, space)
        else:
            yield cell, flag, value


def _by_value(expr: Expr, members: Members, active: Active, space: Space) -> dict[Result, Members]:
    groups: dict[Result, Members] = {}
    for cell, flag, value in _valued(expr, members, active, space):
        for one in spread(value):
            groups.setdefault(one, []).append((cell, flag))
    return groups


def any_present(members: Members, space: Space) -> Linear:
    """1 where the deck holds a copy of a member that matches."""
    if all(flag.fixed for _, flag in members):
        return space.present([cell for cell, _ in members])
    return any_of(space.model, [all_of(space.model, [flag, space.present([cell])]) for cell, flag in members])


def _measured(rule: Rule, members: Members, active: Active, space: Space) -> Linear:
    cell = MEASURES[rule.measure].linear
    if cell is None:
        raise NotLinearError(rule.id)
    return globals()[cell](rule, members, active, space)  # type: ignore[no-any-return]


def copies(rule: Rule, members: Members, active: Active, space: Space) -> Linear:
    return total(space.counted(cell, flag) for cell, flag in members)


def different(rule: Rule, members: Members, active: Active, space: Space) -> Linear:
    groups = _by_value(rule.what or COPIES, members, active, space)
    return total(any_present(holding, space) for holding in groups.values())


def summed(rule: Rule, members: Members, active: Active, space: Space) -> Linear:
    lines = []
    for cell, flag, value in _valued(rule.what, members, active, space) if rule.what else ():
        if isinstance(value, int):
            lines.append(space.counted(cell, flag).times(value))
        else:
            _bar(cell, flag, active, space)
    return total(lines)


def once(rule: Rule, members: Members, active: Active, space: Space) -> Linear:
    """`sum: {over, what}`: what is worked out once for each group, and is nothing where the group is absent."""
    if rule.what is None or any(flag != members[0][1] for _, flag in members):
        raise NotLinearError(rule.id)
    here = any_present(members, space)
    space.focus = [cell for cell, _ in members]
    if space.reads_deck(rule.what):
        found = space.amount(rule.what, members[0][0].entry)
        if found.there != YES:
            raise NotLinearError(rule.id)
        return product(space.model, found.line, here)
    if _left_out(rule.what, members, active, space):
        return number(0)
    values = {space.plain(rule.what, cell.entry) for cell, _ in members}
    value = values.pop() if len(values) == 1 else UNKNOWN
    if value is UNKNOWN:
        raise NotLinearError(rule.id)
    return here.times(value if isinstance(value, int) else 0)


def _groups_that_have(rule: Rule, members: Members, active: Active, space: Space) -> Linear:
    """1 where the group is there and has what is asked of it."""
    if rule.having is None or any(not flag.fixed for _, flag in members):
        raise NotLinearError(rule.id)
    if _left_out(rule.having, members, active, space):
        return number(0)
    space.focus = [cell for cell, _ in members]
    has = space.flag(rule.having, members[0][0].entry)
    return all_of(space.model, [has, any_present(members, space)])


def _left_out(expr: Expr, members: Members, active: Active, space: Space) -> bool:
    """Whether what is asked of a group cannot be known: no copy of it may be there, if it is one of cards."""
    entry = members[0][0].entry
    if not space.unknown(expr, entry):
        return False
    for cell, flag in members if entry.card is not None else ():
        _bar(cell, flag, active, space)
    return True
