"""Slips in a schema: each is told at its line, with the word that was meant, and none is silently accepted."""

from __future__ import annotations

from pathlib import Path

import pytest
from kit import GAP, tiny, written

from deckcheck.games.file import load_game
from deckcheck.report import DeckcheckError, Problem, Severity
from deckcheck.rules.game import Game
from deckcheck.wording import message

SOUND = (Path(__file__).parent / "games" / "sound.yaml").read_text(encoding="utf-8")


def load(text: str, folder: Path) -> tuple[Game | None, tuple[Problem, ...]]:
    try:
        game = load_game(written(folder, "slip.yaml", text))
    except DeckcheckError as error:
        return None, error.problems
    return game, game.warnings


# (what stands there, what is written by mistake, the sentence, the word that was meant)
ERRORS: list[tuple[str, str, str, str | None]] = [
    # Keys
    ("sections:\n", "section:\n", "schema.unknown-key", "sections"),
    ("  main: {title: Main}", "  main: {titel: Main}", "schema.unknown-key", "title"),
    ("title: Sound\n", "", "schema.missing-key", None),
    ("game: sound", "game: My Sound", "schema.game-id", None),
    ("game: sound", "game: sound!", "schema.game-id", None),
    ("cost: {type: integer", "cost: {type: interger", "schema.card-type", "integer"),
    ("{in: main, min: 4, max: 6}", "{in: main, min: cinq}", "expr.no-number", None),
    ("{title: The book, ", "{titel: The book, ", "schema.unknown-key", "title"),
    ("value: points, else", "value: points, elze", "schema.unknown-key", "else"),
    ("words: {banned: 0}", "words: {banned: none}", "schema.not-a-number", None),
    ("value: limit", "value: limits", "schema.not-one-of", "limit"),
    ("value: points, else: 0", "value: points, many: true", "schema.list-many", None),
    ("cards: 1", "cards: one", "schema.not-a-number", None),
    # Kinds, options, sections
    ("{size: {in: main, min: 4", "{sise: {in: main, min: 4", "schema.unknown-key", "size"),
    ("{size: {in: main, min: 4", "{{in: main, min: 4", "syntax.key", None),
    ("{in: main, of: dull, max: 3}", "{in: main, off: dull, max: 3}", "schema.unknown-key", "of"),
    ("{in: main, of: dull, max: 3}", "{in: main, max: 3}", "schema.rule-needs", None),
    ("{in: main, of: dull, max: 3}", "{of: dull, max: 3}", "schema.rule-needs", None),
    ("{in: main, of: dull, max: 3}", "{in: main, of: dull, per: kind, maximum: 3}", "schema.unknown-key", "max"),
    ("in: leader, exactly: 1}", "in: leader, exactly: 1}, copies: {in: main, max: 3}", "schema.rule-kinds", None),
    ("in: leader, exactly: 1}", "in: leader, exactly: 1, when: strict}", "schema.unknown-key", None),
    ("{size: {in: leader, exactly: 1}, ", "{", "schema.rule-kinds", None),
    ("[main, side]", "[main, sid]", "schema.unknown-section", "side"),
    ("only: {in: main,", "only: {in: mian,", "schema.unknown-section", "main"),
    ("only: {in: main,", "only: {in: everything,", "schema.unknown-section", None),
    ("colors within leader.colors", "colors within leder.colors", "expr.unknown-section", "leader"),
    ("colors within leader.colors", "colors within leader", "expr.bare-section", None),
    ("colors within leader.colors", "colors within leader.colours", "expr.unknown-field", "colors"),
    # Expressions
    ("cost <= 2", "cst <= 2", "expr.unknown-name", "cost"),
    ("cost <= 2", "cost =< 2", "expr.habit", None),
    ("cost <= 2", "cost = 2", "expr.habit", None),
    ("cost <= 2", "cost <= two", "expr.unknown-name", None),
    ("cost <= 2", "cost <= 2.5", "expr.number", None),
    ("cost <= 2", "kind == Creature", "expr.not-a-value", "creature"),
    ("cost <= 2", "kind == creture", "expr.not-a-value", "creature"),
    ("cost <= 2", "kind == quick - play", "expr.unknown-name", None),
    ("cost <= 2", "kind < creature", "expr.no-order", None),
    ("cost <= 2", "kind == 2", "expr.two-types", None),
    ("cost <= 2", "colors == red", "expr.many", None),
    ("cost <= 2", "colors in red | blue", "expr.many", None),
    ("cost <= 2", "kind within creature", "expr.single", None),
    ("cost <= 2", "legend == true", "expr.truth", None),
    ("cost <= 2", "name == Bolt", "expr.unknown-name", None),
    ("cheap and not legend", "cheap && not legend", "expr.habit", None),
    ("cheap and not legend", "cheap and", "expr.ends", None),
    ("cheap and not legend", "cheep and not legend", "expr.unknown-name", "cheap"),
    ("having: count() >= 2", "having: cout() >= 2", "expr.unknown-call", "count"),
    ("having: count() >= 2", "having: count(", "expr.ends", None),
    ("having: count() >= 2", "having: count()", "expr.wanted", None),
    ("of: on(ban)", "of: on(bann)", "expr.unknown-list", "ban"),
    ("of: dull,", "of: cost,", "expr.wanted", None),
    ("when: strict", "when: strikt", "expr.unknown-name", "strict"),
    ("when: strict", "when: cost > 2", "schema.reads-card", None),
    ("when: strict", "when: on(ban)", "schema.reads-card", None),
    ("copy: name", "copy: nme", "expr.unknown-name", "name"),
    ("copy: name", "copy: ban else 1", "schema.card-alone", None),
    # Bounds
    ("{in: main, min: 4, max: 6}", "{in: main, min: 6, max: 4}", "schema.window", None),
    ("{in: main, min: 4, max: 6}", "{in: main, min: 4-6}", "schema.plain-arithmetic", None),
    ("{in: main, min: 4, max: 6}", "{in: main, min: 4 - 6}", "schema.plain-arithmetic", None),
    ("{in: main, min: 4, max: 6}", "{in: main, exactly: 4..6}", "expr.number", None),
    ("{in: main, min: 4, max: 6}", "{in: main, max: none}", "schema.bare-none", None),
    ("{in: main, min: 4, max: 6}", "{in: main, max: '>= 4'}", "expr.unexpected", None),
    ("{in: main, min: 4, max: 6}", "{in: main, exactly: 4, max: 6}", "schema.bounds-mixed", None),
    ("{in: main, min: 4, max: 6}", "{in: main}", "schema.no-bound", None),
    ("{in: main, min: 4, max: 6}", "{in: main, max: cost}", "schema.reads-card", None),
    ("{in: main, min: 4, max: 6}", "{in: main, max: ban}", "schema.reads-card", None),
    ("{in: main, min: 4, max: 6}", "{in: main, max: {by: rarity, else: 3}}", "schema.reads-card", None),
    ("one_of: [0, 3]", "one_of: 3", "schema.one-of", None),
    ("one_of: [0, 3]", "one_of: []", "schema.one-of", None),
    ("max: cap}", "max: capp}", "expr.unknown-name", "cap"),
    ("what: points, max: cap", "what: kind, max: cap", "schema.sum-number", None),
    ("what: points, max: cap", "over: kind, what: cost, max: cap", "schema.reads-card", None),
    ("what: points, max: cap", "over: cost // 2, what: cost, max: cap", "schema.reads-card", None),
    ("what: points, max: cap", "over: cost else points, what: cost, max: cap", "schema.reads-card", None),
    # Tables
    ("{by: rarity, common: 3,", "{rarity: 3, common: 3,", "schema.table-by", None),
    ("{by: rarity, common: 3,", "{bye: rarity, common: 3,", "schema.table-by", "bye"),
    ("{by: rarity, common: 3,", "{by: rarity, comon: 3,", "schema.table-value", "common"),
    ("{by: rarity, common: 3,", "{by: rarity, common: three,", "expr.no-number", None),
    ("{by: rarity, common: 3, rare: 2, unique: 1}", "{by: power, '-1': 3, '2': 2}", "schema.table-gap", None),
    ("{by: rarity, common: 3, rare: 2, unique: 1}", "{by: power, '--1': 3, else: 2}", "schema.table-value", None),
    ("{by: rarity, common: 3,", "{by: rarty, common: 3,", "expr.unknown-name", "rarity"),
    (", unique: 1}", "}", "schema.table-gap", None),
    ("{by: rarity, common: 3, rare: 2, unique: 1}", "{by: cost, 1: 3}", "schema.table-gap", None),
    ("{by: rarity, common: 3, rare: 2, unique: 1}", "{by: cost, one: 3, else: 2}", "schema.table-value", None),
    ("{by: rarity, common: 3, rare: 2, unique: 1}", "{by: colors, red: 3, blue: 2}", "schema.table-many", None),
    ("{by: rarity, common: 3, rare: 2, unique: 1}", "{by: legend, true: 1}", "schema.table-gap", None),
    ("{by: rarity, common: 3, rare: 2, unique: 1}", "{by: legend, yes: 1, else: 3}", "schema.table-value", None),
    # Names
    ("cap: 9", "deck: 9", "schema.reserved", None),
    ("cap: 9", "else: 9", "schema.reserved", None),
    ("    power:", "    section:", "schema.reserved", None),
    ("    power:", "    size:", "schema.reserved", None),
    ("    power:", "    within:", "schema.reserved", None),
    ("cap: 9", "cost: 9", "schema.name-twice", None),
    ("  cheap: cost", "  kind: cost", "schema.name-twice", None),
    ("  ban: {title", "  power: {title", "schema.name-twice", None),
    ("cost <= 2", "dull and cost <= 2", "schema.define-circle", None),
    ("cheap: cost <= 2", "cheap: {off: cost <= 2}", "schema.unknown-key", "of"),
    ("cheap: cost <= 2", "cheap: {title: A cheap card}", "schema.missing-key", None),
    ("cheap: cost <= 2", "cheap: {of: dull and cost <= 2, title: x}", "schema.define-circle", None),
    # Own words
    ("leader.colors}, ", "leader.colors}, says: 'has {colors', ", "schema.says-brace", None),
    ("leader.colors}, ", "leader.colors}, says: 'has {colours}', ", "schema.says-name", "colors"),
    ("max: 3}, severity", "max: 3}, says: 'has {cost}', severity", "schema.says-name", None),
    # Sources
    (", source: Decks}\n  side-size", "}\n  side-size", "schema.no-source", None),
    (", source: Decks}\n  side-size", ", source: Deks}\n  side-size", "schema.book-section", "Decks"),
    ("{other: A letter, date: 2020, confidence: low}", "{title: A letter}", "schema.unknown-key", None),
    ("{other: A letter, date: 2020, confidence: low}", "{date: 2020}", "schema.source-other", None),
    ("confidence: low", "confidence: lo", "schema.not-one-of", "low"),
    ("severity: warning", "severity: warn", "schema.not-one-of", "warning"),
    # Formats
    ("default: standard\n", "", "schema.no-default", None),
    ("default: standard", "default: standart", "schema.default", "standard"),
    ("base: standard", "base: standart", "schema.base-unknown", "standard"),
    ("{title: Standard}", "{title: Standard, base: small}", "schema.base-circle", None),
    ("params: {cap: 5}", "params: {capp: 5}", "schema.param-unknown", "cap"),
    ("rules: {main-size: {", "rules: {main-sise: off, main-size: {", "schema.off-unknown", "main-size"),
    ("params: {cap: 5}", "lists: {bann: tcg}", "schema.unknown-key", "ban"),
    ("params: {cap: 5}", "lists: {ban: tcg@2005-4-1}", "schema.day", None),
    ("{title: Small,", "{titel: Small,", "schema.unknown-key", "title"),
    # YAML
    ("{in: main, min: 4, max: 6}", "{in: main, min: 4, min: 6}", "syntax.repeated-key", None),
    ("rules:\n", "rules:\n  - main\n", "", None),
    ("copy: name", "copy: [name]", "schema.not-a-text", None),
    ("params: {cap: 9,", "params: {cap: {least: 9},", "schema.param", None),
]

