"""Every sentence: that there is one for every key, that every one is used, and that they read well."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from kit import tiny

import deckcheck
from deckcheck.expr import ExprError
from deckcheck.expr.grammar import parse
from deckcheck.report import Citation, DeckcheckError, Fix, Note, Origin, Place, Problem
from deckcheck.rules.load import KINDS
from deckcheck.wording import (
    SENTENCES,
    citation_text,
    error_text,
    fix_line,
    message,
    note_text,
    origin_text,
    place_text,
    shorten,
)
from deckcheck.wording.phrases import DECK, MANY, ONE, phrase, value_phrase
from deckcheck.wording.printed import PRINTED
from deckcheck.wording.templates import fill, listed

PACKAGE = Path(deckcheck.__file__).parent
KEY = re.compile(r"[a-z]+(-[a-z]+)*(\.\S+)+(?<!\.py)")
BOUNDS = ("min", "max", "exactly", "one_of")


@cache
def trees() -> tuple[tuple[Path, ast.Module], ...]:
    tables = PACKAGE / "wording" / "english"
    return tuple(
        (path, ast.parse(path.read_text(encoding="utf-8")))
        for path in sorted(PACKAGE.rglob("*.py"))
        if tables not in path.parents
    )


@cache
def literals() -> frozenset[str]:
    """All texts in the code, but for the pieces of f-strings."""
    nodes = [node for _, tree in trees() for node in ast.walk(tree)]
    pieces = {id(value) for node in nodes if isinstance(node, ast.JoinedStr) for value in node.values}
    texts = (node.value for node in nodes if isinstance(node, ast.Constant) and id(node) not in pieces)
    return frozenset(text for text in texts if isinstance(text, str))


def beginnings() -> Iterator[str]:
    """What f-strings that make keys begin with: f"amount.{kind}"."""
    for _, tree in trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):
                yield str(node.values[0].value)


def rule_keys() -> set[str]:
    """The kernel's: a rule kind and the bound that is broken."""
    return {f"{name}.{bound}" for name, kind in KINDS.items() for bound in (BOUNDS if kind.bounded else ("max",))}


FAMILIES = {key.partition(".")[0] for key in SENTENCES if "." in key}


def test_every_key_in_the_package_has_a_sentence() -> None:
    used = {text for text in literals() if KEY.fullmatch(text) and text.partition(".")[0] in FAMILIES}
    assert not sorted(used - SENTENCES.keys() - PRINTED["en"].keys())
    assert not rule_keys() - SENTENCES.keys(), "a kind of rule and a bound without a sentence in english/problems.py"


@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_of_rule_has_its_sentences(kind: str) -> None:
    """What a report says was found, what the rule sheet says of the rule, and the unit of its bounds."""
    needed = {f"rule.{kind}": "sheet.py"}
    if KINDS[kind].bounded:
        needed |= {f"unit.{kind}": "sheet.py", f"amount.{kind}": "problems.py"}
    if kind == "sum":  # its unit is what is added up
        del needed["unit.sum"]
    lacking = [f"{key} in wording/english/{file}" for key, file in needed.items() if key not in SENTENCES]
    assert not lacking, lacking


def test_every_problem_note_and_error_has_a_sentence() -> None:
    """Of the calls that make them, where the key is written out."""
    places = {"Problem": 1, "Note": 0, "DeckcheckError": 0, "ExprError": 0, "CardSchemaFault": 1, "error": 0, "warn": 0}
    missing = []
    for path, tree in trees():
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call):
                continue
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            index = places.get(name, len(node.args))
            argument = node.args[index] if index < len(node.args) else None
            if isinstance(argument, ast.Constant) and argument.value not in SENTENCES:
                missing.append(f"{path.name}:{node.lineno}: {argument.value}")
    assert not missing


def test_no_key_stands_twice() -> None:
    """In a dictionary made of several the later one wins, and nobody sees what it hides."""
    tables = (path for path in (PACKAGE / "wording" / "english").glob("*.py"))
    keys = Counter(
        key.value
        for path in tables
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Dict)
        for key in node.keys
        if isinstance(key, ast.Constant)
    )
    assert [key for key, times in keys.items() if times > 1] == []


