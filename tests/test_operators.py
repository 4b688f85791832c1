"""The table of operators: every word has every cell, and what the cells say of an expression is the same everywhere.

Random expressions over small decks: the value in many games at once, the range, the sums of a repair's model and the
trend are held against the closure, which is what a check goes by.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from kit import GAP, tiny
from test_build_fix import proved

from deckcheck.build import space as linear
from deckcheck.build.cells import Cell, NotLinearError
from deckcheck.build.fix import Repairer
from deckcheck.build.model import Linear, Model, number, total, value_of
from deckcheck.build.space import Space
from deckcheck.cards.card_schema import read_card_schema
from deckcheck.cards.pool import Card, Value
from deckcheck.chance.calls import KINDS, STEPS
from deckcheck.decks.deck import Entry
from deckcheck.engine import rows
from deckcheck.engine.games import Bounds
from deckcheck.engine.scope import compile_table
from deckcheck.expr import UNKNOWN, Expr, ExprError, Scope, Trend, Type, compile_text, parse
from deckcheck.expr.grammar import RESERVED
from deckcheck.expr.operators import CALLS, COMPARISONS, INNER, OPERATORS, OVER_CARDS, PLAIN, Form, Operator
from deckcheck.report import Severity
from deckcheck.rules.limits import origin_of
from deckcheck.rules.view import NOBODY, DeckView
from deckcheck.wording import say
from deckcheck.wording.english import SENTENCES
from deckcheck.wording.phrases import DECK, MANY, ONE, phrase, value_phrase

WORDS = list(OPERATORS)
QUICK = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])


# -- every cell ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("word", WORDS)
def test_every_cell_is_filled_or_says_that_it_is_not_supported(word: str) -> None:
    row = OPERATORS[word]
    if row.opposite_of is not None:
        turned = OPERATORS[row.opposite_of]
        assert turned.opposite_of is None
        cells = (row.value, row.trend, row.range, row.row, row.linear, row.odds, row.origin)
        assert cells == (None,) * 7, word
        assert (row.denied, row.form) == (turned.phrase, turned.form)
    else:
        assert callable(row.value), f"{word}: its value, a function of expr/closures.py"
        assert callable(row.trend) or row.form in (Form.NAME, Form.LIST), f"{word}: its trend, of expr/trends.py"
        numbers = row.type is Type.NUMBER and row.form != Form.NAME
        assert callable(row.range) or not numbers, f"{word}: its range, of expr/trends.py"
        for module, cell in ((linear.form_of, row.linear), (rows.form_of, row.row), (origin_of, row.origin)):
            if cell not in (None, PLAIN, INNER):
                assert callable(module(word)), (word, cell)
        assert row.odds in (None, PLAIN, INNER, *STEPS), f"{word}: {row.odds} is no step of chance/calls.py"
    for key in (row.phrase, row.denied):
        assert key is None or key in SENTENCES, f"{word}: no {key} in wording/english/sheet.py"
    assert row.phrase is not None or word == "not"
    if row.mirrored is not None:
        assert OPERATORS[row.mirrored].mirrored == word


def test_what_the_grammar_writes_is_in_the_table() -> None:
    for text in (
        *("1 + 2 - 3 * 4 // 5 % 6", "-a", '"x"', "none", "a.b", "f(x)", "a and b or not c", "a | b", "a else b"),
        *("a == b", "a != b", "a < b", "a <= b", "a > b", "a >= b", "a in b", "a not in b", "a has b", "a within b"),
    ):
        waiting = [parse(text)]
        while waiting:
            tree = waiting.pop()
            waiting += tree.parts
            assert tree.op in OPERATORS or tree.op in ("name", "call"), tree.op
    assert {"not", "and", "or", "in", "has", "within", "else", "none", "section", "it", "as_of"} <= RESERVED & {*WORDS}


@pytest.mark.parametrize("word", WORDS)
def test_a_word_without_a_cell_is_refused_in_one_sentence(word: str) -> None:
    row = OPERATORS[word]
    if row.opposite_of is None and row.row is None:
        with pytest.raises(ExprError) as caught:
            rows.form_of(word)
        assert caught.value.sentence == "expr.unsupported.row"
        assert word in str(say(caught.value.sentence, **caught.value.facts))
    if row.linear is None and row.opposite_of is None:
        with pytest.raises(NotLinearError):
            linear.form_of(word)


def test_what_is_drawn_and_counted_has_a_step() -> None:
    assert {*KINDS} == OVER_CARDS
    assert {*CALLS} >= OVER_CARDS
    assert all(OPERATORS[word].denied for word in COMPARISONS)


# -- small decks ---------------------------------------------------------------------------------------

SHAPE = read_card_schema(
    {
        "properties": {
            "name": {"type": "string"},
            "kind": {"enum": ["creature", "spell"]},
            "cost": {"type": "integer", "minimum": 0},
            "heat": {"type": "integer", "minimum": -3},
            "power": {"type": "integer"},
            "colors": {"type": "array", "items": {"enum": ["red", "blue"]}},
            "needs": {"type": "array", "items": {"type": "string"}},
            "rare": {"type": "boolean"},
        }
    }
)
SECTIONS = {"leader": True, "main": False, "side": False}
SCOPE = Scope(SHAPE.fields, SECTIONS, {"cap": 2, "strict": True})
DEFINES = {"dear": "cost >= 2", "most": "largest(cost)", "me": "name", "few": "count() < cap"}
SCOPE = Scope(SHAPE.fields, SECTIONS, SCOPE.params, {word: compile_text(t, SCOPE) for word, t in DEFINES.items()})


def card(name: str, **fields: Value) -> Card:
    return Card(name, (name, f"Le {name}"), {"name": name, **fields})


CARDS = (
    card("Ant", kind="creature", cost=1, heat=-2, power=-1, colors=("red",), rare=False),
    card("Bolt", kind="spell", cost=3, colors=("red", "blue"), needs=("ant",), rare=True),
    card("Cub", kind="creature", cost=0, heat=2, power=4, needs=("Le Bolt", "Cub")),
    card("Dud", cost=2),
)
LEADER = card("Chief", kind="creature", cost=2, heat=1, colors=("blue",), rare=True)
SPOTS = tuple((one, section) for section in ("main", "side") for one in CARDS)
DECKS = st.lists(st.integers(0, 2), min_size=len(SPOTS), max_size=len(SPOTS)).map(tuple)


def view(entries: Any) -> DeckView:
    inside = ("leader", "main", "side")
    seen = DeckView(tuple(entries), inside, inside, compile_text("name", SCOPE), SCOPE.params, {}, "2026-01-01")
    seen.focus = [entry for entry in entries if entry.section == "main"]
    return seen


def deck(counts: tuple[int, ...]) -> list[Entry]:
    chief = Entry(1, LEADER.name, "leader", LEADER)
    cells = zip(counts, SPOTS, strict=True)
    return [chief, *(Entry(count, one.name, section, one) for count, (one, section) in cells if count)]


def closure(expr: Expr, counts: tuple[int, ...], entry: Entry = NOBODY) -> tuple[Any, bool]:
    """The value over a deck, and whether all of it could be decided."""
    seen = view(deck(counts))
    value = expr.run(entry, seen)
    return value, value is not UNKNOWN and not seen.doubtful


# -- random expressions --------------------------------------------------------------------------------

LITERALS = ("0", "1", "2", "3", "cap", "(2 - cap)")
CARD_NUMBERS = st.sampled_from(("cost", "heat", "(heat else 0)", "power", "it.cost", "cost + 1", *LITERALS))
CARD_TESTS = st.sampled_from(
    (
        *("kind == spell", "kind != spell", "kind == spell | creature", "not kind == spell", "cost > 1", "heat <= 0"),
        *("colors has red", "colors within red | blue", "colors within leader.colors", "needs within deck.name"),
        *("name in side.needs", 'name == "le ant"', 'me == "le bolt"', "name not in main.needs", "rare", "dear"),
        *(
            "given(heat)",
            "given(it.heat)",
            "given(side.heat)",
            "cost >= it.cost",
            "section == main",
            "kind in side.kind",
        ),
        *("needs has main.name | side.name", "count(cost > 1) >= 2", "strict and rare", "kind == none", "heat != none"),
    )
)
SECTION = st.sampled_from(("", "main.", "side.", "deck."))


@st.composite
def calls(draw: Any, words: tuple[str, ...] = tuple(sorted(OVER_CARDS))) -> str:
    word, section, test = draw(st.sampled_from(words)), draw(SECTION), draw(st.none() | CARD_TESTS)
    if OPERATORS[word].form == Form.COUNT:
        return f"{section}{word}({test or ''})"
    return f"{section}{word}({draw(CARD_NUMBERS)}{f' where {test}' if test else ''})"


def numbers(leaves: Any) -> Any:
    signs = st.sampled_from([w for w, row in OPERATORS.items() if row.form == Form.NUMBERS and row.args is None])
    called = [
        (word, given)
        for word, row in OPERATORS.items()
        if row.form == Form.NUMBERS and row.args is not None
        for given in range(row.args[0], row.args[1] + 1)
    ]
    return st.recursive(
        leaves,
        lambda inner: st.one_of(
            st.builds(lambda a, sign, b: f"({a} {sign} {b})" if sign != "negative" else f"(-{a})", inner, signs, inner),
            st.sampled_from(called).flatmap(
                lambda call: st.lists(inner, min_size=call[1], max_size=call[1]).map(
                    lambda parts: f"{call[0]}({', '.join(parts)})"
                )
            ),
            st.builds(lambda a, b: f"({a} else {b})", inner, inner | st.just("none")),
        ),
        max_leaves=4,
    )


def conditions(of_numbers: Any, leaves: Any) -> Any:
    signs = st.sampled_from([word for word, row in OPERATORS.items() if row.form == Form.ORDER] + ["==", "!="])
    compared = st.builds(lambda a, sign, b: f"{a} {sign} {b}", of_numbers, signs, of_numbers)
    absent = st.builds(lambda a, sign: f"{a} {sign} none", of_numbers, st.sampled_from(("==", "!=")))
    return st.recursive(
        compared | absent | leaves,
        lambda inner: st.one_of(
            st.builds(lambda a, word, b: f"({a} {word} {b})", inner, st.sampled_from(("and", "or")), inner),
            inner.map(lambda a: f"not ({a})"),
        ),
        max_leaves=3,
    )


DECK_NUMBERS = numbers(calls() | st.sampled_from(("main.size", "side.size", "leader.cost", "most", *LITERALS)))
DECK_TESTS = conditions(
    DECK_NUMBERS,
    st.sampled_from(
        (
            *("main.colors has red", "main.name within side.name", "leader.kind in main.kind", "leader.kind == spell"),
            *(
                "leader.name not in main.needs",
                '"le cub" in main.name',
                "given(leader.heat)",
                "given(main.heat)",
                "few",
            ),
            *("leader.colors within main.colors | side.colors", "strict", "leader.rare", "given(leader.power)"),
        )
    ),
)


def compiled(text: str) -> Expr:
    try:
        return compile_text(text, SCOPE)
    except ExprError as error:
        assert error.sentence in ("expr.too-long", "expr.not-a-number", "expr.two-types"), (text, error)
        assume(False)
        raise


# -- the facets held together --------------------------------------------------------------------------


@QUICK
@given(DECK_NUMBERS, DECKS)
def test_a_range_holds_every_value(text: str, counts: tuple[int, ...]) -> None:
    expr = compiled(text)
    value, _ = closure(expr, counts)
    if isinstance(value, int):
        assert expr.range[0] <= value <= expr.range[1], text


@QUICK
@given(DECK_NUMBERS | DECK_TESTS, DECKS, st.integers(0, len(SPOTS) - 1), st.sampled_from(CARDS))
def test_no_added_card_moves_a_value_against_its_trend(text: str, counts: tuple[int, ...], at: int, own: Card) -> None:
    """A number that is not there has no direction; comparisons of it have."""
    expr = compiled(text)
    entry = Entry(1, own.name, "main", own)
    before, sure = closure(expr, counts, entry)
    after, also = closure(expr, (*counts[:at], counts[at] + 1, *counts[at + 1 :]), entry)
    if not sure or not also or None in (before, after):
        return
    if expr.trend in (Trend.UP, Trend.CONSTANT):
        assert before <= after, text
    if expr.trend in (Trend.DOWN, Trend.CONSTANT):
        assert before >= after, text


@QUICK
@given(DECK_NUMBERS | DECK_TESTS, DECKS)
def test_a_model_says_of_every_deck_what_a_check_says(text: str, counts: tuple[int, ...]) -> None:
    """All decks at once as sums of variables; with the variables fixed to one deck, its value and no other is left."""
    expr = compiled(text)
    value, sure = closure(expr, counts)
    assume(sure)
    model = Model()
    cells = [Cell(Entry(1, LEADER.name, "leader", LEADER), number(1))]
    copies = [Linear({model.variable(0, 2): 1}) for _ in SPOTS]
    cells += [Cell(Entry(1, one.name, section, one), line) for (one, section), line in zip(SPOTS, copies, strict=True)]
    space = Space(model, view, cells, ("leader", "main", "side"), ("leader",))
    space.pin({"leader": cells[0].entry})
    space.focus = space.of_sections(("main",))
    try:
        if expr.type is Type.TRUTH:
            line, there = space.flag(expr, NOBODY), number(1)
        else:
            amount = space.amount(expr, NOBODY)
            line, there = amount.line, amount.there
    except NotLinearError:
        return
    for variable, count in zip(copies, counts, strict=True):
        model.hold(variable, count, count)
    for goal in (total([line, there]), total([line, there]).times(-1)):
        found = model.solve([goal])
        assert found is not None, text
        assert value_of(there, found) == (value is not None), text
        if value is not None:
            assert value_of(line, found) == int(value), text


GAMES = 7
ROW_SCOPE = Scope(SHAPE.fields, {"main": False, "side": False}, {"cap": 2, "mana": 0, "strict": True})
ROW_CARD_TESTS = st.sampled_from(("kind == spell", "cost > 1", "colors has red", "not rare", "given(heat)"))
ROW_CALLS = [word for word in sorted(OVER_CARDS) if OPERATORS[word].row]


@st.composite
def row_calls(draw: Any) -> str:
    word, section, test = (
        draw(st.sampled_from(ROW_CALLS)),
        draw(st.sampled_from(("main.", "side."))),
        draw(ROW_CARD_TESTS),
    )
    if OPERATORS[word].form == Form.COUNT:
        return f"{section}{word}({draw(st.sampled_from((test, '')))})"
    return f"{section}{word}(cost where {test})"


ROW_NUMBERS = numbers(row_calls() | st.sampled_from(("main.size", "mana", *LITERALS)))


@QUICK
@given(ROW_NUMBERS | conditions(ROW_NUMBERS, st.sampled_from(("strict",))), st.integers(0, 2**32))
def test_a_row_is_what_a_check_says_of_each_game(text: str, seed: int) -> None:
    names: Any = SimpleNamespace(table=ROW_SCOPE, rows=frozenset({"mana"}))
    try:
        probe = compile_text(text, ROW_SCOPE)
    except ExprError:
        assume(False)
        raise
    expr = compile_table(text, names, probe.type)
    random = np.random.default_rng(seed)
    held = {section: random.integers(0, 3, (len(CARDS), GAMES), np.uint8) for section in ("main", "side")}
    mana = random.integers(0, 4, GAMES, np.uint8)
    games = fake_games(held, mana)
    found = np.broadcast_to(np.asarray(rows.reader(games, expr)()), GAMES)
    alone = []
    for game in range(GAMES):
        entries = [
            Entry(int(count), one.name, section, one)
            for section, table in held.items()
            for one, count in zip(CARDS, table[:, game], strict=True)
            if count
        ]
        params = {**ROW_SCOPE.params, "mana": int(mana[game])}
        seen = DeckView(entries, ("main", "side"), ("main", "side"), compile_text("name", SCOPE), params, {}, "")
        value = expr.run(NOBODY, seen)
        alone.append(0 if value is None else value)
    assert found.tolist() == alone, text
    bounds = Bounds(games.layout, 3).of(expr) if expr.type is Type.NUMBER else None
    if bounds is not None:
        assert all(bounds[0] <= value <= bounds[1] for value in alone), text


def fake_games(held: dict[str, Any], mana: Any) -> Any:
    """As much of the games' table as expressions read."""
    entries = [Entry(1, one.name, "", one) for one in CARDS]
    seen = view(())
    layout = SimpleNamespace(
        number=lambda expr, t: expr.run(entries[t], seen),
        test=lambda expr, t: expr is None or expr.run(entries[t], seen) is True,
        card=CARDS.__getitem__,
        view=seen,
        classes=[SimpleNamespace(count=4) for _ in CARDS],
        plan=SimpleNamespace(pools=(), totals=("mana",), values=ROW_SCOPE.params),
    )
    zones = {
        name: SimpleNamespace(
            ids=range(len(CARDS)), row_now=table.__getitem__, size_now=lambda table=table: table.sum(0)
        )
        for name, table in held.items()
    }
    return SimpleNamespace(
        view=seen,
        row_names={"mana"},
        zones=zones,
        layout=layout,
        pools={"mana": mana},
        totals={},
        count=GAMES,
        dtype=np.uint8,
    )