WARNINGS: list[tuple[str, str, str, str | None]] = [
    ("rules: {main-size: {", "rules: {main-sise: {", "schema.near-id", "main-size"),
    ("cap: 9,", "cap: 9, spare: 3,", "schema.unused", None),
    ("title: Sound\n", "title: Sound\nlanguage: xx\n", "schema.language", None),
    ("  cheap: cost", "  idle: cost > 3\n  cheap: cost", "schema.unused", None),
    ("  points: {title", "  spare: {title: Spare, value: mark}\n  points: {title", "schema.unused", None),
    ("in: main, of: dull, max: 3", "in: main, of: dull, per: kind, min: 1", "schema.absent-groups", None),
    ("what: points, max: cap", "what: power, max: cap", "schema.sum-minimum", None),
    ("of: dull, max: 3}", "of: dull #2, max: 3}", "", None),
]


def first_difference(text: str) -> int:
    pairs = zip(SOUND.splitlines(), text.splitlines(), strict=False)
    return next((number for number, (a, b) in enumerate(pairs, 1) if a != b), 1)


def slipped(right: str, wrong: str) -> str:
    assert SOUND.count(right) == 1, right
    return SOUND.replace(right, wrong)


def test_the_schema_without_a_slip(tmp_path: Path) -> None:
    game, problems = load(SOUND, tmp_path)
    assert game is not None
    assert problems == ()


