"""The `play:` section of a schema → `Plan`. Everything wrong is told at its line, like the rest of the schema."""

from __future__ import annotations

from collections.abc import Mapping

from deckcheck.chance.calls import compile_table_expr
from deckcheck.chance.policy import Policy, Rule
from deckcheck.decks.headings import first_section
from deckcheck.engine.check import check_names, check_steps
from deckcheck.engine.nodes import PlayNodes
from deckcheck.engine.options import chosen, read_options
from deckcheck.engine.read_steps import read_steps
from deckcheck.engine.records import HAND, Mulligan, Names, Plan
from deckcheck.engine.scope import compile_card, pools_and_totals, with_phase
from deckcheck.expr import ExprError, Scope, Type
from deckcheck.expr.values import Result
from deckcheck.files.shape import Shape
from deckcheck.files.source import Node, Scalar
from deckcheck.near import nearest
from deckcheck.record import replace
from deckcheck.report import DeckcheckError, Problem
from deckcheck.rules.game import Game
from deckcheck.rules.records import Ruleset

KEYS = ("deck", "options", "phases", "define", "zones", "report", "won", "assumed", "setup", "turn")
REPORT = ("spent", "board", "damage", "life")
ORDERED = "ordered"


def read_plan(game: Game, ruleset: Ruleset, given: Mapping[str, str] | None = None) -> Plan:
    """The play section of a game in a format, with the options `given` as text.

    :raises DeckcheckError: the game has no play section, it is wrong, or an option is.
    """
    if game.play is None:
        raise DeckcheckError("usage.no-play", game=game.id)
    shape = Shape(game.path)
    plan = _plan(shape, game, game.play, ruleset, given or {})
    if plan is None or shape.broken:
        raise DeckcheckError("usage.schema", tuple(shape.problems), path=game.path)
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


def with_policy(plan: Plan, keep: str | None, toss: str | None) -> Plan:
    """The plan with a keep test or a toss test of one's own in its mulligan.

    :raises ExprError: the text is no test of the table (keep) or of a card (toss).
    :raises DeckcheckError: the game has no mulligan.
    """
    if keep is None and toss is None:
        return plan
    if not any(isinstance(step, Mulligan) for step in plan.setup):
        raise DeckcheckError("usage.no-mulligan", game=plan.game)
    kept = compile_table_expr(keep, plan.names.table, Type.TRUTH) if keep is not None else None
    tossed = (Rule(compile_card(toss, plan.names, Type.TRUTH)),) if toss is not None else ()
    own = Policy(kept, tossed)

    def changed(step: Mulligan) -> Mulligan:
        return replace(step, policy=Policy(kept or step.policy.keep, tossed or step.policy.rules))

    setup = tuple(changed(step) if isinstance(step, Mulligan) else step for step in plan.setup)
    copies = plan.copies or any(test.copies for test in own.tests)
    return replace(plan, setup=setup, reads=(*plan.reads, *own.reads), copies=copies)


def _plan(shape: Shape, game: Game, node: Node, ruleset: Ruleset, given: Mapping[str, str]) -> Plan | None:
    whole = shape.mapping(node, "play", KEYS)
    if whole is None:
        return None
    items = whole.items
    for need in ("zones", "turn"):
        if need not in items:
            shape.error("schema.missing-key", whole.place, key=need)
    options = read_options(shape, items.get("options"))
    values = chosen(options, ruleset.params, given)
    phases, first = _phases(shape, items.get("phases"), tuple(options))
    zone_nodes = shape.mapping(items.get("zones"), "zones")
    zones_of = dict(zone_nodes.items) if zone_nodes else {}
    hand = zones_of.get(HAND)
    if zone_nodes is not None and hand is None:
        shape.error("schema.play-hand", zone_nodes.place)
    filled = pools_and_totals(node)
    names = _names(game, ruleset, values, zones_of, filled, phases, shape, items.get("define"))
    read = PlayNodes(shape, names, tuple(zones_of), tuple(game.sections))
    zones = {name: read.test(item, f"zone {name}") for name, item in zones_of.items() if name != HAND}
    setup, turn = read_steps(read, items.get("setup")), read_steps(read, items.get("turn"))
    report = shape.mapping(items.get("report"), "report", REPORT)
    told: Mapping[str, Node] = report.items if report else {}
    plan = Plan(
        game=game.id,
        names=names,
        deck=_sections(shape, game, items.get("deck")),
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
        assumed=(*shape.texts(items.get("assumed"), "assumed"), *read.assumed),
        reads=tuple(read.reads),
        named=tuple(read.named),
        copy_key=game.copy_key,
        copies=read.copies,
    )
    check_names(shape, whole.place, options, plan)
    check_steps(shape, plan)
    return plan


def _sections(shape: Shape, game: Game, node: Node | None) -> tuple[str, ...]:
    """The sections played with: the main one where the play section names none."""
    known = tuple(game.sections)
    found = shape.texts(node, "deck") or ((first_section(game.sections),) if known else ())
    for name in found:
        if name not in known and node is not None:
            near = nearest(name, known)
            shape.error("schema.not-one-of", node.place, what="deck", text=name, known=known, nearest=near)
    return found


def _phases(shape: Shape, node: Node | None, options: tuple[str, ...]) -> tuple[tuple[str, ...], str | None]:
    whole = shape.mapping(node, "phases", ("order", "first"))
    if whole is None:
        return (), None
    first = shape.choice(whole.items.get("first"), "first", options)
    return shape.texts(whole.items.get("order"), "order"), first


def _names(
    game: Game,
    ruleset: Ruleset,
    values: Mapping[str, Result],
    zones: Mapping[str, object],
    filled: tuple[tuple[str, ...], tuple[str, ...]],
    phases: tuple[str, ...],
    shape: Shape,
    define: Node | None,
) -> Names:
    """The scopes, with the play section's own definitions."""
    pools, totals = filled
    params = {**game.scope.params, **ruleset.params, **values}
    card = Scope(fields=game.card.fields, params=params, defines=dict(game.scope.defines))
    names = Names(card, card, pools, totals)
    whole = shape.mapping(define, "define")
    for word, node in (whole.items if whole else {}).items():
        text = shape.text(node, word)
        if text is None or not isinstance(node, Scalar):
            continue
        try:
            expr = compile_card(text, names, _any_type(text, names))
        except ExprError as error:
            shape.expression(error, node)
        else:
            names = replace(names, card=replace(names.card, defines={**names.card.defines, word: expr}))
    counted = dict.fromkeys(("turn", *pools, *totals), 0)
    sections = {HAND: False} | dict.fromkeys(zones, False)
    table = replace(names.card, sections=sections, params={**params, **counted})
    return replace(names, table=with_phase(table, phases))


def _any_type(text: str, names: Names) -> Type:
    from deckcheck.expr import compile_text

    return compile_text(text, names.card).type
