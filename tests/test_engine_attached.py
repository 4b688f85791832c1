"""What is attached leaves with its bearer, by whatever way that goes: random turns against one object a card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random

import pytest
from invented import GIANT, IMP, OGRE, Case, card, check, game, laid, seen

from deckcheck.cards.pool import Card
from deckcheck.engine.read import play_problems
from deckcheck.goldfish.trace import replay
from deckcheck.wording import message

TURNS = 9
STEPS = {
    "summon": "play: {of: kind == imp, to: field, order: -cost, pay: {call: 1}, "
    "tribute: {in: field, n: wait, by: atk}}",
    "move": "play: {of: kind == imp and cost > 1, from: field, to: den, when: turn % 3 == 0, room: {in: den, max: 3}}",
    "shove": "play: {of: kind == imp and gives > 0, to: den, order: -atk, replace: true, room: {in: den, max: 3}}",
    "swap": "swap: {with: den, in: first, by: cost, when: turn % 2 == 0}",
    "equip": "play: {of: kind == bolt, to: gear, order: -cost, pay: {work: 1}, room: {in: gear, max: 4}, "
    "attach: {in: %s, by: atk, one: %s%s}}",
    "undo": "play: {of: kind == bolt and cost == 2, from: gear, room: {in: first, max: 1, holds: false}}",
}
ZONES = "zones: {hand: , field: kind == imp, den: kind == imp, first: kind == imp, gear: kind == bolt, rack: cost != 3}"


@dataclass(eq=False)
class Thing:
    """A card, and what bears it."""

    card: Card
    rank: int
    bearer: Thing | None = None

    def number(self, word: str) -> int:
        value = self.card.fields.get(word, 0)
        assert isinstance(value, int)
        return value


@dataclass
class Plain:
    """The steps above for one object a card. `then`: where to what fell goes."""

    hosts: str
    one: bool
    then: str | None
    zones: dict[str, list[Thing]]
    fallen: int = 0
    pools: Counter[str] = field(default_factory=Counter)

    def worn(self, host: Thing) -> list[Thing]:
        return [thing for thing in self.zones["gear"] if thing.bearer is host]

    def leave(self, zone: str, name: str) -> Thing:
        """A copy of a card goes: one that bears nothing, else the one that bears the least; what it bears falls."""
        copies = [thing for thing in self.zones[zone] if thing.card.name == name]
        if zone == "gear":  # the one whose bearer stands last
            gone = max(copies, key=lambda thing: self.standing(thing.bearer))
        else:
            gone = min(copies, key=lambda thing: [(one.number("cost"), -one.rank) for one in self.worn(thing)][:1])
        self.zones[zone].remove(gone)
        gone.bearer = None
        for thing in self.worn(gone) if zone == self.hosts else ():
            thing.bearer = None
            self.fallen += 1
            self.zones["gear"].remove(thing)
            if self.then and thing.number("cost") != 3:
                self.zones[self.then].append(thing)
        return gone

    @staticmethod
    def standing(host: Thing | None) -> tuple[int, int]:
        return (-host.number("atk"), host.rank) if host else (1, 0)

    def hand(self, test: Callable[[Thing], bool], word: str, zone: str = "hand") -> list[Thing]:
        found = [thing for thing in self.zones[zone] if test(thing)]
        return sorted(found, key=lambda thing: (-thing.number(word) if word else 0, thing.rank))

    def summon(self, turn: int) -> None:
        for thing in self.hand(lambda one: one.card.fields["kind"] == "imp", "cost"):
            weak = [one for one in self.zones["field"] if one.number("atk") < thing.number("atk")]
            weak = sorted(weak, key=lambda one: (one.number("atk"), one.rank))[: thing.number("wait")]
            if self.pools["call"] and len(weak) == thing.number("wait"):
                self.pools["call"] -= 1
                for one in weak:
                    self.leave("field", one.card.name)
                self.zones["hand"].remove(thing)
                self.zones["field"].append(thing)

    def move(self, turn: int) -> None:
        for thing in self.hand(lambda one: one.number("cost") > 1, "", "field") if turn % 3 == 0 else ():
            if len(self.zones["den"]) < 3:
                self.zones["den"].append(self.leave("field", thing.card.name))

    def shove(self, turn: int) -> None:
        """Hand and den compete for three places; of equals what lies there stays."""
        new = self.hand(lambda one: one.card.fields["kind"] == "imp" and one.number("gives") > 0, "atk")
        old = [thing for thing in self.zones["den"] if thing.number("gives") > 0]
        free = 3 - (len(self.zones["den"]) - len(old))
        ranked = sorted([*old, *new], key=lambda one: (-one.number("atk"), one in new, one.rank))
        # What may not leave, as it passes no test of the step, keeps its place but holds none of those that compete.
        stay = ranked[: max(0, free + len(self.zones["den"]) - len(old))]
        for name in [one.card.name for one in old if one not in stay]:
            self.leave("den", name)
        for one in [one for one in new if one in stay]:
            self.zones["hand"].remove(one)
            self.zones["den"].append(one)

    def swap(self, turn: int) -> None:
        best = sorted(self.zones["den"], key=lambda one: (-one.number("cost"), one.rank))[:1]
        for thing in best if turn % 2 == 0 else ():
            old = self.zones["first"][:]
            if all(one.number("cost") < thing.number("cost") for one in old):
                self.zones["den"] += [self.leave("first", one.card.name) for one in old]
                self.zones["first"] = [self.leave("den", thing.card.name)]

    def equip(self, turn: int) -> None:
        for thing in self.hand(lambda one: one.card.fields["kind"] == "bolt", "cost"):
            able = [host for host in self.zones[self.hosts] if not (self.one and self.worn(host))]
            if self.pools["work"] and able and len(self.zones["gear"]) < 4:
                self.pools["work"] -= 1
                self.zones["hand"].remove(thing)
                thing.bearer = min(able, key=lambda host: (*self.standing(host), not self.worn(host)))
                self.zones["gear"].append(thing)

    def undo(self, turn: int) -> None:
        for thing in self.hand(lambda one: one.number("cost") == 2, "", "gear"):
            if not self.zones["first"]:
                self.leave("gear", thing.card.name)


def shown(things: Iterable[Thing]) -> str:
    counts = sorted(Counter(thing.card.name for thing in things).items())
    return " ".join(name if n == 1 else f"{n} {name}" for name, n in counts)


def test_random_turns_against_one_object_a_card(tmp_path: Path) -> None:
    fell = 0
    for number in range(60):
        rng = Random(number)
        hosts, one = rng.choice(("field", "field", "den", "first")), rng.random() < 0.5
        then = rng.choice((None, "rack"))
        order = rng.sample([*STEPS], len(STEPS))
        if rng.random() < 0.7:
            order.remove("shove")
        words = (hosts, str(one).lower(), f", then: {then}" if then else "")
        steps = "".join(f"    - {STEPS[name] % words if name == 'equip' else STEPS[name]}\n" for name in order)
        call, work = rng.randint(1, 3), rng.randint(1, 3)
        first = f"    - refill: {{call: {call}, work: {work}}}\n"
        play = f"  {ZONES}\n  setup:\n    - draw: {{n: all}}\n  turn:\n{first}{steps}"
        deck = {card(f"B{n}", "bolt", cost=rng.randint(1, 3)): rng.randint(1, 3) for n in range(rng.randint(1, 4))}
        for n in range(rng.randint(1, 6)):
            numbers = {"cost": rng.randint(1, 4), "atk": rng.randint(1, 4), "wait": rng.choice((0, 0, 1, 2))}
            deck[card(f"I{n}", **numbers, gives=rng.randint(0, 1))] = rng.randint(1, 3)
        layout = laid(tmp_path, Case(play, deck, {}))
        ranks = {one.name: t for t, group in enumerate(layout.classes) for one, _ in group.cards}
        zones: dict[str, list[Thing]] = {zone: [] for zone in ("field", "den", "first", "gear", "rack")}
        zones["hand"] = [Thing(one, ranks[one.name]) for one, n in deck.items() for _ in range(n)]
        plain = Plain(hosts, one, then, zones)
        for state in replay(layout, TURNS, 1, 0)[1:]:
            plain.pools = Counter(call=call, work=work)
            for name in order:
                getattr(plain, name)(state.turn)
            assert {zone: seen(layout, state, zone) for zone in zones} == {z: shown(plain.zones[z]) for z in zones}, (
                number, state.turn, hosts, one, then, order,
            )  # fmt: skip
        fell += plain.fallen
    assert fell > 40


def equipped(*turn: str, attach: str = "in: field, by: atk", deck: dict[Card, int] | None = None) -> Case:
    """An Imp on the field bears two Bolts from turn 1 on; then the turn goes on."""
    steps = "\n".join(f"    - {step}" for step in turn)
    play = f"""
  {ZONES}
  setup:
    - draw: {{n: all}}
    - play: {{of: kind == imp and cost <= 3, to: field}}
  turn:
    - play: {{of: kind == bolt, to: gear, order: cost, attach: {{{attach}}}, when: turn == 1}}
{steps}
"""
    return Case(play, deck or {IMP: 1, GIANT: 1, card("Flash", "bolt", cost=2): 2}, {})


WAYS = {
    "as a tribute": ("play: {of: cost == 5, to: field, tribute: {in: field, n: 1, by: atk}, when: turn == 2}",),
    "to another zone": ("play: {of: cost == 1, from: field, to: den, when: turn == 2}",),
    "by a swap": ("swap: {with: field, in: first, by: cost, when: turn == 2}",),
    "replaced": (
        "refill: {go: turn - 1}",
        "play: {of: kind == imp, to: field, order: -cost, replace: true, pay: {go: 1}, room: {in: field, max: 1}}",
    ),
}


@pytest.mark.parametrize("attach", ["in: field, by: atk", "in: field, by: atk, one: true"])
@pytest.mark.parametrize("way", WAYS)
def test_it_leaves_however_its_bearer_leaves(tmp_path: Path, way: str, attach: str) -> None:
    borne = "Flash" if "one" in attach else "2 Flash"
    told = {"gear": ["", borne, ""], "rack": ["", "", ""]}
    check(tmp_path, replace(equipped(*WAYS[way], attach=attach), told=told))
    told = {"gear": ["", borne, ""], "rack": ["", "", borne]}
    check(tmp_path, replace(equipped(*WAYS[way], attach=attach + ", then: rack"), told=told))


def test_nothing_is_attached_where_nothing_bears_it(tmp_path: Path) -> None:
    check(
        tmp_path, replace(equipped(attach="in: den, by: atk"), told={"gear": ["", ""], "hand": ["2 Flash Giant"] * 2})
    )


def test_the_highest_bears_it_and_copies_that_bear_nothing_leave_first(tmp_path: Path) -> None:
    """An Imp goes: of two the one that bears nothing; a single one with both Flashes, unless the Ogre bears them."""
    gone = "play: {of: cost == 1, from: field, to: den, room: {in: den, max: 1}}"
    flash = card("Flash", "bolt", cost=2)
    decks = (({IMP: 2, flash: 2}, "2 Flash"), ({IMP: 1, flash: 2}, ""), ({IMP: 1, OGRE: 1, flash: 2}, "2 Flash"))
    for deck, after in decks:
        check(tmp_path, replace(equipped(gone, deck=deck), told={"gear": ["", after, after]}))


def test_one_each_and_the_last_attached_falls_first(tmp_path: Path) -> None:
    """Two Imps bear a Flash and a Bolt; one Imp goes, and the Bolt, dearer and so tried last, with it."""
    gone = "play: {of: cost == 1, from: field, to: den, room: {in: den, max: 1}, when: turn == 2}"
    deck = {IMP: 2, card("Flash", "bolt", cost=2): 1, card("Bolt", "bolt", cost=3): 2}
    case = equipped(gone, attach="in: field, by: atk, one: true", deck=deck)
    check(tmp_path, replace(case, told={"gear": ["", "Bolt Flash", "Flash"]}))


BOLTS = "play: {of: kind == bolt, to: gear, attach: {in: field, by: atk}}"


@pytest.mark.parametrize(
    ("step", "more"),
    [
        (BOLTS.replace("to: gear, ", ""), ""),
        (BOLTS.replace("to: gear", "to: field").replace("bolt", "imp"), ""),
        (BOLTS.replace("by: atk}", "by: atk}, tribute: {in: field, n: 1, by: atk}"), ""),
        (BOLTS, BOLTS.replace("gear", "rack").replace("atk", "cost")),
        (BOLTS, BOLTS.replace("gear", "rack").replace("atk", "atk, one: true")),
        (BOLTS, BOLTS.replace("field", "den")),
        (BOLTS, BOLTS.replace("gear", "rack").replace("field", "gear")),
    ],
)
def test_who_bears_what_is_always_clear(tmp_path: Path, step: str, more: str) -> None:
    steps = "".join(f"    - {one}\n" for one in (step, more) if one)
    problems = play_problems(game(tmp_path, f"  {ZONES}\n  turn:\n{steps}").game)
    assert ["what is attached to cards of" in message(problem) for problem in problems][:1] == [True]


def test_a_place_that_becomes_free_is_filled_again(tmp_path: Path) -> None:
    """Nothing is gained or drawn, yet the Bolt that falls makes room for a Spark in the same turn."""
    play = f"""
  {ZONES}
  setup:
    - draw: {{n: all}}
    - play: {{of: cost == 1, to: field}}
    - play: {{of: cost == 2, to: gear, attach: {{in: field, by: atk}}}}
  turn:
    - repeat:
        most: 3
        steps:
          - play: {{of: kind == bolt and cost == 3, to: gear, room: {{in: gear, max: 1}}}}
          - play: {{of: cost == 5, to: field, tribute: {{in: field, n: 1, by: atk}}}}
          - play: {{of: cost == 2, to: gear, attach: {{in: field, by: atk}}, room: {{in: gear, max: 1}}}}
"""
    deck = {IMP: 1, GIANT: 1, card("Bolt", "bolt", cost=2): 1, card("Spark", "bolt", cost=3): 1}
    check(tmp_path, Case(play, deck, {"gear": ["Bolt", "Spark"], "field": ["Imp", "Giant"]}))