@pytest.mark.parametrize(("right", "wrong", "sentence", "near"), ERRORS, ids=[f"{e[1]!r} for {e[0]!r}" for e in ERRORS])
def test_error(right: str, wrong: str, sentence: str, near: str | None, tmp_path: Path) -> None:
    text = slipped(right, wrong)
    game, problems = load(text, tmp_path)
    assert game is None
    if not sentence:  # no YAML at all
        assert [p.rule for p in problems] == ["syntax"]
        return
    told = [p for p in problems if p.sentence == sentence]
    assert told, [p.sentence for p in problems]
    assert told[0].place.file is not None
    lines = (first_difference(text), first_difference(text) + 1)
    assert right == "title: Sound\n" or told[0].place.line in lines or sentence == "schema.no-default"
    if near is not None:
        assert told[0].facts["nearest"] == near
    assert [text for text in map(message, problems) if GAP.search(text)] == []


@pytest.mark.parametrize(("right", "wrong", "sentence", "near"), WARNINGS, ids=[f"{w[1]!r}" for w in WARNINGS])
def test_warning(right: str, wrong: str, sentence: str, near: str | None, tmp_path: Path) -> None:
    """The schema can be used; its designer is told."""
    text = slipped(right, wrong)
    game, problems = load(text, tmp_path)
    if not sentence:
        assert problems
        return
    assert game is not None
    told = [p for p in problems if p.sentence == sentence]
    assert [(p.severity, p.place.line) for p in told] == [(Severity.WARNING, first_difference(text))]
    if near is not None:
        assert told[0].facts["nearest"] == near
    assert [text for text in map(message, problems) if GAP.search(text)] == []


