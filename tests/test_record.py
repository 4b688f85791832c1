"""The program's own dataclasses do what those of the standard library do."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from typing import Generic, TypeVar

import pytest

from deckcheck.record import dataclass, field, replace


@dataclass(frozen=True, slots=True)
class Frozen:
    a: int
    b: str = "b"
    c: list[int] = field(default_factory=list, compare=False)

    @property
    def doubled(self) -> int:
        return 2 * self.a


@dataclass(slots=True)
class Changing:
    a: int
    seen: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Filled:
    a: int
    b: int = field(init=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "b", self.a + 1)


@dataclass(frozen=True, slots=True, eq=False)
class Single:
    a: int


@dataclass(frozen=True, slots=True)
class Below(Frozen):
    more: int = 0


T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Of(Generic[T]):
    a: T


def test_values_defaults_and_what_is_wrong() -> None:
    one = Frozen(1)
    assert (one.a, one.b, one.c, one.doubled) == (1, "b", [], 2)
    assert Frozen(1).c is not one.c
    assert Frozen(b="x", a=3) == Frozen(3, "x", [9])
    assert Filled(1).b == 2
    for call in (Frozen, lambda: Frozen(1, "b", [], 4), lambda: Frozen(1, d=2)):  # type: ignore[call-arg]
        with pytest.raises(TypeError):
            call()


def test_a_frozen_one_stays_as_it_is() -> None:
    one = Frozen(1)
    for change in (lambda: setattr(one, "a", 2), lambda: delattr(one, "a"), lambda: setattr(one, "other", 2)):
        with pytest.raises(dataclasses.FrozenInstanceError):
            change()
    assert not hasattr(one, "__dict__")
    other = Changing(1)
    other.a = 2
    assert other == Changing(2)
    with pytest.raises(AttributeError):
        other.b = 1  # type: ignore[attr-defined]


def test_equality_and_hashes() -> None:
    assert Frozen(1) == Frozen(1) != Frozen(2)
    assert hash(Frozen(1, "x")) == hash(Frozen(1, "x", [1]))
    assert Frozen(1) != (1, "b", [])
    assert Single(1) != Single(1)
    assert len({Single(1), Single(1)}) == 2
    with pytest.raises(TypeError):
        hash(Changing(1))


def test_copies_and_what_the_standard_library_makes_of_them() -> None:
    one = Frozen(1, "x", [2])
    assert replace(one, a=5) == Frozen(5, "x")
    assert dataclasses.replace(one, a=5) == Frozen(5, "x")
    assert replace(Filled(1), a=4).b == 5
    with pytest.raises(TypeError):
        replace(one, other=5)  # type: ignore[call-arg]
    assert dataclasses.asdict(one) == {"a": 1, "b": "x", "c": [2]}
    assert [f.name for f in dataclasses.fields(Changing)] == ["a", "seen"]
    for again in (copy.copy(one), copy.deepcopy(one), pickle.loads(pickle.dumps(one))):
        assert again == one
        assert again.c == [2]
    assert pickle.loads(pickle.dumps(Changing(3, {"x": 1}))) == Changing(3, {"x": 1})
    assert repr(one) == "Frozen(a=1, b='x', c=[2])"
    match one:
        case Frozen(a, b):
            assert (a, b) == (1, "x")


def test_a_record_of_any_type() -> None:
    one: Of[int] = Of(1)
    assert (one, one.a, hash(one)) == (Of[int](1), 1, hash(Of(1)))
    assert replace(one, a=2) == pickle.loads(pickle.dumps(Of(2))) != one
    with pytest.raises(dataclasses.FrozenInstanceError):
        one.a = 2  # type: ignore[misc]
    assert not hasattr(one, "__dict__")


def test_a_record_below_another_has_its_fields_first() -> None:
    one = Below(1, "x", [2], more=3)
    assert (one.a, one.b, one.c, one.more, one.doubled) == (1, "x", [2], 3, 2)
    assert [f.name for f in dataclasses.fields(Below)] == ["a", "b", "c", "more"]
    assert one == Below(1, "x", [], 3) != Below(1, "x", [2], 4)
    assert one != Frozen(1, "x", [2])
    assert replace(one, more=5) == dataclasses.replace(one, more=5) == Below(1, "x", [2], 5)
    assert pickle.loads(pickle.dumps(one)) == copy.copy(one) == one
    with pytest.raises(dataclasses.FrozenInstanceError):
        one.more = 4  # type: ignore[misc]
    with pytest.raises(dataclasses.FrozenInstanceError):
        one.a = 4  # type: ignore[misc]
    assert not hasattr(one, "__dict__")
    assert Below.__slots__ == ("more",)
