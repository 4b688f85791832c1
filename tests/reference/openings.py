"""Openings of small invented games, by looking at every hand: what exact odds and the goldfish engine are held to.

A game, a deck, a policy and the questions are made at random, each as the text that a schema or a player
writes and as a function that says what it means. Nothing of the program is used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import comb
from random import Random
from typing import Any

FIELDS = ("kind", "cost", "power", "twin", "clans")
KINDS = ("a", "b", "c")
NUMBERS = ("cost", "power")
LONGEST = 380  # characters of a question; the language reads 400


@dataclass(frozen=True, eq=False)
class Card:
    """A card of a deck. `known` False: its name is not in the database."""

    name: str
    fields: Mapping[str, Any] = field(default_factory=dict)
    known: bool = True

    @property
    def twin(self) -> tuple[str, ...]:
        return (self.fields["twin"],) if "twin" in self.fields else ()

    @property
    def clans(self) -> tuple[str, ...]:
        return tuple(self.fields.get("clans", ()))


# What makes cards copies of one another, as a schema says it and as the keys of a card; of no key its name.
COPIES: dict[str, Callable[[Card], Sequence[str]]] = {
    "name": lambda card: (),
    "twin else name": lambda card: card.twin,
    "clans": lambda card: card.clans,
    "(clans else twin) else name": lambda card: card.clans or card.twin,
    "clans | twin": lambda card: card.clans + card.twin,
    "name | clans": lambda card: (card.name, *card.clans),
}


def keys_of(copy: str, card: Card) -> tuple[str, ...]:
    """The keys of a card, each once and in order."""
    return tuple(sorted({*COPIES[copy](card)} or {card.name}))


Hand = Sequence[Card]
Truth = bool | None  # None: the record lacks a field that every card must have, so nobody knows
Asked = tuple[str, Callable[[Card], Any]]
OfHand = tuple[str, Callable[[Hand], Any]]
Reads = list[Callable[[Card], Any]]


# What is asked of a card.


def number_of_card(rng: Random) -> Asked:
    name = rng.choice(NUMBERS)
    kind = rng.randrange(6)
    if kind == 0:
        return f"-{name}", lambda card: None if (value := card.fields.get(name)) is None else -value
    if kind == 1:
        return (
            "cost + power",
            lambda card: (
                None if None in (one := [card.fields.get(name) for name in NUMBERS]) else sum(one)  # type: ignore[arg-type]
            ),
        )
    return name, lambda card: card.fields.get(name)


def card_test(rng: Random, names: Sequence[str], depth: int = 0) -> Asked:
    """Kleene's logic where the kind is not known; a number that is not printed is in no order."""
    kind, name, bound = rng.choice(KINDS), rng.choice(NUMBERS), rng.randrange(13)
    if depth < 2 and rng.random() < 0.3:
        (left, one), (right, other) = (card_test(rng, names, depth + 1) for _ in range(2))
        word = rng.choice(("and", "or", "not"))
        if word == "not":
            return f"not ({left})", lambda card: None if (value := one(card)) is None else not value
        stop = word == "or"

        def joined(card: Card) -> Truth:
            values = (one(card), other(card))
            return stop if stop in values else None if None in values else not stop

        return f"({left}) {word} ({right})", joined
    orders: list[tuple[str, Callable[[int], bool]]] = [
        (">=", lambda value: value >= bound),
        ("<", lambda value: value < bound),
        ("==", lambda value: value == bound),
    ]
    sign, holds = rng.choice(orders)
    return rng.choice(
        [
            (f"kind == {kind}", lambda card: None if "kind" not in card.fields else card.fields["kind"] == kind),
            (f"kind != {kind}", lambda card: None if "kind" not in card.fields else card.fields["kind"] != kind),
            (f"{name} {sign} {bound}", lambda card: name in card.fields and holds(card.fields[name])),
            (f"{name} {sign} {bound}", lambda card: name in card.fields and holds(card.fields[name])),
            (f"{name} != {bound}", lambda card: card.fields.get(name) != bound),
            (f"given({name})", lambda card: name in card.fields),
            _named(rng.choice(names)),
        ]
    )


def _named(name: str) -> Asked:
    return f'name == "{name}"', lambda card: card.name == name


# What is asked of a hand.


