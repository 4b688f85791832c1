"""Facts about the lists and first prints of Yu-Gi-Oh!, each known from two collections (card_db/yugioh/NOTICE)."""

from __future__ import annotations

import pytest
from kit import deck_of, shipped

from deckcheck.games.choices import Choices, checker
from deckcheck.report import Severity

TABLE = shipped("yugioh")
TCG = TABLE.lists["tcg"]  # type: ignore[call-overload, index]


def problems(day: str, card: str, format_id: str = "tcg", copies: int = 1) -> dict[str, Severity]:
    """What is wrong with some copies of a card: rule → severity."""
    rules = checker(TABLE.game, TABLE.pool, TABLE.lists, Choices(day, format_id))
    report = rules.check(deck_of({"main": [f"{copies} {card}"]}, TABLE.game, TABLE.pool))
    return {p.rule: p.severity for p in report.problems if card in p.cards and p.rule != "main-size"}


@pytest.mark.parametrize(
    ("day", "card", "copies"),
    [
        # The lists of 2004 and of autumn 2005 are those of the TCG.
        ("2004-04-19", "Change of Heart", 1),
        ("2004-04-19", "Raigeki", 1),
        ("2004-08-24", "Mystical Space Typhoon", 3),
        ("2004-11-01", "Mystical Space Typhoon", 1),
        ("2005-03-31", "Pot of Greed", 1),
        ("2005-11-01", "Pot of Greed", 0),
        ("2005-11-01", "Tribe-Infecting Virus", 0),
        ("2005-11-01", "Magician of Faith", 1),
        ("2005-11-01", "Nobleman of Crossout", 1),
        ("2005-11-01", "Book of Taiyou", 1),
        # Changes between two lists.
        ("2006-12-20", "Cyber-Stein", 3),
        ("2006-12-21", "Cyber-Stein", 0),
        ("2008-04-30", "Dimension Fusion", 1),
        ("2008-07-01", "Dimension Fusion", 0),
        ("2008-07-01", "Return from the Different Dimension", 1),
        ("2008-07-01", "Allure of Darkness", 2),
        # Lists that begin in the middle of a month.
        ("2014-07-13", "Gagaga Cowboy", 3),
        ("2016-02-07", "Performage Plushfire", 3),
        ("2016-02-08", "Performage Plushfire", 0),
        ("2016-02-08", "Performage Damage Juggler", 0),
        ("2016-02-08", "Tellarknight Ptolemaeus", 0),
        ("2016-02-08", "Performapal Monkeyboard", 1),
        ("2019-04-28", "Summon Sorceress", 3),
        ("2019-04-29", "Summon Sorceress", 0),
        ("2025-10-27", "Archnemeses Protos", 0),
    ],
)
def test_how_many_copies_a_day_allows(day: str, card: str, copies: int) -> None:
    assert "limitation" not in problems(day, card, copies=max(1, copies)) or copies == 0
    if copies < 3:
        assert problems(day, card, copies=copies + 1)["limitation"] is Severity.ERROR


def test_the_days_that_are_known_and_those_that_are_not() -> None:
    days = [version.since for version in TCG.versions]
    assert days[0] == "2004-02-02"
    assert {"2016-08-29", "2017-03-31", "2019-04-29", "2020-12-15", "2022-05-17", "2026-05-18"} <= set(days)
    assert [day for day in days if day and len(day) == 7] == ["2004-10", "2020-06", "2020-09", "2021-03"]
    assert [v.first_day for v in TCG.versions if v.unsure not in (None, "month")] == [
        "2005-10-01",
        "2006-12-21",
        "2008-05-01",
        "2024-04-22",
        "2024-12-06",
    ]


EDISON = ["Mezuki", "Thunder King Rai-Oh", "Tragoedia", "Athena", "Valhalla, Hall of the Fallen", "The Wicked Avatar"]


@pytest.mark.parametrize("card", EDISON)
def test_cards_that_a_pool_proves_are_in_it(card: str) -> None:
    assert "pool" not in problems("2026-11-30", card, "edison")
    assert "printed" not in problems("2010-04-24", card)


@pytest.mark.parametrize(
    ("day", "card", "found"),
    [
        ("2010-04-24", "Bonfire", {"printed": Severity.ERROR}),  # a pool lacks it too
        ("2021-01-01", "Bonfire", {"printed-alone": Severity.WARNING}),  # one collection alone says so
        ("2026-01-01", "Dark Magician", {}),
    ],
)
def test_one_collections_word_alone_is_no_error(day: str, card: str, found: dict[str, Severity]) -> None:
    assert {rule: level for rule, level in problems(day, card).items() if rule.startswith("printed")} == found


def test_a_pool_holds_no_card_that_was_printed_later() -> None:
    """The pools of GOAT: whatever it lets in was there when it ended."""
    (pool,) = TABLE.lists["goat"].versions  # type: ignore[call-overload, index]
    cards = {card.name: card for card in TABLE.pool}
    for entry in pool.read():
        if entry.value == "unlimited" and entry.name in cards:
            assert str(cards[entry.name].fields.get("first_tcg", "")) <= "2005-08-17", entry.name
