"""Public files of cards as card records: made-up files in the shapes of those that are published."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from kit import GAP, shipped, written

from deckcheck.cards.card_schema import CardSchema, read_card_schema
from deckcheck.cards.files import load_pool
from deckcheck.files.json_text import json_text
from deckcheck.files.schema_reader import SchemaReader
from deckcheck.files.source import MapNode, Node, Source, parse, plain
from deckcheck.report import DeckcheckError, Problem, Severity
from deckcheck.update import records as records_module
from deckcheck.update.mapping import FORMS, KEYS, TABLE_KEYS, TAKE_KEYS, TAKES, TEST_KEYS, read_mapping
from deckcheck.update.mapping_records import CardMapping
from deckcheck.update.paths import found, path_of
from deckcheck.update.records import Mapped, mapped
from deckcheck.update.validated import validated
from deckcheck.wording import message

ROOT = Path(__file__).parent.parent
CARD = """
required: [name]
properties:
  name: {type: string}
  kind: {enum: [monster, spell, trap, hero, token]}
  number: {type: integer}
  cost: {type: integer, minimum: 0}
  legend: {type: boolean}
  colors: {type: array, items: {type: string}}
  codes: {type: array, items: {type: string}, identifier: true}
  first: {type: string, format: date}
  subtypes: {type: array, items: {type: string}}
"""


def node_of(text: str) -> Node:
    node, problems = parse(Source("game.yaml", text))
    assert node is not None
    assert problems == ()
    return node


def schema_of(text: str = CARD) -> CardSchema:
    return read_card_schema(plain(node_of(text)))


def read(text: str, schema: CardSchema | None = None) -> tuple[CardMapping | None, SchemaReader]:
    reader = SchemaReader("game.yaml")
    return read_mapping(reader, node_of(text), schema or schema_of()), reader


def mapping(text: str, schema: CardSchema | None = None) -> CardMapping:
    made, reader = read(text, schema)
    assert [message(problem) for problem in reader.problems] == []
    assert made is not None
    return made


def done(text: str, data: Any, schema: CardSchema | None = None) -> Mapped:
    raw = data if isinstance(data, bytes) else json.dumps(data).encode()
    return mapped(raw, mapping(text, schema), "cards.json")


def told(problems: list[Problem]) -> list[str]:
    texts = [message(problem) for problem in problems]
    assert not [text for text in texts if GAP.search(text)]
    return texts


def field(how: str, *raws: dict[str, Any], name: str = "codes") -> list[object]:
    """What a field says of records that hold a name besides."""
    made = done(
        f"{{form: json, fields: {{name: name, {name}: {how}}}}}", [{"name": f"C{i}", **r} for i, r in enumerate(raws)]
    )
    return [record.get(name) for record in made.records]


# The shapes of public files -------------------------------------------------------------------------------------------


def test_printings_that_are_one_card_and_formats_that_forbid_it() -> None:
    """A bulk file of printings, with an id of the card, days, a type line, and a legality for each format."""
    text = """
    form: json
    leave_out: [{layout: [token, emblem]}, {digital: true}]
    group: oracle
    main: [{promo: false, lang: en}, {lang: en}]
    fields:
      name: name
      names: {fr: {from: printed, where: {lang: fr}, over: printings}}
      cost: cmc
      colors: {from: [faces.colors, colors]}
      kind: [{value: monster, where: {type: {contains: Creature}}}, {value: spell}]
      subtypes: {from: type, after: " — ", split: " "}
      codes: {from: id, over: printings}
      first: {from: released, over: printings, take: least, where: {set: {not: PRM}}}
    lists:
      modern: {from: legal.modern, words: {banned: forbidden, restricted: limited, else: ~}}
    """
    ogre = {
        "name": "Ogre",
        "oracle": "o1",
        "cmc": 3.0,
        "colors": ["R"],
        "type": "Creature — Ogre Brute",
        "layout": "normal",
    }
    ogre |= {"digital": False, "legal": {"modern": "banned"}, "text": "not held"}
    file = [
        ogre | {"id": "p1", "released": "1999-01-02", "set": "PRM", "promo": True, "lang": "en"},
        ogre | {"id": "p2", "released": "2003-05-06", "set": "A", "promo": False, "lang": "fr", "printed": "L'Ogre"},
        ogre | {"id": "p3", "released": "2001-02-03", "set": "B", "promo": False, "lang": "en", "cmc": 4.0},
        ogre | {"id": "p4", "oracle": "o2", "layout": "token", "lang": "en"},
        ogre | {"id": "p5", "oracle": "o3", "digital": True, "lang": "en"},
        {"name": "A // B", "oracle": "o4", "cmc": 2, "faces": [{"colors": ["W"]}, {"colors": ["U", "W"]}], "id": "p6",
         "type": "Instant", "released": "2010-01-01T00:00:00", "set": "A", "promo": False, "lang": "en",
         "legal": {"modern": "legal"}},
    ]  # fmt: skip
    made = done(text, file)
    assert made.records == [
        {"name": "Ogre", "names": {"fr": "L'Ogre"}, "cost": 4, "colors": ["R"], "kind": "monster",
         "codes": ["p3", "p1", "p2"], "subtypes": ["Ogre", "Brute"], "first": "2001-02-03"},
        {"name": "A // B", "cost": 2, "colors": ["W", "U"], "kind": "spell", "codes": ["p6"], "first": "2010-01-01"},
    ]  # fmt: skip
    assert made.lists == {"modern": {"Ogre": "forbidden"}}
    assert (made.read, made.left_out) == (6, 2)
    assert told(made.problems) == []


def test_sets_by_their_codes_in_one_file_with_the_cards() -> None:
    """Objects of sets that hold their cards and days; a set's day is looked up, some sets do not count."""
    text = """
    form: json
    records: data.*.cards
    group: name
    tables: {sets: {at: data, value: day}}
    fields:
      name: name
      codes: {from: set, over: printings, without: X}
      first: {from: set, over: printings, without: X, through: sets, take: least}
    """
    data = {"A": {"day": "2004-04-04", "cards": [{"name": "Imp", "set": "A"}, {"name": "Elf", "set": "A"}]},
            "X": {"day": "1990-01-01", "cards": [{"name": "Imp", "set": "X"}]},
            "B": {"day": "2003-03-03", "cards": [{"name": "Imp", "set": "B"}]}}  # fmt: skip
    made = done(text, {"meta": {}, "data": data})
    assert made.records == [
        {"name": "Imp", "codes": ["A", "B"], "first": "2003-03-03"},
        {"name": "Elf", "codes": ["A"], "first": "2004-04-04"},
    ]
    as_list = text.replace("{at: data, value: day}", "{at: sets, key: code, value: day}")
    sets = [{"code": code, "day": one["day"]} for code, one in data.items()]
    assert done(as_list, {"sets": sets, "data": data}).records == made.records


