"""Decks and options to try: legal ones, and perverse ones (two cards, one class, forty, two thousand copies)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from deckcheck.cards.pool import Card, Value
from deckcheck.decks.deck import Entry
from deckcheck.engine.tape import CHUNK
from reference.copies import Copy
from reference.venture import costs_at_most

Hand = Callable[[Sequence[Copy]], bool]

# Tests of a card and of a hand, as a schema writes them and as a person reads them.
SEARCHES: Mapping[str, Callable[[Copy], bool]] = {
    "kind == piege": lambda card: card.text("kind") == "piege",
    "kind == monstre and cost <= 3": lambda card: card.text("kind") == "monstre" and costs_at_most(card, 3),
    "cost >= 6": lambda card: card.number("cost") >= 6,
    "kind == equipement": lambda card: card.text("kind") == "equipement",
    "race == 'Dragon'": lambda card: card.text("race") == "Dragon",
    "kind == spell and draws > 0": lambda card: card.text("kind") == "spell" and card.number("draws") > 0,
    "kind == monster and level >= 7": lambda card: card.text("kind") == "monster" and card.number("level") >= 7,
    "kind == trap": lambda card: card.text("kind") == "trap",
}
KEEPS: Mapping[str, Hand] = {
    "count(kind == monstre and cost <= 3) >= 2": lambda hand: (
        sum(card.text("kind") == "monstre" and costs_at_most(card, 3) for card in hand) >= 2
    ),
    "count(cost >= 8) == 0": lambda hand: not any(card.number("cost") >= 8 for card in hand),
}
TOSSES: Mapping[str, Callable[[Copy], bool]] = {
    "cost > 4": lambda card: card.number("cost") > 4,
    "kind != monstre": lambda card: card.text("kind") != "monstre",
    "cost >= 0": lambda card: card.has("cost"),
}


@dataclass(frozen=True)
class Trial:
    """A deck with the options it is played by: games `first` … `first + games - 1` of a seed."""

    game: str
    entries: tuple[Entry, ...]
    options: Mapping[str, Any] = field(default_factory=dict)
    format: str | None = None
    keep: str | None = None
    toss: str | None = None
    turns: int = 6
    games: int = 40
    seed: int = 1
    first: int = 0


def card(name: str, **fields: Value | None) -> Card:
    given = {"name": name, **{key: value for key, value in fields.items() if value is not None}}
    return Card(name, (name,), given)


def entry(copies: int, of: Card, section: str = "main") -> Entry:
    return Entry(copies, of.name, section, of)


def spread(rng: Random, cards: Sequence[Card], size: int, most: int) -> tuple[Entry, ...]:
    """A deck of about that size: no card above `most` copies, all cards if they do not fill it."""
    left, entries = size, []
    for number, one in enumerate(rng.sample(list(cards), len(cards))):
        if left <= 0:
            break
        fair = -(-left // (len(cards) - number))
        copies = min(left, max(1, min(most, rng.randint(1, most) if fair <= most else fair)))
        entries.append(entry(copies, one))
        left -= copies
    return tuple(entries)


def sizes(rng: Random, legal: tuple[int, int], different: tuple[int, int]) -> tuple[int, int, int]:
    """Size of the deck, different cards, most copies: legal three times out of four."""
    if rng.random() < 0.75:
        return rng.randint(*legal), rng.randint(*different), 3
    return rng.choice((1, 2, 5, 8, 12, 30, legal[1], 80, 300)), rng.choice((1, 2, 3, 10, 40)), rng.choice((1, 3, 60))


def venture_card(rng: Random, number: int, effects: bool, kinds: Sequence[str]) -> Card:
    kind = rng.choice(kinds)
    cost = rng.choice((None, 0, 1, 1, 2, 2, 3, 3, 4, 5, 6, 7, 8, 10)) if rng.random() < 0.98 else 300
    strong = rng.randint(0, (cost or 0) + 1) if kind in {"monstre", "equipement"} else None
    does = effects and rng.random() < 0.5
    return card(
        f"Carte {number:02}",
        kind=kind,
        cost=cost,
        rarity="commune",
        atk=strong if rng.random() < 0.95 else None,
        draws=rng.choice((None, 0, 1, 1, 2, 3)) if does else None,
        mana=rng.choice((None, None, None, 0, 1, 2, 4, 300)) if does else None,
        search=rng.choice((None, None, *list(SEARCHES)[:4])) if does else None,
    )


def venture(rng: Random) -> Trial:
    size, different, most = sizes(rng, (40, 50), (16, 40))
    all_kinds = ("monstre", "monstre", "monstre", "instantane", "equipement", "continu", "piege", "sort")
    kinds = rng.choice((all_kinds, all_kinds, all_kinds, ("monstre",), ("piege", "continu"), ("monstre", "piege")))
    effects = rng.random() < 0.6
    cards = [venture_card(rng, number, effects, kinds) for number in range(different)]
    policy = rng.random() < 0.3
    return Trial(
        "venture",
        spread(rng, cards, size, most),
        {"seat": rng.choice((1, 2)), "bank": rng.choice((10, 10, 1, 3, 6)), "surplus": rng.choice((0, 1))},
        keep=rng.choice((None, *KEEPS)) if policy else None,
        toss=rng.choice((None, *TOSSES)) if policy else None,
        turns=rng.choice((3, 6, 6, 8, 30)),
    )


def tresors_card(rng: Random, number: int, kind: str, partners: Sequence[str]) -> Card:
    standard = kind not in {"bonus", "smash"}
    special = standard and rng.random() < 0.8
    return card(
        f"Carte {number:02}",
        kind=kind,
        atk=rng.choice((None, -2, 0, 1, 1, 1, 2, 2, 3, 4)) if standard else None,
        **{"def": rng.choice((None, 0, 1, 2, 3)) if standard else None},
        cooldown=rng.choice((None, 0, 1, 2, 2, 3, 4)) if special else None,
        side=rng.choice(("attack", "defence")) if special else None,
        special=rng.choice((0, 1, 2, 3, 5)) if special else None,
        lead=rng.choice((None, -1, 0, 1, 2, 3, 4, 5)) if kind == "personnage" else None,
        once=rng.choice((None, -3, 0, 2, 3, 6)) if not standard else None,
        needs=tuple(rng.sample(list(partners), min(rng.choice((0, 1, 2, 2, 2)), len(partners)))) or None,
    )


def tresors(rng: Random) -> Trial:
    size, different, most = sizes(rng, (24, 26), (9, 14))
    kinds = rng.choice((("personnage", "personnage", "objet", "lieu"), ("personnage", "objet"), ("personnage",)))
    cards = [tresors_card(rng, number, rng.choice(kinds), ()) for number in range(different)]
    names = [one.name for one in cards]
    once = [tresors_card(rng, 90 + at, rng.choice(("bonus", "smash")), names) for at in range(rng.choice((0, 2, 4)))]
    entries = list(spread(rng, cards, size, most)) + [entry(1, one) for one in once]
    options: dict[str, Any] = {
        "seat": rng.choice((1, 2)),
        "start": rng.choice(("attack", "defence")),
        "draws": rng.choice((0, 1, 1, 2, 3)),
        "first_draw": rng.choice((0, 0, 1, 2)),
        "placements": rng.choice((0, 0, 1, 2)),
        "defence": rng.choice((0, 0, 3, 9)),
    }
    if rng.random() < 0.3:
        options["tour"] = rng.choice((1, 2))
    for section, kind in (("leader", "personnage"), ("terrain", "lieu")):
        fit = [one for one in cards if one.fields["kind"] == kind]
        held = [each.card for each in entries]
        if fit and rng.random() < 0.4:
            entries.append(entry(1, rng.choice(fit), section))
            if rng.random() < 0.4:  # not legal: a second one, or one of another kind
                entries.append(entry(1, rng.choice(fit if rng.random() < 0.5 else cards), section))
        if rng.random() < 0.2 and (fit := [one for one in fit if one in held]):
            options[section] = rng.choice(fit).name
    return Trial("tresors-de-geek", tuple(entries), options, turns=rng.choice((3, 6, 6, 8, 30)))


def clash_card(rng: Random, number: int) -> Card:
    kind = rng.choice(("creature", "creature", "creature", "incantation"))
    abilities = tuple(one for one in ("catalyseur", "defenseur", "mercenaire", "sprint") if rng.random() < 0.15)
    aura = ("sprint",) if rng.random() < 0.15 else ("rage",) if rng.random() < 0.1 else None
    cost = rng.choice((None, 0, 1, 1, 2, 2, 3, 3, 4, 5, 6, 7, 9))
    attack = rng.choice((None, 0, 0, 1, 1, 2, 2, 3, 4, 5, 6, 8, 12, 300))
    return card(f"Carte {number:02}", kind=kind, cost=cost, attack=attack, hp=3, abilities=abilities or None, aura=aura)


def clash(rng: Random) -> Trial:
    size = 8 if rng.random() < 0.8 else rng.randint(1, 12)
    cards = [clash_card(rng, number) for number in range(size if rng.random() < 0.7 else rng.randint(1, size))]
    options = {
        "seat": rng.choice((1, 2)),
        "starter": rng.choice((6, 6, 0, 2)),
        "opponent": rng.choice((8, 8, 1, 3, 40, 300)),
    }
    return Trial(
        "clash-of-decks",
        spread(rng, cards, size, 1 if len(cards) == size else size),
        options,
        turns=rng.choice((3, 6, 6, 8, 15)),
    )


def yugioh_card(rng: Random, number: int, effects: bool, kinds: Sequence[str]) -> Card:
    kind = rng.choice(kinds)
    shown = rng.random() < 0.5  # `kind`, `frame` or both may be given
    named = not shown or rng.random() < 0.5
    does = effects and rng.random() < 0.5
    effect = {
        "draws": rng.choice((None, 0, 1, 1, 2, 3)) if does else None,
        "summons": rng.choice((None, None, 0, 1, 2)) if does else None,
        "search": rng.choice((None, None, *list(SEARCHES)[4:])) if does else None,
    }
    name = f"Card {number:02}"
    if kind == "monster":
        frame = rng.choice(("normal", "effect", "effect", "effect", "ritual", "fusion", "effect_pendulum"))
        return card(
            name,
            kind=kind if named else None,
            frame=frame if shown else None,
            home=None if shown else rng.choice((None, "main-deck", "main-deck", "extra-deck")),
            level=rng.choice((None, 1, 2, 3, 4, 4, 4, 4, 5, 6, 7, 8, 12)),
            atk=rng.choice((None, 0, 100, 800, 1200, 1200, 1600, 1800, 2400, 2500, 3000, 70000)),
            race=rng.choice(("Dragon", "Fiend")),
            **effect,
        )
    properties = (
        ("normal", "quick-play", "continuous", "equip", "field", "ritual") if kind == "spell" else ("normal", "counter")
    )
    given = rng.choice((None, *properties, *properties))
    return card(name, kind=kind if named else None, frame=kind if shown else None, property=given, **effect)


def yugioh(rng: Random) -> Trial:
    size, different, most = sizes(rng, (40, 60), (14, 40))
    form = rng.choice((None, None, "2003", "edison"))
    if form == "2003" and rng.random() < 0.15:
        size, most = 2000, 2000
    kinds = rng.choice(
        (("monster", "monster", "spell", "trap"), ("monster",), ("trap",), ("spell", "trap"), ("monster", "spell"))
    )
    effects = rng.random() < 0.6
    cards = [yugioh_card(rng, number, effects, kinds) for number in range(different)]
    return Trial(
        "yugioh",
        spread(rng, cards, size, most),
        {"seat": rng.choice((1, 2))},
        format=form,
        turns=rng.choice((3, 6, 6, 8, 30 if size < 300 else 8)),
    )


MAKERS: Mapping[str, Callable[[Random], Trial]] = {
    "venture": venture,
    "tresors-de-geek": tresors,
    "clash-of-decks": clash,
    "yugioh": yugioh,
}


def trial(game: str, number: int, games: int) -> Trial:
    """The same number is the same trial; its games lie anywhere in the first chunks."""
    rng = Random(f"{game} {number}")
    made = MAKERS[game](rng)
    first = rng.choice((0, 0, 0, 77, CHUNK - games, CHUNK, 3 * CHUNK + rng.randrange(CHUNK - games)))
    return replace(made, games=games, seed=number, first=first)


def shipped_cards(game: str, cards: Iterable[Card], number: int, games: int) -> Trial:
    """A deck of cards that are shipped, played by the options of the trial of that number."""
    rng = Random(f"shipped {game} {number}")
    played = trial(game, number, games)
    pool = list({card.name: card for card in cards if card.fields.get("frame") != "token"}.values())
    few = rng.sample(pool, min(len(pool), rng.randint(8, 40)))
    size, most = {"venture": (45, 3), "tresors-de-geek": (24, 3), "clash-of-decks": (8, 1), "yugioh": (50, 3)}[game]
    options = {name: value for name, value in played.options.items() if name not in {"leader", "terrain"}}
    return replace(played, entries=spread(rng, few, size, most), options=options)
