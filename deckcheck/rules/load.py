"""A rule of a schema, `id: {KIND: {in, of, per|over, what, having, min|max|…}, when, …}`, → `Rule`.

All kinds fill one record; what a kind may say and how it fills the record is the table `KINDS`. A `measure` is a
row of `MEASURES` in `measure.py`.
"""

from __future__ import annotations

from collections.abc import Mapping as Map

from deckcheck.expr import Expr, Type
from deckcheck.expr.compile import built
from deckcheck.expr.operators import LISTS, OVER_CARDS
from deckcheck.files.source import ListNode, MapNode, Node
from deckcheck.record import dataclass, replace
from deckcheck.report import Citation, Place, Severity
from deckcheck.rules.context import Context, read_expression, read_says, terms_in, titles_in
from deckcheck.rules.measure import MEASURES
from deckcheck.rules.rule import COPIES, EXACTLY, MAX, MIN, ONE_OF, Bound, Rule
from deckcheck.rules.tables import read_table
from deckcheck.spelling import nearest

OPTIONS_OF_A_RULE = ("when", "severity", "source", "assumed", "title", "says")
_OPS = (MIN, MAX, EXACTLY, ONE_OF)


@dataclass(frozen=True, slots=True)
class Kind:
    """What a rule kind may say besides `in`, and how it fills a `Rule`."""

    options: tuple[str, ...]
    needs: tuple[str, ...] = ()
    bounded: bool = True
    measure: str = "cards"
    across: str = "each"
    by_copy_key: bool = False
    singly: bool = False


KINDS: dict[str, Kind] = {
    "size": Kind(()),
    "count": Kind(("of", "per"), needs=("of",)),
    "copies": Kind(("of",), by_copy_key=True),
    "different": Kind(("of", "what", "per"), measure="different"),
    "sum": Kind(("of", "what", "over"), needs=("what",), measure="sum"),
    "groups": Kind(("of", "over", "having"), needs=("over", "having"), across="count"),
    "forbid": Kind(("of",), needs=("of",), bounded=False, singly=True),
    "only": Kind(("of",), needs=("of",), bounded=False, singly=True),
}


def read_rule(rule_id: str, node: Node, place: Place, context: Context) -> Rule | None:
    """The rule, or None after its errors are noted."""
    reader = context.reader
    before = reader.problems.count(Severity.ERROR)
    whole = reader.mapping(node, f"rule {rule_id}")
    if whole is None:
        return None
    kinds = [key for key in whole.items if key in KINDS]
    reader.known_keys(whole, f"rule {rule_id}", (*KINDS, *OPTIONS_OF_A_RULE))
    if len(kinds) != 1:
        if not kinds and reader.problems.count(Severity.ERROR) > before:
            return None  # the misspelt kind is told already
        reader.error("schema.rule-kinds", place, rule=rule_id, found=tuple(kinds), known=tuple(KINDS))
        return None
    name = kinds[0]
    options = reader.mapping(whole.items[name], f"{name} of rule {rule_id}")
    if options is None:
        return None
    kind = KINDS[name]
    ops = _OPS if kind.bounded else ()
    reader.known_keys(options, f"{name} of rule {rule_id}", ("in", *kind.options, *ops))
    for need in ("in", *kind.needs):
        if need not in options.items:
            reader.error("schema.rule-needs", whole.keys[name], rule=rule_id, kind=name, need=need)
    rule = _Reader(rule_id, name, kind, options, context).read(place)
    rule = _about(rule, whole, context)
    return None if reader.problems.count(Severity.ERROR) > before else rule


