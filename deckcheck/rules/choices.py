"""What a check is asked with, settled: format, day, the event's params, lists, how bad each rule is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from deckcheck.expr.values import Result
from deckcheck.record import replace
from deckcheck.report import OFF, DeckcheckError, Note, Severity
from deckcheck.rules.bindings import settle
from deckcheck.rules.check import Checker
from deckcheck.rules.records import Rule, Ruleset
from deckcheck.rules.view import NOBODY, DeckView

if TYPE_CHECKING:
    from deckcheck.cards.pool import Pool
    from deckcheck.games.game import Game
    from deckcheck.lists.dated import DatedList


_MOST_DIGITS = 18  # of a number: no limit of a game comes near


def checker(
    game: Game,
    pool: Pool,
    lists: Mapping[str, DatedList] | Iterable[str],
    *,
    format_id: str | None = None,
    as_of: str,
    params: Mapping[str, Result] | None = None,
    own_lists: Sequence[str] = (),
    severities: Mapping[str, str] | None = None,
    ignores: bool = True,
) -> Checker:
    """Settle format, day, params and lists.

    `lists` are the game's, by id, or their files; `own_lists` (FILE or FILE#TITLE) stand in place of them.
    `severities`: rule → how bad it is to break it, or "off". `ignores`: decks may ask to ignore rules.

    :raises DeckcheckError: for what does not exist.
    """
    ruleset = _with_params(ruleset_of(game, format_id), params or {})
    off = tuple(rule.id for rule in ruleset.rules if (severities or {}).get(rule.id) == OFF)
    ruleset = replace(ruleset, rules=weighed(ruleset.rules, severities or {}))
    ruleset = replace(ruleset, rules=_that_may_hold(ruleset, as_of))
    settled = settle(game, pool, ruleset, lists, as_of, own_lists)
    notes = settled.notes
    if ruleset.since is not None and as_of < ruleset.since:
        facts = {"format": ruleset.title or ruleset.format, "since": ruleset.since, "as_of": as_of}
        notes.append(Note("note.rules-newer", facts))
    if ruleset.note:
        notes.append(Note("note.format", {"note": ruleset.note, "format": ruleset.title or ruleset.format}))
    if off:
        notes.append(Note("note.rules-off", {"game": game.title, "names": off}))
    if pool.demo:
        notes.append(Note("note.demo", {"game": game.title}))
    # A field that a whole file misspells may be what a rule reads: no verdict is given without a word of it.
    problems = (*settled.problems, *(problem for problem in pool.problems if problem.sentence == "cards.misspelt"))
    in_force = tuple(settled.in_force)
    return Checker(game, ruleset, as_of, settled.columns, in_force, tuple(notes), problems, pool, ignores)


def weighed(rules: Iterable[Rule], severities: Mapping[str, str]) -> tuple[Rule, ...]:
    """The rules with the severities that the project chooses, without those that it switches off."""
    return tuple(
        replace(rule, severity=Severity(severities[rule.id])) if rule.id in severities else rule
        for rule in rules
        if severities.get(rule.id) != OFF
    )


def _that_may_hold(ruleset: Ruleset, as_of: str) -> tuple[Rule, ...]:
    """The rules but for those whose guard says no whatever the deck: an option that is off, another time."""
    view = DeckView((), (), (), None, ruleset.params, {}, as_of)
    return tuple(
        rule
        for rule in ruleset.rules
        if rule.when is None or rule.when.card or rule.when.deck or rule.when.run(NOBODY, view) is not False
    )


def ruleset_of(game: Game, format_id: str | None) -> Ruleset:
    """The rules of a format, of the default one for None. Raises `DeckcheckError` if there is no such format."""
    from deckcheck.near import nearest

    try:
        return game.ruleset(format_id if format_id is None else game.format_id(format_id) or format_id)
    except KeyError:
        known = game.formats
        if not known:
            raise DeckcheckError("usage.no-formats", game=game.id, format=format_id) from None
        raise DeckcheckError(
            "usage.unknown-format", game=game.id, format=format_id, known=known, nearest=nearest(format_id or "", known)
        ) from None


def _with_params(ruleset: Ruleset, params: Mapping[str, Result]) -> Ruleset:
    """The event's params override those of the format; each must exist and keep its type."""
    from deckcheck.near import nearest

    values, setters = dict(ruleset.params), dict(ruleset.setters)
    for name, value in params.items():
        if name not in values:
            known = tuple(values)
            raise DeckcheckError("usage.unknown-param", param=name, known=known, nearest=nearest(name, known))
        values[name] = _typed(name, value, values[name])
        setters[name] = "--param"
    return replace(ruleset, params=values, setters=setters)


def _typed(name: str, value: Result, default: Result) -> Result:
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
