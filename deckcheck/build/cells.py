"""The cards that a model may choose, each in a section with as many copies as a sum of variables says."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from deckcheck.build.model import Linear, Model, indicator, number, product, total
from deckcheck.cards.pool import Card
from deckcheck.decks.deck import Entry
from deckcheck.expr import Expr
from deckcheck.expr.operators import DECK, OPERATORS
from deckcheck.expr.values import Result, Run
from deckcheck.record import dataclass
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
# What expressions say of a card in a section, whatever the deck: worked out once for all decks.
Memo = dict[tuple[Run, Card, str], Result]


class Cells:
    """The cells of a model, and what rules see of the deck that they make.

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

    def counted(self, cell: Cell, flag: Linear) -> Linear:
        """The copies of a cell where its flag is 1, else 0."""
        return product(self.model, cell.copies, flag)

    def reads_deck(self, expr: Expr) -> bool:
        """Whether its value hangs on the deck beyond the pinned cards."""
        if not expr.deck:
            return False
        if expr.op == "member":
            return expr.owner not in self.pinned
        return OPERATORS[expr.op].reads == DECK or any(map(self.reads_deck, expr.parts))

    def plain(self, expr: Expr, entry: Entry) -> Result:
        """The value of an expression that reads no deck; UNKNOWN where it cannot be known."""
        if expr.deck or expr.outer or entry.card is None:
            return expr.run(entry, self.view)
        key = expr.run, entry.card, entry.section
        if key not in self._memo:
            self._memo[key] = expr.run(entry, self.view)
        return self._memo[key]
