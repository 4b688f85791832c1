"""The rule sheet: sentences made from the schema alone."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from deckcheck.games.file import load_game
from deckcheck.games.library import Library
from deckcheck.reports.sheet import SHEETS, changes, definitions
from deckcheck.rules.game import Game
from deckcheck.wording import rule_text

Golden = Callable[[str, str], None]

SCHEMA = """\
game: tiny
title: Tiny
book: {title: The Book}
card:
  required: [name]
  properties:
    name: {type: string}
    kind: {enum: [hero, spell, land]}
    faction: {enum: [red, blue]}
    cost: {type: integer, minimum: 0}
    points: {type: integer, minimum: 0}
    limit: {type: integer, minimum: 0}
    worth: {type: integer, minimum: 0, title: Points of worth}
    rune: {type: string}
    runes: {type: integer, minimum: 0}
sections: {main: {title: Main}, hero: {title: Hero, cards: 1}, side: {title: Side, outside: true}}
params: {cap: 100, strict: false, unread: 3}
define: {cheap: cost <= 2}
lists: {bans: {title: ban list, value: limit, words: {forbidden: 0}}}
rules:
RULES
default: open
formats:
  open: {title: Open}
  closed:
    title: Closed
    note: A note of the format.
    params: {cap: 50}
    lists: {bans: tiny}
    rules:
      sum-what: off
      one-more: {size: {in: side, max: 5}, assumed: because}
      count-of: {count: {in: main, of: kind == land, max: 3}, source: Another chapter}
