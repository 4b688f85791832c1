"""The play section of a schema: what is wrong in it is told at its line, and what it says is taken as said."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from kit import LIBRARY, Table, shipped, tiny

from deckcheck.cards.pool import Card
from deckcheck.chance.classes import value_of
from deckcheck.decks.deck import Entry
from deckcheck.engine.layout import as_set_up, lay_out
from deckcheck.engine.play_plan import Play, Repeat
from deckcheck.engine.read import play_problems, read_plan, with_policy
from deckcheck.engine.scope import compile_table
from deckcheck.expr import ExprError
from deckcheck.goldfish.play import Run, play
from deckcheck.report import DeckcheckError
from deckcheck.rules.view import DeckView
from deckcheck.wording import message

HEAD = """
sections: {main: {title: Deck}, side: {title: Side}}
card:
  required: [name]
  properties:
    name: {type: string}
    kind: {enum: [imp, bolt]}
    cost: {type: integer}
    tags: {type: array, items: {type: string}}
    seek: {type: string}
rules: {size: {size: {in: main, min: 1}, assumed: a deck holds a card}}
"""
PLAY = """play:
  options:
    size: {value: 3, min: 1, max: 5, assumed: cards of the first hand}
    mood: {value: calm, one_of: [calm, wild]}
  zones: {hand: , field: kind == imp}
  won: damage >= 9
  setup:
    - draw: {n: size}
  turn:
    - draw: {n: 1, lose: empty}
    - refill: {mana: "min(turn, 3)"}
    - play: {name: call, of: kind == imp, to: field, order: -cost, pay: {mana: cost}}
    - attack: {with: field, sum: cost}
