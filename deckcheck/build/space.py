"""Expressions over the decks that a model may choose: numbers as amounts, tests as flags, sets by their values."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Any

from deckcheck.build import amounts
from deckcheck.build.amounts import NEVER, Amount, Spelled
from deckcheck.build.cells import Cells, Members, NotLinearError
from deckcheck.build.model import Linear, all_of, number, opposite
from deckcheck.decks.deck import Entry
from deckcheck.expr import UNKNOWN, Expr, Type
from deckcheck.expr.names import values_of
from deckcheck.expr.operators import OPERATORS, PLAIN, Form
from deckcheck.expr.values import Unknown


@cache
def form_of(word: str) -> Callable[..., Any]:
    """The function that a word's cell names.

    :raises NotLinearError: it has none.
    """
    cell = OPERATORS[word].linear
    if cell is None or cell == PLAIN:
        raise NotLinearError(word)
    return getattr(amounts, cell)  # type: ignore[no-any-return]


class Space(Cells):
    """The cells of a model, and what expressions come to over them.

    What an expression reads that does not hang on the deck is worked out by its closure.
    """

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
        row = OPERATORS[expr.op]
        if row.opposite_of:
            return opposite(self._flag(row.opposite_of, expr, entry))
        return self._flag(expr.op, expr, entry)

    def _flag(self, word: str, expr: Expr, entry: Entry) -> Linear:
        form, work_out = OPERATORS[word].form, form_of(word)
        flag: Linear
        if form == Form.TESTS:  # those that the card alone decides come first: they may spare the others
            flag = work_out(self, (self.flag(part, entry) for part in sorted(expr.parts, key=self.reads_deck)))
        elif form == Form.FIELD:
            flag = work_out(self, self.values(expr.parts[0], entry))
        elif any(part.type is Type.NUMBER for part in expr.parts) and not any(part.many for part in expr.parts):
            flag = self._compared(work_out, expr, entry)
        elif form == Form.SETS:
            spelled = any(part.names for part in expr.parts)
            flag = work_out(self, *(self.values(part, entry, spelled=spelled) for part in expr.parts))
        else:
            raise NotLinearError(expr.text or word)
        return flag

    def _compared(self, work_out: Callable[..., Linear], expr: Expr, entry: Entry) -> Linear:
        """A comparison of numbers; it is false of a number that is not there, but beside the word none."""
        left, right = (self.amount(part, entry) for part in expr.parts)
        if any(part.type is Type.NONE for part in expr.parts):
            return opposite(left.there if expr.parts[1].type is Type.NONE else right.there)
        if left.missing or right.missing:
            return number(0)
        return all_of(self.model, [work_out(self, left.line, right.line), left.there, right.there])

    def values(self, expr: Expr, entry: Entry, *, spelled: bool = False) -> Spelled:
        """Each value an expression may have, with the flag that says whether it has it."""
        if not self.reads_deck(expr):
            values = values_of(expr, entry, self.view, spelled=spelled)
            if isinstance(values, Unknown):
                raise NotLinearError(expr.text or expr.op)
            return dict.fromkeys(values, number(1))
        if expr.op == "define":
            return self.values(expr.parts[0], entry, spelled=spelled)
        found: Spelled
        if expr.op == "member":
            found = form_of(expr.op)(self, expr, spelled)
        elif expr.op == "|":
            found = form_of(expr.op)(self, [self.values(part, entry, spelled=spelled) for part in expr.parts])
        else:
            raise NotLinearError(expr.text or expr.op)
        return found

    def amount(self, expr: Expr, entry: Entry) -> Amount:
        """A number as a sum of variables, and whether it is there.

        :raises NotLinearError: it cannot be said so, or cannot be known.
        """
        if not self.reads_deck(expr):
            value = self.plain(expr, entry)
            if value is None:
                return NEVER
            if not isinstance(value, int) or isinstance(value, bool):
                raise NotLinearError(expr.text or expr.word)
            return Amount(number(value))
        if expr.op == "define":
            return self.amount(expr.parts[0], entry)
        form, work_out = OPERATORS[expr.op].form, form_of(expr.op)
        found: Amount
        if form == Form.NUMBERS:
            parts = [self.amount(part, entry) for part in expr.parts]
            found = NEVER if any(part.missing for part in parts) else work_out(self, *parts)
        elif form == Form.VALUES:
            found = work_out(self, *(partial(self.amount, part, entry) for part in expr.parts))
        elif form == Form.TABLE:
            by, *limits = expr.parts
            later = (partial(self.amount, part, entry) for part in limits)
            rows = dict(zip(expr.choices or (), later, strict=True))
            if self.reads_deck(by):
                raise NotLinearError(expr.text or expr.op)
            found = work_out(self, self.plain(by, entry), rows)
        elif form == Form.COUNT:
            found = work_out(self, self.matching(expr.owner, expr.parts[0] if expr.parts else None, entry))
        elif form == Form.MEASURE:
            what, *tests = expr.parts
            members = self.matching(expr.owner, tests[0] if tests else None, entry)
            found = work_out(self, [(cell, flag, self._weight(what, cell.entry)) for cell, flag in members])
        elif expr.op == "size":
            found = work_out(self, expr)
        else:
            raise NotLinearError(expr.text or expr.op)
        return found

    def _weight(self, what: Expr, entry: Entry) -> int | None:
        value = UNKNOWN if self.reads_deck(what) else self.plain(what, entry)
        if value is not None and not isinstance(value, int):
            raise NotLinearError(what.text or what.op)
        return value

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
