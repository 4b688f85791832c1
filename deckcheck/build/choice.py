"""The model of all decks within so many changes of a deck: its cells, what each change costs, the rules as rows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b

from deckcheck.build.cells import Cell, Memo, NotLinearError
from deckcheck.build.model import INFINITE, Linear, Model, number, total
from deckcheck.build.rows import add_rule
from deckcheck.build.space import Space
from deckcheck.cards.pool import Card
from deckcheck.decks.deck import Entry
from deckcheck.record import dataclass, field
from deckcheck.report import Severity
from deckcheck.rules.check import Checker
from deckcheck.rules.limits import worked_out
from deckcheck.rules.measure import MEASURES, about, keys
from deckcheck.rules.rule import MIN, Rule

Spot = tuple[Card, str]


@dataclass(frozen=True, slots=True)
class CellCopies:
    """A card in a section as the model sees it: so many copies before, `up` added and `down` taken away."""

    cell: Cell
    before: int
    up: Linear
    down: Linear


@dataclass(slots=True)
class Choice:
    """The decks to choose from. `asked`: ids of the rules that rows do not say, to be checked afterwards.

    `changes` is their number, `loss` what they take from the deck; `order` are the sections of the game.
    `slips`: by how much rules that may be broken are, the worst severity first.
    """

    model: Model
    space: Space
    places: list[CellCopies]
    changes: Linear = field(default_factory=Linear)
    loss: Linear = field(default_factory=Linear)
    asked: list[str] = field(default_factory=list)
    order: tuple[str, ...] = ()
    slips: list[Linear] = field(default_factory=list)

    def copies(self, values: Sequence[int]) -> dict[Spot, int]:
        """How many copies of each known card the solution has in each section."""
        found: dict[Spot, int] = {}
        for place in self.places:
            card = place.cell.entry.card
            if card is not None:
                line = place.cell.copies
                count = line.constant + sum(values[v] * f for v, f in line.terms.items())
                if count or place.before:
                    found[card, place.cell.section] = count
        return found


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a choice is made of.

    `budget`: the most copies added and the most cards taken of each class. `fixed`: no card is taken
    away or moved. `owned`: the most copies of a card in the whole deck (None: as many as the rules allow).
    `undecided`: ids of the rules that the deck itself leaves undecided; `uncertain`: those of them of which cards
    are the cause that are not known or their records at fault.
    """

    budget: int
    fixed: bool = False
    owned: Mapping[Card, int] | None = None
    undecided: frozenset[str] = frozenset()
    uncertain: frozenset[str] = frozenset()


def binding(checker: Checker, severities: Iterable[Severity] = (Severity.ERROR,)) -> tuple[Rule, ...]:
    """The rules whose breach makes a deck illegal, or those of the severities that are heeded."""
    return tuple(rule for rule in checker.ruleset.rules if rule.severity in severities)


def open_sections(checker: Checker, rules: Iterable[Rule]) -> tuple[str, ...]:
    """The sections that cards may go to: those of the deck, and those outside that a rule looks at."""
    looked = {section for rule in rules for section in rule.sections}
    return tuple(s.id for s in checker.game.sections.values() if not s.beside_deck or s.id in looked)


def make_choice(
    checker: Checker,
    rules: Sequence[Rule],
    entries: Sequence[Entry],
    fresh: Iterable[Card],
    wanted: Wanted,
    known: Ceilings | None = None,
    soft_rules: Sequence[Rule] = (),
) -> Choice:
    """The decks within `wanted.budget` changes of the entries, held to the rules.

    `fresh`: the cards that may be taken besides the deck's own. `known`: what is known of these rules
    from the decks before. `soft_rules`: rules that may be broken; `slips` of the choice says by how much.
    """
    model = Model()
    before: dict[Card, dict[str, int]] = {}
    unknown: list[CellCopies] = []
    for entry in entries:
        if entry.card is None:
            cell = Cell(entry, number(entry.count))
            unknown.append(CellCopies(cell, entry.count, number(0), number(0)))
        else:
            spots = before.setdefault(entry.card, {})
            spots[entry.section] = spots.get(entry.section, 0) + entry.count
    sections = open_sections(checker, rules)
    ceiling = known or Ceilings(checker, rules)
    places: list[CellCopies] = list(unknown)
    changes: list[Linear] = []
    loss: list[Linear] = []
    for card, counts in (*before.items(), *((card, {}) for card in fresh if card not in before)):
        made = _places(model, card, counts, sections, ceiling, wanted)
        places += made
        ups, downs = total(p.up for p in made), total(p.down for p in made)
        spent = _larger(model, ups, downs)
        changes.append(spent)
        # Of as many changes a moved copy is no loss, an added one a small loss, a removed one a large loss.
        loss.append(spent.times(3).plus(ups, -2).plus(downs, -1))
        if wanted.owned is not None and not ups.fixed:
            have = sum(counts.values())
            model.hold(ups.plus(downs, -1), -INFINITE, max(0, wanted.owned.get(card, 0) - have))
    singles = [s.id for s in checker.game.sections.values() if s.cards == 1]
    inside = [s.id for s in checker.game.sections.values() if not s.beside_deck]
    space = Space(model, checker.view, [p.cell for p in places], inside, singles, ceiling.memo)
    choice = Choice(model, space, places, total(changes), total(loss), order=tuple(checker.game.sections))
    choice.asked += [rule.id for rule in rules if not _added(rule, space, rule.id in wanted.undecided, wanted)]
    for severity in Severity:
        space.slips = []
        for rule in soft_rules:
            if rule.severity is severity:
                _added(rule, space, True, wanted)
        if space.slips:
            choice.slips.append(total(space.slips))
    space.slips = None
    return choice


