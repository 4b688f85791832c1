"""How a command declares its options, and how a line of the shell is read by them.

A command is a function; what its parameters take stands in their annotations, as with typer, of which the records here
are a light form: `turns: Annotated[int, Option(("--turns",), "T", "Turns …", least=1)] = 6`. Lines that are well formed
are read here. All else (help, what is wrong, completion) is left to typer, which is told the same declarations: to
import it takes longer than a check. The modules of commands do without `from __future__ import annotations`, as texts
would have to be compiled at each start.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import NoneType
from typing import Any, get_args, get_origin

from deckcheck.record import dataclass, field, replace

_NUMBER = re.compile("[0-9]{1,18}", re.ASCII)

Command = Callable[..., int]  # parameters as declared, the exit code


@dataclass(frozen=True, slots=True)
class Option:
    """What a command takes: an option by one of its `words`, an argument where it has none.

    `metavar`: what stands for the value in the help.
    `least`, `most`: bounds of a number.
    `offers`: what the shell completes: a function of `completing` by its name, or the words themselves.
    `make`: what the command is given in place of the value.
    `kind`: str, int or bool; a bool is a flag.
    `many`: it may be repeated; an argument takes all words that are left.
    `pair`: it takes two words.
    `default`: what it is where it is not given.
    `required`: it has to be given.
    """

    words: tuple[str, ...]
    metavar: str | None = None
    help: str = ""
    least: int | None = None
    most: int | None = None
    offers: str | tuple[str, ...] = ()
    make: Callable[[Any], Any] | None = field(default=None, compare=False)
    kind: type = str
    many: bool = False
    pair: bool = False
    default: Any = None
    required: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    """Options of which a command is given one record, made of all their values by name."""

    options: Mapping[str, Option]
    make: Callable[..., Any] = field(compare=False)


def argument(metavar: str, help: str, offers: str | tuple[str, ...] = ()) -> Option:  # noqa: A002 - as typer calls it
    """What a command takes by its place in the line."""
    return Option((), metavar, help, offers=offers, required=True)


def declared(command: Command) -> dict[str, Option]:
    """All that a command takes, by name, in the order of its parameters."""
    found: dict[str, Option] = {}
    for name, one in _parameters(command):
        found |= one.options if isinstance(one, Group) else {name: one}
    return found


def call(command: Command, values: Mapping[str, Any]) -> int:
    """Carry out the command with the values of its options.

    :raises DeckcheckError: a value is none, or the command cannot be carried out.
    """
    given: dict[str, Any] = {}
    for name, one in _parameters(command):
        if isinstance(one, Group):
            given[name] = one.make(**{option: values[option] for option in one.options})
        else:
            given[name] = values[name] if one.make is None else one.make(values[name])
    return command(**given)


def parse(options: Mapping[str, Option], words: Sequence[str]) -> dict[str, Any] | None:
    """The values of the options, as the words of a line give them; None of a line that typer has to read."""
    by_word = {word: name for name, option in options.items() for word in option.words}
    values = {name: option.default for name, option in options.items()}
    loose: list[str] = []
    rest = iter(words)
    for word in rest:
        if word == "--":
            loose += rest
        elif len(word) < 2 or not word.startswith("-"):
            loose.append(word)
        else:
            long, equals, text = word.partition("=")
            name = by_word.get(long)
            if name is None or (equals and (options[name].kind is bool or not long.startswith("--"))):
                return None
            if not _take(values, name, options[name], [text] if equals else (), rest):
                return None
    return values if _place(values, options, loose) else None


def _take(values: dict[str, Any], name: str, option: Option, first: Sequence[str], rest: Iterator[str]) -> bool:
    """Whether the option takes what follows; the value is set."""
    if option.kind is bool:
        values[name] = True
        return True
    texts = [*first, *(next(rest, "--") for _ in range(1 + option.pair - len(first)))]
    if any(len(text) > 1 and text.startswith("-") for text in texts[len(first) :]):
        return False  # most likely its value is missing
    value: Any = tuple(texts) if option.pair else texts[0]
    if option.kind is int:
        if not _NUMBER.fullmatch(texts[0]):
            return False
        value = int(texts[0])
        if (option.least is not None and value < option.least) or (option.most is not None and value > option.most):
            return False
    values[name] = [*(values[name] or ()), value] if option.many else value
    return True


def _place(values: dict[str, Any], options: Mapping[str, Option], loose: list[str]) -> bool:
    """Whether the words without an option are as many as the arguments take; their values are set."""
    for name, option in options.items():
        if not option.words and loose:
            values[name], loose = (loose, []) if option.many else (loose[0], loose[1:])
    return not loose and not any(option.required and values[name] in (None, []) for name, option in options.items())


def _parameters(command: Command) -> Iterator[tuple[str, Option | Group]]:
    """The parameters of a command by name, each with what it takes."""
    function: Any = command
    names = function.__code__.co_varnames[: function.__code__.co_argcount]
    plain = function.__defaults__ or ()
    defaults = dict(zip(names[len(names) - len(plain) :], plain, strict=True)) | (function.__kwdefaults__ or {})
    for name, hint in function.__annotations__.items():
        if name != "return":
            kind, declaration = get_args(hint)
            yield name, declaration if isinstance(declaration, Group) else _typed(declaration, kind, name, defaults)


def _typed(option: Option, kind: Any, name: str, defaults: Mapping[str, Any]) -> Option:
    """The option with what the type and the default of its parameter say; what it makes has a type of its own."""
    if option.make is not None:
        return option
    kinds = [one for one in get_args(kind) if one is not NoneType] if NoneType in get_args(kind) else [kind]
    origin = get_origin(kinds[0])
    word = get_args(kinds[0])[0] if origin in (list, tuple) else kinds[0]
    return replace(
        option,
        kind=word,
        many=origin is list,
        pair=origin is tuple,
        default=defaults.get(name),
        required=name not in defaults,
    )
