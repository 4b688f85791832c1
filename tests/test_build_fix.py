"""Repairs: least by brute force for every kind of rule, and never more changes than it took to break a legal deck."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from kit import DAY, deck_of, shipped, tiny
from test_kernel import kinds

from deckcheck.build.fill import Aim, Filler
from deckcheck.build.fix import Repairer
from deckcheck.cards.pool import Card
from deckcheck.decks.deck import Deck, Entry, Ignore
from deckcheck.editing.changes import ADD, MOVE, REMOVE, Change, changed, counted
from deckcheck.report import DeckcheckError, Problem

KINDS = [kind for kind in kinds() if kind["kind"].split()[0] not in ("K12",)]
State = frozenset[tuple[Card, str, int]]


def entries_of(state: State, order: dict[Card, int]) -> tuple[Entry, ...]:
    spots = sorted(state, key=lambda spot: (order[spot[0]], spot[1]))
    return tuple(Entry(count, card.name, section, card) for card, section, count in spots)


def neighbours(state: State, cards: list[Card], sections: list[str]) -> Iterator[State]:
    """Every deck that is one copy added, removed or moved away."""
    counts = {(card, section): count for card, section, count in state}

    def changed(*steps: tuple[Card, str, int]) -> State:
        after = dict(counts)
        for card, section, step in steps:
            after[card, section] = after.get((card, section), 0) + step
        return frozenset((card, section, count) for (card, section), count in after.items() if count)

    for card in cards:
        for section in sections:
            yield changed((card, section, 1))
            if counts.get((card, section)):
                yield changed((card, section, -1))
                for other in sections:
                    if other != section:
                        yield changed((card, section, -1), (card, other, 1))


def least(repairer: Repairer, deck: Deck, most: int) -> int | None:
    """The fewest changes that make the deck legal, by trying all of them; None where it takes more than `most`."""
    game = repairer.checker.game
    looked = {section for rule in repairer.rules for section in rule.sections}
    sections = [s.id for s in game.sections.values() if not s.beside_deck or s.id in looked]
    cards = [card for card in repairer.pool if not card.unreadable]
    order = {card: number for number, card in enumerate(repairer.pool)}
    before = repairer.doubts(repairer.checker.judged(deck.entries), deck.entries)
    unknown = tuple(entry for entry in deck.entries if entry.card is None)
    seen = {frozenset((card, section, count) for (card, section), count in counted(deck.entries).items())}
    layer = list(seen)
    for depth in range(most + 1):
        if any(repairer.holds((*entries_of(state, order), *unknown), before) for state in layer):
            return depth
        if depth == most:
            return None
        reached = {after for state in layer for after in neighbours(state, cards, sections)} - seen
        seen |= reached
        layer = list(reached)
    return None


def decks_of(kind: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    return list(kind["decks"].items())


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind["kind"])
def test_least_by_brute_force(kind: dict[str, Any], tmp_path: Path) -> None:
    """The decks of every kind of rule, and decks that are a few cards away from them."""
    table = tiny(tmp_path, kind["schema"], kind["cards"], kind.get("lists", ()))
    dice = random.Random(kind["kind"])
    names, sections = [card.name for card in table.pool], list(table.game.sections)
    for deck in kind["decks"].values():
        checker = table.checker(deck.get("format"), deck.get("as_of", DAY), deck.get("params"))
        repairer = Repairer(checker, table.pool)
        lines = {key: value for key, value in deck.items() if key in sections}
        for lines_more in (0, 1, 2):
            tried = {key: list(value) for key, value in lines.items()}
            for _ in range(lines_more):
                tried.setdefault(dice.choice(sections), []).append(f"{dice.randint(1, 3)} {dice.choice(names)}")
            proved(repairer, deck_of(tried, table.game, table.pool))


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind["kind"])
def test_least_with_a_card_that_is_not_known(kind: dict[str, Any], tmp_path: Path) -> None:
    """It stays, counts as a card, and what it leaves open keeps nothing else from being mended."""
    table = tiny(tmp_path, kind["schema"], kind["cards"], kind.get("lists", ()))
    dice = random.Random(kind["kind"])
    names, sections = [card.name for card in table.pool], list(table.game.sections)
    for deck in kind["decks"].values():
        repairer = Repairer(table.checker(deck.get("format"), deck.get("as_of", DAY), deck.get("params")), table.pool)
        tried = {key: list(value) for key, value in deck.items() if key in sections}
        tried.setdefault(dice.choice(sections), []).append(f"{dice.randint(1, 2)} Zzzqq")
        tried.setdefault(dice.choice(sections), []).append(f"{dice.randint(1, 3)} {dice.choice(names)}")
        proved(repairer, deck_of(tried, table.game, table.pool))


def proved(repairer: Repairer, deck: Deck, most: int = 2) -> None:
    repair = repairer.repair(deck)
    fewest = least(repairer, deck, most)
    if repair.collision:
        assert fewest is None
        return
    if repair.unfixable:
        assert fewest is None
        repairer = Repairer(repairer.checker, repairer.pool, unfixable=repair.unfixable)
    before = repairer.doubts(repairer.checker.judged(deck.entries), deck.entries)
    assert repairer.holds(repair.deck.entries, before)
    if repair.unfixable:
        return
    assert repair.size == fewest if fewest is not None else repair.size > most, repair.changes
    assert all(change.rules for change in repair.changes)
    assert repairer.repair(deck) == repair
    assert not repairer.repair(repair.deck).changes


# -- decks of the games ------------------------------------------------------------------------------

GAMES = [
    ("venture", None),
    ("tresors-de-geek", None),
    ("clash-of-decks", "preconstructed"),
    ("yugioh", "tcg"),
    ("yugioh", "2003"),
]


@cache
def repairer_of(game: str, format_id: str | None) -> Repairer:
    table = shipped(game)
    return Repairer(table.checker(format_id), table.pool)


@cache
def legal_deck(game: str, format_id: str | None) -> Deck:
    table = shipped(game)
    empty = Deck("deck", game, format_id, None, ())
    return Filler(table.checker(format_id), table.pool, Aim()).fill(empty).deck


@pytest.mark.parametrize("ways", [1, 2, 3, 5, 8])
@pytest.mark.parametrize(("game", "format_id"), GAMES)
def test_no_more_changes_than_it_was_broken_in_ways(game: str, format_id: str | None, ways: int) -> None:
    repairer = repairer_of(game, format_id)
    dice = random.Random(f"{game} {ways}")
    cards = [card for card in repairer.pool if not repairer.checker.game.not_a_card(card)]
    sections = list(repairer.checker.game.sections)
    for _ in range(4):
        deck = legal_deck(game, format_id)
        for _ in range(ways):
            entry = dice.choice(deck.entries)
            card = dice.choice((dice.choice(cards), entry.card, entry.card))
            assert card is not None
            here, there = entry.section, dice.choice(sections)
            action = dice.choice((ADD, REMOVE, MOVE)) if card is entry.card else ADD
            section = there if action == ADD else here
            way = Change(action, 1, card.name, card, section, there if action == MOVE else None)
            deck = changed(deck, (way,)) if here != there or action != MOVE else deck
        repair = repairer.repair(deck)
        assert repair.size <= ways
        assert repairer.checker.check(repair.deck).legal


def test_the_deck_of_most_copies_and_the_earlier_lines_stay() -> None:
    table = shipped("venture")
    names = [card.name for card in table.pool if card.fields["rarity"] == "commune"]
    main = [*(f"3 {name}" for name in names[:16]), f"2 {names[16]}", f"1 {names[17]}"]
    deck = table.deck({"main": main, "side": [*(f"3 {name}" for name in names[18:21]), f"1 {names[21]}"]})
    repair = repairer_of("venture", None).repair(deck)
    assert [(c.action, c.count, c.name, c.section) for c in repair.changes] == [(REMOVE, 1, names[17], "main")]


def test_moving_goes_before_removing_and_where_the_card_belongs() -> None:
    table = shipped("yugioh")
    deck = legal_deck("yugioh", "tcg")
    (dragon,) = table.pool.find("Stardust Dragon")
    deck = changed(deck, (Change(ADD, 1, dragon.name, dragon, "main"),))
    (change,) = repairer_of("yugioh", "tcg").repair(deck).changes
    assert (change.action, change.section, change.to, change.rules) == (MOVE, "main", "extra", ("main-holds",))


def test_an_unknown_card_is_never_replaced_and_the_rest_is_mended() -> None:
    deck = legal_deck("venture", None)
    unknown = Entry(3, "Dragon de cendres", "main", None)
    one = deck.entries[0]
    assert one.card is not None
    more = replace(deck, entries=(*deck.entries[1:], unknown, replace(one, count=5)))
    problem = Problem("unknown-card", "unknown-card", cards=("Dragon de cendres",))
    repair = repairer_of("venture", None).repair(replace(more, problems=(problem,)))
    assert [(c.action, c.count, c.name) for c in repair.changes] == [(REMOVE, 2, one.name)]
    assert repair.unsettled == (problem,)
    assert unknown in repair.deck.entries


LED = """
card:
  required: [kind, color]
  properties:
    {name: {type: string}, kind: {enum: [leader, unit]}, rarity: {enum: [common, rare]}, color: {enum: [red, blue]}}