def _added(rule: Rule, space: Space, undecided: bool, wanted: Wanted) -> bool:
    """Hold the model to a rule; False where rows do not say it."""
    model = space.model
    kept = len(model.low), len(model.rows), len(space.slips or ())
    try:
        add_rule(rule, space, undecided=undecided, uncertain=rule.id in wanted.uncertain)
    except NotLinearError:
        del model.rows[kept[1] :]
        space.forget(kept[0])
        del model.low[kept[0] :], model.high[kept[0] :]
        if space.slips:
            del space.slips[kept[2] :]
        space.pin({})
        return False
    return True


def _places(
    model: Model, card: Card, counts: Mapping[str, int], sections: Sequence[str], ceiling: Ceilings, wanted: Wanted
) -> list[CellCopies]:
    found = []
    for section in dict.fromkeys((*counts, *sections)):
        entry = Entry(1, card.name, section, card)
        before = counts.get(section, 0)
        most = ceiling.of(entry)
        reach = before + wanted.budget if section in sections else before
        high = min(reach, most)
        if not before and high <= 0:
            continue
        up = number(0) if high <= before else Linear({model.variable(0, high - before): 1})
        down = number(0)
        if before and not wanted.fixed:
            least = max(0, before - high)
            down = Linear({model.variable(least, before): 1}) if least < before else number(before)
        found.append(CellCopies(Cell(entry, number(before).plus(up).plus(down, -1)), before, up, down))
    return found


def _larger(model: Model, ups: Linear, downs: Linear) -> Linear:
    """The changes to one card: copies moved from section to section count once."""
    if ups.fixed and not ups.constant:
        return downs
    if downs.fixed and not downs.constant:
        return ups
    spent = Linear({model.variable(0, max(model.range(ups)[1], model.range(downs)[1])): 1})
    model.hold(spent.plus(ups, -1), 0, INFINITE)
    model.hold(spent.plus(downs, -1), 0, INFINITE)
    return spent


class Ceilings:
    """How many copies of one card alone a section may hold, by the rules that no other card can move."""

    def __init__(self, checker: Checker, rules: Iterable[Rule]) -> None:
        self._view = checker.view(())
        self._rules = [rule for rule in rules if _still(rule)]
        self._known: dict[Spot, int] = {}
        self.memo: Memo = {}

    def of(self, entry: Entry) -> int:
        if entry.card is None:
            return 10**6
        spot = entry.card, entry.section
        if spot not in self._known:
            self._known[spot] = min((self._limit(rule, entry) for rule in self._rules), default=10**6)
        return self._known[spot]

    def _limit(self, rule: Rule, entry: Entry) -> int:
        view = self._view
        if entry.section not in rule.sections or not about(rule, entry, view) or not keys(rule, entry, view):
            return 10**6
        members = [entry] if rule.key is not None else ()
        found = (worked_out(bound, members, view) for bound in rule.bounds if bound.op != MIN)
        return min((max(0, *limit.values) for limit in found if limit is not None), default=10**6)


def _still(rule: Rule) -> bool:
    """Whether the rule counts copies, whatever else the deck holds."""
    exprs = (e for e in rule.exprs if e is not rule.key)
    alone = rule.across == "each" and rule.when is None and not any(e.deck for e in exprs)
    return alone and MEASURES[rule.measure].copies


def preference(choice: Choice) -> tuple[Linear, Linear]:
    """Which of equally small changes: what the player has most of stays, earlier lines stay, and no two tie."""
    own = [place for place in choice.places if place.before]
    ranks = {id(p): rank for rank, p in enumerate(sorted(own, key=lambda p: -p.before), start=1)}
    last = len(ranks) + 1
    first: list[Linear] = []
    second: list[Linear] = []
    fresh: dict[Card | None, int] = {}
    for place in choice.places:
        card, section = place.cell.entry.card, place.cell.section
        rank = ranks.get(id(place))
        number_of = rank if rank is not None else last + fresh.setdefault(card, len(fresh))
        order = choice.order.index(section)  # of one card's sections the first
        first += [place.up.times(9 * number_of + min(order, 8)), place.down.times(9 * (last - (rank or 0)))]
        noise = int.from_bytes(blake2b(f"{section}\t{card.name if card else ''}".encode(), digest_size=2).digest())
        second += [place.up.times(noise + 1), place.down.times(65536 - noise)]
    return total(first), total(second)
