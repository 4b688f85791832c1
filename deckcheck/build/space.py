"""The decks that a repair may choose from: so many copies of each card in each section."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from deckcheck.build.model import Linear, Model, all_of, any_of, indicator, number, opposite, product
from deckcheck.cards import Card
from deckcheck.deck import Entry
from deckcheck.expr import UNKNOWN, Expr, Type
from deckcheck.expr.values import Result
from deckcheck.names import normalise
from deckcheck.rules.view import NOBODY, DeckView


class NotLinearError(Exception):
    """A rule form that rows of an integer program do not say."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A card in a section. `entry` stands for one copy of it, `copies` for the number of them."""

    entry: Entry
    copies: Linear

    @property
    def section(self) -> str:
        return self.entry.section


class Space:
    """The cells of a model, and expressions over them as sums and flags.

    `view` sees an empty deck: what an expression reads of the card alone, it answers.
    """

    def __init__(self, model: Model, view: DeckView, cells: Sequence[Cell], inside: Sequence[str]) -> None:
        self.model = model
        self.view = view
        self.cells = cells
        self.focus: Sequence[Cell] = cells
        self._inside = frozenset(inside)
        self._present: dict[tuple[int, ...], Linear] = {}

    def of_sections(self, sections: Iterable[str]) -> list[Cell]:
        wanted = frozenset(sections)
        return [cell for cell in self.cells if cell.section in wanted]

    def owned(self, owner: str | None) -> Sequence[Cell]:
        """The cells of a section; of "deck" all; of None those a rule looks at."""
        if owner is None:
            return self.focus
        return self.of_sections(self._inside if owner == "deck" else (owner,))

    def total(self, cells: Iterable[Cell]) -> Linear:
        line = number(0)
        for cell in cells:
            line = line.plus(cell.copies)
        return line

    def present(self, cells: Sequence[Cell]) -> Linear:
        """1 where the deck holds a copy of one of the cells."""
        line = self.total(cells)
        if self.model.range(line)[1] <= 0:
            return number(0)
        if self.model.range(line)[0] >= 1:
            return number(1)
        key = tuple(sorted(line.terms))
        if key not in self._present:
            self._present[key] = Linear({indicator(self.model, line, 1): 1})
        return self._present[key]

    # -- expressions -------------------------------------------------------------------------------

    def plain(self, expr: Expr, entry: Entry) -> Result:
        """The value of an expression that reads no deck."""
        value = expr.run(entry, self.view)
        if value is UNKNOWN:
            raise NotLinearError(expr.text or expr.word)
        return value

    def flag(self, expr: Expr, entry: Entry) -> Linear:
        """A test as 0, 1 or a binary variable."""
        if not expr.deck:
            return number(int(bool(self.plain(expr, entry))))
        if expr.op == "define":
            return self.flag(expr.parts[0], entry)
        if expr.op == "not":
            return opposite(self.flag(expr.parts[0], entry))
        if expr.op in ("and", "or"):
            flags = [self.flag(part, entry) for part in expr.parts]
            return all_of(self.model, flags) if expr.op == "and" else any_of(self.model, flags)
        left, right = expr.parts if len(expr.parts) == 2 else (None, None)
        if left is None or right is None:
            raise NotLinearError(expr.text or expr.op)
        if left.type is Type.NUMBER and expr.op in _COMPARED:
            return self.compared(expr.op, self.amount(left, entry), self.amount(right, entry))
        return self.membership(expr, left, right, entry)

    def compared(self, op: str, left: Linear, right: Linear) -> Linear:
        if op in ("==", "!="):
            both = [self.compared("<=", left, right), self.compared(">=", left, right)]
            equal = all_of(self.model, both)
            return equal if op == "==" else opposite(equal)
        line = left.plus(right, -1) if op in (">", ">=") else right.plus(left, -1)
        least = 1 if op in ("<", ">") else 0
        low, high = self.model.range(line)
        if low >= least:
            return number(1)
        if high < least:
            return number(0)
        return Linear({indicator(self.model, line, least): 1})

    def membership(self, expr: Expr, left: Expr, right: Expr, entry: Entry) -> Linear:
        """`x in S`, `A has S`, `A within S`, `x == leader.y`: by the presence of each value."""
        op = {"not in": "in", "!=": "=="}.get(expr.op, expr.op)
        spelled = left.names or right.names
        a, b = self.values(left, entry, spelled=spelled), self.values(right, entry, spelled=spelled)
        if op == "within":
            flags = [any_of(self.model, [opposite(here), b.get(value, number(0))]) for value, here in a.items()]
            result = all_of(self.model, flags)
        elif op in ("==", "in", "has"):
            shared = [all_of(self.model, [here, b[value]]) for value, here in a.items() if value in b]
            result = any_of(self.model, shared)
        else:
            raise NotLinearError(expr.text or expr.op)
        return opposite(result) if op != expr.op else result

    def values(self, expr: Expr, entry: Entry, *, spelled: bool) -> dict[object, Linear]:
        """Each value an expression may have, with the flag that says whether it has it."""
        spell: Callable[[object], object] = (lambda v: normalise(str(v))) if spelled else (lambda v: v)
        if expr.op == "define":
            return self.values(expr.parts[0], entry, spelled=spelled)
        if expr.op == "|":
            found: dict[object, list[Linear]] = {}
            for part in expr.parts:
                for value, here in self.values(part, entry, spelled=spelled).items():
                    found.setdefault(value, []).append(here)
            return {value: any_of(self.model, flags) for value, flags in found.items()}
        if not expr.deck:
            if expr.op == "field" and expr.names and spelled and entry.card:
                return {normalise(name): number(1) for name in entry.card.names}
            return {spell(value): number(1) for value in _spread(self.plain(expr, entry))}
        if expr.op != "member":
            raise NotLinearError(expr.text or expr.op)
        holders: dict[object, list[Cell]] = {}
        for cell in self.owned(expr.owner):
            card = cell.entry.card
            if card is None:
                continue
            if spelled and expr.word == "name":
                own: Iterable[object] = map(normalise, card.names)
            else:
                own = map(spell, _spread(_field(card, expr.word)))
            for value in own:
                holders.setdefault(value, []).append(cell)
        return {value: self.present(cells) for value, cells in holders.items()}

    def amount(self, expr: Expr, entry: Entry) -> Linear:
        """A number as a sum of variables."""
        if not expr.deck:
            value = self.plain(expr, entry)
            if not isinstance(value, int):
                raise NotLinearError(expr.text or expr.word)
            return number(value)
        if expr.op in _AMOUNTS:
            return _AMOUNTS[expr.op](self, expr, entry)
        raise NotLinearError(expr.text or expr.op)

    def matching(self, owner: str | None, test: Expr | None, entry: Entry) -> list[tuple[Cell, Linear]]:
        """The cells that may match a test, each with its flag."""
        before, self.view.it = self.view.it, entry
        found = [(cell, number(1) if test is None else self.flag(test, cell.entry)) for cell in self.owned(owner)]
        self.view.it = before
        return [(cell, flag) for cell, flag in found if not (flag.fixed and not flag.constant)]