@QUICK
@given(DECK_NUMBERS | DECK_TESTS | CARD_TESTS)
def test_everything_can_be_said(text: str) -> None:
    expr = compiled(text)
    said = [value_phrase(text)] if expr.type is Type.NUMBER else [phrase(text, voice) for voice in (ONE, MANY, DECK)]
    assert all(said)
    assert not [one for one in said if GAP.search(one)]


# -- limits and conditions of a rule -------------------------------------------------------------------

GAME = """
card:
  properties:
    kind: {enum: [x, y]}
    elite: {type: boolean}
    cost: {type: integer, minimum: 0}
    days: {type: string}
sections: {leader: {cards: 1}, main: {}, side: {}}
"""
POOL = "name,kind,elite,cost,days\nAlpha,y,true,1,\nBeta,x,false,2,\nCast,x,,,1\nBoss,y,false,3,\nChief,y,,,1\n"
LIMITS = (
    *('{by: elite, true: "main.count(kind == x)", false: 9, else: 1}', "{by: kind, x: 2, else: main.size - 3}"),
    *("{by: leader.elite, true: 3, false: main.count(kind == x), else: 1}", "{by: cost, 1: side.size, else: 2}"),
    *(
        "largest(cost) else 1",
        "main.largest(cost) else none",
        "(side.smallest(cost) else 3) - 1",
        "cost else side.size",
    ),
    *("abs(main.count(kind == x) - main.count(kind == y))", "main.count(kind == x) // 2 + 1", "main.size % 3"),
    *(
        '"max(main.different(), side.size)"',
        '"min(main.count(elite) * 2, 3)"',
        "main.count(given(cost))",
        "leader.cost else 2",
    ),
)


