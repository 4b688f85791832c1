"""The decks that a repair may choose from, and expressions over them as sums and flags of a model."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from deckcheck.build.model import Linear, Model, all_of, any_of, indicator, number, opposite, product, total
from deckcheck.cards.names import normalise
from deckcheck.cards.pool import Card
from deckcheck.decks.deck import Entry
from deckcheck.expr import UNKNOWN, Expr, Type
from deckcheck.expr.values import Result, Run
from deckcheck.rules.measure import spread
from deckcheck.rules.view import DeckView


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


Members = list[tuple[Cell, Linear]]
Spelled = Mapping[object, Linear]
# What expressions say of a card in a section, whatever the deck: worked out once for all decks.
Memo = dict[tuple[Run, Card, str], Result]


class Space:
    """The cells of a model, and expressions over them.

    The deck's view is empty but for the cards that are `pinned` in sections of one card, so an
    expression that reads no more of the deck than those has a plain value. `focus`: the cells that a
    bare count looks at. `singles`: the sections whose one card's fields are read as single values.
    `slips`: where it is not None, rows may be broken, and it holds by how much each is. `memo`
    may be shared by the spaces of one set of rules.
    """

    def __init__(
        self,
        model: Model,
        view: Callable[[Iterable[Entry]], DeckView],
        cells: Sequence[Cell],
        inside: Iterable[str],
        singles: Iterable[str],
        memo: Memo | None = None,
    ) -> None:
        self.model = model
        self.cells = cells
        self.focus: Sequence[Cell] = cells
        self.slips: list[Linear] | None = None
        self.singles = frozenset(singles)
        self._make_view = view
        self._memo: Memo = {} if memo is None else memo
        self._inside = frozenset(inside)
        self._present: dict[tuple[int, ...], Linear] = {}
        self._of: dict[frozenset[str], list[Cell]] = {}
        self.pinned: Mapping[str, Entry | None] = {}
        self.view = view(())

    def pin(self, leaders: Mapping[str, Entry | None]) -> None:
        """From now on the sections of one card hold these cards (for what reads their fields); None is no such card."""
        self.pinned = leaders
        self.view = self._make_view([entry for entry in leaders.values() if entry is not None])

    def forget(self, variables: int) -> None:
        """Drop what was made of variables beyond so many: the rule that asked for them is given up."""
        self._present = {key: flag for key, flag in self._present.items() if max(flag.terms) < variables}

    def of_sections(self, sections: Iterable[str]) -> list[Cell]:
        wanted = frozenset(sections)
        if wanted not in self._of:
            self._of[wanted] = [cell for cell in self.cells if cell.section in wanted]
        return self._of[wanted]

    def owned(self, owner: str | None) -> Sequence[Cell]:
        """The cells of a section; of "deck" all; of None those a rule looks at."""
        if owner is None:
            return self.focus
        return self.of_sections(self._inside if owner == "deck" else (owner,))

    def present(self, cells: Sequence[Cell]) -> Linear:
        """1 where the deck holds a copy of one of the cells."""
        line = total(cell.copies for cell in cells)
        low, high = self.model.range(line)
        if high <= 0 or low >= 1:
            return number(int(low >= 1))
        key = tuple(sorted(line.terms))
        if key not in self._present:
            self._present[key] = Linear({indicator(self.model, line, 1): 1})
        return self._present[key]

    # -- expressions -------------------------------------------------------------------------------

    def reads_deck(self, expr: Expr) -> bool:
        """Whether its value hangs on the deck beyond the pinned cards."""
        if not expr.deck:
            return False
        if expr.op == "member":
            return expr.owner not in self.pinned
        if expr.op in _OVER_THE_DECK or not expr.parts:
            return True
        return any(map(self.reads_deck, expr.parts))

    def plain(self, expr: Expr, entry: Entry) -> Result:
        """The value of an expression that reads no deck; UNKNOWN where it cannot be known."""
        if expr.deck or expr.outer or entry.card is None:
            return expr.run(entry, self.view)
        key = expr.run, entry.card, entry.section
        if key not in self._memo:
            self._memo[key] = expr.run(entry, self.view)
        return self._memo[key]

    def unknown(self, expr: Expr, entry: Entry) -> bool:
        """Whether its value cannot be known, whatever the rest of the deck."""
        return not self.reads_deck(expr) and self.plain(expr, entry) is UNKNOWN

    def flag(self, expr: Expr, entry: Entry) -> Linear:
        """A test as 0, 1 or a binary variable.

        :raises NotLinearError: it cannot be said so, or the test of this card cannot be decided.
        """
        if not self.reads_deck(expr):
            value = self.plain(expr, entry)
            if value is UNKNOWN:
                raise NotLinearError(expr.text or expr.op)
            return number(int(bool(value)))
        if expr.op == "define":
            return self.flag(expr.parts[0], entry)
        if expr.op == "not":
            return opposite(self.flag(expr.parts[0], entry))
        if expr.op in ("and", "or"):
            return self._joined(expr, entry)
        if len(expr.parts) != 2:
            raise NotLinearError(expr.text or expr.op)
        left, right = expr.parts
        if Type.NUMBER in (left.type, right.type) and expr.op in _COMPARED and not (left.many or right.many):
            return self._compared(expr.op, left, right, entry)
        return self._membership(expr, left, right, entry)

    def _joined(self, expr: Expr, entry: Entry) -> Linear:
        """Tests that the card alone decides come first: they may spare the others."""
        stop = int(expr.op == "or")
        flags: list[Linear] = []
        for part in sorted(expr.parts, key=self.reads_deck):
            flag = self.flag(part, entry)
            if flag.fixed and flag.constant == stop:
                return flag
            flags.append(flag)
        return any_of(self.model, flags) if stop else all_of(self.model, flags)

    def _compared(self, op: str, left: Expr, right: Expr, entry: Entry) -> Linear:
        """A comparison of numbers; it is false of a number that is not there, but for `!=`."""
        both: list[Linear] = []
        there: list[Linear] = []
        for side in (left, right):
            if side.type is Type.NONE:
                raise NotLinearError(side.text or side.op)
            line = self.amount(side, entry)
            if line is None:
                return number(int(op == "!="))
            both.append(line)
            there.append(self.exists(side, entry))
        if op == "!=":
            return opposite(all_of(self.model, [self.ordered("==", *both), *there]))
        return all_of(self.model, [self.ordered(op, *both), *there])

    def ordered(self, op: str, left: Linear, right: Linear) -> Linear:
        if op == "==":
            return all_of(self.model, [self.ordered("<=", left, right), self.ordered(">=", left, right)])
        line = left.plus(right, -1) if op in (">", ">=") else right.plus(left, -1)
        least = 1 if op in ("<", ">") else 0
        low, high = self.model.range(line)
        if low >= least or high < least:
            return number(int(low >= least))
        return Linear({indicator(self.model, line, least): 1})

    def _membership(self, expr: Expr, left: Expr, right: Expr, entry: Entry) -> Linear:
        """`x in S`, `A has S`, `A within S`, `x == A | B`: by the presence of each value."""
        op = {"not in": "in", "!=": "=="}.get(expr.op, expr.op)
        spelled = left.names or right.names
        a, b = self._values(left, entry, spelled=spelled), self._values(right, entry, spelled=spelled)
        if op == "within":
            flags = [any_of(self.model, [opposite(here), b.get(value, number(0))]) for value, here in a.items()]
            result = all_of(self.model, flags)
        elif op in ("==", "in", "has"):
            shared = [all_of(self.model, [here, b[value]]) for value, here in a.items() if value in b]
            result = any_of(self.model, shared)
        else:
            raise NotLinearError(expr.text or expr.op)
        return opposite(result) if op != expr.op else result

    def _values(self, expr: Expr, entry: Entry, *, spelled: bool) -> Spelled:
        """Each value an expression may have, with the flag that says whether it has it."""
        spell: Callable[[object], object] = (lambda v: normalise(str(v))) if spelled else (lambda v: v)
        if expr.op == "define":
            return self._values(expr.parts[0], entry, spelled=spelled)
        if expr.op == "|":
            found: dict[object, list[Linear]] = {}
            for part in expr.parts:
                for value, here in self._values(part, entry, spelled=spelled).items():
                    found.setdefault(value, []).append(here)
            return {value: any_of(self.model, flags) for value, flags in found.items()}
        if not self.reads_deck(expr):
            if expr.op == "field" and expr.names and spelled and entry.card:
                return {normalise(name): number(1) for name in entry.card.names}
            value = self.plain(expr, entry)
            if value is UNKNOWN:
                raise NotLinearError(expr.text or expr.op)
            return {spell(one): number(1) for one in spread(value)}
        if expr.op != "member":
            raise NotLinearError(expr.text or expr.op)
        holders: dict[object, list[Cell]] = {}
        for cell in self.owned(expr.owner):
            card = cell.entry.card
            if card is None:
                continue
            own = map(normalise, card.names) if expr.word == "name" else map(spell, spread(_field(card, expr.word)))
            for value in own:
                holders.setdefault(value, []).append(cell)
        return {value: self.present(cells) for value, cells in holders.items()}

    def amount(self, expr: Expr, entry: Entry) -> Linear | None:
        """A number as a sum of variables; None where there is none for this card.

        :raises NotLinearError: it cannot be said so, or cannot be known.
        """
        if not self.reads_deck(expr):
            value = self.plain(expr, entry)
            if value is None or (isinstance(value, int) and not isinstance(value, bool)):
                return None if value is None else number(value)
            raise NotLinearError(expr.text or expr.word)
        from deckcheck.build.amounts import AMOUNTS

        if expr.op not in AMOUNTS:
            raise NotLinearError(expr.text or expr.op)
        return AMOUNTS[expr.op](self, expr, entry)

    def exists(self, expr: Expr, entry: Entry) -> Linear:
        """1 where the number is there: of no cards there is no largest and no smallest."""
        if not self.reads_deck(expr):
            return number(1)
        if expr.op in ("largest", "smallest"):
            matching = self.matching(expr.owner, expr.parts[1] if len(expr.parts) > 1 else None, entry)
            return any_of(self.model, [all_of(self.model, [f, self.present([c])]) for c, f in matching])
        if expr.op in _OVER_THE_DECK:
            return number(1)
        return all_of(self.model, [self.exists(part, entry) for part in expr.parts])

    def matching(self, owner: str | None, test: Expr | None, entry: Entry) -> Members:
        """The cells that may match a test, each with its flag; a card that is not known matches nothing."""
        before, self.view.it = self.view.it, entry
        found = []
        for cell in self.owned(owner):
            if test is None:
                found.append((cell, number(1)))
            elif cell.entry.card is not None:
                flag = self.flag(test, cell.entry)
                if not flag.fixed or flag.constant:
                    found.append((cell, flag))
        self.view.it = before
        return found

    def counted(self, cell: Cell, flag: Linear) -> Linear:
        """The copies of a cell where its flag is 1, else 0."""
        return product(self.model, cell.copies, flag)


_COMPARED = ("<", "<=", ">", ">=", "==", "!=")
_OVER_THE_DECK = ("size", "count", "different", "sum", "largest", "smallest", "member")


def _field(card: Card, word: str) -> Result:
    if word in card.unreadable:
        raise NotLinearError(word)
    return card.fields.get(word)
