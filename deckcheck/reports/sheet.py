"""The rule sheet of a game: what its schema says, in sentences, with sources."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from deckcheck.expr import Expr
from deckcheck.files.json_text import json_text
from deckcheck.report import Severity
from deckcheck.rules.context import titles_in
from deckcheck.rules.game import Game
from deckcheck.rules.rule import Rule, Ruleset
from deckcheck.wording import Definition, SafeText, citation_text, definition_text, rule_text, sanitise, say
from deckcheck.wording.markdown import escaped
from deckcheck.wording.templates import words

VERSION = 1


def definitions(rules: Iterable[Rule]) -> tuple[Definition, ...]:
    """The named tests that the rules read, each once; those that others are made of first."""
    found: dict[str, Definition] = {}

    def walk(expr: Expr) -> None:
        for part in expr.parts:
            walk(part)
        if expr.op == "define" and expr.parts[0].text:
            inner = expr.parts[0]
            found.setdefault(expr.word, Definition(expr.word, inner.text, expr.title, titles_in(inner)))

    for rule in rules:
        for expr in rule.exprs:
            walk(expr)
    return tuple(found.values())


def params_read(rules: Iterable[Rule]) -> frozenset[str]:
    """The params that the rules read."""
    parts = (part for rule in rules for expr in rule.exprs for part in expr.walk())
    return frozenset(part.word for part in parts if part.op == "param")


def changes(game: Game, ruleset: Ruleset) -> dict[str, tuple[str, ...]]:
    """What a format changes in the rules of the game: adds, replaces, removes, params, lists."""
    own = {rule.id: rule for rule in game.base.rules}
    here = {rule.id: rule for rule in ruleset.rules}
    read = params_read(ruleset.rules)
    return {
        "adds": tuple(rule_id for rule_id in here if rule_id not in own),
        "replaces": tuple(rule_id for rule_id, rule in here.items() if rule_id in own and rule.setter is not None),
        "removes": tuple(rule_id for rule_id in own if rule_id not in here),
        "params": tuple(
            f"{name} = {words(value)}"
            for name, value in ruleset.params.items()
            if name in read and game.base.params.get(name) != value
        ),
        "lists": tuple(
            _bound(bound) for slot, bound in ruleset.lists.items() if bound and bound != game.base.lists.get(slot)
        ),
    }


def _bound(bound: tuple[str, str | None]) -> str:
    """The list a slot is bound to, as schemas write it: id, or id@day."""
    return "@".join(part for part in bound if part)


def _change_text(game: Game, ruleset: Ruleset) -> SafeText:
    changed = changes(game, ruleset)
    facts = {kind: kind if kind in ("params", "lists") else "rules" for kind in changed}
    parts = [say(f"sheet.change.{kind}", **{facts[kind]: what}) for kind, what in changed.items() if what]
    return SafeText("; ".join(parts) or say("sheet.change.nothing"))


def remarks(rule: Rule) -> Iterator[SafeText]:
    """What stands beside a rule: how bad it is to break it, who says it, and how it is read."""
    if rule.severity is not Severity.ERROR:
        yield say(f"sheet.severity.{rule.severity}")
    if rule.setter is not None:
        yield say("sheet.setter", setter=rule.setter)
    if rule.source is not None:
        yield say("sheet.source", source=citation_text(rule.source))
    if rule.assumed is not None:
        yield say("sheet.assumed", assumed=SafeText(sanitise(rule.assumed)))


def write_text(game: Game, ruleset: Ruleset) -> str:
    """The sheet as plain text."""
    blocks: list[list[str]] = [[_title(game, ruleset)]]
    if game.book:
        blocks[0].append(say("sheet.book", book=game.book))
    if ruleset.note:
        blocks[0].append(sanitise(ruleset.note))
    rules: list[str] = [say("sheet.rules")]
    for rule in ruleset.rules:
        rules.append(f"  {_line(rule, ruleset, rule.id)}")
        rules += [f"    {text}" for text in remarks(rule)]
    blocks.append(rules)
    blocks += [[title, *(f"  {line}" for line in lines)] for title, lines in _appendix(game, ruleset)]
    return "\n\n".join("\n".join(block) for block in blocks) + "\n"


def write_markdown(game: Game, ruleset: Ruleset) -> str:
    """The sheet as Markdown."""
    lines = [f"# {escaped(_title(game, ruleset))}", ""]
    if game.book:
        lines += [escaped(say("sheet.book", book=game.book)), ""]
    if ruleset.note:
        lines += [escaped(sanitise(ruleset.note)), ""]
    lines += [f"## {say('sheet.rules')}", ""]
    for rule in ruleset.rules:
        lines.append(f"- {_line(rule, ruleset, f'**{rule.id}**', escaped)}")
        lines += [f"  - {escaped(text)}" for text in remarks(rule)]
    for title, items in _appendix(game, ruleset):
        lines += ["", f"## {title}", "", *(f"- {escaped(item)}" for item in items)]
    return "\n".join(lines) + "\n"


def write_json(game: Game, ruleset: Ruleset) -> str:
    """The sheet for programs."""
    document = {
        "version": VERSION,
        "game": game.id,
        "title": game.title,
        "format": ruleset.format,
        "book": game.book or None,
        "note": ruleset.note,
        "sections": [
            {"id": s.id, "title": s.title, "cards": s.cards, "outside": s.beside_deck} for s in game.sections.values()
        ],
        "rules": [_rule_record(rule, ruleset) for rule in ruleset.rules],
        "definitions": {item.name: item.text for item in definitions(ruleset.rules)},
        "params": {name: _plain(value) for name, value in ruleset.params.items()},
        "lists": {slot: _bound(bound) if bound else None for slot, bound in ruleset.lists.items()},
        "formats": [
            {"id": name, "title": game.rulesets[name].title, "default": name == game.default}
            | {kind: list(what) for kind, what in changes(game, game.rulesets[name]).items()}
            for name in game.formats
        ],
    }
    return json_text(document)


SHEETS: dict[str, Callable[[Game, Ruleset], str]] = {
    "text": write_text,
    "json": write_json,
    "markdown": write_markdown,
}


def _line(rule: Rule, ruleset: Ruleset, shown_id: str, safe: Callable[[str], str] = str) -> str:
    title = SafeText(safe(sanitise(rule.title))) if rule.title else None
    sentence = SafeText(safe(rule_text(rule, ruleset.params)))
    return say("sheet.rule", id=SafeText(shown_id), title=title, sentence=sentence)


def _title(game: Game, ruleset: Ruleset) -> SafeText:
    form = ruleset.format
    text = say("sheet.format", id=form, title=ruleset.title) if form is not None else None
    return say("sheet.title", title=game.title, format=text)


def _appendix(game: Game, ruleset: Ruleset) -> Iterator[tuple[SafeText, list[SafeText]]]:
    """Definitions, params, lists, sections and formats, each only where there are any."""
    read = params_read(ruleset.rules)
    params = {name: value for name, value in ruleset.params.items() if name in read}
    blocks: dict[str, list[SafeText]] = {
        "sheet.definitions": [definition_text(item) for item in definitions(ruleset.rules)],
        "sheet.params": [
            say("sheet.param", name=name, value=value, setter=ruleset.setters.get(name))
            for name, value in params.items()
        ],
        "sheet.lists": [
            say("sheet.list", title=game.slots[slot].title, list=bound[0], day=bound[1])
            if bound
            else say("sheet.no-list", title=game.slots[slot].title)
            for slot, bound in ruleset.lists.items()
        ],
        "sheet.sections": [
            say("sheet.section.outside" if s.beside_deck else "sheet.section", id=s.id, title=s.title, cards=s.cards)
            for s in game.sections.values()
        ],
        "sheet.formats": [
            say(
                "sheet.format-line",
                id=name,
                title=game.rulesets[name].title,
                default=say("sheet.default") if name == game.default else None,
                change=_change_text(game, game.rulesets[name]),
            )
            for name in game.formats
        ],
    }
    for key, lines in blocks.items():
        if lines:
            yield say(key), lines


def _rule_record(rule: Rule, ruleset: Ruleset) -> dict[str, object]:
    return {
        "id": rule.id,
        "kind": rule.kind,
        "title": rule.title,
        "sentence": rule_text(rule, ruleset.params),
        "sections": list(rule.sections),
        "severity": str(rule.severity),
        "source": citation_text(rule.source) if rule.source else None,
        "assumed": rule.assumed,
        "set_by": rule.setter,
        "when": rule.when.text if rule.when else None,
    }


def _plain(value: object) -> object:
    return value if isinstance(value, bool | int | str) or value is None else sorted(map(str, value))  # type: ignore[call-overload]