def test_legality_as_truths_and_numbers_as_texts() -> None:
    """A list of cards whose numbers are texts, with a key of yes or no for each format."""
    text = """
    form: json
    fields:
      name: {join: " ", from: [name, {from: pitch, words: {"1": (red), "3": (blue), else: ~}}]}
      cost: {from: cost, without: [X, XX]}
      number: pitch
      kind: [{value: hero, where: {types: Hero}}, {value: token, where: {types: Token}}, {value: spell}]
      legend: keywords_legend
      colors: {from: [{value: blitz, where: {blitz: true}}, {value: cc, where: {cc: true}}]}
      codes: printings.id
    lists:
      blitz: {value: forbidden, where: {blitz_banned: true}}
      points: {from: points, without: 0}
    """
    cards = [
        {"name": "Bash", "pitch": "1", "cost": "2", "types": ["Brute", "Action"], "blitz": True, "cc": False,
         "points": 0, "blitz_banned": True, "printings": [{"id": "AAA001"}, {"id": "AAA002"}, {"id": "AAA001"}],
         "keywords_legend": "yes"},
        {"name": "Bash", "pitch": "3", "cost": "X", "types": ["Action"], "blitz": True, "cc": True, "points": 12},
        {"name": "Thump", "pitch": "", "cost": "", "types": ["Brute", "Hero"], "blitz": False, "cc": True},
    ]  # fmt: skip
    made = done(text, cards)
    assert made.records == [
        {"name": "Bash (red)", "cost": 2, "number": 1, "kind": "spell", "legend": True, "colors": ["blitz"],
         "codes": ["AAA001", "AAA002"]},
        {"name": "Bash (blue)", "number": 3, "kind": "spell", "colors": ["blitz", "cc"]},
        {"name": "Thump", "kind": "hero", "colors": ["cc"]},
    ]  # fmt: skip
    assert made.lists == {"blitz": {"Bash (red)": "forbidden"}, "points": {"Bash (blue)": 12}}


