"""The expression language: what it accepts, what it answers, what it refuses and where."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit import GAP

from deckcheck.cards.card_schema import read_card_schema
from deckcheck.cards.pool import Card, Value
from deckcheck.decks.deck import Entry
from deckcheck.expr import UNKNOWN, ExprError, Scope, Slot, Trend, Type, compile_text, parse
from deckcheck.record import replace
from deckcheck.rules.view import DeckView
from deckcheck.wording import say

SHAPE = read_card_schema(
    {
        "properties": {
            "name": {"type": "string"},
            "kind": {"enum": ["creature", "spell", "quick-play"]},
            "cost": {"type": "integer", "minimum": 0},
            "power": {"type": "integer"},
            "heat": {"type": "integer", "minimum": -3},
            "colors": {"type": "array", "items": {"enum": ["red", "blue", "green"]}},
            "needs": {"type": "array", "items": {"type": "string"}},
            "faction": {"type": "string"},
            "printed": {"type": "string", "format": "date"},
            "unique": {"type": "boolean"},
        }
    }
)
SCOPE = Scope(
    SHAPE.fields,
    {"leader": True, "main": False, "side": False},
    {"cap": 3, "until": "2003-12-31", "sets": ("a", "b"), "strict": False},
    lists={
        "ban": Slot("limit", words={"banned": 0, "semi-limited": 2}),
        "points": Slot("points", stand_in=0),
        "pool": Slot("mark"),
    },
)


def entry(name: str, section: str = "main", count: int = 1, unreadable: str = "", **fields: Value) -> Entry:
    card = Card(name, (name,), {"name": name, **fields}, unreadable=frozenset(unreadable.split()))
    return Entry(count, name, section, card)


def unknown(name: str, section: str = "main", count: int = 1) -> Entry:
    return Entry(count, name, section, None)


def view(*entries: Entry) -> DeckView:
    inside = ("leader", "main", "side")
    seen = DeckView(entries, inside, inside, compile_text("name", SCOPE), SCOPE.params, {}, "2026-01-01")
    seen.focus = [e for e in entries if e.section == "main"]
    return seen


RED = entry("Bolt", kind="spell", cost=1, colors=("red",), faction="north", printed="2003-05-01")
BIG = entry("Œuf géant", kind="creature", cost=5, power=-1, colors=("red", "green"), unique=True)
BARE = entry("Bare")
FAULTY = entry("Faulty", unreadable="kind cost colors")

# (expression, what it says of RED, BIG, BARE and FAULTY)
ON_CARDS = [
    ("kind == spell", True, False, False, UNKNOWN),
    ("kind != spell", False, True, True, UNKNOWN),
    ("kind == spell | creature", True, True, False, UNKNOWN),
    ("not kind == spell", False, True, True, UNKNOWN),
    ("kind in spell | quick-play", True, False, False, UNKNOWN),
    ("kind not in spell | quick-play", False, True, True, UNKNOWN),
    ("cost < 3", True, False, False, UNKNOWN),
    ("1 <= cost <= 3", True, False, False, UNKNOWN),
    ("cost + 1 == 2", True, False, False, UNKNOWN),
    ("cost * 2 - 1 >= 9", False, True, False, UNKNOWN),
    ("cost // 2 == 2 and cost % 2 == 1", False, True, False, UNKNOWN),
    ("-power == 1", False, True, False, False),
    ("cost == none", False, False, True, UNKNOWN),
    ("(none else cost) + 1", 2, 6, None, UNKNOWN),
    ("none == cost", False, False, True, UNKNOWN),
    ("cost == power", False, False, False, UNKNOWN),
    ("cost != power", True, True, True, UNKNOWN),
    ("power < cost", False, True, False, UNKNOWN),
    ('faction in "north" | "south"', True, False, False, False),
    ('faction not in "north" | "south"', False, True, True, True),
    ("needs within colors", True, True, True, UNKNOWN),
    ("needs has faction | name", False, False, False, False),
    ("cost // 0", None, None, None, UNKNOWN),
    ("cost % 0", None, None, None, UNKNOWN),
    ("-cost", -1, -5, None, UNKNOWN),
    ("999999999 * 999999999", 999999998000000001, 999999998000000001, 999999998000000001, 999999998000000001),
    ("999999999 * 999999999 * 2", None, None, None, None),
    ("0 - 999999999 * 999999999 * 2", None, None, None, None),
    ("sets has faction", False, False, False, False),
    ("cost else 9", 1, 5, 9, UNKNOWN),
    ("min(cost, cap)", 1, 3, None, UNKNOWN),
    ("max(cost, cap)", 3, 5, None, UNKNOWN),
    ("colors has red", True, True, False, UNKNOWN),
    ("colors has blue | green", False, True, False, UNKNOWN),
    ("colors within red", True, False, True, UNKNOWN),
    ("colors within red | green | blue", True, True, True, UNKNOWN),
    ("given(cost)", True, True, False, UNKNOWN),
    ("given(power)", False, True, False, False),
    ("unique", None, True, None, None),
    ("unique == none", True, False, True, True),
    ('name == "bolt"', True, False, False, False),
    ('name == "oeuf geant"', False, True, False, False),
    ('name in "Bolt" | "Bare"', True, False, True, False),
    ('faction == "north"', True, False, False, False),
    ("printed <= until", True, False, False, False),
    ("printed < as_of", True, False, False, False),
    ("section == main", True, True, True, True),
    ("kind == spell and cost == 1", True, False, False, UNKNOWN),
    ("kind == spell and given(power)", False, False, False, False),
    ("kind == spell or given(name)", True, True, True, True),
    ("not (kind == spell or cost > 3)", False, False, True, UNKNOWN),
    ("not not kind == spell", True, False, False, UNKNOWN),
    ('it.name == "Bolt"', UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN),
]


@pytest.mark.parametrize(("text", "red", "big", "bare", "faulty"), ON_CARDS, ids=[row[0] for row in ON_CARDS])
def test_value_of_a_card(text: str, red: object, big: object, bare: object, faulty: object) -> None:
    """An optional field that is missing is none, a required one is unknown."""
    expr = compile_text(text, SCOPE)
    seen = view(RED, BIG, BARE, FAULTY)
    assert [expr.run(e, seen) for e in (RED, BIG, BARE, FAULTY)] == [red, big, bare, faulty]


def test_an_unknown_card_is_unknown_in_every_field() -> None:
    expr = compile_text("kind == spell or cost > 2", SCOPE)
    assert expr.run(unknown("?"), view()) is UNKNOWN


def test_unknown_has_no_truth() -> None:
    with pytest.raises(TypeError):
        bool(UNKNOWN)


DECK = (
    entry("Chief", "leader", kind="creature", faction="north", colors=("red", "blue")),
    entry("Bolt", "main", 3, kind="spell", cost=1, colors=("red",), faction="north"),
    entry("Wall", "main", 2, kind="creature", cost=4, colors=("green",), faction="south", needs=("Bolt", "Tower")),
    entry("Bolt", "side", 1, kind="spell", cost=1, colors=("red",)),
)

# (expression, its value for the main deck's Wall)
ON_DECK = [
    ("count()", 5),
    ("count(kind == spell)", 3),
    ("deck.count(kind == spell)", 4),
    ("side.count()", 1),
    ("main.size", 5),
    ("different()", 2),
    ("deck.different()", 3),
    ("sum(cost)", 11),
    ("sum(cost where kind == creature)", 8),
    ("largest(cost)", 4),
    ("smallest(cost)", 1),
    ("largest(cost where cost > 9)", None),
    ('leader.faction == "north"', True),
    ("faction == leader.faction", False),
    ("colors within leader.colors", False),
    ("colors has leader.colors | green", True),
    ('"Bolt" in main.name', True),
    ('"bolt" in side.name', True),
    ("needs within deck.name", False),
    ("needs has main.name", True),
    ("name in side.name", False),
    ("count(cost > it.cost)", 0),
    ("count(cost < it.cost)", 3),
    ("2 * (main.size // 5) + 2", 4),
]


@pytest.mark.parametrize(("text", "value"), ON_DECK, ids=[row[0] for row in ON_DECK])
def test_value_of_a_deck(text: str, value: object) -> None:
    assert compile_text(text, SCOPE).run(DECK[2], view(*DECK)) == value


def test_no_leader_is_unknown_and_two_are_too() -> None:
    expr = compile_text("leader.faction", SCOPE)
    assert expr.run(RED, view(RED)) is UNKNOWN
    assert expr.run(RED, view(RED, DECK[0], entry("Other", "leader"))) is UNKNOWN


def test_a_count_over_an_unknown_card_leaves_a_doubt() -> None:
    seen = view(RED, unknown("Blot"))
    assert compile_text("count(kind == spell)", SCOPE).run(RED, seen) == 1
    assert seen.doubtful
    seen = view(RED, unknown("Blot"))
    assert compile_text("count()", SCOPE).run(RED, seen) == 2
    assert not seen.doubtful


# (expression, sentence, column, nearest)
REFUSED = [
    ("kind = spell", "expr.habit", 6, None),
    ("kind == spell && cost == 1", "expr.habit", 15, None),
    ("kind == spell || cost == 1", "expr.habit", 15, None),
    ("!unique", "expr.habit", 1, None),
    ("cost / 2 == 1", "expr.habit", 6, None),
    ("cost => 1", "expr.habit", 6, None),
    ("cost =< 1", "expr.habit", 6, None),
    ("name == 7", "expr.unquoted", 9, None),
    ("name != 2010-04-01", "expr.unquoted", 9, None),
    ("kind == spel", "expr.not-a-value", 9, "spell"),
    ('kind == "spel"', "expr.not-a-value", 9, "spell"),
    ('"spel" == kind', "expr.not-a-value", 1, "spell"),
    ("kind == Spell", "expr.not-a-value", 9, "spell"),
    ("kid == spell", "expr.unknown-name", 1, "kind"),
    ("kind == 3", "expr.two-types", 6, None),
    ("faction == 3 - cost", "expr.two-types", 9, None),
    ("3 == faction", "expr.unquoted", 1, None),
    ('cost == "3"', "expr.two-types", 6, None),
    ("cost == three", "expr.unknown-name", 9, None),
    ("colors == red", "expr.many", 8, None),
    ("colors in red | blue", "expr.many", 8, None),
    ("kind == colors", "expr.many-right", 6, None),
    ("kind != colors", "expr.many-right", 6, None),
    ('"x" == sets', "expr.many-right", 5, None),
    ("kind has spell", "expr.single", 6, None),
    ("kind within spell", "expr.single", 6, None),
    ("kind < spell", "expr.no-order", 6, None),
    ("colors < red", "expr.no-order", 8, None),
    ("unique < unique", "expr.no-order", 8, None),
    ("cost < none", "expr.no-order", 6, None),
    ("none < cost", "expr.no-order", 6, None),
    ('"x" < sets', "expr.no-order", 5, None),
    ('"spell" < kind', "expr.no-order", 9, None),
    ("faction == north", "expr.unknown-name", 12, None),
    ("knd == leader.kind | spell", "expr.unknown-name", 1, "kind"),
    ("kind == leader.kind | spel", "expr.not-a-value", 23, "spell"),
    ("kind == creature or spell", "expr.lone-value", 21, None),
    ("cost == 1 and red", "expr.lone-value", 15, None),
    ("ban == bannd", "expr.not-a-value", 8, "banned"),
    ('ban == "bannd"', "expr.not-a-value", 8, "banned"),
    ("ban in banned | semi-limit", "expr.not-a-value", 17, "semi-limited"),
    ("cost == banned", "expr.unknown-name", 9, None),
    ("pool == banned", "expr.unknown-name", 9, None),
    ("kind", "expr.wanted", 1, None),
    ("cost and unique", "expr.not-a-test", 1, None),
    ("kind + 1 == 2", "expr.not-a-number", 1, None),
    ("cont(kind == spell) > 1", "expr.unknown-call", 1, "count"),
    ("count(cost) > 1", "expr.not-a-test", 7, None),
    ("count(kind == spell, cost == 1) > 1", "expr.arguments", 1, None),
    ("count(kind == spell where cost == 1) > 1", "expr.arguments", 1, None),
    ("sum(kind) > 1", "expr.not-a-number", 5, None),
    ("leder.faction == none", "expr.unknown-section", 1, "leader"),
    ("leder.count() > 1", "expr.unknown-section", 7, "leader"),
    ("leader.facton == none", "expr.unknown-field", 1, "faction"),
    ("leader.faction.size", "expr.two-dots", 15, None),
    ("leader == none", "expr.bare-section", 1, None),
    ("it.size > 1", "expr.unknown-field", 1, None),
    ("leader.given(cost)", "expr.no-owner", 8, None),
    ("given(cst)", "expr.unknown-field", 7, "cost"),
    ("on(bann)", "expr.unknown-list", 4, "ban"),
    ('on("ban")', "expr.unknown-list", 4, "ban"),
    ("on(ban, points)", "expr.arguments", 1, None),
    ("on()", "expr.arguments", 1, None),
    ('given("cost")', "expr.unknown-field", 7, "cost"),
    ("given(cost, power)", "expr.arguments", 1, None),
    ("given(cost where unique)", "expr.arguments", 1, None),
    ("sum() > 1", "expr.arguments", 1, None),
    ("sum(cost, power) > 1", "expr.arguments", 1, None),
    ("sum(sets) > 1", "expr.not-a-number", 5, None),
    ("sum(cost where power) > 1", "expr.not-a-test", 16, None),
    ("min(cost) > 1", "expr.arguments", 1, None),
    ("min(cost, power, cap) > 1", "expr.arguments", 1, None),
    ("min(kind, cost) > 1", "expr.not-a-number", 5, None),
    ("max(cost, main.cost) > 1", "expr.not-a-number", 11, None),
    ("cost + (kind else 3) == 1", "expr.two-types", 19, None),
    ("cost else kind == 1", "expr.two-types", 11, None),
    ("not cost", "expr.not-a-test", 5, None),
    ("unique or cost", "expr.not-a-test", 11, None),
    ("-kind == 1", "expr.not-a-number", 2, None),
    ("true", "expr.truth", 1, None),
    ("unique == false", "expr.truth", 11, None),
    ('name == "Bolt', "expr.open-text", 9, None),
    ("cost == 3.5", "expr.number", 9, None),
    ("cost == 3x", "expr.number", 9, None),
    ("cost == ", "expr.ends", 8, None),
    ("cost 3", "expr.unexpected", 6, None),
    ("(cost == 3", "expr.ends", 11, None),
    ("cost == 3)", "expr.unexpected", 10, None),
    ("cost ^ 2 == 1", "expr.character", 6, None),
    ("kind == spell | 3", "expr.two-types", 17, None),
    ("", "expr.ends", 1, None),
    ("(" * 50 + "unique" + ")" * 50, "expr.too-deep", 41, None),
    ("unique or " * 50 + "unique", "expr.too-long", 401, None),
    ("import os", "expr.unexpected", 8, None),
    ("__import__('os')", "expr.unknown-call", 1, None),
]


@pytest.mark.parametrize(("text", "sentence", "column", "near"), REFUSED, ids=[row[0][:30] for row in REFUSED])
def test_refused_with_the_place_and_the_nearest_word(text: str, sentence: str, column: int, near: str | None) -> None:
    with pytest.raises(ExprError) as caught:
        compile_text(text, SCOPE, Type.TRUTH)
    assert (caught.value.sentence, caught.value.column) == (sentence, column)
    if near is not None:
        assert caught.value.facts["nearest"] == near
    assert not GAP.search(say(sentence, **caught.value.facts))


# A test that names a number of a list by its word → the same with the number.
SPELT = {
    "ban == banned": "ban == 0",
    "banned != ban": "0 != ban",
    "ban in banned | semi-limited": "ban in 0 | 2",
    'ban == "semi-limited"': "ban == 2",
    "ban < semi-limited": "ban < 2",
    "ban == Banned": "ban == 0",
    'ban == "Semi-Limited"': "ban == 2",
}


@pytest.mark.parametrize("text", SPELT)
def test_the_words_of_a_list_stand_for_its_numbers(text: str) -> None:
    for number in (0, 1, 2):
        seen = view(RED)
        seen.columns = {"ban": SimpleNamespace(value=lambda entry, number=number: number)}
        spelt, plain = (compile_text(test, SCOPE, Type.TRUTH).run(RED, seen) for test in (text, SPELT[text]))
        assert spelt is plain


# (expression, how it moves as cards are added)
TRENDS = [
    ("3", Trend.CONSTANT),
    ("cap", Trend.CONSTANT),
    ("cost", Trend.CONSTANT),
    ("leader.cost", Trend.CONSTANT),
    ("count(kind == spell)", Trend.UP),
    ("main.size // 5 * 2 + 3", Trend.UP),
    ("10 - count()", Trend.DOWN),
    ("sum(cost)", Trend.UP),
    ("sum(power)", Trend.MIXED),
    ("largest(cost)", Trend.UP),
    ("smallest(cost)", Trend.DOWN),
    ("count() - side.size", Trend.MIXED),
    ("main.size % 5", Trend.MIXED),
    ("count() * count()", Trend.MIXED),
    ("count(kind == spell) >= 2", Trend.UP),
    ("count(kind == spell) <= 2", Trend.DOWN),
    ("count(kind == spell) == 2", Trend.MIXED),
    ("not count(kind == spell) >= 2", Trend.DOWN),
    ('"Bolt" in main.name', Trend.UP),
    ('"Bolt" not in main.name', Trend.DOWN),
    ("needs within deck.name", Trend.UP),
    ("not needs within deck.name", Trend.DOWN),
    ("colors within leader.colors", Trend.CONSTANT),
    ("min(count(), 3)", Trend.UP),
    ("count(name in side.name)", Trend.UP),
    ("count(name not in side.name)", Trend.MIXED),
    # Each comparison, from each side.
    ("count() > 2", Trend.UP),
    ("count() < 2", Trend.DOWN),
    ("2 < count()", Trend.UP),
    ("2 <= count()", Trend.UP),
    ("2 > count()", Trend.DOWN),
    ("2 >= count()", Trend.DOWN),
    ("count() < side.size", Trend.MIXED),
    ("cost == count()", Trend.MIXED),
    ("count() in 1 | 2", Trend.MIXED),
    ("count() not in 1 | 2", Trend.MIXED),
    ("main.colors has red", Trend.UP),
    ("colors has main.colors", Trend.UP),
    ("main.colors within colors", Trend.DOWN),
    ("colors within main.colors | red", Trend.UP),
    ("leader.colors has red", Trend.CONSTANT),
    # Of nothing there is no largest.
    ("largest(cost) >= 3", Trend.UP),
    ("largest(cost) <= 3", Trend.MIXED),
    ("3 >= largest(cost) + 1", Trend.MIXED),
    ("smallest(cost) >= 3", Trend.MIXED),
    ("smallest(cost) <= 3", Trend.UP),
    ("-largest(cost) >= -3", Trend.MIXED),
    ("-3 <= -largest(cost)", Trend.MIXED),
    ("min(largest(cost), cap) < 2", Trend.MIXED),
    ("dearest <= 3", Trend.MIXED),
    # A stand-in that is not above the least value keeps the direction; another is left behind, whichever way.
    ("(largest(cost) else 0) <= 3", Trend.DOWN),
    ("(largest(cost) else 0) > 2", Trend.UP),
    ("largest(cost) else 0", Trend.UP),
    ("largest(cost) else none", Trend.UP),
    ("(largest(cost) else none) <= 3", Trend.MIXED),
    ("largest(heat) else -4", Trend.UP),
    ("largest(heat) else 0", Trend.MIXED),
    ("largest(power) else 0", Trend.MIXED),
    ("largest(cost) else cap", Trend.MIXED),
    ("smallest(cost) else 9", Trend.MIXED),
    ("largest(cost) else -count()", Trend.MIXED),
    ("-largest(cost) else 0", Trend.DOWN),
    ("(largest(cost) else 0) + count() > 2", Trend.UP),
    # Arithmetic keeps a direction beside a number that is written out.
    ("-count()", Trend.DOWN),
    ("2 * count()", Trend.UP),
    ("count() // 2", Trend.UP),
    ("10 // count()", Trend.MIXED),
    ("count() * cap", Trend.MIXED),
    ("cap * cost", Trend.CONSTANT),
    ("count() + side.size", Trend.UP),
    ("max(count(), 10 - side.size)", Trend.MIXED),
    ("cost else count()", Trend.UP),
    ("largest(cost) else 3", Trend.MIXED),
    ("count() > 2 and side.size > 1", Trend.UP),
    ("count() > 2 or not (side.size > 1)", Trend.MIXED),
    ("different()", Trend.UP),
    ("sum(cost where name in side.name)", Trend.UP),
    ("sum(cost where name not in side.name)", Trend.MIXED),
    # Fewer cards that pass: the smallest rises.
    ("smallest(cost where name in side.name)", Trend.DOWN),
    ("smallest(cost where name not in side.name)", Trend.MIXED),
    ("given(leader.cost)", Trend.CONSTANT),
    ("given(main.cost)", Trend.UP),
]


@pytest.mark.parametrize(("text", "trend"), TRENDS, ids=[row[0] for row in TRENDS])
def test_trend(text: str, trend: Trend) -> None:
    scope = replace(SCOPE, defines={"dearest": compile_text("largest(cost)", SCOPE)})
    assert compile_text(text, scope).trend is trend


# (expression, what is known of it; what is left out is as nothing)
READS: list[tuple[str, dict[str, object]]] = [
    ("3", {}),
    ("cap", {"negative": True}),  # an event may set it to anything
    ("as_of", {}),
    ("cost", {"card": True, "fields": {"cost"}}),
    ("power", {"card": True, "fields": {"power"}, "negative": True}),
    ("heat", {"card": True, "fields": {"heat"}, "negative": True}),
    ("kind", {"card": True, "fields": {"kind"}, "choices": ("creature", "spell", "quick-play")}),
    ("colors", {"card": True, "fields": {"colors"}, "choices": ("red", "blue", "green"), "many": True}),
    ("sets", {"many": True}),
    ("name", {"card": True, "fields": {"name"}, "names": True}),
    ("section", {"card": True, "fields": {"section"}, "choices": ("leader", "main", "side")}),
    ("ban", {"card": True, "lists": {"ban"}}),
    ("on(ban)", {"card": True, "lists": {"ban"}}),
    ("given(cost)", {"card": True, "fields": {"cost"}}),
    ("given(it.cost)", {"outer": {"cost"}}),
    ("given(leader.cost)", {"deck": True}),
    ("given(main.cost)", {"deck": True}),
    ("it.power", {"outer": {"power"}, "negative": True}),
    ("it.kind", {"outer": {"kind"}, "choices": ("creature", "spell", "quick-play")}),
    ("it.colors", {"outer": {"colors"}, "choices": ("red", "blue", "green"), "many": True}),
    ("it.name", {"outer": {"name"}, "names": True}),
    ("leader.power", {"deck": True, "negative": True}),
    ("leader.name", {"deck": True, "names": True}),
    ("leader.kind", {"deck": True, "choices": ("creature", "spell", "quick-play")}),
    ("leader.colors", {"deck": True, "choices": ("red", "blue", "green"), "many": True}),
    ("main.cost", {"deck": True, "many": True}),
    ("main.size", {"deck": True}),
    ("cost + 1", {"card": True, "fields": {"cost"}}),
    ("cost + power", {"card": True, "fields": {"cost", "power"}, "negative": True}),
    ("cost - 1", {"card": True, "fields": {"cost"}, "negative": True}),
    ("-cost", {"card": True, "fields": {"cost"}, "negative": True}),
    ("min(cost, power)", {"card": True, "fields": {"cost", "power"}, "negative": True}),
    ("cost else power", {"card": True, "fields": {"cost", "power"}, "negative": True}),
    (
        "kind else faction",
        {"card": True, "fields": {"kind", "faction"}, "choices": ("creature", "spell", "quick-play")},
    ),
    ("name else faction", {"card": True, "fields": {"name", "faction"}, "names": True}),
    ("faction else name", {"card": True, "fields": {"name", "faction"}, "names": True}),
    (
        "colors else needs",
        {"card": True, "fields": {"colors", "needs"}, "choices": ("red", "blue", "green"), "many": True},
    ),
    ('faction | "x"', {"card": True, "fields": {"faction"}, "many": True}),
    ("name | leader.name", {"card": True, "deck": True, "fields": {"name"}, "names": True, "many": True}),
    ("it.faction | main.faction", {"deck": True, "outer": {"faction"}, "many": True}),
    ("kind == spell", {"card": True, "fields": {"kind"}}),
    ("not (kind == spell or main.size > cap)", {"card": True, "deck": True, "fields": {"kind"}}),
    ("ban == 1 and cost > it.cost", {"card": True, "fields": {"cost"}, "outer": {"cost"}, "lists": {"ban"}}),
    ("count()", {"deck": True}),
    ("count(kind == spell)", {"deck": True}),
    ("count(ban == 1)", {"deck": True, "lists": {"ban"}}),
    ("count(cost > it.power)", {"card": True, "deck": True, "fields": {"power"}}),
    ("sum(cost)", {"deck": True}),
    ("sum(power where ban == 1)", {"deck": True, "lists": {"ban"}, "negative": True}),
    ("largest(power)", {"deck": True, "negative": True}),
]


@pytest.mark.parametrize(("text", "known"), READS, ids=[row[0] for row in READS])
def test_what_an_expression_reads(text: str, known: dict[str, object]) -> None:
    expr = compile_text(text, SCOPE)
    nothing: dict[str, object] = {
        **dict.fromkeys(("card", "deck", "many", "names", "negative"), False),
        **{name: set() for name in ("fields", "outer", "lists")},
        "choices": None,
    }
    assert {name: getattr(expr, name) for name in nothing} == nothing | known
    assert expr.text == text


# (expression, what it is, of which section, by which name)
NAMED = [
    ("main.size", "size", "main", "size"),
    ("leader.cost", "member", "leader", "cost"),
    ("main.cost", "member", "main", "cost"),
    ("it.cost", "it", "it", "cost"),
    ("count()", "count", None, "count"),
    ("deck.different()", "different", "deck", "different"),
    ("side.sum(cost)", "sum", "side", "sum"),
    ("given(cost)", "given", None, "cost"),
    ("on(ban)", "on", None, "ban"),
    ("ban", "list", None, "ban"),
    ("cap", "param", None, "cap"),
    ("cost", "field", None, "cost"),
    ("as_of", "as_of", None, "as_of"),
    ("section", "section", None, "section"),
    ("none", "none", None, "none"),
    ("3", "number", None, "3"),
    ('"x"', "text", None, "x"),
]


@pytest.mark.parametrize(("text", "op", "owner", "word"), NAMED, ids=[row[0] for row in NAMED])
def test_what_an_expression_is_called(text: str, op: str, owner: str | None, word: str) -> None:
    expr = compile_text(text, SCOPE)
    assert (expr.op, expr.owner, expr.word) == (op, owner, word)


# (expression, a card, what it says; UNKNOWN if it cannot be decided, whether that leaves a doubt)
OPEN = [
    ("sum(cost)", (RED, BARE), UNKNOWN, True),
    ("sum(cost)", (RED, FAULTY), UNKNOWN, False),
    ("largest(cost)", (RED, BARE), 1, False),
    ("smallest(cost)", (RED, FAULTY), UNKNOWN, False),
    ("largest(cost)", (), None, False),
    ("sum(cost)", (), 0, False),
    ("count(cost > 2)", (BIG, FAULTY), 1, True),
    ("different()", (RED, BIG, unknown("Bolt")), 2, True),
    ("different(kind == spell)", (RED, BIG, BARE), 1, False),
    ('"x" in main.faction', (RED, unknown("?")), False, True),
    ('"north" in main.faction', (RED, BARE), True, False),
    ("main.colors has blue", (RED, BIG, FAULTY), False, True),
    ("main.colors has green", (RED, BIG), True, False),
    ("count(count(cost > it.cost) >= 1)", (RED, BIG), 1, False),
    ("count(cost == it.cost) + count(cost > it.cost)", (RED, BIG), 2, False),
]


@pytest.mark.parametrize(("text", "deck", "value", "doubt"), OPEN, ids=[f"{row[0]} {len(row[1])}" for row in OPEN])
def test_what_is_open_over_a_deck(text: str, deck: tuple[Entry, ...], value: object, doubt: bool) -> None:
    seen = view(*deck)
    assert compile_text(text, SCOPE).run(RED, seen) == value
    assert seen.doubtful is doubt


def test_the_same_leader_on_two_lines_is_one() -> None:
    """As it would be on one line."""
    chief = entry("Chief", "leader", faction="north")
    again = Entry(1, "Chief", "leader", chief.card)
    assert compile_text("leader.faction", SCOPE).run(RED, view(chief, again)) == "north"


@given(st.text(max_size=60))
def test_any_text_is_parsed_or_refused(text: str) -> None:
    try:
        parse(text)
    except ExprError as error:
        assert 1 <= error.column <= len(text) + 1


_WORDS = ["kind", "cost", "spell", "colors", "and", "or", "not", "==", "<", "in", "has", "within", "(", ")", "3"]
_WORDS += ["count(", "leader.", "faction", "|", "else", "+", "-", '"x"', "none", "ban", "sum(", "where", "main.name"]


@given(st.lists(st.sampled_from(_WORDS), max_size=12).map(" ".join))
def test_any_words_are_compiled_and_run_or_refused(text: str) -> None:
    """What compiles also runs, on every kind of card, without raising."""
    try:
        expr = compile_text(text, SCOPE)
    except ExprError:
        return
    if not expr.lists:
        for one in (*DECK, FAULTY, unknown("?")):
            expr.run(one, view(*DECK, FAULTY, unknown("?")))


def nested(calls: int, word: str = "count") -> str:
    """`count(count(… >= 1) >= 1)`."""
    inner = "cost >= 1"
    for number in range(calls):
        inner = f"{word if number else 'count'}({inner}) >= 1"
    return inner


@pytest.mark.parametrize("word", ["count", "different"])
def test_calls_over_the_deck_stand_inside_one_another_so_often(word: str) -> None:
    compile_text(nested(3, word), SCOPE)
    with pytest.raises(ExprError) as caught:
        compile_text(nested(4, word), SCOPE)
    assert caught.value.sentence == "expr.counts-deep"
    assert dict(caught.value.facts) == {"word": word, "limit": 3}
    # Side by side they are as many as one likes, and what counts nothing does not count.
    compile_text(" and ".join([nested(3)] * 4), SCOPE)
    compile_text(f"count({nested(2)} and main.size >= 1 and leader.cost >= 1)", SCOPE)


@pytest.mark.parametrize("call", ["sum(cost where INNER)", "largest(cost where INNER)", "side.count(not (INNER))"])
def test_a_guard_counts_as_what_it_guards(call: str) -> None:
    compile_text(call.replace("INNER", nested(2)), SCOPE)
    with pytest.raises(ExprError) as caught:
        compile_text(call.replace("INNER", nested(3)), SCOPE)
    assert caught.value.sentence == "expr.counts-deep"


def grown(levels: int, text: str) -> Scope:
    """Definitions, each of the one before."""
    scope = SCOPE
    for level in range(levels):
        expr = compile_text(text.replace("BEFORE", f"d{level - 1}") if level else "cost >= 1", scope)
        scope = replace(scope, defines={**scope.defines, f"d{level}": expr})
    return scope


def test_definitions_of_definitions_grow_so_large_and_so_deep() -> None:
    with pytest.raises(ExprError) as caught:
        grown(20, "BEFORE and BEFORE")
    assert (caught.value.sentence, caught.value.facts) == ("expr.defines-large", {"limit": 2000})
    with pytest.raises(ExprError) as caught:
        grown(300, "not BEFORE")
    assert (caught.value.sentence, caught.value.facts) == ("expr.defines-deep", {"limit": 250})
    # A comparison is 2 levels, each step adds 2: the definition, and what it stands in.
    assert len(grown(125, "not BEFORE").defines) == 125
    with pytest.raises(ExprError, match="defines-deep"):
        grown(126, "not BEFORE")