_COMPARED = ("<", "<=", ">", ">=", "==", "!=")


def _spread(value: Result) -> Iterable[object]:
    if isinstance(value, tuple | frozenset):
        return value
    return () if value is None else (value,)


def _field(card: Card, word: str) -> Result:
    if word in card.unreadable:
        raise NotLinearError(word)
    return card.fields.get(word)


def _size(space: Space, expr: Expr, entry: Entry) -> Linear:
    return space.total(space.owned(expr.owner))


def _count(space: Space, expr: Expr, entry: Entry) -> Linear:
    line = number(0)
    for cell, flag in space.matching(expr.owner, expr.parts[0] if expr.parts else None, entry):
        line = line.plus(product(space.model, cell.copies, flag))
    return line


def _different(space: Space, expr: Expr, entry: Entry) -> Linear:
    groups: dict[Result, list[Linear]] = {}
    for cell, flag in space.matching(expr.owner, expr.parts[0] if expr.parts else None, entry):
        here = all_of(space.model, [flag, space.present([cell])])
        groups.setdefault(space.view.key(cell.entry), []).append(here)
    line = number(0)
    for flags in groups.values():
        line = line.plus(any_of(space.model, flags))
    return line


def _sum(space: Space, expr: Expr, entry: Entry) -> Linear:
    what, test = expr.parts[0], expr.parts[1] if len(expr.parts) > 1 else None
    if what.deck:
        raise NotLinearError(expr.text or "sum")
    line = number(0)
    for cell, flag in space.matching(expr.owner, test, entry):
        value = space.plain(what, cell.entry)
        if not isinstance(value, int):
            raise NotLinearError(expr.text or "sum")
        line = line.plus(product(space.model, cell.copies, flag), value)
    return line


