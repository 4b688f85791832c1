"""Expressions as phrases: `kind == bonus | smash` → "whose kind is bonus or smash".

A test is worded of cards (MANY: "whose kind is …"), of one card (ONE: "its kind is …"), or of the deck
(DECK: "strict side is set"). A definition that has a title goes by it ("is an Extra Deck monster"), and where
the values of a card are known they are told ("its cost is 7, above 5").
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from deckcheck.expr import ExprError
from deckcheck.expr.operators import COMPARISONS, OPERATORS, Form, Operator
from deckcheck.record import dataclass, field
from deckcheck.wording.english import SENTENCES
from deckcheck.wording.templates import fill

if TYPE_CHECKING:
    from deckcheck.expr.grammar import Tree

MANY, ONE, DECK = "many", "one", "deck"

_DAYS = {"<": "before", "<=": "by", ">": "after", ">=": "since"}
_LITERALS = ("number", "text", "none", "negative")


Titles = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of the names in a test: titles of definitions, and values of fields, params and lists.

    `terms`: what people call the fields and lists whose ids are no words.
    """

    titles: Mapping[str, str] = field(default_factory=dict)
    values: Mapping[str, object] = field(default_factory=dict)
    terms: Mapping[str, str] = field(default_factory=dict)


_NOTHING = Known(MappingProxyType({}), MappingProxyType({}))


def _parsed(text: str) -> Tree:
    from deckcheck.expr.grammar import parse  # a deck that breaks nothing needs no phrase

    return parse(text)


@lru_cache(maxsize=1000)
def phrase(text: str, voice: str = MANY, titles: Titles = (), terms: Titles = ()) -> str:
    """The test that an expression makes, as a phrase; the expression itself if it is none of the language."""
    try:
        return clause(_parsed(text), voice, Known(dict(titles), {}, dict(terms)) if titles or terms else _NOTHING)
    except ExprError:
        return text


@lru_cache(maxsize=1000)
def value_phrase(text: str, titles: Titles = (), terms: Titles = ()) -> str:
    """The value of an expression, as a noun phrase; of a single name what people call it."""
    try:
        tree = _parsed(text)
        alone = dict(terms).get(tree.word) if tree.op == "name" else None
        return alone or noun(tree, Known(dict(titles)) if titles else _NOTHING)
    except ExprError:
        return text


def reason(text: str, titles: Titles, values: Mapping[str, object], terms: Titles = ()) -> str:
    """Why one card passes a test, with the values that it has."""
    try:
        return clause(_parsed(text), ONE, Known(dict(titles), values, dict(terms)))
    except ExprError:
        return text


def clause(tree: Tree, voice: str, known: Known = _NOTHING, *, denied: bool = False, inside: bool = False) -> str:
    """A test as a clause; `denied`: its opposite; `inside`: it is one of several that hold together."""
    if tree.op == "not":
        return clause(tree.parts[0], voice, known, denied=not denied, inside=inside)
    row = _row(tree)
    form = row.form if row else None
    said = (row.denied if denied else row.phrase) if row else None
    if form == Form.TESTS:
        return _joined(tree, voice, known, denied=denied, inside=inside)
    if said and row and row.word in COMPARISONS:
        return _compared(tree, voice, said.removeprefix("test."), known)
    if said and form == Form.FIELD and tree.parts:
        return _say(said, left=_owned(tree.parts[0], voice, known))
    no = "not " if denied else ""
    if form == Form.LIST and tree.parts:
        word = tree.parts[0].word
        title = known.terms.get(word)
        return _say(f"test.{voice}.{no}on", list=title or _say("noun.list", list=_plain(word)))
    if tree.op == "name" and tree.word in known.titles:
        return _say(f"test.{voice}.{no}title", title=known.titles[tree.word])
    return _say(f"test.{voice}.{no}name", word=noun(tree, known))


def _row(tree: Tree) -> Operator | None:
    """The row of the table of operators for what is written; a name's hangs on the schema."""
    return OPERATORS.get(tree.word if tree.op == "call" else tree.op)


def _joined(tree: Tree, voice: str, known: Known, *, denied: bool, inside: bool) -> str:
    every = (tree.op == "and") is not denied
    clauses = tuple(clause(part, voice, known, denied=denied, inside=every) for part in tree.parts)
    mixed = any(part.op in ("and", "or") and part.op != tree.op for part in tree.parts)
    return _say("test.all" if every else "test.either" if mixed or inside else "test.any", tests=clauses)


def _compared(tree: Tree, voice: str, op: str, known: Known) -> str:
    left, right = tree.parts
    mirrored = OPERATORS[op].mirrored if op in OPERATORS else None
    if left.op in _LITERALS and mirrored:
        left, right, op = right, left, mirrored
    if right.op == "none" and op in ("==", "!="):
        return _say("test.not given" if op == "==" else "test.given", left=_owned(left, voice, known))
    value = known.values.get(left.word) if left.op == "name" else None
    if value is not None and op in _DAYS and voice == ONE:
        from deckcheck.files.schema_reader import is_day

        limit = known.values.get(right.word) if right.op == "name" else None
        shown = noun(right, known, bare=True) if limit is None else limit
        way = _DAYS[op] if isinstance(value, str) and is_day(value) else op
        return _say(f"test.value.{way}", left=_owned(left, voice, known), value=value, right=shown)
    return _say(f"test.{op}", left=_owned(left, voice, known), right=noun(right, known, bare=True))


def _owned(tree: Tree, voice: str, known: Known) -> str:
    """What is compared, as the card's own where it is a field."""
    text = noun(tree, known)
    if tree.op not in ("name", "else") or tree.word == "as_of":
        return _say("voice.for-which", noun=text) if voice == MANY else text
    if voice == DECK:
        return text
    return _say(f"voice.{voice}", noun=text)


def noun(tree: Tree, known: Known = _NOTHING, *, bare: bool = False) -> str:
    """A value as a noun phrase. `bare`: it stands to the right, where a word may be a value as written."""
    word = tree.word
    if tree.op == "name":
        return _say("noun.as-of") if word == "as_of" else word if bare else _plain(word)
    if tree.op == "member":
        key = "noun.names" if word == "name" and tree.owner != "it" else "noun.member"
        return _say(key, word=_plain(word), owner=_owner(tree))
    row = _row(tree)
    if row is None or row.phrase is None or not row.phrase.startswith("noun."):
        return clause(tree, DECK, known)
    if row.form in (Form.COUNT, Form.MEASURE):
        return _called(tree, row, row.phrase, known)
    parts = tuple(noun(part, known, bare=tree.op != "call") for part in tree.parts)
    sides = dict(zip(("left", "right"), parts, strict=False))
    return _say(row.phrase, word=word, values=parts, **sides)


def _called(tree: Tree, row: Operator, phrase: str, known: Known) -> str:
    counted = row.form == Form.COUNT
    guard = tree.parts[-1] if tree.parts and (counted or tree.has_where) else None
    return _say(
        phrase,
        of=clause(guard, MANY, known) if guard else None,
        what=noun(tree.parts[0], known) if tree.parts and not counted else None,
        owner=_owner(tree) if tree.owner else None,
    )


def _owner(tree: Tree) -> str:
    named = {"deck": "noun.deck", "it": "noun.it"}
    return _say(named[tree.owner]) if tree.owner in named else _plain(tree.owner or "")


def _plain(word: str) -> str:
    return word.replace("_", " ")


def _say(key: str, **facts: object) -> str:
    return fill(SENTENCES[key], facts)
