"""Problems, fixes, origins, sources, notes, errors and rules of construction as sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

from deckcheck.expr import Expr, ExprError
from deckcheck.record import dataclass
from deckcheck.report import Citation, DeckcheckError, Fix, Note, Origin, Place, Problem, Severity
from deckcheck.rules.rule import COPIES, MAX, MIN, ONE_OF, Bound, Rule
from deckcheck.wording.english import SENTENCES
from deckcheck.wording.phrases import DECK, MANY, ONE, Titles, phrase, reason, value_phrase
from deckcheck.wording.safe_text import sanitise
from deckcheck.wording.templates import SafeText, fill, words


def say(key: str, **facts: object) -> SafeText:
    """The sentence of a key with its facts."""
    return fill(SENTENCES[key], facts)


def message(problem: Problem) -> SafeText:
    """What is wrong, on one line: the card, what was found, and what is allowed."""
    facts = {name: note_text(fact) if isinstance(fact, Note) else fact for name, fact in problem.facts.items()}
    cards = _as_spelt(problem)
    given = {
        "cards": cards,
        "card": cards[0] if cards else None,
        "others": cards[1:],
        "section": problem.section,
        "found": problem.found,
        "limit": problem.limit,
        "origin": origin_text(problem.origin),
    }
    facts |= {name: value for name, value in given.items() if value is not None and name not in problem.facts}
    if "everywhere" in problem.facts:
        facts |= _ruled(problem, facts)
    return fill(SENTENCES[problem.sentence], facts)


def _as_spelt(problem: Problem) -> tuple[str, ...]:
    """The cards, with the name that the line has for one of them: "Pot of Greed (Pot de Cupidité)"."""
    spelt = problem.facts.get("spelt")
    if not isinstance(spelt, tuple):
        return problem.cards
    printed, written = spelt
    return tuple(say("card.spelt", card=c, written=written) if c == printed else c for c in problem.cards)


def _ruled(problem: Problem, facts: dict[str, object]) -> dict[str, object]:
    """The facts of a broken rule in words: what was measured, where, of which cards."""
    of, what, per = (str(facts.get(name) or "") for name in ("of", "what", "per"))
    kind = problem.sentence.partition(".")[0]
    titles, terms = _titles(facts), _titles(facts, "terms")
    values, says = facts.get("values"), facts.get("says")
    known = values if isinstance(values, Mapping) else {}
    own = fill(says, known) if isinstance(says, str) else None
    worded = {
        **facts,
        "of": own or (phrase(of, MANY, titles, terms) if of else None),
        "test": own or _absent(facts) or (reason(of, titles, known, terms) if of else None),
        "what": value_phrase(what, titles, terms) if what else None,
        "group": _group(per, facts.get("key")),
        "having": phrase(str(facts["having"]), "deck", titles, terms) if facts.get("having") else None,
        "where": where_text(_texts(facts.get("sections"))),
        "refused": say(_refusal(problem), section=facts.get("section")),
    }
    amount = "values" if kind == "different" and what else kind
    key = f"amount.{amount}"
    return {**worded, "amount": fill(SENTENCES[key], worded)} if key in SENTENCES else worded


def _refusal(problem: Problem) -> str:
    """How a single card is refused."""
    if problem.severity is Severity.WARNING:
        return "refused.doubt"
    return "refused.deck" if problem.facts.get("everywhere") else "refused.section"


def _absent(facts: Mapping[str, object]) -> SafeText | None:
    """What it is that a card needs and the deck lacks."""
    missing, owner, word = _texts(facts.get("missing")), str(facts.get("owner")), str(facts.get("word"))
    if not missing:
        return None
    place = say("noun.deck") if owner == "deck" else owner
    key = "refused.absent" if word == "name" else "refused.among"
    return say(key, missing=missing, count=len(missing), word=word, place=place)


def _titles(facts: Mapping[str, object], key: str = "titles") -> Titles:
    """The titles of definitions among the facts, or the terms for fields and lists."""
    titles = facts.get(key)
    return titles if isinstance(titles, tuple) else ()


def _group(per: str, key: object) -> str | None:
    """ "faction red", or what makes the groups where no single one is meant."""
    if not per:
        return None
    name = value_phrase(per)
    return name if key is None else fill("{name} {key}", {"name": name, "key": key})


def where_text(sections: tuple[str, ...]) -> SafeText:
    """ "in main", or "over main and side"."""
    return say("where.one" if len(sections) == 1 else "where.several", sections=sections)


def _texts(value: object) -> tuple[str, ...]:
    return tuple(map(str, value)) if isinstance(value, tuple) else ()


def origin_text(origins: Iterable[Origin]) -> SafeText | None:
    """Where a limit comes from; None for a number that stands in the rule itself."""
    parts = [fill(SENTENCES[f"origin.{origin.kind}"], origin.facts) for origin in origins]
    return SafeText("; ".join(parts)) if parts else None


def citation_text(citation: Citation) -> SafeText:
    """The source of a rule: a section of the game's book, or a title with its date and confidence."""
    if citation.section is not None:
        return say("citation.book", title=citation.title, section=citation.section)
    confidence = citation.confidence and say("citation.confidence", confidence=citation.confidence)
    details = tuple(part for part in (citation.date, confidence) if part)
    return say("citation.other", title=SafeText(sanitise(citation.title)), details=details)


