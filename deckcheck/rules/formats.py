"""Formats: the rules of the game, of the formats it is based on, and of the format itself.

A rule is replaced whole by its id, never merged key by key: a half-merged rule would keep a source that
no longer fits. `off` removes it, a new id adds one.
"""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Mapping as Map

from deckcheck.expr import Expr, ExprError, Scope, Type, parse
from deckcheck.expr.grammar import Tree
from deckcheck.expr.scope import nearest
from deckcheck.expr.values import Result
from deckcheck.files.shape import Shape, is_day
from deckcheck.files.source import Mapping, Node, Scalar, Sequence, plain
from deckcheck.record import replace
from deckcheck.report import Place
from deckcheck.rules.context import Context, read_expression
from deckcheck.rules.load import read_rule
from deckcheck.rules.records import Rule, Ruleset

_KEYS = ("title", "base", "params", "define", "lists", "rules", "note", "since")
_DEEPEST = 40  # formats that are based on one another
_MOST_KNOWN = 300  # rules, among which one that is spelt alike is looked for
Binding = tuple[str, str | None] | None


def read_params(shape: Shape, node: Node | None) -> dict[str, Result]:
    """Params with their values: numbers, truths, words, or lists of words."""
    whole = shape.mapping(node, "params")
    if whole is not None:
        shape.spend(len(whole.items), whole.place)
    found: dict[str, Result] = {}
    for name, item in (whole.items if whole else {}).items():
        if isinstance(item, Sequence):
            found[name] = shape.texts(item, f"param {name}")
            continue
        value = plain(item) if isinstance(item, Scalar) else None
        if isinstance(value, bool | int | str):
            found[name] = value
        else:
            shape.error("schema.param", item.place, param=name)
    return found


def read_bindings(shape: Shape, node: Node | None, slots: tuple[str, ...]) -> dict[str, Binding]:
    """Slot → the id of a list, `id@2005-04-01` where it is pinned to a day, or none."""
    whole = shape.mapping(node, "lists", slots)
    found: dict[str, Binding] = {}
    for slot, item in (whole.items if whole else {}).items():
        text = shape.text(item, f"list of {slot}")
        if text is not None:
            name, _, day = text.partition("@")
            if "@" in text and not is_day(day):
                shape.error("schema.day", item.place, key=f"list of {slot}", text=day)
            found[slot] = None if text == "none" else (name, day or None)
    return found


def define_nodes(shape: Shape, node: Node | None) -> dict[str, Node]:
    """The definitions of a game or a format, not read yet."""
    whole = shape.mapping(node, "define")
    return dict(whole.items) if whole else {}


def read_defines(context: Context, nodes: Map[str, Node]) -> Scope:
    """The scope with the definitions, in any order; a circle is an error.

    A format reads those of its base anew, since they may refer to one that it sets otherwise.
    """
    shape = context.shape
    if nodes:
        shape.spend(len(nodes), next(iter(nodes.values())).place)
    defines: dict[str, Expr] = {}
    scope = replace(context.scope, defines=defines)
    needs = {name: _mentioned(item, nodes) - {name} for name, item in nodes.items()}
    waits_for = {name: len(words) for name, words in needs.items()}
    waiting: dict[str, list[str]] = {}
    for name, words in needs.items():
        for word in sorted(words):
            waiting.setdefault(word, []).append(name)
    ready = [name for name, count in waits_for.items() if not count]
    for name in ready:  # grows meanwhile
        expr = _definition(name, nodes[name], replace(context, scope=scope))
        defines[name] = expr or _BROKEN
        for other in waiting.get(name, ()):
            waits_for[other] -= 1
            if not waits_for[other]:
                ready.append(other)
    for name, item in nodes.items():
        if waits_for[name]:
            shape.error("schema.define-circle", item.place, name=name)
    return scope


def _definition(name: str, node: Node, context: Context) -> Expr | None:
    """`NAME: EXPR`, or `NAME: {of: EXPR, title: a NOUN}`."""
    if not isinstance(node, Mapping):
        return read_expression(node, context, None, f"`{name}`")
    context.shape.known_keys(node, f"definition {name}", ("of", "title"))
    if "of" not in node.items:
        context.shape.error("schema.missing-key", node.place, key="of")
        return None
    expr = read_expression(node.items["of"], context, None, f"`{name}`")
    title = context.shape.text(node.items.get("title"), "title")
    return replace(expr, title=title) if expr is not None else None


def _mentioned(node: Node, names: Map[str, Node]) -> frozenset[str]:
    """Those of the names that a definition speaks of."""

    def words(tree: Tree) -> frozenset[str]:
        own = frozenset({tree.word}) if tree.op == "name" and tree.word in names else frozenset[str]()
        return own.union(*map(words, tree.parts))

    text: Node | None = node.items.get("of") if isinstance(node, Mapping) else node
    try:
        return words(parse(text.text)) if isinstance(text, Scalar) else frozenset()
    except ExprError:
        return frozenset()  # told when it is compiled


# Stands for a definition that is at fault, so that those who refer to it are not blamed; most are tests.
_BROKEN = Expr("none", Type.TRUTH, lambda entry, view: None)


