"""Words that stand alone: literals, names of a schema, and `owner.field`.

An optional field that a card lacks is none. A required field that is missing is UNKNOWN, as is every field
of an unknown card.
"""

from __future__ import annotations

from deckcheck.cards.names import normalise
from deckcheck.decks.deck import Entry
from deckcheck.expr.grammar import ExprError, Tree
from deckcheck.expr.scope import Field, Scope, unknown
from deckcheck.expr.values import ANY_NUMBER, INFINITE, UNKNOWN, Expr, Range, Result, Run, Trend, Type, Unknown, View
from deckcheck.record import replace

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


def number(tree: Tree, scope: Scope) -> Expr:
    value = int(tree.word)
    return Expr("number", Type.NUMBER, lambda e, v: value, word=tree.word, range=(value, value))


def text(tree: Tree, scope: Scope) -> Expr:
    word = tree.word
    return Expr("text", Type.TEXT, lambda e, v: word, word=word)


def none(tree: Tree, scope: Scope) -> Expr:
    return Expr("none", Type.NONE, lambda e, v: None, word="none", range=(INFINITE, -INFINITE), gone=True)


def define(tree: Tree, scope: Scope) -> Expr:
    expr = scope.defines[tree.word]
    return replace(expr, op="define", word=tree.word, owner=None, parts=(expr,), text="")


def param(tree: Tree, scope: Scope) -> Expr:
    """A value that an event may set to any other, so nothing is known of how large it is."""
    word, default = tree.word, scope.params[tree.word]

    def run(entry: Entry, view: View) -> Result:
        return view.params[word]

    many = isinstance(default, tuple)
    kind = Type.TRUTH if isinstance(default, bool) else Type.NUMBER if isinstance(default, int) else Type.TEXT
    return Expr("param", kind, run, many=many, word=word)


def listed(tree: Tree, scope: Scope) -> Expr:
    """What a dated list says of the card; its numbers are not below 0."""
    word, slot = tree.word, scope.lists[tree.word]

    def run(entry: Entry, view: View) -> Result:
        return view.columns[word].value(entry)

    kind = Type.NUMBER if slot.value in ("limit", "points") else Type.TEXT
    lists = frozenset({word})
    return Expr("list", kind, run, many=slot.many, word=word, card=True, lists=lists, range=(0, INFINITE))


def section(tree: Tree, scope: Scope) -> Expr:
    word, fields, choices = tree.word, frozenset({tree.word}), tuple(scope.sections)
    return Expr(word, Type.TEXT, lambda e, v: e.section, word=word, choices=choices, card=True, fields=fields)


def as_of(tree: Tree, scope: Scope) -> Expr:
    return Expr("as_of", Type.TEXT, lambda e, v: v.as_of, word=tree.word)


def field(tree: Tree, scope: Scope) -> Expr:
    """A field of the card being judged."""
    return field_of_card(tree.word, scope)


def field_of_card(word: str, scope: Scope) -> Expr:
    found = scope.fields[word]

    def run(entry: Entry, view: View) -> Result:
        return value_of_card(entry, word)

    return Expr(
        "field",
        TYPES[found.kind],
        run,
        many=found.many,
        word=word,
        choices=tuple(map(str, found.enum)) if found.enum and found.kind == "text" else None,
        card=True,
        fields=frozenset({word}),
        names=word == "name",
        range=_range(found),
    )


def value_of_card(entry: Entry, word: str) -> Result:
    """A field as the card's record has it."""
    card = entry.card
    if card is None:
        return UNKNOWN
    value = card.fields.get(word)
    return UNKNOWN if value is None and word in card.unreadable else value


def _range(one: Field) -> Range:
    return ANY_NUMBER if one.minimum is None else (one.minimum, INFINITE)


def it(tree: Tree, scope: Scope) -> Expr:
    """A field of the card being judged, inside a count."""
    of_card = field_of_card(tree.word, scope)
    inner = of_card.run

    def run(entry: Entry, view: View) -> Result:
        return UNKNOWN if view.it is None else inner(view.it, view)

    outer = frozenset({tree.word})
    return replace(of_card, op="it", run=run, owner="it", card=False, fields=frozenset(), outer=outer)


