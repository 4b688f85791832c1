"""Expressions as phrases: `kind == bonus | smash` → "whose kind is bonus or smash".

A test is worded of cards (MANY: "whose kind is …"), of one card (ONE: "its kind is …"), or of the deck
(DECK: "strict side is set").
"""

from __future__ import annotations

from functools import lru_cache

from deckcheck.expr.grammar import ExprError, Tree, parse
from deckcheck.wording.english import SENTENCES
from deckcheck.wording.templates import fill

MANY, ONE, DECK = "many", "one", "deck"

_NEGATED = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">", "in": "not in", "not in": "in",
            "has": "not has", "within": "not within"}  # fmt: skip
_MIRRORED = {"==": "==", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}
_LITERALS = ("number", "text", "none", "negative")


@lru_cache(maxsize=1000)
def phrase(text: str, voice: str = MANY) -> str:
    """The test that an expression makes, as a phrase; the expression itself if it is none of the language."""
    try:
        return clause(parse(text), voice)
    except ExprError:
        return text


@lru_cache(maxsize=1000)
def value_phrase(text: str) -> str:
    """The value of an expression, as a noun phrase."""
    try:
        return noun(parse(text))
    except ExprError:
        return text


def clause(tree: Tree, voice: str, *, denied: bool = False) -> str:
    """A test as a clause; `denied`: its opposite."""
    op = tree.op
    if op == "not":
        return clause(tree.parts[0], voice, denied=not denied)
    if op in ("and", "or"):
        return _joined(tree, voice, denied=denied)
    if op in _NEGATED:
        return _compared(tree, voice, _NEGATED[op] if denied else op)
    no = "not " if denied else ""
    if op == "call" and tree.word == "given" and tree.parts:
        return _say(f"test.{no}given", left=_owned(tree.parts[0], voice))
    if op == "call" and tree.word == "on" and tree.parts:
        return _say(f"test.{voice}.{no}on", list=_plain(tree.parts[0].word))
    return _say(f"test.{voice}.{no}name", word=noun(tree))


def _joined(tree: Tree, voice: str, *, denied: bool) -> str:
    every = (tree.op == "and") is not denied
    clauses = tuple(clause(part, voice, denied=denied) for part in tree.parts)
    mixed = any(part.op in ("and", "or") and part.op != tree.op for part in tree.parts)
    return _say("test.all" if every else "test.either" if mixed else "test.any", tests=clauses)


def _compared(tree: Tree, voice: str, op: str) -> str:
    left, right = tree.parts
    if left.op in _LITERALS and op in _MIRRORED:
        left, right, op = right, left, _MIRRORED[op]
    if right.op == "none" and op in ("==", "!="):
        return _say("test.not given" if op == "==" else "test.given", left=_owned(left, voice))
    return _say(f"test.{op}", left=_owned(left, voice), right=noun(right, bare=True))


def _owned(tree: Tree, voice: str) -> str:
    """What is compared, as the card's own where it is a field."""
    text = noun(tree)
    if tree.op not in ("name", "else") or tree.word == "as_of" or voice == DECK:
        return text
    return _say(f"voice.{voice}", noun=text)


def noun(tree: Tree, *, bare: bool = False) -> str:
    """A value as a noun phrase. `bare`: it stands to the right, where a word may be a value as written."""
    op, word = tree.op, tree.word
    if op in ("number", "none"):
        return word
    if op == "text":
        return f'"{word}"'
    if op == "name":
        return _say("noun.as-of") if word == "as_of" else word if bare else _plain(word)
    if op == "member":
        key = "noun.names" if word == "name" and tree.owner != "it" else "noun.member"
        return _say(key, word=_plain(word), owner=_owner(tree))
    if op == "call":
        return _called(tree)
    if op == "|":
        return fill("{values:or}", {"values": tuple(noun(part, bare=True) for part in tree.parts)})
    sides = dict(zip(("left", "right"), (noun(part, bare=True) for part in tree.parts), strict=False))
    return fill(SENTENCES[f"noun.{op}"], sides) if f"noun.{op}" in SENTENCES else clause(tree, DECK)


def _called(tree: Tree) -> str:
    word = tree.word
    if word in ("min", "max") and len(tree.parts) == 2:
        return _say(f"noun.{word}", left=noun(tree.parts[0]), right=noun(tree.parts[1]))
    if f"noun.{word}" not in SENTENCES:
        return clause(tree, DECK)
    counted = word in ("count", "different")
    guard = tree.parts[-1] if tree.parts and (counted or tree.guarded) else None
    return _say(
        f"noun.{word}",
        of=clause(guard, MANY) if guard else None,
        what=noun(tree.parts[0]) if tree.parts and not counted else None,
        owner=_owner(tree) if tree.owner else None,
    )


def _owner(tree: Tree) -> str:
    named = {"deck": "noun.deck", "it": "noun.it"}
    return _say(named[tree.owner]) if tree.owner in named else _plain(tree.owner or "")


def _plain(word: str) -> str:
    return word.replace("_", " ")


def _say(key: str, **facts: object) -> str:
    return fill(SENTENCES[key], facts)
