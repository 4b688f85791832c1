"""Which lists hold in a format on a day: the format's own, or those that the user gives instead."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from deckcheck.cards.names import normalise
from deckcheck.cards.pool import Pool
from deckcheck.expr.values import Column
from deckcheck.lists.dated import DatedList, NoList, Version, column
from deckcheck.record import dataclass, field
from deckcheck.report import DeckcheckError, ListInForce, Note, Problem
from deckcheck.rules.game import Game
from deckcheck.rules.rule import Rule, Ruleset
from deckcheck.spelling import nearest

# Where no `slot:` says which slot a list of the user's is for: the first that a rule reads, of this order.
_ORDER = ("limit", "points", "mark", "group")


@dataclass(slots=True)
class BoundLists:
    """The lists of a check: slot → column, what is in force, what is wrong with them, what to know."""

    columns: dict[str, Column] = field(default_factory=dict)
    in_force: list[ListInForce] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)


def settle(
    game: Game,
    pool: Pool,
    ruleset: Ruleset,
    lists: Mapping[str, DatedList] | Iterable[str],
    as_of: str,
    own: Sequence[str] = (),
) -> BoundLists:
    """Fill the slots that the rules read; `own` are the user's lists, FILE or FILE#TITLE, in place of all others.

    :raises DeckcheckError: a list is not there, cannot be read, has no version on that day, or no rule reads it.
    """
    settled = BoundLists()
    read = lists_read(ruleset.rules)
    bound = {slot: binding for slot, binding in ruleset.lists.items() if slot in read}
    if own:
        _own(game, pool, tuple(slot for slot in game.slots if slot in read), as_of, own, settled)
        bound = {slot: None for slot in bound if slot not in settled.columns}
    if not any(bound.values()):
        lists = {}
    elif not isinstance(lists, Mapping):
        from deckcheck.lists.files import load_lists

        lists = load_lists(lists, game.scope)
    for slot, binding in bound.items():
        if binding is None:
            settled.columns[slot] = NoList(slot, game.slots[slot].stand_in)
            continue
        name, day = binding
        assert isinstance(lists, Mapping)
        if name not in lists:
            raise DeckcheckError("usage.unknown-list", list=name, game=game.id, known=tuple(lists))
        version = lists[name].on(day or as_of)
        if version is None:
            first = min((v.first_day for v in lists[name].versions if v.first_day), default=None)
            raise DeckcheckError("usage.no-version", list=lists[name].title, day=day or as_of, first=first)
        _fill(slot, lists[name], version, game, pool, settled)
        checked = lists[name].checked
        if day is None and checked is not None and as_of > checked:
            settled.notes.append(Note("note.list-may-be-old", {"list": lists[name].title, "checked": checked}))
    return settled


def lists_read(rules: Iterable[Rule]) -> frozenset[str]:
    """The slots that the rules read."""
    return frozenset[str]().union(*(expr.lists for rule in rules for expr in rule.exprs))


def _fill(slot: str, dated: DatedList, version: Version, game: Game, pool: Pool, settled: BoundLists) -> None:
    made, problems = column(game.slots[slot], dated, version, game, pool)
    settled.columns[slot] = made
    settled.in_force.append(made.in_force)
    settled.problems.extend(problems)


def _own(game: Game, pool: Pool, slots: Sequence[str], as_of: str, own: Sequence[str], settled: BoundLists) -> None:
    for text in own:
        dated, version = chosen(text, game, as_of)
        slot = _slot(dated, game, slots, text)
        if slot in settled.columns:
            raise DeckcheckError("usage.slot-twice", list=text, slot=slot)
        _fill(slot, dated, version, game, pool, settled)
        if len(dated.versions) > 1:
            facts = {"list": dated.named(version), "path": dated.path, "versions": len(dated.versions)}
            settled.notes.append(Note("note.list-chosen", facts))


def chosen(text: str, game: Game, as_of: str) -> tuple[DatedList, Version]:
    """The list and version that FILE or FILE#TITLE means: that of the title, else in force, else the first.

    :raises DeckcheckError: there is no such file or title, or the file cannot be read.
    """
    from deckcheck.lists.files import load_list

    path, title = text, ""
    if not Path(text).exists() and "#" in text:
        path, _, title = text.rpartition("#")
    if not Path(path).exists():
        raise DeckcheckError("usage.no-path", path=path)
    dated = load_list(path, game.scope)
    if not dated.versions:
        raise DeckcheckError("usage.list-empty", path=path)
    if not title:
        return dated, dated.on(as_of) or dated.versions[0]
    names = {normalise(name): v for v in dated.versions for name in (v.first_day, v.title) if name}
    version = names.get(normalise(title))
    if version is None:
        known = tuple(v.title or v.first_day or dated.title for v in dated.versions)
        raise DeckcheckError("usage.list-title", path=path, title=title, nearest=nearest(title, known), known=known)
    return dated, version


def _slot(dated: DatedList, game: Game, slots: Sequence[str], text: str) -> str:
    """The slot that a list of the user's is for."""
    if dated.slot is not None and dated.slot not in game.slots:
        known = tuple(game.slots)
        near = nearest(dated.slot, known)
        raise DeckcheckError("usage.no-slot", list=text, game=game.id, slot=dated.slot, nearest=near, known=known)
    ordered = sorted(slots, key=lambda slot: _ORDER.index(game.slots[slot].value))
    wanted = [slot for slot in ordered if dated.slot in (None, slot)]
    if not wanted:
        raise DeckcheckError("usage.list-not-read", list=text, game=game.id)
    return wanted[0]
