"""What is chosen for the decks of a game, and the checker that comes of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from deckcheck.cards.pool import Pool
from deckcheck.expr.values import Result
from deckcheck.files.nodes import Node
from deckcheck.lists.bindings import BoundLists, settle, slots_of
from deckcheck.lists.dated import DatedList
from deckcheck.record import dataclass, field, replace
from deckcheck.report import OFF, DeckcheckError, Note, Place, Severity
from deckcheck.rules.check import Checker
from deckcheck.rules.game import Game
from deckcheck.rules.rule import Rule, Ruleset
from deckcheck.rules.view import NOBODY, DeckView
from deckcheck.spelling import nearest

_MOST_DIGITS = 18  # of a number: no limit of a game comes near


@dataclass(frozen=True, slots=True)
class Choices:
    """What is chosen for the decks of one game, besides what they say themselves.

    `as_of`: a day, YYYY-MM-DD.
    `format`: the id or title of one; None for the default.
    `params`: name → value, as text or of the type that the game gives it.
    `lists`: the user's own, FILE or FILE#TITLE, in place of all others.
    `severity`: rule → how bad it is to break it, or "off".
    `ignores`: decks may ask to ignore rules.
    `played`: params that the rules do not know are left to the play section.
    `sources`: where newer lists are to be had, besides what the game says.
    `places`: where in a file the format, and each param and rule, is chosen.
    """

    as_of: str = ""
    format: str | None = None
    params: Mapping[str, Result] = field(default_factory=dict)
    lists: tuple[str, ...] = ()
    severity: Mapping[str, str] = field(default_factory=dict)
    ignores: bool = True
    played: bool = False
    sources: Node | None = None
    places: Mapping[str, Place] = field(default_factory=dict)


def checker(
    game: Game,
    pool: Pool,
    lists: Mapping[str, DatedList] | Iterable[str],
    choices: Choices,
    own: Iterable[Note] = (),
) -> Checker:
    """Settle format, day, params and lists. `lists` are the game's, by id, or their files.

    `own`: what else than the shipped data of today the verdict rests on.

    :raises DeckcheckError: for what does not exist.
    """
    as_of = choices.as_of
    ruleset = ruleset_of(game, choices)
    ruleset = replace(ruleset, rules=_that_may_hold(ruleset, as_of))
    settled = settle(game, pool, ruleset, lists, as_of, choices.lists)
    without_list = tuple(rule.id for rule in ruleset.rules if not settled.lacking.isdisjoint(slots_of(rule)))
    rules = (_cited(rule, settled) for rule in ruleset.rules if rule.id not in without_list)
    ruleset = replace(ruleset, rules=tuple(rules))
    notes = settled.notes
    if ruleset.since is not None and as_of < ruleset.since:
        facts = {"format": ruleset.title or ruleset.format, "since": ruleset.since, "as_of": as_of}
        notes.append(Note("note.rules-newer", facts))
    if ruleset.note:
        notes.append(Note("note.format", {"note": ruleset.note, "format": ruleset.title or ruleset.format}))
    by = {"path": next((place.file for place in choices.places.values()), None)}
    params = tuple(f"{name}={choices.params[name]}" for name in choices.params if name in choices.places)
    off, milder = _weakened(game, choices)
    judged_by = [*own]
    judged_by += [Note("judged.off", {"names": off, **by})] if off else []
    judged_by += [Note("judged.milder", {"names": milder, **by})] if milder else []
    if params:
        judged_by.append(Note("judged.params", {"names": params, **by}))
    judged_by += settled.judged_by
    judged_by += [Note("judged.lists", {"paths": choices.lists})] if choices.lists else []
    if pool.demo:
        notes.append(Note("note.demo", {"game": game.title}))
    # A field that a whole file misspells may be what a rule reads: no verdict is given without a word of it.
    misspelt = (problem for problem in pool.problems if problem.sentence == "cards.misspelt")
    return Checker(
        game=game,
        ruleset=ruleset,
        as_of=as_of,
        columns=settled.columns,
        lists=tuple(settled.in_force),
        notes=tuple(notes),
        problems=(*settled.problems, *misspelt),
        pool=pool,
        ignores=choices.ignores,
        judged_by=tuple(judged_by),
        weakened=(*off, *milder),
        without_list=without_list,
    )


def _cited(rule: Rule, settled: BoundLists) -> Rule:
    """The rule; one that goes by a list of the user's own cites that list."""
    own = next((settled.cited[slot] for slot in sorted(slots_of(rule)) if slot in settled.cited), None)
    return rule if own is None else replace(rule, source=own, assumed=None)