def test_collectible_cards_alone_in_other_letters() -> None:
    """Words in capitals, one class or several, and records that no deck holds."""
    text = """
    form: json
    leave_out: {collectible: {not: true}}
    fields:
      name: name
      kind: {from: type, case: lower, words: {minion: monster}}
      colors: {from: [[classes, class]], case: lower, words: {deathknight: death_knight}}
      codes: dbf
      number: runes.blood
    """
    file = [
        {"name": "Imp", "type": "MINION", "class": "NEUTRAL", "dbf": 7, "collectible": True},
        {"name": "Both", "type": "SPELL", "class": "MAGE", "classes": ["MAGE", "DEATHKNIGHT"], "dbf": 8,
         "collectible": True, "runes": {"blood": 2}},
        {"name": "Coin", "type": "SPELL", "class": "NEUTRAL", "dbf": 9},
    ]  # fmt: skip
    assert done(text, file).records == [
        {"name": "Imp", "kind": "monster", "colors": ["neutral"], "codes": ["7"]},
        {"name": "Both", "kind": "spell", "colors": ["mage", "death_knight"], "codes": ["8"], "number": 2},
    ]


def test_keywords_in_one_text() -> None:
    text = '{form: json, records: data, fields: {name: title, subtypes: {from: keywords, split: " - ", case: lower}}}'
    file = {"data": [{"title": "Key", "keywords": "Icebreaker - Fracter"}, {"title": "Lock", "keywords": None}]}
    assert done(text, file).records == [{"name": "Key", "subtypes": ["icebreaker", "fracter"]}, {"name": "Lock"}]


def test_csv() -> None:
    text = "{form: csv, group: name, fields: {name: name, cost: cost, codes: {from: code, over: printings}}}"
    made = mapped(
        '\ufeffname;cost;code\r\nImp;1;a\r\n\r\n"O;gre\nBig";2;b;more\r\nImp;;c\r\n'.encode(), mapping(text), "c.csv"
    )
    assert made.records == [
        {"name": "Imp", "cost": 1, "codes": ["a", "c"]},
        {"name": "O;gre Big", "cost": 2, "codes": ["b"]},
    ]
    assert made.problems == []
    twice = mapped(b"name,cost,cost\nImp,1,2\n", mapping(text), "c.csv")
    assert told(twice.problems)[0] == "cost stands twice in one record (once); the last one holds"
    assert twice.records[0]["cost"] == 2
    assert told(mapped(b"", mapping(text), "c.csv").problems) == ["the file is empty"]
    wide = mapped(b"name\n" + b'"' + b"x" * 200_000 + b'"\n', mapping(text), "c.csv")
    assert told(wide.problems) == ["this is no CSV: field larger than field limit (131072)"]


# The game with real sources -------------------------------------------------------------------------------------------


def own_mapping() -> CardMapping:
    reader = SchemaReader("schemas/yugioh.yaml")
    whole = node_of((ROOT / "schemas" / "yugioh.yaml").read_text(encoding="utf-8"))
    assert isinstance(whole, MapNode)
    node = whole
    for key in ("sources", "cards", "cards"):
        inner = node.items[key]
        assert isinstance(inner, MapNode)
        node = inner
    made = read_mapping(reader, node, shipped("yugioh").game.card)
    assert told(list(reader.problems)) == []
    assert made is not None
    return made


def public_form(card: Any) -> dict[str, Any]:
    """A card of the shipped data in the form of the public file, with what else stands there."""
    fields = card.fields
    raw: dict[str, Any] = {"id": fields["passcode"], "name": card.name, "frameType": fields["frame"], "desc": "-"}
    others = [{"id": int(code)} for code in fields.get("alt_passcodes", ())]
    raw["card_images"] = [{"id": fields["passcode"], "image_url": "-"}, *others]
    raw["race"] = fields.get("race") or fields["property"].title()
    areas = [area.upper() for area in ("tcg", "ocg") if area not in fields.get("unreleased", ())]
    misc = {"konami_id": fields.get("konami_id"), "treated_as": fields.get("counts_as", card.name), "formats": areas}
    misc |= {"tcg_date": fields.get("first_tcg"), "ocg_date": fields.get("first_ocg"), "genesys_points": 0}
    raw["misc_info"] = [{key: value for key, value in misc.items() if value is not None}]
    raw["archetype"] = next(iter(fields.get("archetypes", ())), None)
    if fields["kind"] == "monster":
        raw |= {"attribute": fields["attribute"], "atk": fields.get("atk", -1), "scale": fields.get("scale")}
        raw |= {"linkval": fields["link"]} if "link" in fields else {"def": fields.get("def", -1)}
        raw["level"] = fields.get("rank", fields.get("level", 0))
    return raw