def _largest(space: Space, expr: Expr, entry: Entry) -> Linear:
    """By steps: the largest is the sum of the gaps between the values that are reached."""
    what, test = expr.parts[0], expr.parts[1] if len(expr.parts) > 1 else None
    if what.deck:
        raise NotLinearError(expr.text or "largest")
    holders: dict[int, list[Linear]] = {}
    for cell, flag in space.matching(expr.owner, test, entry):
        value = space.plain(what, cell.entry)
        if isinstance(value, int) and value > 0:
            holders.setdefault(value, []).append(all_of(space.model, [flag, space.present([cell])]))
        elif isinstance(value, int) and value < 0:
            raise NotLinearError(expr.text or "largest")
    line, before, reached = number(0), 0, sorted(holders)
    for place, value in enumerate(reached):
        flags = [flag for one in reached[place:] for flag in holders[one]]
        line = line.plus(any_of(space.model, flags), value - before)
        before = value
    return line


def _added(space: Space, expr: Expr, entry: Entry) -> Linear:
    left, right = (space.amount(part, entry) for part in expr.parts)
    return left.plus(right, 1 if expr.op == "+" else -1)


def _multiplied(space: Space, expr: Expr, entry: Entry) -> Linear:
    left, right = (space.amount(part, entry) for part in expr.parts)
    if left.fixed:
        return right.times(left.constant)
    if right.fixed:
        return left.times(right.constant)
    raise NotLinearError(expr.text or "*")


def _divided(space: Space, expr: Expr, entry: Entry) -> Linear:
    line, by = (space.amount(part, entry) for part in expr.parts)
    if not by.fixed or by.constant <= 0:
        raise NotLinearError(expr.text or expr.op)
    low, high = space.model.range(line)
    quotient = space.model.variable(low // by.constant, high // by.constant)
    rest = line.plus(Linear({quotient: by.constant}), -1)
    space.model.hold(rest, 0, by.constant - 1)
    return Linear({quotient: 1}) if expr.op == "//" else rest


def _extreme(space: Space, expr: Expr, entry: Entry) -> Linear:
    """min(a, b) is a where a <= b, else b; the choice is a binary."""
    left, right = (space.amount(part, entry) for part in expr.parts)
    first = space.compared("<=" if expr.op == "min" else ">=", left, right)
    if first.fixed:
        return left if first.constant else right
    ends = (*space.model.range(left), *space.model.range(right))
    low, high = min(ends), max(ends)
    value = space.model.variable(low, high)
    for line, chosen in ((left, first), (right, opposite(first))):
        gap = Linear({value: 1}).plus(line, -1)
        slack = high - low
        space.model.hold(gap.plus(chosen, slack), -float("inf"), slack)
        space.model.hold(gap.plus(chosen, -slack), -slack, float("inf"))
    return Linear({value: 1})


def _negative(space: Space, expr: Expr, entry: Entry) -> Linear:
    return space.amount(expr.parts[0], entry).times(-1)


def _defined(space: Space, expr: Expr, entry: Entry) -> Linear:
    return space.amount(expr.parts[0], entry)


_AMOUNTS: dict[str, Callable[[Space, Expr, Entry], Linear]] = {
    "size": _size,
    "count": _count,
    "different": _different,
    "sum": _sum,
    "largest": _largest,
    "+": _added,
    "-": _added,
    "*": _multiplied,
    "//": _divided,
    "%": _divided,
    "min": _extreme,
    "max": _extreme,
    "negative": _negative,
    "define": _defined,
}

__all__ = ["NOBODY", "Cell", "NotLinearError", "Space"]
