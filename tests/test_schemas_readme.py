"""schemas/README.md says all that a schema may hold, README.md all forms; the examples can be read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from kit import tiny

from deckcheck.decks.deck import Entry
from deckcheck.engine import nodes, read
from deckcheck.engine.layout import lay_out
from deckcheck.engine.nodes import PRICES
from deckcheck.engine.read import play_problems, read_plan
from deckcheck.engine.read_steps import STEPS
from deckcheck.engine.scope import COMMON
from deckcheck.expr.operators import CALLS
from deckcheck.formats import READERS, WRITERS
from deckcheck.goldfish.trace import replay
from deckcheck.reports import REPORTS
from deckcheck.rules.load import KINDS

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "schemas" / "README.md").read_text(encoding="utf-8")
FRONT = (ROOT / "README.md").read_text(encoding="utf-8")
HEAD = """
sections: {main: {title: Deck}}
card:
  required: [name]
  properties:
    name: {type: string}
    kind: {enum: [monster, spell, creature, trap]}
    cost: {type: integer}
    atk: {type: integer}
    attack: {type: integer}
    abilities: {type: array, items: {enum: [sprint]}}
    aura: {type: array, items: {enum: [sprint]}}
rules: {size: {size: {in: main, min: 1}, assumed: a deck holds a card}}
"""


def part(heading: str) -> str:
    """What stands under a heading, up to the next one of its level."""
    found = re.search(rf"^(#+) {heading}.*?\n(.*?)(?=^\1 |\Z)", TEXT, re.MULTILINE | re.DOTALL)
    assert found, f"there is no heading {heading!r}"
    return found[2]


def rows(text: str) -> set[str]:
    """The words in the first cells of tables."""
    return {word for row in re.findall(r"^\|([^|]+)\|", text, re.MULTILINE) for word in re.findall(r"`(\w+)`", row)}


@pytest.mark.parametrize("step", STEPS)
def test_every_step_has_a_heading_and_every_option_a_row(step: str) -> None:
    keys, _, _ = STEPS[step]
    lacking = set(keys) - rows(part(f"`{step}`"))
    assert not lacking, f"{lacking}: no row under the heading `{step}` of schemas/README.md"


@pytest.mark.parametrize("price", PRICES)
def test_every_price_has_a_row(price: str) -> None:
    assert price in rows(part("Prices")), f"{price}: no row under Prices in schemas/README.md"


@pytest.mark.parametrize("word", CALLS)
def test_every_call_is_among_the_expressions(word: str) -> None:
    assert f"`{word}(" in part("Expressions"), f"{word}: not under Expressions in schemas/README.md"


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_rule_is_told(kind: str) -> None:
    assert f"`{kind}`" in part("Rules"), f"{kind}: not under Rules in schemas/README.md"
    assert kind in rows(FRONT), f"{kind}: no row in the table of kinds in README.md"


@pytest.mark.parametrize("form", sorted(REPORTS.keys() - {"text"}))
def test_every_form_of_report_is_named(form: str) -> None:
    assert re.search(rf"\b{form}\b", FRONT), f"{form}: not in README.md"


@pytest.mark.parametrize("form", sorted(READERS.keys() | WRITERS.keys()))
def test_every_form_of_deck_is_named(form: str) -> None:
    assert re.search(rf"\b{form}\b", FRONT, re.IGNORECASE), f"{form}: not in README.md"


def test_the_keys_of_the_section_its_options_and_its_report() -> None:
    assert set(read.KEYS) <= rows(part("Playing alone"))
    assert set(nodes.OPTION_KEYS) <= rows(part("Options"))
    assert set(read.REPORT) <= rows(part("What is counted"))
    assert all(f"`{word}`" in part("Steps") for word in COMMON)


def examples() -> list[str]:
    return re.findall(r"^```yaml\n(.*?)^```", part("Playing alone"), re.MULTILINE | re.DOTALL)


def test_the_whole_section_shown_first_can_be_read(tmp_path: Path) -> None:
    first = examples()[0]
    assert first.startswith("play:")
    table = tiny(tmp_path, HEAD + first, "name,kind,cost,atk\nImp,monster,1,1\n")
    assert play_problems(table.game) == ()


def test_the_example_of_cards_that_pass_one_another(tmp_path: Path) -> None:
    """Wall 0, Sprinter 2, Wall 0, Sprinter 2 in line: the last strikes for 5, then the other one for 4."""
    (attack,) = [text for text in examples() if "passes:" in text]
    play = f"""play:
  zones: {{hand: ordered, board: kind == creature}}
  setup: [{{draw: {{n: all}}}}]
  turn:
    - refill: {{mana: 10}}
    - play: {{reach: 4, pay: {{mana: cost}}, first_of: [{{of: kind == creature, to: board, order: cost}}]}}
    {attack}"""
    creatures = ("A,creature,1,0,", "B,creature,2,2,sprint", "C,creature,3,0,", "D,creature,4,2,sprint", "")
    cards = "\n".join(("name,kind,cost,attack,abilities", *creatures))
    table = tiny(tmp_path, HEAD + play, cards)
    entries = [Entry(1, name, "main", table.pool.find(name)[0]) for name in "ABCD"]
    layout = lay_out(read_plan(table.game, table.game.ruleset(None)), entries, table.game.scope, merge=False)
    states = replay(layout, 2, 1, 0)
    lines = [[layout.name(t) for t in state.lines["board"]] for state in states[1:]]
    assert lines == [[*"ABCD"], [*"BDAC"]]
    assert states[2].totals["damage"] == 5 + 4
