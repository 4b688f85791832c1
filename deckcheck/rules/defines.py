"""The definitions of a game and of its formats: named expressions, in any order."""

from __future__ import annotations

from collections.abc import Mapping as Map

from deckcheck.expr import Expr, ExprError, Scope, Type, parse
from deckcheck.expr.grammar import Tree
from deckcheck.files.schema_reader import SchemaReader
from deckcheck.files.source import MapNode, Node, Scalar
from deckcheck.record import replace
from deckcheck.rules.context import Context, read_expression


def define_nodes(reader: SchemaReader, node: Node | None) -> dict[str, Node]:
    """The definitions of a game or a format, not read yet."""
    whole = reader.mapping(node, "define")
    return dict(whole.items) if whole else {}


def read_defines(context: Context, nodes: Map[str, Node]) -> Scope:
    """The scope with the definitions, in any order; a circle is an error.

    A format reads those of its base anew, since they may refer to one that it sets otherwise.
    """
    reader = context.reader
    if nodes:
        reader.spend(len(nodes), next(iter(nodes.values())).place)
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
            reader.error("schema.define-circle", item.place, name=name)
    return scope


def _definition(name: str, node: Node, context: Context) -> Expr | None:
    """`NAME: EXPR`, or `NAME: {of: EXPR, title: a NOUN}`."""
    if not isinstance(node, MapNode):
        return read_expression(node, context, None, f"`{name}`")
    context.reader.known_keys(node, f"definition {name}", ("of", "title"))
    if "of" not in node.items:
        context.reader.error("schema.missing-key", node.place, key="of")
        return None
    expr = read_expression(node.items["of"], context, None, f"`{name}`")
    title = context.reader.text(node.items.get("title"), "title")
    return replace(expr, title=title) if expr is not None else None


def _mentioned(node: Node, names: Map[str, Node]) -> frozenset[str]:
    """Those of the names that a definition speaks of."""

    def words(tree: Tree) -> frozenset[str]:
        own = frozenset({tree.word}) if tree.op == "name" and tree.word in names else frozenset[str]()
        return own.union(*map(words, tree.parts))

    text: Node | None = node.items.get("of") if isinstance(node, MapNode) else node
    try:
        return words(parse(text.text)) if isinstance(text, Scalar) else frozenset()
    except ExprError:
        return frozenset()  # told when it is compiled


# Stands for a definition that is at fault, so that those who refer to it are not blamed; most are tests.
_BROKEN = Expr("none", Type.TRUTH)
