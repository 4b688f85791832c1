"""Patterns of a schema, matched in time that grows with the text alone, whatever the pattern is.

Python's `re` tries one way after another, and each letter more may double the ways, as with `^(a+)+$`. Here all are
gone at once: a pattern is a list of steps, and what is remembered at a sign of the text is the set of steps that may
come next. What such a set leads to is remembered too, so that a pattern of every day costs a look a sign. What single
signs mean (`\\d`, `[^a-z]`, `.`) is asked of `re`, a sign at a time.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from deckcheck.record import dataclass

MOST_STEPS = 2_000  # of a pattern, `{3}` written out
MOST_WORK = 20_000_000  # steps that are looked at for all texts of a pattern: some ten seconds
_DEEPEST = 60
_MOST_KEPT = 200_000  # steps in sets that are remembered

_TOKEN = re.compile(
    r"""(?P<flags>\(\?[aimsu]+\))
    | (?P<look>\(\?<?[=!])
    | (?P<open>\((?:\?(?:P<\w+>|<\w+>|[aimsu]*:))?)(?!\?)
    | (?P<close>\)) | (?P<either>\|)
    | (?P<repeat>(?:[*+?]|\{(?:\d+(?:,\d*)?|,\d*)\})\??)(?!\+)
    | (?P<test>[\^$]|\\[bBAZ])
    | (?P<char>\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|N\{[^}]*\}|0[0-7]{0,2}|[^\dxuUNbBAZ])
             | \[\^?\]?(?:\\.|[^\]\\])*\] | [^\\()|*+?\[])""",
    re.VERBOSE | re.DOTALL,
)
_FLAGS = {"a": re.ASCII, "i": re.IGNORECASE, "m": re.MULTILINE, "s": re.DOTALL, "u": re.UNICODE}


class PatternError(ValueError):
    """The pattern is none, or holds what cannot be matched so; `sentence` of `wording` says which."""

    def __init__(self, sentence: str, **facts: object) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.facts = facts


@dataclass(frozen=True, slots=True)
class _Sign:
    """One sign of the text, by what `re` says of it; or, as a `test`, a place between two."""

    source: str
    flags: int
    test: bool = False


@dataclass(frozen=True, slots=True)
class _Look:
    """Whether something stands behind or before a place, or must not."""

    inner: _Part
    before: bool
    negated: bool


@dataclass(frozen=True, slots=True)
class _Row:
    parts: tuple[_Part, ...]


@dataclass(frozen=True, slots=True)
class _Either:
    parts: tuple[_Part, ...]


@dataclass(frozen=True, slots=True)
class _Repeat:
    inner: _Part
    least: int
    most: int | None


_Part = _Sign | _Look | _Row | _Either | _Repeat


def found_in(pattern: str) -> Callable[[str], bool]:
    """Whether a text holds what the pattern says, as `re.search` finds it.

    :raises PatternError: (at once) the pattern is none, reads what stood before or takes back no try, or is too long.
    """
    try:
        re.compile(pattern)
    except (re.error, OverflowError) as error:
        raise PatternError("schema.pattern", pattern=pattern, reason=str(error)) from error
    except RecursionError as error:
        raise PatternError("schema.pattern-long", most=MOST_STEPS) from error
    steps = _Steps(_Reader(pattern).whole(), backwards=False)
    return lambda text: any(steps.hits(text))


class _Reader:
    """From the text of a pattern to its parts."""

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern
        self.at = 0
        self.flags = 0

    def whole(self) -> _Part:
        part = self.either(0, 0)
        if self.at < len(self.pattern):
            raise self.refused()
        return part

    def refused(self) -> PatternError:
        return PatternError("schema.pattern-part", part=self.pattern[self.at : self.at + 20])

    def either(self, flags: int, depth: int) -> _Part:
        if depth > _DEEPEST:
            raise PatternError("schema.pattern-long", most=MOST_STEPS)
        rows: list[list[_Part]] = [[]]
        while self.at < len(self.pattern):
            token = _TOKEN.match(self.pattern, self.at)
            if token is None:
                raise self.refused()
            kind, text = str(token.lastgroup), token[0]
            if kind == "close":
                break
            self.at = token.end()
            if kind == "either":
                rows.append([])
            elif kind == "flags":  # they stand at the front and hold for the whole
                flags |= _of_flags(text)
            elif kind == "repeat":
                rows[-1].append(_Repeat(rows[-1].pop(), *_bounds(text)))
            elif kind in ("open", "look"):
                more = _of_flags(text) if text.endswith(":") else 0
                inner = self.either(flags | more, depth + 1)
                self.at += 1  # the bracket, which `re` has seen
                look = _Look(inner, "<" in text, text.endswith("!"))
                rows[-1].append(look if kind == "look" else inner)
            else:
                rows[-1].append(_Sign(text, flags, kind == "test"))
        parts = tuple(_Row(tuple(row)) for row in rows)
        return parts[0] if len(parts) == 1 else _Either(parts)


def _of_flags(text: str) -> int:
    found = 0
    for letter in text:
        found |= int(_FLAGS.get(letter, 0))
    return found


def _bounds(text: str) -> tuple[int, int | None]:
    """How often, at least and at most; a `?` behind says which way is tried first, and here none is."""
    if text[0] in "*+?":
        return {"*": (0, None), "+": (1, None), "?": (0, 1)}[text[0]]
    least, comma, most = text.rstrip("?")[1:-1].partition(",")
    return int(least or 0), int(most) if most else None if comma else int(least)


_Kept = frozenset[int]


class _Steps:
    """A pattern as steps, each a sign to be met, a place to be tested, or a choice of where to go on."""

    def __init__(self, part: _Part, *, backwards: bool) -> None:
        self.backwards = backwards
        self.signs: dict[int, Callable[[str], bool]] = {}
        self.tests: dict[int, int] = {}
        self.ways: dict[int, tuple[int, ...]] = {}
        self.asked: list[Callable[[str], bytearray]] = []
        self.size = 0
        self.beside = 0  # steps of what is looked for behind and before a place
        self.work = 0
        self.kept = 0
        self.next: dict[tuple[_Kept, str, tuple[int, ...]], _Kept] = {}
        self._add(part)
        self.end = self.size

    def _step(self) -> int:
        self.size += 1
        if self.size + self.beside > MOST_STEPS:
            raise PatternError("schema.pattern-long", most=MOST_STEPS)
        return self.size - 1

    def _add(self, part: _Part) -> None:
        match part:
            case _Row(parts):
                for inner in reversed(parts) if self.backwards else parts:
                    self._add(inner)
            case _Either(parts):
                self._either(parts)
            case _Repeat(inner, least, most):
                self._repeat(inner, least, most)
            case _Sign(source, flags, test=False):
                self.signs[self._step()] = _is_sign(source, flags)
            case _Sign(source, flags):
                self._ask(_places(source, flags))
            case _Look(inner, before, negated):
                steps = _Steps(inner, backwards=not before)
                self.beside += steps.size + steps.beside
                self._ask(lambda text: steps.hits(text, negated=negated))

    def _ask(self, asked: Callable[[str], bytearray]) -> None:
        self.tests[self._step()] = len(self.asked)
        self.asked.append(asked)

    def _either(self, parts: tuple[_Part, ...]) -> None:
        fork = self._step()
        starts, ends = [], []
        for inner in parts:
            starts.append(self.size)
            self._add(inner)
            ends.append(self._step())
        self.ways[fork] = tuple(starts)
        self.ways |= dict.fromkeys(ends, (self.size,))

    def _repeat(self, inner: _Part, least: int, most: int | None) -> None:
        for _ in range(least):
            self._step_of_nothing()
            self._add(inner)
        forks = []
        for _ in range(1 if most is None else most - least):
            forks.append(self._step())
            self._add(inner)
        if most is None:
            back = self._step()
            self.ways[back] = (forks[0],)
        self.ways |= {fork: (fork + 1, self.size) for fork in forks}

    def _step_of_nothing(self) -> None:
        """A step that only counts, so that a thousand times nothing is bounded too."""
        step = self._step()
        self.ways[step] = (step + 1,)

    def hits(self, text: str, *, negated: bool = False) -> bytearray:
        """A byte for each place between signs: 1 where the pattern ends there, or begins if gone `backwards`."""
        marks = [asked(text) for asked in self.asked]
        places = range(len(text), -1, -1) if self.backwards else range(len(text) + 1)
        found = bytearray(len(text) + 1)
        kept: _Kept = frozenset()
        sign = ""
        for place in places:
            if place != places[0]:
                sign = text[place] if self.backwards else text[place - 1]
            kept = self._after(kept, sign, tuple(mark[place] for mark in marks))
            found[place] = (self.end in kept) != negated
        return found

    def _after(self, kept: _Kept, sign: str, tested: tuple[int, ...]) -> _Kept:
        """The steps that may be next after a sign; the pattern may begin at every place."""
        key = kept, sign, tested
        if key not in self.next:
            if self.kept > _MOST_KEPT:
                self.next.clear()
                self.kept = 0
            waiting = [0, *(step + 1 for step in kept if sign and step != self.end and self.signs[step](sign))]
            reached = set(waiting)
            while waiting:
                self.work += 1
                step = waiting.pop()
                more = self.ways.get(step, ())
                if step in self.tests and tested[self.tests[step]]:
                    more = (step + 1,)
                waiting += [way for way in more if way not in reached]
                reached.update(more)
            self.work += len(kept)
            if self.work > MOST_WORK:
                raise PatternError("schema.pattern-work")
            self.next[key] = frozenset(step for step in reached if step in self.signs or step == self.end)
            self.kept += 1 + len(self.next[key])
        return self.next[key]


def _is_sign(source: str, flags: int) -> Callable[[str], bool]:
    pattern = re.compile(source, flags)
    return cache(lambda sign: pattern.fullmatch(sign) is not None)


def _places(source: str, flags: int) -> Callable[[str], bytearray]:
    """Where a test holds, of a text."""
    pattern = re.compile(source, flags)

    def places(text: str) -> bytearray:
        found = bytearray(len(text) + 1)
        for match in pattern.finditer(text):
            found[match.start()] = 1
        return found

    return places