sections: {leader: {title: Leader, cards: 1}, main: {title: Main}}
rules:
  leader: {size: {in: leader, exactly: 1}, assumed: test}
  leader-kind: {only: {in: leader, of: kind == leader}, assumed: test}
  main-kind: {only: {in: main, of: kind == unit}, assumed: test}
  main-size: {size: {in: main, min: 8, max: 10}, assumed: test}
  copies: {copies: {in: main, max: {by: rarity, common: 3, rare: 1}}, assumed: test}
  reds: {count: {in: main, of: color == red, min: 2}, when: leader.color == blue, assumed: test}
  colors: {only: {in: main, of: color == leader.color}, assumed: test}
"""
LED_CARDS = """name,kind,rarity,color
Boss,leader,rare,red
Ant,unit,common,red
Bee,unit,common,red
Cat,unit,common,red
Dog,unit,rare,red
Eel,unit,common,blue
"""


@pytest.mark.parametrize(
    ("lines", "changes"),
    [
        ({"main": ["2 Zzzqq", "3 Ant", "3 Bee"]}, [(ADD, 1, "Boss", ("leader",))]),
        ({"main": ["2 Zzzqq", "3 Ant", "4 Bee"]}, [(REMOVE, 1, "Bee", ("copies",)), (ADD, 1, "Boss", ("leader",))]),
        ({"main": ["5 Zzzqq", "3 Ant", "3 Eel"]}, [(REMOVE, 3, "Eel", ("colors",)), (ADD, 1, "Boss", ("leader",))]),
        (
            {"leader": ["1 Boss"], "main": ["1 Zzzqq", "6 Ant", "6 Bee", "4 Cat", "3 Dog"]},
            [(REMOVE, 3, "Ant"), (REMOVE, 3, "Bee"), (REMOVE, 3, "Dog"), (REMOVE, 1, "Cat")],
        ),
    ],
)
def test_beside_an_unknown_card_all_else_is_mended(
    lines: dict[str, list[str]], changes: list[tuple[object, ...]], tmp_path: Path
) -> None:
    """Whatever else is wrong, the leader that is missing too: rules of which the unknown card leaves something open."""
    table = tiny(tmp_path, LED, LED_CARDS)
    repair = Repairer(table.checker(), table.pool).repair(table.deck(lines))
    made = {(c.action, c.count, c.name, c.rules)[: len(changes[0])] for c in repair.changes}
    assert made == set(changes)
    assert [problem.rule for problem in repair.unsettled] == ["unknown-card"]
    assert not table.checker().judged(repair.deck.entries).problems


def test_what_unknown_cards_break_keeps_nothing_else_from_being_mended() -> None:
    """Two copies of an unknown card, where one is allowed, stay and are told; the others are held to the rule."""
    table = shipped("clash-of-decks")
    repair = repairer_of("clash-of-decks", "draft").repair(table.deck({"main": ["2 Zork", "3 Baron", "1 Brute"]}))
    taken = [(c.action, c.count, c.name, c.rules) for c in repair.changes if c.action == REMOVE]
    assert taken == [(REMOVE, 2, "Baron", ("deck-size", "one-copy"))]
    assert [(p.rule, p.cards) for p in repair.unsettled] == [("unknown-card", ("Zork",)), ("one-copy", ("Zork",))]
    assert repair.size == 6
    filled = Filler(table.checker("draft"), table.pool, Aim()).fill(table.deck({"main": ["2 Zork", "1 Baron"]}))
    assert (filled.size, len(filled.changes), filled.collision) == (5, 5, ())
    impossible = Filler(table.checker("draft"), table.pool, Aim()).fill(table.deck({"main": ["1 Zork", "2 Baron"]}))
    assert impossible.collision == ("one-copy",)


def test_a_card_whose_limit_is_not_known_is_left_out_of_its_rule_alone(tmp_path: Path) -> None:
    table = tiny(tmp_path, LED, f"{LED_CARDS}Ink,unit,purple,red\nHog,unit,,red\n")
    main = ["6 Ant", "5 Bee", "4 Cat", "1 Ink", "1 Hog"]
    repair = Repairer(table.checker(), table.pool).repair(table.deck({"leader": ["1 Boss", "2 Zzzqq"], "main": main}))
    assert {p.rule for p in table.checker().judged(repair.deck.entries).problems} == {"leader"}
    assert repair.unfixable == {"leader"}


MILD = """
card: {required: [kind], properties: {name: {type: string}, kind: {enum: [leader, unit]}}}
sections: {leader: {title: Leader, cards: 1}, main: {title: Main}}
rules:
  size: {size: {in: all, exactly: 8}, assumed: test}
  copies: {copies: {in: all, max: 3}, assumed: test}
  leader: {size: {in: leader, max: 1}, assumed: test}
  led: {size: {in: leader, min: 1}, severity: info, assumed: test}
  pairs: {copies: {in: all, max: 2}, severity: warning, assumed: test}
  units: {count: {in: main, of: kind == leader, one_of: [0, 2]}, severity: warning, assumed: test}