def test_every_sentence_is_used() -> None:
    written = literals() | rule_keys()
    made = tuple({text for text in beginnings() if text.partition(".")[0] in FAMILIES})
    assert not [key for key in SENTENCES if key not in written and not key.startswith(made)]


def test_templates_read_well() -> None:
    for key, template in SENTENCES.items():
        text = fill(template, {})
        assert not [line for line in text.splitlines() if "  " in line.strip()], key
        assert not text.endswith("."), key
        assert text.count("(") == text.count(")"), key


def copies(**more: object) -> Problem:
    facts = {"title": "Copies by rarity", "of": None, "what": None, "key": "Dragon", "per": "", "having": None}
    facts |= {"sections": ("main", "side"), "everywhere": True}
    origin = (Origin("table", {"field": "rarity", "value": "commune"}),)
    options: dict[str, object] = {"found": 4, "limit": 3, "cards": ("Dragon",), "origin": origin, "facts": facts}
    return Problem("rarity-copies", "copies.max", section="side", **{**options, **more})  # type: ignore[arg-type]


def test_copies() -> None:
    assert message(copies()) == "4 copies of Dragon over main and side, at most 3 allowed (rarity commune)"
    assert message(copies(limit=0, found=1, origin=())) == "1 copy of Dragon over main and side, none allowed"
    assert message(copies(cards=("Dragon", "Wyrm", "Drake"))).startswith(
        "4 copies of Dragon (together with Wyrm and Drake) over"
    )


def ruled(sentence: str, *, sections: tuple[str, ...] = ("main",), **more: object) -> Problem:
    facts: dict[str, object] = dict.fromkeys(("of", "what", "key", "per", "having"))
    facts |= {"title": "x", "sections": sections, "everywhere": False}
    fields = Problem.__dataclass_fields__
    facts |= {name: value for name, value in more.items() if name not in fields}
    options = {name: value for name, value in more.items() if name in fields}
    return Problem("x", sentence, facts=facts, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("problem", "text"),
    [
        (ruled("size.min", found=39, limit=40), "39 cards in main, at least 40 needed"),
        (ruled("size.max", found=1, limit=0), "1 card in main, none allowed"),
        (ruled("size.exactly", found=0, limit=8), "no card in main, exactly 8 needed"),
        (ruled("size.one_of", found=7, limit=(0, 10)), "7 cards in main, only 0 or 10 allowed"),
        (
            ruled("count.min", found=0, limit=1, of="kind == lieu", sections=("main", "leader")),
            "no card whose kind is lieu over main and leader, at least 1 needed",
        ),
        (
            ruled("different.max", found=3, limit=2, of="kind == bonus", cards=("A", "B", "C")),
            "3 different cards whose kind is bonus in main, at most 2 allowed: A, B and C",
        ),
        (
            ruled("different.max", found=2, limit=1, what="faction", cards=("A", "B")),
            "2 different values of faction in main, at most 1 allowed: A and B",
        ),
        (
            ruled("count.max", found=3, limit=2, of="cost > 2", per="faction", key="red", cards=("A",)),
            "3 cards whose cost is above 2 with faction red in main, at most 2 allowed: A",
        ),
        (
            ruled("sum.max", found=101, limit=100, what="points", cards=("A",)),
            "101 points in main in all, at most 100 allowed: A",
        ),
        (
            ruled("groups.min", found=1, limit=3, per="faction", having="count() >= 7"),
            "1 group of cards by faction, such that the number of cards is at least 7, in main, at least 3 needed",
        ),
        (
            ruled("only.max", cards=("A",), section="leader", of="not (kind == personnage)"),
            "A does not belong in leader: its kind is not personnage",
        ),
        (
            ruled("forbid.max", cards=("A",), section="main", of="extra_card"),
            "A does not belong in main: it counts as extra card",
        ),
    ],
)
def test_rules(problem: Problem, text: str) -> None:
    assert message(problem) == text


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        ("kind == bonus | smash", "whose kind is bonus or smash"),
        ("not kind == bonus", "whose kind is not bonus"),
        ("1 <= cost <= 3", "whose cost is at least 1 and whose cost is at most 3"),
        ("colors has leader.colors", "whose colors include any of the colors of leader"),
        ("not needs within deck.name", "whose needs are not all among the names of the cards in the deck"),
        ("given(rune)", "whose rune is given"),
        ("faction == none", "whose faction is not given"),
        ("on(banned)", "that are on the list banned"),
        ("not (a == 1 and b == 2)", "whose a is not 1 or whose b is not 2"),
        ("a == 1 or b == 2 and c == 3", "either whose a is 1 or whose b is 2 and whose c is 3"),
        ("cost > largest(cost where kind == x)", "whose cost is above the largest cost of the cards whose kind is x"),
        ("first_tcg > pool_until", "whose first tcg is above pool_until"),
        ("no such ( thing", "no such ( thing"),
    ],
)
def test_phrases(expression: str, text: str) -> None:
    assert phrase(expression, MANY) == text