def test_the_public_form_of_shipped_cards_gives_the_same_records() -> None:
    """Of each frame some cards; not what the public file does not know: names, second archetypes, notes."""
    table = shipped("yugioh")
    draw = random.Random(7)
    cards = [card for card in table.pool if "passcode" in card.fields and "frame" in card.fields]
    frames = {card.fields["frame"] for card in cards}
    of_frame = {frame: [card for card in cards if card.fields["frame"] == frame] for frame in sorted(map(str, frames))}
    some = [card for many in of_frame.values() for card in draw.sample(many, min(len(many), 9))]
    some += [card for card in cards if {"counts_as", "unreleased"} & card.fields.keys()][:40]
    file = [public_form(card) for card in some]
    file.append({"id": 1, "name": "A Token", "frameType": "token"})
    made = mapped(json.dumps({"data": file}).encode(), own_mapping(), "cardinfo.json")
    assert told(made.problems) == []
    assert made.left_out == 1
    for card, record in zip(some, made.records, strict=True):
        not_there = ("unofficial_passcodes", "printed_by", "note", "draws", "summons", "search")
        expected = {
            name: list(v) if isinstance(v, tuple) else v for name, v in card.fields.items() if name not in not_there
        }
        if "archetypes" in expected:
            expected["archetypes"] = expected["archetypes"][:1]
        assert record == expected
    again, problems = validated(made.records, table.game, "cardinfo.json")
    assert told(list(problems)) == []
    assert [card.name for card in again] == [card.name for card in some]


def test_the_records_can_be_written_and_read_as_a_card_file(tmp_path: Path) -> None:
    """JSON is YAML: what stands in memory and what is read from a file is the same card."""
    game = shipped("yugioh").game
    file = [public_form(card) for card in list(shipped("yugioh").pool)[:50] if "passcode" in card.fields]
    made = mapped(json.dumps({"data": file}).encode(), own_mapping(), "cardinfo.json")
    path = written(tmp_path, "cards.yaml", json_text({"game": "yugioh", "cards": made.records}))
    pool = load_pool([path], game)
    cards, _ = validated(made.records, game, "x")
    assert [(card.name, card.fields) for card in pool] == [(card.name, card.fields) for card in cards]


def test_the_card_schema_judges_the_records() -> None:
    game = shipped("yugioh").game
    records: list[dict[str, object]] = [
        {"name": "Odd", "frame": "fushion", "level": -3},
        {"name": "None"},
        {"name": "Good", "frame": "effect"},
    ]
    cards, problems = validated(records, game, "cards.json")
    assert {problem.cards for problem in problems} == {("Odd",), ("None",)}
    assert [len(card.faults) for card in cards] == [2, 1, 0]
    assert all(problem.place.file == "cards.json" for problem in problems)