"""


@pytest.mark.parametrize(
    "main", [["3 Ant", "2 Bee"], ["2 Ant", "2 Boss"], ["3 Boss", "5 Ant"], ["3 Ant", "7 Bee", "1 Boss"]]
)
def test_of_as_small_changes_those_that_break_the_fewest_warnings(main: list[str], tmp_path: Path) -> None:
    """By trying all of them: as few warnings as can be with the fewest changes, and then as few remarks."""
    table = tiny(tmp_path, MILD, "name,kind\nAnt,unit\nBee,unit\nBoss,leader\n")
    deck, repairer = table.deck({"main": main}), Repairer(table.checker(), table.pool)
    cards, sections = list(table.pool), list(table.game.sections)
    order = {card: number for number, card in enumerate(cards)}
    reached = {frozenset((card, section, count) for (card, section), count in counted(deck.entries).items())}
    while not (
        legal := [entries_of(state, order) for state in reached if not broken(repairer, entries_of(state, order), "e")]
    ):
        reached = {after for state in reached for after in neighbours(state, cards, sections)}
    repair = repairer.repair(deck)
    assert not broken(repairer, repair.deck.entries, "e")
    found = [broken(repairer, repair.deck.entries, severity) for severity in "wi"]
    assert found == min([broken(repairer, entries, severity) for severity in "wi"] for entries in legal)


def broken(repairer: Repairer, entries: tuple[Entry, ...], severity: str) -> int:
    """How far the problems of a severity, given by its first letter, are over or under their limits."""
    problems = (p for p in repairer.checker.judged(entries).problems if p.severity.startswith(severity))
    limits = ((p.found or 0, p.limit if isinstance(p.limit, tuple) else (p.limit or 0,)) for p in problems)
    return sum(min(abs(found - limit) for limit in allowed) for found, allowed in limits)


def test_a_copy_that_a_warning_speaks_of_is_not_added() -> None:
    table = shipped("clash-of-decks")
    names = [card.name for card in table.pool][:6]
    repair = repairer_of("clash-of-decks", None).repair(table.deck({"main": [f"1 {name}" for name in names]}))
    assert repair.size == 2
    assert not table.checker().check(repair.deck).problems


def test_a_rule_that_the_deck_ignores_forces_nothing() -> None:
    deck = legal_deck("venture", None)
    first = deck.entries[0]
    more = replace(deck, entries=(replace(first, count=5), *deck.entries[1:]))
    assert repairer_of("venture", None).repair(more).changes
    ignoring = replace(more, ignore=(Ignore("rarity-copies", "kitchen table"),))
    assert not repairer_of("venture", None).repair(ignoring).changes


def test_lines_that_are_no_cards_are_taken_out() -> None:
    table = shipped("yugioh")
    token = next(card for card in table.pool if table.game.not_a_card(card))
    names = [f"{e.count} {e.shown}" for e in legal_deck("yugioh", "tcg").entries]
    deck = table.deck({"main": [*names, f"1 {token.name}"]})
    repair = repairer_of("yugioh", "tcg").repair(deck)
    assert [(c.card, c.rules) for c in repair.changes] == [(None, ("not-a-card",))]
    assert table.checker("tcg").check(repair.deck).legal


def test_rules_that_collide_are_found(tmp_path: Path) -> None:
    schema = """
