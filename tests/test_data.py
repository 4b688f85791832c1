"""The data of the project: schemas, cards, lists and ready-made decks, read as plain YAML."""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator, FormatChecker

from deckcheck.games.library import Library

ROOT = Path(__file__).parent.parent
GAMES = ("clash-of-decks", "tresors-de-geek", "venture", "yugioh")
# Two cards of one name; their identifiers tell them apart.
SHARED_NAMES = {"yugioh": ["Black Luster Soldier"]}
OWN_KEYS = {"also", "words", "identifier", "printing_of"}


@cache
def load(path: Path) -> Any:
    with path.open(encoding="utf-8") as file:
        return yaml.load(file, yaml.CSafeLoader)


def schema(game: str) -> dict[str, Any]:
    return load(ROOT / "schemas" / f"{game}.yaml")


def card_files(game: str) -> list[Path]:
    return sorted((ROOT / "card_db" / game).glob("*.yaml"))


def cards(game: str) -> list[dict[str, Any]]:
    return [card for path in card_files(game) for card in load(path)["cards"]]


def rules(game: str) -> list[tuple[str, dict[str, Any]]]:
    whole = schema(game)
    found = list(whole["rules"].items())
    for form, options in whole.get("formats", {}).items():
        found += [(f"{form}: {id_}", rule) for id_, rule in options.get("rules", {}).items() if rule]
    return found