def _weakened(game: Game, choices: Choices) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The rules that are switched off, and those that are made milder; none where nothing may be ignored."""
    if not choices.severity or not choices.ignores:
        return (), ()
    rules = _format_of(game, choices).rules
    chosen = {rule.id: choices.severity[rule.id] for rule in rules if rule.id in choices.severity}
    off = tuple(name for name, level in chosen.items() if level == OFF)
    milder = tuple(r.id for r in rules if r.id in chosen and r.id not in off and _is_milder(chosen[r.id], r))
    return off, milder


def _is_milder(level: str, rule: Rule) -> bool:
    levels = list(Severity)
    return level == OFF or levels.index(Severity(level)) > levels.index(rule.severity)


def ruleset_of(game: Game, choices: Choices) -> Ruleset:
    """The rules of the format that is chosen, with params and severities as chosen; without those switched off.

    Where nothing may be ignored, no rule is switched off or made milder.

    :raises DeckcheckError: there is no such format or param.
    """
    ruleset = _with_params(_format_of(game, choices), choices)
    severity = {
        rule.id: choices.severity[rule.id]
        for rule in ruleset.rules
        if rule.id in choices.severity and (choices.ignores or not _is_milder(choices.severity[rule.id], rule))
    }
    rules = (
        replace(rule, severity=Severity(severity[rule.id])) if rule.id in severity else rule
        for rule in ruleset.rules
        if severity.get(rule.id) != OFF
    )
    return replace(ruleset, rules=tuple(rules))


def _that_may_hold(ruleset: Ruleset, as_of: str) -> tuple[Rule, ...]:
    """The rules but for those whose guard says no whatever the deck: an option that is off, another time."""
    view = DeckView((), (), (), None, ruleset.params, {}, as_of)
    return tuple(
        rule
        for rule in ruleset.rules
        if rule.when is None or rule.when.card or rule.when.deck or rule.when.run(NOBODY, view) is not False
    )


def _format_of(game: Game, choices: Choices) -> Ruleset:
    """The rules of the format that is chosen, as the game has them."""
    name = choices.format
    try:
        return game.ruleset(name if name is None else game.format_id(name) or name)
    except KeyError:
        known = game.formats
        if not known:
            raise DeckcheckError("usage.no-formats", game=game.id, format=name) from None
        raise DeckcheckError(
            "usage.unknown-format", game=game.id, format=name, known=known, nearest=nearest(name or "", known)
        ) from None


def _with_params(ruleset: Ruleset, choices: Choices) -> Ruleset:
    """The params that are chosen override those of the format; each must exist and keep its type."""
    values, setters = dict(ruleset.params), dict(ruleset.setters)
    for name, value in choices.params.items():
        if name in values:
            values[name] = typed(name, value, values[name])
            setters[name] = "--param"
        elif not choices.played:
            known = tuple(values)
            raise DeckcheckError("usage.unknown-param", param=name, known=known, nearest=nearest(name, known))
    return replace(ruleset, params=values, setters=setters)


def typed(name: str, value: Result, default: Result) -> Result:
    """A param as it is given on a line or in a file, of the type of what it stands for.

    :raises DeckcheckError: it is none of that type.
    """
    text = str(value)
    if isinstance(default, bool):
        if text.casefold() in ("true", "yes", "1", "false", "no", "0"):
            return text.casefold() in ("true", "yes", "1")
        raise DeckcheckError("usage.param-truth", param=name, value=text)
    if isinstance(default, int):
        if text.removeprefix("-").isdecimal() and len(text) <= _MOST_DIGITS:
            return int(text)
        raise DeckcheckError("usage.param-number", param=name, value=text)
    return tuple(part.strip() for part in text.split(",")) if isinstance(default, tuple) else text
