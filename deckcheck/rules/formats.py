"""Formats: the rules of the game, of the formats it is based on, and of the format itself.

A rule is replaced whole by its id, never merged key by key: a half-merged rule would keep a source that
no longer fits. `off` removes it, a new id adds one.
"""

from __future__ import annotations

from collections.abc import Mapping as Map

from deckcheck.expr.values import Result
from deckcheck.files.schema_reader import SchemaReader, is_day
from deckcheck.files.source import ListNode, MapNode, Node, Scalar, plain
from deckcheck.record import replace
from deckcheck.report import Place
from deckcheck.rules.context import Context
from deckcheck.rules.defines import define_nodes, read_defines
from deckcheck.rules.load import read_rule
from deckcheck.rules.rule import Rule, Ruleset
from deckcheck.spelling import nearest

_KEYS = ("title", "base", "params", "define", "lists", "rules", "note", "since")
_DEEPEST = 40  # formats that are based on one another
_MOST_KNOWN = 300  # rules, among which one that is spelt alike is looked for
Binding = tuple[str, str | None] | None


def read_params(reader: SchemaReader, node: Node | None) -> dict[str, Result]:
    """Params with their values: numbers, truths, words, or lists of words."""
    whole = reader.mapping(node, "params")
    if whole is not None:
        reader.spend(len(whole.items), whole.place)
    found: dict[str, Result] = {}
    for name, item in (whole.items if whole else {}).items():
        if isinstance(item, ListNode):
            found[name] = reader.texts(item, f"param {name}")
            continue
        value = plain(item) if isinstance(item, Scalar) else None
        if isinstance(value, bool | int | str):
            found[name] = value
        else:
            reader.error("schema.param", item.place, param=name)
    return found


def read_bindings(reader: SchemaReader, node: Node | None, slots: tuple[str, ...]) -> dict[str, Binding]:
    """Slot → the id of a list, `id@2005-04-01` where it is pinned to a day, or none."""
    whole = reader.mapping(node, "lists", slots)
    found: dict[str, Binding] = {}
    for slot, item in (whole.items if whole else {}).items():
        text = reader.text(item, f"list of {slot}")
        if text is not None:
            name, _, day = text.partition("@")
            if "@" in text and not is_day(day):
                reader.error("schema.day", item.place, key=f"list of {slot}", text=day)
            found[slot] = None if text == "none" else (name, day or None)
    return found


