"""The language of the templates: `str.format` fields, with plurals, lists and parts that may be left out.

{name}                      the fact as text; a list as "a, b and c"
{found:# card|# cards}      one|many, or none|one|many; # is the number
{known:or}                  a list as "a, b or c"
{known:is|are}              one|many of a list
[; did you mean {near}?]    left out where a fact in it is missing or empty
[[0, 10]]                   brackets that stand in the sentence
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from string import Formatter

from deckcheck.wording.english import LISTING
from deckcheck.wording.safe_text import shorten

MOST = 12  # longer lists are cut

# Text, and the name of the fact behind it with how it is put; None at the end of a part.
_Piece = tuple[str, str | None, str]

_PART = re.compile(r"\[([^\[\]]*)\]")


class SafeText(str):
    """Text that is made safe to print already, so that it may stand in a sentence as it is."""

    __slots__ = ()


def fill(template: str, facts: Mapping[str, object]) -> SafeText:
    """The template with its facts; a fact that is missing outside of brackets shows as "?"."""
    text = ""
    for pieces, needed in _parts(template):
        if all(_given(facts.get(name)) for name in needed):
            for literal, name, spec in pieces:
                text += literal if name is None else literal + words(facts.get(name), spec)
    return SafeText(text)


def _given(value: object) -> bool:
    """Whether there is something to say; a zero is."""
    return bool(value) or (isinstance(value, int) and value is not False)


@cache
def _parts(template: str) -> tuple[tuple[tuple[_Piece, ...], tuple[str, ...]], ...]:
    """The parts of a template, each with the facts without which it is left out."""
    return tuple(
        (
            tuple((literal, name, spec or "") for literal, name, spec, _ in Formatter().parse(part)),
            fields(part) if index % 2 else (),
        )
        for index, part in enumerate(_PART.split(template))
        if part
    )


@cache
def fields(template: str) -> tuple[str, ...]:
    """The names of the facts that a template reads."""
    return tuple(name for _, name, _, _ in Formatter().parse(template) if name)


def words(value: object, spec: str = "") -> str:
    """A fact as text."""
    if value is None:
        return "?"
    if isinstance(value, bool):
        return LISTING["yes" if value else "no"]
    if isinstance(value, int):
        return _number(value, spec)
    if "|" in spec and isinstance(value, Iterable):
        return _number(2 if isinstance(value, str) else len(tuple(value)), spec)
    if isinstance(value, str):
        return value if isinstance(value, SafeText) else shorten(value)
    if isinstance(value, frozenset | set):
        return listed(sorted(map(words, value)), spec or "and")
    if isinstance(value, Iterable):
        items = tuple(value)
        return listed([*map(words, items[:MOST]), *items[MOST:]], spec or "and")  # the rest is only counted
    return shorten(str(value))


def _number(value: int, spec: str) -> str:
    if not spec:
        return str(value)
    *none, one, many = spec.split("|")
    form = none[0] if none and value == 0 else one if value == 1 else many
    return form.replace("#", str(value))


def listed(items: Iterable[str], word: str = "and") -> str:
    """ "a, b and c"; of a long list the first, and how many more there are."""
    texts = list(items)
    if len(texts) > MOST:
        texts = [*texts[: MOST - 1], LISTING["more"].format(len(texts) - MOST + 1)]
        word = "and"
    if len(texts) < 2:
        return "".join(texts)
    last = ", " if word == "comma" else f" {LISTING[word]} "
    return last.join((", ".join(texts[:-1]), texts[-1]))
