"""A fast first look at a deck: which rules may be broken, so that only those are judged in full.

What a rule adds up for a card in a section never changes, so it is worked out once and kept as a row:
the weights of additive rules, the copy key with the smallest copy limit, the values of `different`.
A rule whose tests read the deck, or a card that cannot be decided, always goes to the kernel.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from deckcheck.cards.pool import Card
from deckcheck.decks.deck import Entry
from deckcheck.expr import Expr
from deckcheck.expr.values import Result
from deckcheck.record import dataclass
from deckcheck.rules.records import MAX, MIN, Rule
from deckcheck.rules.view import NOBODY, DeckView


@dataclass(frozen=True, slots=True)
class Row:
    """What one copy of a card in a section adds: (place, weight), (place, key, limit), (place, values)."""

    weights: tuple[tuple[int, int], ...]
    copies: tuple[tuple[int, Result, int], ...]
    values: tuple[tuple[int, tuple[Result, ...]], ...]


class Screen:
    """The first look for one set of rules, lists, params and day."""

    def __init__(self, rules: Sequence[Rule], view: DeckView) -> None:
        self.rules = rules
        self._view = view
        self._rows: dict[tuple[Card, str], Row | None] = {}
        self._sums: list[tuple[int, Rule, int, float]] = []  # rule, smallest and largest allowed total
        self._copies: list[tuple[int, Rule]] = []
        self._different: list[tuple[int, Rule, int]] = []
        self._always: list[int] = []
        for place, rule in enumerate(rules):
            self._sort(place, rule)

    def _sort(self, place: int, rule: Rule) -> None:
        if not _static(rule):
            self._always.append(place)
        elif rule.kind == "copies" and all(b.op == MAX for b in rule.bounds):
            self._copies.append((place, rule))
        elif rule.key is None and (window := self._window(rule)) is not None:
            if rule.measure != "different":
                self._sums.append((place, rule, *window))
            elif window[0] <= 0:
                self._different.append((place, rule, int(min(window[1], 10**9))))
            else:
                self._always.append(place)
        else:
            self._always.append(place)

    def _window(self, rule: Rule) -> tuple[int, float] | None:
        """The totals that surely break nothing; None where the bounds are no fixed numbers."""
        low: int = -(10**9)
        high = float("inf")
        for bound in rule.bounds:
            value = bound.limits[0].run(NOBODY, self._view)
            if len(bound.limits) > 1 or not isinstance(value, int):
                return None
            low = low if bound.op == MAX else max(low, value)
            high = high if bound.op == MIN else min(high, value)
        return low, high

    def suspects(self, entries: Sequence[Entry]) -> Mapping[int, Sequence[Entry] | None]:
        """The places of the rules to judge, in order, each with the entries to judge it by: None is all of them.

        Of a rule about copies they are those of which there are too many. All rules are to be judged where
        a card is unknown or its record faulty.
        """
        sums: dict[int, int] = {}
        copies: dict[tuple[int, Result], int] = {}
        least: dict[tuple[int, Result], int] = {}  # of copies with limits of their own the smallest holds
        values: dict[int, set[Result]] = {}
        over: set[tuple[int, Result]] = set()
        rows = self._rows
        for entry in entries:
            card = entry.card
            if card is None:
                return dict.fromkeys(range(len(self.rules)))
            try:
                row = rows[card, entry.section]
            except KeyError:
                row = rows[card, entry.section] = self._row(entry)
            if row is None:
                return dict.fromkeys(range(len(self.rules)))
            count = entry.count
            for place, weight in row.weights:
                sums[place] = sums.get(place, 0) + weight * count
            for place, key, limit in row.copies:
                spot = place, key
                total = copies[spot] = copies.get(spot, 0) + count
                most = least[spot] = min(limit, least.get(spot, limit))
                if total > most:
                    over.add(spot)
            for place, more in row.values:
                values.setdefault(place, set()).update(more)
        found: dict[int, list[Entry] | None] = dict.fromkeys(self._always)
        for place, _, low, high in self._sums:
            if not low <= sums.get(place, 0) <= high:
                found[place] = None
        for place, _, high in self._different:
            if len(values.get(place, ())) > high:
                found[place] = None
        if over:
            self._share_out(entries, over, found)
        return dict(sorted(found.items())) if found else found

    def _share_out(
        self, entries: Sequence[Entry], over: Collection[tuple[int, Result]], found: dict[int, list[Entry] | None]
    ) -> None:
        """The entries of which there are too many, to the rules that say so."""
        for entry in entries:
            row = self._rows[entry.card, entry.section] if entry.card is not None else None
            for place, key, _ in row.copies if row is not None else ():
                if (place, key) in over:
                    several = found.setdefault(place, [])
                    if several is not None:
                        several.append(entry)

    def _row(self, entry: Entry) -> Row | None:
        """The row of a card in a section, or None where something about it cannot be decided."""
        if entry.card is None or entry.card.unreadable:
            return None
        view, section = self._view, entry.section
        view.doubtful = False
        weights = tuple(
            (place, self._weight(rule, entry))
            for place, rule, *_ in self._sums
            if section in rule.sections and _about(rule, entry, view)
        )
        copies = tuple(
            (place, view.key(entry), self._limit(rule, entry))
            for place, rule in self._copies
            if section in rule.sections and _about(rule, entry, view)
        )
        values = tuple(
            (place, _spread(rule.what.run(entry, view)))
            for place, rule, _ in self._different
            if section in rule.sections and _about(rule, entry, view) and rule.what
        )
        return None if view.doubtful else Row(tuple(w for w in weights if w[1]), copies, values)

    def _weight(self, rule: Rule, entry: Entry) -> int:
        if rule.what is None:
            return 1
        value = rule.what.run(entry, self._view)
        if isinstance(value, int):
            return value
        self._view.doubt()
        return 0

    def _limit(self, rule: Rule, entry: Entry) -> int:
        """The limit of the card; below nothing where there is none, or it is in doubt: the kernel tells."""
        value = rule.bounds[0].limits[0].run(entry, self._view)
        return value if isinstance(value, int) else -1


def _static(rule: Rule) -> bool:
    """Whether nothing but the card and its section decides what it adds."""
    exprs: list[Expr] = [e for e in (rule.of, rule.key, rule.what) if e is not None]
    exprs += [limit for bound in rule.bounds for limit in bound.limits]
    if rule.across != "each" or any(e.deck for e in exprs):
        return False
    # A guard can only excuse, unless it is in doubt itself: that is for the kernel to say.
    return rule.when is None or not _may_doubt(rule.when)


def _may_doubt(expr: Expr) -> bool:
    return expr.op in ("member", "sum") or any(map(_may_doubt, expr.parts))


def _about(rule: Rule, entry: Entry, view: DeckView) -> bool:
    if rule.of is None:
        return True
    value = rule.of.run(entry, view)
    if isinstance(value, bool):
        return value
    if value is not None:
        view.doubt()
    return False


def _spread(value: Result) -> tuple[Result, ...]:
    if isinstance(value, tuple | frozenset):
        return tuple(value)
    return () if value is None else (value,)
