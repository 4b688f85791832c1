"""Card records from YAML: types, faults at their place, names, and the pool's look-ups."""

from __future__ import annotations

import json
import os
import random
import unicodedata
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckcheck.cards.card_schema import FieldType, read_card_schema
from deckcheck.cards.files import card_files, load_pool
from deckcheck.cards.names import normalise
from deckcheck.cards.pool import Card, Pool
from deckcheck.report import DeckcheckError, Severity

SECTION = {
    "required": ["name", "rarity"],
    "properties": {
        "name": {"type": "string", "title": "Nom"},
        "kind": {
            "enum": ["monstre", "piege", "equipement", "bonus"],
            "title": "Type",
            "words": {"joker": "bonus", "sort équipement": "equipement"},
        },
        "rarity": {"enum": ["commune", "rare", "unique"], "also": ["rareté"]},
        "cost": {"type": "integer", "minimum": 0, "maximum": 10, "also": ["coût"]},
        "atk": {"type": "integer"},
        "legend": {"type": "boolean"},
        "text": {"type": "string", "pattern": "^[A-Z]"},
        "printed": {"type": "string", "format": "date"},
        "keywords": {"type": "array", "items": {"enum": ["rapide", "volant"]}},
        "code": {"type": "string", "identifier": True},
        "passcode": {"type": ["integer", "null"], "identifier": True},
        "others": {"type": "array", "items": {"type": "string"}, "identifier": True},
    },
    "if": {"required": ["kind"], "properties": {"kind": {"const": "monstre"}}},
    "then": {"required": ["atk"]},
}
GAME = SimpleNamespace(id="test", language="fr", card=read_card_schema(SECTION))


def load(tmp_path: Path, text: str, game: SimpleNamespace = GAME) -> Pool:
    path = tmp_path / "cards.yaml"
    path.write_text(text, encoding="utf-8")
    return load_pool([path], game)


def one(tmp_path: Path, record: str) -> Card:
    """The card of a record in flow style, on line 3 of its file."""
    (card,) = load(tmp_path, f"game: test\ncards:\n  - {{{record}}}\n")
    return card


def broken(tmp_path: Path, text: str) -> DeckcheckError:
    with pytest.raises(DeckcheckError) as caught:
        load(tmp_path, text)
    return caught.value


# The shape


def test_the_shape_of_a_schema() -> None:
    schema = GAME.card
    assert schema.faults == ()
    assert schema.required == {"name", "rarity"}
    assert (schema.conditional, schema.conditions) == ({"atk"}, {"kind"})
    assert schema.fields["cost"] == FieldType("number", minimum=0)
    assert schema.fields["rarity"] == FieldType("text", enum=("commune", "rare", "unique"))
    assert schema.fields["keywords"] == FieldType("text", many=True, enum=("rapide", "volant"))
    assert schema.fields["printed"] == FieldType("text", date=True)
    assert schema.fields["legend"] == FieldType("truth")
    assert schema.fields["passcode"] == FieldType("number")
    assert schema.identifiers == ("code", "passcode", "others")
    assert schema.titles == {"name": "Nom", "kind": "Type"}
    assert {"nom": "name", "type": "kind", "rarete": "rarity"}.items() <= schema.also.items()
    assert {"joker": "bonus", "sort equipement": "equipement"}.items() <= schema.words["kind"].items()


def test_null_beside_a_type_or_value_means_that_it_may_be_missing() -> None:
    schema = read_card_schema({"properties": {"a": {"enum": ["x", None]}, "b": {"type": ["string", "null"]}}})
    assert (schema.faults, schema.fields["a"].enum, schema.fields["b"].kind) == ((), ("x",), "text")


def test_a_name_is_always_a_field_and_required() -> None:
    schema = read_card_schema({})
    assert (schema.required, dict(schema.fields)) == ({"name"}, {"name": FieldType("text")})