"""
CARDS = "name,kind,cost,tags,seek\nImp,imp,1,,\nOgre,imp,3,,\nBolt,bolt,0,,\nRune,bolt,,,\n"


def game(folder: Path, text: str = PLAY) -> Table:
    return tiny(folder, HEAD + text, CARDS)


def problems(folder: Path, text: str) -> list[str]:
    return [f"{p.place.line}:{p.place.column} {message(p)}" for p in play_problems(game(folder, text).game)]


def changed(old: str, new: str) -> str:
    assert old in PLAY
    return PLAY.replace(old, new, 1)


def test_all_shipped_play_sections_are_sound() -> None:
    for game_id in LIBRARY.game_ids():
        assert not play_problems(LIBRARY.game(game_id))


def test_the_section_that_the_mistakes_are_put_into_is_sound(tmp_path: Path) -> None:
    assert problems(tmp_path, PLAY) == []


WRONG = [
    ("- attack:", "- atack:", "there is no step atack; did you mean attack?"),
    ("- draw: {n: 1, lose: empty}", "- draw", "a step is one word with its options"),
    ("{n: 1, lose: empty}", "{n: 1, loose: empty}", "loose"),
    ("{n: 1, lose: empty}", "{lose: empty}", "n"),
    ("lose: empty", "lose: never", "never"),
    ("{n: 1,", "{n: hand.size,", "n must be the same in all games"),
    ("to: field", "to: feld", "feld"),
    ("of: kind == imp, to", "of: kind == ump, to", "ump"),
    ("sum: cost", "sum: cost, passes: cost > 1", "`passes` and `lends` need `settled: true`"),
    ("sum: cost", "sum: cost, walls: [3, hand.size]", "walls must be the same in all games"),
    ("of: kind == imp, to", "of: field.size > 1, to", "field"),
    ("pay: {mana: cost}", "pay: {mana: kind}", "number"),
    ("pay: {mana: cost}", "pay: cost", "pay"),
    ("order: -cost", "order: [-cots]", "cots"),
    ('mana: "min(turn, 3)"', "mana: cost", "cost of a card can only be read inside count or sum"),
    ("sum: cost", "sum: hand.size", "hand"),
    ("zones: {hand: , field: kind == imp}", "zones: {field: kind == imp}", "`hand`"),
    ("size: {value: 3,", "size: {", "option size needs a `value`"),
    ("won: damage >= 9", "wun: damage >= 9", "wun"),
    ("won: damage >= 9", "won: 9", "yes or no"),
    ("order: -cost, ", "replace: true, ", "`replace`"),
    ("order: -cost, ", "first_of: [], ", "`first_of`"),
    ("order: -cost, ", "when: phase == dusk, ", "phase"),
    ("- draw: {n: size}", "- mulligan: {keep: hand.size}", "yes or no"),
    ("order: -cost, pay", "reach: 2, first_of: [{of: kind == imp}], pay", "want an ordered hand"),
    ("to: field", "to: hand", "hand"),
    ("- draw: {n: size}", "- place: {of: kind == imp, to: field, section: mian}", "mian"),
    ("size: {value", "cost: {value", "cost"),
    ("size: {value: 3,", "size: {value: [3],", "option size needs a `value`"),
    ("size: {value: 3,", "size: {value: ,", "option size needs a `value`"),
    ("size: {value: 3,", "size: {card: true, value: [3],", "option size needs a `value`"),
    ("size: {value: 3,", "size: {value: 1000001,", "a number lies between -1000000 and 1000000"),
    ("size: {value: 3,", "size: {value: -1000001,", "a number lies between -1000000 and 1000000"),
    ("size: {value: 3, min: 1, max: 5,", "seat: {value: 0,", "seat is 1 or 2"),
    ("size: {value: 3,", "size: {valu: 3,", "valu"),
    ("min: 1,", "min: one,", "min"),
    ("- draw: {n: size}", "- place: {of: kind == imp}", "to"),
    ("- draw: {n: size}", "- place: {of: kind == imp, to: field, option: mod}", "mod"),
    (
        "- draw: {n: size}",
        "- mulligan: {toss: [{of: cost > 1, leave: hand.size}]}",
        "leave must be the same in all games",
    ),
    ("- draw: {n: size}", "- mulligan: {toss: [{of: cost > 1, less: 1}]}", "less"),
    ("- draw: {n: size}", "- mulligan: {toss: [{of: cost > 1, when: 3}]}", "yes or no"),
    ("- draw: {n: size}", "- mulligan: {toss: {of: cots > 1}}", "cots"),
    ("- draw: {n: 1, lose: empty}", "- discard: {down_to: hand.size}", "down_to must be the same in all games"),
    ("- draw: {n: 1, lose: empty}", "- discard: {order: cost}", "down_to"),
    ("- draw: {n: 1, lose: empty}", "- attack: {with: field, sum: cost, when: mana > 1}", "when must be the same"),
    ("- draw: {n: 1, lose: empty}", "- repeat: {steps: [repeat: {steps: []}]}", "may not stand inside another one"),
    ("- draw: {n: 1, lose: empty}", "- repeat: {steps: 3}", "steps"),
    ("- draw: {n: 1, lose: empty}", "- repeat: {most: few, steps: []}", "most"),
    ("- draw: {n: 1, lose: empty}", "- swap: {with: field, by: cost}", "in"),
    ("- draw: {n: 1, lose: empty}", "- use: {of: kind == imp, in: [feld], cooldown: 1}", "feld"),
    ("- draw: {n: 1, lose: empty}", "- play: {to: field}", "of"),
    ("- draw: {n: 1, lose: empty}", "- play: {of: cost > 1, from: hand}", "hand"),
    ("- draw: {n: 1, lose: empty}", "- play: {of: hand.size > 1}", "hand"),
    ("pay: {mana: cost}", "host: {in: field}", "by"),
    ("pay: {mana: cost}", "tribute: {in: field, n: cost}", "by"),
    ("pay: {mana: cost}", "room: {in: field}", "max"),
    ("pay: {mana: cost}", "room: [{in: field, max: 3}, {in: feld, max: 3}]", "feld"),
    ("pay: {mana: cost}", "room: {in: field, max: 3, holds: perhaps}", "holds"),
    ("pay: {mana: cost}", "alike: {in: field, max: hand.size}", "max must be the same in all games"),
    ("pay: {mana: cost}", "needs: {in: field, by: seek}", "seek"),
    ("pay: {mana: cost}", "search: {by: tags}", "tags"),
    ("pay: {mana: cost}", "search: {order: cost}", "by"),
    ("pay: {mana: cost}", "gain: {mana: kind}", "number"),
    ("order: -cost, pay: {mana: cost}", "replace: true, room: {in: field, max: 1}, gain: {mana: 1}", "`replace`"),
    ("order: -cost, pay: {mana: cost}", "replace: true, room: {in: field, max: 1, holds: false}", "`replace`"),
    ("order: -cost, pay: {mana: cost}", "replace: true, room: {in: field, max: 1}, search: {by: seek}", "`replace`"),
    ("order: -cost, pay: {mana: cost}", "replace: true, room: {in: field, max: 1}, when: turn > 1", "`replace`"),
    ("order: -cost, pay: {mana: cost}", "replace: true, room: {in: field, max: 1}, from: field", "`replace`"),
    (
        "order: -cost, pay: {mana: cost}",
        "replace: true, room: [{in: field, max: 1}, {in: field, max: 2}]",
        "`replace`",
    ),
    (
        "order: -cost, pay: {mana: cost}",
        "replace: true, room: {in: field, max: 1}, host: {in: field, by: cost}",
        "`replace`",
    ),
    ("order: -cost, ", "tribute: {in: field, n: 1, by: cost}, host: {in: field, by: cost}, ", "cards leave field, so"),
    ("order: -cost, ", "when: field.kind has imp, order: -cost, ", "cannot be worked out for many games at once"),
    ("sum: cost", "sum: cost, less: 1 + deck.count(cost > 1)", "cannot be worked out for many games at once"),
    ("order: -cost, ", "when: field.count(cost <= mana) > 1, order: -cost, ", "mana is no field"),
    ("order: -cost, ", "when: field.sum(cost + damage) > 1, order: -cost, ", "damage is no field"),
    ("order: -cost, ", "when: hand.count(cost <= turn) > 1, order: -cost, ", "turn is no field"),
    ("- draw: {n: size}", "- mulligan: {keep: count(cost > turn) > 1, toss: [{of: cost > 1}]}", "turn is no field"),
    ("- draw: {n: size}", "- mulligan: {toss: [{of: cost > 1, when: sum(mana) > 1}]}", "mana is no field"),
    ("order: -cost, ", "settled: true, ", "`settled` is about a zone: say `from`"),
    (
        "order: -cost, pay",
        "reach: 2, first_of: [{of: kind == imp}], pay",
        "call: `first_of` does not go with of and to;",
    ),
    ("sum: cost", "sum: cost, settled: true, lends: cost", "yes or no"),
    ("sum: cost", "sum: cost, lends: cost > 1", "`passes` and `lends` need `settled: true`"),
    ("  won: damage >= 9", "  report: {spent: gold}", "gold"),
    ("  won: damage >= 9", "  report: {board: [feld]}", "feld"),
    ("  won: damage >= 9", "  report: {damage: wounds}", "wounds"),
    ("  won: damage >= 9", "  report: {life: cost}", "cost"),
    ("  won: damage >= 9", "  report: {lives: 9}", "lives"),
    ("  won: damage >= 9", "  deck: [main, sied]", "sied"),
    ("  won: damage >= 9", "  define: {dear: cots > 1}", "cots"),
    ("  won: damage >= 9", "  phases: {order: [dawn, dusk], first: moood}", "moood"),
    ("  won: damage >= 9", "  phases: {order: [dawn, dusk], frist: mood}", "frist"),
    ("field: kind == imp}", "field: kind == ump}", "ump"),
]


@pytest.mark.parametrize(("old", "new", "told"), WRONG, ids=[new for _, new, _ in WRONG])
def test_a_mistake_is_told_at_its_line(tmp_path: Path, old: str, new: str, told: str) -> None:
    text = changed(old, new)
    found = problems(tmp_path, text)
    assert found
    assert any(told in one for one in found), found
    lines = [int(one.partition(":")[0]) for one in found]
    at = (HEAD + PLAY)[: len(HEAD) + PLAY.index(old)].count("\n") + 1 + 2  # the head has two lines more in the file
    assert any(abs(line - at) <= 1 for line in lines), (lines, at)


def test_parts_that_do_not_go_together(tmp_path: Path) -> None:
    ordered = problems(tmp_path, changed("hand: ,", "hand: ordered,"))
    assert [one.partition(" ")[2] for one in ordered] == [
        f"{name}: an ordered hand is drawn with `n: all` and played from with `first_of` alone"
        for name in ("draw", "draw", "call")
    ]
    (twice,) = problems(tmp_path, changed('mana: "min(turn, 3)"', "size: 3"))
    assert "size stands for two things, option and pool;" in twice
    hidden = problems(tmp_path, PLAY.replace("damage", "turn").replace("sum: cost", "sum: cost, into: turn"))
    assert any("turn stands for two things, word of the language and total;" in one for one in hidden)
    (unknown,) = problems(tmp_path, changed("    - attack: {with: field, sum: cost}\n", ""))
    assert "damage is no field" in unknown  # a total is what an attack adds to
    assert problems(tmp_path, PLAY.replace("mana", "cost")) == []  # a pool may be called as the field that fills it


@pytest.mark.parametrize(("by", "sound"), [("cost", True), ("-cost", False), ("cost + 1", False)])
def test_a_zone_hosts_by_one_worth(tmp_path: Path, by: str, sound: bool) -> None:
    """The second of two would override the first for the whole game."""
    first = "- play: {name: call, of: kind == imp, to: field, order: -cost, host: {in: field, by: cost}}\n"
    second = f"- play: {{name: cast, of: kind == bolt, host: {{in: field, by: {by}}}}}\n"
    start = PLAY.index("- play:")
    text = PLAY[:start] + first + "    " + second + PLAY[PLAY.index("    - attack:") :]
    found = problems(tmp_path, text.replace('    - refill: {mana: "min(turn, 3)"}\n', ""))
    told = f"cast: the cards of field host by cost already, not by {by}; one worth a zone"
    assert [told in one for one in found] == ([] if sound else [True]), found


def test_when_holds_in_every_step(tmp_path: Path) -> None:
    """A step that is never due does nothing, whatever step it is."""
    steps = {
        "place": "place: {of: kind == imp, to: field, when: seat == 2}",
        "mulligan": "mulligan: {toss: [{of: cost >= 0}], when: seat == 2}",
        "swap": "swap: {with: field, in: throne, by: cost, when: turn > 9}",
        "discard": "discard: {down_to: 0, when: turn > 9}",
        "use": "use: {of: kind == imp, in: field, cooldown: 1, gain: {mana: cost}, when: turn > 9}",
        "attack": "attack: {with: field, sum: cost, into: more, when: turn > 9}",
        "repeat": "repeat: {most: 2, when: turn > 9, steps: [draw: {n: 1}]}",
    }
    text = PLAY.replace(
        "zones: {hand: , field: kind == imp}", "zones: {hand: , field: kind == imp, throne: kind == imp}"
    )
    setup = "".join(f"    - {steps[name]}\n" for name in ("place", "mulligan"))
    turn = "".join(f"    - {steps[name]}\n" for name in ("swap", "discard", "use", "attack", "repeat"))
    more = text.replace("  turn:\n", f"{setup}  turn:\n") + turn
    text = text.replace("  turn:\n", "    - draw: {n: 0}\n  turn:\n")  # a mulligan too has its place on the tape
    played = []
    for version in (text, more):
        table = game(tmp_path, version)
        assert play_problems(table.game) == ()
        cards = [table.pool.find(name)[0] for name in ("Imp", "Ogre", "Bolt")]
        plan = read_plan(table.game, table.game.ruleset(None))
        laid = lay_out(plan, [Entry(5, c.name, "main", c) for c in cards], table.game.scope)
        tally = play(Run(laid, 4, 1, 200))
        played.append([(now.hand, now.damage) for now in tally.turns])
    assert played[0] == played[1]


def test_a_settled_attack_wants_a_zone_that_no_card_leaves(tmp_path: Path) -> None:
    settled = changed("sum: cost", "sum: cost, settled: true")
    assert problems(tmp_path, settled) == []
    leaving = settled.replace("    - attack", "    - play: {name: burn, of: kind == imp, from: field}\n    - attack")
    (told,) = problems(tmp_path, leaving)
    assert "attack: cards leave field, so that who came when cannot be told" in told


def test_a_game_without_a_play_section_cannot_be_played(tmp_path: Path) -> None:
    table = game(tmp_path, "")
    with pytest.raises(DeckcheckError) as error:
        read_plan(table.game, table.game.ruleset(None))
    assert error.value.sentence == "usage.no-play"
    assert not play_problems(table.game)


GIVEN = [
    ({"size": "6"}, "usage.param-bounds"),
    ({"size": "many"}, "usage.param-number"),
    ({"mood": "sad"}, "usage.param-one-of"),
    ({"moood": "calm"}, "usage.unknown-param"),
    ({"seat": "3"}, "usage.param-bounds"),
]


@pytest.mark.parametrize(("given", "sentence"), GIVEN)
def test_options_that_do_not_fit(tmp_path: Path, given: Mapping[str, str], sentence: str) -> None:
    table = game(tmp_path)
    with pytest.raises(DeckcheckError) as error:
        read_plan(table.game, table.game.ruleset(None), given)
    assert error.value.sentence == sentence
    assert error.value.facts["param"] in given


OPTIONS = """
    free: {value: 3}
    least: {value: 3, min: 2}
    most: {value: 3, max: 4}
    far: {value: 3, max: 2000000}
    on: {value: true}
    word: {value: calm}
    mood: {value: calm, one_of: [calm, wild]}
