"""Yu-Gi-Oh!, from the « Règlement » of about 2003; section names in « »."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from reference.copies import Copy, Pile, State, Test, in_order, names

OPENING, TURN_DRAW, EFFECT_DRAW = 1, 2, 3  # the steps that draw, as the tape numbers them
PASSES = 4  # policy: how often the main phase is gone through
PLACES = 5  # « Cartes d'équipement » 2: five places for magic and traps; as many for monsters
HAND = 6  # « Cartes en main » 2
EXTRA = {"fusion", "synchro", "xyz", "link", "fusion_pendulum", "synchro_pendulum", "xyz_pendulum"}
RITUAL = {"ritual", "ritual_pendulum"}


def kind_of(copy: Copy) -> str | None:
    kind, frame = copy.text("kind"), copy.text("frame")
    if kind is not None or frame is None:
        return kind
    return frame if frame in {"spell", "trap", "token"} else "monster"


def is_spell(copy: Copy, *properties: str) -> bool:
    return kind_of(copy) == "spell" and copy.text("property") in properties


def summonable(copy: Copy) -> bool:
    """« La fusion » 2: Fusion monsters are never in the hand; rituals are not summoned normally."""
    extra = copy.text("frame") in EXTRA or copy.text("home") == "extra-deck"
    return kind_of(copy) == "monster" and copy.text("frame") not in RITUAL and not extra


def tributes(copy: Copy) -> int:
    """« Invocation normale » 4: above level 4 by tribute; one, from level 7 on two."""
    level = copy.number("level")
    return 0 if level <= 4 else 1 if level <= 6 else 2


def by_atk(copy: Copy) -> tuple[int, ...]:
    return (-copy.number("atk"),)


def by_effect(copy: Copy) -> tuple[int, ...]:
    return -copy.number("draws"), -copy.number("summons")


def as_they_lie(copy: Copy) -> tuple[int, ...]:
    return ()


@dataclass
class Options:
    seat: int = 1
    first_draw: bool = False
    field_zone: int = 1
    searches: Mapping[str, Test] = field(default_factory=dict)


@dataclass
class Game:
    pile: Pile
    options: Options
    hand: list[Copy] = field(default_factory=list)
    bearers: dict[Copy, Copy] = field(default_factory=dict)  # « Cartes d'équipement »: of an equip spell its monster
    monsters: list[Copy] = field(default_factory=list)
    backrow: list[Copy] = field(default_factory=list)
    terrain: list[Copy] = field(default_factory=list)
    graveyard: list[Copy] = field(default_factory=list)
    summons: int = 0
    draws: int = 0
    damage: int = 0
    lost: bool = False

    def play(self, turns: int) -> list[State]:
        # « Commencement du jeu »: five cards.
        self.hand = self.pile.draw(5, 0, OPENING)
        states = [self.state(0)]
        for turn in range(1, turns + 1):
            self.turn(turn)
            states.append(self.state(turn))
        return states

    def turn(self, turn: int) -> None:
        first = turn == 1 and self.options.seat == 1
        # « 1ère Phase : Draw phase »; since 2014 whoever starts does not draw.
        if not first or self.options.first_draw:
            self.draw(1, turn, TURN_DRAW)
        self.summons = 1  # « Invocation normale » 2
        for again in range(PASSES):
            self.main_phase(turn, again)
        # « 4ème Phase : Battle phase »: not in the first turn. Nobody opposite: direct attacks.
        if not first:
            self.damage += sum(copy.number("atk") for copy in self.monsters)
        # « Cartes en main » 2: down to six, the hardest to summon and then the weakest first.
        worst = in_order(self.hand, lambda copy: (-tributes(copy), copy.number("atk")))
        for copy in worst[: max(0, len(self.hand) - HAND)]:
            self.move(copy, self.hand, self.graveyard)

    def draw(self, n: int, turn: int, step: int, again: int = 0) -> None:
        """« Ne plus avoir de cartes à tirer »: who has to draw and cannot has lost."""
        self.lost = self.lost or n > len(self.pile.copies)
        self.hand += self.pile.draw(n, turn, step, again)

    def main_phase(self, turn: int, again: int) -> None:
        self.resolve(self.spring_traps(turn))
        self.resolve(self.activate())
        self.resolve(self.step(lambda copy: is_spell(copy, "field"), self.open_field))
        self.resolve(self.step(summonable, self.summon, by_atk))
        self.resolve(self.step(lambda copy: is_spell(copy, "continuous"), self.opening_of))
        self.resolve(self.step(lambda copy: is_spell(copy, "equip"), self.equip))
        # « Cartes pièges » 1 and 2: never from the hand; set face down first.
        for trap in self.step(lambda copy: kind_of(copy) == "trap", self.opening_of, by_effect):
            trap.came = turn
        due, self.draws = self.draws, 0
        self.draw(due, turn, EFFECT_DRAW, again)

    def step(
        self,
        test: Test,
        play: Callable[[Copy], bool],
        order: Callable[[Copy], tuple[int, ...]] = as_they_lie,
        zone: Sequence[Copy] | None = None,
    ) -> list[Copy]:
        """The cards that a play is for, each tried once: those that were played."""
        found = in_order(filter(test, self.hand if zone is None else zone), order)
        return [copy for copy in found if play(copy)]

    def spring_traps(self, turn: int) -> list[Copy]:
        """« Cartes pièges » 3: not in the turn in which it was set."""

        def may(copy: Copy) -> bool:
            effect = copy.number("draws") > 0 or copy.number("summons") > 0 or copy.text("search") is not None
            return kind_of(copy) == "trap" and copy.came < turn and effect

        def spring(copy: Copy) -> bool:
            return self.move(copy, self.backrow, self.graveyard)

        return self.step(may, spring, as_they_lie, self.backrow)

    def activate(self) -> list[Copy]:
        """« Cartes magiques » 1 and 3: it needs a free place while it resolves, then goes to the graveyard."""

        def at_once(copy: Copy) -> bool:
            return kind_of(copy) == "spell" and not is_spell(copy, "continuous", "equip", "field", "ritual")

        def resolve(copy: Copy) -> bool:
            return self.place_free() and self.move(copy, self.hand, self.graveyard)

        return self.step(at_once, resolve, by_effect)

    def place_free(self) -> bool:
        """« Cartes terrains » 1: a field spell takes one of the five places, unless it has one of its own."""
        return len(self.backrow) < PLACES and len(self.backrow) + len(self.terrain) < PLACES + self.options.field_zone

    def open_field(self, copy: Copy) -> bool:
        """« Cartes terrains » 2 and 3: one at a time, and it stays."""
        if self.terrain or len(self.backrow) >= PLACES + self.options.field_zone:
            return False
        return self.move(copy, self.hand, self.terrain)

    def summon(self, copy: Copy) -> bool:
        """« Invocation normale », « Invocation sacrifice »: the weakest are given, each weaker than what comes."""
        bearing = set(self.bearers.values())
        candidates = sorted(self.monsters, key=lambda other: (other.number("atk"), other.rank, other in bearing))
        weakest = candidates[: tributes(copy)]
        able = len(weakest) == tributes(copy) and all(other.number("atk") < copy.number("atk") for other in weakest)
        if not self.summons or not able or len(self.monsters) - len(weakest) >= PLACES:
            return False
        for other in weakest:
            self.leave_field(other)
        self.summons -= 1
        return self.move(copy, self.hand, self.monsters)

    def leave_field(self, monster: Copy) -> None:
        """« Invocation sacrifice » 2, « Cartes d'équipement » 4: whatever is attached to it is destroyed too."""
        self.move(monster, self.monsters, self.graveyard)
        for spell in [spell for spell, bearer in self.bearers.items() if bearer is monster]:
            del self.bearers[spell]
            self.move(spell, self.backrow, self.graveyard)

    def equip(self, copy: Copy) -> bool:
        """« Cartes d'équipement » 2 and 6: on a monster, any number on one; each takes a place.

        The policy: on the strongest; of copies alike on the one that bears some already.
        """
        if not self.monsters or not self.opening_of(copy):
            return False
        bearing = set(self.bearers.values())
        able = sorted(self.monsters, key=lambda other: (-other.number("atk"), other.rank, other not in bearing))
        self.bearers[copy] = able[0]
        return True

    def opening_of(self, copy: Copy) -> bool:
        return self.place_free() and self.move(copy, self.hand, self.backrow)

    def move(self, copy: Copy, source: list[Copy], target: list[Copy]) -> bool:
        source.remove(copy)
        target.append(copy)
        return True

    def resolve(self, played: Sequence[Copy]) -> None:
        """What the records declare; draws wait for the end of the pass."""
        for copy in played:
            self.draws += copy.number("draws")
            self.summons += copy.number("summons")
            search = copy.text("search")
            if search is not None:
                self.hand += self.pile.fetch(self.options.searches[search], by_atk)

    def state(self, turn: int) -> State:
        zones = {
            "pile": self.pile.copies,
            "hand": self.hand,
            "field": self.monsters,
            "backrow": self.backrow,
            "terrain": self.terrain,
        }
        return State(
            turn,
            {zone: names(copies) for zone, copies in zones.items()},
            {"summons": self.summons, "draws": self.draws},
            {"damage": self.damage},
            self.lost,
            out=names(self.graveyard),
        )