@pytest.mark.parametrize(
    ("section", "path", "sentence"),
    [
        ([], (), "schema.card-mapping"),
        ({"properties": 3}, ("properties",), "schema.card-mapping"),
        ({"properties": {"a": "text"}}, ("properties", "a"), "schema.card-mapping"),
        ({"properties": {"a": {"type": "number"}}}, ("properties", "a"), "schema.card-type"),
        ({"properties": {"a": {"type": "object"}}}, ("properties", "a"), "schema.card-type"),
        ({"properties": {"a": {}}}, ("properties", "a"), "schema.card-type"),
        ({"properties": {"a": {"$ref": "http://x/"}}}, ("properties", "a", "$ref"), "schema.card-ref"),
        ({"properties": {"a": {"type": ["integer", "string"]}}}, ("properties", "a"), "schema.card-type"),
        ({"properties": {"a": {"type": [[]]}}}, ("properties", "a"), "schema.card-type"),
        ({"properties": {"a": {"enum": [1, "x"]}}}, ("properties", "a", "enum"), "schema.card-enum"),
        ({"properties": {"a": {"enum": []}}}, ("properties", "a", "enum"), "schema.card-enum"),
        (
            {"properties": {"a": {"type": "integer", "enum": ["x"]}}},
            ("properties", "a", "enum"),
            "schema.card-enum",
        ),
        (
            {"properties": {"a": {"type": "array", "items": {"type": "integer"}}}},
            ("properties", "a", "items"),
            "schema.card-items",
        ),
        (
            {"properties": {"a": {"type": "integer", "minimum": 0.5}}},
            ("properties", "a", "minimum"),
            "schema.card-whole",
        ),
        (
            {"properties": {"a": {"type": "string", "also": "b"}}},
            ("properties", "a", "also"),
            "schema.card-also",
        ),
        (
            {"properties": {"a": {"type": "string", "identifier": 1}}},
            ("properties", "a", "identifier"),
            "schema.card-truth",
        ),
        (
            {"properties": {"a": {"enum": ["x"], "words": {"y": "z"}}}},
            ("properties", "a", "words", "y"),
            "schema.card-word",
        ),
        (
            {"properties": {"a": {"enum": ["x", "y"], "words": {"X": "y"}}}},
            ("properties", "a", "words", "X"),
            "schema.card-word-twice",
        ),
        (
            {"properties": {"a": {"type": "string", "also": ["c"]}, "b": {"type": "string", "title": "C"}}},
            ("properties", "b"),
            "schema.card-column-twice",
        ),
        ({"properties": {"name": {"type": "integer"}}}, ("properties", "name"), "schema.card-name"),
        ({"required": "name"}, ("required",), "schema.card-required"),
        ({"required": ["nmae"]}, ("required", 0), "schema.card-no-field"),
        (
            {"properties": {"a": {"type": "string"}}, "if": {"properties": {"a": {"const": "x"}}}},
            ("if",),
            "schema.card-if",
        ),
        ({"if": {"properties": {"a": {}}}}, ("if", "properties", "a"), "schema.card-no-field"),
        (
            {"allOf": [{"if": {"required": ["name"]}, "then": {"required": ["b"]}}]},
            ("allOf", 0, "then", "required", 0),
            "schema.card-no-field",
        ),
    ],
)
def test_a_faulty_shape_says_where(section: object, path: tuple[str | int, ...], sentence: str) -> None:
    assert [(fault.path, fault.sentence) for fault in read_card_schema(section).faults] == [(path, sentence)]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=4),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(("type", "enum", "properties", "required", "if", "then", "items", "also", "words", "allOf"))
            | st.text(max_size=2),
            inner,
            max_size=4,
        )
    ),
    max_leaves=20,
)


@given(JSON)
def test_any_plain_data_gives_a_shape(section: object) -> None:
    assert "name" in read_card_schema(section).fields


def test_a_section_that_is_no_json_schema_is_refused(tmp_path: Path) -> None:
    schema = read_card_schema({"properties": {"cost": {"type": "integer", "maximum": "ten"}}})
    with pytest.raises(DeckcheckError) as caught:
        load(tmp_path, "cards: [{name: A, cost: 1}]", SimpleNamespace(id="test", language="fr", card=schema))
    assert caught.value.sentence == "schema.card-json-schema"
    assert caught.value.facts["at"] == "properties.cost.maximum"