def fix_line(fix: Fix | None) -> SafeText | None:
    """What to do about a problem, on one line; None where no single line says it."""
    if fix is None:
        return None
    facts: dict[str, object] = {**fix.facts, "count": fix.count, "cards": fix.cards, "section": fix.section}
    key = f"fix.{fix.action}"
    each = fix.facts.get("each")
    if isinstance(each, tuple) and len(fix.cards) > 1:
        parts = zip(each, fix.cards, strict=True)
        facts["parts"] = tuple(say("fix.part", count=count, card=card) for count, card in parts)
        key = f"{key}.each"
    elif fix.action == "rename":
        facts |= {"card": fix.cards[0], "to": fix.cards[-1]}
    elif key not in SENTENCES:
        key = f"{key}.{'copies' if fix.cards else 'cards'}"
    of = fix.facts.get("of")
    facts["of"] = phrase(str(of), MANY, _titles(fix.facts), _titles(fix.facts, "terms")) if of else None
    return fill(SENTENCES[key], facts)


def place_text(place: Place, path: str) -> SafeText:
    """ "a.yaml:7:5", as far as it is known; `path` is the file where the place names none."""
    parts = (sanitise(place.file or path), place.line, place.column)
    return SafeText(":".join(str(part) for part in parts if part is not None))


def note_text(note: Note) -> SafeText:
    """A note of a report."""
    error = note.facts.get("error")  # the key of another sentence, with facts among those of the note
    reason = fill(SENTENCES[error], note.facts) if isinstance(error, str) and error in SENTENCES else None
    return fill(SENTENCES[note.sentence], note.facts if reason is None else {**note.facts, "reason": reason})


def error_text(error: DeckcheckError) -> SafeText:
    """Why the command cannot be carried out; what was found in a file is in `error.problems`."""
    return fill(SENTENCES[error.sentence], error.facts)


def wrong_expression(text: str, error: ExprError) -> DeckcheckError:
    """That an expression of the user's is none, where in it, and why."""
    reason = say(error.sentence, **{**error.facts, "column": error.column})
    return DeckcheckError("usage.expression", expr=text, column=error.column, reason=reason)


@dataclass(frozen=True, slots=True)
class Definition:
    """A named test that rules refer to, as text of the expression language. `titles`: of those it refers to."""

    name: str
    text: str
    title: str | None = None
    titles: Titles = ()


def rule_text(rule: Rule, params: Mapping[str, object] = MappingProxyType({})) -> SafeText:
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
    return SafeText(text[:1].upper() + text[1:])


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


def definition_text(definition: Definition) -> SafeText:
    """What a named test means."""
    name, test = definition.name.replace("_", " "), phrase(definition.text, ONE, definition.titles)
    if definition.title is not None:
        return say("sheet.definition-titled", name=name, title=definition.title, test=test)
    return say("sheet.definition", name=name, test=test)