class Formats:
    """Builds the ruleset of each format on that of its base."""

    def __init__(
        self, context: Context, nodes: MapNode | None, base: Ruleset, rules: RuleNodes, defines: dict[str, Node]
    ) -> None:
        self.context = context
        self.nodes = nodes
        self.built: dict[str | None, Built] = {None: (base, rules, defines)}

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
        reader = self.context.reader
        assert self.nodes is not None
        node = self.nodes.items[name]
        reader.spend(1, node.place)
        whole = reader.mapping(node, f"format {name}")
        if whole is None:
            return None
        below = self.base(name, whole, path)
        self.check_keys(name, whole, below)
        if below is None:
            return None
        self.built[name] = self.on(name, whole, *below)
        return self.built[name]

    def check_keys(self, name: str, whole: MapNode, below: Built | None) -> None:
        """Tell of keys that a format does not have; the id of a rule, a param or a slot belongs one level deeper."""
        reader = self.context.reader
        held: dict[str, Map[str, object]] = {"lists": self.context.scope.lists}
        if below is not None:
            held |= {"params": below[0].params, "rules": below[1]}
        for key, place in whole.keys.items():
            if key in _KEYS:
                continue
            item = whole.items[key]
            rule = isinstance(item, MapNode) or (isinstance(item, Scalar) and item.text == "off")
            words = ("rules",) if rule else tuple(held)
            under = next((word for word in words if key in held.get(word, ())), None)
            if under is None and rule and isinstance(item, Scalar):
                under = "rules"
            facts = {"key": key, "what": f"format {name}", "under": under, "known": _KEYS}
            near = None if under else reader.nearest(key, _KEYS)
            reader.error("schema.key-under" if under else "schema.unknown-key", place, nearest=near, **facts)

    def base(self, name: str, whole: MapNode, path: tuple[str, ...]) -> Built | None:
        reader = self.context.reader
        node = whole.items.get("base")
        base = reader.text(node, "base")
        if base is None or node is None:
            return self.built[None]
        assert self.nodes is not None
        if base in (*path, name):
            reader.error("schema.base-circle", node.place, format=name, base=base)
            return None
        if self.above(base) > _DEEPEST:
            reader.error("schema.base-deep", node.place, format=name, most=_DEEPEST)
            return None
        if base not in self.nodes.items:
            known = tuple(self.nodes.items)
            reader.error("schema.base-unknown", node.place, base=base, nearest=nearest(base, known), known=known)
            return None
        return self.build(base, (*path, name))

    def above(self, name: str) -> int:
        """How many formats stand on one another up to this one; no more are counted than matter."""
        nodes = self.nodes.items if self.nodes else {}
        passed: list[str] = []
        while name not in passed and len(passed) <= _DEEPEST and isinstance(whole := nodes.get(name), MapNode):
            passed.append(name)
            base = whole.items.get("base")
            if not isinstance(base, Scalar):
                break
            name = base.text
        return len(passed)

    def on(self, name: str, whole: MapNode, below: Ruleset, nodes: RuleNodes, defines: dict[str, Node]) -> Built:
        context, reader = self.context, self.context.reader
        changes = read_params(reader, whole.items.get("params"))
        for param in changes:
            if param not in below.params and isinstance(whole.items["params"], MapNode):
                known = tuple(below.params)
                place = whole.items["params"].keys[param]
                # A param that only this format's rules read is declared here, so this is a new one.
                if nearest(param, known):
                    reader.error("schema.param-unknown", place, param=param, nearest=nearest(param, known), known=known)
        params = {**below.params, **changes}
        slots = tuple(context.scope.lists)
        lists = {**below.lists, **read_bindings(reader, whole.items.get("lists"), slots)}
        defines = {**defines, **define_nodes(reader, whole.items.get("define"))}
        scope = read_defines(replace(context, scope=replace(context.scope, params=params)), defines)
        merged = self.rules(name, whole.items.get("rules"), nodes)
        rules = read_rules(merged, replace(context, scope=scope))
        ruleset = Ruleset(
            name,
            reader.text(whole.items.get("title"), "title"),
            rules,
            params,
            {**below.setters, **dict.fromkeys(changes, name)},
            lists,
            reader.text(whole.items.get("note"), "note") or below.note,
            self.since(whole) or below.since,
        )
        return ruleset, merged, defines

    def since(self, whole: MapNode) -> str | None:
        """The first day on which the format's sizes were in force."""
        node = whole.items.get("since")
        day = self.context.reader.text(node, "since")
        if node is not None and day is not None and not is_day(day):
            self.context.reader.error("schema.day", node.place, key="since", text=day)
        return day

    def rules(self, name: str, node: Node | None, below: RuleNodes) -> RuleNodes:
        reader = self.context.reader
        whole = reader.mapping(node, f"rules of format {name}")
        merged = dict(below)
        for rule_id, item in (whole.items if whole else {}).items():
            place = whole.keys[rule_id] if whole else item.place
            known = tuple(below)
            if isinstance(item, Scalar) and item.text == "off":
                if merged.pop(rule_id, None) is None:
                    reader.error("schema.off-unknown", place, rule=rule_id, nearest=nearest(rule_id, known))
                continue
            if rule_id not in below and (near := _twin(rule_id, known)):
                reader.warn("schema.near-id", place, rule=rule_id, nearest=near)
            merged[rule_id] = (item, place, name)
        return merged


# id → the node of the rule, its place, and the format that says it (None: the game).
RuleNodes = dict[str, tuple[Node, Place, str | None]]
Built = tuple[Ruleset, RuleNodes, dict[str, Node]]


def read_rules(nodes: RuleNodes, context: Context) -> tuple[Rule, ...]:
    if nodes:
        context.reader.spend(len(nodes), next(iter(nodes.values()))[1])
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
