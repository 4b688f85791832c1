"""Which lists hold in a format on a day: the format's own, or those that the user gives instead."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from deckcheck.cards.pool import Pool
from deckcheck.expr.values import Column
from deckcheck.lists.dated import ASKED, MONTH, DatedList, NoList, Version, column
from deckcheck.record import dataclass, field
from deckcheck.report import Citation, DeckcheckError, ListInForce, Note, Problem
from deckcheck.rules.game import Game
from deckcheck.rules.rule import Rule, Ruleset


@dataclass(slots=True)
class BoundLists:
    """The lists of a check: slot → column, what is in force, what is wrong with them, what to know, on whose word.

    `cited`: slot → what says so, of the user's own lists. `lacking`: the slots whose list has no version on the day.
    """

    columns: dict[str, Column] = field(default_factory=dict)
    in_force: list[ListInForce] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    judged_by: list[Note] = field(default_factory=list)
    cited: dict[str, Citation] = field(default_factory=dict)
    lacking: set[str] = field(default_factory=set)


def settle(
    game: Game,
    pool: Pool,
    ruleset: Ruleset,
    lists: Mapping[str, DatedList] | Iterable[str],
    as_of: str,
    own: Sequence[str] = (),
) -> BoundLists:
    """Fill the slots that the rules read; `own` are the user's lists, FILE or FILE#TITLE, in place of all others.

    :raises DeckcheckError: a list is not there, cannot be read, or no rule reads it.
    """
    settled = BoundLists()
    read = lists_read(ruleset.rules)
    bound = {slot: binding for slot, binding in ruleset.lists.items() if slot in read}
    if not isinstance(lists, Mapping):
        from deckcheck.lists.files import load_lists

        lists = load_lists(lists, game.scope) if own or any(bound.values()) else {}
    if own:
        from deckcheck.lists.own import own_lists

        for one in own_lists(game, pool, ruleset, lists, as_of, own):
            _fill(one.slot, one.dated, one.version, game, pool, settled)
            settled.cited[one.slot] = Citation(one.dated.path, date=one.version.since)
            settled.notes.extend(one.notes)
    for slot, binding in bound.items():
        if slot in settled.columns:
            continue
        if binding is None or own:
            settled.columns[slot] = NoList(slot, game.slots[slot].stand_in)
            continue
        name, day = binding
        if name not in lists:
            raise DeckcheckError("usage.unknown-list", list=name, game=game.id, known=tuple(lists))
        version = lists[name].on(day or as_of)
        if version is None:
            _lacks(slot, lists[name], day or as_of, settled)
            continue
        _fill(slot, lists[name], version, game, pool, settled)
        for note in _doubts(lists[name], version, as_of) if day is None else ():
            (settled.judged_by if note.sentence.startswith("judged.") else settled.notes).append(note)
    return settled


def _lacks(slot: str, dated: DatedList, day: str, settled: BoundLists) -> None:
    """What no version of a list says cannot be judged, and nobody can call a deck legal."""
    first = min((v.first_day for v in dated.versions if v.first_day), default=None)
    facts = {"list": dated.title, "day": day, "first": first if first and day < first else None}
    settled.problems.append(Problem("no-list", "list.no-version", facts=facts))
    settled.lacking.add(slot)


_UNSURE = {MONTH: "note.list-month", ASKED: "note.list-asked"}


def _doubts(dated: DatedList, version: Version, as_of: str) -> Iterable[Note]:
    """What to know of the version that is in force: whether its day is certain, where it is from, how old it is."""
    for other in dated.versions:
        if other.is_unsure_on(as_of):
            sentence = _UNSURE.get(other.unsure or "", "note.list-unsure")
            yield Note(sentence, {"list": dated.title, "since": other.since, "why": other.unsure})
    if version.fetched is not None:
        facts = {"list": dated.named(version), "source": version.fetched.source, "day": version.fetched.day}
        yield Note("judged.source" if version.fetched.own else "note.list-fetched", facts)
    if dated.checked is not None and as_of > dated.checked:
        yield Note("note.list-may-be-old", {"list": dated.title, "checked": dated.checked})


def lists_read(rules: Iterable[Rule]) -> frozenset[str]:
    """The slots that the rules read."""
    return frozenset[str]().union(*map(slots_of, rules))


def slots_of(rule: Rule) -> frozenset[str]:
    """The slots that a rule reads."""
    return frozenset[str]().union(*(expr.lists for expr in rule.exprs))


def _fill(slot: str, dated: DatedList, version: Version, game: Game, pool: Pool, settled: BoundLists) -> None:
    made, problems = column(game.slots[slot], dated, version, game, pool)
    settled.columns[slot] = made
    settled.in_force.append(made.in_force)
    settled.problems.extend(problems)
