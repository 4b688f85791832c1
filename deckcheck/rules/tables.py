"""A limit by a field's value: `{by: rarity, commune: 3, rare: 2, else: 1}`."""

from __future__ import annotations

from deckcheck.expr import Expr, Type
from deckcheck.expr.compile import built
from deckcheck.files.source import MapNode
from deckcheck.rules.context import Context, read_expression
from deckcheck.spelling import nearest


def read_table(node: MapNode, rule_id: str, context: Context) -> Expr | None:
    """The table as an expression, or None after its errors are noted."""
    reader = context.reader
    if "by" not in node.items:
        reader.error("schema.table-by", node.place, rule=rule_id, nearest=nearest("by", tuple(node.items)))
        return None
    by = read_expression(node.items["by"], context, None, "`by`")
    if by is None:
        return None
    if by.many:
        reader.error("schema.table-many", node.items["by"].place, rule=rule_id, field=by.word)
        return None
    values = _values(by)
    rows: dict[str, Expr] = {}
    for key, item in node.items.items():
        if key == "by":
            continue
        if key != "else" and not _is_value(key, by, values):
            reader.error(
                "schema.table-value",
                node.keys[key],
                rule=rule_id,
                value=key,
                field=by.word,
                known=values,
                nearest=nearest(key, values),
            )
        limit = read_expression(item, context, Type.NUMBER, f"limit of {key}", none=True)
        if limit is not None:
            rows[key] = limit
    missing = tuple(value for value in values if value not in rows)
    if "else" not in node.items and (missing or not values):
        reader.error("schema.table-gap", node.place, rule=rule_id, field=by.word, missing=missing)
    return table_of(by, rows)


def _values(by: Expr) -> tuple[str, ...]:
    """The values that it can have, as they are written in a table; none where they are not fixed."""
    if by.type is Type.TRUTH:
        return ("true", "false")
    return by.choices or ()


def _is_value(key: str, by: Expr, values: tuple[str, ...]) -> bool:
    return key in values if values else by.type is not Type.NUMBER or key.removeprefix("-").isdecimal()


def table_of(by: Expr, rows: dict[str, Expr]) -> Expr:
    """A table as an expression: `parts` are the key and the limits, `choices` the keys of the limits."""
    return built("table", [by, *rows.values()], word=by.word, choices=tuple(rows))
