"""The language of the templates: `str.format` fields, with plurals, lists and parts that may be left out.

{name}                      the fact as text; a list as "a, b and c"
{found:# card|# cards}      one|many, or none|one|many; # is the number
{known:or}                  a list as "a, b or c"
[; did you mean {near}?]    left out where a fact in it is missing or empty
[[0, 10]]                   brackets that stand in the sentence
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from string import Formatter

from deckcheck.wording.english.small import LISTING
from deckcheck.wording.shown import shown

MOST = 12  # longer lists are cut

_PART = re.compile(r"\[([^\[\]]*)\]")


class Said(str):
    """Text that is made safe to print already, so that it may stand in a sentence as it is."""

    __slots__ = ()


def fill(template: str, facts: Mapping[str, object]) -> Said:
    """The template with its facts; a fact that is missing outside of brackets shows as "?"."""
    return Said(
        "".join(
            _FORMATTER.vformat(part, (), facts)
            for part, optional in _parts(template)
            if not optional or all(_given(facts.get(name)) for name in fields(part))
        )
    )


def _given(value: object) -> bool:
    """Whether there is something to say; a zero is."""
    return bool(value) or (isinstance(value, int) and value is not False)


@cache
def _parts(template: str) -> tuple[tuple[str, bool], ...]:
    """The pieces of a template, each with whether it may be left out."""
    return tuple((part, bool(index % 2)) for index, part in enumerate(_PART.split(template)) if part)


@cache
def fields(template: str) -> tuple[str, ...]:
    """The names of the facts that a template reads."""
    return tuple(name for _, name, _, _ in Formatter().parse(template) if name)


class _Words(Formatter):
    def get_field(self, field_name: str, args: object, kwargs: Mapping[str, object]) -> tuple[object, str]:
        del args
        return kwargs.get(field_name), field_name

    def format_field(self, value: object, format_spec: str) -> str:
        return words(value, format_spec)


_FORMATTER = _Words()


def words(value: object, spec: str = "") -> str:
    """A fact as text."""
    if value is None:
        return "?"
    if isinstance(value, bool):
        return LISTING["yes" if value else "no"]
    if isinstance(value, int):
        return _number(value, spec)
    if isinstance(value, str):
        return value if isinstance(value, Said) else shown(value)
    if isinstance(value, frozenset | set):
        return listed(sorted(map(words, value)), spec or "and")
    if isinstance(value, Iterable):
        return listed(map(words, value), spec or "and")
    return shown(str(value))


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
