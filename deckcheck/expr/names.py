"""What names and literals are worth: of a card, of the deck, of what is set beside them.

An optional field that a card lacks is none. A required field that is missing is UNKNOWN, as is every field
of an unknown card.
"""

from __future__ import annotations

from deckcheck.cards.names import normalise
from deckcheck.decks.deck import Entry
from deckcheck.expr.values import UNKNOWN, Expr, Result, Run, Trend, Unknown, View

# -- closures, each of its expression ------------------------------------------------------------------


def number(expr: Expr) -> Run:
    value = int(expr.word)
    return lambda entry, view: value


def text(expr: Expr) -> Run:
    word = expr.word
    return lambda entry, view: word


def none(expr: Expr) -> Run:
    return lambda entry, view: None


def define(expr: Expr) -> Run:
    return expr.parts[0].run


def param(expr: Expr) -> Run:
    word = expr.word
    return lambda entry, view: view.params[word]


def listed(expr: Expr) -> Run:
    """What a dated list says of the card."""
    word = expr.word
    return lambda entry, view: view.columns[word].value(entry)


def on(expr: Expr) -> Run:
    """Whether the card is on a dated list."""
    word = expr.word
    return lambda entry, view: view.columns[word].lists(entry)


def section(expr: Expr) -> Run:
    return lambda entry, view: entry.section


def as_of(expr: Expr) -> Run:
    return lambda entry, view: view.as_of


def copies(expr: Expr) -> Run:
    """What makes the card a copy of another."""
    return lambda entry, view: view.key(entry)


def field(expr: Expr) -> Run:
    """A field of the card being judged."""
    word = expr.word
    return lambda entry, view: value_of_card(entry, word)


def it(expr: Expr) -> Run:
    """A field of the card being judged, inside a count."""
    word = expr.word
    return lambda entry, view: UNKNOWN if view.it is None else value_of_card(view.it, word)


def size(expr: Expr) -> Run:
    owner = expr.owner
    return lambda entry, view: sum(other.count for other in view.entries(owner))


def member(expr: Expr) -> Run:
    """A field of the one card of a section, which stands; or the values of all its cards, which become more."""
    return (_only if expr.trend is Trend.CONSTANT else _values)(expr.owner or "", expr.word)


def _only(owner: str, word: str) -> Run:
    def run(entry: Entry, view: View) -> Result:
        entries = view.entries(owner)
        # The same card on two lines is one card, as it would be on one line.
        alike = all(other.card is entries[0].card for other in entries[1:])
        return value_of_card(entries[0], word) if entries and alike else UNKNOWN

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


def value_of_card(entry: Entry, word: str) -> Result:
    """A field as the card's record has it."""
    card = entry.card
    if card is None:
        return UNKNOWN
    value = card.fields.get(word)
    return UNKNOWN if value is None and word in card.unreadable else value


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
