"""The `play:` section of a schema → `Plan`. Everything wrong is told at its line, like the rest of the schema.

What a section may not say although each of its parts can be read is found once they are (`check_names`, `check_steps`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from deckcheck.chance.asked import asked_in
from deckcheck.chance.calls import compile_table_expr
from deckcheck.chance.policy import Policy, TossRule
from deckcheck.decks.headings import first_section
from deckcheck.engine.nodes import PlayNodes, chosen, read_options
from deckcheck.engine.play_plan import HAND, Attack, Dig, Discard, Draw, Mulligan, Names, Option, Plan, Play, Step
from deckcheck.engine.price_records import Attach, Host, Tribute
from deckcheck.engine.read_steps import read_steps
from deckcheck.engine.scope import compile_card, pools_and_totals, with_phase
from deckcheck.expr import ExprError, Scope, Type
from deckcheck.expr.values import Result
from deckcheck.files.schema_reader import SchemaReader
from deckcheck.files.source import Node, Scalar
from deckcheck.record import replace
from deckcheck.report import DeckcheckError, Place, Problem
from deckcheck.rules.game import Game
from deckcheck.rules.rule import Ruleset
from deckcheck.spelling import nearest

OWN_NAMES = ("turn", "phase", "all")


def check_names(reader: SchemaReader, place: Place, options: Mapping[str, Option], plan: Plan) -> None:
    """Names that would hide one another."""
    taken = dict.fromkeys(OWN_NAMES, "word of the language")
    taken |= dict.fromkeys(plan.names.card.fields, "field")
    groups = (("option", options), ("pool", plan.pools), ("total", plan.totals))
    for what, names in groups:
        for name in names:
            # A pool may be called as the field that fills it: one is read of a card, the other of the table.
            if name in taken and not (taken[name] == "field" and what != "option"):
                reader.error("schema.name-twice", place, name=name, what=what, other=taken[name])
            taken[name] = what


def check_steps(reader: SchemaReader, plan: Plan) -> None:
    """An ordered hand is dealt whole and played from place by place; no other one is."""
    for step in plan.steps():
        if plan.ordered and not _fits_order(step):
            reader.error("schema.play-ordered", step.place, name=step.name)
        if not plan.ordered and isinstance(step, Dig):
            reader.error("schema.play-unordered", step.place, name=step.name)
    mulligans = [step for step in plan.steps() if isinstance(step, Mulligan)]
    for number, step in enumerate(mulligans):
        if number or step not in plan.setup:
            reader.error("schema.play-mulligan", step.place)
    left = plan.left()
    _check_hosts(reader, plan, left)
    _check_attached(reader, plan)
    attacks = [step for step in plan.steps() if isinstance(step, Attack)]
    lined = [step for step in attacks if step.passes is not None or step.lends is not None]
    for step in lined:
        if len(lined) > 1 or not step.settled or len(step.zones) != 1:
            reader.error("schema.play-passes", step.place, name=step.name)
    for step in attacks:
        if step.settled and not left.isdisjoint(step.zones):
            reader.error("schema.play-settled", step.place, name=step.name, zones=sorted(left & {*step.zones}))


def _check_hosts(reader: SchemaReader, plan: Plan, left: frozenset[str]) -> None:
    """A zone hosts by one worth: its cards are put in order by it once. They stay, so that none hosts twice."""
    by: dict[str, str] = {}
    for step, price in plan.prices(Host):
        if by.setdefault(price.zone, price.by.text) != price.by.text:
            facts = {"name": step.name, "zone": price.zone, "by": price.by.text, "other": by[price.zone]}
            reader.error("schema.play-hosts", step.place, **facts)
        if price.zone in left:
            reader.error("schema.play-host-leaves", step.place, name=step.name, zone=price.zone)


def _check_attached(reader: SchemaReader, plan: Plan) -> None:
    """A zone bears in one way and what is attached lies in one place, so that who bears what is always clear."""
    ways: dict[str, tuple[str, bool]] = {}
    places: dict[str, str] = {}
    bearing = {price.zone for _, price in plan.prices(Attach)}
    for step, price in plan.prices(Attach):
        way, to = (price.by.text, price.one), step.to or ""
        gives = any(isinstance(other, Tribute) and other.zone == price.zone for other in step.prices)
        alike = ways.setdefault(price.zone, way) == way and places.setdefault(to, price.zone) == price.zone
        if not to or to in bearing or gives or not alike:
            reader.error("schema.play-attach", step.place, name=step.name, zone=price.zone)


def _fits_order(step: Step) -> bool:
    if isinstance(step, Draw):
        return step.count is None and step.pool is None
    if isinstance(step, Play):
        return step.source != HAND and step.search is None
    return not isinstance(step, Mulligan | Discard)


KEYS = ("deck", "options", "phases", "define", "zones", "report", "won", "assumed", "setup", "turn")
REPORT = ("spent", "board", "damage", "life")
ORDERED = "ordered"
T = TypeVar("T")


def read_plan(game: Game, ruleset: Ruleset, given: Mapping[str, str] | None = None) -> Plan:
    """The play section of a game in a format, with the options `given` as text.

    :raises DeckcheckError: the game has no play section, it is wrong, or an option is.
    """
    if game.play is None:
        raise DeckcheckError("usage.no-play", game=game.id)
    reader = SchemaReader(game.path)
    plan = _plan(reader, game, game.play, ruleset, given or {})
    if plan is None or reader.broken:
        raise DeckcheckError("usage.schema", tuple(reader.problems), path=game.path)
    return plan


def play_problems(game: Game) -> tuple[Problem, ...]:
    """What is wrong in a game's play section, in any of its formats; nothing where it has none."""
    found: list[Problem] = []
    for ruleset in game.rulesets.values() if game.play is not None else ():
        try:
            read_plan(game, ruleset)
        except DeckcheckError as error:
            found.extend(problem for problem in error.problems if problem not in found)
    return tuple(found)