def test_a_reference_is_never_fetched() -> None:
    (fault,) = read_card_schema({"allOf": [{"$ref": "http://localhost:1/x.json"}]}).faults
    assert (fault.path, fault.sentence) == (("allOf", 0, "$ref"), "schema.card-ref")


# Values


@pytest.mark.parametrize(
    ("record", "field", "value"),
    [
        ("kind: Équipement", "kind", "equipement"),
        ("kind: EQUIPEMENT", "kind", "equipement"),
        ("kind: Joker", "kind", "bonus"),
        ("kind: Sort Equipement", "kind", "equipement"),
        ("Type: piège", "kind", "piege"),
        ("cost: 5", "cost", 5),
        ("coût: 0", "cost", 0),
        ("atk: -3", "atk", -3),
        ("legend: true", "legend", True),
        ("legend: oui", "legend", True),
        ("legend: No", "legend", False),
        ("text: A 012", "text", "A 012"),
        ("code: 0012", "code", "0012"),
        ("code: No", "code", "No"),
        ("code: 2026-11-30", "code", "2026-11-30"),
        ("code: 1.50", "code", "1.50"),
        ("printed: 2026-11-30", "printed", "2026-11-30"),
        ("keywords: [Rapide, VOLANT]", "keywords", ("rapide", "volant")),
        ("keywords: []", "keywords", ()),
        ("others: [1, 02]", "others", ("1", "02")),
    ],
)
def test_values_are_typed_by_the_schema(tmp_path: Path, record: str, field: str, value: object) -> None:
    card = one(tmp_path, f"name: A, rarity: rare, {record}")
    assert (card.fields[field], type(card.fields[field])) == (value, type(value))
    assert (card.faults, card.unreadable) == ((), frozenset())


@pytest.mark.parametrize("value", ["", "~", "null"])
@pytest.mark.parametrize("field", ["cost", "kind", "text", "legend", "keywords", "passcode"])
def test_an_empty_value_is_a_missing_field(tmp_path: Path, field: str, value: str) -> None:
    card = one(tmp_path, f"name: A, rarity: rare, {field}: {value}")
    assert (field in card.fields, card.faults, card.unreadable) == (False, (), frozenset())


WRONG = [
    ("cost: five", "card.type-number", "cost", "five", "number"),
    ("cost: 5.0", "card.type-number", "cost", "5.0", "number"),
    ("cost: '5'", "card.type-number", "cost", "5", "number"),
    ("cost: true", "card.type-number", "cost", "true", "number"),
    ("cost: 99999999999999999999", "card.type-number", "cost", "99999999999999999999", "number"),
    ("cost: 1000000000000000000", "card.type-number", "cost", "1000000000000000000", "number"),
    ("text: " + 70 * "x", "card.constraint", "text", 59 * "x" + "…", '"^[A-Z]"'),
    ("cost: [5]", "card.type-number", "cost", "[5]", "number"),
    ("cost: {a: 5}", "card.type-number", "cost", '{"a": 5}', "number"),
    ("cost: -1", "card.minimum", "cost", "-1", 0),
    ("cost: 11", "card.maximum", "cost", "11", 10),
    ("legend: maybe", "card.type-truth", "legend", "maybe", "truth"),
    ("legend: 'true'", "card.type-truth", "legend", "true", "truth"),
    ("text: [A]", "card.type-text", "text", '["A"]', "text"),
    ("text: lower", "card.constraint", "text", "lower", '"^[A-Z]"'),
    ("printed: 30/11/2026", "card.date", "printed", "30/11/2026", "YYYY-MM-DD"),
    ("printed: 20261130", "card.date", "printed", "20261130", "YYYY-MM-DD"),
    ("printed: 2026-02-30", "card.date", "printed", "2026-02-30", "YYYY-MM-DD"),
    ("keywords: rapide", "card.type-list", "keywords", "rapide", "list"),
    ("keywords: [rapide, vol]", "card.enum", "keywords", "vol", "rapide, volant"),
    ("others: [[a]]", "card.type-text", "others", '["a"]', "text"),
    ("rarity: rar", "card.enum", "rarity", "rar", "commune, rare, unique"),
    ("rarity: zzz", "card.enum", "rarity", "zzz", "commune, rare, unique"),
    ("kind: 3", "card.enum", "kind", "3", "monstre, piege, equipement, bonus"),
    ("kind: [monstre]", "card.enum", "kind", '["monstre"]', "monstre, piege, equipement, bonus"),
    ("kind: monstre, atk: x", "card.type-number", "atk", "x", "number"),
]