class Formats(Map[str | None, Ruleset]):
    """Builds the ruleset of each format on that of its base, when it is asked for.

    `sound`: nothing is wrong with the formats, so that slips are not looked for.
    """

    def __init__(
        self,
        context: Context,
        nodes: Mapping | None,
        base: Ruleset,
        rules: RuleNodes,
        defines: dict[str, Node],
        *,
        sound: bool,
    ) -> None:
        self.context = context
        self.nodes = nodes
        self.sound = sound
        self.built: dict[str | None, Built] = {None: (base, rules, defines)}

    def __getitem__(self, name: str | None) -> Ruleset:
        built = self.build(name, ()) if name is not None and self.nodes and name in self.nodes.items else None
        if built is None:
            raise KeyError(name)
        return built[0]

    def __iter__(self) -> Iterator[str | None]:
        return iter(self.nodes.items if self.nodes else ())

    def __len__(self) -> int:
        return len(self.nodes.items) if self.nodes else 0

    def all(self) -> dict[str | None, Ruleset]:
        """The rulesets of all formats that can be built."""
        found: dict[str | None, Ruleset] = {}
        for name in self.nodes.items if self.nodes else ():
            built = self.build(name, ())
            if built:
                found[name] = built[0]
        return found

    def build(self, name: str, path: tuple[str, ...]) -> Built | None:
        if name in self.built:
            return self.built[name]
        shape = self.context.shape
        assert self.nodes is not None
        node = self.nodes.items[name]
        shape.spend(1, node.place)
        whole = shape.mapping(node, f"format {name}", _KEYS)
        if whole is None:
            return None
        below = self.base(name, whole, path)
        if below is None:
            return None
        self.built[name] = self.on(name, whole, *below)
        return self.built[name]

    def base(self, name: str, whole: Mapping, path: tuple[str, ...]) -> Built | None:
        shape = self.context.shape
        node = whole.items.get("base")
        base = shape.text(node, "base")
        if base is None or node is None:
            return self.built[None]
        assert self.nodes is not None
        if base in (*path, name):
            shape.error("schema.base-circle", node.place, format=name, base=base)
            return None
        if self.above(base) > _DEEPEST:
            shape.error("schema.base-deep", node.place, format=name, most=_DEEPEST)
            return None
        if base not in self.nodes.items:
            known = tuple(self.nodes.items)
            shape.error("schema.base-unknown", node.place, base=base, nearest=nearest(base, known), known=known)
            return None
        return self.build(base, (*path, name))

    def above(self, name: str) -> int:
        """How many formats stand on one another up to this one; no more are counted than matter."""
        nodes = self.nodes.items if self.nodes else {}
        passed: list[str] = []
        while name not in passed and len(passed) <= _DEEPEST and isinstance(whole := nodes.get(name), Mapping):
            passed.append(name)
            base = whole.items.get("base")
            if not isinstance(base, Scalar):
                break
            name = base.text
        return len(passed)

    def on(self, name: str, whole: Mapping, below: Ruleset, nodes: RuleNodes, defines: dict[str, Node]) -> Built:
        context, shape = self.context, self.context.shape
        changes = read_params(shape, whole.items.get("params"))
        for param in changes:
            if not self.sound and param not in below.params and isinstance(whole.items["params"], Mapping):
                known = tuple(below.params)
                place = whole.items["params"].keys[param]
                # A param that only this format's rules read is declared here, so this is a new one.
                if nearest(param, known):
                    shape.error("schema.param-unknown", place, param=param, nearest=nearest(param, known), known=known)
        params = {**below.params, **changes}
        slots = tuple(context.scope.lists)
        lists = {**below.lists, **read_bindings(shape, whole.items.get("lists"), slots)}
        defines = {**defines, **define_nodes(shape, whole.items.get("define"))}
        scope = read_defines(replace(context, scope=replace(context.scope, params=params)), defines)
        merged = self.rules(name, whole.items.get("rules"), nodes)
        rules = read_rules(merged, replace(context, scope=scope))
        ruleset = Ruleset(
            name,
            shape.text(whole.items.get("title"), "title"),
            rules,
            params,
            {**below.setters, **dict.fromkeys(changes, name)},
            lists,
            shape.text(whole.items.get("note"), "note") or below.note,
            self.since(whole) or below.since,
        )
        return ruleset, merged, defines

    def since(self, whole: Mapping) -> str | None:
        """The first day on which the format's sizes were in force."""
        node = whole.items.get("since")
        day = self.context.shape.text(node, "since")
        if not self.sound and node is not None and day is not None and not is_day(day):
            self.context.shape.error("schema.day", node.place, key="since", text=day)
        return day

    def rules(self, name: str, node: Node | None, below: RuleNodes) -> RuleNodes:
        shape = self.context.shape
        whole = shape.mapping(node, f"rules of format {name}")
        merged = dict(below)
        for rule_id, item in (whole.items if whole else {}).items():
            place = whole.keys[rule_id] if whole else item.place
            known = tuple(below)
            if isinstance(item, Scalar) and item.text == "off":
                if merged.pop(rule_id, None) is None:
                    shape.error("schema.off-unknown", place, rule=rule_id, nearest=nearest(rule_id, known))
                continue
            if not self.sound and rule_id not in below and (near := _twin(rule_id, known)):
                shape.warn("schema.near-id", place, rule=rule_id, nearest=near)
            merged[rule_id] = (item, place, name)
        return merged


# id → the node of the rule, its place, and the format that says it (None: the game).
RuleNodes = dict[str, tuple[Node, Place, str | None]]
Built = tuple[Ruleset, RuleNodes, dict[str, Node]]


def read_rules(nodes: RuleNodes, context: Context) -> tuple[Rule, ...]:
    if nodes:
        context.shape.spend(len(nodes), next(iter(nodes.values()))[1])
    found = (
        read_rule(rule_id, node, place, replace(context, setter=setter))
        for rule_id, (node, place, setter) in nodes.items()
    )
    return tuple(rule for rule in found if rule is not None)


def _twin(word: str, known: tuple[str, ...]) -> str | None:
    """A known id so like this one that it is probably meant (`main-sise`)."""
    from difflib import get_close_matches

    if len(known) > _MOST_KNOWN:
        return None
    return next(iter(get_close_matches(word, known, n=1, cutoff=0.85)), None)
