"""A fast first look at a deck: which rules may be broken, so that only those are judged in full.

What a card in a section is to a rule (`rules/measure.py`) never changes unless the rule reads the rest of the deck,
so it is asked once and kept as a row. A rule that reads the deck always goes to the kernel, as do all rules where
a card leaves something in doubt.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from deckcheck.cards.pool import Card
from deckcheck.decks.deck import Entry
from deckcheck.expr import Expr, Type
from deckcheck.record import dataclass
from deckcheck.rules.limits import Limit, worked_out
from deckcheck.rules.measure import MEASURES, Key, about, keys
from deckcheck.rules.rule import MAX, Rule
from deckcheck.rules.view import DeckView

_NO_LIMIT = 10**18


@dataclass(frozen=True, slots=True)
class RuleWeights:
    """What one copy of a card in a section adds to the rules, each by its place.

    `weights`: to a number that is held to fixed limits.
    `copies`: to the copies of a group, by its number, with the most that it may have for the sake of this card.
    `values`: to the different values.
    """

    weights: tuple[tuple[int, int], ...]
    copies: tuple[tuple[int, int], ...]
    values: tuple[tuple[int, tuple[Key, ...]], ...]


class Prefilter:
    """The first look for one set of rules, lists, params and day."""

    def __init__(self, rules: Sequence[Rule], view: DeckView) -> None:
        self.rules = rules
        self._view = view
        self._rows: dict[tuple[Card, str], RuleWeights | None] = {}
        self._fixed: dict[int, tuple[Limit, ...]] = {}  # measured as a whole: the limits of each
        self._kept: dict[int, set[int]] = {}  # of those, what is known to keep all of the limits
        self._grouped: list[int] = []  # copies in groups, of which there may be too many
        self._groups: dict[tuple[int, Key], int] = {}  # a rule and one of its groups → the number of the two
        self._place_of: list[int] = []  # the number of a group → its rule
        self._always: list[int] = []  # for the kernel, whatever the deck
        for place, rule in enumerate(rules):
            limits = [worked_out(bound, (), view) for bound in rule.bounds] if rule.key is None else [None]
            reads_deck = any(expr.deck for expr in rule.exprs if expr is not rule.when)
            if rule.across != "each" or reads_deck or not (rule.when is None or _sure(rule.when)):
                self._always.append(place)
            elif rule.key is not None and MEASURES[rule.measure].copies and all(b.op == MAX for b in rule.bounds):
                self._grouped.append(place)
            elif all(limits) and (MEASURES[rule.measure].adds or MEASURES[rule.measure].brings):
                self._fixed[place] = tuple(limit for limit in limits if limit is not None)
                self._kept[place] = set()
            else:
                self._always.append(place)

    def suspects(self, entries: Sequence[Entry]) -> Mapping[int, Sequence[Entry] | None]:
        """The places of the rules to judge, in order, each with the entries to judge it by: None is all of them.

        Of a rule about copies they are those of which there are too many. All rules are to be judged where
        a card is unknown or its record faulty.
        """
        sums: dict[int, int] = {}
        copies: dict[int, int] = {}
        least: dict[int, int] = {}  # of copies with limits of their own the smallest holds
        different: dict[int, set[Key]] = {}
        over: set[int] = set()
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
            for place, one in row.weights:
                sums[place] = sums.get(place, 0) + one * count
            for number, limit in row.copies:
                total = copies[number] = copies.get(number, 0) + count
                most = least[number] = min(limit, least.get(number, limit))
                if total > most:
                    over.add(number)
            for place, more in row.values:
                different.setdefault(place, set()).update(more)
        for place, found_values in different.items():
            sums[place] = len(found_values)
        found: dict[int, list[Entry] | None] = dict.fromkeys(self._always)
        for place, kept in self._kept.items():
            measured = sums.get(place, 0)
            if measured in kept:
                continue
            if any(limit.broken_by(measured) for limit in self._fixed[place]):
                found[place] = None
            else:
                kept.add(measured)
        if over:
            self._share_out(entries, over, found)
        return dict(sorted(found.items())) if found else found

    def _share_out(self, entries: Sequence[Entry], over: Collection[int], found: dict[int, list[Entry] | None]) -> None:
        """The entries of which there are too many, to the rules that say so: each entry once."""
        places = self._place_of
        for entry in entries:
            row = self._rows[entry.card, entry.section] if entry.card is not None else None
            for number, _ in row.copies if row is not None else ():
                if number in over:
                    several = found.setdefault(places[number], [])
                    if several is not None and (not several or several[-1] is not entry):
                        several.append(entry)

    def _row(self, entry: Entry) -> RuleWeights | None:
        """The row of a card in a section, or None where something about it cannot be decided."""
        if entry.card is None or entry.card.unreadable:
            return None
        view, section = self._view, entry.section
        view.certain()
        concerned = [
            (place, self.rules[place])
            for place in (*self._fixed, *self._grouped)
            if section in self.rules[place].sections and about(self.rules[place], entry, view)
        ]
        copies: list[tuple[int, int]] = []
        weights: list[tuple[int, int]] = []
        different: list[tuple[int, tuple[Key, ...]]] = []
        for place, rule in concerned:
            row = MEASURES[rule.measure]
            if rule.key is not None:
                limit = worked_out(rule.bounds[0], [entry], view)
                most = limit.values[0] if limit is not None else _NO_LIMIT
                copies.extend((self._number(place, key), most) for key in keys(rule, entry, view))
            elif row.brings:
                different.append((place, row.brings(rule, entry, view)))
            elif row.adds and (one := row.adds(rule, entry, view)):
                weights.append((place, one))
        return None if view.doubtful else RuleWeights(tuple(weights), tuple(copies), tuple(different))

    def _number(self, place: int, key: Key) -> int:
        number = self._groups.setdefault((place, key), len(self._groups))
        if number == len(self._place_of):
            self._place_of.append(place)
        return number


def _sure(guard: Expr) -> bool:
    """Whether a guard is never in doubt while all cards are known, so that it can only excuse a deck."""
    if not guard.deck:
        return True
    certain = guard.op in ("count", "size") or (guard.type is Type.TRUTH and guard.parts)
    return bool(certain) and all(map(_sure, guard.parts))