# One key at a time ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("how", "raw", "value"),
    [
        ("a.b", {"a": {"b": "x"}}, ["x"]),
        ("a.b", {"a": [{"b": "x"}, {"b": ["y", ["z"]]}, 3, None]}, ["x", "y", "z"]),
        ("'a[*].b'", {"a": [{"b": "x"}]}, ["x"]),
        ("a.*", {"a": {"p": "x", "q": ["y"]}}, ["x", "y"]),
        ("a.*.b", {"a": {"p": {"b": 1}, "q": {"b": 2}}}, ["1", "2"]),
        ("[a, b]", {"b": "y"}, ["y"]),
        ("[a, b]", {"a": "x", "b": "y"}, ["x"]),
        ("{from: [a, b]}", {"a": "x", "b": "y"}, ["x", "y"]),
        ("{value: x}", {}, ["x"]),
        ("{value: [x, y]}", {}, ["x", "y"]),
        ("{from: a, without: [x, 2]}", {"a": ["x", 2, "2", "y"]}, ["y"]),
        ("{from: a, besides: b}", {"a": [1, 2, 3], "b": "2"}, ["1", "3"]),
        ("{from: a, split: ','}", {"a": " x, y ,,x"}, ["x", "y"]),
        ("{from: a, after: '-', split: ' '}", {"a": "p q - x y"}, ["x", "y"]),
        ("{from: a, after: '-'}", {"a": "p q"}, None),
        ("{from: a, before: '-'}", {"a": "p q - x"}, ["p q"]),
        ("{from: a, before: '-'}", {"a": "p q"}, ["p q"]),
        ("{from: a, case: upper}", {"a": "x"}, ["X"]),
        ("{from: a, words: {x: y, z: ~}}", {"a": ["x", "z", "w"]}, ["y", "w"]),
        ("{from: a, words: {x: y, else: n}}", {"a": ["x", "z"]}, ["y", "n"]),
        ("{from: a, words: {x: y, else: ~}}", {"a": ["x", "z"]}, ["y"]),
        ("{from: a, words: {true: yes}}", {"a": True}, ["yes"]),
        ("{from: a, join: '/'}", {"a": ["x", 2]}, ["x/2"]),
        ("{from: a, take: least}", {"a": ["b", "a", "c"]}, ["a"]),
        ("{from: a, take: most}", {"a": ["b", "a", "c"]}, ["c"]),
        ("{from: a, take: one}", {"a": ["b", "a"]}, ["b"]),
        ("{from: [{from: a, take: most}, b]}", {"a": [1, 10, 9], "b": 1}, ["10", "1"]),
        ("a", {"a": ""}, None),
        ("a", {"a": "x\u00a0y\n\x00z \ud800"}, ["x y z"]),
        ("a", {"a": 2.0}, ["2"]),
        ("a", {"a": 0}, ["0"]),
    ],
)
def test_what_a_take_gives(how: str, raw: dict[str, Any], value: object) -> None:
    assert field(how, raw) == [value]


@pytest.mark.parametrize(
    ("where", "holds"),
    [
        ("{t: x}", True),
        ("{t: [y, x]}", True),
        ("{t: X}", False),
        ("{t: x, n: 3}", True),
        ("{t: x, n: 4}", False),
        ("[{n: 4}, {t: x}]", True),
        ("{t: {not: y}}", True),
        ("{t: {not: [x, y]}}", False),
        ("{t: {contains: z}}", True),
        ("{t: {contains: zz}}", False),
        ("{t: {contains: xz, not: q}}", True),
        ("{none: {given: false}}", True),
        ("{none: {given: true}}", False),
        ("{none: {not: x}}", True),
        ("{t: {given: true, not: x}}", False),
        ("{yes: true}", True),
        ("{yes: false}", False),
    ],
)
def test_conditions(where: str, holds: bool) -> None:
    raw = {"t": ["x", "xz"], "n": 3, "yes": True}
    assert field(f"{{value: v, where: {where}}}", raw) == [["v"] if holds else None]


@pytest.mark.parametrize(
    ("name", "value", "held"),
    [
        ("cost", 3, 3),
        ("cost", "3", 3),
        ("cost", 3.0, 3),
        ("cost", "+3", 3),
        ("cost", -3, -3),
        ("cost", "X", None),
        ("cost", 2.5, None),
        ("cost", True, None),
        ("cost", 10**30, None),
        ("cost", 1e300, None),
        ("cost", {"a": 1}, None),
        ("legend", True, True),
        ("legend", 0, False),
        ("legend", "Yes", True),
        ("legend", "maybe", None),
        ("first", "2001-02-03", "2001-02-03"),
        ("first", "2001-02-03T10:00:00Z", "2001-02-03"),
        ("first", "0000-00-00", None),
        ("first", "2001-02", None),
        ("first", 20010203, None),
        ("kind", "x" * 2_001, None),
        ("codes", {"a": 1}, None),
        ("codes", 10**30, None),
    ],
)
def test_a_value_is_what_its_field_is(name: str, value: object, held: object) -> None:
    made = done(f"{{form: json, fields: {{name: name, {name}: a}}}}", [{"name": "Imp", "a": value}, {"name": "Elf"}])
    assert [record.get(name) for record in made.records] == [held, None]
    odd = [text for text in told(made.problems) if "left out" in text]
    assert len(odd) == (held is None)
    assert all(text.startswith(f"{name}: 1 value is no ") and "record 1" in text for text in odd)


# Faults of the file ---------------------------------------------------------------------------------------------------