def with_policy(
    plan: Plan,
    keep: str | None,
    toss: str | None,
) -> Plan:
    """The plan with a keep test or a toss test of one's own in its mulligan.

    :raises QueryError: the text is no test of the table (keep) or of a card (toss).
    :raises DeckcheckError: the game has no mulligan.
    """
    if keep is None and toss is None:
        return plan
    if not any(isinstance(step, Mulligan) for step in plan.setup):
        raise DeckcheckError("usage.no-mulligan", game=plan.game)
    with asked_in("keep", keep or ""):
        kept = compile_table_expr(keep, plan.names.table, Type.TRUTH) if keep is not None else None
    with asked_in("toss", toss or ""):
        tossed = (TossRule(compile_card(toss, plan.names, Type.TRUTH)),) if toss is not None else ()
    own = Policy(kept, tossed)

    def changed(step: Mulligan) -> Mulligan:
        return replace(step, policy=Policy(kept or step.policy.keep, tossed or step.policy.rules))

    setup = tuple(changed(step) if isinstance(step, Mulligan) else step for step in plan.setup)
    copies = plan.copies or any(test.copies for test in own.tests)
    return replace(plan, setup=setup, reads=(*plan.reads, *own.reads), copies=copies)


def _plan(reader: SchemaReader, game: Game, node: Node, ruleset: Ruleset, given: Mapping[str, str]) -> Plan | None:
    whole = reader.mapping(node, "play", KEYS)
    if whole is None:
        return None
    items = whole.items
    for need in ("zones", "turn"):
        if need not in items:
            reader.error("schema.missing-key", whole.place, key=need)
    options = read_options(reader, items.get("options"))
    values = chosen(options, ruleset.params, given)
    phases, first = _phases(reader, items.get("phases"), tuple(options))
    zone_nodes = reader.mapping(items.get("zones"), "zones")
    zones_of = dict(zone_nodes.items) if zone_nodes else {}
    hand = zones_of.get(HAND)
    if zone_nodes is not None and hand is None:
        reader.error("schema.play-hand", zone_nodes.place)
    filled = pools_and_totals(node)
    names = _names(game, ruleset, values, zones_of, filled, phases, reader, items.get("define"))
    read = PlayNodes(reader, names, tuple(zones_of), tuple(game.sections))
    zones = {name: read.test(item, f"zone {name}") for name, item in zones_of.items() if name != HAND}
    setup, turn = read_steps(read, items.get("setup")), read_steps(read, items.get("turn"))
    report = reader.mapping(items.get("report"), "report", REPORT)
    told: Mapping[str, Node] = report.items if report else {}
    plan = Plan(
        game=game.id,
        names=names,
        deck=_sections(reader, game, items.get("deck")),
        options=options,
        values=values,
        zones={name: test for name, test in zones.items() if test is not None},
        ordered=isinstance(hand, Scalar) and hand.text == ORDERED,
        pools=names.pools,
        totals=names.totals,
        setup=setup,
        turn=turn,
        won=read.table(items.get("won"), "won", Type.TRUTH),
        spent=read.one_of(told.get("spent"), "spent", names.pools),
        board=read.zones(told.get("board"), "board"),
        damage=read.one_of(told.get("damage"), "damage", names.totals),
        life=read.table(told.get("life"), "life", Type.NUMBER),
        phases=phases,
        first_phase=first,
        assumed=(*reader.texts(items.get("assumed"), "assumed"), *read.assumed),
        reads=tuple(read.reads),
        named=tuple(read.named),
        copy_key=game.copy_key,
        copies=read.copies,
    )
    check_names(reader, whole.place, options, plan)
    check_steps(reader, plan)
    return plan