def test_every_schema_has_cards_and_the_other_way_round() -> None:
    assert sorted(path.stem for path in (ROOT / "schemas").glob("*.yaml")) == list(GAMES)
    assert sorted(path.name for path in (ROOT / "card_db").iterdir()) == list(GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_cards_keep_to_the_json_schema(game: str) -> None:
    card = schema(game)["card"]
    Draft202012Validator.check_schema(card)
    validator = Draft202012Validator(card, format_checker=FormatChecker(["date"]))
    wrong = [f"{card['name']}: {error.message}" for card in cards(game) for error in validator.iter_errors(card)]
    assert not wrong


@pytest.mark.parametrize("game", GAMES)
def test_every_field_is_in_the_schema(game: str) -> None:
    known = {*schema(game)["card"]["properties"], "names"}
    assert not [(card["name"], field) for card in cards(game) for field in card if field not in known]


@pytest.mark.parametrize("game", GAMES)
def test_names_and_identifiers_are_each_of_one_card(game: str) -> None:
    properties = schema(game)["card"]["properties"]
    counts = Counter(card["name"] for card in cards(game))
    assert [name for name, count in counts.items() if count > 1] == SHARED_NAMES.get(game, [])
    taken = Counter(
        str(code)
        for card in cards(game)
        for field, options in properties.items()
        if options.get("identifier") is True and field in card
        for code in (card[field] if isinstance(card[field], list) else [card[field]])
    )
    assert not [code for code, count in taken.items() if count > 1]


@pytest.mark.parametrize("game", GAMES)
def test_words_stand_for_values_and_columns_for_one_field(game: str) -> None:
    columns: defaultdict[str, set[str]] = defaultdict(set)
    for field, options in schema(game)["card"]["properties"].items():
        assert set(options.get("words", {}).values()) <= set(options.get("enum", [])), field
        for column in (field, options["title"], *options.get("also", [])):
            columns[column.casefold().replace("_", " ")].add(field)
    # A field's own id wins over the title of another.
    assert not {column: fields for column, fields in columns.items() if len(fields) > 1}


@pytest.mark.parametrize("game", GAMES)
def test_every_card_file_names_its_game_set_and_source(game: str) -> None:
    for path in card_files(game):
        whole = load(path)
        assert whole["game"] == game
        assert whole["set"]
        assert whole["source"]
        assert whole.get("demo", False) is (game in ("venture", "tresors-de-geek"))


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_has_a_source_that_exists_or_says_what_it_assumes(game: str) -> None:
    sections = schema(game)["book"]["sections"]
    for name, rule in rules(game):
        source = rule.get("source")
        assert source or rule.get("assumed"), name
        if isinstance(source, str):
            assert source in sections, name
        elif source:
            assert {"other", "date", "confidence"} == set(source), name
            assert source["confidence"] in ("high", "medium", "low"), name
        if isinstance(source, dict) and source["confidence"] == "low":
            assert rule["severity"] == "warning", f"{name}: nobody loses a game on a guess"


def test_required_fields_are_those_that_rules_of_construction_read() -> None:
    required = {game: schema(game)["card"]["required"] for game in GAMES}
    assert required == {
        "clash-of-decks": ["name"],
        "tresors-de-geek": ["name", "kind"],
        "venture": ["name", "rarity"],
        "yugioh": ["name"],
    }
    # A Yu-Gi-Oh! record needs its frame, unless it says in which deck it belongs.
    validator = Draft202012Validator(schema("yugioh")["card"])
    assert not validator.is_valid({"name": "Sangan"})
    assert validator.is_valid({"name": "Sangan", "frame": "effect"})
    assert validator.is_valid({"name": "Sangan", "home": "main-deck"})


def test_venture_demo_set_makes_several_decks() -> None:
    limits = {"commune": 3, "rare": 2, "unique": 1}
    by_kind = Counter(card["kind"] for card in cards("venture"))
    assert set(by_kind) == {"monstre", "instantane", "continu", "piege", "equipement"}
    assert {card["rarity"] for card in cards("venture")} == set(limits)
    assert {card["cost"] for card in cards("venture")} == set(range(11))
    copies = sum(limits[card["rarity"]] for card in cards("venture"))
    assert len(cards("venture")) >= 66
    assert copies >= 3 * 50, "three decks of different cards"
    assert all({"atk", "def"} <= card.keys() for card in cards("venture") if card["kind"] == "monstre")
    assert any(card.get("draws") for card in cards("venture"))
    assert any(card.get("mana") for card in cards("venture"))


def test_tresors_demo_set_makes_several_decks() -> None:
    whole = cards("tresors-de-geek")
    by_kind = Counter(card["kind"] for card in whole)
    assert len(whole) >= 44
    assert min(by_kind[kind] for kind in ("personnage", "objet", "lieu", "bonus", "smash")) >= 4
    assert 3 * (by_kind["personnage"] + by_kind["objet"] + by_kind["lieu"]) >= 4 * 26
    names = {card["name"] for card in whole}
    for smash in (card for card in whole if card["kind"] == "smash"):
        assert len(smash["needs"]) == 2
        assert set(smash["needs"]) <= names


def test_clash_has_seven_packs_of_32_numbered_cards() -> None:
    packs: defaultdict[str, list[int]] = defaultdict(list)
    for card in cards("clash-of-decks"):
        packs[card["set"]].append(card["number"])
        assert card["id"] == f"{card['set']}-{card['number']:02d}"
        assert ("hp" in card) is (card["kind"] == "creature")
        assert ("attack" in card) is ("vulnerabilite" not in card.get("abilities", []))
    assert set(packs) == set(schema("clash-of-decks")["card"]["properties"]["set"]["enum"])
    assert all(sorted(numbers) == list(range(1, 33)) for numbers in packs.values())


def test_ready_made_clash_decks_are_the_initiation_pack() -> None:
    folder = ROOT / "card_db" / "clash-of-decks"
    listed = load(folder / "lists" / "preconstructed.yaml")["versions"][0]["entries"]
    decks = {path.stem: load(path) for path in sorted((folder / "decks").glob("*.yaml"))}
    assert len(decks) == 4
    for number, deck in enumerate(decks.values(), start=1):
        assert (deck["game"], deck["format"]) == ("clash-of-decks", "preconstructed")
        assert deck["main"] == [f"1 {name}" for name in listed[f"deck-{number}"]]
    pack = [card["name"] for card in load(folder / "initiation.yaml")["cards"]]
    assert sorted(name for names in listed.values() for name in names) == sorted(pack)


def test_yugioh_cards_have_numbers_dates_and_both_names() -> None:
    whole = {card["name"]: card for card in cards("yugioh")}
    assert len(whole) >= 14272
    magician = whole["Dark Magician"]
    assert magician["names"] == {"fr": "Magicien Sombre"}
    assert (magician["passcode"], magician["level"], magician["atk"], magician["def"]) == (
        46986414,
        7,
        2500,
        2100,
    )
    assert "36996508" in magician["alt_passcodes"]
    assert "atk" not in whole["Maju Garzett"], "a printed ? is no number"
    assert whole["Thousand Dragon"]["frame"] == "fusion"
    assert whole["Mystical Space Typhoon"]["property"] == "quick-play"
    assert not [card["name"] for card in whole.values() if "text" in card or "desc" in card]


@pytest.mark.parametrize("game", GAMES)
def test_the_loaders_find_nothing_to_say(game: str) -> None:
    library = Library()
    assert library.game(game).warnings == ()
    pool = library.pool(game)
    assert len(pool) == len(cards(game))
    assert list(pool.problems) == []
    assert list(pool.notes) == []
    assert not [card.name for card in pool if card.faults]
    tokens = ["Token"] if game == "yugioh" else []
    assert [card.name for card in pool if library.game(game).not_a_card(card)] == tokens


def test_short_tables_are_understood(tmp_path: Path) -> None:
    """Column names and spellings that people use for their own lists."""
    tables = {
        "venture": ("name,type,rarity\nÉpée d’Aube,équipement,rare\n", {"kind": "equipement", "rarity": "rare"}),
        "tresors-de-geek": ("Nom,Type\nBonus B,Joker\n", {"kind": "bonus"}),
        "clash-of-decks": ("id,name,type\nx-01,Troll,Créature\n", {"id": "x-01", "kind": "creature"}),
        "yugioh": (
            "code,name,card_type,deck,name_treated_as\n91932350,Harpie Lady 1,Monster,main,Harpie Lady\n",
            {"passcode": 91932350, "kind": "monster", "home": "main-deck", "counts_as": "Harpie Lady"},
        ),
    }
    for game, (text, fields) in tables.items():
        path = tmp_path / f"{game}.csv"
        path.write_text(text, encoding="utf-8")
        pool = Library(cards=[str(path)]).pool(game)
        (card,) = pool
        assert {key: value for key, value in card.fields.items() if key != "name"} == fields
        assert not card.faults
        assert list(pool.problems) == list(pool.notes) == []


def test_a_token_is_told_apart_by_kind_frame_or_home(tmp_path: Path) -> None:
    path = tmp_path / "tokens.csv"
    path.write_text(
        "name,card_type,frame,deck\nA,Token,,none\nB,,token,\nC,,,none\nD,Monster,effect,\n", encoding="utf-8"
    )
    library = Library(cards=[str(path)])
    game = library.game("yugioh")
    assert [card.name for card in library.pool("yugioh") if game.not_a_card(card)] == ["A", "B", "C"]


def test_lines_of_the_data_are_not_too_wide_to_read() -> None:
    files = [*(ROOT / "schemas").glob("*.yaml"), *(ROOT / "card_db").rglob("*.yaml")]
    lines = [(path.name, line) for path in files for line in path.read_text(encoding="utf-8").splitlines()]
    assert not [name_and_line for name_and_line in lines if len(name_and_line[1]) > 150]
