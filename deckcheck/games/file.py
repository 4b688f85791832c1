"""A schema file read into a `Game`. Everything wrong in the file is told at its line."""

from __future__ import annotations

import re
from collections.abc import Mapping

from deckcheck.cards.names import is_language, normalise
from deckcheck.cards.shape import CardShape, card_shape
from deckcheck.expr import Expr, ExprError, Scope, Slot, Type, compile_text
from deckcheck.expr.scope import field_of_card
from deckcheck.expr.values import Result
from deckcheck.files.shape import Shape
from deckcheck.files.source import Mapping as MapNode
from deckcheck.files.source import Node, at, parse, plain, read
from deckcheck.games.sections import read_sections, read_siding, read_slots, told_apart
from deckcheck.near import nearest
from deckcheck.record import replace
from deckcheck.report import DeckcheckError, Place, Problem
from deckcheck.rules.context import Context, card_alone
from deckcheck.rules.defines import define_nodes, read_defines
from deckcheck.rules.formats import Binding, Formats, RuleNodes, read_params, read_rules
from deckcheck.rules.game import Game
from deckcheck.rules.records import Ruleset
from deckcheck.rules.unused import warn_unused

KEYS = (
    *("game", "title", "language", "book", "readers", "card", "copy", "sections", "outside", "not_a_card"),
    *("params", "define", "lists", "rules", "default", "formats", "kinds", "curve", "siding", "play", "print"),
)
_MOST_VALUES = 50_000  # of a schema; the longest here has some 2,000
_MOST_OF_CARD = 20_000  # in its part `card`
_MOST_FORMATS = 200
_ID = re.compile(r"[a-z0-9]+(?:[-_][a-z0-9]+)*")
NEEDED = ("game", "title", "card", "sections", "rules")


def load_game(path: str) -> Game:
    """Read a schema file; raises `DeckcheckError` with every problem of the file."""
    source = read(path)
    node, problems = parse(source)
    shape = Shape(path)
    shape.problems.extend((*source.problems, *problems))
    if node is None or not isinstance(node, MapNode):
        if not shape.broken and node is None:
            shape.error("schema.empty", Place(path, 1, 1))
        elif not shape.broken and node is not None:
            shape.error("schema.not-a-mapping", node.place, what="the schema")
        raise DeckcheckError("usage.schema", tuple(shape.problems), path=path)
    game = _Loader(shape, node).game()
    if game is None or shape.broken:
        raise DeckcheckError("usage.schema", tuple(shape.problems), path=path)
    return replace(game, warnings=tuple(shape.problems))


