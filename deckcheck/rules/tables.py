"""A limit by a field's value: `{by: rarity, commune: 3, rare: 2, else: 1}`."""

from __future__ import annotations

from collections.abc import Mapping as Map
from typing import TypeVar

from deckcheck.decks.deck import Entry
from deckcheck.expr import UNKNOWN, Expr, Trend, Type
from deckcheck.expr.values import Result, View, merged
from deckcheck.files.source import Mapping
from deckcheck.near import nearest
from deckcheck.rules.context import Context, read_expression

Row = TypeVar("Row")


def read_table(node: Mapping, rule_id: str, context: Context) -> Expr | None:
    """The table as an expression, or None after its errors are noted."""
    shape = context.shape
    if "by" not in node.items:
        shape.error("schema.table-by", node.place, rule=rule_id, nearest=nearest("by", tuple(node.items)))
        return None
    by = read_expression(node.items["by"], context, None, "`by`")
    if by is None:
        return None
    if by.many:
        shape.error("schema.table-many", node.items["by"].place, rule=rule_id, field=by.word)
        return None
    values = _values(by)
    rows: dict[str, Expr] = {}
    for key, item in node.items.items():
        if key == "by":
            continue
        if key != "else" and not _is_value(key, by, values):
            shape.error(
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
        shape.error("schema.table-gap", node.place, rule=rule_id, field=by.word, missing=missing)
    return table_of(by, rows)


def _values(by: Expr) -> tuple[str, ...]:
    """The values that it can have, as they are written in a table; none where they are not fixed."""
    if by.type is Type.TRUTH:
        return ("true", "false")
    return by.choices or ()


def _is_value(key: str, by: Expr, values: tuple[str, ...]) -> bool:
    return key in values if values else by.type is not Type.NUMBER or key.removeprefix("-").isdecimal()


def row_of(rows: Map[str, Row], value: Result) -> Row | None:
    """The row for a value, as it is written in a table; `else` where it has none of its own."""
    written = str(value).lower() if isinstance(value, bool) else str(value)
    return rows.get(written, rows.get("else")) if value is not None else rows.get("else")


def table_of(by: Expr, rows: dict[str, Expr]) -> Expr:
    """A table as an expression: `parts` are the key and the limits, `choices` the keys of the limits."""
    runs = {key: row.run for key, row in rows.items()}

    def run(entry: Entry, view: View) -> Result:
        value = by.run(entry, view)
        if value is UNKNOWN:
            return UNKNOWN
        chosen = row_of(runs, value)
        return chosen(entry, view) if chosen else UNKNOWN

    parts = (by, *rows.values())
    trend = Trend.CONSTANT if by.trend is Trend.CONSTANT else Trend.MIXED  # another row may be any number
    for row in rows.values():
        trend = trend.join(row.trend)
    negative = any(row.negative for row in rows.values())
    return merged("table", Type.NUMBER, run, parts, trend, choices=tuple(rows), negative=negative)
