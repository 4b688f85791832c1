"""`deckcheck update` of cards: a public file becomes new cards and newer facts of those that are there."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from kit import written

from deckcheck.cli import run

MAPPING = """\
sources:
  cards:
    url: https://example.invalid/cards.json
    amend: [codes, banned, cost]
    cards:
      form: json
      records: data
      leave_out: {type: token}
      fields:
        name: name
        code: id
        codes: {from: arts.id, besides: id}
        cost: cost
        kind: {from: type, words: {Unit: unit, Spell: spell}}
        banned: {from: {value: duel, where: {modes: {given: true, not: duel}}}}
      lists:
        ban: {from: limit, words: {Banned: forbidden, Limited: limited, else: ~}}
"""
SCHEMA = """\
game: tiny
title: Tiny
copy: name
card:
  required: [name, kind]
  properties:
    name: {type: string}
    code: {type: integer, minimum: 1, identifier: true}
    codes: {type: array, items: {type: string}, identifier: true}
    cost: {type: integer, minimum: 0}
    kind: {enum: [unit, spell]}
    banned: {type: array, items: {type: string}}
sections: {main: {}}
lists: {ban: {value: limit, words: {forbidden: 0, limited: 1}, uses: ban}}
rules:
  dear: {forbid: {in: main, of: cost > 5}, assumed: case}
  ban: {copies: {in: main, of: on(ban), max: ban}, assumed: case}