class _Reader:
    def __init__(self, rule_id: str, name: str, kind: Kind, options: MapNode, context: Context) -> None:
        self.id = rule_id
        self.name = name
        self.kind = kind
        self.options = options
        self.context = context
        self.reader = context.reader

    def expression(self, option: str, want: Type | None = None) -> Expr | None:
        node = self.options.items.get(option)
        return None if node is None else read_expression(node, self.context, want, f"`{option}`")

    def read(self, place: Place) -> Rule:
        kind = self.kind
        sections, everywhere = self.sections()
        of = self.expression("of", Type.TRUTH)
        if self.name == "only" and of is not None:
            of = opposite(of)
        what, having = self.expression("what"), self.expression("having", Type.TRUTH)
        key = COPIES if kind.by_copy_key else self.expression("per") or self.expression("over")
        measure, across, row = kind.measure, kind.across, MEASURES[kind.measure]
        what = what or row.default
        if row.needed:
            self.check_sum(what)
        if row.over and "over" in self.options.items:
            measure, across = row.over, "sum"
            self.check_reads(what, "what", key)
        self.check_reads(having, "having", key)
        bounds = self.bounds(key)
        return Rule(
            self.id,
            self.name,
            sections,
            everywhere,
            bounds,
            of=of,
            key=key,
            across=across,
            measure=measure,
            what=what,
            having=having,
            singly=kind.singly,
            setter=self.context.setter,
            place=place,
        )

    def sections(self) -> tuple[tuple[str, ...], bool]:
        node = self.options.items.get("in")
        named = self.reader.texts(node, f"`in` of rule {self.id}")
        if named == ("all",):
            return self.context.everywhere, True
        for section in named:
            if node is not None and section not in self.context.sections:
                known = (*self.context.sections, "all")
                self.reader.error(
                    "schema.unknown-section",
                    node.place,
                    section=section,
                    known=known,
                    nearest=nearest(section, known),
                )
        return named, False

    def check_sum(self, what: Expr | None) -> None:
        node = self.options.items.get("what")
        if what is None or node is None:
            return
        if what.type is not Type.NUMBER:
            self.reader.error("schema.sum-number", node.place, rule=self.id, found=what.type.value)
        elif what.negative and what.op == "field":
            self.reader.warn("schema.sum-minimum", node.place, rule=self.id, field=what.word)

    def check_reads(self, expr: Expr | None, option: str, key: Expr | None) -> None:
        """Of cards that are looked at together only that may be read which is the same of all of them."""
        if expr is None:
            return
        while key is not None and key.op == "define":
            (key,) = key.parts
        read = expr.fields | own_lists(expr)
        allowed = frozenset[str]()
        if key is not None and key.op == "field" and key.word in self.context.identities:
            allowed = read - {"section"}  # they are copies of one card
        elif key is not None and key.op in ("field", "list", "section") and not key.many:
            allowed = frozenset({key.word})
        if not read <= allowed:
            self.reader.error(
                "schema.reads-card",
                self.options.items[option].place,
                rule=self.id,
                option=option,
                fields=tuple(sorted(read - allowed)),
                kind=self.name,
            )

    def bounds(self, key: Expr | None) -> tuple[Bound, ...]:
        if not self.kind.bounded:
            zero = Expr("number", Type.NUMBER, word="0", text="0")
            return (Bound(MAX, (zero,)),)
        found = [self.bound(op, node) for op, node in self.options.items.items() if op in _OPS]
        bounds = tuple(bound for bound in found if bound is not None)
        if not found:
            self.reader.error("schema.no-bound", self.options.place, rule=self.id, kind=self.name)
        if self.name != "copies":
            for bound in bounds:
                for limit in bound.limits:
                    self.check_reads(limit, bound.op, key)
        self.check_window({b.op: b.limits[0] for b in bounds if b.op in (MIN, MAX)})
        if len(bounds) > 1 and any(b.op in (EXACTLY, ONE_OF) for b in bounds):
            self.reader.error("schema.bounds-mixed", self.options.place, rule=self.id)
        if "per" in self.options.items and any(b.op in (MIN, EXACTLY) for b in bounds):
            self.reader.warn("schema.absent-groups", self.options.place, rule=self.id, kind=self.name)
        return bounds

    def check_window(self, ends: Map[str, Expr]) -> None:
        low, high = ends.get(MIN), ends.get(MAX)
        literal = low is not None and high is not None and low.op == high.op == "number"
        if literal and low is not None and high is not None and int(low.word) > int(high.word):
            self.reader.error("schema.window", self.options.place, rule=self.id, low=int(low.word), high=int(high.word))

    def bound(self, op: str, node: Node) -> Bound | None:
        if op == ONE_OF:
            if not isinstance(node, ListNode) or not node.items:
                self.reader.error("schema.one-of", node.place, rule=self.id)
                return None
            limits = [read_expression(item, self.context, Type.NUMBER, "`one_of`") for item in node.items]
            return Bound(op, tuple(limit for limit in limits if limit is not None))
        if isinstance(node, MapNode):
            table = read_table(node, self.id, self.context)
            return Bound(op, (table,)) if table is not None else None
        limit = read_expression(node, self.context, Type.NUMBER, f"`{op}`")
        return Bound(op, (limit,)) if limit is not None else None


