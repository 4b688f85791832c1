"""Slips put into the reference on purpose: a comparison that does not notice them proves nothing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from reference import compare

MODULES = {"venture": "venture", "tresors-de-geek": "tresors", "clash-of-decks": "clash", "yugioh": "yugioh"}


@dataclass(frozen=True)
class Slip:
    """`right` stands once in the reference of a game; `wrong` is put in its place."""

    game: str
    right: str
    wrong: str

    def __str__(self) -> str:
        return f"{self.game}: {' '.join(self.right.split())} → {' '.join(self.wrong.split())}"


SLIPS = tuple(
    Slip(game, right, wrong)
    for game, pairs in {
        "venture": (
            ("self.pile.draw(7, 0", "self.pile.draw(6, 0"),
            ("self.hand += self.pile.draw(len(aside), 0, MULLIGAN)\n        self.pile.put_back(aside)",
             "self.pile.put_back(aside)\n        self.hand += self.pile.draw(len(aside), 0, MULLIGAN)"),
            ('copy.number("cost") >= 7]', 'copy.number("cost") > 7]'),
            ("costs_at_most(copy, 4)", "costs_at_most(copy, 3)"),
            ("if len(cheap) < 2", "if len(cheap) < 1"),
            ("len(others) - 2", "len(others) - 1"),
            ("if not first:\n            self.lost", "if True:\n            self.lost"),
            ("not self.pile.copies", "len(self.pile.copies) < 2"),
            ("self.options.bank if first", "MANA if first"),
            ("if self.options.surplus:", "if True:"),
            ("self.activate(self.useful)", "self.activate(lambda copy: True)"),
            ("        self.activate(lambda copy: not self.useful(copy))\n", ""),
            ("self.tired = []\n        #", "#"),
            ("PASSES = 4", "PASSES = 3"),
            ("if not first:\n            self.damage", "if True:\n            self.damage"),
            ("self.monsters + self.equipment)", "self.monsters)"),
            ("return (-copy.number(\"cost\"),)", "return (copy.number(\"cost\"),)"),
            ("<= self.limit:", "< self.limit:"),
            ("len(self.equipment) < len(self.monsters) and ", ""),
            ("len(self.equipment) < len(self.monsters)", "len(self.equipment) <= len(self.monsters)"),
            ("TRAPS = 3", "TRAPS = 4"),
            ('copy.number("cost") >= cost]', 'copy.number("cost") > cost]'),
            ("        if cost == 0:\n            return True\n", ""),
            ("self.tired.append(min(", "self.tired.append(max("),
            ('self.limit += copy.number("mana")', "pass"),
            ("            self.draws = 0\n", ""),
        ),
        "tresors-de-geek": (
            ("PLACES = 2", "PLACES = 3"),
            ("ALIKE = 2", "ALIKE = 3"),
            ("(-copy.number(by),)", "(copy.number(by),)"),
            ("[copy for copy in fit if copy.name in declared] or fit", "fit"),
            ('"atk"), copy in new, copy.rank', '"atk"), copy.rank, copy in new'),
            ("(turn % 2 == 1)", "(turn % 2 == 0)"),
            ("== (self.options.seat == 1)", "== (self.options.seat == 2)"),
            ("DRAWS if turn > 1 else FIRST_DRAW", "DRAWS"),
            ("self.strike = self.guard = 0", "self.guard = 0"),
            ("self.promote(turn)\n        personnages", "personnages"),
            ("if (turn + self.options.tour - 1) % self.options.tour:", "if turn % self.options.tour:"),
            ("tour: int = 2", "tour: int = 1"),
            ("able = [copy for copy in self.supports if copy.ready <= turn]", "able = list(self.supports)"),
            ("if old.ready <= turn and best", "if best"),
            ('best.number("lead") > old', 'best.number("lead") >= old'),
            ("counted=(self.leader, self.supports)", "counted=(self.supports,)"),
            ("upright = [other for other in zone if other.ready <= turn]",
             "upright = [other for other in zone if other.ready < turn]"),
            ("zone[:] = [other for other in zone if other.ready > turn]", "zone[:] = []"),
            ("if not fits or (self.options.placements and not self.placed):", "if not fits:"),
            ("partners and partners", "partners"),
            ("max(0, points - self.options.defence)", "points - self.options.defence"),
            ("max(0, points - self.options.defence)", "max(0, points)"),
            ('copy.number("special") > 0 and copy.ready <= turn', 'copy.number("special") > 0'),
            ('copy.ready = turn + copy.number("cooldown") + 1', 'copy.ready = turn + copy.number("cooldown")'),
            ('copy.ready = turn + copy.number("cooldown") + 1', 'copy.ready = turn + copy.number("cooldown") + 2'),
            ("[*self.leader, *self.supports, *self.objects, *self.terrain]",
             "[*self.leader, *self.supports, *self.objects]"),
        ),
        "clash-of-decks": (
            ("REACH = 4", "REACH = 5"),
            ("len(self.hand) + 1 +", "len(self.hand) +"),
            ("+ 2 * sum(", "+ sum("),
            ("if turn == 1 and self.options.seat == 1", "if turn == 1"),
            ("in list(reversed(self.line))", "in list(self.line)"),
            ("copy.came < turn", "copy.came <= turn"),
            (' and "defenseur" not in copy.texts("abilities")', ""),
            ("self.hand.append(copy)  #", "self.hand.insert(0, copy)  #"),
            ('-copy.number("cost"), -copy.number("attack"), copy.rank', '-copy.number("cost"), copy.rank'),
            ("if leaving or spells:", "if leaving:"),
            ("min(leaving or spells", "min(spells or leaving"),
            ("points = min(points, self.options.opponent - self.moved)", "pass"),
            ("self.moved >= self", "self.moved > self"),
            ("if self.fallen == 2", "if self.fallen == 3"),
            ('"sprint" in copy.texts("abilities") or ', ""),
            (' or any("sprint" in other.texts("aura") for other in beside)', ""),
            (" + self.line[at + 1 : at + 2]", ""),
            ("self.line[max(0, at - 1) : at] + ", ""),
            ("at + 1 : at + 2", "at : at + 2"),
            ("self.line.insert(0, copy)", "self.line.append(copy)"),
            ("passed = self.line.index(copy)", "passed = 1"),
        ),
        "yugioh": (
            ("self.pile.draw(5, 0", "self.pile.draw(6, 0"),
            ("if not first or self.options.first_draw", "if not first"),
            ("self.summons = 1  #", "self.summons += 1  #"),
            ("PASSES = 4", "PASSES = 3"),
            ("if not first:\n            self.damage", "if True:\n            self.damage"),
            ("HAND = 6", "HAND = 7"),
            ('(-tributes(copy), copy.number("atk"))', '(copy.number("atk"),)'),
            ("n > len(self.pile.copies)", "n > 0 and not self.pile.copies"),
            ("            self.move(spell, self.backrow, self.graveyard)\n", "            pass\n"),
            ('(-other.number("atk"), other.rank, other not in', '(other.number("atk"), other.rank, other not in'),
            ("other.rank, other not in bearing", "other.rank, other in bearing"),
            ("other.rank, other in bearing)", "other.rank, other not in bearing)"),
            ("copy.came < turn and effect", "effect"),
            ("copy.came < turn and effect", "copy.came < turn"),
            ("self.place_free() and self.move(copy, self.hand, self.graveyard)",
             "self.move(copy, self.hand, self.graveyard)"),
            ("len(self.backrow) < PLACES and len(self.backrow)", "len(self.backrow)"),
            ("< PLACES + self.options.field_zone\n", "< PLACES + 1\n"),
            ("if self.terrain or len(self.backrow)", "if len(self.backrow)"),
            ("1 if level <= 6", "1 if level <= 7"),
            ("0 if level <= 4", "0 if level <= 5"),
            ('(other.number("atk"), other.rank, other in', '(-other.number("atk"), other.rank, other in'),
            ('other.number("atk") < copy', 'other.number("atk") <= copy'),
            ("len(self.monsters) - len(weakest) >= PLACES", "len(self.monsters) >= PLACES"),
            ('copy.text("frame") not in RITUAL and ', ""),
            (" and not extra", ""),
            ("            trap.came = turn\n", "            trap.came = 0\n"),
            ('self.summons += copy.number("summons")', "pass"),
            ("-copy.number(\"draws\"), -copy.number(\"summons\")", "-copy.number(\"draws\"), 0"),
        ),
    }.items()
    for right, wrong in pairs
)  # fmt: skip


@contextmanager
def slipped(slip: Slip) -> Iterator[None]:
    """The reference with a slip in it."""
    name = MODULES[slip.game]
    source = (Path(__file__).parent / f"{name}.py").read_text(encoding="utf-8")
    assert source.count(slip.right) == 1, f"{slip.right!r} stands {source.count(slip.right)} times in {name}"
    right = getattr(compare, name)
    wrong = ModuleType(right.__name__)  # dataclasses look their module up by its name
    exec(compile(source.replace(slip.right, slip.wrong), f"{name} with a slip", "exec"), vars(wrong))
    setattr(compare, name, wrong)
    try:
        yield
    finally:
        setattr(compare, name, right)