PLAIN = "{form: json, records: data, fields: {name: name, cost: stats.cost}}"


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"", "the file is empty"),
        (b" \n", "the file is empty"),
        (b"{", "this is no JSON: Expecting property name enclosed in double quotes"),
        (b"<html>", "this is no JSON: Expecting value"),
        (b"[" * 200_000, "nested too deeply to be a file of cards"),
        (b'{"data": [' + b"9" * 5_000 + b"]}", "it holds a number that is too long to read"),
        (b"[]", "there are no records at data; the file has probably changed, or the path is misspelt"),
        (b"null", "there are no records at data; the file has probably changed, or the path is misspelt"),
        (
            b'{"data": [1, "a", null]}',
            "there are no records at data; the file has probably changed, or the path is misspelt",
        ),
    ],
)
def test_a_file_that_is_none(data: bytes, text: str) -> None:
    made = mapped(data, mapping(PLAIN), "cards.json")
    assert told(made.problems) == [text]
    assert [problem.severity for problem in made.problems] == [Severity.ERROR]
    assert (made.records, made.lists) == ([], {})


def test_numbers_that_are_none_are_nothing() -> None:
    made = mapped(
        b'[{"name": "A", "a": NaN}, {"name": "B", "a": 1}]', mapping("{form: json, fields: {name: name, cost: a}}"), "c"
    )
    assert made.records == [{"name": "A"}, {"name": "B", "cost": 1}]


def test_bytes_that_are_no_text() -> None:
    made = mapped(bytes(range(256)) * 4, mapping(PLAIN), "cards.json")
    assert made.records == []
    assert [problem.severity for problem in made.problems] == [Severity.ERROR]


def test_a_path_that_finds_nothing_is_told() -> None:
    made = done(PLAIN, {"data": [{"name": "A", "cost": 1}, {"name": "B", "stats": []}]})
    assert told(made.problems) == [
        "no record has anything at stats.cost; the file has probably changed, or the path is misspelt"
    ]
    assert [problem.severity for problem in made.problems] == [Severity.WARNING]
    unfilled = done(
        "{form: json, fields: {name: name, codes: {from: a, words: {x: y, else: ~}}}}", [{"name": "A", "a": "z"}]
    )
    assert told(unfilled.problems) == ["no record gives codes a value that is meant"]


def test_a_record_without_a_name_is_told_by_its_number() -> None:
    made = done(PLAIN, {"data": [{"name": "A", "stats": {"cost": 1}}, {"stats": {"cost": 2}}, {"name": {"x": 1}}]})
    assert [record["name"] for record in made.records] == ["A"]
    assert "record 2 gives no name, and is left out" in told(made.problems)
    assert "record 3 gives no name, and is left out" in told(made.problems)


def test_a_key_that_stands_twice_is_told() -> None:
    data = b'[{"name": "A", "cost": 1, "cost": 2, "text": "x"}, {"name": "B", "cost": 3}]'
    made = mapped(data, mapping("{form: json, fields: {name: name, cost: cost}}"), "c")
    assert told(made.problems) == ["cost stands twice in one record (once); the last one holds"]
    assert made.records[0]["cost"] == 2


def test_too_many_records(monkeypatch: pytest.MonkeyPatch) -> None:
    assert records_module.MOST_RECORDS == 1_000_000
    file = {"data": [{"name": f"C{i}", "stats": {"cost": i}} for i in range(5)]}
    monkeypatch.setattr(records_module, "MOST_RECORDS", 5)
    assert len(done(PLAIN, file).records) == 5
    monkeypatch.setattr(records_module, "MOST_RECORDS", 4)
    assert told(done(PLAIN, file).problems) == ["more than 4 records; no game has so many"]
    monkeypatch.setattr(records_module, "MOST_RECORDS", 10)
    monkeypatch.setattr(records_module, "MOST_CARDS", 4)
    made = done(PLAIN, file)
    assert len(made.records) == 4
    assert any(problem.severity is Severity.ERROR for problem in made.problems)


def test_only_what_a_path_names_is_held() -> None:
    assert mapping(PLAIN).keys == {"data", "name", "stats", "cost"}
    assert mapping("{form: json, records: data.*, fields: {name: name}}").keys is None
    assert mapping("{form: json, tables: {t: {at: sets, value: day}}, fields: {name: name}}").keys is None
    whole = "{form: json, group: g, leave_out: {l: 1}, main: {m: 1}, tables: {t: {at: a, key: k, value: v}},"
    whole += " fields: {name: name, names: {fr: f}, codes: {from: [x, {from: y, where: {w: 1}, besides: b}]}},"
    whole += " lists: {z: q}}"
    assert mapping(whole).keys == {*"glmakvfxywbq", "name"}


