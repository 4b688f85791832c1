"""What a play section may not say although each of its parts can be read."""

from __future__ import annotations

from collections.abc import Mapping

from deckcheck.engine.price_records import Attach, Host, Tribute
from deckcheck.engine.records import HAND, Attack, Dig, Discard, Draw, Mulligan, Option, Plan, Play, Step
from deckcheck.files.shape import Shape
from deckcheck.report import Place

OWN_NAMES = ("turn", "phase", "all")


def check_names(shape: Shape, place: Place, options: Mapping[str, Option], plan: Plan) -> None:
    """Names that would hide one another."""
    taken = dict.fromkeys(OWN_NAMES, "word of the language")
    taken |= dict.fromkeys(plan.names.card.fields, "field")
    groups = (("option", options), ("pool", plan.pools), ("total", plan.totals))
    for what, names in groups:
        for name in names:
            # A pool may be called as the field that fills it: one is read of a card, the other of the table.
            if name in taken and not (taken[name] == "field" and what != "option"):
                shape.error("schema.name-twice", place, name=name, what=what, other=taken[name])
            taken[name] = what


def check_steps(shape: Shape, plan: Plan) -> None:
    """An ordered hand is dealt whole and played from place by place; no other one is."""
    for step in plan.steps():
        if plan.ordered and not _fits_order(step):
            shape.error("schema.play-ordered", step.place, name=step.name)
        if not plan.ordered and isinstance(step, Dig):
            shape.error("schema.play-unordered", step.place, name=step.name)
    mulligans = [step for step in plan.steps() if isinstance(step, Mulligan)]
    for number, step in enumerate(mulligans):
        if number or step not in plan.setup:
            shape.error("schema.play-mulligan", step.place)
    left = plan.left()
    _check_hosts(shape, plan, left)
    _check_attached(shape, plan)
    attacks = [step for step in plan.steps() if isinstance(step, Attack)]
    lined = [step for step in attacks if step.passes is not None or step.lends is not None]
    for step in lined:
        if len(lined) > 1 or not step.settled or len(step.zones) != 1:
            shape.error("schema.play-passes", step.place, name=step.name)
    for step in attacks:
        if step.settled and not left.isdisjoint(step.zones):
            shape.error("schema.play-settled", step.place, name=step.name, zones=sorted(left & {*step.zones}))


def _check_hosts(shape: Shape, plan: Plan, left: frozenset[str]) -> None:
    """A zone hosts by one worth: its cards are put in order by it once. They stay, so that none hosts twice."""
    by: dict[str, str] = {}
    for step, price in plan.prices(Host):
        if by.setdefault(price.zone, price.by.text) != price.by.text:
            facts = {"name": step.name, "zone": price.zone, "by": price.by.text, "other": by[price.zone]}
            shape.error("schema.play-hosts", step.place, **facts)
        if price.zone in left:
            shape.error("schema.play-host-leaves", step.place, name=step.name, zone=price.zone)


def _check_attached(shape: Shape, plan: Plan) -> None:
    """A zone bears in one way and what is attached lies in one place, so that who bears what is always clear."""
    ways: dict[str, tuple[str, bool]] = {}
    places: dict[str, str] = {}
    bearing = {price.zone for _, price in plan.prices(Attach)}
    for step, price in plan.prices(Attach):
        way, to = (price.by.text, price.one), step.to or ""
        gives = any(isinstance(other, Tribute) and other.zone == price.zone for other in step.prices)
        alike = ways.setdefault(price.zone, way) == way and places.setdefault(to, price.zone) == price.zone
        if not to or to in bearing or gives or not alike:
            shape.error("schema.play-attach", step.place, name=step.name, zone=price.zone)


def _fits_order(step: Step) -> bool:
    if isinstance(step, Draw):
        return step.count is None and step.pool is None
    if isinstance(step, Play):
        return step.source != HAND and step.search is None
    return not isinstance(step, Mulligan | Discard)
