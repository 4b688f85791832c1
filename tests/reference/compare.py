"""Every game of a trial by both, and the first thing that differs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from deckcheck.cards.pool import Card
from deckcheck.decks.deck import Entry
from deckcheck.engine.layout import Layout
from deckcheck.engine.tape import CHUNK
from deckcheck.rules.view import DeckView
from reference import clash, fast, tresors, venture, yugioh
from reference.copies import Copy, Pile, State, Words
from reference.trials import KEEPS, SEARCHES, TOSSES, Trial

Aside = Mapping[str, list[Copy]]  # by section
Player = Callable[[Trial, Pile, Aside], list[State]]


@dataclass(frozen=True)
class Difference:
    """The first turn of a game in which a thing differs."""

    trial: Trial
    game: int
    turn: int
    what: str
    reference: object
    fast: object

    def __str__(self) -> str:
        deck = "\n".join(
            f"  {each.count} x {dict(each.card.fields) if each.card else each.name}"
            + (f" in {each.section}" if each.section != "main" else "")
            for each in self.trial.entries
        )
        trial = replace(self.trial, entries=())
        return (
            f"{trial}\n{deck}\n  game {self.game}, turn {self.turn}, {self.what}:"
            f"\n    reference {self.reference}\n    engine    {self.fast}"
        )


def play_venture(trial: Trial, pile: Pile, aside: Aside) -> list[State]:
    keep = KEEPS[trial.keep] if trial.keep else None
    toss = TOSSES[trial.toss] if trial.toss else None
    options = venture.Options(**trial.options, searches=SEARCHES, keep=keep, toss=toss)
    return venture.Game(pile, options).play(trial.turns)


def play_tresors(trial: Trial, pile: Pile, aside: Aside) -> list[State]:
    options = tresors.Options(**trial.options)
    return tresors.Game(pile, options, aside).play(trial.turns)


def play_clash(trial: Trial, pile: Pile, aside: Aside) -> list[State]:
    return clash.Game(pile, clash.Options(**trial.options)).play(trial.turns)


def play_yugioh(trial: Trial, pile: Pile, aside: Aside) -> list[State]:
    params = fast.settled(trial.game, trial.format).ruleset.params
    options = yugioh.Options(
        trial.options["seat"], bool(params["first_draw"]), int(params["field_zone"]), searches=SEARCHES
    )
    return yugioh.Game(pile, options).play(trial.turns)


def pile_order(layout: Layout) -> dict[str, int]:
    """Card → its place in the documented order: by what is read of it, value by value, then by its name."""

    def key(card: Card) -> tuple[object, ...]:
        view = DeckView((), (), (), None, layout.plan.values, {}, "")
        read = [
            expr.run(Entry(1, card.name, "", card), view) for expr in (*layout.plan.reads, *layout.searches.values())
        ]
        numbers = [(isinstance(value, int), value if isinstance(value, int) else 0) for value in read]
        texts = [card.fields.get(word, ()) for word in layout.plan.named]
        return numbers, [(text,) if isinstance(text, str) else text for text in texts], card.name

    cards = [card for one in layout.classes for card, _ in one.cards]
    return {card.name: rank for rank, card in enumerate(sorted(cards, key=key))}


PLAYERS: Mapping[str, Player] = {
    "venture": play_venture,
    "tresors-de-geek": play_tresors,
    "clash-of-decks": play_clash,
    "yugioh": play_yugioh,
}


def by_hand(trial: Trial) -> Iterator[list[State]]:
    """The games of a trial, one after another."""
    ranks = pile_order(fast.layout_of(trial, merge=False))
    chunk, first = divmod(trial.first, CHUNK)
    words = Words(trial.seed, chunk, first, trial.games)
    for column in range(first, first + trial.games):
        deck: list[Copy] = []
        aside: dict[str, list[Copy]] = {}
        for each in trial.entries:
            assert each.card is not None
            copies = [Copy(each.card, ranks[each.card.name]) for _ in range(each.count)]
            if each.section == "main":
                deck += copies
            else:
                aside.setdefault(each.section, []).extend(copies)
        pile = Pile(sorted(deck, key=lambda copy: copy.rank), words, column)
        yield PLAYERS[trial.game](trial, pile, aside)


def seen_as(state: State, alias: Mapping[str, str]) -> State:
    """With the names of classes instead of cards."""
    zones = {zone: tuple(alias[name] for name in names) for zone, names in state.zones.items()}
    zones |= {zone: tuple(sorted(names)) for zone, names in zones.items() if zone not in {"hand", "line"}}
    if "pile" in zones:
        zones["hand"] = tuple(sorted(zones["hand"]))
    return replace(state, zones=zones)


def differences(trial: Trial, *, merge: bool = False) -> Iterator[Difference]:
    """One a game, for the games that differ."""
    played = fast.play(trial, merge=merge)
    for game, (slow, quick) in enumerate(zip(by_hand(trial), played.states, strict=True)):
        for ours, theirs in zip(slow, quick, strict=True):
            mine = seen_as(ours, played.alias) if merge else ours
            if "line" not in theirs.zones:  # the engine keeps a line where a card of the deck passes others
                mine = replace(mine, zones={zone: names for zone, names in mine.zones.items() if zone != "line"})
            if mine != theirs:
                yield first_difference(trial, trial.first + game, mine, theirs)
                break


def first_difference(trial: Trial, game: int, ours: State, theirs: State) -> Difference:
    for part in ("zones", "pools", "totals"):
        mine, other = getattr(ours, part), getattr(theirs, part)
        for name in sorted({*mine, *other}):
            if mine.get(name) != other.get(name):
                return Difference(trial, game, ours.turn, f"{part} {name}", mine.get(name), other.get(name))
    for part in ("lost", "tossed"):
        if getattr(ours, part) != getattr(theirs, part):
            return Difference(trial, game, ours.turn, part, getattr(ours, part), getattr(theirs, part))
    raise AssertionError("no difference")