def size(tree: Tree, scope: Scope) -> Expr:
    owner = tree.owner

    def run(entry: Entry, view: View) -> Result:
        return sum(other.count for other in view.entries(owner))

    return Expr("size", Type.NUMBER, run, owner=owner, word="size", deck=True, trend=Trend.UP, range=(0, INFINITE))


def member(tree: Tree, scope: Scope) -> Expr:
    """A field of the one card of a section, or the values of all its cards.

    The one card of a section stands; the values of a growing section only become more.
    """
    owner, word = tree.owner or "", tree.word
    of_card = field_of_card(word, scope)
    single = scope.sections.get(owner, False)
    return replace(
        of_card,
        op="member",
        run=_only(owner, of_card.run) if single else _values(owner, word),
        many=of_card.many or not single,
        owner=owner,
        card=False,
        deck=True,
        fields=frozenset(),
        trend=Trend.CONSTANT if single else Trend.UP,
    )


def _only(owner: str, inner: Run) -> Run:
    def run(entry: Entry, view: View) -> Result:
        entries = view.entries(owner)
        # The same card on two lines is one card, as it would be on one line.
        alike = all(other.card is entries[0].card for other in entries[1:])
        return inner(entries[0], view) if entries and alike else UNKNOWN

    return run


def _values(owner: str, word: str) -> Run:
    def run(entry: Entry, view: View) -> Result:
        found: set[object] = set()
        for other in view.entries(owner):
            values = values_of_card(other, word)
            if isinstance(values, Unknown):
                view.doubt()
            else:
                found |= values
        return frozenset(found)  # type: ignore[arg-type]

    return run


# -- values as sets, as `has`, `in` and the fields of a section see them -------------------------------


def spread(value: Result) -> tuple[Result, ...]:
    """A value as several, in order: none is no value."""
    if isinstance(value, tuple | frozenset):
        return tuple(sorted(value))
    return () if value is None else (value,)


def values_of_card(entry: Entry, word: str) -> frozenset[object] | Unknown:
    """A field of a card, as a set; a card answers to each of its names."""
    if word == "name":
        # As written in the deck it is no card's name: it may be any card, misspelt.
        return UNKNOWN if entry.card is None else frozenset(map(normalise, entry.card.names))
    value = value_of_card(entry, word)
    return value if isinstance(value, Unknown) else frozenset(spread(value))


def values_of(expr: Expr, entry: Entry, view: View, *, spelled: bool = False) -> frozenset[object] | Unknown:
    """What an expression says of a card, as a set; UNKNOWN where it cannot be known.

    `spelled`: a name stands on the other side, so that texts are compared
    by the look-up's spelling.
    """
    while expr.op == "define":
        expr = expr.parts[0]
    if expr.op == "|":
        found = [values_of(part, entry, view, spelled=spelled) for part in expr.parts]
        return UNKNOWN if UNKNOWN in found else frozenset().union(*found)  # type: ignore[arg-type]
    value = expr.run(entry, view)
    if isinstance(value, Unknown):
        return UNKNOWN
    if expr.names and not expr.many and (card := _card_named(expr, entry, view)) is not None:
        return values_of_card(card, "name")
    return frozenset(spell(one, names=spelled) for one in spread(value))


def spell(value: object, *, names: bool) -> object:
    """A value as it is compared: beside a name in the look-up's spelling."""
    return normalise(str(value)) if names else value


def _card_named(expr: Expr, entry: Entry, view: View) -> Entry | None:
    """The card of which it is the name: the one being judged, the one outside of a count, a section's only one."""
    if expr.op == "member":
        return view.entries(expr.owner)[0]
    return view.it if expr.op == "it" else entry if expr.op == "field" else None


def names_card(expr: Expr) -> bool:
    """Whether it is the name of the card being judged, by whatever definition."""
    return names_card(expr.parts[0]) if expr.op == "define" else expr.op == "field" and expr.names


def on(tree: Tree, scope: Scope) -> Expr:
    """`on(list)`: whether the card is on a dated list."""
    at = tree.parts[0]
    word = at.word
    if at.op != "name" or word not in scope.lists:
        raise unknown("expr.unknown-list", at.column, word, tuple(scope.lists))

    def run(entry: Entry, view: View) -> Result:
        return view.columns[word].lists(entry)

    return Expr("on", Type.TRUTH, run, word=word, card=True, lists=frozenset({word}))