@pytest.mark.parametrize(("record", "sentence", "field", "value", "expected"), WRONG)
def test_a_wrong_value_is_left_out_and_told_at_its_place(
    tmp_path: Path, record: str, sentence: str, field: str, value: str, expected: object
) -> None:
    rarity = "" if "rarity" in record else "rarity: rare, "
    card = one(tmp_path, f"name: Dragon, {rarity}{record}")
    (fault,) = card.faults
    assert (fault.rule, fault.sentence, fault.cards) == ("card-data", sentence, ("Dragon",))
    assert (fault.facts["field"], fault.facts["value"], fault.facts["expected"]) == (field, value, expected)
    assert fault.place.line == 3
    assert fault.place.column is not None
    assert fault.place.column > len("  - {name: Dragon")
    needed = field in {"rarity", "kind", "atk"}
    assert fault.severity is (Severity.ERROR if needed else Severity.WARNING)
    assert field not in card.fields
    assert field in card.unreadable


def test_a_misspelt_value_names_the_nearest(tmp_path: Path) -> None:
    near, far = one(tmp_path, "rarity: Commun, name: A, kind: zzz").faults  # in the order of the file
    assert (near.facts["nearest"], far.facts["nearest"]) == ("commune", None)


@pytest.mark.parametrize(
    ("record", "missing", "sentence"),
    [
        ("", {"rarity"}, "card.missing"),
        ("rarity: ", {"rarity"}, "card.missing"),
        ("rarity: rare, kind: monstre", {"atk"}, "card.missing-if"),
        ("rarity: rare, kind: Monstre, atk: ~", {"atk"}, "card.missing-if"),
    ],
)
def test_a_missing_required_field(tmp_path: Path, record: str, missing: set[str], sentence: str) -> None:
    card = one(tmp_path, f"name: Dragon, {record}")
    (fault,) = card.faults
    assert card.unreadable == missing
    assert (fault.sentence, fault.severity, fault.place.line) == (sentence, Severity.ERROR, 3)
    assert {fault.facts["field"]} == missing
    if sentence == "card.missing-if":
        assert fault.facts["because"] == "kind monstre"


def test_what_a_faulty_condition_asks_for_is_unknown(tmp_path: Path) -> None:
    card = one(tmp_path, "name: A, rarity: rare, kind: monstr")
    assert [fault.facts["field"] for fault in card.faults] == ["kind"]
    assert card.unreadable == {"kind", "atk"}


def test_what_a_missing_condition_asks_for_is_unknown(tmp_path: Path) -> None:
    section = SECTION | {"required": ["name", "kind"], "if": {"properties": {"kind": {"const": "monstre"}}}}
    game = SimpleNamespace(id="test", language="fr", card=read_card_schema(section))
    assert game.card.faults == ()
    (card,) = load(tmp_path, "cards: [{name: A}]", game)
    assert [fault.facts["field"] for fault in card.faults] == ["kind"]
    assert card.unreadable == {"kind", "atk"}


def test_several_faults_of_one_value_are_told_once(tmp_path: Path) -> None:
    (fault,) = one(tmp_path, "name: A, rarity: rare, keywords: [rapid, vol]").faults
    assert fault.facts["value"] == "rapid"


def test_what_is_asked_for_in_place_of_another_field(tmp_path: Path) -> None:
    section = {
        "if": {"required": ["home"]},
        "else": {"required": ["frame"]},
        "properties": {"home": {"type": "string"}, "frame": {"type": "string"}},
    }
    game = SimpleNamespace(id="test", language="fr", card=read_card_schema(section))
    good, bad = load(tmp_path, "cards: [{name: A, home: x}, {name: B}]", game)
    assert (good.faults, good.unreadable) == ((), frozenset())
    assert [(fault.sentence, fault.facts["other"]) for fault in bad.faults] == [("card.missing-unless", "home")]


