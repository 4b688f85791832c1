"""What turns a function into a command: options that several share, and an exit code."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterator
from dataclasses import MISSING, fields, is_dataclass
from inspect import Parameter
from typing import Any, ParamSpec, get_type_hints

from deckcheck.commands.output import complain
from deckcheck.report import DeckcheckError

Options = ParamSpec("Options")


def guarded(command: Callable[Options, int]) -> Callable[..., None]:
    """A command that ends with the exit code it returns; what cannot be done is told, and ends with 2.

    A parameter whose type is a record stands for a group of options, those of the record's fields: the command line
    has each, the function gets them as one.
    """
    parameters = list(inspect.signature(command, eval_str=True).parameters.values())
    groups: dict[str, Any] = {one.name: one.annotation for one in parameters if is_dataclass(one.annotation)}
    shown = [option for one in parameters for option in (_options(groups[one.name]) if one.name in groups else (one,))]

    @functools.wraps(command)
    def run(**given: Any) -> None:
        from typer import Exit  # slow to import, and here already

        for name, group in groups.items():
            given[name] = group(**{option.name: given.pop(option.name) for option in _options(group)})
        try:
            code = command(**given)  # type: ignore[call-arg]
        except DeckcheckError as error:
            complain(error)
            raise Exit(2) from None
        raise Exit(code)

    # What typer reads: the signature for names and defaults, the annotations for the options.
    run.__signature__ = inspect.Signature([one.replace(kind=Parameter.KEYWORD_ONLY) for one in shown])  # type: ignore[attr-defined]
    run.__annotations__ = {one.name: one.annotation for one in shown}
    return run


def _options(group: Any) -> Iterator[Parameter]:
    """The fields of a record as parameters."""
    hints = get_type_hints(group, include_extras=True)
    for one in fields(group):
        default = Parameter.empty if one.default is MISSING else one.default
        yield Parameter(one.name, Parameter.KEYWORD_ONLY, default=default, annotation=hints[one.name])
