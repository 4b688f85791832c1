"""Patterns as those of .gitignore, matched in time that grows with the pattern times the path.

A star is tried again only from the last one: what an earlier star took is never taken back, as nothing is gained by it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from deckcheck.record import dataclass

_Sign = Callable[[str], bool]
_STAR = "*"
_ANY_DEPTH = "**"
_CLASSES: dict[str, _Sign] = {
    "alnum": str.isalnum,
    "alpha": str.isalpha,
    "blank": lambda char: char in " \t",
    "cntrl": lambda char: char < " " or char == "\x7f",
    "digit": lambda char: char in "0123456789",
    "graph": lambda char: char.isprintable() and char != " ",
    "lower": str.islower,
    "print": str.isprintable,
    "punct": lambda char: char.isprintable() and not char.isalnum() and char != " ",
    "space": str.isspace,
    "upper": str.isupper,
    "xdigit": lambda char: char in "0123456789abcdefABCDEF",
}


@dataclass(frozen=True, slots=True)
class Glob:
    """A pattern: the steps of the paths that it names, from the folder that it holds in.

    A step is `**` (any folders) or the signs of a name, each a test or a star; None: no name is so.
    """

    steps: tuple[str | tuple[str | _Sign, ...] | None, ...]
    folders_alone: bool
    takes_back: bool

    def named(self, parts: Sequence[str], *, folder: bool) -> list[bool]:
        """Of a path, whether the pattern names its first step, its first two …; `folder`: the whole is one."""
        last = len(self.steps) - 1
        reached = self._open({0})
        found = []
        for number, part in enumerate(parts, 1):
            after: set[int] = set()
            for at in reached:
                step = self.steps[at] if at <= last else None
                if step == _ANY_DEPTH:
                    after |= {at, at + 1} if at == last else {at}
                elif isinstance(step, tuple) and _fits(step, part):
                    after.add(at + 1)
            reached = self._open(after)
            found.append(last + 1 in reached and (folder or number < len(parts) or not self.folders_alone))
        return found

    def _open(self, reached: set[int]) -> set[int]:
        """`**` may stand for no folder at all, but at the end for something."""
        for at in sorted(reached):
            while at < len(self.steps) - 1 and self.steps[at] == _ANY_DEPTH:
                at += 1  # noqa: PLW2901
                reached.add(at)
        return reached


def said_of(globs: Sequence[Glob], path: str, *, folder: bool) -> bool | None:
    """True: a pattern names the path or a folder above it; False: one with "!" takes it back; None: neither.

    What is said of the path outweighs what is said of a folder above, and a later pattern an earlier one.
    """
    parts = path.split("/")
    said: list[bool | None] = [None] * len(parts)
    for glob in globs:
        for at, named in enumerate(glob.named(parts, folder=folder)):
            if named:
                said[at] = not glob.takes_back
    return next((one for one in reversed(said) if one is not None), None)


def read_globs(lines: Iterable[str]) -> tuple[Glob, ...]:
    """The patterns of some lines; blank ones and remarks are none.

    :raises ValueError: a line is no pattern.
    """
    return tuple(glob for line in lines if (glob := _glob(line)) is not None)


def _glob(line: str) -> Glob | None:
    text = _stripped(line)
    if not text or text.startswith("#"):
        return None
    takes_back = text.startswith("!")
    text = text.removeprefix("!")
    if not text:
        raise ValueError(line)
    folders_alone = text.endswith("/")
    body = text[:-1] if folders_alone else text
    names = [name for number, name in enumerate(body.split("/")) if name or number]
    steps: list[str | tuple[str | _Sign, ...] | None] = [_ANY_DEPTH] if "/" not in body else []
    for name in names:
        deep = "/" in body and name.startswith(_ANY_DEPTH) and not name.strip(_STAR)
        step = _ANY_DEPTH if deep else _signs(name)
        if step != _ANY_DEPTH or steps[-1:] != [_ANY_DEPTH]:
            steps.append(step)
    return Glob(tuple(steps) if names else (None,), folders_alone, takes_back)


def _stripped(line: str) -> str:
    """Blanks at the end are none of the pattern, but one behind a backslash."""
    line = line.rstrip("\r\n")
    text = line.rstrip(" ")
    behind = len(text) - len(text.rstrip("\\"))
    return line[: len(text) + 1] if behind % 2 and len(text) < len(line) else text


def _signs(name: str) -> tuple[str | _Sign, ...] | None:
    """The signs of a name; None where no name is so.

    :raises ValueError: it is no pattern.
    """
    signs: list[str | _Sign] = []
    at = 0
    while at < len(name):
        char = name[at]
        at += 1
        if char == _STAR:
            if signs[-1:] != [_STAR]:
                signs.append(_STAR)
        elif char == "?":
            signs.append(lambda _: True)
        elif char == "[":
            found = _set(name, at)
            if found is None:
                return None
            sign, at = found
            signs.append(sign)
        else:
            if char == "\\":
                if at == len(name):
                    raise ValueError(name)
                char = name[at]
                at += 1
            signs.append(char.__eq__)
    return tuple(signs) or None


def _set(name: str, at: int) -> tuple[_Sign, int] | None:
    """The set of signs that begins behind a bracket, and where it ends; None where it does not.

    :raises ValueError: a range is upside down.
    """
    negated = name[at : at + 1] in ("!", "^")
    at += negated
    first = at
    tests: list[_Sign] = []
    while at < len(name):
        if name[at] == "]" and at > first:
            return (lambda char: any(test(char) for test in tests) != negated), at + 1
        word, closed, _ = name[at + 2 :].partition(":]") if name.startswith("[:", at) else ("", "", "")
        if closed and word in _CLASSES:
            tests.append(_CLASSES[word])
            at += len(word) + 4
            continue
        low, at = _char(name, at)
        high = low
        if name[at : at + 1] == "-" and name[at + 1 : at + 2] not in ("", "]"):
            high, at = _char(name, at + 1)
        if low > high:
            raise ValueError(name)
        tests.append(lambda char, low=low, high=high: low <= char <= high)  # type: ignore[misc]
    return None


def _char(name: str, at: int) -> tuple[str, int]:
    if name[at] == "\\" and at + 1 < len(name):
        at += 1
    return name[at], at + 1


def _fits(signs: Sequence[str | _Sign], name: str) -> bool:
    """Whether a name is as the signs say."""
    if sum(sign != _STAR for sign in signs) > len(name):
        return False
    sign = char = 0
    star, again = -1, 0
    while char < len(name):
        here = signs[sign] if sign < len(signs) else None
        if isinstance(here, str):
            star, again = sign, char
            sign += 1
        elif here is not None and here(name[char]):
            sign, char = sign + 1, char + 1
        elif star >= 0:
            again += 1
            sign, char = star + 1, again
        else:
            return False
    return all(rest == _STAR for rest in signs[sign:])