def test_a_field_written_under_two_names_is_not_guessed(tmp_path: Path) -> None:
    card = one(tmp_path, "name: A, rarity: rare, kind: piege, type: bonus")
    (fault,) = card.faults
    assert (fault.sentence, fault.severity) == ("card.field-twice", Severity.ERROR)
    assert "kind" not in card.fields
    assert "kind" in card.unreadable


def test_what_the_schema_says_of_the_record_as_a_whole(tmp_path: Path) -> None:
    section = {"properties": {"a": {"type": "string"}}, "anyOf": [{"required": ["a"]}, {"minProperties": 5}]}
    game = SimpleNamespace(id="test", language="fr", card=read_card_schema(section))
    (card,) = load(tmp_path, "cards:\n  - {name: A}", game)
    (fault,) = card.faults
    assert (fault.sentence, fault.severity, fault.place.line) == ("card.record", Severity.ERROR, 2)
    assert (fault.facts["keyword"], card.unreadable) == ("anyOf", set())


@pytest.mark.parametrize("record", ["name: lower", "name: Upper, nom: Other"])
def test_a_faulty_name_still_names_the_card(tmp_path: Path, record: str) -> None:
    schema = read_card_schema({"properties": {"name": {"type": "string", "pattern": "^[A-Z]", "also": ["nom"]}}})
    (card,) = load(tmp_path, f"cards: [{{{record}}}]", SimpleNamespace(id="test", language="fr", card=schema))
    assert card.fields == {"name": card.name}
    assert [fault.severity for fault in card.faults] == [Severity.ERROR]
    assert card.unreadable == set()


def test_every_fault_of_a_record_is_told(tmp_path: Path) -> None:
    card = one(tmp_path, "name: A, rarity: x, cost: y, legend: z")
    assert {fault.facts["field"] for fault in card.faults} == {"rarity", "cost", "legend"}


def test_unknown_fields_make_one_note(tmp_path: Path) -> None:
    text = "cards:\n" + "".join(f"  - {{name: C{i}, rarity: rare, colour: red, artist: me}}\n" for i in range(9))
    pool = load(tmp_path, text)
    assert [(note.sentence, note.facts["columns"]) for note in pool.notes] == [
        ("cards.unknown-columns", ("colour", "artist"))
    ]
    assert all(set(card.fields) == {"name", "rarity"} for card in pool)


# Names


@pytest.mark.parametrize(
    ("record", "names"),
    [
        ("name: A", ("A",)),
        ("name: A, names: {fr: B, en: C}", ("A", "B", "C")),
        ("name: A, names: {fr: A, en: C}", ("A", "C")),
        ("names: {en: C, fr: B}", ("B", "C")),
        ("names: {en: C, de: D}", ("C", "D")),
        ("nom: A", ("A",)),
        ("name: 1996", ("1996",)),
        ("name: No", ("No",)),
        ("name: null", ("null",)),
        ("name: '~'", ("~",)),
        ("name: ~, names: {fr: ~, en: C}", ("C",)),
        ("name: A, names: {}", ("A",)),
        ("name: A, names: ~", ("A",)),
    ],
)
def test_names(tmp_path: Path, record: str, names: tuple[str, ...]) -> None:
    card = one(tmp_path, f"{record}, rarity: rare")
    assert (card.name, card.names, card.fields["name"]) == (names[0], names, names[0])
    assert card.faults == ()


@pytest.mark.parametrize("record", ["name: A, names: [B]", "name: A, names: {fr: [B]}", "name: A, names: B"])
def test_names_of_the_wrong_shape(tmp_path: Path, record: str) -> None:
    (fault,) = one(tmp_path, f"{record}, rarity: rare").faults
    assert (fault.sentence, fault.severity) == ("card.names", Severity.WARNING)


@pytest.mark.parametrize("record", ["{rarity: rare}", "{name: }", "{name: ~}", "{name: ' '}", "{name: [A]}"])
def test_a_record_without_a_name_is_a_problem_of_the_file(tmp_path: Path, record: str) -> None:
    pool = load(tmp_path, f"cards:\n  - {record}\n  - {{name: B, rarity: rare}}\n")
    assert [card.name for card in pool] == ["B"]
    assert [(problem.sentence, problem.place.line) for problem in pool.problems] == [("cards.no-name", 2)]


