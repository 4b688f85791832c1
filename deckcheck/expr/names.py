"""A bare name → compiled expression: a word of a field's choice, a definition, a param, a list, a field.

An optional field that a card lacks is none. A required field that is missing is UNKNOWN, as is every field
of an unknown card.
"""

from __future__ import annotations

from deckcheck.decks.deck import Entry
from deckcheck.expr.grammar import ExprError, Tree
from deckcheck.expr.scope import Scope, unknown
from deckcheck.expr.values import UNKNOWN, Expr, Result, Type, View
from deckcheck.record import replace

TYPES = {"number": Type.NUMBER, "text": Type.TEXT, "truth": Type.TRUTH}


def named(tree: Tree, scope: Scope, choices: tuple[str, ...] | None) -> Expr:
    """What a name means where it stands alone; `choices` come first. Raises `ExprError`."""
    word = tree.word
    if choices is not None and word in choices:
        return Expr("text", Type.TEXT, lambda e, v: word, word=word)
    if word in scope.defines:
        return _defined(word, scope.defines[word])
    if word in scope.params:
        return _param(word, scope.params[word])
    if word in scope.lists:
        return _listed(word, scope)
    if word in scope.fields:
        return field_of_card(word, scope)
    if word == "section":
        return Expr(
            "section",
            Type.TEXT,
            lambda e, v: e.section,
            word=word,
            choices=tuple(scope.sections),
            card=True,
            fields=frozenset({word}),
        )
    if word == "as_of":
        return Expr("as_of", Type.TEXT, lambda e, v: v.as_of, word=word)
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


def _defined(word: str, expr: Expr) -> Expr:
    return replace(expr, op="define", word=word, owner=None, parts=(expr,), text="")


def _param(word: str, default: Result) -> Expr:
    def run(entry: Entry, view: View) -> Result:
        return view.params[word]

    many = isinstance(default, tuple)
    kind = Type.TRUTH if isinstance(default, bool) else Type.NUMBER if isinstance(default, int) else Type.TEXT
    return Expr("param", kind, run, many=many, word=word)


def _listed(word: str, scope: Scope) -> Expr:
    slot = scope.lists[word]

    def run(entry: Entry, view: View) -> Result:
        return view.columns[word].value(entry)

    kind = Type.NUMBER if slot.value in ("limit", "points") else Type.TEXT
    return Expr("list", kind, run, many=slot.many, word=word, card=True, lists=frozenset({word}))


def field_of_card(word: str, scope: Scope) -> Expr:
    """A field of the card being judged."""
    found = scope.fields[word]

    def run(entry: Entry, view: View) -> Result:
        card = entry.card
        if card is None:
            return UNKNOWN
        value = card.fields.get(word)
        return UNKNOWN if value is None and word in card.unreadable else value

    return Expr(
        "field",
        TYPES[found.kind],
        run,
        many=found.many,
        word=word,
        choices=tuple(str(word) for word in found.enum) if found.enum and found.kind == "text" else None,
        card=True,
        fields=frozenset({word}),
        names=word == "name",
        negative=found.kind == "number" and (found.minimum is None or found.minimum < 0),
    )
