"""The rule book of a game, section by section: the rules and steps that enforce it, and what is left out, and why."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from deckcheck.engine.play_plan import HAND, Plan, Repeat, Step
from deckcheck.engine.read import read_plan
from deckcheck.files.schema_reader import SchemaReader
from deckcheck.files.source import MapNode, Node
from deckcheck.record import dataclass
from deckcheck.report import Citation, DeckcheckError, Problem
from deckcheck.rules.game import Game
from deckcheck.rules.rule import Rule
from deckcheck.spelling import nearest

SIDING = "siding"  # stands among the rules of construction for what the schema says of siding


@dataclass(frozen=True, slots=True)
class Chapter:
    """A section of the rule book.

    `rules`: ids of the rules that enforce it → the formats in which they stand, none where it is all of them.
    `play`: parts of the play section, as `turn.summon`.
    `left_out`: what is not enforced, and why.
    """

    title: str
    rules: Mapping[str, tuple[str, ...]]
    play: tuple[str, ...] = ()
    left_out: str | None = None


def read_book(game: Game) -> tuple[Chapter, ...]:
    """The sections of the game's rule book; none where the schema names none.

    Rules belong to the section that they give as their source, and where the section names them.

    :raises DeckcheckError: a section says nothing, or names a rule or a part of the play section that is not there.
    """
    reader = SchemaReader(game.path)
    nodes = game.chapters.items if isinstance(game.chapters, MapNode) else {}
    known = _in_formats(game, lambda rule: True) | ({SIDING: ()} if game.siding is not None else {})
    parts = _parts(read_plan(game, game.ruleset(None))) if nodes and game.play is not None else ()
    chapters = tuple(_chapter(reader, game, title, node, known, parts) for title, node in nodes.items())
    if reader.broken:
        raise DeckcheckError("usage.schema", tuple(reader.problems), path=game.path)
    return chapters


def book_problems(game: Game) -> tuple[Problem, ...]:
    """What is wrong in what a game says of its rule book."""
    try:
        read_book(game)
    except DeckcheckError as error:
        return error.problems
    return ()


def _chapter(
    reader: SchemaReader,
    game: Game,
    title: str,
    node: Node,
    known: Mapping[str, tuple[str, ...]],
    parts: tuple[str, ...],
) -> Chapter:
    inner = reader.mapping(node, f"section {title}", ("rules", "play", "left_out"))
    items: Mapping[str, Node] = inner.items if inner else {}
    named: dict[str, tuple[str, ...]] = {}
    for key, there in (("rules", tuple(known)), ("play", parts)):
        named[key] = reader.texts(items.get(key), key)
        for name in named[key]:
            if name not in there:
                near = nearest(name, there)
                reader.error("schema.not-one-of", items[key].place, what=key, text=name, known=there, nearest=near)
    left_out = reader.text(items.get("left_out"), "left_out")
    rules = _sourced(game, title)
    rules |= {rule_id: known.get(rule_id, ()) for rule_id in named["rules"] if rule_id not in rules}
    if inner is not None and not (rules or named["play"] or left_out):
        reader.error("schema.book-silent", node.place, section=title)
    return Chapter(title, rules, named["play"], left_out)


def _in_formats(game: Game, wanted: Callable[[Rule], bool]) -> dict[str, tuple[str, ...]]:
    """The ids of the rules that are wanted → the formats in which they are, none where it is all of them."""
    found: dict[str, list[str]] = {}
    for name, ruleset in game.rulesets.items():
        for rule in ruleset.rules:
            if wanted(rule):
                found.setdefault(rule.id, []).append(name or "")
    every = len(game.rulesets)
    return {rule_id: () if len(names) == every else tuple(names) for rule_id, names in found.items()}


def _sourced(game: Game, title: str) -> dict[str, tuple[str, ...]]:
    """The rules that give this section as their source."""

    def here(source: Citation | None) -> bool:
        return source is not None and title in (source.section or "").split("; ")

    found = _in_formats(game, lambda rule: here(rule.source))
    return found | ({SIDING: ()} if game.siding is not None and here(game.siding.source) else {})


def _parts(plan: Plan) -> tuple[str, ...]:
    """What a play section is made of, by names: its steps, options and zones, and how it is won."""

    def names(steps: tuple[Step, ...]) -> Iterator[str]:
        for step in steps:
            yield step.name
            if isinstance(step, Repeat):
                yield from names(step.steps)

    lists = {
        "setup": names(plan.setup),
        "turn": names(plan.turn),
        "options": plan.options,
        "zones": (HAND, *plan.zones),
    }
    found = (f"{key}.{name}" for key, there in lists.items() for name in there)
    return tuple(dict.fromkeys((*found, *(("phases",) if plan.phases else ()), *(("won",) if plan.won else ()))))
