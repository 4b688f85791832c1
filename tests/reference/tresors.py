"""Trésors de Geek, from the « Règles officielles »; section names in « ». A turn here is a phase."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from reference.copies import Copy, Pile, State, in_order, names

OPENING, DRAWS, FIRST_DRAW = 1, 2, 3  # the steps that draw, as the tape numbers them
PLACES = 2  # « PLATEAU DE JEU »: two supports, two objects
ALIKE = 2  # « DECK & CONSTRUCTION »: two copies of a card in play at once


def strong_first(copy: Copy) -> tuple[int, ...]:
    return (-copy.number("atk"),)


@dataclass
class Options:
    seat: int = 1
    start: str = "attack"
    draws: int = 1
    first_draw: int = 0
    placements: int = 0
    tour: int = 2
    defence: int = 0
    leader: str | None = None
    terrain: str | None = None


@dataclass
class Game:
    pile: Pile
    options: Options
    named: Mapping[str, Sequence[Copy]] = field(default_factory=dict)  # « MISE EN PLACE »: by the deck, not in the pile
    hand: list[Copy] = field(default_factory=list)
    leader: list[Copy] = field(default_factory=list)
    terrain: list[Copy] = field(default_factory=list)
    supports: list[Copy] = field(default_factory=list)
    objects: list[Copy] = field(default_factory=list)
    discard: list[Copy] = field(default_factory=list)  # « Défausse »
    destruction: list[Copy] = field(default_factory=list)
    placed: int = 0
    strike: int = 0
    guard: int = 0
    damage: int = 0
    defended: int = 0

    def play(self, turns: int) -> list[State]:
        self.set_up()
        states = [self.state(0)]
        for turn in range(1, turns + 1):
            self.turn(turn)
            states.append(self.state(turn))
        return states

    def set_up(self) -> None:
        """« MISE EN PLACE »: leader and terrain are chosen in the deck, the others shuffled, five drawn."""
        for section in self.named.values():
            self.pile.put_back(section)
        self.leader = self.chosen("leader", "personnage", self.options.leader, "lead")
        self.terrain = self.chosen("terrain", "lieu", self.options.terrain, "atk")
        self.hand = self.pile.draw(5, 0, OPENING)

    def chosen(self, section: str, kind: str, name: str | None, by: str) -> list[Copy]:
        """The card asked for, else the best that the deck names, else the best of all."""
        fit = [copy for copy in self.pile.copies if copy.text("kind") == kind and name in {None, copy.name}]
        declared = {copy.name for copy in self.named.get(section, ())}
        fit = [copy for copy in fit if copy.name in declared] or fit
        best = in_order(fit, lambda copy: (-copy.number(by),))[:1]
        self.pile.copies = [copy for copy in self.pile.copies if copy not in best]
        return best

    def phase(self, turn: int) -> str:
        """« DÉROULEMENT D'UN TOUR »: the phases alternate."""
        begins_attacking = (self.options.start == "attack") == (self.options.seat == 1)
        return "attack" if (turn % 2 == 1) == begins_attacking else "defence"

    def turn(self, turn: int) -> None:
        drawn = self.options.draws if turn > 1 else self.options.first_draw
        self.hand += self.pile.draw(drawn, turn, DRAWS if turn > 1 else FIRST_DRAW)
        self.strike = self.guard = 0
        self.placed = self.options.placements
        self.prepare(turn)
        if self.phase(turn) == "attack":
            self.attack(turn)
        else:
            self.defend(turn)

    def prepare(self, turn: int) -> None:
        """« PHASE PRÉPARATOIRE »: a support is promoted, then cards of the hand are put in play."""
        self.promote(turn)
        personnages = [copy for copy in self.hand if copy.text("kind") == "personnage"]
        self.fill(self.supports, PLACES, personnages, turn, counted=(self.leader, self.supports))
        objects = [copy for copy in self.hand if copy.text("kind") == "objet"]
        self.fill(self.objects, PLACES, objects, turn, counted=(self.objects,))
        places = [copy for copy in self.hand if copy.text("kind") == "lieu"]
        self.fill(self.terrain, 1, places, turn, counted=())

    def promote(self, turn: int) -> None:
        """« Règle spéciale pour le LEADER »: a support of an earlier tour; the old one becomes a support.

        « DÉROULEMENT D’UN TOUR »: two phases are a tour. The policy: as a tour begins.
        """
        if (turn + self.options.tour - 1) % self.options.tour:
            return
        able = [copy for copy in self.supports if copy.ready <= turn]
        for best in in_order(able, lambda copy: (-copy.number("lead"),))[:1]:
            for old in list(self.leader):
                if old.ready <= turn and best.number("lead") > old.number("lead"):
                    self.supports.remove(best)
                    self.supports.append(old)
                    self.leader = [best]

    def fill(
        self, zone: list[Copy], places: int, new: Sequence[Copy], turn: int, counted: tuple[list[Copy], ...]
    ) -> None:
        """« Ajouter », « Remplacer »: the strongest of hand and places stay or come, what they push out is discarded.

        « GESTION DES COOLDOWNS »: what is in cooldown may not be replaced. Of equally strong ones those in
        place stay; among the others of the hand it goes by the order of the pile.
        """
        upright = [other for other in zone if other.ready <= turn]
        zone[:] = [other for other in zone if other.ready > turn]
        for copy in sorted([*upright, *new], key=lambda copy: (-copy.number("atk"), copy in new, copy.rank)):
            fits = len(zone) < places and sum(other.name == copy.name for zone_ in counted for other in zone_) < ALIKE
            if copy in new:
                if not fits or (self.options.placements and not self.placed):
                    continue
                self.hand.remove(copy)
                self.placed -= bool(self.options.placements)
            elif not fits:
                self.discard.append(copy)
                continue
            zone.append(copy)

    def in_play(self) -> list[Copy]:
        return [*self.leader, *self.supports, *self.objects, *self.terrain]

    def attack(self, turn: int) -> None:
        """« RÉSOLUTION D'UNE PHASE »: attack less defence, if there is more of it."""
        for copy in [copy for copy in self.hand if copy.text("kind") == "bonus"]:
            self.strike_once(copy)
        for copy in [copy for copy in self.hand if copy.text("kind") == "smash"]:
            # « Cartes SMASH »: two given cards have to be in play; one that names none is not used.
            partners = set(copy.texts("needs"))
            if partners and partners <= {other.name for other in self.in_play()}:
                self.strike_once(copy)
        self.strike += self.engage("attack", turn)
        points = sum(copy.number("atk") for copy in self.in_play()) + self.strike
        self.damage += max(0, points - self.options.defence)

    def defend(self, turn: int) -> None:
        self.guard += self.engage("defence", turn)
        self.defended += max(0, sum(copy.number("def") for copy in self.in_play()) + self.guard)

    def strike_once(self, copy: Copy) -> None:
        """« Après usage → vont en Destruction »."""
        self.hand.remove(copy)
        self.destruction.append(copy)
        self.strike += copy.number("once")

    def engage(self, side: str, turn: int) -> int:
        """« GESTION DES COOLDOWNS »: engaged with cooldown c, the next preparations count c, … 1, 0; upright at 0."""
        points = 0
        for copy in self.in_play():
            if copy.text("side") == side and copy.number("special") > 0 and copy.ready <= turn:
                points += copy.number("special")
                copy.ready = turn + copy.number("cooldown") + 1
        return points

    def cooldowns(self, turn: int) -> dict[str, int]:
        """What the counters of the cards in play show in the preparation of a turn."""
        return {copy.name: max(0, copy.ready - turn) for copy in self.in_play()}

    def state(self, turn: int) -> State:
        zones = {
            "pile": self.pile.copies,
            "hand": self.hand,
            "leader": self.leader,
            "terrain": self.terrain,
            "supports": self.supports,
            "objects": self.objects,
        }
        return State(
            turn,
            {zone: names(copies) for zone, copies in zones.items()},
            {"strike": self.strike, "guard": self.guard, "placed": self.placed},
            {"damage": self.damage, "defended": self.defended},
            out=names(self.discard + self.destruction),
        )