def test_phrases_in_other_voices() -> None:
    assert phrase("kind == bonus", ONE) == "its kind is bonus"
    assert phrase("strict_side", DECK) == "strict side is set"
    assert phrase("main.size >= 40", DECK) == "the size of main is at least 40"
    assert value_phrase("max(1, limitation)") == "the larger of 1 and limitation"
    assert value_phrase("limit else 4") == "limit, or 4 where there is none"
    assert value_phrase("2 * (main.size // 5) + 2") == "2 × the size of main ÷ 5 rounded down + 2"


def test_a_phrase_never_fails() -> None:
    for text in ("a == b == c", "not not a", "sum(x where y == 1) > 2", "-a < 3", "it.cost == cost", "a % 2 == 0"):
        assert "?" not in phrase(text, MANY)
        parse(text)
    with pytest.raises(ExprError):
        parse("no such ( thing")


def test_unknown_card_with_and_without_a_suggestion() -> None:
    plain = Problem("unknown-card", "unknown-card", cards=("Dragn",), facts={"name": "Dragn", "near": ()})
    near = Problem("unknown-card", "unknown-card.near", facts={"name": "Dragn", "near": ("Dragon", "Drake")})
    assert message(plain) == 'no card is called "Dragn"'
    assert message(near) == 'no card is called "Dragn"; did you mean Dragon or Drake?'


@pytest.mark.parametrize(
    ("fix", "text"),
    [
        (Fix("remove", 2, section="main"), "remove 2 cards from main"),
        (Fix("remove", 1, ("Dragon",), "side"), "remove 1 copy of Dragon from side"),
        (Fix("remove", 3, ("A", "B"), None, {"each": (1, 2)}), "remove 1 A and 2 B"),
        (Fix("add", 1, section="main", facts={"of": "kind == lieu"}), "add 1 card whose kind is lieu to main"),
        (Fix("move", 1, ("A",), "main", {"to": "extra"}), "move 1 copy of A from main to extra"),
        (Fix("drop", 3, ("A", "B"), "main"), "leave out A and B (3 cards)"),
        (Fix("rename", 2, ("Dragn", "Dragon")), "write Dragon instead of Dragn"),
        (Fix("rename-key", facts={"key": "mian", "near": "main"}), "write main instead of mian"),
        (Fix("quote", facts={"text": '- "1 Jar #2"'}), 'write - "1 Jar #2"'),
        (Fix("write", facts={"text": "1 Dragon"}), "write 1 Dragon"),
        (None, None),
    ],
)
def test_fixes(fix: Fix | None, text: str | None) -> None:
    assert fix_line(fix) == text


