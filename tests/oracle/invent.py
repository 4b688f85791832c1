"""Games and decks by chance: every rule kind, bound, table, many-valued field, guard, list, missing and unknown card.

One seed is one game; the decks of a game come from the numbers that follow.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from oracle.spec import FIELDS, Ast, Bound, Card, Game, Line, Rule, Slot

NAMES = ("Ant", "Bee", "Cat", "Dog", "Elk", "Fox", "Gnu", "Hen")
OTHER = ("Fourmi", "Abeille", "Chat", "Chien", "Elan", "Renard", "Bison", "Poule")
FAMILIES = ("oak", "fir", "yew")
DAYS = ("2026-01-01", "2026-06-01")
DAY = "2026-11-30"
NOT_CARDS = ("Zed", "Wisp")
NUMBERS = ("cost", "power")
ENOUGH = 2  # levels of calls inside calls


@dataclass(frozen=True)
class Reads:
    """What an expression may read: fields of its card, the deck, the card around its count."""

    card: bool = False
    deck: bool = False
    it: bool = False
    fields: tuple[str, ...] = tuple(FIELDS)
    params: bool = True
    section: bool = True


class Inventor:
    """Makes up one game. `linear`: of the forms that a repair can say, few cards and small numbers."""

    def __init__(self, rng: Random, *, small: bool = False) -> None:
        self.rng = rng
        self.small = small
        self.sections: dict[str, dict[str, Any]] = {"main": {}}
        self.defines: dict[str, Ast] = {}
        self.params: dict[str, Any] = {}
        self.slots: dict[str, Slot] = {}

    def game(self) -> Game:
        rng = self.rng
        if rng.random() < 0.6:
            self.sections["side"] = {"outside": True} if rng.random() < 0.4 else {}
        if rng.random() < 0.5:
            self.sections["leader"] = {"cards": 1}
        if rng.random() < 0.3:
            self.sections = dict(rng.sample(list(self.sections.items()), len(self.sections)))
        required = frozenset(word for word in ("kind", "cost", "elite") if rng.random() < 0.2)
        copy = self.copy_key()
        self.params = {"cap": rng.randint(1, 4), "strict": rng.random() < 0.5}
        cards = tuple(self.card(number, required) for number in range(rng.randint(2, 5 if self.small else 8)))
        for name, value in (("ban", "limit"), ("worth", "points"), ("era", "mark")):
            if rng.random() < 0.35:
                self.slots[name] = self.slot(value, cards)
        if rng.random() < 0.4:
            self.defines["cheap"] = self.test(Reads(card=True), 1)
        if rng.random() < 0.2:
            self.defines["crowd"] = self.number(Reads(deck=True), 1)
        rules = tuple(self.rule(f"r{number}") for number in range(1, rng.randint(2, 5)))
        curve = "cost" if rng.random() < 0.5 else None
        return Game(self.sections, required, copy, self.params, self.defines, self.slots, rules, cards, curve)

    def copy_key(self) -> Ast:
        name: Ast = ("field", "name")
        twin, families = ("field", "counts_as"), ("field", "families")
        mixed = (("else", families, name), ("|", [name, twin]), ("|", [families, twin]))
        return self.rng.choice((name, name, name, ("else", twin, name), families, twin, self.rng.choice(mixed)))

    def card(self, number: int, required: frozenset[str]) -> Card:
        rng = self.rng
        written: dict[str, Any] = {}
        wrong = set()
        values = {
            "kind": lambda: rng.choice(FIELDS["kind"].words),
            "cost": lambda: rng.randint(0, 3),
            "power": lambda: rng.randint(-2, 3),
            "elite": lambda: rng.random() < 0.5,
            "tags": lambda: rng.sample(FIELDS["tags"].words, rng.randint(1, 2)),
            "families": lambda: rng.sample(FAMILIES, rng.randint(1, 2)),
            "partners": lambda: [name.upper() if rng.random() < 0.2 else name for name in rng.sample(NAMES[:4], 1)],
            "counts_as": lambda: rng.choice(NAMES[:3]),
        }
        for word, make in values.items():
            likely = {"counts_as": 0.25, "partners": 0.3, "families": 0.6}.get(word, 0.85)
            if rng.random() < (0.97 if word in required else likely):
                written[word] = make()
            if word in ("kind", "cost") and rng.random() < 0.03:
                written[word] = "odd" if word == "kind" else -1
                wrong.add(word)
        other = OTHER[number] if rng.random() < 0.2 else None
        return Card(NAMES[number], other, written, frozenset(wrong))

    def slot(self, value: str, cards: Sequence[Card]) -> Slot:
        rng = self.rng
        words = {"forbidden": 0, "limited": 1} if value == "limit" else {}
        known = [*words, "2", "3"] if value != "mark" else ["old", "new"]
        versions: dict[str, dict[str, list[str | Ast]]] = {}
        for day in DAYS[: rng.randint(1, 2)]:
            entries: dict[str, list[str | Ast]] = {}
            for card in rng.sample(cards, rng.randint(0, len(cards) - 1)):
                entries.setdefault(rng.choice(known), []).append(rng.choice(card.names))
            if value != "mark" and rng.random() < 0.3:
                slots, self.slots = self.slots, {}
                entries.setdefault(rng.choice(known), []).append(self.test(Reads(card=True, params=False), 1))
                self.slots = slots
            versions[day] = entries
        stand_in = rng.choice((None, 0, 3)) if value != "mark" else None
        return Slot(value, words, stand_in, versions)

    # -- rules -------------------------------------------------------------------------------------

    def rule(self, name: str) -> Rule:
        rng = self.rng
        kind = rng.choice(
            ("size", "count", "count", "copies", "copies", "different", "sum", "groups", "forbid", "only")
        )
        everywhere = rng.random() < 0.15
        inside = [s for s, said in self.sections.items() if not said.get("outside")]
        some = rng.sample(list(self.sections), rng.randint(1, min(2, len(self.sections))))
        sections = tuple(inside if everywhere else some)
        about = self.test(Reads(card=True, deck=rng.random() < 0.3), 2) if rng.random() < 0.6 else None
        if kind in ("count", "forbid", "only"):
            about = about or self.test(Reads(card=True, deck=rng.random() < 0.3), 2)
        if kind == "size":
            about = None
        key = self.key() if kind == "groups" or (kind in ("count", "different", "sum") and rng.random() < 0.4) else None
        of_group = self.of_group(key)
        what = None
        if kind == "different" and rng.random() < 0.6:
            what = self.key()
        elif kind == "sum":
            reads = of_group if key is not None else Reads(card=True)
            what = self.number(reads, 1)
        having = self.test(of_group, 2) if kind == "groups" else None
        bounds: dict[str, Bound] = {}
        if kind not in ("forbid", "only"):
            bounds = self.bounds(kind, key)
        when = self.test(Reads(deck=True), 2) if rng.random() < 0.25 else None
        severity = rng.choice(("error", "error", "error", "warning", "info"))
        return Rule(name, kind, sections, everywhere, about, key, what, having, bounds, when, severity)

    def key(self) -> Ast:
        words = ("name", "name", "kind", "cost", "tags", "families", "counts_as")
        if self.rng.random() < 0.15:
            return self.rng.choice(
                (
                    ("else", ("field", "counts_as"), ("field", "name")),
                    ("//", ("field", "cost"), ("num", 2)),
                    ("section",),
                    ("|", [("field", "counts_as"), ("field", "name")]),
                    ("|", [("field", "tags"), ("field", "families")]),
                )
            )
        return ("field", self.rng.choice(words))

    def of_group(self, key: Ast | None) -> Reads:
        """What may be read of a group: all of it where it is one card, else what tells the groups apart."""
        if key == ("field", "name"):
            return Reads(card=True, deck=True, section=False)
        single = key is not None and key[0] == "field" and not FIELDS[key[1]].many
        return Reads(card=single, deck=True, fields=(key[1],) if single and key else ())

    def bounds(self, kind: str, key: Ast | None) -> dict[str, Bound]:
        rng = self.rng
        ops = rng.choice((["max"], ["max"], ["min"], ["min", "max"], ["exactly"], ["one_of"]))
        if kind == "copies":
            ops = rng.choice((["max"], ["max"], ["max"], ops))
            reads = Reads(card=True, deck=rng.random() < 0.2)
        else:
            reads = self.of_group(key) if key is not None and kind in ("count", "different") else Reads(deck=True)
            reads = Reads(card=reads.card, deck=rng.random() < 0.4, fields=reads.fields)
        found: dict[str, Bound] = {op: self.bound(op, reads) for op in ops}
        if ops == ["min", "max"]:
            low, high = found["min"], found["max"]
            if isinstance(low, tuple) and isinstance(high, tuple) and low[0] == high[0] == "num" and low > high:
                found = {"min": high, "max": low}
        return found

    def bound(self, op: str, reads: Reads) -> Bound:
        rng = self.rng
        if op == "one_of":
            return [self.limit(reads) for _ in range(rng.randint(1, 3))]
        if rng.random() < 0.25 and (reads.card or reads.deck):
            return self.table(reads)
        return self.limit(reads)

    def limit(self, reads: Reads) -> Ast:
        rng = self.rng
        if rng.random() < 0.6:
            return ("num", rng.randint(0, 4))
        if rng.random() < 0.3:
            return ("param", "cap")
        return self.number(reads, 1)

    def table(self, reads: Reads) -> Ast:
        rng = self.rng
        by = self.table_key(reads)
        if by is None:
            return self.limit(reads)
        values = list(_field_of(by).words) or {
            "truth": ["true", "false"],
            "number": ["0", "1", "2"],
        }.get(_field_of(by).kind, list(NAMES[:2]))
        whole = by[0] in ("field", "member") and (_field_of(by).words or _field_of(by).kind == "truth")
        rows: dict[str, Ast] = {value: self.limit(reads) for value in values if rng.random() < 0.8}
        if len(rows) < len(values) or not whole or rng.random() < 0.5:
            rows["else"] = ("none",) if rng.random() < 0.15 else self.limit(reads)
        return ("table", by, rows)

    def table_key(self, reads: Reads) -> Ast | None:
        rng = self.rng
        words = [w for w in ("kind", "elite", "cost", "counts_as") if w in reads.fields]
        if reads.card and words:
            return ("field", rng.choice(words))
        if reads.deck and "leader" in self.sections:
            return ("member", "leader", rng.choice(("kind", "elite", "cost")))
        return None

    # -- expressions -------------------------------------------------------------------------------

    def test(self, reads: Reads, depth: int) -> Ast:
        rng = self.rng
        if depth and rng.random() < 0.35:
            op = rng.choice(("and", "or", "not"))
            parts = [self.test(reads, depth - 1) for _ in range(1 if op == "not" else 2)]
            return (op, *parts)
        forms = []
        if reads.card:
            forms += [lambda: self.card_test(reads, depth)] * 3
        if reads.deck:
            forms += [lambda: self.deck_test(reads, depth)] * 2
        forms.append(lambda: self.plain_test(reads, depth))
        return rng.choice(forms)()

    def plain_test(self, reads: Reads, depth: int) -> Ast:
        rng = self.rng
        if rng.random() < 0.3 and reads.params:
            return ("param", "strict")
        if rng.random() < 0.2 and reads.params:
            return (rng.choice((">=", "<=")), ("param", "cap"), ("num", rng.randint(1, 3)))
        left = self.number(reads, depth)
        return (rng.choice(("<", "<=", ">", ">=", "==", "!=")), left, self.number(reads, 0))

    def card_test(self, reads: Reads, depth: int) -> Ast:
        rng = self.rng
        words = [word for word in reads.fields if word != "name" or rng.random() < 0.5]
        word = rng.choice(words or list(reads.fields))
        if not reads.fields:
            return self.plain_test(reads, depth)
        if rng.random() < 0.12 and self.slots and reads.fields == tuple(FIELDS):
            name = rng.choice(list(self.slots))
            if self.slots[name].value == "mark":
                return rng.choice((("on", name), ("==", ("list", name), ("text", "old"))))
            return rng.choice((("on", name), ("<=", ("list", name), ("num", rng.randint(0, 2)))))
        if rng.random() < 0.1 and "cheap" in self.defines and reads.fields == tuple(FIELDS):
            return ("define", "cheap")
        if rng.random() < 0.1 and reads.section and reads.fields == tuple(FIELDS):
            return ("==", ("section",), ("text", rng.choice(list(self.sections))))
        if rng.random() < 0.15:
            return ("given", word)
        one: Ast = ("field", word)
        if reads.it and rng.random() < 0.4:
            return self.like_it(word)
        if reads.deck and rng.random() < 0.25 and word not in ("elite",):
            return self.in_deck(word)
        kind = FIELDS[word]
        if kind.kind == "truth":
            return one
        if kind.kind == "number":
            return (rng.choice(("<", "<=", ">", ">=", "==", "!=")), one, self.number(reads, 0))
        if kind.many:
            return (rng.choice(("has", "within")), one, self.words(word))
        return (rng.choice(("==", "==", "!=", "in", "not in")), one, self.words(word))

    def like_it(self, word: str) -> Ast:
        kind = FIELDS[word]
        if kind.many:
            return (self.rng.choice(("has", "within")), ("field", word), ("it", word))
        if kind.kind == "truth":
            return ("it", word)
        return ("==", ("field", word), ("it", word))

    def in_deck(self, word: str) -> Ast:
        rng = self.rng
        owner = rng.choice([*self.sections, "deck"])
        there: Ast = ("member", owner, "name" if word in ("partners", "counts_as") else word)
        single = owner != "deck" and self.sections[owner].get("cards") == 1
        kind = FIELDS[word]
        if kind.many:
            return (rng.choice(("has", "within")), ("field", word), there)
        if single and not kind.many:
            return (rng.choice(("==", "!=")), ("field", word), there)
        return (rng.choice(("in", "not in")), ("field", word), there)

    def words(self, word: str) -> Ast:
        rng = self.rng
        pool: Sequence[str] = FIELDS[word].words or (
            FAMILIES if word == "families" else (*NAMES[:4], *OTHER[:2], "ant")
        )
        some = rng.sample(list(pool), rng.randint(1, 2))
        texts = [("text", one) for one in some]
        return ("|", texts) if len(texts) > 1 else texts[0]

    def deck_test(self, reads: Reads, depth: int) -> Ast:
        rng = self.rng
        if rng.random() < 0.2 and "leader" in self.sections:
            word = rng.choice(("kind", "cost", "elite", "tags", "name"))
            there: Ast = ("member", "leader", word)
            if FIELDS[word].kind == "truth":
                return there
            if FIELDS[word].kind == "number":
                return (rng.choice((">=", "<", "==")), there, ("num", rng.randint(0, 3)))
            return ("has" if FIELDS[word].many else "==", there, self.words(word))
        if rng.random() < 0.2:
            owner = rng.choice(
                [o for o in (*self.sections, "deck") if o == "deck" or not self.sections[o].get("cards")]
            )
            word = rng.choice(("kind", "tags", "name", "families"))
            return (rng.choice(("has", "within")), ("member", owner, word), self.words(word))
        op = rng.choice(("<", "<=", ">", ">=", "==", "!="))
        return (op, self.number(Reads(deck=True), depth), ("num", rng.randint(0, 4)))

    def number(self, reads: Reads, depth: int) -> Ast:
        """A number; of `depth` 0 a small one."""
        rng = self.rng
        if depth and rng.random() < 0.25:
            return self.calculated(reads, depth)
        forms: list[Any] = [lambda: ("num", rng.randint(0, 4))]
        if reads.params:
            forms.append(lambda: ("param", "cap"))
        words = [word for word in NUMBERS if word in reads.fields]
        if reads.card and words:
            forms += [lambda: ("field", rng.choice(words))] * 4
            lists = [name for name, slot in self.slots.items() if slot.value != "mark"]
            if lists and reads.fields == tuple(FIELDS):
                forms.append(lambda: ("list", rng.choice(lists)))
            if reads.it:
                forms.append(lambda: ("it", rng.choice(NUMBERS)))
        if reads.deck and depth:
            forms += [lambda: self.counted(reads, depth)] * 5
        return rng.choice(forms)()

    def calculated(self, reads: Reads, depth: int) -> Ast:
        rng = self.rng
        op = rng.choice(("+", "+", "-", "-", "*", "//", "%", "min", "max", "else", "neg"))
        one = self.number(reads, depth - 1)
        if op == "neg":
            return ("neg", one) if one[0] != "num" else one
        other = self.number(reads, depth - 1)
        if one[0] == other[0] == "num":
            return one
        return (op, one, other)

    def counted(self, reads: Reads, depth: int) -> Ast:
        """A number that is asked of the deck."""
        rng = self.rng
        if "crowd" in self.defines and rng.random() < 0.1:
            return ("define", "crowd")
        owner = rng.choice([*self.sections, "deck", None])
        inner = Reads(card=True, deck=rng.random() < 0.15, it=reads.card and reads.fields == tuple(FIELDS))
        test = self.test(inner, depth - 1) if rng.random() < 0.7 else None
        op = rng.choice(("count", "count", "count", "different", "sum", "largest", "smallest", "size", "member"))
        if op == "member" and "leader" in self.sections:
            return ("member", "leader", rng.choice(NUMBERS))
        if op == "size" and owner is not None:
            return ("size", owner)
        if op in ("sum", "largest", "smallest"):
            return (op, owner, self.number(Reads(card=True), 0), test)
        return ("different" if op == "different" else "count", owner, test)


def _field_of(ast: Ast) -> Any:
    return FIELDS[ast[-1]]


def invent(seed: object, *, small: bool = False) -> Game:
    """The game of a seed."""
    return Inventor(Random(f"game {seed}"), small=small).game()


def deck(game: Game, rng: Random, *, small: bool = False) -> list[Line]:
    """A deck by chance: lines of a few cards about as large as the limits; sometimes a card that nobody knows."""
    lines: list[Line] = []
    weights: Mapping[str, int] = {name: 1 if said.get("cards") else 3 for name, said in game.sections.items()}
    sections, chances = list(weights), list(weights.values())
    unknown = rng.random() < 0.15
    for _ in range(rng.randint(0, 3 if small else 7)):
        section = rng.choices(sections, chances)[0]
        single = game.single(section)
        if single and any(line.section == section for line in lines) and rng.random() < 0.85:
            continue
        count = 1 if single and rng.random() < 0.9 else rng.choice((1, 1, 1, 2, 2, 3))
        if unknown and rng.random() < 0.3:
            lines.append(Line(count, rng.choice(NOT_CARDS), section, None))
            continue
        card = rng.choice(game.cards)
        lines.append(Line(count, card.name, section, card))
    return lines
