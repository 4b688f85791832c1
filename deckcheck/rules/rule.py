"""A rule of construction as a record: which cards, what is measured, what it must be."""

from __future__ import annotations

from collections.abc import Mapping

from deckcheck.expr import Expr, Type
from deckcheck.expr.values import Result
from deckcheck.record import dataclass, field
from deckcheck.report import NOWHERE, Citation, Place, Severity

MIN, MAX, EXACTLY, ONE_OF = "min", "max", "exactly", "one_of"

# What makes cards copies of one another, as the view says it.
COPIES = Expr("copies", Type.TEXT, card=True)


@dataclass(frozen=True, slots=True)
class Bound:
    """What a measure must be: `op` is min, max, exactly or one_of; `limits` one expression (one_of: several)."""

    op: str
    limits: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule, whatever its kind.

    `sections`: those it counts over, `everywhere` where it said `all`. `of`: the cards it is about.
    `key`: what groups them (None: all together). `across`: "each" group is measured and held to the
    bounds; "sum" adds the measures of the groups; "count" counts the groups that satisfy `having`.
    `measure`: a row of `MEASURES` (`measure.py`), of `what`. `singly`: every card at fault is a problem of its own.
    `setter`: the format that set it, None for the game. `says`: in words, what is true of the cards it is
    about. `titles`: definition → its title, of those that it refers to. `terms`: field or
    list → what people call it.
    """

    id: str
    kind: str
    sections: tuple[str, ...]
    everywhere: bool
    bounds: tuple[Bound, ...]
    of: Expr | None = None
    key: Expr | None = None
    across: str = "each"
    measure: str = "cards"
    what: Expr | None = None
    having: Expr | None = None
    when: Expr | None = None
    singly: bool = False
    severity: Severity = Severity.ERROR
    source: Citation | None = None
    assumed: str | None = None
    title: str | None = None
    setter: str | None = None
    place: Place = NOWHERE
    says: str | None = None
    titles: tuple[tuple[str, str], ...] = ()
    terms: tuple[tuple[str, str], ...] = ()

    @property
    def exprs(self) -> tuple[Expr, ...]:
        """Every expression of the rule."""
        limits = (limit for bound in self.bounds for limit in bound.limits)
        found = (self.of, self.key, self.what, self.having, self.when, *limits)
        return tuple(expr for expr in found if expr is not None)


@dataclass(frozen=True, slots=True)
class Ruleset:
    """The rules in force in a format of a game (or in the game, where `format` is None).

    `params`: name → value; `setters`: param → format that set it last. `lists`: slot → id of the list
    bound to it, None where there is none, with an optional day it is pinned to. `since`: the first day
    on which the sizes and kinds it states were in force, where that is known.
    """

    format: str | None
    title: str | None
    rules: tuple[Rule, ...]
    params: Mapping[str, Result] = field(default_factory=dict)
    setters: Mapping[str, str] = field(default_factory=dict)
    lists: Mapping[str, tuple[str, str | None] | None] = field(default_factory=dict)
    note: str | None = None
    since: str | None = None
