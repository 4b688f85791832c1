"""Venture : Classic Saga, from the « Guide des Règles »; section names in « »."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from reference.copies import Copy, Pile, State, Test, in_order, names

OPENING, MULLIGAN, TURN_DRAW, EFFECT_DRAW = 1, 2, 3, 4  # the steps that draw, as the tape numbers them
MANA = 10  # « Règles fondamentales »: between 0 and 10 a turn
PASSES = 4  # policy: how often a turn's plays are gone through
TRAPS = 3  # « Règles d'occupation »


def dear_first(copy: Copy) -> tuple[int, ...]:
    return (-copy.number("cost"),)


def costs_at_most(copy: Copy, most: int) -> bool:
    """What a card costs is known: a cost that is not given is no cost of 0."""
    return copy.has("cost") and copy.number("cost") <= most


def dear_and_strong_first(copy: Copy) -> tuple[int, ...]:
    return -copy.number("cost"), -copy.number("atk")


@dataclass
class Options:
    seat: int = 1
    bank: int = 10
    surplus: int = 0
    searches: Mapping[str, Test] = field(default_factory=dict)
    keep: Callable[[Sequence[Copy]], bool] | None = None
    toss: Test | None = None


@dataclass
class Game:
    pile: Pile
    options: Options
    hand: list[Copy] = field(default_factory=list)
    monsters: list[Copy] = field(default_factory=list)
    equipment: list[Copy] = field(default_factory=list)
    spells: list[Copy] = field(default_factory=list)
    traps: list[Copy] = field(default_factory=list)
    graveyard: list[Copy] = field(default_factory=list)
    tired: list[Copy] = field(default_factory=list)  # monsters that activated a spell this turn
    limit: int = 0  # of mana this turn
    spent: int = 0
    draws: int = 0
    damage: int = 0
    tossed: int = 0
    lost: bool = False

    def play(self, turns: int) -> list[State]:
        self.set_up()
        states = [self.state(0)]
        for turn in range(1, turns + 1):
            self.turn(turn)
            states.append(self.state(turn))
        return states

    def set_up(self) -> None:
        # « Mise en place » 3: seven cards.
        self.hand = self.pile.draw(7, 0, OPENING)
        # « Mise en place » 4: aside, then as many new ones, then back into the deck; once.
        aside = self.tossed_cards()
        self.hand = [copy for copy in self.hand if copy not in aside]
        self.hand += self.pile.draw(len(aside), 0, MULLIGAN)
        self.pile.put_back(aside)
        self.tossed = len(aside)

    def tossed_cards(self) -> list[Copy]:
        """The policy: which cards to set aside."""
        options, hand = self.options, self.hand
        if options.keep and options.keep(hand):
            return []
        if options.toss:
            return [copy for copy in hand if options.toss(copy)]
        heavy = [copy for copy in hand if copy.text("kind") == "monstre" and copy.number("cost") >= 7]
        others = [copy for copy in hand if copy.text("kind") != "monstre"]
        cheap = [copy for copy in hand if copy.text("kind") == "monstre" and costs_at_most(copy, 4)]
        aside = in_order(heavy, dear_first)[: max(0, len(heavy) - 1)]
        if len(cheap) < 2:
            aside += in_order(others, dear_first)[: max(0, len(others) - 2)]
        return aside

    def turn(self, turn: int) -> None:
        first = turn == 1 and self.options.seat == 1
        # « Phase 1 »: two cards; « Cas particulier »: not in the first turn of player 1.
        # « Vous gagnez la partie si »: whoever can draw no card at the start of the turn has lost.
        if not first:
            self.lost = self.lost or not self.pile.copies
            self.hand += self.pile.draw(2, turn, TURN_DRAW)
        # « Le mana ne se stocke pas »; « Cas particulier »: the bank is not to be exceeded in that turn.
        # « Règles fondamentales »: ten are spent at most, whatever cards give.
        self.limit = self.options.bank if first else MANA
        self.spent = 0
        self.tired = []
        # « Phase 2 — Phase principale ».
        for again in range(PASSES):
            self.summon()
            self.activate(self.useful)
            self.equip()
            self.opening_of()
            self.set_traps()
            self.hand += self.pile.draw(self.draws, turn, EFFECT_DRAW, again)
            self.draws = 0
        self.activate(lambda copy: not self.useful(copy))
        # « Phase 3 », skipped in that turn. « Attaque directe aux PV »: the ATK of each monster.
        if not first:
            self.damage += sum(copy.number("atk") for copy in self.monsters + self.equipment)

    def candidates(self, kind: str) -> list[Copy]:
        """The cards of a kind that may be paid for: not one that has no cost."""
        order = dear_and_strong_first if kind in {"monstre", "equipement"} else dear_first
        return in_order([copy for copy in self.hand if copy.text("kind") == kind and copy.has("cost")], order)

    def summon(self) -> None:
        """A monster costs its mana; any number of them."""
        played = []
        for copy in self.candidates("monstre"):
            if self.spent + copy.number("cost") <= self.limit:
                self.spent += copy.number("cost")
                self.move(copy, self.monsters)
                played.append(copy)
        self.resolve(played)

    def useful(self, copy: Copy) -> bool:
        """Whether an effect of it is played at all."""
        given = copy.number("mana") > 0 and bool(self.options.surplus)
        return copy.number("draws") > 0 or given or copy.text("search") is not None

    def activate(self, test: Test) -> None:
        """« Instantané »: a monster activates it, it resolves, it goes to the graveyard."""
        played = []
        for copy in filter(test, self.candidates("instantane")):
            if self.find_host(copy):
                self.move(copy, self.graveyard)
                played.append(copy)
        self.resolve(played)

    def equip(self) -> None:
        """« Équipement »: one a monster; it needs an unequipped one, at cost 0 too."""
        played = []
        for copy in self.candidates("equipement"):
            if len(self.equipment) < len(self.monsters) and self.find_host(copy):
                self.move(copy, self.equipment)
                played.append(copy)
        self.resolve(played)

    def opening_of(self) -> None:
        """« Continu »: stays in the zone of spells; « Règles d'occupation »: any number."""
        played = []
        for copy in self.candidates("continu"):
            if self.find_host(copy):
                self.move(copy, self.spells)
                played.append(copy)
        self.resolve(played)

    def set_traps(self) -> None:
        """« Piège »: paid for when it is set; three at most."""
        for copy in self.candidates("piege"):
            if len(self.traps) < TRAPS and self.find_host(copy):
                self.move(copy, self.traps)

    def find_host(self, spell: Copy) -> bool:
        """« Règle générale » and « Règles importantes »: a monster of at least that cost, one spell a turn each.

        The policy: the cheapest that will do. A spell of cost 0 needs none.
        """
        cost = spell.number("cost")
        if cost == 0:
            return True
        able = [copy for copy in self.monsters if copy not in self.tired and copy.number("cost") >= cost]
        if not able:
            return False
        self.tired.append(min(able, key=lambda copy: copy.number("cost")))
        return True

    def move(self, copy: Copy, zone: list[Copy]) -> None:
        self.hand.remove(copy)
        zone.append(copy)

    def resolve(self, played: Sequence[Copy]) -> None:
        """What the records declare, once all cards of the step are down; draws wait for the end of the pass."""
        for copy in played:
            self.draws += copy.number("draws")
            if self.options.surplus:
                self.limit += copy.number("mana")
            search = copy.text("search")
            if search is not None:
                self.hand += self.pile.fetch(self.options.searches[search], dear_and_strong_first)

    def state(self, turn: int) -> State:
        zones = {
            "pile": self.pile.copies,
            "hand": self.hand,
            "monsters": self.monsters,
            "equipment": self.equipment,
            "spells": self.spells,
            "traps": self.traps,
        }
        return State(
            turn,
            {zone: names(copies) for zone, copies in zones.items()},
            {"mana": self.limit - self.spent, "draws": self.draws},
            {"damage": self.damage},
            self.lost,
            self.tossed,
            names(self.graveyard),
        )