card: {required: [cost], properties: {name: {type: string}, cost: {type: integer, minimum: 0}}}
sections: {main: {title: Main}, side: {title: Side}}
rules:
  size: {size: {in: main, min: 10}, assumed: test}
  three: {copies: {in: main, max: 3}, assumed: test}
  cheap: {only: {in: main, of: cost <= 2}, assumed: test}
  side: {size: {in: side, max: 3}, assumed: test}
"""
    table = tiny(tmp_path, schema, "name,cost\nAnt,1\nBee,2\nCat,2\nDog,3\n")
    repair = Repairer(table.checker(), table.pool).repair(table.deck({"main": ["3 Ant"]}))
    assert (repair.changes, repair.collision) == ((), ("size", "three", "cheap"))


def test_a_rule_that_rows_do_not_say_is_met_by_trying(tmp_path: Path) -> None:
    schema = """
card: {properties: {name: {type: string}, kind: {enum: [a, b]}}}
sections: {main: {title: Main}}
rules:
  product: {size: {in: main, max: 'main.count(kind == a) * main.count(kind == b)'}, assumed: test}
  size: {size: {in: main, min: 3, max: 6}, assumed: test}
"""
    table = tiny(tmp_path, schema, "name,kind\nAnt,a\nBee,b\n")
    repairer = Repairer(table.checker(), table.pool)
    for lines in (["3 Ant"], ["1 Ant", "1 Bee"], ["5 Bee"], ["9 Ant", "1 Bee"]):
        proved(repairer, table.deck({"main": lines}), 4)


def test_without_the_solver_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "highspy", None)
    table = shipped("venture")
    with pytest.raises(DeckcheckError) as told:
        Repairer(table.checker(), table.pool).repair(table.deck({"main": ["3 Veilleur"]}))
    assert (told.value.sentence, told.value.facts["extra"]) == ("usage.extra-missing", "solve")


@pytest.mark.parametrize(
    "rule",
    [
        "copies: {in: main, max: power}",
        "copies: {in: main, max: power - main.count(power < 2)}",
        "copies: {in: main, max: {by: kind, a: cap, else: power}}",
        "copies: {in: main, max: cap}",
        "count: {in: main, of: given(kind), per: kind, max: cap}",
        "sum: {in: main, over: name, what: 1 + power, max: main.count(power > 9) - 1}",
        "different: {in: main, per: kind, max: main.count(power > 9) - 1}",
    ],
)
def test_a_limit_below_zero_asks_nothing_of_cards_that_are_not_there(rule: str, tmp_path: Path) -> None:
    schema = f"""
