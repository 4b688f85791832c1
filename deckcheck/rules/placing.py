"""Where a problem stands: the line with which a limit is passed, and the cards, named as the deck names them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from deckcheck.cards.names import normalise
from deckcheck.decks.deck import Entry
from deckcheck.expr import UNKNOWN, Expr, Type
from deckcheck.expr.names import spell, spread, values_of
from deckcheck.expr.operators import OPERATORS, TOLD, Form
from deckcheck.expr.values import Result
from deckcheck.record import replace
from deckcheck.report import Place, Problem
from deckcheck.rules.limits import Limit
from deckcheck.rules.measure import MEASURES, Parts, Picked, different_values
from deckcheck.rules.rule import Rule
from deckcheck.rules.view import DeckView


def one_each(problem: Problem, rule: Rule, members: Picked, view: DeckView) -> Iterator[Problem]:
    """A problem for each card that is not allowed, at its line, with the values that the rule reads."""
    for entry in members:
        values = {word: value for word, value in _values(rule.of, entry, view) if value is not None} if rule.of else {}
        yield replace(
            problem,
            place=entry.place,
            section=entry.section,
            cards=(entry.shown,),
            found=entry.count,
            facts={**problem.facts, "values": values, **(missing(rule.of, entry, view) if rule.of else {})},
        )


def missing(expr: Expr, entry: Entry, view: DeckView, *, denied: bool = False) -> dict[str, object]:
    """What a card has and some cards of the deck have not, where a test is true for that: `not needs within deck.name`.

    Nothing, or `missing` with its values, and `owner` and `word` of what they are not among.
    """
    if expr.op == "not":
        return missing(expr.parts[0], entry, view, denied=not denied)
    if expr.op in ("and", "or"):
        found = (missing(part, entry, view, denied=denied) for part in expr.parts)
        return next((facts for facts in found if facts), {})
    row = OPERATORS.get(expr.op)
    if row is None or (row.opposite_of or expr.op) not in ("within", "in") or denied is (row.opposite_of is not None):
        return {}
    left, right = expr.parts
    if left.op != "field" or right.op != "member" or left.type is not Type.TEXT:
        return {}
    wanted, there = left.run(entry, view), values_of(right, entry, view, spelled=right.names)
    if wanted is UNKNOWN or not isinstance(there, frozenset):
        return {}
    lacking = tuple(text for text in spread(wanted) if spell(text, names=right.names) not in there)
    return {"missing": lacking, "owner": right.owner, "word": right.word} if lacking else {}


def _values(expr: Expr, entry: Entry, view: DeckView) -> Iterator[tuple[str, Result]]:
    """The names that an expression reads of the card, the params, the lists and the day, with their values."""
    if expr.op in TOLD:
        value = expr.run(entry, view)
        yield expr.word, None if value is UNKNOWN else value
    elif not expr.deck or OPERATORS[expr.op].form == Form.TESTS:
        for part in expr.parts:
            yield from _values(part, entry, view)


def placed(problem: Problem, rule: Rule, members: Picked, limit: Limit, view: DeckView) -> Problem:
    """The problem at the line where the limit is passed; too little is nobody's line."""
    found = problem.found or 0
    section = rule.sections[0] if len(rule.sections) == 1 else None
    if rule.kind == "size":
        entry = _passing(members, [e.count for e in members], max(limit.values))
        return replace(problem, section=section or (entry.section if entry else None), place=_at(entry))
    if rule.kind == "copies":
        shown = tuple(dict.fromkeys(e.shown for e in members))
        first = limit.entry.shown
        cards = (first, *(name for name in shown if name != first))
        entry = _passing(members, [e.count for e in members], max(limit.values)) or members[-1]
        return replace(problem, cards=cards, section=entry.section, place=_at(entry))
    row = MEASURES[rule.measure]
    if row.brings:
        firsts = list(different_values(rule, members, view).values())
        beyond = firsts[max(0, *limit.values) :] if limit.exceeded_by(found) else []
        entry = beyond[0] if beyond else None  # a limit below zero is broken by no cards at all
        cards = tuple(dict.fromkeys(e.shown for e in firsts))
    else:
        weights = [row.adds(rule, e, view) * e.count if row.adds else e.count for e in members]
        entry = _passing(members, weights, max(limit.values)) if row.adds and limit.exceeded_by(found) else None
        cards = tuple(dict.fromkeys(e.shown for e, w in zip(members, weights, strict=True) if w))
    return replace(problem, cards=cards, section=section or (entry.section if entry else None), place=_at(entry))


def placed_group(problem: Problem, rule: Rule, parts: Parts, limit: Limit) -> Problem:
    """The problem at the last line of the group with which the limit is passed."""
    section = rule.sections[0] if len(rule.sections) == 1 else None
    entry, total = None, 0
    for members, added in parts:
        total += added
        if entry is None and limit.exceeded_by(problem.found or 0) and total > max(limit.values):
            entry = members[-1]
    cards = tuple(dict.fromkeys(e.shown for members, _ in parts for e in members))
    return replace(problem, cards=cards, section=section or (entry.section if entry else None), place=_at(entry))


def _passing(members: Picked, weights: list[int], limit: int) -> Entry | None:
    """The entry with which the running total first passes the limit."""
    total = 0
    for entry, added in zip(members, weights, strict=True):
        total += added
        if total > limit:
            return entry
    return None


def _at(entry: Entry | None) -> Place:
    return entry.place if entry else Place()


def as_spelt(problems: Sequence[Problem], entries: Iterable[Entry]) -> list[Problem]:
    """The problems, each with how its line names a card that is printed under another name.

    That is the fact "spelt": the printed name, and the one written.
    """
    lines = {problem.place.line for problem in problems}
    other = {
        entry.place: (entry.shown, entry.name) for entry in entries if entry.place.line in lines and _differs(entry)
    }
    return [_with(problem, other) for problem in problems] if other else list(problems)


def _with(problem: Problem, other: dict[Place, tuple[str, str]]) -> Problem:
    spelt = other.get(problem.place)
    if spelt is None or spelt[0] not in problem.cards:
        return problem
    return replace(problem, facts={**problem.facts, "spelt": spelt})


def _differs(entry: Entry) -> bool:
    """Whether a card is written under another of its names; an identifier is none."""
    if entry.card is None or entry.name == entry.card.name:
        return False
    key = normalise(entry.name)
    return key != normalise(entry.card.name) and any(normalise(name) == key for name in entry.card.names)