@dataclass
class Asking:
    """Makes questions of a hand. `reads`: what they read of a card, in the order of their text.

    `different`: whether they ask which cards are copies. `zone`: the cards of the one other zone, or none.
    """

    rng: Random
    names: Sequence[str]
    copy: str
    zone: Hand | None = None
    reads: Reads = field(default_factory=list)
    different: bool = False

    def call(self) -> OfHand:
        rng = self.rng
        what = number_of_card(rng)
        test = card_test(rng, self.names) if rng.random() < 0.75 else None
        word = rng.choice(("count", "count", "count", "different", "sum", "sum", "largest", "smallest", "size"))
        zone, owner = None, rng.choice(("", "hand."))
        if self.zone is not None and rng.random() < 0.15:
            zone, owner = self.zone, "throne."
        if word == "size":
            return f"{owner or 'hand.'}size", lambda hand: len(hand if zone is None else zone)
        measured = word in ("sum", "largest", "smallest")
        if measured:
            self.reads.append(what[1])
        if test is not None:
            self.reads.append(test[1])
        self.different = self.different or word == "different"
        inside = f"{what[0]}{f' where {test[0]}' if test else ''}" if measured else test[0] if test else ""

        def value(hand: Hand) -> int | None:
            cards = hand if zone is None else zone
            if word == "count" and test is None:
                return len(cards)
            picked = [card for card in cards if card.known and (test is None or test[1](card) is True)]
            if word == "count":
                return len(picked)
            if word == "different":
                return len({key for card in picked for key in keys_of(self.copy, card)})
            numbers = [number for card in picked if (number := what[1](card)) is not None]
            if word == "sum":
                return sum(numbers)
            return (max if word == "largest" else min)(numbers, default=None)

        return f"{owner}{word}({inside})", value

    def short(self, *, test: bool = True) -> OfHand:
        """A question that is not too long, a test or a number; nothing that was thrown away is read."""
        while True:
            before, different = len(self.reads), self.different
            asked = self.test() if test else self.number()
            if len(asked[0]) <= LONGEST:
                return asked
            del self.reads[before:]
            self.different = different

    def number(self, depth: int = 0) -> OfHand:
        rng = self.rng
        if depth > 1 or rng.random() < 0.6:
            return self.call()
        word = rng.choice(("+", "-", "*", "//", "%", "min", "max", "else", "negative"))
        left, one = self.number(depth + 1)
        if word == "negative":
            return f"(-{left})", lambda hand: None if (value := one(hand)) is None else -value
        if word == "else" or rng.random() < 0.5:
            plain = rng.randrange(4)
            right, other = str(plain), lambda hand: plain
        else:
            right, other = self.number(depth + 1)
        if word == "else":
            return f"({left} else {right})", lambda hand: other(hand) if (value := one(hand)) is None else value

        def calculated(hand: Hand) -> int | None:
            a, b = one(hand), other(hand)
            return None if a is None or b is None or (word in ("//", "%") and b == 0) else ARITHMETIC[word](a, b)

        return (f"{word}({left}, {right})" if word in ("min", "max") else f"({left} {word} {right})"), calculated

    def test(self, depth: int = 0) -> OfHand:
        rng = self.rng
        kind = rng.random()
        if depth < 2 and kind < 0.35:
            (left, one), (right, other) = self.test(depth + 1), self.test(depth + 1)
            word = rng.choice(("and", "or"))
            if word == "and":
                return f"({left} and {right})", lambda hand: one(hand) and other(hand)
            return f"({left} or {right})", lambda hand: one(hand) or other(hand)
        if depth < 2 and kind < 0.45:
            left, one = self.test(depth + 1)
            return f"not ({left})", lambda hand: not one(hand)
        left, one = self.number()
        low, high = rng.randrange(4), rng.randrange(1, 6)
        if kind < 0.55:
            return f"{left} == {low} | {high}", lambda hand: one(hand) in (low, high)
        if kind < 0.62:
            return f"{low} <= {left} <= {high}", lambda hand: (value := one(hand)) is not None and low <= value <= high
        if kind < 0.67:
            return f"{left} == none", lambda hand: one(hand) is None
        if kind < 0.75:
            right, other = self.number(1)
        else:
            right, other = str(low), lambda hand: low
        sign = rng.choice((">=", ">=", "<=", "<", ">", "==", "!="))

        def compared(hand: Hand) -> bool:
            a, b = one(hand), other(hand)
            if sign in ("==", "!="):
                return (a == b and a is not None) == (sign == "==")
            return a is not None and b is not None and ORDERS[sign](a, b)

        return f"{left} {sign} {right}", compared


ARITHMETIC: dict[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "//": lambda a, b: a // b,
    "%": lambda a, b: a % b,
    "min": min,
    "max": max,
}
ORDERS: dict[str, Callable[[int, int], bool]] = {
    ">=": lambda a, b: a >= b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    "<": lambda a, b: a < b,
}


# Games.


