"""Clash of Decks, from the help of Board Game Arena; section names in « »."""

from __future__ import annotations

from dataclasses import dataclass, field

from reference.copies import Copy, Pile, State, names

DEAL = 1  # the one step that draws, as the tape numbers it
REACH = 4  # « Phase 2 – Invocation »: the four leftmost cards


@dataclass
class Options:
    seat: int = 1
    starter: int = 6
    opponent: int = 8


@dataclass
class Game:
    pile: Pile
    options: Options
    hand: list[Copy] = field(default_factory=list)  # from the left, without the Bastion
    line: list[Copy] = field(default_factory=list)  # the nearest to the bridge first
    gone: list[Copy] = field(default_factory=list)
    mana: int = 0
    damage: int = 0
    moved: int = 0  # places that the opponent's Bastion (then Fort) has moved to the right
    fallen: int = 0

    def play(self, turns: int) -> list[State]:
        self.hand = self.pile.draw(len(self.pile.copies), 0, DEAL)
        states = [self.state(0)]
        for turn in range(1, turns + 1):
            self.turn(turn)
            states.append(self.state(turn))
        return states

    def turn(self, turn: int) -> None:
        # « Phase 1 – Régénération du Mana »: as much as cards in the hand, the Bastion included; once.
        self.mana = len(self.hand) + 1 + 2 * sum("catalyseur" in copy.texts("abilities") for copy in self.line)
        if turn == 1 and self.options.seat == 1:
            self.mana = self.options.starter
        # « Phase 2 – Invocation ».
        while copy := self.choice():
            self.mana -= copy.number("cost")
            self.hand.remove(copy)
            if copy.text("kind") == "creature":
                copy.came = turn
                self.line.append(copy)  # behind those already there
            elif "mercenaire" in copy.texts("abilities"):
                self.gone.append(copy)
            else:
                self.hand.append(copy)  # « Incantation »: back at the right end
        # « Phase 3 – Assaut »: the farthest from the bridge first, not in the turn in which it came.
        for copy in list(reversed(self.line)):
            if copy.came < turn and "defenseur" not in copy.texts("abilities"):
                self.hit(copy.number("attack") + (self.sprint(copy) if self.may_sprint(copy) else 0))

    def choice(self) -> Copy | None:
        """The policy: the dearest creature in reach; else what leaves for good; else any incantation, to dig."""
        reach = [copy for copy in self.hand[:REACH] if copy.has("cost") and copy.number("cost") <= self.mana]
        creatures = [copy for copy in reach if copy.text("kind") == "creature"]
        spells = [copy for copy in reach if copy.text("kind") == "incantation"]
        leaving = [copy for copy in spells if "mercenaire" in copy.texts("abilities")]
        # One that costs nothing and comes back is not played: there would be no end to it.
        spells = [copy for copy in spells if copy.number("cost") > 0]
        if creatures:
            return min(creatures, key=lambda copy: (-copy.number("cost"), -copy.number("attack"), copy.rank))
        if leaving or spells:
            return min(leaving or spells, key=lambda copy: (copy.number("cost"), copy.rank))
        return None

    def may_sprint(self, copy: Copy) -> bool:
        """« Sprint », or « Aura »: that of a neighbour on the line, as it stands now; never its own."""
        at = self.line.index(copy)
        beside = self.line[max(0, at - 1) : at] + self.line[at + 1 : at + 2]
        return "sprint" in copy.texts("abilities") or any("sprint" in other.texts("aura") for other in beside)

    def sprint(self, copy: Copy) -> int:
        """« Sprint »: to the place nearest to the bridge; as many points more as creatures that it passed."""
        passed = self.line.index(copy)
        self.line.remove(copy)
        self.line.insert(0, copy)
        return passed

    def hit(self, points: int) -> None:
        """« Phase 3 »: Bastion or Fort moves by the damage, to the right end at most; what is more is lost with it.

        `damage` counts the places that they moved. With the Fort the game is over: nothing moves any more.
        """
        if self.fallen == 2:
            return
        points = min(points, self.options.opponent - self.moved)
        self.damage += points
        self.moved += points
        if self.moved >= self.options.opponent:
            self.fallen += 1
            self.moved = 0

    def state(self, turn: int) -> State:
        line = tuple(copy.name for copy in self.line)
        zones = {"hand": tuple(copy.name for copy in self.hand), "board": names(self.line), "line": line}
        totals = {"damage": self.damage, "fallen": self.fallen}
        return State(turn, zones, {"mana": self.mana}, totals, out=names(self.gone))