def test_no_file_makes_it_fail() -> None:
    """Whatever stands where records, texts and numbers should: a result, and problems that read well."""
    draw = random.Random(3)
    game = shipped("yugioh").game
    own = own_mapping()
    records: list[dict[str, object]] = []

    def anything(depth: int) -> Any:
        kind = draw.randrange(9 if depth else 6)
        keys = (
            "data",
            "id",
            "name",
            "frameType",
            "card_images",
            "misc_info",
            "race",
            "level",
            "banlist_info",
            "ban_tcg",
            "x",
        )
        if kind > 6:
            return {draw.choice(keys): anything(depth - 1) for _ in range(draw.randrange(8))}
        if kind == 6:
            return [anything(depth - 1) for _ in range(draw.randrange(5))]
        return (None, True, -(10**25), 2.5, "\ud800\x00 \u202e", draw.choice(("spell", "xyz", "7", "")))[kind]

    for _ in range(1_500):
        made = mapped(json.dumps({"data": [anything(4) for _ in range(4)]}).encode(), own, "c.json")
        told(made.problems)
        records += made.records
    assert len(records) > 20
    told(list(validated(records, game, "c.json")[1]))


# Faults of the mapping ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[]", "cards of a source: expected keys with values"),
        ("{fields: {name: n}}", "`form` is missing"),
        ("{form: json}", "`fields` is missing"),
        ("{form: jsn, fields: {name: n}}", "form: jsn is none of json or csv; did you mean json?"),
        ("{form: json, fields: {cost: c}}", "`name` is missing"),
        ("{form: json, field: {}, fields: {name: n}}", "cards of a source has no key `field`; did you mean `fields`?"),
        ("{form: json, fields: {name: n, kost: c}}", "there is no field kost; did you mean cost?"),
        ("{form: json, fields: {name: a..b}}", "name: a..b is no path; keys stand with single dots between"),
        ("{form: json, fields: {name: ''}}", "name:  is no path"),
        ("{form: json, fields: {name: {}}}", "name says `from`, a path or several, or `value`, a constant"),
        ("{form: json, fields: {name: {from: a, value: b}}}", "name says `from`"),
        ("{form: json, fields: {name: {form: a}}}", "name has no key `form`; did you mean `from`?"),
        ("{form: json, fields: {name: []}}", "name says `from`"),
        ("{form: json, fields: {name: {from: []}}}", "name says `from`"),
        ("{form: json, fields: {name: {from: a, take: frist}}}", "take: frist is none of one, all, least or most"),
        ("{form: json, fields: {name: {from: a, case: small}}}", "case: small is none of lower or upper"),
        ("{form: json, fields: {name: {from: a, split: ''}}}", "split: expected a text"),
        ("{form: json, fields: {name: {from: a, over: sets}}}", "over: sets is none of printings"),
        (
            "{form: json, tables: {days: {at: a, value: b}}, fields: {name: {from: a, through: dais}}}",
            "did you mean days?",
        ),
        ("{form: json, tables: {days: {at: a}}, fields: {name: a}}", "`value` is missing"),
        ("{form: json, fields: {name: a, kind: {from: a, words: {A: monstr}}}}", "monstr is none of"),
        ("{form: json, fields: {name: a, kind: [{value: spel}, b]}}", "did you mean spell?"),
        ("{form: json, fields: {name: {from: a, words: [x]}}}", "words of name: expected keys with values"),
        ("{form: json, leave_out: {}, fields: {name: a}}", "leave_out: a condition says what must be so"),
        ("{form: json, leave_out: {a: {}}, fields: {name: a}}", "a: a condition says what must be so"),
        ("{form: json, leave_out: {a: {iss: 1}}, fields: {name: a}}", "a has no key `iss`; did you mean `is`?"),
        ("{form: json, leave_out: {a: {given: maybe}}, fields: {name: a}}", "given: expected true or false"),
        ("{form: json, leave_out: token, fields: {name: a}}", "leave_out: expected keys with values"),
        ("{form: json, leave_out: {a..: 1}, fields: {name: a}}", "a condition: a.. is no path"),
        ("{form: json, fields: {name: a, names: fr}}", "names: expected keys with values"),
    ],
)
def test_slips_are_told_at_their_line(text: str, says: str) -> None:
    _, reader = read(text)
    problems = list(reader.problems)
    assert any(says in one for one in told(problems)), told(problems)
    assert reader.broken
    assert all(problem.place.line == 1 and problem.place.column for problem in problems)


