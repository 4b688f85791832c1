"""From a loaded deck to what a question is asked of: the shuffled cards, the opening and its policy."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from deckcheck.decks.deck import Deck
from deckcheck.decks.headings import first_section
from deckcheck.engine.read import read_plan, with_policy
from deckcheck.engine.records import SEAT, Mulligan, Plan
from deckcheck.expr import ExprError
from deckcheck.odds.opening import Opening, brings_cards, due, opening, options_read
from deckcheck.odds.pile import Pile, shuffled
from deckcheck.odds.policy import Policy
from deckcheck.odds.query import QueryError
from deckcheck.report import DeckcheckError, Note
from deckcheck.rules.check import Checker
from deckcheck.rules.view import DeckView


@dataclass(frozen=True, slots=True)
class Wish:
    """What the player says of the opening. `seat` is 1 or 2; `turn` 0 is the hand before any draw of a turn.

    `hand`: cards of the opening hand, None for what the game says. `mulligan`: by the game's own policy,
    where no test is given. `params`: options of the play section and params of the rules, as text.
    """

    seat: int = 1
    turn: int = 0
    hand: int | None = None
    mulligan: bool = False
    keep: str | None = None
    toss: str | None = None
    params: Mapping[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """The shuffled cards, how they come to be seen, and the mulligan that is taken (None: none)."""

    pile: Pile
    view: DeckView
    hand: int
    drawn: int
    policy: Policy | None
    notes: tuple[Note, ...] = ()


def lay(deck: Deck, checker: Checker, wish: Wish) -> Table:
    """Lay the table for a deck.

    :raises DeckcheckError: the game does not say how a hand is drawn, or an option is wrong.
    :raises QueryError: a policy is no test.
    """
    view = checker.view(())
    game, ruleset = checker.game, checker.ruleset
    if game.play is None:
        if wish.hand is None or wish.turn:
            raise DeckcheckError("odds.no-play", game=game.id)
        if wish.mulligan or wish.keep is not None or wish.toss is not None:
            raise DeckcheckError("usage.no-mulligan", game=game.id)
        drawn = first_section(game.sections)
        pile = Pile(tuple(entry for entry in deck.entries if entry.section == drawn))
        note = Note("odds.section", {"section": game.sections[drawn].title})
        return Table(pile, view, wish.hand, 0, None, (note,))
    plan = read_plan(game, ruleset, {**(wish.params or {}), SEAT: str(wish.seat)})
    plan = _with_policy(plan, wish)
    view.params = {**view.params, **plan.values}
    found = opening(plan, view, wish.turn)
    pile = shuffled(deck, plan, game.scope)
    wanted = wish.mulligan or wish.keep is not None or wish.toss is not None
    policy = _policy(found.mulligan, plan, view, game.id) if wanted else None
    whole = found.hand is None and wish.hand is None
    hand = pile.size if found.hand is None else found.hand
    notes = [*pile.notes, *_notes(plan, found, pile, view, wish)]
    if whole:
        notes.append(Note("odds.whole-deck", {}))
    return Table(pile, view, hand if wish.hand is None else wish.hand, found.drawn, policy, tuple(notes))


def _with_policy(plan: Plan, wish: Wish) -> Plan:
    for what, text in (("keep", wish.keep), ("toss", wish.toss)):
        try:
            plan = with_policy(plan, **{"keep": None, "toss": None, what: text})
        except ExprError as slip:
            raise QueryError(what, text or "", slip) from None
    return plan


def _policy(step: Mulligan | None, plan: Plan, view: DeckView, game: str) -> Policy | None:
    if step is None:
        raise DeckcheckError("usage.no-mulligan", game=game)
    return Policy(step.keep, step.toss) if due(step, plan, view) else None


def _notes(plan: Plan, found: Opening, pile: Pile, view: DeckView, wish: Wish) -> list[Note]:
    """The options in force that decide how many cards are seen, and what is left out."""
    notes = [
        Note("odds.option", {"option": name, "value": plan.values[name], "assumed": plan.options[name].assumed})
        for name in options_read(plan, wish.turn)
        if name != SEAT
    ]
    bringing = tuple(entry.shown for entry in pile.entries if brings_cards(plan, entry, view))
    if wish.turn and found.granted and bringing:
        notes.append(Note("odds.granted", {"cards": bringing}))
    return notes
