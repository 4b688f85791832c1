"""Completing a deck: the fewest cards that make it legal, towards an aim; nothing is taken away."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from deckcheck.build.choice import CellCopies, Choice, Wanted, open_sections, preference
from deckcheck.build.classes import Classes, expressions
from deckcheck.build.collection import shortages
from deckcheck.build.fix import Repairer
from deckcheck.build.model import INFINITE, Linear, total
from deckcheck.build.search import MOST_CHANGES, Repair, unsettled
from deckcheck.cards.pool import Card, Pool
from deckcheck.decks.deck import Deck, Entry
from deckcheck.decks.headings import first_section
from deckcheck.editing.changes import between, counted
from deckcheck.expr import Expr, ExprError, Type, compile_text
from deckcheck.expr.scope import field_of_card
from deckcheck.record import dataclass, field, replace
from deckcheck.report import DeckcheckError, Severity
from deckcheck.rules.check import Checker
from deckcheck.rules.game import Game
from deckcheck.rules.judge import Judged
from deckcheck.rules.load import opposite
from deckcheck.rules.rule import MAX, Bound, Rule
from deckcheck.wording import wrong_expression

WANT = "want"  # the id of a rule that is no rule of the game begins so


@dataclass(frozen=True, slots=True)
class Aim:
    """What a filled deck is to be, beyond legal.

    `wants`: tests of the deck that must hold; a bare count looks at the main section. `curve`: value of the
    game's curve field → copies in the main section, met as nearly as can be. `maximize`: a number of a
    card, whose sum over the main section is to be as large as can be. `owned`: copies of each card that
    there are (None: any number of every card).
    """

    wants: tuple[Expr, ...] = ()
    curve: Mapping[int, int] = field(default_factory=dict)
    maximize: Expr | None = None
    owned: Mapping[Card, int] | None = None


# What a filled deck is held to: to remarks too if that can be, else to warnings, else to the errors alone.
SEVERITIES = (tuple(Severity), (Severity.ERROR, Severity.WARNING), (Severity.ERROR,))


class Filler:
    """Completes decks of one game by one set of rules, with cards out of one pool; `unfixable`: as of a `Repairer`."""

    def __init__(self, checker: Checker, pool: Pool, aim: Aim, unfixable: frozenset[str] = frozenset()) -> None:
        self.game = checker.game
        self.pool = pool
        self.main = first_section(checker.game.sections)
        self.aim = aim
        self.unfixable = unfixable
        wants = tuple(map(self.rule, aim.wants))
        ruleset = replace(checker.ruleset, rules=(*checker.ruleset.rules, *wants))
        self.checker = replace(checker, ruleset=ruleset)

    def rule(self, want: Expr) -> Rule:
        """A test of the deck as a rule: where it fails the deck may hold less than nothing."""
        never = Expr("number", Type.NUMBER, word="-1", text="-1")
        return Rule(f"{WANT} {want.text}", "size", (self.main,), False, (Bound(MAX, (never,)),), when=opposite(want))

    def classes(self, repairer: Repairer) -> Classes:
        """The cards to choose from by class, the most wanted of each class first."""
        aim, view = self.aim, self.checker.view(())
        cards: Iterable[Card] = (card for card in self.pool if not self.game.not_a_card(card))
        if aim.owned is not None:
            cards = (card for card in cards if aim.owned.get(card))
        if aim.maximize is not None:
            cards = sorted(cards, key=lambda card: -self.worth(card))
        exprs = list(expressions((*repairer.rules, *repairer.excess, *repairer.soft_rules)))
        if aim.curve:
            exprs.append(field_of_card(self.game.curve or "", self.game.scope))
        sections = open_sections(self.checker, repairer.rules)
        return Classes(cards, sections, view, exprs, alike=aim.owned is None)

    def worth(self, card: Card) -> int:
        """What a copy of a card is worth; one that lacks the field is worth nothing."""
        if self.aim.maximize is None:
            return 0
        value = self.aim.maximize.run(Entry(1, card.name, self.main, card), self.checker.view(()))
        return value if isinstance(value, int) else 0

    def fill(self, deck: Deck) -> Repair:
        """The deck with cards added until it is legal and the aim is reached.

        :raises DeckcheckError: the solver is not installed or gives up, or a rule cannot be modelled.
        """
        mended = self.checker.without_ignored(deck)
        if mended is not self.checker:
            return Filler(mended, self.pool, replace(self.aim, wants=()), self.unfixable).fill(deck)
        judged = self.checker.judged(deck.entries)
        # What the game leaves undecided for want of a leader may stay so; a wish has to hold.
        undecided = frozenset(rule for rule in judged.undecided if not rule.startswith(WANT))
        wishes = len(undecided) < len(judged.undecided)
        needed = Repairer(self.checker, self.pool, unfixable=self.unfixable)
        if not needed.errors(judged) and not wishes and not self.aim.curve and self.aim.maximize is None:
            return needed.repaired(deck, ())
        uncertain = needed.uncertain(deck, needed.doubts(judged, deck.entries))
        wanted = Wanted(self.reach(judged), True, self.aim.owned, undecided, uncertain)
        for severities in SEVERITIES:
            repairer = Repairer(self.checker, self.pool, severities, self.unfixable)
            repairer.classes = self.classes(repairer)
            last = severities == SEVERITIES[-1]
            doubts = repairer.doubts(judged, deck.entries)
            before = frozenset(doubt for doubt in doubts if not doubt[0].startswith(WANT))
            soft_rules = (*repairer.excess, *repairer.soft_rules)
            try:
                found = repairer.search(
                    deck.entries, wanted, before, self.solved, soft_rules, MOST_CHANGES if last else 0
                )
            except DeckcheckError as error:
                if last or error.sentence != "usage.not-modelled":
                    raise
                found = None  # without the rules that need not be kept it may be said
            if found is not None:
                changes = repairer.explained(deck.entries, between(counted(deck.entries), found.copies), before)
                filled = needed.repaired(deck, changes)
                return replace(filled, any_cards=filled.any_cards and self.aimless)
        rules, forced = repairer.collision(deck, wanted)
        if forced:
            aim = replace(self.aim, wants=())  # they are rules of the checker by now
            return Filler(self.checker, self.pool, aim, self.unfixable | set(rules)).fill(deck)
        short = shortages(self.checker, deck, self.aim.owned, rules) if self.aim.owned is not None else ()
        # That a deck is empty is what filling it is for, and nothing to be settled before.
        left = tuple(problem for problem in unsettled(self.checker, deck) if problem.sentence != "empty")
        return Repair(deck, unsettled=left, collision=rules, short=short)

    @property
    def aimless(self) -> bool:
        """Whether nothing is asked for beyond a legal deck."""
        wants = any(rule.id.startswith(WANT) for rule in self.checker.ruleset.rules)
        return not wants and self.aim == Aim()

    def reach(self, judged: Judged) -> int:
        """About how many cards a legal deck lacks, and what the curve asks for."""
        lacking = sum(
            abs((p.found or 0) - (min(p.limit) if isinstance(p.limit, tuple) else p.limit or 0))
            for p in judged.problems
            if p.severity is Severity.ERROR and not p.rule.startswith(WANT)
        )
        return min(MOST_CHANGES, max(12, lacking + sum(self.aim.curve.values())))

    def solved(self, choice: Choice) -> list[int] | None:
        """The values of the best deck."""
        return choice.model.solve(self.goals(choice))

    def goals(self, choice: Choice) -> list[Linear]:
        """As near to the curve as can be, with the fewest cards, by the fewest warnings, worth the most; then as a
        repair prefers.
        """
        main = [place for place in choice.places if place.cell.section == self.main]
        goals = [self.bends(choice, main)] if self.aim.curve else []
        goals += [choice.changes, *choice.slips]
        if self.aim.maximize is not None:
            worth = ((self.worth(p.cell.entry.card), p) for p in main if p.cell.entry.card is not None)
            goals.append(total(place.cell.copies.times(-value) for value, place in worth))
        return [*goals, *preference(choice)]

    def bends(self, choice: Choice, main: Iterable[CellCopies]) -> Linear:
        """How far the curve is from the one that is wanted, in copies."""
        model, field_name = choice.model, self.game.curve or ""
        counts: dict[int, list[Linear]] = {}
        for place in main:
            card = place.cell.entry.card
            value = card.fields.get(field_name) if card is not None else None
            if isinstance(value, int) and value in self.aim.curve:
                counts.setdefault(value, []).append(place.cell.copies)
        gaps = []
        for value, copies in self.aim.curve.items():
            gap = total(counts.get(value, ())).plus(Linear({}, copies), -1)
            low, high = model.range(gap)
            off = Linear({model.variable(0, max(abs(low), abs(high))): 1})
            model.hold(off.plus(gap, -1), 0, INFINITE)
            model.hold(off.plus(gap), 0, INFINITE)
            gaps.append(off)
        return total(gaps)


_DIGITS = 6  # of a value or a number of copies in a curve


def read_aim(
    game: Game,
    want: Sequence[str] = (),
    maximize: str | None = None,
    curve: str | None = None,
    owned: Mapping[Card, int] | None = None,
) -> Aim:
    """An aim: tests of the deck, a number of a card, a curve ("1:6,2:8"), and the copies that there are.

    :raises DeckcheckError: one of them cannot be understood.
    """
    tests = tuple(_compiled(text, game, Type.TRUTH) for text in want)
    for text, test in zip(want, tests, strict=True):
        if test.card:
            raise DeckcheckError("usage.want-card", text=text)
    worth = _compiled(maximize, game, Type.NUMBER) if maximize is not None else None
    return Aim(tests, _curve(curve, game) if curve is not None else {}, worth, owned)


def _compiled(text: str, game: Game, want: Type) -> Expr:
    try:
        return compile_text(text, game.scope, want)
    except ExprError as error:
        raise wrong_expression(text, error) from None


def _curve(text: str, game: Game) -> dict[int, int]:
    if game.curve is None:
        raise DeckcheckError("usage.no-curve", game=game.id)
    found: dict[int, int] = {}
    for part in text.split(","):
        value, colon, copies = (piece.strip() for piece in part.partition(":"))
        if not colon or not all(part.isdecimal() and len(part) <= _DIGITS for part in (value, copies)):
            raise DeckcheckError("usage.curve", text=text)
        found[int(value)] = int(copies)
    return found
