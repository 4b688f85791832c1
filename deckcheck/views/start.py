"""What a person begins a deck with: a deck file with its rules in comments, and a JSON Schema for editors."""

from __future__ import annotations

from deckcheck.build.choice import Ceilings, binding
from deckcheck.cards.pool import Pool
from deckcheck.decks.deck import Entry
from deckcheck.decks.headings import Section
from deckcheck.files.json_text import json_text
from deckcheck.files.yaml_hints import quoted
from deckcheck.formats.sections import INFO
from deckcheck.report import Severity
from deckcheck.rules.check import Checker
from deckcheck.rules.game import Game
from deckcheck.rules.rule import Rule, Ruleset
from deckcheck.wording import rule_text, say
from deckcheck.wording.safe_text import sanitise

MOST_LISTED = 1_000  # cards that an editor is given by name; of more it would become slow
MOST_COPIES = 20


def starting_file(game: Game, ruleset: Ruleset) -> str:
    """A deck file without cards: what belongs where, and the rules, stand in comments."""
    lines = [f"# {say('new.head', game=game.title)}", f"game: {quoted(game.id)}"]
    if ruleset.format is not None:
        lines.append(f"format: {quoted(ruleset.format)}")
    lines += ["name:", f"# {say('new.info', keys=INFO)}"]
    several = [rule for rule in ruleset.rules if len(rule.sections) > 1]
    if several:
        lines += ["", f"# {say('new.rules')}", *map(_rule, several)]
    for section in game.sections.values():
        own = [rule for rule in ruleset.rules if rule.sections == (section.id,)]
        lines += ["", f"# {sanitise(section.title)}", *map(_rule, own), f"{quoted(section.id)}:", *_example(section)]
    return "\n".join(lines) + "\n"


def _rule(rule: Rule) -> str:
    mild = () if rule.severity is Severity.ERROR else (say(f"sheet.severity.{rule.severity}"),)
    return sanitise(f"#   {rule_text(rule)} ({', '.join((rule.id, *mild))})")


def _example(section: Section) -> list[str]:
    return [f"  # - {say('new.entry')}"] if section.cards != 1 else []


def editor_schema(game: Game, pool: Pool, checker: Checker) -> str:
    """A JSON Schema of the game's deck files, for editors that complete and check YAML while typing.

    Of a pool of at most a thousand cards every entry is listed up to its limit; of a larger one the form
    alone is checked. `checker` gives the rules by which the limits are worked out.
    """
    ceilings = Ceilings(checker, binding(checker))
    text = {"type": ["string", "null"]}
    properties: dict[str, object] = {
        "game": {"const": game.id},
        "format": {"enum": list(game.formats)} if game.formats else text,
        "name": text,
        **{key: {"type": ["string", "number", "null"]} for key in INFO},
        "ignore": {"type": "array", "items": _ignored(game)},
    }
    definitions: dict[str, object] = {}
    for section in game.sections.values():
        definitions[section.id] = _entries(section, pool, ceilings, game)
        entry = {"$ref": f"#/definitions/{section.id}"}
        forms: list[object] = [{"type": "array", "items": entry}, {"type": "null"}]
        if section.cards == 1:
            forms.insert(0, entry)
        for word in dict.fromkeys((section.id, section.title, *section.also)):
            properties.setdefault(word, {"title": section.title, "anyOf": forms})
    document = {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": game.title,
        "type": "object",
        "required": ["game"],
        "additionalProperties": False,
        "properties": properties,
        "definitions": definitions,
    }
    return json_text(document, indent=1)


def _ignored(game: Game) -> dict[str, object]:
    rules = dict.fromkeys(rule.id for ruleset in game.rulesets.values() for rule in ruleset.rules)
    return {
        "type": "object",
        "required": ["rule"],
        "additionalProperties": False,
        "properties": {"rule": {"enum": list(rules)}, "reason": {"type": "string"}},
    }


def _entries(section: Section, pool: Pool, ceilings: Ceilings, game: Game) -> dict[str, object]:
    """What an item of a section may be."""
    if len(pool) > MOST_LISTED:
        return {"type": "string", "pattern": r"^(\d+[xX]?\s+)?\S.*$"}
    items: dict[str, None] = {}
    for card in pool:
        if game.not_a_card(card):
            continue
        most = min(MOST_COPIES, section.cards or MOST_COPIES, ceilings.of(Entry(1, card.name, section.id, card)))
        for name in card.names if most else ():
            items[name] = None
            items.update(dict.fromkeys(f"{count} {name}" for count in range(1, most + 1)))
    return {"type": "string", "enum": list(items)}