@pytest.mark.parametrize("limit", LIMITS)
def test_repairs_read_a_limit_as_a_check_does(limit: str, tmp_path: Path) -> None:
    """Against all decks that are up to two changes away: what is said to be least is, and what is repaired is legal."""
    rule = f"{{copies: {{in: [main, side], max: {limit}}}, assumed: x}}"
    table = tiny(tmp_path, f"{GAME}rules: {{limit: {rule}, some: {{size: {{in: main, min: 1}}, assumed: x}}}}\n", POOL)
    dice = Random(limit)
    names = [one.name for one in table.pool]
    for _ in range(4):
        lines = [f"{dice.randint(1, 4)} {dice.choice(names)}" for _ in range(3)]
        sections = {"leader": [f"1 {dice.choice(names)}"], "main": lines[:2], "side": lines[2:]}
        proved(Repairer(table.checker(), table.pool), table.deck(sections))


def test_a_table_by_a_truth_gives_the_fewest_changes(tmp_path: Path) -> None:
    table = tiny(tmp_path, f"{GAME}rules: {{r: {{copies: {{in: main, max: {LIMITS[0]}}}, assumed: x}}}}\n", POOL)
    deck = table.deck({"leader": ["1 Boss"], "main": ["4 Alpha", "2 Beta"]})
    (problem,) = table.checker().check(deck).problems
    assert (problem.found, problem.limit) == (4, 2)
    assert Repairer(table.checker(), table.pool).repair(deck).size == 2


