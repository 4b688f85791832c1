"""Dataclasses for the records of a check: the standard ones, cheap to declare and cheap to make.

`dataclasses` compiles six methods a class, whether they are used or not, and imports `inspect`: with sixty
records that is more than half of what the check of a deck takes. Its frozen records set each field through
`object.__setattr__`, which is most of what a batch takes. Here the one method that has to be compiled, which
makes a record, is compiled when the first one is made, and sets the fields of a twin that is not frozen yet.
What a record is and does is the same: `dataclasses.asdict` and `fields` take it, type checkers see the original.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NoReturn

__all__ = ["dataclass", "field", "replace"]

_NONE: Any = object()


class _Field:
    """What `field` says of one: its default, or what makes it; `init`: it is given, not made by the record."""

    __slots__ = ("compare", "default", "factory", "init")

    def __init__(self, default: Any, factory: Any, *, init: bool, compare: bool) -> None:
        self.default = default
        self.factory = factory
        self.init = init
        self.compare = compare


def _field(*, default: Any = _NONE, default_factory: Any = _NONE, init: bool = True, compare: bool = True) -> Any:
    return _Field(default, default_factory, init=init, compare=compare)


def _dataclass(
    cls: type | None = None, /, *, frozen: bool = False, slots: bool = False, eq: bool = True
) -> type | Callable[[type], type]:
    if cls is None:
        return lambda cls: _record(cls, frozen=frozen, slots=slots, eq=eq)
    return _record(cls, frozen=frozen, slots=slots, eq=eq)


def _record(cls: type, *, frozen: bool, slots: bool, eq: bool) -> type:
    if cls.__bases__ != (object,):
        raise TypeError(f"{cls.__qualname__}: a record has no base class")
    members = {name: member for name, member in cls.__dict__.items() if name not in ("__dict__", "__weakref__")}
    fields: dict[str, _Field] = {}
    for name in members.get("__annotations__", {}):
        given = members.pop(name, _NONE)
        fields[name] = given if isinstance(given, _Field) else _Field(given, _NONE, init=True, compare=True)
    values = _getter([name for name, one in fields.items() if one.init])
    members["__match_args__"] = tuple(name for name, one in fields.items() if one.init)
    members["__dataclass_fields__"] = _Fields(fields)
    members["__record__"] = values
    members.setdefault("__repr__", _repr)
    if slots:
        members["__slots__"] = tuple(fields)
    if eq:
        compared = _getter([name for name, one in fields.items() if one.compare])
        members.setdefault("__eq__", _equal(compared))
        members["__hash__"] = (lambda self: hash(compared(self))) if frozen else None
    if frozen:
        members |= {"__setattr__": _refuse, "__delattr__": _refuse, "__reduce__": _reduce}
    making = "__new__" if frozen else "__init__"
    made: Any = type(cls.__name__, (), members)

    def first(self: Any, *args: Any, **named: Any) -> Any:
        """Makes the first record, and the method that makes all others."""
        method = _compiled(made, fields, frozen=frozen, slots=slots)
        setattr(made, making, staticmethod(method) if frozen else method)
        return method(self, *args, **named)

    setattr(made, making, staticmethod(first) if frozen else first)
    return made  # type: ignore[no-any-return]


def _compiled(cls: type, fields: dict[str, _Field], *, frozen: bool, slots: bool) -> Callable[..., Any]:
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
        known |= {"_new": object.__new__, "_Twin": _twin(cls, slots=slots)}
        lines = ["self = _new(_Twin)", *lines, "self.__class__ = cls"]
    if hasattr(cls, "__post_init__"):
        lines.append("self.__post_init__()")
    if frozen:
        lines.append("return self")
    head = f"def method({', '.join(['cls' if frozen else 'self', *arguments])}):"
    exec("\n    ".join([head, *(lines or ["pass"])]), known)  # noqa: S102 - names of fields alone, as `dataclasses` does
    method: Callable[..., Any] = known["method"]
    return method


def _twin(cls: type, *, slots: bool) -> type:
    """A class of the same layout whose fields can be set."""
    return type(cls.__name__, (), {"__slots__": cls.__slots__} if slots else {})  # type: ignore[attr-defined]


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


def _repr(self: Any) -> str:
    values = self.__class__.__record__(self)
    parts = (f"{name}={value!r}" for name, value in zip(self.__match_args__, values, strict=True))
    return f"{self.__class__.__qualname__}({', '.join(parts)})"


def _reduce(self: Any) -> tuple[type, tuple[Any, ...]]:
    return self.__class__, self.__class__.__record__(self)


def _refuse(self: object, name: str, value: object = None) -> NoReturn:
    from dataclasses import FrozenInstanceError

    raise FrozenInstanceError(f"cannot change {name!r} of {type(self).__name__}")


class _Fields:
    """The fields as `dataclasses` has them, for those who ask."""

    def __init__(self, fields: dict[str, _Field]) -> None:
        self._fields = fields

    def __get__(self, instance: object, owner: type) -> dict[str, Any]:
        import dataclasses

        made = []
        for name, one in self._fields.items():
            options = {"default": one.default, "default_factory": one.factory}
            options = {key: value for key, value in options.items() if value is not _NONE}
            made.append(
                (name, owner.__annotations__[name], dataclasses.field(init=one.init, compare=one.compare, **options))
            )
        twin: Any = dataclasses.make_dataclass(owner.__name__, made)
        fields: dict[str, Any] = twin.__dataclass_fields__
        owner.__dataclass_fields__ = fields  # type: ignore[attr-defined]
        return fields


def _replace(record: Any, /, **changes: Any) -> Any:
    cls = record.__class__
    return cls(**{**dict(zip(cls.__match_args__, cls.__record__(record), strict=True)), **changes})


if TYPE_CHECKING:
    from dataclasses import dataclass, field, replace
else:
    dataclass, field, replace = _dataclass, _field, _replace