"""

# id of the rule: (the rule, its sentence).
RULES = {
    "size-window": ("size: {in: main, min: 40, max: 50}", "In main: 40 to 50 cards in all"),
    "size-one": ("size: {in: [main, side], exactly: 1}", "Over main and side: exactly 1 card in all"),
    "size-of": ("size: {in: side, one_of: [0, 10]}", "In side: 0 or 10 cards in all"),
    "size-all": ("size: {in: all, max: 60}", "Over main and hero: at most 60 cards in all"),
    "count-of": (
        "count: {in: main, of: kind == land | spell, min: 1}",
        "In main: at least 1 card in all whose kind is land or spell",
    ),
    "count-per": (
        "count: {in: main, of: cost > 3, per: faction, max: 2}",
        "In main: for each faction at most 2 cards whose cost is above 3",
    ),
    "copies": ("copies: {in: main, max: 3}", "In main: of each card at most 3 copies"),
    "copies-table": (
        "copies: {in: main, max: {by: kind, hero: 1, else: 2}}",
        "In main: of each card at most 1 copy where kind is hero and 2 otherwise",
    ),
    "copies-own": (
        "copies: {in: main, of: cheap, max: limit else 4}",
        "In main: of each card, among those that count as cheap, at most limit, or 4 where there is none",
    ),
    "copies-listed": (
        "copies: {in: main, of: on(bans), max: bans}",
        "In main: of each card, among those that are on the ban list, at most what the ban list says",
    ),
    "different": (
        "different: {in: main, of: kind == spell, max: 2}",
        "In main: at most 2 different cards in all whose kind is spell",
    ),
    "different-what": (
        "different: {in: main, what: faction, max: 1}",
        "In main: at most 1 different value of faction in all",
    ),
    "sum-what": ("sum: {in: main, what: points, max: cap}", "In main: at most cap points in all"),
    "sum-titled": ("sum: {in: main, what: worth, max: 9}", "In main: at most 9 Points of worth in all"),
    "sum-over": (
        "sum: {in: main, over: faction, what: largest(cost), max: 3}",
        "In main: at most 3 in all, the largest cost of the cards counted once for each faction",
    ),
    "groups": (
        "groups: {in: main, over: faction, having: count() >= 7, min: 1}",
        "In main: at least 1 group of cards by faction in all, such that the number of cards is at least 7",
    ),
    "forbid": (
        "forbid: {in: main, of: kind == hero and cost > 5}",
        "In main: no cards whose kind is hero and whose cost is above 5",
    ),
    "only": ("only: {in: hero, of: kind == hero}", "In hero: only cards whose kind is hero"),
}


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Game:
    lines = [f"  {name}: {{{rule}, source: Chapter}}" for name, (rule, _) in RULES.items()]
    lines.append("  guarded: {size: {in: side, max: 3}, when: strict, severity: warning, assumed: so it seems}")
    path = Path(tmp_path_factory.mktemp("schema")) / "tiny.yaml"
    path.write_text(SCHEMA.replace("RULES", "\n".join(lines)), encoding="utf-8")
    return load_game(str(path))


@pytest.mark.parametrize("name", RULES)
def test_sentences(tiny: Game, name: str) -> None:
    rule = next(rule for rule in tiny.base.rules if rule.id == name)
    assert rule_text(rule) == RULES[name][1]
    assert rule_text(rule, tiny.base.params) == RULES[name][1].replace("most cap ", "most cap (100) ")


def test_each_or_in_all_is_always_said(tiny: Game) -> None:
    for rule in tiny.base.rules:
        if rule.kind not in ("forbid", "only"):
            assert ("each " in rule_text(rule)) != (" in all" in rule_text(rule)) or rule.id == "sum-over"


def test_guard_and_severity(tiny: Game) -> None:
    sheet = SHEETS["text"](tiny, tiny.base)
    assert "guarded: In side: at most 3 cards in all, if strict is set\n    only a warning\n" in sheet
    assert "    assumed: so it seems" in sheet
    assert "    source: The Book, Chapter" in sheet


def test_what_a_format_changes(tiny: Game) -> None:
    assert changes(tiny, tiny.ruleset("closed")) == {
        "adds": ("one-more",),
        "replaces": ("count-of",),
        "removes": ("sum-what",),
        "params": (),  # the rule that read the cap is gone
        "lists": ("tiny",),
    }
    sheet = SHEETS["text"](tiny, tiny.ruleset("open"))
    assert "open: Open (used where no format is named); the rules of the game as they are" in sheet
    assert "closed: Closed; adds one-more; changes count-of; without sum-what; uses tiny" in sheet


def test_definitions_params_and_lists_only_where_they_are_read(tiny: Game) -> None:
    sheet = SHEETS["text"](tiny, tiny.ruleset("open"))
    assert [item.name for item in definitions(tiny.base.rules)] == ["cheap"]
    assert "a card counts as cheap if its cost is at most 2" in sheet
    assert "cap = 100" in sheet
    assert "unread" not in sheet
    assert "ban list: none" in sheet
    assert "side: Side, not counted among the cards of the deck" in sheet


def test_markdown_escapes_what_the_schema_says(tiny: Game) -> None:
    sheet = SHEETS["markdown"](tiny, tiny.ruleset("closed"))
    assert sheet.startswith("# Tiny (format closed: Closed)\n")
    assert "A note of the format." in sheet
    assert "- **size-window**: In main: 40 to 50 cards in all\n  - source: The Book, Chapter\n" in sheet


def test_json(tiny: Game) -> None:
    document = json.loads(SHEETS["json"](tiny, tiny.ruleset("closed")))
    assert document["version"] == 1
    assert document["format"] == "closed"
    rules = {rule["id"]: rule for rule in document["rules"]}
    assert rules["one-more"]["set_by"] == "closed"
    assert rules["size-window"]["sentence"] == "In main: 40 to 50 cards in all"
    assert rules["guarded"]["severity"] == "warning"
    assert document["lists"] == {"bans": "tiny"}
    assert [form["id"] for form in document["formats"]] == ["open", "closed"]


@pytest.mark.parametrize("game_id", Library().game_ids())
def test_every_sheet_of_the_project_has_a_sentence_and_a_reason_for_each_rule(game_id: str) -> None:
    game = Library().game(game_id)
    for ruleset in game.rulesets.values():
        sheet = SHEETS["text"](game, ruleset)
        for rule in ruleset.rules:
            assert f"  {rule.id}" in sheet
        assert "?" not in sheet.replace("did you mean", "")
        json.loads(SHEETS["json"](game, ruleset))


def test_golden(golden: Golden) -> None:
    game = Library().game("tresors-de-geek")
    golden("sheet.txt", SHEETS["text"](game, game.ruleset(None)))