def test_a_slip_is_told_once_however_many_formats_read_the_rule(tmp_path: Path) -> None:
    _, problems = load(slipped("{in: main, of: dull, max: 3}", "{in: main, of: dul, max: 3}"), tmp_path)
    assert [p.sentence for p in problems] == ["expr.unknown-name"]


def test_a_slip_in_a_definition_is_told_there_alone(tmp_path: Path) -> None:
    _, problems = load(slipped("cost <= 2", "cst <= 2"), tmp_path)
    assert [(p.sentence, p.place.line) for p in problems] == [("expr.unknown-name", 22)]


def test_all_slips_are_told_in_one_run(tmp_path: Path) -> None:
    text = (
        SOUND.replace("max: cap", "max: capp")
        .replace("min: 4, max: 6", "min: 6, max: 4")
        .replace("of: dull", "of: dul")
    )
    _, problems = load(text, tmp_path)
    assert {p.sentence for p in problems} == {"expr.unknown-name", "schema.window"}
    assert len(problems) == 3


def test_a_format_that_sets_a_definition_anew_changes_those_that_refer_to_it(tmp_path: Path) -> None:
    schema = """
card: {properties: {name: {type: string}, cost: {type: integer, minimum: 0}}}
sections: {main: {title: Main}}
define: {least: cost >= 2, allowed: least and cost < 9}
rules: {costs: {only: {in: main, of: allowed}, assumed: x}}
default: usual
formats:
  usual: {title: Usual}
  lower: {title: Lower, define: {least: cost >= 1}}
"""
    table = tiny(tmp_path, schema, "name,cost\nAnt,1\n")
    assert not table.check({"main": ["1 Ant"]}, "usual").legal
    assert table.check({"main": ["1 Ant"]}, "lower").legal


