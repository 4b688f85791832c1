"""A rule of construction as an English sentence, made from the rule alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from deckcheck.expr import Expr
from deckcheck.record import dataclass
from deckcheck.rules.records import COPIES, MAX, MIN, ONE_OF, Bound, Rule
from deckcheck.wording.english import SENTENCES
from deckcheck.wording.phrases import DECK, MANY, ONE, Titles, phrase, value_phrase
from deckcheck.wording.sentences import say, where_text
from deckcheck.wording.templates import Said, words


@dataclass(frozen=True, slots=True)
class Definition:
    """A named test that rules refer to, as text of the expression language. `titles`: of those it refers to."""

    name: str
    text: str
    title: str | None = None
    titles: Titles = ()


def rule_text(rule: Rule, params: Mapping[str, object] = MappingProxyType({})) -> Said:
    """The rule as a sentence; it says "of each card" or "in all" wherever that matters.

    `params`: the values that stand beside the names of those that limit something.
    """
    kind = "values" if rule.kind == "different" and rule.what != COPIES else rule.kind
    key = f"rule.{kind}"
    if rule.key is not None and rule.key != COPIES:
        key = next(k for k in (f"{key}.per", f"{key}.over", key) if k in SENTENCES)
    of = rule.of.text if rule.of else ""
    text = say(
        key,
        where=where_text(rule.sections),
        bounds=bounds_text(rule, kind, params) if not rule.singly else None,
        of=_of(rule, of),
        what=value_phrase(rule.what.text, rule.titles, rule.terms) if rule.what and rule.what != COPIES else None,
        group=value_phrase(rule.key.text, rule.titles) if rule.key and rule.key != COPIES else None,
        having=phrase(rule.having.text, DECK, rule.titles, rule.terms) if rule.having else None,
    )
    if rule.when is not None:
        text = say("rule.when", rule=text, when=phrase(rule.when.text, DECK, rule.titles))
    return Said(text[:1].upper() + text[1:])


def _of(rule: Rule, text: str) -> str | None:
    """What the rule selects; `only` is stored as what it refuses, so that is turned round again."""
    if not text:
        return None
    return phrase(f"not ({text})" if rule.kind == "only" else text, MANY, rule.titles, rule.terms)


def bounds_text(rule: Rule, kind: str, params: Mapping[str, object]) -> str:
    """The bounds with what they count: "40 to 50 cards"."""
    unit = _unit(rule, kind)
    terms = dict(rule.terms)
    ends = {bound.op: bound.limits[0] for bound in rule.bounds}

    def amount(expr: Expr, unit: str) -> str:
        """A limit with its unit; of a table, the limits of all its rows."""
        if expr.op == "number":
            return words(int(expr.word), unit)
        if expr.op == "table":
            return words(tuple(rows(expr, unit)))
        if expr.op == "list" and expr.word in terms:
            return say("noun.listed", list=terms[expr.word])
        value = value_phrase(expr.text)
        if expr.op == "param" and expr.word in params:
            value = say("noun.param", name=value, value=params[expr.word])
        return value if expr.parts else unit.rsplit("|", maxsplit=1)[-1].replace("#", value)

    def rows(table: Expr, unit: str) -> Iterator[str]:
        by, *limits = table.parts
        field = value_phrase(by.text or by.word)
        for index, (value, limit) in enumerate(zip(table.choices or (), limits, strict=True)):
            told = amount(limit, unit if index == 0 else "#|#")
            if value == "else":
                yield say("table.else", limit=told)
            else:
                yield say("table.row", limit=told, field=field, value=value)

    def bound_text(bound: Bound) -> str:
        if bound.op == ONE_OF:
            *some, last = bound.limits
            limit: object = words((*(amount(one, "#|#") for one in some), amount(last, unit)), "or")
        else:
            limit = amount(bound.limits[0], unit)
        return say(f"bound.{bound.op}", limit=limit)

    if ends.keys() == {MIN, MAX}:
        return say("bound.window", low=amount(ends[MIN], "#|#"), high=amount(ends[MAX], unit))
    return words(tuple(map(bound_text, rule.bounds)))


def _unit(rule: Rule, kind: str) -> str:
    if kind == "sum" and rule.what is not None:
        named = value_phrase(rule.what.text, (), rule.terms)
        return f"# {named}|# {named}" if rule.key is None else "#|#"
    return SENTENCES[f"unit.{kind}"]


def definition_text(definition: Definition) -> Said:
    """What a named test means."""
    name, test = definition.name.replace("_", " "), phrase(definition.text, ONE, definition.titles)
    if definition.title is not None:
        return say("sheet.definition-titled", name=name, title=definition.title, test=test)
    return say("sheet.definition", name=name, test=test)
