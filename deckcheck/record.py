"""Records: what the package declares with `@dataclass`, cheap to declare and cheap to make.

A record is and does what a class of the standard `dataclasses` is and does, and type checkers take it for one. The
standard ones cost a check of one deck a fifth more time, as each compiles six methods, used or not; the Structs of
`msgspec` are made faster but take longer to import than the check takes (figures: tests/bench/README.md). Here one
method is compiled, the one that makes a record, and only when the first record is made.

A frozen record refuses to be changed once it is made. The standard way around that while it is being made, one call of
`object.__setattr__` a field, is slow; here the fields are set on a twin, a class of the same layout that may be
changed, which then becomes the record's class.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NoReturn

__all__ = ["dataclass", "field", "replace"]

_NONE: Any = object()


class _Field:
    """What `field` says of one field."""

    __slots__ = ("compare", "default", "factory", "init")

    def __init__(self, default: Any = _NONE, factory: Any = _NONE, *, init: bool = True, compare: bool = True) -> None:
        self.default = default
        self.factory = factory  # makes the default, anew for each record
        self.init = init  # whether whoever makes a record gives it; else `__post_init__` sets it
        self.compare = compare


def _field(*, default: Any = _NONE, default_factory: Any = _NONE, init: bool = True, compare: bool = True) -> Any:
    return _Field(default, default_factory, init=init, compare=compare)


def _dataclass(cls: Any = None, /, *, frozen: bool = False, slots: bool = False, eq: bool = True) -> Any:
    if cls is None:
        return lambda cls: _record(cls, frozen=frozen, slots=slots, eq=eq)
    return _record(cls, frozen=frozen, slots=slots, eq=eq)


def _record(cls: type, *, frozen: bool, slots: bool, eq: bool) -> type:
    members = {name: member for name, member in cls.__dict__.items() if name not in ("__dict__", "__weakref__")}
    own: dict[str, _Field] = {}
    for name in members.get("__annotations__", {}):
        given = members.pop(name, _NONE)
        own[name] = given if isinstance(given, _Field) else _Field(given)
    fields = {**getattr(cls.__base__, "__record__", {}), **own}
    given_ones = tuple(name for name, one in fields.items() if one.init)
    members |= {"__record__": fields, "__match_args__": given_ones, "__dataclass_fields__": _Fields()}
    members.setdefault("__repr__", _repr)
    if slots:
        members["__slots__"] = tuple(name for name in own if name not in getattr(cls.__base__, "__record__", {}))
    if eq:
        compared = _getter([name for name, one in fields.items() if one.compare])
        members.setdefault("__eq__", _equal(compared))
        members["__hash__"] = (lambda self: hash(compared(self))) if frozen else None
    if frozen:
        members |= {"__setattr__": _refuse, "__delattr__": _refuse, "__reduce__": _reduce}
    making = "__new__" if frozen else "__init__"
    made: Any = type(cls.__name__, cls.__bases__, members)

    def first(self: Any, *args: Any, **named: Any) -> Any:
        """Makes the first record, and the method that makes all others."""
        method = _compiled(made, fields, frozen=frozen)
        setattr(made, making, staticmethod(method) if frozen else method)
        return method(self, *args, **named)

    setattr(made, making, staticmethod(first) if frozen else first)
    return made  # type: ignore[no-any-return]


def _compiled(cls: type, fields: dict[str, _Field], *, frozen: bool) -> Callable[..., Any]:
    """`__new__` of a frozen record, `__init__` of another."""
    known: dict[str, Any] = {"_NONE": _NONE}
    arguments, lines = [], []
    for name, one in fields.items():
        known[f"_default_{name}"], known[f"_make_{name}"] = one.default, one.factory
        value = name
        if one.factory is not _NONE:
            value = f"_make_{name}() if {name} is _NONE else {name}"
            arguments.append(f"{name}=_NONE")
        elif one.init:
            arguments.append(name if one.default is _NONE else f"{name}=_default_{name}")
        if one.init:
            lines.append(f"self.{name} = {value}")
    if frozen:
        known |= {"_new": object.__new__, "_Twin": _twin(cls)}
        lines = ["self = _new(_Twin)", *lines, "self.__class__ = cls"]
    if hasattr(cls, "__post_init__"):
        lines.append("self.__post_init__()")
    if frozen:
        lines.append("return self")
    head = f"def method({', '.join(['cls' if frozen else 'self', *arguments])}):"
    exec("\n    ".join([head, *(lines or ["pass"])]), known)  # noqa: S102 - names of fields alone, as `dataclasses` does
    method: Callable[..., Any] = known["method"]
    return method


def _twin(cls: type) -> type:
    """A class of the same layout whose fields can be set."""
    layout = {name: cls.__dict__[name] for name in ("__slots__", "__orig_bases__") if name in cls.__dict__}
    return type(cls.__name__, cls.__bases__, {**layout, "__setattr__": object.__setattr__})


def _getter(names: list[str]) -> Callable[[Any], tuple[Any, ...]]:
    """The values of these fields of a record."""
    if len(names) > 1:
        return attrgetter(*names)
    return lambda record: tuple(getattr(record, name) for name in names)


def _equal(compared: Callable[[Any], tuple[Any, ...]]) -> Callable[[Any, object], Any]:
    def equal(self: Any, other: object) -> Any:
        if other.__class__ is not self.__class__:
            return NotImplemented
        return self is other or compared(self) == compared(other)

    return equal


def _values(record: Any) -> dict[str, Any]:
    """What a record was made with."""
    return {name: getattr(record, name) for name in record.__match_args__}


def _repr(self: Any) -> str:
    return f"{self.__class__.__qualname__}({', '.join(f'{name}={value!r}' for name, value in _values(self).items())})"


def _reduce(self: Any) -> tuple[type, tuple[Any, ...]]:
    return self.__class__, tuple(_values(self).values())


def _refuse(self: object, name: str, value: object = None) -> NoReturn:
    from dataclasses import FrozenInstanceError

    raise FrozenInstanceError(f"cannot change {name!r} of {type(self).__name__}")


class _Fields:
    """The fields as `dataclasses` has them, made when its `fields`, `asdict` or `replace` ask."""

    def __get__(self, instance: object, owner: Any) -> dict[str, Any]:
        from dataclasses import field, make_dataclass

        hints = {
            name: hint
            for kind in reversed(owner.__mro__)
            for name, hint in getattr(kind, "__annotations__", {}).items()
        }
        made = []
        for name, one in owner.__record__.items():
            options = {"default": one.default, "default_factory": one.factory}
            options = {key: value for key, value in options.items() if value is not _NONE}
            made.append((name, hints[name], field(init=one.init, compare=one.compare, **options)))
        twin: Any = make_dataclass(owner.__name__, made)
        owner.__dataclass_fields__ = twin.__dataclass_fields__
        return owner.__dataclass_fields__  # type: ignore[no-any-return]


def _replace(record: Any, /, **changes: Any) -> Any:
    return record.__class__(**{**_values(record), **changes})


if TYPE_CHECKING:
    from dataclasses import dataclass, field, replace
else:
    dataclass, field, replace = _dataclass, _field, _replace