def test_origins_and_sources() -> None:
    assert origin_text(()) is None
    several = (
        Origin("param", {"name": "cap", "value": 100, "setter": "genesys"}),
        Origin("field", {"field": "limit", "card": "Rats"}),
        Origin("list", {"list": "tcg of 2005-04-01", "value": 1}),
        Origin("section", {"section": "leader", "field": "budget", "value": 15, "card": "Kate"}),
    )
    assert origin_text(several) == (
        "cap 100, set by genesys; limit of Rats; tcg of 2005-04-01; budget of Kate, leader: 15"
    )
    assert citation_text(Citation("Guide", "Rareté")) == "Guide, Rareté"
    assert citation_text(Citation("Site", date="2008", confidence="high")) == "Site (2008, confidence high)"
    assert citation_text(Citation("Site")) == "Site"


def test_notes_errors_places() -> None:
    assert note_text(Note("note.demo", {"game": "X"})).startswith("the cards of X at hand are an invented demo set")
    slip = {"card": "A", "expr": "cst < 1", "column": 1, "error": "expr.unknown-name", "word": "cst", "nearest": "cost"}
    assert "cst" in note_text(Note("goldfish.search", slip))
    extra = DeckcheckError("usage.extra-missing", extra="pdf", what="PDF sheets")
    assert error_text(extra) == 'for PDF sheets install the extra: pip install "deckcheck[pdf]"'
    error = DeckcheckError("usage.unknown-format", game="x", format="gota", nearest="goat", known=("goat", "tcg"))
    assert error_text(error) == "game x has no format gota; did you mean goat?; it has goat and tcg"
    assert place_text(Place("a.yaml", 7, 5), "b") == "a.yaml:7:5"
    assert place_text(Place(), "b.yaml") == "b.yaml"


def test_nothing_in_a_name_moves_the_cursor_or_turns_the_line() -> None:
    assert shorten("a\x1b[31mb\nc\t") == "a\\x1b[31mb\\nc\\t"
    assert shorten("abc\u202edef\u2066") == "abc\\u202edef\\u2066"
    assert shorten("\udc80 \u2028 \U000e0041") == "\\udc80 \\u2028 \\U000e0041"
    assert shorten("Dé ✓ 龍 👩‍🚒") == "Dé ✓ 龍 👩‍🚒"
    assert len(shorten("x" * 1000)) == 160
    hostile = Problem("unknown-card", "unknown-card", facts={"name": "\x1b]0;x\x07\u202e{evil}[a]"})
    assert message(hostile) == 'no card is called "\\x1b]0;x\\x07\\u202e{evil}[a]"'
    assert "\x1b" not in place_text(Place("\x1b.yaml", 1), "")


def test_templates() -> None:
    assert fill("{a:# card|# cards}[ of {b}][, {c}]", {"a": 1, "b": "", "c": 0}) == "1 card, 0"
    assert fill("{a:none|one|# of}", {"a": 0}) == "none"
    assert fill("[[{rule}]] {missing}", {"rule": "x"}) == "[x] ?"
    assert fill("{known:or}", {"known": ["a", "b", "c"]}) == "a, b or c"
    assert fill("there {known:is|are} {known}", {"known": ("a",)}) == "there is a"
    assert fill("there {known:is|are} {known}", {"known": ("a", "b")}) == "there are a and b"
    assert fill("there {known:is|are} {known}", {"known": "a, b"}) == "there are a, b"
    assert fill("{known}", {"known": frozenset({"b", "a"})}) == "a and b"
    assert fill("{truth}", {"truth": True}) == "true"
    assert listed(map(str, range(20))) == "0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 9 more"


# --- rules and definitions in their own words -------------------------------------------------------------

OWN_WORDS = """
card:
  required: [cost]
  properties:
    name: {type: string}
    kind: {enum: [spell, trap, beast]}
    cost: {type: integer, minimum: 0}
    printed: {type: string, format: date}
sections: {main: {title: Main}, side: {title: Side}}
params: {most: 5, until: "2010-05-05"}
define:
  trick: {of: kind == spell | trap, title: a trick}
  dear_trick: {title: a dear trick, of: trick and cost > 3}
  plain: cost == 0
rules:
  main-holds: {only: {in: main, of: trick or plain}, assumed: x}
  costs: {forbid: {in: all, of: cost > most}, assumed: x}
  days: {forbid: {in: all, of: printed > until}, assumed: x}
  told: {forbid: {in: side, of: printed > until and cost > 1}, says: "printed on {printed}, after {until}", assumed: x}
  few: {count: {in: side, of: dear_trick, max: 1}, assumed: x}
  some: {count: {in: side, of: plain and cost < 9, max: 0}, says: "that cost nothing", assumed: x}
"""
ALL_KINDS = "name,kind,cost,printed\nAnt,beast,7,2009-01-01\nBolt,spell,4,\nCall,trap,2,2011-05-03\nDull,beast,0,\n"


