"""Paths into the plain data of a JSON file: keys with dots between, through lists, `*` for every value of an object."""

from __future__ import annotations

from deckcheck.record import dataclass

EVERY = "*"


@dataclass(frozen=True, slots=True)
class Path:
    """The path as it is written, and its keys."""

    text: str
    steps: tuple[str, ...]


def path_of(text: str) -> Path | None:
    """The path; None where a key is missing. `[*]` behind a key says nothing, as lists are gone through anyway."""
    steps = tuple(step.strip() for step in text.replace("[*]", "").split("."))
    return Path(text, steps) if all(steps) else None


def found(path: Path, value: object) -> list[object]:
    """What stands at the path, in order: no lists, and neither null nor an empty text."""
    steps = path.steps
    if len(steps) == 1 and type(value) is dict and steps[0] != EVERY:  # most paths by far
        one = value.get(steps[0])
        if type(one) is not list:
            return [] if one is None or one == "" else [one]
    values = [value]
    for step in steps:
        further: list[object] = []
        for one in values if len(values) == 1 and type(values[0]) is dict else _flat(values):
            if type(one) is not dict:
                continue
            if step == EVERY:
                further.extend(one.values())
            elif step in one:
                further.append(one[step])
        if not further:
            return further
        values = further
    if len(values) == 1 and type(values[0]) is not list:
        return [] if values[0] is None or values[0] == "" else values
    return [one for one in _flat(values) if one is not None and one != ""]


def _flat(values: list[object]) -> list[object]:
    """The values without lists, however deep; not by recursion, as a hostile file nests as deep as it may."""
    flat: list[object] = []
    waiting = values[::-1]
    while waiting:
        one = waiting.pop()
        if type(one) is list:
            waiting.extend(reversed(one))
        else:
            flat.append(one)
    return flat
