"""The rules of a deck judged the plain way, from what `schemas/README.md` says: entry by entry, nothing remembered.

What cannot be decided (a card that nobody knows, a record without what is needed) is left out, and leaves its rule
undecided; what is found all the same is told only if no added card can cure it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from oracle.spec import FIELDS, Ast, Bound, Card, Game, Line, Rule, Slot, walk

Value = int | str | bool | None | frozenset[object] | tuple[str, ...]


class _Unknown:
    """The value of what cannot be known."""


UNKNOWN = _Unknown()
NOBODY = Line(0, "", "", None)
_LARGE = 10**18  # a product beyond it is no number


@dataclass(frozen=True)
class Found:
    """What breaks a rule. `sure`: plain enough that any reader sees that added cards cannot cure it."""

    rule: str
    found: int
    bound: str
    limit: tuple[int, ...]
    key: str
    severity: str
    sure: bool = field(compare=False, default=False)


@dataclass(frozen=True)
class Verdict:
    """All that is found in a deck, in the order of the rules, and the rules that are undecided."""

    found: tuple[Found, ...]
    undecided: tuple[str, ...]


def judge(game: Game, lines: Sequence[Line], day: str) -> Verdict:
    """The verdict on a deck; of an undecided rule all that is found in what can be decided."""
    found: list[Found] = []
    undecided: list[str] = []
    for rule in game.rules:
        look = Look(game, lines, day)
        problems = list(look.judged(rule))
        found += problems
        if look.doubt:
            undecided.append(rule.id)
    return Verdict(tuple(found), tuple(undecided))


def spread(value: object) -> tuple[object, ...]:
    if isinstance(value, tuple | frozenset):
        return tuple(sorted(value))
    return () if value is None else (value,)


class Look:
    """One rule, looking at a deck. `focus`: what a bare count counts; `it`: the card around a count."""

    def __init__(self, game: Game, lines: Sequence[Line], day: str) -> None:
        self.game = game
        self.lines = lines
        self.day = day
        self.focus: Sequence[Line] = ()
        self.it: Line | None = None
        self.doubt = False

    # -- rules -------------------------------------------------------------------------------------

    def judged(self, rule: Rule) -> Iterable[Found]:
        here = [line for line in self.lines if line.section in rule.sections]
        self.focus = here
        if rule.when is not None:
            holds = self.value(rule.when, NOBODY)
            if holds is UNKNOWN:
                self.doubt = True
            if holds is not True:
                return
        picked = [line for line in here if self.passes(rule.of, line, denied=rule.kind == "only")]
        if rule.kind in ("forbid", "only"):
            sure = _plain(self.game, rule.of, rule.when)
            for line in picked:
                yield Found(rule.id, line.count, "max", (0,), "", rule.severity, sure)
            return
        groups = self.groups(rule, picked)
        if rule.kind == "groups" or (rule.kind == "sum" and rule.key is not None):
            total = 0
            for members in groups.values():
                self.focus = members
                total += self.worth(rule, members)
            self.focus = here
            yield from self.held(rule, "", total, [])
            return
        for key, members in groups.items():
            grouped = rule.kind == "copies" or rule.key is not None
            self.focus = members if grouped else here
            shown = str(key) if grouped else ""
            yield from self.held(rule, shown, self.measured(rule, members), members if grouped else [])

    def groups(self, rule: Rule, picked: Sequence[Line]) -> dict[object, list[Line]]:
        groups: dict[object, list[Line]] = {}
        if rule.kind != "copies" and rule.key is None:
            return {"": list(picked)}
        for line in picked:
            if rule.kind == "copies":
                if line.card is None and set(rule.bounds) != {"max"}:
                    self.doubt = True  # it may be one of the others, misspelt
                value = self.copies(line)
            else:
                value = self.value(rule.key or (), line)
            if value is UNKNOWN:
                self.doubt = True
                continue
            for key in spread(value):
                groups.setdefault(key, []).append(line)
        return groups

    def worth(self, rule: Rule, members: Sequence[Line]) -> int:
        """What a group adds: one where it has what is asked, or the value that is worked out once."""
        value = self.value((rule.having if rule.kind == "groups" else rule.what) or (), members[0])
        if value is UNKNOWN:
            self.doubt = True
            return 0
        if rule.kind == "groups":
            return int(bool(value))
        return value if isinstance(value, int) else 0

    def measured(self, rule: Rule, members: Sequence[Line]) -> int:
        if rule.kind == "different":
            return len(self.different(rule.what, members))
        if rule.kind != "sum":
            return sum(line.count for line in members)
        total = 0
        for line in members:
            value = self.value(rule.what or (), line)
            if isinstance(value, int):
                total += value * line.count
            else:
                self.doubt = True  # unknown, or the record lacks what cannot be done without
        return total

    def different(self, what: Ast | None, lines: Sequence[Line]) -> set[object]:
        found: set[object] = set()
        for line in lines:
            if what is None and line.card is None:
                self.doubt = True
                continue
            value = self.copies(line) if what is None else self.value(what, line)
            if value is UNKNOWN:
                self.doubt = True
                continue
            found.update(spread(value))
        return found

    def held(self, rule: Rule, key: str, found: int, members: Sequence[Line]) -> Iterable[Found]:
        for op, bound in rule.bounds.items():
            limits = [
                limit
                for line in ({id(line.card): line for line in members}.values() if members else (NOBODY,))
                if (limit := self.limit(bound, line)) is not None
            ]
            if not limits:
                continue
            limit = max(limits) if op == "min" else min(limits, key=max)
            broken = {
                "min": found < limit[0],
                "max": found > limit[0],
                "exactly": found != limit[0],
                "one_of": found not in limit,
            }
            if broken[op]:
                grows = rule.kind != "sum" or (rule.what is not None and never_below_nothing(rule.what))
                plain = _plain(self.game, rule.of, rule.key, rule.what, rule.having, rule.when, bound)
                sure = found > max(limit) and grows and plain
                yield Found(rule.id, found, op, tuple(sorted(limit)), key, rule.severity, sure)

    def limit(self, bound: Bound, line: Line) -> tuple[int, ...] | None:
        numbers = [self.number(one, line) for one in (bound if isinstance(bound, list) else [bound])]
        return tuple(sorted(n for n in numbers if n is not None)) if None not in numbers else None

    def number(self, ast: Ast, line: Line) -> int | None:
        """A limit; None where there is none, or it is in doubt."""
        value = self.value(ast, line)
        if value is UNKNOWN or (value is None and not self.may_be_none(ast)):
            self.doubt = True
        return value if isinstance(value, int) else None

    def may_be_none(self, ast: Ast) -> bool:
        """Whether the schema itself says that there may be no limit."""
        if ast[0] == "define":
            return self.may_be_none(self.game.defines[ast[1]])
        if ast[0] == "table":
            return any(map(self.may_be_none, ast[2].values()))
        return ast[0] == "none" or (ast[0] == "else" and any(map(self.may_be_none, ast[1:])))

    def copies(self, line: Line) -> object:
        if line.card is None:
            return f"?{line.name.lower()}"
        value = self.value(self.game.copy, line)
        return value if spread(value) else line.card.name

    # -- expressions -------------------------------------------------------------------------------

    def passes(self, test: Ast | None, line: Line, *, denied: bool = False) -> bool:
        if test is None:
            return True
        value = self.value(test, line)
        if value is UNKNOWN:
            self.doubt = True
            return False
        return not value if denied else bool(value)

    def owned(self, owner: str | None) -> Sequence[Line]:
        if owner is None:
            return self.focus
        wanted = self.game.inside if owner == "deck" else (owner,)
        return [line for line in self.lines if line.section in wanted]

    def value(self, ast: Ast, line: Line) -> object:
        return getattr(self, f"_{_METHODS.get(ast[0], ast[0])}")(ast, line)

    def _num(self, ast: Ast, line: Line) -> object:
        return ast[1]

    _text = _num

    def _none(self, ast: Ast, line: Line) -> object:
        return None

    def _section(self, ast: Ast, line: Line) -> object:
        return line.section

    def _as_of(self, ast: Ast, line: Line) -> object:
        return self.day

    def _param(self, ast: Ast, line: Line) -> object:
        return self.game.params[ast[1]]

    def _define(self, ast: Ast, line: Line) -> object:
        return self.value(self.game.defines[ast[1]], line)

    def _field(self, ast: Ast, line: Line) -> object:
        word = ast[1]
        if line.card is None:
            return UNKNOWN
        if word == "name":
            return line.card.name
        value = line.card.written.get(word)
        if word in line.card.wrong or (value is None and word in self.game.required):
            return UNKNOWN
        return tuple(value) if isinstance(value, list) else value

    def _given(self, ast: Ast, line: Line) -> object:
        value = self._field(ast, line)
        return value if value is UNKNOWN else value is not None

    def _list(self, ast: Ast, line: Line) -> object:
        if line.card is None:
            return UNKNOWN
        slot = self.game.slots[ast[1]]
        values = self.listed(slot, line.card)
        if slot.value == "mark":
            return values[0] if values else None
        numbers = [slot.words.get(str(value), value) for value in values]
        return min(map(int, numbers)) if numbers else slot.stand_in

    def _on(self, ast: Ast, line: Line) -> object:
        return UNKNOWN if line.card is None else bool(self.listed(self.game.slots[ast[1]], line.card))

    def listed(self, slot: Slot, card: Card) -> list[str]:
        """What the version in force says of a card: a limit is that of all its copies."""
        begun = [day for day in slot.versions if day <= self.day]
        entries = slot.versions[max(begun)]
        one = Line(1, card.name, "", card)
        found = []
        for value, meant in entries.items():
            for name in meant:
                if not isinstance(name, str):
                    continue
                named = next(c for c in self.game.cards if name in c.names)
                alike = named is card
                if slot.value == "limit":
                    alike = self.copies(Line(1, named.name, "", named)) == self.copies(one)
                found += [value] if alike else []
        tests = [(value, test) for value, meant in entries.items() for test in meant if not isinstance(test, str)]
        return found + [value for value, test in tests if self.value(test, one) is True]

    def _size(self, ast: Ast, line: Line) -> object:
        return sum(one.count for one in self.owned(ast[1]))

    def matching(self, owner: str | None, test: Ast | None, line: Line) -> list[Line]:
        before, self.it = self.it, line
        found = [one for one in self.owned(owner) if self.passes(test, one)]
        self.it = before
        return found

    def _count(self, ast: Ast, line: Line) -> object:
        return sum(one.count for one in self.matching(ast[1], ast[2], line))

    def _different(self, ast: Ast, line: Line) -> object:
        found = set()
        for one in self.matching(ast[1], ast[2], line):
            if one.card is None:
                self.doubt = True
            else:
                found.update(spread(self.copies(one)))
        return len(found)

    def _measure(self, ast: Ast, line: Line) -> object:
        op, owner, what, test = ast
        values: list[tuple[int, int]] = []
        for one in self.matching(owner, test, line):
            value = self.value(what, one)
            if isinstance(value, int):
                values.append((value, one.count))
            elif value is UNKNOWN or op == "sum":
                self.doubt = self.doubt or value is None
                return UNKNOWN
        if op == "sum":
            return sum(value * count for value, count in values)
        found = [value for value, _ in values]
        return (max(found) if op == "largest" else min(found)) if found else None

    def _member(self, ast: Ast, line: Line) -> object:
        _, owner, word = ast
        lines = self.owned(owner)
        if owner != "deck" and self.game.single(owner):
            if not lines or any(one.card is not lines[0].card for one in lines):
                return UNKNOWN
            return self._field(("field", word), lines[0])
        found: set[object] = set()
        for one in lines:
            value = self._field(("field", word), one)
            if value is UNKNOWN:
                self.doubt = True
            elif word == "name" and one.card is not None:
                found.update(name.lower() for name in one.card.names)
            else:
                found.update(spread(value))
        return frozenset(found)

    def _it(self, ast: Ast, line: Line) -> object:
        return UNKNOWN if self.it is None else self._field(ast, self.it)

    def _and(self, ast: Ast, line: Line) -> object:
        stop = ast[0] == "or"
        result: object = not stop
        for part in ast[1:]:
            value = self.value(part, line)
            if value is UNKNOWN:
                result = UNKNOWN
            elif bool(value) is stop:
                return stop
        return result

    def _not(self, ast: Ast, line: Line) -> object:
        value = self.value(ast[1], line)
        return value if value is UNKNOWN else not value

    def _alternatives(self, ast: Ast, line: Line) -> object:
        found: set[object] = set()
        for part in ast[1]:
            value = self.value(part, line)
            if value is UNKNOWN:
                return UNKNOWN
            found.update(spread(value))
        return frozenset(found)

    def _else(self, ast: Ast, line: Line) -> object:
        value = self.value(ast[1], line)
        return self.value(ast[2], line) if value is None else value

    def _arithmetic(self, ast: Ast, line: Line) -> object:
        op = ast[0]
        a, b = self.value(ast[1], line), self.value(ast[2], line)
        if a is UNKNOWN or b is UNKNOWN:
            return UNKNOWN
        if not isinstance(a, int) or not isinstance(b, int):
            return None
        if op in ("//", "%") and b == 0:
            return None
        answers: dict[str, Callable[[], int]] = {
            "+": lambda: a + b,
            "-": lambda: a - b,
            "*": lambda: a * b,
            "//": lambda: a // b,
            "%": lambda: a % b,
            "min": lambda: min(a, b),
            "max": lambda: max(a, b),
        }
        answer = answers[op]()
        return None if op == "*" and abs(answer) >= _LARGE else answer

    def _neg(self, ast: Ast, line: Line) -> object:
        value = self.value(ast[1], line)
        return -value if isinstance(value, int) else value

    def _table(self, ast: Ast, line: Line) -> object:
        _, by, rows = ast
        value = self.value(by, line)
        if value is UNKNOWN:
            return UNKNOWN
        written = str(value).lower() if isinstance(value, bool) else str(value)
        row = rows.get(written, rows.get("else")) if value is not None else rows.get("else")
        return UNKNOWN if row is None else self.value(row, line)

    def _ordered(self, ast: Ast, line: Line) -> object:
        a, b = self.value(ast[1], line), self.value(ast[2], line)
        if a is UNKNOWN or b is UNKNOWN:
            return UNKNOWN
        if not isinstance(a, int) or not isinstance(b, int):
            return False
        return {"<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[ast[0]]

    def _membership(self, ast: Ast, line: Line) -> object:
        op, left, right = ast
        spelled = self.names(left) or self.names(right)
        a, b = self.values(left, line, spelled=spelled), self.values(right, line, spelled=spelled)
        if isinstance(a, _Unknown) or isinstance(b, _Unknown):
            return UNKNOWN
        holds = a <= b if op == "within" else bool(a & b)
        if ("none",) in (left, right):
            holds = not a and not b
        return not holds if op in ("!=", "not in") else holds

    def values(self, ast: Ast, line: Line, *, spelled: bool) -> frozenset[object] | _Unknown:
        """The values of a side; a card answers to each of its names, whatever their case."""
        whose = line if ast == ("field", "name") else self.it if ast == ("it", "name") else None
        if spelled and whose is not None and whose.card is not None:
            return frozenset(name.lower() for name in whose.card.names)
        if spelled and ast[0] == "member" and ast[1] != "deck" and self.game.single(ast[1]) and ast[2] == "name":
            if isinstance(self.value(ast, line), _Unknown):
                return UNKNOWN
            card = self.owned(ast[1])[0].card
            return frozenset(name.lower() for name in card.names) if card else UNKNOWN
        value = self.value(ast, line)
        if isinstance(value, _Unknown):
            return UNKNOWN
        return frozenset(str(one).lower() if spelled else one for one in spread(value))

    def names(self, ast: Ast) -> bool:
        if ast[0] == "define":
            return self.names(self.game.defines[ast[1]])
        if ast[0] == "|":
            return any(map(self.names, ast[1]))
        return (ast[0] in ("field", "it", "member") and ast[-1] == "name") or (
            ast[0] == "else" and any(map(self.names, ast[1:]))
        )


_METHODS = {
    "|": "alternatives",
    "or": "and",
    **dict.fromkeys(("+", "-", "*", "//", "%", "min", "max"), "arithmetic"),
    **dict.fromkeys(("sum", "largest", "smallest"), "measure"),
    **dict.fromkeys(("<", "<=", ">", ">="), "ordered"),
    **dict.fromkeys(("==", "!=", "in", "not in", "has", "within"), "membership"),
}
_OF_THE_DECK = {"size", "count", "different", "sum", "largest", "smallest", "member"}


def _plain(game: Game, *asts: object) -> bool:
    """Whether none of them reads the deck."""
    for ast in asts:
        for part in walk(ast):
            if part[0] in _OF_THE_DECK or (part[0] == "define" and not _plain(game, game.defines[part[1]])):
                return False
    return True


def never_below_nothing(ast: Ast) -> bool:
    """Whether a number is plainly never below zero."""
    return ast[0] == "num" or (ast[0] == "field" and FIELDS[ast[1]].minimum == 0)