def _sections(reader: SchemaReader, game: Game, node: Node | None) -> tuple[str, ...]:
    """The sections played with: the main one where the play section names none."""
    known = tuple(game.sections)
    found = reader.texts(node, "deck") or ((first_section(game.sections),) if known else ())
    for name in found:
        if name not in known and node is not None:
            near = nearest(name, known)
            reader.error("schema.not-one-of", node.place, what="deck", text=name, known=known, nearest=near)
    return found


def _phases(reader: SchemaReader, node: Node | None, options: tuple[str, ...]) -> tuple[tuple[str, ...], str | None]:
    whole = reader.mapping(node, "phases", ("order", "first"))
    if whole is None:
        return (), None
    first = reader.choice(whole.items.get("first"), "first", options)
    return reader.texts(whole.items.get("order"), "order"), first


def _names(
    game: Game,
    ruleset: Ruleset,
    values: Mapping[str, Result],
    zones: Mapping[str, object],
    filled: tuple[tuple[str, ...], tuple[str, ...]],
    phases: tuple[str, ...],
    reader: SchemaReader,
    define: Node | None,
) -> Names:
    """The scopes, with the play section's own definitions."""
    pools, totals = filled
    params = {**game.scope.params, **ruleset.params, **values}
    card = Scope(fields=game.card.fields, params=params, defines=dict(game.scope.defines))
    names = Names(card, card, pools, totals)
    whole = reader.mapping(define, "define")
    for word, node in (whole.items if whole else {}).items():
        text = reader.text(node, word)
        if text is None or not isinstance(node, Scalar):
            continue
        try:
            expr = compile_card(text, names, _any_type(text, names))
        except ExprError as error:
            reader.expression(error, node)
        else:
            names = replace(names, card=replace(names.card, defines={**names.card.defines, word: expr}))
    counted = dict.fromkeys(("turn", *pools, *totals), 0)
    inside = replace(names.card, sections={HAND: False} | dict.fromkeys(zones, False))
    table = replace(inside, params={**params, **counted}, of_card=inside)
    return replace(names, table=with_phase(table, phases))


def _any_type(text: str, names: Names) -> Type:
    from deckcheck.expr import compile_text

    return compile_text(text, names.card).type
