"""The kernel: when → select → group → measure → bounds → problems. One path for every rule kind.

Cards that cannot be decided (unknown, or their record lacks a field) are left out, as if they came
later. What no added card can cure stands all the same; the rest of such a rule is undecided.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from deckcheck.cards.pool import Card
from deckcheck.decks.deck import Entry
from deckcheck.expr import UNKNOWN
from deckcheck.record import dataclass
from deckcheck.report import Problem
from deckcheck.rules.limits import is_final, origins, worked_out
from deckcheck.rules.measure import Key, Parts, Picked, across, group, measure, select
from deckcheck.rules.placing import one_each, placed, placed_group
from deckcheck.rules.rule import ONE_OF, Rule, Ruleset
from deckcheck.rules.view import NOBODY, DeckView


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a rule says of a deck.

    `undecided`: it could not be judged for all cards. `lacking`: the cards whose records lack a value
    without which it cannot be judged, each with the fields it may stand in.
    """

    problems: tuple[Problem, ...] = ()
    undecided: bool = False
    lacking: tuple[tuple[Card, tuple[str, ...]], ...] = ()


def judge(rule: Rule, view: DeckView, ruleset: Ruleset, picked: Sequence[Entry] | None = None) -> Judgement:
    """All problems that the rule finds. Those that are not final are dropped where something was in doubt.

    `picked`: the entries that it is about, as far as they may be at fault, where they are known.
    """
    view.certain()
    view.focus = view.of_sections(rule.sections)
    if rule.when is not None:
        holds = rule.when.run(NOBODY, view)
        if holds is UNKNOWN:
            return Judgement(undecided=True, lacking=view.lacking)
        if holds is not True:
            return Judgement(undecided=view.doubtful)
    picked = select(rule, view) if picked is None else list(picked)
    problems: list[Problem] = []
    if rule.across == "each":
        for key, members in group(rule, picked, view).items():
            view.focus = members if rule.key is not None else view.of_sections(rule.sections)
            problems.extend(_held(rule, key, members, measure(rule, members, view), view, ruleset))
    else:
        parts = across(rule, group(rule, picked, view), view)
        found = sum(weight for _, weight in parts)
        whole = [entry for members, _ in parts for entry in members]
        problems.extend(_held(rule, None, whole, found, view, ruleset, parts))
    if view.doubtful:
        return Judgement(tuple(p for p in problems if p.final), undecided=True, lacking=view.lacking)
    return Judgement(tuple(problems))


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
            yield from one_each(problem, rule, members, view)
        elif parts is not None:
            yield placed_group(problem, rule, parts, limit)
        else:
            yield placed(problem, rule, members, limit, view)


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
        "says": rule.says,
        "titles": rule.titles,
        **({"terms": rule.terms} if rule.terms else {}),
    }