card: {{properties: {{name: {{type: string}}, kind: {{enum: [a, b]}}, power: {{type: integer}}}}}}
sections: {{main: {{title: Main}}, side: {{title: Side}}}}
params: {{cap: -1}}
rules:
  few: {{{rule}, assumed: test}}
  side: {{size: {{in: side, max: 1}}, assumed: test}}
"""
    table = tiny(tmp_path, schema, "name,kind,power\nAnt,a,-1\nBee,b,2\nCat,,-3\n")
    repairer = Repairer(table.checker(), table.pool)
    for lines in (["1 Ant"], ["1 Ant", "1 Bee"], ["2 Cat"], ["1 Cat", "1 Ant"]):
        proved(repairer, table.deck({"main": lines}), 3)


COPIES = ["name", "clans", "clans else name", "twin", "twin else name", "clans | twin", "name | twin", "name | clans"]


@pytest.mark.parametrize("copy", COPIES)
def test_a_card_of_a_class_may_stand_for_any_other_of_it(copy: str, tmp_path: Path) -> None:
    """Whatever makes copies: a few of each class are all that a repair looks at, so its proof rests on that."""
    schema = f"""
copy: {copy}
card:
  properties: {{name: {{type: string}}, clans: {{type: array, items: {{type: string}}}}, twin: {{type: string}}}}
