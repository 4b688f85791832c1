"""A schema file read into a `Game`. Everything wrong in the file is told at its line."""

from __future__ import annotations

import re
from collections.abc import Mapping

from deckcheck.cards.card_schema import CardSchema, read_card_schema
from deckcheck.cards.names import is_language, normalise
from deckcheck.expr import Expr, ExprError, Scope, Slot, Type, compile_text
from deckcheck.expr.scope import field_of_card
from deckcheck.expr.values import Result
from deckcheck.files.schema_reader import SchemaReader
from deckcheck.files.source import MapNode, Node, at, parse, plain, read
from deckcheck.games.sections import read_sections, read_siding, read_slots, told_apart
from deckcheck.record import replace
from deckcheck.report import DeckcheckError, Place, Problem
from deckcheck.rules.context import Context, card_alone
from deckcheck.rules.defines import define_nodes, read_defines
from deckcheck.rules.formats import Binding, Formats, RuleNodes, read_params, read_rules
from deckcheck.rules.game import Game
from deckcheck.rules.rule import Ruleset
from deckcheck.rules.unused import warn_unused
from deckcheck.spelling import nearest

KEYS = (
    *("game", "title", "language", "book", "readers", "card", "copy", "sections", "outside", "not_a_card"),
    *(
        "params",
        "define",
        "lists",
        "rules",
        "default",
        "formats",
        "kinds",
        "curve",
        "siding",
        "play",
        "print",
        "sources",
    ),
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
    reader = SchemaReader(path)
    reader.problems.extend((*source.problems, *problems))
    if node is None or not isinstance(node, MapNode):
        if not reader.broken and node is None:
            reader.error("schema.empty", Place(path, 1, 1))
        elif not reader.broken and node is not None:
            reader.error("schema.not-a-mapping", node.place, what="the schema")
        raise DeckcheckError("usage.schema", tuple(reader.problems), path=path)
    game = _Loader(reader, node).game()
    if game is None or reader.broken:
        raise DeckcheckError("usage.schema", tuple(reader.problems), path=path)
    return replace(game, warnings=tuple(reader.problems))


class _Loader:
    def __init__(self, reader: SchemaReader, node: MapNode) -> None:
        self.reader = reader
        self.node = node
        self.items = node.items

    def game(self) -> Game | None:
        reader, items = self.reader, self.items
        reader.bound(self.node, _MOST_VALUES)
        reader.known_keys(self.node, "the schema", KEYS)
        for need in NEEDED:
            if need not in items:
                reader.error("schema.missing-key", self.node.place, key=need)
        card = self.card()
        sections = read_sections(reader, items.get("sections"))
        slots, bindings = read_slots(reader, items.get("lists"))
        params = read_params(reader, items.get("params"))
        scope = Scope(
            fields=card.fields,
            sections={s.id: s.cards == 1 for s in sections.values()},
            params=params,
            lists={s.id: Slot(s.value, s.many, s.stand_in, s.words) for s in slots.values()},
            titles={**card.titles, **{s.id: s.title for s in slots.values()}},
        )
        told_apart(reader, self.node, scope)
        copy_key = self.expression("copy", scope) or field_of_card("name", scope)
        book, book_sections, chapters = self.book()
        inside = tuple(s.id for s in sections.values() if not s.beside_deck)
        identities = ("name", *card.identifiers)
        context = Context(reader, scope, tuple(sections), inside, book, book_sections, identities=identities)
        defines = define_nodes(reader, items.get("define"))
        scope = read_defines(context, defines)
        context = replace(context, scope=scope)
        base, rulesets, default = self.rulesets(context, params, bindings, defines)
        token_test = self.expression("not_a_card", scope, Type.TRUTH)
        if not reader.broken:
            rules = {id(rule): rule for ruleset in (base, *rulesets.values()) for rule in ruleset.rules}.values()
            warn_unused(reader, self.node, rules, [e for e in (copy_key, token_test) if e is not None])
        return Game(
            id=self.game_id(),
            title=reader.text(items.get("title"), "title") or "",
            language=self.language(),
            book=book,
            path=reader.file,
            sections=sections,
            copy_key=copy_key,
            rulesets=rulesets,
            default=default,
            slots=slots,
            readers=reader.texts(items.get("readers"), "readers"),
            beside_deck=frozenset(map(normalise, reader.texts(items.get("outside"), "outside"))),
            token_test=token_test,
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
        text = self.reader.text(node, "game") or ""
        if text and node is not None and not _ID.fullmatch(text):
            right = normalise(text).replace(" ", "-")
            self.reader.error("schema.game-id", node.place, text=text, right=right if _ID.fullmatch(right) else None)
        return text

    def language(self) -> str:
        node = self.items.get("language")
        text = self.reader.text(node, "language") or "en"
        if node is not None and not is_language(text):
            self.reader.warn("schema.language", node.place, text=text)
        return text

    def card(self) -> CardSchema:
        node = self.items.get("card")
        self.reader.bound(node, _MOST_OF_CARD)
        found = read_card_schema(plain(node) if node is not None else {})
        if node is not None:
            for fault in found.faults:
                self.reader.error(fault.sentence, at(node, fault.path), **fault.facts)
        return found

    def book(self) -> tuple[str, tuple[str, ...], Node | None]:
        """The title of the rule book, and its sections: a list, or each with what enforces it."""
        whole = self.reader.mapping(self.items.get("book"), "book", ("title", "sections"))
        if whole is None:
            return "", (), None
        title = self.reader.text(whole.items.get("title"), "title of the book") or ""
        node = whole.items.get("sections")
        if isinstance(node, MapNode):
            return title, tuple(node.items), node
        return title, self.reader.texts(node, "sections of the book"), None

    def expression(self, key: str, scope: Scope, want: Type | None = None) -> Expr | None:
        node = self.items.get(key)
        text = self.reader.text(node, key)
        if text is None or node is None:
            return None
        try:
            expr = compile_text(text, scope, want)
        except ExprError as error:
            self.reader.expression(error, node)  # type: ignore[arg-type]
            return None
        if not card_alone(expr):
            self.reader.error("schema.card-alone", node.place, what=f"`{key}`")
        return expr

    def field(self, key: str, card: CardSchema, kind: str | None = None) -> str | None:
        node = self.items.get(key)
        text = self.reader.text(node, key)
        if text is None or node is None:
            return None
        known = tuple(f for f, t in card.fields.items() if kind is None or t.kind == kind)
        if text not in known:
            self.reader.error("schema.unknown-field", node.place, field=text, nearest=nearest(text, known), known=known)
            return None
        return text

    def rulesets(
        self,
        context: Context,
        params: Mapping[str, Result],
        bindings: dict[str, Binding],
        defines: dict[str, Node],
    ) -> tuple[Ruleset, dict[str | None, Ruleset], str | None]:
        reader = self.reader
        whole = reader.mapping(self.items.get("rules"), "rules")
        nodes: RuleNodes = (
            {rule_id: (node, whole.keys[rule_id], None) for rule_id, node in (whole.items if whole else {}).items()}
            if whole
            else {}
        )
        rules = read_rules(nodes, context)
        base = Ruleset(None, None, rules, params, {}, bindings)
        formats = reader.mapping(self.items.get("formats"), "formats")
        if formats is not None and len(formats.items) > _MOST_FORMATS:
            facts = {"most": _MOST_FORMATS}
            reader.give_up(Problem("shape", "schema.many-formats", place=formats.place, facts=facts))
        rulesets = Formats(context, formats, base, nodes, defines).all()
        default_node = self.items.get("default")
        default = reader.text(default_node, "default")
        if formats is None:
            return base, {None: base}, None
        if default is None:
            reader.error("schema.no-default", formats.place, known=tuple(formats.items))
        elif default not in formats.items and default_node is not None:
            near = nearest(default, tuple(formats.items))
            reader.error("schema.default", default_node.place, default=default, nearest=near)
        return base, rulesets, default
