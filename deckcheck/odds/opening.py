"""From a loaded deck to what a question is asked of: the shuffled cards, the opening and its policy."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from deckcheck.cards.pool import Card
from deckcheck.chance.classes import CardClass, Reading, classes, is_blank, pile_cards
from deckcheck.chance.policy import Policy
from deckcheck.decks.deck import Deck, Entry
from deckcheck.decks.headings import first_section
from deckcheck.engine.layout import Layout, blank_notes, lay_out, pile_order
from deckcheck.engine.play_plan import HAND, SEAT, Mulligan, Placed, Plan
from deckcheck.engine.read import read_plan, with_policy
from deckcheck.odds.draws import Draws, brings_cards, draws, options_read
from deckcheck.record import dataclass, replace
from deckcheck.report import DeckcheckError, Note
from deckcheck.rules.check import Checker
from deckcheck.rules.view import DeckView

Arrange = Callable[[Sequence[Entry]], tuple[Entry, ...]]


@dataclass(frozen=True, slots=True)
class Wish:
    """What the player says of the opening.

    `seat`: 1 or 2; None for the one that the options say.
    `turn`: 0 is the hand before any draw of a turn.
    `hand`: cards of the opening hand, None for what the game says.
    `mulligan`: by the game's own policy, where no test is given.
    `keep`, `toss`: tests of one's own in place of the policy's.
    `params`: options of the play section and params of the rules, as text.
    """

    seat: int | None = None
    turn: int = 0
    hand: int | None = None
    mulligan: bool = False
    keep: str | None = None
    toss: str | None = None
    params: Mapping[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Opening:
    """What a question is asked of.

    `entries`: the shuffled cards, in the order of the pile; unknown ones are blank cards among them.
    `view`: params and lists as the rules see them.
    `hand`, `drawn`: cards of the hand before the mulligan, and drawn after it.
    `policy`: the mulligan that is taken; None for none.
    `arrange`: puts other cards in the order of the pile.
    `seat`: whose opening it is.
    """

    entries: tuple[Entry, ...]
    view: DeckView
    hand: int
    drawn: int
    policy: Policy | None
    arrange: Arrange
    seat: int = 1
    notes: tuple[Note, ...] = ()

    @property
    def size(self) -> int:
        """The cards that are shuffled."""
        return sum(entry.count for entry in self.entries)


def opening_of(deck: Deck, checker: Checker, wish: Wish) -> Opening:
    """The opening of a deck.

    :raises DeckcheckError: the game does not say how a hand is drawn, or an option is wrong.
    :raises QueryError: a policy is no test.
    """
    view = checker.view(())
    game, ruleset = checker.game, checker.ruleset
    if game.play is None:
        return _by_name(deck, checker, wish)
    params = {**(wish.params or {}), **({} if wish.seat is None else {SEAT: str(wish.seat)})}
    plan = with_policy(read_plan(game, ruleset, params), wish.keep, wish.toss)
    layout = lay_out(plan, deck.entries, game.scope, merge=False)
    zones: dict[str, list[Card]] = {}
    for zone, at in layout.placed:
        zones.setdefault(zone, []).append(layout.card(at))
    found = draws(plan, view, zones, wish.turn, wish.hand)
    view.params = {**view.params, **plan.values, "turn": 0, "phase": "", **dict.fromkeys(plan.totals, 0)}
    view.params = {**view.params, **(found.pools or {})}
    wanted = wish.mulligan or wish.keep is not None or wish.toss is not None
    policy = _policy(found, plan, view, zones) if wanted else None
    entries = _entries(layout.classes, layout.left)
    size = sum(entry.count for entry in entries)
    hand = size if found.hand is None else found.hand
    if hand + found.drawn == 0 and wish.hand is None:
        raise DeckcheckError("odds.no-hand", game=game.id)
    early = hand if policy is None or found.hand is None else found.before
    about = [note for note in layout.notes if note.sentence != "goldfish.search"]  # nothing is searched for
    notes = [*about, *_placed_notes(deck, layout), *_notes(plan, found, entries, view, wish)]
    if found.hand is None:
        notes.append(Note("odds.whole-deck", {}))
    seat = 2 if plan.values[SEAT] == 2 else 1
    if seat == 2 and not _seat_counts(plan, found, view, zones, wish):
        notes.append(Note("odds.seat-same" if wish.turn else "odds.seat-early", {"seat": seat}))

    def arrange(others: Sequence[Entry]) -> tuple[Entry, ...]:
        return _entries(pile_order(plan, pile_cards(others), game.scope)[0])

    return Opening(entries, view, early, hand + found.drawn - early, policy, arrange, seat, tuple(notes))


def _by_name(deck: Deck, checker: Checker, wish: Wish) -> Opening:
    """The opening of a game that does not say how it is played: so many cards of its first section.

    :raises DeckcheckError: it is asked for more than that.
    """
    game = checker.game
    if wish.hand is None or wish.turn:
        raise DeckcheckError("odds.no-play", game=game.id)
    if wish.mulligan or wish.keep is not None or wish.toss is not None:
        raise DeckcheckError("usage.no-mulligan", game=game.id)
    drawn = first_section(game.sections)
    inside = [entry for entry in deck.entries if entry.section == drawn]
    notes = [*blank_notes(inside), Note("odds.section", {"section": game.sections[drawn].title})]
    if wish.seat == 2:
        notes.append(Note("odds.seat-same", {"seat": 2}))

    def arrange(others: Sequence[Entry]) -> tuple[Entry, ...]:
        return _entries(classes(pile_cards(others), lambda card: None))

    return Opening(arrange(inside), checker.view(()), wish.hand, 0, None, arrange, wish.seat or 1, tuple(notes))


def _entries(groups: Sequence[CardClass[Reading]], left: Sequence[int] | None = None) -> tuple[Entry, ...]:
    """The cards of classes as entries, in their order. `left`: of classes of one card, how many there are."""
    cards = [pair for group in groups for pair in group.cards]
    counts = [count for _, count in cards] if left is None else left
    return tuple(
        Entry(count, card.name, HAND, None if is_blank(card) else card)
        for (card, _), count in zip(cards, counts, strict=True)
        if count
    )


def _policy(found: Draws, plan: Plan, view: DeckView, zones: Mapping[str, Sequence[Card]]) -> Policy | None:
    """The policy of the mulligan, its zones settled; None where none is due.

    :raises DeckcheckError: the game has none, or it reads a pool of which nobody knows what it holds.
    """
    if not any(isinstance(step, Mulligan) for step in plan.setup):
        raise DeckcheckError("usage.no-mulligan", game=plan.game)
    if found.mulligan is None:
        return None
    policy = found.mulligan.policy
    for test in policy.tests:
        if any(word in plan.pools and word not in (found.pools or {}) for word in test.words()):
            raise DeckcheckError("odds.draws-vary", expr=test.text)
    return policy.with_setup({**dict.fromkeys(plan.zones, ()), **zones}, view)


def _placed_notes(deck: Deck, layout: Layout) -> list[Note]:
    """Which cards lie in play from the start, and why these."""
    plan, placed, notes = layout.plan, dict(layout.placed), []
    for step in (step for step in plan.setup if isinstance(step, Placed)):
        if step.to not in placed:
            continue  # the layout says so
        card = layout.card(placed[step.to])
        declared = any(entry.card is card and entry.section == step.section for entry in deck.entries)
        asked = step.option is not None and plan.values.get(step.option) is not None
        how = "asked" if asked else "declared" if declared else "first"
        notes.append(Note(f"odds.placed-{how}", {"card": card.name, "zone": step.to}))
    return notes


def _notes(plan: Plan, found: Draws, entries: Sequence[Entry], view: DeckView, wish: Wish) -> list[Note]:
    """The options in force that decide how many cards are seen, and what is left out."""
    notes = [
        Note("odds.option", {"option": name, "value": plan.values[name], "assumed": plan.options[name].assumed})
        for name in options_read(plan, wish.turn)
        if name != SEAT
    ]
    bringing = tuple(entry.shown for entry in entries if entry.card and brings_cards(plan, entry.card, view))
    if wish.turn and found.granted and bringing:
        notes.append(Note("odds.granted", {"cards": bringing}))
    return notes


def _seat_counts(plan: Plan, found: Draws, view: DeckView, zones: Mapping[str, Sequence[Card]], wish: Wish) -> bool:
    """Whether the other seat would see other cards."""
    tests = found.mulligan.policy.tests if found.mulligan is not None else ()
    read = {word for test in tests for word in test.words()}
    read |= {part.word for step in plan.setup if isinstance(step, Placed) and step.when for part in step.when.walk()}
    first = replace(plan, values={**plan.values, SEAT: 1})
    return SEAT in read or draws(first, view, zones, wish.turn, wish.hand) != found
