"""Every rule of every shipped game just below, at and just above each of its limits.

A row names the rule, by its game and the format that says it, and the smallest decks that tell: `{n}`
stands for the number that moves, `ok` are its values that keep the rule, `bad` those that break it.
Nothing is asked of the other rules. A row is tried in every format in which the rule is in force.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import pytest
from kit import DAY, LIBRARY, deck_of, shipped, told

from deckcheck.cards.pool import Card
from deckcheck.decks.deck import Entry
from deckcheck.report import DeckcheckError


@dataclass(frozen=True)
class Row:
    """Decks are sections after one another, `main: 2 A + 1 B; side: 1 C`; 0 copies are left out."""

    game: str
    setter: str | None
    rule: str
    deck: str
    ok: tuple[int, ...]
    bad: tuple[int, ...]
    params: dict[str, str] = field(default_factory=dict)
    as_of: str = DAY


def venture() -> Iterator[Row]:
    def row(rule: str, deck: str, ok: tuple[int, ...], bad: tuple[int, ...], **more: Any) -> Row:
        return Row("venture", None, rule, deck, ok, bad, **more)

    yield row("main-size", "main: {n} Veilleur", (40, 41, 49, 50), (0, 39, 51))
    yield row("side-size", "side: {n} Veilleur", (0, 1, 9, 10), (11,))
    strict = {"strict_side": "true"}
    yield row("side-full", "side: {n} Veilleur", (0, 10), (1, 9, 11), params=strict)
    yield row("side-full", "side: {n} Veilleur", (0, 1, 9, 10, 11), ())
    for limit, card in ((3, "Veilleur"), (2, "Archiviste borgne"), (1, "Mère des orages")):
        around = (tuple(range(limit + 1)), (limit + 1, limit + 2))
        yield row("rarity-copies", f"main: {{n}} {card}", *around)
        yield row("rarity-copies", f"side: {{n}} {card}", *around)
        yield row("rarity-copies", f"main: 1 {card}; side: {{n}} {card}", tuple(range(limit)), (limit, limit + 1))
        if limit > 1:
            yield row("rarity-copies", f"main: {{n}} {card}; side: 1 {card}", tuple(range(limit)), (limit,))


def tresors() -> Iterator[Row]:
    def row(rule: str, deck: str, ok: tuple[int, ...], bad: tuple[int, ...]) -> Row:
        return Row("tresors-de-geek", None, rule, deck, ok, bad)

    hero, thing, place = "Barbare en chaussons", "Thermos de café éternel", "Cave du club de jeu"
    bonus = ("Pizza livrée à temps", "Relance négociée", "Pouce levé du public")
    smash = ("Partie de trente heures", "Cumul de macros", "Concert de minuit")
    yield row("deck-size", f"main: {{n}} {hero}", (26,), (0, 25, 27))
    yield row("deck-size", f"leader: 1 {hero}; terrain: 1 {place}; main: {{n}} {thing}", (24,), (23, 25))
    for limit, card in ((3, hero), (3, thing), (3, place), (1, bonus[0]), (1, smash[0])):
        yield row("copies", f"main: {{n}} {card}", tuple(range(limit + 1)), (limit + 1,))
        yield row("copies", f"leader: 1 {card}; main: {{n}} {card}", tuple(range(limit)), (limit,))
        yield row("copies", f"terrain: 1 {card}; main: {{n}} {card}", tuple(range(limit)), (limit,))
    for rule, (one, two, three) in (("bonus-different", bonus), ("smash-different", smash)):
        yield row(rule, f"main: {{n}} {one}", (0, 1, 3), ())
        yield row(rule, f"main: 1 {one} + {{n}} {two}", (0, 1, 3), ())
        yield row(rule, f"main: 1 {one} + 1 {two} + {{n}} {three}", (0,), (1, 2))
    yield row("leader-possible", f"main: 1 {thing} + {{n}} {hero}", (1, 2), (0,))
    yield row("leader-possible", f"leader: {{n}} {hero}", (1,), ())
    yield row("terrain-possible", f"main: 1 {thing} + {{n}} {place}", (1, 2), (0,))
    yield row("terrain-possible", f"terrain: {{n}} {place}", (1,), ())
    yield row("leader-one", f"leader: {{n}} {hero}", (0, 1), (2,))
    yield row("terrain-one", f"terrain: {{n}} {place}", (0, 1), (2,))
    yield row("leader-named", f"main: 1 {thing}; leader: {{n}} {hero}", (1, 2), (0,))
    yield row("terrain-named", f"main: 1 {thing}; terrain: {{n}} {place}", (1, 2), (0,))
    yield row("leader-kind", f"leader: {{n}} {hero}", (1,), ())
    yield row("terrain-kind", f"terrain: {{n}} {place}", (1,), ())
    for other in (thing, bonus[0], smash[0]):
        yield row("leader-kind", f"main: 1 {hero}; leader: {{n}} {other}", (0,), (1,))
        yield row("terrain-kind", f"main: 1 {hero}; terrain: {{n}} {other}", (0,), (1,))
    yield row("leader-kind", f"main: 1 {hero}; leader: {{n}} {place}", (0,), (1,))
    yield row("terrain-kind", f"main: 1 {place}; terrain: {{n}} {hero}", (0,), (1,))
    needs = next(card.fields["needs"] for card in shipped("tresors-de-geek").pool if card.name == smash[0])
    assert isinstance(needs, tuple)
    first, second = needs
    yield row("smash-partners", f"main: {{n}} {smash[0]}", (0,), (1,))
    yield row("smash-partners", f"main: 1 {smash[0]} + 1 {first} + {{n}} {second}", (1,), (0,))
    yield row("smash-partners", f"main: 1 {smash[0]} + {{n}} {first}; leader: 1 {second}", (1,), (0,))


def clash() -> Iterator[Row]:
    def row(setter: str | None, rule: str, deck: str, ok: tuple[int, ...], bad: tuple[int, ...]) -> Row:
        return Row("clash-of-decks", setter, rule, deck, ok, bad)

    yield row(None, "deck-size", "main: {n} Baron", (8,), (0, 7, 9))
    for setter in (None, "draft", "preconstructed"):
        yield row(setter, "one-copy", "main: {n} Baron + 7 Boom!", (), (0, 1, 2))
        yield row(setter, "one-copy", "main: {n} Baron + 1 Boom!", (0, 1), (2,))
    yield row("preconstructed", "known-card", "main: 1 Baron + {n} Œuf de phœnix", (0,), (1, 2))
    decks = {}
    for card in shipped("clash-of-decks").pool:
        value = shipped("clash-of-decks").checker("preconstructed").columns["preconstructed"].value(lying(card))
        if value is not None:
            decks.setdefault(str(value), card.name)
    one, two, three, four = (decks[name] for name in sorted(decks))
    for other in (two, three, four):
        yield row("preconstructed", "one-deck", f"main: 1 {one} + {{n}} {other}", (0,), (1, 2))


def yugioh() -> Iterator[Row]:
    def row(setter: str | None, rule: str, deck: str, ok: tuple[int, ...], bad: tuple[int, ...], **more: Any) -> Row:
        return Row("yugioh", setter, rule, deck, ok, bad, **more)

    elf, dragon = "Gemini Elf", "Thousand Dragon"
    yield row(None, "main-size", f"main: {{n}} {elf}", (40, 41, 59, 60), (0, 39, 61))
    yield row("2003", "main-size", f"main: {{n}} {elf}", (40, 61, 500), (0, 39))
    yield row(None, "extra-size", f"extra: {{n}} {dragon}", (0, 14, 15), (16,))
    for setter in (None, "goat", "edison"):
        yield row(setter, "side-size", f"side: {{n}} {elf}", (0, 14, 15), (16,))
    yield row("2003", "side-size", f"main: 1 {elf}; side: {{n}} {elf}", (0, 15), (1, 14, 16))
    yield row("goat", "side-full", f"main: 1 {elf}; side: {{n}} {elf}", (0, 15), (1, 14, 16))
    beyond = {
        "fusion": dragon,
        "synchro": "Black Rose Dragon",
        "xyz": "Baby Tiragon",
        "link": "Akashic Magician",
        "fusion_pendulum": "Odd-Eyes Venom Dragon",
        "synchro_pendulum": "Nirvana High Paladin",
        "xyz_pendulum": "Odd-Eyes Rebellion Dragon",
    }
    within = {
        "normal": elf,
        "effect": "Jinzo",
        "ritual": "Dokurorider",
        "spell": "Fissure",
        "trap": "Waboku",
        "normal_pendulum": "Flash Knight",
        "effect_pendulum": "Odd-Eyes Pendulum Dragon",
        "ritual_pendulum": "Sosei Ryu-Ge Mistva",
    }
    for setter in (None, "2003"):
        for card in beyond.values():
            yield row(setter, "main-holds", f"main: 1 {elf} + {{n}} {card}", (0,), (1, 2))
        for card in within.values():
            yield row(setter, "main-holds", f"main: {{n}} {card}", (1,), ())
            yield row(setter, "extra-holds", f"main: 1 {elf}; extra: {{n}} {card}", (0,), (1, 2))
        for frame, card in beyond.items():
            kept = ((1,), ()) if setter is None or frame == "fusion" else ((), (1,))
            yield row(setter, "extra-holds", f"main: 1 {elf}; extra: {{n}} {card}", *kept)
        yield row(setter, "three", f"main: {{n}} {elf}", (1, 2, 3), (4,))
        yield row(setter, "three", f"main: 1 {elf}; side: {{n}} {elf}", (1, 2), (3,))
        yield row(setter, "three", f"extra: 1 {dragon}; side: {{n}} {dragon}", (1, 2), (3,))
        yield row(setter, "three", "main: 1 Harpie Lady + 1 Harpie Lady 1; side: {n} Cyber Harpie Lady", (0, 1), (2,))
    limits = {  # of the list that each format is bound to: a card for each limit
        None: {0: "Confiscation", 1: "Card Destruction"},
        "goat": {0: "Confiscation", 1: "Card Destruction", 2: "Creature Swap", 3: elf},
        "2003": {1: "Card Destruction", 2: "Creature Swap"},
        "traditional": {1: "Confiscation"},
    }
    for setter, cards in limits.items():
        more = {"params": {"player_list": "true"}} if setter == "2003" else {}
        for limit, card in cards.items():
            around = (tuple(range(limit + 1)), (limit + 1, limit + 2))
            yield row(setter, "limitation", f"main: 1 Fissure + {{n}} {card}", *around, **more)
            if limit:
                yield row(setter, "limitation", f"main: 1 {card}; side: {{n}} {card}", (limit - 1,), (limit,), **more)
    yield row(None, "limitation", f"main: {{n}} {elf}", (3, 9), ())
    yield row("traditional", "limitation", "main: {n} Card Destruction", (0, 1), (2,))
    yield row("goat", "limitation", "main: 1 Fissure + {n} Stardust Dragon", (0,), (1,))
    yield row("2003", "limitation", "main: {n} Card Destruction", (0, 1, 2, 3), ())
    # Released: known not to be; then not known any more.
    yield row("tcg", "released", f"main: 1 {elf} + {{n}} Fiend's Mirror", (0,), (1,))
    yield row("tcg", "released", f"main: 1 {elf} + {{n}} Mind Scan", (0, 1), ())
    yield row("tcg", "released", f"main: 1 {elf} + {{n}} Mind Scan", (0,), (1,), as_of="2026-08-22")
    yield row("tcg", "released-since", f"main: 1 {elf} + {{n}} Mind Scan", (0,), (1,))
    yield row("tcg", "released-since", f"main: 1 {elf} + {{n}} Mind Scan", (0, 1), (), as_of="2026-08-22")
    yield row("ocg", "released", f"main: 1 {elf} + {{n}} WINDS OF VICTORY", (0, 1), ())
    yield row("ocg", "released", f"main: 1 {elf} + {{n}} WINDS OF VICTORY", (0,), (1,), as_of="2026-08-22")
    yield row("ocg", "released-since", f"main: 1 {elf} + {{n}} WINDS OF VICTORY", (0,), (1,))
    printed = "Akz, the Pumer"  # 2010-05-06 in the TCG
    yield row("tcg", "printed", f"main: 1 {elf} + {{n}} {printed}", (0,), (1,), as_of="2010-04-24")  # a pool lacks it
    yield row("tcg", "printed", f"main: 1 {elf} + {{n}} {printed}", (0, 1), (), as_of="2010-04-25")
    yield row("tcg", "printed-alone", f"main: 1 {elf} + {{n}} {printed}", (0, 1), (), as_of="2010-04-24")
    yield row("tcg", "printed-alone", f"main: 1 {elf} + {{n}} {printed}", (0,), (1,), as_of="2010-05-05")
    yield row("tcg", "printed-alone", f"main: 1 {elf} + {{n}} {printed}", (0, 1), (), as_of="2010-05-06")
    first = next(str(c.fields["first_ocg"]) for c in shipped("yugioh").pool if c.name == printed)
    yield row("ocg", "printed", f"main: 1 {elf} + {{n}} {printed}", (0, 1), (), as_of=max(first, "2013-09-01"))
    late = max(
        (c for c in shipped("yugioh").pool if c.fields.get("first_ocg")), key=lambda c: str(c.fields["first_ocg"])
    )
    yield row("ocg", "printed", f"main: 1 {elf} + {{n}} {late.name}", (0,), (1,), as_of="2013-09-01")
    undated = "Aiwass, Divine Spirit of the Law"
    yield row("tcg", "print-unknown", f"main: 1 {elf} + {{n}} {undated}", (0,), (1,), as_of="2026-01-21")
    yield row("tcg", "print-unknown", f"main: 1 {elf} + {{n}} {undated}", (0, 1), (), as_of="2026-01-22")
    for setter in ("2003", "edison"):
        yield row(setter, "pool-unknown", f"main: 1 {elf} + {{n}} {undated}", (0,), (1,))
        yield row(setter, "pool-unknown", f"main: {{n}} {undated}", (0, 1), ())
    yield row("edison", "pool", f"main: 1 {elf} + {{n}} {printed}", (0,), (1,))
    yield row("edison", "pool", f"main: 1 {elf} + {{n}} {printed}", (0, 1), (), params={"pool_until": "2010-05-06"})
    yield row("2003", "pool", f"main: 1 {elf} + {{n}} Elemental HERO Stratos", (0,), (1,))
    yield row("2003", "pool", f"main: 1 {elf} + {{n}} Black Luster Ritual", (0, 1), ())
    yield row("2003", "pool-alone", f"main: 1 {elf} + {{n}} Black Luster Ritual", (0,), (1,))
    yield row("2003", "pool-alone", "main: {n} Black Luster Ritual", (1,), (), params={"pool_until": "2004-01-01"})
    yield row("2003", "pool-alone", f"main: 1 {elf} + {{n}} Elemental HERO Stratos", (0, 1), ())
    # Points: 1, 3 and 33 a copy; the cap is 100.
    yield row("genesys", "points", "main: 3 Cyber Jar + {n} Dark Hole", (0, 1), (2,))
    yield row("genesys", "points", "main: 3 Cyber Jar; side: {n} Dark Hole", (0, 1), (2,))
    yield row("genesys", "points", "main: 2 Cyber Jar + 11 Change of Heart + {n} Dark Hole", (0, 1), (2,))
    yield row("genesys", "points", "main: {n} Cyber Jar", (1,), (2,), params={"cap": "33"})
    yield row("genesys", "no-link", f"main: 1 {elf}; extra: {{n}} {beyond['link']}", (0,), (1,))
    yield row("genesys", "no-link", f"main: 1 {elf}; extra: {{n}} {beyond['xyz']}", (0, 1), ())
    for frame, card in {**beyond, **within}.items():
        kept = ((0,), (1,)) if frame.endswith("pendulum") else ((1,), ())
        yield row("genesys", "no-pendulum", f"main: 1 Fissure + {{n}} {card}", *kept)


ROWS = {"venture": venture, "tresors-de-geek": tresors, "clash-of-decks": clash, "yugioh": yugioh}
FORMATS = [(game_id, form) for game_id in LIBRARY.game_ids() for form in (LIBRARY.game(game_id).formats or (None,))]


def lying(card: Card) -> Entry:
    return Entry(1, card.name, "main", card)


def sections(text: str, number: int) -> dict[str, list[str]]:
    """The deck of a row; lines of no copies are left out."""
    deck: dict[str, list[str]] = {}
    for part in text.format(n=number).split("; "):
        section, _, lines = part.partition(": ")
        deck[section] = [line for line in lines.split(" + ") if not line.startswith("0 ")]
    return deck


@cache
def rows(game_id: str) -> tuple[Row, ...]:
    return tuple(ROWS[game_id]())


def setters(game_id: str, form: str | None) -> dict[str, str | None]:
    return {rule.id: rule.setter for rule in LIBRARY.game(game_id).rulesets[form].rules}


@pytest.mark.parametrize(("game_id", "form"), FORMATS, ids=[f"{g}-{f}" if f else g for g, f in FORMATS])
def test_limits(game_id: str, form: str | None) -> None:
    table, rules = shipped(game_id), setters(game_id, form)
    wrong = []
    for row in rows(game_id):
        if rules.get(row.rule, "-") != row.setter:
            continue
        try:
            checker = table.checker(form, row.as_of, row.params)
        except DeckcheckError as error:
            assert error.sentence == "usage.no-version"  # the format is younger than the row
            continue
        for number in (*row.ok, *row.bad):
            deck = deck_of(sections(row.deck, number), table.game, table.pool)
            assert not [p for p in deck.problems if p.rule != "empty"], row
            found = [p for p in checker.judged(deck.entries).problems if p.rule == row.rule]
            if bool(found) is not (number in row.bad):
                wrong.append((row.rule, row.deck, number, [told(p) for p in found]))
    assert not wrong


@pytest.mark.parametrize(("game_id", "form"), FORMATS, ids=[f"{g}-{f}" if f else g for g, f in FORMATS])
def test_every_rule_is_kept_and_broken_by_a_row(game_id: str, form: str | None) -> None:
    kept = {(row.rule, row.setter) for row in rows(game_id) if row.ok}
    broken = {(row.rule, row.setter) for row in rows(game_id) if row.bad}
    rules = set(setters(game_id, form).items())
    assert rules - kept == set()
    assert rules - broken == set()


@pytest.mark.parametrize("game_id", ROWS)
def test_every_row_is_of_a_rule(game_id: str) -> None:
    known = {rule for form in LIBRARY.game(game_id).rulesets for rule in setters(game_id, form).items()}
    assert {(row.rule, row.setter) for row in rows(game_id)} <= known


@pytest.mark.parametrize("game_id", ROWS)
def test_every_row_of_a_table_is_tried(game_id: str) -> None:
    """Each value of a table of limits is that of a card some row breaks the rule with."""
    table = shipped(game_id)
    for ruleset in table.game.rulesets.values():
        for rule in ruleset.rules:
            for limit in (limit for bound in rule.bounds for limit in bound.limits if limit.op == "table"):
                field_name = limit.parts[0].word
                values = set()
                for row in rows(game_id):
                    if (row.rule, row.setter) == (rule.id, rule.setter) and row.bad:
                        entries = deck_of(sections(row.deck, row.bad[0]), table.game, table.pool).entries
                        values |= {e.card.fields.get(field_name) for e in entries if e.card}
                assert set(limit.choices or ()) - {"else"} <= values