def test_no_text_makes_the_reading_fail() -> None:
    """Random nodes of the words that a mapping is made of."""
    draw = random.Random(5)
    words = [
        *KEYS,
        *TAKE_KEYS,
        *TEST_KEYS,
        *TABLE_KEYS,
        *TAKES,
        *FORMS,
        "name",
        "cost",
        "names",
        "else",
        "a.b",
        "a.*",
        "~",
        "3",
        "''",
    ]

    def anything(depth: int) -> str:
        kind = draw.randrange(3) if depth else 0
        if kind == 2:
            keys = dict.fromkeys(draw.choice(words[:-3]) for _ in range(draw.randrange(6)))
            return "{" + ", ".join(f"'{key}': {anything(depth - 1)}" for key in keys) + "}"
        if kind == 1:
            return "[" + ", ".join(anything(depth - 1) for _ in range(draw.randrange(4))) + "]"
        return draw.choice(words)

    for _ in range(1_500):
        made, reader = read(
            f"{{form: json, fields: {{name: {anything(4)}, cost: {anything(3)}}}, leave_out: {anything(3)}}}"
        )
        told(list(reader.problems))
        if made is not None and not reader.broken:
            mapped(b'[{"name": "A", "cost": 3, "a": {"b": [1]}}, {"from": "x"}]', made, "c")


def test_a_mapping_has_its_bound() -> None:
    words = ", ".join(f"w{i}: x" for i in range(6_000))
    with pytest.raises(DeckcheckError):
        read(f"{{form: json, fields: {{name: {{from: a, words: {{{words}}}}}}}}}")


def test_paths() -> None:
    assert path_of("a. b") == path_of("a.b") or path_of("a. b").steps == ("a", "b")  # type: ignore[union-attr]
    assert [path_of(text) for text in ("", ".", "a.", ".a", "a..b")] == [None] * 5
    deep: Any = "x"
    for _ in range(50_000):
        deep = [deep]
    path = path_of("a")
    assert path is not None
    assert found(path, {"a": deep}) == ["x"]


# What is written about it ---------------------------------------------------------------------------------------------


def readme() -> str:
    text = (ROOT / "schemas" / "README.md").read_text(encoding="utf-8")
    return text.partition("### Sources of cards")[2].partition("\n### ")[0]


def test_every_key_is_told() -> None:
    words = set(re.findall(r"`(\w+)", readme())) | set(re.findall(r"^  (\w+):", readme(), re.MULTILINE))
    assert not {*KEYS, *TAKE_KEYS, *TEST_KEYS, *TAKES} - words


def test_the_example_can_be_read_and_does_what_it_says() -> None:
    example = re.search(r"```yaml\ncards:\n(.*?)```", readme(), re.DOTALL)
    assert example is not None
    card = CARD.replace(
        "kind: {enum", "prints: {type: array, items: {type: string}}\n  frame: {type: string}\n  kind: {enum"
    )
    ogre = {
        "name": {"en": "Ogre", "fr": "Ogre fr", "de": "Oger"},
        "type": "Fusion Monster",
        "oracle_id": 1,
        "colors": "Red-Blue",
    }
    ogre |= {"digital": False, "limits": {"tcg": "Banned"}, "extra": [{"codes": ["E1"]}]}
    cards = [
        ogre | {"set": "PROMO", "promo": True, "cost": 3, "code": "P"},
        ogre | {"set": "A", "promo": False, "cost": -1, "code": "A1"},
    ]
    sets = [{"code": "A", "released": "2002-02-02"}, {"code": "PROMO", "released": "2001-01-01"}]
    made = done(example[1], {"cards": [*cards, {"type": "Token", "cost": 1}], "sets": sets}, schema_of(card))
    assert made.records == [
        {"name": "Ogre", "names": {"fr": "Ogre fr", "de": "Oger"}, "kind": "spell", "colors": ["red", "blue"],
         "prints": ["A1", "E1", "P"], "first": "2002-02-02", "frame": "fusion"}
    ]  # fmt: skip
    assert made.lists == {"tcg": {"Ogre": "forbidden"}}