"""
# name, text → the value, or what is said of it with its bounds.
TYPED: tuple[tuple[str, str, object], ...] = (
    *(("free", text, int(text)) for text in ("0", "-7", "1000000", "-1000000")),
    ("free", "1000001", ("usage.param-bounds", -1_000_000, 1_000_000)),
    ("free", "-1000001", ("usage.param-bounds", -1_000_000, 1_000_000)),
    ("free", "1.5", "usage.param-number"),
    ("free", "yes", "usage.param-number"),
    ("least", "2", 2),
    ("least", "1", ("usage.param-bounds", 2, None)),
    ("least", "1000001", ("usage.param-bounds", 2, 1_000_000)),
    ("most", "4", 4),
    ("most", "5", ("usage.param-bounds", None, 4)),
    ("most", "-1000001", ("usage.param-bounds", -1_000_000, 4)),
    ("far", "2000000", 2_000_000),
    *(("on", text, True) for text in ("true", "yes", "Yes", "TRUE", "1")),
    *(("on", text, False) for text in ("false", "no", "NO", "0")),
    *(("on", text, "usage.param-truth") for text in ("2", "maybe", "")),
    ("word", "anything", "anything"),
    ("word", "3", "3"),
    ("mood", "wild", "wild"),
    ("mood", "Wild", "usage.param-one-of"),
)


@pytest.mark.parametrize(("name", "text", "expected"), TYPED)
def test_an_option_is_of_the_type_of_its_default(tmp_path: Path, name: str, text: str, expected: object) -> None:
    table = game(tmp_path, f"play:\n  options:{OPTIONS}  zones: {{hand: }}\n  turn: []\n")
    rules = table.game.ruleset(None)
    if not (isinstance(expected, tuple) or str(expected).startswith("usage.")):
        value = read_plan(table.game, rules, {name: text}).values[name]
        assert (value, type(value)) == (expected, type(expected))
        return
    with pytest.raises(DeckcheckError) as error:
        read_plan(table.game, rules, {name: text})
    sentence, *bounds = expected if isinstance(expected, tuple) else (expected,)
    assert (error.value.sentence, error.value.facts["param"]) == (sentence, name)
    assert not bounds or [error.value.facts["least"], error.value.facts["most"]] == bounds


@pytest.mark.parametrize("number", [1_000_000, -1_000_000, 1_000_001, -1_000_001])
def test_numbers_of_a_card_have_a_bound(tmp_path: Path, number: int) -> None:
    table = game(tmp_path)
    plan = read_plan(table.game, table.game.ruleset(None))
    imp = Card("Big", ("Big",), {"name": "Big", "kind": "imp", "cost": number})
    entries = [Entry(4, "Big", "main", imp)]
    if abs(number) <= 1_000_000:
        tally = play(Run(lay_out(plan, entries, table.game.scope), 2, 1, 10))
        assert [turn.damage for turn in tally.turns] == [0, 0]  # too dear, or of less than nothing
        return
    with pytest.raises(DeckcheckError) as error:
        play(Run(lay_out(plan, entries, table.game.scope), 2, 1, 10))
    assert (error.value.sentence, error.value.facts["card"]) == ("usage.card-large", "Big")


def test_a_deck_has_as_many_cards_as_are_counted_in_two_bytes(tmp_path: Path) -> None:
    table = game(tmp_path)
    plan = read_plan(table.game, table.game.ruleset(None))
    imp, ogre = (table.pool.find(name)[0] for name in ("Imp", "Ogre"))
    entries = [Entry(65_000, "Imp", "main", imp), Entry(535, "Ogre", "main", ogre), Entry(99, "Imp", "side", imp)]
    assert sum(lay_out(plan, entries, table.game.scope).left) == 65_535
    with pytest.raises(DeckcheckError) as error:
        lay_out(plan, [*entries, Entry(1, "Ogre", "main", ogre)], table.game.scope)
    assert (error.value.sentence, dict(error.value.facts)) == (
        "usage.too-many-cards",
        {"found": 65_536, "limit": 65_535},
    )


# Steps, and which of the cards Imp, Elf (alike) and Ogre share a class then.
MERGED = {
    "alike in all that is read": ("play: {of: kind == imp, to: field}", ["Elf / Imp / Ogre"]),
    "told apart by a number": ("attack: {with: field, sum: cost}", ["Elf / Imp", "Ogre"]),
    "told apart by a test of the table": ("draw: {n: 1, when: hand.count(cost > 1) > 0}", ["Elf / Imp", "Ogre"]),
    "named by another card": ("play: {of: kind == bolt, needs: {in: field, by: tags}}", ["Elf", "Imp", "Ogre"]),
    "no more copies than may be alike": (
        "play: {of: kind == imp, to: field, alike: {in: field, max: 3}}",
        ["Elf / Imp / Ogre"],
    ),
    "one has more copies than may be alike": (
        "play: {of: kind == imp, to: field, alike: {in: field, max: 2}}",
        ["Elf", "Imp", "Ogre"],
    ),
    "the least of several limits": (
        f"repeat: {{steps: [{', '.join(f'play: {{of: cost > 0, alike: {{in: field, max: {n}}}}}' for n in (9, 2))}]}}",
        ["Elf", "Imp", "Ogre"],
    ),
    "a card that searches": ("play: {of: cost >= 0, search: {by: seek}}", ["Elf / Imp / Ogre"]),
}


@pytest.mark.parametrize(("step", "expected"), MERGED.values(), ids=MERGED.keys())
def test_cards_share_a_class_where_nothing_tells_them_apart(tmp_path: Path, step: str, expected: list[str]) -> None:
    table = game(tmp_path, f"play:\n  zones: {{hand: , field: kind == imp}}\n  turn:\n    - {step}\n")
    assert play_problems(table.game) == ()
    plan = read_plan(table.game, table.game.ruleset(None))
    fields = {"Imp": (1, 3), "Elf": (1, 2), "Ogre": (3, 1)}
    cards = {name: Card(name, (name,), {"name": name, "kind": "imp", "cost": n}) for name, (n, _) in fields.items()}
    bolt = Card("Bolt", ("Bolt",), {"name": "Bolt", "kind": "bolt", "tags": ("IMP",)})
    entries = [Entry(fields[name][1], name, "main", one) for name, one in cards.items()]
    laid = lay_out(plan, [*entries, Entry(1, "Bolt", "main", bolt)], table.game.scope)
    names = sorted(laid.name(t) for t in range(len(laid.classes)))
    assert [name for name in names if name != "Bolt"] == expected
    assert len(lay_out(plan, entries, table.game.scope, merge=False).classes) == 3


def test_options_and_params_in_force(tmp_path: Path) -> None:
    table = game(tmp_path)
    plan = read_plan(table.game, table.game.ruleset(None), {"size": "5", "mood": "wild"})
    assert dict(plan.values) == {"seat": 1, "size": 5, "mood": "wild"}
    assert plan.options["size"].assumed == "cards of the first hand"


def test_a_format_may_set_what_the_play_section_reads() -> None:
    old, new = (read_plan(shipped("yugioh").game, shipped("yugioh").game.ruleset(form)) for form in ("2003", "tcg"))
    assert (old.values["first_draw"], new.values["first_draw"]) == (True, False)


def test_a_policy_of_ones_own() -> None:
    table = shipped("venture")
    rules = table.game.ruleset(None)
    plan = read_plan(table.game, rules)
    own = with_policy(plan, "count(cost <= 3) >= 2", "cost > 4")
    mulligan = own.setup[1]
    assert mulligan.policy.keep.text == "count(cost <= 3) >= 2"  # type: ignore[attr-defined]
    assert [rule.of.text for rule in mulligan.policy.rules] == ["cost > 4"]  # type: ignore[attr-defined]
    for keep, toss in (("cost <= 3", None), ("count(cots) > 1", None), (None, "count(cost > 1) > 1"), (None, "cost")):
        with pytest.raises(ExprError):
            with_policy(plan, keep, toss)


def test_no_mulligan_to_change() -> None:
    table = shipped("yugioh")
    rules = table.game.ruleset(None)
    with pytest.raises(DeckcheckError) as error:
        with_policy(read_plan(table.game, rules), "count() > 1", None)
    assert error.value.sentence == "usage.no-mulligan"


def test_a_card_without_a_cost_is_never_played(tmp_path: Path) -> None:
    table = game(tmp_path, changed("of: kind == imp, to: field", "of: kind == bolt"))
    plan = read_plan(table.game, table.game.ruleset(None))
    (rune,) = table.pool.find("Rune")
    (bolt,) = table.pool.find("Bolt")
    tallies = [
        play(Run(lay_out(plan, [Entry(9, c.name, "main", c)], table.game.scope), 1, 1, 10)) for c in (rune, bolt)
    ]
    assert [sum(tally.turns[0].hand) / 10 for tally in tallies] == [4, 0]


def test_a_card_that_is_not_known_is_a_blank_one_and_a_search_that_is_wrong_is_said() -> None:
    table = shipped("venture")
    plan = read_plan(table.game, table.game.ruleset(None))
    (card,) = table.pool.find("Veilleur")
    wrong = type(card)("Lost", ("Lost",), {"name": "Lost", "kind": "monstre", "cost": 1, "search": "cots > 1"})
    entries = [Entry(3, "Nobody", "main", None), Entry(3, "Veilleur", "main", card), Entry(2, "Lost", "main", wrong)]
    laid = lay_out(plan, entries, table.game.scope)
    assert [note.sentence for note in laid.notes] == ["chance.blank", "goldfish.search"]
    assert sum(laid.left) == 8


def test_the_side_deck_is_not_drawn_from() -> None:
    table = shipped("venture")
    plan = read_plan(table.game, table.game.ruleset(None))
    (card,) = table.pool.find("Veilleur")
    entries = [Entry(3, "Veilleur", "main", card), Entry(2, "Veilleur", "side", card)]
    assert sum(lay_out(plan, entries, table.game.scope).left) == 3


def test_an_option_that_names_a_card_must_fit() -> None:
    table = shipped("tresors-de-geek")
    (card,) = table.pool.find("Stagiaire du donjon")
    entries = [Entry(3, card.name, "main", card)]
    for name in ("Nobody", "Grenier aux trésors"):
        plan = read_plan(table.game, table.game.ruleset(None), {"leader": name})
        with pytest.raises(DeckcheckError) as error:
            lay_out(plan, entries, table.game.scope)
        assert error.value.sentence == "usage.param-card"
    plan = read_plan(table.game, table.game.ruleset(None))
    laid = lay_out(plan, entries, table.game.scope)
    assert [note.sentence for note in laid.notes] == ["goldfish.nothing-to-place"]


def test_rows_work_out_what_expressions_say(tmp_path: Path) -> None:
    """Every kind of expression of the table, against the same worked out game by game."""
    from deckcheck.engine.rows import reader
    from deckcheck.engine.table import Table as Games
    from deckcheck.engine.tape import Tape
    from deckcheck.expr import Type

    table = game(tmp_path)
    rules = table.game.ruleset(None)
    plan = read_plan(table.game, rules)
    cards = [table.pool.find(name)[0] for name in ("Imp", "Ogre", "Bolt")]
    laid = lay_out(plan, [Entry(4, c.name, "main", c) for c in cards], table.game.scope)
    games = Games(laid, 3, 64)
    games.run(Tape(1, 0, 0, 64))
    names = plan.names
    hand = [{laid.name(t): int(row[i]) for t, row in games.hand.rows.items()} for i in range(64)]
    mana, damage = games.pools["mana"], games.totals["damage"]
    size = games.zones["field"].size
    asked = {
        "hand.size - 2 * mana": [sum(h.values()) - 2 * int(m) for h, m in zip(hand, mana, strict=True)],
        "count(cost >= 1) * 2": [2 * (h["Imp"] + h["Ogre"]) for h in hand],
        "sum(cost)": [h["Imp"] + 3 * h["Ogre"] for h in hand],
        "hand.different(kind == imp)": [(h["Imp"] > 0) + (h["Ogre"] > 0) for h in hand],
        "max(min(damage, 5), field.size) // 2": [
            max(min(int(d), 5), int(s)) // 2 for d, s in zip(damage, size, strict=True)
        ],
        "damage % 3 + turn": [int(d) % 3 + 3 for d in damage],
        "-mana": [-int(m) for m in mana],
    }
    for text, expected in asked.items():
        assert reader(games, compile_table(text, names, Type.NUMBER))().tolist() == expected, text
    truths = {
        "damage > 2 and not mana == 0": [d > 2 and m != 0 for d, m in zip(damage, mana, strict=True)],
        "count(kind == bolt) >= 1 or field.size != 2": [
            h["Bolt"] >= 1 or s != 2 for h, s in zip(hand, size, strict=True)
        ],
    }
    for text, expected in truths.items():
        assert reader(games, compile_table(text, names, Type.TRUTH))().tolist() == expected, text


NUMBERS = (
    *("mana + 2 * damage - 3", "-mana", "mana * damage", "min(mana, damage)", "max(damage - 5, mana)"),
    *("damage // 3", "damage // mana", "damage // (mana - 2)", "7 // mana", "(mana - 2) // 2", "mana // 0"),
    *("damage % 3", "damage % mana", "damage % (mana - 2)", "7 % mana", "(mana - 2) % 2", "mana % 1"),
)
TRUTHS = (
    *("mana == damage", "mana != 2", "mana < 2", "mana <= 2", "damage > 2", "damage >= mana"),
    *("mana > 1 and damage > 2 and turn == 3", "mana == 0 or damage == 0 or seat == 2", "not mana == 1"),
    *("not (mana > 1 and damage > 2)", "size == 3 and mana > 1", "mana - 3 < 0 - damage"),
)


def test_rows_are_what_the_language_says_of_each_number(tmp_path: Path) -> None:
    """Arithmetic and tests for many games at once, against the same expression for one game after another."""
    from deckcheck.engine.rows import mask, reader
    from deckcheck.engine.table import Table as Games
    from deckcheck.expr import Type

    table = game(tmp_path)
    plan = read_plan(table.game, table.game.ruleset(None))
    (imp,) = table.pool.find("Imp")
    games = Games(lay_out(plan, [Entry(4, "Imp", "main", imp)], table.game.scope), 3, 40)
    pairs = [(mana, damage) for mana in range(5) for damage in range(8)]
    games.pools["mana"][:], games.totals["damage"][:] = zip(*pairs, strict=True)
    games.view.params = {**plan.values, "turn": 3, "phase": ""}
    nobody = Entry(0, "", "", None)
    for text, kind in [*((text, Type.NUMBER) for text in NUMBERS), *((text, Type.TRUTH) for text in TRUTHS)]:
        expr = compile_table(text, plan.names, kind)
        params = [{**games.view.params, "mana": mana, "damage": damage} for mana, damage in pairs]
        alone = [expr.run(nobody, DeckView((), (), (), None, one, {}, "")) for one in params]
        rows = reader(games, expr)()
        alone = [0 if value is None else value for value in alone]  # a number divided by nothing is none: 0 in a row
        assert (rows if kind is Type.NUMBER else mask(rows, games)).tolist() == alone, text


def test_steps_inside_repeat_count_as_steps() -> None:
    plan = read_plan(shipped("venture").game, shipped("venture").game.ruleset(None))
    names = [step.name for step in plan.steps() if isinstance(step, Play)]
    assert names == ["summon", "activate", "equip", "lay", "set", "activate"]
    assert sum(isinstance(step, Repeat) for step in plan.steps()) == 1


@pytest.mark.parametrize("game_id", ["venture", "yugioh"])
def test_what_a_record_declares_is_played_by_every_step_that_resolves_its_card(game_id: str) -> None:
    """Draws, what else is gained, and the search stand together. A trap that is set does nothing yet."""
    game = shipped(game_id).game
    steps = [step for step in read_plan(game, game.ruleset(None)).steps() if isinstance(step, Play)]
    resolving = [step for step in steps if step.gains or step.search]
    gains = {gain.pool for step in resolving for gain in step.gains}
    assert gains > {"draws"}
    assert all({gain.pool for gain in step.gains} == gains and step.search for step in resolving)
    rest = [(step.name, step.of.text if step.of else "") for step in steps if step not in resolving]
    assert (
        rest
        == {
            "venture": [("set", "kind == piege"), ("activate", "kind == instantane and not useful")],
            "yugioh": [("set", "is_trap")],
        }[game_id]
    )


def test_missing_fields_are_none() -> None:
    plan = read_plan(shipped("venture").game, shipped("venture").game.ruleset(None))
    (card,) = shipped("venture").pool.find("Veilleur")
    assert {value_of(expr, card, as_set_up(plan)) for expr in plan.reads if expr.word == "draws"} == {None}