@dataclass(frozen=True)
class Rule:
    of: Callable[[Card], Any]
    order: Sequence[Callable[[Card], Any]] = ()
    leave: int = 0
    when: Callable[[Hand], Any] = lambda hand: True


@dataclass(frozen=True)
class Opening:
    """A deck, a schema's play section and what both come to.

    `copy`: what makes cards copies of one another.
    `deck`: cards with their copies, all of them shuffled; `placed`: the card that lies in play besides.
    `hand`: cards drawn before the mulligan; `drawn`: by turn of the player's own, from 0, after it.
    `keep`, `rules`: of the schema's mulligan; none where it has none. `reads`: what the order of ties reads.
    """

    copy: str
    play: str
    deck: Sequence[tuple[Card, int]]
    placed: Card | None
    hand: int
    drawn: Sequence[int]
    seat: int
    mulligan: bool
    keep: Callable[[Hand], Any] | None
    rules: Sequence[Rule]
    reads: Reads
    different: bool
    own_keep: str | None = None
    own_toss: str | None = None

    @property
    def cards(self) -> list[Card]:
        """The pile in the order of ties: unknown cards, then by what is read, value by value, none first; by name."""

        def key(card: Card) -> tuple[object, ...]:
            numbers = [(value is not None, value or 0) for value in (read(card) for read in self.reads)]
            return (
                card.known,
                numbers if card.known else [],
                keys_of(self.copy, card) if self.different and card.known else (),
                card.name,
            )

        return sorted((card for card, _ in self.deck), key=key)


def cards_of(rng: Random) -> list[Card]:
    """Numbers of one and of two figures, fields that are missing, names that do not follow the numbers."""
    names = rng.sample(["Ada", "Bo", "Cy", "Di", "Eve", "Flo", "Gus", "Hal"], rng.randint(1, 6))
    cards = []
    for name in names:
        fields: dict[str, Any] = {"kind": rng.choice(KINDS)} if rng.random() < 0.93 else {}
        for number in NUMBERS:
            if rng.random() < 0.75:
                fields[number] = rng.choice((0, 1, 2, 2, 3, 9, 10, 11))
        if rng.random() < 0.2:
            fields["twin"] = rng.choice(names)
        if rng.random() < 0.5:
            fields["clans"] = tuple(rng.sample(["Ash", "Bay", "Ada"], rng.randint(1, 3)))
        cards.append(Card(name, fields))
    return cards + [Card(name, {}, known=False) for name in ("Lost", "Mislaid") if rng.random() < 0.25]


def opening(rng: Random) -> Opening:
    cards = cards_of(rng)
    deck = [(card, rng.choice((1, 1, 2, 3))) for card in cards]
    while sum(copies for _, copies in deck) > 9:
        deck.pop(rng.randrange(len(deck)))
    names = [card.name for card, _ in deck]
    placed = (
        Card("Zed", {"kind": "a", "power": rng.randint(1, 4), "cost": rng.randrange(4)}) if rng.random() < 0.3 else None
    )
    copy = rng.choice(list(COPIES))
    asking = Asking(rng, names, copy, None if placed is None else [placed])
    reads = asking.reads
    lines = ["zones: {hand: }"]
    setup = []
    if placed is not None:
        lines = ['zones: {hand: , throne: name == "Zed"}']
        setup.append('place: {of: name == "Zed", to: throne}')
        reads += [lambda card: card.name == "Zed"]
    hand, seat = rng.randint(1, 4), rng.choice((1, 2))
    if placed is not None and rng.random() < 0.5:
        hand = placed.fields["power"]
        setup += ["refill: {due: throne.sum(power)}", "draw: {n: due}"]
        reads.append(lambda card: card.fields.get("power"))
    else:
        setup.append(f"draw: {{n: {hand}}}")
    mulligan, keep, rules = rng.random() < 0.8, None, []
    if mulligan:
        keep_text = None
        if rng.random() < 0.4:
            keep_text, keep = asking.short()
        parts = []
        for _ in range(rng.choice((1, 1, 2))):
            text, rule = _rule(rng, asking)
            parts.append(text)
            rules.append(rule)
        kept = f"keep: {_quoted(keep_text)}, " if keep_text else ""
        setup.append(f"mulligan: {{{kept}toss: [{', '.join(parts)}]}}")
    late = rng.choice((0, 0, 0, 1))
    if late:
        setup.append(f"draw: {{n: {late}}}")
    each = rng.randrange(3)
    drawn = [late]
    for turn in (1, 2):
        drawn.append(drawn[-1] + (each if turn > 1 or seat == 2 else 0))
    turn_steps = [f"draw: {{n: {each}, when: turn > 1 or seat == 2}}"]
    if rng.random() < 0.4:
        text, of_card = number_of_card(rng)
        turn_steps.append(f"attack: {{with: [], sum: {_quoted(text)}}}")
        reads.append(of_card)
    play = "\n".join(
        [*(f"  {line}" for line in lines), "  setup:", *(f"    - {step}" for step in setup), "  turn:"]
        + [f"    - {step}" for step in turn_steps]
    )
    own_keep = own_toss = None
    if mulligan and rng.random() < 0.25:
        own_keep, keep = asking.short()
    if mulligan and rng.random() < 0.25:
        own_toss, of = card_test(rng, names)
        reads.append(of)
        rules = [Rule(of)]
    different = asking.different
    return Opening(
        copy, play, deck, placed, hand, drawn, seat, mulligan, keep, rules, reads, different, own_keep, own_toss
    )


