"""What the names and literals in an expression mean: the scope that they are looked up in, and their records."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from deckcheck.expr.grammar import Tree
from deckcheck.expr.values import ANY_NUMBER, INFINITE, Expr, ExprError, Result, Trend, Type
from deckcheck.record import dataclass, field, replace
from deckcheck.spelling import nearest


class Field(Protocol):
    """The type of a card field. `kind` is number, text or truth; `enum` its words where they are fixed."""

    @property
    def kind(self) -> str: ...
    @property
    def many(self) -> bool: ...
    @property
    def enum(self) -> tuple[str, ...] | tuple[int, ...] | None: ...
    @property
    def minimum(self) -> int | None: ...


@dataclass(frozen=True, slots=True)
class Slot:
    """A dated list as expressions see it: `limit` and `points` are numbers, `mark` and `group` words.

    `words` spell some of the numbers, as "forbidden" 0.
    """

    value: str
    many: bool = False
    stand_in: int | None = None  # the value of cards that are not on it
    words: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Scope:
    """The names of a game. `sections`: id → whether it holds one card. `defines` are compiled already.

    `titles`: what people call the fields and the lists.
    `of_card`: the names inside a call over cards, where they are not the same.
    """

    fields: Mapping[str, Field]
    sections: Mapping[str, bool] = field(default_factory=dict)
    params: Mapping[str, Result] = field(default_factory=dict)
    defines: Mapping[str, Expr] = field(default_factory=dict)
    lists: Mapping[str, Slot] = field(default_factory=dict)
    titles: Mapping[str, str] = field(default_factory=dict)
    of_card: Scope | None = None

    def knows(self, word: str) -> bool:
        return word in self.words()

    def words(self) -> tuple[str, ...]:
        """Every name that may stand alone, params and definitions first as they may shadow nothing."""
        return (*self.params, *self.defines, *self.lists, *self.fields, "section", "as_of")

    def owners(self) -> tuple[str, ...]:
        return (*self.sections, "deck", "it")


def unknown(sentence: str, column: int, word: str, known: tuple[str, ...], **facts: object) -> ExprError:
    """An error that names the nearest known word."""
    return ExprError(sentence, column, word=word, nearest=nearest(word, known), **facts)


TYPES = {"number": Type.NUMBER, "text": Type.TEXT, "truth": Type.TRUTH}


def meaning(tree: Tree, scope: Scope, choices: tuple[str, ...] | None) -> str:
    """The operator that a literal, a name or `owner.word` stands for; `choices` come first. Raises `ExprError`."""
    word = tree.word
    if tree.op == "member":
        return _meaning_of_member(tree, scope)
    if tree.op != "name":
        if tree.op == "text" and choices is not None and word not in choices:
            raise unknown("expr.not-a-value", tree.column, word, choices, values=choices)
        return tree.op
    if choices is not None and word in choices:
        return "text"
    declared = {"define": scope.defines, "param": scope.params, "list": scope.lists, "field": scope.fields}
    for op, names in declared.items():
        if word in names:
            return op
    if word in ("section", "as_of"):
        return word
    if word in ("true", "false"):
        raise ExprError("expr.truth", tree.column, word=word)
    if word in scope.sections:
        raise ExprError("expr.bare-section", tree.column, word=word)
    if choices is not None:
        raise unknown("expr.not-a-value", tree.column, word, (*choices, *scope.words()), values=choices)
    for name, one in scope.fields.items():
        if one.kind == "text" and word in map(str, one.enum or ()):
            raise ExprError("expr.lone-value", tree.column, word=word, field=name, op="has" if one.many else "==")
    raise unknown("expr.unknown-name", tree.column, word, scope.words())


def _meaning_of_member(tree: Tree, scope: Scope) -> str:
    owner, word = tree.owner or "", tree.word
    if owner not in scope.owners():
        raise unknown("expr.unknown-section", tree.column, owner, scope.owners())
    if word == "size" and owner != "it":
        return "size"
    if word not in scope.fields:
        raise unknown("expr.unknown-field", tree.column, word, (*scope.fields, "size"), owner=owner)
    return "it" if owner == "it" else "member"


# -- records ---------------------------------------------------------------------------------------------


def _number(tree: Tree, scope: Scope) -> Expr:
    value = int(tree.word)
    return Expr("number", Type.NUMBER, word=tree.word, range=(value, value))


def _define(tree: Tree, scope: Scope) -> Expr:
    expr = scope.defines[tree.word]
    return replace(expr, op="define", word=tree.word, owner=None, parts=(expr,), text="")


def _param(tree: Tree, scope: Scope) -> Expr:
    """A value that an event may set to any other, so nothing is known of how large it is."""
    default = scope.params[tree.word]
    kind = Type.TRUTH if isinstance(default, bool) else Type.NUMBER if isinstance(default, int) else Type.TEXT
    return Expr("param", kind, many=isinstance(default, tuple), word=tree.word)


def _listed(tree: Tree, scope: Scope) -> Expr:
    """What a dated list says of the card; its numbers are not below 0."""
    slot = scope.lists[tree.word]
    kind = Type.NUMBER if slot.value in ("limit", "points") else Type.TEXT
    lists = frozenset({tree.word})
    return Expr("list", kind, many=slot.many, word=tree.word, card=True, lists=lists, range=(0, INFINITE))


def _on(tree: Tree, scope: Scope) -> Expr:
    """`on(list)`."""
    at = tree.parts[0]
    if at.op != "name" or at.word not in scope.lists:
        raise unknown("expr.unknown-list", at.column, at.word, tuple(scope.lists))
    return Expr("on", Type.TRUTH, word=at.word, card=True, lists=frozenset({at.word}))


def _section(tree: Tree, scope: Scope) -> Expr:
    fields, choices = frozenset({tree.word}), tuple(scope.sections)
    return Expr(tree.word, Type.TEXT, word=tree.word, choices=choices, card=True, fields=fields)


def field_of_card(word: str, scope: Scope) -> Expr:
    """A field of the card being judged."""
    found = scope.fields[word]
    return Expr(
        "field",
        TYPES[found.kind],
        many=found.many,
        word=word,
        choices=tuple(map(str, found.enum)) if found.enum and found.kind == "text" else None,
        card=True,
        fields=frozenset({word}),
        names=word == "name",
        range=ANY_NUMBER if found.minimum is None else (found.minimum, INFINITE),
    )


def _it(tree: Tree, scope: Scope) -> Expr:
    of_card, outer = field_of_card(tree.word, scope), frozenset({tree.word})
    return replace(of_card, op="it", owner="it", card=False, fields=frozenset(), outer=outer)


def _member(tree: Tree, scope: Scope) -> Expr:
    of_card, single = field_of_card(tree.word, scope), scope.sections.get(tree.owner or "", False)
    return replace(
        of_card,
        op="member",
        many=of_card.many or not single,
        owner=tree.owner,
        card=False,
        deck=True,
        fields=frozenset(),
        trend=Trend.CONSTANT if single else Trend.UP,
    )


RECORDS: dict[str, Callable[[Tree, Scope], Expr]] = {
    "number": _number,
    "text": lambda tree, scope: Expr("text", Type.TEXT, tree.word),
    "none": lambda tree, scope: Expr("none", Type.NONE, "none", range=(INFINITE, -INFINITE), gone=True),
    "define": _define,
    "param": _param,
    "list": _listed,
    "on": _on,
    "section": _section,
    "as_of": lambda tree, scope: Expr("as_of", Type.TEXT, tree.word),
    "field": lambda tree, scope: field_of_card(tree.word, scope),
    "it": _it,
    "size": lambda tree, scope: Expr(
        "size", Type.NUMBER, "size", tree.owner, range=(0, INFINITE), deck=True, trend=Trend.UP
    ),
    "member": _member,
}
