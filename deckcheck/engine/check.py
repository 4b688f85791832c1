"""What a play section may not say although each of its parts can be read."""

from __future__ import annotations

from collections.abc import Mapping

from deckcheck.engine.price_records import Host, Tribute
from deckcheck.engine.records import HAND, Attack, Dig, Discard, Draw, Mulligan, Option, Plan, Play, Step, Swap
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
    left = {zone for step in plan.steps() for zone in _left(step)}
    _check_hosts(shape, plan, left)
    attacks = [step for step in plan.steps() if isinstance(step, Attack)]
    lined = [step for step in attacks if step.passes is not None or step.lends is not None]
    for step in lined:
        if len(lined) > 1 or not step.settled or len(step.zones) != 1:
            shape.error("schema.play-passes", step.place, name=step.name)
    for step in attacks:
        if step.settled and not left.isdisjoint(step.zones):
            shape.error("schema.play-settled", step.place, name=step.name, zones=sorted(left & {*step.zones}))


def _check_hosts(shape: Shape, plan: Plan, left: set[str]) -> None:
    """A zone hosts by one worth: its cards are put in order by it once. They stay, so that none hosts twice."""
    by: dict[str, str] = {}
    for step in plan.steps():
        for price in step.prices if isinstance(step, Play) else ():
            if isinstance(price, Host) and by.setdefault(price.zone, price.by.text) != price.by.text:
                facts = {"name": step.name, "zone": price.zone, "by": price.by.text, "other": by[price.zone]}
                shape.error("schema.play-hosts", step.place, **facts)
            if isinstance(price, Host) and price.zone in left:
                shape.error("schema.play-host-leaves", step.place, name=step.name, zone=price.zone)


def _left(step: Step) -> tuple[str, ...]:
    """Zones that cards leave by a step."""
    if isinstance(step, Swap):
        return step.source, step.zone
    if not isinstance(step, Play):
        return ()
    given = tuple(price.zone for price in step.prices if isinstance(price, Tribute))
    return (step.source, *given, *((step.to,) if step.replace and step.to else ()))


def _fits_order(step: Step) -> bool:
    if isinstance(step, Draw):
        return step.count is None and step.pool is None
    if isinstance(step, Play):
        return step.source != HAND and step.search is None
    return not isinstance(step, Mulligan | Discard)