def told_of(folder: Path, deck: dict[str, list[str]]) -> dict[str, str]:
    return {p.rule: message(p) for p in tiny(folder, OWN_WORDS, ALL_KINDS).check(deck).problems}


def test_a_definition_goes_by_its_title(tmp_path: Path) -> None:
    told = told_of(tmp_path, {"main": ["1 Ant"], "side": ["2 Bolt"]})
    assert told["main-holds"] == "Ant does not belong in main: it is not a trick and it does not count as plain"
    assert told["few"] == "2 cards that are a dear trick in side, at most 1 allowed: Bolt"


def test_a_comparison_tells_the_cards_value_and_the_limit(tmp_path: Path) -> None:
    told = told_of(tmp_path, {"main": ["1 Ant", "1 Call"]})
    assert told["costs"] == "Ant is not allowed: its cost is 7, above 5"
    assert told["days"] == "Call is not allowed: its printed is 2011-05-03, after 2010-05-05"


def test_a_rule_says_its_own_words(tmp_path: Path) -> None:
    told = told_of(tmp_path, {"side": ["1 Call", "1 Dull"]})
    assert told["told"] == "Call does not belong in side: printed on 2011-05-03, after 2010-05-05"
    assert told["some"] == "1 card that cost nothing in side, none allowed: Dull"


def test_an_or_among_tests_that_hold_together_is_told_apart() -> None:
    text = phrase("kind == a and (cost > 3 or cost < 2)", ONE)
    assert text == "its kind is a and either its cost is above 3 or its cost is below 2"
    assert phrase("as_of > until and kind == a") == "for which the day is above until and whose kind is a"


PARTNERS = """
card:
  properties:
    name: {type: string}
    needs: {type: array, items: {type: string}}
    colors: {type: array, items: {enum: [red, blue]}}
sections: {leader: {title: Leader, cards: 1}, main: {title: Main}}
rules:
  partners: {forbid: {in: all, of: given(needs) and not needs within deck.name}, severity: warning, assumed: x}
  identity: {only: {in: main, of: colors within leader.colors}, assumed: x}
  few: {size: {in: main, max: 4}, assumed: x}
"""
PAIRS = "name,needs,colors\nAnt,Bee;Cow,red\nBee,,red\nCow,,red\nDog,,blue;red\n"


def test_what_is_missing_is_named_and_added_where_there_is_room(tmp_path: Path) -> None:
    table = tiny(tmp_path, PARTNERS, PAIRS)
    (problem,) = table.check({"leader": ["1 Bee"], "main": ["1 Ant"]}).problems
    assert message(problem) == "Ant is in doubt: Cow is not in the deck"
    assert fix_line(problem.fix) == "add 1 copy of Cow to main"
    (problem,) = table.check({"leader": ["1 Cow"], "main": ["3 Cow", "1 Ant"]}).problems
    assert message(problem) == "Ant is in doubt: Bee is not in the deck"
    assert fix_line(problem.fix) == "remove 1 copy of Ant from main"  # no room for a Bee
    (both,) = table.check({"leader": ["1 Dog"], "main": ["1 Ant", "1 Dog"]}).problems
    assert message(both) == "Ant is in doubt: Bee and Cow are not in the deck"
    assert fix_line(both.fix) == "add 1 Bee and 1 Cow to main"


def test_values_that_are_missing_are_named_too(tmp_path: Path) -> None:
    (problem,) = tiny(tmp_path, PARTNERS, PAIRS).check({"leader": ["1 Bee"], "main": ["1 Dog"]}).problems
    assert message(problem) == "Dog does not belong in main: blue is not among the colors of leader"