def own_lists(expr: Expr) -> frozenset[str]:
    """The lists that an expression reads of its own card, not of those that it counts."""
    if expr.op in LISTS:
        return frozenset({expr.word})
    parts = () if expr.op in OVER_CARDS else expr.parts
    return frozenset[str]().union(*map(own_lists, parts))


def opposite(expr: Expr) -> Expr:
    """`not (…)`."""
    return built("not", [expr]).with_text(f"not ({expr.text})")


def _about(rule: Rule, whole: MapNode, context: Context) -> Rule:
    """The rule with its guard, severity, source and assumption."""
    reader, items = context.reader, whole.items
    guard = read_expression(items["when"], context, Type.TRUTH, "`when`") if "when" in items else None
    if guard is not None and guard.card:
        fields = tuple(sorted(guard.fields))
        reader.error(
            "schema.reads-card", items["when"].place, rule=rule.id, option="when", fields=fields, kind=rule.kind
        )
    severity = reader.choice(items.get("severity"), "severity", tuple(Severity))
    source = read_citation(items.get("source"), context, rule.id)
    assumed = reader.text(items.get("assumed"), "assumed")
    if source is None and assumed is None:
        reader.error("schema.no-source", rule.place, rule=rule.id)
    exprs = (*rule.exprs, *((guard,) if guard else ()))
    return replace(
        rule,
        when=guard,
        severity=Severity(severity) if severity else Severity.ERROR,
        source=source,
        assumed=assumed,
        title=reader.text(items.get("title"), "title"),
        says=read_says(rule, items.get("says"), reader),
        titles=titles_in(*exprs),
        terms=terms_in(context.scope.titles, *exprs),
    )


def read_citation(node: Node | None, context: Context, rule_id: str) -> Citation | None:
    """`source: SECTION` of the game's book, or `{other: TITLE, date, confidence}`."""
    reader = context.reader
    if node is None:
        return None
    if not isinstance(node, MapNode):
        section = reader.text(node, "source")
        if section and not context.book:
            reader.warn("schema.no-book", node.place, rule=rule_id, section=section)
        if section and context.book_sections:
            for part in section.split("; "):
                if part not in context.book_sections:
                    near = nearest(part, context.book_sections)
                    reader.error("schema.book-section", node.place, rule=rule_id, section=part, nearest=near)
        return Citation(context.book, section)
    reader.known_keys(node, "source", ("other", "date", "confidence"))
    title = reader.text(node.items.get("other"), "other")
    date = reader.text(node.items.get("date"), "date")
    confidence = reader.choice(node.items.get("confidence"), "confidence", ("high", "medium", "low"))
    if title is None:
        reader.error("schema.source-other", node.place, rule=rule_id)
        return None
    return Citation(title, None, date, confidence)