def test_a_limit_that_grows_with_the_deck_is_not_final_in_a_table(tmp_path: Path) -> None:
    """A draft may still get the cards that raise the limit; with a number that stands, it may not."""
    for limit, final in ((LIMITS[0], False), ("{by: elite, true: 2, else: 1}", True)):
        table = tiny(tmp_path, f"{GAME}rules: {{r: {{copies: {{in: main, max: {limit}}}, assumed: x}}}}\n", POOL)
        report = table.check({"main": ["4 Alpha", "2 Beta"]}, draft=True)
        assert any(problem.severity is Severity.ERROR for problem in report.problems) is final


@pytest.mark.parametrize(("stand_in", "final"), [(" else 0", True), (" else 3", False), ("", True)])
def test_a_stand_in_below_all_values_keeps_what_is_final(stand_in: str, final: bool, tmp_path: Path) -> None:
    rule = f"{{size: {{in: main, max: 0}}, when: (main.largest(cost){stand_in}) > 2, assumed: x}}"
    table = tiny(tmp_path, f"{GAME}rules: {{r: {rule}}}\n", POOL)
    (problem,) = table.check({"main": ["1 Boss"]}, draft=True).problems
    assert (problem.severity is Severity.ERROR) is final


@pytest.mark.parametrize(
    ("test", "leader", "asked"),
    [
        *(("given(leader.cost)", "1 Boss", True), ("given(leader.cost)", "1 Chief", False)),
        *(
            ("given(side.cost)", "1 Boss", False),
            ("given(main.cost)", "1 Boss", True),
            ("given(main.days)", "1 Boss", False),
        ),
    ],
)
def test_given_of_a_section(test: str, leader: str, asked: bool, tmp_path: Path) -> None:
    """Of a section of one card, whether that card has the field; of several cards, whether any of them has."""
    table = tiny(tmp_path, f"{GAME}rules: {{r: {{size: {{in: main, max: 0}}, when: {test}, assumed: x}}}}\n", POOL)
    deck = table.deck({"leader": [leader], "main": ["1 Alpha"], "side": ["1 Cast"]})
    assert bool(table.checker().check(deck).problems) is asked
    assert Repairer(table.checker(), table.pool).repair(deck).size == int(asked)