def test_what_is_no_record_is_a_problem_of_the_file(tmp_path: Path) -> None:
    pool = load(tmp_path, "cards:\n  - Dragon\n  - {name: B, rarity: rare}\n")
    assert [problem.sentence for problem in pool.problems] == ["cards.not-a-record"]


def test_the_same_record_twice_is_kept_once(tmp_path: Path) -> None:
    pool = load(tmp_path, "cards:\n  - {name: A, rarity: rare}\n  - {name: A, rarity: rare}\n")
    (problem,) = pool.problems
    assert (problem.sentence, problem.severity) == ("cards.record-twice", Severity.WARNING)
    assert (problem.place.line, problem.facts["line"], len(pool)) == (3, 2, 1)


def test_two_records_of_one_name_stay_ambiguous(tmp_path: Path) -> None:
    pool = load(tmp_path, "cards:\n  - {name: A, rarity: rare}\n  - {name: A, rarity: unique}\n")
    assert [problem.sentence for problem in pool.problems] == ["cards.name-twice"]
    assert len(pool.find("a")) == 2


def test_identifiers_tell_two_cards_of_one_name_apart(tmp_path: Path) -> None:
    pool = load(tmp_path, "cards:\n  - {name: A, rarity: rare, code: 1}\n  - {name: A, rarity: rare, code: 2}\n")
    assert (pool.problems, len(pool.find("A")), len(pool.find("2"))) == ((), 2, 1)


@pytest.mark.parametrize("code", ["1", "~"])
def test_only_identifiers_that_differ_tell_cards_apart(tmp_path: Path, code: str) -> None:
    text = f"cards:\n  - {{name: A, rarity: rare, code: 1}}\n  - {{name: A, rarity: unique, code: {code}}}\n"
    assert [problem.sentence for problem in load(tmp_path, text).problems] == ["cards.name-twice"]


def test_a_number_that_yaml_cut_off_a_name(tmp_path: Path) -> None:
    cut, whole, noted = load(
        tmp_path,
        "cards:\n  - name: Jar #2\n    rarity: rare\n  - name: 'Jar #3'\n    rarity: rare\n"
        "  - name: Jar 4 # the last 1\n    rarity: rare\n",
    )
    (fault,) = cut.faults
    assert (fault.sentence, fault.severity, fault.place.line) == ("card.name-cut", Severity.WARNING, 2)
    assert (whole.name, whole.faults, noted.name, noted.faults) == ("Jar #3", (), "Jar 4", ())


# Files


@pytest.mark.parametrize(
    ("text", "rule", "sentence", "line"),
    [
        ("", "empty", "cards.empty-file", None),
        ("just text", "shape", "cards.no-list", 1),
        ("- {name: A}", "shape", "cards.no-list", 1),
        ("game: test\n", "shape", "cards.no-list", 1),
        ("game: test\ncards: {name: A}\n", "shape", "cards.no-list", 2),
        ("set: X\ngame: other\ncards: []\n", "game", "cards.other-game", 2),
        ("demo: maybe\ncards: []\n", "shape", "cards.truth", 1),
    ],
)
def test_a_file_that_is_no_card_file(tmp_path: Path, text: str, rule: str, sentence: str, line: int | None) -> None:
    error = broken(tmp_path, text)
    assert error.sentence == "cards.unreadable"
    assert error.facts["files"] == str(tmp_path / "cards.yaml")
    assert [(p.rule, p.sentence, p.place.line) for p in error.problems] == [(rule, sentence, line)]


@pytest.mark.parametrize("text", ["cards: [", "cards:\n - {name: A, name: B}\n", "cards: &a [*a]\n", "a: b: c"])
def test_broken_yaml_names_file_and_line(tmp_path: Path, text: str) -> None:
    error = broken(tmp_path, text)
    assert error.problems
    assert all(problem.place.file == str(tmp_path / "cards.yaml") for problem in error.problems)
    assert all(problem.place.line for problem in error.problems)