class _Loader:
    def __init__(self, shape: Shape, node: MapNode) -> None:
        self.shape = shape
        self.node = node
        self.items = node.items

    def game(self) -> Game | None:
        shape, items = self.shape, self.items
        shape.bound(self.node, _MOST_VALUES)
        shape.known_keys(self.node, "the schema", KEYS)
        for need in NEEDED:
            if need not in items:
                shape.error("schema.missing-key", self.node.place, key=need)
        card = self.card()
        sections = read_sections(shape, items.get("sections"))
        slots, bindings = read_slots(shape, items.get("lists"))
        params = read_params(shape, items.get("params"))
        scope = Scope(
            fields=card.fields,
            sections={s.id: s.cards == 1 for s in sections.values()},
            params=params,
            lists={s.id: Slot(s.value, s.many, s.stand_in, s.words) for s in slots.values()},
            titles={**card.titles, **{s.id: s.title for s in slots.values()}},
        )
        told_apart(shape, self.node, scope)
        copy_key = self.expression("copy", scope) or field_of_card("name", scope)
        book, book_sections, chapters = self.book()
        inside = tuple(s.id for s in sections.values() if not s.outside)
        identities = ("name", *card.identifiers)
        context = Context(shape, scope, tuple(sections), inside, book, book_sections, identities=identities)
        defines = define_nodes(shape, items.get("define"))
        scope = read_defines(context, defines)
        context = replace(context, scope=scope)
        base, rulesets, default = self.rulesets(context, params, bindings, defines)
        strange = self.expression("not_a_card", scope, Type.TRUTH)
        if not shape.broken:
            rules = {id(rule): rule for ruleset in (base, *rulesets.values()) for rule in ruleset.rules}.values()
            warn_unused(shape, self.node, rules, [e for e in (copy_key, strange) if e is not None])
        return Game(
            id=self.game_id(),
            title=shape.text(items.get("title"), "title") or "",
            language=self.language(),
            book=book,
            path=shape.file,
            sections=sections,
            copy_key=copy_key,
            rulesets=rulesets,
            default=default,
            slots=slots,
            readers=shape.texts(items.get("readers"), "readers"),
            outside=frozenset(map(normalise, shape.texts(items.get("outside"), "outside"))),
            strange=strange,
            kinds=self.field("kinds", card),
            curve=self.field("curve", card, "number"),
            siding=read_siding(items.get("siding"), context),
            parts={
                "card": card,
                "scope": scope,
                "base": base,
                "play": items.get("play"),
                "sheet": items.get("print"),
                "chapters": chapters,
            },
        )

    def game_id(self) -> str:
        """The id, which is also the name of files and folders: small letters and digits, with hyphens between."""
        node = self.items.get("game")
        text = self.shape.text(node, "game") or ""
        if text and node is not None and not _ID.fullmatch(text):
            right = normalise(text).replace(" ", "-")
            self.shape.error("schema.game-id", node.place, text=text, right=right if _ID.fullmatch(right) else None)
        return text

    def language(self) -> str:
        node = self.items.get("language")
        text = self.shape.text(node, "language") or "en"
        if node is not None and not is_language(text):
            self.shape.warn("schema.language", node.place, text=text)
        return text

    def card(self) -> CardShape:
        node = self.items.get("card")
        self.shape.bound(node, _MOST_OF_CARD)
        found = card_shape(plain(node) if node is not None else {})
        if node is not None:
            for fault in found.faults:
                self.shape.error(fault.sentence, at(node, fault.path), **fault.facts)
        return found

    def book(self) -> tuple[str, tuple[str, ...], Node | None]:
        """The title of the rule book, and its sections: a list, or each with what holds to it."""
        whole = self.shape.mapping(self.items.get("book"), "book", ("title", "sections"))
        if whole is None:
            return "", (), None
        title = self.shape.text(whole.items.get("title"), "title of the book") or ""
        node = whole.items.get("sections")
        if isinstance(node, MapNode):
            return title, tuple(node.items), node
        return title, self.shape.texts(node, "sections of the book"), None

    def expression(self, key: str, scope: Scope, want: Type | None = None) -> Expr | None:
        node = self.items.get(key)
        text = self.shape.text(node, key)
        if text is None or node is None:
            return None
        try:
            expr = compile_text(text, scope, want)
        except ExprError as error:
            self.shape.expression(error, node)  # type: ignore[arg-type]
            return None
        if not card_alone(expr):
            self.shape.error("schema.card-alone", node.place, what=f"`{key}`")
        return expr

    def field(self, key: str, card: CardShape, kind: str | None = None) -> str | None:
        node = self.items.get(key)
        text = self.shape.text(node, key)
        if text is None or node is None:
            return None
        known = tuple(f for f, t in card.fields.items() if kind is None or t.kind == kind)
        if text not in known:
            self.shape.error("schema.unknown-field", node.place, field=text, nearest=nearest(text, known), known=known)
            return None
        return text

    def rulesets(
        self,
        context: Context,
        params: Mapping[str, Result],
        bindings: dict[str, Binding],
        defines: dict[str, Node],
    ) -> tuple[Ruleset, dict[str | None, Ruleset], str | None]:
        shape = self.shape
        whole = shape.mapping(self.items.get("rules"), "rules")
        nodes: RuleNodes = (
            {rule_id: (node, whole.keys[rule_id], None) for rule_id, node in (whole.items if whole else {}).items()}
            if whole
            else {}
        )
        rules = read_rules(nodes, context)
        base = Ruleset(None, None, rules, params, {}, bindings)
        formats = shape.mapping(self.items.get("formats"), "formats")
        if formats is not None and len(formats.items) > _MOST_FORMATS:
            facts = {"most": _MOST_FORMATS}
            shape.give_up(Problem("shape", "schema.many-formats", place=formats.place, facts=facts))
        rulesets = Formats(context, formats, base, nodes, defines).all()
        default_node = self.items.get("default")
        default = shape.text(default_node, "default")
        if formats is None:
            return base, {None: base}, None
        if default is None:
            shape.error("schema.no-default", formats.place, known=tuple(formats.items))
        elif default not in formats.items and default_node is not None:
            near = nearest(default, tuple(formats.items))
            shape.error("schema.default", default_node.place, default=default, nearest=near)
        return base, rulesets, default