def _rule(rng: Random, asking: Asking) -> tuple[str, Rule]:
    text, of = card_test(rng, asking.names)
    asking.reads.append(of)
    parts = [f"of: {_quoted(text)}"]
    order = [number_of_card(rng) for _ in range(rng.choice((0, 0, 1, 2)))]
    asking.reads += [of_card for _, of_card in order]
    if order:
        parts.append(f"order: [{', '.join(_quoted(text) for text, _ in order)}]")
    leave = rng.choice((0, 1, 1, 2))
    if leave or rng.random() < 0.2:
        parts.append(f"leave: {leave}")
    rule = Rule(of, [of_card for _, of_card in order], leave)
    if rng.random() < 0.3:
        text, when = asking.test(1)
        parts.append(f"when: {_quoted(text)}")
        rule = Rule(of, rule.order, leave, when)
    return f"{{{', '.join(parts)}}}", rule


def _quoted(text: str) -> str:
    """As a YAML scalar inside braces."""
    return "'" + text.replace("'", "''") + "'"


# Every hand.

Counts = tuple[int, ...]  # by card of the pile, in its order


def hands(left: Sequence[int], size: int) -> Iterator[tuple[Counts, int]]:
    """Every way to draw so many cards, with the number of ways."""
    if not left:
        if not size:
            yield (), 1
        return
    for k in range(min(left[0], size) + 1):
        for rest, ways in hands(left[1:], size - k):
            yield (k, *rest), comb(left[0], k) * ways


def physical(cards: Sequence[Card], counts: Counts) -> list[Card]:
    return [card for card, n in zip(cards, counts, strict=True) for _ in range(n)]


def tossed(game: Opening, cards: Sequence[Card], hand: Counts) -> Counts:
    """What the policy tosses: one card after another, the first by the rule's order and the order of ties."""
    if game.keep is not None and game.keep(physical(cards, hand)) is True:
        return (0,) * len(hand)
    held = list(hand)
    for rule in game.rules:
        if rule.when(physical(cards, tuple(held))) is not True:
            continue
        fits = [at for at, card in enumerate(cards) if card.known and rule.of(card) is True]
        fits.sort(key=lambda at: ([of_card(cards[at]) or 0 for of_card in rule.order], at))
        while sum(held[at] for at in fits) > rule.leave:
            held[next(at for at in fits if held[at])] -= 1
    return tuple(a - b for a, b in zip(hand, held, strict=True))


def seen(game: Opening, turn: int, *, mulligan: bool) -> dict[Counts, Fraction]:
    """What has been seen and not set aside by the end of a turn, with its chance."""
    cards, copies = game.cards, dict(game.deck)
    whole = [copies[card] for card in cards]
    found: dict[Counts, Fraction] = {}

    def add(counts: Counts, chance: Fraction) -> None:
        found[counts] = found.get(counts, Fraction(0)) + chance

    deck = sum(whole)
    hand = min(game.hand, deck)
    for first, ways in hands(whole, hand):
        chance = Fraction(ways, comb(deck, hand))
        away = tossed(game, cards, first) if mulligan else (0,) * len(first)
        kept = [a - b for a, b in zip(first, away, strict=True)]
        rest = [a - b for a, b in zip(whole, first, strict=True)]
        new = min(sum(away), sum(rest))
        for drawn, more in hands(rest, new):
            now = [a + b for a, b in zip(kept, drawn, strict=True)]
            left = [a - b for a, b in zip(whole, now, strict=True)]  # the tossed ones are back
            later = min(game.drawn[turn], sum(left))
            for last, times in hands(left, later):
                part = Fraction(more, comb(sum(rest), new)) * Fraction(times, comb(sum(left), later))
                add(tuple(a + b for a, b in zip(now, last, strict=True)), chance * part)
    return found