def test_problems_of_all_files_come_together(tmp_path: Path) -> None:
    for name in ("a.yaml", "b.csv", "c.yaml"):
        (tmp_path / name).write_text("x", encoding="utf-8")
    with pytest.raises(DeckcheckError) as caught:
        load_pool([tmp_path], GAME)
    assert [Path(str(p.place.file)).name for p in caught.value.problems] == ["a.yaml", "b.csv", "c.yaml"]


def test_sets_demo_and_unknown_keys(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("set: One\ndemo: true\ncardz: 1\ncards: []", encoding="utf-8")
    (tmp_path / "b.yaml").write_text("set: Two\ncards: [{name: A, rarity: rare}]", encoding="utf-8")
    pool = load_pool([tmp_path], GAME)
    assert (pool.sources, pool.demo) == (("One", "Two"), True)
    assert [(p.sentence, p.facts.get("nearest")) for p in pool.problems] == [
        ("cards.unknown-key", "cards"),
        ("cards.no-cards", None),
    ]


def test_folders_are_read_below_but_not_lists_and_decks(tmp_path: Path) -> None:
    for name in (
        "b.yaml",
        "sub/a.yml",
        "lists/l.yaml",
        "decks/d.yaml",
        "sub/lists/x.yaml",
        ".git/c.yaml",
        "x.txt",
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("cards: []", encoding="utf-8")
    (tmp_path / "sub" / "loop").symlink_to(tmp_path, target_is_directory=True)
    found = [path.relative_to(tmp_path).as_posix() for path in card_files([tmp_path, tmp_path / "b.yaml"])]
    assert found == ["b.yaml", "sub/a.yml"]


def test_what_is_no_file_is_passed_over(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.yaml")
    assert card_files([tmp_path]) == ()


def test_a_link_to_nowhere_is_told(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").symlink_to(tmp_path / "gone")
    with pytest.raises(DeckcheckError) as caught:
        load_pool([tmp_path], GAME)
    assert [problem.sentence for problem in caught.value.problems] == ["cards.os-error"]


@pytest.mark.parametrize(("name", "sentence"), [("gone.csv", "usage.no-path"), ("a.xlsx", "usage.not-a-card-file")])
def test_paths_that_are_no_card_files(tmp_path: Path, name: str, sentence: str) -> None:
    (tmp_path / "a.xlsx").write_bytes(b"PK")
    with pytest.raises(DeckcheckError) as caught:
        card_files([tmp_path / name])
    assert caught.value.sentence == sentence


def outcome(path: Path, text: str) -> Pool | DeckcheckError:
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    try:
        return load_pool([path], GAME)
    except DeckcheckError as error:
        return error


SCRAPS = st.lists(
    st.sampled_from((*"[]{}:,-#&*!|>'\"%@`\n ", "\n  ", "- ", ": ", "cards:", "name", "kind", "A", "5", "~", "é", "\t"))
    | st.text(max_size=2)
).map("".join)


@settings(deadline=None)
@given(SCRAPS | SCRAPS.map("cards:\n  - name: A\n    ".__add__) | SCRAPS.map("cards:\n  - ".__add__))
def test_any_text_gives_a_pool_or_located_problems(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    path = tmp_path_factory.getbasetemp() / "any.yaml"
    found = outcome(path, text)
    problems = found.problems if isinstance(found, DeckcheckError) else [f for card in found for f in card.faults]
    assert problems or not isinstance(found, DeckcheckError)
    assert all(problem.place.file == str(path) for problem in problems)


@settings(deadline=None, max_examples=200)
@given(st.dictionaries(st.sampled_from((*SECTION["properties"], "names", "Nom", "colour")), JSON, max_size=6))
def test_any_values_give_a_typed_card(tmp_path_factory: pytest.TempPathFactory, record: dict[str, object]) -> None:
    text = json.dumps({"cards": [{"name": "A"} | record]}, allow_nan=False)
    found = outcome(tmp_path_factory.getbasetemp() / "typed.yaml", text)
    for card in () if isinstance(found, DeckcheckError) else found:
        assert GAME.card.required <= card.fields.keys() | card.unreadable
        assert not card.fields.keys() & card.unreadable
        assert card.unreadable <= GAME.card.fields.keys()
        for name, value in card.fields.items():
            kind = GAME.card.fields[name]
            assert type(value) is (tuple if kind.many else {"text": str, "number": int, "truth": bool}[kind.kind])
            assert kind.enum is None or set(value if isinstance(value, tuple) else [value]) <= set(kind.enum)


# The pool


def card(name: str, *others: str, **fields: str | int | tuple[str, ...]) -> Card:
    return Card(name, (name, *others), {"name": name, **fields})


ASH, ASH_LOUD, TWO = card("Dragon de cendre", "Ash Dragon"), card("ASH DRAGON"), card("Été", "Summer", "ete")
CODED = card("Luke", code="SOR_005", passcode=5318639, others=("7", "OLD-08", "100", ""))
POOL = Pool([ASH, ASH_LOUD, TWO, CODED], identifiers=("code", "passcode", "others"))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Dragon de cendre", (ASH,)),
        ("Ash Dragon", (ASH,)),
        ("ASH DRAGON", (ASH_LOUD,)),
        ("ash dragon", (ASH, ASH_LOUD)),
        ("  dragon   DE céndre ", (ASH,)),
        ("ETE", (TWO,)),
        ("summer", (TWO,)),
        ("SOR_005", (CODED,)),
        ("sor-5", (CODED,)),
        ("05318639", (CODED,)),
        ("5318639", (CODED,)),
        ("007", (CODED,)),
        ("old 8", (CODED,)),
        ("SOR_50", ()),
        ("100", (CODED,)),
        ("10", ()),
        ("5", ()),
        ("", ()),
        ("!", ()),
        ("Dragon", ()),
    ],
)
def test_find(text: str, found: tuple[Card, ...]) -> None:
    assert POOL.find(text) == found


def test_a_name_goes_before_an_identifier() -> None:
    number = card("1996")
    pool = Pool([card("A", passcode=1996), number], identifiers=("passcode",))
    assert pool.find("1996") == (number,)
    assert [found.name for found in pool.find("01996")] == ["A"]


def test_identifiers_count_only_where_the_schema_says_so() -> None:
    assert Pool([CODED]).find("5318639") == ()


def test_keys_are_the_normalised_names() -> None:
    assert list(POOL.keys) == ["dragon de cendre", "ash dragon", "ete", "summer", "luke"]
    assert POOL.by_key("ash dragon") == (ASH, ASH_LOUD)
    assert POOL.by_key("Ash Dragon") == ()


def test_a_pool_of_plain_cards() -> None:
    pool = Pool(())
    assert (len(pool), list(pool), pool.demo, pool.sources, pool.problems, pool.notes) == (
        0,
        [],
        False,
        (),
        (),
        (),
    )


ACCENTS = "̧̀́̂̈"


def respelt(text: str, chance: random.Random) -> str:
    """The text in other case and with other accents."""
    plain = "".join(char for char in unicodedata.normalize("NFD", text) if not unicodedata.combining(char))
    letters = []
    for char in plain:
        letters.append(char.upper() if chance.random() < 0.5 else char.lower())
        if char.isalpha() and chance.random() < 0.3:
            letters.append(chance.choice(ACCENTS))
    return unicodedata.normalize(chance.choice(("NFC", "NFD")), "".join(letters))


LATIN = st.text(alphabet="abcdefghijklmnopqrstuvwxyzéèêçàùïô ABCDEFGÉÀÇ0123456789-'", min_size=1, max_size=20).filter(
    lambda text: bool(text.strip(" -'"))
)


@settings(deadline=None)
@given(
    st.lists(st.lists(LATIN, min_size=1, max_size=3), min_size=1, max_size=8),
    st.randoms(use_true_random=False),
)
def test_every_card_is_found_by_every_name_however_spelt(names: list[list[str]], chance: random.Random) -> None:
    cards = [Card(own[0], tuple(own), {"name": own[0]}) for own in names]
    pool = Pool(cards)
    for one_card in cards:
        for name in one_card.names:
            assert one_card in pool.find(name)
            spelt = respelt(name, chance)
            assert one_card in pool.by_key(normalise(spelt))
            assert pool.find(spelt)
