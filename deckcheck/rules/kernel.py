"""The kernel: when → select → group → measure → bounds → problems. One path for every rule kind.

Cards that cannot be decided (unknown, or their record lacks a field) are left out, as if they came
later. What no added card can cure stands all the same; the rest of such a rule is undecided.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from deckcheck.cards import Card
from deckcheck.deck import Entry
from deckcheck.expr import UNKNOWN, Expr, Trend
from deckcheck.expr.values import Result
from deckcheck.report import Place, Problem
from deckcheck.rules.origin import origins
from deckcheck.rules.records import COPIES, MAX, MIN, ONE_OF, Bound, Rule, Ruleset
from deckcheck.rules.view import NOBODY, DeckView

Picked = list[Entry]
Parts = list[tuple[Picked, int]]
Key = Result


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a rule says of a deck.

    `undecided`: it could not be judged for all cards. `lacking`: the cards whose records lack a value
    without which it cannot be judged, each with the fields it may stand in.
    """

    problems: tuple[Problem, ...] = ()
    undecided: bool = False
    lacking: tuple[tuple[Card, tuple[str, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class Limit:
    """A bound worked out: its allowed values, the card it was read of, its expression and direction."""

    op: str
    values: tuple[int, ...]
    entry: Entry
    expr: Expr
    trend: Trend

    def broken_by(self, found: int) -> bool:
        if self.op == MIN:
            return found < self.values[0]
        if self.op == MAX:
            return found > self.values[0]
        return found not in self.values

    def exceeded_by(self, found: int) -> bool:
        """Whether there is too much, rather than too little."""
        return self.op != MIN and found > max(self.values)


def judge(rule: Rule, view: DeckView, ruleset: Ruleset) -> Judgement:
    """All problems that the rule finds. Those that are not final are dropped where something was in doubt."""
    view.certain()
    view.focus = view.of_sections(rule.sections)
    if rule.when is not None:
        holds = rule.when.run(NOBODY, view)
        if holds is not True:
            return Judgement(undecided=holds is UNKNOWN or view.doubtful)
    picked = select(rule, view)
    problems: list[Problem] = []
    if rule.across == "each":
        for key, members in group(rule, picked, view).items():
            view.focus = members if rule.key is not None else view.of_sections(rule.sections)
            problems.extend(_held(rule, key, members, measure(rule, members, view), view, ruleset))
    else:
        parts = _across(rule, group(rule, picked, view), view)
        found = sum(weight for _, weight in parts)
        whole = [entry for members, _ in parts for entry in members]
        problems.extend(_held(rule, None, whole, found, view, ruleset, parts))
    if view.doubtful:
        return Judgement(tuple(p for p in problems if p.final), undecided=True, lacking=view.lacking)
    return Judgement(tuple(problems))


def select(rule: Rule, view: DeckView) -> Picked:
    """The entries the rule is about; those that cannot be decided are left out and leave a doubt."""
    if rule.of is None:
        return list(view.focus)
    picked = []
    for entry in view.focus:
        value = rule.of.run(entry, view)
        if value is UNKNOWN:
            view.doubt()
        elif value:
            picked.append(entry)
    return picked


def group(rule: Rule, picked: Picked, view: DeckView) -> dict[Key, Picked]:
    """The picked entries by the rule's key, in order of first appearance; many-valued keys explode."""
    if rule.key is None:
        return {None: picked}
    groups: dict[Key, Picked] = {}
    for entry in picked:
        value = rule.key.run(entry, view)
        if entry.card is None and rule.kind == "copies" and any(b.op != MAX for b in rule.bounds):
            view.doubt()  # counted under its own name, but it may be one of the others, misspelt
        if value is UNKNOWN:
            view.doubt()
            continue
        for key in sorted(value) if isinstance(value, tuple | frozenset) else (value,):
            if key is not None:
                groups.setdefault(key, []).append(entry)
    return groups


def measure(rule: Rule, members: Picked, view: DeckView) -> int:
    """Copies, different values or a sum."""
    if rule.measure == "cards":
        return sum(e.count for e in members)
    if rule.measure == "different":
        return len(_values(rule, members, view))
    total = 0
    for entry in members[:1] if rule.measure == "value" else members:
        value = rule.what.run(entry, view) if rule.what else 0
        if not isinstance(value, int):
            if value is UNKNOWN:
                view.doubt()
            elif rule.measure == "sum" and rule.what:
                view.lacks(entry, rule.what.fields | rule.what.lists)
            continue
        total += value if rule.measure == "value" else value * entry.count
    return total


def _values(rule: Rule, members: Picked, view: DeckView) -> dict[Key, Entry]:
    """The different values of `what`, each with the first entry that has it."""
    found: dict[Key, Entry] = {}
    for entry in members:
        value = rule.what.run(entry, view) if rule.what else None
        if value is UNKNOWN or (entry.card is None and rule.what is COPIES):
            view.doubt()
            continue
        for one in sorted(value) if isinstance(value, tuple | frozenset) else (value,):
            if one is not None:
                found.setdefault(one, entry)
    return found


def _across(rule: Rule, groups: dict[Key, Picked], view: DeckView) -> Parts:
    """The groups that add to the measure, each with what it adds."""
    parts: Parts = []
    for members in groups.values():
        view.focus = members
        if rule.across == "sum":
            parts.append((members, measure(rule, members, view) or 0))
        elif rule.having is not None:
            value = rule.having.run(members[0], view)
            if value is UNKNOWN:
                view.doubt()
            elif value:
                parts.append((members, 1))
    view.focus = view.of_sections(rule.sections)
    return [part for part in parts if part[1]]


def _held(
    rule: Rule, key: Key, members: Picked, found: int, view: DeckView, ruleset: Ruleset, parts: Parts | None = None
) -> Iterator[Problem]:
    """Hold a measure to the rule's bounds; `parts` are the groups of which it is the sum."""
    for bound in rule.bounds:
        limit = worked_out(bound, members if rule.key is not None else (), view)
        if limit is None or not limit.broken_by(found):
            continue
        problem = Problem(
            rule.id,
            f"{rule.kind}.{bound.op}",
            rule.severity,
            found=found,
            limit=limit.values if bound.op == ONE_OF else limit.values[0],
            bound=bound.op,
            origin=origins(limit.expr, limit.entry, view, ruleset),
            source=rule.source,
            assumed=rule.assumed,
            final=is_final(rule, limit, found),
            facts=_facts(rule, key),
        )
        if rule.singly:
            yield from _one_each(problem, members)
        elif parts is not None:
            yield _placed_group(problem, rule, parts, limit)
        else:
            yield _placed(problem, rule, members, limit, view)


def _facts(rule: Rule, key: Key) -> dict[str, object]:
    return {
        "title": rule.title or rule.id,
        "of": rule.of.text if rule.of else None,
        "what": rule.what.text if rule.what else None,
        "key": key,
        "per": rule.key.text if rule.key else None,
        "having": rule.having.text if rule.having else None,
        "sections": rule.sections,
        "everywhere": rule.everywhere,
    }


def worked_out(bound: Bound, members: Sequence[Entry], view: DeckView) -> Limit | None:
    """The bound for these cards: of several, the tightest. None is no limit, or one that is in doubt."""
    best: Limit | None = None
    for entry in {id(e.card): e for e in members}.values() if members else (NOBODY,):
        values = [value for expr in bound.limits if (value := _value(expr, entry, view)) is not None]
        if len(values) < len(bound.limits):
            continue  # with one of its numbers in doubt a list of them allows anything
        limit = Limit(bound.op, tuple(sorted(values)), entry, bound.limits[0], _together(bound))
        if best is None or _tighter(limit, best):
            best = limit
    return best


def _value(expr: Expr, entry: Entry, view: DeckView) -> int | None:
    """A limit as a number; None where there is none, or it is in doubt."""
    value = expr.run(entry, view)
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if value is None and not may_be_none(expr):
        view.lacks(entry, expr.fields | expr.lists)
    elif value is UNKNOWN:
        by = expr.parts[0] if expr.op == "table" else None
        if by is not None and by.run(entry, view) is None:
            view.lacks(entry, by.fields | by.lists)
        view.doubt()
    return None


def _together(bound: Bound) -> Trend:
    trend = _STILL
    for expr in bound.limits:
        trend = trend.join(expr.trend)
    return trend


def may_be_none(expr: Expr) -> bool:
    """`limit else none` says that there may be no limit; elsewhere a missing value is the record's fault."""
    return expr.op == "none" or (expr.op in ("else", "table", "define") and any(map(may_be_none, expr.parts)))


def _tighter(one: Limit, other: Limit) -> bool:
    return one.values[0] > other.values[0] if one.op == MIN else max(one.values) < max(other.values)


_STILL, _RISING, _FALLING = Trend.CONSTANT, Trend.UP, Trend.DOWN


def is_final(rule: Rule, limit: Limit, found: int) -> bool:
    """Whether no added card can cure the problem."""
    guard = rule.when.trend if rule.when is not None else _STILL
    if guard not in (_STILL, _RISING):
        return False
    moves = measure_trend(rule)
    bound = limit.trend
    if limit.exceeded_by(found):
        return moves in (_STILL, _RISING) and bound in (_STILL, _FALLING)
    if limit.op == MIN:
        return moves in (_STILL, _FALLING) and bound in (_STILL, _RISING)
    return False


def measure_trend(rule: Rule) -> Trend:
    """How what the rule measures moves as cards are added."""
    trend = _RISING
    if rule.of is not None:
        # A card that no longer matches lowers the measure; more cards that match raise it.
        trend = trend.join(rule.of.trend)
    if rule.having is not None:
        trend = trend.join(rule.having.trend)
    if rule.what is not None and rule.measure in ("sum", "value"):
        trend = trend.join(rule.what.trend)
        if rule.what.negative:
            trend = Trend.MIXED
    elif rule.what is not None and rule.what.trend is not _STILL:
        trend = Trend.MIXED
    if rule.key is not None and rule.key.trend is not _STILL:
        trend = Trend.MIXED
    return trend


def _one_each(problem: Problem, members: Picked) -> Iterator[Problem]:
    """A problem for each card that is not allowed, at its line."""
    for entry in members:
        yield replace(
            problem,
            place=entry.place,
            section=entry.section,
            cards=(entry.shown,),
            found=entry.count,
        )


def _placed(problem: Problem, rule: Rule, members: Picked, limit: Limit, view: DeckView) -> Problem:
    """The problem at the line where the limit is passed; too little is nobody's line."""
    found = problem.found or 0
    section = rule.sections[0] if len(rule.sections) == 1 else None
    if rule.kind == "size":
        entry = _passing(members, [e.count for e in members], max(limit.values)) if limit.exceeded_by(found) else None
        return replace(problem, section=section or (entry.section if entry else None), place=_at(entry))
    if rule.kind == "copies":
        shown = tuple(dict.fromkeys(e.shown for e in members))
        first = limit.entry.shown
        cards = (first, *(name for name in shown if name != first))
        entry = _passing(members, [e.count for e in members], max(limit.values)) or members[-1]
        return replace(problem, cards=cards, section=entry.section, place=_at(entry))
    if rule.measure == "different":
        firsts = list(_values(rule, members, view).values())
        at = max(limit.values)
        entry = firsts[at] if limit.exceeded_by(found) and at < len(firsts) else None
        cards = tuple(dict.fromkeys(e.shown for e in firsts))
    else:
        weights = [_weight(rule, e, view) for e in members]
        entry = _passing(members, weights, max(limit.values)) if limit.exceeded_by(found) else None
        cards = tuple(dict.fromkeys(e.shown for e, w in zip(members, weights, strict=True) if w))
    return replace(problem, cards=cards, section=section or (entry.section if entry else None), place=_at(entry))


def _placed_group(problem: Problem, rule: Rule, parts: Parts, limit: Limit) -> Problem:
    """The problem at the last line of the group with which the limit is passed."""
    section = rule.sections[0] if len(rule.sections) == 1 else None
    entry, total = None, 0
    for members, weight in parts:
        total += weight
        if entry is None and limit.exceeded_by(problem.found or 0) and total > max(limit.values):
            entry = members[-1]
    cards = tuple(dict.fromkeys(e.shown for members, _ in parts for e in members))
    return replace(problem, cards=cards, section=section or (entry.section if entry else None), place=_at(entry))


def _weight(rule: Rule, entry: Entry, view: DeckView) -> int:
    if rule.measure != "sum" or rule.what is None:
        return entry.count
    value = rule.what.run(entry, view)
    return value * entry.count if isinstance(value, int) else 0


def _passing(members: Picked, weights: list[int], limit: int) -> Entry | None:
    """The entry with which the running total first passes the limit."""
    total = 0
    for entry, weight in zip(members, weights, strict=True):
        total += weight
        if total > limit:
            return entry
    return None


def _at(entry: Entry | None) -> Place:
    return entry.place if entry else Place()