def test_given_takes_a_field_and_names_the_nearest() -> None:
    for text, word in (("given(leader.size)", "size"), ("given(kost)", "kost"), ("given(3)", "3")):
        with pytest.raises(ExprError) as caught:
            compile_text(text, SCOPE)
        assert (caught.value.sentence, caught.value.facts["word"]) == ("expr.unknown-field", word)


@pytest.mark.parametrize("values", [(-2, 2), (0, 0), (3, 3)])
def test_a_number_without_its_sign(values: tuple[int, int]) -> None:
    own = Entry(1, "Own", "main", card("Own", power=values[0]))
    assert compile_text("abs(power)", SCOPE).run(own, view(())) == values[1]
    assert phrase("abs(power) > 1", ONE) == "the absolute value of power is above 1"
    assert compile_text("abs(cost - 4)", SCOPE).range == (0, float("inf"))


def test_the_laws_do_not_pass_for_want_of_matter() -> None:
    """Each call and each sign can be said to the solver in some form, so that few expressions are skipped."""
    supported = [word for word, row in OPERATORS.items() if _row(row).linear is not None]
    assert {*OPERATORS} - {*supported} == {"it"} - {*supported}


def _row(row: Operator) -> Operator:
    return OPERATORS[row.opposite_of] if row.opposite_of else row