"""
CARDS = "game: tiny\ncards:\n" + "".join(
    f"  - {{name: Card {n}, code: {n}, cost: {n}, kind: unit, banned: [duel]}}\n" for n in range(1, 5)
)
RECORDS: list[dict[str, object]] = [
    {"name": f"Card {n}", "id": n, "cost": n, "type": "Unit", "modes": ["solo"], "arts": [{"id": n}]}
    for n in range(1, 5)
]
RECORDS[0]["limit"] = "Limited"

Told = tuple[int, str, str]


class Shop:
    """The game with its cards in a folder, and a file that a source would give."""

    def __init__(self, folder: Path, ran: Callable[..., Told]) -> None:
        self.folder = folder
        self.ran = ran
        (folder / "cards" / "lists").mkdir(parents=True)
        written(folder, "tiny.yaml", SCHEMA + MAPPING)
        written(folder / "cards", "cards.yaml", CARDS)
        versions = "versions: [{from: '2020-01-01', entries: {limited: [Card 1]}}]\n"
        written(folder / "cards" / "lists", "ban.yaml", f"list: ban\nslot: ban\n{versions}")

    def update(self, records: object, *words: str) -> tuple[int, list[dict[str, object]]]:
        written(self.folder, "cards.json", json.dumps({"data": records}))
        files = ("--schemas", "tiny.yaml", "--cards", "cards", "--source", "cards.json")
        code, out, err = self.ran("update", "tiny", *files, "-o", "json", *words)
        assert out, err
        return code, json.loads(out)["games"][0]["sources"]

    def check(self, deck: str) -> str:
        written(self.folder, "deck.txt", f"game: tiny\n{deck}\n")
        return self.ran("check", "deck.txt", "--schemas", "tiny.yaml", "--cards", "cards")[1]


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Shop:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DECKCHECK_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("DECKCHECK_CACHE", str(tmp_path / "cache"))

    def ran(*words: str) -> Told:
        code = run(list(words))
        return code, *capfd.readouterr()

    return Shop(tmp_path, ran)


def other(number: int, **more: object) -> list[dict[str, object]]:
    """The records as they are known, but for those of one."""
    return [{**record, **more} if record["id"] == number else record for record in RECORDS]


def test_what_is_known_already_is_nothing_new(shop: Shop) -> None:
    code, (cards, _) = shop.update(RECORDS)
    assert (code, cards["status"]) == (0, "same")
    assert not list((shop.folder / "data").rglob("cards/*.yaml"))


def test_a_new_card_is_known_from_then_on(shop: Shop) -> None:
    assert 'no card is called "Card 9"' in shop.check("1 Card 9")
    new = {"name": "Card 9", "id": 9, "cost": 9, "type": "Spell", "arts": [{"id": 9}, {"id": 90}]}
    code, (cards, _) = shop.update([*RECORDS, new])
    assert (code, cards["status"], cards["cards"]) == (0, "new", {"new": ["Card 9"], "changed": []})
    assert "dear" in shop.check("1 Card 9")
    assert "dear" in shop.check("1 00090")  # by a number of another picture
    assert "dear" not in shop.check("1 Card 1")
    assert shop.update([*RECORDS, new])[1][0]["status"] == "same"


def test_of_known_cards_the_fields_that_are_named_are_taken_over(shop: Shop) -> None:
    records = other(1, cost=7, type="Spell", arts=[{"id": 1}, {"id": 11}])
    code, (cards, _) = shop.update(records)
    assert (code, cards["cards"]) == (0, {"new": [], "changed": ["Card 1"]})
    told = shop.ran("cards", "tiny", "Card 1", "--schemas", "tiny.yaml", "--cards", "cards")[1]
    assert "cost: 7" in told
    assert "kind: unit" in told  # not one of those that are taken over
    assert "dear" in shop.check("1 00011")
    assert "dear" not in shop.check("1 Card 2")


def test_a_field_that_a_record_no_longer_has_is_taken_away(shop: Shop) -> None:
    assert shop.update(other(2, modes=["duel"]))[1][0]["cards"] == {"new": [], "changed": ["Card 2"]}
    told = shop.ran("cards", "tiny", "Card 2", "--schemas", "tiny.yaml", "--cards", "cards")[1]
    assert "banned" not in told
    told = shop.ran("cards", "tiny", "Card 3", "--schemas", "tiny.yaml", "--cards", "cards")[1]
    assert "banned: duel" in told


def test_what_the_file_says_of_a_list_becomes_a_version(shop: Shop) -> None:
    records = [*RECORDS, {"name": "Card 9", "id": 9, "type": "Unit", "limit": "Banned"}]
    code, (_, of_list) = shop.update(records, "--from", "2021-01-01")
    assert (code, of_list["name"], of_list["first_day"]) == (0, "cards-ban", "2021-01-01")
    assert of_list["changes"] == [{"card": "Card 9", "before": None, "after": "forbidden"}]
    assert of_list["unknown"] == []
    assert "[ban]" in shop.check("1 Card 9")


REFUSED: dict[str, tuple[object, str]] = {
    "a part": (RECORDS[:1], "update.cards-few"),
    "another game": ([{"name": f"X{n}", "id": 100 + n, "type": "Unit"} for n in range(9)], "update.cards-other"),
    "cards of no kind": ([{**record, "type": "Thing"} for record in RECORDS], "update.cards-bad"),
    "nothing": ([], "update.cards-broken"),
    "none that are records": (["a", "b"], "update.cards-broken"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_is_refused_leaves_the_cards_as_they_were(shop: Shop, what: str) -> None:
    records, why = REFUSED[what]
    code, (cards,) = shop.update(records)
    assert (code, cards["status"], [one["key"] for one in cards["why"]]) == (1, "refused", [why])  # type: ignore[attr-defined]
    assert not list((shop.folder / "data").rglob("*.yaml"))


def test_an_update_of_an_update_begins_from_the_shipped_cards(shop: Shop) -> None:
    """What a source no longer says is gone with the next update."""
    shop.update(other(1, cost=7))
    assert "dear" in shop.check("1 Card 1")
    shop.update(RECORDS)
    assert "dear" not in shop.check("1 Card 1")


def test_a_dry_run_keeps_nothing(shop: Shop) -> None:
    code, (cards, _) = shop.update(other(1, cost=7), "--dry-run")
    assert (code, cards["status"]) == (0, "new")
    assert not (shop.folder / "data").exists()


def test_text_names_the_cards(shop: Shop) -> None:
    written(
        shop.folder, "cards.json", json.dumps({"data": [*other(1, cost=7), {"name": "New", "id": 8, "type": "Unit"}]})
    )
    words = ("--schemas", "tiny.yaml", "--cards", "cards", "--source", "cards.json")
    _, out, _ = shop.ran("update", "tiny", *words)
    lines = out.splitlines()
    assert lines[:2] == ["Tiny", "  cards: 1 new card, 1 other changed"]
    assert lines.index("    new: New") + 1 == lines.index("    Card 1: cost")


def test_a_lock_names_the_cards_too(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    written(shop.folder, "deckcheck.yaml", "game: tiny\nschemas: [tiny.yaml]\ncards: [cards]\n")
    shop.update(other(1, cost=7))
    assert "cards/cards" in (shop.folder / "deckcheck.lock").read_text()
    written(shop.folder, "deck.txt", "1 Card 1\n")
    assert "dear" in shop.ran("check", "deck.txt", "--locked")[1]
    monkeypatch.setenv("DECKCHECK_DATA", str(shop.folder / "elsewhere"))
    assert shop.ran("check", "deck.txt", "--locked")[0] == 2
    assert shop.update(other(1, cost=8), "--locked")[1][0]["status"] == "refused"
    assert shop.update(other(1, cost=7), "--locked")[1][0]["status"] == "new"
    assert "dear" in shop.ran("check", "deck.txt", "--locked")[1]


@pytest.mark.parametrize("text", ["", "cards", "game: other\namends: true\ncards: []\n", "amends: maybe\ncards: []\n"])
def test_a_spoilt_file_of_cards_is_told(shop: Shop, text: str) -> None:
    shop.update(other(1, cost=7))
    (path,) = (shop.folder / "data").rglob("cards/*.yaml")
    path.write_text(text)
    written(shop.folder, "deck.txt", "game: tiny\n1 Card 1\n")
    code, _, err = shop.ran("check", "deck.txt", "--schemas", "tiny.yaml", "--cards", "cards")
    assert (code, path.name in err, "Traceback" in err) == (2, True, False)


SLIPS = {
    "amend: [codes, banned, cost]": ("amend: [codes, bannd]", "did you mean banned?"),
    "        cost: cost\n": ("        costs: cost\n", "did you mean cost?"),
    "form: json": ("form: xml", "json"),
    "{type: token}": ("{type: }", "tiny.yaml:"),
}


@pytest.mark.parametrize("slip", SLIPS)
def test_slips_in_a_source_of_cards(shop: Shop, slip: str) -> None:
    right, words = SLIPS[slip]
    written(shop.folder, "tiny.yaml", SCHEMA + MAPPING.replace(slip, right))
    code, _, err = shop.ran("games", "tiny", "--check", "--schemas", "tiny.yaml", "--cards", "cards")
    assert (code, "tiny.yaml:" in err, words in err) == (2, True, True), err


def test_a_list_that_the_file_no_longer_speaks_of_is_no_empty_list(shop: Shop) -> None:
    code, (_, of_list) = shop.update([{k: v for k, v in record.items() if k != "limit"} for record in RECORDS])
    assert (code, of_list["status"], [one["key"] for one in of_list["why"]]) == (1, "refused", ["update.much"])  # type: ignore[attr-defined]