def test_a_table_may_go_by_yes_and_no_and_leave_a_limit_out(tmp_path: Path) -> None:
    schema = """
card: {required: [legend], properties: {name: {type: string}, legend: {type: boolean}}}
sections: {main: {title: Main}}
rules: {copies: {copies: {in: main, max: {by: legend, true: 1, false: none}}, assumed: x}}
"""
    table = tiny(tmp_path, schema, "name,legend\nAnt,true\nBee,false\n")
    assert table.check({"main": ["1 Ant", "9 Bee"]}).problems == ()
    assert [p.cards for p in table.check({"main": ["2 Ant", "9 Bee"]}).problems] == [("Ant",)]


@pytest.mark.parametrize("code", ["fr", "pt-BR", "zh-Hans", "grc"])
def test_codes_of_languages(code: str, tmp_path: Path) -> None:
    game, problems = load(f"language: {code}\n{SOUND}", tmp_path)
    assert game is not None
    assert (game.language, problems) == (code, ())


def test_an_empty_schema_says_what_a_schema_holds(tmp_path: Path) -> None:
    for text in ("", "# nothing yet\n"):
        game, (problem,) = load(text, tmp_path)
        assert game is None
        assert (problem.sentence, problem.place.line) == ("schema.empty", 1)


def test_a_section_of_a_book_that_is_not_named(tmp_path: Path) -> None:
    game, problems = load(slipped("book: {title: The book, sections: [Decks, Copies]}\n", ""), tmp_path)
    assert game is not None
    assert {problem.sentence for problem in problems} == {"schema.no-book"}


@pytest.mark.parametrize(
    ("key", "under"),
    [
        ("main-size: off", "rules"),
        ("main-size: {size: {in: main, exactly: 4}, source: Decks}", "rules"),
        ("nothing-such: off", "rules"),
        ("cap: 7", "params"),
        ("points: none", "lists"),
    ],
)
def test_what_a_format_sets_one_level_too_high(key: str, under: str, tmp_path: Path) -> None:
    """It is told where it belongs, and no key of formats is proposed that is spelt a little like it."""
    _, problems = load(slipped("base: standard, params: {cap: 5}", f"base: standard, {key}"), tmp_path)
    told = [message(problem) for problem in problems if problem.sentence == "schema.key-under"]
    assert told == [f"format small has no key `{key.partition(':')[0]}`; put it under `{under}:`"]