sections: {{main: {{title: Main}}}}
rules:
  two: {{copies: {{in: main, max: 2}}, assumed: test}}
  few: {{different: {{in: main, max: 3}}, assumed: test}}
  size: {{size: {{in: main, max: 2 * main.different()}}, assumed: test}}
"""
    dice = random.Random(copy)
    rows = ["name,clans,twin"]
    for number in range(24):
        clans = [*dice.sample(["Ash", "Bay", "C1"], dice.choice((0, 0, 1, 2))), *[f"own{number}"] * dice.randrange(2)]
        rows.append(f"C{number},{';'.join(clans)},{dice.choice(('', '', f'own{number}', 'C2', 'Ash'))}")
    table = tiny(tmp_path, schema, "\n".join(rows) + "\n")
    classes = Repairer(table.checker(), table.pool).classes.members.values()
    pairs = [(one, other) for cards in classes for one, other in pairwise(cards)]
    assert pairs
    for one, other in pairs:
        rest = [card for card in table.pool if card not in (one, other)]
        for _ in range(8):
            lines = [f"{dice.randint(1, 2)} {card.name}" for card in dice.sample(rest, 3)]
            count = dice.randint(1, 3)
            found = [
                sorted(
                    (p.rule, p.found, p.limit) for p in table.check({"main": [*lines, f"{count} {card.name}"]}).problems
                )
                for card in (one, other)
            ]
            assert found[0] == found[1], (one.name, other.name, lines)


def test_where_most_cards_share_a_copy_key_the_others_are_found(tmp_path: Path) -> None:
    schema = """
copy: clans
card: {properties: {name: {type: string}, clans: {type: array, items: {type: string}}}}
sections: {main: {title: Main}}
rules:
  one: {copies: {in: main, max: 1}, assumed: test}
  size: {size: {in: main, exactly: 3}, assumed: test}
"""
    rows = [f"C{number},crowd;own{number}" for number in range(300)] + ["D1,left", "D2,right"]
    table = tiny(tmp_path, schema, "name,clans\n" + "\n".join(rows) + "\n")
    deck = table.deck({"main": ["1 C9"]})
    assert sorted(c.card.name for c in Repairer(table.checker(), table.pool).repair(deck).changes if c.card) == [
        "D1",
        "D2",
    ]
    assert Filler(table.checker(), table.pool, Aim()).fill(deck).size == 2
